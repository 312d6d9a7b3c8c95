//! Converts a text to the clean form, in which keywords are written like `_begin`. Outside strings, the
//! conversion drops the symbol 28 (clear code), may add blanks, and drops underlines of blanks.

use super::{Glyph, SourceText, TapeSign, composed};
use gier_word::glyph::Overlay;

/// Converts a text to the clean form ([`super::Form::Clean`]). The basic symbols (tokens) stay the same.
pub fn to_clean(source: &SourceText) -> String {
    let signs = source.signs();
    let mut text = String::with_capacity(source.text.len());
    let mut in_string = false;
    let mut at = 0;
    while let Some(sign) = signs.get(at) {
        let next = signs.get(at + 1);
        if in_string {
            in_string = !sign.is_barred('>');
            quoted(sign, &mut text);
        } else if sign.is_barred('<') && next.and_then(TapeSign::plain) == Some('<') {
            in_string = true;
            text.push('«');
            at += 1;
        } else if sign.lined_letter().is_some() {
            at = word(&signs, at, &mut text);
            continue;
        } else {
            outside(sign, &mut text);
        }
        at += 1;
    }
    text
}

/// Writes a sequence of underlined letters: one underscore, then the letters. Adds a blank if a letter or
/// digit without underline follows. Returns the index of the character after the sequence.
fn word(signs: &[TapeSign], mut at: usize, text: &mut String) -> usize {
    text.push('_');
    while let Some(letter) = signs.get(at).and_then(TapeSign::lined_letter) {
        text.push(letter);
        at += 1;
    }
    if signs
        .get(at)
        .and_then(TapeSign::plain)
        .is_some_and(|next| super::is_letter(next) || next.is_ascii_digit())
    {
        text.push(' ');
    }
    at
}

/// Writes a character that is outside strings. Drops the symbol clear code (28) and the underlines of blanks.
fn outside(sign: &TapeSign, text: &mut String) {
    match sign.glyph() {
        Glyph::Control(28) => {}
        Glyph::Char(character @ (' ' | '\n' | '\t')) => text.push(character),
        _ if sign.is_barred('<') => text.push('‹'),
        _ if sign.is_barred('>') => text.push('›'),
        Glyph::Char(_) | Glyph::Control(_) => quoted(sign, text),
    }
}

/// Writes a character as it is written inside a string.
fn quoted(sign: &TapeSign, text: &mut String) {
    let character = match sign.glyph() {
        Glyph::Char(character) => character,
        Glyph::Control(code) => {
            text.push_str(&format!("\\{{{code}}}"));
            return;
        }
    };
    let composed = match (sign.underlined(), sign.barred()) {
        (false, false) => Some(character),
        (true, false) => composed(Overlay::Underline, character),
        (false, true) => composed(Overlay::Bar, character),
        (true, true) => None,
    };
    if let Some(composed) = composed {
        text.push(composed);
        return;
    }
    if sign.barred() {
        text.push_str("\\|");
    }
    if sign.underlined() {
        text.push_str("\\_");
    }
    text.push(character);
}
