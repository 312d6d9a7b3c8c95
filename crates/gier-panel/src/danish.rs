//! The Danish translations of the panel's texts. In the table, `{}` stands for a number, a name or another
//! text. A text without a translation stays English.

use std::borrow::Cow;

/// Pairs of an English text and its Danish version. If several pairs match, the pair with the longest
/// English text is used.
#[rustfmt::skip]
const TEXTS: &[(&str, &str)] = &[
    // Texts of the heading.
    ("running", "kører"),
    ("waits for a key", "venter på en tast"),
    ("waits for a tape", "venter på en strimmel"),
    ("stop: {}", "stop: {}"),
    ("order {} of {}", "ordre {} af {}"),
    ("order {}", "ordre {}"),
    ("flat out ×{}, {} orders/s", "fuld fart ×{}, {} ordrer/s"),
    ("flat out", "fuld fart"),
    ("{} (is {}), {} orders/s", "{} (er {}), {} ordrer/s"),
    ("{}, {} orders/s", "{}, {} ordrer/s"),
    ("too slow: time dropped", "for langsom: tid sprunget over"),
    ("1 breakpoint", "1 stoppunkt"),
    ("{} of {} breakpoints", "{} af {} stoppunkter"),
    ("{} breakpoints", "{} stoppunkter"),
    ("past {} MB", "fortid {} MB"),
    // Names of the desk's signal lamps.
    ("run", "gang"),
    ("stop", "stop"),
    ("wait", "vent"),
    ("drum {}", "tromle {}"),
    ("prot0", "spær0"),
    ("HELP", "HJÆLP"),
    ("key", "tast"),
    // Titles of views.
    ("typewriter, line {}, 1 line back", "skrivemaskine, linje {}, 1 linje tilbage"),
    ("typewriter, line {}, {} lines back", "skrivemaskine, linje {}, {} linjer tilbage"),
    ("typewriter, line {}", "skrivemaskine, linje {}"),
    (" GIER waits for a key ● ", " GIER venter på en tast ● "),
    ("ferrite, {}, follows", "ferrit, {}, følger"),
    ("ferrite, {}", "ferrit, {}"),
    ("groups", "grupper"),
    ("integer", "helt tal"),
    ("fraction", "brøk"),
    ("floating", "flydende"),
    ("order", "ordre"),
    ("binary", "binært"),
    ("text", "tekst"),
    ("drum", "tromle"),
    ("drum, track {}, ferrite from {}: {} differ", "tromle, kanal {}, ferrit fra {}: {} forskelle"),
    ("drum, track {}: group {}, {}; {}", "tromle, kanal {}: gruppe {}, {}; {}"),
    ("drum, track {}", "tromle, kanal {}"),
    (" the drum has the tracks 0-{}", " tromlen har kanalerne 0-{}"),
    ("track {}", "kanal {}"),
    ("word {}", "ord {}"),
    ("in transfer", "overfører"),
    ("idle", "i ro"),
    ("{} came from", "{} kom fra"),
    ("no track", "ingen kanal"),
    ("{} of track {}", "{} på kanal {}"),
    ("history, order {}, {}", "historie, ordre {}, {}"),
    ("history to order {}, {}", "historie til ordre {}, {}"),
    ("history", "historie"),
    ("map: executed, read, written", "kort: udført, læst, skrevet"),
    ("values and messages", "værdier og meddelelser"),
    ("V keeps a cell, variable or value in view", "V holder øje med en celle, variabel eller værdi"),
    ("{}, follows; the program is at {}", "{}, følger; programmet er ved {}"),
    ("{}; the program is at {}", "{}; programmet er ved {}"),
    ("{}, follows", "{}, følger"),
    ("The program has no map: its text is not known.", "Programmet har intet kort: dets tekst er ukendt."),
    ("The text was not found, or has changed.", "Teksten blev ikke fundet, eller den er ændret."),
    ("The program is at {}.", "Programmet er ved {}."),
    ("variables, calls", "variable, kald"),
    ("{} more calls: :tell calls shows all", "{} kald til: :tell calls viser alle"),
    ("{} more: V shows one, :tell variables shows all", "{} til: V viser én, :tell variables viser alle"),
    ("reader: no tape", "læser: ingen strimmel"),
    ("reader: {}, {} of {} rows read", "læser: {}, {} af {} rækker læst"),
    ("punch: {} rows", "huller: {} rækker"),
    ("punch: {} row", "huller: {} række"),
    ("printer: {} lines", "linjeskriver: {} linjer"),
    ("printer: {} line", "linjeskriver: {} linje"),
    ("plotter: {} lines, {} steps", "plotter: {} linjer, {} skridt"),
    (" wrong parity", " forkert paritet"),
    ("breakpoints: {} set, {} on", "stoppunkter: {} sat, {} slået til"),
    ("None. b sets one at the cursor of a view; on the paper, b asks where.", "Ingen. b sætter et ved visningens markør; på papiret spørger b hvor."),
    ("↑ ↓ choose, space on/off, a all, Del remove, c clear, Enter show, Esc close", "↑ ↓ vælg, mellemrum til/fra, a alle, Del fjern, c ryd, Enter vis, Esc luk"),
    (" on  ", " til "),
    (" off ", " fra "),
    ("reached {}  ", "nået {}  "),
    ("{}, lines {} of {}: ↓ ↑ PgDn PgUp scroll, any other key closes", "{}, linje {} af {}: ↓ ↑ PgDn PgUp ruller, andre taster lukker"),
    ("{}: any key closes this page", "{}: hver tast lukker denne side"),
    ("too small: needs {} columns, {} rows", "for lille: kræver {} kolonner, {} linjer"),
    ("^C quits; other keys do nothing", "^C slutter; andre taster gør intet"),
    // Labels of commands in the bottom line.
    ("start", "start"),
    ("type", "skriv"),
    ("reset", "nulstil"),
    ("prot 0", "spær 0"),
    ("prot 1-31", "spær 1-31"),
    ("parity", "paritet"),
    ("set", "sæt"),
    ("tape", "strimmel"),
    ("over", "over"),
    ("to return", "til retur"),
    ("to cell", "til celle"),
    ("to symbol", "til symbol"),
    ("to drum", "til tromle"),
    ("statement", "sætning"),
    ("into", "ind i"),
    ("out", "ud af"),
    ("break", "stoppunkt"),
    ("breaks", "stoppunkter"),
    ("back", "tilbage"),
    ("run back", "kør tilbage"),
    ("statement back", "sætning tilbage"),
    ("beginning", "begyndelsen"),
    ("latest", "seneste"),
    ("moment", "øjeblik"),
    ("mark", "mærke"),
    ("jump back", "spring tilbage"),
    ("jump forward", "spring frem"),
    ("bring back", "hent tilbage"),
    ("who wrote", "hvem skrev"),
    ("origin", "ophav"),
    ("command", "kommando"),
    ("show", "vis"),
    ("go there", "gå dertil"),
    ("remove", "fjern"),
    ("slower", "langsommere"),
    ("faster", "hurtigere"),
    ("real", "GIERs fart"),
    ("desk", "kontrolbord"),
    ("view", "visning"),
    ("form", "form"),
    ("cells", "celler"),
    ("follow", "følg"),
    ("go to", "gå til"),
    ("search", "find"),
    ("next", "næste"),
    ("compare", "sammenlign"),
    ("up", "op"),
    ("down", "ned"),
    ("page up", "side op"),
    ("page down", "side ned"),
    ("left", "venstre"),
    ("right", "højre"),
    ("top", "top"),
    ("bottom", "bund"),
    ("program", "program"),
    ("save", "gem"),
    ("restore", "hent"),
    ("paper", "papir"),
    ("keys", "taster"),
    ("quit", "slut"),
    ("start/stop", "start/stop"),
    ("KA", "KA"),
    ("KB", "KB"),
    ("1-31", "1-31"),
    ("par", "par"),
    // Messages in the message line.
    ("Your keys go to the typewriter. Esc: to the desk. ^K: all keys.", "Dine taster går til skrivemaskinen. Esc: til kontrolbordet. ^K: alle taster."),
    ("Your keys go to the typewriter.", "Dine taster går til skrivemaskinen."),
    ("Your keys go to the desk.", "Dine taster går til kontrolbordet."),
    ("View: {}.", "Visning: {}."),
    ("the paper", "papiret"),
    ("the ferrite store", "ferritlageret"),
    ("a track of the drum", "en kanal på tromlen"),
    ("the history", "historien"),
    ("the program's text", "programmets tekst"),
    ("the map of the ferrite store", "kortet over ferritlageret"),
    ("tapes and printer", "strimler og linjeskriver"),
    ("the plotter", "plotteren"),
    ("Registers as {}.", "Registre som {}."),
    ("Cells as {}.", "Celler som {}."),
    ("The row is shown in another form.", "Rækken vises i en anden form."),
    ("The row has no other form.", "Rækken har ingen anden form."),
    ("The comparison is off.", "Sammenligningen er slået fra."),
    ("Not found in this text.", "Ikke fundet i denne tekst."),
    ("Found in cell {}; n finds the next.", "Fundet i celle {}; n finder den næste."),
    ("Found on track {}, cell {}; n finds the next.", "Fundet på kanal {}, celle {}; n finder den næste."),
    ("{} removed.", "{} fjernet."),
    ("There is no row to remove.", "Der er ingen række at fjerne."),
    ("ask first: who wrote 500", "spørg først: who wrote 500"),
    ("{}. Enter goes there; a finds the write before.", "{}. Enter går dertil; a finder gangen før."),
    ("{} was not written before in this session.", "{} blev ikke skrevet før i dette forløb."),
    ("The next order is the one that wrote this cell. a finds the write before it.", "Den næste ordre er den, der skrev i cellen. a finder gangen før."),
    ("This row has no cell to show.", "Rækken har ingen celle at vise."),
    ("There is nothing to go to: a asks who wrote a cell.", "Der er intet at gå til: a spørger, hvem der skrev i en celle."),
    ("GIER waits for a tape: Esc, then t, mounts one.", "GIER venter på en strimmel: Esc og så t sætter en i."),
    ("GIER's typewriter cannot take a character back.", "GIERs skrivemaskine kan ikke tage et tegn tilbage."),
    ("GIER ignored that key: it was not waiting for one.", "GIER tog ikke imod den tast: den ventede ikke på en."),
    ("GIER's typewriter has no key for {} (F1 shows how to type signs).", "GIERs skrivemaskine har ingen tast til {} (F1 viser, hvordan man skriver tegn)."),
    ("One breakpoint is left from an earlier session, switched off: Esc, then L, shows it.", "Ét stoppunkt er tilbage fra et tidligere forløb, slået fra: Esc og så L viser det."),
    ("One breakpoint is left from an earlier session: Esc, then L, shows it.", "Ét stoppunkt er tilbage fra et tidligere forløb: Esc og så L viser det."),
    ("{} breakpoints are left from an earlier session, switched off: Esc, then L, shows them.", "{} stoppunkter er tilbage fra et tidligere forløb, slået fra: Esc og så L viser dem."),
    ("{} breakpoints are left from an earlier session: Esc, then L, shows them.", "{} stoppunkter er tilbage fra et tidligere forløb: Esc og så L viser dem."),
    ("This discards everything after this moment: f discards it, Esc cancels", "Det kasserer alt efter dette øjeblik: f kasserer det, Esc fortryder"),
    ("{} exists: Enter overwrites it, or type another name:", "{} findes: Enter overskriver den, eller skriv et andet navn:"),
    ("the drum has the tracks t0-t{}", "tromlen har kanalerne t0-t{}"),
    ("Stop the machine first, then set registers and cells.", "Stands maskinen først, og sæt så registre og celler."),
    ("Stop the machine first, then click a lamp to invert its bit.", "Stands maskinen først, og klik så på en lampe for at vende dens bit."),
    ("set (R 17, s 3, c41 hv 5):", "sæt (R 17, s 3, c41 hv 5):"),
    ("mount the tape:", "sæt strimlen i læseren:"),
    ("{} orders lie ahead: r replays them, f discards them, Esc cancels", "{} ordrer ligger i fremtiden: r spiller dem igen, f kasserer dem, Esc fortryder"),
    ("That has no effect now.", "Det har ingen virkning nu."),
    ("GIER is stopped: F2 starts it.", "GIER er standset: F2 starter den."),
    ("program for the drum (Up and Down choose; starts a new session):", "program til tromlen (pil op og ned vælger; begynder et nyt forløb):"),
    ("save the machine as:", "gem maskinen som:"),
    ("restore from (starts a new session):", "hent fra (begynder et nyt forløb):"),
    ("save the paper as .txt and .svg:", "gem papiret som .txt og .svg:"),
    ("{} is on the drum. A new session has started.", "{} er på tromlen. Et nyt forløb er begyndt."),
    ("Saved as {}; {} continues from it.", "Gemt som {}; {} fortsætter derfra."),
    ("Restored from {}. A new session has started.", "Hentet fra {}. Et nyt forløb er begyndt."),
    ("The paper is in {} and {}.", "Papiret er i {} og {}."),
    ("no moment has a name; M gives this one a name", "intet øjeblik har et navn; M giver dette et navn"),
    ("marks", "mærker"),
    ("acts", "handlinger"),
    ("no command or act begins with '{}'; Tab completes names, acts lists the acts", "ingen kommando begynder med '{}'; Tab fuldender navne, acts viser dem alle"),
    ("breakpoints are not saved: {}", "stoppunkter gemmes ikke: {}"),
    ("Stop {}: {}. L lists all stops.", "Stop {}: {}. L viser alle stop."),
    ("there is no stop {}; see: tell breaks", "der er intet stop {}; se: tell breaks"),
    ("stop the machine first, then set registers, cells and variables", "stands maskinen først, og sæt så registre, celler og variable"),
    ("Done: {}.", "Udført: {}."),
    ("{} exists already: name another file", "{} findes allerede: nævn en anden fil"),
    ("the search was given up; nothing has moved", "søgningen blev opgivet; intet har flyttet sig"),
    ("this has not happened in this session yet", "det er endnu ikke sket i dette forløb"),
    ("no statement was before this one", "der var ingen sætning før denne"),
    ("the program has no map with statements", "programmet har intet kort med sætninger"),
    ("it waits for a key", "den venter på en tast"),
    ("it waits for tape", "den venter på strimmel"),
    ("it waits for tape, and the reader is empty", "den venter på strimmel, og læseren er tom"),
    ("show needs a value: cell 500, floating M, a variable", "show skal have en værdi: cell 500, floating M, en variabel"),
    ("There is no breakpoint: b sets one, [ goes to the beginning.", "Der er intet stoppunkt: b sætter et, [ går til begyndelsen."),
    ("go to (order 1234, 12.5 s, line 7 of the paper, a mark):", "gå til (order 1234, 12.5 s, line 7 på papiret, et mærke):"),
    ("name for this moment:", "navn til dette øjeblik:"),
    ("The program has no map with statements: s executes one order.", "Programmet har intet kort med sætninger: s udfører én ordre."),
    ("give a name: start of the game", "giv et navn: start of the game"),
    ("This moment, after {} orders, is now called '{}'. G goes there.", "Dette øjeblik, efter {} ordrer, hedder nu '{}'. G går dertil."),
    ("the session ends at order {}", "forløbet slutter ved ordre {}"),
    ("'{}' is not a line of the paper", "'{}' er ingen linje på papiret"),
    ("the paper has no line {} yet", "papiret har endnu ingen linje {}"),
    ("'{}' is not a moment; type order 1234, 12.5 s, line 7, or the name of a mark", "'{}' er intet øjeblik; skriv order 1234, 12.5 s, line 7 eller et mærkes navn"),
    ("the session ends at {}", "forløbet slutter ved {}"),
    ("There is no earlier jump.", "Der er intet tidligere spring."),
    ("There is no later jump.", "Der er intet senere spring."),
    ("Nothing was discarded in this session.", "Intet blev kasseret i dette forløb."),
    ("The discarded future is back; U swaps it with the one you just had.", "Den kasserede fremtid er tilbage; U bytter den med den, du lige havde."),
    ("Up and Down choose an order; Enter goes there.", "Pil op og ned vælger en ordre; Enter går dertil."),
    ("Order {}; n finds an earlier one, Enter goes there.", "Ordre {}; n finder en tidligere, Enter går dertil."),
    ("Not found in the 65 536 orders before this one.", "Ikke fundet i de 65 536 ordrer før denne."),
    ("run to cell (41, 41r):", "kør til celle (41, 41r):"),
    ("There is no order in the history yet.", "Der er endnu ingen ordre i historien."),
    ("breakpoint at (41, 41r, 3 of track 48):", "stoppunkt ved (41, 41r, 3 of track 48):"),
    ("The program has no map, so its lines are not known.", "Programmet har intet kort, så dets linjer er ukendte."),
    ("No statement begins on this line or below it.", "Ingen sætning begynder på denne linje eller under den."),
    ("Breakpoint at {} removed.", "Stoppunktet ved {} er fjernet."),
    ("Breakpoint at {}; b again: at its right half.", "Stoppunkt ved {}; b igen: ved dens højre halvdel."),
    ("Breakpoint at {}; b again: at both halves.", "Stoppunkt ved {}; b igen: ved begge halvdele."),
    ("Breakpoints at {} and {}; b again: none.", "Stoppunkter ved {} og {}; b igen: ingen."),
    ("Breakpoint at {}.", "Stoppunkt ved {}."),
    ("show cell or track (41, t5):", "vis celle eller kanal (41, t5):"),
    ("find in the history, backwards (hs, c500, 41r):", "find i historien, baglæns (hs, c500, 41r):"),
    ("find in the text:", "find i teksten:"),
    ("find (17, 0/256/0/0, or a part of an order):", "find (17, 0/256/0/0 eller en del af en ordre):"),
    ("compare the track with ferrite from cell:", "sammenlign kanalen med ferrit fra celle:"),
    ("keep in view (500, floating M, a variable, R + 1):", "hold øje med (500, floating M, en variabel, R + 1):"),
    ("who wrote (500, or a variable):", "hvem skrev (500 eller en variabel):"),
    ("origin of (line 12 column 7, or \"7.85\"):", "ophav til (line 12 column 7 eller \"7.85\"):"),
    ("{} (? shows the keys)", "{} (? viser tasterne)"),
    ("there are no programs to choose from here", "her er ingen programmer at vælge imellem"),
    ("type a value or a part of an order:", "skriv en værdi eller en del af en ordre:"),
    ("type a part of the text to find:", "skriv en del af den tekst, der skal findes:"),
    ("There is no search yet: / starts one.", "Der er endnu ikke søgt: / begynder."),
    ("Not found in ferrite or on the drum.", "Ikke fundet i ferrit eller på tromlen."),
    // Reasons why the machine stopped.
    ("normal stop", "normalt stop"),
    ("in the past", "i fortiden"),
    ("the latest moment", "det seneste øjeblik"),
    ("restored", "hentet"),
    ("breakpoint {}", "stoppunkt {}"),
    ("reached {}", "nåede {}"),
    ("symbol typed; next {}", "symbol skrevet; næste {}"),
    ("drum transfer started; next {}", "overførsel begyndt; næste {}"),
    ("returned to {}", "vendte tilbage til {}"),
    ("done; next {}", "udført; næste {}"),
    ("next {}", "næste {}"),
    ("the program has ended ({})", "programmet er slut ({})"),
];

