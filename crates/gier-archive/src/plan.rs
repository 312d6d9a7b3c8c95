//! Plans how to run a tape. A plan consists of the base system, the commands typed to the monitor program
//! HELP 3, and the data tape.

use crate::bases::Bases;
use crate::catalogue::Catalogue;
use crate::known::{area, base, begin, is_listed, maker, told, told_data};
use crate::rows::MuseumRow;
use crate::rules::{self, CODE, ELF, Entry, HEADLESS, Kind, Library, is_text};
use gier_desk::acts::{Act, Wait};
use gier_desk::tapes::{Cells, Dialect, First, TapeKind};
use gier_machine::Input;
use gier_word::Installation;
use gier_word::installation::NoInstallation;
use std::fmt::Write;

/// The key of the base system for programs in GIER ALGOL 4. Programs for smaller systems also run on this
/// one.
pub const GA4: &str = "six-discs-ga4";
/// The key of the base system for programs whose orders take arrays for cells of the ferrite store.
const WITHOUT: &str = "ga4";
/// The key of the base system for programs that use procedures from the library of the firm Haldor Topsøe.
/// The base system is that of [`GA4`] with the library added.
pub const LIBRARY: &str = "six-discs-library";
/// The key of the base system for programs that use SAMBA, the procedures for records on magnetic tape. GIER ALGOL 4 is
/// assembled with them.
pub const SAMBA: &str = "samba";
/// The key of the base system for programs in GIER ALGOL II.
pub const GA2: &str = "ga2";
/// The key of the base system with the translator of 1963, which takes the same programs.
pub const GA_1963: &str = "ga-1963";
/// The key of the base system for programs in GIER ALGOL III.
pub const GA3: &str = "ga3";
/// The key of the base system for programs in GIER ALGOL III with procedures for double numbers.
pub const GA3_DOUBLE: &str = "ga3-double";
/// The key of the base system for tapes that the monitor program HELP 3 reads, except ALGOL programs. These
/// tapes contain SLIP programs, binary programs or commands.
pub const HELP3: &str = "help3";
/// The key of the base system for such tapes with areas that a drum cannot have.
const SIX_DISCS: &str = "six-discs";
/// The key of the base system for tapes of the older monitor program HJÆLP.
pub const HJAELP: &str = "hjaelp";

/// The acts of an operator who presses the button start when the machine has stopped after it has read a tape.
pub const START: &str = "await stop\nstart\n";
/// The first part of [`START`].
pub const STOP: &str = "await stop\n";
/// The second part of [`START`].
pub const PRESS: &str = "start\n";

