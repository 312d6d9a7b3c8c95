//! Converts the typewriter's paper and the punched tape to text, and texts to symbols. This code is
//! independent of gier's own paper, so that one can check the other.

use gier_machine::{Finished, Input, Machine, NoProbe, Output, Pause, Probe, StopCause, Tape};
use gier_word::symbol::{Case, encode};
use gier_word::tape::punch;
use gier_word::{Address, Base, Opcode, Symbol, TRACK_CELLS, Uops};

/// The results of a run.
pub struct Run {
    /// The typewriter's paper as text. It has newlines, `‹red›` and `‹black›`. Other symbols without a
    /// character are written as `\{n}`.
    pub paper: String,
    /// The punched tape as text.
    pub punched: String,
    /// The symbols that the program sent to the typewriter.
    pub typed: Vec<Symbol>,
    /// Why the run ended.
    pub pause: Pause,
    /// The number of the guest's symbols that the program did not read.
    pub left: usize,
}

/// Turns symbols into text.
#[derive(Default)]
pub struct Printer {
    case: Case,
    text: String,
}

impl Printer {
    pub fn print(&mut self, symbol: Symbol) {
        match symbol {
            Symbol::LOWER => self.case = Case::Lower,
            Symbol::UPPER => self.case = Case::Upper,
            Symbol::RED => self.text.push_str("‹red›"),
            Symbol::BLACK => self.text.push_str("‹black›"),
            Symbol::CARRIAGE_RETURN => self.text.push('\n'),
            _ => match symbol.glyph(self.case) {
                Some(glyph) => self.text.push(glyph),
                None => self.text.push_str(&format!("\\{{{}}}", symbol.code())),
            },
        }
    }

    /// The text printed so far.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the printed text.
    pub fn into_text(self) -> String {
        self.text
    }
}

/// Returns the text that these symbols print.
pub fn text_of(symbols: impl IntoIterator<Item = Symbol>) -> String {
    let mut printer = Printer::default();
    symbols.into_iter().for_each(|symbol| printer.print(symbol));
    printer.into_text()
}

/// Returns the text that these symbols print, with ↓ and ↑ where the case becomes lower or upper.
pub fn text_with_shifts(symbols: &[Symbol]) -> String {
    let mut printer = Printer::default();
    for &symbol in symbols {
        printer.print(symbol);
        match symbol {
            Symbol::LOWER => printer.text.push('↓'),
            Symbol::UPPER => printer.text.push('↑'),
            _ => {}
        }
    }
    printer.into_text()
}

/// Returns the symbols that type a text. In the text, `\{n}` is the symbol with the code n.
pub fn symbols_of(text: &str) -> Vec<Symbol> {
    let mut case = Case::Lower;
    let mut symbols = Vec::new();
    let mut rest = text;
    while let Some((plain, after)) = rest.split_once("\\{") {
        symbols.extend(encode(plain, &mut case).expect("a character of GIER's"));
        let (code, after) = after.split_once('}').expect("\\{n}");
        symbols.push(Symbol::new(code.parse().expect("a number of a symbol")));
        rest = after;
    }
    symbols.extend(encode(rest, &mut case).expect("a character of GIER's"));
    symbols
}

/// Returns the keys that a guest presses for a text. The shift key is released after each capital, so that
/// every key finds the machine in lower case, as GIER's reading procedures expect.
pub fn keys_of(text: &str) -> Vec<Symbol> {
    let mut keys = Vec::new();
    for character in text.chars() {
        let mut case = Case::Lower;
        keys.extend(encode(character.encode_utf8(&mut [0; 4]), &mut case).expect("a key of GIER's"));
        if case == Case::Upper {
            keys.push(Symbol::LOWER);
        }
    }
    keys
}

/// Makes a tape with the symbols that type a text.
pub fn tape_of(text: &str) -> Tape {
    Tape::new("text", punch(symbols_of(text)))
}

/// Runs a machine and types the keys when the machine waits for them. Ends when the program needs more
/// keys or a missing tape, when the machine stops, or after `limit` of machine time.
pub fn run(machine: &mut Machine, keys: &[Symbol], limit: Uops) -> Run {
    run_watched(machine, keys, limit, &mut NoProbe)
}

/// Runs a machine as [`run`] does, with a probe.
pub fn run_watched<P: Probe>(machine: &mut Machine, keys: &[Symbol], limit: Uops, probe: &mut P) -> Run {
    let mut keys = keys.iter().copied().peekable();
    let mut record = Record::default();
    let pause = loop {
        let pause = machine.run_probed(limit, probe);
        record.take(machine);
        let (Pause::AwaitingKey, Some(key)) = (pause, keys.next()) else { break pause };
        record.strike(machine, key, keys.peek());
    };
    let left = keys.filter(|&key| key != Symbol::LOWER).count();
    let Record { paper, typed, punched } = record;
    Run { paper: paper.into_text(), punched: text_of(punched), typed, pause, left }
}

