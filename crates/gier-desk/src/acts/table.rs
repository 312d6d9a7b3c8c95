//! The table of all acts. The help, the completion at the prompt, what the panel and the editor offer, and the
//! tables of docs/debugging.md are made from it.

use super::act::of_other_debuggers;
use crate::debug::expression::simple_words;
use gier_word::{Language, wrap};

/// A row of the table: a form of an act, as an example.
#[derive(Clone, Copy, Debug)]
pub struct ActForm {
    /// One or more examples of the act, separated by a comma and a blank.
    pub form: &'static str,
    /// What the act does, in English and Danish.
    help: [&'static str; 2],
    /// The group to which the act belongs.
    pub group: Group,
    /// Whether the act reads or writes a file. The console of an editor and the web page have none.
    pub has_file: bool,
}

/// The groups of acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// What an operator does at the desk.
    Operator,
    /// What the debugger does.
    Debugger,
    /// What can be added to `break` and `watch`. It is no act of its own.
    Addition,
}

impl ActForm {
    /// What the act does.
    pub fn help(&self, language: Language) -> &'static str {
        self.help[usize::from(language == Language::Danish)]
    }

    /// The examples of the act.
    pub fn forms(&self) -> impl Iterator<Item = &'static str> {
        self.form.split(", ")
    }
}

/// Makes the rows of the table: a kind, the form, and the explanation in English and Danish.
macro_rules! rows {
    ($($kind:ident $form:literal: $english:literal, $danish:literal;)*) => {
        &[$(rows!($kind $form, [$english, $danish])),*]
    };
    (operator $form:literal, $help:expr) => { rows!(Operator, false, $form, $help) };
    (file $form:literal, $help:expr) => { rows!(Operator, true, $form, $help) };
    (debugger $form:literal, $help:expr) => { rows!(Debugger, false, $form, $help) };
    (addition $form:literal, $help:expr) => { rows!(Addition, false, $form, $help) };
    ($group:ident, $has_file:literal, $form:literal, $help:expr) => {
        ActForm { form: $form, help: $help, group: Group::$group, has_file: $has_file }
    };
}

