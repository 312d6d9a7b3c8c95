//! The command line in the user's language. clap has its own English words for headings, values and errors.
//! For Danish they are replaced here, and all help texts are looked up in the table of gier's messages.

use super::Cli;
use crate::host::language::{help_said as said, language};
use clap::builder::{Resettable, StyledStr};
use clap::{Arg, Command, CommandFactory};
use gier_messages::Language;

/// The commands and options of gier, with help texts in the user's language.
pub fn command() -> Command {
    // The options of the panel's window are for the panel alone.
    let for_panel = |command: Command| match command.get_name() {
        "nim" | "play" => command.mut_group("WindowArgs", |group| group.requires("panel")),
        _ => command,
    };
    let mut command = Cli::command().mut_subcommands(for_panel);
    if language() == Language::English {
        return command;
    }
    // The options that clap adds exist only in a command that is built.
    command.build();
    spoken(command)
}

/// What clap says about wrong arguments, in the user's language.
pub fn complaint(error: &clap::Error) -> String {
    lines(&error.render().to_string())
}

/// Translates a help text line by line. Of a line with two columns, such as an example and what it does, only
/// the second is translated.
fn lines(text: &str) -> String {
    let line = |line: &str| {
        let at = line.rfind("  ").map_or(0, |at| at + 2);
        let (before, behind) = line.split_at(at);
        format!("{before}{}", said(behind))
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

fn spoken(mut command: Command) -> Command {
    let usage = command.render_usage().to_string();
    let usage = ["Usage: ", "[OPTIONS]", "[COMMAND]", "<COMMAND>"].iter().fold(usage, |usage, word| {
        let danish = if word.starts_with('U') { "".into() } else { said(word) };
        usage.replace(word, &danish)
    });
    let template = template(&command);
    let text = |text: Option<&StyledStr>| {
        Resettable::from(text.map(|text| StyledStr::from(lines(&text.to_string()))))
    };
    let (about, long_about) = (text(command.get_about()), text(command.get_long_about()));
    let (after, after_long) = (text(command.get_after_help()), text(command.get_after_long_help()));
    command =
        command.override_usage(usage).help_template(template).mut_args(argument).mut_subcommands(spoken);
    command.about(about).long_about(long_about).after_help(after).after_long_help(after_long)
}

/// clap's arrangement of a help text, with headings in the user's language.
fn template(command: &Command) -> String {
    let style = command.get_styles().get_header();
    let heading = |english: &str| format!("{style}{}{style:#}", said(english));
    let mut template = format!("{{before-help}}{{about-with-newline}}\n{} {{usage}}", heading("Usage:"));
    let has_options = command.get_opts().chain(command.get_arguments().filter(|arg| !arg.is_positional()));
    for (exists, title, tag) in [
        (command.has_subcommands(), "Commands:", "subcommands"),
        (command.get_positionals().next().is_some(), "Arguments:", "positionals"),
        (has_options.count() > 0, "Options:", "options"),
    ] {
        if exists {
            template += &format!("\n\n{}\n{{{tag}}}", heading(title));
        }
    }
    template + "{after-help}"
}

/// Translates the help texts of an option or argument. clap would write its default and its possible values in
/// English, so they are written here.
fn argument(arg: Arg) -> Arg {
    let takes_values = arg.get_action().takes_values();
    let defaults = arg.get_default_values().iter().map(|value| value.to_string_lossy());
    let default = defaults.collect::<Vec<_>>().join(" ");
    let default = match takes_values && !arg.is_hide_default_value_set() && !default.is_empty() {
        true => format!(" {}", said(&format!("[default: {default}]"))),
        false => String::new(),
    };
    let mut values = Vec::new();
    if takes_values && !arg.is_hide_possible_values_set() {
        values = arg.get_possible_values();
    }
    let names: Vec<&str> = values.iter().map(|value| value.get_name()).collect();
    let brief = match names.is_empty() {
        true => String::new(),
        false => format!(" {}", said(&format!("[possible values: {}]", names.join(", ")))),
    };
    let help = arg.get_help().map(|help| lines(&help.to_string())).unwrap_or_default();
    let mut long = arg.get_long_help().map(|help| lines(&help.to_string()));
    if values.iter().any(|value| value.get_help().is_some()) {
        let list = values.iter().map(|value| {
            let help = value.get_help().map(ToString::to_string).unwrap_or_default();
            format!("- {}: {}", value.get_name(), said(&help))
        });
        let list = list.collect::<Vec<_>>().join("\n");
        long = Some(format!("{}\n\n{}\n{list}", long.as_deref().unwrap_or(&help), said("Possible values:")));
    } else if let Some(long) = &mut long {
        *long += &brief;
    }
    let arg = arg.hide_default_value(true).hide_possible_values(true).help(format!("{help}{default}{brief}"));
    match long {
        Some(long) => arg.long_help(long + &default),
        None => arg,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gier_messages::{Speaker, say};
    use std::borrow::Cow;
    use std::collections::BTreeSet;

    /// Appends the lines of the help texts that have words, but no Danish.
    fn missing(command: &Command, found: &mut BTreeSet<String>) {
        let shown = || command.get_arguments().filter(|arg| !arg.is_hide_set());
        let about = [command.get_about(), command.get_long_about(), command.get_after_help()];
        let arguments = shown().flat_map(|arg| [arg.get_help(), arg.get_long_help()]);
        let texts = about.into_iter().chain(arguments).flatten().map(ToString::to_string);
        let values = shown().flat_map(Arg::get_possible_values);
        let values = values.filter_map(|value| Some(value.get_help()?.to_string()));
        for text in texts.chain(values) {
            for line in text.lines().map(|line| line.rsplit("  ").next().unwrap_or_default()) {
                let words = line.split(' ').filter(|word| word.chars().all(char::is_alphabetic));
                let is_missing = matches!(say(Language::Danish, Speaker::Help, line), Cow::Borrowed(_));
                let examples = ["gier ", "echo ", "await ", "tell "];
                let is_example = examples.iter().any(|word| line.starts_with(word));
                if words.count() > 1 && is_missing && !is_example {
                    found.insert(line.to_string());
                }
            }
        }
        command.get_subcommands().for_each(|command| missing(command, found));
    }

    #[test]
    fn every_help_text_has_danish() {
        let mut command = Cli::command();
        command.build();
        let mut found = BTreeSet::new();
        missing(&command, &mut found);
        assert!(
            found.is_empty(),
            "no line in crates/gier-messages/text/danish.txt:\n{}",
            found.into_iter().collect::<Vec<_>>().join("\n")
        );
    }
}
