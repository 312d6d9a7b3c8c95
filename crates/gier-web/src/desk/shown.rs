//! A record of what the page shows of a machine now. It allows an update to write only what has changed.

use crate::dom;
use core::time::Duration;
use web_sys::{HtmlElement, ShadowRoot};

/// An element and the text that it shows now. An unchanged text is not written again, because a screen
/// reader would read it again.
pub(super) struct Text {
    pub(super) place: HtmlElement,
    says: String,
}

impl Text {
    /// Finds the element with this id. The element must not contain a text yet.
    pub(super) fn of(root: &ShadowRoot, id: &str) -> Text {
        Text { place: dom::within(root, id), says: String::new() }
    }

    /// Sets the text, unless the element already shows it. Returns whether the text is new.
    pub(super) fn say(&mut self, text: String) -> bool {
        let is_new = self.says != text;
        if is_new {
            self.place.set_text_content(Some(&text));
            self.says = text;
        }
        is_new
    }

    /// Sets a text that belongs to the page, such as a hint, unless the element already shows it. A name in
    /// brackets, such as `[Esc]`, is drawn as a key.
    pub(super) fn write(&mut self, word: &'static str) {
        if self.says != word {
            dom::write(&self.place, word);
            self.says = word.to_string();
        }
    }
}

/// What the page shows of a machine now.
pub(super) struct Shown {
    /// A few words that describe the state of the machine.
    pub(super) state: Text,
    /// The question that GIER asks the visitor.
    pub(super) question: Text,
    /// How to answer GIER's question.
    pub(super) hint: Text,
    /// Who has won the game NIM.
    pub(super) verdict: Text,
    /// The message about the visitor's last action, such as a key that GIER does not have.
    pub(super) notes: Text,
    /// The name of the register that the lamps show, and what its lamps mean now.
    pub(super) register: Text,
    pub(super) meaning: Text,
    pub(super) registers: Text,
    pub(super) clock: Text,
    pub(super) spoken: Text,
    /// The element with the last line of the sheet, and the HTML that this element contains.
    pub(super) line: Option<(HtmlElement, String)>,
    /// The name of the machine's state. Scripts and tests read it in the attribute `data-state`.
    pub(super) name: &'static str,
    /// The element of the status line. Its attribute `data-state` has the name of the machine's state.
    pub(super) status: HtmlElement,
    /// The characters whose keys are marked as possible answers.
    pub(super) wanted: String,
    /// The HTML that shows the heaps of matches of the game NIM.
    pub(super) heaps: String,
    /// The button that makes GIER faster.
    pub(super) faster: HtmlElement,
    /// The element with the machine's layout. Its classes say what the layout depends on.
    pub(super) grid: HtmlElement,
    /// How many lines of the sheet fit above the typewriter, or 0 if this must be measured.
    pub(super) room: usize,
    pub(super) column: usize,
    /// The time of the next update of the registers that the page shows as text. It is a time on the
    /// browser's clock.
    pub(super) figures: Duration,
}

impl Shown {
    /// Sets or removes a class of the machine's layout.
    pub(super) fn mark(&self, class: &str, is_so: bool) {
        let _ = self.grid.class_list().toggle_with_force(class, is_so);
    }

    /// Creates the record for a machine that the page does not show yet.
    pub(super) fn new(root: &ShadowRoot) -> Shown {
        let text = |id| Text::of(root, id);
        Shown {
            state: text("state"),
            question: text("question"),
            hint: text("hint"),
            verdict: text("verdict"),
            notes: text("notes"),
            register: text("register"),
            meaning: text("meaning"),
            registers: text("registers"),
            clock: text("clock"),
            spoken: text("spoken"),
            line: None,
            name: "",
            status: dom::within(root, "status"),
            wanted: String::new(),
            heaps: String::new(),
            faster: dom::within(root, "faster"),
            grid: dom::within(root, "grid"),
            room: 0,
            column: usize::MAX,
            figures: Duration::ZERO,
        }
    }
}
