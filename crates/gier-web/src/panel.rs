//! The web page of the panel, which shows the machine as rows of text. An update writes only the rows that
//! have changed.

mod row;

use crate::dom;
use crate::files::{BrowserClock, BrowserFiles};
use crate::paper::escaped;
use crate::visit::{LOG, Rerun};
use crate::words::{Language, Words};
use core::time::Duration;
use gier_desk::pace::Speed;
use gier_machine::{Machine, Timeline};
use gier_panel::ink::theme::Theme;
use gier_panel::keys::script::named;
use gier_panel::keys::table::{BINDINGS, Command};
use gier_panel::parts::screen;
use gier_panel::state::files::store::Store;
use gier_panel::{App, Key};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use row::PanelRow;
use std::cell::RefCell;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::{Event, HtmlElement, HtmlInputElement, KeyboardEvent, MouseEvent, WheelEvent};

/// The longest time for which the machine works between two updates of the page. It is measured on the
/// visitor's computer.
const BUSY: Duration = Duration::from_millis(90);
/// The time between two updates of the page while the machine works, in milliseconds. A browser needs some 5 ms
/// to paint rows of text, so more updates would take too much of a core.
const FRAME_MS: i32 = 120;
/// How many lines one step of the mouse wheel scrolls.
const WHEEL: i16 = 3;

thread_local! {
    static ROOM: RefCell<Option<Room>> = const { RefCell::new(None) };
}

fn with(act: impl FnOnce(&mut Room)) {
    ROOM.with_borrow_mut(|room| room.as_mut().map(act));
}

struct Room {
    app: App,
    screen: HtmlElement,
    rows: Vec<PanelRow>,
    /// The width and height of a character on the page, in CSS pixels.
    place: (f64, f64),
    area: Rect,
    is_ticking: bool,
    /// The commands for which the touch bar, a row of buttons, shows a button now.
    bar: Vec<Command>,
    has_escaped: bool,
}

/// The buttons that the touch bar always shows. Each has its text, and the key of the panel that it presses.
const KEYS: [(&str, Key); 8] = [
    ("Esc", Key::Escape),
    ("?", Key::Function(1)),
    ("Tab", Key::Tab),
    ("⏎", Key::Enter),
    ("←", Key::Left),
    ("↑", Key::Up),
    ("↓", Key::Down),
    ("→", Key::Right),
];

/// The visitor's session as the browser has stored it: the machine at its beginning, its past, and its title.
/// Without one, a machine with the game NIM.
fn session() -> (Machine, Timeline, String) {
    let rerun = dom::kept(LOG).and_then(|log| Rerun::of(&log, false).ok());
    rerun.map_or_else(
        || {
            let machine = Machine::with_image(&gier_programs::nim_image());
            (machine.clone(), Timeline::new(machine), "nim".to_string())
        },
        |mut rerun| {
            rerun.work(dom::clock, Duration::MAX);
            rerun.into_past()
        },
    )
}

/// Starts the page of the panel. It opens the visitor's session.
#[wasm_bindgen(js_name = machineRoom)]
pub fn begin() {
    let (start, past, title) = session();
    let store = Store::new(&title, Some(format!("{title}.breaks")), None, Box::new(BrowserFiles));
    let (speed, clock) = (Speed::Times(1.0), Box::new(BrowserClock));
    let mut app = App::resumed(&start, past, &title, speed, Theme::Dark, store, clock);
    let language = Language::of_visitor();
    app.set_language(language);
    let room = Room {
        app,
        screen: dom::element("screen"),
        rows: Vec::new(),
        place: (1.0, 1.0),
        area: Rect::default(),
        is_ticking: false,
        bar: Vec::new(),
        has_escaped: false,
    };
    ROOM.set(Some(room));
    with(|room| room.speak(language));
    for (id, language) in [("english", Language::English), ("danish", Language::Danish)] {
        dom::on(&dom::element::<HtmlElement>(id), "click", move |_: MouseEvent| {
            language.keep();
            with(|room| {
                room.speak(language);
                room.draw();
            });
        });
    }
    make_keys();
    dom::on(&dom::element::<HtmlElement>("screen"), "keydown", pressed);
    dom::on(&dom::element::<HtmlElement>("screen"), "click", |event: MouseEvent| {
        with(|room| room.click(room.at(&event)));
    });
    dom::on(&dom::element::<HtmlElement>("screen"), "wheel", |event: WheelEvent| {
        event.prevent_default();
        with(|room| {
            let (column, row) = room.at(&event);
            room.app.wheel(column, row, if event.delta_y() < 0.0 { -WHEEL } else { WHEEL });
            room.draw();
        });
    });
    dom::on(&dom::window(), "resize", |_: Event| with(Room::measure));
    with(Room::measure);
    // The font of the page may be loaded later. Its characters may have another width.
    wasm_bindgen_futures::spawn_local(async {
        if let Some(ready) = dom::fonts_ready() {
            let _ = wasm_bindgen_futures::JsFuture::from(ready).await;
            with(Room::measure);
        }
    });
    let _ = dom::element::<HtmlElement>("screen").focus();
    dom::mark_ready();
}

/// Creates the buttons of the touch bar. Also installs the handlers of the text field, which receives the
/// input of a phone's keyboard.
fn make_keys() {
    let bar: HtmlElement = dom::element("bar-keys");
    for (name, key) in KEYS {
        dom::button(&bar, name, move || with(|room| room.press(key)));
    }
    let field: HtmlInputElement = dom::element("typed");
    dom::on(&field, "input", |_: Event| {
        let field: HtmlInputElement = dom::element("typed");
        let typed = field.value();
        field.set_value("");
        with(|room| typed.chars().for_each(|character| room.press(Key::Char(character))));
    });
    dom::on(&field, "keydown", |event: KeyboardEvent| {
        let key = key(&event).filter(|key| matches!(key, Key::Enter | Key::Backspace));
        if let Some(key) = key {
            event.prevent_default();
            with(|room| room.press(key));
        }
    });
}

