//! The programs that come with gier, in one table. Each row names a text in `programs/`, in ALGOL or SLIP. The
//! crate `gier-roms` has the drum image that our compiler or assembler made from it, `roms/NAME.drum`, so that a
//! program can be played without the compiler. `docs/adding.md` says how to add one.
//!
//! ```
//! let hanoi = gier_programs::find("hanoi").unwrap();
//! assert!(hanoi.text().contains("_begin"));
//! # #[cfg(feature = "images")]
//! assert!(hanoi.image().used_tracks().count() > 1);
//! ```

pub mod lessons;

#[cfg(any(feature = "nim", feature = "images"))]
use gier_word::Image;
use include_dir::{Dir, include_dir};

/// The folders below `programs/` with the declarations that programs include.
static LIBRARIES: &[(&str, Dir<'static>)] = &[
    ("library", include_dir!("$CARGO_MANIFEST_DIR/library")),
    #[cfg(feature = "nim")]
    ("nim/library", include_dir!("$CARGO_MANIFEST_DIR/nim/library")),
    #[cfg(feature = "nim")]
    ("fair-play/library", include_dir!("$CARGO_MANIFEST_DIR/fair-play/library")),
];

/// The kinds of program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A game that is played against the machine.
    Game,
    /// A piece of music for the loudspeaker.
    Music,
    /// An example of what ALGOL or GIER can do.
    Example,
}

impl Kind {
    /// All kinds, each with its word in machine-readable lists and its heading in lists for people. Lists show them in
    /// this sequence.
    pub const ALL: [(Kind, &str, &str); 3] = [
        (Kind::Game, "game", "Games"),
        (Kind::Music, "music", "Music"),
        (Kind::Example, "example", "Examples"),
    ];

    /// The word for the kind in machine-readable lists.
    pub fn word(self) -> &'static str {
        Kind::ALL.into_iter().find(|row| row.0 == self).expect("all kinds are listed").1
    }
}

/// A program that comes with gier.
#[derive(Debug)]
pub struct Program {
    /// The name of the program on the command line.
    pub name: &'static str,
    /// The kind of program.
    pub kind: Kind,
    /// A description of the program in one line.
    pub line: &'static str,
    /// The path of the text, below `programs/`.
    pub path: &'static str,
    /// The library folders of the program, below `programs/`. In the text, `comment library NAME;` includes a
    /// declaration from the first folder that has it.
    pub libraries: &'static [&'static str],
    contents: &'static str,
}

/// Expands to the contents of a text in `programs/`.
macro_rules! contents {
    ($($name:literal),+) => {
        include_str!(concat!("../", $($name),+))
    };
}

/// Expands to the row for an example, which is a text in `programs/examples/` without a library.
macro_rules! example {
    ($name:literal, $line:literal) => {
        Program {
            name: $name,
            kind: Kind::Example,
            line: $line,
            path: concat!("examples/", $name, ".alg"),
            libraries: &[],
            contents: contents!("examples/", $name, ".alg"),
        }
    };
}

