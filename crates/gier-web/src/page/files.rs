//! What the visitor gives to the page: files and pasted text; and Undo.

use super::{Page, store, with};
use crate::compile;
use crate::dom;
use crate::guest::{Guest, Rerun, State};
use gier_desk::tapes::{self, TapeKind, Unknown};
use gier_machine::bootstrap;
use gier_machine::{Input, Machine, Tape};
use gier_programs::DEFAULT;
use gier_word::Image;
use gier_word::tape::Row;
use web_sys::{File, FileList, HtmlElement, HtmlSelectElement, HtmlTextAreaElement};

/// What Undo brings back.
pub(super) enum Before {
    /// The session before another one began, or before HELP was pressed.
    Session(Box<Guest>),
    /// The editor's text and its language before another text came.
    Text(String, String),
}

/// Reads the files that the visitor gave to the page, then loads them together.
pub(super) fn bring(files: Option<FileList>) {
    let Some(files) = files else { return };
    let files: Vec<File> = (0..files.length()).filter_map(|place| files.get(place)).collect();
    wasm_bindgen_futures::spawn_local(async move {
        let mut read = Vec::new();
        for file in files {
            match wasm_bindgen_futures::JsFuture::from(file.array_buffer()).await {
                Ok(buffer) => read.push((file.name(), js_sys::Uint8Array::new(&buffer).to_vec())),
                Err(_) => with(|page| page.refuse("no-file", &file.name())),
            }
        }
        with(|page| page.take_up(&read));
    });
}

/// The kinds of file that the page takes.
enum Kind {
    /// The log of a session.
    Log(String),
    /// The image of a drum.
    Image(Image),
    /// A paper tape.
    Tape,
    /// A text for the editor.
    Text(String),
}

/// The kind of a file, or `None` if the page cannot use it.
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
    /// Loads the files that the visitor gave to the page: a session, a drum image, a text for the
    /// editor, or tapes. Tapes go to the reader if the program waits for tape. Otherwise they go to
    /// an empty machine that is started with the keyed cells of HELP 3.
    fn take_up(&mut self, files: &[(String, Vec<u8>)]) {
        let Some((name, bytes)) = files.first() else { return };
        match kind(name, bytes) {
            None => self.refuse("unknown-file", name),
            Some(Kind::Log(log)) => match Rerun::of(&log, false) {
                Err(fault) => self.refuse("unknown-file", &format!("{name}: {fault}")),
                Ok(rerun) => self.rerun(
                    rerun,
                    |page, rerun| {
                        let guest = rerun.into_guest(page.clock());
                        page.install(guest);
                    },
                    |_| {},
                ),
            },
            Some(Kind::Image(image)) => {
                let guest = Guest::from_the_beginning(name, Machine::with_image(&image), dom::clock());
                self.install(guest.knowing(&image));
            }
            Some(Kind::Text(text)) => {
                let tongue = if name.to_lowercase().ends_with(".slip") { "slip" } else { "algol" };
                self.edit(&text, tongue);
            }
            Some(Kind::Tape) => {
                let no_tape =
                    |(name, bytes): &&(String, Vec<u8>)| !matches!(kind(name, bytes), Some(Kind::Tape));
                match files.iter().find(no_tape) {
                    Some((name, _)) => self.refuse("unknown-file", name),
                    None => self.read_tapes(files),
                }
            }
        }
    }

    fn read_tapes(&mut self, files: &[(String, Vec<u8>)]) {
        let tapes = files.iter().map(|(name, bytes)| Input::MountTape(Tape::from_bytes(name, bytes)));
        if self.guest.state() == State::AwaitingTape {
            let clock = self.clock();
            tapes.for_each(|tape| self.guest.feed(tape, clock));
            self.show();
        } else {
            let mut guest = Guest::from_the_beginning(&files[0].0, Machine::new(), dom::clock());
            for input in tapes.chain(bootstrap::bootstrap()).chain([Input::Start]) {
                guest.feed(input, dom::clock());
            }
            self.install(guest);
        }
    }

    /// Says that a file cannot be used.
    fn refuse(&mut self, word: &'static str, name: &str) {
        self.refused = Some(format!("{name}: {}", self.language.word(word)));
        self.show();
    }

    /// Types a pasted text, each key when GIER waits for one.
    pub(super) fn paste(&mut self, text: &str) {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let clock = self.clock();
        let is_typed = self.guest.type_text(&text, clock);
        self.notice = if is_typed { None } else { Some("no-key") };
        self.show();
    }

    /// Replaces the session by another one, at the same speed. Undo brings the old one back.
    pub(super) fn install(&mut self, guest: Guest) {
        let old = self.replace(guest);
        self.before = Some(Before::Session(Box::new(old)));
        let is_kept = self.diary.begin(&mut self.guest);
        self.keeps(is_kept);
        self.show();
    }

    /// Puts another session on the page and returns the old one.
    pub(super) fn replace(&mut self, mut guest: Guest) -> Guest {
        guest.set_speed(self.guest.speed(), self.clock());
        let old = std::mem::replace(&mut self.guest, guest);
        (self.notice, self.refused, self.job) = (None, None, None);
        if let Some(sound) = &mut self.sound {
            sound.voice.jump(self.guest.view().now);
        }
        self.listen();
        self.clear();
        old
    }

    /// Puts another text into the editor. Undo brings the old one back.
    pub(super) fn edit(&mut self, text: &str, tongue: &str) {
        let (area, list): (HtmlTextAreaElement, HtmlSelectElement) =
            (dom::element("source"), dom::element("tongue"));
        let old = Before::Text(area.value(), list.value());
        area.set_value(text);
        list.set_value(tongue);
        dom::element::<HtmlElement>("faults").set_text_content(None);
        self.before = Some(old);
        dom::later(0, store::keep_editor);
        self.show();
    }

    /// Brings back the session or the text before the last one. A second Undo takes it away again.
    pub(super) fn undo(&mut self) {
        match self.before.take() {
            None => {}
            Some(Before::Session(guest)) => self.install(*guest),
            Some(Before::Text(text, tongue)) => self.edit(&text, &tongue),
        }
    }

    /// Presses HELP, which ends the program. Undo brings it back.
    pub(super) fn help(&mut self) {
        let old = self.guest.clone();
        let clock = self.clock();
        self.guest.help(clock);
        self.before = Some(Before::Session(Box::new(old)));
    }

    /// Compiles the editor's text and starts it.
    pub(super) fn compile(&mut self) {
        let text = dom::element::<HtmlTextAreaElement>("source").value();
        let is_slip = dom::element::<HtmlSelectElement>("tongue").value() == "slip";
        let faults: HtmlElement = dom::element("faults");
        match if is_slip { compile::own_slip(&text) } else { compile::own(&text) } {
            Ok(image) => {
                faults.set_text_content(Some(self.language.word("compiled")));
                let title = self.language.word("own-title");
                let guest = Guest::from_the_beginning(title, Machine::with_image(&image), dom::clock());
                self.install(guest.knowing(&image).with_text(&text));
            }
            Err(what) => faults.set_text_content(Some(&what)),
        }
    }

    /// Puts the text of the program on the page into the editor.
    pub(super) fn show_source(&mut self) {
        match self.guest.text().map(str::to_string) {
            Some(own) => self.edit(&own, "algol"),
            None => {
                let program = gier_programs::find(self.guest.title()).unwrap_or(DEFAULT);
                self.edit(&program.source(), "algol");
            }
        }
    }
}
