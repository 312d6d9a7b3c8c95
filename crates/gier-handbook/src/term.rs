//! Words about GIER that a beginner meets, one sentence each, for `gier help`. `docs/glossary.md` has more; a test
//! compares the two, because a published crate cannot include a file of `docs/`.

/// A word, and what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// The word in English and in Danish.
    pub words: [&'static str; 2],
    /// What it means, in English and in Danish.
    pub meanings: [&'static str; 2],
}

const fn term(words: [&'static str; 2], english: &'static str, danish: &'static str) -> Term {
    Term { words, meanings: [english, danish] }
}

/// All words, in alphabetical order.
pub const TERMS: [Term; 16] = [
    term(
        ["cell", "celle"],
        "A place of the store: 40 bits and two marks.",
        "En plads i lageret: 40 bit og to mærker.",
    ),
    term(
        ["desk", "kontrolbord"],
        "The lamps and keys of the machine; gier panel shows it.",
        "Maskinens lamper og taster; gier panel viser det.",
    ),
    term(
        ["drum", "tromle"],
        "The backing store of 320 tracks, on which programs wait; a file .drum is its image.",
        "Baggrundslageret med 320 kanaler, hvor programmerne venter; en fil .drum er en kopi af den.",
    ),
    term(
        ["ferrite", "ferritlager"],
        "The working store of 1024 cells, in which a program runs.",
        "Arbejdslageret med 1024 celler, hvor et program udføres.",
    ),
    term(
        ["image", "billede"],
        "The contents of a drum as a file, which gier run starts.",
        "En tromles indhold som en fil, som gier run starter.",
    ),
    term(
        ["increment", "tælledel"],
        "Bits 10-19 of an order: t, which is added to its address each time.",
        "Bit 10-19 i en ordre: t, som lægges til dens adresse hver gang.",
    ),
    term(
        ["indicator", "indikator"],
        "Ten bits that orders set, and that the conditions of other orders test.",
        "Ti bit, som ordrer sætter, og som andre ordrers betingelser spørger om.",
    ),
    term(
        ["mark", "mærke"],
        "Bits 40 and 41 of a cell: mark a and mark b.",
        "Bit 40 og 41 i en celle: a- og b-mærket.",
    ),
    term(
        ["micro-operation", "mikrooperation"],
        "GIER's unit of time, 1/460850 s; an order costs about twenty.",
        "GIERs tidsenhed, 1/460850 s; en ordre koster omkring tyve.",
    ),
    term(
        ["monitor", "monitor"],
        "The program on track 0 that takes an operator's commands, such as HELP 3: a small operating system.",
        "Programmet på kanal 0, der modtager en operatørs kommandoer, for eksempel HELP 3: et lille styresystem.",
    ),
    term(
        ["paper", "papir"],
        "What the typewriter printed; --paper saves it.",
        "Hvad skrivemaskinen har skrevet; --paper gemmer det.",
    ),
    term(
        ["SLIP", "SLIP"],
        "GIER's assembler and its language: gier my.slip runs a text, gier help order lists the orders, and lessons 9 to 12 teach it.",
        "GIERs assembler og dens sprog: gier my.slip udfører en tekst, gier help order viser ordrerne, og lektionerne 9 til 12 lærer den fra sig.",
    ),
    term(
        ["spill", "spill"],
        "A floating number became too large: GIER jumps to cell 0, and ALGOL types the alarm.",
        "Et flydende tal blev for stort: GIER springer til celle 0, og ALGOL skriver alarmen.",
    ),
    term(
        ["tape", "strimmel"],
        "Paper tape of eight holes, for the reader and the punch; gier tape converts it.",
        "Papirstrimmel med otte huller, til læseren og perforatoren; gier tape omsætter den.",
    ),
    term(["track", "kanal"], "40 cells of the drum.", "40 celler på tromlen."),
    term(
        ["typewriter", "skrivemaskine"],
        "It prints in black and red, and programs read its keys: write and writetext of ALGOL, sy after vy 16 in SLIP.",
        "Den skriver med sort og rødt, og programmer læser dens taster: write og writetext i ALGOL, sy efter vy 16 i SLIP.",
    ),
];

/// Finds a word in either language.
pub fn find(word: &str) -> Option<&'static Term> {
    TERMS.iter().find(|term| term.words.iter().any(|known| known.eq_ignore_ascii_case(word)))
}
