//! `gier completions`, `gier man` and `gier doctor`: set gier up on this computer, and report what gier finds
//! there.

use crate::archive::place;
use crate::cli::{Cli, CompletionsArgs, ManArgs};
use crate::commands::help::topics;
use crate::host::files::{self, Job};
use crate::host::folders::{self, STATE_VARIABLES};
use crate::host::language::said;
use crate::host::live;
use crate::host::report::one_line;
use crate::host::status::Status;
use crate::panel::logs::sessions_folder;
use anyhow::{Context, Result, bail};
use clap::CommandFactory;
use clap_complete::Shell;
use ratatui::crossterm::terminal;
use std::env;
use std::io::{IsTerminal, stdin, stdout};
use std::path::Path;

/// Runs `gier completions`: prints the completion script for a shell.
pub fn completions(job: &Job, args: &CompletionsArgs) -> Result<Status> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "gier", &mut script);
    let mut script = String::from_utf8(script).context("the completions are not UTF-8")?;
    if args.shell == Shell::Fish {
        // clap_complete does not complete positional arguments, so their values are added here.
        let mut add = |command: &str, values: &str, told: &str| {
            script += &format!(
                "complete -c gier -n \"__fish_gier_using_subcommand {command}\" -f -a \"{values}\" -d '{told}'\n"
            );
        };
        for program in gier_programs::PROGRAMS {
            add("play", program.name, &program.line.replace('\'', "\\'"));
        }
        add("help", &topics().join(" "), "");
    }
    job.print(&script);
    Ok(Status::Ended)
}

/// Runs `gier man`: writes a manual page for each command.
pub fn man(job: &Job, args: &ManArgs) -> Result<Status> {
    folders::make(&args.folder)?;
    let mut command = Cli::command();
    command.build();
    pages(job, &command, &args.folder)?;
    Ok(Status::Ended)
}

/// Writes the manual pages of a command and of its subcommands.
fn pages(job: &Job, command: &clap::Command, folder: &Path) -> Result<()> {
    let man = clap_mangen::Man::new(command.clone());
    let mut page = Vec::new();
    man.render(&mut page).context("cannot make a page")?;
    let path = folder.join(man.get_filename());
    if path.symlink_metadata().is_ok_and(|found| !found.is_file()) {
        bail!("cannot write {}: it is no ordinary file; move it away", files::name(&path));
    }
    job.write("the page", &path)?.save(&page)?;
    command.get_subcommands().try_for_each(|command| pages(job, command, folder))
}

/// Shows what gier finds on this computer. The exit status says whether sessions can be saved.
pub fn doctor(job: &Job) -> Result<Status> {
    let sessions = sessions();
    let status = if sessions.is_ok() { Status::Ended } else { Status::Fault };
    let rows = [
        ("gier", env!("GIER_VERSION").to_string()),
        ("live sound", live_sound()),
        ("museum's archive", museum()),
        ("terminal", terminal()),
        ("colours", colours()),
        ("Unicode", unicode()),
        ("sessions", sessions.unwrap_or_else(|fault| fault)),
    ];
    let row = |(name, told): &(&str, String)| format!("{:<17} {}\n", said(name), one_line(&said(told)));
    job.print(&rows.iter().map(row).collect::<String>());
    Ok(status)
}

fn live_sound() -> String {
    match live::found() {
        Some(output) => format!("--listen plays it with {output}"),
        None => live::MISSING.to_string(),
    }
}

fn museum() -> String {
    let Some(folder) = place::known(None) else {
        return "not named; gier archive use DIR names a clone of github Datamuseum-DK/andetGIER".to_string();
    };
    if !folder.join("tapes").is_dir() {
        return format!("{}: there is no folder tapes in it", files::name(&folder));
    }
    files::name(&folder)
}

fn terminal() -> String {
    let name = env::var("TERM").unwrap_or_else(|_| "none".to_string());
    if !stdin().is_terminal() || !stdout().is_terminal() {
        return format!("none here: input or output is a file or a pipe (TERM {name})");
    }
    match terminal::size() {
        Ok((columns, rows)) => format!("{columns} columns, {rows} rows (TERM {name})"),
        Err(_) => format!("its size is unknown (TERM {name})"),
    }
}

fn colours() -> String {
    let is_set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
    let told = if is_set("NO_COLOR") {
        "none: NO_COLOR is set"
    } else if env::var("TERM").is_ok_and(|term| term == "dumb") {
        "none: TERM is dumb"
    } else if env::var("COLORTERM").is_ok_and(|depth| depth == "truecolor" || depth == "24bit") {
        "all"
    } else {
        "at least the terminal's own"
    };
    told.to_string()
}

/// Describes whether the locale uses UTF-8. Checks the same variables as the C library.
fn unicode() -> String {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter();
    let locale = set.filter_map(|name| env::var(name).ok()).find(|value| !value.is_empty());
    match locale {
        Some(locale) if locale.to_ascii_uppercase().replace('-', "").contains("UTF8") => {
            format!("yes ({locale})")
        }
        Some(locale) => format!("no ({locale}): lamps and lines may show as question marks"),
        None => "unknown: LC_ALL, LC_CTYPE and LANG are empty".to_string(),
    }
}

/// The file that prevents the creation of this folder, or `None` if there is none.
fn obstacle(folder: &Path) -> Option<&Path> {
    folder.ancestors().find(|path| path.symlink_metadata().is_ok()).filter(|path| !path.is_dir())
}

/// Finds the folder of the session logs, and checks that logs can be saved in it.
fn sessions() -> Result<String, String> {
    let Some(folder) = sessions_folder() else {
        return Err(format!("fault: neither {STATE_VARIABLES} names a folder; set one to save sessions"));
    };
    let shown = folder.display();
    if let Some(obstacle) = obstacle(&folder) {
        let obstacle = obstacle.display();
        return Err(format!("fault: {shown} cannot be made, because {obstacle} is no folder; move it away"));
    }
    let existing = folder.ancestors().find(|path| path.is_dir()).unwrap_or(&folder);
    // Makes the missing folders in a temporary folder. Their names can be too long, for example.
    let missing = folder.strip_prefix(existing).unwrap_or(&folder);
    let trial = match tempfile::tempdir_in(existing) {
        Ok(trial) => trial,
        Err(error) => {
            let existing = existing.display();
            return Err(format!(
                "fault: {existing} cannot be written ({error}); make it writable, or set XDG_STATE_HOME to another folder"
            ));
        }
    };
    match folders::make(&trial.path().join(missing)) {
        Ok(()) => Ok(shown.to_string()),
        Err(error) => {
            let why = error.root_cause();
            Err(format!("fault: {shown} cannot be made ({why}); set XDG_STATE_HOME to another folder"))
        }
    }
}
