//! Reads and writes cells, orders and places as people do. Orders are in SLIP's notation, and cells in all
//! forms. It also explains what an order does and what it changed, and finds a cell by its contents.

pub mod changes;
pub mod explain;
pub mod forms;
pub mod layout;
pub mod place;
pub mod search;
pub mod setting;
pub mod slip;

pub use explain::{Explanation, explain};
