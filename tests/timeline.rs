//! Checks that a session stays the same if it is cut into slices, saved, stepped back or replayed.

use crate::devices::program;
use gier_desk::replay;
use gier_machine::input::REGISTERS;
use gier_machine::log::{End, head, input_line};
use gier_machine::timeline::{Logged, OrderRecord};
use gier_machine::{
    BadFile, Direction, Finished, Input, Log, Machine, Output, Pause, Place, Probe, Tape, Timeline, Transfer,
    WatchSet,
};
use gier_word::{Address, Cell, Half, Image, Symbol, TrackNo, Uops};
use proptest::prelude::*;

/// A program that uses all devices at once. It waits for a key, and then copies 21 symbols from the tape to
/// typewriter, punch and printer. Meanwhile it writes its own cells to the drum and reads them back.
const BUSY: &str = "i=40\n vy 17 , ly 90\n vy 56 , ly 91\n sy (91) , ac 93\n arn 92 , tk 3\n ac 92 , gr 94\n\
    vk 99 t 1\n sk 40 , vk 120\n lk 200 , hk r2\n tk 1 , qq\n bt 20 t -1\n hv 41\n pa 49 t 20\n pa 45 t 99\n hv 40\n\
    i=92\n qq 1.39\n";

fn busy() -> Machine {
    program(BUSY)
}

/// Returns the guest's input when the machine waits. It depends only on the machine and its pause.
fn answer(machine: &Machine, pause: Pause) -> Option<Input> {
    let number = machine.orders();
    match pause {
        Pause::AwaitingKey => Some(Input::Key(Symbol::new((number % 64) as u8))),
        Pause::AwaitingTape => {
            let rows: Vec<u8> = (0..number % 97 + 3).map(|row| (row * 37 % 256) as u8).collect();
            Some(Input::MountTape(Tape::from_bytes("more", &rows)))
        }
        _ => None,
    }
}

/// Runs to `end` in slices of these lengths, which are repeated.
fn drive(timeline: &mut Timeline, end: Uops, slices: &[u64]) {
    let mut lengths = slices.iter().cycle();
    while timeline.machine().now() < end {
        let length = lengths.next().map_or(u64::MAX / 2, |&length| length);
        let until = (timeline.machine().now() + Uops(length)).min(end);
        let pause = timeline.run_until(until);
        if let Some(input) = answer(timeline.machine(), pause) {
            assert!(timeline.feed(input));
        }
    }
}

fn session(seconds: f64) -> Timeline {
    let mut timeline = Timeline::new(busy());
    drive(&mut timeline, Uops::from_seconds(seconds), &[]);
    timeline
}

/// Returns a machine that was run from the start for this many orders, without a timeline.
fn fresh(orders: u64) -> Machine {
    let mut machine = busy();
    while machine.orders() < orders {
        let pause = machine.step();
        if let Some(input) = answer(&machine, pause) {
            machine.feed(input);
        }
    }
    while machine.enter_wait() {
        let pause = machine.step();
        match answer(&machine, pause) {
            Some(input) => machine.feed(input),
            None => break,
        };
    }
    machine.take_output();
    machine
}

#[test]
fn the_busy_program_is_busy() {
    let timeline = session(30.0);
    let count = |wanted: fn(&Output) -> bool| timeline.outputs().iter().filter(|(_, o)| wanted(o)).count();
    assert!(count(|o| matches!(o, Output::Typed(_))) > 100);
    assert!(count(|o| matches!(o, Output::Echo(_))) > 4);
    assert!(count(|o| matches!(o, Output::Punched(_))) > 100);
    assert!(timeline.inputs().len() > 7);
}

#[test]
fn a_session_gone_back_in_and_forward_again_is_the_same() {
    let mut timeline = session(30.0);
    timeline.halt();
    let (hash, outputs, end) =
        (timeline.machine().state_hash(), timeline.outputs().to_vec(), timeline.position());
    for orders in [0, 1, 20, 300, end.orders / 2, end.orders - 1] {
        timeline.seek(orders);
        assert_eq!(timeline.machine(), &fresh(orders), "{orders}");
        assert!(timeline.is_in_past());
        assert!(timeline.outputs().len() <= outputs.len());
        timeline.seek(end.orders);
        assert_eq!(timeline.machine().state_hash(), hash, "{orders}");
        assert_eq!(timeline.outputs(), outputs);
    }
    timeline.step(20);
    timeline.step_back(20);
    assert_eq!(timeline.machine().state_hash(), hash);
    timeline.seek_position(end);
    assert_eq!(timeline.machine().state_hash(), hash);
}

