//! All end-to-end tests, one binary.

mod algol_front;
mod cli;
mod devices;
mod tidy;
mod timeline;