/// The act that waits until GIER ALGOL 4 has translated a program.
const TRANSLATED: &str = "expect \"ok\"\n";

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
    /// The name of the translator that the plan uses. `None` if it uses none.
    pub fn translator_name(&self) -> Option<&'static str> {
        self.translator.map(rules::translator_name)
    }

    /// Whether the plan loads a system into an empty machine, which then waits for a command.
    pub fn loads_system(&self) -> bool {
        self.base.is_none() && self.acts.ends_with("await key\n")
    }

    /// Returns the whole script for `gier boot --acts`. The acts that load the base system
    /// come first, then the acts of the plan. The last act lets the machine run until the program waits for a
    /// key or a tape, or stops.
    pub fn text(&self, catalogue: &Catalogue) -> String {
        let bases = self.base.iter().flat_map(|base| catalogue.bases().chain(base));
        let bases: Vec<&str> = bases.map(|row: &MuseumRow| row.text.trim()).collect();
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

    /// Sets KA, KB or both before the act that starts the program, or before all acts if the tape starts it: with KA,
    /// GIER ALGOL III stops after each pass, and SLIP punches the names of its text. `keys` says which of them. If the
    /// program stops before it is started, sets them at the stop, or also before all acts if `is_first`.
    #[must_use]
    pub fn with_keys(mut self, keys: [bool; 2], is_first: bool) -> Plan {
        let (installation, acts) = self.split();
        let set: String = [("ka", keys[0]), ("kb", keys[1])]
            .iter()
            .filter(|(_, on)| *on)
            .map(|(key, _)| format!("{key} on\n"))
            .collect();
        let at = match acts.trim_end_matches(START).len() {
            // The button start comes behind the stop.
            end if end < acts.len() && !is_first => end + STOP.len(),
            end if end < acts.len() => 0,
            // The program may be started by the tape itself.
            _ => match acts.find(TRANSLATED) {
                Some(at) => at + TRANSLATED.len(),
                None => self.translator.and_then(|_| acts.rfind("type ")).unwrap_or(0),
            },
        };
        let (before, behind) = acts.split_at(at);
        self.acts = format!("{before}{set}{behind}");
        match installation {
            Some(installation) => self.on(installation),
            None => self,
        }
    }

    /// Splits the acts of the plan. Returns the installation that the first act sets, and the
    /// remaining acts. The installation is `None` if the first act sets none.
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
    let planned = whole(entry).map_or_else(|| usual(catalogue, entry, data), Err);
    let note = entry.note.filter(|_| entry.kind != Kind::Picture);
    let plan = planned.map_err(|why| note.map_or(why, str::to_string))?;
    if plan.acts.is_empty() {
        return Ok(plan);
    }
    let row = catalogue.own_row(entry);
    let system = row.filter(|_| entry.kind == Kind::First).or_else(|| catalogue.row_behind(entry));
    if let Some(plan) = system.and_then(|row| of_recipe(row, &entry.name, data)) {
        return Ok(plan);
    }
    if let Some(installation) = row.and_then(MuseumRow::installation).filter(|_| plan.base.is_some()) {
        return Ok(plan.on(installation));
    }
    if let (Some(part), Some(base)) = (entry.needs, &plan.base) {
        let installation = format!("{}+{part}", catalogue.bases().installation(base));
        return installation
            .parse()
            .map(|installation| plan.on(installation))
            .map_err(|error: NoInstallation| error.to_string());
    }
    Ok(plan)
}

/// The plan of a museum's test that mounts a second tape: a tape for track 0 and its system, for example. The acts
/// are those up to the wait for a key after the last thing that the operator does at the desk.
fn of_recipe(row: &MuseumRow, name: &str, data: Option<&str>) -> Option<Plan> {
    let is_at_desk = |act: &Act| match act {
        Act::Feed(inputs) => matches!(inputs[..], [Input::Start | Input::Stop | Input::Reset | Input::Help]),
        act => matches!(act, Act::Reader { .. } | Act::Await(Wait::Key)),
    };
    let last = row.acts.iter().rev().find(|line| is_at_desk(&line.act)).filter(|_| row.tapes().len() > 1)?;
    let acts = row.text.lines().take(last.line).filter(|line| !line.starts_with('#'));
    let acts = acts.map(|line| format!("{line}\n")).collect();
    let usual = row.tapes().get(1).filter(|tape| **tape != name).copied();
    let acts: String = acts;
    // The tape that the user named takes the place of the usual one.
    let acts = match (usual, data) {
        (Some(usual), Some(data)) => acts.replace(&data_reader(usual), &data_reader(data)),
        (None, Some(_)) => return None,
        _ => acts,
    };
    Some(Plan { base: row.base.clone(), acts, translator: None, data: data.or(usual).map(str::to_string) })
}

