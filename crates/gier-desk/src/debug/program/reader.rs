//! Reads the values of ALGOL variables from the store.

use crate::debug::expression::{EvalState, OUTSIDE, PASSED_BY_NAME, Value, descriptor, misuse};
use crate::whereabouts::Whereabouts;
use gier_machine::{Input, Pause, Register};
use gier_word::source_map::{CodeVariable, VariableKind};
use gier_word::{Address, Cell, Content, Half, Home, Opcode, Order, Tail};

/// The maximum number of orders to execute for the value of one actual parameter.
const EVALUATION_ORDERS: u64 = 200_000;
/// The maximum number of array elements to show.
const ELEMENTS_MAX: i64 = 16;

/// Reads the values of the variables that are visible in a frame.
pub(super) struct Reader<'a> {
    /// Finds the frames and variables of the program.
    pub at: Whereabouts<'a>,
    pub state: &'a EvalState<'a>,
    /// Whether this is the innermost frame. Expressions that were passed by name can be evaluated only in the
    /// innermost frame.
    pub is_inner: bool,
}

impl Reader<'_> {
    fn read(&self, cell: Address) -> Cell {
        self.state.cells[cell.index()]
    }

    /// The value of a variable, or of an array element if there are subscripts. `cell` is the cell of the
    /// variable.
    pub fn value(&self, variable: &CodeVariable, cell: Address, subscripts: &[i64]) -> Result<Value, String> {
        let contents = self.read(cell);
        if let Some(misuse) = misuse(&variable.name, variable.kind, subscripts.len()) {
            return Err(misuse);
        }
        let none = || format!("{} is {}", variable.name, what(variable.kind));
        let ty = variable.kind.ty().ok_or_else(none)?;
        let cell = if variable.kind.is_array() {
            self.read(self.element_cell(contents, subscripts)?)
        } else if variable.kind.is_by_name() {
            let actual = descriptor::actual(self.state.cells, contents);
            actual.map_or_else(|| self.evaluate(contents), Ok)?
        } else {
            contents
        };
        Ok(Value::typed(ty, cell))
    }

    /// The address of the cell that holds the value of a variable, or of an array element if there are
    /// subscripts. `cell` is the cell of the variable, which can hold a descriptor instead of the value.
    pub fn address(
        &self,
        variable: &CodeVariable,
        cell: Address,
        subscripts: &[i64],
    ) -> Result<Address, String> {
        let contents = self.read(cell);
        if let Some(misuse) = misuse(&variable.name, variable.kind, subscripts.len()) {
            return Err(misuse);
        }
        match variable.kind {
            kind if kind.is_array() => self.element_cell(contents, subscripts),
            kind if kind.is_value() => Ok(cell),
            VariableKind::Name(_) if contents.marks() == gier_word::Marks::NONE => {
                Ok(contents.address().into())
            }
            VariableKind::Name(_) => Err(format!(
                "{} is an expression passed by name, which has no cell of its own",
                variable.name
            )),
            kind => Err(format!("{} is {}, which has no cell of its own", variable.name, what(kind))),
        }
    }

    fn element_cell(&self, descriptor: Cell, subscripts: &[i64]) -> Result<Address, String> {
        descriptor::element(self.state.cells, descriptor, subscripts.iter().copied())
            .ok_or_else(|| OUTSIDE.to_string())
    }

    /// Writes the value of a variable for the user. For an array, writes its bounds or its number of
    /// elements, and its first elements. If there is no value, writes the reason.
    pub fn told(&self, variable: &CodeVariable, cell: Address) -> String {
        if let VariableKind::Array { ty, .. } | VariableKind::ArrayName(ty) = variable.kind {
            let (lowest, length, first) = descriptor::extent(self.state.cells, self.read(cell));
            let element = |place: i64| Value::typed(ty, self.read(first + place)).to_string();
            let told: Vec<String> = (0..length.clamp(0, ELEMENTS_MAX)).map(element).collect();
            let more = if length > ELEMENTS_MAX { " …" } else { "" };
            let bounds = match variable.kind {
                VariableKind::Array { dimensions: 1, .. } => format!("[{lowest}:{}]", lowest + length - 1),
                _ => format!("{length} elements"),
            };
            return format!("{bounds} {}{more}", told.join(" "));
        }
        self.value(variable, cell, &[]).map_or_else(|error| error, |value| value.to_string())
    }

    /// Evaluates an actual parameter that is an expression. `descriptor` is the contents of the formal
    /// parameter's cell. A copy of the machine calls the code of the expression, so that the machine itself
    /// does not change.
    fn evaluate(&self, descriptor: Cell) -> Result<Cell, String> {
        let machine = self.state.machine.ok_or(PASSED_BY_NAME)?;
        if !self.is_inner {
            return Err("an expression, evaluated only in the body in progress".to_string());
        }
        let map = self.at.map();
        let (take, ua) =
            map.cell_of("take").zip(map.cell_of("ua")).ok_or("the program takes no expressions")?;
        let here = self.state.registers.r1;
        let Some(Home::Drum(track, cell)) = self.at.home_of(here) else {
            return Err("an expression is evaluated only between statements".to_string());
        };
        let guide = self.at.guide();
        let mut copy = machine.clone();
        copy.take_output();
        let tail = Some(Tail::default());
        let call = Order { opcode: Opcode::Hs, address: take.number(), tail, ..Order::default() };
        let inputs = [
            Input::SetCell(here, Content::Full(call).encode()),
            Input::SetRegister(Register::R, descriptor.signed()),
            Input::SetRegister(Register::RMarks, descriptor.marks().bits().into()),
            Input::SetNext(here, Half::Left),
            Input::Start,
        ];
        inputs.into_iter().for_each(|input| {
            copy.feed(input);
        });
        let p = self.state.registers.p;
        for number in 0..EVALUATION_ORDERS {
            if copy.step() != Pause::Done {
                break;
            }
            if number == 0 {
                // Restores the order that the call replaced. The expression may call this procedure again.
                copy.feed(Input::SetCell(here, self.state.cells[here.index()]));
            }
            let registers = copy.cpu().registers();
            if registers.p == p {
                let at = Whereabouts::of(&copy, guide);
                if at.home_of(registers.r1) == Some(Home::Drum(track, cell + 1)) {
                    let address = copy.ferrite().read(ua).address();
                    return Ok(copy.ferrite().read(address));
                }
            }
        }
        Err("an expression that does not come to a value here".to_string())
    }
}

/// A noun for this kind of variable, for messages: `an array`, `a procedure`, and so on.
const fn what(kind: VariableKind) -> &'static str {
    match kind {
        VariableKind::ProcedureName(_) => "a procedure",
        VariableKind::LabelName => "a label",
        VariableKind::SwitchName => "a switch",
        VariableKind::StringName => "a text",
        VariableKind::Array { .. } | VariableKind::ArrayName(_) => "an array",
        _ => "a variable",
    }
}