#[test]
fn an_input_in_the_past_makes_another_future() {
    let mut timeline = session(20.0);
    let inputs = timeline.inputs().len();
    timeline.seek(200);
    timeline.feed(Input::Ka(true));
    assert!(!timeline.is_in_past());
    assert!(timeline.inputs().len() < inputs);
    assert_eq!(timeline.end(), timeline.position());
    drive(&mut timeline, Uops::from_seconds(20.0), &[]);
    assert!(timeline.machine().devices().desk.ka);
}

/// Tests a search backwards for an executed half word or a written cell. It must find the same orders as the
/// history of the whole session. Each of 50 searches begins where the search before it ended.
#[test]
fn a_run_backwards_to_places_finds_the_same() {
    let mut timeline = session(20.0);
    let wrote = timeline.history(0..u64::MAX).into_iter().rev().find(|past| !past.wrote.is_empty()).unwrap();
    let mut watch_set = WatchSet::EMPTY;
    watch_set.set_place(Place { cell: 53.into(), half: Half::Left }, true);
    watch_set.set_cell(wrote.wrote[0].0, true);
    let past = timeline.history(0..u64::MAX);
    let is_one = |past: &&OrderRecord| {
        past.after.r1 == 53 || past.wrote.iter().any(|&(cell, _, _)| watch_set.has_cell(cell))
    };
    let start = timeline.machine().orders();
    let numbers = past.iter().rev().filter(is_one).map(|past| past.number);
    let wanted: Vec<u64> = numbers.filter(|&number| number < start).take(50).collect();
    let mut found = Vec::new();
    while found.len() < 50 && timeline.reverse_to(&watch_set) {
        found.push(timeline.machine().orders());
    }
    assert_eq!((found.len(), found), (50, wanted));
    timeline.seek(start);
    assert!(!timeline.reverse_to(&WatchSet::EMPTY));
    assert_eq!(timeline.machine().orders(), start);
}

#[test]
fn the_history_shows_what_each_order_changed() {
    let timeline = session(10.0);
    let orders = timeline.machine().orders();
    let past = timeline.history(orders - 499..orders + 1);
    assert_eq!(past.len(), 500);
    assert_eq!(past[499].number, orders);
    assert_eq!(&past[499].after, timeline.machine().cpu().registers());
    for pair in past.windows(2) {
        assert_eq!((pair[0].number + 1, &pair[0].after), (pair[1].number, &pair[1].before));
    }
    let counted = past.iter().find(|past| past.order.opcode.mnemonic() == "bt").unwrap();
    assert!(counted.wrote.len() == 1 && counted.wrote[0].0 == counted.place.cell);
}

/// Tests drum transfers in the history. The record of an order has the transfer that the order started, and
/// the words that came since the previous order. Track and cells are those in the program `BUSY`.
#[test]
fn the_history_shows_drum_transfers() {
    let timeline = session(10.0);
    let past = timeline.history(0..timeline.machine().orders() + 1);
    let begins =
        |place: &OrderRecord| place.began.is_some_and(|transfer| transfer.direction == Direction::Read);
    let last = past.iter().rposition(begins).unwrap();
    let first = past[..last].iter().rposition(begins).unwrap();
    assert_eq!(past[first].order.opcode.mnemonic(), "lk");
    let transfer =
        Transfer { track: TrackNo::new(120), address: Address::new(200), direction: Direction::Read };
    assert_eq!(past[first].began, Some(transfer));
    let came: Vec<_> = past[first + 1..=last].iter().flat_map(|past| &past.arrived).collect();
    let track = timeline.machine().drum().track(transfer.track).unwrap();
    let wanted: Vec<_> = (0..40).map(|cell| (transfer.track, transfer.address + cell, track[cell])).collect();
    assert_eq!(came.iter().map(|word| (word.0, word.1, word.3)).collect::<Vec<_>>(), wanted);
    let sk = past[..first].iter().rfind(|past| past.order.opcode.mnemonic() == "sk").unwrap();
    assert_eq!(
        sk.began.map(|transfer| (transfer.address, transfer.direction)),
        Some((Address::new(40), Direction::Write))
    );
}

