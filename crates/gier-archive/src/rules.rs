//! Recognises a file of the archive by its contents, or by its name if the contents do not decide.

use crate::known::{self, is_listed, note};
use gier_desk::acts::asc::{self, Unprintable};
use gier_desk::outcome::is_call;
use gier_desk::tapes::{Dialect, Sums, TapeInfo, TapeKind, Text, Unknown, command, has_word, look_and_read};
use gier_word::Installation;
use gier_word::glyph::text_of;
use gier_word::tape::Row;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The kinds of files in the archive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A tape that an empty machine can read. The operator first sets three cells by hand.
    First,
    /// A tape with commands to the monitor program HELP 3. It also has binary parts, which HELP 3's program
    /// `binin` reads.
    HelpBinary,
    /// A binary program for the older monitor program HJÆLP.
    HjaelpBinary,
    /// A program in SLIP (assembly language), or a tape that builds a system from SLIP.
    Slip,
    /// A program in GIER ALGOL.
    Algol,
    /// Commands to the monitor program HELP 3, without a program.
    Commands,
    /// Numbers that a program reads.
    Data,
    /// The output of a program.
    Paper,
    /// A text that shows the rows of holes of a binary tape. The tape itself is the `.flx` file with the same
    /// name.
    Picture,
    /// A binary file of an unknown form, for example a translator's intermediate code or a dump.
    Code,
    /// Any other text: not a program, not commands, not data and not the output of a program.
    #[default]
    Text,
    /// A link to a file that does not exist.
    DeadLink,
}

impl Kind {
    /// All kinds, each with its word on the command line and in JSON, and its description in a few words.
    pub const ALL: [(Kind, &str, &str); 12] = [
        (Kind::First, "first", "tape for an empty machine"),
        (Kind::HelpBinary, "help3-binary", "binary tape for HELP 3"),
        (Kind::HjaelpBinary, "hjaelp-binary", "binary tape for the older HJÆLP"),
        (Kind::Slip, "slip", "program in SLIP"),
        (Kind::Algol, "algol", "program in GIER ALGOL"),
        (Kind::Commands, "commands", "commands to HELP 3"),
        (Kind::Data, "data", "data"),
        (Kind::Paper, "paper", "what a program printed"),
        (Kind::Picture, "picture", "picture of a binary tape"),
        (Kind::Code, "code", "another code"),
        (Kind::Text, "text", "text"),
        (Kind::DeadLink, "dead-link", "dead link"),
    ];

    fn row(self) -> (Kind, &'static str, &'static str) {
        Kind::ALL.into_iter().find(|row| row.0 == self).expect("all kinds are listed")
    }

    /// The word for this kind on the command line and in JSON.
    pub fn word(self) -> &'static str {
        self.row().1
    }

    /// A description of this kind in a few words.
    pub fn name(self) -> &'static str {
        self.row().2
    }

    /// Whether a file of this kind contains readable text.
    pub const fn has_text(self) -> bool {
        !matches!(self, Kind::First | Kind::HjaelpBinary | Kind::Code | Kind::DeadLink)
    }
}

