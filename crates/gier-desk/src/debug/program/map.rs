//! An ALGOL or SLIP program under the debugger: its variables by name, its lines, its statements.
//! What the map says is read by [`Whereabouts`]; here it is given names and values.

use super::reader::Reader;
use crate::debug::expression::{Expression, Meaning, Names, Sight, Value};
use crate::whereabouts::{Frame, Guide, Scope, Whereabouts};
use gier_word::source_map::{BodyKind, CodeVariable, SourcePlace, Type, VariableKind};
use gier_word::{Address, Half, Home, SourceMap};
use std::sync::Arc;

/// What is known of the program by its map; of one without a map nothing.
#[derive(Clone, Debug, Default)]
pub struct Program(Option<Arc<Guide>>);

impl Program {
    /// A program with this map, if it has one.
    pub fn new(map: Option<Arc<SourceMap>>) -> Program {
        Program(map.map(|map| Arc::new(Guide::new(map))))
    }

    /// The map.
    pub fn map(&self) -> Option<&SourceMap> {
        self.0.as_ref().map(|guide| &**guide.map())
    }

    /// The map, for another session of the same program.
    pub fn shared_map(&self) -> Option<Arc<SourceMap>> {
        self.0.as_ref().map(|guide| guide.map().clone())
    }

    pub(super) fn whereabouts<'a>(&'a self, sight: &Sight<'a>) -> Option<Whereabouts<'a>> {
        Some(Whereabouts::new(sight.registers, sight.cells, self.0.as_ref()?))
    }

    /// Which cell of which track lies in a cell of the store.
    pub fn home_of(&self, cell: Address, sight: &Sight<'_>) -> Option<Home> {
        self.whereabouts(sight)?.home_of(cell)
    }

    /// The bodies at work, the innermost first; none if that is not known.
    pub fn frames(&self, sight: &Sight<'_>) -> Vec<Frame> {
        self.whereabouts(sight).map(|at| at.frames()).unwrap_or_default()
    }

    /// Where the program is: its line, and the calls that led there.
    pub fn line(&self, sight: &Sight<'_>) -> Option<String> {
        let at = self.whereabouts(sight)?;
        let of_cell = || self.place_of(sight.registers.r1).map(|place| at.map().write_place(place));
        at.line().or_else(of_cell)
    }

    /// The place in a text of what stands in a cell of the store at all times.
    pub fn place_of(&self, cell: Address) -> Option<SourcePlace> {
        let (map, home) = (self.map()?, Home::Core(cell));
        // What stands behind a program in SLIP is not of its last line.
        let row = map.row(home, Half::Left).filter(|row| self.has_bodies() || row.home == home)?;
        row.place.filter(|place| map.texts.len() > place.text)
    }

    /// Whether it is a program in ALGOL: its map knows the frames of its bodies.
    pub fn has_bodies(&self) -> bool {
        self.map().is_some_and(|map| !map.bodies.is_empty())
    }

    /// What a cell of the store is called.
    pub fn label(&self, cell: Address) -> Option<&str> {
        self.map()?.name_of(Home::Core(cell))
    }

    /// An expression with the labels of a program in SLIP as their cells.
    pub fn bound(&self, expression: &Expression) -> Expression {
        expression.bound(&|name| self.labelled(name))
    }

    /// The cell of the store that has this label, in a program in SLIP.
    fn labelled(&self, name: &str) -> Option<Address> {
        let map = self.map().filter(|map| map.bodies.is_empty())?;
        map.names.iter().find_map(|(known, home)| match home {
            Home::Core(cell) if is_called(known, name) => Some(*cell),
            Home::Core(_) | Home::Drum(..) => None,
        })
    }

    /// The chain of calls, a line each, the innermost first.
    pub fn calls(&self, sight: &Sight<'_>) -> Vec<String> {
        let Some(at) = self.whereabouts(sight) else { return Vec::new() };
        let line = |frame: &Frame| {
            let place = frame.row.place.map_or("?".to_string(), |place| at.map().write_place(place));
            format!("{} at {place}, p = {}", self.name_of(&at, frame), frame.p)
        };
        at.frames().iter().map(line).collect()
    }

    /// What a body is called.
    pub fn name_of(&self, at: &Whereabouts<'_>, frame: &Frame) -> String {
        let body = at.body(frame);
        match body.kind {
            BodyKind::Program => "the program".to_string(),
            BodyKind::Procedure => body.name.clone(),
            BodyKind::Actual => "an actual parameter".to_string(),
            BodyKind::Switch => format!("switch {}", body.name),
        }
    }

    /// The name of a frame's body.
    pub fn body_name(&self, frame: &Frame, sight: &Sight<'_>) -> String {
        self.whereabouts(sight).map_or_else(String::new, |at| self.name_of(&at, frame))
    }