/// The systems whose parts are tapes of their own: the beginnings of the tapes' names, the system, and the tape
/// that loads all parts.
const SYSTEMS: [(&[&str], &str, &str); 4] = [
    (&["ga4/", "ga4old/"], "GIER ALGOL 4", "BUILDga4drum"),
    (&["help3/", "help3old/"], "HELP 3", "BUILDnobuffer"),
    (&["domptøren/dompt"], "the GIER ALGOL compiler of 1963", "domptøren/dompt5.flx"),
    (
        &[
            "mk/HJÆLP/PASS",
            "mk/HJÆLP/GPA",
            "mk/HJÆLP/RS",
            "mk/HJÆLP/TLA",
            "mk/HJÆLP/PROC",
            "mk/HJÆLP/gaIIIdp",
            "mk/HJÆLP/ga3",
        ],
        "GIER ALGOL III",
        "mk/HJÆLP/ga3.flx",
    ),
];

const GA3_SOURCE: &str = "it is the source of GIER ALGOL III for one drum; gier archive run mk/HJÆLP/ga3.flx assembles that for three drums, with double numbers";

/// If a tape is a part of the source of a system, says so, and names the tape that has the whole system. The tapes of
/// GIER ALGOL 4 are called T1 to T9 and P1. Those of HELP 3 have the number of their version in brackets, or are texts
/// without the binary head of their tape.
fn whole(entry: &Entry) -> Option<String> {
    let is_part = |starts: &[&str]| starts.iter().any(|start| entry.name.starts_with(start));
    let (_, system, tape) = SYSTEMS.into_iter().find(|(starts, ..)| is_part(starts))?;
    let file = entry.file_stem();
    let says = |part: &str, tape: &str| match entry.folder().ends_with("old/") {
        true => format!(
            "it is the part {part} of an older source of {system}; gier archive run {tape} loads a newer system"
        ),
        false => {
            format!(
                "it is the part {part} of the source of {system}; gier archive run {tape} loads the whole system"
            )
        }
    };
    if file == "ga3" {
        return entry.is_text.then(|| GA3_SOURCE.to_string());
    }
    if let Some(tape) = file.strip_suffix("_init") {
        return Some(says(file, tape));
    }
    let is_whole = ["BUILD", "allga4", "ga4drumslip"].iter().any(|name| file.starts_with(name));
    let is_other = system == "HELP 3" && (is_tool(entry) || !file.contains(" ("));
    // The tape itself is the last one of a base system.
    let is_last = tape == entry.name;
    let part = file.split([',', '(']).next().map(str::trim).filter(|_| !is_whole && !is_other && !is_last)?;
    let tape = if file.ends_with("SAMBA") { "BUILDga4buftapesamba.flx" } else { tape };
    (entry.kind != Kind::First).then(|| says(part, tape))
}

/// Whether the tape works on a drum with HELP 3.
fn is_tool(entry: &Entry) -> bool {
    is_listed("works on the drum of HELP 3", &entry.name)
}

/// Plans how to run a tape on one of the usual base systems. [`plan`] then adds the device that the tape
/// needs, if any.
fn usual(catalogue: &Catalogue, entry: &Entry, data: Option<&str>) -> Result<Plan, String> {
    if let Some(base) = loads(catalogue.bases(), &entry.name) {
        // This is a tape of the base system, so there is nothing more to load.
        return Ok(Plan { base: Some(base.to_string()), acts: String::new(), translator: None, data: None });
    }
    // The row of another text under the same name tells no base: its program may need another one.
    let row = catalogue.same_row(entry);
    let tape = Tape { catalogue, entry, row, data };
    let plan = match entry.kind {
        Kind::Algol => tape.algol(),
        Kind::First => Ok(tape.first()),
        Kind::Slip => tape.slip(),
        Kind::HelpBinary => Ok(tape.binary()),
        Kind::Commands if entry.runs.is_some() => data_of(catalogue, entry, tape.reader()),
        Kind::Commands => Ok(tape.commands()),
        Kind::HjaelpBinary => Ok(tape.hjaelp()),
        Kind::Text if is_listed("for HJÆLP", &entry.name) => Ok(tape.hjaelp()),
        Kind::Picture => Err(match catalogue.pair(entry) {
            Some(pair) => format!("it shows a binary tape as text; the tape is {}", pair.name),
            None => "it shows a binary tape as text, which loses codes; the tape is not in the archive"
                .to_string(),
        }),
        Kind::Data => {
            Err(of_program(catalogue, entry, "it holds numbers: data for a program, or what one has printed"))
        }
        Kind::Paper => Err(of_maker(catalogue, entry)),
        Kind::Text => Err(of_program(catalogue, entry, "it is a text, and no rule tells for which program")),
        Kind::Code if begin(&entry.name).is_some() => Ok(tape.first()),
        Kind::Code => Err(of_program(catalogue, entry, unknown(entry))),
        Kind::DeadLink => Err("it is a link that leads nowhere".to_string()),
    }?;
    let [first, ..] = &entry.unprintable[..] else { return Ok(plan) };
    let all: String = entry.unprintable.iter().map(|unprintable| unprintable.character).collect();
    Err(format!(
        "its text cannot be put on a tape: {first}; --replace '{all}=x' punches x for each such character"
    ))
}

