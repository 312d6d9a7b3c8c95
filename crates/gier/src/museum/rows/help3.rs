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
];
