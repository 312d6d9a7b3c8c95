//! The session that the page shows: the machine with its paper, its keys and its speed. The guest is the
//! visitor who uses the machine. This module needs no browser.

mod papers;
mod resume;

pub use resume::Rerun;

use crate::ear::GuestEar;
use core::convert::Infallible;
use core::time::Duration;
use gier_desk::attended::{Alarms, Papers};
use gier_desk::debug::expression::EvalState;
use gier_desk::debug::program::Program;
use gier_desk::pace::{Pacer, Speed};
use gier_desk::plotter::Drawing;
use gier_desk::typewriter::keyboard::{has_key, strokes};
use gier_desk::typewriter::paper::Sheet;
use gier_desk::typewriter::pressed::PressedKeys;
use gier_desk::{Attended, Ending, Hands, Key, RecordedRoom, Until, attend};
use gier_machine::log::{End, end_line, head, input_line};
use gier_machine::{Input, Machine, Output, PanelView, Place, StopCause, Timeline};
use gier_sound::Heard;
use gier_word::uops::UOPS_PER_SECOND;
use gier_word::{Address, Case, Image, Symbol, Uops};
use std::collections::VecDeque;

/// The unlimited speed, at which the machine runs as fast as the browser can.
pub const FLAT_OUT: Speed = Speed::Max;
/// If the speed is limited, one call of [`Guest::picture`] runs the machine for at most this time. The time
/// is measured on the visitor's computer.
const BUSY: Duration = Duration::from_millis(25);
/// If the speed is unlimited, one call of [`Guest::picture`] runs the machine for at most this time. The time
/// is measured on the visitor's computer.
const FLAT_OUT_BUSY: Duration = Duration::from_millis(50);
/// [`Guest::switched_on`] runs a new machine in steps of one second of GIER's time, until the program waits
/// for a key.
const STRIDE: Uops = Uops(UOPS_PER_SECOND);
/// [`Guest::switched_on`] runs a new machine for at most about one minute of GIER's time.
const FIRST_WAY: Uops = Uops(60 * UOPS_PER_SECOND);
/// The name of an option in the head of a log. The option contains the name of the program.
const TITLE: &str = "title";
/// The name of an option in the head of a log. The option contains the source text, if the visitor wrote the
/// program.
const TEXT: &str = "text";
/// The maximum number of lines of a sheet that the page shows.
pub const LINES: usize = 2000;
/// The maximum number of characters of a text that the visitor pastes.
const PASTED: usize = 10_000;
/// The maximum number of orders that one call of [`Guest::line`] executes.
const LONGEST_LINE: u32 = 100_000;

/// The state of the machine, as the page shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// The machine executes orders.
    Working,
    /// The program waits for a key.
    AwaitingKey,
    /// The program waits for tape.
    AwaitingTape,
    /// The machine is stopped, because the visitor pressed stop or executed a single order.
    Standing,
    /// The machine stopped by itself.
    Stopped(StopCause),
}

impl State {
    /// The name of this state on the page. Scripts and tests read it in the attribute `data-state`.
    pub const fn name(self) -> &'static str {
        match self {
            State::Working => "working",
            State::AwaitingKey => "key",
            State::AwaitingTape => "tape",
            State::Standing => "standing",
            State::Stopped(_) => "stopped",
        }
    }
}

/// The state of a machine that the visitor did not stop. If the machine waits for tape, this function
/// cannot see it and returns [`State::Working`]. The next run sets [`State::AwaitingTape`].
fn moving(machine: &Machine) -> State {
    let view = machine.view();
    match view.stopped {
        None if view.typewriter_lamp => State::AwaitingKey,
        None => State::Working,
        Some(cause) => State::Stopped(cause),
    }
}

fn state(ending: Ending) -> State {
    match ending {
        Ending::TimeIsUp => State::Working,
        Ending::AwaitingKey => State::AwaitingKey,
        Ending::AwaitingTape => State::AwaitingTape,
        Ending::Stopped(cause) => State::Stopped(cause),
        Ending::Reached | Ending::Enough | Ending::Left => State::Standing,
    }
}

/// Gives GIER the keys that the visitor has pressed on the page.
struct Fingers<'a>(&'a mut PressedKeys);

