//! The text on a tape: its lines, its checksums, and its programming language.

use super::{Dialect, Sums, TapeKind, Unknown};
use gier_slip::{Source, Statement, Word, parse};
use gier_word::{Case, Symbol};

/// The number of lines that are examined to recognise the language.
const LINES: usize = 400;
/// A line of more than this many bytes is not examined for orders of SLIP. The first line is cut to this many
/// characters.
const LONGEST: usize = 1000;
/// A tape counts as text if at most a tenth of its symbols are strange. A strange symbol prints nothing.
/// Codes that are usual in texts, such as a case shift, are not strange.
const STRANGE: usize = 10;
/// The codes of the symbols that print nothing and are usual in texts: stop, end, clear, red, punch off and on, black,
/// tape feed, form feed, all holes.
const USUAL: [u8; 10] = [11, 12, 28, 29, 31, 44, 62, 63, 72, 127];
/// SLIP's directives at the beginning of a line. A text with a directive is likely to be SLIP.
const DIRECTIVES: [&str; 3] = ["_b", "_d", "_e"];
/// A text is recognised as SLIP only if it has at least this many orders.
const ORDERS: usize = 3;

/// Underlined words and procedures that GIER ALGOL 4 has but GIER ALGOL III lacks.
const FOUR: &str = "_c_a_s_e _c_o_d_e _c_o_p_y _s_h_i_f_t _m_o_d _m_e_s_s_a_g_e select readinteger readreal \
    readstring readgeneral writeinteger clockcount reserve cancel lyn";
/// Procedures that GIER ALGOL III has but GIER ALGOL 4 lacks.
const THREE: &str = "typein typechar outtext outcr outchar outsp outcopy todrum fromdrum drumplace gierproc";
/// Procedures of GIER ALGOL III and 4. If a text has one of these and no word of [`FOUR`], it counts as GIER
/// ALGOL III.
const BOTH: &str = "writetext writecr";
/// Procedures of GIER ALGOL II and of the translator before it. They have Danish names.
const TWO: &str = "skrv skrvtekst skrvml tromleplads tiltromle fratromle trykvr tryktekst trykkopi";

/// The text on a tape, and how many of its checksums are right.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// The characters as they were punched. The character `_` underlines the next character, and `|` strikes
    /// it through.
    text: String,
    /// How many of the checksums punched on the tape are right, wrong or unknown.
    pub sums: Sums,
    /// How many symbols are strange; see [`STRANGE`].
    strange: usize,
    symbols: usize,
}

impl Text {
    /// Reads the text from these symbols.
    pub fn of(symbols: &[Symbol]) -> Text {
        let mut text = Text { symbols: symbols.len(), ..Text::default() };
        let mut case = Case::Lower;
        let mut sum = Sum::default();
        let mut symbols = symbols.iter().copied();
        while let Some(symbol) = symbols.next() {
            if symbol == Symbol::SUM {
                let checks = sum.checks();
                if let Some(check) = symbols.next() {
                    match checks.map(|checks| checks.contains(&u32::from(check.code()))) {
                        Some(true) => text.sums.right += 1,
                        Some(false) => text.sums.wrong += 1,
                        None => text.sums.untold += 1,
                    }
                }
                continue;
            }
            sum.add(symbol);
            match symbol {
                Symbol::LOWER => case = Case::Lower,
                Symbol::UPPER => case = Case::Upper,
                Symbol::CARRIAGE_RETURN => text.text.push('\n'),
                Symbol::TAB => text.text.push(' '),
                _ => match symbol.glyph(case) {
                    Some(glyph) => text.text.push(glyph),
                    None => text.strange += usize::from(!USUAL.contains(&symbol.code())),
                },
            }
        }
        if text.has_codes() || reads_again(&text.text) {
            // Part of the tape may be in another code, in which CLEAR and SUM are no codes.
            text.sums.untold += std::mem::take(&mut text.sums.wrong);
        }
        text
    }

    /// Whether a text in the notation of the museum is a program in GIER ALGOL III.
    pub fn is_algol3(text: &str) -> bool {
        let text = Text { text: text.to_string(), ..Text::default() };
        text.kind() == TapeKind::Algol(Dialect::Three)
    }

