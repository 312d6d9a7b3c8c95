//! Compares our assembler with the museum's. Sources of the archive are assembled, and compared with the
//! binary tapes that were punched from them. They are also compared with the cells that HELP 3's assembler
//! SLIP makes on the emulated machine. Needs the archive's path in `GIER_ARCHIVE`.

use gier_machine::{Input, Machine, Output, Pause, Tape};
use gier_slip::assembly::CORE_IMAGE_TRACK;
use gier_slip::{Assembly, Item, Source, Statement, assemble, parse};
use gier_word::Home;
use gier_word::tape::{Row, punch};
use gier_word::{Case, Cell, DRUM_TRACKS, Diagnostic, Image, Marks, Symbol, TRACK_CELLS, Uops};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Cells by number. The number is the address in the store, or 40 × track + place for a cell on the drum.
type Cells = BTreeMap<usize, Cell>;

pub fn archive() -> Option<PathBuf> {
    crate::ga3::archive().map(|archive| archive.join("tapes"))
}

fn text_of(path: &Path) -> String {
    let bytes = std::fs::read(path).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
    bytes.iter().map(|&byte| byte as char).collect()
}

fn symbols_of(path: &Path) -> Vec<u8> {
    let bytes = std::fs::read(path).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
    bytes.into_iter().map(Row).filter(|row| !row.is_blank()).map(|row| row.symbol().code()).collect()
}

/// Assembles a text with our assembler.
pub fn ours(text: &str) -> Result<Assembly, String> {
    let (items, faults) = parse(&[Source::new("source", text)]);
    let say = |fault: &Diagnostic| {
        let line = fault.span.line_and_column(text).0;
        format!("line {line}: {} ({})", fault.message, fault.word)
    };
    match faults.first() {
        Some(fault) => Err(say(fault)),
        None => assemble(&items).map_err(|faults| say(&faults[0])),
    }
}

fn core_of(assembly: &Assembly) -> Cells {
    assembly.core().into_iter().map(|(address, cell)| (address.index(), cell)).collect()
}

fn number(symbols: &[u8]) -> u64 {
    symbols.iter().rev().fold(0, |number, &symbol| number << 7 | u64::from(symbol))
}

/// Reads the cells of a tape for the bootstrap program that an operator keys in. Each cell has seven symbols,
/// and the last cell goes to cell 512.
fn track_0_tape(symbols: &[u8]) -> Option<Cells> {
    let start = symbols.windows(2).position(|pair| pair == [14, 17])? + 2;
    let head = &symbols[start..];
    let first = head.windows(7).position(|run| run[2..] == [0, 0, 32, 49, 103])?;
    let first = usize::from(head[first + 1] & 63) * 8 + usize::from(head[first]) / 8 + 3;
    const LAST_GROUP: [u8; 9] = [32, 0, 0, 0, 0, 0, 64, 0, 0];
    let words = head.windows(9).position(|run| run == LAST_GROUP)? + 9;
    let cells = head[words..].chunks_exact(7).zip(first..=512).map(|(word, address)| {
        let low = word[..6].iter().rev().fold(0u64, |bits, &symbol| bits << 6 | u64::from(symbol & 63));
        let bits = low | u64::from(word[6] & 15) << 36;
        (address, Cell::new(bits, Marks::from_bits(word[6] >> 4)))
    });
    Some(cells.collect())
}

/// Reads the blocks of a tape for the program `binin`. Each block comes after many spaces and å.
fn binin_tape(symbols: &[u8]) -> Vec<Cells> {
    let mut blocks = Vec::new();
    let mut at = 0;
    while let Some(next) = (at..symbols.len()).find(|&at| at > 40 && is_lead_in(&symbols[at - 40..=at])) {
        at = next + 1;
        let (mut cells, mut place, mut last) = (Cells::new(), 0, Cell::ZERO);
        let mut put = |place: &mut usize, cell| {
            cells.insert(*place, cell);
            *place += 1;
        };
        while let Some(&kind) = symbols.get(at) {
            at += 1;
            let mut take = |count: usize| {
                let taken = number(symbols.get(at..at + count).unwrap_or_default());
                at += count;
                taken
            };
            match kind {
                0..64 => {
                    for _ in 0..kind {
                        let word = take(6);
                        last = Cell::new(word >> 2, Marks::from_bits(word as u8));
                        put(&mut place, last);
                    }
                }
                64 => (0..take(3)).for_each(|_| put(&mut place, last)),
                65 => {
                    let to = take(3) as usize;
                    place = to / 1024 * TRACK_CELLS + to % 1024;
                }
                _ => break,
            }
        }
        blocks.push(cells);
    }
    blocks
}