/// Returns the parts of `text` that match the `{}` of `pattern`: for `order {}` and `order 12`, the list
/// `["12"]`. Returns `None` if `text` does not match.
fn holes<'a>(pattern: &str, text: &'a str) -> Option<Vec<&'a str>> {
    let mut parts: Vec<&str> = pattern.split("{}").collect();
    let last = parts.pop()?;
    let Some((first, middle)) = parts.split_first() else { return (text == pattern).then(Vec::new) };
    let mut rest = text.strip_prefix(first)?;
    let mut found = Vec::new();
    for part in middle {
        let (hole, after) = rest.split_once(part)?;
        found.push(hole);
        rest = after;
    }
    found.push(rest.strip_suffix(last)?);
    Some(found)
}

/// Translates a text of the panel to Danish. A text without a translation stays English.
pub(crate) fn danish(text: &str) -> Cow<'_, str> {
    let fits = TEXTS.iter().filter_map(|(english, danish)| Some((english, danish, holes(english, text)?)));
    let Some((_, danish, found)) = fits.max_by_key(|(english, _, _)| english.len()) else {
        return Cow::Borrowed(text);
    };
    let mut found = found.into_iter();
    let mut parts = danish.split("{}");
    let mut said = parts.next().unwrap_or_default().to_string();
    for part in parts {
        // The inserted part may itself have a translation, for example the name of a view.
        said += &self::danish(found.next().unwrap_or_default());
        said += part;
    }
    Cow::Owned(said)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::table::BINDINGS;
    use crate::view::View;
    use gier_desk::notation::forms::Form;

    #[test]
    fn texts_are_found_with_their_numbers_and_names() {
        for (english, expected) in [
            ("running", "kører"),
            ("×1, 532 orders/s", "×1, 532 ordrer/s"),
            ("View: the ferrite store.", "Visning: ferritlageret."),
            ("ferrite, order, follows", "ferrit, ordre, følger"),
            ("Stop 2: break 41. L lists all stops.", "Stop 2: break 41. L viser alle stop."),
            ("something else", "something else"),
            ("", ""),
        ] {
            assert_eq!(danish(english), expected, "{english}");
        }
    }

    /// Tests that every command, every view and every form of numbers (such as binary) has a Danish name.
    #[test]
    fn every_name_is_there() {
        let names = BINDINGS.iter().map(|binding| binding.label).chain(View::ALL.map(View::name));
        let forms = [
            Form::Groups,
            Form::Integer,
            Form::Fraction,
            Form::Floating,
            Form::Order,
            Form::Binary,
            Form::Text,
        ];
        for name in names.chain(forms.map(Form::name)) {
            assert!(TEXTS.iter().any(|(english, _)| *english == name), "{name}");
        }
    }

    #[test]
    fn both_languages_have_the_same_holes() {
        for (place, (english, danish)) in TEXTS.iter().enumerate() {
            let count = |text: &str| text.matches("{}").count();
            assert_eq!(count(english), count(danish), "{english}");
            assert!(TEXTS[..place].iter().all(|(other, _)| other != english), "{english} is there twice");
        }
    }
}
