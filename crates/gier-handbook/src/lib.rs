//! Those entries of the handbook that are made from data: one for each of the 64 orders, and one for each
//! register. An [`Entry`](entry::Entry) can be written in two ways. The handbook's site and an editor's hover
//! window use Markdown. `gier help` uses plain text.
//!
//! The orders come from the table in `gier-word`. Their examples are the test cases in the files in
//! `orders/`. The tests of `gier-cpu` execute these examples.

pub mod case;
pub mod entry;
pub mod notation;
pub mod order;
pub mod register;
pub mod term;
