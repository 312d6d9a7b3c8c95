//! Converts the characters of the texts to basic symbols (tokens), like pass 1 of GIER's original compiler.
//! Drops comments and the text before the first begin, and includes library texts.  [F-AFE-2]

mod compose;
pub(crate) mod foreign;
mod layout;
mod number;
mod strings;
mod token;

pub(crate) use token::Tokens;
pub use token::{Basic, TokenKind, WORDS};

use crate::ast::Span;
use crate::plain;
use crate::source::{Form, SourceText, TEXT_MAX, TapeSign, is_letter};
use gier_word::Diagnostic;
use gier_word::similar::similar;
use std::ops::Range;

/// The largest number of basic symbols in a program. A program that fits on the drum has fewer.
const SYMBOLS_MAX: usize = 60_000;
/// The number of faults at which the lexer stops. A text with so many faults is not a program.
const FAULTS_MAX: usize = 20_000;
/// The lexer computes the indentation only for words in the first `LINE_MAX` bytes of a line.
const LINE_MAX: usize = 200;
/// A library text can include another one. Library texts can be nested at most this deep.
const INCLUDES_MAX: usize = 20;

/// The result of the lexer.
pub(crate) struct Lexed {
    pub(crate) tokens: Tokens,
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) warnings: Vec<Diagnostic>,
    /// The places that include library texts, each with the index of its text.
    pub(crate) libraries: Vec<(Span, usize)>,
    /// Whether the texts were read to their end. The lexer gives up after too many symbols or faults.
    pub(crate) complete: bool,
}

/// Reads the given texts one after the other, like tapes. The program ends at the `;` after its last `end`.
pub(crate) fn lex(sources: &[SourceText], library: &mut dyn FnMut(&str) -> Option<SourceText>) -> Lexed {
    let mut lexer = Lexer::new(sources.to_vec(), library);
    for file in 0..sources.len() {
        lexer.read(file);
    }
    lexer.close(sources.len().saturating_sub(1));
    let complete = lexer.phase != Phase::Full;
    let Lexer { tokens, diagnostics, warnings, libraries, .. } = lexer;
    Lexed { tokens, diagnostics, warnings, libraries, complete }
}

/// Whether a text has a program: a `begin` in one of the forms that the lexer recognises.
pub fn has_program(text: &SourceText) -> bool {
    let begins = lex(std::slice::from_ref(text), &mut |_| None).tokens.len() > 1;
    begins || text.form == Form::Clean && plain::recognised(&text.text).is_some()
}

/// The part of the program that the lexer is in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Before the first begin; everything is skipped.
    Before,
    /// In the program.
    Inside,
    /// After the last end, before its semicolon.
    Postlude,
    /// After the semicolon that follows the last end.
    Done,
    /// There were too many symbols or faults; nothing more is read.
    Full,
}

struct Lexer<'a> {
    /// The basic symbols read so far, and the texts that they come from.
    tokens: Tokens,
    diagnostics: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
    library: &'a mut dyn FnMut(&str) -> Option<SourceText>,
    libraries: Vec<(Span, usize)>,
    /// The length in bytes of all library texts included so far.
    library_bytes: usize,
    /// The names of the library texts that are being read.
    includes: Vec<String>,
    phase: Phase,
    /// The `begin`s whose `end` has not been read yet.
    begins: Vec<Begin>,
    /// A `begin` whose `end` is probably missing. The lexer guesses this from the indentation of a later
    /// `end`.
    astray: Option<Span>,
}

/// A begin, and the indentation of its line.
struct Begin {
    span: Span,
    indented: Option<usize>,
}

