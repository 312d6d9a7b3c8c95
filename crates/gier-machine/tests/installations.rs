//! Tests machines with different equipment, and their files.

use gier_machine::{Input, Machine, Pause, StopCause};
use gier_word::{Address, Cell, Half, Image, Marks, Opcode, Uops};

/// A cell with two half-word orders.
fn pair(orders: [(u16, Opcode); 2]) -> Cell {
    let [(left, first), (right, second)] = orders;
    let [left, right] = [left, right].map(u16::cast_signed);
    Cell::from_groups([left, right, i16::from(first.code()) << 4, i16::from(second.code()) << 4], Marks::A)
}

/// Runs these orders from cell 10 on. The stop order `zq` follows them.
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

/// Selects each of these tracks or groups in turn, and then writes 40 cells to the drum. Returns the tracks
/// that are not blank, and the value that the order `gg` stores.
fn written(installation: &str, selects: &[u16]) -> (Vec<usize>, u16) {
    use Opcode::{Gg, Qq, Sk, Vk};
    let mut machine = of(installation);
    let vk = selects.iter().map(|&track| [(track, Vk), (0, Qq)]);
    let pairs: Vec<_> = vk.chain([[(100, Sk), (200, Gg)], [(0, Vk), (0, Qq)]]).collect();
    assert!(matches!(run(&mut machine, &pairs), Pause::Stopped(StopCause::Zq { .. })));
    (machine.drum().tracks().used().collect(), machine.ferrite().read(200).address())
}

/// Tests that track t of group g is track 960 g + t of the machine.  [F-TRACK-2] Selecting a group leaves no
/// track selected. Selecting a group that does not exist keeps the old group.  [F-TRACK-3]
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

/// Tests that writing and reading the files of a larger machine does not change the machine.
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

/// Tests that an order for a missing unit stops the machine. The message must name the order, the unit and R.
/// (Q1)
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
    // An installed unit also needs the buffer store.
    for (installation, unit, lacks) in [
        ("one-drum+tape1", 161, "this machine has no buffer store"),
        ("one-drum+tape1", 162, "this machine has no magnetic tape station 2"),
        ("one-drum+block-disc", 24, "this machine has no buffer store"),
        ("one-drum", 16, "this machine has no buffer store"),
    ] {
        let Pause::Stopped(cause) = run(&mut of(installation), &[[(unit, Opcode::Il), (0, Opcode::Qq)]])
        else {
            panic!("it goes on")
        };
        assert!(cause.to_string().ends_with(lacks), "{cause}");
    }
    assert!(matches!(
        run(&mut of("one-drum-buffer"), &[[(0, Opcode::Il), (0, Opcode::Qq)]]),
        Pause::Stopped(StopCause::Zq { .. })
    ));
}

/// Tests that the order `pc` jumps on a machine with the option `turbo`, and is unknown on other machines.
/// [F-TURBO-1]
#[test]
fn turbo() {
    let orders = [[(12, Opcode::Pc), (0, Opcode::Qq)], [(0, Opcode::Zj), (0, Opcode::Qq)]];
    let mut machine = of("one-drum");
    assert!(matches!(run(&mut machine, &orders), Pause::Stopped(StopCause::Unknown { question: 1, .. })));
    let mut machine = of("one-drum+turbo");
    assert_eq!(run(&mut machine, &orders), Pause::Stopped(StopCause::Zq { cell: Address::new(12) }));
}

/// A block transfer: the order, its address, and R as four groups of ten bits.
type BlockOrder = (Opcode, u16, [u64; 4]);

/// Puts the numbers 1 to 40 into the cells 0-39 of the buffer store, and executes orders, each with its own
/// R. Returns the message of the stop, or `None` if all orders were executed.
fn blocks(machine: &mut Machine, orders: &[BlockOrder]) -> Option<String> {
    let fill = (Opcode::Us, 0, [100, 40, 0, 0]);
    for &(order, address, r) in std::iter::once(&fill).chain(orders) {
        let r = r.iter().fold(0, |r, group| r << 10 | group);
        machine.feed(Input::SetRegister(gier_machine::Register::R, r.cast_signed()));
        match run(machine, &[[(address, order), (0, Opcode::Qq)]]) {
            Pause::Stopped(StopCause::Zq { .. }) => {}
            Pause::Stopped(cause) => return Some(cause.to_string()),
            pause => panic!("{pause:?}"),
        }
    }
    None
}

