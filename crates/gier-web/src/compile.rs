//! Compiles ALGOL texts on the page: from text to a drum image, or to faults with carets.

use gier_algol::source::SourceText;
use gier_desk::faults;
use gier_programs::Program;
use gier_slip::Source;
use gier_word::Image;

/// The program that the page shows first.
pub const fn nim() -> &'static Program {
    gier_programs::DEFAULT
}

/// The image of a program from the table. NIM's image is included because the visitor waits for it;
/// the others are compiled, which makes the page smaller.
pub fn bundled(program: &Program) -> Image {
    if program.name == nim().name {
        return gier_programs::nim_image();
    }
    compiled(program.name, program.text(), |name| program.declaration(name))
        .expect("a test compiles every program of the table")
}

/// Compiles the guest's text to an image.
///
/// # Errors
/// Returns the faults as lines of text.
pub fn own(text: &str) -> Result<Image, String> {
    compiled("program", text, |_| None)
}

fn compiled(name: &str, text: &str, library: impl Fn(&str) -> Option<&'static str>) -> Result<Image, String> {
    let source = SourceText::clean(name, text);
    let mut library = |name: &str| Some(SourceText::clean(name, library(name)?));
    let translated = gier_algol::translate(&[source], &mut library);
    let Some(compilation) = translated.compilation else {
        let texts: Vec<(String, String)> =
            translated.texts.into_iter().map(|text| (text.name, text.text)).collect();
        return Err(faults::to_text(&texts, &translated.diagnostics));
    };
    Ok(compilation.image)
}

/// Assembles the guest's SLIP text to an image.
///
/// # Errors
/// Returns the faults as lines of text.
pub fn own_slip(text: &str) -> Result<Image, String> {
    let source = Source::new("program", text);
    let (items, faults) = gier_slip::parse(std::slice::from_ref(&source));
    let assembly = if faults.is_empty() { gier_slip::assemble(&items) } else { Err(faults) };
    let assembly =
        assembly.map_err(|faults| faults::to_text(&[(source.name.clone(), source.text.clone())], &faults))?;
    let mut image = gier_slip::bootable(&assembly, "").map_err(|reason| reason.to_string())?;
    image.set_map(Some(gier_slip::map(&items, &assembly, std::slice::from_ref(&source))));
    Ok(image)
}
