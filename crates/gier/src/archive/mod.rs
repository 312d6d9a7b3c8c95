//! The museum's archive of tapes on this computer. The modules find its folder, make a catalogue of its
//! files, load a tape, and run all tapes.

pub mod load;
pub mod place;
pub mod shelf;
pub mod survey;

use gier_archive::plan::{GA3, GA3_DOUBLE, GA4, LIBRARY, SAMBA};

/// What HELP 3 or a translator means that found too little room and printed `word`, under this base system. Names a
/// larger base system, if there is one.
pub fn more_tracks(base: Option<&str>, word: &str) -> &'static str {
    match (word, base) {
        ("error 11", Some(GA4 | LIBRARY | SAMBA)) => {
            "the program asks HELP 3 for an area that the drum does not have, or that is too small"
        }
        (_, Some(GA4 | LIBRARY)) => {
            "the program wants more tracks than HELP 3 has: the base samba has more (gier archive run NAME --base samba)"
        }
        (_, Some(GA3)) => {
            "the program wants more tracks than HELP 3 has: the base ga3-double has more (gier archive run NAME --base ga3-double)"
        }
        (_, Some(SAMBA | GA3_DOUBLE)) => {
            "the program wants more tracks than HELP 3 has, and no base has more"
        }
        _ => {
            "the program wants more tracks than HELP 3 has: the base six-discs-ga4 has 57,600 (gier archive run NAME --base six-discs-ga4)"
        }
    }
}
