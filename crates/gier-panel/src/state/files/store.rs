//! The files of a panel session: the breakpoints, the session log, snapshots and the paper.

use gier_desk::debug::stops::Breaks;
use gier_desk::host::{Files, Trouble};
use gier_desk::typewriter::paper::Sheet;
use gier_desk::typewriter::svg;
use gier_machine::log::{self, End};
use gier_machine::{Machine, Tape, Timeline};

/// The files of one session.
pub struct Store {
    title: String,
    /// The file for the breakpoints, or the reason why they cannot be saved. `None` if the session has no such
    /// file.
    breaks: Option<Result<String, String>>,
    log_name: Option<String>,
    logs: u32,
    log: Option<Log>,
    files: Box<dyn Files>,
}

/// The log of a session. Inputs are written to the file as the session goes on, so the file is usable even if
/// gier is killed.
struct Log {
    name: String,
    start: Machine,
    options: Vec<(String, String)>,
    inputs: usize,
}

impl Store {
    /// Prepares the files of a session. Suggested file names begin with `title`, for example `nim.snap`.
    /// `breaks` and `log_name` are the names of the files for the breakpoints and the session log.
    pub fn new(
        title: &str,
        breaks: Option<String>,
        log_name: Option<String>,
        files: Box<dyn Files>,
    ) -> Store {
        Store { title: title.to_string(), breaks: breaks.map(Ok), log_name, logs: 0, log: None, files }
    }

    /// Begins a new session. The names of its files begin with `title`, and its breakpoints are not saved.
    pub(crate) fn begin_anew(&mut self, title: &str) {
        self.title = title.to_string();
        self.breaks = None;
    }

    /// The file name that a question suggests: the title of the session, and then `ending`.
    pub(crate) fn default_name(&self, ending: &str) -> String {
        format!("{}{ending}", self.title)
    }

    /// Reads the breakpoints that earlier sessions saved.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or is not a file of breakpoints. The file is then
    /// not changed, and the breakpoints of this session cannot be saved.
    pub fn breaks(&mut self) -> Result<Breaks, Trouble> {
        let breaks = self.read_breaks();
        if let Err(error) = &breaks {
            self.breaks = Some(Err(format!("breakpoints are not saved: {error}")));
        }
        breaks
    }

    fn read_breaks(&mut self) -> Result<Breaks, Trouble> {
        let Some(name) = self.breaks.clone().transpose()? else { return Ok(Breaks::new()) };
        if !self.files.has(&name) {
            return Ok(Breaks::new());
        }
        let text = String::from_utf8(self.files.read(&name)?);
        let text = text.map_err(|_| format!("{name} is not a text of breakpoints"))?;
        Ok(Breaks::from_text(&text).map_err(|error| format!("{name}: {error}"))?)
    }

    /// Saves the breakpoints.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written, or could not be read.
    pub(crate) fn save_breaks(&mut self, breaks: &Breaks) -> Result<(), Trouble> {
        match &self.breaks {
            Some(Ok(name)) => self.files.write(name, breaks.to_text().as_bytes()),
            Some(Err(reason)) => Err(reason.clone().into()),
            None => Ok(()),
        }
    }

