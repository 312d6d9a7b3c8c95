//! All end-to-end tests, one binary.

mod tidy;
