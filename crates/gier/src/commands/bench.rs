//! `gier bench`: how fast this computer runs GIER.

use crate::cli::BenchArgs;
use crate::host::clock::HostClock;
use crate::host::files;
use crate::host::status::Status;
use anyhow::{Context, Result, anyhow};
use gier_desk::host::Clock;
use gier_desk::{Ending, Room, Text, Until, attend};
use gier_machine::{Machine, StopCause};
use gier_programs::NIM;
use gier_slip::Source;
use gier_word::Image;
use indicatif::{ProgressBar, ProgressStyle};

/// What a guest typed in the five games that the book of 1966 prints.
const MOVES: &str = include_str!("../../../../tests/nim/typed-da.txt");

/// Programs that are nothing but a loop, each for another kind of order.
const LOOPS: [(&str, &str); 2] = [
    ("whole numbers", include_str!("../../../../programs/bench/whole.slip")),
    ("floating numbers", include_str!("../../../../programs/bench/floating.slip")),
];

/// A program to be measured.
struct Work {
    name: &'static str,
    image: Image,
    typed: &'static str,
}

/// What one run took.
#[derive(Clone, Copy, Debug)]
struct Took {
    orders: u64,
    machine: f64,
    host: f64,
}

/// Runs the command.
///
/// # Errors
/// A program that does not end; a mistake of ours.
pub fn run(args: &BenchArgs) -> Result<Status> {
    let mut table =
        format!("{:<18} {:>12} {:>12} {:>14} {:>12}\n", "program", "orders", "GIER s", "orders/s", "× GIER");
    let programs = programs()?;
    let bar = ProgressBar::new(programs.len() as u64 * u64::from(args.runs))
        .with_style(ProgressStyle::with_template("{bar:30} {pos}/{len} runs: {msg}")?);
    for work in programs {
        bar.set_message(work.name);
        let runs = (0..args.runs).map(|_| measure(&work).inspect(|_| bar.inc(1)));
        let mut runs = runs.collect::<Result<Vec<Took>>>().context(work.name)?;
        runs.sort_by(|one, other| one.host.total_cmp(&other.host));
        let median = runs[runs.len() / 2];
        table += &format!(
            "{:<18} {:>12} {:>12.2} {:>14.0} {:>12.0}\n",
            work.name,
            median.orders,
            median.machine,
            median.orders as f64 / median.host,
            median.machine / median.host
        );
    }
    bar.finish_and_clear();
    table += &format!("Median of {} runs each, from the HELP button to the end of the program.\n", args.runs);
    files::print(&table)?;
    Ok(Status::Ended)
}

fn programs() -> Result<Vec<Work>> {
    let mut programs = vec![Work { name: "NIM, five games", image: NIM.image(), typed: MOVES }];
    for (name, text) in LOOPS {
        let (items, _) = gier_slip::parse(&[Source::new(name, text)]);
        let assembly =
            gier_slip::assemble(&items).map_err(|faults| anyhow!("{name}: {}", faults[0].message))?;
        let image = gier_slip::bootable(&assembly, name).map_err(|reason| anyhow!("{name}: {reason}"))?;
        programs.push(Work { name, image, typed: "" });
    }
    Ok(programs)
}

/// Runs a program to its end, typing what it wants.
fn measure(work: &Work) -> Result<Took> {
    let mut room = Room::new(Machine::with_image(&work.image));
    let mut hands = Text::new(work.typed)?;
    let clock = HostClock::start();
    let Ending::Stopped(StopCause::Zq { .. }) = attend(&mut room, &mut hands, Until::FOREVER)? else {
        return Err(anyhow!("the program has not ended: {:?}", room.papers().sheet().line_text()));
    };
    let host = clock.now().as_secs_f64();
    let machine = room.machine();
    Ok(Took { orders: machine.orders(), machine: machine.now().as_seconds(), host })
}
