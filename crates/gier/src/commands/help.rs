//! `gier help`: prints the help of a command, or an entry of the handbook: whatever a word means.

use crate::cli::{Cli, HelpArgs};
use crate::host::files::Job;
use crate::host::language::language;
use crate::host::status::Status;
use anyhow::{Context, Result, bail};
use gier_algol::standard::{self, PROCEDURES, StandardProcedure};
use gier_algol::typing::{SYMBOLS, Typing};
use gier_algol::words::{self, EXPLAINED, Explained};
use gier_desk::acts::{ACTS, ActForm, Group};
use gier_handbook::entry::{Block, Entry};
use gier_handbook::register::{REGISTERS, Register};
use gier_handbook::term::{self, TERMS, Term};
use gier_handbook::{order, register};
use gier_messages::{ALARMS, Alarm, Speaker, say};
use gier_word::order::ORDERS;
use gier_word::similar::similar;
use ratatui::crossterm::terminal;
use std::io::{self, IsTerminal, stdout};
use std::path::Path;

/// The maximum width of a printed handbook entry, in characters.
const WIDTH: usize = 100;

/// A kind of things that have entries.
struct Kind {
    /// What the user types before a name: `gier help order ar`.
    name: &'static str,
    /// The list of all of them.
    list: fn() -> Entry,
    find: fn(&str) -> Option<Entry>,
    /// Their names.
    names: fn() -> Vec<&'static str>,
}

/// All kinds, in the order in which the meanings of a word are printed.
const KINDS: [Kind; 8] = [
    Kind {
        name: "order",
        list: orders,
        find: |name| order::find(name).map(order::entry),
        names: || ORDERS.iter().map(|row| row.mnemonic).collect(),
    },
    Kind {
        name: "register",
        list: registers,
        find: |name| register::find(name).map(Register::entry),
        names: || REGISTERS.iter().map(|register| register.name).collect(),
    },
    Kind {
        name: "procedure",
        list: procedures,
        find: |name| standard::find(&name.replace(' ', "")).map(procedure),
        names: || PROCEDURES.iter().map(|row| row.name).collect(),
    },
    Kind {
        name: "word",
        list: all_words,
        find: |name| words::find(name).map(word),
        names: || EXPLAINED.iter().map(|row| row.word).collect(),
    },
    Kind { name: "typing", list: || typing(|_| true), find: typed, names: Vec::new },
    Kind {
        name: "alarm",
        list: || alarms(|_| true),
        find: |name| Alarm::named(name).map(|_| alarms(|alarm| alarm.words.contains(&name))),
        names: || ALARMS.iter().flat_map(|alarm| alarm.words).copied().collect(),
    },
    Kind {
        name: "act",
        list: || acts(|_| true),
        find: acts_named,
        names: || ACTS.iter().map(verb).collect(),
    },
    Kind {
        name: "term",
        list: || terms(|_| true),
        find: |name| term::find(name).map(|found| terms(|term| term == found)),
        names: || TERMS.iter().flat_map(|term| term.words).collect(),
    },
];

/// All words that `gier help` knows, without the commands.
pub fn topics() -> Vec<&'static str> {
    let mut all: Vec<&str> =
        KINDS.iter().flat_map(|kind| [vec![kind.name], (kind.names)()].concat()).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Prints the help of a command, or an entry of the handbook. If a word has several meanings, prints all.