impl Hands for Fingers<'_> {
    type Error = Infallible;

    fn key(&mut self, papers: &Papers) -> Result<Key, Infallible> {
        // All these characters have a key, because the page accepts no others.
        Ok(self.0.next_symbol(papers.sheet().case()).ok().flatten().map_or(Key::None, Key::Struck))
    }
}

/// The session of a visitor: the machine, the papers of its devices, and the keys that the visitor has
/// pressed.
#[derive(Clone, Debug)]
pub struct Guest {
    room: RecordedRoom<GuestEar>,
    start: Machine,
    title: String,
    /// The source text of the program, if the visitor has written it.
    text: Option<String>,
    /// The characters that are still to be typed. The next one is typed as soon as GIER waits for a key.
    to_type: VecDeque<char>,
    keys: PressedKeys,
    /// Whether a key was released before GIER read it. [`Guest::take_dead_key`] sets this to `false` again.
    key_was_dead: bool,
    speed: Speed,
    pacer: Pacer,
    state: State,
    /// Finds the alarm (the message about a fault) that ended the program. `None` if the image has no source
    /// map.
    alarms: Option<Alarms>,
    /// The alarm that ended the program. It says where in the source text the fault is.
    alarm: Option<String>,
    program: Program,
}

impl Guest {
    /// Creates a session. Runs its machine without a speed limit until the program first waits for a key.
    pub fn switched_on(title: &str, start: Machine, host: Duration) -> Guest {
        let mut guest = Guest::from_the_beginning(title, start, host);
        guest.work(FIRST_WAY, host);
        guest
    }

    /// Creates a session whose machine has not executed any order yet.
    pub fn from_the_beginning(title: &str, start: Machine, host: Duration) -> Guest {
        let timeline = Timeline::new(start.clone());
        Guest::begun(title, start, timeline, host)
    }

    /// Creates a session from a timeline. `start` is the machine as it was when the timeline began.
    pub fn begun(title: &str, start: Machine, timeline: Timeline, host: Duration) -> Guest {
        let room = RecordedRoom::heard_by(timeline, GuestEar::default());
        Guest::of(&[(TITLE.to_string(), title.to_string())], start, room, host)
    }

    /// Adds the source text of the program, if the visitor has written it.
    #[must_use]
    pub fn with_text(mut self, text: &str) -> Guest {
        self.text = Some(text.to_string());
        self
    }

    /// Adds the source map of this image. The session can then report which line of the source text caused an
    /// alarm.
    pub fn knowing(mut self, image: &Image) -> Guest {
        self.alarms = Alarms::of(image);
        self.program = Program::new(image.map().cloned());
        self
    }

    /// Creates a new session that starts with the same machine as this session. The new session keeps the
    /// source text, the source map and the speed.
    pub fn again(&self, host: Duration) -> Guest {
        let mut guest = Guest::from_the_beginning(&self.title, self.start.clone(), host);
        guest.alarms = self.alarms.clone();
        guest.program = self.program.clone();
        guest.text = self.text.clone();
        guest.set_speed(self.speed, host);
        guest
    }

