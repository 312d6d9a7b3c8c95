//! How people read and write cells, orders and places: orders in SLIP's notation, cells in all forms,
//! what an order does and what it changed, and finding a cell by its contents.

pub mod changes;
pub mod explain;
pub mod forms;
pub mod place;
pub mod search;
pub mod setting;
pub mod slip;

pub use explain::{Explanation, explain};