/// A probe that measures a program's work, its transferred tracks, and the time of its first order. Work is
/// machine time without waiting, but waiting for the drum is included.
pub struct Stopwatch {
    last: Uops,
    /// The micro-operations of work so far.
    pub worked: u64,
    /// The micro-operations in which an order waited for the drum. They are part of `worked`.
    pub drum: u64,
    /// The number of tracks that the program has read and written.
    pub tracks: usize,
    /// The address to which the program's first track was read.
    first_track: Option<Address>,
    /// The reading at the start of the program's first order.
    pub first_order: Option<Reading>,
}

/// A reading of a [`Stopwatch`].
#[derive(Clone, Copy)]
pub struct Reading {
    /// The time on the machine's clock.
    pub now: Uops,
    /// The micro-operations of work, as in [`Stopwatch`].
    pub worked: u64,
    /// The micro-operations of waiting for the drum, as in [`Stopwatch`].
    pub drum: u64,
    /// The number of tracks read and written, as in [`Stopwatch`].
    pub tracks: usize,
}

/// The time of an order for a device, without waiting, in micro-operations.
const UNIT_ORDER: u64 = 40;
/// The first track that may belong to a program. Lower tracks contain our system or the museum's.
const PROGRAMS: usize = 48;

impl Stopwatch {
    /// Makes a stopwatch that starts at the time `now`.
    pub fn at(now: Uops) -> Stopwatch {
        Stopwatch { last: now, worked: 0, drum: 0, tracks: 0, first_track: None, first_order: None }
    }

    /// The present reading.
    pub fn reading(&self) -> Reading {
        Reading { now: self.last, worked: self.worked, drum: self.drum, tracks: self.tracks }
    }
}

/// The cost of a run. `since_key` counts from the operator's key, the other fields from the program's first
/// order. In between, each system loads its resident part.
#[derive(Clone, Copy, Debug, Default)]
pub struct Took {
    /// The seconds of machine time since the operator's key.
    pub since_key: f64,
    /// The seconds of machine time since the program's first order.
    pub seconds: f64,
    /// The seconds of work since the first order, including waiting for the drum.
    pub worked: f64,
    /// The seconds in which an order waited for the drum, counted from the first order on.
    pub drum: f64,
    /// The number of tracks transferred since the first order.
    pub tracks: usize,
}

impl Took {
    /// Returns the cost of a run that began with the operator's key at the time `key` and ended at `end`.
    /// `watch` must have started at `key`.
    pub fn of(key: Uops, watch: &Stopwatch, end: Uops) -> Took {
        let first = watch.first_order.expect("the program was begun");
        let seconds = |from: u64, to: u64| Uops(to - from).seconds();
        Took {
            since_key: seconds(key.0, end.0),
            seconds: seconds(first.now.0, end.0),
            worked: seconds(first.worked, watch.worked),
            drum: seconds(first.drum, watch.drum),
            tracks: watch.tracks - first.tracks,
        }
    }
}

impl Probe for Stopwatch {
    fn finished(&mut self, order: &Finished<'_>) {
        let at = order.place.cell;
        let here = |first: Address| (at - first).index() < TRACK_CELLS;
        if self.first_order.is_none() && self.first_track.is_some_and(here) {
            self.first_order = Some(self.reading());
        }
        let took = order.now.0 - self.last.0;
        let waited = took.saturating_sub(UNIT_ORDER);
        match order.order.opcode {
            Opcode::Sy | Opcode::Ly => self.worked += took - waited,
            Opcode::Vk | Opcode::Lk | Opcode::Sk => {
                self.worked += took;
                self.drum += waited;
                self.tracks += usize::from(order.order.opcode != Opcode::Vk);
            }
            _ => self.worked += took,
        }
        let registers = order.cpu.registers();
        if order.order.opcode == Opcode::Lk
            && order.order.base == Base::S
            && registers.tk.index() >= PROGRAMS
            && self.first_track.is_none()
        {
            self.first_track = Some(Address::from(i64::from(order.order.address) + i64::from(registers.s)));
        }
        self.last = order.now;
    }
}

/// The machine's outputs of a run so far.
#[derive(Default)]
pub struct Record {
    /// The typewriter's paper.
    pub paper: Printer,
    typed: Vec<Symbol>,
    /// The punched tape.
    pub punched: Vec<Symbol>,
}

impl Record {
    /// Takes the machine's new output. Returns how many symbols it has.
    pub fn take(&mut self, machine: &mut Machine) -> usize {
        let output = machine.take_output();
        for (_, output) in &output {
            match *output {
                Output::Typed(symbol) => {
                    self.paper.print(symbol);
                    self.typed.push(symbol);
                }
                Output::Echo(symbol) => self.paper.print(symbol),
                Output::Punched(row) => self.punched.push(row.symbol()),
                Output::Printed(_) | Output::Plotted(_) | Output::Pen(_) => {}
            }
        }
        output.len()
    }

    /// Types a key. The guest releases the shift key at once, even if the machine reads the release later.
    pub fn strike(&mut self, machine: &mut Machine, key: Symbol, next: Option<&Symbol>) {
        machine.feed(Input::Key(key));
        self.take(machine);
        if next == Some(&Symbol::LOWER) {
            self.paper.print(Symbol::LOWER);
        }
    }
}

/// Whether a run ended at the stop order `zq`, as our programs do.
pub fn ended(pause: Pause) -> bool {
    matches!(pause, Pause::Stopped(StopCause::Zq { .. }))
}
