//! Tests of what the panel promises. Steps forward and back lead to the same states, the paper goes
//! back with the machine, and the log is correct whatever you press.

mod breaks;
mod line;
mod pictures;
mod talk;

use crate::ink::picture;
use crate::ink::theme::Theme;
use crate::keys::table::{BINDINGS, Command, Desk, Files as FileCommand};
use crate::keys::{Key, script};
use crate::parts::screen;
use crate::scene::Target;
use crate::state::app::App;
use crate::state::files::store::Store;
use crate::state::prompt::About;
use core::time::Duration;
use gier_desk::host::{Clock, Files, MemoryFiles, Stopped};
use gier_desk::notation::slip;
use gier_desk::pace::Speed;
use gier_desk::typewriter::paper::text_of;
use gier_machine::{Input, Log, Machine};
use gier_word::Uops;
use gier_word::uops::UOPS_PER_SECOND;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::cell::Cell;
use std::rc::Rc;

/// A machine with the program `sums.slip` on its drum.
fn machine() -> Machine {
    let text = include_str!("sums.slip");
    let (items, faults) = gier_slip::parse(&[gier_slip::Source::new("sums", text)]);
    assert!(faults.is_empty(), "{faults:?}");
    let assembly = gier_slip::assemble(&items).unwrap();
    Machine::with_image(&gier_slip::bootable(&assembly, "sums").unwrap())
}

fn app() -> App {
    app_with(&MemoryFiles::default())
}

fn app_with(files: &MemoryFiles) -> App {
    let names = ["breaks", "log"].map(|name| Some(name.to_string()));
    let [breaks, log] = names;
    let store = Store::new("sums", breaks, log, Box::new(files.clone()));
    App::new(machine(), "sums", Speed::Max, Theme::Plain, store, Box::new(Stopped))
}

/// Reads a session back from the log with this name.
fn session(files: &MemoryFiles, name: &str) -> Log {
    let log = files.clone().read(name).unwrap();
    Log::parse(str::from_utf8(&log).unwrap()).unwrap()
}

fn press(app: &mut App, keys: &str) {
    app.press_all(&script::parse(keys).unwrap());
}

/// Presses these keys, after which the panel's message must contain this text.
fn says(app: &mut App, keys: &str, text: &str) {
    press(app, keys);
    assert!(app.talk.message.contains(text), "{keys}: {}", app.talk.message);
}

/// Presses keys, but lets no time pass.
fn press_only(app: &mut App, keys: &str) {
    script::parse(keys).unwrap().into_iter().for_each(|key| app.press(key, &mut |_, _| true));
}

fn buffer_at(app: &mut App, width: u16, height: u16) -> Buffer {
    let area = Rect::new(0, 0, width, height);
    let mut buffer = Buffer::empty(area);
    app.prepare(height);
    let drawn = screen::draw(&app.scene(), area, &mut buffer);
    app.drew(drawn);
    buffer
}

fn draw_at(app: &mut App, width: u16, height: u16) -> String {
    picture::text(&buffer_at(app, width, height))
}

/// The places on a screen of 120 columns and 40 rows at which a click does this.
fn places_of(app: &App, is_it: impl Fn(Target) -> bool) -> Vec<(u16, u16)> {
    let all = (0..40).flat_map(|row| (0..120).map(move |column| (column, row)));
    all.filter(|&(column, row)| app.drawn.hits.at(column, row).is_some_and(&is_it)).collect()
}

fn click(app: &mut App, (column, row): (u16, u16)) {
    app.click(column, row, &mut |_, _| true);
}

fn shown(app: &mut App) -> String {
    draw_at(app, 200, 60)
}

/// A clock that a test moves forward.
#[derive(Clone, Debug, Default)]
struct HandClock(Rc<Cell<Duration>>);

impl HandClock {
    fn advance(&self, time: Duration) {
        self.0.set(self.0.get() + time);
    }
}

