//! The 128 symbols of typewriter, paper tape and printer.  [F-SYM-1]
//!
//! Each symbol has a code from 0 to 127. Most codes below 64 print one character in lower case and another in
//! upper case. The codes 58 and 60 change the case, and the codes 29 and 62 change the colour of the ribbon.
//! Code 14 prints an underline (lower case) or a bar (upper case) without moving the carriage. Code 64
//! returns the carriage and feeds the line.

use serde::{Deserialize, Serialize};

/// One of the 128 symbols, seven bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "u8")]
pub struct Symbol(u8);

impl From<u8> for Symbol {
    fn from(code: u8) -> Symbol {
        Symbol::new(code)
    }
}

/// The case of a typewriter or of a text: lower or upper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Case {
    /// Lower case, which symbol 58 selects.
    #[default]
    Lower,
    /// Upper case, which symbol 60 selects.
    Upper,
}

/// The characters that the codes 0-63 print: for each code, the character in lower case and in upper case.
/// `\0` means that the code prints nothing.
const GLYPHS: [(char, char); 64] = [
    (' ', ' '),
    ('1', '∨'),
    ('2', '×'),
    ('3', '/'),
    ('4', '='),
    ('5', ';'),
    ('6', '['),
    ('7', ']'),
    ('8', '('),
    ('9', ')'),
    ('\0', '\0'),
    ('\0', '\0'),
    ('\0', '\0'),
    ('å', 'Å'),
    ('_', '|'),
    ('\0', '\0'),
    ('0', '∧'),
    ('<', '>'),
    ('s', 'S'),
    ('t', 'T'),
    ('u', 'U'),
    ('v', 'V'),
    ('w', 'W'),
    ('x', 'X'),
    ('y', 'Y'),
    ('z', 'Z'),
    ('\0', '\0'),
    (',', '⏨'),
    ('\0', '\0'),
    ('\0', '\0'),
    ('\0', '\0'),
    ('\0', '\0'),
    ('-', '+'),
    ('j', 'J'),
    ('k', 'K'),
    ('l', 'L'),
    ('m', 'M'),
    ('n', 'N'),
    ('o', 'O'),
    ('p', 'P'),
    ('q', 'Q'),
    ('r', 'R'),
    ('\0', '\0'),
    ('ø', 'Ø'),
    ('\0', '\0'),
    ('\0', '\0'),
    ('\0', '\0'),
    ('\0', '\0'),
    ('æ', 'Æ'),
    ('a', 'A'),
    ('b', 'B'),
    ('c', 'C'),
    ('d', 'D'),
    ('e', 'E'),
    ('f', 'F'),
    ('g', 'G'),
    ('h', 'H'),
    ('i', 'I'),
    ('\0', '\0'),
    ('.', ':'),
    ('\0', '\0'),
    ('\0', '\0'),
    ('\0', '\0'),
    ('\0', '\0'),
];

impl Symbol {
    /// The symbol in the low seven bits of `bits`.
    #[inline]
    pub const fn from_bits(bits: u64) -> Symbol {
        Symbol((bits & 127) as u8)
    }

    /// Space.
    pub const SPACE: Symbol = Symbol(0);
    /// Stop code: ends a text tape.
    pub const STOP: Symbol = Symbol(11);
    /// End code: the reader pauses for the operator.
    pub const END: Symbol = Symbol(12);
    /// Underline (lower case) or bar (upper case); does not move the carriage.
    pub const UNDERLINE: Symbol = Symbol(14);
    /// Clear code: a program that checks a tape starts its checksum at zero here.
    pub const CLEAR: Symbol = Symbol(28);
    /// Changes to the red half of the typewriter's ribbon.
    pub const RED: Symbol = Symbol(29);
    /// Tabulator.
    pub const TAB: Symbol = Symbol(30);
    /// Punch off: programs that read the tape ignore the following symbols, until punch on.
    pub const PUNCH_OFF: Symbol = Symbol(31);
    /// Punch on: programs that read the tape use the following symbols again, after punch off.
    pub const PUNCH_ON: Symbol = Symbol(44);
    /// Changes to lower case.
    pub const LOWER: Symbol = Symbol(58);
    /// Changes to upper case.
    pub const UPPER: Symbol = Symbol(60);
    /// Sum code: the next symbol is the checksum of the tape.
    pub const SUM: Symbol = Symbol(61);
    /// Changes to the black half of the typewriter's ribbon.
    pub const BLACK: Symbol = Symbol(62);
    /// Tape feed: a filling symbol, which readers ignore.
    pub const TAPE_FEED: Symbol = Symbol(63);
    /// Carriage return with line feed.
    pub const CARRIAGE_RETURN: Symbol = Symbol(64);
    /// Form feed: the line printer goes to the next page.
    pub const FORM_FEED: Symbol = Symbol(72);
    /// A row with all holes. Punching it over a wrong symbol erases the symbol.
    pub const ALL_HOLES: Symbol = Symbol(127);