/// A file of the archive, and everything that the rules recognised in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// The path of the file below the archive's folder `tapes`, with the separator `/`.
    pub name: String,
    /// The kind of the file, for example [`Kind::Algol`].
    pub kind: Kind,
    /// The translator for which the program was written. `None` if the file is not an ALGOL program.
    pub dialect: Option<Dialect>,
    /// The rule by which `kind` and `dialect` were found, in a few words.
    pub why: &'static str,
    /// The first heading or comment of the text. It is empty if the text has none.
    pub about: String,
    /// The results that the program's author noted in lines that begin with `Answer:`, with `; ` between them.
    pub answer: Option<String>,
    /// Whether the file is a text. All other files contain the rows of holes of a paper tape, one byte for each
    /// row.
    pub is_text: bool,
    /// Whether a command comes first that calls a translator, or for a binary tape `binin`.
    pub has_command: bool,
    /// The name in the first command `run,NAME<` of a tape of commands: the program for which the rest is data.
    pub runs: Option<String>,
    /// Whether the text speaks of the key KA, and of the key KB.
    pub speaks_of: [bool; 2],
    /// The orders zq in the text of a program in SLIP.
    pub stops: Stops,
    /// Whether a program in SLIP is the last thing on the tape, so that no data for it follows.
    pub is_last: bool,
    /// The cell in which a program in SLIP begins that the tape only puts into the store.
    pub held: Option<String>,
    /// What people have found out about the tape.
    pub note: Option<&'static str>,
    /// The same until its program is started, which waits for the button start.
    pub start_note: Option<&'static str>,
    /// What its text reads from the typewriter.
    pub asks: Asks,
    /// The time after which the program has ended when gier ran it, in seconds.
    pub seen_time: Option<&'static str>,
    /// The time of the run that the author noted, in seconds.
    pub time: Option<String>,
    /// The characters that cannot be put on a tape, each with its first place in the text.
    pub unprintable: Vec<Unprintable>,
    /// Whether the tape starts its program itself: the command `run<` follows the program.
    pub runs_itself: bool,
    /// Whether the command `t<` follows the program on the tape. This command makes the monitor program read
    /// commands from the keyboard again.
    pub gives_back: bool,
    /// Whether data for an ALGOL program follows this command on its tape.
    pub has_own_data: bool,
    /// The library that the ALGOL program needs, if any.
    pub library: Option<Library>,
    /// Whether orders in the ALGOL program take arrays for cells of the ferrite store. GIER ALGOL 4 puts arrays into the
    /// buffer store if the machine has one.
    pub has_arrays_in_core: bool,
    /// Whether a command of the tape names an area of more tracks than a drum has.
    pub has_large_area: bool,
    /// Whether the program plays music. The rules recognise music by its many orders `tk`, or by the name of
    /// the file.
    pub is_music: bool,
    /// Whether the machine stops after it has read the tape, so that the operator must press start.
    /// Music tapes do this.
    pub wants_start: bool,
    /// Whether the operator must select the typewriter by hand, because the program does not. Without this
    /// selection, the program would read the tape reader.
    pub wants_typewriter: bool,
    /// Whether the tape puts a translated program into HELP 3's area work, and does not start it.
    pub is_put_into_work: bool,
    /// A device that the program needs in addition to the usual machine, for example `printer`. The rules
    /// recognise it by the file's name. They also recognise a plotter by the program's text.
    pub needs: Option<&'static str>,
    /// The installation (the machine's devices) for which the tape builds the monitor program HELP 3. `None`
    /// if the tape does not build HELP 3.
    pub builds: Option<Installation>,
    /// Facts about the tape, for example the number of rows with wrong parity. For a `.asc` file, they
    /// describe the tape that is made from its text.
    pub info: Option<TapeInfo>,
    /// A hash of the text without white space and without codes that print nothing. Files with equal hashes
    /// contain the same program.
    pub print: u64,
    /// The SHA-256 of the file. Files with equal sums are copies.
    pub sha256: String,
}

impl Entry {
    /// The name of the file without the suffix `.asc` or `.flx`.
    pub fn stem(&self) -> &str {
        stem(&self.name)
    }

    /// What people have found out about the tape, first what counts until its program is started.
    pub fn told(&self) -> Option<&'static str> {
        self.start_note.or(self.note)
    }

    /// Whether the name ends as the names of the archive's tapes do.
    pub fn has_ending(&self) -> bool {
        self.stem() != self.name
    }

    /// The name without its folder and the suffix `.asc` or `.flx`.
    pub fn file_stem(&self) -> &str {
        &self.stem()[self.folder().len()..]
    }

    /// The folder part of the name, with the `/` at its end.
    pub fn folder(&self) -> &str {
        &self.name[..self.name.rfind('/').map_or(0, |at| at + 1)]
    }

    /// The name of the translator. It is empty if the file is not an ALGOL program.
    pub fn translator(&self) -> &'static str {
        self.dialect.map_or("", translator_name)
    }
}

/// A library of procedures that an ALGOL program needs in its system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Library {
    /// The library of Haldor Topsøe, whose procedures `copy` inserts into a program.
    Copied,
    /// SAMBA, the standard procedures for records on magnetic tape.
    Samba,
    /// Procedures that draw, such as `plotline` and `slutplot`. The archive does not have them.
    Drawing,
}

impl Library {
    /// The library for this text of a program, which need not be ALGOL.
    fn of(text: &str) -> Option<Library> {
        if text.contains("_c_o_p_y") {
            return Some(Library::Copied);
        }
        // Only SAMBA's HELP 3 has a block disc, which the authors call a buffer disk.
        if text.contains("openin(") || text.contains("openout(") || text.contains("buffer disk") {
            return Some(Library::Samba);
        }
        (text.contains("slutplot") && !text.contains("_p_r_o_c_e_d_u_r_e slutplot"))
            .then_some(Library::Drawing)
    }
}

/// What a program in GIER ALGOL reads from the typewriter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Asks {
    /// Numbers and keys, or what is not known.
    #[default]
    Anything,
    /// Only keys, by `lyn` or `typechar`.
    Keys,
    /// Only numbers.
    Numbers,
}

