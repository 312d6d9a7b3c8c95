//! The programs that come with gier: one table. A row names the ALGOL text in `programs/` and
//! carries the drum image that our compiler made of it, `roms/NAME.drum`. How one is added
//! stands in `docs/adding.md`.

use anyhow::{Context, Result};
use gier_word::Image;
use include_dir::{Dir, include_dir};
use std::path::Path;

/// The folder `programs/` with all texts.
static TEXTS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../../programs");

/// What a program is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Played against the machine.
    Game,
    /// Shows what ALGOL or GIER can do.
    Example,
}

impl Kind {
    /// The kinds in the order of the list.
    pub const ALL: [Kind; 2] = [Kind::Game, Kind::Example];

    /// In lists for programs.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Game => "game",
            Kind::Example => "example",
        }
    }

    /// Over its part of the list for people.
    pub fn heading(self) -> &'static str {
        match self {
            Kind::Game => "Games",
            Kind::Example => "Examples",
        }
    }
}

/// A program that comes with gier.
#[derive(Debug)]
pub struct Program {
    /// Its name at the shell.
    pub name: &'static str,
    /// What it is for.
    pub kind: Kind,
    /// What it is, in one line.
    pub line: &'static str,
    /// Its ALGOL text, below `programs/`.
    pub text: &'static str,
    /// Where `comment library NAME;` finds its declarations, below `programs/`: the first folder
    /// that has one.
    pub libraries: &'static [&'static str],
    /// The drum image's file.
    image: &'static [u8],
}

/// All programs, in the order in which they are listed.
pub const PROGRAMS: &[Program] = &[
    Program {
        name: "nim",
        kind: Kind::Game,
        line: "NIM (DEMON-3), the match game of 1966; Danish, English, French, German",
        text: "nim/nim.alg",
        libraries: &["nim/library"],
        image: include_bytes!("../../../roms/nim.drum"),
    },
    Program {
        name: "russian-nim",
        kind: Kind::Game,
        line: "the NIM of a Russian textbook: up to 14 rows of 20; Russian, Danish, English",
        text: "russian-nim/russian-nim.alg",
        libraries: &["library"],
        image: include_bytes!("../../../roms/russian-nim.drum"),
    },
    Program {
        name: "combitron",
        kind: Kind::Game,
        line: "a Diehl Combitron calculator: its NIM, or a program of yours; Danish, English",
        text: "combitron/combitron.alg",
        libraries: &["library"],
        image: include_bytes!("../../../roms/combitron.drum"),
    },
    Program {
        name: "kegler",
        kind: Kind::Game,
        line: "Kayles: one pin or two neighbours; Danish, English, French, German",
        text: "fair-play/kegler.alg",
        libraries: FAIR_PLAY,
        image: include_bytes!("../../../roms/kegler.drum"),
    },
];

/// Where the games of FAIR PLAY find their declarations.
const FAIR_PLAY: &[&str] = &["fair-play/library", "nim/library"];

/// The match game, which is played if nothing else is said.
pub const NIM: &Program = &PROGRAMS[0];

/// The program of this name.
pub fn find(name: &str) -> Option<&'static Program> {
    PROGRAMS.iter().find(|program| program.name == name)
}

impl Program {
    /// The drum with the program on it.
    ///
    /// # Errors
    /// None, unless gier was built wrongly.
    pub fn image(&self) -> Result<Image> {
        Image::from_bytes(self.image).with_context(|| format!("the image of {} in this program", self.name))
    }

    /// The whole ALGOL text, with the declarations in the places where it calls for them: it can
    /// be compiled as it is.
    ///
    /// # Errors
    /// None, unless gier was built wrongly.
    pub fn source(&self) -> Result<String> {
        self.with_libraries(text(self.text).context(self.text)?)
    }

    fn with_libraries(&self, text: &str) -> Result<String> {
        let mut whole = String::new();
        for line in text.lines() {
            let called =
                line.trim().strip_prefix("_comment library ").and_then(|name| name.strip_suffix(';'));
            match called {
                Some(name) => {
                    let declaration =
                        self.declaration(name).with_context(|| format!("library text {name}"))?;
                    whole += &self.with_libraries(declaration)?;
                }
                None => whole.extend([line, "\n"]),
            }
        }
        Ok(whole)
    }

    /// The library text of this name.
    fn declaration(&self, name: &str) -> Option<&'static str> {
        self.libraries.iter().find_map(|folder| text(&format!("{folder}/{name}.alg")))
    }
}

/// A text below `programs/`.
fn text(path: &str) -> Option<&'static str> {
    TEXTS.get_file(Path::new(path))?.contents_utf8()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gier_algol::source::SourceText;

    /// The image that our compiler makes of some text.
    fn compiled(program: &Program, text: &str) -> Vec<u8> {
        let source = SourceText::clean(Path::new(program.text).file_name().unwrap().to_str().unwrap(), text);
        let mut library = |name: &str| Some(SourceText::clean(name, program.declaration(name)?));
        let (compilation, diagnostics) = gier_algol::compile(&[source], &mut library);
        assert!(diagnostics.is_empty(), "{}: {diagnostics:#?}", program.name);
        compilation.expect("a program without faults").image.to_bytes()
    }

    /// `UPDATE=1` writes the images anew.
    #[test]
    fn the_images_are_what_the_compiler_makes_of_the_texts() {
        for program in PROGRAMS {
            let built = compiled(program, text(program.text).unwrap());
            let name = format!("roms/{}.drum", program.name);
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(&name);
            if std::env::var_os("UPDATE").is_some() {
                std::fs::write(&path, &built).unwrap();
            }
            assert!(
                built == std::fs::read(&path).unwrap(),
                "{name}: run with UPDATE=1 and look at the paper"
            );
        }
    }

    #[test]
    fn the_text_that_is_shown_makes_the_same_image() {
        for program in PROGRAMS {
            let (shown, kept) = (program.source().unwrap(), text(program.text).unwrap());
            assert!(compiled(program, &shown) == compiled(program, kept), "{}", program.name);
        }
    }

    #[test]
    fn names_are_short_and_single() {
        for (place, program) in PROGRAMS.iter().enumerate() {
            assert!(PROGRAMS[..place].iter().all(|other| other.name != program.name), "{}", program.name);
            assert!(program.name.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{}", program.name);
            assert!(program.name.len() <= 16 && program.line.chars().count() <= 80, "{}", program.name);
            assert_eq!(find(program.name).unwrap().text, program.text);
        }
    }
}