/// A tape to be planned.
struct Tape<'a> {
    catalogue: &'a Catalogue,
    entry: &'a Entry,
    /// The museum's test of the tape, whose base system counts.
    row: Option<&'a MuseumRow>,
    /// The data tape that the user named.
    data: Option<&'a str>,
}

impl Tape<'_> {
    /// The base system of the museum's test, or else the usual one.
    fn on(&self, usual: &str) -> Option<String> {
        let of_row = self.row.and_then(|row| row.base.clone());
        Some(of_row.unwrap_or_else(|| base(&self.entry.name).unwrap_or(usual).to_string()))
    }

    /// The act that puts the tape into the reader.
    fn reader(&self) -> String {
        let act = reader(&self.entry.name, self.entry.is_text);
        match begin(&self.entry.name) {
            Some(row) => format!("{} from {row}\n", act.trim_end()),
            None => act,
        }
    }

    /// The acts that put the tape, and the data tape behind it, into the reader.
    fn readers(&self) -> String {
        self.reader() + &self.data.map(data_reader).unwrap_or_default()
    }

    /// A plan with the data tape that the user named.
    fn with_data(&self, plan: Plan) -> Plan {
        Plan { data: self.data.map(str::to_string), ..plan }
    }

    fn algol(&self) -> Result<Plan, String> {
        let Tape { catalogue, entry, data, .. } = *self;
        match entry.dialect {
            _ if told(entry).is_some() => Err(of_program(catalogue, entry, "it holds procedures")),
            Some(Dialect::Two) => Ok(self.with_data(algol2(self.readers(), self.on(GA2)))),
            Some(Dialect::Three) => Ok(self.with_data(algol3(self.readers(), self.on(GA3)))),
            Some(Dialect::Four | Dialect::Either) | None => {
                let data = data.or_else(|| self.partner().filter(|_| !entry.has_own_data));
                Ok(algol4(self.reader(), self.on(system(entry)?), entry, data))
            }
        }
    }

    /// The most likely data tape.
    fn partner(&self) -> Option<&str> {
        self.catalogue.partners(self.entry).first().map(|data| data.name.as_str())
    }

    /// Plans how an empty machine reads a tape.
    fn first(&self) -> Plan {
        let entry = self.entry;
        if is_listed("for HELP 3, though it begins like one for an empty machine", &entry.name) {
            return self.commands();
        }
        let cells = match entry.info.as_ref().map(|info| info.kind) {
            Some(TapeKind::First(First { cells: Cells::Old, .. })) => "bootstrap old",
            _ => "bootstrap",
        };
        let rest = if has_help(entry) { LOAD_HELP } else { "" };
        let acts = format!("{cells}\n{}start\n{rest}", self.readers());
        let base = is_tool(entry).then(|| HELP3.to_string());
        self.with_data(Plan { base, acts, translator: None, data: None })
    }

    fn slip(&self) -> Result<Plan, String> {
        let Tape { catalogue, entry, .. } = *self;
        if entry.name.starts_with(GA4_BUILDS) {
            return built_ga4(catalogue, entry, &self.reader());
        }
        if entry.is_text && catalogue.pair(entry).is_some_and(boots) {
            let stem = entry.stem();
            return Err(format!("it is the text of a tape with a binary head; the tape is {stem}.flx"));
        }
        if boots(entry) {
            return Ok(build(entry, &self.reader()));
        }
        if is_listed("for HJÆLP", &entry.name) || self.on(HELP3).as_deref() == Some(HJAELP) {
            return Ok(self.hjaelp());
        }
        if entry.has_command {
            return Ok(self.commands());
        }
        let mut plan = read(self.readers(), self.on(HELP3), "r,slip<", entry.wants_start);
        if entry.wants_typewriter {
            plan.acts += "await tape\nstop\nby 17\nstart\n";
        }
        Ok(self.with_data(plan))
    }

    /// Plans how HELP 3 reads a binary tape.
    fn binary(&self) -> Plan {
        let entry = self.entry;
        if !entry.has_command {
            let usual = match entry.is_music {
                true => HELP3,
                false if entry.has_large_area => SIX_DISCS,
                false => GA4,
            };
            let behind = self.data.map(data_reader).unwrap_or_default();
            return self.with_data(blocks(self.reader(), self.on(usual), entry, &behind));
        }
        if !entry.is_put_into_work || told_data(entry.stem()).is_empty() {
            return self.commands();
        }
        // The program is in the area work, and its data is known.
        let plan = read(self.reader(), self.on(HELP3), "r<", false);
        let data = self.data.or_else(|| self.partner());
        let behind = data.map(data_reader).unwrap_or_default();
        let acts = format!("{}await key\nunload\n{behind}type \"run<\"\n", plan.acts);
        Plan { acts, data: data.map(str::to_string), ..plan }
    }

    /// Plans how HELP 3 obeys the commands of a tape.
    fn commands(&self) -> Plan {
        let entry = self.entry;
        let usual = if entry.has_large_area { SIX_DISCS } else { HELP3 };
        self.with_data(read(self.readers(), self.on(usual), "r<", entry.wants_start))
    }

    /// Plans how HJÆLP reads a tape.
    fn hjaelp(&self) -> Plan {
        let acts = format!("{}type \"_l\"\n", self.readers());
        let rest = if has_help(self.entry) { format!("{LOAD_HELP}await key\n") } else { String::new() };
        self.with_data(Plan { base: self.on(HJAELP), acts: acts + &rest, translator: None, data: None })
    }
}

