//! Tests of installations: groups of tracks, machines with and without a buffer store, and their files.

use gier_machine::{Input, Machine, Pause, StopCause};
use gier_word::{Address, Cell, Half, Image, Marks, Opcode, Uops};

/// A cell with two half-word orders.
fn pair(orders: [(u16, Opcode); 2]) -> Cell {
    let [(left, first), (right, second)] = orders;
    let [left, right] = [left, right].map(u16::cast_signed);
    Cell::from_groups([left, right, i16::from(first.code()) << 4, i16::from(second.code()) << 4], Marks::A)
}

/// Runs these orders from cell 10 on, with a `zq` after them.
fn run(machine: &mut Machine, pairs: &[[(u16, Opcode); 2]]) -> Pause {
    let zq = pair([(0, Opcode::Zq), (0, Opcode::Zq)]);
    for (cell, orders) in (10u16..).zip(pairs.iter().map(|&orders| pair(orders)).chain([zq])) {
        machine.feed(Input::SetCell(Address::new(cell), orders));
    }
    machine.feed(Input::SetNext(Address::new(10), Half::Left));
    machine.feed(Input::Start);
    machine.run_until(machine.now() + Uops::from_seconds(10.0))
}

fn of(installation: &str) -> Machine {
    let mut machine = Machine::of(installation.parse().unwrap());
    for word in 0..40u16 {
        machine.feed(Input::SetCell(Address::new(100 + word), Cell::from_integer(i64::from(word) + 1)));
    }
    machine
}

/// Selects these tracks and groups and writes 40 cells to the drum. Returns the tracks that are then not
/// blank, and what `gg` stores.
fn written(installation: &str, selects: &[u16]) -> (Vec<usize>, u16) {
    use Opcode::{Gg, Qq, Sk, Vk};
    let mut machine = of(installation);
    let vk = selects.iter().map(|&track| [(track, Vk), (0, Qq)]);
    let pairs: Vec<_> = vk.chain([[(100, Sk), (200, Gg)], [(0, Vk), (0, Qq)]]).collect();
    assert!(matches!(run(&mut machine, &pairs), Pause::Stopped(StopCause::Zq { .. })));
    (machine.drum().tracks().used().collect(), machine.ferrite().read(200).address())
}

/// Track t of group g is track 960 g + t.  [F-TRACK-2] Selecting a group leaves no track selected, and
/// selecting a group that does not exist does not change the group.  [F-TRACK-3]
#[test]
fn groups_of_tracks() {
    assert_eq!(written("one-drum", &[7]), (vec![7], 960));
    assert_eq!(written("one-drum", &[961, 7]), (vec![7], 960));
    assert_eq!(written("one-drum", &[961]), (vec![], 960));
    assert_eq!(written("three-drums", &[959]), (vec![959], 960));
    assert_eq!(written("disc", &[961, 7]), (vec![967], 961));
    assert_eq!(written("disc", &[969, 959]), (vec![9599], 969));
    assert_eq!(written("disc", &[961, 970, 7]), (vec![967], 961));
    assert_eq!(written("disc", &[7, 961]), (vec![], 961));
    assert_eq!(written("six-discs", &[1019, 959]), (vec![57_599], 1019));
    assert_eq!(written("six-discs", &[1019, 1023, 5]), (vec![56_645], 1019));
}

/// Reading the files of a larger machine gives the machine that was written.
#[test]
fn files_of_a_larger_machine() {
    use Opcode::{Lk, Qq, Sk, Vk};
    let mut machine = of("six-discs+plotter+tape6");
    let pairs = [[(979, Vk), (0, Qq)], [(7, Vk), (100, Sk)], [(0, Vk), (7, Vk)], [(300, Lk), (0, Vk)]];
    run(&mut machine, &pairs);
    let track = 19 * 960 + 7;
    assert_eq!(machine.ferrite().read(339), Cell::from_integer(40));
    assert_eq!(machine.drum().origin_of(Address::new(339)), Some((track.into(), 39)));
    let again = Machine::from_bytes(&machine.to_bytes()).unwrap();
    assert_eq!(again, machine);
    assert_eq!(again.drum().origin_of(Address::new(339)), Some((track.into(), 39)));
    assert_eq!(again.state_hash(), machine.state_hash());
    let image = Image::from_bytes(&machine.drum_image().to_bytes()).unwrap();
    assert_eq!(image.installation(), machine.installation());
    assert_eq!(image.used_tracks().collect::<Vec<_>>(), [18_247]);
    let drum = Machine::with_image(&image).drum_image();
    assert_eq!(drum, image);
    assert!(machine.to_bytes().len() < 20_000, "blank groups take no room");
}

/// A machine without a buffer store stops, and the cause names the order, the unit and R.  (Q1)
#[test]
fn orders_for_missing_units() {
    let mut machine = of("one-drum");
    machine.feed(Input::SetRegister(gier_machine::Register::R, 10 << 30 | 2 << 20 | 5));
    let Pause::Stopped(cause) = run(&mut machine, &[[(0, Opcode::Il), (0, Opcode::Qq)]]) else {
        panic!("it goes on")
    };
    let text = "cell 10: il 0, R = 10/2/0/5: this machine has no buffer store";
    assert_eq!(cause.to_string(), text);
    let again = Machine::from_bytes(&machine.to_bytes()).unwrap();
    assert_eq!(again.stopped(), Some(cause));
    assert!(matches!(
        run(&mut of("one-drum-buffer"), &[[(0, Opcode::Il), (0, Opcode::Qq)]]),
        Pause::Stopped(StopCause::Zq { .. })
    ));
}

/// `pc` jumps on a machine called turbo.  [F-TURBO-1]
#[test]
fn turbo() {
    let orders = [[(12, Opcode::Pc), (0, Opcode::Qq)], [(0, Opcode::Zj), (0, Opcode::Qq)]];
    let mut machine = of("one-drum");
    assert!(matches!(run(&mut machine, &orders), Pause::Stopped(StopCause::Unknown { question: 1, .. })));
    let mut machine = of("one-drum+turbo");
    assert_eq!(run(&mut machine, &orders), Pause::Stopped(StopCause::Zq { cell: Address::new(12) }));
}
