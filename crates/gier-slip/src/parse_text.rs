//! Parses texts: characters up to a semicolon, codes up to a point.

use crate::item::TextPart;
use crate::parse::{Parsed, Parser};
use gier_word::glyph::{from_museum, symbols};

impl Parser {
    /// Reads a text, for example `_tsum;`. A text with codes, for example `_k64,29,58_tsum;63.`, ends with a
    /// point. [F-SLIP-7]
    pub(crate) fn text(&mut self) -> Parsed<Vec<TextPart>> {
        let mut parts = Vec::with_capacity(1);
        self.at += 1;
        let coded = self.blank() == Some('k');
        self.at += 1;
        if coded {
            self.coded(&mut parts)?;
            // A single piece of characters would be a text without codes, so an empty list of codes is added.
            if let [TextPart::Characters(_)] = parts[..] {
                parts.insert(0, TextPart::Codes(Vec::new()));
            }
        } else {
            parts.push(TextPart::Characters(self.characters()?));
        }
        Ok(parts)
    }

    /// Reads codes and characters up to the point. Commas, spaces and line ends between them are ignored.
    fn coded(&mut self, parts: &mut Vec<TextPart>) -> Parsed<()> {
        loop {
            match self.look() {
                Some('.') => {
                    self.at += 1;
                    return Ok(());
                }
                Some('0'..='9') => {
                    let code = self.code()?;
                    match parts.last_mut() {
                        Some(TextPart::Codes(codes)) => codes.push(code),
                        _ => parts.push(TextPart::Codes(vec![code])),
                    }
                }
                Some('t') => {
                    self.at += 1;
                    parts.push(TextPart::Characters(self.characters()?));
                }
                Some(';') => self.remark('\n'),
                Some(',' | '\n' | 'k') => self.at += 1,
                None => {
                    return self
                        .fault("this text does not end with '.'", Some("a text with _k ends with a point"));
                }
                Some(_) => {
                    return self.fault(
                        "a text with _k consists of codes and _t characters",
                        Some("_k64,29,58_tsum;."),
                    );
                }
            }
        }
    }

    fn characters(&mut self) -> Parsed<String> {
        let start = self.at;
        let mut text = String::new();
        while let Some(char) = self.chars.get(self.at).filter(|&char| char != ';') {
            let printed = from_museum(char);
            if symbols(printed).is_none() {
                return self.fault(
                    "GIER's typewriter has no such character",
                    Some("letters, digits and its own signs; codes after _k print the rest"),
                );
            }
            text.push(printed);
            self.at += 1;
        }
        if self.chars.get(self.at).is_none() {
            self.at = start;
            return self.fault("this text does not end with ';'", None);
        }
        self.at += 1;
        Ok(text)
    }

    fn code(&mut self) -> Parsed<u8> {
        let start = self.at;
        match self.number().map(u8::try_from) {
            Some(Ok(code)) if code < 128 => Ok(code),
            _ => {
                self.at = start;
                self.fault("this is not a symbol", Some("symbols are 0-127, with commas between"))
            }
        }
    }
}