impl Asks {
    fn of(text: &str) -> Asks {
        let has = |words: &[&str]| words.iter().any(|word| has_word(text, word));
        // `read integer` begins with a word, too.
        let numbers = ["read", "readinteger", "readreal", "readgeneral", "typein", "læs"];
        match (has(&["lyn", "typechar"]), has(&numbers)) {
            (true, false) => Asks::Keys,
            (false, true) => Asks::Numbers,
            _ => Asks::Anything,
        }
    }
}

/// The orders zq in the text of a program in SLIP, which stop the machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stops {
    /// Whether the program begins with one, so that the operator can prepare something. `Some(true)` if the order has a
    /// condition, such as LKB.
    pub begins: Option<bool>,
    /// How many of the others stand at the end of the program: no order follows.
    pub ends: u16,
    /// How many of them other orders follow.
    pub pauses: u16,
}

/// So many lines of code belong to the beginning of a program.
const OPENING: usize = 3;
/// The orders that jump.
const JUMPS: [&str; 4] = ["hv", "hs", "hh", "hr"];

impl Stops {
    fn of(text: &str) -> Stops {
        let text = without_brackets(text);
        let code = code(&text);
        // Where SLIP starts the program: a label, or a cell that is taken for that of the first order.
        let begin = text.rsplit("_e").find_map(|rest| rest.trim_start().split([';', '\n', ' ']).next());
        let is_label = |begin: &&str| code.iter().any(|(label, _)| label == begin);
        let begin = begin.filter(|begin| begin.starts_with(char::is_alphabetic)).filter(is_label);
        let mut stops = Stops::default();
        let is_zq = |line: &str| line.split(|c: char| !c.is_alphanumeric()).any(|word| word == "zq");
        let first = begin.and_then(|begin| code.iter().position(|(label, _)| *label == begin)).unwrap_or(0);
        // The program has only begun at a zq among its first orders, if no jump comes before it.
        let opening = code.iter().skip(first).take(OPENING);
        let opening =
            opening.take_while(|(_, line)| !JUMPS.iter().any(|jump| line.starts_with(jump))).count();
        let opening = first..first + opening;
        for (number, (_, line)) in code.iter().enumerate() {
            if !is_zq(line) {
                continue;
            }
            let behind = line.split_once("zq").map_or("", |(_, behind)| behind);
            let next = code.get(number + 1).map_or("", |(_, line)| line);
            let next = behind.split_once(',').map_or(next, |(_, order)| order.trim_start());
            if number == first || opening.contains(&number) && is_order(next) {
                // Where a key decides, the other key may decide in the next order.
                stops.begins = stops.begins.or(Some(behind.contains(char::is_uppercase)));
            } else if is_order(next) {
                stops.pauses += 1;
            } else {
                stops.ends += 1;
            }
        }
        stops
    }
}

/// A text of SLIP without its remarks in brackets, which may have several lines.
fn without_brackets(text: &str) -> String {
    let mut parts = text.split('[');
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |text, part| text + part.split_once(']').map_or("", |(_, behind)| behind))
}

/// The lines of SLIP with code, each with its label. A label may stand on the line before.
fn code(text: &str) -> Vec<(&str, &str)> {
    let mut before = "";
    let mut code = Vec::new();
    for line in text.lines().filter(|line| command(line).is_none()) {
        let line = line.split(';').next().unwrap_or(line).trim();
        let (label, line) = line.split_once(':').unwrap_or(("", line));
        let (label, line) = (label.trim(), line.trim());
        if !label.is_empty() {
            before = label;
        }
        if !line.is_empty() && !line.contains('=') && !line.starts_with('_') {
            code.push((std::mem::take(&mut before), line));
        }
    }
    code
}

/// Whether code of SLIP begins with an order, and not with a number or an order `qq`, which holds data.
fn is_order(code: &str) -> bool {
    let word: String = code.chars().take_while(char::is_ascii_lowercase).collect();
    // With brackets, qq counts in another cell.
    word.len() >= 2 && (word != "qq" || code.contains('('))
}

/// The name of the translator for this dialect.
pub const fn translator_name(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Two => "GIER ALGOL II",
        Dialect::Three => "GIER ALGOL III",
        Dialect::Four => "GIER ALGOL 4",
        Dialect::Either => "GIER ALGOL 4 or III",
    }
}

/// Whether a file with this name is a text. All other files contain the rows of holes of a paper tape, one
/// byte for each row.
pub fn is_text(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name.ends_with(".asc") || name.ends_with(".txt")
}

