//! The museum's archive on this computer: its folder, the catalogue of its files, and the loading of a
//! tape on the system that it was written for.

pub mod load;
pub mod place;
pub mod shelf;
pub mod survey;

/// The advice if a program needs more drum tracks than its HELP 3 system has.
pub const MORE_TRACKS: &str = "the program wants more tracks than HELP 3 has: the base six-discs-ga4 has 57,600 \
    (gier archive run NAME --base six-discs-ga4)";
