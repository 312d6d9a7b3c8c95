//! `gier archive run`: runs a tape of the archive on the system that it was written for, and hands over the typewriter.

use super::archive::{AtHand, NO_TAPE, data_tape, mounted, named_base, start};
use super::closing::named;
use super::outputs::Outputs;
use super::session::{Finder, HINT, Opening, Wishes, play_on};
use crate::archive::load::{Loaded, load};
use crate::archive::{more_tracks, survey};
use crate::cli::{ArchiveRunArgs, PanelArgs};
use crate::host::files::{self, Job};
use crate::host::language;
use crate::host::report::say;
use crate::host::status::Status;
use crate::museum::{Museum, replaced};
use anyhow::{Result, anyhow};
use gier_archive::catalogue::Catalogue;
use gier_archive::load::{Recording, record};
use gier_archive::plan::{Plan, START, STOP, data_reader, on_base, otherwise};
use gier_archive::rules::{self, Asks, Entry, Kind, recognise};
use gier_desk::acts::{Act, parse};
use gier_desk::lacking::{lack, too_few_tracks};
use gier_desk::outcome::{Ended, Outcome};
use gier_desk::session::Session;
use gier_desk::tapes::Dialect;
use std::path::Path;

/// Runs a tape of the archive. First loads the system that the tape needs. Then executes the tape's acts, after
/// which the user can type to the program.
pub fn run_entry(
    job: &Job,
    folder: &Path,
    catalogue: &Catalogue,
    entry: &Entry,
    args: &ArchiveRunArgs,
) -> Result<Status> {
    let own;
    let mut entry = entry;
    if !args.replace.is_empty() && entry.is_text {
        let bytes = job.read(&folder.join("tapes").join(&entry.name))?;
        own = recognise(&entry.name, &replaced(&bytes, &args.replace));
        entry = &own;
    }
    let (plan, other) = planned(job, (folder, catalogue), entry, args)?;
    let wishes = Wishes { limit: args.limit, stats: false, json: args.json };
    let museum = Museum::open(job, folder)?.replacing(&args.replace);
    let limit = args.limit.filter(|_| args.start > 0);
    let load = |plan: &Plan| load(&museum, plan, limit);
    let is_refused = |loaded: &Loaded| loaded.fault.is_some();
    if args.dry_run {
        let plan = match &other {
            Some(_) => loaded(entry, (plan, other), load, is_refused)?.0,
            None => plan,
        };
        job.print(&dry_run(folder, catalogue, entry, &plan));
        return Ok(Status::Ended);
    }
    keep_tapes(job, &folder.join("tapes"), &plan)?;
    // The tape of a base system is not read by a program.
    if !catalogue.plan(entry).is_ok_and(|plan| plan.acts.is_empty()) {
        tell_options(entry, args, &plan);
    }
    if let (Some(base), true, false) = (&plan.base, plan.acts.is_empty(), args.panel) {
        let reader = args.data.iter().map(|data| mounted(job, folder, data)).collect::<Result<Vec<_>>>()?;
        let desk = AtHand { reader: &reader, typewriter: &args.typewriter, outputs: &args.outputs };
        return start(job, &museum, (base, args.installation, Some(entry)), desk, wishes);
    }
    if args.panel {
        return in_panel(job, &museum, entry, (plan, other), args);
    }
    job.will_print("the typed paper")?;
    let outputs = Outputs::open(job, &args.outputs, args.typewriter.paper.as_deref(), (&[], &[]))?;
    let (plan, loaded) = loaded(entry, (plan, other), load, is_refused)?;
    let other_base = |printed: &str| other_base(&museum, catalogue, &plan, printed);
    let find_pair = || pair(&museum, catalogue, entry);
    if let Some(fault) = &loaded.fault {
        let others: (&Finder<'_>, &dyn Fn() -> Option<String>) = (&other_base, &find_pair);
        let outcome = refused(job, folder, (&loaded.session, fault), (entry, &plan, args), others)?;
        return Ok(tell_refusal(job, &loaded.session, &outcome));
    }
    let opening = Opening {
        seen: loaded.seen,
        monitor: loaded.monitor,
        tapes: Some(wanted_tapes(catalogue, entry, &plan)),
        note: note(entry, args),
        is_told_to_start: start_note(entry, args).is_some(),
        asks: asked(entry),
        seen_time: entry.seen_time.filter(|_| is_usual(args)),
        entry: Some(entry),
        is_typed: args.typewriter.typed.is_some(),
        pair: is_plain(args).then_some(&find_pair),
        started: loaded.started,
        begun: Some(loaded.begun),
        base: plan.base.as_deref(),
        tape: Some(path_of(folder, entry)),
        has_data: plan.data.is_some(),
        lacking: lacking(catalogue, entry).filter(|_| plan.data.is_none()),
        is_only_read: plan.acts.ends_with("await key\n"),
        damage: damage(entry),
        // The user goes on at a system that the tape has built, at HELP 3 behind its button, and behind tapes that
        // are no programs if there is something to type.
        desk: loaded.monitor.filter(|_| plan.base.is_none() || args.hp || is_typed_to(entry, args)),
        hint: Some(hint(&plan, entry.asks)),
        keys: keys(catalogue, entry).filter(|_| plan.base.is_some()),
        known_keys: known_keys(entry, &plan),
        other_base: args.base.is_none().then_some(&other_base),
        ..Opening::default()
    };
    play_on(job, loaded.session, &opening, &args.typewriter, outputs, wishes)
}

/// The path of a tape in quotes, for a command.
fn path_of(folder: &Path, entry: &Entry) -> String {
    format!("{:?}", files::name(&folder.join("tapes").join(&entry.name)))
}

/// Lets no output overwrite the archive's tapes, or one that the plan reads.
fn keep_tapes(job: &Job, tapes: &Path, plan: &Plan) -> Result<()> {
    job.keep(tapes);
    for line in parse(&plan.acts).unwrap_or_default() {
        if let Act::Reader { file, .. } = &line.act {
            job.will_read(&tapes.join(file))?;
        }
    }
    Ok(())
}

/// Says which other base system takes a tape that was refused, if one does. Its program must print the line `printed`.
fn other_base(museum: &Museum, catalogue: &Catalogue, plan: &Plan, printed: &str) -> Option<String> {
    let base = survey::other_base(museum, catalogue.bases(), plan, printed)?;
    Some(format!("the base {base} takes it: gier archive run NAME --base {base}"))
}

/// Loads a tape by its plan, or by another plan if it is refused and the other is not.
fn loaded<T>(
    entry: &Entry,
    (plan, other): (Plan, Option<Plan>),
    load: impl Fn(&Plan) -> Result<T>,
    is_refused: impl Fn(&T) -> bool,
) -> Result<(Plan, T)> {
    let loaded = load(&plan)?;
    if let Some(other) = other.filter(|_| is_refused(&loaded)) {
        let again = load(&other)?;
        if !is_refused(&again) {
            if plan.translator != other.translator {
                say(&format!("{}: GIER ALGOL 4 refuses the text; GIER ALGOL III takes it", entry.name));
            }
            return Ok((other, again));
        }
    }
    Ok((plan, loaded))
}

/// Prints the paper of a tape that could not be loaded, and tells why.
fn tell_refusal(job: &Job, session: &Session, outcome: &Outcome) -> Status {
    job.print_paper(&session.papers().sheet().to_text());
    outcome.message.iter().chain(&outcome.next).for_each(|message| say(message));
    outcome.ended.into()
}

/// Plans how to run a tape of the archive, with what the user wants. The second plan is for a tape that the first one
/// cannot start: it is for the older translator, or sets the keys KA and KB before the program begins.
fn planned(
    job: &Job,
    (folder, catalogue): (&Path, &Catalogue),
    entry: &Entry,
    args: &ArchiveRunArgs,
) -> Result<(Plan, Option<Plan>)> {
    let data = args.data.as_ref().map(|data| data_tape(job, folder, data)).transpose()?;
    // At the first stop of a program in SLIP that is read to its end, the operator changes the tape.
    let is_changed = (entry.is_last || entry.kind == Kind::First) && args.start > 0 && !entry.wants_start;
    let plan = match data.as_ref().filter(|_| !is_changed) {
        Some(data) => catalogue.plan_with_data(entry, data),
        None => catalogue.plan(entry),
    };
    let mut plan = plan.map_err(|why| anyhow!("{} cannot be run: {why}", entry.name))?;
    // A tune starts by itself. With --start, it would play before anybody hears it.
    if !entry.wants_start || data.is_some() {
        if let Some(data) = data.as_ref().filter(|_| is_changed) {
            plan.acts += &format!("{STOP}unload\n{}", data_reader(data));
            plan.data = Some(data.clone());
        }
        plan.acts += &START.repeat(usize::from(args.start));
    }
    if args.hp {
        let limit = args.limit.map_or_else(String::new, |limit| format!("limit {limit}\n"));
        plan.acts += &(limit + HP);
    }
    if let Some(base) = &args.base {
        named_base(catalogue.bases(), base)?;
        plan = on_base(catalogue, plan, entry, base);
    }
    // The operator mounts a data tape behind one that builds a system.
    if let Some(data) = data.filter(|_| plan.loads_system() && plan.data.is_none()) {
        plan.acts += &format!("unload\n{}await key\n", data_reader(&data));
        plan.data = Some(data);
    }
    // A tape of the base system is not read again.
    if let Some(installation) = args.installation.filter(|_| !plan.acts.is_empty()) {
        plan = plan.on(installation);
    }
    let keys = [args.ka, args.kb];
    let other = match keys {
        [false, false] => otherwise(entry).filter(|_| args.base.is_none()),
        keys => Some(plan.clone().with_keys(keys, true)).filter(|_| args.start > 0),
    };
    Ok((plan.with_keys(keys, false), other))
}

/// The acts of an operator who presses the HELP button when the program has stopped.
const HP: &str = "await stop\nhelp\nawait key\n";

/// Names the option for a key of which the text of the tape speaks, and for sounds that nobody would hear.
fn tell_options(entry: &Entry, args: &ArchiveRunArgs, plan: &Plan) {
    // A note that treats the key knows better.
    let is_told = |key: &str| note(entry, args).is_some_and(|note| note.contains(key));
    let unset = unset_keys(entry.speaks_of, args).filter(|(key, option)| !is_told(key) && !is_told(option));
    for (key, option) in unset {
        say(&format!("the text of {} speaks of the key {key}: {option} sets it", entry.name));
    }
    if entry.kind == Kind::Slip && ["ka on\n", "kb on\n"].iter().any(|key| plan.split().1.starts_with(key)) {
        say(SLIP_LOOKS);
    }
    let sound = &args.typewriter.sound;
    if (entry.is_music || entry.wants_typewriter) && !sound.listen && sound.sound.is_none() {
        say(&format!(
            "{} plays on the loudspeaker: --listen plays it, --sound FILE.wav keeps it",
            entry.name
        ));
    }
}

/// The message if a key is set before SLIP reads a text.
const SLIP_LOOKS: &str =
    "SLIP looks at the keys, too: with KB it types the names of the text first, and with KA it punches them";

/// Those of the keys KA and KB that `wanted` wants and the user has not set, and their options.
fn unset_keys(
    wanted: [bool; 2],
    args: &ArchiveRunArgs,
) -> impl Iterator<Item = (&'static str, &'static str)> {
    let keys = [("KA", "--ka", wanted[0] && !args.ka), ("KB", "--kb", wanted[1] && !args.kb)];
    keys.into_iter().filter(|(.., is_unset)| *is_unset).map(|(key, option, _)| (key, option))
}

/// Which of the keys KA and KB need no word at the end: the text of the tape speaks of them, or the running systems of GIER
/// ALGOL II and III look at KA, with which they pause.
fn known_keys(entry: &Entry, plan: &Plan) -> [bool; 2] {
    match plan.translator {
        Some(Dialect::Two | Dialect::Three) => [true, entry.speaks_of[1]],
        _ => entry.speaks_of,
    }
}

/// Loads a tape and opens the panel. In the panel, the user can go back to every step of the loading.
fn in_panel(
    job: &Job,
    museum: &Museum,
    entry: &Entry,
    plans: (Plan, Option<Plan>),
    args: &ArchiveRunArgs,
) -> Result<Status> {
    let session = |plan: &Plan| -> Result<Recording> {
        let base = museum.machine(plan.base.as_deref())?.machine().clone();
        Ok(record(base, plan, &mut museum.tapes()))
    };
    let begin = || {
        let (_, recorded) = loaded(entry, plans, session, |recorded| recorded.fault.is_some())?;
        // The panel opens even if an act failed, because the user can find the reason there.
        if let Some(fault) = recorded.fault {
            say(&format!("{}: {fault}", entry.name));
        }
        Ok((recorded.start, recorded.timeline))
    };
    let panel = PanelArgs {
        pace: args.typewriter.pace,
        typed: args.typewriter.typed.clone(),
        outputs: args.outputs.clone(),
        ..PanelArgs::default()
    };
    super::panel::go_on_with(job, &panel, entry.stem(), begin)
}

fn dry_run(folder: &Path, catalogue: &Catalogue, entry: &Entry, plan: &Plan) -> String {
    let base = plan.base.as_deref().unwrap_or("an empty machine");
    format!(
        "# {}, on {base}\n# gier boot --acts FILE --folder {}\n\n{}",
        entry.name,
        files::name(&folder.join("tapes")),
        plan.text(catalogue)
    )
}

/// Whether the user has something to type behind a tape that is no program.
const fn is_typed_to(entry: &Entry, args: &ArchiveRunArgs) -> bool {
    args.typewriter.typed.is_some() && !matches!(entry.kind, Kind::Algol | Kind::Slip)
}

/// Whether a tape runs by itself: with data or a button, the other file of the tape may end otherwise.
const fn is_plain(args: &ArchiveRunArgs) -> bool {
    args.data.is_none() && args.typewriter.typed.is_none() && args.start == 0
}

/// Whether the user runs a tape on its own base, without keys.
const fn is_usual(args: &ArchiveRunArgs) -> bool {
    !args.ka && !args.kb && args.base.is_none() && args.installation.is_none()
}

/// What people have found out about a tape, unless the user has taken another base or followed it with a data tape.
fn note(entry: &Entry, args: &ArchiveRunArgs) -> Option<&'static str> {
    let is_followed = |note: &&str| args.base.is_some() || args.data.is_some() && note.contains("--data");
    start_note(entry, args).or(entry.note.filter(|note| !is_followed(note)))
}

