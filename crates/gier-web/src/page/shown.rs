//! What is on the guest's page, so that only what has changed is written.

use crate::dom;
use core::time::Duration;
use web_sys::HtmlElement;

/// A text of the page, and what it says: a page is laid out anew at each change, and a screen
/// reader tells it.
pub(super) struct Text {
    pub(super) place: HtmlElement,
    says: String,
}

impl Text {
    /// The text of an element that is empty so far.
    pub(super) fn of(id: &str) -> Text {
        Text { place: dom::element(id), says: String::new() }
    }

    /// Says this, if it does not already.
    pub(super) fn say(&mut self, text: String) {
        if self.says != text {
            self.place.set_text_content(Some(&text));
            self.says = text;
        }
    }
}

/// What is on the page of what the machine shows.
pub(super) struct Shown {
    pub(super) status: Text,
    pub(super) registers: Text,
    pub(super) clock: Text,
    pub(super) spoken: Text,
    /// The last line of the sheet.
    pub(super) line: Option<(HtmlElement, String)>,
    /// The state that the page names for programs that watch it.
    pub(super) state: &'static str,
    /// When the figures are written next.
    pub(super) figures: Duration,
}

impl Shown {
    /// Nothing yet.
    pub(super) fn new() -> Shown {
        Shown {
            status: Text::of("status"),
            registers: Text::of("registers"),
            clock: Text::of("clock"),
            spoken: Text::of("spoken"),
            line: None,
            state: "",
            figures: Duration::ZERO,
        }
    }
}
