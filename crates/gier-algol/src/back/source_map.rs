//! Builds the source map of a program, which tells debuggers where statements and variables are.

use super::code::{Label, Op, Origin};
use super::lower::Lower;
use super::placing::TrackLayout;
use super::running::{FIRST_TRACK, Linked, RunningSystem};
use crate::ast::{BlockId, DeclaredSymbol, Span, Spec, SymbolId, SymbolKind};
use crate::source::SourceText;
use gier_slip::{Assembly, Destination, Name, Statement};
use gier_word::source_map::{
    CodeBlock, CodeBody, CodeRow, CodeVariable, Home, MapText, SourceMap, SourcePlace, VariableKind,
};
use gier_word::{Address, Half, TrackNo};

/// The cells that hold boot code at first, and later serve as working cells. The source map lists the names
/// of these cells.
const WORKING: std::ops::Range<i64> = 6..16;

/// The alarms: the word that each prints, and the name of a cell of the running system. The
/// program executes the order in this cell only when the alarm occurs.
const ALARMS: [(&str, &str); 9] = [
    ("spill", "spill"),
    ("alas", "alas"),
    ("array", "array"),
    ("index", "index alarm"),
    ("ln", "ln alarm"),
    ("sqrt", "sqrt alarm"),
    ("exp", "exp alarm"),
    ("drum", "drum alarm"),
    ("param", "param alarm"),
];

/// Builds the source map of a program.
pub(super) fn map(
    lower: &Lower<'_>,
    layout: &TrackLayout,
    (running, linked, assembly): (&RunningSystem, &Linked, &Assembly),
    texts: &[SourceText],
) -> SourceMap {
    let places = PlaceTable::new(lower, texts);
    let home = |label: Label| {
        let place = layout.labels[label.0];
        on_track(TrackNo::from(FIRST_TRACK + place.track), place.cell)
    };
    let start = Home::Drum(TrackNo::from(FIRST_TRACK), 0);
    let bodies = lower.bodies.iter().map(|body| CodeBody {
        kind: body.kind,
        name: body.symbol.map_or(String::new(), |id| lower.symbol(id).name.to_string()),
        written: body.symbol.map_or(String::new(), |id| written(lower.symbol(id), texts)),
        place: places.of(&body.span),
        level: body.level,
        entry: body.entry.map_or(start, home),
    });
    let names = names(running, linked, assembly);
    let cell = |name: &str| names.iter().find(|(known, _)| known == name).map(|(_, home)| *home);
    let alarms = ALARMS.iter().filter_map(|(word, name)| match cell(name)? {
        Home::Core(address) => Some((word.to_string(), address)),
        Home::Drum(..) => None,
    });
    SourceMap {
        texts: texts.iter().map(|text| MapText::new(&text.name, &text.text)).collect(),
        bodies: bodies.collect(),
        blocks: blocks(lower, texts),
        code: code(&lower.ops, layout, &places),
        alarms: alarms.collect(),
        names,
    }
}

/// Returns the place of a cell on the drum. `cell` is the position on the track, counted from 0.
fn on_track(track: TrackNo, cell: usize) -> Home {
    Home::on_track(track, cell).expect("the layout fills no track beyond its end")
}

/// The rows of the source map. A row stands for consecutive orders that have the same place in the text, the
/// same body and the same block. A new row begins at each statement, and at the literals of each track.
fn code(ops: &[Op], layout: &TrackLayout, places: &PlaceTable) -> Vec<CodeRow> {
    let mut rows: Vec<CodeRow> = Vec::new();
    for (number, track) in layout.tracks.iter().enumerate() {
        let track_number = TrackNo::from(FIRST_TRACK + number);
        let (mut last, mut end) = (None, 0);
        for (cell, actions) in track.actions().enumerate() {
            end = cell + 1;
            for (action, half) in actions.into_iter().zip([Half::Left, Half::Right]) {
                let Some(action) = action.filter(|&action| Some(action) != last) else { continue };
                let Origin { span, begins, body, block } = &ops[action].origin;
                let row = CodeRow {
                    home: on_track(track_number, cell),
                    half,
                    place: Some(places.of(span)),
                    begins: *begins,
                    body: Some(*body),
                    block: Some(block.0),
                };
                let says = |row: &CodeRow| (row.place, row.body, row.block);
                let known = last.and(rows.last()).is_some_and(|last| says(last) == says(&row));
                last = Some(action);
                if *begins || !known {
                    rows.push(row);
                }
            }
        }
        if track.has_literals() {
            let home = on_track(track_number, end);
            rows.push(CodeRow {
                home,
                half: Half::Left,
                place: None,
                begins: false,
                body: None,
                block: None,
            });
        }
    }
    rows
}

/// A symbol's name as the source text writes it, with blanks, such as `my sum`.
fn written(symbol: &DeclaredSymbol, texts: &[SourceText]) -> String {
    let text = texts.get(symbol.span.file()).and_then(|text| text.text.get(symbol.span.bytes()));
    let written = text.unwrap_or("").split_whitespace().collect::<Vec<_>>().join(" ");
    let is_name = written.split(' ').collect::<String>() == *symbol.name;
    if is_name { written } else { symbol.name.to_string() }
}

fn blocks(lower: &Lower<'_>, texts: &[SourceText]) -> Vec<CodeBlock> {
    let outer = |number: usize| lower.survey.blocks[number].outer.map(|block| block.0);
    let mut blocks: Vec<CodeBlock> = (0..lower.program.blocks)
        .map(|number| CodeBlock { outer: outer(number), variables: Vec::new() })
        .collect();
    for (number, symbol) in lower.program.symbols.iter().enumerate() {
        if let Some((block, variable)) = variable(lower, SymbolId(number), symbol, texts) {
            blocks[block.0].variables.push(variable);
        }
    }
    blocks
}

