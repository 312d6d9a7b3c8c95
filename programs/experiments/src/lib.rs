//! Experiments for a real GIER, on questions that no tape and no document answers. An experiment is a program
//! in SLIP or ALGOL that you type into HELP 3, GIER's monitor, and that prints its results on the typewriter. This
//! crate also reads the logs of these results, to find the answers.
//!
//! | what | where |
//! |---|---|
//! | the questions with their candidates, the experiments, the programs, the operator's page | `texts/` |
//! | what each candidate prints: `assumed.txt` in full, the others only the lines that differ | `answers/` |
//! | the logs that real machines gave | `results/` |
//! | which candidate a log agrees with | [`mod@read`] |
//! | an experiment on the emulated machine | [`mod@run`] |

pub mod read;
pub mod run;

use gier_desk::typewriter::keyboard::strokes;
use gier_word::{Case, Language, glyph};
use include_dir::{Dir, include_dir};
use std::sync::LazyLock;

static TEXTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/texts");
static ANSWERS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/answers");

/// The cell in which every experiment starts.
const START: u16 = 10;
/// The text that you type into HELP 3 to go on with the next trial after a stop. HELP 3 then restores the
/// store, which it saved when you pressed the HELP button.
pub const CONTINUE: &str = "exit,11<";
/// The number of keys a second that the museum's Raspberry Pi types, which replaces GIER's typewriter.
const TYPED_A_SECOND: f64 = 25.0;
/// The number of symbols that the typewriter prints in a second.  [F-TYPE-1]
const PRINTED_A_SECOND: f64 = 10.0;

/// An entry of `questions.txt` or `experiments.txt`: `name English | Danish`, and rows of the same form,
/// indented, below it.
#[derive(Debug)]
pub struct Entry {
    /// The key of a question, or the name of an experiment, candidate or row.
    pub name: &'static str,
    /// What the entry says, in English and Danish. Both are the same if the text has no `|`.
    pub says: [&'static str; 2],
    /// The candidates of a question, the first of which gier assumes; or the rows of an experiment.
    pub rows: Vec<Entry>,
}

/// All questions that an experiment asks.
pub static QUESTIONS: LazyLock<Vec<Entry>> = LazyLock::new(|| entries(text("questions.txt")));
/// All experiments, in the best order for doing them.
pub static EXPERIMENTS: LazyLock<Vec<Entry>> = LazyLock::new(|| entries(text("experiments.txt")));

fn entries(text: &'static str) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (name, says) = line.trim_start().split_once(' ').unwrap_or((line, ""));
        let (english, danish) = says.split_once(" | ").unwrap_or((says, says));
        let entry = Entry { name, says: [english, danish], rows: Vec::new() };
        match entries.last_mut().filter(|_| line.starts_with(' ')) {
            Some(last) => last.rows.push(entry),
            None => entries.push(entry),
        }
    }
    entries
}

/// A file of `texts/`, which must exist.
fn text(name: &str) -> &'static str {
    TEXTS.get_file(name).and_then(|file| file.contents_utf8()).unwrap_or_default()
}

/// The experiment with this name.
pub fn experiment(name: &str) -> Option<&'static Entry> {
    EXPERIMENTS.iter().find(|experiment| experiment.name == name)
}

