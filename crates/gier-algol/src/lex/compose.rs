//! Composes basic symbols (tokens) from the characters of a text. They include pairs such as `:=`,
//! underlined words, identifiers, numbers and strings.

use super::token::WORDS;
use super::{Basic, Lexer, Phase, TokenKind, bytes, layout, number, strings};
use crate::ast::Span;
use crate::source::{Form, TapeSign, is_letter};
use gier_word::Diagnostic;
use gier_word::glyph::from_keyboard;
use gier_word::similar::similar;

/// Underlined words of the later GIER ALGOL 4. The error message about such a word says that GIER ALGOL III
/// does not have it.
const LATER_WORDS: [&str; 12] =
    ["abs", "case", "code", "copy", "core", "entier", "finis", "message", "mod", "of", "round", "shift"];

pub(super) struct Composer<'l, 'a, 's> {
    pub(crate) lexer: &'l mut Lexer<'a>,
    pub(crate) signs: &'s [TapeSign],
    pub(crate) file: usize,
    pub(crate) at: usize,
}

impl Composer<'_, '_, '_> {
    pub(crate) fn run(&mut self) {
        while let Some(sign) = self.signs.get(self.at) {
            match self.lexer.phase {
                Phase::Before => self.prelude(),
                Phase::Postlude => self.postlude(),
                Phase::Done => return self.afterwards(),
                Phase::Full => return,
                Phase::Inside if sign.is_blank() => self.at += 1,
                Phase::Inside => self.symbol(),
            }
        }
    }

    /// Skips to the first begin.
    fn prelude(&mut self) {
        if self.word_here("begin") {
            self.text_before_program();
            self.lexer.phase = Phase::Inside;
        } else {
            self.at += 1;
        }
    }

    /// Skips to the semicolon after the last end.
    fn postlude(&mut self) {
        if self.plain(self.at) == Some(';') {
            self.lexer.push(TokenKind::Basic(Basic::Semicolon), self.span(self.at, 1));
            self.lexer.phase = Phase::Done;
        }
        self.at += 1;
    }

    /// Reports an `end` after the program. An earlier `end` then has no `begin`. The search stops at a
    /// `begin`, where another program may start. A text of the museum's archive is not searched, because
    /// commands for the operator follow the program there.
    fn afterwards(&mut self) {
        let asc = self.lexer.tokens.texts[self.file].form == Form::Asc;
        let start = self.at;
        while !asc && self.at < self.signs.len() && !self.word_here("begin") {
            if self.word_here("end") {
                let message = "the program was already ended".to_string();
                self.fault(3, "termination", message, "an _end before this one has no _begin");
                self.at = self.signs.len();
                return;
            }
            self.at += 1;
        }
        self.at = self.signs.len();
        self.text_after_program(start);
    }

    pub(super) fn plain(&self, at: usize) -> Option<char> {
        self.signs.get(at)?.plain()
    }

    /// The index of the first character that is not blank, at `at` or after it.
    pub(super) fn skip_blanks(&self, mut at: usize) -> usize {
        while self.signs.get(at).is_some_and(TapeSign::is_blank) {
            at += 1;
        }
        at
    }

    pub(super) fn span(&self, at: usize, length: usize) -> Span {
        let end = (at + length).min(self.signs.len());
        Span::new(self.file, bytes(&self.signs[at.min(end)..end]))
    }

    /// Reports a fault at the next `length` characters.
    fn fault(&mut self, length: usize, word: &'static str, message: String, help: &str) {
        let span = self.span(self.at, length);
        self.lexer.fault(span, word, message, help);
    }

    /// Reads `length` characters as one symbol.
    pub(super) fn take(&mut self, kind: TokenKind, length: usize) {
        let span = self.span(self.at, length);
        self.at += length;
        self.lexer.push(kind, span);
    }

    /// Reports a fault at the next `length` characters and skips them.
    fn trouble(&mut self, length: usize, word: &'static str, message: String, help: &str) {
        self.fault(length, word, message, help);
        self.take(TokenKind::Trouble, length);
    }

    /// Whether the characters of `written` stand at `at`, without blanks between them and without underline or
    /// bar.
    pub(super) fn written_at(&self, at: usize, written: &str) -> bool {
        written.chars().enumerate().all(|(more, character)| self.plain(at + more) == Some(character))
    }

    /// Whether the underlined word `word` comes next.
    fn word_here(&self, word: &str) -> bool {
        super::foreign::is_underlined(&self.signs[self.at..], word)
    }

    /// Reads one basic symbol. The next character must not be blank.
    fn symbol(&mut self) {
        let sign = &self.signs[self.at];
        if sign.underlined() && sign.barred() {
            let message = "a character is both underlined and barred".to_string();
            return self.trouble(1, "compound", message, "");
        }
        if sign.is_barred('<') {
            return self.string_or_layout();
        }
        if sign.lined_letter().is_some() {
            return self.underlined_word();
        }
        match sign.plain() {
            Some(letter) if is_letter(letter) => self.identifier(),
            Some('0'..='9' | '.' | '⏨') => self.number(),
            Some(')') => self.right_parenthesis(),
            Some('"') => self.quoted(),
            Some(character) => self.single(character),
            None => self.compound(),
        }
    }

    /// Reads a symbol that consists of one or two characters without underline or bar, such as `+` or `:=`.
    fn single(&mut self, character: char) {
        if self.foreign_symbol() {
            return;
        }
        let after = self.skip_blanks(self.at + 1);
        let two = after + 1 - self.at;
        let (basic, length) = match (character, self.plain(after)) {
            (':', Some('=')) => (Basic::Assign, two),
            ('=', Some('>')) => (Basic::Implies, two),
            ('-', Some(',')) => (Basic::Not, two),
            ('<', Some('=')) => (Basic::LessOrEqual, two),
            ('>', Some('=')) => (Basic::GreaterOrEqual, two),
            ('<', Some('>')) => (Basic::NotEqual, two),
            ('/', Some('\\')) => (Basic::And, two),
            ('\\', Some('/')) => (Basic::Or, two),
            ('+', _) => (Basic::Plus, 1),
            ('-', _) => (Basic::Minus, 1),
            ('×' | '*', _) => (Basic::Times, 1),
            ('/', _) => (Basic::Divide, 1),
            ('<', _) => (Basic::Less, 1),
            ('=', _) => (Basic::Equal, 1),
            ('>', _) => (Basic::Greater, 1),
            ('^', _) => (Basic::Power, 1),
            ('¬', _) => (Basic::Not, 1),
            ('∧' | '&', _) => (Basic::And, 1),
            ('∨', _) => (Basic::Or, 1),
            ('⊃', _) => (Basic::Implies, 1),
            (',', _) => (Basic::Comma, 1),
            (';', _) => (Basic::Semicolon, 1),
            (':', _) => (Basic::Colon, 1),
            ('(', _) => (Basic::LeftParenthesis, 1),
            ('[', _) => (Basic::LeftBracket, 1),
            (']', _) => (Basic::RightBracket, 1),
            _ => return self.foreign_character(character),
        };
        self.take(TokenKind::Basic(basic), length);
    }

    /// Reads a character that has an underline or a bar and is not a letter.
    fn compound(&mut self) {
        let sign = &self.signs[self.at];
        let Some(character) = char_of(sign) else {
            let message = "a control symbol is not allowed here".to_string();
            return self.trouble(1, "character", message, "it is only allowed in strings");
        };
        let basic = match (character, sign.underlined()) {
            ('=', true) => Basic::Equivalent,
            ('<', true) => Basic::LessOrEqual,
            ('>', true) => Basic::GreaterOrEqual,
            (':', true) => Basic::IntegerDivide,
            ('=', false) => Basic::NotEqual,
            ('∧', false) => Basic::Power,
            ('>', false) => {
                let message = "a string ends here but did not begin".to_string();
                return self.trouble(1, "compound", message, "");
            }
            (_, lined) => {
                let how = if lined { "underlined" } else { "barred" };
                let message = format!("the {how} character {character} is not a symbol");
                let digit = lined && character.is_ascii_digit();
                let help = if digit { "the digits of a number are not divided into groups" } else { "" };
                return self.trouble(1, "compound", message, help);
            }
        };
        self.take(TokenKind::Basic(basic), 1);
    }

    /// Reads an identifier: a letter, then letters and digits. Ignores blanks.
    fn identifier(&mut self) {
        let mut name = String::new();
        let (mut end, mut at) = (self.at, self.at);
        while let Some(character) = self.plain(at).filter(|&c| is_letter(c) || c.is_ascii_digit()) {
            name.push(character);
            end = at + 1;
            at = self.skip_blanks(end);
        }
        self.take(TokenKind::Identifier(name.into()), end - self.at);
    }

    /// Reads a number, such as `1.5⏨-3` or `1.5e-3`: digits, points, and ⏨ with or without `+` or `-` after
    /// it. Ignores blanks.
    fn number(&mut self) {
        let mut written = String::new();
        let (mut end, mut at) = (self.at, self.at);
        loop {
            let (part, length) = match self.plain(at) {
                Some(part @ ('0'..='9' | '.')) => (part, 1),
                Some(sign @ ('+' | '-')) if written.ends_with('⏨') => (sign, 1),
                _ => match self.ten(at) {
                    Some(length) => ('⏨', length),
                    None => break,
                },
            };
            written.push(part);
            end = at + length;
            at = self.skip_blanks(end);
        }
        let length = end - self.at;
        match number::convert(&written) {
            Ok((cell, ty)) => self.take(TokenKind::Number(cell, ty), length),
            Err(message) => {
                let help = if written.contains("..") { "bounds are written 1:10" } else { "" };
                self.fault(length, "number", message.to_string(), help);
                self.take(TokenKind::Number(gier_word::Cell::ZERO, crate::ast::Type::Real), length);
            }
        }
    }

    /// Reads `)`. Also reads `) letters :(` as one symbol, which separates parameters like a comma.
    fn right_parenthesis(&mut self) {
        let start = self.skip_blanks(self.at + 1);
        let mut at = start;
        while self.plain(at).is_some_and(is_letter) {
            at = self.skip_blanks(at + 1);
        }
        if at == start {
            return self.take(TokenKind::Basic(Basic::RightParenthesis), 1);
        }
        let open = self.skip_blanks(at + 1);
        if self.plain(at) == Some(':') && self.plain(open) == Some('(') {
            return self.take(TokenKind::Basic(Basic::FatComma), open + 1 - self.at);
        }
        self.letters_after_parenthesis(start);
    }

    /// Reads one underlined word. Another underlined word can follow without a blank.
    fn underlined_word(&mut self) {
        let before = self.at.checked_sub(1).and_then(|before| self.plain(before));
        let in_name = before.is_some_and(|before| is_letter(before) || before.is_ascii_digit());
        // `downto` begins with a word of the language.
        if !in_name && self.foreign_word() {
            return;
        }
        let found = WORDS.iter().find(|(word, _)| self.word_here(word));
        if let Some(&(word, basic)) = found {
            return self.word_of_the_language(basic, word.len());
        }
        if self.word_here("go") {
            let mut to = self.at + 2;
            while self.signs.get(to).is_some_and(TapeSign::is_blank) {
                to += 1;
            }
            let start = self.at;
            self.at = to;
            let complete = self.word_here("to");
            self.at = start;
            if complete {
                return self.take(TokenKind::Basic(Basic::Goto), to + 2 - start);
            }
        }
        let letters: String = self.signs[self.at..].iter().map_while(TapeSign::lined_letter).collect();
        let mut meant = None;
        let help = if in_name {
            "a name has no underscore; it may contain blanks".to_string()
        } else if LATER_WORDS.contains(&letters.as_str()) {
            "the word belongs to GIER ALGOL 4, not to GIER ALGOL III".to_string()
        } else if let Some(advice) = super::foreign::advice(&letters) {
            advice.to_string()
        } else if let Some(word) = similar(&letters, WORDS.iter().map(|&(word, _)| word)) {
            meant = Some((format!("_{word}"), word.eq_ignore_ascii_case(&letters)));
            format!("did you mean _{word}?")
        } else if crate::standard::find(&letters).is_some() {
            meant = Some((letters.clone(), true));
            format!("{letters} is an identifier: it has no underscore")
        } else {
            "an identifier has no underscore, and a blank must follow an underlined word".to_string()
        };
        let message = format!("the underlined word {letters} is not a word of the language");
        let length = letters.chars().count();
        let fault = Diagnostic::new(self.span(self.at, length), "compound", message).with_help(help);
        let edits = |new: &String| vec![(fault.span, new.clone())];
        self.lexer.add_fault(match &meant {
            Some((new, true)) => fault.clone().with_spelling(format!("write {new}"), edits(new)),
            Some((new, false)) => fault.clone().with_fix(format!("write {new}"), edits(new)),
            None => fault,
        });
        match WORDS.iter().find(|(word, _)| word.eq_ignore_ascii_case(&letters)) {
            Some(&(_, basic)) => self.word_of_the_language(basic, length),
            None => self.take(TokenKind::Trouble, length),
        }
    }

    fn word_of_the_language(&mut self, basic: Basic, length: usize) {
        match basic {
            Basic::Comment => self.comment(length),
            Basic::End => self.end(length),
            _ => self.take(TokenKind::Basic(basic), length),
        }
    }

    /// Reads a comment, `comment … ;`. For `comment library NAME;`, includes the library text NAME.
    fn comment(&mut self, length: usize) {
        let allowed = self.lexer.comment_allowed();
        if !allowed {
            let message = "comment may only follow begin or ;".to_string();
            self.fault(
                length,
                "comment",
                message,
                "is the ; before it missing? after _end text needs no _comment",
            );
        }
        let start = self.at;
        let end = (start..self.signs.len()).find(|&at| self.plain(at) == Some(';'));
        let Some(end) = end else {
            let message = "this comment never ends: it has no ;".to_string();
            self.fault(length, "comment", message, "a comment goes on to the next ;");
            self.at = self.signs.len();
            self.lexer.phase = Phase::Done;
            return;
        };
        // The semicolon belongs to the comment, unless the comment is misplaced in a statement.
        self.at = end + usize::from(allowed);
        let text: String = self.signs[start + length..end].iter().filter_map(char_of).collect();
        let mut words = text.split_whitespace();
        if words.next() == Some("library") {
            let name = words.collect::<Vec<_>>().join(" ");
            if !name.is_empty() {
                let span = self.span(start, end - start);
                self.lexer.include(&name, span);
            }
        } else {
            let after = std::mem::replace(&mut self.at, end);
            self.statement_in_comment(start + length);
            self.at = after;
        }
    }

    /// Reads `end` and the comment after it. The comment ends before the next `;`, `end` or `else`.
    fn end(&mut self, length: usize) {
        self.take(TokenKind::Basic(Basic::End), length);
        if self.lexer.begins.is_empty() {
            self.lexer.phase = Phase::Postlude;
            let start = self.at;
            let end = (start..self.signs.len()).find(|&at| self.plain(at) == Some(';'));
            self.at = end.unwrap_or(start);
            self.text_after_end(start);
            self.at = start;
            return;
        }
        let (start, mut in_word) = (self.at, false);
        while let Some(sign) = self.signs.get(self.at) {
            let stops = !in_word && (self.word_here("end") || self.word_here("else"));
            if stops || sign.plain() == Some(';') {
                return self.text_after_end(start);
            }
            in_word = sign.lined_letter().is_some();
            self.at += 1;
        }
    }

    /// Reads a string between two `"`, on one line and without underlined letters.
    fn quoted(&mut self) {
        let inside = &self.signs[self.at + 1..];
        let length = inside
            .iter()
            .position(|sign| matches!(sign.plain(), Some('"' | '\n')) || sign.lined_letter().is_some());
        let length = length.unwrap_or(inside.len());
        if inside.get(length).and_then(TapeSign::plain) == Some('"') {
            return self.string(self.at + 1, length, length + 2);
        }
        let message = "the string has no second \" on its line".to_string();
        let help = "strings of several lines, or with underlined letters, are written between « and »";
        self.trouble(1 + length, "string", message, help);
    }

    /// Reads a string. The text of the string has `length` characters and begins at character `start`. With
    /// its brackets, the string has `whole` characters.
    fn string(&mut self, start: usize, length: usize, whole: usize) {
        match strings::symbols(&self.signs[start..start + length]) {
            Ok(symbols) => self.take(TokenKind::Text(symbols), whole),
            Err(at) => {
                let span = self.span(start + at, 1);
                let message = "this character is not on GIER's typewriter";
                let fault = Diagnostic::new(span, "character", message);
                // In a text, `!` and `&` are not the operators that they are outside.
                self.lexer.add_fault(match self.plain(start + at).map(from_keyboard) {
                    Some('×') => {
                        fault.with_help("did you mean ×?").with_fix("write ×", vec![(span, "×".to_string())])
                    }
                    Some('\\') => {
                        fault.with_help("a string has no escapes: a new line in it is typed as it is")
                    }
                    _ => fault
                        .with_help("it has letters, digits, and + - × / = < > ¬ ∧ ∨ ( ) [ ] , . : ; | _ ⏨"),
                });
                self.take(TokenKind::Text(Vec::new()), whole);
            }
        }
    }

    /// Reads a string or a layout. The current character is a `<` with a bar through it. If a plain `<`
    /// follows, a string begins here, otherwise a layout. Both end at a `>` with a bar.
    fn string_or_layout(&mut self) {
        let is_string = self.plain(self.at + 1) == Some('<');
        let start = self.at + 1 + usize::from(is_string);
        let Some(length) = self.signs[start..].iter().position(|sign| sign.is_barred('>')) else {
            let message = "the string or layout has no end".to_string();
            let help = "strings end in » and layouts in ›";
            self.fault(1 + usize::from(is_string), "string", message, help);
            self.at = self.signs.len();
            self.lexer.phase = Phase::Done;
            return;
        };
        let inside = &self.signs[start..start + length];
        let whole = start + length + 1 - self.at;
        if is_string {
            return self.string(start, length, whole);
        }
        match layout::pack(inside) {
            Ok(cell) => self.take(TokenKind::Layout(cell), whole),
            Err((at, message)) => {
                let span = self.span(start + at, 1);
                self.lexer.fault(span, "string", message.to_string(), layout::DECIMALS);
                self.take(TokenKind::Layout(gier_word::Cell::ZERO), whole);
            }
        }
    }
}

/// The character without its underline or bar, or `None` for a control symbol, which prints nothing.
pub(super) fn char_of(sign: &TapeSign) -> Option<char> {
    match sign.glyph() {
        crate::source::Glyph::Char(character) => Some(character),
        crate::source::Glyph::Control(_) => None,
    }
}