/// Whether a file is a text, by its name or its contents: as a tape, its rows would have wrong parity.
pub fn contains_text(name: &str, bytes: &[u8]) -> bool {
    let has_ending = name.to_ascii_lowercase().ends_with(".flx");
    let is_printable = || bytes.iter().all(|&byte| byte >= b' ' || byte.is_ascii_whitespace());
    let is_tape = || {
        let rows: Vec<Row> = bytes.iter().copied().map(Row).collect();
        gier_desk::tapes::look(&rows).kind != TapeKind::Unknown(Unknown::NoTape)
    };
    is_text(name) || !has_ending && !bytes.is_empty() && is_printable() && !is_tape()
}

/// Removes the suffix `.asc` or `.flx` from a name.
pub fn stem(name: &str) -> &str {
    [".asc", ".flx", ".ASC", ".FLX"].iter().find_map(|suffix| name.strip_suffix(suffix)).unwrap_or(name)
}

/// Creates the entry for a link to a file that does not exist.
pub fn dead_link(name: &str) -> Entry {
    Entry {
        name: name.to_string(),
        kind: Kind::DeadLink,
        why: "the link leads nowhere",
        is_text: is_text(name),
        ..Entry::default()
    }
}

/// Recognises a file by its name and its contents.
pub fn recognise(name: &str, bytes: &[u8]) -> Entry {
    let is_text = contains_text(name, bytes);
    let (rows, unprintable): (Vec<Row>, _) = match is_text {
        true => asc::rows_of_any(bytes),
        false => (bytes.iter().copied().map(Row).collect(), Vec::new()),
    };
    let (info, read) = look_and_read(&rows);
    let text = read.as_str();
    let (kind, mut why) = kind(name, is_text, info.kind, &read, bytes);
    let mut dialect = match info.kind {
        TapeKind::Algol(dialect) if kind == Kind::Algol => Some(dialect),
        _ => None,
    };
    if let Some((known, reason)) = dialect.and_then(|dialect| by_name(name, dialect)) {
        (dialect, why) = (Some(known), reason);
    }
    let begin = match kind {
        Kind::Algol => text.find("_b_e_g_i_n").unwrap_or(text.len()),
        _ => text.len(),
    };
    let end = text.rfind("_e_n_d").map_or(0, |at| at + "_e_n_d".len());
    let is_of_it = !is_listed("notes the result and the time of another program", name);
    let has_keys = !is_listed("does not look at the keys of which its text speaks", name);
    let is_at_once = is_listed("music that starts at once", name);
    let is_loaded = is_listed("music that waits for the button start", name);
    let plays = kind == Kind::Slip && plays(text);
    let info = TapeInfo { sums: if is_text { Sums::default() } else { info.sums }, ..info };
    Entry {
        name: name.to_string(),
        kind,
        dialect,
        why,
        about: if kind.has_text() { about(text) } else { String::new() },
        answer: answers(text).filter(|_| is_of_it),
        is_text,
        has_command: text[..begin]
            .lines()
            .filter_map(command)
            .any(|word| ["slip", "algol", "a", "algol3", "binin"].contains(&word)),
        runs: runs(text).filter(|_| kind == Kind::Commands),
        speaks_of: ["KA", "KB"].map(|key| kind.has_text() && has_keys && speaks_of(text, key)),
        stops: if kind == Kind::Slip { Stops::of(text) } else { Stops::default() },
        is_last: kind == Kind::Slip && is_last(text),
        held: held(text).filter(|_| kind == Kind::Slip).map(str::to_string),
        note: note(name),
        start_note: known::start_note(name),
        asks: if kind == Kind::Algol { Asks::of(text) } else { Asks::default() },
        seen_time: known::time(name),
        time: time(name, text).filter(|_| is_of_it),
        unprintable,
        runs_itself: calls(&text[end..], "run"),
        gives_back: calls(&text[end..], "t"),
        has_own_data: kind == Kind::Algol && has_own_data(&text[end..]),
        library: Library::of(if kind == Kind::Algol { text } else { "" }),
        has_arrays_in_core: kind == Kind::Algol && has_arrays_in_core(text),
        has_large_area: has_large_area(text),
        is_music: is_at_once || is_loaded || plays,
        wants_start: is_loaded || plays && !is_at_once,
        wants_typewriter: is_listed("reads notes from the typewriter, and does not select it", name),
        is_put_into_work: text.contains("binin,work") && !text.contains("run<"),
        needs: known::device(name).or(draws(text).then_some("plotter")),
        builds: builds(name, text),
        print: print(&read, bytes),
        sha256: format!("{:x}", Sha256::digest(bytes)),
        info: Some(info),
    }
}

