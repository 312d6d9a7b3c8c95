//! `gier compare`: shows where two sessions differ. The user names two session logs, or two programs.
//! Both programs get the same typed text.

use super::program::{self, read_image};
use super::replay;
use crate::cli::CompareArgs;
use crate::host::files::{self, Job, without_mark};
use crate::host::report::say;
use crate::host::signals::{self, is_interrupted};
use crate::host::status::Status;
use crate::host::texts;
use crate::host::watch::{GivenUp, ReplayProgress};
use anyhow::{Result, anyhow, bail};
use gier_desk::attended::{Ending, Until};
use gier_desk::debug::compare::{Side, compare};
use gier_desk::debug::stops::Breaks;
use gier_desk::host::{Files, Trouble};
use gier_desk::replay_while;
use gier_desk::session::{Happened, Host, Session};
use gier_machine::{Log, Machine};
use gier_word::Uops;
use gier_word::uops::UOPS_PER_SECOND;
use std::path::Path;

/// The machine time between two checks for Ctrl-C.
const PIECE: Uops = Uops(4 * UOPS_PER_SECOND);

/// Runs `gier compare`. The status is 1 if the sessions differ.
pub fn run(job: &Job, args: &CompareArgs) -> Result<Status> {
    let paths = [&args.one, &args.other];
    paths.iter().try_for_each(|path| files::check_rereadable(path))?;
    job.will_print("the text")?;
    signals::catch()?;
    let are_logs = match [is_log(job, paths[0])?, is_log(job, paths[1])?] {
        [true, true] if args.typed.is_some() => bail!("the logs have their own inputs, so leave out --typed"),
        [one, other] if one == other => one,
        _ => bail!("compare two session logs, or two programs, not one of each"),
    };
    let typed = args.typed.as_deref().map_or(Ok(String::new()), |path| job.read_text(path))?;
    let load = |path| match are_logs {
        true => of_log(job, path, args),
        false => of_program(job, path, &typed, args),
    };
    let one = load(paths[0])?;
    if let (true, Err(status)) = (are_logs, &one) {
        return Ok(*status);
    }
    let (one, other) = match (one, load(paths[1])?) {
        (Ok(one), Ok(other)) => (one, other),
        (Err(status), _) | (_, Err(status)) => return Ok(status),
    };
    if is_interrupted() {
        return Ok(Status::Interrupted);
    }
    let names = paths.map(|path| files::name(path));
    let sides = [(&names[0], &one), (&names[1], &other)];
    let sides = sides.map(|(name, session)| Side { name, engine: session.engine() });
    let compared = compare(sides);
    job.print(&(compared.lines.join("\n") + "\n"));
    Ok(if compared.differs { Status::Fault } else { Status::Ended })
}

/// Without `--limit`, a program runs for at most this time, in seconds of GIER's time.
const PROGRAM_LIMIT: f64 = 3600.0;

/// Whether a file is a session log.
fn is_log(job: &Job, path: &Path) -> Result<bool> {
    Ok(program::named(path).is_none() && Log::begins(without_mark(&job.read(path)?)))
}

/// A session to compare. `Err` has the exit status of the command if the session cannot be run.
type Loaded = std::result::Result<Session, Status>;

fn of_log(job: &Job, path: &Path, args: &CompareArgs) -> Result<Loaded> {
    let name = files::name(path);
    let log = replay::log_of(job, path)?;
    let mut watch = ReplayProgress::new(&log, args.limit);
    let replay = replay_while(&log, None, &mut |_| {}, &mut |now| watch.next(now));
    let given_up = watch.finish();
    if let Some(given_up @ (GivenUp::Interrupted | GivenUp::TooLong)) = given_up {
        return Ok(Err(given_up.status()));
    }
    if given_up.is_none() && !replay.true_to_log {
        say(&format!("{name}: the replay does not lead to the state in the log"));
    }
    let mut session = Session::resumed(replay.room.into_timeline(), Breaks::new());
    let (image, texts) = if let Some(path) = &args.image {
        let image = read_image(job, path)?;
        let texts = texts::beside(job, path, &image)?;
        (image, texts)
    } else if let Some(program) = replay::program(&log.start) {
        let image = program.image();
        let texts = texts::of_program(program, &image);
        (image, texts)
    } else {
        return Ok(Ok(session));
    };
    session.know(&image);
    Ok(Ok(session.with_texts(texts)))
}

/// Runs a program and types this text into it. If the program has faults, prints them and returns the
/// exit status.
fn of_program(job: &Job, path: &Path, typed: &str, args: &CompareArgs) -> Result<Loaded> {
    let Some(image) = program::program(job, path)? else {
        return Ok(Err(Status::Fault));
    };
    let texts = program::texts_of(job, path, &image)?;
    let mut session = Session::new(Machine::with_image(&image)).with_program(&image).with_texts(texts);
    session.type_text(typed).map_err(|fault| match &args.typed {
        Some(typed) => anyhow!("{}, {fault}", files::name(typed)),
        None => anyhow!("{fault}"),
    })?;
    let limit = args.limit.unwrap_or(PROGRAM_LIMIT);
    let happened = session.work(Until::at(Uops::from_seconds(limit)), &mut Patient);
    if happened.map_err(anyhow::Error::from_boxed)? == Happened::Ended(Ending::TimeIsUp) {
        say(&format!("{}: stopped at the limit of {limit} s; --limit changes it", files::name(path)));
    }
    Ok(Ok(session))
}

/// Waits for the end of a run, or for Ctrl-C.
struct Patient;

impl Files for Patient {}

impl Host for Patient {
    fn slice_end(&self, now: Uops) -> Uops {
        now + PIECE
    }

    fn rest(&mut self, _: &Machine) -> std::result::Result<Option<Ending>, Trouble> {
        Ok(is_interrupted().then_some(Ending::Left))
    }
}
