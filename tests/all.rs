//! All end-to-end tests, one binary.