/// Says what is known of a tape in another code.
fn unknown(entry: &Entry) -> &'static str {
    match entry.why {
        CODE => return "it holds binary code without the program that reads it",
        HEADLESS => {
            return "it holds a program for the reading program of the engineers' tests, which stands before those of test/post198files";
        }
        ELF => return "it is a program for a computer of today",
        _ => {}
    }
    match entry.file_stem().contains("pass") {
        true => "it holds passes of GIER ALGOL 4 as BUILDga4tape punches them, for its tape translator",
        false => "its form is unknown",
    }
}

/// Says what a tape is that is no program. If its name tells for which program it may be, names this program.
fn of_program(catalogue: &Catalogue, entry: &Entry, usual: &str) -> String {
    match catalogue.program_of(entry) {
        Some(program) => {
            // A program in SLIP stops before it reads its data, so that the operator can change the tape.
            let start = if program.is_last { "--start " } else { "" };
            format!(
                "it may be data for {0}: gier archive run \"{0}\" {start}--data \"{1}\" mounts it",
                program.name, entry.name
            )
        }
        None => match catalogue.pair(entry).filter(|pair| pair.print != entry.print) {
            Some(pair) if matches!(pair.kind, Kind::Algol | Kind::Slip | Kind::Commands) => {
                format!("{usual}; {0} has other contents and runs: gier archive run \"{0}\"", pair.name)
            }
            _ => usual.to_string(),
        },
    }
}