/// The translator that the name of a program tells, and the rule.
fn by_name(name: &str, dialect: Dialect) -> Option<(Dialect, &'static str)> {
    if is_listed("in GIER ALGOL III, though the rules take it for GIER ALGOL 4", name) {
        return Some((Dialect::Three, "procedures of GIER ALGOL III"));
    }
    let is_three = || name.rsplit('/').next().is_some_and(|file| file.contains("ga3"));
    match dialect {
        Dialect::Either if is_three() => Some((Dialect::Three, "underlined begin, and ga3 in the name")),
        Dialect::Either if name.starts_with("gaproto/") => {
            Some((Dialect::Two, "underlined begin, in the folder of the first translator"))
        }
        _ => None,
    }
}

/// Returns the text of a file. If the file is a tape, returns the text that is punched on it, or `None` if
/// the tape has no text.
pub fn text(entry: &Entry, bytes: &[u8]) -> Option<String> {
    if entry.is_text {
        return Some(text_of(bytes));
    }
    let rows: Vec<Row> = bytes.iter().copied().map(Row).collect();
    entry.kind.has_text().then(|| look_and_read(&rows).1.as_str().to_string())
}

/// Whether a line of `text` is a command to the monitor program HELP 3 that calls `program`, for example
/// `binin<`.
fn calls(text: &str, program: &str) -> bool {
    text.lines().filter_map(command).any(|word| word == program)
}

/// Whether something follows the last command `t<` of a text that is long enough for data.
fn has_own_data(text: &str) -> bool {
    const FEW: usize = 20;
    let behind = text.lines().rev().take_while(|line| command(line) != Some("t"));
    calls(text, "t") && behind.map(|line| line.trim().len()).sum::<usize>() > FEW
}

/// Whether a text says what one of the keys KA and KB does, for example `KA=1` or `Hvis KA er 1`, or asks for it by the
/// procedure `kaon` or `kbon` of ALGOL. In SLIP, the conditions LKA and NKA are other words.
fn speaks_of(text: &str, key: &str) -> bool {
    // A string may be printed, or be a part of another program.
    let mut parts = text.split("|<");
    let first = parts.next().unwrap_or_default().to_string();
    let text =
        &parts.fold(first, |text, part| text + part.split_once("|>").map_or(part, |(_, behind)| behind));
    let [asks, spaced] = ["on", " on"].map(|on| key.to_lowercase() + on);
    let is_algol = text.contains("_b_e_g_i_n");
    if text.contains(&format!("if {asks}")) || is_algol && (has_word(text, &asks) || has_word(text, &spaced))
    {
        return true;
    }
    let says = ["=", ":", "is set", "is 1", "er 1", "er sat"];
    let is_alone = |at: usize| !text[..at].ends_with(|before: char| before.is_alphanumeric());
    text.match_indices(key).filter(|(at, _)| is_alone(*at)).any(|(at, _)| {
        let rest = text[at + key.len()..].trim_start();
        says.iter().any(|word| rest.starts_with(word)) && !rest.starts_with(":=")
    })
}

/// The program that the first line of a text starts with `run,NAME<`. The rest of the text is its data.
fn runs(text: &str) -> Option<String> {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty())?;
    Some(first.strip_prefix("run,")?.split_once('<')?.0.to_string())
}

/// Whether a program draws on a plotter. This is so if it selects output unit 64 and its text contains
/// `plot`. [F-UNIT64-1]
fn draws(text: &str) -> bool {
    text.contains("select(64") && text.contains("plot")
}

/// Whether a command to HELP 3 at the beginning of a text has an area of more tracks than a drum has: the second number
/// of a parameter `_b`.
fn has_large_area(text: &str) -> bool {
    const DRUM: u16 = 320;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let commands = lines.take_while(|line| command(line).is_some());
    let mut areas = commands.flat_map(|line| line.split("_b").skip(1));
    areas.any(|area| {
        let tracks = area.split('.').nth(1).map(str::parse::<u16>);
        matches!(tracks, Some(Ok(tracks)) if tracks > DRUM)
    })
}

/// Whether a piece of code in an ALGOL program has an array as parameter, and no order `il` or `us` that would reach the
/// buffer store. The kinds of arrays are 48 to 50. [F-GA4-1]
fn has_arrays_in_core(text: &str) -> bool {
    let is_array = |line: &&str| {
        let kind = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit()).strip_prefix(',');
        kind.is_some_and(|kind| ["48", "49", "50"].iter().any(|array| kind.trim_start().starts_with(array)))
    };
    let is_buffer = |word: &str| word == "il" || word == "us";
    text.split("_c_o_d_e ").skip(1).any(|piece| {
        let lines = || piece.lines().take_while(|line| !line.trim_start().starts_with("_e"));
        lines().any(|line| is_array(&line))
            && !lines().any(|line| line.split(|c: char| !c.is_alphanumeric()).any(is_buffer))
    })
}

