//! Functions that call the browser: elements, events, storage, files, timers.

use crate::words::{Language, Words};
use core::time::Duration;
use wasm_bindgen::prelude::*;
use web_sys::{Document, Element, HtmlElement, ShadowRoot, Window};

/// The browser's window. It always exists, because the code runs in a page and not in a worker.
pub fn window() -> Window {
    web_sys::window().expect("a page has a window")
}

/// The HTML document of the page.
pub fn document() -> Document {
    window().document().expect("a window has a document")
}

/// The element of the page with this id.
///
/// # Panics
/// Panics if the page has no such element of this type, which is a bug in gier.
pub fn element<T: JsCast>(id: &str) -> T {
    let found = document().get_element_by_id(id).unwrap_or_else(|| panic!("the page has no element {id}"));
    found.dyn_into().unwrap_or_else(|_| panic!("the element {id} is of another kind"))
}

/// All elements that match a selector.
pub fn elements(selector: &str) -> Vec<HtmlElement> {
    all_within(&document(), selector)
}

/// The element with this id in a shadow tree.
///
/// # Panics
/// Panics if the shadow tree has no such element of this type, which is a bug in gier.
pub fn within<T: JsCast>(root: &ShadowRoot, id: &str) -> T {
    let found = root.get_element_by_id(id).unwrap_or_else(|| panic!("the machine has no element {id}"));
    found.dyn_into().unwrap_or_else(|_| panic!("the element {id} is of another kind"))
}

/// All elements in a document, an element or a shadow tree that match a selector.
pub fn all_within(root: &web_sys::Node, selector: &str) -> Vec<HtmlElement> {
    // All three have this method.
    let root: &Element = root.unchecked_ref();
    let list = root.query_selector_all(selector).expect("the selector is ours");
    (0..list.length()).filter_map(|place| list.get(place)?.dyn_into().ok()).collect()
}

/// Writes the texts of a language into the elements below `root`. An element names its texts in two
/// attributes: `data-word` for the contents, and `data-label` for the screen reader's label.
pub fn put_words(root: &web_sys::Node, language: Language) {
    for (mark, attribute) in [("data-word", None), ("data-label", Some("aria-label"))] {
        for place in all_within(root, &format!("[{mark}]")) {
            let word = language.word(&place.get_attribute(mark).unwrap_or_default());
            match attribute {
                None => write(&place, word),
                Some(attribute) => set(&place, attribute, word),
            }
        }
    }
}

/// Writes a text that belongs to the page, such as a hint, into an element. A name in brackets, such as
/// `[Esc]`, is drawn as a key.
pub fn write(place: &Element, word: &str) {
    if word.contains('[') {
        place.set_inner_html(&word.replace('[', "<kbd>").replace(']', "</kbd>"));
    } else {
        place.set_text_content(Some(word));
    }
}

/// Writes the texts of a whole page in this language, and shows which of its two buttons is pressed.
pub fn speak(language: Language) {
    let root = document().document_element().expect("a page has a root");
    set(&root, "lang", language.code());
    put_words(&root, language);
    for (id, own) in [("english", Language::English), ("danish", Language::Danish)] {
        set(&element::<HtmlElement>(id), "aria-pressed", &(own == language).to_string());
    }
}

/// Creates an HTML element with this tag, such as `button`.
pub fn create(tag: &str) -> HtmlElement {
    let made = document().create_element(tag).expect("the tag is ours");
    made.dyn_into().expect("every tag of HTML makes an HTML element")
}

/// Adds a button with this HTML to an element. A click calls `act`.
pub fn button(parent: &Element, html: &str, act: impl Fn() + 'static) -> HtmlElement {
    let button = create("button");
    set(&button, "type", "button");
    button.set_inner_html(html);
    on(&button, "click", move |_: web_sys::MouseEvent| act());
    parent.append_child(&button).expect("an element takes buttons");
    button
}

/// The time since the page was opened, by the browser's clock.
pub fn clock() -> Duration {
    let milliseconds = window().performance().expect("a window has a clock").now();
    Duration::from_secs_f64(milliseconds / 1000.0)
}

/// Marks the page as ready. Tests wait for this mark.
pub fn mark_ready() {
    set(&document().document_element().expect("a page has a root"), "data-ready", "yes");
    let _ = window().performance().expect("a window has a clock").mark("gier-ready");
}

/// A promise that resolves when the fonts of the page are loaded. Returns `None` in a browser that cannot
/// report this.
pub fn fonts_ready() -> Option<js_sys::Promise> {
    let fonts = js_sys::Reflect::get(&document(), &"fonts".into()).ok()?;
    js_sys::Reflect::get(&fonts, &"ready".into()).ok()?.dyn_into().ok()
}

/// Calls `answer` for every event of this kind at `target`. A kind is, for example, `click`. The handler is
/// never removed.
pub fn on<E: JsCast + 'static>(
    target: &web_sys::EventTarget,
    kind: &str,
    mut answer: impl FnMut(E) + 'static,
) {
    let answer = Box::new(move |event: web_sys::Event| {
        if let Ok(event) = event.dyn_into() {
            answer(event);
        }
    });
    listen(target, kind, answer, false);
}

