//! The central unit of GIER.

pub mod periphery;