    fn of(
        options: &[(String, String)],
        start: Machine,
        room: RecordedRoom<GuestEar>,
        host: Duration,
    ) -> Guest {
        let option = |wanted| options.iter().find(|(name, _)| name == wanted).map(|(_, text)| text.clone());
        let speed = Speed::Times(1.0);
        let pacer = Pacer::new(speed, host, room.machine().now());
        let state = moving(room.machine());
        Guest {
            room,
            start,
            title: option(TITLE).unwrap_or_default(),
            text: option(TEXT),
            to_type: VecDeque::new(),
            keys: PressedKeys::default(),
            key_was_dead: false,
            speed,
            pacer,
            state,
            alarms: None,
            alarm: None,
            program: Program::default(),
        }
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
    pub const fn state(&self) -> State {
        self.state
    }

    /// The alarm that ended the program, with its place in the source text. Returns `None` if no alarm ended
    /// the program, or if the image has no source map.
    pub fn alarm(&self) -> Option<&str> {
        self.alarm.as_deref().filter(|_| matches!(self.state, State::Stopped(_)))
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
    pub fn set_speed(&mut self, speed: Speed, host: Duration) {
        self.speed = speed;
        self.pacer = Pacer::new(speed, host, self.room.machine().now());
    }

    /// The registers and signals of the machine, as its lamps show them now.
    pub fn view(&self) -> PanelView {
        self.room.machine().view()
    }

    /// The drawing on the plotter's paper.
    pub fn drawing(&self) -> &Drawing {
        self.room.papers().drawing()
    }

    /// The sheet in the typewriter.
    pub fn sheet(&self) -> &Sheet {
        self.room.papers().sheet()
    }

    /// Runs the machine until the page must be updated, or until the machine stops or waits for a key. The
    /// run is divided into short slices. After each slice, calls `look` with the contents of the registers
    /// and the machine time that the slice took.
    pub fn picture(&mut self, clock: impl Fn() -> Duration, mut look: impl FnMut(&PanelView, Uops)) {
        let begin = clock();
        self.key_was_dead |= self.keys.release(begin);
        let busy = if self.speed == FLAT_OUT { FLAT_OUT_BUSY } else { BUSY };
        loop {
            self.type_next(begin);
            if self.state != State::Working {
                return;
            }
            let (host, now) = (clock(), self.room.machine().now());
            if host.saturating_sub(begin) > busy || !self.pacer.rest(host, now).is_zero() {
                return;
            }
            self.run_to(self.pacer.slice_end(now));
            self.room.drop_old_lines(LINES);
            let view = self.view();
            look(&view, view.now - now);
        }
    }

    /// Types a text. Each key is pressed as soon as GIER waits for one. Returns `false` if the text is too
    /// long, or if a character has no key.
    pub fn type_text(&mut self, text: &str, host: Duration) -> bool {
        let has_keys = text.chars().all(has_key) && text.chars().count() <= PASTED;
        if has_keys {
            self.to_type.extend(text.chars());
            self.type_next(host);
        }
        has_keys
    }

    /// Types a text without a speed limit. Stops at the first key that GIER does not read.
    pub fn play(&mut self, keys: &str, host: Duration) {
        for character in keys.chars() {
            if self.state != State::AwaitingKey || !self.strike(character, host) {
                break;
            }
            self.work(FIRST_WAY, host);
        }
    }

    /// Runs the machine without a speed limit for at most this machine time, until it waits or stops.
    pub fn work(&mut self, most: Uops, host: Duration) {
        let end = self.view().now + most;
        while self.state == State::Working && self.view().now < end {
            self.run_to(self.view().now + STRIDE);
        }
        self.pacer.restart(host, self.view().now);
    }

    /// The characters whose keys the visitor has pressed, if they determine the session: then
    /// [`Guest::switched_on`] and [`Guest::play`] make it again.
    pub fn keys(&self) -> Option<String> {
        let timeline = self.room.timeline();
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
        let mut again = Guest::switched_on(&self.title, self.start.clone(), Duration::ZERO);
        again.play(&keys, Duration::ZERO);
        (again.room.timeline().inputs() == timeline.inputs()).then_some(keys)
    }

    fn type_next(&mut self, host: Duration) {
        if self.state == State::AwaitingKey
            && let Some(character) = self.to_type.pop_front()
        {
            self.strike(character, host);
        }
    }

    fn run_to(&mut self, until: Uops) {
        let Ok(ending) = attend(&mut self.room, &mut Fingers(&mut self.keys), Until::at(until));
        self.state = state(ending);
        if matches!(self.state, State::Stopped(_)) {
            self.alarm = self.alarms.as_ref().and_then(|alarms| alarms.last_line(self.room.timeline()));
        }
    }

    /// Presses the key of a character. If GIER is working, the key stays pressed for a short time, in which
    /// GIER can read it. Returns `false` if the machine is stopped, or if the character has no key.
    pub fn strike(&mut self, character: char, host: Duration) -> bool {
        let case = self.room.papers().sheet().case();
        match self.state {
            State::Working => {
                let has_key = strokes(character, case).is_some();
                if has_key {
                    self.keys.press(character, host);
                }
                has_key
            }
            State::AwaitingKey => {
                let has_key = self.keys.press_awaited(character, case);
                if has_key {
                    self.pacer.restart(host, self.room.machine().now());
                    self.state = State::Working;
                }
                has_key
            }
            State::AwaitingTape | State::Standing | State::Stopped(_) => false,
        }
    }

    /// Whether a key was released before GIER read it. Only keys that were released since the last call of
    /// this method count.
    pub fn take_dead_key(&mut self) -> bool {
        std::mem::take(&mut self.key_was_dead)
    }

    /// Presses NORMAL STOP, which stops the machine between two orders.
    pub fn stop(&mut self) {
        self.to_type.clear();
        if !matches!(self.state, State::Standing | State::Stopped(_)) {
            self.room.halt();
            self.state = State::Standing;
        }
    }

    /// Presses NORMAL START. A stopped machine then continues.
    pub fn start(&mut self, host: Duration) {
        match self.state {
            State::Standing => self.state = moving(self.room.machine()),
            State::Stopped(_) => {
                self.room.feed(Input::Start, &mut |_| {});
                self.state = State::Working;
            }
            State::Working | State::AwaitingKey | State::AwaitingTape => {}
        }
        self.pacer.restart(host, self.room.machine().now());
    }

    /// Executes one order, then stops the machine.
    pub fn single(&mut self) {
        self.stop();
        self.state = match state(self.room.single()) {
            State::Stopped(cause) => State::Stopped(cause),
            State::Working | State::AwaitingKey | State::AwaitingTape | State::Standing => State::Standing,
        };
    }

    /// Executes orders until the next line of the ALGOL program, or until a procedure begins or ends.
    /// Then stops the machine.
    pub fn line(&mut self) {
        let begin = self.own_line();
        for _ in 0..LONGEST_LINE {
            let orders = self.machine().orders();
            self.single();
            let is_elsewhere = self.own_line().is_some_and(|line| Some(line) != begin);
            if is_elsewhere || self.state != State::Standing || self.machine().orders() == orders {
                return;
            }
        }
    }

    /// Where the machine is in the ALGOL program: the address of the present stack frame, and the line of the
    /// next order. Returns `None` while the machine executes the run-time library.
    fn own_line(&self) -> Option<(Address, u32)> {
        let machine = self.machine();
        let registers = machine.cpu().registers();
        let next = Place { cell: registers.r1, half: registers.half };
        if !self.program.is_own(next, registers, machine.ferrite().cells()) {
            return None;
        }
        let frames = self.program.frames(&EvalState::of(machine));
        let frame = frames.first()?;
        Some((frame.p, frame.row.place?.line))
    }

    /// The source map of the program. It is empty if the image has no source map.
    pub const fn program(&self) -> &Program {
        &self.program
    }

    /// The machine of the session.
    pub fn machine(&self) -> &Machine {
        self.room.machine()
    }

    /// Presses the button HELP, which starts GIER's monitor program.
    pub fn help(&mut self, host: Duration) {
        self.feed(Input::Help, host);
    }

    /// Feeds an input that sets a register, as an operator does with the desk's buttons. If the machine is
    /// stopped, it stays stopped.
    pub fn set_by_hand(&mut self, input: Input) {
        self.room.feed(input, &mut |_| {});
    }

    /// Feeds an input of the operator to the machine. If the visitor had stopped the machine, it continues.
    pub fn feed(&mut self, input: Input, host: Duration) {
        self.room.feed(input, &mut |_| {});
        self.state = moving(self.room.machine());
        self.pacer.restart(host, self.room.machine().now());
    }

    /// Starts to record the machine's sounds if `wanted` is true. Otherwise, stops recording.
    pub fn listen(&mut self, wanted: bool) {
        *self.room.ears() = if wanted { GuestEar::at(self.room.machine()) } else { GuestEar::default() };
    }

    /// Returns the machine's sounds that were recorded since the last call.
    pub fn take_heard(&mut self) -> Heard {
        self.room.ears().take()
    }

    /// The session as a log, which `gier replay` can read.
    pub fn log(&mut self) -> String {
        self.log_head() + &self.log_since(0).1 + &self.log_end()
    }

    /// The beginning of the session's log, up to its first input.
    pub fn log_head(&self) -> String {
        let mut options = vec![(TITLE.to_string(), self.title.clone())];
        options.extend(self.text.clone().map(|text| (TEXT.to_string(), text)));
        head(&self.start, &options)
    }

    /// Returns how many inputs the session has. Also returns the lines of its log for these inputs, but skips
    /// the lines for the first `known` inputs.
    pub fn log_since(&self, known: usize) -> (usize, String) {
        let inputs = self.room.timeline().inputs();
        (inputs.len(), inputs.iter().skip(known).map(input_line).collect())
    }

    /// The last line of the session's log.
    pub fn log_end(&mut self) -> String {
        self.room.settle();
        end_line(&End::of(self.room.machine()))
    }
}

#[cfg(test)]
mod tests;