/// Returns the kind of a file, and the rule that recognised it.
fn kind(name: &str, is_text: bool, told: TapeKind, read: &Text, bytes: &[u8]) -> (Kind, &'static str) {
    let text = read.as_str();
    let is_paper = is_output(stem(name));
    let begins =
        text.lines().find(|line| !line.trim().is_empty()).is_some_and(|line| command(line).is_some());
    match told {
        _ if is_listed("shows a binary tape as text", name) => (Kind::Picture, PICTURE),
        TapeKind::First(_) | TapeKind::Help3Binary | TapeKind::HjaelpBinary if is_text => {
            (Kind::Picture, PICTURE)
        }
        TapeKind::Text if is_code(read) => (Kind::Code, CODE),
        _ if is_text && (text.starts_with("_ <") || calls(text, "binin") && read.has_codes()) => {
            (Kind::Picture, PICTURE)
        }
        TapeKind::First(_) if calls(text, "slip") => {
            (Kind::Slip, "it begins with a small HELP, and a line calls slip")
        }
        TapeKind::First(_) => (Kind::First, "it begins with a reading program for three keyed cells"),
        TapeKind::Help3Binary => (Kind::HelpBinary, "a line calls binin, or blocks for binin come first"),
        TapeKind::HjaelpBinary => (Kind::HjaelpBinary, "it begins like the tapes of the older HJÆLP"),
        TapeKind::Slip if calls(text, "slip") => (Kind::Slip, "a line calls slip"),
        TapeKind::Slip => (Kind::Slip, "most lines are orders of SLIP"),
        TapeKind::Algol(_) if is_paper && !text.contains("_e_n_d") => (Kind::Paper, PAPER),
        TapeKind::Algol(_) if calls(text, "algol3") => (Kind::Algol, "a line calls algol3"),
        TapeKind::Algol(_) if calls(text, "algol") => (Kind::Algol, "a line calls algol"),
        TapeKind::Algol(dialect) => (
            Kind::Algol,
            match dialect {
                Dialect::Two => "underlined begin, and procedures with Danish names only",
                Dialect::Three => "underlined begin, and procedures of GIER ALGOL III",
                Dialect::Four => "underlined begin, and words of GIER ALGOL 4",
                Dialect::Either => "underlined begin; no word tells the translator",
            },
        ),
        TapeKind::Help3Text | TapeKind::Text if is_paper && is_data(text) => (Kind::Paper, PAPER),
        TapeKind::Help3Text | TapeKind::Text if ends_with_call(text) => {
            (Kind::Paper, "a text that ends with the line of HELP 3 when it is called, or of a translator")
        }
        TapeKind::Help3Text | TapeKind::Text if text.split_whitespace().next() == Some("ok") => {
            (Kind::Paper, "a text that begins with a translator's ok")
        }
        TapeKind::Help3Text if is_data(text) && !begins => (Kind::Data, DATA),
        TapeKind::Help3Text => (Kind::Commands, "lines that call programs of HELP 3"),
        TapeKind::Text if is_data(text) => (Kind::Data, DATA),
        TapeKind::Text if is_paper => (Kind::Paper, PAPER),
        TapeKind::Text => (Kind::Text, "no rule tells more than that it is a text"),
        TapeKind::Unknown(_) if is_text => (Kind::Picture, "a text of which most symbols have no picture"),
        TapeKind::Unknown(_) if bytes.starts_with(&HEADLESS_ROWS) => (Kind::Code, HEADLESS),
        TapeKind::Unknown(_) if bytes.starts_with(b"\x7fELF") => (Kind::Code, ELF),
        TapeKind::Unknown(_) => (Kind::Code, "neither a text nor a form that gier knows"),
    }
}

const PICTURE: &str = "a text that begins like a binary tape; the .flx is the tape";
/// The rule for programs without the reading program of the engineers' tests, and the rows with which they begin.
pub const HEADLESS: &str = "it begins like the engineers' test programs behind their reading program";
const HEADLESS_ROWS: [u8; 8] = [0x10, 0x10, 0x10, 0x0e, 0x10, 0x52, 0xd0, 0x1f];
/// The rule for a program for Linux.
pub const ELF: &str = "it begins with the letters ELF, as programs for Linux do";
/// The rule for binary code that looks like a text.
pub const CODE: &str = "a leader of one symbol, or many rows that would be checksums of a text";
const PAPER: &str = "a text whose name ends in out or list, or begins with list";
const DATA: &str = "more than twice as many digits as letters";

