//! A machine on a web page: a session with typewriter, board and lamps, in the shadow tree of an
//! element `<gier-machine>`. Several machines can be on one page.
//!
//! | what | module |
//! |---|---|
//! | the element's attributes, methods and events | this module |
//! | the keys of the typewriter, and the visitor's keyboard | `keys` |
//! | the lamps, the register that they show, and the buttons of the board | `board` |
//! | the sheet, and what GIER wants, in words | `show` |
//! | the sound | `heard` |

mod board;
pub mod heard;
mod keys;
mod show;
mod shown;
mod sound;

use crate::compile;
use crate::dom;
use crate::guest::{self, FLAT_OUT, Guest, State};
use crate::state;
use crate::words::Language;
use board::BoardLamps;
use gier_desk::pace::Speed;
use gier_desk::typewriter::text::RibbonStyle;
use gier_machine::Machine;
use gier_panel::ink::glow::{DeskSamples, Part};
use gier_programs::DEFAULT;
pub use keys::{Focus, focus_of, has_pointed, point, pressed};
use shown::Shown;
use sound::Heard;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{CustomEvent, CustomEventInit, Event, HtmlElement, ShadowRoot};

thread_local! {
    static DESKS: RefCell<Vec<Rc<RefCell<Desk>>>> = const { RefCell::new(Vec::new()) };
}

/// A handle for a machine: its number among the machines on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Me(usize);

impl Me {
    /// Runs `act` on the machine, then dispatches the element's events.
    pub fn with(self, act: impl FnOnce(&mut Desk)) {
        let mut act = Some(act);
        self.with_any(&mut |desk| {
            if let Some(act) = act.take() {
                act(desk);
            }
        });
    }

    /// [`Me::with`] without its type parameter, so that it is compiled only once.
    fn with_any(self, act: &mut dyn FnMut(&mut Desk)) {
        let desk = DESKS.with_borrow(|desks| desks[self.0].clone());
        let (host, events) = {
            let mut desk = desk.borrow_mut();
            act(&mut desk);
            (desk.host.clone(), std::mem::take(&mut desk.events))
        };
        // A listener may call the element's methods, so the desk is no longer borrowed here.
        for (name, detail) in events {
            let options = CustomEventInit::new();
            options.set_bubbles(true);
            options.set_detail(&detail.into());
            if let Ok(event) = CustomEvent::new_with_event_init_dict(name, &options) {
                let _ = host.dispatch_event(&event);
            }
        }
    }

    /// The machine of an element, or `None` if the element has none yet.
    pub fn of(host: &HtmlElement) -> Option<Me> {
        DESKS.with_borrow(|desks| desks.iter().position(|desk| desk.borrow().host == *host)).map(Me)
    }
}

