//! The keys of GIER's typewriter, arranged as on the real one [F-KEYBOARD-1], and the keys of the visitor's
//! own keyboard.

use super::{Desk, Me};
use crate::dom;
#[cfg(test)]
use gier_word::Case;
use wasm_bindgen::JsCast;
use web_sys::{Event, FocusOptions, HtmlElement, HtmlInputElement, InputEvent, KeyboardEvent, MouseEvent};

/// The rows of keys. Each text is one key: first its character in lower case, then its character in upper
/// case.
const ROWS: [&[&str]; 4] = [
    &["1∨", "2×", "3/", "4=", "5;", "6[", "7]", "8(", "9)", "0∧", "_|", "<>"],
    &["qQ", "wW", "eE", "rR", "tT", "yY", "uU", "iI", "oO", "pP", "åÅ"],
    &["aA", "sS", "dD", "fF", "gG", "hH", "jJ", "kK", "lL", "æÆ", "øØ"],
    &["zZ", "xX", "cC", "vV", "bB", "nN", "mM", ",⏨", ".:", "-+"],
];

/// The SVG picture on the key that switches to the keyboard of the visitor's device.
const SWITCH: &str = "<svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"M3 6h18v12H3zM6 9h1M9 9h1M12 9h1M15 9h1M18 9h1M6 12h1M9 12h1M12 12h1M15 12h1M18 12h1M8 15h8\"/></svg>";

/// The kind of element that has the focus. It decides whether a key press goes to the typewriter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Focus {
    /// A text field, which takes every key.
    Text,
    /// A button, list, slider or link.
    Control,
    /// Any other element. Key presses go to the typewriter.
    Paper,
}

/// The kind of the element that received an event. The element may be in a shadow tree.
pub fn focus_of(event: &Event) -> Focus {
    let target = event.composed_path().get(0).dyn_into::<HtmlElement>().ok();
    match target.map(|target| (target.tag_name(), target.id())).as_ref().map(|(tag, id)| (&**tag, &**id)) {
        Some(("TEXTAREA", _)) => Focus::Text,
        // The field for the device's keyboard passes all its keys to the typewriter.
        Some(("INPUT", "typed")) => Focus::Paper,
        Some(("BUTTON" | "SELECT" | "INPUT" | "A" | "SUMMARY", _)) => Focus::Control,
        _ => Focus::Paper,
    }
}

thread_local! {
    /// Whether the visitor last used a mouse or a finger. A key such as Tab sets this to `false`.
    static HAS_POINTED: core::cell::Cell<bool> = const { core::cell::Cell::new(false) };
}

/// Records whether the visitor has just used a mouse or a finger (`true`), or a key such as Tab (`false`).
pub fn point(is_pointer: bool) {
    HAS_POINTED.set(is_pointer);
}

/// Whether the visitor last used a mouse or a finger. Returns `false` if the visitor later pressed a key such
/// as Tab.
pub fn has_pointed() -> bool {
    HAS_POINTED.get()
}

/// Handles a key press on the visitor's keyboard. The key goes to the typewriter, unless a text field has the
/// focus. If the visitor reached a button or list with the Tab key, Space and Enter operate this button or
/// list.
pub fn pressed(me: Me, event: &KeyboardEvent) {
    let is_composed = event.get_modifier_state("AltGraph");
    if event.default_prevented()
        || event.is_composing()
        || (!is_composed && (event.ctrl_key() || event.alt_key()))
        || event.meta_key()
    {
        return;
    }
    let focus = focus_of(event);
    if focus == Focus::Text {
        return;
    }
    let key = event.key();
    let Some(character) = (if key == "Enter" { Some('\n') } else { dom::single(&key) }) else {
        // The Tab key and the arrow keys mean that the visitor operates the controls by keyboard.
        point(false);
        return;
    };
    if focus == Focus::Control && matches!(character, ' ' | '\n') && !has_pointed() {
        return;
    }
    // Otherwise, the key would also scroll the page, select another program in a list, or start a
    // search.
    event.prevent_default();
    me.with(|desk| desk.strike(character));
}

/// Which keyboard a small screen shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shows {
    /// The page's buttons for the typewriter's keys. If the window is too low for the buttons, they are
    /// hidden.
    Default,
    /// The page's buttons for the typewriter's keys, even if the window is low.
    Ours,
    /// The keyboard of the visitor's device. The device shows it because a text field has the focus.
    System,
}