    /// Begins the log of a session. The first log has the name given to [`Store::new`]. Later logs have the
    /// same name with an unused number, for example `nim.2.log`.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub(crate) fn begin_log(&mut self, start: &Machine) -> Result<(), Trouble> {
        let Some(first) = &self.log_name else { return Ok(()) };
        let first = first.clone();
        self.logs += 1;
        while self.logs > 1 && self.is_taken(&numbered(&first, self.logs)) {
            self.logs += 1;
        }
        let name = if self.logs == 1 { first } else { numbered(&first, self.logs) };
        let options = vec![("title".to_string(), self.title.clone())];
        self.files.begin(&name, log::head(start, &options).as_bytes())?;
        self.log = Some(Log { name, start: start.clone(), options, inputs: 0 });
        Ok(())
    }

    /// The name of the log's file, or `None` if there is no log.
    pub(crate) fn log_name(&self) -> Option<&str> {
        self.log.as_ref().map(|log| log.name.as_str())
    }

    /// Appends to the log the inputs that were made since the last call. If inputs were discarded from the
    /// session, writes the whole log again.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub(crate) fn log_inputs(&mut self, timeline: &Timeline) -> Result<(), Trouble> {
        let Some(log) = &mut self.log else { return Ok(()) };
        let inputs = timeline.inputs();
        if timeline.is_in_past() || inputs.len() == log.inputs {
            return Ok(());
        }
        if inputs.len() < log.inputs {
            return self.log_anew(timeline);
        }
        let text: String = inputs[log.inputs..].iter().map(log::input_line).collect();
        self.files.append(&log.name, &text)?;
        log.inputs = inputs.len();
        Ok(())
    }

    /// Writes the whole log again. This is necessary after the session was replaced by another version of it.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub(crate) fn log_anew(&mut self, timeline: &Timeline) -> Result<(), Trouble> {
        let Some(log) = &mut self.log else { return Ok(()) };
        let mut text = log::head(&log.start, &log.options);
        text.extend(timeline.all_inputs().iter().map(log::input_line));
        self.files.begin(&log.name, text.as_bytes())?;
        log.inputs = timeline.all_inputs().len();
        Ok(())
    }

    /// Writes the last line of the log, which contains the session's present position, and ends the log.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub(crate) fn end_log(&mut self, timeline: &Timeline) -> Result<(), Trouble> {
        let Some(log) = self.log.take() else { return Ok(()) };
        self.files.append(&log.name, &log::end_line(&End::of(timeline.machine())))
    }

    /// Whether there is a file with this name.
    pub(crate) fn has(&mut self, name: &str) -> bool {
        self.files.has(name)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub(crate) fn read(&mut self, name: &str) -> Result<Vec<u8>, Trouble> {
        self.files.read(name)
    }

    /// Writes a file that does not exist yet.
    ///
    /// # Errors
    /// Returns an error if the file exists, or cannot be written.
    pub(crate) fn write_new(&mut self, name: &str, contents: &[u8]) -> Result<(), Trouble> {
        self.may_write(name)?;
        if self.files.has(name) {
            return Err(format!("{name} exists already: name another file").into());
        }
        self.files.write(name, contents)
    }

    /// Writes a snapshot of the machine.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written, or if it is the session log.
    pub(crate) fn save_snapshot(&mut self, name: &str, machine: &Machine) -> Result<(), Trouble> {
        self.may_write(name)?;
        self.files.write(name, &machine.to_bytes())
    }

    /// Reads a snapshot of a machine.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or is not a snapshot.
    pub(crate) fn snapshot(&mut self, name: &str) -> Result<Machine, Trouble> {
        let bytes = self.files.read(name)?;
        Machine::from_bytes(&bytes)
            .map_err(|error| format!("cannot use {name} as a snapshot: {error}").into())
    }

    /// Reads a tape from a file. The tape's name is the last part of the file's path.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub(crate) fn tape(&mut self, name: &str) -> Result<Tape, Trouble> {
        let bytes = self.files.read(name)?;
        let short = name.rsplit(['/', '\\']).next().filter(|short| !short.is_empty()).unwrap_or(name);
        Ok(Tape::from_bytes(short, &bytes))
    }

    /// Writes the paper as a text file and as a picture. Returns the names of both files.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written.
    pub(crate) fn save_paper(&mut self, name: &str, sheet: &Sheet) -> Result<[String; 2], Trouble> {
        let names = paper_names(name);
        names.iter().try_for_each(|name| self.may_write(name))?;
        self.files.write(&names[0], sheet.to_text().as_bytes())?;
        self.files.write(&names[1], svg::draw(sheet).as_bytes())?;
        Ok(names)
    }

    /// Whether there is a file with this name, or the session will write one.
    fn is_taken(&mut self, name: &str) -> bool {
        self.files.has(name) || self.files.output_at(name).is_some()
    }

    /// Returns an error if `name` is the session log or another output of the session.
    fn may_write(&mut self, name: &str) -> Result<(), Trouble> {
        if self.log_name() == Some(name) {
            return Err(format!("{name} is the log of this session").into());
        }
        match self.files.output_at(name) {
            Some(output) => Err(format!("{name} is already an output of this session: {output}").into()),
            None => Ok(()),
        }
    }
}

/// Inserts a number before the ending of a file name: `nim.log` becomes `nim.2.log`.
fn numbered(name: &str, number: u32) -> String {
    match name.rsplit_once('.') {
        Some((stem, ending)) if !ending.contains(['/', '\\']) => format!("{stem}.{number}.{ending}"),
        _ => format!("{name}.{number}.log"),
    }
}

/// The names of the two files for the paper: the text and the picture.
pub(crate) fn paper_names(name: &str) -> [String; 2] {
    let base = name.strip_suffix(".txt").or(name.strip_suffix(".svg")).unwrap_or(name);
    [format!("{base}.txt"), format!("{base}.svg")]
}