/// A machine of the page.
pub struct Desk {
    me: Me,
    host: HtmlElement,
    root: ShadowRoot,
    /// The session.
    pub guest: Guest,
    /// The language of the element's own texts.
    pub language: Language,
    sound: Option<Heard>,
    mix: gier_sound::Mix,
    lamps: BoardLamps,
    samples: DeskSamples,
    /// The register that the lamps show, chosen by the buttons.
    chosen: Part,
    shown: Shown,
    sheet: HtmlElement,
    /// The number of finished lines of the sheet that are on the page. These lines change no more.
    whole_lines: usize,
    /// The number of lines that were given to a screen reader so far.
    spoken_lines: usize,
    /// Whether the page shows only the last few lines, because the program prints too many at once.
    is_short: bool,
    notice: Option<&'static str>,
    /// A sentence that the status shows until the visitor does something.
    sentence: Option<String>,
    is_shifted: bool,
    /// The keys that a small screen shows.
    keys: keys::Shows,
    /// The keyboard of the visitor's device types into a field. This is the number of characters of the field
    /// that have already been struck on GIER's typewriter.
    taken: usize,
    is_ticking: bool,
    is_hidden: bool,
    /// Whether the element is part of a document.
    is_connected: bool,
    /// The name and detail of each event that the element has still to dispatch.
    events: Vec<(&'static str, String)>,
    /// The session as it was before HELP was pressed, for Undo, until the page takes it.
    before_help: Option<Guest>,
    /// The function that is called after each picture, in which the guest's page stores the session.
    after: fn(&mut Desk),
}

/// A session with a program that comes with gier, which has run to its first wait for a key.
pub fn switched_on(name: &str) -> Guest {
    let program = gier_programs::find(name).unwrap_or(DEFAULT);
    let image = compile::bundled(program);
    Guest::switched_on(program.name, Machine::with_image(&image), dom::clock()).knowing(&image)
}

/// Reads the attribute `speed`: how many times as fast as GIER, or `max`.
fn speed_of(value: &str) -> Option<Speed> {
    if value == "max" {
        return Some(FLAT_OUT);
    }
    value.parse().ok().filter(|times: &f64| (0.01..=1e6).contains(times)).map(Speed::Times)
}

impl Desk {
    /// Puts a machine into the shadow tree of an element. The shadow tree contains the machine's HTML.
    pub fn begin(host: &HtmlElement) -> Me {
        let root = host.shadow_root().expect("the element has a shadow");
        let me = DESKS.with_borrow(|desks| Me(desks.len()));
        let page = dom::document().document_element().and_then(|root| root.get_attribute("lang"));
        let of_host = |name| host.get_attribute(name);
        let program = of_host("program").unwrap_or_else(|| DEFAULT.name.to_string());
        let guest = switched_on(&program);
        let desk = Desk {
            me,
            host: host.clone(),
            guest,
            language: Language::of_code(&of_host("lang").or(page).unwrap_or_default()),
            sound: None,
            mix: sound::MIX,
            lamps: BoardLamps::new(dom::within(&root, "lamps")),
            samples: DeskSamples::default(),
            chosen: Part::R,
            shown: Shown::new(&root),
            sheet: dom::within(&root, "sheet"),
            whole_lines: 0,
            spoken_lines: 0,
            is_short: false,
            notice: None,
            sentence: None,
            is_shifted: false,
            keys: keys::Shows::Default,
            taken: 0,
            is_ticking: false,
            is_hidden: dom::document().hidden(),
            is_connected: true,
            events: Vec::new(),
            before_help: None,
            after: |_| {},
            root,
        };
        DESKS.with_borrow_mut(|desks| desks.push(Rc::new(RefCell::new(desk))));
        me.with(|desk| {
            if gier_programs::find(&program).is_none() {
                desk.sentence = Some(
                    desk.language.of("There is no program ", "Der er intet program ").to_string() + &program,
                );
            }
            if let Some(speed) = of_host("speed").as_deref().and_then(speed_of) {
                desk.set_speed(speed);
            }
            desk.choose_layout();
            desk.make_keys();
            desk.make_board();
            desk.listen_to_keys();
            desk.speak();
            desk.skip_spoken();
            desk.show();
        });
        dom::on(&dom::document(), "visibilitychange", move |_: Event| {
            me.with(|desk| {
                desk.is_hidden = dom::document().hidden();
                desk.resume_sound();
                desk.wake();
            });
        });
        dom::on(&dom::window(), "resize", move |_: Event| me.with(Desk::fit));
        me
    }

    /// Calls `after` after each picture.
    pub fn watch(&mut self, after: fn(&mut Desk)) {
        self.after = after;
    }

    /// Changes an attribute of the element.
    fn set(&mut self, name: &str, value: &str) {
        match name {
            "program" if value != self.guest.title() => match gier_programs::find(value) {
                Some(_) => {
                    self.replace(switched_on(value));
                }
                None => self.say(
                    self.language.of("There is no program ", "Der er intet program ").to_string() + value,
                ),
            },
            "lang" => self.set_language(Language::of_code(value)),
            "speed" => {
                if let Some(speed) = speed_of(value) {
                    self.set_speed(speed);
                    self.show();
                }
            }
            _ => {}
        }
    }

