//! Shows and sets the variables of a stack frame, the registers, and the drum.

use crate::adapter::{Adapter, Answer, Debuggee};
use crate::launcher::Launcher;
use crate::look::index;
use crate::step::frames;
use crate::under_way::OpenArray;
use gier_desk::debug::Chain;
use gier_desk::debug::expression::Value as Evaluated;
use gier_desk::debug::program::Variable;
use gier_desk::notation::{setting, slip};
use gier_machine::Input;
use gier_word::source_map::Type;
use gier_word::{Address, Cell, TRACK_CELLS, TrackNo};
use serde_json::{Value, json};

/// The protocol's `variablesReference` of the registers.
const REGISTERS: usize = 1;
/// The protocol's `variablesReference` of the indicator's bits.
const INDICATOR: usize = 2;
/// The protocol's `variablesReference` of the drum.
const DRUM: usize = 3;
/// The local variables of stack frame `n` have the `variablesReference` `LOCALS + n`.
const LOCALS: usize = 1000;
/// The global variables that stack frame `n` sees have the `variablesReference` `GLOBALS + n`.
const GLOBALS: usize = 3000;
/// Track `n` of the drum has the `variablesReference` `TRACKS + n`.
const TRACKS: usize = 10_000;
/// The array at index `n` of [`Debuggee::arrays`] has the `variablesReference` `ARRAYS + n`.
const ARRAYS: usize = 100_000;
/// The origin of a value, at index `n` of [`Debuggee::origins`], has the `variablesReference` `ORIGINS + n`.
const ORIGINS: usize = 300_000;
/// The maximum number of arrays and parts of arrays that the editor can open while the program is stopped.
const ARRAYS_MAX: usize = 100_000;

/// The character before the name of a register in an expression.
const SIGN: &str = "$";
/// The expression for the marks of R.
const MARKS: &str = "marks of $R";

/// The registers that the editor shows, in addition to the marks of R.
const REGISTER_NAMES: [&str; 8] = ["R", "M", "s", "p", "r1", "in", "by", "tk"];
/// The names of the indicator's bits. The first name is that of the highest bit.
const INDICATOR_NAMES: [&str; 10] = ["OA", "OB", "TA", "TB", "PA", "PB", "QA", "QB", "RA", "RB"];

/// The range of variables in a long list that a request asks for.
struct ListRange {
    start: usize,
    count: usize,
    wants_indexed: bool,
    wants_named: bool,
}

impl ListRange {
    fn of(arguments: &Value) -> ListRange {
        let count = index(&arguments["count"]).filter(|&count| count > 0);
        ListRange {
            start: index(&arguments["start"]).unwrap_or(0),
            count: count.unwrap_or(usize::MAX),
            wants_indexed: arguments["filter"] != "named",
            wants_named: arguments["filter"] != "indexed",
        }
    }
}

/// Describes a variable without elements, which the editor cannot open.
fn leaf(name: &str, value: String, ty: &str, expression: &str) -> Value {
    json!({"name": name, "value": value, "type": ty, "evaluateName": expression, "variablesReference": 0})
}

/// Describes a value of an earlier moment. It has no `evaluateName`, because no expression gives it now.
fn earlier(name: &str, value: &str, ty: &str, reference: usize) -> Value {
    json!({"name": name, "value": value, "type": ty, "variablesReference": reference})
}

impl Debuggee {
    /// Makes it possible for the editor to open an array. Returns the array's `variablesReference`, or 0 if
    /// too many arrays are open.
    fn opened(&mut self, open: OpenArray) -> usize {
        let known = self.arrays.iter().position(|known| *known == open);
        let number = known.unwrap_or(self.arrays.len());
        if number >= ARRAYS_MAX {
            return 0;
        }
        if known.is_none() {
            self.arrays.push(open);
        }
        ARRAYS + number
    }

