//! Loads files that the visitor chooses or drops on the page. Also handles the button Undo.

use super::held::Before;
use super::{Page, busy, editor, parts, with};
use crate::desk::MachineElement;
use crate::supplies::{self, Tapes};
use crate::visit::{Rerun, State, Visit};
use crate::words::Words;
use gier_desk::tapes::{self, TapeKind, Unknown};
use gier_machine::bootstrap;
use gier_machine::{Input, Machine, Tape};
use gier_word::tape::Row;
use gier_word::{Image, Reel};
use web_sys::{File, FileList};

/// Reads the files that the visitor chose or dropped. After that, loads all of them together.
pub(super) fn bring(files: Option<FileList>) {
    let Some(files) = files else { return };
    with(|_, desk| desk.clear_notes());
    let files: Vec<File> = (0..files.length()).filter_map(|place| files.get(place)).collect();
    busy(async move {
        let mut read = Vec::new();
        for file in files {
            match wasm_bindgen_futures::JsFuture::from(file.array_buffer()).await {
                Ok(buffer) => read.push((file.name(), js_sys::Uint8Array::new(&buffer).to_vec())),
                Err(_) => with(|_, desk| refuse(desk, "no-file", &file.name())),
            }
        }
        let mut wants_tape = false;
        with(|_, desk| wants_tape = *desk.guest.state() == State::AwaitsTape);
        if !wants_tape && !read.is_empty() && read.iter().all(is_tape) && take_tapes(&read).await {
            return;
        }
        with(|page, desk| page.take_up(desk, &read));
    });
}

/// Whether a file can belong to the museum's archive: it is a tape, or a text whose name ends with `.asc`.
fn is_tape((name, bytes): &(String, Vec<u8>)) -> bool {
    name.to_lowercase().ends_with(".asc") || matches!(kind(name, bytes), Some(Kind::Tape))
}

/// Runs a program of the museum's archive, if the files contain one. Returns `false` if the caller must load
/// the files instead, because they contain no such program. Also returns `false` if all files are texts, and
/// tapes of the program's system are missing. The caller then opens a text in the editor.
async fn take_tapes(files: &[(String, Vec<u8>)]) -> bool {
    let is_text = files.iter().all(|(name, _)| name.to_lowercase().ends_with(".asc"));
    let found = supplies::take_tapes(files).await;
    let mut is_taken = true;
    with(|page, desk| match found {
        Ok(Tapes::Nothing) => is_taken = false,
        Ok(Tapes::Missing(..)) if is_text => is_taken = false,
        Ok(Tapes::System) => desk.say(desk.language.word("system-kept").to_string()),
        Ok(Tapes::Missing(name, system, tapes)) => {
            let word = desk.language.word("system-missing");
            desk.say(format!("{name}: {word} {system}: {tapes}."));
        }
        Ok(Tapes::Fault(name, fault)) => desk.say(format!("{name}: {fault}")),
        Ok(Tapes::Program(name, guest, fault)) => {
            page.install(desk, *guest);
            fault.into_iter().for_each(|fault| desk.say(format!("{name}: {fault}")));
        }
        Err(reason) => desk.say(reason),
    });
    is_taken
}

/// The kind of a file that the page can use. Most variants contain what was read from the file.
enum Kind {
    /// The log of a session.
    Log(String),
    /// A drum image.
    Image(Image),
    /// A paper tape.
    Tape,
    /// A reel of magnetic tape.
    Reel(Reel),
    /// A source text, which the page opens in the editor.
    Text(String),
}

/// The kind of this file. Returns `None` if the page cannot use the file.
fn kind(name: &str, bytes: &[u8]) -> Option<Kind> {
    let text = std::str::from_utf8(bytes).ok().filter(|text| !text.contains('\0'));
    let is_source = [".alg", ".slip", ".asc"].iter().any(|ending| name.to_lowercase().ends_with(ending));
    let source = || text.map(|text| Kind::Text(text.to_string()));
    if is_source {
        return source();
    }
    if let Some(log) = text.filter(|text| text.starts_with("gier-session")) {
        return Some(Kind::Log(log.to_string()));
    }
    if name.to_lowercase().ends_with(".tap") {
        return Reel::from_bytes(bytes).ok().map(Kind::Reel);
    }
    if let Ok(image) = Image::from_bytes(bytes) {
        return Some(Kind::Image(image));
    }
    let rows: Vec<Row> = bytes.iter().map(|&byte| Row(byte)).collect();
    match tapes::look(&rows).kind {
        TapeKind::Unknown(Unknown::Empty | Unknown::NoTape) => source(),
        _ => Some(Kind::Tape),
    }
}

