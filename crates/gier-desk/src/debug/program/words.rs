//! Puts places, cells and calls into the words of the program: the text of a statement, the name of a cell,
//! a procedure with its arguments.

use super::Program;
use super::variables::text_of;
use crate::arrays::array;
use crate::debug::answer::{Answer, Named, Notation, Scene, SetBy, What};
use crate::debug::expression::{EvalState, Value};
use crate::descriptor;
use crate::notation::forms::Form;
use crate::notation::slip;
use crate::whereabouts::{Frame, Whereabouts};
use gier_machine::{Place, Registers};
use gier_word::codec::Content;
use gier_word::order::Class;
use gier_word::source_map::{BodyKind, CodeVariable, SourcePlace, VariableKind};
use gier_word::{Address, Cell, Half, Home, Marks, Opcode, Order, TrackNo};

/// The text of a statement is cut after this many characters.
const STATEMENT: usize = 72;
/// The text of an argument is cut after this many characters.
const ARGUMENT: usize = 24;
/// A cell is called by the last label before it if it is at most this many cells behind.
const BEHIND_LABEL: u16 = 99;

impl Program {
    /// Describes the statement that is being executed: its place, its text, and the procedure with its
    /// arguments. Returns `None` if the place is unknown.
    pub fn scene(&self, state: &EvalState<'_>) -> Option<Scene> {
        let at = self.whereabouts(state)?;
        let frames = at.frames();
        let Some(frame) = frames.first() else {
            let Registers { r1, half, .. } = *state.registers;
            return self.scene_at(Place { cell: r1, half }, state);
        };
        // The statement that calls a procedure evaluates its parameters.
        let caller = frames.get(1).filter(|_| at.is_in_prologue(frame));
        let frame = caller.unwrap_or(frame);
        let is_named = matches!(at.body(frame).kind, BodyKind::Procedure | BodyKind::Switch);
        let body = is_named.then(|| self.call(&at, frame, state));
        Some(Scene { body, ..self.scene_of_statement(frame.row.place?) })
    }

    /// Describes the statement that contains this place, without the procedure.
    fn scene_of_statement(&self, place: SourcePlace) -> Scene {
        let begin = self.statement_at(place);
        self.scene_of_text(begin, self.statement(begin))
    }

    /// Describes the text at this place, without the procedure.
    fn scene_of_text(&self, place: SourcePlace, statement: Option<String>) -> Scene {
        Scene { place, line: self.line_name(place.text, place.line), statement, body: None }
    }

    /// The active bodies with their arguments, the innermost first, and the statement that each executes.
    pub fn calls(&self, state: &EvalState<'_>) -> Vec<Answer> {
        let Some(at) = self.whereabouts(state) else { return Vec::new() };
        let call = |frame: &Frame| {
            let scene = frame.row.place.map(|place| self.scene_of_statement(place));
            let detail = Some(format!("p = {}", frame.p));
            Answer { detail, ..Answer::new(What::Words(self.call(&at, frame, state)), scene) }
        };
        at.frames().iter().map(call).collect()
    }

    /// The body of a frame with its arguments; see [`Program::calls`].
    pub fn body_name(&self, frame: &Frame, state: &EvalState<'_>) -> String {
        self.whereabouts(state).map_or_else(String::new, |at| self.call(&at, frame, state))
    }

    /// Describes an order of a SLIP program.
    pub fn scene_at(&self, order: Place, state: &EvalState<'_>) -> Option<Scene> {
        let place = self.place_of(order.cell).filter(|_| !self.has_bodies())?;
        let cell = state.cells[order.cell.index()];
        let half = if cell.marks().a() { order.half } else { Half::Left };
        let statement = self.text_of_order(place, half).or_else(|| Some(self.order(cell, half)));
        Some(self.scene_of_text(place, statement))
    }

    /// Describes what stands at a place in the store or on the drum.
    pub fn scene_of_home(&self, (home, half): (Home, Half)) -> Option<Scene> {
        let place = self.map()?.row(home, half)?.place?;
        Some(match self.has_bodies() {
            true => self.scene_of_statement(place),
            false => self.scene_of_text(place, self.text_of_order(place, half)),
        })
    }

