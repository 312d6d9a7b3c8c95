//! The guest's page: what a person does on it, and what it shows.

use crate::compile;
use crate::dom;
use crate::guest::{Guest, State};
use crate::lamps::{self, Lamps};
use crate::paper::line_html;
use crate::words::Language;
use gier_desk::pace::Speed;
use gier_desk::typewriter::paper::{PAGE_LINES, TOP_LINES, text_of};
use gier_desk::typewriter::text::RibbonStyle;
use gier_machine::bootstrap;
use gier_machine::{Input, Machine, Tape};
use gier_panel::ink::glow::{DeskGlow, DeskSamples};
use gier_programs::{NIM, PROGRAMS};
use gier_word::{Case, Image, Symbol};
use std::cell::RefCell;
use wasm_bindgen::prelude::*;
use web_sys::{
    DragEvent, Event, File, FileList, HtmlElement, HtmlInputElement, HtmlOptionElement, HtmlSelectElement,
    HtmlTextAreaElement, KeyboardEvent, MouseEvent,
};

/// Between two pictures while the machine works, in milliseconds.
const PICTURE_MS: i32 = 33;
/// Where the browser keeps the session and the language of the page.
const KEPT_SESSION: &str = "gier-session";
const KEPT_LANGUAGE: &str = "gier-language";
/// The choice in the list for a program that is not of the table.
const OWN: &str = "";

thread_local! {
    static PAGE: RefCell<Option<Page>> = const { RefCell::new(None) };
}

/// Does something with the page, if it is there and nobody else is at it.
fn with(act: impl FnOnce(&mut Page)) {
    PAGE.with_borrow_mut(|page| page.as_mut().map(act));
}

/// The page and the guest's session.
struct Page {
    guest: Guest,
    language: Language,
    lamps: Lamps,
    samples: DeskSamples,
    sheet: HtmlElement,
    /// Lines of the sheet that are on the page and will not change.
    whole_lines: usize,
    /// Lines that a screen reader has been told.
    spoken_lines: usize,
    notice: Option<&'static str>,
    is_shifted: bool,
    is_ticking: bool,
    is_hidden: bool,
}

/// Puts life into the guest's page.
pub fn begin() {
    let code = dom::kept(KEPT_LANGUAGE).or_else(|| dom::window().navigator().language());
    let language = Language::of_code(&code.unwrap_or_default());
    let kept = dom::kept(KEPT_SESSION).and_then(|log| Guest::resumed(&log, dom::clock()).ok());
    let guest = kept.unwrap_or_else(|| switched_on(NIM.name));
    let page = Page {
        guest,
        language,
        lamps: Lamps::new(),
        samples: DeskSamples::default(),
        sheet: dom::element("sheet"),
        whole_lines: 0,
        spoken_lines: 0,
        notice: None,
        is_shifted: false,
        is_ticking: false,
        is_hidden: dom::document().hidden(),
    };
    PAGE.set(Some(page));
    list_programs();
    listen();
    with(|page| {
        page.speak_the_language();
        page.spoken_lines = page.guest.sheet().lines().len();
        page.show();
    });
    dom::set(&dom::document().document_element().expect("a page has a root"), "data-ready", "yes");
    let _ = dom::window().navigator().service_worker().register("sw.js");
}

/// A machine with a program of the table, at its first wait for a key.
fn switched_on(name: &str) -> Guest {
    let program = gier_programs::find(name).unwrap_or(NIM);
    Guest::switched_on(program.name, Machine::with_image(&compile::bundled(program)), dom::clock())
}

fn list_programs() {
    let list: HtmlSelectElement = dom::element("program");
    for program in PROGRAMS {
        let option: HtmlOptionElement = dom::create("option").unchecked_into();
        option.set_value(program.name);
        option.set_text(program.name);
        option.set_title(program.line);
        list.append_child(&option).expect("a list takes choices");
    }
}