impl Clock for HandClock {
    fn now(&self) -> Duration {
        self.0.get()
    }
}

fn paper(app: &App) -> Vec<String> {
    app.session.engine().sheet().lines().iter().map(|line| text_of(line)).collect()
}

fn hash(app: &App) -> u64 {
    app.session.machine().state_hash()
}

/// A panel whose machine is stopped a short time after the digits 3 and 5 were typed.
fn in_the_middle() -> App {
    let mut app = app();
    app.type_text("35", Uops::NEVER);
    press(&mut app, "x");
    app
}

/// The same panel, after these keys.
fn pressed(keys: &str) -> App {
    let mut app = in_the_middle();
    press(&mut app, keys);
    app
}

#[test]
fn twenty_orders_forward_and_twenty_back_lead_to_the_same_state() {
    let mut app = in_the_middle();
    press(&mut app, &"z".repeat(30));
    let (before, paper_before) = (hash(&app), paper(&app));
    for _ in 0..20 {
        press(&mut app, "s");
    }
    assert_ne!(hash(&app), before);
    press(&mut app, &"z".repeat(20));
    assert_eq!(hash(&app), before);
    assert_eq!(paper(&app), paper_before);
}

#[test]
fn the_paper_goes_back_before_a_typed_key_and_forward_again() {
    let mut app = in_the_middle();
    let (end, paper_end) = (hash(&app), paper(&app));
    let typed = |app: &App| paper(app).concat().contains('5');
    assert!(typed(&app));
    let mut steps = 0;
    while typed(&app) {
        press(&mut app, "z");
        steps += 1;
        assert!(steps < 1000);
    }
    press(&mut app, "]");
    assert_eq!((hash(&app), paper(&app)), (end, paper_end.clone()));
    press(&mut app, "[");
    assert_eq!(app.session.machine().orders(), 0);
    assert_eq!(paper(&app), [""]);
    press(&mut app, "]");
    assert_eq!((hash(&app), paper(&app)), (end, paper_end));
}

#[test]
fn the_future_is_discarded_only_when_you_confirm() {
    let mut app = in_the_middle();
    let end = app.session.machine().orders();
    press(&mut app, "zzzzzzzz");
    let here = app.session.machine().orders();
    assert_eq!(app.session.engine().future(), Some(end));
    press(&mut app, "A<Esc>");
    assert_eq!((app.session.engine().future(), app.session.machine().devices().desk.ka), (Some(end), false));
    press(&mut app, "Af");
    assert_eq!((app.session.engine().future(), app.session.machine().devices().desk.ka), (None, true));
    assert_eq!(app.session.machine().orders(), here);
}

#[test]
fn a_call_is_one_step_and_a_return_is_found() {
    let mut app = app();
    app.type_text("3", Uops::NEVER);
    // Cell 46 calls the subroutine that adds. Cell 47 calls the subroutine that prints a bar.
    press(&mut app, "x[c46<Enter>");
    assert_eq!(app.session.engine().next().cell, 46, "{:?}", app.session.state());
    press(&mut app, "o");
    assert_eq!(app.session.engine().next().cell, 47, "{:?}", app.session.state());
    press(&mut app, "ssu");
    assert_eq!(app.session.engine().next().cell, 48, "{:?}", app.session.state());
    // The next order calls no subroutine, so the key o executes one order, like any other step.
    press(&mut app, "o");
    assert_eq!(app.session.engine().next().cell, 43, "{:?}", app.session.state());
}

#[test]
fn registers_and_cells_are_set_at_a_stop() {
    let mut app = pressed("eR 17 a<Enter>ec500 hv 41<Enter>er1 41r<Enter>");
    let now = app.session.machine().cpu().registers();
    assert_eq!((now.r, now.r_marks.letter(), now.r1.number()), (17, Some('a'), 41));
    assert_eq!(slip::write(app.session.machine().ferrite().read(500)).trim(), "hv 41");
    press(&mut app, "eR nonsense<Enter>");
    assert!(app.talk.prompt.is_some());
}

