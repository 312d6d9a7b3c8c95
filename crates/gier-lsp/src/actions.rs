//! Converts the faults of source texts to diagnostics of the Language Server Protocol. Also makes quick
//! fixes.

use crate::algol::Algol;
use crate::position::{Encoding, Lines};
use gier_algol::Basic;
use gier_word::{Diagnostic as Fault, Fix, Span};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, Diagnostic, DiagnosticRelatedInformation,
    DiagnosticSeverity, NumberOrString, Range, TextEdit, Uri, WorkspaceEdit,
};
use std::str::FromStr;

/// Converts a fault to a diagnostic of the Language Server Protocol. `related` is another place that explains
/// the fault, for example an earlier declaration.
pub fn diagnostic(
    fault: &Fault,
    lines: &Lines<'_>,
    related: Option<DiagnosticRelatedInformation>,
) -> Diagnostic {
    let message = match &fault.help {
        Some(help) => format!("{}\n{help}", fault.message),
        None => fault.message.clone(),
    };
    Diagnostic {
        range: lines.span(&fault.span),
        severity: Some(match fault.warning {
            true => DiagnosticSeverity::WARNING,
            false => DiagnosticSeverity::ERROR,
        }),
        code: Some(NumberOrString::String(fault.word.to_string())),
        source: Some("gier".to_string()),
        message,
        related_information: related.map(|related| vec![related]),
        ..Diagnostic::default()
    }
}

/// Whether two ranges overlap or are adjacent.
fn touches(one: &Range, other: &Range) -> bool {
    one.start <= other.end && other.start <= one.end
}

/// Makes a workspace edit of the Language Server Protocol from edits of one text. `uri` is the address of the
/// text.
pub fn change(uri: &str, edits: Vec<TextEdit>) -> Option<WorkspaceEdit> {
    let uri = Uri::from_str(uri).ok()?;
    let changes = Some(std::iter::once((uri, edits)).collect());
    Some(WorkspaceEdit { changes, ..WorkspaceEdit::default() })
}

/// Returns a quick fix, which the editor offers under `title`. `cures` is the diagnostic that disappears if
/// the user applies the fix.
pub fn quick_fix(
    uri: &str,
    title: String,
    edits: Vec<TextEdit>,
    cures: Option<Diagnostic>,
) -> CodeActionOrCommand {
    CodeActionOrCommand::CodeAction(CodeAction {
        title,
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: cures.map(|fault| vec![fault]),
        edit: change(uri, edits),
        ..CodeAction::default()
    })
}

/// Returns the quick fixes for faults in a range. A fix is also returned if it edits text in the range.
pub fn fixes<'a>(
    uri: &str,
    faults: impl Iterator<Item = &'a Fault>,
    lines: &Lines<'_>,
    range: &Range,
) -> Vec<CodeActionOrCommand> {
    let mut actions = Vec::new();
    let faults: Vec<&Fault> = faults.collect();
    let all: Vec<&Fix> = faults.iter().filter_map(|fault| fault.fix.as_deref()).collect();
    for fault in faults {
        let Some(fix) = &fault.fix else { continue };
        let edits: Vec<TextEdit> =
            fix.edits.iter().map(|(span, new)| TextEdit::new(lines.span(span), new.clone())).collect();
        let near =
            touches(&lines.span(&fault.span), range) || edits.iter().any(|edit| touches(&edit.range, range));
        if near {
            let cures = diagnostic(fault, lines, None);
            actions.push(quick_fix(uri, fix.title.clone(), edits, Some(cures)));
            let same: Vec<&Fix> = all.iter().copied().filter(|other| other.title == fix.title).collect();
            if same.len() > 1 {
                let edits = same.iter().flat_map(|fix| &fix.edits);
                let edits = edits.map(|(span, new)| TextEdit::new(lines.span(span), new.clone())).collect();
                let title = format!("{} ({} places)", fix.title, same.len());
                actions.push(quick_fix(uri, title, edits, None));
            }
        }
    }
    actions
}

/// Returns the action that writes all words and symbols of a text as GIER ALGOL has them. An editor can also
/// apply it when it saves the text.
pub fn whole_text(uri: &str, edit: TextEdit) -> CodeActionOrCommand {
    CodeActionOrCommand::CodeAction(CodeAction {
        title: "write all words and symbols as GIER ALGOL has them".to_string(),
        kind: Some(CodeActionKind::SOURCE_FIX_ALL),
        edit: change(uri, vec![edit]),
        ..CodeAction::default()
    })
}