/// Tests that a long session keeps a limited number of keyframes (copies of the machine).
#[test]
fn copies_are_thinned() {
    let mut timeline = Timeline::new(program("i=40\n vk 5 , lk 100\n vk 6 , sk 100\n ly 90 , hv 40\n"));
    let mut machine_time = Uops::ZERO;
    while machine_time < Uops::from_seconds(1500.0) {
        machine_time += Uops::from_seconds(10.0);
        let rows = Tape::from_bytes("row", &[1; 1200]);
        timeline.feed(Input::MountTape(rows));
        timeline.run_until(machine_time);
    }
    assert!(timeline.keyframes() <= gier_machine::timeline::KEYFRAMES_MAX);
    assert!(timeline.keyframes() > 100 && timeline.memory_bytes() < 32 << 20);
    let hash = timeline.machine().state_hash();
    let orders = timeline.position();
    timeline.seek(0);
    timeline.seek_position(orders);
    assert_eq!(timeline.machine().state_hash(), hash);
}

#[test]
fn a_session_log_replays_and_a_torn_one_is_whole_up_to_its_last_line() {
    let mut timeline = session(20.0);
    timeline.feed(Input::Ka(true));
    timeline.feed(Input::Stop);
    let options = vec![("title".to_string(), "five games, påske 100 %".to_string())];
    let session = Log::of(busy(), options, &timeline);
    let text = session.to_text();
    assert_eq!(Log::parse(&text).unwrap(), session);
    let replayed = replay(&session);
    assert!(replayed.true_to_log);
    assert_eq!(replayed.room.timeline().outputs(), timeline.outputs());
    let torn = Log::parse(&text[..text.len() - 5]).unwrap();
    assert_eq!((torn.inputs.len(), torn.end), (session.inputs.len(), None));
    let bad = text.replace("input ", "inpt ");
    assert!(matches!(Log::parse(&bad), Err(BadFile::Line(4, _))));
    assert_eq!(Log::parse("hello\n"), Err(BadFile::UnknownFormat));
    let wrong = Log {
        end: Some(End { hash: 1, ..session.end.unwrap() }),
        ..Log::parse(&(head(&busy(), &[]) + &input_line(&session.inputs[0]))).unwrap()
    };
    assert!(!replay(&wrong).true_to_log);
}

/// Reads keys up to a full stop. Its state at the end does not tell which keys came before.
const KEYS: &str = "i=40\n vy 17 , lyn 60\n ca 59 , zq\n hv 40\n";

/// A log in which a key was changed prints something else, so that its replay is not true to it, even if the
/// machine ends in the same state.
#[test]
fn a_log_with_one_key_changed_is_not_true() {
    let start = program(KEYS);
    let mut timeline = Timeline::new(start.clone());
    for key in [49, 50, 59] {
        timeline.run_until(timeline.machine().now() + Uops::from_seconds(1.0));
        assert!(timeline.feed(Input::Key(Symbol::new(key))));
    }
    timeline.run_until(timeline.machine().now() + Uops::from_seconds(1.0));
    let log = Log::of(start, vec![], &timeline);
    let text = log.to_text();
    assert!(replay(&log).true_to_log && timeline.machine().stopped().is_some());
    let changed = replay(&Log::parse(&text.replace(" key 49\n", " key 50\n")).unwrap());
    assert_eq!(changed.end().hash, log.end.unwrap().hash);
    assert!(!changed.true_to_log);
    let newer = Log::parse(&text.replacen(" 2", " 3", 1)).unwrap_err();
    assert_eq!(newer.to_string(), "this log has version 3; this gier reads 2");
}

