//! Requests that read the stack, scopes, variables, memory and orders, and those that set values.

use crate::adapter::{Adapter, Answer, Launcher, Session};
use crate::step::frames;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use gier_desk::debug::Engine;
use gier_desk::debug::expression::{Expression, Names, Sight, Value as Told};
use gier_desk::notation::{place, setting, slip};
use gier_desk::whereabouts::Frame;
use gier_machine::{Input, Machine, Place};
use gier_word::source_map::{SourcePlace, Type};
use gier_word::{Address, Cell, FERRITE_CELLS, Half, TRACK_CELLS, TrackNo, number};
use serde_json::{Value, json};

/// The number of bytes of a cell in the editor's memory.
const CELL_BYTES: usize = 8;
/// The reference of the scope with the variables of the first frame.
const LOCALS: usize = 1000;
/// The reference of the scope with the registers.
const REGISTERS: usize = 1;
/// The reference of the scope with the indicator.
const INDICATOR: usize = 2;
/// The reference of the scope with the drum.
const DRUM: usize = 3;
/// The reference of a track of the drum is this plus the number of the track.
const TRACKS: usize = 10_000;

/// The editor's address of an order.
pub(crate) fn reference(cell: Address, half: Half) -> String {
    let right = if half == Half::Right { CELL_BYTES / 2 } else { 0 };
    format!("0x{:x}", cell.index() * CELL_BYTES + right)
}

/// The order at an editor's address plus an offset in bytes.
pub(crate) fn cell_and_half(reference: &str, offset: i64) -> Result<(Address, Half), String> {
    let bytes = usize::try_from(bytes_at(reference)?.saturating_add(offset));
    let Some(bytes) = bytes.ok().filter(|&bytes| bytes < FERRITE_CELLS * CELL_BYTES) else {
        return Err(format!("{reference} with {offset} lies outside the ferrite store"));
    };
    let (cell, rest) = (bytes / CELL_BYTES, bytes % CELL_BYTES);
    Ok((cell.into(), if rest >= CELL_BYTES / 2 { Half::Right } else { Half::Left }))
}

/// A number of an editor's message as an index, or `None` if it cannot be one.
fn index(number: &Value) -> Option<usize> {
    usize::try_from(number.as_u64()?).ok()
}

/// The ferrite store as an editor sees it: eight bytes for each cell.
fn memory(machine: &Machine) -> Vec<u8> {
    machine.ferrite().cells().iter().flat_map(|cell| cell.raw().to_be_bytes()).collect()
}

/// The byte at which a request begins to read or write, counted from the start of the store.
fn begin(arguments: &Value) -> Result<usize, String> {
    let reference = bytes_at(arguments["memoryReference"].as_str().unwrap_or(""))?;
    let begin = reference.saturating_add(arguments["offset"].as_i64().unwrap_or(0));
    usize::try_from(begin).map_err(|_| "this lies before the ferrite store".to_string())
}

fn bytes_at(reference: &str) -> Result<i64, String> {
    let read = match reference.strip_prefix("0x") {
        Some(digits) => i64::from_str_radix(digits, 16),
        None => reference.parse(),
    };
    read.map_err(|_| format!("'{reference}' is no address"))
}

/// The variables that are visible in the frame chosen in the editor.
struct InFrame<'a> {
    engine: &'a Engine,
    frame: &'a Frame,
}

impl Names for InFrame<'_> {
    fn variable(&self, name: &str, subscripts: &[i64], sight: &Sight<'_>) -> Result<Told, String> {
        self.engine.program().variable(self.frame, name, subscripts, sight)
    }

    fn known(&self, name: &str) -> Result<(), String> {
        self.engine.program().known(name)
    }
}

impl Session {
    fn source(&self, at: SourcePlace) -> Value {
        let map = self.operator.room_ref().program().map();
        let name = map.map_or("", |map| map.text_name(at.text));
        match self.paths.get(at.text).and_then(Option::as_ref) {
            Some(path) => json!({"name": name, "path": path}),
            None => json!({"name": name}),
        }
    }