/// Whether a text is binary code without the head that reads it: a leader of one symbol is in it, or more symbols for a
/// checksum than a text has.
fn is_code(read: &Text) -> bool {
    const LEADER: usize = 200;
    const SUMS: usize = 20;
    let text = read.as_str().as_bytes();
    let is_leader = |run: &[u8]| run.len() > LEADER && run[0].is_ascii_digit();
    read.sums.untold > SUMS || text.chunk_by(|one, next| one == next).any(is_leader)
}

/// Whether a text consists mostly of numbers: it has more than twice as many digits as letters.
fn is_data(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let letters = text.chars().filter(|character| character.is_alphabetic()).count();
    digits > 2 * letters
}

/// Whether the name is that of a program's output: `…out`, `…list` or `list…`.
fn is_output(stem: &str) -> bool {
    let file = stem.rsplit('/').next().unwrap_or(stem);
    let short = file.trim_end_matches(|character: char| character.is_ascii_digit());
    short.ends_with("out") || short.ends_with("list") || file.starts_with("list")
}

/// Whether a text ends as the paper of HELP 3 does when it is called: a number, a date and a place, such as
/// `p2 14.11.15 17`, behind a line `image`. Or it ends with the last word of a translator that gives up.
fn ends_with_call(text: &str) -> bool {
    let last = text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
    is_call(last) && text.contains("image") || last.trim_end().ends_with(" sorry")
}

/// Whether a SLIP text plays music: it has more than 20 lines with orders, and more than a quarter of them
/// contain `tk`.
fn plays(text: &str) -> bool {
    let lines = text.lines().filter(|line| line.contains(|c: char| c.is_ascii_lowercase()));
    let (mut lines_with, mut all) = (0, 0);
    for line in lines {
        all += 1;
        lines_with += usize::from(line.split([' ', ',', ':']).any(|word| word == "tk" || word == "tkf"));
    }
    all > 20 && lines_with * 4 > all
}

/// The maximum length of a text's description, in characters.
const ABOUT: usize = 100;

/// Returns what a text says about itself. For ALGOL, this is the heading before the first `begin`, or the
/// first comment. For other texts, it is the first remark or the first text in brackets.
fn about(text: &str) -> String {
    let plain = |text: &str| {
        let words = text.split_whitespace().map(|word| word.trim_matches('_'));
        words.collect::<Vec<_>>().join(" ").chars().take(ABOUT).collect::<String>()
    };
    let begin = text.find("_b_e_g_i_n");
    let heading = || {
        let lines = text[..begin.unwrap_or(0)].lines().filter(|line| command(line).is_none());
        plain(&lines.collect::<Vec<_>>().join(" "))
    };
    let comment = || {
        let from = text.find("_c_o_m_m_e_n_t")? + "_c_o_m_m_e_n_t".len();
        Some(plain(text[from..].split(';').next()?))
    };
    let remark = || {
        let remarks = text.lines().filter_map(|line| line.split_once(';')).map(|(_, remark)| plain(remark));
        remarks
            .filter(|remark| command(remark).is_none())
            .find(|remark| remark.chars().any(char::is_alphabetic))
    };
    let bracket = || Some(plain(text.split_once('[')?.1.split(']').next()?));
    let says = |text: &String| text.chars().filter(|c| c.is_alphabetic()).count() > 2;
    match begin {
        Some(_) => Some(heading()).filter(says).or_else(|| comment().filter(says)),
        None => remark().filter(says).or_else(|| bracket().filter(says)),
    }
    .unwrap_or_default()
}

/// Returns the installation (the machine's devices) for which a tape builds the monitor program HELP 3. The
/// line after `redefine` gives the parameters. d22 is the number of drums with 320 tracks. d41 is 1 if there
/// is a buffer store. d3 is 1 if there is a block disc. d54 is the number of the tape station that holds a
/// system tape. There is no parameter for a carrousel, so the tape's name decides.  [F-BUILD-4]
fn builds(name: &str, text: &str) -> Option<Installation> {
    let lines = text.lines().skip_while(|line| !line.trim_end().ends_with("redefine"));
    let parameters = lines.skip(1).find(|line| !line.trim().is_empty())?;
    let value = |wanted: &str| {
        let mut values = parameters.split(',').filter_map(|word| word.trim().split_once('='));
        values.find(|(name, _)| *name == wanted).and_then(|(_, value)| value.parse::<u16>().ok())
    };
    let tracks = value("d22").unwrap_or(1).checked_mul(320)?;
    let it = Installation {
        tracks,
        // A machine with more than one drum also has a buffer store.
        buffer: value("d41") == Some(1) || tracks > 320,
        block_disc: value("d3") == Some(1),
        carrousel: name.contains("carr"),
        ..Installation::default()
    };
    Some(value("d54").map_or(it, |station| it.with_station(station)))
}