fn pressed(event: KeyboardEvent) {
    let Some(key) = key(&event) else { return };
    let mut leaves = false;
    with(|room| {
        leaves = room.has_escaped && key == Key::Escape;
        room.has_escaped = key == Key::Escape;
    });
    event.prevent_default();
    if leaves {
        // The panel takes the Tab key. So a second Escape must move the focus out of the panel.
        let _ = dom::element::<HtmlElement>("leave").focus();
        return;
    }
    with(|room| room.press(key));
}

/// The key of the panel that a key press stands for. Returns `None` if the browser must handle the key press.
fn key(event: &KeyboardEvent) -> Option<Key> {
    let name = event.key();
    let is_composed = event.get_modifier_state("AltGraph");
    if event.is_composing() || event.meta_key() || (event.alt_key() && !is_composed) {
        return None;
    }
    if event.ctrl_key() && !is_composed {
        return dom::single(&name).map(|character| Key::Control(character.to_ascii_lowercase()));
    }
    dom::single(&name).map(Key::Char).or_else(|| named(&name).ok())
}

impl Room {
    /// Writes the texts of the page in this language.
    fn speak(&mut self, language: Language) {
        dom::speak(language);
        dom::document().set_title(&format!("GIER: {}", language.word("panel")));
        self.app.set_language(language);
    }

    /// Measures the size of a character, and how many characters fit on the screen.
    fn measure(&mut self) {
        const TRIAL: usize = 100;
        let trial = dom::create("span");
        trial.set_text_content(Some(&"0".repeat(TRIAL)));
        self.screen.append_child(&trial).expect("a screen takes rows");
        let line = dom::create("div");
        self.screen.append_child(&line).expect("a screen takes rows");
        self.place = (
            trial.get_bounding_client_rect().width() / TRIAL as f64,
            line.get_bounding_client_rect().height(),
        );
        self.screen.set_inner_html("");
        self.rows.clear();
        let places = |size: i32, place: f64| (f64::from(size) / place).floor().clamp(1.0, 400.0) as u16;
        let columns = places(self.screen.client_width(), self.place.0);
        self.area = Rect::new(0, 0, columns, places(self.screen.client_height(), self.place.1));
        self.draw();
    }

    fn press(&mut self, key: Key) {
        self.app.press(key, &mut |_, _| true);
        self.draw();
    }

    /// Shows these commands as buttons for a touch screen. Each command has its column and row on the panel.
    fn show_bar(&mut self, commands: Vec<((u16, u16), Command)>) {
        let bar: Vec<Command> = commands.iter().map(|&(_, command)| command).collect();
        if self.bar == bar {
            return;
        }
        self.bar = bar;
        let place: HtmlElement = dom::element("bar-commands");
        place.set_inner_html("");
        let scene = self.app.scene();
        for ((column, row), command) in commands {
            let Some(binding) = BINDINGS.iter().find(|binding| binding.command == command) else { continue };
            dom::button(&place, &escaped(&scene.say(binding.label)), move || {
                with(|room| room.click((column, row)));
            });
        }
    }

    /// The column and row of the character under the mouse pointer, both counted from 0.
    fn at(&self, event: &MouseEvent) -> (u16, u16) {
        let bounds = self.screen.get_bounding_client_rect();
        let at = |place: f64, size: f64| (place / size).clamp(0.0, 400.0) as u16;
        let column = at(f64::from(event.client_x()) - bounds.left(), self.place.0);
        let row = at(f64::from(event.client_y()) - bounds.top(), self.place.1);
        (column, row)
    }

    fn click(&mut self, (column, row): (u16, u16)) {
        // The page cannot cancel a long search in the past, so a search always goes on.
        self.app.click(column, row, &mut |_, _| true);
        self.draw();
    }

    /// Draws the rows that have changed. If the machine works, schedules the next update. If the visitor has given
    /// the command *quit*, opens the main page.
    fn draw(&mut self) {
        self.app.prepare(self.area.height);
        let mut buffer = Buffer::empty(self.area);
        let drawn = screen::draw(&self.app.scene(), self.area, &mut buffer);
        let cursor = drawn.cursor.filter(|cursor| self.area.contains((*cursor).into()));
        if let Some(cursor) = cursor {
            let cell = &mut buffer[cursor];
            cell.set_style(cell.style().reversed());
        }
        for (number, cells) in buffer.content.chunks(usize::from(self.area.width)).enumerate() {
            if number == self.rows.len() {
                self.rows.push(PanelRow::below(&self.screen));
            }
            self.rows[number].show(cells);
        }
        self.show_bar(drawn.hits.commands().collect());
        self.app.drew(drawn);
        self.wake();
        if self.app.quits() {
            let _ = dom::window().location().set_href("./");
        }
    }

    fn wake(&mut self) {
        let Some(rest) = self.app.rest().filter(|_| !self.is_ticking) else { return };
        self.is_ticking = true;
        let rest = i32::try_from(rest.as_millis()).unwrap_or(i32::MAX);
        dom::later(rest.max(FRAME_MS), || with(Room::tick));
    }

    fn tick(&mut self) {
        self.is_ticking = false;
        let begin = dom::clock();
        while self.app.rest().is_some_and(|rest| rest.is_zero()) && dom::clock() - begin < BUSY {
            self.app.slice();
        }
        self.draw();
    }
}
