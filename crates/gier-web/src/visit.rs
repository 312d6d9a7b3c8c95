//! The session that the page shows: the machine with its paper, its keys and its speed. The guest is the
//! visitor who uses the machine. This module needs no browser.

mod papers;
mod resume;

pub use resume::Rerun;

use crate::ear::GuestEar;
use core::cell::OnceCell;
use core::time::Duration;
use gier_desk::attended::Ears;
use gier_desk::debug::expression::EvalState;
use gier_desk::debug::program::Program;
use gier_desk::host::{Files, Trouble};
use gier_desk::pace::{Pacer, Speed};
use gier_desk::plotter::Drawing;
use gier_desk::session::{Host, Session};
pub use gier_desk::session::{State, Struck};
use gier_desk::typewriter::paper::Sheet;
use gier_desk::{Ending, Until};
use gier_machine::log::{End, end_line, head, input_line};
use gier_machine::{Input, Machine, Output, Place, Timeline};
use gier_sound::Heard;
use gier_word::uops::UOPS_PER_SECOND;
use gier_word::{Address, Case, Image, Symbol, Uops};

/// If the speed is limited, one call of [`Visit::picture`] runs the machine for at most this time. The time
/// is measured on the visitor's computer.
const BUSY: Duration = Duration::from_millis(25);
/// If the speed is unlimited, one call of [`Visit::picture`] runs the machine for at most this time. The time
/// is measured on the visitor's computer.
const FLAT_OUT_BUSY: Duration = Duration::from_millis(50);
/// [`Visit::switched_on`] runs a new machine for at most about one minute of GIER's time.
const FIRST_WAY: Uops = Uops(60 * UOPS_PER_SECOND);
/// The name of an option in the head of a log. The option contains the name of the program.
const TITLE: &str = "title";
/// The name of an option in the head of a log. The option contains the source text, if the visitor wrote the
/// program.
const TEXT: &str = "text";
/// The name under which the browser stores the log of the session.
pub const LOG: &str = "gier-session";
/// The maximum number of lines of a sheet that the page shows.
pub const LINES: usize = 2000;
/// The maximum number of characters of a text that the visitor pastes.
const PASTED: usize = 10_000;
/// The maximum number of orders that one call of [`Visit::line`] executes.
const LONGEST_LINE: u32 = 100_000;

/// The page as the host of a run that ends when the page must be updated.
struct Picture<'a> {
    ear: &'a mut GuestEar,
    pacer: &'a mut Pacer,
    clock: &'a dyn Fn() -> Duration,
    look: &'a mut dyn FnMut(&Machine, Uops),
    /// The time on the visitor's computer at which the run ends.
    end: Duration,
    /// The machine time of the last look.
    seen: Uops,
}

impl Files for Picture<'_> {}

impl Host for Picture<'_> {
    fn ears(&mut self) -> Option<&mut dyn Ears> {
        Some(&mut *self.ear)
    }

    fn slice_end(&self, now: Uops) -> Uops {
        self.pacer.slice_end(now)
    }

    fn rest(&mut self, machine: &Machine) -> Result<Option<Ending>, Trouble> {
        let now = machine.now();
        (self.look)(machine, now - self.seen);
        self.seen = now;
        let host = (self.clock)();
        let is_over = host > self.end || !self.pacer.rest(host, now).is_zero();
        Ok(is_over.then_some(Ending::Left))
    }
}

/// The session of a visitor: the machine, the papers of its devices, and the keys that the visitor has
/// pressed.
#[derive(Clone, Debug)]
pub struct Visit {
    /// The machine with its past and its papers, and the keys that the visitor has pressed.
    pub session: Session,
    start: Machine,
    title: String,
    /// The source text of the program, if the visitor has written it.
    text: Option<String>,
    /// The head of the session's log, which has the machine at the beginning, the title and the text.
    head: OnceCell<String>,
    /// Whether a key was released before GIER read it. [`Visit::take_dead_key`] sets this to `false` again.
    key_was_dead: bool,
    speed: Speed,
    /// Keeps the machine at its speed while it works. Begins anew with the next picture if `None`.
    pacer: Option<Pacer>,
    ear: GuestEar,
    /// The alarm that ended the program before the page was reloaded.
    alarm: Option<String>,
}

