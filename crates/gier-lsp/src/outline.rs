//! The structure of a text: the outline and folding.

use crate::algol::Algol;
use crate::position::{Encoding, Lines};
use gier_algol::ast::{SymbolId, SymbolKind};
use gier_algol::{Basic, Meaning, Scope};
use lsp_types::{DocumentSymbol, FoldingRange, FoldingRangeKind};
use std::collections::BTreeMap;
use std::ops::Range;

// These are the symbol kinds of the protocol.
use lsp_types::SymbolKind as Kind;

impl Algol {
    /// The outline of the open text: all names that it declares. A name that is declared in a procedure is
    /// listed under the procedure.
    pub fn symbols(&self, encoding: Encoding) -> Vec<DocumentSymbol> {
        let tokens = self.own_tokens().map(|at| (self.analysis.tokens[at].span.bytes().start, at));
        let tokens: BTreeMap<usize, usize> = tokens.collect();
        let mut places: Vec<(usize, SymbolId)> = Vec::new();
        for scope in &self.analysis.scopes {
            for meaning in scope.names.values() {
                let Meaning::Symbol(id) = meaning else { continue };
                let span = self.analysis.program.symbols[id.0].span;
                let standard = self.analysis.declaration(*meaning).is_none();
                if let Some(&token) = tokens.get(&span.bytes().start)
                    && span.file() == self.file
                    && !standard
                {
                    places.push((token, *id));
                }
            }
        }
        places.sort_unstable_by_key(|&(token, id)| (token, id.0));
        places.dedup();
        let lines = self.lines(encoding);
        self.symbols_in(0..self.analysis.tokens.len(), &places, &lines)
    }

    /// The outline of a range of tokens. `places` lists all declared names, each with the token at which it
    /// is declared.
    fn symbols_in(
        &self,
        tokens: Range<usize>,
        places: &[(usize, SymbolId)],
        lines: &Lines<'_>,
    ) -> Vec<DocumentSymbol> {
        let mut symbols = Vec::new();
        let mut end = tokens.start;
        for &(token, id) in places.iter().filter(|(token, _)| tokens.contains(token)) {
            if token < end {
                continue;
            }
            let inner = self.procedure_scope(id);
            end = inner.as_ref().map_or(end, |inner| inner.end);
            symbols.push(self.symbol(id, token, inner, places, lines));
        }
        symbols
    }

    /// The indices of the tokens of a procedure: its parameters and its body. Returns `None` if the symbol is
    /// not a procedure.
    fn procedure_scope(&self, id: SymbolId) -> Option<Range<usize>> {
        let SymbolKind::Procedure(procedure) = self.analysis.program.symbols[id.0].kind else { return None };
        let block = self.analysis.program.procedures[procedure.0].block;
        let scope = self.analysis.scopes.iter().find(|scope: &&Scope| scope.block == block)?;
        Some(scope.symbols.clone())
    }

    #[allow(deprecated, reason = "the protocol's structure has a field that it no longer wants")]
    fn symbol(
        &self,
        id: SymbolId,
        token: usize,
        inner: Option<Range<usize>>,
        places: &[(usize, SymbolId)],
        lines: &Lines<'_>,
    ) -> DocumentSymbol {
        let symbol = &self.analysis.program.symbols[id.0];
        let name = self.analysis.tokens[token].span;
        let last = inner.as_ref().and_then(|inner| inner.clone().rev().find(|&at| self.is_own(at)));
        let end = last.map_or(name.bytes().end, |last| self.analysis.tokens[last].span.bytes().end);
        let heading = match symbol.kind {
            SymbolKind::Procedure(procedure) => self.analysis.program.procedures[procedure.0].span,
            _ => name,
        };
        let start = if heading.file() == self.file { heading.bytes().start } else { name.bytes().start };
        let children = inner.map(|inner| self.symbols_in(inner, places, lines));
        let written = self.text(self.file)[name.bytes()].split_whitespace().collect::<Vec<_>>().join(" ");
        DocumentSymbol {
            name: written,
            detail: Some(self.heading(id).lines().next().unwrap_or_default().to_string()),
            kind: kind(&symbol.kind),
            tags: None,
            deprecated: None,
            range: lines.range(start.min(name.bytes().start)..end.max(name.bytes().end)),
            selection_range: lines.span(&name),
            children,
        }
    }

    /// The blocks of the text, each as the token indices of its `begin` and its `end`. Inner blocks come
    /// before the blocks around them.
    pub fn blocks(&self) -> Vec<(usize, usize)> {
        let mut open = Vec::new();
        let mut blocks = Vec::new();
        for token in self.own_tokens() {
            match self.basic(token) {
                Some(Basic::Begin) => open.push(token),
                Some(Basic::End) => blocks.extend(open.pop().map(|begin| (begin, token))),
                _ => {}
            }
        }
        blocks
    }

    /// The comments of the open text, as byte ranges. Any text between two tokens of the program is a
    /// comment, unless it is blank.
    pub fn comments(&self) -> Vec<Range<usize>> {
        let text = self.text(self.file);
        let mut comments = Vec::new();
        let mut from = 0;
        let own: Vec<Range<usize>> =
            self.own_tokens().map(|at| self.analysis.tokens[at].span.bytes()).collect();
        for bytes in own.into_iter().chain(std::iter::once(text.len()..text.len())) {
            let gap = text.get(from..bytes.start).unwrap_or_default();
            let trimmed = gap.trim();
            if !trimmed.is_empty() {
                let start = from + (gap.len() - gap.trim_start().len());
                comments.push(start..start + trimmed.len());
            }
            from = from.max(bytes.end);
        }
        comments
    }

    /// Folding ranges for the blocks and comments that span several lines.
    pub fn folding(&self, encoding: Encoding) -> Vec<FoldingRange> {
        let lines = self.lines(encoding);
        let fold = |bytes: Range<usize>, kind| {
            let range = lines.range(bytes);
            (range.end.line > range.start.line).then_some(FoldingRange {
                start_line: range.start.line,
                start_character: Some(range.start.character),
                end_line: range.end.line,
                end_character: Some(range.end.character),
                kind,
                collapsed_text: None,
            })
        };
        let tokens = &self.analysis.tokens;
        let blocks = self.blocks().into_iter();
        let blocks =
            blocks.map(|(begin, end)| tokens[begin].span.bytes().end..tokens[end].span.bytes().start);
        let comments = self.comments().into_iter();
        let blocks = blocks.filter_map(|bytes| fold(bytes, Some(FoldingRangeKind::Region)));
        let comments = comments.filter_map(|bytes| fold(bytes, Some(FoldingRangeKind::Comment)));
        blocks.chain(comments).collect()
    }
}

fn kind(kind: &SymbolKind) -> Kind {
    match kind {
        SymbolKind::Variable { .. } | SymbolKind::Formal { .. } => Kind::VARIABLE,
        SymbolKind::Array { .. } => Kind::ARRAY,
        SymbolKind::Procedure(_) | SymbolKind::Standard(_) => Kind::FUNCTION,
        SymbolKind::Switch => Kind::ENUM,
        SymbolKind::Label => Kind::KEY,
    }
}