#[test]
fn a_click_on_a_lamp_inverts_its_bit() {
    let mut app = in_the_middle();
    let mut before = buffer_at(&mut app, 120, 40);
    for place in places_of(&app, |target| matches!(target, Target::Lamp(..))) {
        click(&mut app, place);
        let after = buffer_at(&mut app, 120, 40);
        assert_ne!(after[place].symbol(), before[place].symbol(), "{place:?}");
        before = after;
    }
}

#[test]
fn a_click_on_the_lamps_run_and_stop_starts_and_stops() {
    let mut app = app();
    for (size, lamp, runs) in
        [((120, 40), Desk::Stop, false), ((80, 24), Desk::Start, true), ((80, 24), Desk::Stop, false)]
    {
        draw_at(&mut app, size.0, size.1);
        let places = places_of(&app, |target| target == Target::Command(Command::Desk(lamp)));
        click(&mut app, places[0]);
        assert_eq!(app.session.runs(), runs, "{lamp:?}");
    }
}

#[test]
fn the_switch_for_parity_stop_has_a_key_and_is_logged() {
    let files = MemoryFiles::default();
    let mut app = app_with(&files);
    press(&mut app, "x2");
    assert!(app.session.machine().devices().desk.parity_stop);
    press(&mut app, "22");
    let log = app.finish().unwrap();
    let session = session(&files, &log);
    let turns: Vec<&Input> = session.inputs.iter().map(|logged| &logged.input).collect();
    assert_eq!(turns, [true, false, true].map(Input::ParityStop).iter().collect::<Vec<_>>());
    let replay = gier_desk::replay(&session);
    assert!(replay.true_to_log && replay.end().hash == hash(&app));
}

/// In a long run, the panel does not receive a call for each order. The listing must still show the same
/// marks of recent accesses as after short runs.
#[test]
fn an_unwatched_run_leaves_the_same_marks() {
    let marks = |slice: Uops| {
        let mut app = pressed("[");
        press_only(&mut app, "gr");
        let end = Uops::from_seconds(4.0);
        while app.is_running() && app.session.machine().now() < end {
            app.run_until(end.min(app.session.machine().now() + slice));
        }
        app.prepare(40);
        let traces = app.session.engine().traces();
        (hash(&app), (0..1024).map(|cell| (traces.executed(cell), traces.written(cell))).collect::<Vec<_>>())
    };
    let (short, long) = (marks(Uops(UOPS_PER_SECOND / 100)), marks(Uops(UOPS_PER_SECOND * 4)));
    assert_eq!(short, long);
    // Cell 40 was executed, and every order `sy` writes cell 1023.
    assert_eq!([short.1[40], short.1[1023]], [(true, false), (false, true)]);
}

/// A random generator that gives the same numbers on every computer.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// The keys of a typewriter, and the keys of all commands except those that leave the panel.
fn all_keys() -> Vec<Key> {
    let stays = |command| command != Command::Files(FileCommand::Quit);
    let table = BINDINGS.iter().filter(|row| stays(row.command)).flat_map(|row| row.keys).copied();
    let typewriter = "0123456789r./ -hvt".chars().map(Key::Char);
    table.chain(typewriter).chain([Key::Enter, Key::Enter, Key::Backspace]).collect()
}

