//! Reports what people write who know another language: its symbols, words, strings and comments. Also
//! reports a statement directly after end, which is only a comment in ALGOL.

use super::compose::{Composer, char_of};
use super::{Basic, TokenKind, WORDS, layout, strings};
use crate::ast::Span;
use crate::source::{Form, TapeSign, is_letter};
use gier_word::Diagnostic;
use gier_word::diagnostic::end_of;

/// A word or symbol of another language, the advice about it, a text that can replace it, and its role. The
/// text is empty if nothing can replace it.
pub(crate) type Foreign = (&'static str, &'static str, &'static str, Role);

/// What a foreign word does in a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// It stands between two operands.
    Infix,
    /// It stands before an operand.
    Prefix,
    /// It begins a statement.
    First,
    /// It begins a declaration.
    Declarator,
    /// It is a name that GIER ALGOL has too, but without an underline.
    Name,
}
use Role::{Declarator, First, Infix, Name, Prefix};

/// Advice for a programmer who wrote a loop that ALGOL 60 does not have, such as a `while` loop.
pub(crate) const REPEAT: &str =
    "a loop with a condition is _for i := i _while condition _do, or a label and _goto";

/// Advice for a programmer who wrote a loop that counts in another form.
pub(crate) const COUNT: &str = "a for statement is _for i := 1 _step 1 _until 10 _do";

/// Advice for a programmer who declared a variable in another form.
pub(crate) const DECLARED: &str = "variables are declared by their type: _integer i, j;";

/// Advice about a call without parentheses.
pub(crate) const PARENTHESES: &str = "parameters are written in parentheses, as in write(‹d›, i) and sin(x)";

/// Advice if the next line seems to begin a new statement.
pub(crate) const LINE_OPEN: &str = "is the ; at the end of the line before missing?";

/// Words of other languages.
pub(crate) const FOREIGN_WORDS: [Foreign; 25] = [
    ("and", "and is ∧", "∧", Infix),
    ("or", "or is ∨", "∨", Infix),
    ("not", "not is ¬, also written -,", "¬", Prefix),
    ("div", "integer division is ÷", "÷", Infix),
    ("xor", "exclusive or of Boolean values is ¬(a ≡ b)", "", Infix),
    ("mod", "GIER ALGOL III has no mod: the remainder of a and b is a - a÷b×b", "", Infix),
    ("to", COUNT, "", Infix),
    ("downto", "a for statement that counts down is _for i := 10 _step -1 _until 1 _do", "", Infix),
    ("elsif", "else if is written _else _if", "_else _if", Infix),
    ("elif", "else if is written _else _if", "_else _if", Infix),
    ("repeat", REPEAT, "", First),
    ("let", "an assignment needs no word before it: i := 1", "", First),
    ("next", "a for statement repeats one statement, or those between _begin and _end", "", First),
    ("call", "a procedure is called by its name alone", "", First),
    ("function", "a function is _integer _procedure or _real _procedure", "", First),
    ("var", DECLARED, "", Declarator),
    ("const", "a constant is a variable: declare it and assign its value", "", Declarator),
    ("void", "a procedure without a value begins with _procedure", "", Declarator),
    ("int", "the type is _integer", "_integer", Declarator),
    ("bool", "the type is _boolean", "_boolean", Declarator),
    ("float", "the type is _real", "_real", Declarator),
    ("double", "the type is _real", "_real", Declarator),
    ("return", "the value of a procedure is assigned to its name", "", First),
    ("print", "numbers are printed by write, strings by writetext; neither is underlined", "", First),
    ("write", "write is an identifier: it has no underscore", "write", Name),
];

/// Names of other languages, with the advice for those of one kind.
const FOREIGN_NAMES: [(&[&str], &str); 13] = [
    (
        &["writeln", "println", "print", "printf", "outimage"],
        "write prints a value, and writecr begins a new line",
    ),
    (&["outreal", "outinteger", "outstring", "outint"], "write prints numbers, and writetext strings"),
    (
        &["read", "readln", "scanf", "inreal", "ininteger"],
        "typein reads numbers that are typed, and inone those of a tape",
    ),
    (&["sqr"], "the square of x is x↑2; sqrt is the square root"),
    (&["tan"], "the tangent of x is sin(x)/cos(x)"),
    (&["log"], "the natural logarithm is ln"),
    (&["pi"], "π is 4×arctan(1)"),
    (&["max", "min"], "the larger of two numbers is _if a > b _then a _else b"),
    (&["floor", "trunc"], "the largest whole number up to x is entier(x)"),
    (&["round"], "a real number that is assigned to an integer is rounded"),
    (&["random", "rnd", "rand"], "no procedure gives random numbers: a program computes them"),
    (&["exit", "halt", "stop", "quit"], "a program ends at its last _end; a label before it can end it"),
    (&["break", "continue"], "_goto and a label leave a loop, or go on with it"),
];

