//! The words of the page in its two languages. GIER's own words stay untranslated.

use crate::guest::State;

/// The language of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Danish.
    Danish,
}

impl Language {
    /// The language of a two-letter code; English unless the code begins with `da`.
    pub fn of_code(code: &str) -> Language {
        if code.starts_with("da") { Language::Danish } else { Language::English }
    }

    /// The language's two-letter code.
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Danish => "da",
        }
    }

    /// Returns the one of these two texts that is in this language.
    pub const fn of<'a>(self, english: &'a str, danish: &'a str) -> &'a str {
        match self {
            Language::English => english,
            Language::Danish => danish,
        }
    }

    /// The text of a place on the page. Panics if the table lacks the name, which is a bug in
    /// gier.
    pub fn word(self, name: &str) -> &'static str {
        let (_, english, danish) = WORDS
            .iter()
            .find(|(known, _, _)| *known == name)
            .unwrap_or_else(|| panic!("the page has a place {name} without words"));
        self.of(english, danish)
    }

    /// The line under the sheet, which names the machine's state.
    pub fn state(self, state: State) -> String {
        match state {
            State::Working => self.of("GIER works.", "GIER arbejder.").to_string(),
            State::AwaitingKey => self.of("GIER waits for a key.", "GIER venter på en tast.").to_string(),
            State::AwaitingTape => self
                .of("GIER waits for a tape in the reader.", "GIER venter på en strimmel i læseren.")
                .to_string(),
            State::Standing => self.of("The machine stands still.", "Maskinen står stille.").to_string(),
            State::Stopped(cause) => {
                format!("{} {cause}", self.of("The machine has stopped:", "Maskinen er standset:"))
            }
        }
    }
}

/// The name of each place on the page, with its English and its Danish text.
pub const WORDS: &[(&str, &str, &str)] = &[
    ("program", "Program", "Program"),
    ("page-language", "Page in", "Side på"),
    ("panel", "Machine room", "Maskinrum"),
    ("typewriter", "Typewriter", "Skrivemaskine"),
    ("desk", "Desk", "Kontrolbord"),
    ("start", "START", "START"),
    ("stop", "STOP", "STOP"),
    ("single", "One order", "Én ordre"),
    ("flat-out", "flat out", "fuld fart"),
    ("again", "From the beginning", "Fra begyndelsen"),
    ("own", "A program of your own", "Et program af Dem selv"),
    (
        "own-help",
        "GIER ALGOL III; underlined words are written with an underscore: _begin.",
        "GIER ALGOL III; understregede ord skrives med understregning foran: _begin.",
    ),
    ("compile", "Compile and run", "Oversæt og kør"),
    ("show-source", "The text of this program", "Programmets tekst"),
    ("keep", "Keep and bring", "Gem og hent"),
    ("print", "Print the paper", "Udskriv papiret"),
    ("save-text", "Paper as text", "Papiret som tekst"),
    ("save-svg", "Paper as picture", "Papiret som billede"),
    ("save-log", "Session", "Forløbet"),
    ("sounds", "What is heard", "Det der høres"),
    ("sound", "Sound", "Lyd"),
    ("loudspeaker", "Loudspeaker", "Højttaler"),
    ("strokes", "Typewriter", "Skrivemaskine"),
    ("reader", "Tape reader", "Strimmellæser"),
    ("save-sound", "Sound of the session", "Forløbets lyd"),
    ("no-sound", "this browser gives the page no sound", "denne browser giver ikke siden lyd"),
    ("too-long", "the session is too long for a sound file", "forløbet er for langt til en lydfil"),
    ("save-tape", "Punched tape", "Hulstrimmel"),
    (
        "bring",
        "Bring a session, a drum image or paper tapes (or drop them on the page):",
        "Hent et forløb, et tromlebillede eller hulstrimler (eller slip dem på siden):",
    ),
    (
        "about",
        "GIER, 1961, emulated order by order. NIM: DEMON-3 by Jørgen Kjær, Haldor Topsøe, 1966. Initials are two or three letters.",
        "GIER, 1961, efterlignet ordre for ordre. NIM: DEMON-3 af Jørgen Kjær, Haldor Topsøe, 1966. Initialer er to eller tre bogstaver.",
    ),
    ("sheet", "The sheet of paper", "Papiret"),
    ("keys", "The keys of the typewriter", "Skrivemaskinens taster"),
    ("buttons", "The buttons of the desk", "Kontrolbordets knapper"),
    ("pace", "The pace", "Farten"),
    ("source", "ALGOL text", "ALGOL-tekst"),
    ("lamps", "The lamps of the registers", "Registrenes lamper"),
    ("dead-key", "dead key: GIER does not listen now", "død tast: GIER lytter ikke nu"),
    ("no-key", "GIER's typewriter has no such key", "GIERs skrivemaskine har ingen sådan tast"),
    ("shift", "capitals", "store"),
    ("space", "blank", "mellemrum"),
    ("return", "return", "vognretur"),
    (
        "unknown-file",
        "this is no session, no drum image, no tape and no text",
        "det er hverken et forløb, et tromlebillede, en strimmel eller en tekst",
    ),
    ("no-file", "this file cannot be read", "filen kan ikke læses"),
    ("undo", "Undo", "Fortryd"),
    ("cancel", "Cancel", "Afbryd"),
    ("replaying", "The session is being replayed.", "Forløbet spilles igennem."),
    (
        "not-kept",
        "This browser does not store the session: its storage is full or switched off.",
        "Denne browser gemmer ikke forløbet: dens lager er fuldt eller slået fra.",
    ),
    (
        "kept-elsewhere",
        "Another tab has the stored session. Nothing of this one is stored.",
        "Det gemte forløb hører til et andet faneblad. Dette gemmes ikke.",
    ),
    ("take-over", "Take it over", "Overtag det"),
    ("tongue", "Language of the text", "Tekstens sprog"),
    ("nothing-punched", "Nothing has been punched.", "Der er ikke hullet noget."),
    ("compiled", "No faults.", "Ingen fejl."),
    ("own-title", "your program", "Deres program"),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// The line under the sheet while the lamp of the keys is lit.
    #[test]
    fn the_page_says_that_gier_waits() {
        let said = [Language::English, Language::Danish].map(|language| language.state(State::AwaitingKey));
        assert_eq!(said, ["GIER waits for a key.", "GIER venter på en tast."]);
    }

    #[test]
    fn every_place_of_the_page_has_its_words() {
        let page = include_str!("../page/index.html");
        for mark in ["data-word=\"", "data-label=\""] {
            for place in page.split(mark).skip(1) {
                let name = place.split('"').next().unwrap();
                assert!(!Language::Danish.word(name).is_empty());
            }
        }
    }
}
