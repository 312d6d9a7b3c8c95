//! Runs the museum's own tapes on the machine. `GIER_ARCHIVE` is the path of a clone of the archive. Without
//! it, these tests report that they are skipped.

use crate::paper;
use crate::slip_archive::archive;
use gier_machine::{Input, Machine, Pause, StopCause, Tape};
use gier_word::{Address, Case, Symbol, Uops, symbol, tape};
use std::path::PathBuf;

/// A machine, and the folder of the tapes for it.
struct Session {
    folder: PathBuf,
    machine: Machine,
}

impl Session {
    fn new() -> Option<Session> {
        Some(Session { folder: archive()?, machine: Machine::new() })
    }

    fn mount(&mut self, name: &str) {
        let bytes = std::fs::read(self.folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        self.machine.feed(Input::MountTape(Tape::from_bytes(name, &bytes)));
    }

    /// Runs for at most `seconds` of machine time, and types keys when the machine waits for them. Returns
    /// the pause and the new text on the paper.
    fn run(&mut self, keys: &str, seconds: f64) -> (Pause, String) {
        let until = self.machine.now() + Uops::from_seconds(seconds);
        let run = paper::run(&mut self.machine, &paper::keys_of(keys), until);
        (run.pause, run.paper)
    }

    /// Boots the monitor program HELP 3 from two tapes. It types SUM, because the drum is empty, and waits
    /// for a key.
    fn boot(&mut self, track_0: &str, help: &str) {
        self.machine.key_bootstrap();
        self.mount(track_0);
        self.mount(help);
        self.machine.feed(Input::Start);
        assert_eq!(self.run("", 10.0), (Pause::AwaitingKey, "\n‹red›SUM".to_string()));
        let (pause, paper) = self.run("\n", 60.0);
        assert_eq!((pause, paper.trim()), (Pause::AwaitingKey, "‹red› 0    0.0.0  e0‹black›"));
        let (typewriter, by) = (&self.machine.devices().typewriter, self.machine.cpu().registers().by);
        assert!(typewriter.lamp() && by == 17, "HELP waits for a command");
    }
}

fn with_help() -> Option<Session> {
    let mut session = Session::new()?;
    session.boot("tapet3/1track0.flx", "tapet3/2mainhelp.flx");
    Some(session)
}

/// HELP 3 reads this tape for at most `seconds`. Returns the pause and the new text on the paper, too.
fn read_by_help(tape: &str, seconds: f64) -> Option<(Session, Pause, String)> {
    let mut session = with_help()?;
    session.mount(tape);
    let (pause, paper) = session.run("\nr<\n", seconds);
    Some((session, pause, paper))
}

fn lines(paper: &str) -> Vec<&str> {
    paper.lines().map(str::trim).filter(|line| !line.is_empty()).collect()
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
    assert_eq!(session.run("", 10.0).0, Pause::Stopped(StopCause::Zq { cell: Address::new(15) }));
    session.machine.feed(Input::UnmountTape);
    session.mount("hjælp/hjælp_1.flx");
    assert!(session.machine.feed(Input::Help));
    assert_eq!(session.run("", 10.0), (Pause::AwaitingKey, "\n‹red›FEJL".to_string()));
    let (pause, paper) = session.run("\n", 30.0);
    assert_eq!((pause, paper.trim()), (Pause::AwaitingKey, "‹red›hp-knap  16‹black›"));
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
    let (pause, paper) = session.run("", 60.0);
    assert_eq!(pause, Pause::Stopped(StopCause::Zq { cell: Address::new(78) }));
    assert!(paper.ends_with("slut\n"), "{paper}");
}

/// Tests that the HELP button returns to the command line of HELP 3.
#[test]
fn the_help_button_returns_to_help() {
    let Some(mut session) = with_help() else { return };
    assert!(session.machine.feed(Input::Help));
    let (pause, paper) = session.run("", 30.0);
    assert_eq!(pause, Pause::AwaitingKey);
    assert!(paper.contains(" 1    0.0.0  "), "{paper}");
}

/// Tests that GIER ALGOL III, loaded by the command `r<`, compiles and runs a program of the archive.
#[test]
fn gier_algol_3_compiles_and_runs() {
    let Some((mut session, pause, paper)) = read_by_help("tapet3/ga3.flx", 100.0) else { return };
    assert_eq!((pause, paper.trim()), (Pause::AwaitingKey, "r<‹black›"));
    let text = std::fs::read(session.folder.join("mk/00ga3test1.asc")).unwrap();
    let text: String = text.iter().map(|&byte| byte as char).collect();
    let mut symbols = vec![Symbol::LOWER];
    symbols.extend(symbol::encode(&text, &mut Case::default()).unwrap());
    symbols.push(Symbol::STOP);
    session.machine.feed(Input::MountTape(Tape::new("program", tape::punch(symbols))));
    let (pause, paper) = session.run("algol3<\n", 60.0);
    assert_eq!((pause, lines(&paper)), (Pause::AwaitingKey, vec!["algol3<", "algol", "‹black›", "run"]));
    let (pause, paper) = session.run("\n", 60.0);
    assert_eq!((pause, lines(&paper)), (Pause::AwaitingKey, vec!["123.000    456.789", "end"]));
}

/// Runs the factory's test of 1968, which combines every modifier of an order with every other. It types `ok`
/// about every 20 seconds.
#[test]
fn test_21_types_ok() {
    let Some((_, _, paper)) = read_by_help("test/test21.flx", 80.0) else { return };
    assert_eq!(paper.trim(), "r<‹red›\n‹black›ok‹red› ‹black›ok‹red›");
}

/// Runs test 8, which measures each track and lists tracks that do not take 20 ms.  [F-DRUM-5]
#[test]
fn test_8_lists_no_track() {
    let Some((_, pause, paper)) = read_by_help("test/test8.flx", 60.0) else { return };
    assert_eq!(pause, Pause::Stopped(StopCause::Zq { cell: Address::new(78) }));
    assert_eq!(lines(&paper), ["r<", "ms          track", "slut"]);
}

/// Computes pi with a program that relies on drum words moving one after the other. The program measures its
/// own time. The real machine took 215 seconds.  [F-ZL-1]
#[test]
fn pitoslip_prints_pi() {
    let Some((mut session, pause, _)) = read_by_help("demo/pitoslip.flx", 100.0) else { return };
    assert_eq!(pause, Pause::Stopped(StopCause::Zq { cell: Address::new(19) }));
    let half = "103/2/0/0".parse::<gier_word::Cell>().unwrap().signed(); // two tracks of digits
    session.machine.feed(Input::SetRegister(gier_machine::Register::R, half));
    session.machine.feed(Input::Start);
    let (_, paper) = session.run("", 240.0);
    let lines = lines(&paper);
    let seconds: f64 = lines[0].trim_end_matches(" sec").parse().unwrap();
    assert!((205.0..225.0).contains(&seconds), "{seconds}");
    assert_eq!(lines[1], "3.14159 26535 89793 23846 26433 83279 50288 41971 69399 37510");
}
