//! Completes the word that a user types, and shows the parameters of a procedure call.

use crate::algol::Algol;
use crate::hover::about_standard;
use crate::position::{Encoding, number};
use gier_algol::ast::SymbolKind;
use gier_algol::standard::PROCEDURES;
use gier_algol::{Basic, Meaning, TokenKind, WORDS};
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, Documentation, MarkupContent, MarkupKind,
    ParameterInformation, ParameterLabel, Position, SignatureHelp, SignatureInformation, TextEdit,
};
use std::collections::BTreeSet;

/// The layouts (formats of printed numbers) that completion offers, each with a description.
const LAYOUTS: [(&str, &str); 6] = [
    ("‹d›", "one digit; 0 is a blank"),
    ("‹-ndd›", "up to three digits, blank or minus before them"),
    ("‹-ndddd›", "up to five digits, blank or minus before them"),
    ("‹-nddd.dd›", "two decimals"),
    ("‹-n.ddddd⏨-dd›", "five decimals and an exponent"),
    ("‹+ddd›", "plus or minus directly before the first digit"),
];

impl Algol {
    /// The possible completions at a position.
    pub fn completion(&self, at: Position, encoding: Encoding) -> Vec<CompletionItem> {
        let lines = self.lines(encoding);
        let byte = lines.byte(at);
        let text = self.text(self.file);
        let line = lines.line(at.line as usize);
        let before = &text[line.start..byte];
        let is_part =
            |c: char| gier_algol::source::is_letter(c) || c.is_ascii_digit() || c == '_' || c == '‹';
        let start = before.char_indices().rev().take_while(|&(_, c)| is_part(c)).last();
        let start = start.map_or(byte, |(at, _)| line.start + at);
        let typed = &text[start..byte];
        let range = lines.range(start..byte);
        let edit = |new: &str| Some(CompletionTextEdit::Edit(TextEdit::new(range, new.to_string())));
        let mut items = Vec::new();
        if self.is_closed(start) {
            return items;
        }
        if typed.starts_with('‹') {
            for (layout, detail) in LAYOUTS {
                items.push(CompletionItem {
                    label: layout.to_string(),
                    kind: Some(CompletionItemKind::CONSTANT),
                    detail: Some(detail.to_string()),
                    text_edit: edit(layout),
                    ..CompletionItem::default()
                });
            }
            return items;
        }
        let underlined = typed.starts_with('_');
        if self.symbol_before(start) == Some(Basic::Goto) {
            self.names_here(byte, &mut items, &edit);
            items.retain(|item| item.kind == Some(CompletionItemKind::REFERENCE));
            return items;
        }
        let words: BTreeSet<&str> =
            WORDS.iter().map(|(word, _)| *word).filter(|word| *word != "Boolean").collect();
        for word in words {
            let written = format!("_{word}");
            items.push(CompletionItem {
                label: written.clone(),
                kind: Some(CompletionItemKind::KEYWORD),
                filter_text: Some(if underlined { written.clone() } else { word.to_string() }),
                sort_text: Some(format!("2{word}")),
                text_edit: edit(&written),
                ..CompletionItem::default()
            });
        }
        if !underlined {
            self.names_here(byte, &mut items, &edit);
        }
        items
    }

    /// Whether nothing can be completed at a byte of the text, because it is in a string, layout, number or
    /// comment, or before or after the program.
    fn is_closed(&self, byte: usize) -> bool {
        let token = |at: usize| &self.analysis.tokens[at];
        let Some(first) = self.own_tokens().next() else { return false };
        let in_token = self.own_tokens().map(token).any(|token| {
            let bytes = token.span.bytes();
            match token.kind {
                TokenKind::Text(_) | TokenKind::Layout(_) => bytes.start < byte && byte < bytes.end,
                TokenKind::Number(..) => bytes.start <= byte && byte <= bytes.end,
                _ => false,
            }
        });
        // A string without an end is no token yet.
        let open = self.analysis.diagnostics.iter().any(|fault| {
            let bytes = fault.span.bytes();
            let is_open = fault.span.file() == self.file && ["string", "comment"].contains(&fault.word);
            let goes_on = !self.text(self.file)[bytes.start..].starts_with('"') && bytes.start < byte;
            is_open && (goes_on || bytes.start < byte && byte <= bytes.end)
        });
        let is_layout = self.text(self.file)[byte..].starts_with('‹');
        let in_comment = self.comments().iter().any(|comment| {
            let word = self.text(self.file)[comment.clone()].starts_with("_comment")
                || self.symbol_before(comment.start) == Some(Basic::End);
            word && comment.start < byte && byte <= comment.end
        });
        let outside = !self.is_library && byte < token(first).span.bytes().start;
        in_token
            || open && !is_layout
            || in_comment
            || outside && !self.text(self.file)[byte..].starts_with('_')
    }

    /// The basic symbol before a byte of the text, if the last token before it is one.
    fn symbol_before(&self, byte: usize) -> Option<Basic> {
        let before = self.own_tokens().filter(|&at| self.analysis.tokens[at].span.bytes().end <= byte).last();
        self.basic(before?)
    }