/// The same for a program that waits for the button start, until the user presses it.
fn start_note(entry: &Entry, args: &ArchiveRunArgs) -> Option<&'static str> {
    entry.start_note.filter(|_| args.start == 0 && !args.hp && args.base.is_none())
}

/// The advice if a program waits for keys that it has not asked for. The procedures for numbers take a comma as the end of
/// one.
const fn asked(entry: &Entry) -> Option<&'static str> {
    match entry.asks {
        Asks::Anything => None,
        Asks::Keys => Some("it takes single keys, and any may do: --typed FILE gives them"),
        Asks::Numbers => Some("it reads numbers, each ended by a comma: --typed FILE gives them"),
    }
}

/// Tells why a program did not start, in which line of its text, and what the user can do.
fn refused(
    job: &Job,
    folder: &Path,
    (session, fault): (&Session, &str),
    (entry, plan, args): (&Entry, &Plan, &ArchiveRunArgs),
    (other_base, find_pair): (&Finder<'_>, &dyn Fn() -> Option<String>),
) -> Result<Outcome> {
    let note = note(entry, args);
    let mut outcome = refusal(session, entry, (plan, note), fault);
    if args.base.is_none() {
        outcome.next = outcome.next_after(|| other_base(""));
    }
    let next = outcome.next.clone().filter(|_| note.is_some());
    let bytes = job.read(&folder.join("tapes").join(&entry.name))?;
    rules::text(entry, &bytes).iter().for_each(|text| tell_line(&mut outcome, text));
    // A note knows better than the text what is wrong with it.
    outcome.next = next.or(outcome.next);
    let pair = (outcome.ended.status() == 1 && note.is_none()).then(find_pair).flatten();
    outcome.next = pair.or(outcome.next);
    let path = path_of(folder, entry);
    let with_names = |text: String| named(&text, entry, (plan.base.as_deref(), Some(&path)));
    let (message, next) = (outcome.message.map(with_names), outcome.next.map(with_names));
    Ok(Outcome { message, next, ..outcome })
}

/// Tells why a program did not start.
fn refusal(session: &Session, entry: &Entry, (plan, note): (&Plan, Option<&str>), fault: &str) -> Outcome {
    let mut outcome = Outcome::of_loading(session, fault, plan.translator_name());
    if let Some(word) = too_few_tracks(&session.papers().sheet().to_text()) {
        let translator = plan.translator_name().unwrap_or("HELP 3");
        // A note knows better which base helps.
        outcome = Outcome::new(
            outcome.ended,
            match note {
                Some(_) => format!("{translator} says {word}: the program wants more tracks than HELP 3 has"),
                None => format!("{translator} says {word}: {}", more_tracks(plan.base.as_deref(), word)),
            },
        );
    }
    let note = note.map(str::to_string);
    match note.or_else(|| lack(session.machine()).map(language::lack)).or_else(|| damage(entry)) {
        Some(next) => Outcome { next: Some(next), without: None, ..outcome },
        None => outcome,
    }
}

/// Tells which line of the text GIER ALGOL complains of. A text with a procedure before its first begin is no program, and
/// one without a semicolon behind its last end has none for GIER ALGOL III.
fn tell_line(outcome: &mut Outcome, text: &str) {
    let ends = text.rsplit_once(END).map(|(_, behind)| behind.contains(';'));
    let is_whole = text.matches(BEGIN).count() == text.matches(END).count();
    if outcome.ended == Ended::Tape && is_whole && ends == Some(false) {
        outcome.next = Some(NO_SEMICOLON.to_string());
    }
    let begin = text.lines().position(|line| line.contains(BEGIN));
    let (Some(number), Some(begin), Some(message)) = (outcome.line, begin, &mut outcome.message) else {
        return;
    };
    let place = begin + usize::from(number);
    match text.lines().nth(place) {
        // What stands before the begin is part of line 0, too.
        Some(_) if number == 0 && begin > 0 => {
            *message += &format!(", which is all up to line {} of the text", place + 1);
            outcome.next = Some(HEADING.to_string());
        }
        Some(line) => *message += &format!(", which is line {} of the text: {}", place + 1, line.trim()),
        None => {}
    }
    if text.split(BEGIN).next().is_some_and(|before| before.contains("_p_r_o_c_e_d_u_r_e")) {
        outcome.next = Some(PROCEDURE.to_string());
    }
}

/// The word with which a program in GIER ALGOL begins, as a text has it.
const BEGIN: &str = "_b_e_g_i_n";
/// The word with which it ends.
const END: &str = "_e_n_d";
const NO_SEMICOLON: &str = "no semicolon stands behind the last end, so the translator takes what follows for a remark: gier run FILE takes a copy of the text with one";
const HEADING: &str = "holes to be read by eye may stand before the program: gier run FILE takes a copy of the tape without them";
const PROCEDURE: &str =
    "the text is a procedure, not a program: put it into the first block of a program that calls it";

/// What a user at a terminal has to know. The procedures for numbers take a comma as the end of one. Programs in GIER ALGOL
/// II and III that make numbers of keys take a space.
const fn hint(plan: &Plan, asks: Asks) -> &'static str {
    match (plan.translator, asks) {
        (None, _) | (_, Asks::Keys) => "Ctrl-C leaves",
        (Some(Dialect::Three | Dialect::Two), Asks::Anything) => HINT,
        _ => "end a number with a comma; Ctrl-C leaves",
    }
}

