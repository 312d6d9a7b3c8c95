//! The panel's files: breakpoints beside the image, the session log, snapshots, the paper.

use crate::host::files;
use anyhow::{Context, Result, anyhow};
use gier_desk::debug::Breaks;
use gier_desk::typewriter::paper::{Sheet, text_of};
use gier_desk::typewriter::svg;
use gier_machine::session::{self, End};
use gier_machine::{Machine, Tape, Timeline};
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Logs of earlier sessions that are kept.
const LOGS_KEPT: usize = 20;

/// Where the files of a session are.
#[derive(Debug, Default)]
pub struct Store {
    name: String,
    breaks: Option<PathBuf>,
    log_path: Option<PathBuf>,
    logs: u32,
    log: Option<Log>,
}

/// The log of a session: whole up to its last line whatever happens.
#[derive(Debug)]
struct Log {
    path: PathBuf,
    file: File,
    start: Machine,
    options: Vec<(String, String)>,
    inputs: usize,
}

impl Store {
    /// Files with this name at their beginning: `nim` gives `nim.snap`. `breaks` is the file of
    /// the breakpoints, `log_path` that of the session log.
    pub fn new(name: &str, breaks: Option<PathBuf>, log_path: Option<PathBuf>) -> Store {
        Store { name: name.to_string(), breaks, log_path, logs: 0, log: None }
    }

    /// The name that a question offers.
    pub fn default_name(&self, ending: &str) -> String {
        match ending {
            "paper" => format!("{}-paper", self.name),
            _ => format!("{}.{ending}", self.name),
        }
    }

    /// The breakpoints of earlier sessions.
    ///
    /// # Errors
    /// A file that cannot be read, or that holds something else.
    pub fn breaks(&self) -> Result<Breaks> {
        let Some(path) = self.breaks.as_deref().filter(|path| path.exists()) else {
            return Ok(Breaks::new());
        };
        let text = files::read_text(path)?;
        Breaks::from_text(&text).map_err(|error| anyhow!("{}: {error}", path.display()))
    }

