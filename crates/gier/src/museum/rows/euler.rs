//! The museum's programs for the problems of projecteuler.net, in GIER ALGOL 4: each has one
//! right answer, and a note of the time that it took its author's machine.

use super::checks;
use super::{Base, Row};

/// A program on its tape, what the operator does when it is read, and the answer.
macro_rules! problem {
    ($base:ident, $number:literal, $acts:literal, $answer:literal, $seconds:literal) => {
        Row::new(
            concat!("Euler ", $number),
            Base::$base,
            concat!(
                "limit 120000\nreader text \"mk/euler/euler",
                $number,
                ".asc\"\ntype \"\\n\\nr<\"\nexpect \"ok\"\n",
                $acts,
                "expect \"\\n",
                $answer,
                "\"\nexpect \"\\n\"\nawait key"
            ),
        )
        .recorded($seconds)
    };
}

/// A tape that ends with `t<`: the operator types `run<`.
macro_rules! typed {
    ($base:ident, $number:literal, $answer:literal, $seconds:literal) => {
        problem!($base, $number, "await key\ntype \"run<\"\n", $answer, $seconds)
    };
}

/// A tape that says `run<` itself and goes on with numbers.
macro_rules! with_data {
    ($base:ident, $number:literal, $answer:literal, $seconds:literal) => {
        problem!($base, $number, "", $answer, $seconds)
    };
}

/// A program that punches a tape and has the operator put it into the reader.
macro_rules! punched {
    ($number:literal, $answer:literal, $seconds:literal) => {
        problem!(
            Ga4,
            $number,
            "await key\ntype \"run<\"\nawait key\nunload\nreader \"mk/euler/euler40data.flx\"\ntype \" \"\n",
            $answer,
            $seconds
        )
        .check(checks::champernowne)
    };
}

/// A program that cannot run here, why, and what is then seen.
macro_rules! cannot {
    ($kind:ident, $number:literal, $answer:literal, $why:literal, $ends:literal) => {
        $kind!(Ga4, $number, $answer, 0.0).open($why, $ends)
    };
}

pub const ROWS: &[Row] = &[
    typed!(Ga4, "1", "233168", 1.45),
    typed!(Ga4, "2", "4613732", 0.13),
    typed!(Ga4, "3", "6857", 13.59),
    typed!(Ga4, "5", "2520", 0.34),
    typed!(Ga4, "6", "25164150", 0.10),
    typed!(Ga4, "7", "104743", 1771.84),
    with_data!(Ga4, "8", "23514624000", 21.01),
    typed!(Ga4, "9", "31875000", 1427.23),
    with_data!(Ga4, "11", "70600674", 17.24),
    with_data!(Ga4, "13", "5537376230", 29.38),
    typed!(Ga4, "16", "1366", 191.64),
    typed!(Ga4, "17", "  342   23\\n  115   20\\n21124", 43.80),
    with_data!(Ga4, "18", "1074", 5.79),
    with_data!(Ga4, "19", "171", 27.29),
    typed!(Ga4, "20", "648", 13.78),
    typed!(Ga4, "24", "2783915460", 0.11),
    typed!(Ga4, "25", "4782", 194.93),
    typed!(Ga4Buffer, "15", "137846528820", 10.08),
    typed!(Ga4Buffer, "26", "983", 18.60),
    typed!(Ga4, "33", "100", 36.22),
    typed!(Ga4, "45", "1\\n40755\\n1533776805", 427.50),
    typed!(Ga4, "46", "5777", 266.87),
    typed!(Ga4, "48", "9110846700", 1128.09),
    typed!(Ga4, "53", "4075", 8.84),
    typed!(Ga4, "56b", "972", 1279.38),
    typed!(Ga4, "57", "153", 479.27),
    typed!(Ga4, "21", "31626", 1130.89),
    with_data!(Ga4, "18o", "1074", 1259.70),
    typed!(Ga4, "38", "932718654", 384.60),
    with_data!(Ga4, "42", "162", 94.14),
    typed!(Ga4, "63", "49", 3.77),
    typed!(Ga4, "97", "8739992577", 4477.25),
    with_data!(Ga4, "99", "709", 25.29),
    with_data!(Ga4, "102", "228", 104.88),
    typed!(Ga4, "31", "73682", 1733.36),
    typed!(Ga4, "34", "40730", 4100.40),
    typed!(Ga4Buffer, "119a", " 248155780267521", 475.96),
    typed!(Ga4, "52", "142857", 4076.68),
    typed!(Ga4, "61", "  1281  8128  2882  8256  5625  2512 28684", 8030.38),
    with_data!(Ga4, "8w", "23514624000", 12.56),
    typed!(Ga4, "4", "906609", 10350.01),
    typed!(Ga4, "10", "142913828922", 79954.16),
    typed!(Ga4, "12", "76576500", 46087.41),
    typed!(Ga4, "27", "    -59231", 49641.34),
    typed!(Ga4, "30", "443839", 33424.79),
    typed!(Ga4, "32a", "45228", 12756.09),
    typed!(Ga4, "35", "55", 39928.90),
    // It never sets its sum to 0: what counts are the numbers; their sum is 872187.
    typed!(
        Ga4,
        "36",
        "1\\n3\\n5\\n7\\n9\\n33\\n99\\n313\\n585\\n717\\n7447\\n9009\\n15351\\n32223\\n39993\\n53235\\n53835\\n73737\\n585585\\n",
        19671.78
    ),
    // The author notes neither answer nor time.
    Row { recorded: None, ..typed!(Ga4, "37", "748317", 0.0) },
    punched!("40", "210", 8138.58),
    punched!("40a", "210", 7590.13),
    typed!(Ga4, "41", "7652413", 47671.65),
    typed!(Ga4, "44", "5482660", 78722.95),
    typed!(Ga4, "49", "296962999629", 65040.10),
    with_data!(BareGa4, "54", "376", 8285.53),
    with_data!(BareGa4, "54x", "376", 2757.36),
    typed!(Ga4Buffer, "55", "249", 41062.35),
    typed!(Ga4, "58", "26241", 27721.84),
    typed!(BareGa4Buffer, "80", "40886", 40598.9),
    typed!(Ga4, "84", "101524", 20644.64),
    typed!(Ga4, "112", "1587000", 25518.52),
    cannot!(
        with_data,
        "345m",
        "13938",
        "Q79: a comment of its text has a ~, which no key prints",
        "no symbol prints '~'"
    ),
    cannot!(
        typed,
        "22",
        "871198282",
        "Q77: its names take 259 tracks in the area free, which has 31; error 11",
        "error 11"
    ),
    cannot!(
        with_data,
        "67",
        "7273",
        "Q77: its triangle takes 300 tracks in the area free, which has 31; error 11",
        "error 11"
    ),
    cannot!(
        typed,
        "28a",
        "669171001",
        "Q77: it keeps 1001 rows of 26 tracks, the drum has 320 in all; error 11",
        "error 11"
    ),
    cannot!(
        typed,
        "72",
        "303963552391",
        "Q77: it keeps 25000 tracks, the drum has 320 in all; error 11",
        "error 11"
    ),
];
