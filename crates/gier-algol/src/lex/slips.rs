//! Reports two common mistakes: an underlined word of another language, and a statement directly after end.
//! Such a statement is only a comment in ALGOL.

use super::TokenKind;
use super::compose::{Composer, char_of};
use crate::source::{Form, TapeSign};
use gier_word::Diagnostic;
use gier_word::diagnostic::end_of;

/// Underlined words of other languages. Each row holds the word, advice, and a text that can replace the
/// word. The text is empty if nothing can replace the word.
const FOREIGN_WORDS: [(&str, &str, &str); 16] = [
    ("and", "and is ∧", "∧"),
    ("or", "or is ∨", "∨"),
    ("not", "not is ¬, also written -,", "¬"),
    ("div", "integer division is ÷", "÷"),
    ("xor", "exclusive or of Boolean values is ¬(a ≡ b)", ""),
    ("mod", "GIER ALGOL III has no mod: the remainder of a and b is a - a÷b×b", ""),
    ("to", "a for statement is _for i := 1 _step 1 _until 10 _do", ""),
    ("downto", "a for statement that counts down is _for i := 10 _step -1 _until 1 _do", ""),
    ("repeat", "a loop with a condition is _for i := i _while condition _do, or a label and _goto", ""),
    ("function", "a function is _integer _procedure or _real _procedure", ""),
    ("var", "variables are declared by their type: _integer i, j;", ""),
    ("int", "the type is _integer", "_integer"),
    ("bool", "the type is _boolean", "_boolean"),
    ("return", "the value of a procedure is assigned to its name", ""),
    ("print", "numbers are printed by write, strings by writetext; neither is underlined", ""),
    ("write", "write is an identifier: it has no underscore", "write"),
];

/// The advice on an underlined word of another language, and the text that can replace the word. The text is
/// empty if nothing can replace the word. Returns `None` if the word is not in [`FOREIGN_WORDS`].
fn foreign(word: &str) -> Option<(&'static str, &'static str)> {
    FOREIGN_WORDS.iter().find(|(known, ..)| *known == word).map(|&(_, help, instead)| (help, instead))
}

impl Composer<'_, '_, '_> {
    /// Reports an underlined word of another language. Returns whether `letters` is such a word.
    pub(super) fn foreign_word(&mut self, letters: &str) -> bool {
        let Some((help, instead)) = foreign(letters) else { return false };
        let length = letters.chars().count();
        let span = self.span(self.at, length);
        let message = format!("the underlined word {letters} is not a word of the language");
        let fault = Diagnostic::new(span, "compound", message).with_help(help);
        self.lexer.add_fault(match instead {
            "" => fault,
            _ => fault.with_fix(format!("write {instead}"), vec![(span, instead.to_string())]),
        });
        self.take(TokenKind::Trouble, length);
        true
    }

    /// Warns if the text at `start`, after an end, looks like a statement. ALGOL takes this text for a
    /// comment, so a semicolon is probably missing after the end.
    pub(super) fn text_after_end(&mut self, start: usize) {
        if self.lexer.tokens.texts[self.file].form == Form::Asc {
            return;
        }
        let start = self.skip_blanks(start);
        let signs = &self.signs[start..self.at.max(start)];
        let length = signs.iter().rposition(|sign| !sign.is_blank()).map_or(0, |last| last + 1);
        let signs = &signs[..length];
        let text: String = signs.iter().filter_map(char_of).collect();
        let reason = if text.contains(":=") {
            "it contains an assignment"
        } else if signs.iter().any(|sign: &TapeSign| sign.lined_letter().is_some()) {
            "it contains an underlined word"
        } else if text.contains('\n') {
            "it goes over several lines"
        } else {
            return;
        };
        let message = format!("everything between end and the next ; is a comment, and {reason}");
        let warning = Diagnostic::new(self.span(start, length), "comment", message);
        let warning = warning.with_help("write _end; before a statement");
        let end = self.lexer.tokens.last_span();
        self.lexer.warn(match end {
            Some(end) => {
                warning.with_fix("add the semicolon after _end", vec![(end_of(&end), ";".to_string())])
            }
            None => warning,
        });
    }
}