/// The source map's entry for a symbol, and the block to which the entry belongs. Returns `None` if the
/// symbol has no cell.
fn variable(
    lower: &Lower<'_>,
    id: SymbolId,
    symbol: &DeclaredSymbol,
    texts: &[SourceText],
) -> Option<(BlockId, CodeVariable)> {
    let mut block = symbol.block;
    let (kind, location) = match &symbol.kind {
        SymbolKind::Variable { ty, own: false } => (VariableKind::Simple(*ty), lower.places.get(&id)),
        SymbolKind::Variable { ty, own: true } => (VariableKind::Own(*ty), lower.places.get(&id)),
        SymbolKind::Array { ty, dimensions } => {
            (VariableKind::Array { ty: *ty, dimensions: *dimensions }, lower.places.get(&id))
        }
        SymbolKind::Procedure(procedure) => {
            let procedure = lower.procedure(*procedure);
            block = procedure.block;
            (VariableKind::Result(procedure.result?), lower.places.get(&id))
        }
        SymbolKind::Formal { spec, value, .. } => {
            let kind = match spec {
                Spec::Simple(ty) if *value => VariableKind::Value(*ty),
                Spec::Simple(ty) => VariableKind::Name(*ty),
                Spec::Array(ty) => VariableKind::ArrayName(*ty),
                Spec::Procedure(ty) => VariableKind::ProcedureName(*ty),
                Spec::Label => VariableKind::LabelName,
                Spec::Switch => VariableKind::SwitchName,
                Spec::String => VariableKind::StringName,
            };
            (kind, Some(&lower.formal(id)))
        }
        SymbolKind::Switch | SymbolKind::Label | SymbolKind::Standard(_) => return None,
    };
    let location = location?;
    let offset = i16::try_from(location.offset).expect("a frame is small");
    let variable = CodeVariable {
        name: symbol.name.to_string(),
        written: written(symbol, texts),
        kind,
        level: location.level,
        offset,
        lows: lower.lows.get(&id).cloned().unwrap_or_default(),
    };
    Some((block, variable))
}

/// The named cells of the running system. Each is in the store or on a track of the library.
fn names(running: &RunningSystem, linked: &Linked, assembly: &Assembly) -> Vec<(String, Home)> {
    let mut names = Vec::new();
    let value = |name: &Name| assembly.value(name);
    let core = |value: i64| Home::Core(Address::from(value));
    for item in running.resident(linked) {
        match &item.statement {
            Statement::Label(name) => names.extend(value(name).map(|at| (bare(name), core(at)))),
            Statement::Define(name, _) => {
                let at = value(name).filter(|at| WORKING.contains(at));
                names.extend(at.map(|at| (bare(name), core(at))));
            }
            _ => {}
        }
    }
    for name in ["display", "places"] {
        names.extend(value(&Name::long(name)).map(|at| (name.to_string(), core(at))));
    }
    let mut track = None;
    for item in running.library(linked) {
        match &item.statement {
            Statement::Place(Destination::Track { track: number, .. }) => track = number.as_number(),
            Statement::Label(name) => {
                let home = |(track, at): (i64, i64)| {
                    let cell = usize::try_from(at - super::placing::FIRST_CELL);
                    on_track(TrackNo::from(track), cell.expect("it comes after the first cell"))
                };
                names.extend(track.zip(value(name)).map(|at| (bare(name), home(at))));
            }
            _ => {}
        }
    }
    names
}

/// Converts a SLIP name to text without the braces around it: `{spill}` → `spill`.
fn bare(name: &Name) -> String {
    match name {
        Name::Long(words) => words.clone(),
        Name::Short(..) => name.to_string(),
    }
}

/// A table that gives the line and the column of each text position that the source map uses.
struct PlaceTable(Vec<((usize, usize), SourcePlace)>);

impl PlaceTable {
    /// Builds the table in one pass over each text.
    fn new(lower: &Lower<'_>, texts: &[SourceText]) -> PlaceTable {
        let spans =
            lower.ops.iter().map(|op| &op.origin.span).chain(lower.bodies.iter().map(|body| &body.span));
        let nowhere = SourcePlace { text: 0, line: 1, column: 1 };
        let spans = spans.map(|span| ((span.file(), span.bytes().start), nowhere));
        let mut places: Vec<_> = spans.collect();
        places.sort_by_key(|(place, _)| *place);
        places.dedup();
        let mut at = (0, 0);
        let mut here = nowhere;
        for ((file, byte), place) in &mut places {
            let (file, byte) = (*file, *byte);
            if file != at.0 {
                (at, here) = ((file, 0), SourcePlace { text: file, ..nowhere });
            }
            let between = texts.get(file).and_then(|text| text.text.get(at.1..byte)).unwrap_or("");
            for character in between.chars() {
                here.column += 1;
                if character == '\n' {
                    (here.line, here.column) = (here.line + 1, 1);
                }
            }
            at.1 = byte;
            *place = here;
        }
        PlaceTable(places)
    }

    fn of(&self, span: &Span) -> SourcePlace {
        let place = self.0.binary_search_by_key(&(span.file(), span.bytes().start), |(place, _)| *place);
        self.0[place.expect("all spans were looked at")].1
    }
}
