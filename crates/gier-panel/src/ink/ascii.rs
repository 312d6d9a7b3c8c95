//! Converts a picture of the panel to ASCII, for terminals without Unicode. Each character of the picture
//! becomes exactly one ASCII character.

use ratatui::buffer::Buffer;

/// Characters of the panel that are not ASCII, each with its ASCII replacement. As in the Danish
/// seven-bit character set, `{` stands for `æ`.
const SIGNS: [(char, char); 46] = [
    ('·', '.'),
    ('∘', ':'),
    ('○', 'o'),
    ('◉', 'O'),
    ('●', '@'),
    ('─', '-'),
    ('│', '|'),
    ('┬', '+'),
    ('├', '+'),
    ('╌', '-'),
    ('▶', '>'),
    ('▷', ')'),
    ('▁', '_'),
    ('…', '~'),
    ('→', '>'),
    ('←', '<'),
    ('↑', '^'),
    ('↓', 'v'),
    ('≠', '#'),
    ('≤', '<'),
    ('≥', '>'),
    ('≡', '='),
    ('×', 'x'),
    ('÷', ':'),
    ('µ', 'u'),
    ('∧', '&'),
    ('∨', '!'),
    ('¬', '~'),
    ('⏨', '\''),
    ('æ', '{'),
    ('ø', '|'),
    ('å', '}'),
    ('Æ', '['),
    ('Ø', '\\'),
    ('Å', ']'),
    ('£', '$'),
    ('⊃', '>'),
    ('↦', '>'),
    ('‾', '~'),
    ('¨', '"'),
    ('é', 'e'),
    ('ä', 'a'),
    ('ö', 'o'),
    ('ü', 'u'),
    ('‹', '<'),
    ('›', '>'),
];

/// The Braille characters, whose dots show the plotter's drawing.
const BRAILLE: std::ops::RangeInclusive<char> = '\u{2800}'..='\u{28FF}';

/// Replaces every character of the picture that is not ASCII by an ASCII character.
pub fn draw(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        if !cell.symbol().is_ascii() {
            let sign = cell.symbol().chars().next().map_or(' ', ascii);
            cell.set_char(sign);
        }
    }
}

fn ascii(sign: char) -> char {
    match SIGNS.iter().find(|&&(of, _)| of == sign) {
        Some(&(_, ascii)) => ascii,
        None if sign.is_ascii() => sign,
        None if BRAILLE.contains(&sign) => '*',
        None => '?',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::layout::Rect;
    use ratatui::style::Style;
    use std::collections::BTreeSet;

    #[test]
    fn every_sign_stays_in_its_place() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 20, 1));
        buffer.set_string(0, 0, "●··○ ▶ 41 t5 → å é̲…", Style::new());
        draw(&mut buffer);
        let text: String = buffer.content.iter().map(ratatui::buffer::Cell::symbol).collect();
        assert_eq!(text, "@..o > 41 t5 > } e~ ");
    }

    #[test]
    fn signs_are_unique_and_lamps_differ() {
        let signs: BTreeSet<char> = SIGNS.iter().map(|&(sign, _)| sign).collect();
        assert_eq!(signs.len(), SIGNS.len());
        let lamps: BTreeSet<char> = "·∘○◉●".chars().map(ascii).collect();
        assert_eq!(lamps.len(), 5);
    }
}
