//! What the guest's page shows at the moment, so that only what has changed is written.

use crate::dom;
use core::time::Duration;
use web_sys::HtmlElement;

/// An element with text, and its current text. Writing the same text again would cost a new layout,
/// and a screen reader would read it again.
pub(super) struct Text {
    pub(super) place: HtmlElement,
    says: String,
}

impl Text {
    /// The text of an element that is still empty.
    pub(super) fn of(id: &str) -> Text {
        Text { place: dom::element(id), says: String::new() }
    }

    /// Sets the text, unless it is already there.
    pub(super) fn say(&mut self, text: String) {
        if self.says != text {
            self.place.set_text_content(Some(&text));
            self.says = text;
        }
    }
}

/// The parts of the machine's state that the page shows at the moment.
pub(super) struct Shown {
    pub(super) status: Text,
    pub(super) registers: Text,
    pub(super) clock: Text,
    pub(super) spoken: Text,
    /// The last line of the sheet.
    pub(super) line: Option<(HtmlElement, String)>,
    /// The name of the state in the page, for programs that watch the page.
    pub(super) state: &'static str,
    /// When the registers' figures are written next.
    pub(super) figures: Duration,
}

impl Shown {
    /// A page that shows nothing yet.
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
