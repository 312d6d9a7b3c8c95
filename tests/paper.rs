//! The typewriter's paper and punched tape as text, and texts as symbols, for the tests alone:
//! written apart from the binary's own paper, so that one can prove the other.

use gier_machine::{Finished, Input, Machine, NoProbe, Output, Pause, Probe, StopCause, Tape};
use gier_word::symbol::{Case, encode};
use gier_word::tape::punch;
use gier_word::{Address, Base, Opcode, Symbol, TRACK_CELLS, Uops};

/// What a run left behind.
pub struct Run {
    /// The typewriter's paper as text: newlines, `‹red›` and `‹black›`, `\{n}` for the rest.
    pub paper: String,
    /// What the punch punched, as text.
    pub punched: String,
    /// The symbols that the program sent to the typewriter.
    pub typed: Vec<Symbol>,
    /// Why it ended.
    pub pause: Pause,
    /// Symbols of the guest that were not asked for.
    pub left: usize,
}

/// Turns symbols into text.
#[derive(Default)]
pub struct Printer {
    case: Case,
    text: String,
}

impl Printer {
    /// Prints one symbol.
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

    /// What is printed so far.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What is printed.
    pub fn into_text(self) -> String {
        self.text
    }
}

/// The text that these symbols print.
pub fn text_of(symbols: impl IntoIterator<Item = Symbol>) -> String {
    let mut printer = Printer::default();
    symbols.into_iter().for_each(|symbol| printer.print(symbol));
    printer.into_text()
}

/// The symbols that type a text; `\{n}` in it is a symbol by its code.
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

/// The keys that a guest presses for a text: he lets go of the shift key after each capital, so
/// that every key finds the machine in lower case, as GIER's reading procedures expect.
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

/// A tape that holds a text.
pub fn tape_of(text: &str) -> Tape {
    Tape::new("text", punch(symbols_of(text)))
}

/// Runs a machine; types the keys as they are asked for; stops when the program asks for more,
/// for tape that is not there, stops, or has taken `limit` of machine time.
pub fn run(machine: &mut Machine, keys: &[Symbol], limit: Uops) -> Run {
    run_watched(machine, keys, limit, &mut NoProbe)
}

/// The same with a probe.
pub fn run_watched<P: Probe>(machine: &mut Machine, keys: &[Symbol], limit: Uops, probe: &mut P) -> Run {
    let mut keys = keys.iter().copied().peekable();
    let mut record = Record::default();
    let pause = loop {
        let pause = machine.run_probed(limit, probe);
        record.take(machine);
        let (Pause::AwaitingKey, Some(key)) = (pause, keys.next()) else { break pause };
        machine.feed(Input::Key(key));
        record.take(machine);
        // The shift key is let go at once, whenever the machine comes to read that.
        if keys.peek() == Some(&Symbol::LOWER) {
            record.paper.print(Symbol::LOWER);
        }
    };
    let left = keys.filter(|&key| key != Symbol::LOWER).count();
    let Record { paper, typed, punched } = record;
    Run { paper: paper.into_text(), punched: text_of(punched), typed, pause, left }
}

/// Counts the time that a program works: with its waiting for the drum, without that for other
/// units; the tracks that it moves; and when its first order is obeyed.
pub struct Stopwatch {
    last: Uops,
    /// Micro-operations of work.
    pub worked: u64,
    /// Micro-operations of them in which an order waited for the drum.
    pub drum: u64,
    /// Tracks read and written.
    pub tracks: usize,
    /// Where the first track of the program was put.
    first_track: Option<Address>,
    /// What stood on this watch when the first order of the program began.
    pub first_order: Option<Reading>,
}

/// What a watch shows.
#[derive(Clone, Copy)]
pub struct Reading {
    /// The machine's time.
    pub now: Uops,
    /// As in [`Stopwatch`].
    pub worked: u64,
    /// As in [`Stopwatch`].
    pub drum: u64,
    /// As in [`Stopwatch`].
    pub tracks: usize,
}

/// No order of input, output or drum takes longer by itself.
const UNIT_ORDER: u64 = 40;
/// Programs stand behind this track, ours and the museum's; before it are the systems.
const PROGRAMS: usize = 48;

impl Stopwatch {
    /// A watch that begins now.
    pub fn at(now: Uops) -> Stopwatch {
        Stopwatch { last: now, worked: 0, drum: 0, tracks: 0, first_track: None, first_order: None }
    }

    /// What it shows.
    pub fn reading(&self) -> Reading {
        Reading { now: self.last, worked: self.worked, drum: self.drum, tracks: self.tracks }
    }
}

/// What a run took: from the operator's key on, and from the first order of the program on, when
/// either system has its resident part in the store.
#[derive(Clone, Copy, Debug, Default)]
pub struct Took {
    /// Seconds of machine time since the key.
    pub since_key: f64,
    /// Seconds of machine time since the first order.
    pub seconds: f64,
    /// Those of them that are work.
    pub worked: f64,
    /// Those of them in which an order waited for the drum.
    pub drum: f64,
    /// Tracks moved since the first order.
    pub tracks: usize,
}

impl Took {
    /// From the moment of the key, the watch that ran from then on, and the end.
    pub fn of(key: Uops, watch: &Stopwatch, end: Uops) -> Took {
        let first = watch.first_order.expect("the program was begun");
        let seconds = |from: u64, to: u64| Uops(to - from).as_seconds();
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

/// What has left the machine so far.
#[derive(Default)]
struct Record {
    paper: Printer,
    typed: Vec<Symbol>,
    punched: Vec<Symbol>,
}

impl Record {
    fn take(&mut self, machine: &mut Machine) {
        for (_, output) in machine.take_output() {
            match output {
                Output::Typed(symbol) => {
                    self.paper.print(symbol);
                    self.typed.push(symbol);
                }
                Output::Echo(symbol) => self.paper.print(symbol),
                Output::Punched(row) => self.punched.push(row.symbol()),
                Output::Printed(_) => {}
            }
        }
    }
}

/// Whether a run ended as a program of ours ends: with the order zq.
pub fn ended(pause: Pause) -> bool {
    matches!(pause, Pause::Stopped(StopCause::Zq { .. }))
}