/// All acts, in the order of the help.
pub const ACTS: &[ActForm] = rows! {
    operator "installation six-discs": "change the installation of the machine: one-drum, one-drum-buffer, three-drums, disc, six-discs, also with parts such as +plotter",
        "skift maskinens anlæg: one-drum, one-drum-buffer, three-drums, disc, six-discs, også med dele som +plotter";
    operator "bootstrap": "key in three cells that let an empty machine read its first tape",
        "tast tre celler ind, som lader en tom maskine læse sin første strimmel";
    operator "bootstrap old": "the same, for a tape older than the monitor program HELP 3",
        "det samme til en strimmel, der er ældre end monitorprogrammet HELP 3";
    file "reader \"1track0.flx\"": "put a tape into the reader, behind the tapes already there",
        "læg en strimmel i læseren, bag dem, der allerede er der";
    file "reader text \"demo.asc\"": "punch a text on a tape, and put it into the reader",
        "hul en tekst på en strimmel, og læg den i læseren";
    file "reader \"x.flx\" from 1": "leave out the first row of the tape", "udelad strimlens første række";
    operator "unload": "remove all tapes from the reader", "tag alle strimler ud af læseren";
    file "tape-station 6 \"x.tap\"": "put a reel of magnetic tape on station 6, and add the station if it is missing",
        "sæt en spole magnetbånd på station 6, og tilføj stationen, hvis den mangler";
    operator "type \"r<\\n\"": "strike these keys, each when the machine waits for a key",
        "slå disse taster an, hver når maskinen venter på en tast";
    operator "expect \"e0\"": "run until the machine has printed this text; it must come after the text that the previous expect found, and its last character must not be one that you typed",
        "kør, til maskinen har skrevet denne tekst; den skal komme efter den tekst, som forrige expect fandt, og dens sidste tegn må ikke være et, du selv slog";
    operator "await key, await tape, await stop": "run until the machine waits for a key or tape, or stops",
        "kør, til maskinen venter på en tast eller strimmel, eller stopper";
    operator "await any": "run until one of these three happens, and print which one",
        "kør, til en af de tre ting sker, og skriv hvilken";
    operator "run 2.5": "run for 2.5 seconds of machine time", "kør i 2.5 sekunder af maskinens tid";
    operator "limit 600": "let each act take at most 600 seconds of machine time, except the act run",
        "lad hver handling vare højst 600 sekunder af maskinens tid, undtagen handlingen run";
    operator "stopwatch": "start a stopwatch, which measures machine time",
        "start et stopur, som måler maskinens tid";
    operator "stopwatch 389 391": "fail if it does not show 389 to 391 seconds",
        "fejl, hvis det ikke viser 389 til 391 sekunder";
    operator "tell seconds": "print what the stopwatch shows", "skriv, hvad stopuret viser";
    operator "tell orders": "print the number of orders executed since the stopwatch was started",
        "skriv, hvor mange ordrer der er udført, siden stopuret blev startet";
    operator "tell paper \"e0\"": "print the last line of the paper that contains this text",
        "skriv papirets sidste linje med denne tekst";
    operator "start, stop, reset, help": "press the button", "tryk på knappen";
    operator "press help": "the same; at the prompt, help alone lists the acts",
        "det samme; ved prompten viser help alene handlingerne";
    operator "ka on, kb off, protect 0 on, protect 1-31 on, parity-stop on": "set the switch",
        "stil omskifteren";
    operator "go 417": "set r1, the address of the next order", "sæt r1, adressen på den næste ordre";
    operator "by 17": "set the register by, which selects the units; 17 is the typewriter",
        "sæt registret by, som vælger enhederne; 17 er skrivemaskinen";
    file "drum \"help3.drum\"": "load this image into the drum", "læg denne kopi på tromlen";
    file "paper \"first.txt\"": "save the paper, and put in a new sheet; .svg saves a picture",
        "gem papiret, og sæt et nyt ark i; .svg gemmer et billede";
    file "save \"help3.drum\"": "save the drum", "gem tromlen";
    file "save machine \"it.snap\"": "save the state of the whole machine, for gier panel",
        "gem hele maskinens tilstand, til gier panel";
    file "save tape-station 6 \"x.tap\"": "save the reel of station 6", "gem spolen på station 6";
    file "plot \"x.svg\"": "save the plotter's drawing as a picture",
        "gem plotterens tegning som et billede";
    debugger "break 37, break b.alg:37": "stop before the statement on this line; gier says what stands there. Without a map of the program, a number is a cell",
        "stop før sætningen på denne linje; gier siger, hvad der står. Uden et kort over programmet er et tal en celle";
    debugger "break SORT, break {loop}": "when this procedure begins; or at a label of SLIP",
        "når denne procedure begynder; eller ved en etikette i SLIP";
    debugger "break cell 417": "before the order in cell 417; 417r: in its right half",
        "før ordren i celle 417; 417r: i dens højre halvdel";
    debugger "break 3 of track 48": "before the order in cell 3 of this track, wherever the track is in the store",
        "før ordren i celle 3 på denne kanal, hvor i lageret kanalen end er";
    debugger "watch cell 500": "stop when its contents change; cells 500-510: when any of these cells changes",
        "stop, når dens indhold ændres; cells 500-510: når indholdet af en af dem ændres";
    debugger "watch cell 500 written": "also when it is written with the same contents; or: read, executed",
        "også når den skrives med samme indhold; eller: read, executed";
    debugger "watch track 48": "when a transfer to this track begins",
        "når en overførsel til denne kanal begynder";
    debugger "watch symbol typed": "when a symbol goes to the typewriter; watch symbol read: when one comes from keys or tape",
        "når et tegn går til skrivemaskinen; watch symbol read: når et kommer fra taster eller strimmel";
    debugger "watch key": "when the program waits for a key", "når programmet venter på en tast";
    debugger "watch transfer": "when a transfer from or to the drum begins",
        "når en overførsel fra eller til tromlen begynder";
    debugger "watch unset": "when the program reads a variable that was never set",
        "når programmet læser en variabel, som aldrig er sat";
    debugger "watch R < 0": "when the value of this expression changes",
        "når værdien af dette udtryk ændres";
    addition "… when R < 0 and s = 12": "only if this condition is true",
        "kun hvis denne betingelse er opfyldt";
    addition "… from 3": "from the third time on", "fra tredje gang";
    addition "… tell R, cell 500": "print this instead of stopping", "skriv dette i stedet for at stoppe";
    debugger "forget 2, forget all": "remove breakpoint or watchpoint 2, or all", "fjern stoppunkt 2, eller alle";
    debugger "continue": "run to a breakpoint or watchpoint, or until the machine waits or stops",
        "kør til et stoppunkt, eller til maskinen venter eller stopper";
    debugger "await break": "the same, but fail if none is reached",
        "det samme, men fejl, hvis intet stoppunkt nås";
    debugger "step, step 5": "execute one order, or five", "udfør en ordre, eller fem";
    debugger "step over": "execute one order; with a call (hs or hk), the whole subroutine",
        "udfør en ordre; ved et kald (hs eller hk) hele underprogrammet";
    debugger "step out": "run until the procedure or the subroutine returns",
        "kør, til proceduren eller underprogrammet vender tilbage";
    debugger "step line": "run to the next statement of this procedure or block, or of a caller",
        "kør til næste sætning i denne procedure eller blok eller hos en kalder";
    debugger "step into": "run to the next statement, also in a procedure that is called",
        "kør til næste sætning, også i en procedure, som kaldes";
    debugger "back, back 5": "go back by one order, or by five", "gå en ordre tilbage, eller fem";
    debugger "back to break": "go back to the last hit of a breakpoint or watchpoint; not all can be found",
        "gå tilbage til, hvor et stoppunkt sidst blev nået; ikke alle kan findes";
    debugger "back line": "go back to the statement before", "gå tilbage til sætningen før";
    debugger "back to 37": "go back to the last statement executed on this line; back to cell 417: to this order",
        "gå tilbage til den sætning på denne linje, der sidst blev udført; back to cell 417: til denne ordre";
    debugger "back to write of cell 500": "go back before the last order that wrote it",
        "gå tilbage til før den sidste ordre, som skrev den";
    debugger "back to change of R < 0": "go back before the last order that changed this value",
        "gå tilbage til før den sidste ordre, som ændrede denne værdi";
    debugger "back to R < 0": "go back to the last moment when this was true", "gå tilbage til det sidste øjeblik, hvor dette gjaldt";
    debugger "back to order 1234": "go back to when 1234 orders had been executed; back to start: to the beginning",
        "gå tilbage til, da 1234 ordrer var udført; back to start: til begyndelsen";
    debugger "forward to end": "go to the latest moment of the session", "gå til forløbets seneste øjeblik";
    debugger "who wrote sum": "print what set this variable last: the value before and after, the statement, the procedure; or: who wrote 500, a cell; who wrote again: the write before",
        "skriv, hvad der sidst satte denne variabel: værdien før og efter, sætningen, proceduren; eller: who wrote 500, en celle; who wrote again: skrivningen før";
    debugger "origin of sum": "print the statement that set this variable, all that the statement read, and where that was set; at most ten statements",
        "skriv sætningen, som satte denne variabel, alt, hvad sætningen læste, og hvor det blev sat; højst ti sætninger";
    debugger "origin of line 2 column 7": "the same for this character of the paper; or: origin of \"7.85\", the last place with this text",
        "det samme for dette tegn på papiret; eller: origin of \"7.85\", det sidste sted med denne tekst";
    debugger "more, more 2": "go on with the origins; or only with what the statement in the second line has read",
        "fortsæt med oprindelserne; eller kun med det, som sætningen i den anden linje læste";
    debugger "who wrote track 48 cell 3": "print which order sk (store to drum) wrote it, and from which cell",
        "skriv, hvilken sk der skrev den, og fra hvilken celle";
    debugger "tell R, s, floating cell 500": "print these values", "skriv disse værdier";
    debugger "tell order": "print the next order; tell history 5: the last five statements and what they set, or orders in SLIP and without a map",
        "skriv den næste ordre; tell history 5: de sidste fem sætninger og det, de satte, eller ordrer i SLIP og uden kort";
    debugger "tell track 48 cell 3": "print a cell of the drum", "skriv en celle på tromlen";
    debugger "tell line": "print the place in the text; tell variables: the variables visible there",
        "skriv stedet i teksten; tell variables: variablerne, som ses der";
    debugger "tell calls": "print who called: the procedures and blocks in progress, or the calls by hs and hk that have not returned",
        "skriv, hvem der kaldte: de procedurer og blokke, som er i gang, eller de kald med hs og hk, som ikke er vendt tilbage";
    debugger "tell breaks": "print the breakpoints and watchpoints", "skriv stoppunkterne";
    debugger "next, print sum, bt, info locals, list, finish, run": "gdb's words for: step line, tell, tell calls, tell variables, the text around this place, step out, continue",
        "gdb's ord for: step line, tell, tell calls, tell variables, teksten omkring dette sted, step out, continue";
    addition "… in detail": "who wrote, origin, tell calls, tell history: the machine's cells and orders, too",
        "who wrote, origin, tell calls, tell history: også maskinens celler og ordrer";
    debugger "set R 17, set c41 hv 5": "set a register or a cell, as at the desk; or: set sum 5, set a[3] b + 1, a variable of the program",
        "sæt et register eller en celle som ved pulten; eller: set sum 5, set a[3] b + 1, en variabel i programmet";
};

