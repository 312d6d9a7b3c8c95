//! The entries of the handbook that are made from data: one for each of the 64 orders and one for
//! each register. [`Entry`](entry::Entry) has two renderings: Markdown for the
//! handbook's site and for an editor's hover, and plain text for `gier help`.
//!
//! The orders come from the table in `gier-word`. Their examples come from the case files in `orders/`,
//! which the tests of `gier-cpu` run.

pub mod case;
pub mod entry;
pub mod notation;
pub mod order;
pub mod register;
