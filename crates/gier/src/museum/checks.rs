//! The checks of the museum tests. A museum test runs a program of the museum's archive. After the run, a
//! check examines the machine and its papers. For example, it compares a punched tape with a tape of the
//! archive.

use super::done::Done;
use super::{boards, digits};
use crate::archive::monitor::Monitor;
use anyhow::{Result, anyhow, bail};
use gier_desk::acts::asc;
use gier_desk::typewriter::text::printer_text;
use gier_slip::Source;
use gier_word::installation::STATIONS;
use gier_word::reel::{Block, Reel};
use gier_word::tape::Row as TapeRow;
use gier_word::{Case, Symbol};

/// Checks the result of a museum test. Returns an error if the result is wrong.
pub type Check = fn(&Done<'_>) -> Result<()>;

/// All checks with their names. The list of museum tests refers to a check by its name.
pub const CHECKS: &[(&str, Check)] = &[
    ("no-fault", no_fault),
    ("test8-cells", test8_cells),
    ("mean-of-tracks", mean_of_tracks),
    ("help-button", help_button),
    ("names", names),
    ("opcodes", opcodes),
    ("input1", input1),
    ("nim", nim),
    ("nim-with-marks", nim_with_marks),
    ("primes", primes),
    ("wrong-statements", wrong_statements),
    ("sudoku", sudoku),
    ("queens", queens),
    ("pentomino", pentomino),
    ("champernowne", champernowne),
    ("editor", editor),
    ("labels", labels),
    ("madonna", madonna),
    ("snail", snail),
    ("sheet-of-circles", sheet_of_circles),
    ("primes-around", primes_around),
    ("surface", surface),
    ("boards", boards::pentominoes),
    ("pi", digits::pi),
    ("e", digits::e),
];

/// The check called `name`, or `None` if there is no such check.
pub fn named(name: &str) -> Option<Check> {
    CHECKS.iter().find(|(other, _)| *other == name).map(|&(_, check)| check)
}

/// The codes of the characters on a tape of the archive. Blank rows and the fill characters 63 and 127 are
/// left out.
fn kept(done: &Done<'_>, file: &str) -> Result<Vec<u8>> {
    Ok(codes(&done.tape(file)?.into_iter().map(TapeRow).collect::<Vec<_>>()))
}

/// The codes of the characters on a tape. Blank rows and the fill characters 63 and 127 are left out.
fn codes(rows: &[TapeRow]) -> Vec<u8> {
    rows.iter()
        .filter(|row| row.0 != 0)
        .map(|row| row.symbol().code())
        .filter(|code| ![63, 127].contains(code))
        .collect()
}

/// Checks that the machine punched the same characters as are on a tape of the archive.
fn punched_as(done: &Done<'_>, file: &str) -> Result<()> {
    let (punched, kept) = (codes(done.operator.papers().punched()), kept(done, file)?);
    match (0..punched.len().max(kept.len())).find(|&at| punched.get(at) != kept.get(at)) {
        None => Ok(()),
        Some(at) => bail!(
            "symbol {at} of {} punched is {:?}; {file} has {} symbols, there {:?}",
            punched.len(),
            punched.get(at),
            kept.len(),
            kept.get(at)
        ),
    }
}

/// Checks that the indicator register is zero. A test program for the machine reports a fault by setting this
/// register.
fn no_fault(done: &Done<'_>) -> Result<()> {
    match done.operator.machine().cpu().registers().indicator {
        0 => Ok(()),
        fault => bail!("the indicator shows {fault}"),
    }
}

/// Checks that the store contains the program called test 8. Each cell of the program must be 430 cells above
/// its address in the source text. [F-BOOT-3]
fn test8_cells(done: &Done<'_>) -> Result<()> {
    let text = done.text("test/test8.asc")?;
    let (items, _) = gier_slip::parse(&[Source::new("test8.asc", &text)]);
    let Ok(assembly) = gier_slip::assemble(&items) else { bail!("test/test8.asc has faults") };
    let core = assembly.core();
    if core.len() != 42 {
        bail!("test/test8.asc has {} cells", core.len());
    }
    for (address, cell) in core {
        let place = address + 430;
        let read = done.operator.machine().ferrite().read(place);
        if read != cell {
            bail!("cell {place} is {read}, not {cell}");
        }
    }
    Ok(())
}

/// Checks the mean time for a track of the drum, which the program test 8 prints. It must be within 0.1 ms of
/// 20.59 ms, which is the result of the museum's machine.
fn mean_of_tracks(done: &Done<'_>) -> Result<()> {
    let mean = done.operator.paper().split_whitespace().find_map(|word| word.parse::<f64>().ok());
    match mean {
        Some(mean) if (20.49..=20.69).contains(&mean) => Ok(()),
        _ => bail!("the mean is {mean:?} ms, and not about 20.59"),
    }
}

/// Checks the test program of the HELP button. It must have found no fault and started again.
fn help_button(done: &Done<'_>) -> Result<()> {
    match (done.operator.paper().trim(), done.operator.machine().cpu().registers().r1.number()) {
        ("t 16", 512 | 513) => Ok(()),
        (paper, cell) => bail!("it says {paper:?} and is at cell {cell}"),
    }
}

/// Checks the names of drum areas at the beginning of the punched tape. They must equal the names in a text
/// of the archive, apart from blanks, case shifts and line ends.
fn names(done: &Done<'_>) -> Result<()> {
    let text = done.text("mk/funname6out.asc")?;
    let text = text.trim_end().trim_end_matches("t<");
    let (kept, _) = asc::to_tape(text).map_err(|what| anyhow!("mk/funname6out.asc, {what}"))?;
    let layout = [Symbol::SPACE, Symbol::LOWER, Symbol::UPPER, Symbol::CARRIAGE_RETURN].map(Symbol::code);
    let plain = |codes: Vec<u8>| codes.into_iter().filter(|code| !layout.contains(code)).collect::<Vec<_>>();
    let (punched, kept) = (plain(codes(done.operator.papers().punched())), plain(codes(&kept)));
    if punched.starts_with(&kept) { Ok(()) } else { bail!("the punched names are not the archive's") }
}

fn opcodes(done: &Done<'_>) -> Result<()> {
    punched_as(done, "mk/opcodes1out.flx")
}

/// The numbers on a tape. The tape has one number on each line.
fn numbers(codes: &[u8]) -> Vec<f64> {
    let glyph = |code: &u8| match Symbol::new(*code) {
        symbol if symbol == Symbol::CARRIAGE_RETURN => ' ',
        symbol => symbol.glyph(Case::Lower).unwrap_or(' '),
    };
    let text: String = codes.iter().map(glyph).collect();
    text.split(' ').filter_map(|word| word.parse().ok()).collect()
}

/// Checks the punched numbers. The last must be the sum of the others. All numbers before it must equal those
/// on the archive's tape, whose last number is wrong. [F-INPUT-1]
fn input1(done: &Done<'_>) -> Result<()> {
    let (punched, kept) = (codes(done.operator.papers().punched()), kept(done, "mk/input1out.flx")?);
    let Some(end) = kept.iter().rposition(|&code| code == Symbol::CARRIAGE_RETURN.code()) else {
        bail!("the archive's tape has no lines");
    };
    if punched.len() != kept.len() || punched[..end] != kept[..end] {
        bail!("the numbers are not those of mk/input1out.flx");
    }
    let numbers = numbers(&punched);
    let Some((last, terms)) = numbers.split_last() else { bail!("nothing was punched") };
    let sum: f64 = terms.iter().sum();
    if (sum - last).abs() > 1e-5 {
        bail!("the sum is {sum}, not {last}");
    }
    Ok(())
}

/// The lines that the game NIM printed. The comma after a typed number is replaced by a blank, because the
/// book of 1966 prints a blank there.
fn nim_lines(paper: &str) -> Result<Vec<String>> {
    let Some(start) = paper.find("Select language") else { bail!("the program did not begin") };
    let mut printed: Vec<char> = paper[start..].trim_end().chars().collect();
    for at in 1..printed.len() {
        let ends_number = printed[at - 1].is_ascii_digit() && printed.get(at + 1) != Some(&' ');
        if printed[at] == ',' && ends_number {
            printed[at] = ' ';
        }
    }
    let printed: String = printed.into_iter().collect();
    Ok(printed.trim().lines().map(str::to_string).collect())
}

/// Checks that two papers have the same lines. If not, the error names the first line that differs.
fn same_lines(printed: &[String], right: &[String]) -> Result<()> {
    match (0..printed.len().max(right.len())).find(|&at| printed.get(at) != right.get(at)) {
        None => Ok(()),
        Some(at) => bail!("line {at}: {:?} instead of {:?}", printed.get(at), right.get(at)),
    }
}

/// The lines of a game of NIM that a book of 1966 prints. The marks for the colours of the ribbon are left
/// out.
#[cfg(feature = "nim")]
fn book() -> Result<Vec<String>> {
    let paper = gier_programs::book::PAPER.replace("‹red›", "").replace("‹black›", "");
    Ok(paper.trim().lines().map(str::to_string).collect())
}

#[cfg(not(feature = "nim"))]
fn book() -> Result<Vec<String>> {
    bail!("this gier was built without NIM, so it has no paper to compare")
}

fn nim(done: &Done<'_>) -> Result<()> {
    same_lines(&nim_lines(done.operator.paper())?, &book()?)
}

/// Checks the paper of a version of NIM that also prints lines beginning with `Kilroy`. Without these lines
/// and empty lines, the paper must equal the game in the book.
fn nim_with_marks(done: &Done<'_>) -> Result<()> {
    let told = |line: &String| !line.is_empty() && !line.starts_with("Kilroy");
    let printed = nim_lines(done.operator.paper())?;
    if !printed.iter().any(|line| line.starts_with("Kilroy")) {
        bail!("the program does not say where it is");
    }
    let printed: Vec<String> = printed.into_iter().filter(told).collect();
    same_lines(&printed, &book()?.into_iter().filter(told).collect::<Vec<_>>())
}

/// Checks that the paper ends with the primes from 2 to 509.
fn primes(done: &Done<'_>) -> Result<()> {
    let printed: Vec<u32> =
        done.operator.paper().split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let primes: Vec<u32> = (2..512u32).filter(|n| (2..*n).all(|d| n % d != 0)).collect();
    if printed.ends_with(&primes) { Ok(()) } else { bail!("these are not the primes: {printed:?}") }
}

/// Checks 200 punched lines. Each line has its number, two primes, and the distance of each prime from a
/// fixed number. The primes of a column must follow each other without a gap, for example 7, 11, 13.
fn primes_around(done: &Done<'_>) -> Result<()> {
    let rows = done.operator.papers().punched();
    let symbols: Vec<Symbol> = rows.iter().filter(|row| row.0 != 0).map(|row| row.symbol()).collect();
    let text = printer_text(&symbols);
    let lines: Vec<Vec<i64>> =
        text.lines().map(|line| line.split_whitespace().flat_map(str::parse).collect()).collect();
    let pairs: Vec<&Vec<i64>> = lines.iter().filter(|line| line.len() == 5).collect();
    let is_prime = |n: i64| n % 2 == 1 && (3..).step_by(2).take_while(|d| d * d <= n).all(|d| n % d != 0);
    let is_next = |from: i64, to: i64| is_prime(to) && !(from + 1..to).any(is_prime);
    let is_right = |(pair, next): (&Vec<i64>, &Vec<i64>)| {
        let away = (pair[1] - pair[3], pair[2] - pair[4]) == (5_548_212, 1_225_751);
        away && next[0] == pair[0] + 1 && is_next(pair[1], next[1]) && is_next(pair[2], next[2])
    };
    let wrong = pairs.windows(2).find(|two| !is_right((two[0], two[1])));
    match (wrong, pairs.len()) {
        (None, 200) => Ok(()),
        (wrong, count) => bail!("of {count} pairs, these do not follow: {wrong:?}"),
    }
}

/// Checks that the numbers on the line printer equal those in the archive's output. The last digit of a
/// number may differ. (Q85)
fn surface(done: &Done<'_>) -> Result<()> {
    let numbers = |text: &str| -> Vec<f64> {
        // In these texts, 1e5 is `1' 5` or `1⏨ 5`: a space takes the place of the minus of 1e-5.
        let text = text.replace("'-", "e-").replace("' ", "e").replace("⏨-", "e-").replace("⏨ ", "e");
        text.split_whitespace().flat_map(str::parse).collect()
    };
    let printed = numbers(&printer_text(done.operator.papers().printed()));
    let kept = numbers(&done.text("ht/o375i2.asc")?);
    let is_near = |(a, b): (&f64, &f64)| {
        let difference = (a - b).abs();
        difference <= 1e-6 * b.abs() || b.abs() >= 1e-4 && difference < 1.5e-4
    };
    if printed.len() != kept.len() || kept.len() < 200 {
        bail!("there are {} numbers, not {}", printed.len(), kept.len());
    }
    match printed.iter().zip(&kept).find(|&pair| !is_near(pair)) {
        Some(pair) => bail!("{pair:?} differ"),
        None => Ok(()),
    }
}

/// Checks that the compiler reports faults in exactly the lines that the source text marks as wrong. The mark
/// is a comment that begins with a digit. A comment on its own line marks the line above.
fn wrong_statements(done: &Done<'_>) -> Result<()> {
    let text = done.text("mk/00ga3test11.asc")?;
    let marked = |line: &str| {
        let note = line.split("_c_o_m_m_e_n_t").nth(1);
        note.is_some_and(|note| note.trim_start().starts_with(|c: char| c.is_ascii_digit()))
    };
    let alone = |line: &str| line.trim_start().starts_with("_c_o_m_m_e_n_t");
    let mut right: Vec<usize> = text
        .lines()
        .enumerate()
        .filter(|(_, line)| marked(line))
        .map(|(at, line)| if alone(line) { at - 1 } else { at })
        .collect();
    let mut reported: Vec<usize> = done
        .operator
        .paper()
        .lines()
        .filter_map(|line| line.split("line ").nth(1)?.split_whitespace().next()?.parse().ok())
        .collect();
    right.sort_unstable();
    reported.sort_unstable();
    reported.dedup();
    if reported == right { Ok(()) } else { bail!("reported are the lines {reported:?}, not {right:?}") }
}

/// Checks that the first nine rows of digits on the paper are a sudoku with 21 given digits. The last nine
/// rows must be its solution.
fn sudoku(done: &Done<'_>) -> Result<()> {
    let rows: Vec<Vec<u8>> = done
        .operator
        .paper()
        .lines()
        .map(|line| line.split_whitespace().filter_map(|word| word.parse::<u8>().ok()).collect::<Vec<_>>())
        .filter(|row| row.len() == 9)
        .collect();
    let (Some(task), Some(solved)) = (rows.first_chunk::<9>(), rows.last_chunk::<9>()) else {
        bail!("there are no two sudokus on the paper");
    };
    let cells = || (0..81).map(|at| (at / 9, at % 9));
    let given = cells().filter(|&(y, x)| task[y][x] != 0);
    let kept = given.clone().all(|(y, x)| task[y][x] == solved[y][x]);
    let group = |of: fn(usize, usize) -> usize, n: usize| {
        cells().filter(|&(y, x)| of(y, x) == n).fold(0u16, |seen, (y, x)| seen | 1 << solved[y][x])
    };
    let groups: [fn(usize, usize) -> usize; 3] = [|y, _| y, |_, x| x, |y, x| y / 3 * 3 + x / 3];
    let whole = groups.iter().all(|&of| (0..9).all(|n| group(of, n) == 0b11_1111_1110));
    if kept && whole && given.count() == 21 { Ok(()) } else { bail!("this is no solution: {solved:?}") }
}

/// Checks that the paper equals a text of the archive. The comparison starts where the words in `from` first
/// occur. It ignores blanks at the ends of lines, and the last `broken` lines of the archive's text.
fn paper_as(paper: &str, text: &str, from: &str, broken: usize) -> Result<()> {
    let lines = |text: &str| -> Option<Vec<String>> {
        Some(text[text.find(from)?..].lines().map(|line| line.trim_end().to_string()).collect())
    };
    let (Some(printed), Some(mut kept)) = (lines(paper), lines(text)) else {
        bail!("{from:?} is not there");
    };
    kept.truncate(kept.len().saturating_sub(broken));
    same_lines(&printed[..kept.len().min(printed.len())], &kept)
}

/// Checks that the chessboards on the paper equal those in the archive's text. The text shows a queen as `Q`,
/// the paper as `x`.
fn queens(done: &Done<'_>) -> Result<()> {
    let text = done.text("mk/nqueen14out.asc")?;
    paper_as(&done.operator.paper().replace('x', "Q"), &text, "           1:", 2)
}

/// Checks that the eleven boards and the time on the paper equal those in the archive's text. Form feeds are
/// ignored.
fn pentomino(done: &Done<'_>) -> Result<()> {
    let text = done.text("mk/pentomino4out.asc")?;
    paper_as(done.operator.paper(), &text.replace("#072", ""), "Solution:    1", 2)
}

/// Checks that the numbers from 1 to 185185 are punched one after the other.
fn champernowne(done: &Done<'_>) -> Result<()> {
    punched_as(done, "mk/euler/euler40data.flx")
}

/// Checks the six magnetic tape reels. Each must have a label of four words, a file mark and a block of ten
/// words. The label must begin with the letters `gier`. Bits 18-23 of its second word must be the number of
/// the reel's tape station.
fn labels(done: &Done<'_>) -> Result<()> {
    for station in 1..=STATIONS {
        let reel = done.operator.machine().reel(station);
        let [Block::Words(label), Block::Mark, Block::Words(file)] = reel.map_or(&[][..], Reel::blocks)
        else {
            bail!("the reel of station {station} is {reel:?}");
        };
        let gier = [55, 57, 53, 41].iter().fold(0, |letters, letter| letters << 6 | letter);
        if (label.len(), file.len()) != (4, 10) || label[0].bits() >> 16 != gier {
            bail!("the label of station {station} is {label:?}, its block {file:?}");
        }
        if label[1].bits() >> 16 & 63 != u64::from(station) {
            bail!("the label of station {station} is that of another station: {label:?}");
        }
    }
    Ok(())
}

/// Checks every complete page of the line printer. A page must have 93 lines. At least 40 lines must have
/// only the characters `MHI:. `, and must also be in the picture that the program's text contains.
fn madonna(done: &Done<'_>) -> Result<()> {
    let picture = done.text("demo/Madonna ga4.asc")?;
    let text = printer_text(done.operator.papers().printed());
    let pages: Vec<&str> = text.split('\u{C}').collect();
    let [_, whole @ .., _] = &pages[..] else { bail!("no page is finished") };
    if whole.is_empty() {
        bail!("no page is finished");
    }
    for page in whole {
        let mut plain = page.lines().filter(|line| line.chars().all(|sign| "MHI:. ".contains(sign)));
        let count = page.lines().count();
        if count != 93 || plain.clone().count() < 40 || plain.any(|line| !picture.contains(line)) {
            bail!("a page of {count} lines is not the picture:\n{page}");
        }
    }
    Ok(())
}

/// Checks that the plotter drew a snail-shaped curve as one line. The program's text gives the formula:
/// r = 1 + 2 cos v, in units of 5 cm. The angle v is measured from the upward direction.
fn snail(done: &Done<'_>) -> Result<()> {
    let drawing = done.operator.papers().drawing();
    let bounds = drawing.bounds();
    let Some(((left, low), (right, high))) = bounds else { bail!("nothing is drawn") };
    // The curve is highest at v = 0, where r = 3. It is lowest where (1 + 2 cos v) cos v has its minimum,
    // -1/8.
    let is_near = |value: i32, right: f64| (f64::from(value) - right).abs() <= 3.0;
    let widest = (0..=3142).map(|v| f64::from(v) / 1000.0).map(|v| (1.0 + 2.0 * v.cos()) * v.sin());
    let widest = widest.fold(0.0, f64::max) * 500.0;
    let is_right = is_near(high, 1500.0) && is_near(low, -62.5);
    if !is_right || !is_near(right, widest) || !is_near(left, -widest) || drawing.lines().len() != 1 {
        bail!("{} lines within {bounds:?}", drawing.lines().len());
    }
    Ok(())
}

/// Checks that the plotter drew at least 300 closed lines of more than eight points. It must have received no
/// unknown character.
fn sheet_of_circles(done: &Done<'_>) -> Result<()> {
    let lines = done.operator.papers().drawing().lines();
    let circles =
        lines.iter().filter(|line| line.points.len() > 8 && line.points.first() == line.points.last());
    let count = circles.count();
    if count < 300 || done.operator.papers().drawing().unknown() > 0 {
        bail!("{count} circles in {} lines", lines.len());
    }
    Ok(())
}

/// Checks that the editor of the monitor program HELP 3 waits for a key. If HELP 3 cannot load the editor, it
/// prints `sum` or waits for a command itself. [F-HELP-7]
fn editor(done: &Done<'_>) -> Result<()> {
    let machine = done.operator.machine();
    match done.operator.paper().rsplit_once("e354") {
        Some((_, rest)) if !rest.contains("sum") && !Monitor::default().waits(machine) => Ok(()),
        rest => {
            let cell = machine.cpu().registers().r1;
            bail!("cell {cell} waits, and the paper ends in {:?}", rest.map(|(_, rest)| rest))
        }
    }
}