/// Lines for the command line. They set breakpoints of every kind with conditions, search backwards, and ask
/// questions.
const LINES: [&str; 36] = [
    "break 58 when R < 0 from 2",
    "break 46",
    "break 63 tell R, cell 71",
    "break 3 of track 100",
    "watch cell 70",
    "watch cell 72 when cell 72 > 2",
    "watch cells 69-72 read",
    "watch cell 1023 written from 5",
    "watch cell 67 executed tell R, seconds",
    "watch R < 0",
    "watch cell 70 + cell 71",
    "watch track 100",
    "watch symbol typed",
    "watch symbol read tell R",
    "watch key",
    "watch transfer",
    "forget all",
    "forget 2",
    "continue",
    "step 100",
    "step over",
    "step out",
    "back",
    "back to break",
    "back to R < 0",
    "back to 46",
    "back to change of cell 72",
    "back to write of cell 71",
    "forward to end",
    "who wrote 72",
    "who wrote again",
    "tell calls",
    "tell history 20",
    "show floating cell 72",
    "mark here",
    "set cell",
];

/// How many random events a session has.
const SESSION: usize = 2_000;

/// Runs a session with random keys, clicks, screen sizes and times. Afterwards, one key leads back to the state at
/// the start, each file has a name that was offered or confirmed, and the logs replay the session.
fn random_session(dice: &mut Dice) {
    let files = MemoryFiles::default();
    let mut app = app_with(&files);
    let keys = all_keys();
    // The last two are offered, and need no answer of their own.
    let mut names = ["breaks", "log", "sums.snap", "sums-paper"].map(str::to_string).to_vec();
    for _ in 0..SESSION {
        let asked = app.talk.prompt.as_ref().map(|prompt| prompt.about.clone());
        match dice.below(20) {
            0 => click(&mut app, (dice.below(120) as u16, dice.below(40) as u16)),
            1 => {
                let (column, row) = (dice.below(120) as u16, dice.below(40) as u16);
                app.wheel(column, row, dice.below(7) as i16 - 3);
            }
            2 => drop(draw_at(&mut app, 20 + dice.below(180) as u16, 5 + dice.below(60) as u16)),
            3 => {
                let line = LINES[dice.below(LINES.len())];
                press_only(&mut app, &format!("<Esc><Esc>:{line}<Enter>"));
            }
            _ => {
                let mut patience = dice.below(4);
                let key = keys[dice.below(keys.len())];
                if let (Some(About::Write(named)), Key::Char('y')) = (asked, key) {
                    names.push(named.1);
                }
                app.press(key, &mut |_, _| {
                    patience = patience.saturating_sub(1);
                    patience > 0
                });
            }
        }
        // A few slices are so long that the panel is not notified of each order.
        let longest = if dice.below(100) == 0 { UOPS_PER_SECOND } else { UOPS_PER_SECOND / 50 };
        let pause = dice.below(longest as usize) as u64;
        app.run_until(app.session.machine().now() + Uops(pause));
    }
    draw_at(&mut app, 80, 24);
    press_only(&mut app, "<^N>");
    let look = &app.look;
    let is_open = app.talk.prompt.is_some() || look.help.is_some() || look.answer.is_some();
    assert!(!is_open && look.breaks_page.is_none() && app.session.engine().future().is_none());
    assert_eq!((look.view, look.focus, look.form), Default::default());
    assert_eq!(app.pacer.speed(), Speed::Times(1.0));
    let is_meant = |name: &String| names.iter().any(|meant| name.starts_with(meant));
    assert!(files.names().iter().all(is_meant), "{:?}", files.names());
    let last = app.finish().unwrap();
    for name in files.names().iter().filter(|name| name.starts_with("log")) {
        let replay = gier_desk::replay(&session(&files, name));
        assert!(replay.true_to_log, "{name}");
        assert!(*name != last || replay.end().hash == hash(&app));
    }
}

/// The environment variable `GIER_EVENTS` sets the number of random events. In a release build, a million
/// events take about a minute.
#[test]
fn random_keys_never_panic_and_never_spoil_the_log() {
    let events = option_env!("GIER_EVENTS").and_then(|text| text.parse().ok()).unwrap_or(5 * SESSION);
    (1..=events.div_ceil(SESSION) as u64).for_each(|seed| random_session(&mut Dice(seed)));
}