/// What the help says after the acts of a group.
const EXPRESSIONS: [&str; 2] = [
    "Expressions: variables of the program, $R $M $s $p $r1 $in $by $tk, cell 500, cell ($p+1), bit 3 of $R, bits 0-9 of $M, address of …, marks of …, $OA $OB $TA $TB $PA $PB $QA $QB $RA $RB, fraction …, floating …, $orders, $seconds, 6/396/0/0, 2.5, \"arn 83\", + - × / ÷ mod, = ≠ < ≤ > ≥, not and or. You can leave out the $ if the program declares no such name: R < 0.",
    "Udtryk: programmets variabler, $R $M $s $p $r1 $in $by $tk, cell 500, cell ($p+1), bit 3 of $R, bits 0-9 of $M, address of …, marks of …, $OA $OB $TA $TB $PA $PB $QA $QB $RA $RB, fraction …, floating …, $orders, $seconds, 6/396/0/0, 2.5, \"arn 83\", + - × / ÷ mod, = ≠ < ≤ > ≥, not and or. $ kan udelades, hvis programmet ikke erklærer et sådant navn: R < 0.",
];
/// What the help says about the files of acts.
const FILES: [&str; 2] = [
    "gier reads the files that a script names from the script's folder. If you give --folder, it reads them from that folder. It writes files to the script's folder. It writes only new files below the working folder: with --force it also replaces files, and with --allow-outside it also writes elsewhere. It never replaces a file that it reads. If a file may not be written, a message names it before the work begins.",
    "gier læser de filer, som et skript nævner, fra skriptets mappe. Giver du --folder, læser gier dem fra den mappe. gier skriver filer i skriptets mappe, og kun nye filer under arbejdsmappen: med --force erstatter gier også filer, og med --allow-outside skriver gier også andre steder. gier erstatter aldrig en fil, som læses. Må en fil ikke skrives, nævner en meddelelse den, før arbejdet begynder.",
];