fn is_lead_in(symbols: &[u8]) -> bool {
    symbols.split_last().is_some_and(|(&last, spaces)| last == 13 && spaces.iter().all(|&space| space == 0))
}

/// Returns the numbers of the cells that differ between our result and the museum's.
fn differing(ours: &Cells, theirs: &Cells) -> Vec<usize> {
    ours.iter().filter(|(place, cell)| theirs.get(place) != Some(cell)).map(|(&place, _)| place).collect()
}

/// Loads the monitor program HELP 3 from its tapes, as an operator does. Returns its drum.
pub fn help(tapes: &Path) -> Image {
    let mut machine = Machine::new();
    gier_machine::bootstrap::bootstrap().into_iter().for_each(|input| {
        machine.feed(input);
    });
    for tape in ["tapet1/1track0.flx", "tapet1/2mainhelp.flx"] {
        let bytes = std::fs::read(tapes.join(tape)).unwrap_or_else(|fault| panic!("{tape}: {fault}"));
        machine.feed(Input::MountTape(Tape::from_bytes(tape, &bytes)));
    }
    machine.feed(Input::Start);
    let day = Uops(machine.now().0 + 460_850 * 600);
    for _ in 0..2 {
        assert_eq!(machine.run_until(day), Pause::AwaitingKey);
        machine.feed(Input::Key(Symbol::SPACE));
    }
    machine.run_until(day);
    machine.drum_image()
}

/// Converts a text of the archive to a tape without checksums, because the text's original case shifts are
/// unknown.
fn tape_of(text: &str) -> Vec<Row> {
    let mut case = Case::Upper;
    let mut symbols = Vec::new();
    let mut chars = text.chars();
    let code = |chars: &mut std::str::Chars<'_>| {
        let digits: String = chars.by_ref().take(3).collect();
        Symbol::new(digits.parse().unwrap_or(63))
    };
    while let Some(char) = chars.next() {
        if char == '#' {
            match code(&mut chars) {
                Symbol::SUM if chars.next() == Some('#') => drop(code(&mut chars)),
                Symbol::SUM | Symbol::CLEAR => {}
                Symbol::FORM_FEED => symbols.push(Symbol::CARRIAGE_RETURN),
                symbol => symbols.push(symbol),
            }
            continue;
        }
        let text = gier_word::glyph::from_museum(char).to_string();
        symbols.extend(gier_word::symbol::encode(&text, &mut case).unwrap_or_default());
    }
    punch(symbols)
}

/// Assembles a text with HELP 3's assembler SLIP. Returns the drum, and the text that SLIP typed.
pub fn museums(help: &Image, text: &str) -> (Image, String) {
    let mut machine = Machine::with_image(help);
    let day = Uops(machine.now().0 + 460_850 * 2000);
    machine.run_until(day);
    machine.take_output();
    machine.feed(Input::MountTape(Tape::new("source", tape_of(text))));
    for symbol in gier_word::symbol::encode("r<", &mut Case::Lower).unwrap() {
        machine.feed(Input::Key(symbol));
        machine.run_until(day);
    }
    let typed = machine.take_output().into_iter().filter_map(|(_, output)| match output {
        Output::Typed(Symbol::RED | Symbol::BLACK) => None,
        Output::Typed(symbol) => Some(symbol),
        _ => None,
    });
    (machine.drum_image(), crate::paper::text_of(typed))
}