    /// The source text with this index in the map.
    pub fn text(&self, number: usize) -> Option<&str> {
        self.texts.get(number)?.as_deref()
    }

    /// The place at which the statement begins that contains this place.
    fn statement_at(&self, place: SourcePlace) -> SourcePlace {
        let begins = &self.statements.begins;
        let next = begins.partition_point(|begin| *begin <= place);
        let begin = next.checked_sub(1).map(|number| begins[number]);
        begin.filter(|begin| begin.text == place.text).unwrap_or(place)
    }

    /// The text from this place on.
    fn text_from(&self, place: SourcePlace) -> Option<&str> {
        let text = self.text(place.text)?;
        let line = usize::try_from(place.line).ok()?.checked_sub(1)?;
        let begin: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        let column = usize::try_from(place.column).ok()?.checked_sub(1)?;
        let rest = text.get(begin..)?;
        rest.char_indices().nth(column).map(|(at, _)| &rest[at..])
    }

    /// The text of the statement that begins at this place, in one line. It ends before an inner statement.
    fn statement(&self, place: SourcePlace) -> Option<String> {
        let text = self.text_from(place)?;
        let begins = &self.statements.begins;
        let next = begins.get(begins.partition_point(|begin| *begin <= place));
        let inner = next.filter(|next| next.text == place.text).and_then(|next| self.text_from(*next));
        let length = inner.and_then(|inner| text.len().checked_sub(inner.len())).unwrap_or(text.len());
        Some(one_line(algol_statement(&text[..length]), STATEMENT))
    }

    /// The text of an order, or of a cell, of a SLIP program.
    fn text_of_order(&self, place: SourcePlace, half: Half) -> Option<String> {
        let line = self.text_from(place)?.lines().next()?;
        let cell = line.split(';').next()?.trim();
        let mut halves = cell.split(',').map(str::trim);
        let text = if half == Half::Left { halves.next() } else { halves.nth(1) };
        text.filter(|text| !text.is_empty()).map(|text| one_line(text, STATEMENT))
    }

    /// The order in this half of a cell, in SLIP with the program's labels.
    pub fn order(&self, cell: Cell, half: Half) -> String {
        let order = Content::decode(cell).order(half);
        self.with_label(&order, &slip::write_order(order))
    }

    /// Replaces the address in the text of an order by the label of the cell that it names.
    fn with_label(&self, order: &Order, written: &str) -> String {
        let uses_cell = matches!(order.opcode.row().class, Class::Fetch | Class::Store | Class::Jump)
            || order.opcode == Opcode::Qq;
        let label = |word: &str| {
            let number = word.trim_matches(['(', ')']);
            let cell = number.parse::<Address>().ok().filter(|_| uses_cell)?;
            let (name, distance) = self.last_label(cell).filter(|_| self.place_of(cell).is_some())?;
            let behind = if distance == 0 { String::new() } else { format!("+{distance}") };
            Some(word.replace(number, &format!("{{{name}}}{behind}")))
        };
        let mut words: Vec<String> = written.split(' ').map(str::to_string).collect();
        if let Some(address) = words.get_mut(1)
            && let Some(labelled) = label(address)
        {
            *address = labelled;
        }
        words.join(" ")
    }

    /// What a cell is called in the program: a variable or element that is visible in the innermost frame, a
    /// parameter called by name that stands for the cell, or a label of SLIP. If `is_indirect`, the order has
    /// found the cell by an address in another cell, so a parameter is meant before a variable.
    pub fn named(&self, cell: Address, is_indirect: bool, state: &EvalState<'_>) -> Option<Named> {
        if !self.has_bodies() {
            return self.labelled_cell(cell);
        }
        let at = self.whereabouts(state)?;
        let frame = at.innermost()?;
        let variables = at.variables(&frame);
        let is_it = |(variable, address): &&(&CodeVariable, Address)| {
            is_actual(variable, state.cells[address.index()], cell)
        };
        let of_formal = || {
            let (formal, _) = variables.iter().find(is_it)?;
            // Whether it is set depends on the variable that the caller has passed.
            let actual = self.simple_variable_in(cell, state);
            let frame = actual.as_ref().and_then(|(_, frame)| *frame);
            let set_by = if actual.is_some() { SetBy::Statements } else { SetBy::Nothing };
            Some(Named { set_by, ..simple(formal, frame) })
        };
        let of_variable = || {
            let mut named = variables.iter().map(|(variable, address)| {
                let frame = at.frame_of_level(&frame, variable.level).filter(|_| variable.level > 0);
                self.named_by(&at, (variable, *address, frame), cell, state)
            });
            named.find_map(|named| named)
        };
        if is_indirect { of_formal().or_else(of_variable) } else { of_variable().or_else(of_formal) }
    }

