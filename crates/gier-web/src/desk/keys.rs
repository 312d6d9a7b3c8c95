//! The keys of GIER's typewriter, arranged as on the real one [F-KEYBOARD-1], and the keys of the visitor's
//! own keyboard.

use super::{MachineElement, Me};
use crate::dom;
use crate::paper::escaped;
use crate::visit::Struck;
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

/// The cap of the key that switches to the keyboard of the visitor's device.
const SWITCH: &str = "<span class=\"cap\"><svg viewBox=\"0 0 24 16\" aria-hidden=\"true\"><path d=\"M1 1h22v14H1zM4 5h2M8 5h2M12 5h2M16 5h2M4 8h2M8 8h2M12 8h2M16 8h2M7 12h10\"/></svg></span>";
/// The cap of the carriage return. Its arrow points to the right, as on the real key.
const RETURN: &str = "<span class=\"cap engraved\"><svg viewBox=\"0 0 20 16\" aria-hidden=\"true\"><path d=\"M2 5h8V1.5L18 8l-8 6.5V11H2z\"/></svg></span>";

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
        if key == "Backspace" {
            event.prevent_default();
            me.with(|desk| desk.note("no-rubbing"));
        } else {
            // The Tab key and the arrow keys mean that the visitor operates the controls by keyboard.
            point(false);
            if key == "Tab" {
                me.with(|desk| drop(desk.sheet.class_list().remove_1("given")));
            }
        }
        return;
    };
    if focus == Focus::Control && matches!(character, ' ' | '\n') && !has_pointed() {
        return;
    }
    // Otherwise, the key would also scroll the page, select another program in a list, or start a
    // search.
    event.prevent_default();
    me.with(|desk| {
        desk.press_cap(character);
        desk.strike(character);
    });
}

/// Which keyboard the page shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shows {
    /// The page's buttons for the typewriter's keys.
    Ours,
    /// The keyboard of the visitor's device. The device shows it because a text field has the focus.
    System,
}

/// How long a key on the page stays down after a key press on the visitor's keyboard, in milliseconds.
const DOWN_MS: i32 = 120;

impl MachineElement {
    /// Presses the key of the typewriter that prints this character.
    pub fn strike(&mut self, character: char) {
        self.clear_notes();
        let clock = self.clock();
        self.notice = match self.guest.session.strike(character, clock) {
            Struck::Awaited => None,
            Struck::Held if self.guest.works() => None,
            Struck::Held | Struck::NotNow => Some("dead-key"),
            Struck::NoKey => Some("no-key"),
        };
        self.show();
    }

    /// Switches to the typewriter's keys, or to the text field that opens the keyboard of the visitor's
    /// device.
    fn use_keys(&mut self, keys: Shows) {
        self.keys = keys;
        let name = if keys == Shows::System { "system" } else { "ours" };
        dom::set(&self.host, "data-keys", name);
        self.fit();
        self.focus();
    }

    /// The text field that receives the input of the device's keyboard.
    fn typed(&self) -> HtmlInputElement {
        dom::within(&self.root, "typed")
    }

    /// Moves the focus to the typewriter's paper. If a phone's own keyboard is open, moves the focus to the
    /// text field for this keyboard instead, so that the keyboard stays open. A visitor with a mouse or a finger sees
    /// no ring around the paper. Otherwise the browser would show the ring from the next key on.
    pub fn focus(&self) {
        let _ = self.sheet.class_list().toggle_with_force("given", has_pointed());
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
        for (id, keys) in [("show-keys", Shows::Ours), ("use-keys", Shows::System)] {
            let button: HtmlElement = dom::within(&self.root, id);
            dom::on(&button, "click", move |_: MouseEvent| me.with(|desk| desk.use_keys(keys)));
        }
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
        let row = |number: usize| {
            let line = dom::create("div");
            line.set_class_name(&format!("row row-{number}"));
            group.append_child(&line).expect("a group takes rows");
            line
        };
        for (number, signs) in (1..).zip(ROWS) {
            let line = row(number);
            if number == 4 {
                self.shift_key(&line);
            }
            for signs in signs {
                self.sign_key(&line, signs);
            }
            match number {
                2 => {
                    let strike = |desk: &mut MachineElement| desk.strike('\n');
                    self.key(&line, "return", "return", RETURN, strike);
                }
                4 => self.shift_key(&line),
                _ => {}
            }
        }
        let line = row(5);
        self.key(&line, "switch", "system-keys", SWITCH, |desk| desk.use_keys(Shows::System));
        self.key(&line, "space", "space", "<i></i>", |desk| desk.strike(' '));
    }

    fn shift_key(&self, line: &HtmlElement) {
        let key = self.key(line, "shift", "shift", "<span class=\"cap\"></span>", |desk| {
            desk.is_shifted = !desk.is_shifted;
            desk.show_shift();
        });
        dom::set(&key, "aria-pressed", "false");
    }

    fn sign_key(&self, line: &HtmlElement, signs: &'static str) {
        let mut characters = signs.chars();
        let (lower, upper) = (characters.next().unwrap_or(' '), characters.next().unwrap_or(' '));
        let cap = match lower.is_alphabetic() {
            true => upper.to_string(),
            false => {
                [upper, lower].map(|sign| format!("<span>{}</span>", escaped(&sign.to_string()))).concat()
            }
        };
        let cap = format!("<span class=\"cap\" translate=\"no\">{cap}</span>");
        let key = self.key(line, "sign", "", &cap, move |desk| {
            desk.strike(if desk.is_shifted { upper } else { lower });
        });
        dom::set(&key, "data-signs", signs);
        dom::set(&key, "aria-label", &lower.to_string());
    }

    fn key(
        &self,
        line: &HtmlElement,
        class: &str,
        label: &str,
        cap: &str,
        act: impl Fn(&mut MachineElement) + 'static,
    ) -> HtmlElement {
        let me = self.me;
        let button = dom::button(line, cap, move || me.with(&act));
        button.set_class_name(class);
        if !label.is_empty() {
            dom::set(&button, "data-label", label);
        }
        button
    }

    /// Shows the key of this character pressed for a moment.
    fn press_cap(&self, character: char) {
        let (class, sign) = match character {
            '\n' => (".return", None),
            ' ' => (".space", None),
            sign => (".sign", Some(sign)),
        };
        let is_struck = |key: &HtmlElement| {
            sign.is_none_or(|sign| key.get_attribute("data-signs").is_some_and(|signs| signs.contains(sign)))
        };
        if let Some(key) = dom::all_within(&self.root, class).into_iter().find(is_struck) {
            let _ = key.class_list().add_1("down");
            dom::later(DOWN_MS, move || drop(key.class_list().remove_1("down")));
        }
    }

    /// Shows on the keys whether they type lower or upper case.
    pub(super) fn show_shift(&self) {
        for key in dom::all_within(&self.root, ".shift") {
            dom::set(&key, "aria-pressed", &self.is_shifted.to_string());
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