fn listen() {
    let document = dom::document();
    dom::on(&document, "keydown", pressed);
    dom::on(&document, "visibilitychange", |_: Event| {
        with(|page| {
            page.is_hidden = dom::document().hidden();
            page.wake();
        });
    });
    on_click("start", |page| page.guest.start(dom::clock()));
    on_click("stop", |page| page.guest.stop());
    on_click("single", |page| page.guest.single());
    on_click("help", |page| page.guest.help(dom::clock()));
    on_click("speed-1", |page| page.set_speed(Speed::Times(1.0)));
    on_click("speed-4", |page| page.set_speed(Speed::Times(4.0)));
    on_click("speed-max", |page| page.set_speed(Speed::Max));
    on_click("again", |page| page.guest = page.guest.again(dom::clock()));
    on_click("compile", Page::compile);
    on_click("show-source", Page::show_source);
    on_click("print", |_| {
        let _ = dom::window().print();
    });
    on_click("save-text", |page| {
        dom::offer(
            "paper.txt",
            "text/plain;charset=utf-8",
            page.guest.paper_text(RibbonStyle::None).as_bytes(),
        );
    });
    on_click("save-svg", |page| dom::offer("paper.svg", "image/svg+xml", page.guest.paper_svg().as_bytes()));
    on_click("save-log", |page| {
        dom::offer("session.log", "text/plain;charset=utf-8", page.guest.log().as_bytes())
    });
    on_click("save-tape", Page::save_tape);
    dom::on(&dom::element::<HtmlSelectElement>("program"), "change", |_: Event| {
        let name = dom::element::<HtmlSelectElement>("program").value();
        if name != OWN {
            with(|page| page.install(switched_on(&name)));
        }
    });
    dom::on(&dom::element::<HtmlSelectElement>("language"), "change", |_: Event| {
        let code = dom::element::<HtmlSelectElement>("language").value();
        dom::keep(KEPT_LANGUAGE, &code);
        with(|page| {
            page.language = Language::of_code(&code);
            page.speak_the_language();
            page.show();
        });
    });
    dom::on(&dom::element::<HtmlInputElement>("files"), "change", |_: Event| {
        bring(dom::element::<HtmlInputElement>("files").files());
    });
    dom::on(&document, "dragover", |event: DragEvent| event.prevent_default());
    dom::on(&document, "drop", |event: DragEvent| {
        event.prevent_default();
        bring(event.data_transfer().and_then(|data| data.files()));
    });
}

/// A button of the page.
fn on_click(id: &'static str, act: impl Fn(&mut Page) + 'static) {
    dom::on(&dom::element::<HtmlElement>(id), "click", move |_: MouseEvent| {
        with(|page| {
            page.notice = None;
            act(page);
            page.show();
        });
    });
}

/// A key of the person's keyboard: the typewriter's, unless it belongs to what has the focus or
/// to the browser.
fn pressed(event: KeyboardEvent) {
    let is_composed = event.get_modifier_state("AltGraph");
    if event.default_prevented()
        || (!is_composed && (event.ctrl_key() || event.alt_key()))
        || event.meta_key()
    {
        return;
    }
    let target = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok());
    if target.is_some_and(|target| {
        ["BUTTON", "SELECT", "TEXTAREA", "INPUT", "A"].contains(&target.tag_name().as_str())
    }) {
        return;
    }
    let key = event.key();
    let Some(character) = (if key == "Enter" { Some('\n') } else { dom::single(&key) }) else { return };
    // Or the page scrolls, and some browsers search.
    event.prevent_default();
    with(|page| page.strike(character));
}

/// Reads the files that a person brought, and takes them up together.
fn bring(files: Option<FileList>) {
    let Some(files) = files else { return };
    let files: Vec<File> = (0..files.length()).filter_map(|place| files.get(place)).collect();
    wasm_bindgen_futures::spawn_local(async move {
        let mut read = Vec::new();
        for file in files {
            if let Ok(buffer) = wasm_bindgen_futures::JsFuture::from(file.array_buffer()).await {
                read.push((file.name(), js_sys::Uint8Array::new(&buffer).to_vec()));
            }
        }
        with(|page| page.take_up(&read));
    });
}

impl Page {
    fn strike(&mut self, character: char) {
        let has_key = gier_desk::typewriter::keyboard::strokes(character, Case::Lower).is_some();
        self.notice = match self.guest.strike(character, dom::clock()) {
            true => None,
            false if has_key => Some("dead-key"),
            false => Some("no-key"),
        };
        dom::keep(KEPT_SESSION, &self.guest.log());
        self.show();
    }

    fn set_speed(&mut self, speed: Speed) {
        self.guest.set_speed(speed, dom::clock());
    }

    /// Another machine takes the place of this one, at the same pace.
    fn install(&mut self, mut guest: Guest) {
        guest.set_speed(self.guest.speed(), dom::clock());
        self.guest = guest;
        self.notice = None;
        dom::keep(KEPT_SESSION, &self.guest.log());
        self.clear();
        self.show();
    }

