//! Runs the cases of `gier-handbook/orders/<mnemonic>.txt`, at least one file for each of the 64
//! orders. `gier_handbook::case` describes their form.

use std::collections::BTreeMap;

use gier_cpu::periphery::{BlockTransfer, Direction, Received, Request, Transfer};
use gier_cpu::{Cpu, Ferrite, Flow, Periphery, Registers, Stop};
use gier_handbook::case::{self, Case};
use gier_word::order::ORDERS;
use gier_word::{Cell, Half, Symbol, Tk, Uops};

use crate::notation::{cell, marks, ten};

/// The cell of the order under test.
const PLACE: u16 = 10;

/// Devices that record what orders do with them.
#[derive(Default)]
struct World {
    keys: (bool, bool),
    busy: bool,
    tape: Option<Received>,
    events: Vec<String>,
}

impl Periphery for World {
    fn ready(&self, _: Uops, request: Request) -> bool {
        match request {
            Request::Input { .. } => self.tape.is_some(),
            Request::Output { .. } | Request::Drum | Request::Block => !self.busy,
        }
    }
    fn output(&mut self, _: Uops, by: u16, symbol: Symbol) {
        self.events.push(format!("{} to {by}", symbol.code()));
    }
    fn input(&mut self, _: Uops, _: u16) -> Received {
        self.tape.take().expect("asked first")
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
    fn start_block(&mut self, _: Uops, block: BlockTransfer) -> bool {
        self.events.push(format!(
            "unit {} {} {} {}",
            block.unit,
            block.first(),
            block.second(),
            block.place()
        ));
        block.unit == 0
    }
    fn keys(&self) -> (bool, bool) {
        self.keys
    }
}

/// Everything that a case can set or check.
struct State {
    registers: Registers,
    ferrite: Ferrite,
    world: World,
    flow: String,
}

impl State {
    /// Sets one field, from the notation of `given` and `then`.
    fn set(&mut self, name: &str, value: &str) {
        let registers = &mut self.registers;
        match name {
            "R" => registers.r = cell(value).signed(),
            "R00" => {
                let low = registers.r & ((1 << 40) - 1);
                registers.r = if value == "1" { low - (1 << 40) } else { low };
            }
            "M" => registers.m = cell(value).bits(),
            "marks" => registers.r_marks = marks(value),
            "s" => registers.s = ten(value),
            "p" => registers.p = ten(value),
            "in" => registers.indicator = ten(value),
            "by" => registers.by = ten(value),
            "tk" => registers.tk = ten(value).into(),
            "next s" => registers.pending_s = (value != "none").then(|| ten(value)),
            "next t" => registers.pending_t = (value != "none").then(|| ten(value)),
            "r1" => {
                let right = value.strip_suffix(" right");
                registers.half = if right.is_some() { Half::Right } else { Half::Left };
                registers.r1 = ten(right.unwrap_or(value)).into();
            }
            "keys" => self.world.keys = (value.contains('A'), value.contains('B')),
            "drum" | "unit" => self.world.busy = value == "busy",
            "tape" => {
                let symbol = value.trim_end_matches('!');
                self.world.tape = Some(Received {
                    symbol: Symbol::new(symbol.parse().expect("a symbol")),
                    parity_wrong: symbol != value,
                });
            }
            "world" => self.world.events = vec![value.to_string()],
            "flow" => self.flow = value.to_string(),
            _ => {
                let address = name.strip_prefix("c(").and_then(|name| name.strip_suffix(')'));
                let address = address.unwrap_or_else(|| panic!("'{name}' is no field"));
                self.ferrite.write(ten(address), cell(value));
            }
        }
    }

