//! Reads and writes cells, orders and places in the notations that people use. Also explains what an order
//! does, lists what an order changed, and finds a cell by its contents.

pub mod changes;
pub mod explain;
pub mod forms;
pub mod layout;
pub mod place;
pub mod search;
pub mod setting;
pub mod slip;

pub use explain::{Explanation, explain};
