//! Tests what the devices do, and how long they take, as a program sees them.

#[path = "devices/tapes.rs"]
mod tapes;

use crate::slip_archive::ours;
use gier_cpu::Flow;
use gier_machine::{Input, Machine, Output, Pause, Place, Register, StopCause, Tape};
use gier_word::tape::Row;
use gier_word::{Address, Cell, Half, Image, Opcode, Symbol, Uops, tape};

/// The time that a word of the drum takes to pass the heads, in micro-operations.
const WORD: u64 = 231;

/// Makes a machine with this SLIP program in its ferrite store, and starts it at cell 40.
pub fn program(text: &str) -> Machine {
    let mut machine = Machine::new();
    for (address, cell) in ours(text).unwrap().core() {
        machine.feed(Input::SetCell(address, cell));
    }
    machine.feed(Input::SetNext(Address::new(40), Half::Left));
    machine.feed(Input::Start);
    machine
}

/// Runs to the first pause, for at most a hundred seconds of machine time.
pub fn run(machine: &mut Machine) -> Pause {
    machine.run_until(machine.now() + Uops::from_seconds(100.0))
}

pub fn outputs(machine: &mut Machine) -> Vec<Output> {
    machine.take_output().into_iter().map(|(_, output)| output).collect()
}

fn zq(cell: u16) -> Pause {
    Pause::Stopped(StopCause::Zq { cell: cell.into() })
}

/// A probe: the machine calls it after each order. It records the time of each order with this operation.
struct Times(Opcode, Vec<u64>);

impl gier_machine::Probe for Times {
    fn finished(&mut self, order: &gier_machine::Finished<'_>) {
        if order.order.opcode == self.0 {
            self.1.push(order.now.0);
        }
    }
}

fn periods(text: &str) -> Vec<u64> {
    let mut machine = program(text);
    let mut times = Times(Opcode::Lk, Vec::new());
    machine.run_probed(Uops(WORD * 420), &mut times);
    times.1.windows(2).skip(1).map(|pair| pair[1] - pair[0]).collect()
}

/// Checks the time from one transfer to the next.  [F-DRUM-2]
#[test]
fn transfers_follow_each_other_every_41_words_and_on_a_new_track_every_42() {
    let same = periods("i=40\n vk 0 , lk 100\n hv 40\n");
    assert_eq!(same, vec![41 * WORD; 9]);
    let other = periods("i=40\n vk 0 t 1\n lk 100\n hv 40\n");
    assert_eq!(other, vec![42 * WORD; 8]);
}

/// The order `hk` does nothing during a drum transfer, and calls a subroutine if the drum is idle.
/// [F-JUMP-4]
#[test]
fn the_drum_is_asked_whether_it_is_idle() {
    let mut machine = program("i=40\n vk 7 , lk 100\n hk 50\n hv 41\ni=50\n zq\n");
    assert_eq!(run(&mut machine), zq(50));
    assert!(machine.now().0 > 40 * WORD, "{}", machine.now().0);
}

/// Tests that `dry_run`, which finds what an order would do, does not change the machine. The order `is 300`
/// replaces s for the next order only. A request to the buffer store succeeds.  [F-SUBST-1]
#[test]
fn a_dry_run_leaves_the_machine_alone() {
    let mut machine = program("i=40\n ps 2 , is 300\n arn s5\n arn s5\n arn 60 , us 0\n");
    machine.step();
    machine.step();
    let at = |cell: u16, half| machine.dry_run(Place { cell: cell.into(), half });
    assert_eq!(at(41, Half::Left).effective.map(|effective| effective.address), Some(305.into()));
    assert_eq!(at(42, Half::Left).effective.map(|effective| effective.address), Some(7.into()));
    assert_eq!(at(43, Half::Right).flow, Flow::Next);
}

/// Tests that each word of a transfer moves at its own time. After `sk` (write a track) starts, a change to
/// cell 139 still reaches the drum, but a change to cell 100 is too late. `lk` (read a track) fills cell 200
/// before cell 239.  [F-DRUM-1]
#[test]
fn words_move_one_after_the_other() {
    let mut machine = program(
        "i=40\n vk 7 , sk 100\n pmn 60 , qq\n bt 30 t -1\n hv r-1\n gm 100 , gm 139\n vk 7 , lk 200\n\
         bt 30 t -1\n hv r-1\n arn 200 , pm 239\n zq\ni=60\n qq 5\n",
    );
    assert_eq!(run(&mut machine), zq(49));
    let five: Cell = "5/0/0/0".parse().unwrap();
    let track = machine.drum().track(7).unwrap();
    assert_eq!((track[0], track[39]), (Cell::ZERO, five));
    assert_eq!(machine.cpu().registers().m, 0, "cell 239 has not come yet");
    assert_eq!(machine.drum().track(320), None);
}

