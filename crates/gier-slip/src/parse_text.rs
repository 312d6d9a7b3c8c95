//! Texts: characters up to a semicolon, codes up to a point.

use crate::item::TextPart;
use crate::parse::{Parsed, Parser};
use crate::source::printed;

impl Parser {
    /// `_tsum;`, or with codes `_k64,29,58_tsum;63.` — then a point ends it.
    pub(crate) fn text(&mut self) -> Parsed<Vec<TextPart>> {
        let mut parts = Vec::new();
        let mut coded = false;
        loop {
            match self.margin() {
                Some('_') => {
                    self.at += 1;
                    let letter = self.blank();
                    self.at += 1;
                    match letter {
                        Some('k') => coded = true,
                        Some('t') => parts.push(TextPart::Characters(self.characters()?)),
                        _ => return self.fault("a text is made of _k codes and _t characters", None),
                    }
                }
                Some('.') if coded => {
                    self.at += 1;
                    return Ok(parts);
                }
                Some('0'..='9') if coded => parts.push(TextPart::Codes(self.codes()?)),
                _ if coded => {
                    return self
                        .fault("this text is not ended with '.'", Some("a text with _k ends with a point"));
                }
                _ => return Ok(parts),
            }
            if !coded {
                return Ok(parts);
            }
        }
    }

    /// Passes over spaces and line ends.
    fn margin(&mut self) -> Option<char> {
        while matches!(self.peek(), Some(' ' | '\n')) {
            self.at += 1;
        }
        self.peek()
    }

    fn characters(&mut self) -> Parsed<String> {
        let mut text = String::new();
        while let Some(char) = self.chars.get(self.at).filter(|&char| char != ';') {
            text.push(printed(char));
            self.at += 1;
        }
        if self.chars.get(self.at).is_none() {
            return self.fault("this text is not ended with ';'", None);
        }
        self.at += 1;
        Ok(text)
    }

    fn codes(&mut self) -> Parsed<Vec<u8>> {
        let mut codes = Vec::new();
        loop {
            let mut number = 0u32;
            while let Some(digit) = self.blank().and_then(|char| char.to_digit(10)) {
                number = number.saturating_mul(10).saturating_add(digit);
                self.at += 1;
            }
            match u8::try_from(number) {
                Ok(code) if code < 128 => codes.push(code),
                _ => return self.fault(format!("{number} is no symbol"), Some("symbols are 0-127")),
            }
            if self.blank() != Some(',') {
                return Ok(codes);
            }
            self.at += 1;
        }
    }
}
