//! A machine on a web page. Its typewriter, lamps and buttons are in the shadow tree of an element
//! `<gier-machine>`. Several machines can be on one page.
//!
//! | what | module |
//! |---|---|
//! | the element's attributes, methods and events | this module |
//! | the keys of the typewriter, and the visitor's keyboard | `keys` |
//! | the lamps, the register that they show, and the buttons of the board | `board` |
//! | the sheet, and the text that says what GIER waits for | `show` |
//! | the sound | `heard` |

mod board;
pub mod heard;
mod keys;
mod show;
mod shown;

use crate::dom;
use crate::state;
use crate::supplies::{self, switched_on};
use crate::visit::{State, Visit};
use crate::words::{Language, Words};
use board::BoardLamps;
use gier_desk::pace::Speed;
use gier_desk::typewriter::sheet_text::RibbonStyle;
use gier_machine::Machine;
use gier_panel::ink::glow::{DeskSamples, LampRow};
use gier_word::Image;
use heard::Heard;
pub use keys::{Focus, focus_of, has_pointed, point, pressed};
use shown::Shown;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{CustomEvent, CustomEventInit, Event, HtmlElement, ShadowRoot};

thread_local! {
    static DESKS: RefCell<Vec<Rc<RefCell<MachineElement>>>> = const { RefCell::new(Vec::new()) };
}

/// The index of a machine in the page's list of machines. Event handlers use it to find their machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Me(usize);

impl Me {
    /// Calls `act` with the machine. Then dispatches the events that `act` has added to [`MachineElement`].
    pub fn with(self, act: impl FnOnce(&mut MachineElement)) {
        let mut act = Some(act);
        self.with_any(&mut |desk| {
            if let Some(act) = act.take() {
                act(desk);
            }
        });
    }

    /// Does the work of [`Me::with`]. This function has no type parameter, so that the work is compiled only
    /// once.
    fn with_any(self, act: &mut dyn FnMut(&mut MachineElement)) {
        let desk = DESKS.with_borrow(|desks| desks[self.0].clone());
        let (host, events) = {
            let mut desk = desk.borrow_mut();
            act(&mut desk);
            (desk.host.clone(), std::mem::take(&mut desk.events))
        };
        // A listener may call the element's methods, so the machine must no longer be borrowed here.
        for (name, detail) in events {
            let options = CustomEventInit::new();
            options.set_bubbles(true);
            options.set_detail(&detail.into());
            if let Ok(event) = CustomEvent::new_with_event_init_dict(name, &options) {
                let _ = host.dispatch_event(&event);
            }
        }
    }

    /// The machine of this element, or `None` if it has no machine yet.
    pub fn of(host: &HtmlElement) -> Option<Me> {
        DESKS.with_borrow(|desks| desks.iter().position(|desk| desk.borrow().host == *host)).map(Me)
    }
}

