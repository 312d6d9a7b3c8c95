//! Compiles ALGOL and SLIP texts on the page. The result is a drum image, or faults with carets.

use gier_algol::source::SourceText;
use gier_desk::faults;
use gier_programs::Program;
use gier_slip::{Assembly, Item, Source};
use gier_word::{Diagnostic, Image};

/// The program that the page shows first.
pub const fn nim() -> &'static Program {
    gier_programs::DEFAULT
}

/// The image of a program that comes with gier. The page contains the image of NIM, because visitors
/// wait for it. The other programs are compiled when they are needed, so that the page is smaller.
pub fn bundled(program: &Program) -> Image {
    if program.name == nim().name {
        return gier_programs::nim_image();
    }
    let compiled = match program.is_slip() {
        true => own_slip(program.text()),
        false => compiled(program.name, program.text(), |name| program.declaration(name)),
    };
    compiled.expect("a test compiles every program of the table")
}

/// The faults of a source text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults {
    /// The faults as lines of text, with carets at their places.
    pub text: String,
    /// The line of the first fault, counted from 0.
    pub line: Option<usize>,
}

impl Faults {
    fn of(texts: &[(String, String)], diagnostics: &[Diagnostic]) -> Faults {
        let line = diagnostics.first().and_then(|first| {
            let (_, text) = texts.get(first.span.file())?;
            Some(text.get(..first.span.bytes().start)?.matches('\n').count())
        });
        Faults { text: faults::to_text(texts, diagnostics), line }
    }
}

/// Compiles a visitor's ALGOL text to a drum image.
///
/// # Errors
/// Returns the faults of the text.
pub fn own(text: &str) -> Result<Image, Faults> {
    compiled("program", text, |_| None)
}

fn compiled(name: &str, text: &str, library: impl Fn(&str) -> Option<&'static str>) -> Result<Image, Faults> {
    let source = SourceText::clean(name, text);
    let mut library = |name: &str| Some(SourceText::clean(name, library(name)?));
    let translated = gier_algol::translate(&[source], &mut library);
    let Some(compilation) = translated.compilation else {
        let texts: Vec<(String, String)> =
            translated.texts.into_iter().map(|text| (text.name, text.text)).collect();
        return Err(Faults::of(&texts, &translated.diagnostics));
    };
    Ok(compilation.image)
}

/// Assembles a visitor's SLIP text to a drum image.
///
/// # Errors
/// Returns the faults of the text.
pub fn own_slip(text: &str) -> Result<Image, Faults> {
    let (source, items, assembly) = assembly(text)?;
    let mut image = gier_slip::bootable(&assembly, "").map_err(|text| Faults { text, line: None })?;
    image.set_map(Some(gier_slip::map(&items, &assembly, &[source])));
    Ok(image)
}

/// Assembles a SLIP text and lists its cells, one in each line. If the text has faults, returns these.
#[cfg(feature = "guest")]
#[wasm_bindgen::prelude::wasm_bindgen(js_name = slipCells)]
pub fn slip_cells(text: &str) -> String {
    assembly(text).map_or_else(|faults| faults.text, |(_, items, assembly)| assembly.listing(&items))
}

fn assembly(text: &str) -> Result<(Source, Vec<Item>, Assembly), Faults> {
    let source = Source::new("program", text);
    let (items, faults) = gier_slip::parse(std::slice::from_ref(&source));
    let assembly = if faults.is_empty() { gier_slip::assemble(&items) } else { Err(faults) };
    let texts = [(source.name.clone(), source.text.clone())];
    let assembly = assembly.map_err(|faults| Faults::of(&texts, &faults))?;
    Ok((source, items, assembly))
}
