//! The texts of the page in Danish and English. Names on the machine itself, such as HELP, are not
//! translated.

use crate::dom;
use crate::visit::State;
use gier_desk::ProgramEnd;
pub use gier_messages::Language;

/// The key under which the browser stores the visitor's language.
const KEPT: &str = "gier-language";

/// What the page says in a language.
pub trait Words: Sized {
    /// The language in which the page should greet the visitor. The address of the page can contain it
    /// (`?lang=da`). Otherwise, it is the visitor's last choice, or else the language of the browser.
    fn of_visitor() -> Self;

    /// Stores this language as the visitor's choice.
    fn keep(self);

    /// The text with this name in this language. Panics if [`WORDS`] has no such name, which is a bug
    /// in gier.
    fn word(self, name: &str) -> &'static str;

    /// Describes the state of the machine in a few words. If an alarm ended the program, `alarm` is the alarm
    /// with its place in the source text.
    fn state(self, state: &State, alarm: Option<&str>, is_typing: bool) -> String;
}

impl Words for Language {
    fn of_visitor() -> Language {
        let code = dom::asked("lang").or_else(|| dom::kept(KEPT));
        Language::of_code(&code.or_else(|| dom::window().navigator().language()).unwrap_or_default())
    }

    fn keep(self) {
        dom::keep(KEPT, self.code());
    }

    fn word(self, name: &str) -> &'static str {
        let (_, english, danish) = WORDS
            .iter()
            .find(|(known, _, _)| *known == name)
            .unwrap_or_else(|| panic!("the page has a place {name} without words"));
        self.of([english, danish])
    }

    fn state(self, state: &State, alarm: Option<&str>, is_typing: bool) -> String {
        match (state, alarm) {
            (State::Works, _) if is_typing => self.word("typing").to_string(),
            (State::Works, _) => self.word("calculating").to_string(),
            (State::AwaitsKey, _) => self.word("your-move").to_string(),
            (State::AwaitsTape, _) => self.word("wants-tape").to_string(),
            (State::Stands(_), _) => self.word("standing").to_string(),
            (State::Stopped(_), Some(alarm)) => {
                let (word, place) = alarm.split_once(" alarm").unwrap_or((alarm, ""));
                let english = format!("The program stopped: alarm “{word}”{place}.");
                gier_messages::alarm(self, &english).into_owned()
            }
            (State::Stopped(cause), None) => match ProgramEnd::from(*cause) {
                ProgramEnd::Finished => self.word("ended").to_string(),
                ProgramEnd::Alarm => self.word("alarm").to_string(),
                ProgramEnd::Stopped(cause) => format!("{} {cause}.", self.word("stopped")),
            },
        }
    }
}