    /// The symbol whose code is `code` modulo 128.
    pub const fn new(code: u8) -> Symbol {
        Symbol(code & 127)
    }

    /// The code of the symbol, 0-127.
    pub const fn code(self) -> u8 {
        self.0
    }

    /// The character that the symbol prints in this case, or `None` for a symbol that prints nothing. Space,
    /// underline and bar also count as characters.
    pub fn glyph(self, case: Case) -> Option<char> {
        let (lower, upper) = *GLYPHS.get(self.0 as usize)?;
        let glyph = match case {
            Case::Lower => lower,
            Case::Upper => upper,
        };
        (glyph != '\0').then_some(glyph)
    }

    /// Whether printing the symbol moves the carriage one place.
    pub fn advances(self, case: Case) -> bool {
        self != Symbol::UNDERLINE && self.glyph(case).is_some()
    }

    /// The symbol that prints `character`, and the case that it needs (`None` for either case). A newline
    /// gives the carriage return. Returns `None` if no symbol prints the character.
    pub fn from_char(character: char) -> Option<(Symbol, Option<Case>)> {
        match character {
            '\n' => return Some((Symbol::CARRIAGE_RETURN, None)),
            '\t' => return Some((Symbol::TAB, None)),
            ' ' => return Some((Symbol::SPACE, None)),
            '\0' => return None,
            _ => {}
        }
        match ASCII.get(character as usize) {
            Some(known) => *known,
            None => look_up(character),
        }
    }
}

/// Searches the table for the symbol and the case that print a character.
const fn look_up(character: char) -> Option<(Symbol, Option<Case>)> {
    let mut code = 0;
    while code < GLYPHS.len() {
        let (lower, upper) = GLYPHS[code];
        let symbol = Symbol(code as u8);
        if lower == character {
            return Some((symbol, Some(Case::Lower)));
        }
        if upper == character {
            return Some((symbol, Some(Case::Upper)));
        }
        code += 1;
    }
    None
}

/// The results of [`look_up`] for all ASCII characters, computed at compile time for speed.
static ASCII: [Option<(Symbol, Option<Case>)>; 128] = {
    let mut table = [None; 128];
    let mut character = 1;
    while character < table.len() {
        table[character] = look_up(character as u8 as char);
        character += 1;
    }
    table
};

/// The symbols that type `text`, including the changes of case. `case` is the case of the typewriter before
/// the text, and is updated to the case after the text.
///
/// If GIER's typewriter cannot print a character of the text, returns the first such character as the error.
pub fn encode(text: &str, case: &mut Case) -> Result<Vec<Symbol>, char> {
    let mut symbols = Vec::with_capacity(text.len());
    for character in text.chars() {
        let (symbol, needed) = Symbol::from_char(character).ok_or(character)?;
        if let Some(needed) = needed.filter(|&needed| needed != *case) {
            symbols.push(if needed == Case::Upper { Symbol::UPPER } else { Symbol::LOWER });
            *case = needed;
        }
        symbols.push(symbol);
    }
    Ok(symbols)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_printing_symbol_is_found_again() {
        for code in 1..64 {
            for case in [Case::Lower, Case::Upper] {
                if let Some(glyph) = Symbol::new(code).glyph(case) {
                    assert_eq!(Symbol::from_char(glyph), Some((Symbol::new(code), Some(case))), "{code}");
                }
            }
        }
    }

    /// Underline and bar, which share a key, are struck before the character that they mark.
    #[test]
    fn printing_moves_the_carriage_but_overlays_do_not() {
        for case in [Case::Lower, Case::Upper] {
            assert!(Symbol::new(49).advances(case) && Symbol::SPACE.advances(case));
            assert!(!Symbol::UNDERLINE.advances(case) && !Symbol::CARRIAGE_RETURN.advances(case));
        }
    }

    /// The expected symbols are the first ones that the NIM program of 1966 prints: `Dansk: 1`.
    #[test]
    fn case_shifts_are_inserted_where_needed() {
        let mut case = Case::Lower;
        let codes: Vec<u8> = encode("Dansk: 1", &mut case).unwrap().iter().map(|s| s.code()).collect();
        assert_eq!(codes, [60, 52, 58, 49, 37, 18, 34, 60, 59, 0, 58, 1]);
        assert_eq!(encode("a$", &mut case), Err('$'));
    }
}