    fn clear(&mut self) {
        self.sheet.set_inner_html("");
        (self.whole_lines, self.spoken_lines) = (0, 0);
    }

    fn compile(&mut self) {
        let text = dom::element::<HtmlTextAreaElement>("source").value();
        let faults: HtmlElement = dom::element("faults");
        match compile::own(&text) {
            Ok(image) => {
                faults.set_text_content(Some(self.language.word("compiled")));
                let title = self.language.word("own-title");
                self.install(Guest::from_the_beginning(title, Machine::with_image(&image), dom::clock()));
            }
            Err(what) => faults.set_text_content(Some(&what)),
        }
    }

    fn show_source(&mut self) {
        let program = gier_programs::find(self.guest.title()).unwrap_or(NIM);
        dom::element::<HtmlTextAreaElement>("source").set_value(&program.source());
        dom::element::<HtmlElement>("faults").set_text_content(None);
    }

    fn save_tape(&mut self) {
        let rows = self.guest.punched();
        if rows.is_empty() {
            self.notice = Some("nothing-punched");
        } else {
            dom::offer("tape.flx", "application/octet-stream", &rows);
        }
    }

    /// What a person brought: a session, a drum image, or tapes for the reader of an empty machine
    /// that is brought up with the keyed cells of HELP 3.
    fn take_up(&mut self, files: &[(String, Vec<u8>)]) {
        let [(name, bytes), ..] = files else { return };
        if let Some(guest) =
            std::str::from_utf8(bytes).ok().and_then(|log| Guest::resumed(log, dom::clock()).ok())
        {
            self.install(guest);
        } else if let Ok(image) = Image::from_bytes(bytes) {
            self.install(Guest::from_the_beginning(name, Machine::with_image(&image), dom::clock()));
        } else {
            let mut guest = Guest::from_the_beginning(name, Machine::new(), dom::clock());
            let tapes = files.iter().map(|(name, bytes)| Input::MountTape(Tape::from_bytes(name, bytes)));
            for input in tapes.chain(bootstrap::bootstrap()).chain([Input::Start]) {
                guest.feed(input, dom::clock());
            }
            self.install(guest);
        }
    }

    /// The page in the language that was chosen.
    fn speak_the_language(&mut self) {
        let root = dom::document().document_element().expect("a page has a root");
        dom::set(&root, "lang", self.language.code());
        dom::element::<HtmlSelectElement>("language").set_value(self.language.code());
        for place in dom::elements("[data-word]") {
            let word = self.language.word(&place.get_attribute("data-word").unwrap_or_default());
            place.set_text_content(Some(word));
        }
        for place in dom::elements("[data-label]") {
            let word = self.language.word(&place.get_attribute("data-label").unwrap_or_default());
            dom::set(&place, "aria-label", word);
        }
        self.lay_out_keys();
    }

    /// The keys of the typewriter as buttons.
    fn lay_out_keys(&mut self) {
        let group: HtmlElement = dom::element("keys");
        group.set_inner_html("");
        let case = if self.is_shifted { Case::Upper } else { Case::Lower };
        for glyph in glyphs(case) {
            key(&group, &glyph.to_string(), "", move |page| page.strike(glyph));
        }
        let shift = key(&group, self.language.word("shift"), "middle", |page| {
            page.is_shifted = !page.is_shifted;
            page.lay_out_keys();
        });
        dom::set(&shift, "aria-pressed", if self.is_shifted { "true" } else { "false" });
        key(&group, self.language.word("space"), "wide", |page| page.strike(' '));
        key(&group, self.language.word("return"), "wide", |page| page.strike('\n'));
    }

    /// Brings the page up to date, and sees to it that it will be when the machine works on.
    fn show(&mut self) {
        self.show_sheet();
        let state = self.language.state(self.guest.state());
        let notice = self.notice.map(|name| format!(" ({})", self.language.word(name)));
        set_text("status", &(state + &notice.unwrap_or_default()));
        let view = self.guest.view();
        set_text("registers", &lamps::registers(&view));
        set_text("clock", &format!("{:.1} s   {} orders", view.now.as_seconds(), view.orders));
        self.lamps.draw(&self.samples.take().unwrap_or_else(|| DeskGlow::steady(&view)));
        for (id, speed) in
            [("speed-1", Speed::Times(1.0)), ("speed-4", Speed::Times(4.0)), ("speed-max", Speed::Max)]
        {
            let chosen = if self.guest.speed() == speed { "true" } else { "false" };
            dom::set(&dom::element::<HtmlElement>(id), "aria-pressed", chosen);
        }
        let list: HtmlSelectElement = dom::element("program");
        if list.value() != self.guest.title() {
            list.set_value(self.guest.title());
        }
        self.wake();
    }

