//! Compiles ALGOL and SLIP texts on the page. The result is a drum image or a list of faults.

use crate::coloured::FaultPlace;
use crate::words::Language;
use gier_algol::source::SourceText;
use gier_desk::faults::{self, ENGLISH, Words};
use gier_lessons::Report;
use gier_messages::{Speaker, diagnostic, say};
use gier_programs::lessons::Lesson;
use gier_slip::{Assembly, Item, Source};
use gier_word::{Diagnostic, Image};

/// The faults of a source text.
#[derive(Clone, Debug)]
pub struct Faults {
    sources: Vec<(String, String)>,
    diagnostics: Vec<Diagnostic>,
    /// The place of the first fault, or `None` if the fault has no line.
    pub place: Option<FaultPlace>,
}

impl Faults {
    fn of(sources: Vec<(String, String)>, diagnostics: Vec<Diagnostic>) -> Faults {
        let place = diagnostics.first().and_then(|first| {
            let (_, text) = sources.get(first.span.file())?;
            let bytes = first.span.bytes();
            let (before, faulty) = (text.get(..bytes.start)?, text.get(bytes)?);
            let begin = before.chars().rev().take_while(|&sign| sign != '\n').count();
            let length = faulty.chars().take_while(|&sign| sign != '\n').count();
            Some(FaultPlace { line: before.matches('\n').count(), begin, end: begin + length })
        });
        Faults { sources, diagnostics, place }
    }

    /// The faults as a text in this language. The text shows the source line of each fault, and marks the
    /// place of the fault in the line.
    pub fn text(&self, language: Language) -> String {
        let said = |word| say(language, Speaker::Message, word);
        let [error, warning, help] = [ENGLISH.error, ENGLISH.warning, ENGLISH.help].map(said);
        let words = Words { error: &error, warning: &warning, help: &help };
        let said: Vec<Diagnostic> =
            self.diagnostics.iter().map(|fault| diagnostic(language, fault)).collect();
        let (text, rest) = faults::to_text(&self.sources, &said, words);
        text + &rest.map(|rest| say(language, Speaker::Message, &rest).into_owned()).unwrap_or_default()
    }
}

/// Compiles a visitor's ALGOL text to a drum image.
///
/// # Errors
/// Returns the faults of the text.
pub fn own(text: &str) -> Result<Image, Faults> {
    algol(&SourceText::clean("program", text)).map(|(image, _)| image)
}

/// Compiles an ALGOL text. Returns its drum image, and the warnings.
fn algol(text: &SourceText) -> Result<(Image, Faults), Faults> {
    let translated = gier_algol::translate(std::slice::from_ref(text), &mut |_| None);
    let sources = translated.texts.into_iter().map(|text| (text.name, text.text)).collect();
    match translated.compilation {
        Some(compilation) => Ok((compilation.image, Faults::of(sources, translated.warnings))),
        None => Err(Faults::of(sources, translated.diagnostics)),
    }
}

/// Compiles what a learner has written in a lesson, and checks it as `gier lesson` does. The compiler's warnings come
/// before what is wrong.
///
/// # Errors
/// Returns the faults of the text.
pub fn lesson(lesson: &Lesson, text: &str, language: Language) -> Result<(Image, Report), Faults> {
    if lesson.is_slip {
        let image = own_slip(text)?;
        let report = gier_lessons::check(lesson, &image, None, false, language);
        return Ok((image, report));
    }
    let source = SourceText::clean("program", text);
    let (image, warnings) = algol(&source)?;
    let warns = !warnings.diagnostics.is_empty();
    let mut report = gier_lessons::check(lesson, &image, Some(&source), warns, language);
    if warns {
        report.wrong.insert(0, warnings.text(language));
    }
    Ok((image, report))
}

/// Assembles a visitor's SLIP text to a drum image.
///
/// # Errors
/// Returns the faults of the text.
pub fn own_slip(text: &str) -> Result<Image, Faults> {
    let (source, items, assembly) = assembly(text)?;
    let mut image = gier_slip::bootable(&assembly, "")
        .map_err(|message| Faults::of(Vec::new(), vec![Diagnostic::new(0..0, "image", message)]))?;
    image.set_map(Some(gier_slip::map(&items, &assembly, &[source])));
    Ok(image)
}

/// Assembles a SLIP text and lists its cells, one in each line. If the text has faults, lists the faults.
pub fn slip_cells(text: &str) -> String {
    let listing = assembly(text).map(|(_, items, assembly)| assembly.listing(&items));
    listing.unwrap_or_else(|faults| faults.text(Language::English))
}

fn assembly(text: &str) -> Result<(Source, Vec<Item>, Assembly), Faults> {
    let source = Source::new("program", text);
    let (items, assembly) = gier_slip::translate(&source);
    let assembly =
        assembly.map_err(|faults| Faults::of(vec![(source.name.clone(), source.text.clone())], faults))?;
    Ok((source, items, assembly))
}
