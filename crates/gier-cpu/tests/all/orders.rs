//! Runs the test cases of `gier-handbook/orders/<mnemonic>.txt`. Each of the 64 orders has such a file, and
//! three more files test what all orders have in common. `gier_handbook::case` describes the form of the
//! cases.

use std::collections::BTreeMap;

use crate::desk::TestDevices;
use gier_cpu::periphery::Request;
use gier_cpu::{Cpu, Ferrite, Flow, Registers, StopCause};
use gier_handbook::case::{self, Case, Field};
use gier_word::order::ORDERS;
use gier_word::tape::Row;
use gier_word::{Cell, Half, Uops};

/// Everything that a test case can set or check.
struct State {
    registers: Registers,
    ferrite: Ferrite,
    world: TestDevices,
    flow: String,
}

impl State {
    fn set(&mut self, field: Field) {
        let registers = &mut self.registers;
        match field {
            Field::R(cell) => registers.r = cell.signed(),
            Field::R00(sign) => {
                let low = registers.r & ((1 << 40) - 1);
                registers.r = if sign { low - (1 << 40) } else { low };
            }
            Field::M(cell) => registers.m = cell.bits(),
            Field::Marks(marks) => registers.r_marks = marks,
            Field::S(value) => registers.s = value,
            Field::P(value) => registers.p = value,
            Field::In(value) => registers.indicator = value,
            Field::By(value) => registers.by = value,
            Field::Tk(value) => registers.tk = value.into(),
            Field::NextS(value) => registers.pending_s = value,
            Field::NextT(value) => registers.pending_t = value,
            Field::R1(address, half) => (registers.r1, registers.half) = (address, half),
            Field::Keys(ka, kb) => self.world.keys = (ka, kb),
            Field::Busy(busy) => self.world.busy = busy,
            Field::Tape(symbol, is_wrong) => {
                let row = Row::new(symbol);
                self.world.tape = [if is_wrong { row.with_wrong_parity() } else { row }].into();
            }
            Field::World(event) => self.world.events = vec![event.to_string()],
            Field::Flow(flow) => self.flow = flow.to_string(),
            Field::Cell(address, cell) => self.ferrite.write(address.number(), cell),
        }
    }

    /// All fields that a test case can check: their names, and their values as texts.
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

/// The state before a test case: the order under test, the fields that the case gives, and zero elsewhere.
fn prepare(case: &Case) -> State {
    let (cell, half) = case.order();
    let mut state = State {
        registers: Registers { r1: Case::PLACE.into(), half, ..Registers::default() },
        ferrite: Ferrite::new(),
        world: TestDevices::default(),
        flow: "next".to_string(),
    };
    state.ferrite.write(Case::PLACE, cell);
    case.before().for_each(|field| state.set(field));
    state
}

fn flow_in_words(flow: Flow) -> String {
    match flow {
        Flow::Next => "next".to_string(),
        Flow::Wait(Request::Output { by }) => format!("wait for output {by}"),
        Flow::Wait(Request::Input { by }) => format!("wait for input {by}"),
        Flow::Wait(Request::Drum) => "wait for drum".to_string(),
        Flow::Wait(Request::Block) => "wait for block".to_string(),
        Flow::Stopped(StopCause::Zq { cell }) => format!("stop {cell}"),
        Flow::Stopped(StopCause::Unknown { cell, question }) => format!("Q{question} {cell}"),
        Flow::Stopped(StopCause::NoBlock { cell, .. }) => format!("Q1 {cell}"),
        Flow::Stopped(StopCause::HangingIndirection { cell }) => format!("hangs {cell}"),
        Flow::Stopped(cause) => cause.to_string(),
    }
}

/// Runs a test case and returns the differences from the expected state.
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
    case.after().for_each(|field| expected.set(field));
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
