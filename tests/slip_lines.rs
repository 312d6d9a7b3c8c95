//! Checks lines of SLIP in `tests/slip/lines.txt`, with the cells that HELP 3's assembler SLIP made of them
//! on the emulated machine. Our assembler must make the same cells, and refuse the lines that SLIP refused.
//! With `GIER_ARCHIVE` the museum's SLIP runs again, and `UPDATE=1` records its answers.

use crate::cases::kept;
use crate::slip_archive::{UNUSED, archive, help, museums, ours};
use crate::tidy::root;

use gier_slip::assembly::CORE_IMAGE_TRACK;
use gier_word::{DRUM_TRACKS, Image, TRACK_CELLS};

/// A cell of the core image that was never written has these contents.
const EMPTY: &str = "2/0/800/0 b";
const REFUSED: &str = "refused";

fn program(lines: &str) -> String {
    format!("\n_ba20,b20,c20,d20\n_di=10\n{lines}\n_e\n{UNUSED}")
}

/// Returns the cells 10-979 that were written, as text.
fn cells(drum: &Image) -> String {
    let cell = |address: usize| drum.track(CORE_IMAGE_TRACK + address / TRACK_CELLS)[address % TRACK_CELLS];
    let cells = (10..980).map(|address| (address, cell(address).to_string()));
    let cells = cells.filter(|(_, cell)| cell != EMPTY).map(|(address, cell)| format!("{address}: {cell}"));
    cells.collect::<Vec<_>>().join("; ")
}

fn mine(lines: &str) -> String {
    let Ok(assembly) = ours(&program(lines).replace("t<\n", "")) else { return REFUSED.to_string() };
    let mut drum = Image::new("core image");
    for track in CORE_IMAGE_TRACK..DRUM_TRACKS {
        drum.track_mut(track).fill(EMPTY.parse().unwrap());
    }
    assembly.write_to(&mut drum);
    cells(&drum)
}

fn theirs(help: &Image, lines: &str) -> String {
    let (drum, typed) = museums(help, &format!("start,image<\nslip<{}", program(lines)));
    let taken = typed.starts_with("\np2") && typed.lines().count() == 2;
    if taken { cells(&drum) } else { REFUSED.to_string() }
}

#[test]
fn lines_give_the_cells_that_the_museums_slip_made() {
    let text = std::fs::read_to_string(root().join("tests/slip/lines.txt")).unwrap();
    let help = archive().map(|tapes| help(&tapes));
    let mut again = String::new();
    for block in text.split_inclusive("\n\n") {
        let lines: Vec<&str> = block.lines().filter(|line| !line.is_empty()).collect();
        let program: Vec<&str> =
            lines.iter().copied().filter(|line| !line.starts_with(['#', '=', '~'])).collect();
        if program.is_empty() {
            again += block;
            continue;
        }
        let program = program.join("\n");
        let mut recorded =
            lines.iter().find_map(|line| line.strip_prefix("= ")).unwrap_or_default().to_string();
        if let Some(help) = &help {
            let asked = theirs(help, &program);
            if std::env::var_os("UPDATE").is_some() {
                recorded = asked;
            } else {
                assert_eq!(recorded, asked, "the museum's SLIP of {program:?}");
            }
        }
        // If our result differs on purpose, a line with `~` has our answer.
        let own = lines.iter().find_map(|line| line.strip_prefix("~ "));
        assert_eq!(mine(&program), own.unwrap_or(&recorded), "{program:?}");
        let own = own.map_or(String::new(), |own| format!("~ {own}\n"));
        let notes = lines.iter().filter(|line| line.starts_with('#')).map(|line| format!("{line}\n"));
        again += &format!("{}{program}\n= {recorded}\n{own}\n", notes.collect::<String>());
    }
    kept("tests/slip/lines.txt", &(again.trim_end().to_string() + "\n"));
}
