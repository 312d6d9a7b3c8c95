//! The program's source text: the text shown, the next statement, the visible variables, and the calls
//! that led to the statement.

use super::search::next_with;
use super::values::Compared;
use crate::scene::Named;
use crate::state::commands::{Progress, looked_through};
use gier_desk::debug::Engine;
use gier_desk::debug::answer::Answer;
use gier_desk::debug::expression::EvalState;
use gier_desk::debug::program::Variable;
use gier_desk::debug::stops::At;
use gier_machine::timeline::Position;
use gier_word::source_map::SourcePlace;

/// The source texts of a program, and the state of the view that shows them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sources {
    /// The lines of each source file listed in the source map. An entry is `None` if the host does not have
    /// the file.
    texts: Vec<Option<Vec<String>>>,
    /// The index of the source text that is shown.
    pub text: usize,
    /// The number of the line that has the cursor, counted from 1.
    pub cursor: u32,
    /// Whether you have moved the cursor, so that it does not follow the program.
    pub is_loose: bool,
    /// The source text, line and column of the next statement.
    pub place: Option<SourcePlace>,
    /// The variables visible at the next statement, each with its value as text.
    pub variables: Vec<Named>,
    compared: Compared,
    /// Descriptions of the calls that led to the next statement, the innermost first.
    pub calls: Vec<String>,
    /// The state of the session when the variables and calls were last read: its present position, its end,
    /// and how many inputs it has. Reading takes long, so it is repeated only if one of these has changed.
    seen: Option<(Position, Position, usize)>,
}

impl Sources {
    /// Divides the source texts into lines.
    pub(crate) fn new(texts: Vec<Option<String>>) -> Sources {
        let lines = |text: String| text.lines().map(|line| line.replace('\t', "    ")).collect();
        Sources {
            texts: texts.into_iter().map(|text| text.map(lines)).collect(),
            cursor: 1,
            ..Sources::default()
        }
    }

    /// The lines of the source text shown. The list is empty if the host does not have the text.
    pub(crate) fn lines(&self) -> &[String] {
        self.texts.get(self.text).and_then(Option::as_deref).unwrap_or_default()
    }

    /// Updates the line of the next statement, the variables and the calls. While the machine runs, an ALGOL
    /// parameter called by name shows no value. While the machine is stopped, a search in the past finds the
    /// variables that were never set. `progress` can cancel this search.
    pub(crate) fn look(&mut self, engine: &Engine, is_running: bool, progress: Progress<'_>) {
        let program = engine.program();
        if program.map().is_none() {
            return;
        }
        let (timeline, state) = (engine.timeline(), engine.program_state());
        let state = if is_running { EvalState { machine: None, ..state } } else { state };
        let frames = program.frames(&state);
        self.place = program.place(&state);
        let moment = (timeline.position(), timeline.end(), timeline.inputs().len());
        if is_running || self.seen != Some(moment) {
            let orders = engine.machine().orders();
            let mut report = looked_through(orders, progress);
            let searched = if is_running { None } else { engine.variables(0, &mut report).ok() };
            self.seen = searched.is_some().then_some(moment);
            let visible = || frames.first().map(|frame| program.visible(frame, &state));
            let variables = searched.or_else(visible).unwrap_or_default();
            let row = |variable: Variable| (variable.declared.written, variable.value);
            let variables = variables.into_iter().map(row).collect();
            self.variables = self.compared.rows(variables, engine, is_running);
            self.calls = program.calls(&state).iter().map(call).collect();
        }
        if let Some(place) = self.place.filter(|_| !self.is_loose) {
            (self.text, self.cursor) = (place.text, place.line);
        }
    }

    /// Moves the cursor by this many lines. The cursor stays there until the program moves on.
    pub(crate) fn scroll(&mut self, lines: isize) {
        let line = (self.cursor as usize).saturating_add_signed(lines);
        self.go(line.clamp(1, self.lines().len().max(1)) as u32);
    }

    /// Moves the cursor to this line.
    pub(crate) fn go(&mut self, line: u32) {
        (self.cursor, self.is_loose) = (line, true);
    }

    /// Shows another source text: `texts` texts later, or earlier if `texts` is negative.
    pub(crate) fn switch_text(&mut self, texts: isize) {
        let last = self.texts.len().saturating_sub(1);
        self.text = self.text.saturating_add_signed(texts).min(last);
        self.go(1);
    }

    /// The number of the next line after the cursor that contains this text. After the last line, the
    /// search goes on from the first.
    pub(crate) fn find(&self, wanted: &str) -> Option<u32> {
        let here = usize::try_from(self.cursor).expect("a line of a text");
        let found = next_with(self.lines(), here, wanted)?;
        u32::try_from(found + 1).ok()
    }

    /// The line numbers of the breakpoints in the text shown. `true` means that the breakpoint is on.
    pub(crate) fn breaks(&self, engine: &Engine) -> Vec<(u32, bool)> {
        let Some(map) = engine.program().map() else { return Vec::new() };
        let mut lines: Vec<(u32, bool)> = Vec::new();
        for stop in engine.breaks().stops() {
            let At::Named { places, .. } = &stop.at else { continue };
            let rows = places.iter().filter_map(|(home, half)| map.row(*home, *half)?.place);
            for place in rows.filter(|place| place.text == self.text) {
                lines.push((place.line, stop.on));
            }
        }
        lines
    }
}

/// A call as a row: first its place, so that a narrow row shows place and name.
fn call(call: &Answer) -> String {
    let Some(scene) = &call.scene else { return call.what.to_string() };
    let statement = scene.statement.iter().map(|statement| format!(", `{statement}`"));
    format!("{}: {}{}", scene.line, call.what, statement.collect::<String>())
}