    /// The variables that a frame sees, or `None` if the frame does not exist.
    pub(crate) fn visible(&self, frame: usize) -> Option<Vec<Variable>> {
        let engine = self.desk.engine();
        (frame < frames(engine).len()).then(|| engine.variables(frame, &mut |_| true).unwrap_or_default())
    }

    /// Whether a frame sees a variable with this name. Faster than [`Debuggee::visible`], which searches the
    /// session for variables that were never set.
    pub(crate) fn sees(&self, name: &str, frame: Option<usize>) -> bool {
        let engine = self.desk.engine();
        let bare: String = name.split_whitespace().collect();
        let frames = frames(engine);
        let Some(frame) = frames.get(frame.unwrap_or(0)) else { return false };
        let variables = engine.program().visible(frame, &engine.program_state());
        variables.iter().any(|variable| variable.declared.name == bare)
    }

    /// The variables that a frame sees: only the global ones if `is_global` is true, otherwise only the local
    /// ones.
    fn of_scope(&self, frame: usize, is_global: bool) -> Option<Vec<Variable>> {
        let mut variables = self.visible(frame)?;
        variables.retain(|variable| (variable.declared.level == 0) == is_global);
        Some(variables)
    }

    /// Describes a variable with its value, in the protocol's form.
    fn shown(&mut self, variable: Variable, frame: usize) -> Value {
        let mut body = leaf(
            &variable.declared.written,
            variable.value.clone(),
            &variable.written_type(),
            &variable.declared.written,
        );
        match variable.array {
            Some(array) => {
                let name = variable.declared.written.clone();
                self.add_array(&mut body, OpenArray { name, array, chosen: Vec::new(), frame });
            }
            None => {
                if let Some(cell) = variable.simple_cell(self.desk.machine().ferrite().cells()) {
                    body["variablesReference"] = json!(self.below(self.desk.engine().origin_of_cell(cell)));
                }
            }
        }
        body
    }

    /// Makes it possible for the editor to open an origin. Returns the origin's `variablesReference`.
    fn below(&mut self, origin: Chain) -> usize {
        self.origins.push(origin);
        ORIGINS + self.origins.len() - 1
    }

    /// Where a value came from, as the editor shows it below the value: the statement that set it, and what this
    /// statement has read, each with its own origin.
    fn origin_below(&mut self, number: usize) -> Option<Vec<Value>> {
        let mut chain = self.origins.get(number)?.clone();
        let mut answer = self.desk.engine().next_origin(&mut chain, &mut |_| true).ok()??;
        let sources = answer.sources.take().unwrap_or_default();
        let mut below = vec![earlier("set by", &answer.to_string(), "statement", 0)];
        for operand in sources.operands {
            let name = operand.named.name.clone();
            let reference = self.below(Chain::of(operand.named, operand.cell, operand.read_by));
            below.push(earlier(&name, &operand.value, "operand", reference));
        }
        if !sources.input.is_empty() {
            below.push(earlier("input", &format!("{:?}", sources.input), "operand", 0));
        }
        Some(below)
    }

    /// Makes it possible for the editor to open an array or a part of it, and adds the array's
    /// `variablesReference` to `body`.
    pub(crate) fn add_array(&mut self, body: &mut Value, open: OpenArray) {
        let (low, high) = open.array.bounds[open.chosen.len()];
        let size = usize::try_from(high - low + 1).unwrap_or(0);
        let reference = if size > 0 { self.opened(open) } else { 0 };
        body["variablesReference"] = json!(reference);
        body["indexedVariables"] = json!(size);
    }