    /// The variables that a frame sees, each with what it holds, those of the innermost block first.
    pub fn variables(&self, frame: &Frame, sight: &Sight<'_>) -> Vec<(String, String)> {
        let Some(at) = self.whereabouts(sight) else { return Vec::new() };
        let mut told: Vec<(String, String)> = Vec::new();
        for (variable, cell) in at.variables(frame) {
            if told.iter().any(|(name, _)| *name == variable.name) {
                continue;
            }
            let is_inner = at.frames().first().is_some_and(|first| first.p == frame.p);
            let value = Reader { at, sight, is_inner }.told(variable, cell);
            told.push((variable.name.clone(), value));
        }
        told
    }

    /// A variable that a frame sees, or an element of an array.
    ///
    /// # Errors
    /// There is none of this name, or it has no value.
    pub fn variable(
        &self,
        frame: &Frame,
        name: &str,
        subscripts: &[i64],
        sight: &Sight<'_>,
    ) -> Result<Value, String> {
        let Some(at) = self.whereabouts(sight) else { return Err(unknown(name)) };
        let (variable, cell) = seen(&at, frame, name)?;
        let is_inner = at.innermost().is_some_and(|first| first.p == frame.p);
        Reader { at, sight, is_inner }.value(variable, cell, subscripts)
    }

    /// The cell of the store that an expression names and nothing else: `cell 500`, a variable, an
    /// element of an array; as the innermost frame sees it.
    ///
    /// # Errors
    /// It names none.
    pub fn address_of(&self, expression: &Expression, sight: &Sight<'_>) -> Result<Address, String> {
        if let Some(cell) = expression.as_cell() {
            return Ok(cell.into());
        }
        let (name, subscripts) = expression
            .as_variable(sight)
            .ok_or_else(|| format!("{expression} is no cell and no variable"))??;
        if let Some(cell) = self.labelled(name) {
            return Ok(cell);
        }
        let at = self.whereabouts(sight).ok_or_else(|| unknown(name))?;
        let frame = at.innermost().ok_or("the program is not at work here")?;
        let (variable, cell) = seen(&at, &frame, name)?;
        Reader { at, sight, is_inner: true }.address(variable, cell, &subscripts)
    }

    /// The cell in which a simple variable of this name lies, as the innermost frame sees it, and
    /// its type.
    ///
    /// # Errors
    /// There is none, or it is no simple variable.
    pub fn cell_of(&self, name: &str, sight: &Sight<'_>) -> Result<(Address, Type), String> {
        let at = self.whereabouts(sight).ok_or_else(|| unknown(name))?;
        let frame = at.innermost().ok_or("the program is not at work")?;
        let (variable, cell) = seen(&at, &frame, name)?;
        match variable.kind {
            VariableKind::Simple(ty)
            | VariableKind::Own(ty)
            | VariableKind::Result(ty)
            | VariableKind::Value(ty) => Ok((cell, ty)),
            _ => Err(format!("{name} is no simple variable")),
        }
    }

    /// Where the statements on a line begin, of the text with this name or of the first: `37`,
    /// `nim.alg:37`. On a line without a statement the next that has one counts.
    ///
    /// # Errors
    /// There is no such text or line.
    pub fn line_places(&self, written: &str) -> Result<(u32, Vec<(Home, Half)>), String> {
        let map = self.map().ok_or("this program has no map: no lines are known")?;
        let (text, line) = match written.rsplit_once(':') {
            Some((text, line)) => (text, line),
            None => ("", written),
        };
        let line: u32 = line.parse().map_err(|_| format!("'{line}' is no line"))?;
        let is_text = |name: &str| text.is_empty() || name == text || name.ends_with(&format!("/{text}"));
        let found = map.texts.iter().position(|known| is_text(&known.name));
        let found = found.ok_or_else(|| format!("the program has no text {text}"))?;
        self.places_from(found, line)
            .ok_or_else(|| format!("no statement begins on line {line} or behind it"))
    }

    /// Where the statements on a line of a text begin, or on the next that has any.
    pub fn places_from(&self, text: usize, line: u32) -> Option<(u32, Vec<(Home, Half)>)> {
        let map = self.map()?;
        let places = map.code.iter().filter(|row| row.begins).filter_map(|row| row.place);
        let lines = places.filter(|place| place.text == text && place.line >= line).map(|place| place.line);
        let line = lines.min()?;
        Some((line, map.statements(text, line).map(|row| (row.home, row.half)).collect()))
    }

    /// Where a procedure or a name of the program begins.
    ///
    /// # Errors
    /// There is none.
    pub fn named_places(&self, name: &str) -> Result<Vec<(Home, Half)>, String> {
        let map = self.map().ok_or("this program has no map: no names are known")?;
        let name: String = name.split_whitespace().collect();
        let bodies = map.bodies.iter().filter(|body| body.kind == BodyKind::Procedure && body.name == name);
        let mut places: Vec<(Home, Half)> = bodies.map(|body| (body.entry, Half::Left)).collect();
        if places.is_empty() {
            let named = map.names.iter().find(|(known, _)| is_called(known, &name));
            places.extend(named.map(|(_, home)| (*home, Half::Left)));
        }
        if places.is_empty() { Err(format!("the program has no procedure {name}")) } else { Ok(places) }
    }

