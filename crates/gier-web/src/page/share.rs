//! A link with the session or with the editor's text, and its QR code. If the program came with gier and the
//! visitor has only pressed keys, the link names the program and the keys, because they determine the session.
//! Otherwise, it carries the log of the session.

use super::{Page, busy, editor, parts, with};
use crate::desk::MachineElement;
use crate::dom;
use crate::supplies;
use core::cell::Cell;
use web_sys::HtmlElement;

/// A QR code holds at most about this number of characters that a phone can still read from a screen.
const LONGEST_CODE: usize = 700;

thread_local! {
    /// Whether the next link carries the editor's text instead of the session.
    static IS_TEXT: Cell<bool> = const { Cell::new(false) };
}

/// Opens the sheet with a link that carries the editor's text.
pub(super) fn text() {
    IS_TEXT.set(true);
    parts::go("share");
}

/// The address of this page, without query and fragment.
pub(super) fn here() -> String {
    let place = dom::window().location();
    format!("{}{}", place.origin().unwrap_or_default(), place.pathname().unwrap_or_default())
}

/// A link that names the program and the visitor's keys. `None` if they do not determine the session.
pub(super) fn short(desk: &MachineElement) -> Option<String> {
    let keys = desk.guest.keys()?;
    crate::cards::words_of(desk.guest.title(), desk.language)?;
    let keys = js_sys::encode_uri_component(&keys).as_string()?.replace("%20", "+");
    let query = if keys.is_empty() { String::new() } else { format!("&keys={keys}") };
    Some(format!("{}?program={}{query}", here(), desk.guest.title()))
}

/// Shows a QR code of this link in the element with this id. A longer link has none.
pub(super) async fn draw(id: &str, link: &str) {
    let code = if link.len() <= LONGEST_CODE {
        supplies::code(link).await.unwrap_or_default()
    } else {
        String::new()
    };
    dom::element::<HtmlElement>(id).set_inner_html(&code);
}

impl Page {
    /// Shows a link with the session, or with the editor's text.
    pub(super) fn share(&mut self, desk: &mut MachineElement) {
        let is_text = IS_TEXT.take();
        let link = if is_text { None } else { short(desk) };
        let (kind, carried) = match is_text {
            true => editor::shared(),
            false => ("session".to_string(), if link.is_none() { desk.guest.log() } else { String::new() }),
        };
        dom::element::<HtmlElement>("copied").set_hidden(true);
        busy(async move {
            let link = match link {
                Some(link) => link,
                None => match supplies::packed(&carried).await {
                    Ok(packed) => format!("{}#{kind}={packed}", here()),
                    Err(reason) => return with(|_, desk| desk.say(reason)),
                },
            };
            let place: HtmlElement = dom::element("link");
            dom::set(&place, "href", &link);
            place.set_text_content(Some(&link));
            draw("code", &link).await;
        });
    }
}