/// Sources, each with the tape that was punched from it. The character is the kind of tape: `0` for the
/// bootstrap, `b` for the program `binin`, `g` for GIER ALGOL III.
const TAPES: [(&str, char, &str); 22] = [
    ("test/mktest1.asc", '0', "test/mktest1_0.flx"),
    ("test/mktest2.asc", '0', "test/mktest2_0.flx"),
    ("test/mktest3.asc", '0', "test/mktest3_0.flx"),
    ("test/mktest4.asc", '0', "test/mktest4_0.flx"),
    ("test/mktest5.asc", '0', "test/mktest5_0.flx"),
    ("test/mktest7.asc", '0', "test/mktest7_0.flx"),
    ("test/test1.asc", '0', "test/test1_0.flx"),
    ("test/test4.asc", '0', "test/test4_0.flx"),
    ("test/test6.asc", '0', "test/test6_0.flx"),
    ("test/test7.asc", '0', "test/test7_0.flx"),
    ("test/test7r.asc", '0', "test/test7r_0.flx"),
    ("test/test7r1000.asc", '0', "test/test7r1000_0.flx"),
    ("test/test8.asc", 'b', "test/test8bin.flx"),
    ("test/test8mk.asc", 'b', "test/test8mkbin.flx"),
    ("test/test8noprint.asc", 'b', "test/test8noprintbin.flx"),
    ("mk/0binin.asc", '0', "mk/0binin_0.flx"),
    ("mk/drum3.asc", '0', "mk/drum3_0.flx"),
    ("mk/lineq1s.asc", 'b', "mk/lineq1sbin.flx"),
    ("mk/time2.asc", 'b', "mk/time2bin.flx"),
    ("demo/pitoslipbin.asc", 'b', "demo/pitoslipbinbin.flx"),
    ("mk/nqueen14.asc", 'b', "mk/nqueen14bin.flx"),
    ("mk/HJÆLP/ga3.asc", 'g', "ga3bin/mkga3.flx"),
];

/// Tapes that differ from their sources: the number of cells that differ, and the reason.
const LATER: [(&str, usize, &str); 3] = [
    ("demo/pitoslipbin.asc", 2, "punched after a run: the saved s of a call, a parameter"),
    ("mk/nqueen14.asc", 9, "the source was changed later"),
    ("mk/HJÆLP/ga3.asc", 1714, "another edition, from another SLIP: see GA3"),
];

/// The differences between the tape of GIER ALGOL III and its source: tracks of our assembly, number of
/// cells, and reason. For this source, HELP 3's SLIP makes exactly our cells.
const GA3: [(std::ops::Range<usize>, usize, &str); 4] = [
    (
        78..81,
        120,
        "procedures for double numbers, which the source lays over each other when they are not wanted",
    ),
    (87..89, 70, "the texts: the older SLIP has seven symbols in a cell"),
    (123..165, 1497, "pass 6 to the middle of pass 8: another edition, with other orders and tables"),
    (46..184, 27, "addresses in those passes, sums, cells that are set when the translator starts"),
];

#[test]
fn the_tape_of_gier_algol_3_has_only_the_known_differences() {
    let Some(tapes) = archive() else { return };
    let assembly =
        ours(&text_of(&tapes.join("mk/HJÆLP/ga3.asc")).replace("\n_h algol", "\n; algol")).unwrap();
    let theirs = binin_tape(&symbols_of(&tapes.join("ga3bin/mkga3.flx"))).swap_remove(1);
    let mut differ = differing(&ga3_of(&assembly), &theirs);
    for (tracks, count, why) in GA3 {
        let before = differ.len();
        differ.retain(|place| !tracks.contains(&(place / TRACK_CELLS + 46)));
        assert_eq!(before - differ.len(), count, "{tracks:?}: {why}");
    }
    assert!(differ.is_empty());
    let text: Vec<u8> = (41 * TRACK_CELLS..).map_while(|place| theirs.get(&place)).flat_map(seven).collect();
    assert!(text.starts_with(&[39, 41, 38, 55, 41, 49, 36, 0, 19, 38, 38, 0, 50, 57, 55, 60, 10]));
}

