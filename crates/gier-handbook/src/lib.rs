//! The entries of the handbook that are made from data: one for each of the 64 orders and one for
//! each register. An entry is Markdown. `gier help` prints it in a terminal, the handbook's site
//! and an editor's hover show it as a page.
//!
//! The orders come from the table in `gier-word`, their examples from the case files in `orders/`,
//! which the tests of `gier-cpu` run.

pub mod case;
pub mod order;
pub mod register;