impl Algol {
    /// The errors and warnings of one text, as diagnostics for the editor. `file` is the index of the text in
    /// `analysis.texts`.
    pub fn diagnostics(&self, file: usize, encoding: Encoding) -> Vec<Diagnostic> {
        let lines = Lines::new(self.text(file), encoding);
        let faults = self.faults().filter(|fault| fault.span.file() == file);
        let related = |fault: &Fault| {
            let (span, what) = &**fault.related.as_ref()?;
            let location = self.location(span, encoding)?;
            Some(DiagnosticRelatedInformation { location, message: what.clone() })
        };
        let own = faults.map(|fault| diagnostic(fault, &lines, related(fault)));
        // A fault of a library text is also reported at the place that includes the text.
        let places = self.analysis.libraries.iter().filter(|(place, _)| place.file() == file);
        let included = places.filter_map(|(place, library)| {
            let first = self.first_error(*library)?;
            let name = &self.analysis.texts[*library].name;
            let message = format!("{name} has a fault: {}", first.message);
            let related = self.location(&first.span, encoding);
            let related = related.map(|location| DiagnosticRelatedInformation {
                location,
                message: "the fault in the library text".to_string(),
            });
            Some(diagnostic(&Fault::new(*place, first.word, message), &lines, related))
        });
        own.chain(included).collect()
    }

    /// The first error of a library text, or of the library texts that it includes.
    fn first_error(&self, library: usize) -> Option<&Fault> {
        let own = self.analysis.diagnostics.iter().find(|fault| fault.span.file() == library);
        own.or_else(|| {
            let inside = self.analysis.libraries.iter().filter(|(place, _)| place.file() == library);
            inside.filter_map(|(_, inner)| self.first_error(*inner)).next()
        })
    }

    /// Returns the quick fixes for the faults in a range of the open text. For a name without a declaration,
    /// the fixes declare it as an integer, real or boolean variable.
    pub fn actions(&self, range: &Range, encoding: Encoding) -> Vec<CodeActionOrCommand> {
        let uri = &self.uris[self.file];
        let lines = self.lines(encoding);
        let own = || self.faults().filter(|fault| fault.span.file() == self.file);
        let mut actions = fixes(uri, own(), &lines, range);
        let undeclared =
            own().filter(|fault| fault.word == "-declar." && fault.message.ends_with("is not declared"));
        for fault in undeclared.filter(|fault| touches(&lines.span(&fault.span), range)) {
            let name =
                self.text(self.file)[fault.span.bytes()].split_whitespace().collect::<Vec<_>>().join(" ");
            for ty in ["_integer", "_real", "_boolean"] {
                let Some((place, indent)) = self.head_of_block(&fault.span) else { continue };
                let edit = TextEdit::new(lines.range(place..place), format!("\n{indent}{ty} {name};"));
                let cures = diagnostic(fault, &lines, None);
                actions.push(quick_fix(uri, format!("declare {ty} {name}"), vec![edit], Some(cures)));
            }
        }
        actions
    }

    /// Finds the innermost block around `span`. Returns the byte index after its `begin`, where the caller
    /// can insert a declaration. Also returns the blanks with which to indent the declaration.
    fn head_of_block(&self, span: &Span) -> Option<(usize, String)> {
        let tokens = &self.analysis.tokens;
        let first = self.own_tokens().next().unwrap_or(0);
        let is_block = |begin| begin == first || self.basic(begin + 1).is_some_and(Basic::declares);
        let around = self.blocks().into_iter().filter(|&(begin, end)| {
            tokens[begin].span.bytes().end <= span.bytes().start
                && span.bytes().end <= tokens[end].span.bytes().start
        });
        let (begin, _) =
            around.filter(|&(begin, _)| is_block(begin)).min_by_key(|(begin, end)| end - begin)?;
        let text = self.text(self.file);
        let place = tokens[begin].span.bytes().end;
        let next = tokens.get(begin + 1)?.span.bytes().start;
        let gap = text.get(place..next).unwrap_or("\n");
        let indent = gap.rsplit('\n').next().filter(|_| gap.contains('\n')).unwrap_or("");
        Some((place, indent.chars().take_while(|c| c.is_whitespace()).collect()))
    }
}
