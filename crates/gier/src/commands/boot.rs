//! `gier boot`: loads an empty machine from tapes, as an operator did. Then it performs acts, which are the
//! steps of a script, such as pressing a key.

use super::debug::read_acts;
use super::outputs::Outputs;
use super::program::mount_reels;
use super::session::{Opening, Wishes, listener, play_on};
use crate::cli::{BootArgs, StationReel, TypewriterArgs};
use crate::host::acts::{ActsHost, plain, status, with_place};
use crate::host::files::{self, Job};
use crate::host::language;
use crate::host::report;
use crate::host::script::Script;
use crate::host::signals;
use crate::host::status::Status;
use anyhow::{Context, Result, anyhow, bail};
use gier_archive::rules::contains_text;
use gier_desk::acts::{Act, Line, Wait, asc};
use gier_desk::host::Trouble;
use gier_desk::lacking::{lack, too_few_tracks};
use gier_desk::outcome::refused;
use gier_desk::pace::Speed;
use gier_desk::session::{Fault, Session};
use gier_desk::tapes::Cells;
use gier_machine::bootstrap::{bootstrap, old_bootstrap};
use gier_machine::{Input, Machine, Tape};
use gier_word::Image;
use std::path::{Path, PathBuf};

/// Runs `gier boot`.
pub fn run(job: &Job, args: &BootArgs) -> Result<Status> {
    if args.acts.is_none() && args.tape.is_empty() && args.drum.is_none() {
        bail!(
            "an empty machine has nothing to begin with: give it a tape (--tape), a drum (--drum) or acts (--acts)"
        );
    }
    let acts = match &args.acts {
        None => Vec::new(),
        Some(path) => match read_acts(job, path)? {
            Some(acts) if acts.is_empty() => {
                report::say(&format!("{}: there are no acts in it", files::name(path)));
                return Ok(Status::WrongUse);
            }
            Some(acts) => acts,
            None => return Ok(Status::WrongUse),
        },
    };
    // The output files are checked first, so that an error is reported before the machine works.
    let (files, outputs) = files_of(job, args, &acts)?;
    let (machine, image) = machine(job, args)?;
    let live = args.sound.listen.then_some(Speed::Times(1.0));
    let speed = args.pace.speed.or(live).unwrap_or(Speed::Max);
    let mut host = ActsHost::new(job, files, args.paper.writer());
    host.listener = listener(job, &args.sound, &machine, speed)?;
    if let Speed::Times(_) = speed {
        host.show_live(speed, machine.now());
    }
    let mut session = Session::new(machine);
    image.iter().for_each(|image| session.know(image));
    boot(job, args, &acts, Boot { session, host }, outputs)
}

/// Runs the machine for `gier boot`, and saves its outputs.
fn boot(job: &Job, args: &BootArgs, acts: &[Line], mut boot: Boot, outputs: Outputs) -> Result<Status> {
    let tapes = args.tape.iter().map(|path| tape(job, path)).collect::<Result<Vec<_>>>()?;
    signals::catch()?;
    let done = boot.perform(args, tapes, acts);
    // The signal may have come between two acts.
    let done = match done {
        Ok(()) if signals::is_interrupted() => {
            Err((Status::Interrupted, anyhow!("the machine was interrupted")))
        }
        done => done,
    };
    job.add(boot.host.finish(boot.session.papers().sheet()));
    // Without acts, the machine waits for a key now.
    if done.is_ok() && args.acts.is_none() && boot.host.listener.is_none() {
        return hand_over(job, args, boot.session, outputs);
    }
    // After a failed act, gier saves all outputs except the drum.
    let outputs = if done.is_ok() { outputs } else { outputs.without_drum() };
    outputs.write(boot.session.papers(), boot.session.machine(), boot.session.program());
    let end = boot.session.machine().now();
    let refused = refused(boot.session.papers().sheet());
    job.add(boot.host.listener.as_mut().map_or(Ok(()), |listener| listener.finish(end)));
    match done {
        // A script may want a refusal. Without a script, the refusal is the result.
        Ok(()) => Ok(match refused.filter(|_| args.acts.is_none()) {
            Some((sentence, _)) => {
                report::say(&sentence);
                Status::Fault
            }
            None => Status::Ended,
        }),
        Err((status, error)) => {
            let acts = args.acts.as_ref().map_or(String::new(), |path| files::name(path) + ": ");
            report::say(&format!("{acts}{error:#}"));
            let too_few = too_few_tracks(boot.session.paper());
            let tracks =
                || too_few.map(|word| format!("{word}: {}", crate::archive::more_tracks(None, word)));
            let why = lack(boot.session.machine()).map(language::lack).or_else(tracks);
            why.or(refused.map(|(sentence, _)| sentence)).iter().for_each(|why| report::say(why));
            if let Some(path) = &args.outputs.save_drum {
                report::say(&format!("the drum is not saved, {} is unchanged", files::name(path)));
            }
            Ok(if signals::is_interrupted() { Status::Interrupted } else { status })
        }
    }
}

/// Hands over the typewriter to the user, after the loading.
fn hand_over(job: &Job, args: &BootArgs, session: Session, outputs: Outputs) -> Result<Status> {
    let program = session.program().cloned();
    let opening = Opening { program: program.as_ref(), ..Opening::at_monitor(session.machine()) };
    let typewriter =
        TypewriterArgs { pace: args.pace, typed: args.typed.clone(), ..TypewriterArgs::default() };
    play_on(job, session, &opening, &typewriter, outputs, Wishes::default())
}

