//! The sums of what a museum test has left: of its output, and of its store. A person or a program judged the
//! output once; the sum in the row keeps this verdict.

use gier_desk::session::Session;
use gier_machine::Machine;
use gier_word::Cell;
use gier_word::checksum::crc32;
use gier_word::installation::STATIONS;
use gier_word::reel::Block;

/// The CRC-32 of everything that was printed, punched and drawn, of the magnetic tape reels, and of the place
/// where the machine stands. The place tells, for example, whether the editor or HELP 3 waits for a key.
pub fn of_output(session: &Session) -> u32 {
    let papers = session.papers();
    let mut bytes = session.paper().as_bytes().to_vec();
    bytes.extend(papers.punched().iter().map(|row| row.0));
    bytes.extend(papers.printed().iter().map(|symbol| symbol.code()));
    bytes.extend(papers.drawing().to_svg().as_bytes());
    for reel in (1..=STATIONS).filter_map(|station| session.machine().reel(station)) {
        bytes.extend(reel.blocks().iter().flat_map(block));
    }
    bytes.extend(session.machine().cpu().registers().r1.number().to_le_bytes());
    crc32(&bytes)
}

/// The CRC-32 of the store: its 1024 cells with their marks.
pub fn of_store(machine: &Machine) -> u32 {
    let cells: Vec<u8> = machine.ferrite().cells().iter().flat_map(bytes).collect();
    crc32(&cells)
}

fn block(block: &Block) -> Vec<u8> {
    match block {
        Block::Mark => vec![b'|'],
        Block::Words(words) => words.iter().flat_map(bytes).collect(),
    }
}

fn bytes(cell: &Cell) -> [u8; 8] {
    (cell.bits() << 2 | u64::from(cell.marks().bits())).to_le_bytes()
}
