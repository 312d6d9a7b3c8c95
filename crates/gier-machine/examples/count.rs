//! Uses a probe to count how often a program executes each operation: `cargo run --example count`.

use gier_machine::{Finished, Machine, Pause, Probe};
use gier_word::order::Opcode;
use gier_word::{Image, Uops};
use std::collections::BTreeMap;

/// For each operation code, the number of executed orders.
#[derive(Default)]
struct Counts(BTreeMap<Opcode, u64>);

impl Probe for Counts {
    // By default a probe observes every order: see `Probe::interest`.
    fn finished(&mut self, order: &Finished<'_>) {
        *self.0.entry(order.order.opcode).or_default() += 1;
    }
}

/// Runs the calendar program until it asks for a year. Returns a table of its ten most common orders.
pub fn table() -> String {
    let image = gier_roms::image("calendar").expect("one of the images of gier-roms");
    let mut machine = Machine::with_image(&Image::from_bytes(image).expect("an image"));
    let mut counts = Counts::default();
    let pause = machine.run_probed(Uops::from_seconds(60.0), &mut counts);
    assert_eq!(pause, Pause::AwaitingKey, "it asks for a year");

    let mut rows: Vec<(Opcode, u64)> = counts.0.into_iter().collect();
    rows.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    let mut table = format!("{} orders in {:.2} s\n", machine.orders(), machine.now().seconds());
    for (opcode, count) in rows.into_iter().take(10) {
        let share = 100.0 * count as f64 / machine.orders() as f64;
        table += &format!("{:4} {count:8} {share:5.1} %\n", opcode.mnemonic());
    }
    table
}

fn main() {
    print!("{}", table());
}
