//! The ALGOL or SLIP program that the debugger observes: its variables, its lines and statements, and its
//! calls. [`Whereabouts`] finds the place and the frames of the program. This module adds names and values.

pub mod calls;
mod one_line;
mod printing;
mod reader;
mod statements;
mod variables;
mod words;

use crate::debug::expression::{EvalState, Expression, Names, Value, VariableLocation, giers_word};
use crate::whereabouts::{Frame, Guide, Scope, Whereabouts};
use gier_machine::{Place, Registers};
use gier_word::source_map::{BodyKind, CodeVariable, SourcePlace, Type};
use gier_word::{Address, Cell, FERRITE_CELLS, Half, Home, SourceMap};
pub use one_line::OneLine;
use reader::Reader;
pub use statements::Places;
use statements::Statements;
use std::sync::Arc;
pub use variables::Variable;
pub(in crate::debug) use words::RowInWords;

/// A program, as its source map describes it. Without a source map, the names, lines and frames of the
/// program are unknown.
#[derive(Clone, Debug, Default)]
pub struct Program {
    guide: Option<Arc<Guide>>,
    statements: Arc<Statements>,
    /// The source texts, in the order of the map. `None` for a text that is not at hand.
    texts: Arc<[Option<String>]>,
}

impl Program {
    /// Creates the description of a program. `map` is the source map of the program, if it has one.
    pub fn new(map: Option<Arc<SourceMap>>) -> Program {
        let statements = map.as_deref().map(Statements::of).unwrap_or_default();
        let guide = map.map(|map| Arc::new(Guide::new(map)));
        Program { guide, statements: Arc::new(statements), texts: Arc::new([]) }
    }

    /// Gives the program its source texts, in the order of the map, so that answers can quote them.
    pub fn set_texts(&mut self, texts: Vec<Option<String>>) {
        self.texts = texts.into();
    }

    /// The source map of the program, if it has one.
    pub fn map(&self) -> Option<&SourceMap> {
        self.guide.as_ref().map(|guide| &**guide.map())
    }

    /// Where the program is in this state, if it has a source map.
    pub(in crate::debug) fn whereabouts<'a>(&'a self, state: &EvalState<'a>) -> Option<Whereabouts<'a>> {
        Some(Whereabouts::new(state.registers, state.cells, self.guide.as_ref()?))
    }

    /// The drum cell from which the contents of this store cell were copied. Returns `None` if the store cell
    /// holds no copy of a drum cell, or if the program has no map.
    pub fn home_of(&self, cell: Address, state: &EvalState<'_>) -> Option<Home> {
        self.whereabouts(state)?.home_of(cell)
    }

    /// The stack frames of the active procedures and other code bodies, the innermost first. The list is
    /// empty if the frames are unknown.
    pub fn frames(&self, state: &EvalState<'_>) -> Vec<Frame> {
        self.whereabouts(state).map(|at| at.frames()).unwrap_or_default()
    }

    /// Describes the place in the source text that is being executed, for example
    /// `squares.alg:12:8, in procedure SORT called at :40`. Returns `None` if the place is unknown.
    pub fn line(&self, state: &EvalState<'_>) -> Option<String> {
        let at = self.whereabouts(state)?;
        let of_cell = || self.place_of(state.registers.r1).map(|place| at.map().write_place(place));
        at.line().or_else(of_cell)
    }

    /// The place in the source text from which the order in this cell of the store was compiled. Returns
    /// `None` if the map does not list this cell, for example because the cell holds a copy of a drum cell.
    pub fn place_of(&self, cell: Address) -> Option<SourcePlace> {
        let (map, home) = (self.map()?, Home::Core(cell));
        // The map returns the nearest row before the cell. In a SLIP program, only the row of this cell
        // counts, so that cells after the end of the program do not belong to its last line.
        let row = map.row(home, Half::Left).filter(|row| self.has_bodies() || row.home == home)?;
        row.place.filter(|place| map.texts.len() > place.text)
    }

