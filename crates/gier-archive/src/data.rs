//! Finds the data tapes for a program, and the program for a data tape, by their names.

use crate::plan::GA4_BUILDS;
use crate::rules::{Entry, Kind};

/// Programs whose data tapes have other names than [`programs_of`] expects. Of the tapes for jjpentomino4, those that
/// end with C are for jjpentomino3, because it alone knows that letter; jjtetrominoin has a smaller board for all. Two
/// copies of the twenty questions share a tape, and so do the copies of DEMON-5, which reads numbers of many digits.
/// rc2000test reads the characters 0 to 127, and readlib copies procedures from the library. readdrum reads a drum that
/// punchdrum has punched, and dstape a tune.
const DATA: [(&[&str], &[&str]); 15] = [
    (
        &[
            "demo/demon5",
            "demo/demon5_nosum",
            "demo/demon5_sum",
            "demo/demon5bdisk",
            "demo/demon5sp1",
            "mk/demon5a",
            "tapet1/demon5a",
            "tapet1/demon5bin",
        ],
        &["demo/demon5i", "demo/demon5ipi", "tapet1/sqrt2", "demo/demon5iempty", "mk/demon5in0"],
    ),
    (&["demo/20spm", "demo/20spmå", "demo/TYVES (tyves)  rhak"], &["demo/20spmin"]),
    (&["tapet1/20spm", "tapet1/20spmmk", "tapet1/20spmbin"], &["tapet1/20spmin"]),
    (&["mk/jjpentomino", "mk/jjpentomino2", "mk/jjpentomino4"], &["mk/jjtetrominoin"]),
    (&["ht/plot2/plot2", "ht/plot2/plot2d"], &["ht/plot2/d316out"]),
    (&["tapet1/sort"], &["tapet1/data2300"]),
    (&["mk/quicksortdisk3"], &["mk/data2000", "mk/data10000", "mk/data100000"]),
    (&["mk/quicksortdisk4"], &["mk/sort100000"]),
    (&["mk/readdrum"], &["tapet1/help3punch", "tapet2/drum2dump", "tapet2/drum2dump_badkp1"]),
    (&["mk/ds/dstape"], &["mk/ds/dsinput"]),
    (
        &["mk/jjpentomino3"],
        &[
            "mk/jjpentomino4in3x20",
            "mk/jjpentomino4in4x15",
            "mk/jjpentomino4in5x12",
            "mk/jjpentomino4in6x10",
            "mk/jjpentomino4in10x6",
            "mk/jjpentomino4in12x5",
            "mk/jjpentomino4in15x4",
            "mk/jjpentomino4in20x3",
            "mk/puslespilin_3_20",
            "mk/puslespilin_4_15",
            "mk/puslespilin_20_3",
        ],
    ),
    (
        &["mk/readgeneral2"],
        &[
            "mk/readgeneraldata",
            "mk/laesdata1",
            "mk/laesdata2",
            "mk/laesdata3",
            "mk/laesdata4",
            "mk/laesdata5",
            "mk/laesdata6",
            "mk/laesdata7",
            "mk/laesdata7s",
            "mk/laesdata9",
            "mk/laesdata10",
        ],
    ),
    (&["mk/rc2000test"], &["mk/rc2000data", "mk/rc2000dataok"]),
    (&["mk/rc2000test2"], &["mk/rc2000data2"]),
    (&["ht/readlib"], &["ht/library"]),
];

/// The program for a tape in the table above.
pub fn told(entry: &Entry) -> Option<&'static str> {
    let (programs, _) = DATA.iter().find(|(_, data)| data.contains(&entry.stem()))?;
    programs.first().copied()
}

/// The data tapes for a program in the table above.
pub fn told_data(program: &str) -> &'static [&'static str] {
    DATA.iter().find(|(programs, _)| programs.contains(&program)).map_or(&[], |(_, data)| data)
}

/// The names without suffix that the program of a data tape may have, the shortest first: what stands before `in`,
/// `data` or `i`. A letter may follow `in` or `data` of a text. For example, `m4in2` and `m4inerror` may be for `m4`.
pub fn programs_of(entry: &Entry) -> impl DoubleEndedIterator<Item = &str> {
    let stem = entry.stem();
    let is_text = matches!(entry.kind, Kind::Data | Kind::Text);
    let is_data = move |rest: &str| {
        let word = ["in", "data", "i"].iter().find_map(|word| Some((*word, rest.strip_prefix(word)?)));
        word.is_some_and(|(word, rest)| is_text && word != "i" || !rest.starts_with(char::is_alphabetic))
    };
    let places = stem.char_indices().map(|(at, _)| at).filter(|&at| at > entry.folder().len());
    places.filter(move |&at| is_data(&stem[at..])).map(move |at| &stem[..at])
}

/// The beginning of the names of other tapes without which a tape cannot be planned. `None` if it needs none.
pub fn companions(entry: &Entry) -> Option<String> {
    match &entry.runs {
        Some(program) => Some(format!("{}{program}", entry.folder())),
        None if matches!(entry.kind, Kind::Data | Kind::Text | Kind::Code) => {
            told(entry).or_else(|| programs_of(entry).next()).map(str::to_string)
        }
        None if entry.name.starts_with(GA4_BUILDS) => Some("help3/BUILD".to_string()),
        None => told(entry).or_else(|| told_data(entry.stem()).first().copied()).map(str::to_string),
    }
}
