//! A record of what the page shows of a machine now. It allows an update to write only what has changed.

use crate::dom;
use core::time::Duration;
use std::collections::BTreeMap;
use web_sys::{HtmlElement, ShadowRoot};

/// What the page shows of a machine now.
pub(super) struct Shown {
    root: ShadowRoot,
    /// The elements with texts that change, by their ids, each with its text.
    texts: BTreeMap<&'static str, (HtmlElement, String)>,
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
    /// Shows a text in the element with this id, unless it is there already: a screen reader would read it again.
    /// Returns whether the text is new.
    pub(super) fn say(&mut self, id: &'static str, text: &str) -> bool {
        let new = || (dom::within(&self.root, id), String::new());
        let (place, says) = self.texts.entry(id).or_insert_with(new);
        let is_new = says != text;
        if is_new {
            place.set_text_content(Some(text));
            *says = text.to_string();
        }
        is_new
    }

    /// Sets or removes a class of the machine's layout.
    pub(super) fn mark(&self, class: &str, is_so: bool) {
        let _ = self.grid.class_list().toggle_with_force(class, is_so);
    }

    /// Creates the record for a machine that the page does not show yet.
    pub(super) fn new(root: &ShadowRoot) -> Shown {
        Shown {
            root: root.clone(),
            texts: BTreeMap::new(),
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