    /// The label of a SLIP text at or before this cell of the store, in braces. Returns `None` in ALGOL, where
    /// labels are no cells.
    pub fn label_before(&self, cell: Address) -> Option<String> {
        let first = self.place_of(cell).filter(|_| !self.has_bodies())?;
        let before = (0..=cell.number()).rev().map(Address::new);
        let mut own = before.take_while(|&cell| self.place_of(cell).is_some_and(|it| it.text == first.text));
        own.find_map(|cell| self.name_of_cell(cell)).map(|label| format!("{{{label}}}"))
    }

    /// Whether this cell of the store has an order of a SLIP text. A `zq` in it is an end of the program,
    /// because its author wrote it; ALGOL programs end in a routine of the library.
    pub fn is_of_slip(&self, cell: Address, state: &EvalState<'_>) -> bool {
        let row = |home: Home| self.map()?.row(home, Half::Left).filter(|row| row.home == home)?.place;
        let home = self.home_of(cell, state).unwrap_or(Home::Core(cell));
        !self.has_bodies() && row(home).is_some()
    }

    /// Whether the map lists code bodies: the program itself, its procedures, and so on. Only the map of an
    /// ALGOL program lists them.
    pub fn has_bodies(&self) -> bool {
        self.map().is_some_and(|map| !map.bodies.is_empty())
    }

    /// The name that the map gives to this cell of the store, such as a label.
    pub fn name_of_cell(&self, cell: Address) -> Option<&str> {
        self.map()?.name_of(Home::Core(cell))
    }

    /// All variables that the program declares with this name, in all its blocks.
    fn declared<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a CodeVariable> {
        let variables = self.map().into_iter().flat_map(|map| &map.blocks).flat_map(|block| &block.variables);
        variables.filter(move |variable| variable.name == name)
    }

    /// Whether the program declares a variable of this name, but none is visible now.
    pub(in crate::debug) fn is_hidden(&self, name: &str, state: &EvalState<'_>) -> bool {
        let is_visible = || self.whereabouts(state).is_some_and(|at| at.present_variable(name).is_some());
        self.declared(name).next().is_some() && !is_visible()
    }

    /// The procedure that has a variable or a parameter of this name, unless the program itself has one.
    pub(in crate::debug) fn procedure_with(&self, name: &str) -> Option<&str> {
        let name: String = name.split_whitespace().collect();
        let map = self.map().filter(|_| self.declared(&name).all(|variable| variable.level > 0))?;
        let has_it = |block: usize| map.blocks[block].variables.iter().any(|variable| variable.name == name);
        let row = map.code.iter().find(|row| row.block.is_some_and(has_it))?;
        let body = &map.bodies[row.body?];
        (body.kind == BodyKind::Procedure).then_some(body.written.as_str())
    }

    /// The cell of the store that has this label in a SLIP program.
    fn labelled(&self, name: &str) -> Option<Address> {
        let map = self.map().filter(|map| map.bodies.is_empty())?;
        map.names.iter().find_map(|(known, home)| match home {
            Home::Core(cell) if is_called(known, name) => Some(*cell),
            Home::Core(_) | Home::Drum(..) => None,
        })
    }

    /// The name of the code body to which a frame belongs, as messages print it: the name of a procedure, or
    /// a phrase such as `the program`.
    pub fn name_of(&self, at: &Whereabouts<'_>, frame: &Frame) -> String {
        let body = at.body(frame);
        match body.kind {
            BodyKind::Program => "the program".to_string(),
            BodyKind::Procedure => body.written.clone(),
            BodyKind::Actual => "an actual parameter".to_string(),
            BodyKind::Switch => format!("switch {}", body.written),
        }
    }

    /// The value of a variable, or of an array element, that is visible in this frame.
    ///
    /// # Errors
    /// Returns an error if no variable has this name, or if the variable has no value.
    pub fn variable(
        &self,
        frame: &Frame,
        name: &str,
        subscripts: &[i64],
        state: &EvalState<'_>,
    ) -> Result<Value, String> {
        let Some(at) = self.whereabouts(state) else { return Err(unknown(name)) };
        let (variable, cell) = at.variable(frame, name).ok_or_else(|| invisible(name))?;
        let is_inner = at.innermost().is_some_and(|first| first.p == frame.p);
        Reader { at, state, is_inner }.value(variable, cell, subscripts)
    }

