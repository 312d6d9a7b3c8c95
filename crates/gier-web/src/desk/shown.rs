//! What the element of a machine shows now, so that only changes are written.

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
    /// The element with this id. Its text must still be empty.
    pub(super) fn of(root: &ShadowRoot, id: &str) -> Text {
        Text { place: dom::within(root, id), says: String::new() }
    }

    /// Sets the text, unless the element already shows it.
    pub(super) fn say(&mut self, text: String) {
        if self.says != text {
            self.place.set_text_content(Some(&text));
            self.says = text;
        }
    }

    /// Sets one of the page's own texts, which may name keys.
    pub(super) fn write(&mut self, word: &'static str) {
        if self.says != word {
            dom::write(&self.place, word);
            self.says = word.to_string();
        }
    }
}

/// What the element of a machine shows now.
pub(super) struct Shown {
    /// A few words that describe the state of the machine.
    pub(super) state: Text,
    /// The question that GIER asks the visitor.
    pub(super) question: Text,
    /// How to answer GIER's question.
    pub(super) hint: Text,
    /// The sentence about what the visitor has just done.
    pub(super) notes: Text,
    pub(super) registers: Text,
    pub(super) clock: Text,
    pub(super) spoken: Text,
    /// The element of the sheet's last line, and the HTML in it.
    pub(super) line: Option<(HtmlElement, String)>,
    /// The name of the machine's state. Programs that watch the page read it.
    pub(super) name: &'static str,
    /// The element that has the name of the machine's state.
    pub(super) status: HtmlElement,
    /// The characters whose keys are marked.
    pub(super) wanted: String,
    /// The HTML of the heaps or of the verdict.
    pub(super) heaps: String,
    pub(super) column: usize,
    /// When the written values of the registers are updated next.
    pub(super) figures: Duration,
}

impl Shown {
    /// Creates the record for an element that shows nothing yet.
    pub(super) fn new(root: &ShadowRoot) -> Shown {
        let text = |id| Text::of(root, id);
        Shown {
            state: text("state"),
            question: text("question"),
            hint: text("hint"),
            notes: text("notes"),
            registers: text("registers"),
            clock: text("clock"),
            spoken: text("spoken"),
            line: None,
            name: "",
            status: dom::within(root, "status"),
            wanted: String::new(),
            heaps: String::new(),
            column: usize::MAX,
            figures: Duration::ZERO,
        }
    }
}
