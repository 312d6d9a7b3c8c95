//! The table of programs: names, kinds, and what a user may type.

use gier_programs::{Kind, PROGRAMS, find, meant};

#[cfg(feature = "nim")]
#[test]
fn the_first_program_is_nim() {
    assert_eq!(gier_programs::DEFAULT.name, "nim");
}

/// The words are those of docs/json.md.
#[test]
fn each_kind_has_its_word() {
    assert_eq!(Kind::ALL.map(|row| row.1), ["game", "music", "example"]);
}

#[test]
fn names_are_short_and_unique() {
    for (place, program) in PROGRAMS.iter().enumerate() {
        assert!(PROGRAMS[..place].iter().all(|other| other.name != program.name), "{}", program.name);
        assert!(program.name.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{}", program.name);
        assert!(program.name.len() <= 16 && program.line.chars().count() <= 80, "{}", program.name);
        assert_eq!(find(program.name).unwrap().path, program.path);
    }
}

#[test]
fn a_program_is_found_by_its_name_or_a_prefix() {
    assert_eq!(meant("hanoi\n").unwrap().name, "hanoi");
    assert_eq!(meant(" Ma").unwrap_err(), "ma may be man-or-boy, markov, magic");
    assert_eq!(meant(" Cal").unwrap().name, "calendar");
    assert_eq!(meant("xyz").unwrap_err(), "no program is called xyz");
    assert!(meant("p").unwrap_err().starts_with("p may be "));
    for program in PROGRAMS {
        assert_eq!(meant(program.name).unwrap().name, program.name);
    }
}