    /// Whether an expression is the name of a visible variable that a procedure declares. Such a variable has
    /// no fixed cell, because each call has its own variables.
    pub fn is_of_a_call(&self, expression: &Expression, state: &EvalState<'_>) -> bool {
        let name = expression.as_variable(state).and_then(Result::ok).map(|(name, _)| name.to_string());
        let at = self.whereabouts(state);
        let seen = name.zip(at).and_then(|(name, at)| Some(at.present_variable(&name)?.0.level));
        seen.is_some_and(|level| level > 0)
    }

    /// The cell of the store that an expression names, and its type if it has one. The expression must be a
    /// cell (`cell 500`), a label of a SLIP program, a variable, or an array element. Variables and arrays
    /// must be visible in the innermost frame.
    ///
    /// # Errors
    /// Returns an error if the expression names no cell.
    pub fn locate(
        &self,
        expression: &Expression,
        state: &EvalState<'_>,
    ) -> Result<(Address, Option<Type>), String> {
        if let Some(cell) = expression.as_cell() {
            return Ok((cell?, None));
        }
        let (name, subscripts) = expression
            .as_variable(state)
            .ok_or_else(|| format!("{expression} is no cell and no variable"))??;
        if let Some(cell) = self.labelled(name) {
            return Ok((cell, None));
        }
        self.known(name)?;
        let at = self.whereabouts(state).ok_or_else(|| unknown(name))?;
        let (variable, cell) = at.present_variable(name).ok_or_else(|| invisible(name))?;
        let cell = Reader { at, state, is_inner: true }.address(variable, cell, &subscripts)?;
        Ok((cell, variable.kind.ty()))
    }

    /// Finds a source line that the user has written as `37` or as `nim.alg:37`. The number alone means a
    /// line of the first source text. Returns the number of the line, and the places on the drum or in the
    /// store where its statements begin. If no statement begins on the line, returns the next line on which
    /// one begins.
    ///
    /// # Errors
    /// Returns an error if there is no such text or line.
    pub fn line_places(&self, written: &str) -> Result<(u32, Places), String> {
        let map = self.map().ok_or("this program has no map: no lines are known")?;
        let (text, line) = match written.rsplit_once(':') {
            Some((text, line)) => (text, line),
            None => ("", written),
        };
        let number = line.parse().ok().filter(|&line: &u32| line > 0);
        let line = number.ok_or_else(|| format!("'{line}' is no line"))?;
        let is_text = |name: &str| {
            text.is_empty()
                || name == text
                || name.ends_with(&format!("/{text}"))
                || name.ends_with(&format!("\\{text}"))
        };
        let found = map.texts.iter().position(|known| is_text(&known.name));
        let found = found.ok_or_else(|| format!("the program has no text {text}"))?;
        self.places_from(found, line)
            .ok_or_else(|| format!("no statement begins on line {line} or behind it"))
    }

    /// The name of a source line, for example `nim.alg:37`. `text` is the index of the text in the map. The
    /// name includes the folder only if another text has the same file name.
    pub fn line_name(&self, text: usize, line: u32) -> String {
        let texts = self.map().map_or(&[][..], |map| &map.texts);
        let file = |name: &str| name.rsplit(['/', '\\']).next().unwrap_or_default().to_string();
        let name = texts.get(text).map_or("", |text| text.name.as_str());
        let is_alone = texts.iter().filter(|other| file(&other.name) == file(name)).count() == 1;
        format!("{}:{line}", if is_alone { file(name) } else { name.to_string() })
    }

    /// The place in the source text that is being executed. In an ALGOL program, it is the place of the
    /// innermost frame. In a SLIP program, it is the place of the next order.
    pub fn place(&self, state: &EvalState<'_>) -> Option<SourcePlace> {
        let of_frame = self.frames(state).first().and_then(|frame| frame.row.place);
        of_frame.or_else(|| self.place_of(state.registers.r1))
    }

    /// Finds a line on which a statement begins: the line `line`, or the next such line after it. Returns
    /// this line's number, and the places on the drum or in the store where its statements begin. `text` is
    /// the index of the source text in the map.
    pub fn places_from(&self, text: usize, line: u32) -> Option<(u32, Places)> {
        let mut lines = self.statements.lines.range((text, line)..=(text, u32::MAX));
        lines.next().map(|(&(_, line), places)| (line, places.clone()))
    }

