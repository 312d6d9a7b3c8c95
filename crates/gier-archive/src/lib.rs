//! The museum's archive of tapes: what each tape is, and how an operator ran it.
//!
//! | what | module |
//! |---|---|
//! | the systems under which programs run, and the acts that load them | [`bases`] |
//! | the checks and recipes: acts with their expected papers | [`rows`] |
//! | recognises a file of the archive by rules | [`rules`] |
//! | all files, found by parts of their names, with their partners | [`catalogue`] |
//! | what is known of single tapes, such as the data tapes of the programs | [`known`] |
//! | the acts that run a tape | [`plan`] |
//! | performs the acts | [`load`] |
//!
//! This crate contains no tapes, because we may not distribute them. The program that uses it reads the files
//! from its own copy of the archive.
//!
//! ```
//! use gier_archive::catalogue::Catalogue;
//! use gier_archive::rules::{Kind, recognise};
//!
//! let text = b"_b_e_g_i_n select(17); writecr _e_n_d;\nt<\n";
//! let catalogue = Catalogue::new(vec![recognise("demo/hello.asc", text)]);
//! let hello = catalogue.find("hello")[0];
//! assert_eq!(hello.kind, Kind::Algol);
//! let plan = catalogue.plan(hello).unwrap();
//! assert_eq!(plan.base.as_deref(), Some("six-discs-ga4"));
//! assert!(plan.acts.contains("reader text \"demo/hello.asc\""));
//! ```

pub mod bases;
pub mod catalogue;
pub mod known;
pub mod load;
pub mod plan;
pub mod rows;
pub mod rules;