impl<'a> Lexer<'a> {
    fn new(texts: Vec<SourceText>, library: &'a mut dyn FnMut(&str) -> Option<SourceText>) -> Lexer<'a> {
        Lexer {
            tokens: Tokens::of(texts),
            diagnostics: Vec::new(),
            warnings: Vec::new(),
            libraries: Vec::new(),
            library,
            library_bytes: 0,
            includes: Vec::new(),
            phase: Phase::Before,
            begins: Vec::new(),
            astray: None,
        }
    }

    /// Reads the text with the number `file` to its end.
    fn read(&mut self, file: usize) {
        let signs = self.tokens.texts[file].signs();
        compose::Composer { lexer: self, signs: &signs, file, at: 0 }.run();
    }

    fn push(&mut self, kind: TokenKind, span: Span) {
        if self.tokens.len() == SYMBOLS_MAX && self.phase != Phase::Full {
            let message = format!("the program has more than {SYMBOLS_MAX} symbols here");
            self.full(span, message, "the drum has room for some 50000");
            return;
        }
        match kind {
            TokenKind::Basic(Basic::Begin) => {
                let indented = self.line_before(&span).map(|(blanks, _)| blanks);
                self.begins.push(Begin { span, indented });
            }
            TokenKind::Basic(Basic::End) => self.end(&span),
            _ => {}
        }
        self.tokens.push(kind, span);
    }

    /// Closes the last `begin` when its `end` is read. An `end` at the start of a line should be indented
    /// like the line of its `begin`. If it is indented like an outer `begin`, the last `begin` probably lacks
    /// an `end`.
    fn end(&mut self, span: &Span) {
        let opens = self.line_before(span).filter(|(_, opens)| *opens).map(|(blanks, _)| blanks);
        let Some(begin) = self.begins.pop() else { return };
        if self.astray.is_none()
            && let (Some(end), Some(is)) = (opens, begin.indented)
            && is > end
            && self.begins.iter().any(|outer| outer.indented == Some(end))
        {
            self.astray = Some(begin.span);
        }
    }

    /// The number of blanks at the beginning of the line that contains `span`, and whether only blanks
    /// precede `span` in that line. Returns `None` if `span` is not in the first `LINE_MAX` bytes.
    fn line_before(&self, span: &Span) -> Option<(usize, bool)> {
        let before = &self.tokens.texts[span.file()].text.as_bytes()[..span.bytes().start];
        let line = &before[before.len().saturating_sub(LINE_MAX)..];
        let start = match line.iter().rposition(|&byte| byte == b'\n') {
            Some(end) => end + 1,
            None if line.len() < LINE_MAX => 0,
            None => return None,
        };
        let blanks = line[start..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        Some((blanks, start + blanks == line.len()))
    }

    fn fault(&mut self, span: Span, word: &'static str, message: String, help: &str) {
        self.add_fault(Diagnostic::new(span, word, message).with_help(help));
    }

    /// Adds a fault. Does nothing after the lexer has stopped because of too many symbols or faults.
    fn add_fault(&mut self, fault: Diagnostic) {
        if self.phase == Phase::Full {
            return;
        }
        let span = fault.span;
        self.diagnostics.push(fault);
        if self.diagnostics.len() == FAULTS_MAX {
            self.full(span, format!("there are more than {FAULTS_MAX} faulty characters and words"), "");
        }
    }

    /// Reports a warning. Drops it if there are already [`FAULTS_MAX`] warnings.
    fn warn(&mut self, warning: Diagnostic) {
        if self.warnings.len() < FAULTS_MAX {
            self.warnings.push(warning.as_warning());
        }
    }

    /// Reports a fault and stops reading.
    fn full(&mut self, span: Span, message: String, help: &str) {
        self.diagnostics.push(Diagnostic::new(span, "stack", message).with_help(help));
        self.phase = Phase::Full;
    }

    /// Whether a comment can stand here: at the start, after `begin` or after a semicolon.
    fn comment_allowed(&self) -> bool {
        matches!(self.tokens.last(), Some(TokenKind::Basic(Basic::Begin | Basic::Semicolon)) | None)
    }

    /// Includes the library text `name` here.
    fn include(&mut self, name: &str, span: Span) {
        let chain = || [self.includes.join(", "), name.to_string()].join(", ");
        let refused = if self.includes.iter().any(|open| open == name) {
            Some(format!("the library text {name} includes itself ({})", chain()))
        } else if self.includes.len() >= INCLUDES_MAX {
            Some(format!("library texts include each other in more than {INCLUDES_MAX} levels ({})", chain()))
        } else {
            None
        };
        if let Some(message) = refused {
            self.fault(span, "comment", message, "take the line out of the library text");
            return;
        }
        let Some(text) = (self.library)(name) else {
            let message = format!("there is no library text {name}");
            self.fault(span, "comment", message, "the text belongs in the library folder as NAME.alg");
            return;
        };
        self.library_bytes += text.text.len();
        if self.library_bytes > TEXT_MAX {
            let message =
                format!("with {name} the library texts are longer than {} million bytes", TEXT_MAX >> 20);
            return self.full(span, message, "");
        }
        let file = self.tokens.texts.len();
        self.tokens.texts.push(text);
        self.libraries.push((span, file));
        self.includes.push(name.to_string());
        let level = self.begins.len();
        self.read(file);
        self.includes.pop();
        if self.begins.len() != level {
            let message = format!("begin and end do not match in the library text {name}");
            self.fault(span, "termination", message, "");
        }
        if !self.comment_allowed() && self.phase == Phase::Inside {
            let end = self.tokens.texts[file].text.len();
            self.push(TokenKind::Basic(Basic::Semicolon), Span::new(file, end..end));
        }
    }

    /// The one fault of a text in which no word of the language is underlined.
    fn plain_text(&self) -> Option<Diagnostic> {
        let texts = self.tokens.texts.iter().enumerate().filter(|(_, text)| text.form == Form::Clean);
        let found = texts.map(|(file, text)| (file, plain::recognised(&text.text)));
        let (file, plain) = found.filter_map(|(file, plain)| Some((file, plain?))).next()?;
        let message = "the words of the language are not written as the compiler reads them".to_string();
        let edits = plain.edits.into_iter().map(|(bytes, new)| (Span::new(file, bytes), new)).collect();
        let fault = Diagnostic::new(Span::new(file, plain.begin), "termination", message)
            .with_help("each has an underscore and small letters, as in _begin")
            .with_spelling("underline the words of the whole text", edits);
        Some(fault)
    }

    /// Finds a `begin` without its underscore, or a misspelt one such as `_bgein`.
    fn begin_without_line(&self) -> Option<Span> {
        self.tokens.texts.iter().enumerate().find_map(|(file, text)| {
            let mut start = 0;
            text.text.split(|character| !is_letter(character)).find_map(|word| {
                let bytes = start..start + word.len();
                start = text.text[bytes.end..].chars().next().map_or(bytes.end, |c| bytes.end + c.len_utf8());
                let underlined = text.text[..bytes.start].ends_with('_');
                let meant =
                    word.eq_ignore_ascii_case("begin") || underlined && similar(word, ["begin"]).is_some();
                meant.then_some(Span::new(file, bytes))
            })
        })
    }

    /// Reports what is missing at the end of the last text: the program, an end or a semicolon.
    fn close(&mut self, file: usize) {
        let end = self.tokens.texts.get(file).map_or(0, |text| text.text.len());
        let here = Span::new(file, end..end);
        match self.phase {
            Phase::Before => {
                if let Some(fault) = self.plain_text() {
                    self.add_fault(fault);
                    self.tokens.push(TokenKind::EndOfText, here);
                    return;
                }
                let message = "there is no program: no begin was found".to_string();
                match self.begin_without_line() {
                    Some(span) => self.fault(span, "termination", message, "did you mean _begin?"),
                    None => self.fault(here, "termination", message, "a program is _begin … _end;"),
                }
            }
            Phase::Inside => {
                let message = format!("the text ends inside the program: {} end missing", self.begins.len());
                let last = self.begins.last().map(|begin| &begin.span);
                let open = self.astray.or(last.copied());
                let help = open.map_or_else(String::new, |begin| {
                    let text = &self.tokens.texts[begin.file()];
                    let (line, column) = begin.line_and_column(&text.text);
                    format!("the _begin at line {line}, column {column} is still open")
                });
                self.fault(here, "termination", message, &help);
                if let (Some(open), Some(fault)) = (open, self.diagnostics.last_mut()) {
                    fault.related = Some(Box::new((open, "this begin is still open".to_string())));
                }
            }
            Phase::Postlude => {
                let message = "the semicolon after the last end is missing".to_string();
                self.fault(here, "termination", message, "write _end;");
                if let (Some(end), Some(fault)) = (self.tokens.last_span(), self.diagnostics.pop()) {
                    self.diagnostics.push(foreign::semicolon_after(fault, &end));
                }
            }
            Phase::Done | Phase::Full => {}
        }
        self.tokens.push(TokenKind::EndOfText, here);
    }
}

/// The range of bytes in the text, from the first to the last of these characters.
fn bytes(signs: &[TapeSign]) -> Range<usize> {
    match (signs.first(), signs.last()) {
        (Some(first), Some(last)) => first.bytes().start..last.bytes().end,
        _ => 0..0,
    }
}
