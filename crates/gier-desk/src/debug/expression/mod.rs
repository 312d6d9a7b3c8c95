//! The language of expressions, which conditions, watchpoints and the command `tell` use. An expression can
//! contain registers, cells and their bits, numbers in several notations, comparisons, arithmetic, and
//! `and or not`. It can also contain the variables of an ALGOL program and the labels of a SLIP program.
//!
//! ```
//! use gier_desk::debug::expression::{Expression, EvalState, Value};
//! use gier_machine::Machine;
//!
//! let machine = Machine::new();
//! let condition = Expression::parse("R ≥ 0 and not (cell 500 = 6/396/0/0 or bit 3 of M)").unwrap();
//! assert_eq!(condition.value(&EvalState::of(&machine)), Ok(Value::Truth(true)));
//! ```
//!
//! | written | meaning |
//! |---|---|
//! | `$R $M $s $p $r1 $in $by $tk` | a register as a whole number; R has its sign in bit 00 |
//! | `$OA $OB $TA $TB $PA $PB $QA $QB $RA $RB` | a bit of the indicator, true if on; `ZA`, `ZB` are OA, OB |
//! | `cell 500`, `cell s`, `cell (p+1)` | the contents of a cell |
//! | `bit 3 of R`, `bits 0-9 of cell 500` | one bit as true or false, several bits as a whole number |
//! | `address of …`, `increment of …`, `marks of …` | bits 0-9, bits 10-19, the marks 0-3 (a is 2, b is 1) |
//! | `17`, `2.5`, `1⏨3` | a whole number, real numbers |
//! | `6/396/0/0 a`, `"arn 83"` | a cell as four groups with its mark, a cell with this order |
//! | `fraction R`, `floating cell 500`, `integer M` | the bits as this kind of number |
//! | `groups R`, `binary M`, `order cell 3`, `text cell 9` | the bits, printed in this form |
//! | `$orders`, `$seconds` | the number of orders executed, the machine time in seconds |
//! | `group sum`, `bunker[2]` | a variable that the ALGOL program sees at its present place |
//! | `loop` | the contents of the cell with this label in a SLIP program |
//!
//! From the strongest to the weakest, the operators are `× * / ÷ : mod`, then `+ -`, then `= ≠ < ≤ > ≥`,
//! then `not`, then `and`, then `or`. Brackets override this order.
//!
//! A word with `$` is a keyword, for example `$R`. You can leave out the `$` if no variable of the program
//! has this name. If the program declares the name in any block, the word without `$` means the variable. A
//! keyword with an operand (`cell 500`, `bit 3 of M`) is recognised by the operand. Only the words
//! `and or not mod true false` are reserved.

mod evaluate;
mod node;
mod operators;
mod parse;
mod parsed;
mod resolve;
mod state;
#[cfg(test)]
mod tests;
mod tokens;
mod value;

pub(super) use crate::descriptor;
pub(super) use evaluate::{OUTSIDE, PASSED_BY_NAME};
pub use node::indicator_bit;
pub(crate) use node::simple_words;
pub(super) use parse::{declared, giers_word};
pub use parsed::Expression;
pub use resolve::ScopeCache;
pub(super) use resolve::misuse;
pub use state::{EvalState, Names, NoNames, Reads, VariableLocation};
pub use value::Value;