/// Names the keys that the archive's check of a program strikes.
fn keys(catalogue: &Catalogue, entry: &Entry) -> Option<String> {
    let typed: Vec<String> = catalogue.typed(entry).iter().map(|keys| format!("{keys:?}")).collect();
    let row = catalogue.row(entry).filter(|_| !typed.is_empty())?;
    let (keys, row) = (typed.join(", "), &row.name);
    Some(format!(
        "the archive's check of {} strikes {keys}; give such keys by --typed FILE, or run gier archive check --only {row:?}",
        entry.name
    ))
}

/// Names the other file of a tape, if it has other contents and its program runs.
fn pair(museum: &Museum, catalogue: &Catalogue, entry: &Entry) -> Option<String> {
    let pair = catalogue.pair(entry).filter(|pair| pair.print != entry.print)?;
    let is_taken = survey::is_taken(museum, &catalogue.plan(pair).ok()?, "");
    is_taken.then(|| format!("{0} has other contents and runs: gier archive run \"{0}\"", pair.name))
}

/// Says that a tape may be damaged, if rows of it have wrong parity.
fn damage(entry: &Entry) -> Option<String> {
    let info = entry.info.as_ref().filter(|info| info.wrong_parity > 0)?;
    Some(format!(
        "{} of the tape's {} rows have wrong parity: it may be damaged, or was punched so",
        info.wrong_parity, info.rows
    ))
}