    /// Keeps the breakpoints.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn save_breaks(&self, breaks: &Breaks) -> Result<()> {
        let Some(path) = &self.breaks else { return Ok(()) };
        if let Some(folder) = path.parent() {
            let _ = fs::create_dir_all(folder);
        }
        files::write(path, breaks.to_text().as_bytes())
    }

    /// Begins the log. The first one of this store has the name given; a session that begins
    /// anew gets a file of its own, with a number behind the name.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn begin_log(&mut self, start: &Machine) -> Result<()> {
        let Some(first) = &self.log_path else { return Ok(()) };
        self.logs += 1;
        let path = if self.logs == 1 {
            first.clone()
        } else {
            let ending =
                first.extension().map_or("log".into(), |ending| ending.to_string_lossy().into_owned());
            first.with_extension(format!("{}.{ending}", self.logs))
        };
        let options = vec![("title".to_string(), self.name.clone())];
        files::write(&path, session::head(start, &options).as_bytes())?;
        let file = File::options().append(true).open(&path);
        let file = file.with_context(|| format!("cannot write {}", path.display()))?;
        self.log = Some(Log { path, file, start: start.clone(), options, inputs: 0 });
        Ok(())
    }

    /// The file of the log that is being written.
    pub fn log_path(&self) -> Option<&Path> {
        self.log.as_ref().map(|log| log.path.as_path())
    }

    /// Writes the inputs that came since the last call; if the session lost its future, the
    /// whole log again.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn log_inputs(&mut self, timeline: &Timeline) -> Result<()> {
        let Some(log) = &mut self.log else { return Ok(()) };
        let inputs = timeline.inputs();
        if timeline.in_past() || inputs.len() == log.inputs {
            return Ok(());
        }
        if inputs.len() < log.inputs {
            let mut text = session::head(&log.start, &log.options);
            text.extend(inputs.iter().map(session::input_line));
            files::write(&log.path, text.as_bytes())?;
            log.file = File::options().append(true).open(&log.path)?;
        } else {
            let text: String = inputs[log.inputs..].iter().map(session::input_line).collect();
            let written = log.file.write_all(text.as_bytes()).and_then(|()| log.file.flush());
            written.with_context(|| format!("cannot write {}", log.path.display()))?;
        }
        log.inputs = inputs.len();
        Ok(())
    }

    /// Ends the log with the state that the session has come to.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn end_log(&mut self, timeline: &Timeline) -> Result<()> {
        let Some(mut log) = self.log.take() else { return Ok(()) };
        let end = End { position: timeline.position(), hash: timeline.machine().state_hash() };
        let written = log.file.write_all(session::end_line(&end).as_bytes());
        written.with_context(|| format!("cannot write {}", log.path.display()))
    }

    /// Writes a snapshot.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn save_snapshot(&self, path: &str, machine: &Machine) -> Result<()> {
        files::write(Path::new(path), &machine.to_bytes())
    }

    /// Reads a snapshot.
    ///
    /// # Errors
    /// A file that cannot be read or is no snapshot.
    pub fn snapshot(&self, path: &str) -> Result<Machine> {
        let bytes = files::read(Path::new(path))?;
        Machine::from_bytes(&bytes).with_context(|| format!("cannot use {path} as a snapshot"))
    }

    /// Reads a tape.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn tape(&self, path: &str) -> Result<Tape> {
        let path = Path::new(path);
        let name =
            path.file_name().map_or_else(|| files::name(path), |name| name.to_string_lossy().into_owned());
        Ok(Tape::from_bytes(&name, &files::read(path)?))
    }

    /// Writes the paper as text and as picture; the names of both files.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn save_paper(&self, path: &str, sheet: &Sheet) -> Result<[String; 2]> {
        let base = path.strip_suffix(".txt").or(path.strip_suffix(".svg")).unwrap_or(path);
        let names = [format!("{base}.txt"), format!("{base}.svg")];
        let lines: Vec<String> = sheet.lines().iter().map(|line| text_of(line)).collect();
        files::write(Path::new(&names[0]), (lines.join("\n") + "\n").as_bytes())?;
        files::write(Path::new(&names[1]), svg::draw(sheet).as_bytes())?;
        Ok(names)
    }
}

/// The folder for what the program remembers: `gier` in `$XDG_STATE_HOME` or `~/.local/state`.
pub fn state_folder() -> Option<PathBuf> {
    let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = absolute("XDG_STATE_HOME").or_else(|| absolute("HOME").map(|home| home.join(".local/state")));
    state.map(|state| state.join("gier"))
}

/// A name for the log of a new session in this folder; the oldest logs are thrown away.
///
/// # Errors
/// A folder that cannot be made.
pub fn new_log_path(folder: &Path, name: &str) -> Result<PathBuf> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let mut logs: Vec<(std::time::SystemTime, PathBuf)> = fs::read_dir(folder)
        .with_context(|| format!("cannot read the folder {}", folder.display()))?
        .flatten()
        .filter(|entry| entry.path().extension().is_some_and(|ending| ending == "log"))
        .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
        .collect();
    logs.sort();
    for (_, old) in logs.iter().take((logs.len() + 1).saturating_sub(LOGS_KEPT)) {
        let _ = fs::remove_file(old);
    }
    let numbers = logs.iter().filter_map(|(_, path)| {
        let stem = path.file_stem()?.to_str()?;
        stem.rsplit_once('-')?.1.parse::<u32>().ok()
    });
    let mut number = numbers.max().unwrap_or(0) + 1;
    loop {
        let path = folder.join(format!("{name}-{number:04}.log"));
        match File::options().write(true).create_new(true).open(&path) {
            Ok(_) => return Ok(path),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(error).with_context(|| format!("cannot write {}", path.display())),
        }
    }
}
