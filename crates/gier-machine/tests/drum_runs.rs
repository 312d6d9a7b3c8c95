//! Compares two machines that execute the same random program: one on the fast path, the other in single
//! steps. The machines must be equal after every slice of the run. The programs read drum tracks into the
//! cells of their own orders, and write their own orders to tracks.
//!
//! `GIER_PROGRAMS` sets the number of programs (default 300).

use gier_machine::{Input, Machine, NoProbe, Pause, Probe};
use gier_word::{Address, Cell, Half, Image, Marks, Opcode, Uops};
use proptest::prelude::*;

/// The number of cells that the programs occupy. The addresses in the programs are below this number.
const CELLS: u16 = 80;
/// The number of tracks that the programs use.
const TRACKS: u16 = 6;

fn programs() -> u32 {
    std::env::var("GIER_PROGRAMS").ok().and_then(|text| text.parse().ok()).unwrap_or(300)
}

/// Generates the operation code and the address of an order. The order comes from one of three groups: orders
/// for the drum, orders that are frequent in programs, and all orders.
fn order() -> impl Strategy<Value = (u16, u16)> {
    let drum = prop_oneof![
        2 => (Just(Opcode::Vk), 0..TRACKS),
        2 => (Just(Opcode::Lk), 0..CELLS),
        1 => (Just(Opcode::Sk), 0..CELLS),
    ];
    const OFTEN: [Opcode; 12] = [
        Opcode::Ar,
        Opcode::Gr,
        Opcode::Ga,
        Opcode::Gt,
        Opcode::Pm,
        Opcode::Hv,
        Opcode::Hs,
        Opcode::Hk,
        Opcode::Gs,
        Opcode::Ps,
        Opcode::It,
        Opcode::Qq,
    ];
    let often = (prop::sample::select(&OFTEN), 0..CELLS);
    prop_oneof![
        2 => drum.prop_map(|(opcode, address)| (u16::from(opcode.code()), address)),
        6 => often.prop_map(|(opcode, address)| (u16::from(opcode.code()), address)),
        1 => (0..64u16, 0..CELLS),
    ]
}

/// Generates a cell with two half-word orders, or with a full-word order that has an increment.
fn cell() -> impl Strategy<Value = Cell> {
    let more =
        (prop::bool::weighted(0.15), prop::bool::weighted(0.1), prop_oneof![3 => Just(0u16), 1 => 0..4u16]);
    let increment = prop_oneof![3 => Just(0u16), 1 => Just(1), 1 => Just(1023)];
    let tail = prop_oneof![2 => Just(0u16), 1 => (0..8u16).prop_map(|xvd| xvd << 7), 1 => 0..1024u16];
    (order(), order(), more.clone(), more, increment, tail, prop::bool::weighted(0.6), any::<bool>())
        .prop_map(|((left, at), (right, then), first, second, t, tail, is_pair, b)| {
            let code = |operation: u16, (clear, indirect, base): (bool, bool, u16)| {
                operation << 4 | u16::from(clear) << 3 | u16::from(indirect) << 2 | base
            };
            let (first, second) = (code(left, first), code(right, second));
            let groups = if is_pair { [at, then, first, second] } else { [at, t, first, tail] };
            Cell::from_groups(groups.map(|group| group.cast_signed()), Marks::new(is_pair, b))
        })
}

/// The length of one part of a run.
#[derive(Clone, Copy, Debug)]
enum Slice {
    Orders(u64),
    Time(u64),
}

fn slice() -> impl Strategy<Value = Slice> {
    prop_oneof![
        2 => Just(Slice::Orders(1)),
        3 => (1..400u64).prop_map(Slice::Orders),
        1 => (0..3000u64).prop_map(Slice::Time),
    ]
}

/// A probe that observes every order, which forces the machine to execute single steps.
struct Every;

impl Probe for Every {}

fn run<P: Probe>(machine: &mut Machine, slice: Slice, probe: &mut P) -> Pause {
    match slice {
        Slice::Orders(orders) => machine.run_orders(orders, probe),
        Slice::Time(time) => machine.run_probed(machine.now() + Uops(time), probe),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(programs()))]
    #[test]
    fn the_same_with_tracks_that_come_and_go(
        store in prop::collection::vec(cell(), usize::from(CELLS)),
        tracks in prop::collection::vec(prop::collection::vec(cell(), 40), usize::from(TRACKS)),
        slices in prop::collection::vec(slice(), 40),
    ) {
        let mut image = Image::new("random");
        for (number, cells) in tracks.iter().enumerate() {
            image.track_mut(number).copy_from_slice(cells);
        }
        let mut fast = Machine::new();
        fast.load_drum(&image);
        for (address, &cell) in store.iter().enumerate() {
            fast.set_cell(Address::from(address), cell);
        }
        fast.feed(Input::Start);
        let mut plain = fast.clone();
        for slice in slices {
            let pause = run(&mut fast, slice, &mut NoProbe);
            prop_assert_eq!(pause, run(&mut plain, slice, &mut Every));
            prop_assert_eq!((fast.now(), fast.orders()), (plain.now(), plain.orders()));
            prop_assert_eq!(fast.cpu(), plain.cpu());
            prop_assert!(fast == plain, "store, drum or devices differ");
            if !matches!(pause, Pause::Done | Pause::ProbeStop) {
                // Continue with another order, as an operator would.
                let next = (fast.cpu().registers().r1 + 1).index() % usize::from(CELLS);
                for machine in [&mut fast, &mut plain] {
                    machine.feed(Input::SetNext(Address::from(next), Half::Left));
                    machine.feed(Input::Start);
                }
            }
        }
    }
}