    /// The name of a cell if this variable has it. The variable is given with its own cell and its frame.
    fn named_by(
        &self,
        at: &Whereabouts<'_>,
        (variable, address, frame): (&CodeVariable, Address, Option<Address>),
        cell: Address,
        state: &EvalState<'_>,
    ) -> Option<Named> {
        match variable.kind {
            VariableKind::Array { ty, .. } | VariableKind::ArrayName(ty) => {
                let (lowest, length, first) = descriptor::extent(state.cells, state.cells[address.index()]);
                let place = i64::try_from((cell - first.index()).index())
                    .ok()
                    .filter(|place| (0..length).contains(place))?;
                let array = array(at, &at.frames(), variable, address, state.cells);
                let subscripts =
                    array.and_then(|array| array.subscripts(cell)).unwrap_or_else(|| vec![lowest + place]);
                let subscripts: Vec<String> = subscripts.iter().map(i64::to_string).collect();
                let name = format!("{}[{}]", variable.written, subscripts.join(", "));
                let is_own = matches!(variable.kind, VariableKind::Array { .. });
                let set_by = if is_own { SetBy::AfterDeclaration(address) } else { SetBy::Nothing };
                Some(Named { name, notation: Notation::Typed(ty), frame, set_by })
            }
            kind if kind.is_value() => (address == cell).then(|| simple(variable, frame)),
            // The cell of a parameter called by name holds the value itself if it is a constant.
            VariableKind::Name(_) => {
                let is_constant = state.cells[cell.index()].marks() == Marks::A;
                (address == cell && is_constant).then(|| simple(variable, frame))
            }
            _ => None,
        }
    }

    /// The label of a cell in a SLIP program, or the last label before it with the distance: `list[3]`.
    fn labelled_cell(&self, cell: Address) -> Option<Named> {
        let (name, distance) = self.last_label(cell)?;
        let name = if distance == 0 { name.to_string() } else { format!("{name}[{distance}]") };
        Some(Named { name, notation: self.notation_in_text(cell), frame: None, set_by: SetBy::Nothing })
    }

    /// Writes the contents of a cell as its notation says, an order with the program's labels.
    pub fn write(&self, notation: Notation, cell: Cell) -> String {
        if notation != Notation::Form(Form::Order) {
            return notation.write(cell);
        }
        let right = cell.marks().a().then(|| format!(" , {}", self.order(cell, Half::Right)));
        self.order(cell, Half::Left) + &right.unwrap_or_default()
    }

    /// The last label up to a cell of a SLIP program, and how many cells the label is before it.
    fn last_label(&self, cell: Address) -> Option<(&str, u16)> {
        let map = self.map().filter(|_| !self.has_bodies())?;
        let before = map.names.iter().filter_map(|(name, home)| match home {
            Home::Core(label) if *label <= cell => Some((*label, name)),
            Home::Core(_) | Home::Drum(..) => None,
        });
        let (label, name) = before.max_by_key(|(label, _)| *label)?;
        let distance = cell.number() - label.number();
        (distance <= BEHIND_LABEL).then_some((name.as_str(), distance))
    }

