//! Recognises a text in which no word of the language is underlined, and finds the changes that turn it into
//! the clean form. People write such texts in plain words (`begin … end`), in capitals (`BEGIN … END`,
//! `_BEGIN`), or between quotation marks (`'BEGIN' … 'END'`), as other ALGOL systems wanted them.
//!
//! In such a text, the words of the language are reserved, so each of them becomes an underlined word. Words
//! that can be part of a name, such as `value`, count only where a declaration begins. Strings, comments and
//! the text around the program stay as they are.

use crate::lex::{Basic, WORDS};
use crate::source::is_letter;
use crate::standard;
use std::ops::Range;

/// Operators that other ALGOL systems write as words between quotation marks, and their symbols.
const QUOTED: [(&str, &str); 20] = [
    ("and", "∧"),
    ("or", "∨"),
    ("not", "¬"),
    ("impl", "⊃"),
    ("imp", "⊃"),
    ("equiv", "≡"),
    ("eqv", "≡"),
    ("div", "÷"),
    ("power", "↑"),
    ("less", "<"),
    ("lt", "<"),
    ("notgreater", "≤"),
    ("le", "≤"),
    ("equal", "="),
    ("eq", "="),
    ("notless", "≥"),
    ("ge", "≥"),
    ("greater", ">"),
    ("gt", ">"),
    ("notequal", "≠"),
];

/// How a word of the language is written in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// `begin`, `Begin` or `BEGIN`.
    Bare,
    /// `_BEGIN` or `_begin`.
    Underscore,
    /// `'begin'` or `'BEGIN'`.
    Quoted,
}

/// A text without underlined words.
pub(crate) struct Plain {
    /// The place of its first `begin`.
    pub(crate) begin: Range<usize>,
    /// The changes that turn it into the clean form, in the order of the text.
    pub(crate) edits: Vec<(Range<usize>, String)>,
}

/// Recognises a text without underlined words. The text must have a `begin` and an `end`. A title before the
/// program can contain the word `begin` too, so the program is the first one whose words match.
pub(crate) fn recognised(text: &str) -> Option<Plain> {
    /// A title contains few words.
    const TITLE_MAX: usize = 10;
    let mut first = None;
    let mut from = 0;
    for _ in 0..TITLE_MAX {
        let Some((mut scan, begin)) = Scan::new(text, from) else { break };
        from = begin.end;
        scan.program();
        let matches = scan.open == 0;
        let ends = scan.edits.iter().any(|(_, new)| new == "_end");
        let plain = ends.then_some(Plain { begin, edits: scan.edits });
        if matches && plain.is_some() {
            return plain;
        }
        first = first.or(plain);
    }
    first
}

/// The kind of the last piece of the program that was read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    /// `begin` or a semicolon: a declaration, statement or comment can follow.
    Start,
    /// A word that can begin a declaration, such as `integer`.
    Declarator,
    /// A name, number, string or closing bracket.
    Operand,
    /// Anything else.
    Other,
}

struct Scan<'t> {
    text: &'t str,
    at: usize,
    last: Last,
    /// How the first `begin` is written. Other words must be written so too.
    style: Style,
    capitals: bool,
    /// The number of `begin`s without their `end`.
    open: usize,
    edits: Vec<(Range<usize>, String)>,
}