/// All texts of the page: the name, the English text, and the Danish text.
#[rustfmt::skip]
pub const WORDS: &[(&str, &str, &str)] = &[
    // Texts of the page's head.
    ("page-title", "GIER, a Danish computer of 1961", "GIER, en dansk regnemaskine fra 1961"),
    ("programs", "Programs", "Programmer"),
    ("take-tour", "Tour", "Rundtur"),
    ("write-own", "Write your own", "Skriv selv"),
    ("panel", "Machine room", "Maskinrum"),
    ("play-link", "Play", "Spil"),
    ("lessons", "Lessons", "Lektioner"),
    ("handbook", "Handbook", "Håndbog"),
    ("menu", "Menu", "Menu"),
    ("close", "Close", "Luk"),
    ("page-language", "Language of the page", "Sidens sprog"),
    ("skip", "To the machine", "Til maskinen"),
    // Texts of the introduction.
    ("headline", "Play against a computer of 1961.", "Spil mod en regnemaskine fra 1961."),
    ("intro", "GIER is a Danish computer of 1961. Jørgen Kjær of Haldor Topsøe wrote this match game to entertain the firm’s guests; his book about it is from 1966. Here the same program runs again, order by order.", "GIER er en dansk regnemaskine fra 1961. Jørgen Kjær hos Haldor Topsøe skrev dette tændstikspil for at underholde firmaets gæster; hans bog om det er fra 1966. Her kører det samme program igen, ordre for ordre."),
    ("how-to-win", "How to win", "Sådan vinder du"),
    ("what-is-this", "What am I looking at?", "Hvad er det, jeg ser?"),
    ("object-name", "GIER, 1961.", "GIER, 1961."),
    ("object", "Made by Regnecentralen for the Geodetic Institute. 1024 cells of 42 bits, a drum, a typewriter. About fifty were built.", "Bygget af Regnecentralen til Geodætisk Institut. 1024 celler på 42 bits, en tromle, en skrivemaskine. Der blev bygget omkring halvtreds."),
    // Texts about what GIER wants.
    ("side", "What GIER wants", "Hvad GIER vil"),
    ("typing-pace", "Ten characters a second, as in 1961.", "Ti tegn i sekundet, som i 1961."),
    ("faster", "Faster", "Hurtigere"),
    ("use-keys", "Keys", "Taster"),
    ("rule", "Three heaps of matches. Who takes the last match wins.", "Tre bunker tændstikker. Den, der tager den sidste, vinder."),
    ("back-in-box", "The matches are back in the box.", "Tændstikkerne er i æsken igen."),
    ("no-rubbing", "GIER’s typewriter cannot rub out. Type on.", "GIERs skrivemaskine kan ikke slette. Skriv videre."),
    ("your-move", "Your move", "Din tur"),
    ("typing", "GIER types", "GIER skriver"),
    ("calculating", "GIER calculates", "GIER regner"),
    ("wants-tape", "GIER waits for a tape in the reader.", "GIER venter på en strimmel i læseren."),
    ("standing", "GIER is stopped. Press START.", "GIER er standset. Tryk på START."),
    ("ended", "The program has ended.", "Programmet er slut."),
    ("alarm", "The program stopped with an alarm.", "Programmet standsede med en alarm."),
    ("stopped", "The machine has stopped:", "Maskinen er standset:"),
    ("answer-letter", "Press [d] [e] [f] or [g].", "Tryk på [d] [e] [f] eller [g]."),
    ("answer-initials", "Type two or three letters, then [space].", "Skriv to eller tre bogstaver og slut med [mellemrum]."),
    ("answer-number", "Type a number, then [space].", "Skriv et tal og slut med [mellemrum]."),
    ("answer-jn", "Press [j] for yes or [n] for no.", "Tryk på [j] for ja eller [n] for nej."),
    ("answer-yn", "Press [y] for yes or [n] for no.", "Tryk på [y] for ja eller [n] for nej."),
    ("answer-on", "Press [o] for yes or [n] for no.", "Tryk på [o] for ja eller [n] for nej."),
    ("answer-any", "Type your answer. A number ends with [space].", "Skriv dit svar. Et tal slutter med [mellemrum]."),
    ("won", "You have won.", "Du har vundet."),
    ("lost", "GIER has won.", "GIER har vundet."),
    ("heap", "Group", "Bunke"),
    ("heaps", "The heaps of matches", "Bunkerne af tændstikker"),
    ("dead-key", "Wait for the lamp.", "Vent på lampen."),
    ("no-key", "GIER’s typewriter has no such key.", "GIERs skrivemaskine har ingen sådan tast."),
    // Texts of the typewriter.
    ("typewriter", "Typewriter", "Skrivemaskine"),
    ("sheet", "The sheet of paper", "Papiret"),
    ("keys", "The keys of the typewriter", "Skrivemaskinens taster"),
    ("shift", "capitals", "store bogstaver"),
    ("space", "space", "mellemrum"),
    ("return", "return", "vognretur"),
    ("system-keys", "the keyboard of this device", "tastaturet på denne enhed"),
    ("show-keys", "GIER’s keys", "GIERs taster"),
    ("type-here", "Type here:", "Skriv her:"),
    // Texts of the control board.
    ("board", "Main control board", "Kontrolbord"),
    ("board-open", "Board", "Kontrolbord"),
    ("reads-key", "reads a key", "læser en tast"),
    ("glows", "glows as it calculates", "lyser, mens den regner"),
    ("lamps", "The lamps of the chosen register", "Det valgte registers lamper"),
    ("choose", "The register that the lamps show", "Det register, lamperne viser"),
    ("buttons", "The buttons of the board", "Kontrolbordets knapper"),
    ("start", "START", "START"),
    ("stop", "STOP", "STOP"),
    ("single", "ONE ORDER", "ÉN ORDRE"),
    ("help", "HELP", "HJÆLP"),
    ("orders", "orders", "ordrer"),
    ("stop-first", "Press STOP first: the buttons set a register only while GIER rests.", "Tryk på STOP først: knapperne sætter kun et register, mens GIER hviler."),
    ("no-bit", "This register has no bit there that a button can set.", "Dette register har ingen bit der, som en knap kan sætte."),
    ("register-R", "R, the accumulator: GIER calculates here. 40 bits and two marks.", "R, akkumulatoren: her regner GIER. 40 bits og to mærker."),
    ("register-M", "M, the multiplier: the second half of long products.", "M, multiplikatoren: den anden halvdel af lange produkter."),
    ("register-O", "O, the order that GIER executes next.", "O, den ordre, GIER udfører næste gang."),
    ("register-r1", "r1, the number of the cell with the next order.", "r1, nummeret på cellen med den næste ordre."),
    ("register-s", "s, the subroutine register: where a subroutine returns to.", "s, underprogramregistret: hvor et underprogram vender tilbage til."),
    ("register-p", "p, the index register: it is added to addresses.", "p, indeksregistret: det lægges til adresser."),
    ("register-in", "in, the indicator: ten signals that orders set and test.", "in, indikatoren: ti signaler, som ordrer sætter og prøver."),
    ("register-by", "by, the devices that are switched on: reader, punch, typewriter.", "by, de enheder, der er slået til: læser, huller, skrivemaskine."),
    ("register-tk", "tk, the chosen track of the drum.", "tk, den valgte kanal på tromlen."),
    // Texts for speed and sound.
    ("pace", "Speed", "Fart"),
    ("pace-1", "as in 1961", "som i 1961"),
    ("pace-4", "4 ×", "4 ×"),
    ("flat-out", "flat out", "fuld fart"),
    ("again", "Start over", "Forfra"),
    ("sounds", "Sound", "Lyd"),
    ("sound", "Sound", "Lyd"),
    ("loudspeaker", "Loudspeaker", "Højttaler"),
    ("strokes", "Typewriter", "Skrivemaskine"),
    ("reader", "Tape reader", "Strimmellæser"),
    ("no-sound", "There is no sound: this browser has no loudspeaker for the page.", "Ingen lyd: denne browser har ingen højttaler til siden."),
    // Texts of the gallery.
    ("gallery-help", "Each picture is what the program leaves on the paper. Your game stays where it is: Undo brings it back.", "Hvert billede er det, programmet efterlader på papiret. Dit spil bliver, hvor det er: Fortryd henter det tilbage."),
    ("gallery-title", "What GIER can type", "Hvad GIER kan skrive"),
    ("on-the-desk", "on the desk now", "på bordet nu"),
    ("kinds", "Kinds of programs", "Slags programmer"),
    ("kind-all", "All", "Alle"),
    ("kind-game", "Games", "Spil"),
    ("kind-drawing", "Drawings", "Tegninger"),
    ("kind-music", "Music", "Musik"),
    ("kind-puzzle", "Puzzles", "Gåder"),
    ("kind-number", "Numbers", "Tal"),
    ("kind-table", "Tables", "Tabeller"),
    ("kind-text", "Words", "Ord"),
    // Texts of the editor.
    ("own", "A program of your own", "Dit eget program"),
    ("lesson", "Lesson", "Lektion"),
    ("lesson-list", "All lessons. A lit lamp is a lesson that you have done.", "Alle lektioner. En tændt lampe er en lektion, du har løst."),
    ("check", "Check", "Prøv"),
    ("a-hint", "A hint", "Et råd"),
    ("hint", "Hint:", "Råd:"),
    ("a-solution", "A solution", "En løsning"),
    ("next-lesson", "Next lesson", "Næste lektion"),
    ("saved-here", "Saved in this browser", "Gemt i denne browser"),
    ("typed-in", "typed in", "tastet ind"),
    ("should-type", "should type", "skal skrive"),
    ("gier-typed", "GIER typed", "GIER skrev"),
    ("right", "right", "rigtigt"),
    ("wrong", "wrong", "forkert"),
    ("all-right", "All is right.", "Alt er rigtigt."),
    ("own-help", "ALGOL in the handbook", "ALGOL i håndbogen"),
    ("source", "Text of the program", "Programmets tekst"),
    ("tongue", "Language of the text", "Tekstens sprog"),
    ("compile", "Compile and run", "Oversæt og kør"),
    ("show-source", "The text of this program", "Programmets tekst"),
    ("template", "Begin with an example", "Begynd med et eksempel"),
    ("template-choose", "Examples", "Eksempler"),
    ("template-hello", "A greeting", "En hilsen"),
    ("template-table", "A table", "En tabel"),
    ("template-question", "A question", "Et spørgsmål"),
    ("template-drawing", "A drawing", "En tegning"),
    ("compiling", "The compiler reads the text.", "Oversætteren læser teksten."),
    ("compiled", "No faults.", "Ingen fejl."),
    ("own-title", "your program", "dit program"),
    ("share-text", "Share", "Del"),
    ("share-session", "Share this", "Del dette"),
    ("not-compiled", "Not compiled. The paper shows the last run.", "Ikke oversat. Papiret viser den sidste kørsel."),
    ("symbols", "Symbols of ALGOL", "ALGOLs symboler"),
    ("share", "Share", "Del"),
    ("copy", "Copy the link", "Kopiér linket"),
    ("copied", "The link is in the clipboard.", "Linket ligger i udklipsholderen."),
    ("share-help", "The link carries all of it; nothing has left this computer.", "Linket rummer det hele; intet har forladt denne computer."),
    ("offer", "This link carries a program or a session. Open it?", "Dette link rummer et program eller et forløb. Skal det åbnes?"),
    ("take-offer", "Open it", "Åbn det"),
    ("leave-offer", "Leave it", "Lad være"),
    // Texts for files.
    ("keep", "Save and open", "Gem og hent"),
    ("print", "Print the paper", "Udskriv papiret"),
    ("save-text", "Paper as text", "Papiret som tekst"),
    ("save-svg", "Paper as picture", "Papiret som billede"),
    ("save-log", "Session", "Forløbet"),
    ("save-sound", "Sound of the session", "Forløbets lyd"),
    ("save-drawing", "Drawing of the plotter", "Plotterens tegning"),
    ("save-reel", "Magnetic tape", "Magnetbånd"),
    ("save-tape", "Punched tape", "Hulstrimmel"),
    (
        "bring",
        "Open a session, a drum image, paper tapes, a reel of magnetic tape (.tap) or a text, or drop them on the page:",
        "Hent et forløb, et tromlebillede, hulstrimler, en spole magnetbånd (.tap) eller en tekst, eller slip dem på siden:",
    ),
    ("unknown-file", "this is no session, no drum image, no tape and no text.", "det er hverken et forløb, et tromlebillede, en strimmel eller en tekst."),
    ("system-kept", "This tape of a system is kept for the programs that need it.", "Denne systemstrimmel gemmes til de programmer, der skal bruge den."),
    ("system-missing", "this program needs a system whose tapes are not here yet. Drop it on the page again, together with these tapes of", "programmet skal bruge et system, hvis strimler endnu mangler. Slip det på siden igen sammen med disse strimler til"),
    ("no-program", "There is no program", "Der er intet program"),
    ("no-file", "this file cannot be read.", "filen kan ikke læses."),
    ("too-long", "The session is too long for a sound file.", "Forløbet er for langt til en lydfil."),
    ("nothing-drawn", "The plotter has drawn nothing.", "Plotteren har ikke tegnet noget."),
    ("nothing-on-reels", "Nothing has been written on magnetic tape.", "Der er ikke skrevet noget på magnetbånd."),
    ("reel-mounted", "The reel is on magnetic tape station", "Spolen sidder på magnetbåndstation"),
    ("reel-kept", "This GIER has no magnetic tape station. The reel is kept for the next program that needs one.", "Denne GIER har ingen magnetbåndstation. Spolen gemmes til det næste program, der skal bruge en."),
    ("nothing-punched", "Nothing has been punched.", "Der er ikke hullet noget."),
    ("undo", "Undo", "Fortryd"),
    ("cancel", "Cancel", "Afbryd"),
    ("replaying", "The session is being replayed.", "Forløbet spilles igennem."),
    ("not-kept", "This browser does not store the session: its storage is full or switched off.", "Denne browser gemmer ikke forløbet: dens lager er fuldt eller slået fra."),
    ("kept-elsewhere", "Another tab has the stored session. Nothing of this one is stored.", "Det gemte forløb hører til et andet faneblad. Dette gemmes ikke."),
    ("take-over", "Take it over", "Overtag det"),
    // Texts for the devices.
    ("drawing", "From the plotter", "Fra plotteren"),
    ("see-drawing", "See the plotter’s drawing", "Se plotterens tegning"),
    ("save-this-drawing", "Save the drawing", "Gem tegningen"),
    ("device-added", "The program needs a device that this GIER lacked, so GIER was given", "Programmet skal bruge en enhed, som denne GIER manglede. GIER har derfor fået"),
    ("device-buffer", "a buffer store", "et bufferlager"),
    ("device-station", "a magnetic tape station with a reel", "en magnetbåndstation med en spole"),
    ("device-carrousel", "a carrousel", "en karrusel"),
    ("device-disc", "a block disc", "et blokpladelager"),
    ("device-plotter", "a plotter", "en plotter"),
    ("device-turbo", "the faster GIER on which pc works as hv", "den hurtigere GIER, hvor pc virker som hv"),
    // Texts about the page.
    ("about", "What am I looking at?", "Hvad er det, jeg ser?"),
    (
        "about-machine",
        "Every order of GIER is executed here as the real machine executed it, at its speed: some fifteen thousand orders a second. The lamps glow for the share of time in which their bit is one. The typewriter types ten characters a second, and the loudspeaker follows the sign of R.",
        "Hver eneste af GIERs ordrer udføres her, som den rigtige maskine udførte den, og i dens tempo: omkring femten tusind ordrer i sekundet. Lamperne lyser den del af tiden, hvor deres bit er én. Skrivemaskinen skriver ti tegn i sekundet, og højttaleren følger fortegnet af R.",
    ),
    ("about-drawn", "The keys, their order and their signs are drawn after a photograph of GIER’s typewriter, and so are its basket, levers and rods. One row of lamps shows one register, as on the main control board. The wall, the desk, the matchbox, the light at night, the ruler, the bail, the knobs, the number of type bars, the amber of the lamps and the place of the board are ours.", "Tasterne, deres rækkefølge og deres tegn er tegnet efter et fotografi af GIERs skrivemaskine, og det er typekurven, håndtagene og stængerne også. Én række lamper viser ét register, som på det rigtige kontrolbord. Væggen, bordet, tændstikæsken, lyset om aftenen, linealen, papirholderen, knapperne, antallet af typearme, lampernes gule farve og kontrolbordets plads er vores."),
    ("win", "How to win", "Sådan vinder du"),
    (
        "win-text",
        "Write each heap as a sum of 1, 2, 4 and 8. If every one of these occurs in an even number of heaps, the player to move loses against good play. So take matches until that is so. GIER knows this rule too. You win if the heaps are in your favour and you never let go of them.",
        "Skriv hver bunke som en sum af 1, 2, 4 og 8. Hvis hvert af disse tal findes i et lige antal bunker, taber den, der skal trække, mod godt spil. Tag altså tændstikker, til det passer. GIER kender også reglen. Du vinder, hvis bunkerne er til din fordel, og du aldrig slipper fordelen.",
    ),
    ("source-link", "The program’s text", "Programmets tekst"),
    ("museum-link", "The museum", "Museet"),
    ("licence", "gier is free to use under the licences MIT and Apache 2.0. Type: Courier Prime and Jost (OFL), DejaVu.", "gier er fri til brug under licenserne MIT og Apache 2.0. Skrift: Courier Prime og Jost (OFL), DejaVu."),
    ("museum", "Dansk Datahistorisk Forening, the Danish computer museum", "Dansk Datahistorisk Forening, det danske computermuseum"),
    ("needs-script", "This page runs the machine in the browser and needs JavaScript and WebAssembly.", "Siden kører maskinen i browseren og kræver JavaScript og WebAssembly."),
    // Texts of the page `panel.html`, which is called the machine room.
    ("room-screen", "The panel: lamps, listing, typewriter. F1 or ? shows the keys. Escape twice leaves it.", "Panelet: lamper, program, skrivemaskine. F1 eller ? viser tasterne. Escape to gange forlader det."),
    ("room-keys", "Keys of the panel", "Panelets taster"),
    ("room-commands", "Commands of this view", "Visningens kommandoer"),
    ("room-type", "Type here on a phone:", "Skriv her på en telefon:"),
    // Texts of the tour.
    ("tour", "Tour", "Rundvisning"),
    ("next", "Next", "Næste"),
    ("back", "Back", "Tilbage"),
    ("end-tour", "End", "Slut"),
    ("tour-done", "Done", "Færdig"),
    ("tour-1", "GIER talks and listens through this typewriter: about ten characters a second.", "Gennem denne skrivemaskine taler og lytter GIER: omkring ti tegn i sekundet."),
    ("tour-2", "While this lamp is lit, GIER waits for a key. Otherwise the keys are dead.", "Når denne lampe lyser, venter GIER på en tast. Ellers er tasterne døde."),
    ("tour-3", "These lamps show R, where GIER calculates: 40 bits and two marks. Half bright means on half of the time.", "Disse lamper viser R, hvor GIER regner: 40 bits og to mærker. Halv styrke betyder tændt halvdelen af tiden."),
    ("tour-4", "White lights a lamp, black puts it out: so the first orders were keyed in.", "Hvid tænder en lampe, sort slukker den: sådan tastede man de første ordrer ind."),
    ("tour-5", "These buttons choose the register. O holds the order itself.", "Disse knapper vælger register. O rummer selve ordren."),
    ("tour-6", "GIER was stopped and has executed one order. The lamps show the next one.", "GIER blev standset og har udført én ordre. Lamperne viser den næste."),
    ("tour-7", "r1 is the number of the cell with the next order.", "r1 er nummeret på cellen med den næste ordre."),
    ("tour-8", "The whole store: 1024 cells of 42 bits, about 5 kB.", "Hele lageret: 1024 celler på 42 bits, omkring 5 kB."),
    ("tour-9", "The rest waits on a drum: 320 tracks, 20 milliseconds each.", "Resten ligger på en tromle: 320 kanaler, 20 millisekunder hver."),
    ("tour-10", "The loudspeaker clicks when R changes sign. Programs play tunes on it.", "Højttaleren klikker, når R skifter fortegn. Programmer spiller melodier på den."),
    // Texts of the exhibit.
    ("demonstration", "This is a demonstration game, typed at the speed of 1961.", "Dette er et demonstrationsspil, skrevet med farten fra 1961."),
    ("soon-again", "Nobody plays? The demonstration goes on in", "Er der ingen, der spiller? Demonstrationen fortsætter om"),
    ("other-language", "Dansk", "English"),
    ("take-home", "Take GIER home.", "Tag GIER med hjem."),
    ("scan-page", "Scan, and play on your phone.", "Scan, og spil på din telefon."),
    ("scan", "Scan, and go on with this game on your phone.", "Scan, og spil videre på din telefon."),
    ("touch-to-play", "Press any key on the screen to play.", "Tryk på en tast på skærmen for at spille."),
];