/// Says what a program printed. The name of the program stands before `out`.
fn of_maker(catalogue: &Catalogue, entry: &Entry) -> String {
    let is_maker = |other: &&Entry| {
        matches!(other.kind, Kind::Algol | Kind::Slip) && Some(other.stem()) == maker(entry.stem())
    };
    match catalogue.entries().iter().find(is_maker) {
        Some(maker) => format!("it holds what a program printed, by its name {}", maker.name),
        None => "it holds what a program printed, or what one reads".to_string(),
    }
}

/// The base system for a program in GIER ALGOL 4.
fn system(entry: &Entry) -> Result<&'static str, String> {
    match entry.library {
        Some(Library::Copied) => Ok(LIBRARY),
        Some(Library::Samba) => Ok(SAMBA),
        Some(Library::Drawing) => Err("it draws with procedures that are not in the archive".to_string()),
        None => Ok(if entry.has_arrays_in_core { WITHOUT } else { GA4 }),
    }
}

/// The base system that is loaded from this tape: the last one that its script reads. For HJÆLP, the tape for track 0
/// counts too, because it alone does nothing.
fn loads<'a>(bases: &'a Bases, tape: &str) -> Option<&'a str> {
    let is_hjaelp = || bases.tapes(HJAELP).contains(&tape).then_some(HJAELP);
    bases.loaded_last(tape).or_else(is_hjaelp)
}

/// The plan on another base system that the user has named. HJÆLP and the translators take other commands than HELP 3.
pub fn on_base(catalogue: &Catalogue, plan: Plan, entry: &Entry, base: &str) -> Plan {
    let data = plan.data.clone();
    let tape = Tape { catalogue, entry, row: None, data: data.as_deref() };
    let plan = match (entry.kind, base) {
        (Kind::Slip, HJAELP) if !boots(entry) => tape.hjaelp(),
        (Kind::Algol, GA2 | GA_1963) => tape.with_data(algol2(tape.readers(), None)),
        (Kind::Algol, GA3 | GA3_DOUBLE) => tape.with_data(algol3(tape.readers(), Some(base.to_string()))),
        (Kind::Algol, _) if plan.translator != Some(Dialect::Four) => {
            algol4(tape.reader(), None, entry, data.as_deref())
        }
        _ => plan,
    };
    let plan = Plan { base: Some(base.to_string()), ..plan };
    // The devices that the tape needs come to those of the base.
    match plan.split().0 {
        Some(installation) => plan.on(installation.with(catalogue.bases().installation(base))),
        None => plan,
    }
}

/// The beginning of the names of the tapes that build GIER ALGOL 4.
pub(crate) const GA4_BUILDS: &str = "ga4/BUILD";

/// The tape with the HELP 3 for each tape that builds GIER ALGOL 4, and what the operator types. The tape stops before
/// the merger, before the part that puts the translator into the catalogue, and with a block disc once more, and `r<`
/// goes on. In the SAMBA part, SLIP itself asks the typewriter for definitions, and `_l` goes on. The names of the
/// tapes tell the loading parameters e27 (buffer store), e18 (block disc), e40 (tape stations), e44, and the HELP
/// 3's d19. [F-BUILD-5]
const GA4_SYSTEMS: [(&str, &str, &[&str]); 11] = [
    ("bufdisk", "BUILDbufferdisk", &["r<"; 4]),
    ("buftapesamba", "BUILDbufferdisk", &["r<", "_l", "_l", "r<", "r<"]),
    ("buftape", "BUILDbuffertape", &["r<"; 3]),
    ("bufcarr", "BUILDbuffercarr", &["r<"; 3]),
    ("tape", "BUILDbuffertape", &["r<"; 3]),
    ("drumbuf", "BUILDdrum3buf", &["r<"; 3]),
    ("drumdisk969", "BUILDbig5", &["r<"; 4]),
    ("drumdisk1019", "BUILDbig6", &["r<"; 4]),
    ("diskdebug", "BUILDdisk1buf", &["r<"; 3]),
    ("disk", "BUILDbig4", &["r<"; 3]),
    ("drum", "BUILDnobuffer", &["r<"; 3]),
];

