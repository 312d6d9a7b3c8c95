//! Keeps the last lines of the typewriter's sheet. They are stored as the symbols that the typewriter
//! received. After a reload of the page, these symbols are printed again to restore the lines. This module
//! needs no browser.

use gier_desk::attended::Papers;
use gier_machine::Output;
use gier_word::{Symbol, Uops};
use std::collections::VecDeque;

/// The maximum number of lines of a sheet that the page shows.
pub const LINES: usize = 2000;
/// Each symbol is stored in a byte. This bit of the byte is 1 if the operator typed the symbol, and 0 if the
/// machine printed it.
const ECHO: u8 = 0x80;

/// The last lines of a sheet: at most [`LINES`] of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tail {
    /// The index of the first kept line. The first line of the sheet has the index 0.
    first: usize,
    /// The symbol that selects the case, upper or lower, at the start of the first kept line.
    case: Symbol,
    /// The symbol that selects the colour, red or black, at the start of the first kept line.
    ribbon: Symbol,
    typed: VecDeque<u8>,
    /// The number of carriage returns in `typed`.
    returns: usize,
}

impl Default for Tail {
    fn default() -> Tail {
        Tail { first: 0, case: Symbol::LOWER, ribbon: Symbol::BLACK, typed: VecDeque::new(), returns: 0 }
    }
}

impl Tail {
    /// Adds the symbols that these outputs print. Then drops old lines, so that at most [`LINES`] complete
    /// lines are kept.
    pub fn take(&mut self, outputs: &[(Uops, Output)]) {
        for (_, output) in outputs {
            match *output {
                Output::Typed(symbol) => self.push(symbol, 0),
                Output::Echo(symbol) => self.push(symbol, ECHO),
                Output::Punched(_) | Output::Printed(_) | Output::Plotted(_) | Output::Pen(_) => {}
            }
        }
    }

    fn push(&mut self, symbol: Symbol, echo: u8) {
        self.typed.push_back(symbol.code() | echo);
        self.returns += usize::from(symbol == Symbol::CARRIAGE_RETURN);
        while self.returns > LINES {
            let symbol = Symbol::new(self.typed.pop_front().expect("it holds returns") & !ECHO);
            match symbol {
                Symbol::LOWER | Symbol::UPPER => self.case = symbol,
                Symbol::RED | Symbol::BLACK => self.ribbon = symbol,
                Symbol::CARRIAGE_RETURN => {
                    self.returns -= 1;
                    self.first += 1;
                }
                _ => {}
            }
        }
    }

    /// Creates the papers of a resumed session, with the kept lines on the typewriter's sheet.
    pub fn papers(&self) -> Papers {
        let mut papers = Papers::new().numbered_from(self.first);
        let mut take = |output| papers.take(output, &mut |_| {});
        take(Output::Typed(self.ribbon));
        take(Output::Typed(self.case));
        for &byte in &self.typed {
            let symbol = Symbol::new(byte & !ECHO);
            take(if byte & ECHO == 0 { Output::Typed(symbol) } else { Output::Echo(symbol) });
        }
        papers
    }

    /// Converts the kept lines to bytes. The first four bytes contain the index of the first kept line. The
    /// next two contain its case and its colour. Then follows one byte for each symbol.
    pub fn to_bytes(&self) -> Vec<u8> {
        let first = u32::try_from(self.first).unwrap_or(u32::MAX).to_le_bytes();
        let head = first.into_iter().chain([self.case.code(), self.ribbon.code()]);
        head.chain(self.typed.iter().copied()).collect()
    }

    /// Reads the kept lines from the output of [`Tail::to_bytes`]. Returns `None` if there are too few bytes.
    pub fn from_bytes(bytes: &[u8]) -> Option<Tail> {
        let (first, rest) = bytes.split_first_chunk::<4>()?;
        let ([case, ribbon], typed) = rest.split_first_chunk::<2>()?;
        let [case, ribbon] = [case, ribbon].map(|code| Symbol::new(code & !ECHO));
        let return_code = Symbol::CARRIAGE_RETURN.code();
        Some(Tail {
            first: u32::from_le_bytes(*first) as usize,
            case,
            ribbon,
            returns: typed.iter().filter(|&&byte| byte & !ECHO == return_code).count(),
            typed: typed.iter().copied().collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gier_desk::typewriter::paper::text_of;

    /// Prints 2100 lines in red and upper case, and tests the last 2000 lines, which are kept. The symbols
    /// that select red and upper case are only in the first line, which is not kept.
    #[test]
    fn the_last_lines_are_typed_again() {
        let mut outputs = vec![Output::Typed(Symbol::RED), Output::Typed(Symbol::UPPER)];
        for number in 0..2100u16 {
            outputs.push(Output::Typed(Symbol::new(49 + (number % 9) as u8)));
            outputs.push(Output::Echo(Symbol::CARRIAGE_RETURN));
        }
        let timed: Vec<_> = outputs.iter().map(|&output| (Uops(0), output)).collect();
        let mut whole = Papers::new();
        outputs.iter().for_each(|&output| whole.take(output, &mut |_| {}));
        let mut tail = Tail::default();
        timed.chunks(77).for_each(|some| tail.take(some));
        let again = Tail::from_bytes(&tail.to_bytes()).unwrap();
        assert_eq!(again, tail);
        let papers = again.papers();
        let (old, new) = (whole.sheet(), papers.sheet());
        assert_eq!(new.dropped(), 100);
        assert_eq!(new.lines(), &old.lines()[100..]);
        assert_eq!(text_of(&new.lines()[0]), text_of(&old.lines()[100]));
        assert_eq!((new.case(), new.ribbon(), new.column()), (old.case(), old.ribbon(), old.column()));
        assert_eq!(Tail::from_bytes(&[0, 0, 0]), None);
    }
}