pub fn run(job: &Job, args: &HelpArgs) -> Result<Status> {
    let words: Vec<&str> = args.words.iter().map(String::as_str).collect();
    let kind = words.first().and_then(|first| KINDS.iter().find(|kind| kind.name == *first));
    let mut entries: Vec<Entry> = match (kind, &words[..]) {
        (Some(kind), [_]) => vec![(kind.list)()],
        (Some(kind), [_, name @ ..]) => match (kind.find)(&name.join(" ")) {
            Some(entry) => return print(job, &[entry]),
            None => bail!("{} is no {}; gier help {} lists them all", name.join(" "), kind.name, kind.name),
        },
        _ => Vec::new(),
    };
    let is_command = kind.is_none() && command(&words)?;
    let wanted = words.join(" ");
    entries.extend(KINDS.iter().filter_map(|kind| (kind.find)(&wanted)));
    if entries.is_empty() && !is_command {
        if wanted.strip_prefix('Q').is_some_and(|number| number.parse::<u8>().is_ok()) {
            bail!("{wanted} is a question about GIER: docs/open-questions.md has it");
        }
        let mut shown = Cli::shown();
        shown.build();
        let commands: Vec<String> = shown.get_subcommands().map(|it| it.get_name().to_string()).collect();
        let known = commands.iter().map(String::as_str).chain(topics());
        match similar(&wanted, known) {
            Some(meant) => bail!("nothing is called {wanted}; did you mean {meant}?"),
            None => bail!(
                "nothing is called {wanted}; gier help lists the commands, and gier help order, register, \
                 procedure, word, typing, alarm, act or term lists the rest"
            ),
        }
    }
    if is_command && !entries.is_empty() {
        job.print("\n");
    }
    print(job, &entries)
}

/// Prints the entries, with a blank line between two.
fn print(job: &Job, entries: &[Entry]) -> Result<Status> {
    let terminal = stdout().is_terminal().then(|| terminal::size().ok()).flatten();
    let width = terminal.map_or(WIDTH, |(columns, _)| usize::from(columns).clamp(40, WIDTH));
    let said = |text: &str| say(language(), Speaker::Handbook, text).into_owned();
    let texts: Vec<String> = entries.iter().map(|entry| entry.said(said).plain(width)).collect();
    job.print(&texts.join("\n"));
    Ok(Status::Ended)
}

/// Prints the long help of a command, or of gier itself. Returns `false` if there is no such command.
fn command(words: &[&str]) -> Result<bool> {
    let mut command = Cli::shown();
    command.build();
    let mut found = &mut command;
    for word in words {
        match found.find_subcommand_mut(word) {
            Some(inner) => found = inner,
            None => return Ok(false),
        }
    }
    match found.print_long_help() {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(error).context("cannot write standard output")
        }
        _ => Ok(true),
    }
}

/// The text of a row in the user's language.
fn own(texts: [&str; 2]) -> String {
    language().of(texts).to_string()
}

/// A list of names, each with what it is.
fn list(title: &str, rows: Vec<Vec<String>>) -> Entry {
    Entry { title: title.to_string(), blocks: vec![Block::table(&["", ""], rows)] }
}

fn orders() -> Entry {
    let table = order::table(|row| row.mnemonic.to_string());
    Entry { title: "The 64 orders".to_string(), blocks: vec![table] }
}

fn registers() -> Entry {
    let row = |register: &Register| vec![register.name.to_string(), register.line.to_string()];
    let table = Block::table(&["register", "what it is"], REGISTERS.iter().map(row).collect());
    Entry { title: "The registers".to_string(), blocks: vec![table] }
}

fn procedures() -> Entry {
    let row = |row: &StandardProcedure| vec![format!("`{}`", row.call()), own([row.english, row.danish])];
    list("The 39 standard procedures of GIER ALGOL III", PROCEDURES.iter().map(row).collect())
}

fn all_words() -> Entry {
    let row = |row: &Explained| vec![format!("`_{}`", row.word), own([row.english, row.danish])];
    list("The underlined words of GIER ALGOL", EXPLAINED.iter().map(row).collect())
}

fn word(row: &Explained) -> Entry {
    let blocks =
        vec![Block::text(&own([row.english, row.danish])), Block::text(&format!("`{}`", row.example))];
    Entry { title: format!("_{}: an underlined word of GIER ALGOL", row.word), blocks }
}

