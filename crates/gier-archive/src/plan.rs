//! Plans how to run a tape. A plan consists of the base system, the commands typed to the monitor program
//! HELP 3, and the data tape.

use crate::catalogue::Catalogue;
use crate::rows::Row;
use crate::rules::{Entry, Kind, is_text};
use gier_desk::acts::Cells;
use gier_desk::tapes::{Dialect, First, TapeKind};
use gier_word::Installation;
use gier_word::installation::NoInstallation;
use std::fmt::Write;

/// The key of the base system for programs in GIER ALGOL 4. Programs for smaller systems also run on this
/// one.
pub const GA4: &str = "six-discs-ga4";
/// The key of the base system for programs that use procedures from the library of the firm Haldor Topsøe.
/// The base system is that of [`GA4`] with the library added.
pub const LIBRARY: &str = "six-discs-library";
/// The key of the base system for programs in GIER ALGOL III.
pub const GA3: &str = "ga3";
/// The key of the base system for tapes that the monitor program HELP 3 reads, except ALGOL programs. These
/// tapes contain SLIP programs, binary programs or commands.
pub const HELP3: &str = "help3";
/// The key of the base system for tapes of the older monitor program HJÆLP.
pub const HJAELP: &str = "hjaelp";

/// How to run a tape: the base system, the script of acts, and the data tape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The key of the base system, or `None` for an empty machine.
    pub base: Option<String>,
    /// The script of acts that starts the program. Load the base system before you perform this script.
    pub acts: String,
    /// The translator that the script of acts uses, if any.
    pub translator: Option<Dialect>,
    /// The name of the data tape that the script of acts mounts, if any.
    pub data: Option<String>,
}

impl Plan {
    /// Returns the whole script for `gier boot --acts`. The acts that load the base system come first, then
    /// the acts of the plan. The last act lets the machine run until the program waits for a key or a tape,
    /// or stops.
    pub fn text(&self, catalogue: &Catalogue) -> String {
        let bases = self.base.iter().flat_map(|base| catalogue.bases().chain(base));
        let bases: Vec<&str> = bases.map(|row: &Row| row.text.trim()).collect();
        let mut text = bases.join("\n\n");
        let _ = write!(text, "\n\n{}await any\n", self.acts);
        text.trim_start().to_string()
    }

    /// Sets the installation (the machine's devices) that the plan needs. The act that sets it becomes the
    /// first act. If the first act already sets an installation, replaces that act.
    #[must_use]
    pub fn on(mut self, installation: Installation) -> Plan {
        let (_, acts) = self.split();
        self.acts = format!("installation {installation}\n{acts}");
        self
    }

    /// Splits the acts of the plan. Returns the installation that the first act sets, and the remaining acts.
    /// The installation is `None` if the first act sets none.
    pub fn split(&self) -> (Option<Installation>, &str) {
        let first = self.acts.split_once('\n');
        let installation =
            |(line, acts): (&str, _)| Some((line.strip_prefix("installation ")?.parse().ok()?, acts));
        match first.and_then(installation) {
            Some((installation, acts)) => (Some(installation), acts),
            None => (None, &self.acts),
        }
    }
}

/// Plans how to run a tape. `data` names the data tape. If `data` is `None`, the program's name decides which
/// data tape is used.
///
/// # Errors
/// Returns the reason if the tape cannot be run.
pub fn plan(catalogue: &Catalogue, entry: &Entry, data: Option<&str>) -> Result<Plan, String> {
    let plan = usual(catalogue, entry, data)?;
    if let (Some(part), Some(base)) = (entry.needs, &plan.base) {
        let installation = format!("{}+{part}", catalogue.bases().installation(base));
        return installation
            .parse()
            .map(|installation| plan.on(installation))
            .map_err(|error: NoInstallation| error.to_string());
    }
    Ok(plan)
}