impl Page {
    /// Loads the first file: a session, a drum image, a reel, or a text for the editor. If the first file is
    /// a paper tape, all files must be tapes. If the program waits for tape, they go into the reader.
    /// Otherwise, an empty machine reads them.
    fn take_up(&mut self, desk: &mut MachineElement, files: &[(String, Vec<u8>)]) {
        let Some((name, bytes)) = files.first() else { return };
        match kind(name, bytes) {
            None => refuse(desk, "unknown-file", name),
            Some(Kind::Log(log)) => match Rerun::of(&log, false) {
                Err(fault) => refuse(desk, "unknown-file", &format!("{name}: {fault}")),
                Ok(rerun) => self.install_replay(desk, rerun),
            },
            Some(Kind::Image(image)) => {
                parts::go("");
                let guest = Visit::from_the_beginning(name, Machine::with_image(&image));
                self.install(desk, guest.knowing(&image));
            }
            Some(Kind::Reel(reel)) => self.mount(desk, reel),
            Some(Kind::Text(text)) => {
                let tongue = if name.to_lowercase().ends_with(".slip") { "slip" } else { "algol" };
                self.edit(&text, tongue);
                parts::go("own");
            }
            Some(Kind::Tape) => {
                let no_tape =
                    |(name, bytes): &&(String, Vec<u8>)| !matches!(kind(name, bytes), Some(Kind::Tape));
                match files.iter().find(no_tape) {
                    Some((name, _)) => refuse(desk, "unknown-file", name),
                    None => self.read_tapes(desk, files),
                }
            }
        }
    }

    fn read_tapes(&mut self, desk: &mut MachineElement, files: &[(String, Vec<u8>)]) {
        let tapes = files.iter().map(|(name, bytes)| Input::MountTape(Tape::from_bytes(name, bytes)));
        if *desk.guest.state() == State::AwaitsTape {
            tapes.for_each(|tape| desk.guest.feed(tape));
            desk.show();
        } else {
            let mut guest = Visit::from_the_beginning(&files[0].0, Machine::new());
            for input in tapes.chain(bootstrap::bootstrap()).chain([Input::Start]) {
                guest.feed(input);
            }
            self.install(desk, guest);
        }
    }

    /// Makes `guest` the session on the page. The speed stays the same. Undo restores the old session.
    pub(super) fn install(&mut self, desk: &mut MachineElement, guest: Visit) {
        self.job = None;
        self.show_job();
        let old = desk.replace(guest);
        // A session in which nothing was done is not worth a button.
        if old.inputs() > 0 || old.text().is_some() {
            self.before = Some(Before::Session(Box::new(old)));
        }
        self.write(desk);
    }

    /// Replays a session, and then shows it on the page. If the visitor cancels the replay, the page keeps
    /// its old session.
    pub(super) fn install_replay(&mut self, desk: &mut MachineElement, rerun: Rerun) {
        let install = |page: &mut Page, desk: &mut MachineElement, rerun: Rerun| {
            let guest = rerun.into_guest();
            page.install(desk, guest);
        };
        self.rerun(desk, rerun, install, |_, _| {});
    }

    /// Replaces the text in the editor and its language. The new language is `tongue`, `algol` or `slip`.
    /// Undo restores the old text and language.
    pub(super) fn edit(&mut self, text: &str, tongue: &str) {
        let (old, old_tongue) = editor::replace(text, tongue);
        self.before = Some(Before::Text(old, old_tongue));
    }

    /// Restores the session or text that was replaced last. A second call undoes the first one.
    pub(super) fn undo(&mut self, desk: &mut MachineElement) {
        match self.before.take() {
            None => {}
            Some(Before::Session(guest)) => self.install(desk, *guest),
            Some(Before::Text(text, tongue)) => self.edit(&text, &tongue),
        }
    }
}

/// Shows a message that says why a file cannot be used. `word` is the name of the message in the page's list
/// of texts.
fn refuse(desk: &mut MachineElement, word: &'static str, name: &str) {
    desk.say(format!("{name}: {}", desk.language.word(word)));
}
