//! The museum's archive on this computer: its folder, its files as a catalogue, and a tape loaded on
//! the system that it was written for.

pub mod load;
pub mod place;
pub mod shelf;
pub mod survey;

/// What to do if a program has too few tracks. HELP 3 knows the number of its tracks since it was built.
pub const MORE_TRACKS: &str = "the program wants more tracks than HELP 3 has: the base six-discs-ga4 has 57,600 \
    (gier archive run NAME --base six-discs-ga4)";