impl Visit {
    /// Creates a session. Runs its machine without a speed limit until the program first waits for a key.
    pub fn switched_on(title: &str, start: Machine) -> Visit {
        let mut guest = Visit::from_the_beginning(title, start);
        guest.work(FIRST_WAY);
        guest
    }

    /// Creates a session whose machine has not executed any order yet.
    pub fn from_the_beginning(title: &str, start: Machine) -> Visit {
        let timeline = Timeline::new(start.clone());
        Visit::begun(title, start, timeline)
    }

    /// Creates a session from a timeline. `start` is the machine as it was when the timeline began.
    pub fn begun(title: &str, start: Machine, timeline: Timeline) -> Visit {
        Visit::of(&[(TITLE.to_string(), title.to_string())], start, timeline)
    }

    /// Adds the source text of the program, if the visitor has written it.
    #[must_use]
    pub fn with_text(mut self, text: &str) -> Visit {
        (self.text, self.head) = (Some(text.to_string()), OnceCell::new());
        self
    }

    /// Adds the source map of this image. The session can then report which line of the source text caused an
    /// alarm.
    #[must_use]
    pub fn knowing(mut self, image: &Image) -> Visit {
        self.session.know(image);
        self.session.finish();
        self
    }

    /// Creates a new session that starts with the same machine as this session. The new session keeps the
    /// source text, the source map and the speed.
    pub fn again(&self) -> Visit {
        let mut guest = Visit::from_the_beginning(&self.title, self.start.clone()).knowing_as(self);
        guest.set_speed(self.speed);
        guest
    }

    fn of(options: &[(String, String)], start: Machine, timeline: Timeline) -> Visit {
        let option = |wanted| options.iter().find(|(name, _)| name == wanted).map(|(_, text)| text.clone());
        let mut guest = Visit {
            session: Session::plain(timeline),
            start,
            title: option(TITLE).unwrap_or_default(),
            text: option(TEXT),
            head: OnceCell::new(),
            key_was_dead: false,
            speed: Speed::Times(1.0),
            pacer: None,
            ear: GuestEar::default(),
            alarm: None,
        };
        guest.session.look_round();
        guest
    }

    /// Runs the machine to a limit of `until`, or until it waits or stops.
    fn run(&mut self, until: Until) {
        // The page's hosts have no files, so nothing can fail.
        let _ = self.session.work(until, &mut self.ear);
    }

    /// The name of the program.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The source text of the program, if the visitor has written it.
    pub fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    /// The state of the machine.
    pub const fn state(&self) -> &State {
        self.session.state()
    }

