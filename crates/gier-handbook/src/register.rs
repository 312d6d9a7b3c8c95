//! The handbook's entries of the registers, as data.

use crate::entry::{Block, Entry};

/// A register of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Register {
    /// The name of the register in programs and in the debugger.
    pub name: &'static str,
    /// The width of the register in bits.
    pub bits: u8,
    /// The purpose of the register, in one sentence.
    pub line: &'static str,
    /// An explanation of the register for programmers.
    pub text: &'static str,
}

/// All registers, as the handbook lists them.
pub const REGISTERS: [Register; 10] = [
    Register {
        name: "R",
        bits: 41,
        line: "The accumulator: bits 00 and 0-39, and two marks.",
        text: "Nearly all arithmetic happens in R. Bit 00 is the true sign; bits 0-39 are what a cell can \
               hold. Bits 00 and 0 differ after an overflow. R also holds the marks of the last cell that an \
               order fetched, in R40 and R41. n after an order's name clears R first. [F-REG-1] [F-REG-2]",
    },
    Register {
        name: "M",
        bits: 40,
        line: "The second arithmetic register: the multiplier, and the right half of RM.",
        text: "`ml` multiplies M and a cell; `dl` leaves the remainder in M. In a floating number, M holds the \
               exponent in bits 0-9 and R the mantissa. `xr`, and X in any full-word order, exchange R and \
               M. [F-REG-1] [F-STORE-4]",
    },
    Register {
        name: "s",
        bits: 10,
        line: "An index register that also holds the place of the last call.",
        text: "`hs` puts its own address into s before it jumps, so a subroutine finds its caller and its \
               parameters by addresses such as `s1`. `hr s1` returns. [F-JUMP-2] [F-JUMP-3]",
    },
    Register {
        name: "p",
        bits: 10,
        line: "An index register.",
        text: "`pp` sets it. ALGOL's running system keeps the address of the current frame in p. [F-REG-1]",
    },
    Register {
        name: "r1",
        bits: 10,
        line: "The order counter: the address of the next order.",
        text: "A flag beside it says whether the right half word comes next. In an address, r stands for the \
               cell of the order itself: `hv r-1` jumps to the cell before. [F-REG-1]",
    },
    Register {
        name: "in",
        bits: 10,
        line: "The indicator: ten bits that programs set and test.",
        text: "From the left: OA, OB, TA, TB, PA, PB, QA, QB, RA, RB, with weights 512 to 1. I in a \
               full-word order sets the bits named by a letter; N and L make an order depend on \
               them. [F-REG-3] [F-IND-1] [F-COND-1]",
    },
    Register {
        name: "by",
        bits: 10,
        line: "Selects the units for input and output.",
        text: "Weights: 32 the punch, 16 the typewriter, 8 the line printer; a symbol goes to each selected \
               unit. by modulo 8 selects the input: 0 the reader, 1 the keys of the typewriter. `vy` sets \
               it. [F-BY-1] [F-BY-2]",
    },
    Register {
        name: "tk",
        bits: 10,
        line: "The track register: the drum track of the next transfer.",
        text: "`vk` sets it, `lk` reads the track to 40 cells, `sk` writes 40 cells to it. [F-TRACK-1]",
    },
    Register {
        name: "RM",
        bits: 79,
        line: "R and M as one register: bits 00 and 0-39 of R, then bits 1-39 of M.",
        text: "Products and dividends are as long as this. `tl` shifts RM and `cl` rotates it. [F-MUL-1] \
               [F-SHIFT-2] [F-SHIFT-4]",
    },
    Register {
        name: "RF",
        bits: 40,
        line: "The floating number that R and M hold together.",
        text: "Bits 0-9 of M are the exponent; R is the mantissa, with unit 2^-28. `grf` packs it into one \
               cell. [F-FLOAT-1] [F-STORE-1]",
    },
];

/// Finds a register by its name. If no register has exactly this name, tries again without regard to
/// capitals.
pub fn find(name: &str) -> Option<&'static Register> {
    let exact = REGISTERS.iter().find(|register| register.name == name);
    exact.or_else(|| REGISTERS.iter().find(|register| register.name.eq_ignore_ascii_case(name)))
}

impl Register {
    /// The handbook's entry of the register.
    pub fn entry(&self) -> Entry {
        let line = Block::Text(vec![self.line.to_string(), format!("It has {} bits.", self.bits)]);
        Entry { title: self.name.to_string(), blocks: vec![line, Block::text(self.text)] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_register_is_found_by_its_name() {
        assert_eq!(find("R").unwrap().bits, 41);
        assert_eq!(find("IN").unwrap().name, "in");
        assert_eq!(find("rf").unwrap().name, "RF");
        assert_eq!(find("q"), None);
        assert!(find("by").unwrap().entry().markdown().starts_with("# by\n\nSelects the units"));
    }
}