/// Plans how to build GIER ALGOL 4 from its source: first the HELP 3 that has what the translator needs.
fn built_ga4(catalogue: &Catalogue, entry: &Entry, reader: &str) -> Result<Plan, String> {
    let name = &entry.stem()[GA4_BUILDS.len()..];
    let is_it = |(parts, ..): &&(&str, _, _)| name.starts_with(&format!("ga4{parts}"));
    let (_, help, typed) =
        GA4_SYSTEMS.iter().find(is_it).ok_or("no HELP 3 is known for which it is built")?;
    let stem = format!("help3/{help}");
    let help = catalogue.entries().iter().find(|other| other.stem() == stem && boots(other));
    let help = help.ok_or_else(|| format!("{stem}, which it needs, is missing"))?;
    let plan = build(help, &self::reader(&help.name, help.is_text));
    let (installation, acts) = plan.split();
    // The last command reads the part behind the merger.
    let mut typed: Vec<String> =
        typed.iter().map(|keys| format!("type \"\\n\\n{keys}\"\nawait key\n")).collect();
    typed.insert(typed.len() - 1, "expect \"end merger\"\n".to_string());
    let typed = typed.concat();
    let acts = format!("limit 6000\n{acts}expect \"e354\"\nawait key\nunload\n{reader}{typed}");
    let turbo = name.ends_with("turbo");
    let installation = Installation { turbo, ..installation.unwrap_or_default() };
    Ok(Plan { acts, ..plan }.on(installation))
}

/// The acts of an operator who lets the HELP of track 0 read the rest of HELP 3 behind it: it finds none on the drum, and
/// waits for a key.
const LOAD_HELP: &str = "expect \"SUM\"\ntype \"\\n\"\nexpect \"e0\"\n";

/// Whether a tape has the rest of HELP 3 behind a track 0, as its name says.
fn has_help(entry: &Entry) -> bool {
    /// More rows than a tape for track 0 alone has.
    const TRACK: usize = 1000;
    let name = entry.stem().to_lowercase();
    entry.info.as_ref().is_some_and(|info| info.rows > TRACK)
        && ["track 0", "tr. 0", "kanal 0"].iter().any(|track| name.contains(track))
}

/// Plans how to read a tape that builds a system. It begins with a small HELP, which reads the rest.
fn build(entry: &Entry, reader: &str) -> Plan {
    let acts = format!("bootstrap\n{reader}start\n{LOAD_HELP}type \"\\n\\nr<\"\n");
    let plan = Plan { base: None, acts, translator: None, data: None };
    match entry.builds {
        Some(installation) => plan.on(installation),
        None => plan,
    }
}

/// Plans how to read a tape that has the blocks for `binin` without the command. Music comes into the store, where
/// it begins in cell 40, and a translated program into the area `work`.
fn blocks(reader: String, base: Option<String>, entry: &Entry, data: &str) -> Plan {
    let unload = if data.is_empty() { "" } else { "unload\n" };
    let (area, starts) = match area(&entry.name) {
        Some(area) => (area, String::new()),
        None if entry.is_music => ("image", "type \"exit,0.0.0.40<\"\nawait stop\nstart\n".to_string()),
        None => ("work", format!("{unload}{data}type \"run<\"\n")),
    };
    let waits = if entry.gives_back { "await key\n" } else { "await tape\nhelp\nawait key\n" };
    let acts = format!("limit 20000\n{reader}type \"\\n\\nr,binin,{area}<\"\n{waits}{starts}");
    Plan { base, acts, translator: None, data: None }
}