/// The smallest height of the window at which the typewriter's keys are shown, in CSS pixels.
const LOW: f64 = 500.0;
/// The smallest width at which the machine is shown in several columns, in CSS pixels. A narrower machine is
/// shown in one column.
const NARROW: f64 = 700.0;

impl Desk {
    /// Chooses the layout of the machine on the page. It depends on how wide the machine is drawn, and on how
    /// high the window is.
    pub(super) fn choose_layout(&self) {
        let Some(machine) = dom::all_within(&self.root, ".machine").into_iter().next() else { return };
        let height = dom::window().inner_height().ok().and_then(|height| height.as_f64()).unwrap_or(LOW);
        let is_low = height < LOW;
        let is_narrow = self.host.get_bounding_client_rect().width() < NARROW;
        for (class, is_so) in [
            ("small", is_low || is_narrow),
            ("low", is_low),
            ("ours", self.keys == Shows::Ours),
            ("system-keys", self.keys == Shows::System),
        ] {
            let _ = machine.class_list().toggle_with_force(class, is_so);
        }
    }

    /// Switches to the typewriter's keys, or to the text field that opens the keyboard of the visitor's
    /// device.
    fn use_keys(&mut self, keys: Shows) {
        self.keys = keys;
        self.fit();
        self.focus();
    }

    /// The text field that receives the input of the device's keyboard.
    fn typed(&self) -> HtmlInputElement {
        dom::within(&self.root, "typed")
    }

    /// Moves the focus to the typewriter's paper. If a phone's own keyboard is open, moves the focus to the
    /// text field for this keyboard instead, so that the keyboard stays open.
    pub fn focus(&self) {
        let options = FocusOptions::new();
        options.set_prevent_scroll(true);
        let field = self.typed();
        let place: &HtmlElement = if self.keys == Shows::System { &field } else { &self.sheet };
        let _ = place.focus_with_options(&options);
    }

    /// Types the characters that the device's keyboard has added to the text field. If `is_composing` is
    /// true, the keyboard is still composing a word, so the field keeps its text.
    fn take_typed(&mut self, is_composing: bool) {
        let field = self.typed();
        let text = field.value();
        for character in text.chars().skip(self.taken) {
            self.strike(character);
        }
        self.taken = text.chars().count();
        if !is_composing {
            field.set_value("");
            self.taken = 0;
        }
    }

    /// Installs event handlers for the device's keyboard: for its text field, and for the button that shows
    /// the typewriter's keys again.
    fn listen_to_system_keys(&self) {
        let me = self.me;
        dom::on(&self.typed(), "input", move |event: InputEvent| {
            me.with(|desk| desk.take_typed(event.is_composing()));
        });
        dom::on(&self.typed(), "compositionend", move |_: Event| me.with(|desk| desk.take_typed(false)));
        let button: HtmlElement = dom::within(&self.root, "show-keys");
        dom::on(&button, "click", move |_: MouseEvent| me.with(|desk| desk.use_keys(Shows::Ours)));
    }

    /// Installs the event handlers for the visitor's keyboard, mouse and finger on the machine's element.
    pub(super) fn listen_to_keys(&self) {
        self.listen_to_system_keys();
        let me = self.me;
        dom::on(&self.root, "keydown", move |event: KeyboardEvent| pressed(me, &event));
        dom::on(&self.sheet, "scroll", move |_: Event| me.with(|desk| desk.roll()));
        dom::on(&self.root, "pointerdown", |_: Event| point(true));
        dom::on(&self.root, "click", move |event: MouseEvent| {
            // If a key or a script caused the click, `detail` is 0.
            if event.detail() > 0 {
                me.with(|desk| desk.focus());
            }
        });
        dom::on(&self.root, "paste", move |event: Event| {
            if focus_of(&event) != Focus::Text
                && let Some(text) = dom::pasted(&event)
            {
                event.prevent_default();
                me.with(|desk| desk.type_text(&text));
            }
        });
    }