impl<'t> Scan<'t> {
    /// Finds the first `begin` of a text from byte `at` on. Also returns its place.
    fn new(text: &'t str, at: usize) -> Option<(Scan<'t>, Range<usize>)> {
        let mut scan = Scan {
            text,
            at,
            last: Last::Other,
            style: Style::Bare,
            capitals: false,
            open: 0,
            edits: Vec::new(),
        };
        while scan.at < text.len() {
            let start = scan.at;
            if let Some((style, word, bytes)) = scan.word() {
                if word.eq_ignore_ascii_case("begin") {
                    (scan.style, scan.at) = (style, start);
                    scan.capitals = word == "BEGIN";
                    return Some((scan, bytes));
                }
                scan.at = bytes.end;
            } else if !scan.quoted() {
                scan.pass();
            }
        }
        None
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Passes one character.
    fn pass(&mut self) {
        self.at += self.rest().chars().next().map_or(1, char::len_utf8);
    }

    /// Passes everything up to `end` and `end` itself, or the rest of the text.
    fn pass_to(&mut self, end: &str) {
        self.at = self.rest().find(end).map_or(self.text.len(), |found| self.at + found + end.len());
    }

    /// The word that begins here, how it is written, and its place with its underscore or quotation marks.
    /// A word that is part of a longer name, such as `my_end` or `end2`, is returned as the whole name.
    fn word(&self) -> Option<(Style, &'t str, Range<usize>)> {
        let rest = self.rest();
        let letters = |text: &'t str, more: &[char]| {
            let is_part = |c: char| is_letter(c) || c.is_ascii_digit() || more.contains(&c);
            &text[..text.find(|c| !is_part(c)).unwrap_or(text.len())]
        };
        const QUOTES: [char; 5] = ['\'', '‘', '’', '`', '´'];
        if let Some(inside) = rest.strip_prefix(QUOTES) {
            let word = letters(inside, &[' ']);
            let after = inside[word.len()..].strip_prefix(QUOTES).filter(|_| word.starts_with(is_letter))?;
            return Some((Style::Quoted, word, self.at..self.text.len() - after.len()));
        }
        // A text can have thousands of digits or underscores in a row, so the start is looked at first.
        let lines = rest.bytes().take(3).take_while(|&byte| byte == b'_').count();
        if !rest[lines..].starts_with(is_letter) {
            return None;
        }
        let style = if lines > 0 { Style::Underscore } else { Style::Bare };
        let word = letters(rest, &['_']);
        Some((style, &word[lines..], self.at..self.at + word.len()))
    }

    /// The text that replaces a word. Returns `None` if the word is a name.
    fn instead(&self, style: Style, word: &str) -> Option<String> {
        if style == Style::Bare && self.style != Style::Bare {
            return None;
        }
        let small: String = word.split_whitespace().collect::<String>().to_ascii_lowercase();
        if small == "goto" {
            return Some("_goto".to_string());
        }
        if let Some((_, basic)) = WORDS.iter().find(|(known, _)| known.to_ascii_lowercase() == small) {
            let declares = basic.is_first_only() && style == Style::Bare;
            let fits = !declares || matches!(self.last, Last::Start | Last::Declarator);
            return fits.then(|| format!("_{small}"));
        }
        let symbol = QUOTED.iter().find(|(known, _)| *known == small)?.1.to_string();
        let fits = match &*small {
            _ if style == Style::Quoted => true,
            "and" | "or" | "div" => self.last == Last::Operand,
            "not" => self.last == Last::Other,
            _ => false,
        };
        fits.then_some(symbol)
    }

    /// Reads the program up to its last `end`.
    fn program(&mut self) {
        while self.at < self.text.len() {
            let start = self.at;
            if let Some((style, word, bytes)) = self.word() {
                self.at = bytes.end;
                match self.instead(style, word) {
                    Some(instead) => self.replace(bytes, instead),
                    None => self.name(word, bytes),
                }
                if self.open == 0 {
                    return;
                }
            } else if !self.quoted() {
                self.pass();
                self.last = match &self.text[start..self.at] {
                    ";" => Last::Start,
                    ")" | "]" => Last::Operand,
                    digit if digit.starts_with(|c: char| c.is_ascii_digit()) => Last::Operand,
                    blank if blank.trim().is_empty() => self.last,
                    _ => Last::Other,
                };
            }
        }
    }

    /// Replaces a word of the language.
    fn replace(&mut self, bytes: Range<usize>, instead: String) {
        let before = self.last;
        self.last = match &*instead {
            "_begin" => {
                self.open += 1;
                Last::Start
            }
            "_true" | "_false" => Last::Operand,
            word => match word.strip_prefix('_').and_then(Basic::from_word) {
                Some(basic) if basic.is_first_only() => Last::Declarator,
                _ => Last::Other,
            },
        };
        let is_comment = instead == "_comment" && before == Last::Start;
        let is_end = instead == "_end";
        self.edits.push((bytes, instead));
        if is_comment {
            self.pass_to(";");
            self.last = Last::Start;
        }
        if is_end {
            self.open -= 1;
            self.after_end();
        }
    }

    /// Passes the comment after an `end`. After the last `end`, a point, as in Pascal, becomes a semicolon, and a
    /// missing semicolon is added.
    fn after_end(&mut self) {
        let point = self.text.len() - self.rest().trim_start().len();
        if self.open == 0 && self.text[point..].starts_with('.') {
            self.edits.push((point..point + 1, ";".to_string()));
        } else if self.open == 0 && !self.rest().contains(';') {
            self.edits.push((self.at..self.at, ";".to_string()));
        }
        while self.open > 0 && self.at < self.text.len() && !self.rest().starts_with(';') {
            match self.word() {
                Some((style, word, bytes)) => {
                    let instead = self.instead(style, word);
                    if matches!(instead.as_deref(), Some("_end" | "_else")) {
                        return;
                    }
                    self.at = bytes.end;
                }
                None => self.pass(),
            }
        }
    }

