//! The museum's archive of tapes on this computer. The modules find its folder, make a catalogue of its
//! files, load a tape, and run all tapes.

pub mod load;
pub mod place;
pub mod shelf;
pub mod survey;

/// The advice to the user whose program needs more drum tracks than the HELP 3 system has.
pub const MORE_TRACKS: &str = "the program wants more tracks than HELP 3 has: the base six-discs-ga4 has 57,600 \
    (gier archive run NAME --base six-discs-ga4)";