    /// Adds the names that are visible at a byte of the text, and the names of the standard procedures.
    fn names_here(
        &self,
        byte: usize,
        items: &mut Vec<CompletionItem>,
        edit: &dyn Fn(&str) -> Option<CompletionTextEdit>,
    ) {
        let last =
            self.own_tokens().take_while(|&at| self.analysis.tokens[at].span.bytes().start < byte).last();
        let token = last.unwrap_or(0);
        let mut seen = BTreeSet::new();
        for scope in self.analysis.scopes_at(token) {
            for (name, meaning) in &scope.names {
                let Meaning::Symbol(id) = meaning else {
                    // The declaration of the name has a fault.
                    if seen.insert(name.to_string()) {
                        items.push(CompletionItem {
                            label: name.to_string(),
                            kind: Some(CompletionItemKind::VARIABLE),
                            sort_text: Some(format!("0{name}")),
                            text_edit: edit(name),
                            ..CompletionItem::default()
                        });
                    }
                    continue;
                };
                let symbol = &self.analysis.program.symbols[id.0];
                if matches!(symbol.kind, SymbolKind::Standard(_)) || !seen.insert(name.to_string()) {
                    continue;
                }
                // In the declaration, the name can contain blanks.
                let written = &self.text(symbol.span.file())[symbol.span.bytes()];
                let written = written.split_whitespace().collect::<Vec<_>>().join(" ");
                items.push(CompletionItem {
                    kind: Some(match symbol.kind {
                        SymbolKind::Procedure(_) => CompletionItemKind::FUNCTION,
                        SymbolKind::Label | SymbolKind::Switch => CompletionItemKind::REFERENCE,
                        SymbolKind::Variable { .. }
                        | SymbolKind::Array { .. }
                        | SymbolKind::Formal { .. }
                        | SymbolKind::Standard(_) => CompletionItemKind::VARIABLE,
                    }),
                    detail: Some(self.heading(*id).lines().next().unwrap_or_default().to_string()),
                    sort_text: Some(format!("0{name}")),
                    text_edit: edit(&written),
                    label: written,
                    ..CompletionItem::default()
                });
            }
        }
        for row in PROCEDURES.iter().filter(|row| !seen.contains(row.name)) {
            let value = about_standard(row);
            items.push(CompletionItem {
                label: row.name.to_string(),
                kind: Some(CompletionItemKind::FUNCTION),
                detail: Some(row.heading()),
                documentation: Some(Documentation::MarkupContent(MarkupContent {
                    kind: MarkupKind::Markdown,
                    value,
                })),
                sort_text: Some(format!("1{}", row.name)),
                text_edit: edit(row.name),
                ..CompletionItem::default()
            });
        }
    }

    /// Help for the procedure call around a position. It shows the procedure's parameters, and marks the
    /// parameter at the position.
    pub fn signature(&self, at: Position, encoding: Encoding) -> Option<SignatureHelp> {
        let byte = self.lines(encoding).byte(at);
        let before: Vec<usize> =
            self.own_tokens().take_while(|&at| self.analysis.tokens[at].span.bytes().end <= byte).collect();
        let (mut depth, mut position) = (0_usize, 0);
        for (index, &token) in before.iter().enumerate().rev() {
            match self.basic(token) {
                Some(Basic::Semicolon | Basic::Begin | Basic::End) => return None,
                Some(Basic::RightParenthesis | Basic::RightBracket) => depth += 1,
                Some(Basic::LeftParenthesis | Basic::LeftBracket) if depth > 0 => depth -= 1,
                Some(Basic::LeftParenthesis) => {
                    let called = index.checked_sub(1).map(|index| before[index]);
                    if let Some(help) = called.and_then(|called| self.call_of(called, position)) {
                        return Some(help);
                    }
                    position = 0;
                }
                Some(Basic::Comma | Basic::FatComma) if depth == 0 => position += 1,
                _ => {}
            }
        }
        None
    }

    /// Help for a procedure call. `token` is the index of the token with the procedure's name. `position` is
    /// the index of the actual parameter at the cursor.
    fn call_of(&self, token: usize, position: usize) -> Option<SignatureHelp> {
        if !matches!(self.analysis.tokens[token].kind, TokenKind::Identifier(_)) {
            return None;
        }
        let (name, meaning) = self.analysis.name_at(token)?;
        let (parameters, documentation): (Vec<String>, Option<&str>) = match meaning {
            Some(Meaning::Symbol(id)) => match self.analysis.program.symbols[id.0].kind {
                SymbolKind::Procedure(procedure) => (self.parameters(procedure), None),
                SymbolKind::Standard(standard) => {
                    let row = gier_algol::standard::standard(standard);
                    (row.parameters.iter().map(|&name| name.to_string()).collect(), Some(row.english))
                }
                SymbolKind::Variable { .. }
                | SymbolKind::Array { .. }
                | SymbolKind::Switch
                | SymbolKind::Label
                | SymbolKind::Formal { .. } => return None,
            },
            // While a line is being typed, the checker may have skipped the name of a standard procedure.
            _ => {
                let row = gier_algol::standard::find(name)?;
                (row.parameters.iter().map(|&name| name.to_string()).collect(), Some(row.english))
            }
        };
        let label = format!("{name}({})", parameters.join(", "));
        let last = parameters.len().saturating_sub(1);
        let repeats = parameters.last().is_some_and(|last| last.ends_with('…'));
        let active = if repeats { position.min(last) } else { position };
        let parameters = parameters.into_iter().map(|parameter| ParameterInformation {
            label: ParameterLabel::Simple(parameter),
            documentation: None,
        });
        Some(SignatureHelp {
            signatures: vec![SignatureInformation {
                label,
                documentation: documentation.map(|text| Documentation::String(text.to_string())),
                parameters: Some(parameters.collect()),
                active_parameter: Some(number(active)),
            }],
            active_signature: Some(0),
            active_parameter: Some(number(active)),
        })
    }
}