    /// Handles a name. In a text in capitals, the standard identifiers are in capitals too.
    fn name(&mut self, word: &str, bytes: Range<usize>) {
        self.last = Last::Operand;
        let small = word.to_ascii_lowercase();
        if small == "go"
            && let Some(after) = self.rest().trim_start().get(..2)
            && after.eq_ignore_ascii_case("to")
        {
            let end = self.text.len() - self.rest().trim_start().len() + 2;
            self.at = end;
            self.last = Last::Other;
            self.edits.push((bytes.start..end, "_goto".to_string()));
        } else if self.capitals && standard::find(&small).is_some() {
            self.edits.push((bytes, small));
        }
    }

    /// Passes a string, layout or comment that is marked by brackets. Returns whether there was one.
    fn quoted(&mut self) -> bool {
        let marks =
            [("«", "»"), ("‹", "›"), ("|<", "|>"), ("{", "}"), ("(*", "*)"), ("/*", "*/"), ("//", "\n")];
        let rest = self.rest();
        if self.style == Style::Quoted {
            for (typed, symbol, ends) in [("'('", "«", true), ("'10'", "⏨", false), ("'/'", "÷", false)] {
                if !rest.starts_with(typed) {
                    continue;
                }
                self.edits.push((self.at..self.at + typed.len(), symbol.to_string()));
                self.at += typed.len();
                if ends && let Some(length) = self.rest().find("')'") {
                    self.at += length;
                    self.edits.push((self.at..self.at + 3, "»".to_string()));
                    self.at += 3;
                }
                self.last = if ends { Last::Operand } else { Last::Other };
                return true;
            }
        }
        // `a // b` divides.
        let is_here = |open: &str| rest.starts_with(open) && (open != "//" || self.last != Last::Operand);
        if let Some((open, close)) = marks.iter().find(|(open, _)| is_here(open)) {
            self.at += open.len();
            self.pass_to(close);
            if !matches!(*open, "{" | "(*" | "/*" | "//") {
                self.last = Last::Operand;
            }
            return true;
        }
        let mark = ["\"", "'"].into_iter().find(|mark| rest.starts_with(mark));
        let Some(mark) = mark else { return false };
        let line = &rest[1..rest.find('\n').unwrap_or(rest.len()).max(1)];
        self.at += line.find(mark).map_or(1, |length| length + 2);
        self.last = Last::Operand;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::recognised;

    fn clean(text: &str) -> Option<String> {
        Some(crate::typing::changed(text, &recognised(text)?.edits))
    }

    #[test]
    fn plain_words_capitals_and_quotation_marks_become_underlined_words() {
        for (plain, wanted) in [
            ("begin integer i; i := 1 end;", "_begin _integer i; i := 1 _end;"),
            ("BEGIN INTEGER I; WRITETEXT(\"END\") END;", "_begin _integer I; writetext(\"END\") _end;"),
            ("_BEGIN _real x; x := 1 _END;", "_begin _real x; x := 1 _end;"),
            (
                "'BEGIN' 'REAL' X; X := 1.5'10'-3; 'IF' X 'GREATER' 1 'THEN' 'GO TO' L; L: 'END';",
                "_begin _real X; X := 1.5⏨-3; _if X > 1 _then _goto L; L: _end;",
            ),
            ("begin i := i // 2; // end\n end;", "_begin i := i // 2; // end\n _end;"),
            ("'begin' outtext('('begin')') 'end';", "_begin outtext(«begin») _end;"),
            (
                "Program begins here. begin comment for i do; integer first value, my_end, end2; if not a and b then go to first value end. begin",
                "Program begins here. _begin _comment for i do; _integer first value, my_end, end2; _if ¬ a ∧ b _then _goto first value _end; begin",
            ),
            (
                "begin begin end of the loop; begin end else end end",
                "_begin _begin _end of the loop; _begin _end _else _end; end",
            ),
        ] {
            assert_eq!(clean(plain).as_deref(), Some(wanted));
        }
    }

    #[test]
    fn other_texts_are_not_recognised() {
        for text in ["", "beginning and end", "begin", "x := 1", "'begin", "«begin end»"] {
            assert_eq!(clean(text), None, "{text}");
        }
    }
}
