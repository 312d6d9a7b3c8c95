//! Parses programs, blocks and compound statements.

use super::{ParseResult, Parser};
use crate::lex::{Basic, TokenKind};
use crate::syntax::{WrittenBlock, WrittenStatement, WrittenStatementKind};

/// Statements longer than this, in bytes, are kept in the tree; there cannot be many.
const ASIDE_MAX: usize = 1 << 16;

impl Parser<'_> {
    /// Parses a program: a block or compound statement. The lexer has reported faults before its
    /// begin and after its end.
    pub(super) fn program(&mut self) -> WrittenBlock {
        self.accept(Basic::Begin);
        self.block_body()
    }

    /// Parses a block or compound statement; the begin comes next.
    pub(super) fn block(&mut self) -> ParseResult<WrittenStatementKind> {
        self.nested(|parser| {
            parser.advance();
            let block = parser.block_body();
            Ok(if block.declarations.is_empty() {
                WrittenStatementKind::Compound(block.statements)
            } else {
                WrittenStatementKind::Block(block)
            })
        })
    }

    /// Parses declarations and statements up to the end.
    fn block_body(&mut self) -> WrittenBlock {
        let mut block = WrittenBlock::default();
        while self.starts_declaration() {
            self.declaration_in(&mut block);
        }
        loop {
            if self.starts_declaration() {
                let message = "a declaration follows a statement".to_string();
                let help = "declarations come first in a block; an extra ; counts as a statement";
                self.fail("delimiter", message, help);
                self.declaration_in(&mut block);
                continue;
            }
            let (start, before, faults) = (self.at, block.statements.len(), self.diagnostics.len());
            let (recovering, kept) = (self.recovering, self.at - self.aside);
            block.statements.push(self.statement());
            let another = self.statement_end(&mut block.statements);
            if self.diagnostics.len() == faults && !recovering {
                self.put_aside(&mut block.statements, before, start, kept);
            }
            if !another {
                block.statements.shrink_to_fit();
                return block;
            }
        }
    }

    /// Replaces the last statement by its range of symbols, if it contains no labels, blocks or
    /// faults; the checker parses it again. Adjacent ranges are joined. `kept` is the number of
    /// symbols kept before the statement.
    fn put_aside(
        &mut self,
        statements: &mut Vec<WrittenStatement>,
        before: usize,
        start: usize,
        kept: usize,
    ) {
        let last = match statements.get(before..) {
            Some([]) => None,
            Some([last]) if is_quiet(last) && last.span.bytes().len() <= ASIDE_MAX => Some(last.span),
            _ => return,
        };
        statements.truncate(before);
        self.aside = self.at - kept;
        if let Some(WrittenStatement { kind: WrittenStatementKind::Aside(symbols), .. }) =
            statements.last_mut()
            && symbols.end == start
        {
            symbols.end = self.at;
        } else if let Some(span) = last {
            let kind = WrittenStatementKind::Aside(start..self.at);
            statements.push(WrittenStatement { labels: Vec::new(), kind, span });
        }
    }

    /// Parses a declaration and its semicolon.
    fn declaration_in(&mut self, block: &mut WrittenBlock) {
        block.declarations.push(self.declaration());
        if !self.is(Basic::Semicolon) && !self.recovering {
            let message = format!("; is expected after the declaration, not {}", self.kind().described());
            self.fail(self.missing_word(), message, "");
        }
        if !self.is(Basic::Semicolon) {
            let inside = self.skip();
            block.statements.extend(inside);
        }
        self.recovering = false;
        self.accept(Basic::Semicolon);
    }

    /// GIER's word for a fault where a semicolon is expected.
    fn missing_word(&self) -> &'static str {
        match self.kind() {
            TokenKind::Basic(Basic::Begin | Basic::If | Basic::For | Basic::Goto) => "-delimiter",
            kind if kind.is_operand() => "-delimiter",
            _ => "delimiter",
        }
    }

    /// Called after a statement. Returns whether another statement follows.
    pub(super) fn statement_end(&mut self, statements: &mut Vec<WrittenStatement>) -> bool {
        loop {
            match self.kind() {
                TokenKind::Basic(basic @ (Basic::Semicolon | Basic::End)) => {
                    let another = *basic == Basic::Semicolon;
                    // Empty statements are dropped, because there can be thousands in a row.
                    statements
                        .pop_if(|last| last.kind == WrittenStatementKind::Dummy && last.labels.is_empty());
                    self.recovering = false;
                    self.advance();
                    return another;
                }
                TokenKind::EndOfText => return false,
                _ => {}
            }
            if !self.recovering {
                let found = self.kind().described();
                let (message, help) = match self.kind() {
                    TokenKind::Basic(Basic::Else) => {
                        ("this else has no if".to_string(), "is there an extra ; before it?")
                    }
                    _ => (format!("{found} cannot follow a statement"), "is a ; or an operator missing?"),
                };
                self.fail(self.missing_word(), message, help);
                if let Some(last) = statements.last_mut() {
                    spoil(last);
                }
            }
            if self.accept(Basic::Else) {
                self.recovering = true;
                statements.push(self.statement());
            }
            let inside = self.skip();
            statements.extend(inside);
        }
    }
}

/// Whether a statement contains no labels, no blocks and no faults.
fn is_quiet(statement: &WrittenStatement) -> bool {
    use WrittenStatementKind as K;
    let inside = match &statement.kind {
        K::Dummy | K::Assign { .. } | K::Goto(_) | K::Call(..) => true,
        K::If { then, otherwise, .. } => is_quiet(then) && otherwise.as_deref().is_none_or(is_quiet),
        K::For { body, .. } => is_quiet(body),
        K::Block(_) | K::Compound(_) | K::Aside(_) | K::Faulty(_) => false,
    };
    inside && statement.labels.is_empty()
}

/// Marks a simple statement beside a fault as faulty, because it can be part of another one. No
/// more faults of it are reported.
pub(super) fn spoil(statement: &mut WrittenStatement) {
    use WrittenStatementKind as K;
    if matches!(statement.kind, K::Assign { .. } | K::Goto(_) | K::Call(..)) {
        statement.kind = K::Faulty(Vec::new());
    }
}