    /// The elements of an open array, or of an open part of it. If more than one subscript is still missing,
    /// returns parts of the array instead, one for each value of the next subscript. The editor can open
    /// these parts.
    fn elements(&mut self, open: &OpenArray, page: &ListRange) -> Vec<Value> {
        let (low, high) = open.array.bounds[open.chosen.len()];
        let is_last = open.chosen.len() + 1 == open.array.bounds.len();
        let mut elements = Vec::new();
        for subscript in (low..=high).skip(page.start).take(page.count) {
            let subscripts: Vec<i64> = open.chosen.iter().copied().chain([subscript]).collect();
            let name = format!("[{subscript}]");
            let expression = open.expression(&subscripts);
            let ty = open.array.ty.to_string();
            if is_last {
                let Some(cell) = open.array.element(&subscripts) else { continue };
                let contents = self.desk.machine().ferrite().read(cell);
                let value = Evaluated::typed(open.array.ty, contents).to_string();
                let mut body = leaf(&name, value, &ty, &expression);
                body["variablesReference"] = json!(self.below(self.desk.engine().origin_of_cell(cell)));
                if !open.array.is_exact {
                    // If the bounds are unknown, `subscript` is an index into the flattened array. No
                    // expression can use it.
                    body.as_object_mut().expect("it is an object").remove("evaluateName");
                }
                elements.push(body);
            } else {
                let mut rest = open.array.clone();
                rest.bounds.drain(..subscripts.len());
                let bounds = rest.written_bounds();
                let mut body = leaf(&name, bounds.clone(), &format!("{ty} array {bounds}"), &expression);
                body.as_object_mut().expect("it is an object").remove("evaluateName");
                self.add_array(&mut body, OpenArray { chosen: subscripts, ..open.clone() });
                elements.push(body);
            }
        }
        elements
    }

    /// Describes the registers or indicator bits that have these names, in the protocol's form. The
    /// descriptions contain their values.
    fn told(&self, names: &[&str], ty: &str) -> Vec<Value> {
        let value = |name: &&str| {
            let written = format!("{SIGN}{name}");
            let value = self.value(&written, None).unwrap_or_else(|error| error);
            leaf(name, value, ty, &written)
        };
        names.iter().map(value).collect()
    }
}

impl Debuggee {
    /// Returns an expression for a variable in one of the editor's lists of variables. `wanted` is the list's
    /// `variablesReference`, and `name` is the variable's name in the list.
    ///
    /// If another variable with this name hides the variable, the expression names the cell, for example
    /// `cell 500`. Returns `None` if there is no such variable, or no expression for it.
    pub(crate) fn expression_in(&self, wanted: usize, name: &str) -> Option<String> {
        match wanted {
            REGISTERS if name == "marks" => Some(MARKS.to_string()),
            REGISTERS | INDICATOR => Some(format!("{SIGN}{name}")),
            ARRAYS.. => {
                let open = self.arrays.get(wanted - ARRAYS)?;
                let subscript = name.strip_prefix('[')?.strip_suffix(']')?.parse().ok()?;
                let subscripts: Vec<i64> = open.chosen.iter().copied().chain([subscript]).collect();
                let cell = open.array.element(&subscripts)?;
                let engine = self.desk.engine();
                let written = open.expression(&subscripts);
                let seen = engine.expression(&written).and_then(|element| engine.address_of(&element));
                Some(if seen == Ok(cell) { written } else { format!("cell {cell}") })
            }
            DRUM | TRACKS.. => None,
            LOCALS.. => {
                let (first, is_global) = if wanted >= GLOBALS { (GLOBALS, true) } else { (LOCALS, false) };
                let variables = self.of_scope(wanted - first, is_global)?;
                let variable = variables.into_iter().find(|known| known.declared.written == name)?;
                let seen =
                    self.visible(0)?.into_iter().find(|seen| seen.declared.name == variable.declared.name);
                let is_seen = seen.is_some_and(|seen| seen.cell == variable.cell);
                if is_seen || variable.array.is_some() {
                    return Some(name.to_string());
                }
                let cell = variable.simple_cell(self.desk.machine().ferrite().cells())?;
                Some(format!("cell {cell}"))
            }
            _ => None,
        }
    }
}