/// All programs. Lists show them in this sequence.
pub static PROGRAMS: &[Program] = &[
    #[cfg(feature = "nim")]
    Program {
        name: "nim",
        kind: Kind::Game,
        line: "NIM (DEMON-3), the match game of 1966; Danish, English, French, German",
        path: "nim/nim.alg",
        libraries: &["nim/library"],
        contents: contents!("nim/nim.alg"),
    },
    #[cfg(feature = "nim")]
    Program {
        name: "russian-nim",
        kind: Kind::Game,
        line: "the NIM of a Russian textbook: up to 14 rows of 20; Russian, Danish, English",
        path: "russian-nim/russian-nim.alg",
        libraries: &["library"],
        contents: contents!("russian-nim/russian-nim.alg"),
    },
    #[cfg(feature = "nim")]
    Program {
        name: "combitron",
        kind: Kind::Game,
        line: "a Diehl Combitron calculator: its NIM, or a program of yours; Danish, English",
        path: "combitron/combitron.alg",
        libraries: &["library"],
        contents: contents!("combitron/combitron.alg"),
    },
    #[cfg(feature = "nim")]
    Program {
        name: "fair-nim",
        kind: Kind::Game,
        line: "FAIR PLAY 1: nim, the last match wins",
        path: "fair-play/fair-nim.alg",
        libraries: FAIR_PLAY,
        contents: contents!("fair-play/fair-nim.alg"),
    },
    #[cfg(feature = "nim")]
    Program {
        name: "nimbel",
        kind: Kind::Game,
        line: "FAIR PLAY 2: nimbel, matches move to the left on a strip",
        path: "fair-play/nimbel.alg",
        libraries: FAIR_PLAY,
        contents: contents!("fair-play/nimbel.alg"),
    },
    #[cfg(feature = "nim")]
    Program {
        name: "modified-nimbel",
        kind: Kind::Game,
        line: "FAIR PLAY 3: nimbel with one match on a square, and no passing",
        path: "fair-play/modified-nimbel.alg",
        libraries: FAIR_PLAY,
        contents: contents!("fair-play/modified-nimbel.alg"),
    },
    #[cfg(feature = "nim")]
    Program {
        name: "poker-nim",
        kind: Kind::Game,
        line: "FAIR PLAY 4: nim with a reserve to add from",
        path: "fair-play/poker-nim.alg",
        libraries: FAIR_PLAY,
        contents: contents!("fair-play/poker-nim.alg"),
    },
    #[cfg(feature = "nim")]
    Program {
        name: "grundy",
        kind: Kind::Game,
        line: "FAIR PLAY 5: Grundy's game, a heap is divided into two of different size",
        path: "fair-play/grundy.alg",
        libraries: FAIR_PLAY,
        contents: contents!("fair-play/grundy.alg"),
    },
    #[cfg(feature = "nim")]
    Program {
        name: "northcott",
        kind: Kind::Game,
        line: "FAIR PLAY 6: Northcott's game, two matches in each row of a chessboard",
        path: "fair-play/northcott.alg",
        libraries: FAIR_PLAY,
        contents: contents!("fair-play/northcott.alg"),
    },
    #[cfg(feature = "nim")]
    Program {
        name: "laskers-nim",
        kind: Kind::Game,
        line: "FAIR PLAY 7: Lasker's nim, take from a heap or divide it",
        path: "fair-play/laskers-nim.alg",
        libraries: FAIR_PLAY,
        contents: contents!("fair-play/laskers-nim.alg"),
    },
    #[cfg(feature = "nim")]
    Program {
        name: "kegler",
        kind: Kind::Game,
        line: "FAIR PLAY 8: Kayles, knock down one pin or two neighbours",
        path: "fair-play/kegler.alg",
        libraries: FAIR_PLAY,
        contents: contents!("fair-play/kegler.alg"),
    },
    #[cfg(feature = "nim")]
    Program {
        name: "dawson",
        kind: Kind::Game,
        line: "FAIR PLAY 9: Dawson's chess, pawns that must capture",
        path: "fair-play/dawson.alg",
        libraries: FAIR_PLAY,
        contents: contents!("fair-play/dawson.alg"),
    },
    Program {
        name: "dream",
        kind: Kind::Music,
        line: "Drømde mik en drøm i nat, a tune of about 1300, on the loudspeaker",
        path: "music/dream.slip",
        libraries: &[],
        contents: contents!("music/dream.slip"),
    },
    example!("primes", "the sieve of Eratosthenes, forty numbers to a word: pack and split"),
    example!("queens", "queens that do not threaten each other: recursion, and a way out by go to"),
    example!("man-or-boy", "Knuth's test of 1964: recursion, call by name, environments"),
    example!("jensen", "Jensen's device: one procedure for any sum"),
    example!("sort", "512 numbers sorted in runs and merged on the drum: todrum and fromdrum"),
    example!("plot", "a damped swing, drawn by the typewriter"),
    example!("calendar", "a month of any year since 1583; Sundays in red"),
    example!("pi", "50 decimals by Machin's series of 1706: long numbers in arrays"),
    example!("inverse", "a matrix inverted by Gauss and Jordan, and what 29 bits make of Hilbert's"),
    example!("markov", "new text out of the guest's own, after Shannon 1948"),
    example!("hanoi", "the Towers of Hanoi: one procedure that calls itself twice"),
    example!("life", "Conway's game of 1970: a glider, and what it meets"),
    example!("magic", "magic squares of odd order: an array as large as the guest says"),
    #[cfg(feature = "nim")]
    Program {
        name: "mur",
        kind: Kind::Example,
        line: "FAIR PLAY: values of Grundy's game, Kayles and Dawson's chess, up to 1222",
        path: "fair-play/mur.alg",
        libraries: FAIR_PLAY,
        contents: contents!("fair-play/mur.alg"),
    },
];