/// Plans how to run a tape of data that begins with the command `run,NAME<`. The program NAME is on a tape in the
/// same folder, and is translated first.
fn data_of(catalogue: &Catalogue, entry: &Entry, reader: String) -> Result<Plan, String> {
    let program = entry.runs.as_deref().unwrap_or_default();
    let stem = format!("{}{program}", entry.folder());
    let is_program = |other: &&Entry| other.kind == Kind::Algol && other.stem() == stem;
    match catalogue.entries().iter().find(is_program) {
        Some(program) => {
            let program = self::reader(&program.name, program.is_text);
            let plan = read(program, Some(GA4.to_string()), "r<", false);
            let acts = format!("{}{TRANSLATED}await key\nunload\n{reader}type \"r<\"\n", plan.acts);
            Ok(Plan { acts, translator: Some(Dialect::Four), ..plan })
        }
        None => Ok(read(reader, Some(HELP3.to_string()), "r<", false)),
    }
}

/// Whether an empty machine can read the tape. Such a tape needs no base system.
fn boots(entry: &Entry) -> bool {
    entry.info.as_ref().is_some_and(|info| matches!(info.kind, TapeKind::First(_)))
}

/// Returns the act that puts this tape into the reader.
fn reader(name: &str, is_text: bool) -> String {
    let text = if is_text { "text " } else { "" };
    let name = name.replace('\\', "\\\\").replace('"', "\\\"");
    format!(
        "reader {text}\"{name}\"
"
    )
}

/// Returns the act that puts a data tape into the reader. Its name tells whether it is a text.
pub fn data_reader(name: &str) -> String {
    reader(name, is_text(name))
}

fn read(reader: String, base: Option<String>, command: &str, wants_start: bool) -> Plan {
    // A music tape stops the machine after loading. The button start then plays the music.
    let play = if wants_start { START } else { "" };
    let acts = format!("limit 20000\n{reader}type \"\\n\\n{command}\"\n{play}");
    Plan { base, acts, translator: None, data: None }
}

fn algol2(reader: String, base: Option<String>) -> Plan {
    let acts = format!("limit 20000\n{reader}type \" \"\nexpect \"\\nklar\"\nawait key\ntype \" \"\n");
    Plan { base, acts, translator: Some(Dialect::Two), data: None }
}

fn algol3(reader: String, base: Option<String>) -> Plan {
    let call = match base.as_deref() {
        // The translator is assembled, and waits for a text.
        Some(GA3_DOUBLE) => "",
        _ => "type \"\\n\\nalgol3<\"\nexpect \"algol\"\n",
    };
    let acts = format!("limit 20000\n{reader}{call}type \" \"\nexpect \"run\"\ntype \" \"\n");
    Plan { base, acts, translator: Some(Dialect::Three), data: None }
}

fn algol4(reader: String, base: Option<String>, entry: &Entry, data: Option<&str>) -> Plan {
    // A text without a command must be read with the command `r,algol`.  [F-HELP-8]
    let command = if entry.has_command { "r<" } else { "r,algol<" };
    let mut acts = format!("limit 20000\n{reader}type \"\\n\\n{command}\"\n{TRANSLATED}");
    if !entry.runs_itself {
        // Without `t<` after the program, HELP 3 tries to read on after the end of the tape.
        let reads_on = !entry.gives_back;
        acts += if reads_on { "await tape\nhelp\nawait key\n" } else { "await key\n" };
    }
    // If the tape itself starts the program, the data tape must already follow it in the reader.
    if let Some(data) = data {
        acts += &format!("{}{}", if entry.runs_itself { "" } else { "unload\n" }, data_reader(data));
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
    untold.then(|| algol3(reader(&entry.name, entry.is_text), Some(GA3.to_string())))
}
