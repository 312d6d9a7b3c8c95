//! All end-to-end tests, compiled to one binary. Each module tests one subject.
//!
//! | module | what it tests |
//! |---|---|
//! | `games` | every program of `gier play`, with recorded games of simulated players (`tests/games/`) |
//! | `russian_nim`, `fair_play` | the same games judged by the theory, and its tables and positions |
//! | `mishaps` | what can befall the files that gier reads and writes, and the terminal |
//! | `tidy` | the rules of the project that a program can check |
//!
//! Random tests try a few cases by default. These commands try more:
//!
//! | command | what it tries |
//! |---|---|
//! | `GIER_TEARS=40000 cargo test -p gier --test all tapes_of_the_museum` | damaged tapes; `GIER_TEARS_FROM` skips the first ones |
//! | `GIER_PROGRAMS=1000000 cargo test --release -p gier-cpu no_bit_pattern` | random orders |
//! | `GIER_PROGRAMS=300000 cargo test --release -p gier-cpu runs` | random programs, fast and slow path |
//! | `GIER_OPERANDS=1000000 cargo test --release -p gier-word --test arithmetic` | numbers, against a second implementation |
//! | `GIER_EVENTS=1000000 cargo test --release -p gier-panel random_keys` | keys, clicks, sizes and times |
//! | `GIER_ORIGINS=1000 cargo test -p gier --test all origin` | programs whose values are followed back |
//! | `GIER_PACE=60 cargo test -p gier --test all pace` | seconds at the speed of the real machine |
//!
//! `GIER_PANIC=40 cargo run -p gier -- panel` panics after the panel was drawn 40 times. With it you can
//! check that the terminal is restored and that the session can be replayed.

#![allow(clippy::disallowed_methods, reason = "the tests make the files that they need")]

mod acts;
mod algol;
mod algol_archive;
mod algol_case;
mod algol_front;
mod algol_manual;
mod algol_map;
mod algol_museum;
mod algol_numbers;
mod algol_random;
mod algol_standard;
mod algol_table;
mod archive;
mod backwards;
mod boot;
mod cases;
mod chance;
mod cli;
mod combitron;
mod compare;
mod danish;
mod debug;
mod devices;
mod editors;
mod exec;
mod experiments;
mod fair_play;
mod ga3;
mod games;
mod games_museum;
mod guest;
mod installations;
mod lessons;
mod lsp;
mod mechanical;
mod mishaps;
mod nim;
mod origin;
mod pace;
mod panel;
mod paper;
mod play;
mod russian_nim;
mod sessions;
mod setup;
mod skip;
mod slip_archive;
mod slip_lines;
mod sound;
mod tapes;
mod texts;
mod tidy;
mod timeline;
mod timing;
mod tutorial;
