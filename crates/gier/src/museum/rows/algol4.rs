//! Programs in GIER ALGOL 4, translated by the museum's own translator.

use super::checks;
use super::{Base, Row};

/// A program whose tape ends with `t<`: the operator types `run<`. HELP 3 asks
/// `image` after it.  [F-HELP-4]
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
        r#"
        expect "counter: "
        type "1,"
        expect "    12    14    12  -6.6821⏨-2  -4.6627⏨-1  -7.3298⏨-1  -1.1324"
        expect "    14    12    12  -6.5513⏨-2  -4.6469⏨-1  -7.3107⏨-1  -1.1303"
        expect "    32     1     2   4.9904⏨-1   4.9904⏨-1   4.9902⏨-1   4.9902⏨-1"
        expect "    93     2     3   7.5987⏨-1   7.5987⏨-1   7.5987⏨-1   7.5987⏨-1"
        expect "\n"
        await key
        "#
    ),
    typed!(
        "GIER ALGOL 4, queens in arrays, 8 and 9",
        Ga4,
        "mk/nqueen.asc",
        "expect \"92 solutions.\"\nexpect \"352 solutions.\"\nexpect \"Time:\"\nexpect \"\\n\""
    )
    .recorded(358.34),
    typed!(
        "GIER ALGOL 4, queens in patterns, 4 to 10",
        Ga4,
        "mk/nqueen8.asc",
        r#"
        expect "2 solutions."
        expect "10 solutions."
        expect "4 solutions."
        expect "40 solutions."
        expect "92 solutions."
        expect "352 solutions."
        expect "724 solutions."
        expect "Time:"
        expect "\n"
        "#
    )
    .recorded(569.14),
    // The author notes 972876 and 6255 tracks of the program that were fetched again.
    typed!(
        "GIER ALGOL 4, sudoku",
        Ga4,
        "mk/sudoku7.asc",
        "limit 40000\nexpect \"Tracks transferred: 972876\"\nawait key"
    )
    .check(checks::sudoku),
    typed!(
        "GIER ALGOL 4, sudoku with a buffer store",
        BareGa4Buffer,
        "mk/sudoku7.asc",
        "expect \"Tracks transferred: 6255\"\nawait key"
    )
    .check(checks::sudoku),
    typed!("GIER ALGOL 4, sudoku with procedures in code", BareGa4Buffer, "mk/sudoku8.asc", "await key")
        .check(checks::sudoku),
    Row::new(
        "GIER ALGOL 4, pentominoes on 8 by 9",
        Base::BareGa4Buffer,
        r#"
        limit 400000
        reader text "mk/pentomino4.asc"
        type "\n\nr<"
        expect "ok"
        await key
        unload
        reader text "mk/pentominoin.asc"
        type "run<"
        expect "Solutions:   11"
        expect "sec."
        await key
        "#,
    )
    .check(checks::pentomino),
    typed!("GIER ALGOL 4, names of areas", Ga4, "mk/funname6.asc", "await key").check(checks::names),
];