/// A machine on the page, with its element.
pub struct MachineElement {
    me: Me,
    host: HtmlElement,
    root: ShadowRoot,
    /// The session of the machine.
    pub guest: Visit,
    /// The language of the texts on the page around the machine, such as the names of buttons.
    pub language: Language,
    sound: Option<Heard>,
    mix: gier_sound::Mix,
    lamps: BoardLamps,
    samples: DeskSamples,
    /// The register that the visitor has chosen for the lamps.
    chosen: Option<LampRow>,
    shown: Shown,
    sheet: HtmlElement,
    /// How many finished lines of the sheet are on the page. Only the line after them can still change.
    whole_lines: usize,
    /// How many lines of the sheet the screen reader has received.
    spoken_lines: usize,
    /// Whether the page shows only the last lines of the sheet. It does so if the program prints too many
    /// lines at once.
    is_short: bool,
    notice: Option<&'static str>,
    /// A sentence in the status line. It is shown until the visitor does something.
    sentence: Option<String>,
    is_shifted: bool,
    /// Which keyboard a small screen shows: GIER's keys, or the keyboard of the visitor's device.
    keys: keys::Shows,
    /// How many characters of the text field have already been typed on GIER's typewriter. On a small screen,
    /// the visitor types into this field.
    taken: usize,
    is_ticking: bool,
    is_hidden: bool,
    is_connected: bool,
    /// The events that are not dispatched yet, each with its name and detail.
    events: Vec<(&'static str, String)>,
    /// The session as it was before the button HELP was last pressed. Undo restores it.
    before_help: Option<Visit>,
    /// A function that is called after each update of the element. The page uses it to store the session.
    after: fn(&mut MachineElement),
}

/// The program that the page shows first.
pub const NIM: &str = "nim";

/// Reads the attribute `speed`: a multiple of the real GIER's speed, or `max`.
fn speed_of(value: &str) -> Option<Speed> {
    if value == "max" {
        return Some(Speed::Max);
    }
    // The browser reads the number: Rust's reader has a table of 10 kB, for which a visitor would wait.
    let times = JsValue::from_str(value).unchecked_into_f64();
    (0.01..=1e6).contains(&times).then_some(Speed::Times(times))
}

impl MachineElement {
    /// Creates the machine of an element, with the program of this image. `name` is the program's name. The
    /// shadow tree of the element already contains the machine's HTML.
    pub fn begin(host: &HtmlElement, name: &str, image: &Image) -> Me {
        let root = host.shadow_root().expect("the element has a shadow");
        let me = DESKS.with_borrow(|desks| Me(desks.len()));
        let page = dom::document().document_element().and_then(|root| root.get_attribute("lang"));
        let of_host = |name| host.get_attribute(name);
        let guest = switched_on(name, image);
        let desk = MachineElement {
            me,
            host: host.clone(),
            guest,
            language: Language::of_code(&of_host("lang").or(page).unwrap_or_default()),
            sound: None,
            mix: heard::MIX,
            lamps: BoardLamps::new(dom::within(&root, "lamps")),
            samples: DeskSamples::default(),
            chosen: None,
            shown: Shown::new(&root),
            sheet: dom::within(&root, "sheet"),
            whole_lines: 0,
            spoken_lines: 0,
            is_short: false,
            notice: None,
            sentence: None,
            is_shifted: false,
            keys: keys::Shows::Ours,
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
            if let Some(wanted) = of_host("program") {
                desk.set("program", &wanted);
            }
            if let Some(speed) = of_host("speed").as_deref().and_then(speed_of) {
                desk.set_speed(speed);
            }
            desk.make_keys();
            desk.make_board();
            desk.listen_to_keys();
            let faster = desk.shown.faster.clone();
            dom::on(&faster, "click", move |_: Event| me.with(MachineElement::hurry));
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
        dom::on(&dom::window(), "resize", move |_: Event| me.with(MachineElement::fit));
        me
    }

    /// Sets the function that is called after each update of the element.
    pub fn watch(&mut self, after: fn(&mut MachineElement)) {
        self.after = after;
    }

    /// Applies a new value of the element's attribute `name`.
    fn set(&mut self, name: &str, value: &str) {
        match name {
            "program" if value != self.guest.title() => {
                let (me, name) = (self.me, value.to_string());
                wasm_bindgen_futures::spawn_local(async move {
                    let image = supplies::image(&name).await;
                    me.with(|desk| match image {
                        Ok(image) => drop(desk.replace(switched_on(&name, &image))),
                        Err(_) => desk.lack(&name),
                    });
                });
            }
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

    /// Sets the language of the texts on the page around the machine, such as the names of buttons.
    pub fn set_language(&mut self, language: Language) {
        self.language = language;
        self.speak();
        self.show();
    }

    /// Shows in the status line that the program with this name cannot be loaded.
    pub fn lack(&mut self, name: &str) {
        self.say(format!("{} {name}.", self.language.word("no-program")));
    }

    /// Shows a sentence in the status line until the visitor does something.
    pub fn say(&mut self, sentence: String) {
        self.sentence = Some(sentence);
        self.show();
    }

    /// Shows one of the page's own texts in the status line until the visitor does something. `word` is the
    /// text's name in [`crate::words`].
    pub fn note(&mut self, word: &'static str) {
        self.notice = Some(word);
        self.show();
    }

    /// Removes the sentence or text from the status line.
    pub fn clear_notes(&mut self) {
        (self.notice, self.sentence) = (None, None);
    }

    /// Replaces the session and returns the old one. The new session gets the speed of the old one.
    pub fn replace(&mut self, mut guest: Visit) -> Visit {
        guest.set_speed(self.guest.speed());
        let old = std::mem::replace(&mut self.guest, guest);
        self.clear_notes();
        self.jump();
        self.clear_sheet();
        self.shown.room = 0;
        self.name_regions();
        self.skip_spoken();
        self.show();
        old
    }

    /// Makes GIER faster: four times, and then as fast as the browser can.
    fn hurry(&mut self) {
        let is_slow = matches!(self.guest.speed(), Speed::Times(times) if times < 4.0);
        self.set_speed(if is_slow { Speed::Times(4.0) } else { Speed::Max });
        self.show();
    }

    /// Removes and returns the session as it was before the button HELP was last pressed. Undo restores this
    /// session. A second call returns `None`.
    pub const fn take_before_help(&mut self) -> Option<Visit> {
        self.before_help.take()
    }

    /// The HTML element of the machine.
    pub const fn host(&self) -> &HtmlElement {
        &self.host
    }

    /// Types a text on GIER's typewriter. Each key is pressed as soon as GIER waits for one.
    pub fn type_text(&mut self, text: &str) {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        self.clear_notes();
        if !self.guest.type_text(&text) {
            self.notice = Some("no-key");
        }
        self.show();
    }

    /// Presses the board's button with this name.
    fn press(&mut self, button: &str) {
        self.clear_notes();
        match button {
            "start" => self.guest.start(),
            "stop" => self.guest.stop(),
            "single" => self.guest.single(),
            "line" => self.guest.line(),
            "help" => {
                self.before_help = Some(self.guest.clone());
                self.guest.help();
            }
            _ => {}
        }
        self.show();
    }

    /// Replays the log of a session and stops the machine where the log ends. Returns the fault of the log,
    /// or an empty text if the log is valid.
    fn open(&mut self, log: &str) -> String {
        match Visit::resumed(log) {
            Err(fault) => fault.to_string(),
            Ok(mut guest) => {
                guest.stop();
                self.replace(guest);
                String::new()
            }
        }
    }

    /// Puts the program of an image into the machine. If `is_stopped`, the machine stops before the program's
    /// first order.
    fn insert(&mut self, image: &Image, is_stopped: bool) {
        let guest = if is_stopped {
            let mut guest = Visit::from_the_beginning("program", Machine::with_image(image));
            guest.stop();
            guest.knowing(image)
        } else {
            switched_on("program", image)
        };
        self.replace(guest);
    }

    /// Adds an event for the page's scripts, because the machine's state is new. The event is `key-wanted` if
    /// the machine now waits for a key, and `ended` if the machine has stopped by itself.
    fn note_change(&mut self) {
        match self.guest.state() {
            State::AwaitsKey => self.events.push(("key-wanted", self.guest.sheet().line_text())),
            State::Stopped(cause) => self.events.push(("ended", cause.to_string())),
            State::Works | State::AwaitsTape | State::Stands(_) => {}
        }
    }
}

/// The JavaScript interface of a machine. The script of the element `<gier-machine>` uses it.
#[wasm_bindgen]
pub struct GierMachine(Me);

#[wasm_bindgen]
impl GierMachine {
    /// Creates the machine of an element. `program` is the name of its program, and `image` has the bytes of
    /// the drum image. The shadow tree of the element already contains the machine's HTML.
    ///
    /// # Errors
    /// Returns the reason if the bytes are not a drum image.
    #[wasm_bindgen(constructor)]
    pub fn new(host: &HtmlElement, program: &str, image: &[u8]) -> Result<GierMachine, String> {
        Ok(GierMachine(MachineElement::begin(host, program, &supplies::image_of(image)?)))
    }

    /// Applies a changed attribute of the element. The element's script calls this.
    pub fn set(&self, name: &str, value: &str) {
        self.0.with(|desk| desk.set(name, value));
    }

    /// Presses the board's button with this name: `start`, `stop`, `single` (one order) or `help`. `line` executes
    /// orders until the ALGOL program reaches its next line.
    pub fn press(&self, button: &str) {
        self.0.with(|desk| desk.press(button));
    }

    /// Loads a program from its text in ALGOL or, if `language` is `slip`, in SLIP. If `language` is
    /// `session`, the text is a session log. If `is_stopped` is true, the machine does not start the program.
    /// The promise resolves with the faults of the text, or with an empty text if there are none.
    pub fn load(&self, text: String, language: String, is_stopped: bool) -> js_sys::Promise {
        let me = self.0;
        wasm_bindgen_futures::future_to_promise(async move {
            let mut faults = String::new();
            if language == "session" {
                me.with(|desk| faults = desk.open(&text));
                return Ok(faults.into());
            }
            let mut of_messages = Language::English;
            me.with(|desk| of_messages = desk.language);
            match supplies::compile(&text, &language, of_messages.code()).await {
                Ok(image) => me.with(|desk| desk.insert(&image, is_stopped)),
                Err((text, _)) => faults = text,
            }
            Ok(faults.into())
        })
    }

    /// Lists all registers, one in each line.
    pub fn registers(&self) -> String {
        self.text(|desk| state::registers(desk.guest.machine()))
    }

    /// Lists `count` cells of the store from cell `first` on, one in each line.
    pub fn cells(&self, first: u16, count: u16) -> String {
        self.text(|desk| state::cells(desk.guest.machine(), first, count))
    }

    /// Lists the stack frames of an ALGOL program with their variables, and the drum tracks whose code is in
    /// the store now. The text is empty if the program has ended.
    pub fn frames(&self) -> String {
        self.text(|desk| match desk.guest.state() {
            State::Stopped(_) => String::new(),
            _ => state::frames(desk.guest.machine(), desk.guest.program()),
        })
    }

    /// Shows the register with this name on the lamps.
    pub fn choose(&self, register: &str) {
        self.0.with(|desk| desk.choose_by_name(register));
    }

    /// Types a text on GIER's typewriter. Each key is pressed as soon as GIER waits for one.
    #[wasm_bindgen(js_name = typeText)]
    pub fn type_text(&self, text: &str) {
        self.0.with(|desk| desk.type_text(text));
    }

    /// The text that the typewriter has printed.
    pub fn paper(&self) -> String {
        self.text(|desk| desk.guest.paper_text(RibbonStyle::None))
    }

    /// Tells the machine whether its element is in a document. The machine runs only while the element is in
    /// a document.
    pub fn connected(&self, is_connected: bool) {
        self.0.with(|desk| {
            desk.is_connected = is_connected;
            desk.wake();
        });
    }
}

impl GierMachine {
    /// Calls `of` with the machine, and returns the result.
    fn text(&self, of: impl FnOnce(&mut MachineElement) -> String) -> String {
        let mut text = String::new();
        self.0.with(|desk| text = of(desk));
        text
    }
}