/// The numbers in the cells `places` of the buffer store.
fn places(machine: &Machine, places: std::ops::Range<usize>) -> Vec<i64> {
    let cells = machine.devices().buffer.cells();
    places.map(|place| i64::try_from(cells[place].bits()).unwrap()).collect()
}

/// Tests a tape station: writes blocks and a file mark, moves back, overwrites a block, and reads everything.
/// [F-MTAPE-1] [F-MTAPE-2] [F-MTAPE-3]
#[test]
fn magnetic_tape() {
    use Opcode::{Il, Us};
    let mut machine = of("one-drum-buffer+tape6");
    let write = [
        (Us, 6 + 64, [0; 4]),        // rewind
        (Us, 6 + 16, [0, 2, 0, 0]),  // the words 1, 2
        (Us, 6 + 144, [0, 1, 0, 0]), // a file mark
        (Il, 6 + 32, [0; 4]),        // back over the mark
        (Us, 6, [0, 1, 0, 4]),       // the word 5 in its place
        (Us, 6 + 32, [0, 3, 0, 5]),  // instead of it 6, 7, 8
        (Us, 6 + 144, [0, 1, 0, 0]), // a file mark
        (Us, 6, [0, 1, 0, 9]),       // the word 10
    ];
    assert_eq!(blocks(&mut machine, &write), None);
    let read = [
        (Us, 6 + 64, [0; 4]),
        (Us, 6 + 80, [0; 4]),
        (Il, 6, [0, 0, 0, 0]),        // over the first block
        (Il, 6, [0, 3, 3, 1023]),     // 6, 7, 8 to the places 4095, 0, 1
        (Il, 6 + 160, [0, 0, 0, 30]), // the status
    ];
    assert_eq!(blocks(&mut machine, &read), None);
    assert_eq!((places(&machine, 4095..4096), places(&machine, 0..3)), (vec![6], vec![7, 8, 3]));
    assert_eq!(places(&machine, 30..31), [0]);
    let again = Machine::from_bytes(&machine.to_bytes()).unwrap();
    assert_eq!((&again, again.state_hash()), (&machine, machine.state_hash()));
    assert_eq!(
        blocks(&mut machine, &[(Us, 6 + 64, [0; 4]), (Il, 6 + 64, [0; 4]), (Il, 6, [0, 1, 0, 0])]),
        None
    );
    assert_eq!(places(&machine, 0..1), [10]);
    let end = "cell 10: il 6, R = 0/1/0/0: there is no such block on the tape of station 6 (question Q83)";
    assert_eq!(blocks(&mut machine, &[(Il, 6, [0, 1, 0, 0])]).as_deref(), Some(end));
    let again = Machine::from_bytes(&machine.to_bytes()).unwrap();
    assert_eq!(again.stopped().unwrap().to_string(), end);
    let reel = machine.reel(6).unwrap().clone();
    let mut other = of("one-drum-buffer+tape1");
    assert!(!other.feed(Input::MountReel(6, reel.clone())), "it has no station 6");
    assert!(other.feed(Input::MountReel(1, reel)));
    assert_eq!(blocks(&mut other, &[(Il, 1, [0, 2, 0, 8])]), None);
    assert_eq!(places(&other, 8..10), [1, 2]);
}

