//! FAIR PLAY at the typewriter: the tables and positions of the theory, and whole games against a
//! guest who plays by rules of his own, one file for each game.

mod board;
mod kegler;