/// How those symbols of ALGOL are typed.
fn typing(is_shown: impl Fn(&Typing) -> bool) -> Entry {
    let or = language().of([" or ", " eller "]);
    let listed = |all: &[&str]| all.iter().map(|one| format!("`{one}`")).collect::<Vec<_>>().join(or);
    let row = |row: &Typing| {
        let typed = if row.typed.is_empty() { listed(&[row.symbol]) } else { listed(row.typed) };
        vec![format!("`{}`", row.symbol), own([row.english, row.danish]), typed, listed(row.refused)]
    };
    let rows = SYMBOLS.iter().filter(|row| is_shown(row)).map(row).collect();
    let about = "The symbols themselves can be typed too. gier algol --fix and the formatter of your editor write \
        them for what was typed.";
    let table = Block::table(&["symbol", "what it is", "type", "refused"], rows);
    let title = "How the symbols of GIER ALGOL are typed".to_string();
    Entry { title, blocks: vec![table, Block::text(about)] }
}

/// How a symbol is typed that was given as itself, as it is typed, or as another language has it.
fn typed(name: &str) -> Option<Entry> {
    let is_meant = |row: &Typing| {
        row.symbol == name
            || row.typed.contains(&name)
            || row.refused.contains(&name)
            || [row.english, row.danish].iter().any(|what| what.strip_prefix("a ").unwrap_or(what) == name)
            || row.english == name.replace('-', " ")
    };
    SYMBOLS.iter().any(is_meant).then(|| typing(is_meant))
}

fn alarms(is_shown: impl Fn(&Alarm) -> bool) -> Entry {
    let rows = ALARMS.iter().filter(|alarm| is_shown(alarm));
    let words =
        |alarm: &Alarm| alarm.words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
    let row = |alarm: &Alarm| vec![words(alarm), alarm.meaning.to_string()];
    list("Alarms of a running program", rows.map(row).collect())
}

/// The first word of an act.
fn verb(row: &ActForm) -> &'static str {
    row.form.split([' ', ',']).next().unwrap_or_default()
}

fn acts(is_shown: impl Fn(&ActForm) -> bool) -> Entry {
    let rows = ACTS.iter().filter(|row| is_shown(row));
    let rows = rows.map(|row| vec![format!("`{}`", row.form), row.help(language()).to_string()]);
    list("Acts: one-line commands for gier boot, gier debug, the panel and editors", rows.collect())
}

/// The acts that begin with this word.
fn acts_named(name: &str) -> Option<Entry> {
    let is_meant = |row: &ActForm| {
        let forms = row.forms().any(|form| form == name || form.split(' ').next() == Some(name));
        forms && row.group != Group::Addition
    };
    ACTS.iter().any(is_meant).then(|| acts(is_meant))
}

fn terms(is_shown: impl Fn(&Term) -> bool) -> Entry {
    let row = |term: &Term| vec![own(term.words), own(term.meanings)];
    list("Words about GIER", TERMS.iter().filter(|term| is_shown(term)).map(row).collect())
}

/// What to type in place of a word that is no command.
pub fn no_command(word: &str) -> Option<String> {
    let file = ["alg", "slip", "drum"].map(|ending| format!("{word}.{ending}"));
    let meant = match file.iter().find(|file| Path::new(file).is_file()) {
        Some(file) => format!("gier {file} runs the program"),
        None if gier_programs::find(word).is_some() => format!("gier play {word} runs the program"),
        None if KINDS.iter().any(|kind| (kind.find)(word).is_some()) => {
            format!("gier help {word} explains it")
        }
        None => return None,
    };
    Some(format!("{word} is no command: {meant}"))
}

/// The handbook's entry for a standard procedure of ALGOL. It may have an example.
fn procedure(row: &StandardProcedure) -> Entry {
    let mut blocks = vec![Block::text(&own([row.english, row.danish]))];
    if let Some(example) = row.example {
        let parts = [
            ("program", example.program),
            ("tape in the reader", example.reader),
            ("typed", example.typed),
            ("paper", example.paper),
            ("punched", example.punched),
        ];
        let parts = parts.into_iter().filter(|(_, part)| !part.is_empty());
        let rows =
            parts.map(|(name, part)| vec![name.to_string(), format!("`{}`", part.replace('\n', "` / `"))]);
        blocks.push(Block::table(&["", "example"], rows.collect()));
    }
    Entry { title: row.heading(), blocks }
}
