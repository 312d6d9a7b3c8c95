//! FAIR PLAY at the typewriter: the tables and positions of the theory, and whole games against a
//! guest who plays by rules of his own, one file for each game. Expected values are those of the
//! text and of the specification of these games, which were found by brute force.

mod board;
mod dawson;
mod grundy;
mod kegler;
mod lasker;
mod mur;
mod museum;
mod nim;
mod nimbel;
mod northcott;
mod pins;
mod poker;
