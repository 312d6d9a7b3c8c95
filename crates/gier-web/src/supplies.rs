//! Loads files from the page's folder on the server. Also loads the second WebAssembly module, which
//! contains the compilers and the museum's archive.

use crate::coloured::FaultPlace;
use crate::visit::Visit;
use core::cell::RefCell;
use gier_machine::Machine;
use gier_word::Image;
use js_sys::{Array, Uint8Array};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// The functions of `gier-machine.js` that load files and modules.
    pub type Supplies;
    /// Loads a file from the page's folder on the server.
    #[wasm_bindgen(method, catch)]
    async fn file(this: &Supplies, name: &str) -> Result<JsValue, JsValue>;
    /// Returns the WebAssembly module that contains the compilers and the museum's archive. The first call
    /// loads the module.
    #[wasm_bindgen(method, catch)]
    async fn tools(this: &Supplies) -> Result<JsValue, JsValue>;

    /// Packs a text for the address of the page.
    #[wasm_bindgen(method, catch)]
    async fn packed(this: &Supplies, text: &str) -> Result<JsValue, JsValue>;

    /// The functions of the WebAssembly module `tools`. It contains the compilers and the museum's archive.
    type Tools;
    #[wasm_bindgen(method, catch)]
    fn compile(this: &Tools, text: &str, tongue: &str, language: &str) -> Result<Vec<u8>, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn lesson(this: &Tools, number: usize, language: &str) -> Result<Vec<String>, JsValue>;
    #[wasm_bindgen(method, js_name = checkLesson, catch)]
    fn check_lesson(this: &Tools, number: usize, text: &str, language: &str) -> Result<Array, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn code(this: &Tools, text: &str) -> Result<String, JsValue>;
    #[wasm_bindgen(method, js_name = programText, catch)]
    fn program_text(this: &Tools, name: &str) -> Result<Vec<String>, JsValue>;
    #[wasm_bindgen(method, js_name = isTape, catch)]
    fn is_tape(this: &Tools, bytes: &[u8]) -> Result<bool, JsValue>;
    #[wasm_bindgen(method, js_name = takeTapes, catch)]
    fn take_tapes(this: &Tools, names: Vec<String>, tapes: Vec<Uint8Array>) -> Result<Vec<String>, JsValue>;
}

thread_local! {
    static SUPPLIES: RefCell<Option<Supplies>> = const { RefCell::new(None) };
}

/// Sets the functions that load files and modules. Call this before any other function of this module.
#[wasm_bindgen]
pub fn supply(supplies: Supplies) {
    SUPPLIES.set(Some(supplies));
}

/// The faults in a source text, as a list for the visitor, and the place of the first one. The place is `None`
/// if no line is faulty, for example if the compiler cannot be loaded.
pub type Faults = (String, Option<FaultPlace>);

fn reason(fault: &JsValue) -> String {
    let message = js_sys::Reflect::get(fault, &"message".into()).ok().and_then(|text| text.as_string());
    message.unwrap_or_else(|| format!("{fault:?}"))
}

fn supplies() -> Result<Supplies, String> {
    let given = SUPPLIES.with_borrow(|supplies| supplies.as_ref().map(|all| JsValue::from(all).into()));
    given.ok_or_else(|| "no script has supplied the machine".to_string())
}

/// Loads the drum image of a program that comes with gier.
///
/// # Errors
/// Returns the reason if the file cannot be loaded.
pub async fn image(program: &str) -> Result<Image, String> {
    image_of(&file(&format!("{program}.drum")).await?)
}

/// Loads a file from the page's folder on the server.
///
/// # Errors
/// Returns the reason if the file cannot be loaded.
pub async fn file(name: &str) -> Result<Vec<u8>, String> {
    let bytes = supplies()?.file(name).await.map_err(|fault| reason(&fault))?;
    Ok(Uint8Array::new(&bytes).to_vec())
}

/// Reads a drum image from the bytes of a file.
///
/// # Errors
/// Returns the reason if the bytes are not a drum image.
pub fn image_of(bytes: &[u8]) -> Result<Image, String> {
    Image::from_bytes(bytes).map_err(|fault| fault.to_string())
}

async fn tools() -> Result<Tools, String> {
    let tools = supplies()?.tools().await.map_err(|fault| reason(&fault))?;
    Ok(tools.unchecked_into())
}

