//! The session logs: their folder, the name of a new log, and the list of all logs. A panel locks its log
//! while it writes the log.

use crate::host::files::{self, Claim, Job, hold};
use crate::host::folders::{self, state_folder};
use crate::host::report::{Answer, ask, say};
use anyhow::{Context, Result, bail};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The folder of the session logs. It is in the folder where gier saves its state.
pub fn sessions_folder() -> Option<PathBuf> {
    state_folder().map(|state| state.join("sessions"))
}

/// The log of a new session. No other panel can use this log, unless it is a device.
#[derive(Debug)]
pub struct Reserved {
    /// The right to write the log.
    pub claim: Claim,
    /// The log, open and locked. It is `None` if the log is a device, because a device cannot be locked.
    pub lock: Option<File>,
}

/// Reserves a new log in a folder. The name of the log begins with `title`, the title of the session.
pub fn reserve_new(job: &Job, folder: &Path, title: &str) -> Result<Reserved> {
    folders::make(folder)?;
    let numbers = folders::list(folder)?.into_iter().filter_map(|path| {
        delete_abandoned(&path);
        path.file_stem()?.to_str()?.rsplit_once('-')?.1.parse::<u32>().ok()
    });
    let mut number = numbers.max().unwrap_or(0).saturating_add(1);
    loop {
        let path = folder.join(format!("{title}-{number:04}.log"));
        match hold::create(&path) {
            Ok(lock) => return own(job, &path, lock),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(error).with_context(|| format!("cannot write {}", files::name(&path))),
        }
    }
}

/// A log whose name gier has found. If it is another output of the session, the new file is deleted.
fn own(job: &Job, path: &Path, lock: File) -> Result<Reserved> {
    match job.claim("the log", path, None) {
        Ok(claim) => Ok(Reserved { claim, lock: Some(lock) }),
        Err(error) => {
            // Windows deletes no file that is open.
            drop(lock);
            forget(path);
            Err(error)
        }
    }
}

/// Deletes the log at a path if it is empty and unlocked. A panel that was killed can leave such a log. Must
/// only be called for a path in gier's own folder.
pub fn delete_abandoned(path: &Path) {
    if is_log(path)
        && path.metadata().is_ok_and(|data| data.len() == 0)
        && hold::open(path).is_ok_and(|file| file.is_some())
    {
        let _ = folders::delete(path);
    }
}

/// Whether this path is a regular file whose name ends in `.log`.
fn is_log(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "log") && path.metadata().is_ok_and(|data| data.is_file())
}

/// Reserves the log that the user named. If another panel is writing that log, reserves a log with a similar
/// name and prints this name. An existing log is replaced only if `force` is true or the user agrees.
pub fn reserve(job: &Job, claim: Claim, force: bool) -> Result<Reserved> {
    let path = claim.path().to_owned();
    if files::is_dash(&path) {
        bail!("the log cannot go to standard output, because the panel is there; name a file");
    }
    let output = claim.clone().open()?;
    if path.metadata().is_ok_and(|data| !data.is_file()) {
        output.save(b"\n")?;
        return Ok(Reserved { claim, lock: None });
    }
    let mut number = 1;
    loop {
        let other = if number == 1 { path.clone() } else { numbered(&path, number) };
        match take(&other).with_context(|| format!("cannot write {}", files::name(&path)))? {
            Taken::Free(lock) if number > 1 => {
                let log = own(job, &other, lock)?;
                let named = files::name(&other);
                say(&format!("another panel is writing that log; this session is saved in {named}"));
                return Ok(log);
            }
            Taken::Free(lock) => return Ok(Reserved { claim, lock: Some(lock) }),
            Taken::Old(lock) if number == 1 => {
                confirm_replacement(&path, force)?;
                return Ok(Reserved { claim, lock: Some(lock) });
            }
            Taken::Old(_) | Taken::Others => number += 1,
        }
    }
}

enum Taken {
    /// The file is new or empty, and is now locked for this panel.
    Free(File),
    /// The file has contents, and is now locked for this panel.
    Old(File),
    /// Another panel is writing the file now.
    Others,
}

fn take(path: &Path) -> io::Result<Taken> {
    match hold::create(path) {
        Ok(file) => return Ok(Taken::Free(file)),
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
        Err(_) => {}
    }
    let file = match hold::open(path) {
        Ok(Some(file)) => file,
        Ok(None) => return Ok(Taken::Others),
        // The path is a link that leads to no file yet.
        Err(_) => hold::create(&files::target(path))?,
    };
    Ok(if file.metadata()?.len() == 0 { Taken::Free(file) } else { Taken::Old(file) })
}