    fn show_sheet(&mut self) {
        if self.guest.sheet().lines().len() < self.whole_lines {
            self.clear();
        }
        let sheet = self.guest.sheet();
        let lines = sheet.lines();
        let last = lines.len().saturating_sub(1);
        while self.sheet.child_element_count() as usize > self.whole_lines {
            self.sheet.last_element_child().expect("it has children").remove();
        }
        let at_the_end = lines.len() > self.whole_lines + 1;
        for (number, line) in lines.iter().enumerate().skip(self.whole_lines) {
            let row = dom::create("div");
            let mut html = line_html(line);
            if number == last {
                html.extend(std::iter::repeat_n(' ', sheet.column().saturating_sub(line.len())));
                html.push_str("<span class=\"carriage\" aria-hidden=\"true\"> </span>");
            }
            if (number + TOP_LINES).is_multiple_of(PAGE_LINES) && number > 0 {
                row.set_class_name("fold");
            }
            row.set_inner_html(&html);
            self.sheet.append_child(&row).expect("a sheet takes lines");
        }
        self.whole_lines = last;
        if at_the_end {
            self.sheet.set_scroll_top(self.sheet.scroll_height());
        }
        self.follow_the_carriage();
        self.say_new_lines();
    }

    /// On a narrow screen the sheet moves under the type point, as the carriage did.
    fn follow_the_carriage(&self) {
        let Some(carriage) = dom::elements("#sheet .carriage").into_iter().next() else { return };
        let (place, width) = (carriage.offset_left() - self.sheet.offset_left(), self.sheet.client_width());
        let seen = self.sheet.scroll_left();
        if place > seen + width - 24 || place < seen {
            self.sheet.set_scroll_left((place - width * 3 / 4).max(0));
        }
    }

    /// Whole lines for a screen reader; also the line in which GIER waits.
    fn say_new_lines(&mut self) {
        let lines = self.guest.sheet().lines();
        let waits = self.guest.state() == State::AwaitingKey;
        let whole = if waits { lines.len() } else { lines.len().saturating_sub(1) };
        if whole > self.spoken_lines {
            let text: Vec<String> =
                lines[self.spoken_lines..whole].iter().map(|line| text_of(line)).collect();
            set_text("spoken", text.join("\n").trim());
            self.spoken_lines = whole;
        }
    }

    /// Asks for the next picture, if the machine works and somebody sees it.
    fn wake(&mut self) {
        if self.guest.state() == State::Working && !self.is_ticking && !self.is_hidden {
            self.is_ticking = true;
            dom::later(PICTURE_MS, || with(Page::tick));
        }
    }

    fn tick(&mut self) {
        self.is_ticking = false;
        let samples = &mut self.samples;
        self.guest.picture(dom::clock, |view, time| samples.add(view, time));
        self.show();
    }
}

/// A button with a key of the typewriter.
fn key(group: &HtmlElement, label: &str, class: &str, act: impl Fn(&mut Page) + 'static) -> HtmlElement {
    let button = dom::create("button");
    dom::set(&button, "type", "button");
    button.set_class_name(class);
    button.set_text_content(Some(label));
    dom::on(&button, "click", move |_: MouseEvent| with(|page| act(page)));
    group.append_child(&button).expect("a group takes keys");
    button
}

/// What the keys print in this case: digits first, then letters, then signs.
fn glyphs(case: Case) -> Vec<char> {
    let mut glyphs: Vec<char> =
        (0..64).filter_map(|code| Symbol::new(code).glyph(case)).filter(|&glyph| glyph != ' ').collect();
    // Digits, letters, signs; 0 behind 9, and the last letters as Danes have them.
    let place = |glyph: &char| ("æøåÆØÅ".find(*glyph), if *glyph == '0' { ':' } else { *glyph });
    glyphs.sort_by_key(|glyph| (!glyph.is_numeric(), !glyph.is_alphabetic(), place(glyph)));
    glyphs.dedup();
    glyphs
}

/// Sets the text of an element unless it says so already: a screen reader says every change.
fn set_text(id: &str, text: &str) {
    let place: HtmlElement = dom::element(id);
    if place.text_content().as_deref() != Some(text) {
        place.set_text_content(Some(text));
    }
}