    /// How the text of a SLIP program writes this cell.
    fn notation_in_text(&self, cell: Address) -> Notation {
        let Some(place) = self.place_of(cell) else { return Notation::Form(Form::Integer) };
        let Some(text) = self.text_of_order(place, Half::Left) else { return Notation::Form(Form::Integer) };
        let is_float = || {
            let before = self.texts[place.text].as_deref().zip(self.text_from(place));
            let before = before.map_or("", |(text, rest)| &text[..text.len() - rest.len()]);
            before.rfind("_f").is_some_and(|float| before.rfind("_m").is_none_or(|whole| whole < float))
        };
        let is_number = text.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c));
        Notation::Form(match text.as_str() {
            text if text.contains('/') => Form::Groups,
            text if text.starts_with("qq") && (text.contains(".39") || text.trim_end().ends_with(" 0")) => {
                Form::Integer
            }
            text if text.starts_with("_f") || is_number && is_float() => Form::Floating,
            text if is_number && text.contains('.') => Form::Fraction,
            text if is_number || text.starts_with("_m") || text == "qq" => Form::Integer,
            text if text.starts_with("_t") => Form::Text,
            _ => Form::Order,
        })
    }

    /// The body of a frame as messages print it. A procedure has its arguments: `HANOI(n = 2, from = 1)`.
    fn call(&self, at: &Whereabouts<'_>, frame: &Frame, state: &EvalState<'_>) -> String {
        let name = self.name_of(at, frame);
        let body = at.body(frame);
        let mut formals: Vec<(&CodeVariable, Address)> = at.variables(frame);
        // The formals are above the head of the frame and its display cell, and all other variables below.
        formals.retain(|(variable, _)| variable.level == body.level && variable.offset >= 2);
        if body.kind != BodyKind::Procedure || formals.is_empty() {
            return name;
        }
        formals.sort_by_key(|(variable, _)| variable.offset);
        let argument = |(variable, cell): &(&CodeVariable, Address)| match self.argument(
            variable,
            state.cells[cell.index()],
            state,
        ) {
            Some(value) => format!("{} = {value}", variable.written),
            None => variable.written.clone(),
        };
        format!("{name}({})", formals.iter().map(argument).collect::<Vec<_>>().join(", "))
    }

    /// The value of an argument, or the text of an expression that was passed by name. `contents` is what the
    /// formal parameter's cell holds.
    fn argument(&self, variable: &CodeVariable, contents: Cell, state: &EvalState<'_>) -> Option<String> {
        match variable.kind {
            VariableKind::Value(ty) => Some(Value::typed(ty, contents).to_string()),
            VariableKind::Name(ty) => match descriptor::actual(state.cells, contents) {
                Some(actual) => Some(Value::typed(ty, actual).to_string()),
                None => self.text_of_actual(contents),
            },
            VariableKind::StringName => {
                let text = state.machine.and_then(|machine| text_of(machine, contents))?;
                Some(one_line(&text, ARGUMENT))
            }
            _ => None,
        }
    }

    /// The text of the expression to which a descriptor leads.
    fn text_of_actual(&self, descriptor: Cell) -> Option<String> {
        let [track, cell, ..] = descriptor.groups();
        let entry = Home::on_track(TrackNo::new(track), usize::from(cell.checked_sub(1)?))?;
        let is_it = |kind: BodyKind, home: Home| kind == BodyKind::Actual && home == entry;
        let body = self.map()?.bodies.iter().find(|body| is_it(body.kind, body.entry))?;
        Some(one_line(actual(self.text_from(body.place)?), ARGUMENT))
    }

    /// If the order at this place was compiled from the program's text: its row of the map, and whether a
    /// statement begins with this order.
    pub(in crate::debug) fn row(&self, place: Place, state: &EvalState<'_>) -> Option<(usize, bool)> {
        let at = self.whereabouts(state).filter(|_| self.has_bodies())?;
        let (row, home) = (at.row_at(place)?, at.home_of(place.cell)?);
        let begin = at.map().code[row];
        Some((row, begin.begins && (begin.home, begin.half) == (home, place.half)))
    }

    /// What a row of the map tells about its orders. Returns `None` if they belong to no statement.
    pub(in crate::debug) fn row_in_words(&self, row: usize) -> Option<RowInWords> {
        let guide = self.guide.as_ref()?;
        let code = guide.map().code[row];
        let (body, place) = (code.body?, code.place?);
        let statement = self.statement_at(place);
        let kind = guide.map().bodies[body].kind;
        let is_declaration = place == guide.map().bodies[body].place;
        Some(RowInWords { kind, body, place, is_prologue: guide.is_prologue(row), is_declaration, statement })
    }

    /// Whether the parameters of a procedure are being evaluated.
    pub(in crate::debug) fn is_entering(&self, state: &EvalState<'_>) -> bool {
        let at = self.whereabouts(state);
        at.is_some_and(|at| at.innermost().is_some_and(|frame| at.is_in_prologue(&frame)))
    }

    /// If a function is being executed: its call with its arguments, and the cell of its value.
    pub(in crate::debug) fn function(&self, state: &EvalState<'_>) -> Option<(Named, Address)> {
        let at = self.whereabouts(state)?;
        let frame = at.innermost()?;
        let name = &at.body(&frame).name;
        let is_result = |variable: &CodeVariable| matches!(variable.kind, VariableKind::Result(_));
        let variables = at.variables(&frame);
        let (result, cell) =
            variables.into_iter().find(|(known, _)| is_result(known) && known.name == *name)?;
        Some((Named { name: self.call(&at, &frame, state), ..simple(result, None) }, cell))
    }
}