/// The width of the help, in characters.
const WIDTH: usize = 95;
/// The column at which the explanation of an act begins.
const COLUMN: usize = 31;

/// The help about the acts of a group. The acts of the debugger include what can be added to them.
pub fn help(group: Group, language: Language) -> String {
    let in_danish = usize::from(language == Language::Danish);
    let (title, end) = match group {
        Group::Operator => (
            [
                "A script has one act on each line. # begins a comment:",
                "Et skript har en handling på hver linje. # begynder en kommentar:",
            ],
            FILES,
        ),
        Group::Debugger | Group::Addition => (
            [
                "Acts of the debugger, besides those of the operator:",
                "Fejlfinderens handlinger, foruden operatørens:",
            ],
            EXPRESSIONS,
        ),
    };
    let mut lines = vec![title[in_danish].to_string()];
    let is_debugger = group != Group::Operator;
    for row in ACTS.iter().filter(|row| (row.group != Group::Operator) == is_debugger) {
        let indent = if row.group == Group::Addition { "    " } else { "  " };
        let form = format!("{indent}{}", row.form);
        let mut help = wrapped(row.help(language), WIDTH - COLUMN).into_iter();
        let first =
            if form.chars().count() + 1 < COLUMN { help.next().unwrap_or_default() } else { String::new() };
        lines.push(format!("{form:<COLUMN$}{first}").trim_end().to_string());
        lines.extend(help.map(|line| format!("{:COLUMN$}{line}", "")));
    }
    lines.extend(wrapped(end[in_danish], WIDTH));
    lines.join("\n")
}

/// Breaks a text into lines of at most `width` characters.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    wrap::lines(text.split(' '), width, |text| text.chars().count())
}

/// The first word of a line.
pub(super) fn verb(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or("")
}

/// Whether a line is meant as an act: it begins with the first word of one. A register such as `by` is an
/// expression if it stands alone.
pub fn is_act(line: &str) -> bool {
    let verb = verb(line);
    let rest = line.trim_start()[verb.len()..].trim();
    let is_verb = |row: &ActForm| row.forms().any(|form| self::verb(form) == verb);
    let is_other = match verb {
        "delete" => true,
        // They are refused with the reason.
        "quit" | "exit" => rest.is_empty(),
        _ => of_other_debuggers(verb, rest).is_some(),
    };
    is_other || ACTS.iter().any(is_verb) && !(rest.is_empty() && simple_words().any(|word| word == verb))
}