/// The library folders of the games from the Danish text *FAIR PLAY*.
#[cfg(feature = "nim")]
const FAIR_PLAY: &[&str] = &["fair-play/library", "nim/library"];

/// The default program: the match game NIM, or the first example in a build without the feature `nim`.
pub const DEFAULT: &Program = &PROGRAMS[if cfg!(feature = "nim") { 0 } else { 1 }];

/// The drum image of NIM, available without compiling.
#[cfg(feature = "nim")]
pub fn nim_image() -> Image {
    bundled(DEFAULT)
}

/// The five games of NIM that the book of 1966 prints: the keys of the guest, and the paper. On the paper,
/// `‹red›` and `‹black›` show changes of the ribbon.
#[cfg(feature = "nim")]
pub mod book {
    /// The text that the guest types in the five games.
    pub const TYPED: &str = include_str!("../nim/typed-da.txt");
    /// The paper after the five games.
    pub const PAPER: &str = include_str!("../nim/paper-da.txt");
}

macro_rules! texts {
    ($($file:literal)*) => {
        &[$(($file, include_str!(concat!("../bench/", $file)))),*]
    };
}

/// The benchmark programs of `gier bench`, as names and texts. Each does a different kind of work. The
/// beginning of the text explains the program.
pub static BENCH: &[(&str, &str)] = texts!(
    "tight.slip" "mixed.slip" "modify-ga.slip" "modify-gt.slip" "modify-pt.slip" "modify-ac.slip"
    "modify-gr.slip" "sums.slip" "floating.slip" "whole.slip" "marks.slip" "drum.slip"
    "typewriter.slip" "arrays.alg" "procedures.alg"
);

#[cfg(any(feature = "nim", feature = "images"))]
fn bundled(program: &Program) -> Image {
    let image = gier_roms::image(program.name).expect("the image of every program is bundled");
    Image::from_bytes(image).expect("a test compares every image with its text")
}

/// The program with exactly this name.
pub fn find(name: &str) -> Option<&'static Program> {
    PROGRAMS.iter().find(|program| program.name == name)
}

/// The program for a name typed by the user: its full name, or a prefix that fits no other name.
/// Case and surrounding blanks are ignored.
///
/// Returns a message if no name fits or if several names fit. In the second case it lists the names.
pub fn meant(typed: &str) -> Result<&'static Program, String> {
    let typed = typed.trim().to_lowercase();
    let begin_so: Vec<&Program> =
        PROGRAMS.iter().filter(|program| program.name.starts_with(&typed)).collect();
    match (find(&typed), begin_so.as_slice()) {
        (Some(program), _) | (None, &[program]) => Ok(program),
        (None, []) => Err(format!("no program is called {typed}")),
        (None, several) => {
            let names: Vec<&str> = several.iter().map(|program| program.name).collect();
            Err(format!("{typed} may be {}", names.join(", ")))
        }
    }
}

impl Program {
    /// The drum image of the program.
    #[cfg(feature = "images")]
    pub fn image(&self) -> Image {
        bundled(self)
    }

    /// Whether the text is in SLIP. Otherwise it is in ALGOL.
    pub fn is_slip(&self) -> bool {
        self.path.ends_with(".slip")
    }

    /// The text as it is in `programs/`.
    pub fn text(&self) -> &'static str {
        self.contents
    }

    /// The complete text, with the library declarations inserted, so that it can be compiled alone.
    pub fn source(&self) -> String {
        self.with_libraries(self.text())
    }

    fn with_libraries(&self, text: &str) -> String {
        let mut whole = String::new();
        for line in text.lines() {
            let called =
                line.trim().strip_prefix("_comment library ").and_then(|name| name.strip_suffix(';'));
            match called {
                Some(name) => {
                    let declaration = self.declaration(name).expect("a test compiles every program");
                    whole += &self.with_libraries(declaration);
                }
                None => whole.extend([line, "\n"]),
            }
        }
        whole
    }

    /// The library text with this name, or `None` if the library folders of the program do not have it.
    pub fn declaration(&self, name: &str) -> Option<&'static str> {
        let file = format!("{name}.alg");
        let has = |folder: &&str| {
            let (_, files) = LIBRARIES.iter().find(|(known, _)| known == folder)?;
            files.files().find(|known| known.path().as_os_str() == file.as_str())?.contents_utf8()
        };
        self.libraries.iter().find_map(has)
    }
}