    /// The name of the machine's state on the page. Scripts and tests read it in the attribute `data-state`.
    pub const fn state_name(&self) -> &'static str {
        match self.state() {
            State::Works => "working",
            State::AwaitsKey => "key",
            State::AwaitsTape => "tape",
            State::Stands(_) => "standing",
            State::Stopped(_) => "stopped",
        }
    }

    /// Whether the machine executes orders.
    pub fn works(&self) -> bool {
        self.session.works()
    }

    /// Whether the program waits for a key.
    pub fn awaits_key(&self) -> bool {
        *self.state() == State::AwaitsKey
    }

    /// Whether the visitor has stopped the machine: with NORMAL STOP, or by a step of an order or a line.
    pub const fn stands(&self) -> bool {
        matches!(self.state(), State::Stands(_))
    }

    /// The alarm that ended the program, with its place in the source text. Returns `None` if no alarm ended
    /// the program, or if the image has no source map.
    pub fn alarm(&self) -> Option<&str> {
        let alarm = self.session.engine().alarm().or(self.alarm.as_deref());
        alarm.filter(|_| matches!(self.state(), State::Stopped(_)))
    }

    /// Sets the alarm that ended the program. Use this for a session that is resumed from the browser's
    /// storage.
    pub fn set_alarm(&mut self, alarm: String) {
        self.alarm = Some(alarm);
    }

    /// The speed of the machine.
    pub const fn speed(&self) -> Speed {
        self.speed
    }

    /// Sets the speed of the machine from now on.
    pub fn set_speed(&mut self, speed: Speed) {
        (self.speed, self.pacer) = (speed, None);
    }

    /// The drawing on the plotter's paper.
    pub fn drawing(&self) -> &Drawing {
        self.session.papers().drawing()
    }

    /// The sheet in the typewriter.
    pub fn sheet(&self) -> &Sheet {
        self.session.papers().sheet()
    }

    /// Runs the machine until the page must be updated, or until the machine stops or waits for a key. The
    /// run is divided into short slices. After each slice, calls `look` with the machine and the machine
    /// time that the slice took.
    pub fn picture(&mut self, clock: impl Fn() -> Duration, mut look: impl FnMut(&Machine, Uops)) {
        let begin = clock();
        self.key_was_dead |= self.session.release_keys(begin);
        if !self.works() {
            return;
        }
        let now = self.machine().now();
        let pacer = self.pacer.get_or_insert_with(|| Pacer::new(self.speed, begin, now));
        if !pacer.rest(begin, now).is_zero() {
            return;
        }
        let busy = if self.speed == Speed::Max { FLAT_OUT_BUSY } else { BUSY };
        let mut host = Picture {
            ear: &mut self.ear,
            pacer,
            clock: &clock,
            look: &mut look,
            end: begin + busy,
            seen: now,
        };
        let _ = self.session.work(Until::FOREVER, &mut host);
        if !self.works() {
            self.pacer = None;
        }
        self.session.drop_old_lines(LINES);
    }

    /// Types a text. Each key is pressed as soon as GIER waits for one. Returns `false` if the text is too
    /// long, or if a character has no key.
    pub fn type_text(&mut self, text: &str) -> bool {
        text.chars().count() <= PASTED && self.session.type_text(text).is_ok()
    }

    /// Types a text without a speed limit. Stops at the first key that GIER does not read.
    pub fn play(&mut self, keys: &str) {
        for character in keys.chars() {
            if self.session.strike(character, Duration::ZERO) != Struck::Awaited {
                break;
            }
            self.work(FIRST_WAY);
        }
    }

    /// Runs the machine without a speed limit for at most this machine time, until it waits or stops.
    pub fn work(&mut self, most: Uops) {
        if self.works() {
            self.run(Until::at(self.machine().now() + most));
        }
        self.pacer = None;
    }

    /// The characters whose keys the visitor has pressed, if they determine the session: then
    /// [`Visit::switched_on`] and [`Visit::play`] make it again.
    pub fn keys(&self) -> Option<String> {
        let timeline = self.session.engine().timeline();
        let mut case = Case::Lower;
        let mut keys = String::new();
        for &(_, output) in timeline.outputs() {
            let (Output::Typed(symbol) | Output::Echo(symbol)) = output else { continue };
            match symbol {
                Symbol::LOWER => case = Case::Lower,
                Symbol::UPPER => case = Case::Upper,
                _ if !matches!(output, Output::Echo(_)) => {}
                Symbol::CARRIAGE_RETURN => keys.push('\n'),
                _ => keys.extend(symbol.glyph(case)),
            }
        }
        let mut again = Visit::switched_on(&self.title, self.start.clone());
        again.play(&keys);
        (again.session.engine().timeline().inputs() == timeline.inputs()).then_some(keys)
    }

    /// Whether a key was released before GIER read it. Only keys that were released since the last call of
    /// this method count.
    pub fn take_dead_key(&mut self) -> bool {
        std::mem::take(&mut self.key_was_dead)
    }

    /// Presses NORMAL STOP, which stops the machine between two orders.
    pub fn stop(&mut self) {
        if self.session.runs() {
            self.session.halt("");
        }
    }

    /// Presses NORMAL START. A stopped machine then continues.
    pub fn start(&mut self) {
        if self.machine().stopped().is_some() {
            self.set_by_hand(Input::Start);
        }
        self.session.look_round();
        self.pacer = None;
    }

    /// Executes one order, then stops the machine.
    pub fn single(&mut self) {
        self.orders_while(|_, orders| orders < 1);
    }

    /// Executes orders until the next line of the ALGOL program, or until a procedure begins or ends.
    /// Then stops the machine.
    pub fn line(&mut self) {
        let begin = self.own_line();
        self.orders_while(|guest, orders| {
            orders < LONGEST_LINE && guest.own_line().is_none_or(|line| Some(line) == begin)
        });
    }

    /// Executes single orders while `goes_on`, which receives the number of executed orders. Then stops the
    /// machine.
    fn orders_while(&mut self, goes_on: impl Fn(&Visit, u32) -> bool) {
        self.stop();
        self.start();
        let mut orders = 0;
        while goes_on(self, orders) {
            self.run(Until::orders(self.machine().orders() + 1));
            orders += 1;
            if !self.works() {
                break;
            }
        }
        self.stop();
    }

    /// Where the machine is in the ALGOL program: the address of the present stack frame, and the line of the
    /// next order. Returns `None` while the machine executes the run-time library.
    fn own_line(&self) -> Option<(Address, u32)> {
        let machine = self.machine();
        let registers = machine.cpu().registers();
        let next = Place { cell: registers.r1, half: registers.half };
        if !self.program().is_own(next, registers, machine.ferrite().cells()) {
            return None;
        }
        let frames = self.program().frames(&EvalState::of(machine));
        let frame = frames.first()?;
        Some((frame.p, frame.row.place?.line))
    }

    /// The source map of the program. It is empty if the image has no source map.
    pub fn program(&self) -> &Program {
        self.session.engine().program()
    }

    /// The machine of the session.
    pub fn machine(&self) -> &Machine {
        self.session.machine()
    }

    /// Presses the button HELP, which starts GIER's monitor program.
    pub fn help(&mut self) {
        self.feed(Input::Help);
    }

    /// Feeds an input that sets a register, as an operator does with the desk's buttons. If the machine is
    /// stopped, it stays stopped.
    pub fn set_by_hand(&mut self, input: Input) {
        let _ = self.session.feed_to(input, &mut self.ear);
        if !self.stands() {
            self.session.look_round();
        }
    }

    /// Feeds an input of the operator to the machine. If the visitor had stopped the machine, it continues.
    pub fn feed(&mut self, input: Input) {
        // While the program waited for tape, no picture let go of the keys.
        self.session.release_keys(Duration::MAX);
        self.set_by_hand(input);
        self.session.look_round();
        self.pacer = None;
    }

    /// Starts to record the machine's sounds if `wanted` is true. Otherwise, stops recording.
    pub fn listen(&mut self, wanted: bool) {
        self.ear = if wanted { GuestEar::at(self.machine()) } else { GuestEar::default() };
    }

    /// Returns the machine's sounds that were recorded since the last call.
    pub fn take_heard(&mut self) -> Heard {
        self.ear.take()
    }

    /// The session as a log, which `gier replay` can read.
    pub fn log(&mut self) -> String {
        self.session.finish();
        let head = self.head.get_or_init(|| {
            let mut options = vec![(TITLE.to_string(), self.title.clone())];
            options.extend(self.text.clone().map(|text| (TEXT.to_string(), text)));
            head(&self.start, &options)
        });
        let inputs: String = self.session.engine().timeline().inputs().iter().map(input_line).collect();
        format!("{head}{inputs}{}", end_line(&End::of(self.machine())))
    }

    /// How many inputs the session has.
    pub fn inputs(&self) -> usize {
        self.session.engine().timeline().inputs().len()
    }
}

#[cfg(test)]
mod tests;
