//! The files that gier loads into the machine: the run-time library of ALGOL programs as SLIP texts, and the
//! drum images of the programs that come with gier. The images are files, and not compiled during the build,
//! because the compiler is a crate that needs this one; a test of `gier-algol` makes them again.
//!
//! ```
//! let (name, text) = gier_roms::RESIDENT;
//! assert_eq!(name, "runtime");
//! assert!(text.contains("; ---"), "a line like this begins a part");
//! # #[cfg(feature = "images")]
//! assert!(gier_roms::image("hanoi").is_some());
//! assert!(gier_roms::image("chess").is_none());
//! ```

/// The part of the run-time library that stays in the store: its name and its SLIP text.
pub const RESIDENT: (&str, &str) = ("runtime", include_str!("../runtime.slip"));

macro_rules! library {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../library/", $name, ".slip")))),*]
    };
}

/// The part of the run-time library that is on the drum: the name and SLIP text of each file.
pub const LIBRARY: &[(&str, &str)] =
    library!("alarm" "number" "input" "bits" "power" "functions" "output" "drum");

#[cfg(any(feature = "nim", feature = "images"))]
macro_rules! images {
    ($($name:literal)*) => {
        &[$(($name, include_bytes!(concat!("../", $name, ".drum")))),*]
    };
}

/// The names of programs and the contents of their drum images, in one group for each build feature.
static IMAGES: &[&[(&str, &[u8])]] = &[
    #[cfg(feature = "nim")]
    images!("nim"),
    #[cfg(all(feature = "nim", feature = "images"))]
    images!(
        "russian-nim" "combitron" "fair-nim" "nimbel" "modified-nimbel" "poker-nim" "grundy" "northcott"
        "laskers-nim" "kegler" "dawson" "mur"
    ),
    #[cfg(feature = "images")]
    images!(
        "primes" "queens" "man-or-boy" "jensen" "sort" "plot" "calendar" "pi" "inverse" "markov" "hanoi"
        "life" "magic" "dream"
    ),
];

/// The drum image of a program as the bytes of a file, or `None` if this crate was built without the image.
pub fn image(program: &str) -> Option<&'static [u8]> {
    let mut known = IMAGES.iter().copied().flatten();
    known.find(|(name, _)| *name == program).map(|(_, contents)| *contents)
}
