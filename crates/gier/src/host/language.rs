//! The user's language. It is chosen once, when gier starts, because every message is for the same user.

use gier_desk::lacking::{Device, Lack};
use gier_messages::{Language, Speaker, say};
use std::borrow::Cow;
use std::sync::OnceLock;

static CHOSEN: OnceLock<Language> = OnceLock::new();

/// Chooses the language of this user: the one that is `asked` for, or else that of this computer. Only the
/// first call has an effect.
pub fn choose(asked: Option<Language>) {
    CHOSEN.get_or_init(|| asked.unwrap_or_else(of_computer));
}

/// The language of this user.
pub fn language() -> Language {
    *CHOSEN.get_or_init(of_computer)
}

fn of_computer() -> Language {
    let mut variables =
        ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(|name| std::env::var(name).ok());
    Language::of_code(&variables.find(|value| !value.is_empty()).unwrap_or_default())
}

/// A message of gier in the user's language.
pub fn said(english: &str) -> Cow<'_, str> {
    say(language(), Speaker::Message, english)
}

/// A help text of the command line in the user's language.
pub fn help_said(english: &str) -> Cow<'_, str> {
    say(language(), Speaker::Help, english)
}

/// The message that names a device that the machine lacks, and the command-line option that adds this device.
pub fn lack(lack: Lack) -> String {
    let device = match lack.device {
        Device::Buffer => "a buffer store",
        Device::Station(number) => &format!("magnetic tape station {number}"),
        Device::Carrousel => "a carrousel",
        Device::BlockDisc => "a block disc",
        Device::Plotter => "a plotter",
        // The program may have executed a number that is no order of its own, so it may need nothing.
        Device::Turbo => {
            let installation = lack.installation;
            return format!(
                "the order pc works as hv on a faster GIER: --installation {installation} gives it"
            );
        }
    };
    format!("the program needs {device}: --installation {} gives GIER one", lack.installation)
}
