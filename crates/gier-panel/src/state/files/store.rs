//! The panel's files: breakpoints beside the image, the session log, snapshots, the paper.

use gier_desk::debug::Breaks;
use gier_desk::host::{Files, Trouble};
use gier_desk::typewriter::paper::Sheet;
use gier_desk::typewriter::svg;
use gier_machine::session::{self, End};
use gier_machine::{Machine, Tape, Timeline};

/// Where the files of a session are.
pub struct Store {
    title: String,
    breaks: Option<String>,
    log_name: Option<String>,
    logs: u32,
    log: Option<Log>,
    files: Box<dyn Files>,
}

/// The log of a session: whole up to its last line whatever happens.
struct Log {
    name: String,
    start: Machine,
    options: Vec<(String, String)>,
    inputs: usize,
}

impl Store {
    /// Files with this title at the beginning of their names: `nim` gives `nim.snap`. `breaks` is
    /// the file of the breakpoints, `log_name` that of the session log.
    pub fn new(
        title: &str,
        breaks: Option<String>,
        log_name: Option<String>,
        files: Box<dyn Files>,
    ) -> Store {
        Store { title: title.to_string(), breaks, log_name, logs: 0, log: None, files }
    }

    /// From here the files are those of a session with this title; its breakpoints are not kept.
    pub fn begin_anew(&mut self, title: &str) {
        self.title = title.to_string();
        self.breaks = None;
    }

    /// The name that a question offers.
    pub fn default_name(&self, ending: &str) -> String {
        format!("{}{ending}", self.title)
    }

    /// The breakpoints of earlier sessions.
    ///
    /// # Errors
    /// A file that cannot be read, or that holds something else: it is left as it is, and those of
    /// this session are not kept.
    pub fn breaks(&mut self) -> Result<Breaks, Trouble> {
        let breaks = self.read_breaks();
        if breaks.is_err() {
            self.breaks = None;
        }
        breaks
    }

    fn read_breaks(&mut self) -> Result<Breaks, Trouble> {
        let Some(name) = self.breaks.clone() else { return Ok(Breaks::new()) };
        if !self.files.has(&name) {
            return Ok(Breaks::new());
        }
        let text = String::from_utf8(self.files.read(&name)?);
        let text = text.map_err(|_| format!("{name} is not a text of breakpoints"))?;
        Ok(Breaks::from_text(&text).map_err(|error| format!("{name}: {error}"))?)
    }

    /// Keeps the breakpoints.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn save_breaks(&mut self, breaks: &Breaks) -> Result<(), Trouble> {
        match &self.breaks {
            Some(name) => self.files.write(name, breaks.to_text().as_bytes()),
            None => Ok(()),
        }
    }

    /// Begins the log. The first one of this store has the name given; a session that begins
    /// anew gets a file of its own, with a number before the ending of the name that no other has.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn begin_log(&mut self, start: &Machine) -> Result<(), Trouble> {
        let Some(first) = &self.log_name else { return Ok(()) };
        let first = first.clone();
        self.logs += 1;
        while self.logs > 1 && self.files.has(&numbered(&first, self.logs)) {
            self.logs += 1;
        }
        let name = if self.logs == 1 { first } else { numbered(&first, self.logs) };
        let options = vec![("title".to_string(), self.title.clone())];
        self.files.begin(&name, session::head(start, &options).as_bytes())?;
        self.log = Some(Log { name, start: start.clone(), options, inputs: 0 });
        Ok(())
    }

    /// The name of the log that is being written.
    pub fn log_name(&self) -> Option<&str> {
        self.log.as_ref().map(|log| log.name.as_str())
    }

    /// Writes the inputs that came since the last call; if the session lost its future, the
    /// whole log again.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn log_inputs(&mut self, timeline: &Timeline) -> Result<(), Trouble> {
        let Some(log) = &mut self.log else { return Ok(()) };
        let inputs = timeline.inputs();
        if timeline.in_past() || inputs.len() == log.inputs {
            return Ok(());
        }
        if inputs.len() < log.inputs {
            let mut text = session::head(&log.start, &log.options);
            text.extend(inputs.iter().map(session::input_line));
            self.files.begin(&log.name, text.as_bytes())?;
        } else {
            let text: String = inputs[log.inputs..].iter().map(session::input_line).collect();
            self.files.append(&log.name, &text)?;
        }
        log.inputs = inputs.len();
        Ok(())
    }

    /// Writes the whole log again: the session is another one from some moment on.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn log_anew(&mut self, timeline: &Timeline) -> Result<(), Trouble> {
        let Some(log) = &mut self.log else { return Ok(()) };
        let mut text = session::head(&log.start, &log.options);
        text.extend(timeline.all_inputs().iter().map(session::input_line));
        self.files.begin(&log.name, text.as_bytes())?;
        log.inputs = timeline.all_inputs().len();
        Ok(())
    }

    /// Ends the log with the state that the session has come to.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn end_log(&mut self, timeline: &Timeline) -> Result<(), Trouble> {
        let Some(log) = self.log.take() else { return Ok(()) };
        let end = End { position: timeline.position(), hash: timeline.machine().state_hash() };
        self.files.append(&log.name, &session::end_line(&end))
    }

    /// Whether a file of this name is there.
    pub fn has(&mut self, name: &str) -> bool {
        self.files.has(name)
    }

    /// Writes a snapshot.
    ///
    /// # Errors
    /// A file that cannot be written, or is the log.
    pub fn save_snapshot(&mut self, name: &str, machine: &Machine) -> Result<(), Trouble> {
        self.may_write(name)?;
        self.files.write(name, &machine.to_bytes())
    }

    /// Reads a snapshot.
    ///
    /// # Errors
    /// A file that cannot be read or is no snapshot.
    pub fn snapshot(&mut self, name: &str) -> Result<Machine, Trouble> {
        let bytes = self.files.read(name)?;
        Machine::from_bytes(&bytes)
            .map_err(|error| format!("cannot use {name} as a snapshot: {error}").into())
    }

    /// Reads a tape; it is called by the last part of the file's name.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn tape(&mut self, name: &str) -> Result<Tape, Trouble> {
        let bytes = self.files.read(name)?;
        let short = name.rsplit(['/', '\\']).next().filter(|short| !short.is_empty()).unwrap_or(name);
        Ok(Tape::from_bytes(short, &bytes))
    }

    /// Writes the paper as text and as picture; the names of both files.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn save_paper(&mut self, name: &str, sheet: &Sheet) -> Result<[String; 2], Trouble> {
        let names = paper_names(name);
        names.iter().try_for_each(|name| self.may_write(name))?;
        self.files.write(&names[0], sheet.to_text().as_bytes())?;
        self.files.write(&names[1], svg::draw(sheet).as_bytes())?;
        Ok(names)
    }

    /// The log of this session is nobody else's to write.
    fn may_write(&self, name: &str) -> Result<(), Trouble> {
        match self.log_name() {
            Some(log) if log == name => Err(format!("{name} is the log of this session").into()),
            _ => Ok(()),
        }
    }
}

/// A name with a number before its ending.
fn numbered(name: &str, number: u32) -> String {
    match name.rsplit_once('.') {
        Some((stem, ending)) if !ending.contains(['/', '\\']) => format!("{stem}.{number}.{ending}"),
        _ => format!("{name}.{number}.log"),
    }
}

/// The names under which the paper is kept: its text and its picture.
pub fn paper_names(name: &str) -> [String; 2] {
    let base = name.strip_suffix(".txt").or(name.strip_suffix(".svg")).unwrap_or(name);
    [format!("{base}.txt"), format!("{base}.svg")]
}