/// Whether no more than `t<` follows the cell or name behind the last `_e` of a text, where SLIP starts the program.
fn is_last(text: &str) -> bool {
    let mut words = text.rsplit_once("_e").map_or("", |(_, last)| last).split_whitespace();
    words.next().is_some() && words.all(|word| word == "t<")
}

/// The cell after the last `i=` of a text that ends with `_h` and `t<`, and so starts no program. `None` for other texts.
fn held(text: &str) -> Option<&str> {
    let text = text.trim_end().strip_suffix("t<")?.trim_end().strip_suffix("_h")?;
    let cell = text.lines().rev().find_map(|line| line.trim().strip_prefix("i="))?;
    cell.split(|c: char| !c.is_ascii_digit()).next().filter(|cell| !cell.is_empty())
}

/// Reads a number with a unit of time, such as `5h` or `51.78s`. Returns the number, and the unit in seconds.
fn in_seconds(word: &str) -> Option<(f64, f64)> {
    let number = word.trim_end_matches(char::is_alphabetic);
    let unit = match &word[number.len()..] {
        "d" => 86_400.0,
        "h" => 3600.0,
        "m" => 60.0,
        _ => 1.0,
    };
    Some((number.parse().ok()?, unit))
}

/// The longest time that the author noted, in seconds, such as in `Time: 19671.78s = 5h 27m 51.78s`, `Time drum: 8623.27s`
/// or `Tid 1: 178502.60 sek`. In `Tid 1`, `Tid 2` and so on, the parts of a run are noted, whose times are added. `Time1`,
/// `Time2` and so on are the times of versions of the program, of which the one in the tape's name counts.
fn time(name: &str, text: &str) -> Option<String> {
    let version = stem(name).rsplit('/').next()?.trim_start_matches(|c: char| !c.is_ascii_digit());
    let version = version.split(|c: char| !c.is_ascii_digit()).next()?;
    let noted: Vec<Noted<'_>> = text.lines().filter_map(Noted::read).collect();
    let has_versions = noted.iter().any(|noted| noted.version.is_some_and(|other| !other.is_empty()));
    let is_own = |noted: &&Noted<'_>| !has_versions || noted.version == Some(version);
    let mut parts: BTreeMap<u16, f64> = BTreeMap::new();
    for noted in noted.iter().filter(is_own) {
        let longest = parts.entry(noted.part).or_default();
        *longest = longest.max(noted.seconds);
    }
    let seconds: f64 = parts.values().sum();
    (seconds > 0.0).then(|| format!("{seconds:.2}"))
}

/// A time that the author noted in a line.
struct Noted<'a> {
    /// The digits directly behind the word for the time. `None` if another word follows.
    version: Option<&'a str>,
    /// The number that follows as a word of its own, or 0.
    part: u16,
    seconds: f64,
}

impl Noted<'_> {
    fn read(line: &str) -> Option<Noted<'_>> {
        let (head, rest) = line.trim_start_matches([';', ' ', '\t']).split_once(':')?;
        let mut words = head.split_whitespace();
        let first = words.next()?;
        let word = first.trim_end_matches(|digit: char| digit.is_ascii_digit());
        let part = words.next();
        let is_time =
            ["time", "timing", "tid"].contains(&word.to_lowercase().as_str()) && words.next().is_none();
        let is_assignment = rest.starts_with('=');
        let rest = rest.split('=').next().filter(|_| is_time && !is_assignment)?;
        let mut times = rest.split_whitespace().map_while(in_seconds).peekable();
        let seconds = match times.peek()?.1 > 1.0 {
            true => times.map(|(number, unit)| number * unit).sum(),
            false => times.next()?.0,
        };
        let version = part.is_none().then_some(&first[word.len()..]);
        Some(Noted { version, part: part.and_then(|part| part.parse().ok()).unwrap_or(0), seconds })
    }
}

/// The results that the program's author noted: the texts after `Answer:` in lines, such as one for a small number and
/// one for the whole.
fn answers(text: &str) -> Option<String> {
    let noted = text.lines().filter_map(|line| line.trim().strip_prefix("Answer:")).map(str::trim);
    let noted: Vec<&str> = noted.filter(|noted| !noted.is_empty()).collect();
    (!noted.is_empty()).then(|| noted.join("; ").chars().take(ABOUT).collect())
}

/// Returns a hash of those symbols of a text that print something. If the file has no text, returns a hash of
/// its bytes.
fn print(read: &Text, bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    let text = read.as_str();
    if text.trim().is_empty() {
        bytes.hash(&mut hasher);
    }
    text.chars()
        .filter(|character| !character.is_whitespace())
        .for_each(|character| character.hash(&mut hasher));
    hasher.finish()
}
