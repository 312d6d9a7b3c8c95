//! The session behind the guest's page, with its paper, keys and speed; nothing here needs a
//! browser.

use crate::ear::GuestEar;
use crate::wav;
use core::convert::Infallible;
use core::time::Duration;
use gier_desk::attended::{Alarms, Papers};
use gier_desk::pace::{Pacer, Speed};
use gier_desk::typewriter::keyboard::strokes;
use gier_desk::typewriter::paper::Sheet;
use gier_desk::typewriter::pressed::PressedKeys;
use gier_desk::typewriter::svg;
use gier_desk::typewriter::text::{RibbonStyle, SheetText};
use gier_desk::{Attended, Ending, Hands, Key, RecordedRoom, Until, attend, replay, replay_heard};
use gier_machine::session::{End, end_line, head, input_line};
use gier_machine::{BadFile, Input, Machine, PanelView, Session, StopCause, Timeline};
use gier_sound::{Heard, Mix};
use gier_word::uops::UOPS_PER_SECOND;
use gier_word::{Image, Uops};

/// The speed that is as fast as the browser allows.
pub const FLAT_OUT: Speed = Speed::Max;
/// The longest time that the machine works between two pictures.
const BUSY: Duration = Duration::from_millis(25);
/// The longest time that the machine works between two pictures flat out.
const FLAT_OUT_BUSY: Duration = Duration::from_millis(60);
/// The machine time of a slice before the first wait for a key.
const STRIDE: Uops = Uops(UOPS_PER_SECOND);
/// The longest machine time that a program may take to its first wait for a key, so that this part
/// is run at once.
const FIRST_WAY: Uops = Uops(60 * UOPS_PER_SECOND);
/// The option of a session's log that names the program.
const TITLE: &str = "title";

/// The state of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// The machine works.
    Working,
    /// The program waits for a key.
    AwaitingKey,
    /// The program waits for tape.
    AwaitingTape,
    /// The visitor pressed stop, or a single order is done.
    Standing,
    /// The machine stopped by itself.
    Stopped(StopCause),
}

impl State {
    /// The state's name on the page, for programs that watch it.
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

/// The state of a machine that was not stopped by hand. A wait for tape shows only when the machine
/// runs.
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

/// The guest's hands: they give GIER the keys that were pressed on the page.
struct Fingers<'a>(&'a mut PressedKeys);

impl Hands for Fingers<'_> {
    type Error = Infallible;

    fn key(&mut self, papers: &Papers) -> Result<Key, Infallible> {
        // The page accepts only characters that have a key.
        Ok(self.0.next_symbol(papers.sheet().case()).ok().flatten().map_or(Key::None, Key::Struck))
    }
}

/// A guest's session.
#[derive(Debug)]
pub struct Guest {
    room: RecordedRoom<GuestEar>,
    start: Machine,
    title: String,
    keys: PressedKeys,
    /// Whether a key was released unread since the last [`Guest::take_dead_key`].
    key_was_dead: bool,
    speed: Speed,
    pacer: Pacer,
    state: State,
    /// The alarms of the program, if its source map is known.
    alarms: Option<Alarms>,
    /// The alarm that ended the program, with its place in the text.
    alarm: Option<String>,
}

impl Guest {
    /// A machine that was just switched on and ran flat out to its first wait for a key.
    pub fn switched_on(title: &str, start: Machine, host: Duration) -> Guest {
        let mut guest = Guest::from_the_beginning(title, start, host);
        while guest.state == State::Working && guest.view().now < FIRST_WAY {
            guest.run_to(guest.view().now + STRIDE);
        }
        guest.pacer.restart(host, guest.view().now);
        guest
    }

    /// A machine that has just been started and has executed no order.
    pub fn from_the_beginning(title: &str, start: Machine, host: Duration) -> Guest {
        let room = RecordedRoom::heard_by(Timeline::new(start.clone()), GuestEar::default());
        Guest::of(title.to_string(), start, room, host)
    }

    /// The same session, which can name the place in the text if the program on this image ends
    /// in an alarm.
    pub fn knowing(mut self, image: &Image) -> Guest {
        self.alarms = Alarms::of(image);
        self
    }

    /// The same machine from its first order on, at the same speed.
    pub fn again(&self, host: Duration) -> Guest {
        let mut guest = Guest::from_the_beginning(&self.title, self.start.clone(), host);
        guest.alarms = self.alarms.clone();
        guest.set_speed(self.speed, host);
        guest
    }