/// Compiles a source text. `tongue` is the language of the text, `algol` or `slip`. `language` is the
/// language of the messages, `en` or `da`.
///
/// # Errors
/// Returns the faults of the text, or the reason if the compiler cannot be loaded.
pub async fn compile(text: &str, tongue: &str, language: &str) -> Result<Image, Faults> {
    let tools = tools().await.map_err(|reason| (reason, None))?;
    let bytes = tools.compile(text, tongue, language).map_err(|fault| faults(&fault))?;
    image_of(&bytes).map_err(|reason| (reason, None))
}

fn faults(fault: &JsValue) -> Faults {
    match fault.dyn_ref::<Array>() {
        Some(told) => {
            let number = |at| told.get(at).as_f64().map(|number| number as usize);
            let place = || Some(FaultPlace { line: number(1)?, begin: number(2)?, end: number(3)? });
            (told.get(0).as_string().unwrap_or_default(), place())
        }
        None => (reason(fault), None),
    }
}

/// The texts of the lesson that is nearest to `number`: its number, the task and the checks as HTML, the language of
/// the program, the program to complete, the hint and the solution. Then the titles of all lessons.
///
/// # Errors
/// Returns the reason if the module with the lessons cannot be loaded.
pub async fn lesson(number: usize, language: &str) -> Result<Vec<String>, String> {
    tools().await?.lesson(number, language).map_err(|fault| reason(&fault))
}

/// What the checks of a lesson say about a learner's program.
#[derive(Debug)]
pub struct Checked {
    /// The program.
    pub image: Image,
    /// The keys of the first run that was wrong, or of the first run if all are right.
    pub typed: String,
    /// The runs that the learner may see, as HTML.
    pub runs: String,
    /// Everything that is wrong, one text each.
    pub wrong: Vec<String>,
}

/// Checks what a learner has written in a lesson.
///
/// # Errors
/// Returns the faults of the text, or the reason if the compiler cannot be loaded.
pub async fn check_lesson(number: usize, text: &str, language: &str) -> Result<Checked, Faults> {
    let tools = tools().await.map_err(|reason| (reason, None))?;
    let checked = tools.check_lesson(number, text, language).map_err(|fault| faults(&fault))?;
    let text = |at| checked.get(at).as_string().unwrap_or_default();
    let image = image_of(&Uint8Array::new(&checked.get(0)).to_vec()).map_err(|reason| (reason, None))?;
    Ok(Checked { image, typed: text(1), runs: text(2), wrong: (3..checked.length()).map(text).collect() })
}

/// Packs a text for the address of the page.
///
/// # Errors
/// Returns the reason if the browser cannot pack texts.
pub async fn packed(text: &str) -> Result<String, String> {
    let packed = supplies()?.packed(text).await.map_err(|fault| reason(&fault))?;
    packed.as_string().ok_or_else(|| "no text was packed".to_string())
}

/// Draws a QR code of a text as an SVG picture.
///
/// # Errors
/// Returns the reason if the text is too long, or if the module cannot be loaded.
pub async fn code(text: &str) -> Result<String, String> {
    tools().await?.code(text).map_err(|fault| reason(&fault))
}

/// Loads the source text of a program that comes with gier. Returns a list of two texts: the source text, and
/// its language, `algol` or `slip`. The list is empty if there is no such program.
///
/// # Errors
/// Returns the reason if the source texts cannot be loaded.
pub async fn program_text(name: &str) -> Result<Vec<String>, String> {
    tools().await?.program_text(name).map_err(|fault| reason(&fault))
}

/// Whether the bytes of a file are the rows of a paper tape.
///
/// # Errors
/// Returns the reason if the module cannot be loaded.
pub async fn is_tape(bytes: &[u8]) -> Result<bool, String> {
    tools().await?.is_tape(bytes).map_err(|fault| reason(&fault))
}

/// Gives the visitor's new tapes to the module with the museum's archive. Each file has a name and contents.
/// Returns what the module has recognised, as its function `take_tapes` describes it.
///
/// # Errors
/// Returns the reason if the module cannot be loaded.
pub async fn take_tapes(files: impl Iterator<Item = (&String, &Vec<u8>)>) -> Result<Vec<String>, String> {
    let (names, tapes) = files.map(|(name, bytes)| (name.clone(), Uint8Array::from(&**bytes))).unzip();
    tools().await?.take_tapes(names, tapes).map_err(|fault| reason(&fault))
}

/// Creates a session with the program of a drum image. Runs the program until it waits for its first key.
pub fn switched_on(name: &str, image: &Image) -> Visit {
    Visit::switched_on(name, Machine::with_image(image)).knowing(image)
}