/// Measures a loop of known length, with and without a transfer at the same time.  [F-DRUM-3]
#[test]
fn each_word_takes_twelve_micro_operations() {
    let text = "i=40\n vk 7 , lk 200\n pa r1 t 400\n bt 0 t -1\n hv r-1\n zq\n";
    let mut with = program(text);
    run(&mut with);
    let mut without = program(&text.replace("lk 200", "qq 0"));
    run(&mut without);
    let more = with.now().0 - without.now().0;
    assert!((40 * 12..40 * 12 + 10).contains(&more), "{more}");
}

/// Checks which tracks a program can write.  [F-DRUM-4, F-DRUM-6, Q20]
#[test]
fn protected_and_missing_tracks_are_not_changed() {
    let text = "i=40\n pmn 60 , gm 100\n vk 0 , sk 100\n vk 31 , sk 100\n vk 32 , sk 100\n vk 320 , sk 100\n\
                lk 200 , vk 0\n zq\ni=60\n qq 5\n";
    let written = |protect0, protect31| {
        let mut machine = program(text);
        machine.feed(Input::ProtectTrack0(protect0));
        machine.feed(Input::ProtectTracks1To31(protect31));
        assert_eq!(run(&mut machine), zq(46));
        assert_eq!(machine.ferrite().read(200), Cell::ZERO);
        [0, 31, 32].map(|track| machine.drum().track(track).unwrap()[0] != Cell::ZERO)
    };
    assert_eq!(written(false, false), [true, true, true]);
    assert_eq!(written(true, false), [false, true, true]);
    assert_eq!(written(false, true), [true, false, true]);
}

/// Tests that a symbol goes to all selected devices, and that the program waits for the slowest one.
/// [F-BY-1, F-TYPE-1, F-PUNCH-1]
#[test]
fn a_symbol_goes_to_all_selected_units_at_their_speed() {
    let last = |by: u16| {
        let mut machine = program(&format!("i=40\n vy {by} , sy 49\n sy 50 , sy 51\n zq\n"));
        run(&mut machine);
        let sent = machine.take_output();
        (sent.len(), sent.last().map_or(0, |(at, _)| at.0))
    };
    let tenth = Uops::from_micros(200_000).0;
    let (count, at) = last(16);
    assert!(count == 3 && (tenth..tenth + 100).contains(&at), "{at}");
    let (count, at) = last(16 + 32 + 8);
    assert!(count == 9 && (tenth..tenth + 100).contains(&at), "{at}");
    let (count, at) = last(32);
    assert!(count == 3 && (6144..6244).contains(&at), "{at}"); // two rows at 1/150 s each
    assert_eq!(last(0), (0, 0));
    assert_eq!(last(256 + 128 + 64), (0, 0), "Q27");
}

/// Tests the times of the line printer. Symbols take no time. Printing a line or starting a new page takes a
/// tenth of a second.  [F-PRINT-1, Q22]
#[test]
fn the_printer_waits_for_its_lines() {
    let mut machine = program("i=40\n vy 8 , sy 49\n sy 64 , sy 50\n sy 72 , sy 51\n zq\n");
    assert_eq!(run(&mut machine), zq(43));
    let tenth = Uops::from_micros(100_000).0;
    let printed: Vec<(u64, Output)> =
        machine.take_output().into_iter().map(|(at, output)| (at.0 / tenth, output)).collect();
    let symbols = [(0, 49), (0, 64), (1, 50), (1, 72), (2, 51)];
    assert_eq!(printed, symbols.map(|(tenths, code)| (tenths, Output::Printed(Symbol::new(code)))));
}

/// Between two orders `zl` (read the clock), the typewriter takes two tenths of a second. The orders take
/// less than a thousandth.  [F-ZL-1, Q11]
#[test]
fn the_clock_order_counts_seconds() {
    let mut machine =
        program("i=40\n sy 49\n zl\n vy 16 , sy 49\n sy 50 , sy 51\n zl\n grf 60\n zl\n grf 61\n zq\n");
    assert_eq!(run(&mut machine), zq(48));
    let seconds = |cell| gier_word::number::float(machine.ferrite().read(cell));
    assert!((0.2..0.201).contains(&seconds(60)), "{}", seconds(60));
    assert!(seconds(61) < 0.001, "it begins anew each time: {}", seconds(61));
}