    /// Creates the [`OneLine`] of a source line, with which a breakpoint stops only once for each execution
    /// of the line. `places` are the places where the line's statements begin. Returns `None` if the line has
    /// only one statement.
    pub fn one_line(&self, places: &[(Home, Half)]) -> Option<OneLine> {
        let map = self.map()?;
        let row = |place: &(Home, Half)| map.row(place.0, place.1);
        let column = |place: &(Home, Half)| Some(row(place)?.place?.column);
        let first = places.iter().filter_map(column).min()?;
        if places.iter().all(|place| column(place) == Some(first)) {
            return None;
        }
        let mut bodies: Vec<_> = places.iter().filter_map(|place| row(place)?.body).collect();
        bodies.sort_unstable();
        bodies.dedup();
        let bodies = bodies.into_iter().map(|body| self.statements.bodies[body].clone()).collect();
        let first = places.iter().copied().filter(|place| column(place) == Some(first)).collect();
        Some(OneLine::new(first, bodies))
    }

    /// Whether the order at this place was compiled from the program's source text. The orders of ALGOL's
    /// run-time library were not. In a SLIP program, the result is always `true`. `cells` is the ferrite
    /// store.
    pub fn is_own(&self, place: Place, registers: &Registers, cells: &[Cell; FERRITE_CELLS]) -> bool {
        let Some(guide) = self.guide.as_ref().filter(|_| self.has_bodies()) else { return true };
        Whereabouts::new(registers, cells, guide).is_own(place)
    }

    /// Finds all procedures with this name, and returns the places where their first statements begin. If
    /// there is no such procedure, returns the place of the label with this name. Blanks in names do not
    /// count.
    ///
    /// # Errors
    /// Returns an error if the program has nothing of this name.
    pub fn named_places(&self, name: &str) -> Result<Places, String> {
        let map = self.map().ok_or("this program has no map: no names are known")?;
        let name: String = name.trim_matches(['{', '}']).split_whitespace().collect();
        let guide = self.guide.as_ref().expect("it has the map");
        let bodies = map.bodies.iter().enumerate();
        let bodies =
            bodies.filter(|(_, body)| body.kind == BodyKind::Procedure && is_called(&body.name, &name));
        let mut places: Vec<(Home, Half)> = bodies.map(|(body, _)| guide.first_statement(body)).collect();
        if places.is_empty() {
            let named = map.names.iter().find(|(known, _)| is_called(known, &name));
            places.extend(named.map(|(_, home)| (*home, Half::Left)));
        }
        places.sort_unstable();
        match places.is_empty() {
            true if map.bodies.is_empty() => Err(format!("the program has no label {name}")),
            true => Err(format!("the program has no procedure {name}")),
            false => Ok(places.into()),
        }
    }

    /// The names that a user can type in a command now: the visible variables, all procedures, and the labels
    /// of a SLIP program. The list is empty if the program has no map.
    pub fn names(&self, state: &EvalState<'_>) -> Vec<String> {
        let Some(at) = self.whereabouts(state) else { return Vec::new() };
        let seen = at.frames().first().map(|frame| at.variables(frame)).unwrap_or_default();
        let procedures = at.map().bodies.iter().filter(|body| body.kind == BodyKind::Procedure);
        let variables = seen.iter().map(|(variable, _)| variable.name.clone());
        let labels = at.map().names.iter().filter(|_| !self.has_bodies()).map(|(name, _)| name.clone());
        variables.chain(procedures.map(|body| body.name.clone())).chain(labels).collect()
    }

    /// The places on the drum or in the store where the program's statements begin, sorted.
    pub fn statements(&self) -> Places {
        self.statements.all.clone()
    }
}

/// Whether two names are equal, without regard to blanks.
fn is_called(known: &str, name: &str) -> bool {
    let bare = |character: &char| !character.is_whitespace();
    known.chars().filter(bare).eq(name.chars().filter(bare))
}

/// The message about a variable that the program declares but that is not visible now.
fn invisible(name: &str) -> String {
    let hint = giers_word(name).map_or_else(String::new, |word| format!("; {word}"));
    format!("no variable {name} is visible here{hint}")
}

