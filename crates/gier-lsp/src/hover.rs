//! Describes the name under the pointer, for the editor's hover window.

use crate::algol::Algol;
use crate::position::Encoding;
use gier_algol::ast::{ProcedureId, Spec, SymbolId, SymbolKind};
use gier_algol::source::SourceText;
use gier_algol::standard::{self, StandardProcedure};
use gier_algol::typing::SYMBOLS;
use gier_algol::{Meaning, TokenKind, compile, words};
use gier_desk::Until;
use gier_desk::host::NoFiles;
use gier_desk::session::Session;
use gier_machine::Machine;
use gier_word::Uops;
use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind, Position, Range};

/// The numbers that a layout prints in the hover window: small and whole, negative, and with decimals.
const PRINTED: [&str; 3] = ["7", "-42", "1966.25"];
/// How long the machine may print them, in seconds of its time.
const LIMIT_SECONDS: f64 = 60.0;

/// The hover window with this Markdown for a range of the text.
pub fn shown(value: String, range: Range) -> Hover {
    let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
    Hover { contents, range: Some(range) }
}

impl Algol {
    /// Describes the name at a position.
    pub fn hover(&self, at: Position, encoding: Encoding) -> Option<Hover> {
        let Some(named) = self.named(at, encoding) else { return self.hover_symbol(at, encoding) };
        let value = match named.meaning {
            Some(Meaning::Symbol(symbol)) => self.about(symbol),
            Some(Meaning::Unknown(_)) => "A name whose declaration has a fault.".to_string(),
            None => match standard::find(named.name) {
                Some(row) => about_standard(row),
                None => "This name is not declared.".to_string(),
            },
        };
        Some(shown(value, self.lines(encoding).span(&self.analysis.tokens[named.token].span)))
    }

    /// Describes the underlined word or the symbol at a position.
    fn hover_symbol(&self, at: Position, encoding: Encoding) -> Option<Hover> {
        let lines = self.lines(encoding);
        let token = self.analysis.token_at(self.file, lines.byte(at))?;
        let span = &self.analysis.tokens[token].span;
        if let TokenKind::Layout(_) = self.analysis.tokens[token].kind {
            return Some(shown(printed(&self.text(self.file)[span.bytes()])?, lines.span(span)));
        }
        let written = self.basic(token)?.written();
        let value = match words::find(&written).filter(|_| written.starts_with('_')) {
            Some(row) => format!("{}\n\n{}\n\n```algol60\n{}\n```", row.english, row.danish, row.example),
            None => {
                let row = SYMBOLS.iter().find(|row| row.symbol == written)?;
                let typed: Vec<String> = row.typed.iter().map(|typed| format!("`{typed}`")).collect();
                let typed =
                    if typed.is_empty() { String::new() } else { format!("; type {}", typed.join(" or ")) };
                format!("`{}`: {} / {}{typed}", row.symbol, row.english, row.danish)
            }
        };
        Some(shown(value, lines.span(span)))
    }

    /// Describes a symbol, as Markdown.
    fn about(&self, id: SymbolId) -> String {
        let symbol = &self.analysis.program.symbols[id.0];
        if let SymbolKind::Standard(found) = symbol.kind {
            return about_standard(standard::standard(found));
        }
        let heading = self.heading(id);
        format!("```algol60\n{heading}\n```\n{}", self.home(id))
    }

    /// Says what kind of symbol this is and where it is declared, for example
    /// `variable of SORT, declared in line 7`.
    fn home(&self, id: SymbolId) -> String {
        let symbol = &self.analysis.program.symbols[id.0];
        let text = &self.analysis.texts[symbol.span.file()];
        let (line, _) = symbol.span.line_and_column(&text.text);
        let procedures = &self.analysis.program.procedures;
        let owner = procedures.iter().find(|procedure| procedure.block == symbol.block);
        let owner = owner.map(|procedure| &self.analysis.program.symbols[procedure.symbol.0].name);
        let place = match owner {
            Some(owner) => format!("of {owner}, "),
            None if symbol.block.0 == 0 => "of the program, ".to_string(),
            None => String::new(),
        };
        let kind = match &symbol.kind {
            SymbolKind::Variable { own: true, .. } => "own variable",
            SymbolKind::Variable { .. } => "variable",
            SymbolKind::Array { .. } => "array",
            SymbolKind::Procedure(_) => "procedure",
            SymbolKind::Switch => "switch",
            SymbolKind::Label => "label",
            SymbolKind::Formal { value: true, .. } => "parameter, called by value,",
            SymbolKind::Formal { .. } => "parameter, called by name,",
            SymbolKind::Standard(_) => "standard",
        };
        match symbol.span.file() == self.file {
            true => format!("{kind} {place}declared in line {line}"),
            false => format!("{kind} {place}declared in line {line} of {}", text.name),
        }
    }