/// Checks when the typewriter accepts a key, and that the key prints.  [F-TYPE-2, F-TYPE-3]
#[test]
fn keys_are_dead_until_the_lamp_is_lit_and_print_by_themselves() {
    let mut machine = program("i=40\n vy 17 , sy 49\n ly 60 , sy 50\n zq\n");
    assert!(machine.step() == Pause::Done && machine.step() == Pause::Done);
    let key = Input::Key(Symbol::new(36));
    assert!(machine.feed(key.clone()), "the next order waits for a key");
    let mut machine = program("i=40\n vy 17 , sy 49\n ly 60 , sy 50\n zq\n");
    assert!(!machine.feed(key.clone()), "the program does not wait yet");
    assert_eq!(run(&mut machine), Pause::AwaitingKey);
    assert!(machine.devices().typewriter.lamp());
    let before = machine.now();
    assert!(machine.feed(key.clone()));
    assert!(!machine.feed(key), "one key at a time");
    assert_eq!(run(&mut machine), zq(42));
    let symbols =
        [Output::Typed(Symbol::new(49)), Output::Echo(Symbol::new(36)), Output::Typed(Symbol::new(50))];
    assert_eq!(outputs(&mut machine), symbols);
    assert_eq!(machine.ferrite().read(60).address(), 36);
    assert!(machine.now() - before >= Uops::from_micros(100_000), "the echo takes its time");
}

/// While the program types for two tenths of a second, four hundred rows could pass the reader. But the
/// reader's buffer holds only 256 rows, and later rows come at the reader's own speed.  [Q21, F-READ-1]
#[test]
fn the_reader_holds_256_rows_ahead() {
    let mut machine = program("i=40\n vy 16 , sy 49\n sy 50 , sy 51\n lyn 60\n hv r-1\n");
    machine.feed(Input::MountTape(Tape::from_bytes("ones", &[1; 400])));
    let mut times = Times(Opcode::Ly, Vec::new());
    assert_eq!(machine.run_probed(Uops::from_seconds(1.0), &mut times), Pause::AwaitingTape);
    let gaps: Vec<u64> = times.1.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert_eq!(gaps.len(), 399);
    let waits = gaps.iter().position(|&gap| gap > 100).unwrap();
    // The loop takes a row in 36 micro-operations (19 and 17), and a row passes in 230. So n rows have been
    // taken when n = 256 + n * 36 / 230, and n is 303.
    assert!((301..=304).contains(&waits), "{waits}");
    assert!(gaps[waits + 2..].iter().all(|&gap| (200..260).contains(&gap)), "{:?}", &gaps[waits..]);
}

/// Tests that each cell moved to or from the buffer store costs the program 12 micro-operations.  [Q23]
#[test]
fn the_program_waits_for_the_buffer_store() {
    let took = |cells: u16| {
        let mut machine = program("i=40\n arn 60 , us 0\n zq\n");
        machine.set_installation("one-drum-buffer".parse().unwrap());
        machine.feed(Input::SetCell(Address::new(60), format!("100/{cells}/0/0").parse().unwrap()));
        assert_eq!(run(&mut machine), zq(41));
        machine.now().0
    };
    assert_eq!(took(13) - took(3), 10 * 12);
}

/// Tests that the reader skips blank rows, and reads one tape after the other. Wrong parity makes R negative,
/// or stops the machine if the switch is on. The program waits if the reader is empty.  [F-READ-1, F-READ-2,
/// F-BY-2]
#[test]
fn the_reader_stops_for_parity_only_if_the_switch_is_on() {
    let text = "i=40\n vy 2 , lyn 60\n gr 61 , lyn 60\n gr 62 , lyn 60\n gr 63 , lyn 60\n zq\n";
    let mut machine = program(text);
    let rows = |bytes: &[u8]| Input::MountTape(Tape::from_bytes("t", bytes));
    machine.feed(rows(&[0, 0, 0x01, 0, 0x12, 0]));
    machine.feed(rows(&[0, 0x04]));
    assert_eq!(run(&mut machine), Pause::AwaitingTape);
    let passed = machine.now().0;
    assert!((8 * 230..8 * 230 + 60).contains(&passed), "eight rows at 2000 a second: {passed}");
    let address = |machine: &Machine, cell| machine.ferrite().read(cell).address();
    assert_eq!([61, 62, 63].map(|cell| address(&machine, cell)), [1, 512 + 2, 4]);
    machine.feed(Input::ParityStop(true));
    machine.feed(rows(&[0x12]));
    assert_eq!(run(&mut machine), Pause::Stopped(StopCause::TapeParity));
    assert_eq!(machine.cpu().registers().r >> 30, 2 - 512);
    machine.feed(Input::Start);
    assert_eq!(run(&mut machine), zq(44));
    let mut machine = program("i=40\n vy 5 , ly 60\n zq\n");
    assert_eq!(run(&mut machine), Pause::Stopped(StopCause::NoUnit { by: 5 }));
}