/// Names the data tapes for a program that stops before it reads one.
fn lacking(catalogue: &Catalogue, entry: &Entry) -> Option<String> {
    let names: Vec<&str> =
        catalogue.partners(entry).iter().map(|entry| entry.name.as_str()).take(20).collect();
    let names = names.join(", ");
    (!names.is_empty())
        .then(|| format!("--start --data TAPE presses the button start behind a data tape, perhaps {names}"))
}

/// The message that is shown if the program of a tape for an empty machine waits for a tape.
const UNFINISHED: &str = "the tape is read to its end, and its program waits for more tape: --data TAPE mounts one; if \
    the tape belongs to a system, --base BASE loads one first";

/// The message that is shown if a program waits for a tape. It names tapes that the program may need.
fn wanted_tapes(catalogue: &Catalogue, entry: &Entry, plan: &Plan) -> String {
    if entry.kind == Kind::First && plan.base.is_none() && plan.data.is_none() {
        return UNFINISHED.to_string();
    }
    let mut offered = catalogue.partners(entry);
    offered.retain(|entry| plan.data.as_deref() != Some(entry.name.as_str()));
    if offered.is_empty() {
        offered = catalogue.data_beside(entry);
    }
    let names: Vec<&str> = offered.iter().map(|entry| entry.name.as_str()).take(20).collect();
    let names = names.join(", ");
    match &plan.data {
        None if names.is_empty() => NO_TAPE.to_string(),
        None => format!("the program waits for tape: --data TAPE mounts one, perhaps {names}"),
        Some(data) if names.is_empty() => {
            format!("the program waits for tape after {data}: --data TAPE mounts one")
        }
        Some(data) => {
            format!("the program waits for tape after {data}: --data TAPE mounts one, perhaps {names}")
        }
    }
}