    /// The session of a log, resumed at its end.
    ///
    /// # Errors
    /// Returns the fault in the log.
    pub fn resumed(log: &str, host: Duration) -> Result<Guest, BadFile> {
        let session = Session::parse(log)?;
        let title = session.options.iter().find(|(name, _)| name == TITLE).map(|(_, title)| title.clone());
        let room = RecordedRoom::heard_by(replay(&session).room.into_timeline(), GuestEar::default());
        Ok(Guest::of(title.unwrap_or_default(), session.start, room, host))
    }

    fn of(title: String, start: Machine, room: RecordedRoom<GuestEar>, host: Duration) -> Guest {
        let speed = Speed::Times(1.0);
        let pacer = Pacer::new(speed, host, room.machine().now());
        let state = moving(room.machine());
        Guest {
            room,
            start,
            title,
            keys: PressedKeys::default(),
            key_was_dead: false,
            speed,
            pacer,
            state,
            alarms: None,
            alarm: None,
        }
    }

    /// The name of the program.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The state of the machine.
    pub const fn state(&self) -> State {
        self.state
    }

    /// The alarm that ended the program, with its place in the text. Returns `None` if the
    /// program did not end in one, or if its source map is not known.
    pub fn alarm(&self) -> Option<&str> {
        self.alarm.as_deref().filter(|_| matches!(self.state, State::Stopped(_)))
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

    /// The machine's lamps and registers.
    pub fn view(&self) -> PanelView {
        self.room.machine().view()
    }

    /// The sheet in the typewriter.
    pub fn sheet(&self) -> &Sheet {
        self.room.papers().sheet()
    }

    /// Runs the machine until it is ahead of its clock, or until a picture's time is used up.
    /// `look` is called after each slice, with the desk and the machine time for which the desk
    /// looked so.
    pub fn picture(&mut self, clock: impl Fn() -> Duration, mut look: impl FnMut(&PanelView, Uops)) {
        let begin = clock();
        self.key_was_dead |= self.keys.release(begin);
        let busy = if self.speed == FLAT_OUT { FLAT_OUT_BUSY } else { BUSY };
        while self.state == State::Working {
            let (host, now) = (clock(), self.room.machine().now());
            if host.saturating_sub(begin) > busy || !self.pacer.rest(host, now).is_zero() {
                return;
            }
            self.run_to(self.pacer.slice_end(now));
            let view = self.view();
            look(&view, view.now - now);
        }
    }

    fn run_to(&mut self, until: Uops) {
        let Ok(ending) = attend(&mut self.room, &mut Fingers(&mut self.keys), Until::at(until));
        self.state = state(ending);
        if matches!(self.state, State::Stopped(_)) {
            self.alarm = self.alarms.as_ref().and_then(|alarms| alarms.last_line(self.room.timeline()));
        }
    }

    /// Presses a key. While GIER works, the key stays down for a moment, and GIER reads it if
    /// it waits for a key by then. Returns `false` if the machine is stopped, or if there is no
    /// such key.
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

    /// Whether a key was released unread since the last call.
    pub fn take_dead_key(&mut self) -> bool {
        std::mem::take(&mut self.key_was_dead)
    }

    /// NORMAL STOP: stops the machine between two orders.
    pub fn stop(&mut self) {
        if !matches!(self.state, State::Standing | State::Stopped(_)) {
            self.room.halt();
            self.state = State::Standing;
        }
    }

    /// NORMAL START: lets the machine go on.
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

    /// Presses the button HELP.
    pub fn help(&mut self, host: Duration) {
        self.feed(Input::Help, host);
    }

    /// Gives the machine an input of the operator, after which it goes on.
    pub fn feed(&mut self, input: Input, host: Duration) {
        self.room.feed(input, &mut |_| {});
        self.state = moving(self.room.machine());
        self.pacer.restart(host, self.room.machine().now());
    }

    /// The paper as text, with the ribbon's colours in this style.
    pub fn paper_text(&self, style: RibbonStyle) -> String {
        let (mut papers, mut writer, mut text) = (Papers::new(), SheetText::new(style), String::new());
        for &(_, output) in self.room.timeline().outputs() {
            papers.take(output, &mut |print| writer.print(print, &mut text));
        }
        writer.finish(papers.sheet(), &mut text);
        text
    }

    /// The paper as an SVG picture.
    pub fn paper_svg(&self) -> String {
        svg::draw(self.sheet())
    }

    /// The punched tape, one byte a row.
    pub fn punched(&self) -> Vec<u8> {
        self.room.papers().punched().iter().map(|row| row.0).collect()
    }

    /// Begins to listen to the machine, or stops listening.
    pub fn listen(&mut self, wanted: bool) {
        *self.room.ears() = if wanted { GuestEar::at(self.room.machine()) } else { GuestEar::default() };
    }

    /// Returns the sounds since the last call.
    pub fn take_heard(&mut self) -> Heard {
        self.room.ears().take()
    }

    /// The sound of the whole session as a WAV file of the same length as the machine's time.
    /// It is the file that `gier run --sound` writes. Returns `None` if it would be too long
    /// for the format.
    pub fn sound(&mut self, mix: Mix) -> Option<Vec<u8>> {
        let session = Session::parse(&self.log()).expect("the log is ours");
        let ear = GuestEar::at(&session.start);
        let began = session.start.now();
        let mut room = replay_heard(&session, ear, &mut |_| {}).room;
        let end = room.machine().now();
        wav::bytes(&room.ears().take(), mix, began..end)
    }

    /// The session as a log that `gier replay` reads.
    pub fn log(&mut self) -> String {
        self.log_head() + &self.log_since(0).1 + &self.log_end()
    }

    /// The log up to its first input.
    pub fn log_head(&self) -> String {
        head(&self.start, &[(TITLE.to_string(), self.title.clone())])
    }

    /// Returns the number of inputs, and the log's lines for those after the first `known`.
    pub fn log_since(&self, known: usize) -> (usize, String) {
        let inputs = self.room.timeline().inputs();
        (inputs.len(), inputs[known.min(inputs.len())..].iter().map(input_line).collect())
    }

    /// The log's last line.
    pub fn log_end(&mut self) -> String {
        self.room.settle();
        end_line(&End::of(self.room.timeline()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gier_programs::book;

    fn nim() -> Machine {
        Machine::with_image(&gier_programs::nim_image())
    }

    fn play(guest: &mut Guest, typed: &str) {
        let mut host = Duration::ZERO;
        guest.set_speed(Speed::Max, host);
        for character in typed.chars() {
            while guest.state() == State::Working {
                guest.picture(|| Duration::ZERO, |_, _| {});
            }
            host += Duration::from_millis(100);
            assert!(guest.strike(character, host), "{character} at {:?}", guest.state());
        }
        while guest.state() == State::Working {
            guest.picture(|| Duration::ZERO, |_, _| {});
        }
    }

    #[test]
    fn the_five_games_of_the_book_are_played_on_the_page_too() {
        let mut guest = Guest::switched_on("NIM", nim(), Duration::ZERO);
        assert_eq!(guest.state(), State::AwaitingKey);
        play(&mut guest, book::TYPED.trim_end_matches('\n'));
        assert_eq!(guest.paper_text(RibbonStyle::Marks), book::PAPER);
        let replay = replay(&Session::parse(&guest.log()).unwrap());
        assert!(replay.true_to_log);
    }

    #[test]
    fn a_session_is_resumed_where_the_guest_was() {
        let mut guest = Guest::switched_on("NIM", nim(), Duration::ZERO);
        play(&mut guest, "djk ");
        let log = guest.log();
        let mut again = Guest::resumed(&log, Duration::ZERO).unwrap();
        assert_eq!(again.title(), "NIM");
        assert_eq!(again.state(), guest.state());
        assert_eq!(again.view(), guest.view());
        assert_eq!(again.paper_text(RibbonStyle::Marks), guest.paper_text(RibbonStyle::Marks));
        assert!(again.strike('1', Duration::ZERO));
    }

    #[test]
    fn an_alarm_is_told_with_its_place() {
        let text = "_begin _array A[1:4]; _integer i;\n_for i := 1 _step 1 _until 5 _do\n  A[i] := i\n_end;";
        let image = crate::compile::own(text).unwrap();
        let mut guest =
            Guest::from_the_beginning("own", Machine::with_image(&image), Duration::ZERO).knowing(&image);
        play(&mut guest, "");
        assert_eq!(guest.alarm(), Some("index alarm at program:3:3"));
    }

    #[test]
    fn stop_order_and_start() {
        let mut guest = Guest::from_the_beginning("NIM", nim(), Duration::ZERO);
        guest.picture(|| Duration::from_millis(100), |_, _| {});
        guest.stop();
        assert_eq!(guest.state(), State::Standing);
        let orders = guest.view().orders;
        guest.single();
        assert_eq!(guest.view().orders, orders + 1);
        guest.start(Duration::from_millis(200));
        assert_eq!(guest.state(), State::Working);
        guest.picture(|| Duration::from_millis(250), |_, _| {});
        assert!(guest.view().orders > orders + 1);
        assert!(guest.strike('d', Duration::from_millis(250)));
        guest.picture(|| Duration::from_millis(500), |_, _| {});
        assert!(!guest.take_dead_key(), "the key is still down");
        guest.picture(|| Duration::from_millis(501), |_, _| {});
        assert!(guest.take_dead_key(), "GIER did not wait for a key in time");
        guest.stop();
        assert!(!guest.strike('d', Duration::from_millis(501)), "the keys are dead while it stands");
    }
}