    /// The characters as they were punched. Each carriage return ends a line. The character `_` underlines
    /// the next character, and `|` strikes it through.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether the tape has symbols that print nothing. Codes that are usual in texts, such as a case shift,
    /// do not count.
    pub const fn has_codes(&self) -> bool {
        self.strange > 0
    }

    /// The first line that is not empty, cut to 1000 characters.
    pub fn first_line(&self) -> String {
        let line = self.lines().next().unwrap_or_default();
        let line: String = line.chars().take(LONGEST).collect();
        line.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn lines(&self) -> impl Iterator<Item = &str> {
        self.text.lines().map(str::trim).filter(|line| !line.is_empty())
    }

    /// Whether the text consists only of blanks and the letter å. Such a text comes before a binary part for
    /// HELP 3's program `binin`.
    pub fn is_blank(&self) -> bool {
        self.text.chars().all(|glyph| glyph.is_whitespace() || glyph == 'å')
    }

    /// Whether one of the first 400 lines that are not empty is a command that starts `program` in the monitor
    /// program HELP 3, for example `slip<`.
    pub fn calls(&self, program: &str) -> bool {
        self.commands().any(|name| name == program)
    }

    /// The names of the HELP 3 programs that the commands in the text start.
    fn commands(&self) -> impl Iterator<Item = &str> {
        self.lines().take(LINES).filter_map(command)
    }

    /// Recognises the kind of the text, for example a SLIP or ALGOL program.
    pub fn kind(&self) -> TapeKind {
        if self.is_blank() {
            return TapeKind::Unknown(Unknown::OtherForm);
        }
        if self.strange * STRANGE > self.symbols {
            // A binary tape with damaged blocks still begins with the command `binin`.
            return match self.calls("binin") {
                true => TapeKind::Help3Binary,
                false => TapeKind::Unknown(Unknown::OtherForm),
            };
        }
        // The command that calls a translator comes before the program.
        let begin = self.text.find("_b_e_g_i_n").unwrap_or(self.text.len());
        let before = self.text[..begin].lines().map(str::trim).filter(|line| !line.is_empty());
        for program in before.take(LINES).filter_map(command) {
            match program {
                "slip" => return TapeKind::Slip,
                "algol3" => return TapeKind::Algol(Dialect::Three),
                "algol" | "a" => return TapeKind::Algol(Dialect::Four),
                _ => {}
            }
        }
        if self.is_slip() {
            TapeKind::Slip
        } else if self.text.contains("_b_e_g_i_n") || self.text.contains("_p_r_o_c_e_d_u_r_e") {
            TapeKind::Algol(self.dialect())
        } else if self.commands().next().is_some() {
            TapeKind::Help3Text
        } else {
            TapeKind::Text
        }
    }

    /// Whether the text is a SLIP program, with many orders and few faults. A text with a SLIP directive may
    /// have more faults, because gier rejects some lines of older SLIP.
    fn is_slip(&self) -> bool {
        let lines = self.text.lines().take(LINES).filter(|line| line.len() <= LONGEST);
        let lines: Vec<&str> = lines.filter(|line| command(line.trim()).is_none()).collect();
        let (items, faults) = parse(&[Source::new("tape", &lines.join("\n"))]);
        let is_order =
            |statement: &Statement| matches!(statement, Statement::Cell(Word::Full(_) | Word::Pair(..)));
        let orders = items.iter().filter(|item| is_order(&item.statement)).count();
        let has_directive = lines.iter().any(|line| DIRECTIVES.iter().any(|word| line.starts_with(word)));
        let needed = if has_directive { faults.len() } else { 4 * faults.len() };
        orders >= ORDERS && orders > needed && orders * 10 >= lines.len()
    }

    /// Returns the dialect with the most characteristic words in the text.
    fn dialect(&self) -> Dialect {
        let count = |words: &str| words.split(' ').filter(|word| self.has_word(word)).count();
        match (count(THREE), count(FOUR)) {
            (0, 0) if count(BOTH) > 0 => Dialect::Three,
            (0, 0) if count(TWO) > 0 => Dialect::Two,
            (three, four) if three > four => Dialect::Three,
            (three, four) if three < four => Dialect::Four,
            _ => Dialect::Either,
        }
    }

    /// Whether the text contains this name. Some names can also be written as two words.
    fn has_word(&self, word: &str) -> bool {
        let spaced = SPACED.iter().find(|(joined, _)| *joined == word).map(|(_, spaced)| *spaced);
        // A procedure that the program declares itself does not count.
        let is_declared = |word: &str| self.text.contains(&format!("_p_r_o_c_e_d_u_r_e {word}"));
        let mut words = [Some(word), spaced].into_iter().flatten();
        words.any(|word| has_word(&self.text, word) && !is_declared(word))
    }
}

/// Names that programs also write as two words. Each pair holds both spellings.
const SPACED: [(&str, &str); 5] = [
    ("readinteger", "read integer"),
    ("readreal", "read real"),
    ("readgeneral", "read general"),
    ("writeinteger", "write integer"),
    ("clockcount", "clock count"),
];

/// Whether a text contains this word by itself, and not only as a part of a longer word.
pub fn has_word(text: &str, word: &str) -> bool {
    let is_part = |character: char| character.is_alphanumeric() || character == '_';
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

/// Returns the name of the HELP 3 program that a command line starts. Returns `None` if the line is not a
/// command. A command is a name, parameters after commas, and `<`, for example `binin,image<`. A `;` at the
/// beginning is ignored. The command `r` starts the program that its first parameter names.  [F-HELP-8]
pub fn command(line: &str) -> Option<&str> {
    let (words, _) = line.trim_start_matches(';').split_once('<')?;
    let is_name = |name: &str| {
        name.starts_with(|first: char| first.is_ascii_lowercase())
            && name.chars().all(|character| character.is_ascii_lowercase() || character.is_ascii_digit())
    };
    let is_parameters =
        words.chars().all(|character| character.is_alphanumeric() || " ,._-".contains(character));
    let mut names = words.split(',').map(str::trim);
    let name = names.next().filter(|name| is_name(name) && is_parameters)?;
    let read_by = names.next().filter(|program| name == "r" && is_name(program));
    Some(read_by.unwrap_or(name))
}

/// Whether a text makes SLIP read parts of it again. SLIP adds their symbols to the sum each time, so only a run tells
/// the sum.  [F-SLIP-17]
pub fn reads_again(text: &str) -> bool {
    text.contains("_pimage<")
}

/// The sums of the symbols of a text since the symbol CLEAR, after which the symbol SUM and a check symbol may follow.
/// There are two rules, that of GIER ALGOL III [F-NIM-6], and that of HELP 3 and GIER ALGOL 4 [F-SUM-1].
#[derive(Default)]
pub struct Sum {
    /// The sum for GIER ALGOL III, without tape feed and what is between PUNCH OFF and PUNCH ON. `None` before CLEAR.
    three: Option<u32>,
    /// The sum for HELP 3, in which each symbol counts one more than its code.
    help3: Option<u32>,
    off: bool,
}

impl Sum {
    /// Adds the next symbol of the text.
    pub fn add(&mut self, symbol: Symbol) {
        let code = u32::from(symbol.code());
        self.help3 = match symbol {
            Symbol::CLEAR => Some(0),
            Symbol::ALL_HOLES => self.help3,
            _ => self.help3.map(|sum| sum + code + 1),
        };
        match symbol {
            Symbol::PUNCH_OFF => self.off = true,
            Symbol::PUNCH_ON if self.off => self.off = false,
            Symbol::TAPE_FEED | Symbol::ALL_HOLES => {}
            _ if self.off => {}
            Symbol::CLEAR => self.three = Some(0),
            _ => self.three = self.three.map(|sum| sum + code),
        }
    }

    /// The codes of the check symbols that GIER ALGOL III and HELP 3 want behind the symbol SUM, and begins new sums.
    /// `None` if no CLEAR came before.
    pub fn checks(&mut self) -> Option<[u32; 2]> {
        let (three, help3) = (self.three?, self.help3? % 1024);
        (self.three, self.help3) = (Some(0), Some(0));
        Some([(three + u32::from(Symbol::SUM.code())) % 127, 31 + (help3 + help3 / 32) % 32])
    }
}