impl<L: Launcher> Adapter<L> {
    pub(crate) fn scopes(&mut self, arguments: &Value) -> Answer {
        let session = self.session()?;
        let frame = index(&arguments["frameId"]).unwrap_or(0);
        let mut scopes = Vec::new();
        for (name, first, is_global) in [("Locals", LOCALS, false), ("Globals", GLOBALS, true)] {
            let variables = session.of_scope(frame, is_global).unwrap_or_default();
            if !variables.is_empty() {
                let mut scope = json!({"name": name, "variablesReference": first + frame,
                    "namedVariables": variables.len(), "expensive": false});
                if !is_global {
                    scope["presentationHint"] = json!("locals");
                }
                scopes.push(scope);
            }
        }
        for (name, reference) in [("Registers", REGISTERS), ("Indicator", INDICATOR), ("Drum", DRUM)] {
            let mut scope =
                json!({"name": name, "variablesReference": reference, "expensive": name == "Drum"});
            if name == "Registers" {
                scope["presentationHint"] = json!("registers");
            }
            scopes.push(scope);
        }
        Ok(json!({"scopes": scopes}))
    }

    pub(crate) fn variables(&mut self, arguments: &Value) -> Answer {
        let session = self.session()?;
        let page = ListRange::of(arguments);
        let wanted = index(&arguments["variablesReference"]).unwrap_or(0);
        let is_indexed = wanted == DRUM || (TRACKS..ORIGINS).contains(&wanted);
        if if is_indexed { !page.wants_indexed } else { !page.wants_named } {
            return Ok(json!({"variables": []}));
        }
        let all: Vec<Value> = match wanted {
            REGISTERS => {
                let mut registers = session.told(&REGISTER_NAMES, "register");
                let marks = session.value(MARKS, None).unwrap_or_else(|error| error);
                registers.push(leaf("marks", marks, "register", MARKS));
                registers
            }
            INDICATOR => session.told(&INDICATOR_NAMES, "boolean"),
            DRUM => {
                let tracks = session.desk.machine().drum().tracks();
                tracks.listed().map(TrackNo::from).map(track).collect()
            }
            ORIGINS.. => session.origin_below(wanted - ORIGINS).ok_or("there is no such value")?,
            ARRAYS.. => {
                let open = session.arrays.get(wanted - ARRAYS).cloned().ok_or("there is no such array")?;
                // Computes only the elements that the request wants.
                return Ok(json!({"variables": session.elements(&open, &page)}));
            }
            TRACKS.. => {
                let track = TrackNo::from(wanted - TRACKS);
                let cells = session.desk.machine().drum().track(track).ok_or("there is no such track")?;
                let cell = |(number, cell): (usize, &Cell)| {
                    json!({"name": number.to_string(), "type": "cell", "variablesReference": 0,
                        "value": format!("{cell}  {}", slip::write(*cell))})
                };
                cells.iter().enumerate().map(cell).collect()
            }
            GLOBALS.. => session.all_of(wanted - GLOBALS, true)?,
            LOCALS.. => session.all_of(wanted - LOCALS, false)?,
            _ => return Err("there are no such variables".to_string()),
        };
        let part: Vec<Value> = all.into_iter().skip(page.start).take(page.count).collect();
        Ok(json!({"variables": part}))
    }