/// Tests the messages for transfers that a unit refuses.  (Q1, Q82, Q83)
#[test]
fn refused_block_transfers() {
    use Opcode::{Il, Us};
    for (order, address, r, message) in [
        (Us, 6 + 48, [0, 1, 0, 0], "what unit 6 does in mode 48 is not known (question Q82)"),
        (Il, 6 + 16, [0, 1, 0, 0], "what unit 6 does in mode 16 is not known (question Q82)"),
        (Us, 6, [0, 0, 0, 0], "a block without words for the tape of station 6 (question Q83)"),
        (Il, 6 + 32, [0, 0, 0, 0], "there is no such block on the tape of station 6 (question Q83)"),
        (Us, 5, [0, 1, 0, 0], "this machine has no magnetic tape station 5"),
        (Us, 9, [0, 1, 0, 0], "this machine has no unit 9 (question Q1)"),
        (Us, 16, [0, 1, 0, 0], "what unit 0 does in mode 16 is not known (question Q82)"),
    ] {
        let mut machine = of("one-drum-buffer+tape6");
        let stop = blocks(&mut machine, &[(order, address, r)]).unwrap_or_default();
        assert!(stop.ends_with(message), "{stop}");
    }
    let mut machine = of("one-drum-buffer+tape6");
    let long = [(Us, 6, [1023, 1023, 0, 0])];
    let stop = blocks(&mut machine, &long).unwrap_or_default();
    assert!(stop.ends_with("the reel of tape station 6 is full (question Q83)"), "{stop}");
    assert!(machine.reel(6).unwrap().blocks().is_empty());
}

/// Tests the block disc. R has the number of words in bits 0-9 and the block in bits 10-21.  [F-BDISC-1]
#[test]
fn block_disc() {
    use Opcode::{Il, Us};
    let mut machine = of("one-drum-buffer+block-disc");
    let orders = [
        (Us, 24, [3, 1, 0, 0]),   // the words 1, 2, 3 to block 4
        (Us, 24, [2, 1, 256, 5]), // the words 6, 7 to block 5
        (Il, 8, [4, 1, 0, 20]),   // block 4
        (Il, 8, [1, 1, 256, 30]), // the first word of block 5
        (Il, 8, [1, 1, 512, 31]), // block 6, which is blank
        (Il, 24, [0, 0, 0, 32]),  // the status
    ];
    assert_eq!(blocks(&mut machine, &orders), None);
    assert_eq!(places(&machine, 20..24), [1, 2, 3, 0]);
    assert_eq!(places(&machine, 30..33), [6, 0, 0]);
    let again = Machine::from_bytes(&machine.to_bytes()).unwrap();
    assert_eq!((&again, again.state_hash()), (&machine, machine.state_hash()));
    let stop = blocks(&mut machine, &[(Us, 8, [1, 0, 0, 0])]).unwrap();
    assert!(stop.ends_with("what unit 8 does in mode 0 is not known (question Q82)"), "{stop}");
    machine.set_installation("one-drum-buffer".parse().unwrap());
    machine.set_installation("one-drum-buffer+block-disc".parse().unwrap());
    assert_eq!(machine.devices().block_disc.used().count(), 0, "a disc that was removed is blank");
}

/// Tests the carrousel, which moves whole blocks of 512 words. R has the first block in bits 0-9.  [F-CARR-1]
#[test]
fn carrousel() {
    use Opcode::{Il, Us};
    let mut machine = of("one-drum-buffer+carrousel");
    let orders = [
        (Us, 7, [2, 1, 0, 0]),   // the places 0-511 to block 2
        (Us, 7, [3, 1, 0, 10]),  // the places 10-521 to block 3
        (Il, 7, [2, 2, 1, 0]),   // both to the places from 1024 on
        (Il, 23, [0, 0, 0, 30]), // the status
    ];
    assert_eq!(blocks(&mut machine, &orders), None);
    assert_eq!(places(&machine, 1024..1026), [1, 2]);
    assert_eq!(places(&machine, 1536..1538), [11, 12]);
    assert_eq!(places(&machine, 30..31), [0]);
    let again = Machine::from_bytes(&machine.to_bytes()).unwrap();
    assert_eq!((&again, again.state_hash()), (&machine, machine.state_hash()));
    let stop = blocks(&mut machine, &[(Us, 23, [1, 0, 0, 0])]).unwrap();
    assert!(stop.ends_with("what unit 7 does in mode 16 is not known (question Q82)"), "{stop}");
}
