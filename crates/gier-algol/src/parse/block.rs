//! Program, block, compound statement.

use super::{Parsed, Parser};
use crate::lex::{Basic, Kind};
use crate::syntax::{Block, Statement, StatementKind};

/// Longer statements are kept rather than read once more: there cannot be many.
const ASIDE_MAX: usize = 1 << 16;

impl Parser<'_> {
    /// program: a block or compound statement. What is wrong before its begin or after its end
    /// the lexer has said.
    pub(super) fn program(&mut self) -> Block {
        self.accept(Basic::Begin);
        self.block_body()
    }

    /// block, compound statement: the begin stands here.
    pub(super) fn block(&mut self) -> Parsed<StatementKind> {
        self.nested(|parser| {
            parser.advance();
            let block = parser.block_body();
            Ok(if block.declarations.is_empty() {
                StatementKind::Compound(block.statements)
            } else {
                StatementKind::Block(block)
            })
        })
    }

    /// Declarations and statements up to the end.
    fn block_body(&mut self) -> Block {
        let mut block = Block::default();
        while self.starts_declaration() {
            self.declaration_in(&mut block);
        }
        loop {
            if self.starts_declaration() {
                let message = "a declaration stands after a statement".to_string();
                let help = "declarations come first in a block; a ; more than needed makes a statement";
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

    /// Keeps of the last statement only where it stands, if it has no more to tell before it is
    /// checked: neither labels nor statements of its own that do. Those in a row are kept as one. So many
    /// symbols were kept before it.
    fn put_aside(&mut self, statements: &mut Vec<Statement>, before: usize, start: usize, kept: usize) {
        let last = match statements.get(before..) {
            Some([]) => None,
            Some([last]) if is_quiet(last) && last.span.bytes().len() <= ASIDE_MAX => Some(last.span),
            _ => return,
        };
        statements.truncate(before);
        self.aside = self.at - kept;
        if let Some(Statement { kind: StatementKind::Aside(symbols), .. }) = statements.last_mut()
            && symbols.end == start
        {
            symbols.end = self.at;
        } else if let Some(span) = last {
            let kind = StatementKind::Aside(start..self.at);
            statements.push(Statement { labels: Vec::new(), kind, span });
        }
    }

    /// A declaration and its semicolon.
    fn declaration_in(&mut self, block: &mut Block) {
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

    /// The word for a fault where a semicolon is expected.
    fn missing_word(&self) -> &'static str {
        match self.kind() {
            Kind::Basic(Basic::Begin | Basic::If | Basic::For | Basic::Goto) => "-delimiter",
            kind if kind.is_operand() => "-delimiter",
            _ => "delimiter",
        }
    }

    /// After a statement: answers whether another comes.
    pub(super) fn statement_end(&mut self, statements: &mut Vec<Statement>) -> bool {
        loop {
            match self.kind() {
                Kind::Basic(basic @ (Basic::Semicolon | Basic::End)) => {
                    let another = *basic == Basic::Semicolon;
                    // Nothing is kept of an empty statement: there may be thousands in a row.
                    statements.pop_if(|last| last.kind == StatementKind::Dummy && last.labels.is_empty());
                    self.recovering = false;
                    self.advance();
                    return another;
                }
                Kind::EndOfText => return false,
                _ => {}
            }
            if !self.recovering {
                let found = self.kind().described();
                let (message, help) = match self.kind() {
                    Kind::Basic(Basic::Else) => {
                        ("this else belongs to no if".to_string(), "is a ; before it too much?")
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

/// Whether neither labels nor blocks stand in a statement, and no fault.
fn is_quiet(statement: &Statement) -> bool {
    use StatementKind as K;
    let inside = match &statement.kind {
        K::Dummy | K::Assign { .. } | K::Goto(_) | K::Call(..) => true,
        K::If { then, otherwise, .. } => is_quiet(then) && otherwise.as_deref().is_none_or(is_quiet),
        K::For { body, .. } => is_quiet(body),
        K::Block(_) | K::Compound(_) | K::Aside(_) | K::Faulty(_) => false,
    };
    inside && statement.labels.is_empty()
}

/// A simple statement beside a fault may be part of another: nothing more is said about it.
pub(super) fn spoil(statement: &mut Statement) {
    use StatementKind as K;
    if matches!(statement.kind, K::Assign { .. } | K::Goto(_) | K::Call(..)) {
        statement.kind = K::Faulty(Vec::new());
    }
}
