//! Experiments for a real GIER, on questions that no tape and no document answers. An experiment is a program
//! in SLIP or ALGOL that you type into HELP 3, GIER's monitor program. It prints its results on the
//! typewriter. This crate also reads the logs of these results, to find the answers.
//!
//! | what | module |
//! |---|---|
//! | the experiments and their questions | [`table`] |
//! | the text that is typed | [`text`] |
//! | a printed line, and its check sum | [`mod@line`] |
//! | what each candidate answer prints, and which answer a log agrees with | [`answers`], [`mod@read`] |
//! | an experiment on the emulated machine | [`mod@run`] |
//! | which candidate a recording agrees with | [`hear`] |
//! | the results from real machines | [`results`] |
//! | the page for the operator | [`sheet`] |
//!
//! The candidates of each question are in [`gier_word::assumption`].
//!
//! ```
//! use gier_experiments::{Verdict, experiment, read, run};
//!
//! let mk = experiment("mk").unwrap();
//! let paper = run(mk, "Q3=truncate".parse().unwrap()).unwrap().paper;
//! let report = &read(&paper)[0];
//! assert_eq!(report.questions[0].verdict, Verdict::Answer("truncate"));
//! ```

pub mod answers;
pub mod hear;
pub mod line;
pub mod read;
pub mod results;
pub mod run;
pub mod sheet;
pub mod table;
pub mod text;

pub use line::Line;
pub use read::{Found, Reading, Verdict, read};
pub use run::{Run, Trouble, run};
pub use table::{EXPERIMENTS, Experiment, experiment};
