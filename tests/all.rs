//! All end-to-end tests, one binary.

mod algol;
mod algol_archive;
mod algol_case;
mod algol_front;
mod algol_museum;
mod algol_random;
mod boot;
mod cli;
mod devices;
mod exec;
mod ga3;
mod mechanical;
mod nim;
mod pace;
mod panel;
mod paper;
mod play;
mod slip_archive;
mod slip_lines;
mod tidy;
mod timeline;
mod torn;
mod tutorial;
