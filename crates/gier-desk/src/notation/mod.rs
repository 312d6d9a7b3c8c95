//! Reads and writes cells and orders in the notations that people use, for example `ar 5`. Also explains what
//! an order does, lists what an order changed, and finds a cell by its contents.

pub mod changes;
pub mod explain;
pub mod forms;
pub mod layout;
pub mod place;
pub mod search;
pub mod setting;
pub mod slip;

pub use explain::{Explanation, explain};