    /// Changes the language of the element's own texts.
    pub fn set_language(&mut self, language: Language) {
        self.language = language;
        self.speak();
        self.show();
    }

    /// Shows a sentence in the status until the visitor does something.
    pub fn say(&mut self, sentence: String) {
        self.sentence = Some(sentence);
        self.show();
    }

    /// Shows the text with this name in the status until the visitor does something.
    pub fn note(&mut self, word: &'static str) {
        self.notice = Some(word);
        self.show();
    }

    /// Removes the texts that [`Desk::say`] and [`Desk::note`] have shown.
    pub fn clear_notes(&mut self) {
        (self.notice, self.sentence) = (None, None);
    }

    /// Puts another session into the machine, at the same speed. Returns the old one.
    pub fn replace(&mut self, mut guest: Guest) -> Guest {
        guest.set_speed(self.guest.speed(), self.clock());
        let old = std::mem::replace(&mut self.guest, guest);
        self.clear_notes();
        self.jump();
        self.clear_sheet();
        self.name_regions();
        self.skip_spoken();
        self.show();
        old
    }

    /// Takes the session as it was before HELP was pressed. A second call returns `None`.
    pub const fn take_before_help(&mut self) -> Option<Guest> {
        self.before_help.take()
    }

    /// The machine's element, on which the page can put marks.
    pub const fn host(&self) -> &HtmlElement {
        &self.host
    }

    /// Presses the typewriter's key for this character.
    pub fn strike(&mut self, character: char) {
        let has_key = gier_desk::typewriter::keyboard::has_key(character);
        self.clear_notes();
        self.notice = match self.guest.strike(character, self.clock()) {
            true => None,
            false if has_key => Some("dead-key"),
            false => Some("no-key"),
        };
        self.show();
        self.follow_the_carriage();
    }

    /// Types a text, each key when GIER waits for one.
    pub fn type_text(&mut self, text: &str) {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let clock = self.clock();
        self.clear_notes();
        if !self.guest.type_text(&text, clock) {
            self.notice = Some("no-key");
        }
        self.show();
    }

    /// Presses a button of the board.
    fn press(&mut self, button: &str) {
        let clock = self.clock();
        self.clear_notes();
        match button {
            "start" => self.guest.start(clock),
            "stop" => self.guest.stop(),
            "single" => self.guest.single(),
            "line" => self.guest.line(),
            "help" => {
                self.before_help = Some(self.guest.clone());
                self.guest.help(clock);
            }
            _ => {}
        }
        self.show();
    }

    /// Compiles a text, ALGOL or SLIP, and puts the program into the machine. If `language` is `session`,
    /// the text is the log of a session, and the machine stops at its end. If `is_stopped`, a program stops
    /// before its first order. Returns the faults of the text, or an empty text if there are none.
    fn load(&mut self, text: &str, language: &str, is_stopped: bool) -> String {
        if language == "session" {
            let resumed = Guest::resumed(text, self.clock());
            return resumed.map_or_else(
                |fault| fault.to_string(),
                |mut guest| {
                    guest.stop();
                    self.replace(guest);
                    String::new()
                },
            );
        }
        let image = if language == "slip" { compile::own_slip(text) } else { compile::own(text) };
        match image {
            Ok(image) => {
                let machine = Machine::with_image(&image);
                let guest = if is_stopped {
                    let mut guest = Guest::from_the_beginning("program", machine, self.clock());
                    guest.stop();
                    guest
                } else {
                    Guest::switched_on("program", machine, dom::clock())
                };
                self.replace(guest.knowing(&image));
                String::new()
            }
            Err(faults) => faults.text,
        }
    }

    /// The lines of the sheet that are on the page, as text.
    fn paper(&self) -> String {
        match self.guest.whole() {
            Some(room) => guest::paper_text(room, RibbonStyle::None),
            None => self.guest.sheet().to_text(),
        }
    }

