//! The monitor HELP 3, its assembler, and what is loaded under it.

use super::{Base, Row};

pub const ROWS: &[Row] = &[
    Row::new("HELP 3, the museum's daily set", Base::Help3, "help\nexpect \"    0.0.0  0\"\nawait key"),
    Row::new(
        "HELP 3, the basic set",
        Base::Empty,
        r#"
        bootstrap
        reader "help3bin/basictrack0.flx"
        reader "help3bin/basichelp3.flx"
        start
        expect "SUM"
        type "\n"
        expect "e0"
        await key
        "#,
    ),
    Row::new(
        "HELP 3 of 17 March 1971",
        Base::Empty,
        r#"
        bootstrap
        reader "help3bin/Basic help 3 incl tr. 0 17-mar-1971.flx"
        start
        expect "SUM"
        type "\n"
        expect "e0"
        await key
        "#,
    ),
    Row::new(
        "HELP 3 without slip",
        Base::Empty,
        r#"
        bootstrap
        reader "help3bin/basictrack0.flx"
        reader "help3bin/help3minusslip.flx"
        start
        expect "SUM"
        type "\n"
        expect "e0"
        await key
        "#,
    ),
    Row::new(
        "MAINHELP III with the GIER ALGOL III of 11 March 1971",
        Base::Empty,
        r#"
        bootstrap
        reader "help3bin/MAINHELP III kanal 0 + catalog.flx" from 1
        start
        expect "SUM"
        type "\n"
        expect "e0"
        await key
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
];