    /// The value of an expression, in a frame if one is chosen.
    fn value(&self, text: &str, frame: Option<usize>) -> Result<String, String> {
        let expression = Expression::parse(text).map_err(|fault| fault.message)?;
        let engine = self.operator.room_ref();
        let frames = frames(engine);
        match frame.and_then(|number| frames.get(number)) {
            Some(frame) => expression.tell(&engine.sight().with_names(&InFrame { engine, frame })),
            None => expression.tell(&engine.sight()),
        }
    }
}

impl<L: Launcher> Adapter<L> {
    pub(crate) fn stack_trace(&mut self, arguments: &Value) -> Answer {
        let session = self.session()?;
        let engine = session.operator.room_ref();
        let next = engine.next();
        let here = reference(next.cell, next.half);
        let mut stack = Vec::new();
        for (number, frame) in frames(engine).iter().enumerate() {
            let name = engine.program().body_name(frame, &engine.sight());
            let mut body = json!({"id": number, "name": name, "line": 0, "column": 0});
            if let Some(at) = frame.row.place {
                body["source"] = session.source(at);
                body["line"] = json!(at.line);
                body["column"] = json!(at.column);
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
                stack[0]["line"] = json!(at.line);
                stack[0]["column"] = json!(at.column);
            }
        }
        let total = stack.len();
        let from = index(&arguments["startFrame"]).unwrap_or(0);
        let levels = index(&arguments["levels"]).filter(|&levels| levels > 0).unwrap_or(total);
        let part: Vec<Value> = stack.into_iter().skip(from).take(levels).collect();
        Ok(json!({"stackFrames": part, "totalFrames": total}))
    }

    pub(crate) fn scopes(&mut self, arguments: &Value) -> Answer {
        let session = self.session()?;
        let frame = index(&arguments["frameId"]).unwrap_or(0);
        let mut scopes = Vec::new();
        if frame < frames(session.operator.room_ref()).len() {
            scopes.push(json!({"name": "Locals", "presentationHint": "locals",
                "variablesReference": LOCALS + frame, "expensive": false}));
        }
        for (name, reference) in [("Registers", REGISTERS), ("Indicator", INDICATOR), ("Drum", DRUM)] {
            scopes.push(json!({"name": name, "variablesReference": reference, "expensive": name == "Drum"}));
        }
        Ok(json!({"scopes": scopes}))
    }

    pub(crate) fn variables(&mut self, arguments: &Value) -> Answer {
        let session = self.session()?;
        let engine = session.operator.room_ref();
        let reference = index(&arguments["variablesReference"]).unwrap_or(0);
        let told = |names: &[&str]| -> Vec<Value> {
            let value = |name: &&str| {
                json!({"name": name, "evaluateName": name, "variablesReference": 0,
                "value": session.value(name, None).unwrap_or_else(|error| error)})
            };
            names.iter().map(value).collect()
        };
        let variables = match reference {
            REGISTERS => {
                let mut registers = told(&["R", "M", "s", "p", "r1", "in", "by", "tk"]);
                registers.push(json!({"name": "marks", "variablesReference": 0,
                    "value": session.value("marks of R", None).unwrap_or_else(|error| error)}));
                registers
            }
            INDICATOR => told(&["OA", "OB", "TA", "TB", "PA", "PB", "QA", "QB", "RA", "RB"]),
            DRUM => TrackNo::all()
                .map(|track| {
                    json!({"name": format!("track {track}"), "value": "40 cells",
                        "variablesReference": TRACKS + track.index(),
                        "indexedVariables": TRACK_CELLS})
                })
                .collect(),
            TRACKS.. => {
                let track = TrackNo::from(reference - TRACKS);
                let cells = engine.machine().drum().track(track).ok_or("there is no such track")?;
                let cell = |(number, cell): (usize, &Cell)| {
                    json!({"name": number.to_string(), "value": format!("{cell}  {}", slip::write(*cell)),
                        "variablesReference": 0})
                };
                cells.iter().enumerate().map(cell).collect()
            }
            LOCALS.. => {
                let frames = frames(engine);
                let frame = frames.get(reference - LOCALS).ok_or("there is no such frame")?;
                let sight = engine.sight();
                let variable = |(name, value): (String, String)| {
                    let mut body = json!({"name": name, "evaluateName": name, "value": value,
                        "variablesReference": 0});
                    if let Ok((cell, _)) = engine.program().cell_of(&name, &sight) {
                        body["memoryReference"] = json!(self::reference(cell, Half::Left));
                    }
                    body
                };
                engine.program().variables(frame, &sight).into_iter().map(variable).collect()
            }
            _ => return Err("there are no such variables".to_string()),
        };
        Ok(json!({"variables": variables}))
    }