    /// Collects the event for a change of the machine's state, to which scripts of the page can listen. `old`
    /// is the name of the state before.
    fn tell(&mut self, old: &str) {
        let state = self.guest.state();
        if state.name() == old {
            return;
        }
        match state {
            State::AwaitingKey => self.events.push(("key-wanted", self.guest.sheet().line_text())),
            State::Stopped(cause) => self.events.push(("ended", cause.to_string())),
            State::Working | State::AwaitingTape | State::Standing => {}
        }
    }
}

/// The interface of a machine for the script of the machine's element.
#[wasm_bindgen]
pub struct GierMachine(Me);

#[wasm_bindgen]
impl GierMachine {
    /// Puts a machine into the shadow tree of this element. The shadow tree contains the machine's HTML.
    #[wasm_bindgen(constructor)]
    pub fn new(host: &HtmlElement) -> GierMachine {
        GierMachine(Desk::begin(host))
    }

    /// Call this when an attribute of the element has changed.
    pub fn set(&self, name: &str, value: &str) {
        self.0.with(|desk| desk.set(name, value));
    }

    /// Presses the key NORMAL START.
    pub fn start(&self) {
        self.0.with(|desk| desk.press("start"));
    }

    /// Presses the key NORMAL STOP.
    pub fn stop(&self) {
        self.0.with(|desk| desk.press("stop"));
    }

    /// Executes one order.
    pub fn step(&self) {
        self.0.with(|desk| desk.press("single"));
    }

    /// Puts a program into the machine, from its text in ALGOL or, if `language` is `slip`, in SLIP.
    /// If `language` is `session`, the text is the log of a session. If `is_stopped`, the machine does not
    /// start the program. Returns the faults of the text, or an empty text if there are none.
    pub fn load(&self, text: &str, language: &str, is_stopped: bool) -> String {
        self.text(|desk| desk.load(text, language, is_stopped))
    }

    /// Executes orders up to the next line of the ALGOL program.
    pub fn line(&self) {
        self.0.with(|desk| desk.press("line"));
    }

    /// All registers, one line each.
    pub fn registers(&self) -> String {
        self.text(|desk| state::registers(desk.guest.machine()))
    }

    /// The cells of the store from `first` on, one line each.
    pub fn cells(&self, first: u16, count: u16) -> String {
        self.text(|desk| state::cells(desk.guest.machine(), first, count))
    }

    /// The frames of an ALGOL program with their variables, and the tracks in the store. The text is empty
    /// if the program has ended.
    pub fn frames(&self) -> String {
        self.text(|desk| match desk.guest.state() {
            State::Stopped(_) => String::new(),
            State::Working | State::AwaitingKey | State::AwaitingTape | State::Standing => {
                state::frames(desk.guest.machine(), desk.guest.program())
            }
        })
    }

    /// Shows the register with this name on the lamps.
    pub fn choose(&self, register: &str) {
        self.0.with(|desk| desk.choose_by_name(register));
    }

    /// Types a text, each key when GIER waits for one.
    #[wasm_bindgen(js_name = typeText)]
    pub fn type_text(&self, text: &str) {
        self.0.with(|desk| desk.type_text(text));
    }

    /// The text on the paper.
    pub fn paper(&self) -> String {
        self.text(|desk| desk.paper())
    }

    /// Call this when the element was put into a document or taken out of one. Outside of a document the
    /// machine rests. Back in a document it continues where it was.
    pub fn connected(&self, is_connected: bool) {
        self.0.with(|desk| {
            desk.is_connected = is_connected;
            desk.wake();
        });
    }
}

impl GierMachine {
    /// Returns the text that `of` makes from the machine.
    fn text(&self, of: impl FnOnce(&mut Desk) -> String) -> String {
        let mut text = String::new();
        self.0.with(|desk| text = of(desk));
        text
    }
}