/// Calls `answer` for every event of this kind in the window, before any element receives the event.
pub fn before_all(kind: &str, answer: impl FnMut(web_sys::Event) + 'static) {
    listen(&window(), kind, Box::new(answer), true);
}

/// Installs the handler for [`on`]. This function has no type parameters, so that it is compiled only once.
fn listen(target: &web_sys::EventTarget, kind: &str, answer: Box<dyn FnMut(web_sys::Event)>, is_first: bool) {
    let closure = Closure::wrap(answer);
    let answer = closure.as_ref().unchecked_ref();
    target
        .add_event_listener_with_callback_and_bool(kind, answer, is_first)
        .expect("a listener can be added");
    closure.forget();
}

/// Sets an attribute of an element.
pub fn set(element: &Element, name: &str, value: &str) {
    element.set_attribute(name, value).expect("the attribute's name is ours");
}

/// Sets an attribute of an element, unless it already has this value.
pub fn set_if_new(element: &Element, name: &str, value: &str) {
    if element.get_attribute(name).as_deref() != Some(value) {
        set(element, name, value);
    }
}

/// The value of this parameter in the address of the page (`?name=value`), or `None` if the address has
/// no such parameter.
pub fn asked(name: &str) -> Option<String> {
    let query = window().location().search().ok()?;
    let parts = query.trim_start_matches('?').split('&');
    parts
        .map(|part| part.split_once('=').unwrap_or((part, "")))
        .find(|(known, _)| *known == name)
        .map(|(_, value)| value.to_string())
}

/// Offers the visitor a file to save. `kind` is its media type, such as `image/svg+xml`.
pub fn offer(name: &str, kind: &str, bytes: &[u8]) {
    let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(bytes));
    let options = web_sys::BlobPropertyBag::new();
    options.set_type(kind);
    let blob =
        web_sys::Blob::new_with_u8_array_sequence_and_options(&parts, &options).expect("bytes make a blob");
    let url = web_sys::Url::create_object_url_with_blob(&blob).expect("a blob has an address");
    let link: web_sys::HtmlAnchorElement = create("a").unchecked_into();
    link.set_href(&url);
    link.set_download(name);
    link.click();
    let _ = web_sys::Url::revoke_object_url(&url);
}

/// The text that the browser has stored for this page under this name, or `None` if there is none.
pub fn kept(name: &str) -> Option<String> {
    window().local_storage().ok()??.get_item(name).ok()?
}

/// Stores a text under this name. Returns `false` if the browser does not accept it.
pub fn keep(name: &str, text: &str) -> bool {
    matches!(window().local_storage(), Ok(Some(storage)) if storage.set_item(name, text).is_ok())
}

/// Requests the browser's lock with this name, which only one tab can hold. Calls `answer` with `true` if
/// this tab gets the lock. If `is_forced` is true, takes the lock from the tab that holds it. Calls `lost` if
/// another tab takes the lock later. If the browser has no locks, every tab gets `true`.
pub fn own(name: &str, is_forced: bool, answer: impl FnOnce(bool) + 'static, lost: fn()) {
    let locks = js_sys::Reflect::get(&window().navigator(), &"locks".into());
    let request = locks.as_ref().ok().and_then(|locks| js_sys::Reflect::get(locks, &"request".into()).ok());
    let Some(request) = request.and_then(|request| request.dyn_into::<js_sys::Function>().ok()) else {
        // The present event handler must end first.
        wasm_bindgen_futures::spawn_local(async move { answer(true) });
        return;
    };
    let options = js_sys::Object::new();
    let option = if is_forced { "steal" } else { "ifAvailable" };
    js_sys::Reflect::set(&options, &option.into(), &true.into()).expect("an object takes a property");
    let granted = Closure::once_into_js(move |lock: JsValue| -> JsValue {
        let is_granted = !lock.is_null();
        answer(is_granted);
        // The tab holds the lock until this promise is resolved, which never happens.
        if is_granted { js_sys::Promise::new(&mut |_, _| {}).into() } else { JsValue::NULL }
    });
    let held = request.call3(&locks.expect("it has a request"), &name.into(), &options, &granted);
    wasm_bindgen_futures::spawn_local(async move {
        let Ok(Ok(held)) = held.map(|held| held.dyn_into::<js_sys::Promise>()) else { return };
        if wasm_bindgen_futures::JsFuture::from(held).await.is_err() {
            lost();
        }
    });
}

/// The text of a paste event, or `None` if no text was pasted.
pub fn pasted(event: &web_sys::Event) -> Option<String> {
    let data = js_sys::Reflect::get(event, &"clipboardData".into()).ok()?;
    let get: js_sys::Function = js_sys::Reflect::get(&data, &"getData".into()).ok()?.dyn_into().ok()?;
    get.call1(&data, &"text".into()).ok()?.as_string().filter(|text| !text.is_empty())
}

/// The character of a text that has exactly one character. Returns `None` for any other text.
pub fn single(text: &str) -> Option<char> {
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}

/// Calls `act` once, after this many milliseconds.
pub fn later(milliseconds: i32, act: impl FnOnce() + 'static) {
    let closure = Closure::once_into_js(act);
    window()
        .set_timeout_with_callback_and_timeout_and_arguments_0(closure.unchecked_ref(), milliseconds)
        .expect("a window has timers");
}