    /// Creates the keys of the typewriter as buttons.
    pub(super) fn make_keys(&self) {
        let group: HtmlElement = dom::within(&self.root, "keys");
        for (number, row) in ROWS.into_iter().enumerate() {
            let line = dom::create("div");
            line.set_class_name(&format!("row row-{}", number + 1));
            if number == 3 {
                self.shift_key(&line);
            }
            for signs in row {
                self.sign_key(&line, signs);
            }
            match number {
                1 => {
                    let enter = self.key(&line, "enter", |desk| desk.strike('\n'));
                    enter.set_inner_html("<svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"M3 9h9V4l9 8-9 8v-5H3z\"/></svg>");
                    dom::set(&enter, "data-label", "return");
                }
                3 => {
                    self.shift_key(&line);
                }
                _ => {}
            }
            group.append_child(&line).expect("a group takes rows");
        }
        let line = dom::create("div");
        line.set_class_name("row row-5");
        let switch = self.key(&line, "switch", |desk| desk.use_keys(Shows::System));
        switch.set_inner_html(SWITCH);
        dom::set(&switch, "data-label", "system-keys");
        let space = self.key(&line, "space", |desk| desk.strike(' '));
        dom::set(&space, "data-label", "space");
        group.append_child(&line).expect("a group takes rows");
    }

    fn shift_key(&self, line: &HtmlElement) {
        let key = self.key(line, "shift", |desk| {
            desk.is_shifted = !desk.is_shifted;
            desk.show_shift();
        });
        dom::set(&key, "data-label", "shift");
        dom::set(&key, "aria-pressed", "false");
    }

    fn sign_key(&self, line: &HtmlElement, signs: &'static str) {
        let mut characters = signs.chars();
        let (lower, upper) = (characters.next().unwrap_or(' '), characters.next().unwrap_or(' '));
        let key = self.key(line, "sign", move |desk| {
            desk.strike(if desk.is_shifted { upper } else { lower });
        });
        dom::set(&key, "data-signs", signs);
        match lower.is_alphabetic() {
            true => key.set_text_content(Some(&upper.to_string())),
            false => {
                for sign in [upper, lower] {
                    let place = dom::create("span");
                    place.set_text_content(Some(&sign.to_string()));
                    key.append_child(&place).expect("a key takes signs");
                }
            }
        }
        dom::set(&key, "aria-label", &lower.to_string());
    }

    fn key(&self, line: &HtmlElement, class: &str, act: impl Fn(&mut Desk) + 'static) -> HtmlElement {
        let me = self.me;
        let button = dom::create("button");
        dom::set(&button, "type", "button");
        button.set_class_name(class);
        dom::on(&button, "click", move |_: MouseEvent| me.with(&act));
        line.append_child(&button).expect("a row takes keys");
        button
    }

    /// Shows on the keys whether they type lower or upper case.
    pub(super) fn show_shift(&self) {
        let pressed = if self.is_shifted { "true" } else { "false" };
        for key in dom::all_within(&self.root, ".shift") {
            dom::set(&key, "aria-pressed", pressed);
        }
        for key in dom::all_within(&self.root, ".sign") {
            let signs = key.get_attribute("data-signs").unwrap_or_default();
            let sign = signs.chars().nth(self.is_shifted.into()).unwrap_or(' ');
            dom::set(&key, "aria-label", &sign.to_string());
        }
    }

    /// Marks the keys of these characters, which are possible answers to GIER's question.
    pub(super) fn mark_keys(&self, wanted: &str) {
        for key in dom::all_within(&self.root, ".sign") {
            let signs = key.get_attribute("data-signs").unwrap_or_default();
            let is_wanted = signs.chars().next().is_some_and(|sign| wanted.contains(sign));
            let _ = key.class_list().toggle_with_force("wanted", is_wanted);
        }
        if let Some(space) = dom::all_within(&self.root, ".space").first() {
            let _ = space.class_list().toggle_with_force("wanted", wanted.contains(' '));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gier_word::Symbol;

    /// Tests that the two characters of each key are the lower and the upper case of one symbol. Also tests
    /// that every symbol that prints a character has a key.
    #[test]
    fn the_keys_are_those_of_the_typewriter() {
        let mut codes: Vec<u8> = Vec::new();
        for signs in ROWS.into_iter().flatten() {
            let signs: Vec<char> = signs.chars().collect();
            let code = (0..64).find(|&code| {
                let symbol = Symbol::new(code);
                [Case::Lower, Case::Upper].map(|case| symbol.glyph(case)) == [Some(signs[0]), Some(signs[1])]
            });
            codes.push(code.unwrap_or_else(|| panic!("no symbol prints {signs:?}")));
        }
        for code in 0..64 {
            let symbol = Symbol::new(code);
            let prints = symbol.glyph(Case::Lower).is_some_and(|glyph| glyph != ' ');
            assert!(!prints || codes.contains(&code), "symbol {code} has no key");
        }
    }
}
