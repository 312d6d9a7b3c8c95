//! The structure of a text: the outline, folding and selection.

use crate::algol::Algol;
use crate::position::{Encoding, Lines};
use gier_algol::ast::{SymbolId, SymbolKind};
use gier_algol::{Basic, Meaning, Scope};
use lsp_types::{DocumentSymbol, FoldingRange, FoldingRangeKind, Position, SelectionRange};
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
        let start = match symbol.kind {
            SymbolKind::Procedure(procedure) => {
                let heading = self.analysis.program.procedures[procedure.0].span;
                if heading.file() == self.file { heading.bytes().start } else { name.bytes().start }
            }
            SymbolKind::Variable { .. }
            | SymbolKind::Array { .. }
            | SymbolKind::Switch
            | SymbolKind::Label
            | SymbolKind::Formal { .. }
            | SymbolKind::Standard(_) => name.bytes().start,
        };
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

    /// The ranges around a position, for the editor's command that extends the selection. The first is the
    /// token at the position, and the last is the whole text.
    pub fn selection(&self, at: Position, encoding: Encoding) -> SelectionRange {
        let lines = self.lines(encoding);
        let byte = lines.byte(at);
        let tokens = &self.analysis.tokens;
        let mut ranges: Vec<Range<usize>> = std::iter::once(0..self.text(self.file).len()).collect();
        for (begin, end) in self.blocks() {
            ranges.push(tokens[begin].span.bytes().start..tokens[end].span.bytes().end);
        }
        if let Some(token) = self.analysis.token_at(self.file, byte) {
            ranges.push(tokens[token].span.bytes());
            ranges.push(self.statement_around(token));
            ranges.extend(self.brackets_around(token));
        }
        ranges.retain(|range| range.start <= byte && byte <= range.end);
        ranges.sort_by_key(|range| (std::cmp::Reverse(range.end - range.start), range.start));
        ranges.dedup();
        let mut chain: Option<SelectionRange> = None;
        let mut last: Option<Range<usize>> = None;
        for range in ranges {
            // Each range must lie within the larger range that precedes it.
            if last.as_ref().is_some_and(|last| range.start < last.start || range.end > last.end) {
                continue;
            }
            last = Some(range.clone());
            chain = Some(SelectionRange { range: lines.range(range), parent: chain.map(Box::new) });
        }
        chain.unwrap_or_else(|| SelectionRange { range: lines.all(), parent: None })
    }

    /// The bytes of the statement or declaration that contains a token. Delimiters of statements are `;`,
    /// `begin` and `end`.
    pub fn statement_around(&self, token: usize) -> Range<usize> {
        let ends = |at: usize| {
            !self.is_own(at) || matches!(self.basic(at), Some(Basic::Semicolon | Basic::Begin | Basic::End))
        };
        let first = (0..=token).rev().take_while(|&at| at == token || !ends(at)).last().unwrap_or(token);
        let last = (token..self.analysis.tokens.len()).take_while(|&at| at == token || !ends(at)).last();
        let last = last.unwrap_or(token);
        self.analysis.tokens[first].span.bytes().start..self.analysis.tokens[last].span.bytes().end
    }

    /// The byte ranges for each pair of brackets around a token. Each pair gives two ranges: one with the
    /// brackets, and one without them.
    fn brackets_around(&self, token: usize) -> Vec<Range<usize>> {
        let tokens = &self.analysis.tokens;
        let mut found = Vec::new();
        let mut open = Vec::new();
        for at in self.own_tokens() {
            match self.basic(at) {
                Some(Basic::LeftParenthesis | Basic::LeftBracket) => open.push(at),
                Some(Basic::RightParenthesis | Basic::RightBracket) => {
                    if let Some(begin) = open.pop()
                        && begin <= token
                        && token <= at
                    {
                        found.push(tokens[begin].span.bytes().start..tokens[at].span.bytes().end);
                        found.push(tokens[begin].span.bytes().end..tokens[at].span.bytes().start);
                    }
                }
                Some(Basic::Semicolon) => open.clear(),
                _ => {}
            }
        }
        found
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