/// Deletes the log at a path if the log is empty.
pub fn forget(path: &Path) {
    if path.metadata().is_ok_and(|data| data.is_file() && data.len() == 0) {
        let _ = folders::delete(path);
    }
}

/// Asks the user whether the log at a path may be replaced. Does not ask if `force` is true. Returns an error
/// if the user does not answer yes.
fn confirm_replacement(path: &Path, force: bool) -> Result<()> {
    let name = files::name(path);
    if force {
        return Ok(());
    }
    if ask(&format!("{name} exists already. Replace it"))? == Answer::Yes {
        return Ok(());
    }
    bail!("the log {name} exists already: name another file, or give --force to replace it")
}

fn numbered(path: &Path, number: u32) -> PathBuf {
    let ending = path.extension().map_or("log".into(), |ending| ending.to_string_lossy());
    path.with_extension(format!("{number}.{ending}"))
}

/// A session log, as the list of logs shows it.
pub struct Log {
    /// The path of the log.
    pub path: PathBuf,
    /// The time of the last write to the log.
    pub when: SystemTime,
    /// The length of the log in bytes.
    pub bytes: u64,
    /// Whether and how the session that the log records has ended.
    pub end: SessionEnd,
    /// The summary of the session that the log records. It is `None` if the file is not a readable log.
    pub told: Option<SessionSummary>,
}

/// Whether and how the session that a log records has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionEnd {
    /// The user left the panel.
    InOrder,
    /// The panel was killed, so the log has no end.
    CutOff,
    /// The panel is still writing the log.
    GoesOn,
    /// Unknown, because the file is not a readable log.
    Unknown,
}

impl SessionEnd {
    /// A few words that describe this ending in the list of logs.
    pub const fn word(self) -> &'static str {
        match self {
            SessionEnd::InOrder => "in order",
            SessionEnd::CutOff => "cut off",
            SessionEnd::GoesOn => "goes on",
            SessionEnd::Unknown => "unreadable",
        }
    }
}

/// A summary of the session that a log records.
pub struct SessionSummary {
    /// The title of the session. The title says what was on the drum at the beginning.
    pub title: String,
    /// The number of inputs to the machine that the log records, such as pressed keys.
    pub inputs: usize,
    /// The length of the session in seconds of machine time. If the log has no end, the length is the time
    /// until the last input.
    pub seconds: f64,
    /// The number of orders executed in the session.
    pub orders: u64,
}

/// Reads all logs in a folder. The latest log is the last.
pub fn all(job: &Job, folder: &Path) -> Result<Vec<Log>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let paths = folders::list(folder)?.into_iter().filter(|path| is_log(path));
    let mut logs: Vec<Log> = paths.filter_map(|path| look(job, path).ok()).collect();
    // An empty log is skipped, except if a panel is about to write it.
    logs.retain(|log| log.bytes > 0 || log.end == SessionEnd::GoesOn);
    logs.sort_by(|one, other| (one.when, &one.path).cmp(&(other.when, &other.path)));
    Ok(logs)
}

fn look(job: &Job, path: PathBuf) -> Result<Log> {
    let data = path.metadata()?;
    let session = job.read_text(&path).ok().and_then(|text| gier_machine::Log::parse(&text).ok());
    let end = match &session {
        _ if hold::is_held(&path) => SessionEnd::GoesOn,
        None => SessionEnd::Unknown,
        Some(session) if session.end.is_some() => SessionEnd::InOrder,
        Some(_) => SessionEnd::CutOff,
    };
    let told = session.map(|session| {
        let (orders, at) = (session.start.orders(), session.start.now());
        let last = session.end.map(|end| end.position);
        let last = last.or_else(|| session.inputs.last().map(|input| input.position));
        let title = session.options.iter().find(|(name, _)| name == "title");
        SessionSummary {
            title: title.map_or(String::new(), |(_, title)| title.clone()),
            inputs: session.inputs.len(),
            seconds: last.map_or(0.0, |last| last.at.seconds() - at.seconds()),
            orders: last.map_or(0, |last| last.orders.saturating_sub(orders)),
        }
    });
    Ok(Log { path, when: data.modified()?, bytes: data.len(), end, told })
}