/// The files of the acts, and the outputs of the command. Returns an error if a file is both read and written, or if
/// acts may not write it.
fn files_of(job: &Job, args: &BootArgs, acts: &[Line]) -> Result<(Script, Outputs)> {
    job.will_print("the typed paper")?;
    let mut script = Script::new(job, args.acts.as_deref(), args.folder.as_deref(), args.script);
    let drums = acts.iter().filter_map(|line| match &line.act {
        Act::Drum(file) => Some(script.input(file)),
        _ => None,
    });
    let drums: Vec<PathBuf> = args.drum.iter().cloned().chain(drums).collect();
    let reels = acts.iter().filter_map(|line| match &line.act {
        Act::Station(station, file) => Some(StationReel { station: *station, file: script.input(file) }),
        _ => None,
    });
    let reels: Vec<StationReel> = args.tape_station.iter().cloned().chain(reels).collect();
    script.read(acts)?;
    let outputs = Outputs::open(job, &args.outputs, None, (&drums, &reels))?;
    script.write(acts)?;
    Ok((script, outputs))
}

/// Creates the machine with the drum image and the reels that the user named. Also returns the drum image, or
/// `None` if the user named none.
fn machine(job: &Job, args: &BootArgs) -> Result<(Machine, Option<Image>)> {
    let mut machine = Machine::new();
    let image = match &args.drum {
        Some(path) => Some(Image::from_bytes(&job.read(path)?).with_context(|| files::name(path))?),
        None => None,
    };
    image.iter().for_each(|image| machine.load_drum(image));
    if let Some(installation) = args.installation {
        machine.set_installation(installation);
    }
    mount_reels(job, &mut machine, &args.tape_station)?;
    Ok((machine, image))
}

/// Reads a tape from a file. A text is converted to a tape.
pub fn tape(job: &Job, path: &Path) -> Result<Tape> {
    let (name, bytes) = (files::name(path), job.read(path)?);
    let rows = asc::rows(&name, &bytes, contains_text(&name, &bytes), report::say);
    Ok(Tape::new(&name, rows.map_err(anyhow::Error::msg)?))
}

/// The session, and the files and terminal that its acts use.
struct Boot {
    session: Session,
    host: ActsHost,
}

impl Boot {
    /// Mounts the tapes and performs the acts. If the user gave no acts, starts the machine and runs it until
    /// it waits for a key. With tapes, the operator starts the machine by setting three cells by hand, which
    /// read the first tape. Without tapes, the operator presses the HELP button.
    fn perform(
        &mut self,
        args: &BootArgs,
        tapes: Vec<Tape>,
        acts: &[Line],
    ) -> Result<(), (Status, anyhow::Error)> {
        if args.acts.is_some() {
            self.mount(tapes).map_err(|trouble| (Status::WrongUse, anyhow::Error::from_boxed(trouble)))?;
            let done = self.session.perform(acts, &mut self.host);
            return done.map_err(|bad| (status(&bad.fault), with_place(bad)));
        }
        match args.bootstrap {
            _ if tapes.is_empty() => self.act_all(&[Act::Feed(vec![Input::Help]), Act::Await(Wait::Key)]),
            Cells::Old => self.start_old(tapes),
            Cells::Help3 => self.start_help3(tapes),
        }
        .map_err(|fault| (status(&fault), plain(fault)))
    }

    fn act_all(&mut self, acts: &[Act]) -> Result<(), Fault> {
        acts.iter().try_for_each(|act| self.session.act(act, &mut self.host))
    }

    fn mount(&mut self, tapes: Vec<Tape>) -> Result<(), Trouble> {
        tapes.into_iter().try_for_each(|tape| self.session.mount(tape, &mut self.host))
    }

    /// Starts the machine with tapes for the monitor HELP 3. If HELP 3 is not on the drum, the first tape's
    /// program prints SUM and waits for a key. If more tape follows, the operator then presses a key, and the
    /// program reads the tape.
    fn start_help3(&mut self, tapes: Vec<Tape>) -> Result<(), Fault> {
        self.mount(tapes)?;
        self.act_all(&[Act::Feed(bootstrap()), Act::Feed(vec![Input::Start]), Act::Await(Wait::Key)])?;
        let reader = &self.session.machine().devices().reader;
        if reader.row() >= reader.tape().map_or(0, |tape| tape.rows().len())
            || !self.session.paper().ends_with("SUM")
        {
            return Ok(());
        }
        self.answer()
    }

    /// Starts HJÆLP, a monitor that is older than HELP 3. The first tape fills track 0 of the drum and stops
    /// the machine. The operator then mounts the other tapes and presses the HELP button. If the machine
    /// prints FEJL, HJÆLP is not on the drum. The operator then presses a key, so that HJÆLP's tape is read.
    /// [F-BOOT-2]
    fn start_old(&mut self, mut tapes: Vec<Tape>) -> Result<(), Fault> {
        let rest = tapes.split_off(1);
        self.mount(tapes)?;
        self.act_all(&[
            Act::Feed(old_bootstrap()),
            Act::Feed(vec![Input::Start]),
            Act::Await(Wait::Stop),
            Act::Feed(vec![Input::UnmountTape]),
        ])?;
        self.mount(rest)?;
        self.act_all(&[Act::Feed(vec![Input::Help]), Act::Await(Wait::Key)])?;
        if self.session.paper().ends_with("FEJL") { self.answer() } else { Ok(()) }
    }

    /// Presses a key, because the program in track 0 waits for one. Then runs the machine until it waits for
    /// a key again.
    fn answer(&mut self) -> Result<(), Fault> {
        self.act_all(&[Act::Type("\n".to_string()), Act::Await(Wait::Key)])
    }
}
