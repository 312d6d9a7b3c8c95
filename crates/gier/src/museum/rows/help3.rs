//! The monitor HELP 3, its assembler, and what is loaded under it.

use super::{Base, Row};

/// HELP 3 read from its tapes into an empty machine.
macro_rules! booted {
    ($readers:literal) => {
        concat!("bootstrap\n", $readers, "\nstart\nexpect \"SUM\"\ntype \"\\n\"\nexpect \"e0\"\nawait key\n")
    };
}

/// The session that brings up [`Base::Help3`].
pub const DAILY: &str = booted!("reader \"tapet3/1track0.flx\"\nreader \"tapet3/2mainhelp.flx\"");

/// The session that brings up [`Base::Bare`].
pub const BARE: &str = booted!("reader \"help3bin/basictrack0.flx\"\nreader \"help3bin/help3minusslip.flx\"");

pub const ROWS: &[Row] = &[
    // The number is r1 when the button was pressed: the order that waits for a command.  [F-HELP-1]
    Row::new("HELP 3, the museum's daily set", Base::Help3, "help\nexpect \" 1    0.0.0  848\"\nawait key"),
    Row::new(
        "HELP 3, the basic set",
        Base::Empty,
        booted!("reader \"help3bin/basictrack0.flx\"\nreader \"help3bin/basichelp3.flx\""),
    ),
    Row::new(
        "HELP 3 of 17 March 1971",
        Base::Empty,
        booted!("reader \"help3bin/Basic help 3 incl tr. 0 17-mar-1971.flx\""),
    ),
    Row::new("HELP 3 without slip", Base::Empty, BARE),
    Row::new(
        "MAINHELP III with the GIER ALGOL III of 11 March 1971",
        Base::Empty,
        concat!(
            booted!("reader \"help3bin/MAINHELP III kanal 0 + catalog.flx\" from 1"),
            r#"
            reader "ga3bin/help3 place ga3 11 mar 1971.flx"
            type "\n\nr<"
            await key
            reader text "mk/00ga3test5.asc"
            type "\n\nalgol3<"
            expect "algol"
            type " "
            expect "run"
            type " "
            expect "    102"
            expect "end"
            "#,
        ),
    ),
];
