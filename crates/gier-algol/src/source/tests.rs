//! Tests that a text in the clean form, or in the museum archive's form, gives the right tape characters.

use super::*;

/// Shows the tape characters of a text in a short form. In it, `_` precedes a character with an underline,
/// `|` a character with a bar, and `#` the code of a control symbol.
fn shown(name: &str, bytes: &[u8]) -> String {
    let signs = SourceText::from_bytes(name, bytes).signs();
    let show = |sign: &TapeSign| {
        let lines = ["", "_", "|", "_|"][usize::from(sign.underlined()) + 2 * usize::from(sign.barred())];
        match sign.glyph() {
            Glyph::Char(character) => format!("{lines}{character}"),
            Glyph::Control(code) => format!("{lines}#{code}"),
        }
    };
    signs.iter().map(show).collect()
}

#[test]
fn underlines_and_bars_belong_to_the_next_character() {
    assert_eq!(shown("a.asc", b"_d_o x|=_<"), "_d_o x|=_<");
    assert_eq!(shown("a.asc", b"__d||=|_ a"), "_d|=_| a");
    assert_eq!(shown("a.alg", "_do x≠≤ ‹d›«a»".as_bytes()), "_d_o x|=_< |<d|>|<<a|>");
    assert_eq!(shown("a.alg", "_x\\_xy \\|z ␣±↑÷".as_bytes()), "_x_xy |z _,_+|∧_:");
}

#[test]
fn the_archives_characters() {
    assert_eq!(shown("a.asc", b"a*b&c\xA3d'5\xE6\xD8\xE5"), "a×b∧c∨d⏨5æØå"); // ISO 8859-1
    assert_eq!(shown("A.ASC", "a£b æ".as_bytes()), "a∨b æ");
    assert_eq!(shown("a.asc", "aÂ£b".as_bytes()), "a∨b"); // £ converted to UTF-8 twice
    assert_eq!(shown("a.alg", b"a*b&c\xA3"), "a*b&c£");
}

#[test]
fn symbols_by_their_codes() {
    assert_eq!(shown("a.asc", b"a#029b#030c#064d#12"), "a#29b\tc\nd#12");
    assert_eq!(shown("a.asc", b"a#061eb#061#012c"), "abc"); // checksums are dropped
    assert_eq!(shown("a.asc", b"a#031 off #044b#058c"), "abc"); // punch off and on, case shifts
    assert_eq!(shown("a.alg", b"a\\{29}b\\{64}c\\{61}xd\\{300}\\x"), "a#29b\ncd\\{300}\\x");
}

#[test]
fn each_sign_knows_its_bytes() {
    let signs = SourceText::clean("", "a_do≤").signs();
    let bytes: Vec<_> = signs.into_iter().map(|sign| sign.bytes()).collect();
    assert_eq!(bytes, [0..1, 1..3, 3..4, 4..7]);
}
