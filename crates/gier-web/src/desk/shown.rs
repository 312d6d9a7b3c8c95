//! The texts and states that a machine's element shows at the moment, so that only changes are written.

use crate::dom;
use core::time::Duration;
use web_sys::{HtmlElement, ShadowRoot};

/// An element and the text that it shows. Writing the same text again would cost a new layout, and a
/// screen reader would read the text again.
pub(super) struct Text {
    pub(super) place: HtmlElement,
    says: String,
}

impl Text {
    /// The element with this id, whose text is still empty.
    pub(super) fn of(root: &ShadowRoot, id: &str) -> Text {
        Text { place: dom::within(root, id), says: String::new() }
    }

    /// Sets the text, unless the element shows that text already.
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
    /// The hint how to answer GIER's question.
    pub(super) hint: Text,
    /// Sentences about what the visitor has just done.
    pub(super) notes: Text,
    pub(super) registers: Text,
    pub(super) clock: Text,
    pub(super) spoken: Text,
    /// The element of the sheet's last line, and the HTML in that element.
    pub(super) line: Option<(HtmlElement, String)>,
    /// The name of the state in the page, for programs that watch the page.
    pub(super) name: &'static str,
    /// The element with the name of the state.
    pub(super) status: HtmlElement,
    /// The characters whose keys are marked.
    pub(super) wanted: String,
    /// The HTML of the heaps and the verdict that are drawn.
    pub(super) heaps: String,
    /// The column of the carriage.
    pub(super) column: usize,
    /// The time at which the registers' figures are written next.
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
