//! Programs in GIER ALGOL 4, translated by the museum's own translator.

use super::{Base, Row};

/// A program whose tape ends with `t<`: the operator types `run<`.
macro_rules! typed {
    ($name:literal, $base:ident, $file:literal, $shows:literal) => {
        Row::new(
            $name,
            Base::$base,
            concat!(
                "limit 20000\nreader text \"",
                $file,
                "\"\ntype \"\\n\\nr<\"\nexpect \"ok\"\nawait key\ntype \"run<\"\n",
                $shows
            ),
        )
    };
}

pub const ROWS: &[Row] = &[
    typed!("GIER ALGOL 4, Jensen's device", Ga4, "mk/jensen1.asc", "expect \"7.485464\"\nawait key"),
    typed!(
        "GIER ALGOL 4, man or boy",
        Ga4,
        "mk/manboy.asc",
        "expect \"  0       1\\n  1       0\\n  2      -2\\n  3       0\\n  4       1\\n  5       0\\n  6       1\"\nawait key"
    ),
    typed!(
        "GIER ALGOL 4, whetstone",
        Ga4,
        "mk/whetstone.asc",
        "expect \"counter: \"\ntype \"1,\"\nexpect \"image\"\nawait key"
    ),
    typed!("GIER ALGOL 4, queens", Ga4, "mk/nqueen.asc", "run 200"),
];