/// The advice about a word or name of another language, wherever it stands.
pub(crate) fn advice(word: &str) -> Option<&'static str> {
    let operators = FOREIGN_WORDS.iter().filter(|row| matches!(row.3, Infix | Prefix));
    let operator = operators.filter(|(known, ..)| *known == word).map(|(_, advice, ..)| *advice).next();
    let is_name = |name: &&str| name.eq_ignore_ascii_case(word);
    operator.or_else(|| FOREIGN_NAMES.iter().find(|(names, _)| names.iter().any(is_name)).map(|row| row.1))
}

/// Symbols of other languages that mean nothing in ALGOL.
const FOREIGN_SYMBOLS: [(&str, &str, &str); 14] = [
    ("->", "implies is ⊃ or =>", "⊃"),
    ("==", "numbers are compared with =, Booleans with ≡, and := assigns", "="),
    ("!=", "not equal is ≠ or <>", "≠"),
    ("=<", "less or equal is ≤ or <=", "≤"),
    ("//", "integer division is ÷", "÷"),
    ("&&", "and is ∧", "∧"),
    ("||", "or is ∨", "∨"),
    ("**", "exponentiation is ↑ or ^", "↑"),
    ("++", "the variable is written twice, as in i := i + 1", ""),
    ("--", "the variable is written twice, as in i := i - 1", ""),
    ("+=", "the variable is written twice, as in i := i + 1", ""),
    ("-=", "the variable is written twice, as in i := i - 1", ""),
    ("*=", "the variable is written twice, as in i := i × 2", ""),
    ("/=", "not equal is ≠ or <>; the variable is written twice in x := x / 2", ""),
];

/// Characters that mean nothing outside strings: the characters, the advice about them, and a text that can
/// replace one of them.
const FOREIGN_CHARACTERS: [(&str, &str, &str); 18] = [
    ("'", "the ten of exponents is ⏨", "⏨"),
    ("|", "or is ∨; a bar comes directly before the character that it crosses", "∨"),
    ("!~", "not is ¬ or -,", "¬"),
    ("?", "a choice is _if condition _then a _else b", ""),
    ("%", "the remainder of a and b is a - a÷b×b", ""),
    ("−–—", "minus is -", "-"),
    ("·⋅∗•", "multiplication is × or *", "×"),
    ("²", "a square is ↑2 or ^2", "↑2"),
    ("³", "a cube is ↑3 or ^3", "↑3"),
    ("←", "assignment is :=", ":="),
    ("{}", "blocks are written between _begin and _end, comments between _comment and ;", ""),
    ("å", "å is only allowed in strings and comments", "aa"),
    ("Å", "å is only allowed in strings and comments", "Aa"),
    ("ﬁ", "this is one character, not two letters", "fi"),
    ("ﬂ", "this is one character, not two letters", "fl"),
    ("“”„‘’‚`", "strings are written between « and », or between two \"", ""),
    ("#", "not equal is ≠ or <>; a comment is written between _comment and ;", ""),
    ("\u{a0}\u{2007}\u{202f}\u{200b}", "this is no ordinary blank", " "),
];

/// The marks between which other languages write strings: where a string begins, and where it ends.
const FOREIGN_QUOTES: [(&str, &str); 8] =
    [("“", "”"), ("“", "“"), ("„", "“"), ("„", "”"), ("‘", "’"), ("'", "'"), ("`", "`"), ("<<", ">>")];

/// The marks of comments in other languages: where a comment begins, and where it ends.
const FOREIGN_COMMENTS: [(&str, &str); 6] =
    [("/*", "*/"), ("(*", "*)"), ("{", "}"), ("//", "\n"), ("--", "\n"), ("#", "\n")];

