//! Loads files that the visitor chooses or drops on the page. Also handles the button Undo.

use super::{Page, busy, editor, parts, with};
use crate::desk::MachineElement;
use crate::supplies;
use crate::visit::{Rerun, State, Visit};
use crate::words::Words;
use gier_machine::bootstrap;
use gier_machine::{Input, Log, Machine, Tape};
use gier_word::{Image, Reel};
use web_sys::{File, FileList};

/// The session or text that the button Undo restores.
pub(super) enum Before {
    /// A session that was replaced by another one, or a copy of the session. The copy was made just before
    /// the button HELP was pressed.
    Session(Box<Visit>),
    /// The editor's old text, and the language of this text: `algol` or `slip`.
    Text(String, String),
}

/// A file that the visitor brought: its name, its bytes, and its kind if the page can use it.
type Brought = (String, Vec<u8>, Option<Kind>);

/// Reads the files that the visitor chose or dropped. After that, loads all of them together.
pub(super) fn bring(files: Option<FileList>) {
    let Some(files) = files else { return };
    with(|_, desk| desk.clear_notes());
    let files: Vec<File> = (0..files.length()).filter_map(|place| files.get(place)).collect();
    busy(async move {
        let mut read = Vec::new();
        for file in files {
            let name = file.name();
            let Ok(buffer) = wasm_bindgen_futures::JsFuture::from(file.array_buffer()).await else {
                return with(|_, desk| refuse(desk, "no-file", &name));
            };
            let bytes = js_sys::Uint8Array::new(&buffer).to_vec();
            match kind(&name, &bytes).await {
                Ok(kind) => read.push((name, bytes, kind)),
                Err(reason) => return with(|_, desk| desk.say(reason)),
            }
        }
        let mut wants_tape = false;
        with(|_, desk| wants_tape = *desk.guest.state() == State::AwaitsTape);
        if wants_tape || !take_tapes(&read).await {
            with(|page, desk| page.take_up(desk, read));
        }
    });
}

/// Runs a program of the museum's archive, if the files contain one. Returns `false` if the caller must load
/// the files instead, because they contain no such program. Also returns `false` if all files are texts, and
/// tapes of the program's system are missing. The caller then opens a text in the editor.
async fn take_tapes(files: &[Brought]) -> bool {
    // A tape, or a text whose name ends with `.asc`, can belong to the archive.
    let is_asc = |name: &str| name.to_ascii_lowercase().ends_with(".asc");
    if !files.iter().all(|(name, _, kind)| is_asc(name) || matches!(kind, Some(Kind::Tape))) {
        return false;
    }
    let is_text = files.iter().all(|(name, _, _)| is_asc(name));
    let found = supplies::take_tapes(files.iter().map(|(name, bytes, _)| (name, bytes)))
        .await
        .unwrap_or_else(|reason| vec!["said".to_string(), reason]);
    let found: Vec<&str> = found.iter().map(String::as_str).collect();
    let mut is_taken = true;
    with(|page, desk| match *found {
        ["said", reason] => desk.say(reason.to_string()),
        ["system"] => desk.note("system-kept"),
        ["missing", name, system, tapes] if !is_text => {
            let word = desk.language.word("system-missing");
            desk.say(format!("{name}: {word} {system}: {tapes}."));
        }
        ["fault", name, fault] => desk.say(format!("{name}: {fault}")),
        ["program", name, log, fault] => match Visit::resumed(log) {
            Err(fault) => desk.say(format!("{name}: {fault}")),
            Ok(guest) => {
                page.install(desk, guest);
                if !fault.is_empty() {
                    desk.say(format!("{name}: {fault}"));
                }
            }
        },
        _ => is_taken = false,
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

/// The kind of this file. `None` if the page cannot use the file.
///
/// # Errors
/// Returns the reason if the module that knows tapes cannot be loaded.
async fn kind(name: &str, bytes: &[u8]) -> Result<Option<Kind>, String> {
    let name = name.to_ascii_lowercase();
    let text = std::str::from_utf8(bytes).ok().filter(|text| !text.contains('\0')).map(str::to_string);
    if [".alg", ".slip", ".asc"].iter().any(|ending| name.ends_with(ending)) {
        return Ok(text.map(Kind::Text));
    }
    if let Some(log) = text.clone().filter(|text| Log::begins(text.as_bytes())) {
        return Ok(Some(Kind::Log(log)));
    }
    if name.ends_with(".tap") {
        return Ok(Reel::from_bytes(bytes).ok().map(Kind::Reel));
    }
    if let Ok(image) = Image::from_bytes(bytes) {
        return Ok(Some(Kind::Image(image)));
    }
    Ok(if supplies::is_tape(bytes).await? { Some(Kind::Tape) } else { text.map(Kind::Text) })
}

impl Page {
    /// Loads the first file: a session, a drum image, a reel, or a text for the editor. If the first file is
    /// a paper tape, all files must be tapes. If the program waits for tape, they go into the reader.
    /// Otherwise, an empty machine reads them.
    fn take_up(&mut self, desk: &mut MachineElement, mut files: Vec<Brought>) {
        let is_other = |(_, _, kind): &Brought| !matches!(kind, Some(Kind::Tape));
        let Some(at) = files.iter().position(is_other) else { return self.read_tapes(desk, &files) };
        let (name, _, kind) = files.swap_remove(at);
        match kind.filter(|_| at == 0) {
            Some(Kind::Log(log)) => match Rerun::of(&log, false) {
                Err(fault) => refuse(desk, "unknown-file", &format!("{name}: {fault}")),
                Ok(rerun) => self.install_replay(desk, rerun),
            },
            Some(Kind::Image(image)) => {
                parts::go("");
                let guest = Visit::from_the_beginning(&name, Machine::with_image(&image));
                self.install(desk, guest.knowing(&image));
            }
            Some(Kind::Reel(reel)) => self.mount(desk, reel),
            Some(Kind::Text(text)) => {
                let tongue = if name.to_ascii_lowercase().ends_with(".slip") { "slip" } else { "algol" };
                self.edit(&text, tongue);
                parts::go("own");
            }
            Some(Kind::Tape) | None => refuse(desk, "unknown-file", &name),
        }
    }

    fn read_tapes(&mut self, desk: &mut MachineElement, files: &[Brought]) {
        let Some((name, ..)) = files.first() else { return };
        let tapes = files.iter().map(|(name, bytes, _)| Input::MountTape(Tape::from_bytes(name, bytes)));
        if *desk.guest.state() == State::AwaitsTape {
            tapes.for_each(|tape| desk.guest.feed(tape));
            desk.show();
        } else {
            let mut guest = Visit::from_the_beginning(name, Machine::new());
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
        self.rerun(desk, rerun, install);
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
