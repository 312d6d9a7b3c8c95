//! Programs in GIER ALGOL III, translated by the museum's own translator.

use super::checks;
use super::{Base, Row};

/// A program without input: translated, run, and what its paper must show.
macro_rules! runs {
    ($name:literal, $file:literal, $shows:literal) => {
        Row::new(
            $name,
            Base::Ga3,
            concat!(
                "reader text \"",
                $file,
                "\"\ntype \"\\n\\nalgol3<\"\nexpect \"algol\"\ntype \" \"\nexpect \"run\"\ntype \" \"\nlimit 6000\n",
                $shows
            ),
        )
    };
}

/// NIM with the five games of the book; a number is ended by a comma.
macro_rules! nim {
    ($name:literal, $file:literal) => {
        runs!(
            $name,
            $file,
            "expect \": \"\ntype \"djk 3,3,1,2,nj3,njj3,2,2,1,2,j3,njj3,6,2,2,n5,3,2,j3,j4,1,3,jn1,2,2,3,2,j6,nnj1,17,2,29,jn\"\nexpect \"end\""
        )
    };
}

pub const ROWS: &[Row] = &[
    nim!("GIER ALGOL III, NIM: the book's five games", "demo/demon3_ga3.asc").check(checks::nim),
    runs!("GIER ALGOL III, test 1", "mk/00ga3test1.asc", "expect \"    123.000    456.789\"\nexpect \"end\""),
    runs!(
        "GIER ALGOL III, test 2, the names of the standard procedures",
        "mk/00ga3test2.asc",
        "expect \"\\nend\""
    ),
    runs!("GIER ALGOL III, test 3", "mk/00ga3test3.asc", "expect \"    452.389\"\nexpect \"end\""),
    nim!("GIER ALGOL III, test 4, NIM", "mk/00ga3test4.asc").check(checks::nim),
    runs!("GIER ALGOL III, test 5", "mk/00ga3test5.asc", "expect \"    102\"\nexpect \"end\""),
    runs!("GIER ALGOL III, test 6", "mk/00ga3test6.asc", "expect \"end\""),
    runs!(
        "GIER ALGOL III, test 7",
        "mk/00ga3test7.asc",
        "expect \"   1   4   9  16  25  36  49  64  81 100\"\nexpect \"end\""
    ),
    nim!("GIER ALGOL III, test 8, NIM that says where it is", "mk/00ga3test8.asc")
        .check(checks::nim_with_marks),
    runs!("GIER ALGOL III, test 9, a matrix procedure", "mk/00ga3test9.asc", "expect \"\\nend\""),
    // 3125 to the power of 0.2 goes by the logarithm and comes out a little below 5.  [F-POWER-1]
    runs!("GIER ALGOL III, test 10", "mk/00ga3test10.asc", "expect \" 3125.0000000    4.9999999\\nend\""),
    Row::new(
        "GIER ALGOL III, test 11, wrong statements",
        Base::Ga3,
        "reader text \"mk/00ga3test11.asc\"\ntype \"\\n\\nalgol3<\"\nexpect \"algol\"\ntype \" \"\nawait key",
    )
    .check(checks::wrong_statements),
    runs!("GIER ALGOL III, test 12, conditions in conditions", "mk/00ga3test12.asc", "expect \"\\nend\""),
    // Its text notes 735 as the longest array.
    runs!("GIER ALGOL III, the longest array", "mk/maxarrayga3.asc", "expect \" 735\\nalas\"\nawait key"),
    runs!(
        "GIER ALGOL III, man or boy up to the end of the store",
        "mk/manboy.asc",
        "expect \"1\\n  1        \\n  2      -2\\n  3        \\n  4       1\\n  5        \\n  6       1\\n  7\\nalas\"\nawait key"
    ),
    runs!("GIER ALGOL III, 500 numbers at random", "mk/input1.asc", "expect \"end\"").check(checks::input1),
];