    pub(crate) fn set_variable(&mut self, arguments: &Value) -> Answer {
        let session = self.session()?;
        let name = arguments["name"].as_str().unwrap_or("").to_string();
        let value = arguments["value"].as_str().unwrap_or("").to_string();
        let reference = index(&arguments["variablesReference"]).unwrap_or(0);
        let inputs = match reference {
            REGISTERS => setting::read(&format!("{name} {value}"))?,
            INDICATOR => {
                let on = match value.as_str() {
                    "true" | "1" => true,
                    "false" | "0" => false,
                    _ => return Err("give true or false".to_string()),
                };
                session.operator.room_ref().indicator_input(&name, on).into_iter().collect()
            }
            TRACKS.. => {
                let track = reference - TRACKS;
                setting::read(&format!("t{track}.{name} {value}"))?
            }
            LOCALS => {
                let engine = session.operator.room_ref();
                let (cell, ty) = engine.program().cell_of(&name, &engine.sight())?;
                let expression = Expression::parse(&value).map_err(|fault| fault.message)?;
                let value = expression.value(&engine.sight())?;
                vec![Input::SetCell(cell, typed(ty, value)?)]
            }
            _ => return Err("this cannot be set from here".to_string()),
        };
        if inputs.is_empty() {
            return Err(format!("{name} cannot be set"));
        }
        for input in inputs {
            session.engine().feed(input);
        }
        let frame = (reference == LOCALS).then_some(0);
        let now = if reference >= TRACKS { value } else { session.value(&name, frame)? };
        Ok(json!({"value": now, "variablesReference": 0}))
    }

    pub(crate) fn evaluate(&mut self, arguments: &Value) -> Answer {
        let text = arguments["expression"].as_str().unwrap_or("").trim().to_string();
        let frame = index(&arguments["frameId"]);
        if arguments["context"] == "repl" {
            if let Some(keys) = text.strip_prefix("type ") {
                let keys = keys.trim().trim_matches('"').replace("\\n", "\n");
                self.type_keys(&keys)?;
                return Ok(json!({"result": "", "variablesReference": 0}));
            }
            if let Some(result) = self.act(&text)? {
                return Ok(json!({"result": result, "variablesReference": 0}));
            }
        }
        if let Ok(expression) = Expression::parse(&text) {
            self.session()?.engine().warn_of_hidden(&expression);
        }
        let value = self.session()?.value(&text, frame)?;
        let mut body = json!({"result": value, "variablesReference": 0});
        let cell = Expression::parse(&text).ok().and_then(|expression| expression.as_cell());
        if let Some(cell) = cell {
            body["memoryReference"] = json!(reference(cell.into(), Half::Left));
        }
        Ok(body)
    }