/// Returns the seven symbols in a text cell of the older SLIP. The cell has 42 bits, of which the last two
/// are the mark bits. The first symbol is in the last six bits.
fn seven(cell: &Cell) -> [u8; 7] {
    let row = cell.bits() << 2 | u64::from(cell.marks().bits());
    std::array::from_fn(|place| (row >> (6 * place) & 63) as u8)
}

#[test]
fn sources_give_the_cells_of_their_tapes() {
    let Some(tapes) = archive() else { return };
    for (source, kind, tape) in TAPES {
        let text = text_of(&tapes.join(source)).replace("\n_h algol", "\n; algol");
        let assembly = ours(&text).unwrap_or_else(|fault| panic!("{source}: {fault}"));
        let symbols = symbols_of(&tapes.join(tape));
        let (mine, theirs) = match kind {
            '0' => (core_of(&assembly), track_0_tape(&symbols).unwrap_or_default()),
            'b' => (core_of(&assembly), binin_tape(&symbols).swap_remove(0)),
            _ => (ga3_of(&assembly), binin_tape(&symbols).swap_remove(1)),
        };
        let differ = differing(&mine, &theirs);
        println!("{source}: {} cells, {} differ from {tape}", mine.len(), differ.len());
        for place in differ.iter().take(3) {
            println!("    {place}: ours {}, theirs {:?}", mine[place], theirs.get(place));
        }
        let expected = LATER.iter().find(|(name, ..)| *name == source).map_or(0, |(_, differ, _)| *differ);
        assert_eq!(differ.len(), expected, "{source} against {tape}");
    }
}

/// Returns the cells of the translator's tracks, with the numbers of the tape. The tape's track 0 is our
/// track 46.
fn ga3_of(assembly: &Assembly) -> Cells {
    let drum = assembly.drum().into_iter().filter(|((track, _), _)| (46..184).contains(&track.number()));
    drum.map(|((track, place), cell)| ((track.index() - 46) * TRACK_CELLS + place as usize, cell)).collect()
}

/// Sources for which our result and SLIP's differ, with the reasons. A name stands for all names that begin
/// with it.
const APART: [(&str, &str); 4] = [
    ("ga4/BUILDga4buftapesamba.asc", "its cells run out of the store; SLIP goes astray with them"),
    ("help3/BUILDdisk6buf", "drum_words on a disc of six units"),
    ("mk/punchdrum.asc", "has a ':' for a ';': SLIP refuses it too"),
    ("mk/slip2.asc", "reads a text with _p that an editor left on the drum (Q40)"),
];

const FOLDERS: [&str; 9] = ["test", "mk", "demo", "tapet1", "tapet3", "hacks", "help3", "ga4", "mk/HJÆLP"];

/// These lines end a program. SLIP then puts `hsf 2` into the first unused cell after the program.
pub const UNUSED: &str = "_e1000\nt<\n";

#[test]
fn the_museums_slip_makes_the_same_cells() {
    let Some(tapes) = archive() else { return };
    let help = help(&tapes);
    let (mut same, mut cells, mut apart) = (0, 0, Vec::new());
    for (name, text) in sources(&tapes) {
        match compared(&help, &text) {
            Ok(count) => (same, cells) = (same + 1, cells + count),
            Err(reason) => apart.push((name, reason)),
        }
    }
    println!("{same} sources, {cells} cells the same");
    for (name, reason) in &apart {
        println!("{name}: {reason}");
    }
    let unexpected: Vec<_> =
        apart.iter().filter(|(name, _)| APART.iter().all(|(known, _)| !name.starts_with(known))).collect();
    assert!(unexpected.is_empty() && same >= 234, "{unexpected:?}");
}

