//! What a machine's element shows at the moment, so that only what has changed is written.

use crate::dom;
use core::time::Duration;
use web_sys::{HtmlElement, ShadowRoot};

/// An element with text, and its current text. Writing the same text again would cost a new layout,
/// and a screen reader would read it again.
pub(super) struct Text {
    pub(super) place: HtmlElement,
    says: String,
}

impl Text {
    /// The text of an element that is still empty.
    pub(super) fn of(root: &ShadowRoot, id: &str) -> Text {
        Text { place: dom::within(root, id), says: String::new() }
    }

    /// Sets the text, unless it is already there.
    pub(super) fn say(&mut self, text: String) {
        if self.says != text {
            self.place.set_text_content(Some(&text));
            self.says = text;
        }
    }
}

/// The parts of the machine's state that the element shows at the moment.
pub(super) struct Shown {
    /// The machine's state in a few words.
    pub(super) state: Text,
    /// The question that GIER asks.
    pub(super) question: Text,
    /// How to answer it.
    pub(super) hint: Text,
    /// Sentences about what the visitor has just done.
    pub(super) notes: Text,
    pub(super) registers: Text,
    pub(super) clock: Text,
    pub(super) spoken: Text,
    /// The last line of the sheet.
    pub(super) line: Option<(HtmlElement, String)>,
    /// The name of the state in the page, for programs that watch the page.
    pub(super) name: &'static str,
    /// The element with the name of the state.
    pub(super) status: HtmlElement,
    /// The keys that are marked.
    pub(super) wanted: String,
    /// The heaps and the verdict that are drawn.
    pub(super) heaps: String,
    /// The place of the carriage.
    pub(super) column: usize,
    /// When the registers' figures are written next.
    pub(super) figures: Duration,
}

impl Shown {
    /// An element that shows nothing yet.
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