/// Completes the last word of a typed text. Returns the byte at which that word begins, and the words that it
/// can become.
///
/// The new words come from the acts that begin with the earlier words of `typed`. If no act fits, they come
/// from all acts. The `names` of the program are added. After `$`, only keywords such as names of registers
/// are returned.
pub fn completions(typed: &str, names: &[String]) -> (usize, Vec<String>) {
    let begin = typed.rfind([' ', '(', ',', '[']).map_or(0, |at| at + 1);
    let (before, last) = typed.split_at(begin);
    if let Some(word) = last.strip_prefix('$') {
        let words = simple_words().filter(|known| known.starts_with(word));
        return (begin, words.map(|word| format!("${word}")).collect());
    }
    let mut words: Vec<&str> = Vec::new();
    if !before.is_empty() {
        words.extend(ACTS.iter().flat_map(ActForm::forms).filter_map(|form| next_word(form, before)));
    }
    words.retain(|word| word.starts_with(last));
    if words.is_empty() {
        words.extend(ACTS.iter().flat_map(|row| row.form.split([' ', ','])).filter(|word| is_word(word)));
        words.extend(OTHERS.split(' '));
    }
    words.extend(names.iter().map(String::as_str));
    words.retain(|word| word.starts_with(last));
    words.sort_unstable();
    words.dedup();
    (begin, words.into_iter().map(str::to_string).collect())
}

/// If the act `form` begins with the words `before`, returns its next word. A number in `before` matches any
/// number in `form`. Returns `None` if the next word is only an example, such as `SORT`.
fn next_word(form: &'static str, before: &str) -> Option<&'static str> {
    let mut words = form.split(' ');
    for typed in before.split(' ').filter(|typed| !typed.is_empty()) {
        let is_number = |word: &str| word.as_bytes().first().is_some_and(u8::is_ascii_digit);
        words.next().filter(|&word| word == typed || is_number(word) && is_number(typed))?;
    }
    words.next().filter(|next| is_word(next))
}

/// Whether a word of the table belongs to the language. A word with capitals or signs, such as R, SORT or
/// "x.flx", is only an example.
fn is_word(word: &str) -> bool {
    word.len() > 1 && word.bytes().all(|letter| letter.is_ascii_lowercase() || letter == b'-')
}

/// Words of the language that no form of the table shows, and the commands of the prompt.
const OTHERS: &str = "acts address again any bits cells executed fraction history increment integer marks name \
    number quit read seconds variables when";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::acts::act;

    #[test]
    fn words_are_completed_where_they_stand() {
        let names = vec!["groupsum".to_string()];
        assert_eq!(completions("wat", &names), (0, vec!["watch".to_string()]));
        assert_eq!(completions("tell gr", &names), (5, vec!["groupsum".to_string()]));
        assert_eq!(completions("tell cell (", &names).0, 11);
        let next = |typed| completions(typed, &names).1;
        assert_eq!(next("who wr"), ["wrote"]);
        assert_eq!(next("back to wr"), ["write"]);
        assert_eq!(next("watch cell 77 wr"), ["written"]);
        assert_eq!(next("break "), ["cell", "groupsum"]);
        assert_eq!(next("tell $s"), ["$s", "$seconds"]);
        assert_eq!(next("watch $r"), ["$r1"]);
        assert_eq!(next("await "), ["any", "break", "groupsum", "key", "stop", "tape"]);
    }

    #[test]
    fn every_form_of_the_table_is_an_act() {
        for row in ACTS.iter().filter(|row| row.group != Group::Addition) {
            let together = ["tell", "set"].contains(&verb(row.form));
            let forms: Vec<&str> = if together { vec![row.form] } else { row.forms().collect() };
            for form in forms {
                assert!(is_act(form), "{form}");
                assert!(act(form, None).unwrap_or_else(|fault| panic!("{form}: {fault:?}")).is_some());
            }
        }
    }

    #[test]
    fn a_register_alone_is_an_expression() {
        assert!(is_act("by 17") && !is_act("by") && !is_act("R < 0") && is_act("start"));
        assert!(is_act("reverse-step") && is_act("n") && !is_act("n + 1") && is_act("quit"));
    }
}