/// Returns the programs of the archive's sources, each with its name and text.
fn sources(tapes: &Path) -> Vec<(String, String)> {
    let entries =
        FOLDERS.iter().flat_map(|folder| std::fs::read_dir(tapes.join(folder)).into_iter().flatten());
    let mut sources: Vec<(String, String)> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|kind| kind == "asc") && path.exists())
        .flat_map(|path| {
            let name = path.strip_prefix(tapes).unwrap_or(&path).display().to_string();
            let programs = programs(&name, &text_of(&path));
            programs.into_iter().enumerate().map(move |(number, program)| match number {
                0 => (name.clone(), program),
                _ => (format!("{name}, program {}", number + 1), program),
            })
        })
        .collect();
    sources.sort();
    sources
}

/// Splits a text into the programs after each call of SLIP. Before the first call, the text may contain only
/// irrelevant commands to HELP.
fn programs(name: &str, text: &str) -> Vec<String> {
    // The translators are moved to other tracks, because SLIP itself is on the tracks that they would use.
    let mut text = text.replace("_d c70=39 ", "_d c70=110 ").replace("\n_h algol", "\n; algol");
    // This ends the program before P1, which ends inside a condition and would run.
    text = text.replace("\n_eb10\n", &format!("\n{UNUSED}"));
    for track in [0, 39, 50].map(|track| format!("\ne14={track}")) {
        text = text.replace(&format!("{track},"), "\ne14=103,").replace(&format!("{track}\n"), "\ne14=103\n");
    }
    let mut pieces = match name {
        "mk/HJÆLP/ga3.asc" => vec![text.as_str()],
        _ => text.split("slip<").collect(),
    };
    if pieces.len() > 1 {
        let head = pieces.remove(0);
        if !head.chars().all(|c| c.is_whitespace() || "start,image<;slip".contains(c)) {
            return Vec::new();
        }
    } else if name != "mk/HJÆLP/ga3.asc" {
        return Vec::new();
    }
    pieces.into_iter().map(without_pauses).collect()
}

/// Removes the commands that stop the assembly: `_s` waits for the operator, and `_u` starts a program in the
/// middle.
fn without_pauses(text: &str) -> String {
    let line = |line: &str| {
        let line = line.trim_start_matches("#072");
        match line.strip_prefix("_s") {
            _ if line.starts_with("_u") => String::new(),
            Some(rest) if !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_') => rest.to_string(),
            _ => line.to_string(),
        }
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// Whether a statement ends the program and not only a block.
fn ends(item: &Item, items: &[Item]) -> bool {
    let count = |is: fn(&Statement) -> bool| items.iter().filter(|item| is(&item.statement)).count();
    let begun = count(|statement| matches!(statement, Statement::Begin(_)));
    let ended = count(|statement| matches!(statement, Statement::End(None)));
    match item.statement {
        Statement::End(Some(_)) => true,
        Statement::End(None) => ended > begun,
        _ => false,
    }
}

/// Assembles a text with both assemblers. Returns the number of cells if both made the same cells, otherwise
/// the first difference.
fn compared(help: &Image, text: &str) -> Result<usize, String> {
    let (items, _) = parse(&[Source::new("source", text)]);
    let end = items.iter().rfind(|item| ends(item, &items));
    let end = end.and_then(|item| item.span).map_or(text.len(), |span| span.bytes().start);
    let program = format!("{}\n{UNUSED}", &text[..end]);
    let mine = ours(&program.replace("t<\n", ""))?;
    let (drum, typed) = museums(help, &format!("start,image<\nslip<{program}"));
    let mut image = drum.clone();
    let places = mine.made.iter().filter(|made| match made.store {
        Home::Core(address) => (10..1000).contains(&address.number()),
        Home::Drum(..) => true,
    });
    let places = places.clone().count();
    mine.write_to(&mut image);
    for track in 0..DRUM_TRACKS {
        for (place, (ours, theirs)) in image.track(track).iter().zip(drum.track(track)).enumerate() {
            let low = track == CORE_IMAGE_TRACK && place < 10 || track == CORE_IMAGE_TRACK + 25;
            if ours != theirs && !low {
                let typed: String = typed.chars().take(60).collect();
                return Err(format!("{track}.{place}: ours {ours}, theirs {theirs}; it typed {typed:?}"));
            }
        }
    }
    Ok(places)
}