    pub(crate) fn set_variable(&mut self, arguments: &Value) -> Answer {
        let session = self.session()?;
        let name = arguments["name"].as_str().unwrap_or("").to_string();
        let value = arguments["value"].as_str().unwrap_or("").to_string();
        let wanted = index(&arguments["variablesReference"]).unwrap_or(0);
        let (inputs, written) = match wanted {
            REGISTERS if name == "marks" => (session.register_inputs(&name, &value)?, MARKS.to_string()),
            REGISTERS | INDICATOR => (session.register_inputs(&name, &value)?, format!("{SIGN}{name}")),
            ARRAYS.. => {
                let open = session.arrays.get(wanted - ARRAYS).cloned().ok_or("there is no such array")?;
                let subscript = name.trim_matches(['[', ']']).parse::<i64>().ok();
                let subscripts: Vec<i64> = open.chosen.iter().copied().chain(subscript).collect();
                let cell = open.array.element(&subscripts).ok_or("an array is set by its elements")?;
                let input = session.assigned(cell, Some(open.array.ty), &value, Some(open.frame))?;
                session.desk.feed([input]);
                let now = session.desk.machine().ferrite().read(cell);
                return Ok(json!({"value": Evaluated::typed(open.array.ty, now).to_string(),
                    "type": open.array.ty.to_string(), "variablesReference": 0}));
            }
            TRACKS.. => {
                let track = wanted - TRACKS;
                let tracks = session.desk.machine().installation().tracks;
                session.desk.feed(setting::read(&format!("t{track}.{name} {value}"), tracks)?);
                return Ok(json!({"value": value, "type": "cell", "variablesReference": 0}));
            }
            LOCALS.. => {
                let (first, is_global) = if wanted >= GLOBALS { (GLOBALS, true) } else { (LOCALS, false) };
                let frame = wanted - first;
                let variables = session.of_scope(frame, is_global).ok_or("there is no such frame")?;
                let variable = variables.into_iter().find(|known| known.declared.written == name);
                let variable =
                    variable.ok_or_else(|| format!("there is no variable {name} in this scope"))?;
                return session.set_declared(&variable, &value, frame);
            }
            _ => return Err("this cannot be set from here".to_string()),
        };
        session.desk.feed(inputs);
        Ok(json!({"value": session.value(&written, None)?, "variablesReference": 0}))
    }
}

/// Describes a track of the drum, in the protocol's form.
fn track(track: TrackNo) -> Value {
    json!({"name": format!("track {track}"), "value": "40 cells", "type": "track",
        "variablesReference": TRACKS + track.index(), "indexedVariables": TRACK_CELLS})
}

impl Debuggee {
    fn all_of(&mut self, frame: usize, is_global: bool) -> Result<Vec<Value>, String> {
        let variables = self.of_scope(frame, is_global).ok_or("there is no such frame")?;
        Ok(variables.into_iter().map(|variable| self.shown(variable, frame)).collect())
    }

    /// Returns the input that stores a value in a cell. If `ty` is given, first converts the value to this
    /// type. The names in `value` are looked up in the stack frame with the index `frame`.
    fn assigned(
        &self,
        cell: Address,
        ty: Option<Type>,
        value: &str,
        frame: Option<usize>,
    ) -> Result<Input, String> {
        let value = self.desk.engine().evaluated_in(value, frame)?;
        Ok(Input::SetCell(cell, value.stored_as(ty)?))
    }

    /// Returns the inputs that set a register, a bit of the indicator, or the marks of R.
    fn register_inputs(&self, name: &str, value: &str) -> Result<Vec<Input>, String> {
        let on = match value {
            "true" | "1" => Ok(true),
            "false" | "0" => Ok(false),
            _ => Err("give true or false".to_string()),
        };
        match self.desk.engine().indicator_input(name, on == Ok(true)) {
            Some(input) => on.map(|_| vec![input]),
            None => setting::read(&format!("{name} {value}"), self.desk.machine().installation().tracks),
        }
    }

    /// Stores a new value in a variable. Returns the response to the editor's request.
    fn set_declared(&mut self, variable: &Variable, value: &str, frame: usize) -> Answer {
        let cell = variable.simple_cell(self.desk.machine().ferrite().cells());
        let cell =
            cell.ok_or_else(|| format!("{} has no cell of its own to set", variable.declared.written))?;
        let ty = variable.simple_type();
        let input = self.assigned(cell, ty, value, Some(frame))?;
        self.desk.feed([input]);
        let now = self.value(&variable.declared.written, Some(frame))?;
        Ok(json!({"value": now, "type": variable.written_type(), "variablesReference": 0}))
    }
}