/// The row about the word `word` in the list of foreign words.
pub(crate) fn foreign(word: &str) -> Option<&'static Foreign> {
    FOREIGN_WORDS.iter().find(|(known, ..)| *known == word)
}

/// Whether another language begins a declaration with this word.
pub(crate) fn is_declarator(word: &str) -> bool {
    foreign(word).is_some_and(|row| row.3 == Declarator)
}

/// Adds the change that writes a semicolon after the text at this place.
pub(crate) fn semicolon_after(fault: Diagnostic, span: &Span) -> Diagnostic {
    fault.with_fix("add the semicolon", vec![(end_of(span), ";".to_string())])
}

/// Adds the change that replaces the text at the diagnostic's place, unless `instead` is empty.
pub(crate) fn replaced(fault: Diagnostic, instead: &str) -> Diagnostic {
    let span = fault.span;
    match instead {
        "" => fault,
        " " => fault.with_spelling("write a blank", vec![(span, " ".to_string())]),
        _ => fault.with_spelling(format!("write {instead}"), vec![(span, instead.to_string())]),
    }
}

impl Composer<'_, '_, '_> {
    /// Reports an underlined word of another language. Returns whether there was one.
    pub(super) fn foreign_word(&mut self) -> bool {
        let here = &self.signs[self.at..];
        // A text can have thousands of underlined letters in a row, so the search looks at no more than a word.
        let is_here = |word: &str| {
            is_underlined(here, word) && here.get(word.len()).and_then(TapeSign::lined_letter).is_none()
        };
        let Some(&(word, help, instead, _)) = FOREIGN_WORDS.iter().find(|(word, ..)| is_here(word)) else {
            return false;
        };
        let message = format!("the underlined word {word} is not a word of the language");
        let fault = Diagnostic::new(self.span(self.at, word.len()), "compound", message).with_help(help);
        self.lexer.add_fault(replaced(fault, instead));
        self.take(TokenKind::Trouble, word.len());
        true
    }

    /// Reports a symbol, string, layout or comment of another language, and passes it. Returns whether there
    /// was one.
    pub(super) fn foreign_symbol(&mut self) -> bool {
        if self.foreign_comment() || self.foreign_string() || self.foreign_layout() {
            return true;
        }
        let Some(&(symbol, help, instead)) =
            FOREIGN_SYMBOLS.iter().find(|(symbol, ..)| self.written_at(self.at, symbol))
        else {
            return false;
        };
        let fault = Diagnostic::new(self.span(self.at, 2), "character", format!("{symbol} is not a symbol"));
        self.lexer.add_fault(replaced(fault.with_help(help), instead));
        self.take(TokenKind::Trouble, 2);
        true
    }

    /// Reports a character that cannot be in a program outside strings.
    pub(super) fn foreign_character(&mut self, character: char) {
        let row = FOREIGN_CHARACTERS.iter().find(|(characters, ..)| characters.contains(character));
        let (help, instead) = row.map_or(("", ""), |&(_, help, instead)| (help, instead));
        let message = match character.is_control() || character.is_whitespace() || character == '\u{200b}' {
            true => format!("the character {} means nothing here", character.escape_unicode()),
            false => format!("the character {character} means nothing here"),
        };
        let fault = Diagnostic::new(self.span(self.at, 1), "character", message).with_help(help);
        self.lexer.add_fault(replaced(fault, instead));
        self.take(TokenKind::Trouble, 1);
    }

    /// The number of characters from `at` to the mark `end`, or `None` if the mark does not come, or comes late.
    /// The mark must come in the same line if `in_line` is true.
    fn length_to(&self, at: usize, end: &str, in_line: bool) -> Option<usize> {
        // A text can have thousands of marks without an end, so the search must be short.
        let most = match end {
            "\n" => usize::MAX,
            _ if in_line => super::LINE_MAX,
            _ => 10 * super::LINE_MAX,
        };
        let rest = self.signs.get(at..)?;
        let length = (0..rest.len().min(most)).find(|&length| {
            self.written_at(at + length, end) || in_line && self.plain(at + length) == Some('\n')
        });
        match length {
            Some(length) => self.written_at(at + length, end).then_some(length),
            None => (end == "\n").then_some(rest.len()),
        }
    }

    /// Whether an operand ends with the symbol before the current character.
    fn after_operand(&self) -> bool {
        let last = self.lexer.tokens.last();
        last.is_some_and(|last| last.ends_operand() || *last == TokenKind::Trouble)
    }

    /// Reports a comment of another language.
    fn foreign_comment(&mut self) -> bool {
        let begins = |(begin, _): &&(&str, &str)| self.written_at(self.at, begin);
        let Some(&(begin, end)) = FOREIGN_COMMENTS.iter().find(begins) else { return false };
        let opened = begin.chars().count();
        // `a // b` divides, and `i--` counts. This is asked first, because a line can be long and full of them.
        if end == "\n" && self.after_operand() {
            return false;
        }
        let Some(inside) = self.length_to(self.at + opened, end, false) else { return false };
        let text: String = self.signs[self.at + opened..][..inside].iter().filter_map(char_of).collect();
        // `{ i := 1 }` is a block.
        if begin == "{" && (!self.lexer.comment_allowed() || text.contains([';', '='])) {
            return false;
        }
        let closed = if end == "\n" { 0 } else { 2.min(end.len()) };
        let whole = opened + inside + closed;
        let fault =
            Diagnostic::new(self.span(self.at, opened), "character", format!("{begin} begins no comment"))
                .with_help("a comment is written between _comment and ;, after _begin or a semicolon");
        let fault = match self.lexer.comment_allowed() && !text.contains(';') {
            true => {
                let end = self.span(self.at + opened + inside, closed);
                let end = if closed == 0 { end_of(&self.span(self.at, whole)) } else { end };
                let edits = vec![(fault.span, "_comment ".to_string()), (end, ";".to_string())];
                fault.with_fix("write it as a comment of ALGOL", edits)
            }
            false => fault,
        };
        self.lexer.add_fault(fault);
        self.at += whole;
        true
    }

    /// Reports a string between the marks of another language, and reads it.
    fn foreign_string(&mut self) -> bool {
        let found = FOREIGN_QUOTES.iter().find_map(|(begin, end)| {
            let opened = begin.chars().count();
            let begins = self.written_at(self.at, begin) && !self.after_operand();
            let inside = begins.then(|| self.length_to(self.at + opened, end, true)).flatten()?;
            Some((*begin, *end, opened, inside))
        });
        let Some((begin, end, opened, inside)) = found else { return false };
        let whole = 2 * opened + inside;
        let message = format!("{begin} and {end} are not the marks of a string");
        let fault = Diagnostic::new(self.span(self.at, whole), "character", message)
            .with_help("strings are written between « and », or between two \"");
        let edits = vec![
            (self.span(self.at, opened), "«".to_string()),
            (self.span(self.at + opened + inside, opened), "»".to_string()),
        ];
        self.lexer.add_fault(fault.with_spelling("write the string between « and »", edits));
        let symbols = strings::symbols(&self.signs[self.at + opened..][..inside]).unwrap_or_default();
        self.take(TokenKind::Text(symbols), whole);
        true
    }

    /// Reports a layout in plain angle brackets or in braces, and reads it.
    fn foreign_layout(&mut self) -> bool {
        let Some(end) = [("<", ">"), ("{", "}")].iter().find(|(begin, _)| self.written_at(self.at, begin))
        else {
            return false;
        };
        let opens = matches!(
            self.lexer.tokens.last(),
            Some(TokenKind::Basic(Basic::LeftParenthesis | Basic::Comma | Basic::Then | Basic::Else))
        );
        let inside = opens.then(|| self.length_to(self.at + 1, end.1, true)).flatten();
        let Some(inside) = inside else { return false };
        let Ok(cell) = layout::pack(&self.signs[self.at + 1..][..inside]) else { return false };
        let message = format!("{} and {} are not the marks of a layout", end.0, end.1);
        let fault = Diagnostic::new(self.span(self.at, inside + 2), "character", message)
            .with_help("layouts are written between ‹ and ›, or between |< and |>");
        let edits = vec![
            (self.span(self.at, 1), "‹".to_string()),
            (self.span(self.at + 1 + inside, 1), "›".to_string()),
        ];
        self.lexer.add_fault(fault.with_spelling("write the layout between ‹ and ›", edits));
        self.take(TokenKind::Layout(cell), inside + 2);
        true
    }

    /// The number of characters with which the ten of an exponent is written at `at`, inside a number. The ten
    /// is `⏨`, or an `e` behind a digit that a digit, or a sign and a digit, follows: no other symbol can begin
    /// there. Returns `None` if there is no ten. Reports `'` and `'10'`, with which other systems write the ten.
    pub(super) fn ten(&mut self, at: usize) -> Option<usize> {
        if self.plain(at) == Some('⏨') {
            return Some(1);
        }
        let length = if self.written_at(at, "'10'") { 4 } else { 1 };
        let is_ten = match self.plain(at)? {
            'e' | 'E' => at > 0 && self.plain(at - 1).is_some_and(|before| before.is_ascii_digit()),
            '\'' => true,
            _ => false,
        };
        let signed = usize::from(matches!(self.plain(at + length), Some('+' | '-')));
        let digit = self.plain(at + length + signed).is_some_and(|digit| digit.is_ascii_digit());
        if !(is_ten && digit) {
            return None;
        }
        if self.plain(at) == Some('\'') {
            let message = "the character ' means nothing here".to_string();
            let fault = Diagnostic::new(self.span(at, length), "character", message);
            let fault = fault.with_help("the ten of exponents is ⏨, or e as in 2e5");
            // `1'000` may be a thousand, so only an editor offers the change.
            let edits = vec![(fault.span, "⏨".to_string())];
            self.lexer.add_fault(match length {
                1 => fault.with_fix("write ⏨", edits),
                _ => fault.with_spelling("write ⏨", edits),
            });
        }
        Some(length)
    }

    /// Reports the letters after a right parenthesis. `start` is the first of them. If they begin with a word
    /// that lacks its underscore, reports nothing: the word is reported with the whole statement.
    pub(super) fn letters_after_parenthesis(&mut self, start: usize) {
        let word: String = self.signs[start..].iter().map_while(TapeSign::plain).collect();
        let word = word.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default();
        let close = self.span(self.at, 1);
        let lines = self.signs[self.at..start].iter().any(|sign| sign.plain() == Some('\n'));
        self.take(TokenKind::Basic(Basic::RightParenthesis), 1);
        if Basic::from_word(word).is_some() || foreign(word).is_some_and(|row| row.3 != Name) {
            return;
        }
        self.at = start;
        let message = "letters follow a right parenthesis".to_string();
        let fault = Diagnostic::new(self.span(start, 1), ")<improper>.", message);
        self.lexer.add_fault(match lines {
            true => semicolon_after(fault.with_help(LINE_OPEN), &close),
            false if self.lexer.tokens.is_condition() => fault.with_help("is _then missing?"),
            false => fault.with_help("is a ; or an operator missing? the form of a comma is ) words :("),
        });
        self.take(TokenKind::Trouble, 1);
    }

    /// The place of the characters from `start` to the current one, without the blanks around them, and the
    /// characters. They are not read as a part of the program. Returns `None` if the text is one of the
    /// museum's, where commands for the operator follow a program.
    fn unread(&self, start: usize) -> Option<(Span, &[TapeSign])> {
        if self.lexer.tokens.texts[self.file].form == Form::Asc {
            return None;
        }
        let start = self.skip_blanks(start);
        let signs = &self.signs[start..self.at.max(start)];
        let length = signs.iter().rposition(|sign| !sign.is_blank()).map_or(0, |last| last + 1);
        Some((self.span(start, length), &signs[..length]))
    }

    /// Says why unread characters after an end look like a part of the program.
    fn lost(&self, start: usize) -> Option<(Span, &'static str)> {
        let (span, signs) = self.unread(start)?;
        let text: String = signs.iter().filter_map(char_of).collect();
        if text.contains(":=") {
            Some((span, "it contains an assignment"))
        } else if signs.iter().any(|sign: &TapeSign| sign.lined_letter().is_some()) {
            Some((span, "it contains an underlined word"))
        } else if is_call(&text) {
            Some((span, "it is a call"))
        } else {
            text.contains('\n').then_some((span, "it goes over several lines"))
        }
    }

    /// Warns if the text at `start`, after an end, looks like a statement. ALGOL takes this text for a
    /// comment, so a semicolon is probably missing after the end.  [F-AFE-16]
    pub(super) fn text_after_end(&mut self, start: usize) {
        let Some((span, reason)) = self.lost(start) else { return };
        let message = format!("everything between end and the next ; is a comment, and {reason}");
        let warning = Diagnostic::new(span, "comment", message).with_help("write _end; before a statement");
        let end = self.lexer.tokens.last_span();
        self.lexer.warn(match end {
            Some(end) => {
                warning.with_fix("add the semicolon after _end", vec![(end_of(&end), ";".to_string())])
            }
            None => warning,
        });
    }

    /// Warns if the comment whose text begins at `start` seems to go on over a statement, because its
    /// semicolon is missing. The semicolon of that statement then ends the comment, so the comment's last line
    /// is the statement.  [F-AFE-16]
    pub(super) fn statement_in_comment(&mut self, start: usize) {
        let Some((span, signs)) = self.unread(start) else { return };
        if (0..signs.len()).any(|at| is_underlined(&signs[at..], "comment")) {
            let message = "a comment inside a comment ends with it, at the next ;";
            return self.lexer.warn(Diagnostic::new(span, "comment", message));
        }
        let is_line = |sign: &TapeSign| sign.plain() == Some('\n');
        let Some(before) = signs.iter().rposition(is_line) else { return };
        let last = &signs[before + 1..];
        let text: String = last.iter().filter_map(char_of).collect();
        let is_name = |name: &str| {
            let is_part = |c: char| is_letter(c) || c.is_ascii_digit() || " []".contains(c);
            name.trim().starts_with(is_letter) && name.chars().all(is_part)
        };
        let opens = last.iter().find(|sign| !sign.is_blank()).is_some_and(|it| it.lined_letter().is_some());
        let reason = if text.split_once(":=").is_some_and(|(target, _)| is_name(target)) || opens {
            "its last line is a statement"
        } else if is_call(&text) {
            "its last line is a call"
        } else {
            return;
        };
        let first = signs.iter().position(is_line).unwrap_or(before);
        let line = self.span(self.skip_blanks(start), first);
        let message = format!("everything between comment and the next ; is a comment, and {reason}");
        let warning = Diagnostic::new(span, "comment", message).with_help("end the comment with a ;");
        let fix = vec![(end_of(&line), ";".to_string())];
        self.lexer.warn(warning.with_fix("add the semicolon after the line", fix));
    }

    /// Warns if the text before the program, up to the current character, looks like a part of it. It can begin
    /// with comments.  [F-AFE-2]
    pub(super) fn text_before_program(&mut self) {
        let mut start = self.skip_blanks(0);
        while let Some(end) = (start..self.at).find(|&at| self.plain(at) == Some(';')) {
            if !is_underlined(&self.signs[start..end], "comment") {
                break;
            }
            start = self.skip_blanks(end + 1);
        }
        let Some((span, signs)) = self.unread(start) else { return };
        let begins = WORDS.iter().any(|(word, basic)| basic.declares() && is_underlined(signs, word));
        if begins || signs.last().is_some_and(|last| last.plain() == Some(';')) {
            let message = "everything before the first begin is a title, and is not read".to_string();
            let warning = Diagnostic::new(span, "termination", message);
            self.lexer.warn(warning.with_help("declarations and statements stand after _begin"));
        }
    }

    /// Warns if the text after the program looks like a part of it.  [F-AFE-2]
    pub(super) fn text_after_program(&mut self, start: usize) {
        let Some((span, reason)) = self.lost(start) else { return };
        if reason != "it goes over several lines" {
            let message = format!("everything after the last end and its ; is not read, and {reason}");
            let warning = Diagnostic::new(span, "termination", message);
            self.lexer.warn(warning.with_help("does an _end stand too early?"));
        }
    }
}

/// Whether a text begins with this underlined word.
pub(super) fn is_underlined(signs: &[TapeSign], word: &str) -> bool {
    signs.iter().map(TapeSign::lined_letter).take(word.len()).eq(word.chars().map(Some))
}

/// Whether a text is a call of a standard procedure, such as `write(‹d›, i)`.
fn is_call(text: &str) -> bool {
    text.trim_end_matches(|c: char| c == ';' || c.is_whitespace()).ends_with(')')
        && text.split_once('(').is_some_and(|(name, _)| {
            crate::standard::find(&name.split_whitespace().collect::<String>()).is_some()
        })
}