#[cfg(test)]
mod tests {
    use super::*;
    use gier_machine::StopCause;
    use gier_word::Address;

    const PAGES: [(&str, &str); 3] = [
        ("index.html", include_str!("../page/index.html")),
        ("machine.html", include_str!("../page/machine.html")),
        ("panel.html", include_str!("../page/panel.html")),
    ];

    #[test]
    fn the_page_says_what_gier_does() {
        let said = |state: State, alarm| {
            [Language::English, Language::Danish].map(|language| language.state(&state, alarm, false))
        };
        let stopped = |cell| State::Stopped(StopCause::Zq { cell });
        assert_eq!(said(State::AwaitsKey, None), ["Your move", "Din tur"]);
        assert_eq!(said(stopped(Address::new(2)), None), ["The program has ended.", "Programmet er slut."]);
        assert_eq!(
            said(
                stopped(Address::new(4)),
                Some("index alarm at program:3:3, in procedure SORT called at :5 (A[5], bounds 1:4)")
            ),
            [
                "The program stopped: alarm “index” at program:3:3, in procedure SORT called at :5 (A[5], bounds 1:4).",
                "Programmet standsede: alarmen »index« ved program:3:3, i proceduren SORT, kaldt ved :5 (A[5], grænser 1:4).",
            ]
        );
    }