    /// Returns the declaration of a symbol, for example `_integer n`. The bounds of an array and the body of
    /// a procedure are left out.
    pub fn heading(&self, id: SymbolId) -> String {
        let symbol = &self.analysis.program.symbols[id.0];
        let name = &symbol.name;
        match &symbol.kind {
            SymbolKind::Variable { ty, own } => format!("{}_{ty} {name}", if *own { "_own " } else { "" }),
            SymbolKind::Array { ty, dimensions } => {
                format!("_{ty} _array {name}[{}]", vec![":"; *dimensions].join(", "))
            }
            SymbolKind::Procedure(procedure) => self.procedure_heading(*procedure),
            SymbolKind::Switch => format!("_switch {name}"),
            SymbolKind::Label => format!("{name}:"),
            SymbolKind::Formal { spec, .. } => format!("{} {name}", specifier(*spec)),
            SymbolKind::Standard(found) => standard::standard(*found).heading(),
        }
    }

    /// The heading of a procedure, copied from the text. If the procedure has a value, its type comes first.
    fn procedure_heading(&self, id: ProcedureId) -> String {
        let procedure = &self.analysis.program.procedures[id.0];
        let text = &self.text(procedure.span.file())[procedure.span.bytes()];
        match procedure.result {
            Some(ty) => format!("_{ty} {text}"),
            None => text.to_string(),
        }
    }

    /// The parameters of a procedure, with their specifications.
    pub fn parameters(&self, id: ProcedureId) -> Vec<String> {
        let formals = &self.analysis.program.procedures[id.0].formals;
        formals.iter().map(|formal| self.heading(*formal)).collect()
    }
}

/// Shows what a layout prints, between `«` and `»` because the blanks count. The machine prints it, so that the
/// window cannot say anything else than the program. Returns `None` if the layout has a fault.
fn printed(layout: &str) -> Option<String> {
    let write = |number| format!("writetext(«:»); write({layout}, {number}); writetext(«:»)");
    let text = format!("_begin {} _end;", PRINTED.map(write).join("; "));
    let (compilation, _) = compile(&[SourceText::clean("layout", &text)], &mut |_| None);
    let mut session = Session::new(Machine::with_image(&compilation?.image));
    session.work(Until::at(Uops::from_seconds(LIMIT_SECONDS)), &mut NoFiles).ok()?;
    let paper = session.papers().sheet().to_text();
    let fields = paper.split(':').skip(1).step_by(2);
    let row = |(number, field): (&str, &str)| format!("{number:>8} «{field}»\n");
    let rows: String = PRINTED.into_iter().zip(fields).map(row).collect();
    Some(format!("prints / skriver\n\n```text\n{rows}```"))
}

/// Writes a specification, such as `_integer _array`.
fn specifier(spec: Spec) -> String {
    match spec {
        Spec::Simple(ty) => format!("_{ty}"),
        Spec::Array(ty) => format!("_{ty} _array"),
        Spec::Procedure(Some(ty)) => format!("_{ty} _procedure"),
        Spec::Procedure(None) => "_procedure".to_string(),
        Spec::Label => "_label".to_string(),
        Spec::Switch => "_switch".to_string(),
        Spec::String => "_string".to_string(),
    }
}

/// Describes a standard procedure, as Markdown.
pub fn about_standard(row: &StandardProcedure) -> String {
    let mut text = format!("```algol60\n{}\n```\n{}\n\n{}", row.heading(), row.english, row.danish);
    if let Some(example) = row.example {
        text += &format!("\n\n```algol60\n{}\n```", example.program);
        for (label, part) in [("prints", example.paper), ("punches", example.punched)] {
            if !part.is_empty() {
                text += &format!("\n{label} `{}`", part.replace('\n', "` / `"));
            }
        }
    }
    text
}