    /// All fields that a case can check, as names and texts.
    fn describe(&self) -> BTreeMap<String, String> {
        let registers = &self.registers;
        let mut fields = BTreeMap::new();
        let mut put = |name: &str, value: String| fields.insert(name.to_string(), value);
        let half = if registers.half == Half::Right { " right" } else { "" };
        let ten = |value: Option<u16>| value.map_or("none".to_string(), |value| value.to_string());
        put("R", Cell::from_integer(registers.r).to_string());
        put("R00", u8::from(registers.r < 0).to_string());
        put("M", Cell::from_integer(registers.m as i64).to_string());
        put("marks", registers.r_marks.letter().map_or("none".to_string(), String::from));
        put("s", registers.s.to_string());
        put("p", registers.p.to_string());
        put("in", registers.indicator.to_string());
        put("by", registers.by.to_string());
        put("tk", registers.tk.to_string());
        put("r1", format!("{}{half}", registers.r1));
        put("next s", ten(registers.pending_s));
        put("next t", ten(registers.pending_t));
        put("world", self.world.events.join(", "));
        put("flow", self.flow.clone());
        for (address, cell) in self.ferrite.cells().iter().enumerate() {
            put(&format!("c({address})"), cell.to_string());
        }
        fields
    }
}

/// The state before a case: the order under test, the fields that the case gives, and zero elsewhere.
fn prepare(case: &Case) -> State {
    let mut state = State {
        registers: Registers { r1: PLACE.into(), ..Registers::default() },
        ferrite: Ferrite::new(),
        world: World::default(),
        flow: "next".to_string(),
    };
    let (text, half) = match case.title.strip_prefix("right ") {
        Some(text) => (text, Half::Right),
        None => (case.title, Half::Left),
    };
    state.registers.half = half;
    state.ferrite.write(PLACE, cell(text));
    for &(name, value) in &case.given {
        state.set(name, value);
    }
    state
}

fn flow_in_words(flow: Flow) -> String {
    match flow {
        Flow::Next => "next".to_string(),
        Flow::Wait(Request::Output { by }) => format!("wait for output {by}"),
        Flow::Wait(Request::Input { by }) => format!("wait for input {by}"),
        Flow::Wait(Request::Drum) => "wait for drum".to_string(),
        Flow::Wait(Request::Block) => "wait for block".to_string(),
        Flow::Stopped(Stop::Zq { cell }) => format!("stop {cell}"),
        Flow::Stopped(Stop::Unknown { cell, question }) => format!("Q{question} {cell}"),
        Flow::Stopped(Stop::NoBlockUnit { cell, .. }) => format!("Q1 {cell}"),
        Flow::Stopped(Stop::HangingIndirection { cell }) => format!("hangs {cell}"),
    }
}

/// Runs a case and returns the differences from the expected state.
fn check(case: &Case) -> Vec<String> {
    let mut state = prepare(case);
    let mut expected = prepare(case);
    let full = !expected.ferrite.read(expected.registers.r1).marks().a();
    let registers = &mut expected.registers;
    if full || registers.half == Half::Right {
        registers.r1 = registers.r1 + 1u16;
        registers.half = Half::Left;
    } else {
        registers.half = Half::Right;
    }
    (registers.pending_s, registers.pending_t) = (None, None);
    for &(name, value) in &case.then {
        expected.set(name, value);
    }
    let mut cpu = Cpu::new();
    cpu.set_registers(state.registers);
    let mut now = Uops::ZERO;
    state.flow = flow_in_words(cpu.step(&mut state.ferrite, &mut state.world, &mut now));
    state.registers = *cpu.registers();
    let expected = expected.describe();
    let mut wrong: Vec<String> = state
        .describe()
        .into_iter()
        .filter(|(name, value)| expected[name] != *value)
        .map(|(name, value)| format!("{name} is {value}, expected {}", expected[&name]))
        .collect();
    if let Some(takes) = case.takes.filter(|&takes| takes != now.0) {
        wrong.push(format!("takes {}, expected {takes}", now.0));
    }
    wrong
}

#[test]
fn every_order_does_what_its_cases_say() {
    let mut wrong = Vec::new();
    for name in ORDERS.iter().map(|row| row.mnemonic).chain(case::COMMON) {
        for case in case::named(name).unwrap() {
            for difference in check(&case) {
                wrong.push(format!("{name}.txt:{}: {}: {difference}", case.line, case.title));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