/// Checks what the HELP button does to the cells and registers.  [F-HELP-1, F-HELP-2]
#[test]
fn the_help_button_saves_the_first_cells_and_enters_track_0() {
    let mut image = Image::new("x");
    image.track_mut(0)[0] = "0/517/0/960".parse().unwrap(); // qq , hh 517
    image.track_mut(0)[1] = "7/0/32/0".parse().unwrap(); // qq 7
    image.track_mut(0)[39] = "9/0/0/0".parse().unwrap();
    let mut machine = program("i=40\n hv 40\ni=5\n qq 3\n");
    machine.load_drum(&image);
    machine.run_until(Uops(1000));
    machine.feed(Input::SetRegister(Register::By, 512));
    assert!(!machine.feed(Input::Help), "locked");
    machine.feed(Input::SetRegister(Register::By, 0));
    machine.feed(Input::SetRegister(Register::S, 700));
    assert!(machine.feed(Input::Help));
    assert_eq!(machine.step(), Pause::Done);
    let registers = machine.cpu().registers();
    assert_eq!((registers.s, registers.r1.number()), (700, 2));
    assert_eq!(machine.ferrite().read(0), "40/517/0/960".parse().unwrap(), "r1 is in cell 0");
    assert_eq!(machine.drum().track(38).unwrap()[5].address(), 3);
    assert_eq!(machine.ferrite().read(39).address(), 9);
    assert!(machine.now().0 > 80 * WORD && machine.now().0 < 1100 + 84 * WORD, "two revolutions");
    let mut started = Machine::with_image(&image);
    assert_eq!(started.step(), Pause::Done);
    assert_eq!(started.cpu().registers().r1, 2);
}

/// Checks transfers to and from the buffer store.  [F-BUF-1]
#[test]
fn the_buffer_store_keeps_cells() {
    let mut machine = program("i=40\n arn 60 , us 0\n arn 61 , il 0\n zq\ni=100\n qq 1\n qq 2\n qq 3\n");
    machine.set_installation("one-drum-buffer".parse().unwrap());
    machine.feed(Input::SetCell(Address::new(60), "100/3/3/928".parse().unwrap())); // 3 cells from 100 to place 4000
    machine.feed(Input::SetCell(Address::new(61), "200/3/3/929".parse().unwrap()));
    assert_eq!(run(&mut machine), zq(42));
    assert_eq!([200, 201, 202].map(|cell| machine.ferrite().read(cell).address()), [2, 3, 0]);
    let mut machine = program("i=40\n us 24\n zq\n");
    let Pause::Stopped(StopCause::NoBlock { cell, transfer, .. }) = run(&mut machine) else {
        panic!("unknown")
    };
    assert_eq!((cell.number(), transfer.unit), (40, 24));
}

/// Tests stop, start, reset and the lock keys of the desk.  [F-DESK-1]
#[test]
fn the_desk_stops_starts_and_resets() {
    let mut machine = program("i=40\n zq LKA\n zq LKB\n hv 40\n");
    machine.run_until(Uops(1000));
    machine.feed(Input::Kb(true));
    assert_eq!(machine.run_until(Uops(2000)), zq(41));
    machine.feed(Input::Start);
    assert_eq!(machine.step(), Pause::Done);
    assert_eq!(machine.cpu().registers().r1, 40);
    machine.feed(Input::Stop);
    let now = machine.now();
    assert_eq!(run(&mut machine), Pause::Stopped(StopCause::Manual));
    assert_eq!(machine.now(), now);
    machine.feed(Input::Reset);
    assert_eq!(machine.cpu().registers().r1, 0);
}

/// Tests the cells of the bootstrap program, which the operator keys in. After a blank tape, this program
/// waits for more tape.  [F-BOOT-1]
#[test]
fn the_keyed_cells_are_those_of_the_archive() {
    let mut machine = Machine::new();
    machine.key_bootstrap();
    let cells = [0, 1, 2].map(|address| gier_slip::disassemble(machine.ferrite().read(address)));
    assert_eq!(
        cells.map(|text| text.split_whitespace().collect::<Vec<_>>().join(" ")),
        ["tl 1018 , ca", "ly r+4 , hs r-1", "gm s+3 M t -1"]
    );
    machine.feed(Input::MountTape(Tape::new("nothing", vec![Row::BLANK; 3])));
    machine.feed(Input::Start);
    assert_eq!(run(&mut machine), Pause::AwaitingTape);
    assert_eq!(tape::punch([Symbol::SPACE]).len(), 1);
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig {
        failure_persistence: None,
        ..proptest::prelude::ProptestConfig::with_cases(40)
    })]

    /// Tests that gier does not panic, whatever is on the tape in the reader.
    #[test]
    fn any_tape_can_be_put_in_the_reader(rows in proptest::collection::vec(0u8..=255, 0..600)) {
        let mut machine = Machine::new();
        machine.key_bootstrap();
        machine.feed(Input::MountTape(Tape::from_bytes("anything", &rows)));
        machine.feed(Input::Start);
        machine.run_until(Uops::from_seconds(2.0));
    }
}
