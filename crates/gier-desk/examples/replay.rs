//! Replays the log of a session. `cargo run --example replay LOG` replays a log that `gier panel` saved.
//! Without `LOG`, the example first records a session and then replays its log.

use gier_desk::host::NoFiles;
use gier_desk::session::Session;
use gier_desk::{Until, replay};
use gier_machine::{Log, Machine};

/// Records a session in which a person at the typewriter asks for the calendar of February 1966. Returns the
/// log.
pub fn recorded() -> String {
    let calendar = gier_programs::find("calendar").expect("a program that comes with gier");
    let start = Machine::with_image(&calendar.image());
    let mut session = Session::new(start.clone());
    session.type_text("1966 2 ").expect("keys that GIER has");
    session.work(Until::FOREVER, &mut NoFiles).expect("a host that does nothing does not fail");
    let title = ("title".to_string(), "calendar".to_string());
    Log::of(start, vec![title], session.engine().timeline()).to_text()
}

/// Replays a log and returns a report. It contains the printed text, the time, and how many inputs and orders
/// there were. It also says whether the replay ended in the state that the log gives.
pub fn report(log: &str) -> Result<String, String> {
    let session = Log::parse(log).map_err(|error| error.to_string())?;
    let replayed = replay(&session);
    let end = replayed.end().position;
    let truth = if replayed.true_to_log { "the same end as in the log" } else { "not the end of the log" };
    let keys = session.inputs.len();
    let paper = replayed.room.papers().sheet().to_text();
    Ok(format!("{paper}\n\n{keys} inputs, {} orders, {:.2} s: {truth}\n", end.orders, end.at.seconds()))
}

fn main() {
    let log = match std::env::args().nth(1) {
        Some(path) => std::fs::read_to_string(path).expect("a log"),
        None => recorded(),
    };
    match report(&log) {
        Ok(report) => print!("{report}"),
        Err(error) => eprintln!("{error}"),
    }
}