/// Plans how to run a tape on one of the usual base systems. [`plan`] then adds the device that the tape
/// needs, if any.
fn usual(catalogue: &Catalogue, entry: &Entry, data: Option<&str>) -> Result<Plan, String> {
    if let Some(base) = catalogue.bases().loaded_last(&entry.name) {
        // This is the last tape of a base system, so there is nothing more to load.
        return Ok(Plan { base: Some(base.to_string()), acts: String::new(), translator: None, data: None });
    }
    if let Some(place) = &entry.unprintable {
        return Err(format!("its text cannot be put on a tape: {place}"));
    }
    let row = catalogue.row(entry);
    let of_row =
        |usual: &str| Some(row.and_then(|row| row.base.clone()).unwrap_or_else(|| usual.to_string()));
    let reader = reader(&entry.name);
    let behind = data.map(self::reader).unwrap_or_default();
    let named = data.map(str::to_string);
    match entry.kind {
        Kind::Algol => match entry.dialect {
            Some(Dialect::Two) => {
                Err("it is written in GIER ALGOL II, whose translator is not in the archive".to_string())
            }
            Some(Dialect::Three) => Ok(Plan { data: named, ..algol3(reader + &behind, of_row(GA3)) }),
            Some(Dialect::Four | Dialect::Either) | None => {
                let data = data.or_else(|| catalogue.partners(entry).first().map(|data| data.name.as_str()));
                let base = if entry.copies { LIBRARY } else { GA4 };
                Ok(algol4(reader, of_row(base), entry, data))
            }
        },
        Kind::First => {
            let cells = match entry.info.as_ref().map(|info| info.kind) {
                Some(TapeKind::First(First { cells: Cells::Old, .. })) => "bootstrap old",
                _ => "bootstrap",
            };
            let acts = format!("{cells}\n{reader}start\n");
            Ok(Plan { base: None, acts, translator: None, data: None })
        }
        Kind::Slip if entry.is_text() && catalogue.pair(entry).is_some_and(boots) => {
            Err(format!("it is the text of a tape with a binary head; the tape is {}.flx", entry.stem()))
        }
        Kind::Slip if boots(entry) => {
            // The tape builds a system. It begins with a small HELP, which reads the rest.
            let acts = format!(
                "bootstrap\n{reader}start\nexpect \"SUM\"\ntype \"\\n\"\nexpect \"e0\"\ntype \"\\n\\nr<\"\n"
            );
            let plan = Plan { base: None, acts, translator: None, data: None };
            Ok(match entry.builds {
                Some(installation) => plan.on(installation),
                None => plan,
            })
        }
        Kind::Slip if !entry.has_command => {
            let mut plan = read(reader + &behind, of_row(HELP3), "r,slip<", entry.wants_start);
            if entry.wants_typewriter {
                plan.acts += "await tape\nstop\nby 17\nstart\n";
            }
            Ok(Plan { data: named, ..plan })
        }
        Kind::Slip | Kind::HelpBinary | Kind::Commands => {
            Ok(Plan { data: named, ..read(reader + &behind, of_row(HELP3), "r<", entry.wants_start) })
        }
        Kind::HjaelpBinary => {
            let acts = format!("{reader}type \"_l\"\n");
            Ok(Plan { base: of_row(HJAELP), acts, translator: None, data: None })
        }
        Kind::Picture => Err(match catalogue.pair(entry) {
            Some(pair) => format!("it shows a binary tape as text; the tape is {}", pair.name),
            None => "it shows a binary tape as text, which loses codes; the tape is not in the archive"
                .to_string(),
        }),
        Kind::Data => Err("it holds data for a program".to_string()),
        Kind::Paper => Err("it holds what a program printed".to_string()),
        Kind::Text => Err("it is a text, and no rule tells for which program".to_string()),
        Kind::Code => Err("its form is unknown".to_string()),
        Kind::DeadLink => Err("it is a link that leads nowhere".to_string()),
    }
}

/// Whether an empty machine can read the tape. Such a tape needs no base system.
fn boots(entry: &Entry) -> bool {
    entry.info.as_ref().is_some_and(|info| matches!(info.kind, TapeKind::First(_)))
}

/// Returns the act that puts this tape into the reader.
fn reader(name: &str) -> String {
    let text = if is_text(name) { "text " } else { "" };
    let name = name.replace('\\', "\\\\").replace('"', "\\\"");
    format!(
        "reader {text}\"{name}\"
"
    )
}

fn read(reader: String, base: Option<String>, command: &str, wants_start: bool) -> Plan {
    // A music tape stops the machine after loading. The button start then plays the music.
    let play = if wants_start { "await stop\nstart\n" } else { "" };
    let acts = format!("limit 20000\n{reader}type \"\\n\\n{command}\"\n{play}");
    Plan { base, acts, translator: None, data: None }
}

fn algol3(reader: String, base: Option<String>) -> Plan {
    let acts = format!(
        "limit 20000\n{reader}type \"\\n\\nalgol3<\"\nexpect \"algol\"\ntype \" \"\nexpect \"run\"\ntype \" \"\n"
    );
    Plan { base, acts, translator: Some(Dialect::Three), data: None }
}

fn algol4(reader: String, base: Option<String>, entry: &Entry, data: Option<&str>) -> Plan {
    // A text without a command must be read with the command `r,algol`.  [F-HELP-8]
    let command = if entry.has_command { "r<" } else { "r,algol<" };
    let mut acts = format!("limit 20000\n{reader}type \"\\n\\n{command}\"\nexpect \"ok\"\n");
    if !entry.runs_itself {
        // Without `t<` after the program, HELP 3 tries to read on after the end of the tape.
        let reads_on = !entry.gives_back;
        acts += if reads_on { "await tape\nhelp\nawait key\n" } else { "await key\n" };
    }
    // If the tape itself starts the program, the data tape must already follow it in the reader.
    if let Some(data) = data {
        acts += &format!("{}{}", if entry.runs_itself { "" } else { "unload\n" }, self::reader(data));
    }
    if !entry.runs_itself {
        acts += "type \"run<\"\n";
    }
    Plan { base, acts, translator: Some(Dialect::Four), data: data.map(str::to_string) }
}

/// Returns a second plan for a program that may be in GIER ALGOL 4 or in GIER ALGOL III. The second plan uses
/// the translator for III. Returns `None` for other tapes, and for tapes that call a translator themselves.
pub fn otherwise(entry: &Entry) -> Option<Plan> {
    let untold = matches!(entry.dialect, Some(Dialect::Either)) && !entry.has_command;
    untold.then(|| algol3(reader(&entry.name), Some(GA3.to_string())))
}