/// Presses the HELP button after going back to the start, and again after a reset. The replay must press it
/// after the same order as in the session. Otherwise, a search backwards would never end.
#[test]
fn the_help_button_in_the_past_is_replayed_as_it_was() {
    let start = Machine::with_image(&Image::new("empty"));
    let mut timeline = Timeline::new(start.clone());
    timeline.run_until(Uops::from_seconds(0.2));
    timeline.seek(0);
    assert!(timeline.feed(Input::Help));
    timeline.run_until(Uops::from_seconds(0.2));
    let orders = timeline.position().orders;
    assert!(orders > 2);
    timeline.feed(Input::Reset);
    timeline.feed(Input::Help);
    timeline.run_until(Uops::from_seconds(0.201));
    assert_eq!(timeline.position().orders, orders);
    assert!(replay(&Log::of(start, Vec::new(), &timeline)).true_to_log);
    timeline.step_back(1);
    assert_eq!(timeline.position().orders, orders - 1);
}

/// The HELP button takes some time. Tests that you can go back to the order before HELP, even if the timeline
/// copied the machine while HELP worked.
#[test]
fn a_copy_made_within_help_is_not_taken_for_the_order_before() {
    let mut timeline = Timeline::new(Machine::with_image(&Image::new("empty")));
    timeline.run_until(Uops::from_seconds(0.99));
    let pressed = timeline.position();
    timeline.feed(Input::Help);
    timeline.run_until(Uops::from_seconds(1.005));
    assert!(timeline.machine().help_at_work() && timeline.keyframes() == 2);
    timeline.seek(pressed.orders);
    assert_eq!(timeline.position(), pressed);
}

/// A probe (the machine calls it after each order) that stops the machine after this many orders.
struct StopAt(u64);

impl Probe for StopAt {
    fn finished(&mut self, _: &Finished<'_>) {
        self.0 = self.0.saturating_sub(1);
    }
    fn wants_stop(&self) -> bool {
        self.0 == 0
    }
}

#[test]
fn a_probe_stops_a_session_between_two_orders() {
    let mut timeline = session(5.0);
    let orders = timeline.machine().orders();
    drive(&mut timeline, Uops::from_seconds(5.5), &[]);
    let end = timeline.machine().orders();
    timeline.seek(orders);
    assert_eq!(timeline.run_probed(Uops::NEVER, &mut StopAt(7)), Pause::ProbeStop);
    assert_eq!(timeline.machine().orders(), orders + 7);
    assert_eq!(timeline.step(3), Pause::Done);
    assert_eq!(timeline.machine().orders(), orders + 10);
    assert!(end > orders + 10 && timeline.machine() == &fresh(orders + 10));
}

fn slices() -> impl Strategy<Value = Vec<u64>> {
    let length = prop_oneof![Just(1u64), 1u64..50, 200u64..300, 1u64..20_000, 40_000u64..500_000];
    prop::collection::vec(length, 1..8)
}