    #[test]
    fn every_text_has_both_languages_and_a_name_of_its_own() {
        for (number, (name, english, danish)) in WORDS.iter().enumerate() {
            assert!(!english.is_empty() && !danish.is_empty(), "{name}");
            assert!(WORDS[..number].iter().all(|(other, _, _)| other != name), "{name} is there twice");
        }
    }

    #[test]
    fn every_place_of_the_page_has_its_words() {
        for (file, page) in PAGES {
            for mark in ["data-word=\"", "data-label=\""] {
                for place in page.split(mark).skip(1) {
                    let name = place.split('"').next().unwrap();
                    assert!(WORDS.iter().any(|(known, _, _)| *known == name), "{file}: {name}");
                }
            }
        }
    }

    /// Tests that the page shows only texts that are in [`WORDS`]. Elements with the attribute
    /// `translate="no"` are exempt.
    #[test]
    fn no_text_of_the_page_is_in_one_language_only() {
        for (file, page) in PAGES {
            let body = page.split_once("<body").map_or(page, |(_, body)| body);
            for piece in body.split('<').skip(1) {
                let Some((tag, text)) = piece.split_once('>') else { continue };
                let text = text.trim();
                let is_known =
                    tag.contains("data-word=") || tag.contains("translate=\"no\"") || tag.starts_with("!--");
                assert!(
                    text.is_empty() || is_known || !text.chars().any(char::is_alphabetic),
                    "{file}: <{tag}>{text}"
                );
                assert!(!tag.contains("aria-label=") || tag.contains("data-label="), "{file}: <{tag}>");
            }
        }
    }
}
