//! Plays the FAIR PLAY games at the typewriter, with one file for each game. The tests check tables and
//! positions of the theory, and whole games against guests that know the rules. The expected values come from
//! FAIR PLAY's text, and from the specification of the games, which found them by brute force.

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

/// Tests that the random start of a game depends only on the last two letters of a name, because the start is
/// computed modulo 512.
#[test]
fn a_whole_name_starts_the_game_of_its_last_two_letters() {
    let fair = gier_programs::PROGRAMS.iter().filter(|program| program.line.starts_with("FAIR PLAY "));
    let names: Vec<&str> = fair.map(|program| program.name).collect();
    assert_eq!(names.len(), 9);
    for name in names {
        let start = board::start_by_chance("an", name);
        assert_eq!(board::start_by_chance("Christian", name), start, "{name}");
        assert_eq!(board::start_by_chance("maximilian", name), start, "{name}");
    }
}