/// Generates a random input of an operator, sensible or not.
fn any_input() -> impl Strategy<Value = Input> {
    prop_oneof![
        4 => (0u8..128).prop_map(|code| Input::Key(Symbol::new(code))),
        3 => prop::collection::vec(any::<u8>(), 0..40).prop_map(|rows| Input::MountTape(Tape::from_bytes("any tape", &rows))),
        1 => Just(Input::UnmountTape),
        4 => Just(Input::Start),
        1 => Just(Input::Stop),
        1 => Just(Input::Reset),
        2 => Just(Input::Help),
        1 => any::<bool>().prop_map(Input::Ka),
        1 => any::<bool>().prop_map(Input::Kb),
        1 => any::<bool>().prop_map(Input::ProtectTrack0),
        1 => any::<bool>().prop_map(Input::ProtectTracks1To31),
        1 => any::<bool>().prop_map(Input::ParityStop),
        1 => prop_oneof![Just(0), any::<u32>()].prop_map(Input::ReaderSpeed),
        1 => (prop::sample::select(&REGISTERS[..]), any::<i64>()).prop_map(|((register, _), value)| Input::SetRegister(register, value)),
        1 => (any::<u16>(), any::<bool>()).prop_map(|(cell, right)| Input::SetNext(cell.into(), if right { Half::Right } else { Half::Left })),
        1 => (any::<u16>(), any::<u64>()).prop_map(|(address, raw)| Input::SetCell(address.into(), Cell::from_raw(raw))),
        1 => (any::<u16>(), any::<u8>(), any::<u64>()).prop_map(|(track, cell, raw)| Input::SetDrumCell(track.into(), cell, Cell::from_raw(raw))),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(24) })]

    /// Tests that the log replays the same session for all inputs at all times, even after moves back and
    /// forward.
    #[test]
    fn any_session_is_replayed_exactly(
        events in prop::collection::vec((any_input(), prop_oneof![0u64..300, 0u64..100_000]), 0..60),
        back in 0.0f64..1.0,
    ) {
        let mut timeline = Timeline::new(busy());
        for (input, length) in events {
            timeline.feed(input);
            timeline.run_until(timeline.position().at + Uops(length));
        }
        timeline.halt();
        let end = timeline.position();
        let machine = timeline.machine().clone();
        let session = Log::of(busy(), Vec::new(), &timeline);
        let session = Log::parse(&session.to_text()).unwrap();
        let replay = replay(&session);
        prop_assert!(replay.true_to_log, "{:?} {:?}", session.end, replay.end());
        prop_assert_eq!(replay.room.timeline().outputs(), timeline.outputs());
        timeline.seek((end.orders as f64 * back) as u64);
        timeline.step(3);
        timeline.seek_position(end);
        prop_assert_eq!(timeline.machine(), &machine);
        prop_assert_eq!(replay.room.timeline().outputs(), timeline.outputs());
    }

    #[test]
    fn slicing_a_run_does_not_change_it(slices in slices()) {
        let seconds = if slices.iter().all(|&length| length < 50) { 0.7 } else { 8.0 };
        let whole = session(seconds);
        let mut sliced = Timeline::new(busy());
        drive(&mut sliced, Uops::from_seconds(seconds), &slices);
        prop_assert_eq!(whole.machine(), sliced.machine());
        prop_assert_eq!(whole.outputs(), sliced.outputs());
        let places = |timeline: &Timeline| -> Vec<Logged> { timeline.inputs().to_vec() };
        prop_assert_eq!(places(&whole), places(&sliced));
    }

    #[test]
    fn going_back_equals_a_fresh_run(seconds in 0.1f64..12.0, part in 0.0f64..1.0) {
        let mut timeline = session(seconds);
        let orders = (timeline.machine().orders() as f64 * part) as u64;
        timeline.seek(orders);
        prop_assert_eq!(timeline.machine(), &fresh(orders));
    }

    /// Tests that a snapshot can be taken at any moment: during a transfer, a symbol or a wait.
    #[test]
    fn a_snapshot_loses_nothing(seconds in 0.0f64..6.0, more in 0.0f64..2.0) {
        let mut timeline = session(seconds);
        let machine = timeline.machine().clone();
        let kept = Machine::from_bytes(&machine.to_bytes()).unwrap();
        prop_assert_eq!(&kept, &machine);
        prop_assert_eq!(kept.state_hash(), machine.state_hash());
        for cell in gier_word::Address::all() {
            prop_assert_eq!(kept.drum().origin_of(cell), machine.drum().origin_of(cell));
        }
        let end = machine.now() + Uops::from_seconds(more);
        let mut again = Timeline::new(kept);
        drive(&mut timeline, end, &[]);
        drive(&mut again, end, &[]);
        prop_assert_eq!(timeline.machine(), again.machine());
    }

    #[test]
    fn a_damaged_snapshot_is_refused(at in 0usize..20_000, bit in 0u8..8) {
        let bytes = session(1.0).machine().to_bytes();
        let at = at % bytes.len();
        prop_assert!(Machine::from_bytes(&bytes[..at]).is_err());
        let mut changed = bytes.clone();
        changed[at] ^= 1 << bit;
        prop_assert!(Machine::from_bytes(&changed).is_err());
    }

    #[test]
    fn any_text_is_a_log_or_refused(text in "gier-session 2\n((input|start|end|option) [0-9a-z %]{0,20}\n){0,4}") {
        let _ = Log::parse(&text);
    }
}
