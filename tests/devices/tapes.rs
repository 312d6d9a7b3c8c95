//! Runs the museum's own tapes on the machine. `GIER_ARCHIVE` is the path of a clone of the archive. Without
//! it, these tests report that they are skipped.

use gier_machine::{Input, Machine, Output, Pause, StopCause, Tape};
use gier_word::{Address, Case, Symbol, Uops, symbol, tape};
use std::collections::VecDeque;
use std::path::PathBuf;

/// Returns the folder of the archive's tapes, if there is an archive.
fn archive() -> Option<PathBuf> {
    crate::ga3::archive().map(|archive| archive.join("tapes"))
}

/// A machine with an operator: tapes, keys to type, and the paper so far.
struct Session {
    folder: PathBuf,
    machine: Machine,
    keys: VecDeque<Symbol>,
    key_case: Case,
    paper: String,
    paper_case: Case,
}

impl Session {
    fn new() -> Option<Session> {
        Some(Session {
            folder: archive()?,
            machine: Machine::new(),
            keys: VecDeque::new(),
            key_case: Case::Lower,
            paper: String::new(),
            paper_case: Case::Lower,
        })
    }

    fn mount(&mut self, name: &str) {
        let bytes = std::fs::read(self.folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        self.machine.feed(Input::MountTape(Tape::from_bytes(name, &bytes)));
    }

    fn type_keys(&mut self, text: &str) {
        self.keys.extend(symbol::encode(text, &mut self.key_case).unwrap());
    }

    /// Runs for at most `seconds` of machine time, and types keys when the machine waits for them. Returns
    /// the pause and the new text on the paper, with `{` for red and `}` for black.
    fn run(&mut self, seconds: f64) -> (Pause, String) {
        let until = self.machine.now() + Uops::from_seconds(seconds);
        loop {
            let pause = self.machine.run_until(until);
            for (_, output) in self.machine.take_output() {
                if let Output::Typed(symbol) | Output::Echo(symbol) = output {
                    self.print(symbol);
                }
            }
            let key = if pause == Pause::AwaitingKey { self.keys.pop_front() } else { None };
            let Some(key) = key else { return (pause, std::mem::take(&mut self.paper)) };
            assert!(self.machine.feed(Input::Key(key)));
        }
    }

    fn print(&mut self, symbol: Symbol) {
        match symbol {
            Symbol::LOWER => self.paper_case = Case::Lower,
            Symbol::UPPER => self.paper_case = Case::Upper,
            Symbol::CARRIAGE_RETURN => self.paper.push('\n'),
            Symbol::RED => self.paper.push('{'),
            Symbol::BLACK => self.paper.push('}'),
            _ => self.paper.extend(symbol.glyph(self.paper_case)),
        }
    }

    /// Boots the monitor program HELP 3 from two tapes. It types SUM, because the drum is empty, and waits
    /// for a key.
    fn boot(&mut self, track_0: &str, help: &str) {
        self.machine.key_bootstrap();
        self.mount(track_0);
        self.mount(help);
        self.machine.feed(Input::Start);
        assert_eq!(self.run(10.0), (Pause::AwaitingKey, "\n{SUM".to_string()));
        self.type_keys("\n");
        let (pause, paper) = self.run(60.0);
        assert_eq!((pause, paper.trim()), (Pause::AwaitingKey, "{ 0    0.0.0  e0}"));
        let (typewriter, by) = (&self.machine.devices().typewriter, self.machine.cpu().registers().by);
        assert!(typewriter.lamp() && by == 17, "HELP waits for a command");
    }
}

fn with_help() -> Option<Session> {
    let mut session = Session::new()?;
    session.boot("tapet3/1track0.flx", "tapet3/2mainhelp.flx");
    Some(session)
}

/// Tests that HELP 3 boots from both sets of its tapes. Its first order waits for a drum transfer, and is in
/// a cell that this transfer overwrites.  [F-WAIT-1]
#[test]
fn help_3_boots_from_both_of_its_tape_sets() {
    if let Some(mut session) = Session::new() {
        session.boot("help3bin/basictrack0.flx", "help3bin/basichelp3.flx");
        with_help();
    }
}

/// Boots the older monitor program HJÆLP as an operator does: with keyed cells, a tape for track 0, and the
/// HELP button. HJÆLP types FEJL, because the drum is empty, and reads its own tape after any key. Then it
/// types `hp-knap`, because the button called it, and r1, the address of the next order. r1 is 16 after the
/// stop in cell 15.  [F-BOOT-2]
#[test]
fn hjaelp_1_boots_with_its_keyed_cells() {
    let Some(mut session) = Session::new() else { return };
    session.machine.key_old_bootstrap();
    session.mount("hjælp/kanal_0_1.flx");
    session.machine.feed(Input::Start);
    assert_eq!(session.run(10.0).0, Pause::Stopped(StopCause::Zq { cell: Address::new(15) }));
    session.machine.feed(Input::UnmountTape);
    session.mount("hjælp/hjælp_1.flx");
    assert!(session.machine.feed(Input::Help));
    assert_eq!(session.run(10.0), (Pause::AwaitingKey, "\n{FEJL".to_string()));
    session.type_keys("\n");
    let (pause, paper) = session.run(30.0);
    assert_eq!((pause, paper.trim()), (Pause::AwaitingKey, "{hp-knap  16}"));
}

/// The last cell of a track-0 tape always goes to cell 512, so empty cells must follow a short program. The
/// tape of test 8 lacks them. With these cells and the heading of test 7's tape, it works.  [F-BOOT-3]
#[test]
fn test_8_runs_when_its_tape_is_filled_up_like_the_others() {
    const HEADING: usize = 62;
    const CELL: usize = 7;
    let Some(mut session) = Session::new() else { return };
    let read = |name: &str| std::fs::read(session.folder.join(name)).unwrap();
    let (test7, test8) = (read("test/test7_0.flx"), read("test/test8_0.flx"));
    let cells = &test8[HEADING..HEADING + 42 * CELL];
    let empty =
        tape::punch([0, 0, 0, 0, 0, 0, 64].map(Symbol::new)).iter().map(|row| row.0).collect::<Vec<_>>();
    let end = &test8[HEADING + 42 * CELL..];
    let filled = [&test7[..HEADING], cells, &empty.repeat(472 - 42), end].concat();
    session.machine.key_bootstrap();
    session.machine.feed(Input::MountTape(Tape::from_bytes("filled", &filled)));
    session.machine.feed(Input::Start);
    let (pause, paper) = session.run(60.0);
    assert_eq!(pause, Pause::Stopped(StopCause::Zq { cell: Address::new(78) }));
    assert!(paper.ends_with("slut\n"), "{paper}");
}

/// Tests that the HELP button returns to the command line of HELP 3.
#[test]
fn the_help_button_returns_to_help() {
    let Some(mut session) = with_help() else { return };
    assert!(session.machine.feed(Input::Help));
    let (pause, paper) = session.run(30.0);
    assert_eq!(pause, Pause::AwaitingKey);
    assert!(paper.contains(" 1    0.0.0  "), "{paper}");
}

/// Tests that GIER ALGOL III, loaded by the command `r<`, compiles and runs a program of the archive.
#[test]
fn gier_algol_3_compiles_and_runs() {
    let Some(mut session) = with_help() else { return };
    session.mount("tapet3/ga3.flx");
    session.type_keys("\nr<\n");
    let (pause, paper) = session.run(100.0);
    assert_eq!((pause, paper.trim()), (Pause::AwaitingKey, "r<}"));
    let text = std::fs::read(session.folder.join("mk/00ga3test1.asc")).unwrap();
    let text: String = text.iter().map(|&byte| byte as char).collect();
    let mut symbols = vec![Symbol::LOWER];
    symbols.extend(symbol::encode(&text, &mut Case::default()).unwrap());
    symbols.push(Symbol::STOP);
    session.machine.feed(Input::MountTape(Tape::new("program", tape::punch(symbols))));
    session.type_keys("algol3<\n");
    let (pause, paper) = session.run(60.0);
    let lines: Vec<&str> = paper.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert_eq!((pause, lines), (Pause::AwaitingKey, vec!["algol3<", "algol", "}", "run"]));
    session.type_keys("\n");
    let (pause, paper) = session.run(60.0);
    let lines: Vec<&str> = paper.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert_eq!((pause, lines), (Pause::AwaitingKey, vec!["123.000    456.789", "end"]));
}

/// Runs the factory's test of 1968, which combines every modifier of an order with every other. It types `ok`
/// about every 20 seconds.
#[test]
fn test_21_types_ok() {
    let Some(mut session) = with_help() else { return };
    session.mount("test/test21.flx");
    session.type_keys("\nr<\n");
    let (_, paper) = session.run(80.0);
    assert_eq!(paper.trim(), "r<{\n}ok{ }ok{");
}

/// Runs test 8, which measures each track and lists tracks that do not take 20 ms.  [F-DRUM-5]
#[test]
fn test_8_lists_no_track() {
    let Some(mut session) = with_help() else { return };
    session.mount("test/test8.flx");
    session.type_keys("\nr<\n");
    let (pause, paper) = session.run(60.0);
    assert_eq!(pause, Pause::Stopped(StopCause::Zq { cell: Address::new(78) }));
    let lines: Vec<&str> = paper.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert_eq!(lines, ["r<", "ms          track", "slut"]);
}

/// Computes pi with a program that relies on drum words moving one after the other. The program measures its
/// own time. The real machine took 215 seconds.  [F-ZL-1]
#[test]
fn pitoslip_prints_pi() {
    let Some(mut session) = with_help() else { return };
    session.mount("demo/pitoslip.flx");
    session.type_keys("\nr<\n");
    assert_eq!(session.run(100.0).0, Pause::Stopped(StopCause::Zq { cell: Address::new(19) }));
    let half = "103/2/0/0".parse::<gier_word::Cell>().unwrap().signed(); // two tracks of digits
    session.machine.feed(Input::SetRegister(gier_machine::Register::R, half));
    session.machine.feed(Input::Start);
    let (_, paper) = session.run(240.0);
    let mut lines = paper.lines().map(str::trim).filter(|line| !line.is_empty());
    let seconds: f64 = lines.next().unwrap().trim_end_matches(" sec").parse().unwrap();
    assert!((205.0..225.0).contains(&seconds), "{seconds}");
    assert_eq!(lines.next(), Some("3.14159 26535 89793 23846 26433 83279 50288 41971 69399 37510"));
}

/// Starts HELP 3 from tapes that are torn or have a changed bit. gier must not panic.
#[test]
fn damaged_tapes_do_no_harm() {
    let Some(folder) = archive() else { return };
    let read = |name: &str| std::fs::read(folder.join(name)).unwrap();
    let (track_0, help) = (read("tapet3/1track0.flx"), read("tapet3/2mainhelp.flx"));
    for case in 0..24 {
        let mut bytes = [track_0.clone(), help.clone()].concat();
        let at = case * 7919 % 3000 + case % 3 * 5000;
        if case % 2 == 0 {
            bytes.truncate(at)
        } else {
            bytes[at] ^= 1 << (case % 8)
        }
        let mut machine = Machine::new();
        machine.key_bootstrap();
        machine.feed(Input::MountTape(Tape::from_bytes("damaged", &bytes)));
        machine.feed(Input::Start);
        for _ in 0..3 {
            machine.run_until(machine.now() + Uops::from_seconds(5.0));
            machine.feed(Input::Key(Symbol::CARRIAGE_RETURN));
        }
    }
}