    /// Executes an act that was typed in the console. Returns `None` if the text is not an act. If
    /// the machine is then at another place, the editor is told.
    fn act(&mut self, text: &str) -> Result<Option<String>, String> {
        let first = text.split_whitespace().next().unwrap_or("");
        let is_act = gier_desk::debug::language::VERBS.contains(&first)
            || ["reader", "unload", "run", "expect", "await", "go", "start", "stop", "reset"]
                .contains(&first);
        if !is_act {
            return Ok(None);
        }
        let session = self.session()?;
        if session.running.is_some() {
            return Err("the program runs: pause it first".to_string());
        }
        let before = session.operator.machine().orders();
        let told = self.perform(text);
        if self.session()?.operator.machine().orders() != before {
            self.stopped("step", "an act was done", &[]);
        }
        told.map(|lines| Some(lines.join("\n")))
    }

    pub(crate) fn disassemble(&mut self, arguments: &Value) -> Answer {
        let session = self.session()?;
        let engine = session.operator.room_ref();
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
        let instructions: Vec<Value> = (at..at + count).map(order).collect();
        Ok(json!({"instructions": instructions}))
    }

    pub(crate) fn read_memory(&mut self, arguments: &Value) -> Answer {
        let session = self.session()?;
        let memory = memory(session.operator.machine());
        let begin = begin(arguments)?.min(memory.len());
        let count = index(&arguments["count"]).unwrap_or(0);
        let bytes = &memory[begin..begin.saturating_add(count).min(memory.len())];
        let unreadable = count - bytes.len();
        Ok(json!({"address": format!("0x{begin:x}"), "data": STANDARD.encode(bytes),
            "unreadableBytes": unreadable}))
    }

    pub(crate) fn write_memory(&mut self, arguments: &Value) -> Answer {
        let session = self.session()?;
        let begin = begin(arguments)?;
        let data =
            STANDARD.decode(arguments["data"].as_str().unwrap_or("")).map_err(|error| error.to_string())?;
        let mut memory = memory(session.operator.machine());
        let there = memory.get_mut(begin..begin.saturating_add(data.len()));
        there.ok_or("this lies outside the ferrite store")?.copy_from_slice(&data);
        for cell in Address::all() {
            let bytes = memory.as_chunks().0[cell.index()];
            let new = Cell::from_raw(u64::from_be_bytes(bytes));
            if session.operator.machine().ferrite().read(cell) != new {
                session.engine().feed(Input::SetCell(cell, new));
            }
        }
        Ok(json!({"bytesWritten": data.len()}))
    }
}

impl Session {
    /// An order with its address, its text and its place in the program's text.
    fn instruction(&self, at: Place) -> Value {
        let engine = self.operator.room_ref();
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
            let home = engine.program().home_of(at.cell, &engine.sight());
            let home = home.unwrap_or(gier_word::Home::Core(at.cell));
            if let Some(place) = map.row(home, at.half).and_then(|row| row.place) {
                body["location"] = self.source(place);
                body["line"] = json!(place.line);
                body["column"] = json!(place.column);
            }
        }
        body
    }
}

/// The contents of the cell of a variable with this type and this value.
fn typed(ty: Type, value: Told) -> Result<Cell, String> {
    let real = match (ty, value) {
        (Type::Boolean, Told::Truth(true)) => return Ok(Cell::ZERO),
        (Type::Boolean, Told::Truth(false)) => return Ok(Cell::ZERO.with_field(0, 0, 1)),
        (_, Told::Cell(cell)) => return Ok(cell),
        (Type::Integer | Type::Real, Told::Whole(value)) => value as f64,
        (Type::Integer, Told::Real(value)) => (value + 0.5).floor(),
        (Type::Real, Told::Real(value)) => value,
        (Type::Boolean, Told::Whole(_) | Told::Real(_)) => return Err("give true or false".to_string()),
        (Type::Integer | Type::Real, Told::Truth(_)) => return Err("give a number".to_string()),
    };
    number::from_float(real).ok_or_else(|| format!("{real} is outside GIER's numbers"))
}