impl Entry {
    /// The words of an experiment's row, such as the keys in `questions Q4 Q5`.
    fn words(&self, row: &str) -> impl Iterator<Item = &'static str> {
        self.rows.iter().filter(move |one| one.name == row).flat_map(|one| one.says[0].split(' '))
    }

    /// The questions that the experiment's row `questions` (answered by its printed lines) or `heard`
    /// (answered by its sound) names.
    pub fn asks(&self, row: &str) -> impl Iterator<Item = &'static Entry> {
        self.words(row).filter_map(|key| QUESTIONS.iter().find(|question| question.name == key))
    }

    /// The lines that the experiment prints: all under `assumed`, and those that differ under a candidate
    /// such as `Q3=truncate`.
    pub fn answers(&self, name: &str) -> &'static str {
        let file = ANSWERS.get_file(format!("{}/{name}.txt", self.name));
        file.and_then(|file| file.contents_utf8()).unwrap_or_default()
    }

    /// The words that the experiment's first line prints before the sum of the program.
    fn head(&self) -> String {
        format!("gier {} {}", self.name, self.words("version").collect::<String>())
    }

    /// The text for our assembler, or `None` if the experiment is in ALGOL. It begins with `frame.slip`, which
    /// all experiments share, and a routine that prints the first line. Comments are left out.
    fn slip(&self) -> Option<String> {
        let part = TEXTS.get_file(format!("{}.slip", self.name))?.contents_utf8()?;
        let head = self.head();
        let symbols = head.chars().flat_map(|character| glyph::symbols(character).into_iter().flatten());
        let orders: Vec<String> = symbols.map(|(symbol, _)| format!("sy {}", symbol.code())).collect();
        let pairs: Vec<String> = orders.chunks(2).map(|pair| pair.join(",")).collect();
        let routine = format!("e: qq\n{}\nhr s1\n", pairs.join("\n"));
        let texts = [text("frame.slip"), &routine, part, "d: 0\n_e\n"];
        let bare = |line: &str| line.split_once(';').map_or(line, |(order, _)| order).trim().to_string();
        let lines = texts.iter().flat_map(|text| text.lines()).map(bare);
        Some(lines.filter(|line| !line.is_empty()).map(|line| line + "\n").collect())
    }

    /// The text that you type into HELP 3. HELP 3 assembles and starts a SLIP text. An ALGOL text begins with
    /// a command that starts the ALGOL compiler. The compiled program waits for a key and then starts.
    pub fn asc(&self) -> String {
        let algol = || text(&format!("{}.asc", self.name)).to_string();
        self.slip().map_or_else(algol, |slip| format!("slip<\n{slip}_e{START}\n"))
    }

    /// The time in seconds in which the museum's Raspberry Pi types the text. Case shifts count as keys.
    pub fn typing_seconds(&self) -> f64 {
        let text = self.asc();
        let keys = text.chars().filter_map(|character| strokes(character, Case::Lower));
        (keys.map(|keys| keys.len()).sum::<usize>() as f64 / TYPED_A_SECOND).ceil()
    }

    /// The page for the operator: what to press, what must appear, what to save.
    pub fn page(&self, language: Language) -> String {
        self.filled(text(language.of(["en.txt", "da.txt"])), language)
    }

    /// The page as acts for `gier boot`, to try the experiment on the emulated machine.
    pub fn acts(&self) -> String {
        self.filled(text("boot.acts"), Language::English)
    }

    /// Fills the parts in braces of a page. A line that begins with a condition such as `?slip` appears only
    /// for the experiments that meet it.
    fn filled(&self, page: &str, language: Language) -> String {
        let paper = self.answers("assumed");
        let numbered = paper.lines().filter(|line| line.starts_with('0'));
        let stops = numbered.clone().filter(|line| line.get(4..6) == Some("88")).count();
        let warning = self.rows.iter().filter(|row| row.name == "warning");
        let warning: Vec<&str> = warning.map(|row| language.of(row.says)).collect();
        let is_slip = self.slip().is_some();
        let go_on = format!("await stop\nhelp\nawait key\ntype \"{CONTINUE}\"\n").repeat(stops);
        let parts = [
            ("{name}", self.name.to_string()),
            ("{version}", self.words("version").collect()),
            ("{title}", language.of(self.says).to_string()),
            ("{warning}", warning.join("\n")),
            ("{system}", if is_slip { "slip" } else { "GIER ALGOL III (algol3)" }.to_string()),
            ("{typing}", minutes(self.typing_seconds(), language)),
            ("{printing}", minutes(paper.len() as f64 / PRINTED_A_SECOND, language)),
            ("{lines}", numbered.count().to_string()),
            ("{stops}", stops.to_string()),
            ("{head}", paper.lines().next().unwrap_or_default().to_string()),
            ("{end}", paper.lines().last().unwrap_or_default().to_string()),
            ("{typed}", self.asc().lines().map(|line| format!("type \"{line}\\n\"\n")).collect::<String>()),
            ("{continued}", go_on),
        ];
        let is_wanted = |condition: &str| match condition {
            "?warning" => !warning.is_empty(),
            "?slip" => is_slip,
            "?algol" => !is_slip,
            "?stops" => stops > 0,
            "?read" => self.words("questions").next().is_some(),
            _ => self.words("heard").next().is_some(),
        };
        let mut text = String::new();
        for line in page.lines() {
            let conditional = line.starts_with('?').then(|| line.split_once(' ').unwrap_or((line, "")));
            let (condition, line) = conditional.map_or((None, line), |(is, line)| (Some(is), line));
            if condition.is_none_or(is_wanted) {
                let filled =
                    parts.iter().fold(line.to_string(), |line, (name, part)| line.replace(name, part));
                text += filled.trim_end();
                text.push('\n');
            }
        }
        text
    }
}

/// A time in minutes and seconds, as words.
fn minutes(seconds: f64, language: Language) -> String {
    let seconds = seconds.round() as u64;
    match (seconds / 60, seconds % 60) {
        (0, rest) => format!("{rest} {}", language.of(["seconds", "sekunder"])),
        (minutes, rest) => format!("{minutes} min {rest} s"),
    }
}