/// The message about a name in a program without a map.
fn unknown(name: &str) -> String {
    format!("'{name}' is no register, and the program has no map with names")
}

/// Looks up the names of variables as they are visible in one stack frame.
#[derive(Clone, Copy, Debug)]
pub struct InFrame<'a> {
    /// The program to which the names belong.
    pub program: &'a Program,
    /// The frame in which the names must be visible.
    pub frame: &'a Frame,
}

impl Names for InFrame<'_> {
    fn variable(&self, name: &str, subscripts: &[i64], state: &EvalState<'_>) -> Result<Value, String> {
        self.program.variable(self.frame, name, subscripts, state)
    }

    fn known(&self, name: &str) -> Result<(), String> {
        self.program.known(name)
    }

    fn label(&self, name: &str) -> Option<Address> {
        self.program.labelled(name)
    }
}

impl Names for Program {
    fn has_lines(&self) -> bool {
        !self.statements.all.is_empty()
    }

    fn label(&self, name: &str) -> Option<Address> {
        self.labelled(name)
    }

    fn variable(&self, name: &str, subscripts: &[i64], state: &EvalState<'_>) -> Result<Value, String> {
        if self.map().is_none() {
            return Err(unknown(name));
        }
        if let Some(cell) = self.labelled(name) {
            return Ok(Value::Cell(state.cells[cell.index()]));
        }
        let at = self.whereabouts(state).ok_or_else(|| unknown(name))?;
        self.known(name)?;
        let (variable, cell) = at.present_variable(name).ok_or_else(|| invisible(name))?;
        Reader { at, state, is_inner: true }.value(variable, cell, subscripts)
    }

    fn known(&self, name: &str) -> Result<(), String> {
        self.map().ok_or_else(|| unknown(name))?;
        if self.declared(name).next().is_some() || self.labelled(name).is_some() {
            return Ok(());
        }
        Err(format!("'{name}' is no register, and the program has no variable {name}"))
    }

    fn is_declared_once(&self, name: &str) -> bool {
        self.declared(name).count() < 2
    }

    fn locations(&self, name: &str) -> Option<Vec<VariableLocation>> {
        let deepest = self.map()?.bodies.iter().map(|body| body.level).max()?;
        let mut locations = Vec::new();
        for variable in self.declared(name) {
            // A variable is visible in its own body (`out` is 0), and in bodies nested inside it (1, 2, …).
            let outs = match variable.level {
                0 => vec![None],
                level => (0..=deepest.checked_sub(level)?).map(Some).collect(),
            };
            for out in outs {
                let location = location(variable, out);
                if !locations.contains(&location) {
                    locations.push(location);
                }
            }
        }
        Some(locations)
    }

    fn scope(&self, state: &EvalState<'_>) -> Option<Scope> {
        self.whereabouts(state)?.present_scope()
    }

    fn is_in_own_code(&self, state: &EvalState<'_>) -> bool {
        !self.has_bodies() || self.whereabouts(state).is_some_and(|at| at.is_in_own_code())
    }

    fn first_own_cell(&self) -> Option<Address> {
        self.map().filter(|_| self.has_bodies())?.cell_of("places")
    }

    fn declaration(&self, name: &str, scope: Scope) -> Option<usize> {
        let guide = self.guide.as_ref()?;
        let variable = guide.variable(scope, name)?;
        let mut all = guide.map().blocks.iter().flat_map(|block| &block.variables);
        all.position(|known| std::ptr::eq(known, variable))
    }

    fn location(&self, name: &str, scope: Scope) -> Option<VariableLocation> {
        let guide = self.guide.as_ref()?;
        let variable = guide.variable(scope, name)?;
        Some(location(variable, (variable.level != 0).then(|| scope.level - variable.level)))
    }
}

/// Describes how to find the cell of a variable. `out` is the number of steps from the present frame outwards
/// to the variable's frame. Each step leads to the enclosing frame. `None` means that the program itself
/// declares the variable.
const fn location(variable: &CodeVariable, out: Option<usize>) -> VariableLocation {
    VariableLocation { out, offset: variable.offset, kind: variable.kind }
}
