//! `gier debug`: debugs a program with acts (commands for the machine's operator). The acts are in a file or
//! are typed at a prompt.

use super::program::{prepare_desk, program, texts_of};
use crate::cli::DebugArgs;
use crate::host::acts::{ActsHost, plain, status, with_place};
use crate::host::files::{self, Job};
use crate::host::language::language;
use crate::host::prompt::{Prompt, Said};
use crate::host::report;
use crate::host::script::Script;
use crate::host::status::Status;
use anyhow::Result;
use gier_desk::acts::{self, Group, Line, parse};
use gier_desk::debug::Engine;
use gier_desk::pace::Speed;
use gier_desk::session::Session;
use gier_machine::Machine;
use std::io::{self, IsTerminal};
use std::path::Path;

/// Runs `gier debug`.
pub fn run(job: &Job, args: &DebugArgs) -> Result<Status> {
    let acts = match args.acts.as_deref().filter(|path| !files::is_dash(path)) {
        None if io::stdin().is_terminal() => None,
        None => Some(Path::new("-")),
        Some(path) => Some(path),
    };
    let acts = match acts {
        None => None,
        Some(path) => match read_acts(job, path)? {
            Some(acts) => Some((files::name(path), acts)),
            None => return Ok(Status::WrongUse),
        },
    };
    job.will_print("the typed paper")?;
    let Some(image) = program(job, &args.image)? else { return Ok(Status::Fault) };
    let mut machine = Machine::with_image(&image);
    prepare_desk(job, &mut machine, &args.desk)?;
    let files = Script::new(job, args.acts.as_deref(), args.folder.as_deref(), args.script);
    let mut host = ActsHost::new(job, files, args.paper.writer());
    if let Some((_, acts)) = &acts {
        host.files.read(acts)?;
        host.files.write(acts)?;
    }
    let texts = texts_of(job, &args.image, &image)?;
    let mut session = Session::new(machine).with_program(&image).with_texts(texts);
    match acts {
        Some((name, acts)) => by_acts(&name, &acts, &mut session, &mut host),
        None => at_prompt(job, &mut session, &mut host),
    }
}

/// Reads a file of acts. If it has faults, prints them and returns `None`.
pub fn read_acts(job: &Job, path: &Path) -> Result<Option<Vec<Line>>> {
    let text = job.read_text(path)?;
    let acts = parse(&text).map_err(|faults| report::faults(&[(files::name(path), text)], &faults));
    Ok(acts.ok())
}

/// Performs acts until one fails. Then prints why it failed.
fn by_acts(name: &str, acts: &[Line], session: &mut Session, host: &mut ActsHost) -> Result<Status> {
    let done = session.perform(acts, host);
    let shown = host.finish(session.papers().sheet());
    match done {
        Ok(()) => shown.map(|()| Status::Ended),
        Err(bad) => {
            let status = status(&bad.fault);
            report::say(&format!("{name}: {:#}", with_place(bad)));
            shown.map(|()| status)
        }
    }
}

/// Performs the acts that the user types. If an act fails, prints why.
fn at_prompt(job: &Job, session: &mut Session, host: &mut ActsHost) -> Result<Status> {
    let mut prompt = Prompt::new()?;
    host.show_live(Speed::Max, session.machine().now());
    host.sit_at_prompt()?;
    report::say("acts lists all acts; Ctrl-C ends the current act, Ctrl-D leaves");
    loop {
        let engine = session.engine();
        let names = engine.program().names(&engine.state());
        let line = match prompt.ask(&place(engine), names)? {
            Said::Line(line) => line,
            Said::Nothing => continue,
            Said::End => break,
        };
        match line.trim() {
            "" => continue,
            "quit" => break,
            "acts" | "help" | "?" => {
                let help = [Group::Operator, Group::Debugger].map(|group| acts::help(group, language()));
                job.print(&(help.join("\n\n") + "\n"));
                continue;
            }
            _ => {}
        }
        match acts::act(&line, Some(session.engine().program())) {
            Err(fault) => report::faults(&[("acts".to_string(), line)], &[fault]),
            Ok(None) => {}
            Ok(Some(act)) => {
                let lines = [Line { line: 1, act }];
                let done = host.files.check_typed(&lines);
                let done = done.and_then(|()| session.act(&lines[0].act, host).map_err(plain));
                if let Err(error) = done {
                    report::say(&format!("{error:#}"));
                }
                host.is_done();
                host.end_line(session.papers().sheet())?;
            }
        }
    }
    host.finish(session.papers().sheet())?;
    Ok(Status::Ended)
}

/// The text of the prompt: how many orders the machine has executed, and the line of the program's text. If
/// gier does not know the line, the prompt shows the next order instead.
fn place(engine: &Engine) -> String {
    let program = engine.program();
    match program.place(&engine.program_state()) {
        Some(at) => {
            let line = program.line_name(at.text, at.line);
            format!("next, after {} orders: {line}", engine.machine().orders())
        }
        None => engine.standing(),
    }
}