/// What a row of the source map tells about its orders.
#[derive(Clone, Copy, Debug)]
pub(in crate::debug) struct RowInWords {
    /// The kind of their body.
    pub kind: BodyKind,
    /// The index of their body in the map.
    pub body: usize,
    /// Their place in the text.
    pub place: SourcePlace,
    /// Whether they evaluate the parameters of the body.
    pub is_prologue: bool,
    /// Whether they belong to the declaration of the body, as those that return from a procedure.
    pub is_declaration: bool,
    /// The place at which their statement begins.
    pub statement: SourcePlace,
}

/// A simple variable by its name.
fn simple(variable: &CodeVariable, frame: Option<Address>) -> Named {
    Named {
        name: variable.written.clone(),
        notation: variable.kind.ty().map_or(Notation::Bits, Notation::Typed),
        frame,
        set_by: if variable.kind.is_simple() { SetBy::Statements } else { SetBy::Nothing },
    }
}

/// Whether a parameter called by name, whose cell has these contents, stands for this cell.
fn is_actual(variable: &CodeVariable, contents: Cell, cell: Address) -> bool {
    variable.kind.is_by_name() && contents.marks() == Marks::NONE && Address::from(contents.address()) == cell
}

/// The beginning of an ALGOL text up to the end of the statement.
fn algol_statement(text: &str) -> &str {
    // An `else` of a conditional expression belongs to the statement.
    let mut conditions = 0_usize;
    let end = ends(text, |rest, before| {
        let word = rest.trim_start_matches('_');
        let is_word = |end: &str| {
            let behind = word.strip_prefix(end).and_then(|behind| behind.chars().next());
            word.starts_with(end) && !behind.is_some_and(char::is_alphanumeric)
        };
        let begins = !before.is_some_and(|before| before.is_alphanumeric() || before == '_');
        conditions += usize::from(begins && is_word("if"));
        let is_else = begins && is_word("else");
        let ends = rest.starts_with(';') || begins && is_word("end") || is_else && conditions == 0;
        conditions = conditions.saturating_sub(usize::from(is_else));
        ends
    });
    let text = text[..end].trim_end();
    let without = text.strip_suffix("begin").map(|text| text.trim_end_matches('_'));
    without.unwrap_or(text).trim_end()
}

/// The beginning of an ALGOL text up to the end of an actual parameter.
fn actual(text: &str) -> &str {
    let mut depth = 0;
    let end = ends(text, |rest, _| {
        match rest.chars().next() {
            Some('(' | '[') => depth += 1,
            Some(')' | ']') => depth -= 1,
            _ => {}
        }
        depth < 0 || depth == 0 && rest.starts_with([',', ';'])
    });
    text[..end].trim_end()
}

/// The first byte, outside strings, at which `is_end` holds for the rest of the text and the character before.
fn ends(text: &str, mut is_end: impl FnMut(&str, Option<char>) -> bool) -> usize {
    let (mut depth, mut before) = (0_usize, None);
    for (at, character) in text.char_indices() {
        match character {
            '«' | '‹' => depth += 1,
            '»' | '›' => depth = depth.saturating_sub(1),
            _ if depth == 0 && is_end(&text[at..], before) => return at,
            _ => {}
        }
        before = Some(character);
    }
    text.len()
}

/// A text in one line, cut after this many characters.
fn one_line(text: &str, most: usize) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    if line.chars().count() <= most {
        return line;
    }
    let cut: String = line.chars().take(most - 1).collect();
    format!("{}…", cut.trim_end())
}
