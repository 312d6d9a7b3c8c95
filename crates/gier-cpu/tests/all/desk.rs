//! The simplest devices for testing the CPU: a tape in the reader, paper in the typewriter, a drum that takes
//! no time, and the keys KA and KB.

use gier_cpu::periphery::{BlockFault, BlockTransfer, Direction, Received, Request, Transfer};
use gier_cpu::{Cpu, Ferrite, Flow, Periphery};
use gier_word::tape::Row;
use gier_word::{Symbol, Tk, Uops};
use std::collections::VecDeque;

/// The three cells that an operator keyed in by hand, so that the machine could read a first tape. Cells 0-2
/// hold `tl -6 , ca 0`, `ly r4 , hs r-1` and `gm s3 t-1 M`.
const BOOTSTRAP: [&str; 3] = ["-6/0/288/400 a", "4/-1/946/802 a", "3/-1/417/32"];

/// The devices of the test machine: tape reader, typewriter, drum and keys. They record what orders do with
/// them.
#[derive(Clone, Default)]
pub struct TestDevices {
    pub tape: VecDeque<Row>,
    pub paper: Vec<Symbol>,
    pub keys: (bool, bool),
    /// Whether the drum, the units for blocks and those for output are busy all the time.
    pub busy: bool,
    pub events: Vec<String>,
}

impl Periphery for TestDevices {
    fn ready(&self, _: Uops, request: Request) -> bool {
        match request {
            Request::Input { .. } => !self.tape.is_empty(),
            Request::Output { .. } | Request::Drum | Request::Block => !self.busy,
        }
    }
    fn output(&mut self, _: Uops, by: u16, symbol: Symbol) {
        self.events.push(format!("{} to {by}", symbol.code()));
        if by & 16 != 0 {
            self.paper.push(symbol);
        }
    }
    fn input(&mut self, _: Uops, _: u16) -> Received {
        let row = self.tape.pop_front().expect("asked first");
        Received { symbol: row.symbol(), parity_wrong: !row.parity_is_right() }
    }
    fn drum_busy(&self, _: Uops) -> bool {
        self.busy
    }
    fn start_drum(&mut self, _: Uops, transfer: Transfer) {
        let (track, address) = (transfer.track, transfer.address);
        self.events.push(match transfer.direction {
            Direction::Read => format!("track {track} to {address}"),
            Direction::Write => format!("{address} to track {track}"),
        });
    }
    fn select_track(&mut self, _: Uops, track: Tk) {
        self.events.push(format!("track {track}"));
    }
    fn start_block(&mut self, _: Uops, block: BlockTransfer) -> Result<(), BlockFault> {
        self.events.push(format!(
            "unit {} {} {} {}",
            block.unit,
            block.first(),
            block.second(),
            block.place()
        ));
        if block.unit == 0 { Ok(()) } else { Err(BlockFault::NoUnit) }
    }
    fn keys(&self) -> (bool, bool) {
        self.keys
    }
}

/// A test machine: the CPU, the ferrite store and the [`TestDevices`].
#[derive(Clone, Default)]
pub struct Gier {
    pub cpu: Cpu,
    pub ferrite: Ferrite,
    pub desk: TestDevices,
    pub now: Uops,
}

impl Gier {
    /// A machine with the bootstrap in its first three cells and with a tape mounted.
    pub fn with_tape(bytes: &[u8]) -> Gier {
        let mut gier = Gier::default();
        gier.desk.tape = bytes.iter().map(|&byte| Row(byte)).filter(|row| !row.is_blank()).collect();
        // tl -6 , ca 0 / ly r4 , hs r-1 / gm s3 t-1 M
        for (cell, text) in (0..).zip(BOOTSTRAP) {
            gier.ferrite.write(cell, text.parse().expect("a cell"));
        }
        gier
    }

    /// Runs until the machine stops or has to wait, but executes at most `orders` orders.
    pub fn run(&mut self, orders: u64) -> Flow {
        for _ in 0..orders {
            let flow = self.cpu.step(&mut self.ferrite, &mut self.desk, &mut self.now);
            if flow != Flow::Next {
                return flow;
            }
        }
        Flow::Next
    }

    /// The text that the typewriter printed. A symbol that prints nothing is written as its code in braces.
    pub fn paper(&self) -> String {
        let mut case = gier_word::Case::Lower;
        let mut text = String::new();
        for &symbol in &self.desk.paper {
            match symbol {
                Symbol::LOWER => case = gier_word::Case::Lower,
                Symbol::UPPER => case = gier_word::Case::Upper,
                Symbol::CARRIAGE_RETURN => text.push('\n'),
                _ => match symbol.glyph(case) {
                    Some(glyph) => text.push(glyph),
                    None => text.push_str(&format!("{{{}}}", symbol.code())),
                },
            }
        }
        text
    }
}