    /// The names that mean something here: the variables that are seen, and the procedures.
    pub fn names(&self, sight: &Sight<'_>) -> Vec<String> {
        let Some(at) = self.whereabouts(sight) else { return Vec::new() };
        let seen = at.frames().first().map(|frame| at.variables(frame)).unwrap_or_default();
        let procedures = at.map().bodies.iter().filter(|body| body.kind == BodyKind::Procedure);
        let variables = seen.iter().map(|(variable, _)| variable.name.clone());
        let labels = at.map().names.iter().filter(|_| !self.has_bodies()).map(|(name, _)| name.clone());
        variables.chain(procedures.map(|body| body.name.clone())).chain(labels).collect()
    }

    /// Whether the ALGOL program declares a variable of this name anywhere.
    pub fn declares(&self, name: &str) -> bool {
        let blocks = self.map().map(|map| map.blocks.as_slice()).unwrap_or_default();
        blocks.iter().flat_map(|block| &block.variables).any(|variable| variable.name == name)
    }

    /// Where any statement begins, in the order of the places.
    pub fn statements(&self) -> Vec<(Home, Half)> {
        let rows = self.map().map(|map| map.code.as_slice()).unwrap_or_default();
        rows.iter().filter(|row| row.begins).map(|row| (row.home, row.half)).collect()
    }
}

/// Whether two names are the same: blanks do not matter.
fn is_called(known: &str, name: &str) -> bool {
    let bare = |character: &char| !character.is_whitespace();
    known.chars().filter(bare).eq(name.chars().filter(bare))
}

/// The variable of this name that a frame sees, and its cell.
fn seen<'a>(at: &Whereabouts<'a>, frame: &Frame, name: &str) -> Result<(&'a CodeVariable, Address), String> {
    at.variable(frame, name).ok_or_else(|| format!("no variable {name} is seen here"))
}

fn unknown(name: &str) -> String {
    format!("'{name}' is no register, and the program has no map with names")
}

impl Names for Program {
    fn variable(&self, name: &str, subscripts: &[i64], sight: &Sight<'_>) -> Result<Value, String> {
        if self.map().is_none() {
            return Err(unknown(name));
        }
        if let Some(cell) = self.labelled(name) {
            return Ok(Value::Cell(sight.cells[cell.index()]));
        }
        let at = self.whereabouts(sight).ok_or_else(|| unknown(name))?;
        let frame = at.innermost().ok_or_else(|| format!("{name}: the program is not at work here"))?;
        let (variable, cell) = seen(&at, &frame, name)?;
        Reader { at, sight, is_inner: true }.value(variable, cell, subscripts)
    }

    fn known(&self, name: &str) -> Result<(), String> {
        let map = self.map().ok_or_else(|| unknown(name))?;
        let mut variables = map.blocks.iter().flat_map(|block| &block.variables);
        if variables.any(|variable| variable.name == name) || self.labelled(name).is_some() {
            return Ok(());
        }
        Err(format!("'{name}' is no register, and the program has no variable {name}"))
    }

    fn meanings(&self, name: &str) -> Option<Vec<Meaning>> {
        let map = self.map()?;
        let deepest = map.bodies.iter().map(|body| body.level).max()?;
        let mut meanings = Vec::new();
        let variables = map.blocks.iter().flat_map(|block| &block.variables);
        for variable in variables.filter(|variable| variable.name == name) {
            // Each body sees it that is as deep or deeper.
            let outs = match variable.level {
                0 => vec![None],
                level => (0..=deepest.checked_sub(level)?).map(Some).collect(),
            };
            for out in outs {
                let meaning = meaning(variable, out);
                if !meanings.contains(&meaning) {
                    meanings.push(meaning);
                }
            }
        }
        Some(meanings)
    }

    fn scope(&self, sight: &Sight<'_>) -> Option<Scope> {
        let at = self.whereabouts(sight)?;
        Some(at.scope(&at.innermost()?))
    }

    fn meant(&self, name: &str, scope: Scope) -> Option<Meaning> {
        let guide = self.0.as_ref()?;
        let variable = guide.variable(scope, name)?;
        Some(meaning(variable, (variable.level != 0).then(|| guide.level(scope) - variable.level)))
    }
}

/// What a variable is to a body from whose frame its own lies so far out.
const fn meaning(variable: &CodeVariable, out: Option<usize>) -> Meaning {
    Meaning { out, offset: variable.offset, kind: variable.kind }
}
