//! Requests for the stack and the disassembly.

use crate::adapter::{Adapter, Answer, Debuggee};
use crate::launcher::Launcher;
use crate::source::add_place;
use crate::step::frames;
use gier_desk::notation::{place, slip};
use gier_machine::Place;
use gier_word::{Address, FERRITE_CELLS, Half};
use serde_json::{Value, json};

/// The number of bytes that a cell takes in the editor's addresses.
const CELL_BYTES: usize = 8;

/// The editor's address of an order, such as `0xfa4` for the right half of cell 500.
pub(crate) fn reference(cell: Address, half: Half) -> String {
    let right = if half == Half::Right { CELL_BYTES / 2 } else { 0 };
    format!("0x{:x}", cell.index() * CELL_BYTES + right)
}

/// Converts an editor's address, plus `offset` bytes, to a half of a cell.
pub(crate) fn cell_and_half(reference: &str, offset: i64) -> Result<(Address, Half), String> {
    let bytes = usize::try_from(bytes_at(reference)?.saturating_add(offset));
    let Some(bytes) = bytes.ok().filter(|&bytes| bytes < FERRITE_CELLS * CELL_BYTES) else {
        return Err(format!("{reference} with {offset} lies outside the ferrite store"));
    };
    let (cell, rest) = (bytes / CELL_BYTES, bytes % CELL_BYTES);
    Ok((cell.into(), if rest >= CELL_BYTES / 2 { Half::Right } else { Half::Left }))
}

/// Converts a number in a message to an index. Returns `None` if the number is negative, too large or no
/// integer.
pub(crate) fn index(number: &Value) -> Option<usize> {
    usize::try_from(number.as_u64()?).ok()
}

fn bytes_at(reference: &str) -> Result<i64, String> {
    let read = match reference.strip_prefix("0x") {
        Some(digits) => i64::from_str_radix(digits, 16),
        None => reference.parse(),
    };
    read.map_err(|_| format!("'{reference}' is no address"))
}

impl Debuggee {
    /// Evaluates an expression. `frame` is the index of the stack frame in which the names of variables are
    /// looked up.
    pub(crate) fn value(&self, text: &str, frame: Option<usize>) -> Result<String, String> {
        self.desk.engine().value_in(text, frame)
    }
}

impl<L: Launcher> Adapter<L> {
    pub(crate) fn stack_trace(&mut self, arguments: &Value) -> Answer {
        let session = self.session()?;
        let engine = session.desk.engine();
        let next = engine.next();
        let here = reference(next.cell, next.half);
        let mut stack = Vec::new();
        for (number, frame) in frames(engine).iter().enumerate() {
            let name = engine.program().body_name(frame, &engine.program_state());
            let mut body = json!({"id": number, "name": name, "line": 0, "column": 0});
            if let Some(at) = frame.row.place {
                body["source"] = session.source(at);
                add_place(&mut body, at);
            }
            if number == 0 {
                body["instructionPointerReference"] = json!(here);
            }
            stack.push(body);
        }
        if stack.is_empty() {
            let name = |at: Place| format!("cell {}", place::write(at));
            let frame = |id: usize, at: Place| {
                let address = reference(at.cell, at.half);
                json!({"id": id, "name": name(at), "line": 0, "column": 0,
                    "instructionPointerReference": address})
            };
            stack.push(frame(0, next));
            let (calls, _) = engine.calls();
            stack.extend(calls.iter().enumerate().map(|(number, call)| frame(number + 1, call.from)));
            if let Some(at) = engine.program().place_of(next.cell) {
                stack[0]["source"] = session.source(at);
                add_place(&mut stack[0], at);
            }
        }
        let total = stack.len();
        let from = index(&arguments["startFrame"]).unwrap_or(0);
        let levels = index(&arguments["levels"]).filter(|&levels| levels > 0).unwrap_or(total);
        let part: Vec<Value> = stack.into_iter().skip(from).take(levels).collect();
        Ok(json!({"stackFrames": part, "totalFrames": total}))
    }

    pub(crate) fn disassemble(&mut self, arguments: &Value) -> Answer {
        let session = self.session()?;
        let engine = session.desk.engine();
        let offset = arguments["offset"].as_i64().unwrap_or(0);
        let (cell, half) = cell_and_half(arguments["memoryReference"].as_str().unwrap_or(""), offset)?;
        let count = arguments["instructionCount"].as_i64().unwrap_or(0).clamp(0, 4096);
        let skip = arguments["instructionOffset"].as_i64().unwrap_or(0);
        let mut orders: Vec<Place> = Vec::new();
        for cell in Address::all() {
            orders.push(Place { cell, half: Half::Left });
            if engine.machine().ferrite().read(cell).marks().a() {
                orders.push(Place { cell, half: Half::Right });
            }
        }
        let at = orders.partition_point(|order| *order < Place { cell, half });
        let at = i64::try_from(at).expect("the store is small").saturating_add(skip);
        let order = |number: i64| match usize::try_from(number).ok().and_then(|number| orders.get(number)) {
            Some(order) => session.instruction(*order),
            None => json!({"address": "0x0", "instruction": "no order", "presentationHint": "invalid"}),
        };
        let instructions: Vec<Value> = (0..count).map(|number| order(at.saturating_add(number))).collect();
        Ok(json!({"instructions": instructions}))
    }
}

impl Debuggee {
    /// Describes an order for the editor's disassembly view.
    fn instruction(&self, at: Place) -> Value {
        let engine = self.desk.engine();
        let cell = engine.machine().ferrite().read(at.cell);
        let text = slip::write(cell);
        let text = match (cell.marks().a(), at.half) {
            (false, _) => text.as_str(),
            (true, Half::Left) => text.split(',').next().unwrap_or("").trim(),
            (true, Half::Right) => text.split(',').nth(1).unwrap_or("").trim(),
        };
        let mut body = json!({
            "address": reference(at.cell, at.half), "instruction": text, "instructionBytes": cell.to_string(),
            "symbol": place::write(at),
        });
        if let Some(map) = engine.program().map() {
            let home = engine.program().home_of(at.cell, &engine.state());
            let home = home.unwrap_or(gier_word::Home::Core(at.cell));
            if let Some(place) = map.row(home, at.half).and_then(|row| row.place) {
                body["location"] = self.source(place);
                add_place(&mut body, place);
            }
        }
        body
    }
}
