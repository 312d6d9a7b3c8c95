//! The language of conditions and of `tell`. It has registers, cells and their bits, numbers in all forms,
//! comparison, arithmetic and `and or not`. It also has the variables of an ALGOL program.
//!
//! ```
//! use gier_desk::debug::expression::{Expression, Sight, Value};
//! use gier_machine::Machine;
//!
//! let machine = Machine::new();
//! let condition = Expression::parse("R ≥ 0 and not (cell 500 = 6/396/0/0 or bit 3 of M)").unwrap();
//! assert_eq!(condition.value(&Sight::of(&machine)), Ok(Value::Truth(true)));
//! ```
//!
//! | written | is |
//! |---|---|
//! | `$R $M $s $p $r1 $in $by $tk` | a register as a whole number; R has its sign in bit 00 |
//! | `$OA $OB $TA $TB $PA $PB $QA $QB $RA $RB` | a bit of the indicator, true when on; `ZA`, `ZB` are OA, OB |
//! | `cell 500`, `cell s`, `cell (p+1)` | what a cell holds |
//! | `bit 3 of R`, `bits 0-9 of cell 500` | bits, true or false, or a whole number |
//! | `address of …`, `increment of …`, `marks of …` | bits 0-9, bits 10-19, the marks 0-3 (a is 2, b is 1) |
//! | `17`, `2.5`, `1⏨3`, `6/396/0/0 a`, `"arn 83"` | a whole number, a real one, four groups, an order |
//! | `fraction R`, `floating cell 500`, `integer M` | the bits as this kind of number |
//! | `groups R`, `binary M`, `order cell 3`, `text cell 9` | printed in this form |
//! | `$orders`, `$seconds` | orders executed, the machine's time |
//! | `group sum`, `bunker[2]` | a variable of the ALGOL program at its present place; a label in SLIP |
//! | `× * / ÷ : mod + -`, `= ≠ < ≤ > ≥`, `not and or` | in this order, `(` `)` before all |
//!
//! `$` begins a word of gier. You can leave it out if the program declares no such name: a name that
//! the program declares anywhere is its variable everywhere. A word that takes an operand (`cell 500`,
//! `bit 3 of M`) is known by what follows it. Only `and or not mod true false` are reserved.

mod compiled;
mod evaluate;
mod meanings;
mod node;
mod operators;
mod parse;
mod parsed;
mod sight;
#[cfg(test)]
pub(super) mod tests;
mod tokens;
mod value;

pub(super) use crate::descriptor;
pub(super) use evaluate::OUTSIDE;
pub use meanings::Meanings;
pub(super) use meanings::misuse;
pub use node::indicator_bit;
pub(crate) use node::simple_words;
pub(super) use parse::{declared, giers_word};
pub use parsed::Expression;
pub use sight::{Meaning, Names, NoNames, Reads, Sight};
pub use value::Value;
