//! Parses programs, blocks and compound statements.

use super::{AFTER_DECLARATION, MISPLACED, ParseResult, Parser};
use crate::ast::Span;
use crate::lex::foreign::{LINE_OPEN, PARENTHESES, REPEAT, semicolon_after};
use crate::lex::{Basic, TokenKind};
use crate::syntax::{WrittenBlock, WrittenDeclaration, WrittenStatement, WrittenStatementKind};
use gier_word::Diagnostic;

/// The advice about a symbol that cannot follow a statement.
const MISSING: &str = "is a ; or an operator missing?";

impl Parser<'_> {
    /// Parses a program, which is a block or compound statement. The lexer has already reported faults before
    /// and after the program.
    pub(super) fn program(&mut self) -> WrittenBlock {
        self.accept(Basic::Begin);
        self.block_body()
    }

    /// Parses a block or compound statement. The current symbol is its `begin`.
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

    /// Parses declarations and statements up to `end`.
    fn block_body(&mut self) -> WrittenBlock {
        let mut block = WrittenBlock { symbols: self.at..self.at, ..WrittenBlock::default() };
        while self.starts_declaration() {
            self.declaration_in(&mut block, false);
        }
        loop {
            if self.starts_declaration() {
                let help = "declarations come first in a block; an extra ; counts as a statement";
                self.fail("delimiter", MISPLACED.to_string(), help);
                self.declaration_in(&mut block, true);
                continue;
            }
            block.statements.push(self.statement());
            if !self.statement_end(&mut block.statements) {
                block.symbols.end = self.at;
                return block;
            }
        }
    }

    /// Parses a declaration and its semicolon. After a misplaced one, which was reported, `end` can follow.
    fn declaration_in(&mut self, block: &mut WrittenBlock, misplaced: bool) {
        block.declarations.push(self.declaration());
        let ends = self.is(Basic::Semicolon) || misplaced && self.is(Basic::End);
        if !ends && !self.recovering && !matches!(self.kind(), TokenKind::Trouble | TokenKind::EndOfText) {
            let message = format!("; is expected after the declaration, not {}", self.kind().described());
            let line = self.open_line().filter(|_| !self.is(Basic::End));
            self.out_of_place(message, self.instead(AFTER_DECLARATION), line);
        }
        if !self.is(Basic::Semicolon) {
            let mut names = Vec::from_iter(self.name_before_the_line());
            self.names_to_the_semicolon(&mut names);
            block.declarations.push(WrittenDeclaration::Faulty(names));
            // The next declaration stands in a line of its own.
            if !self.starts_declaration() {
                let inside = self.skip();
                block.statements.extend(inside);
            }
        }
        self.recovering = false;
        self.accept(Basic::Semicolon);
    }

    /// Reports the current symbol, which cannot stand here, or else the line before it, which lacks its semicolon.
    fn out_of_place(&mut self, message: String, help: &str, line: Option<Span>) {
        match line.filter(|_| *self.kind() != TokenKind::Trouble) {
            Some(line) => {
                let fault = Diagnostic::new(self.span(), self.missing_word(), message);
                self.diagnostics.push(semicolon_after(fault.with_help(LINE_OPEN), &line));
            }
            None => drop(self.fail(self.missing_word(), message, help)),
        }
    }

    /// The word that GIER's original compiler prints if a semicolon is missing before the current symbol.
    fn missing_word(&self) -> &'static str {
        match self.kind() {
            TokenKind::Basic(Basic::Begin | Basic::If | Basic::For | Basic::Goto) => "-delimiter",
            kind if kind.is_operand() => "-delimiter",
            _ => "delimiter",
        }
    }

    /// Reads the symbol that ends a statement. Returns whether another statement follows.
    pub(super) fn statement_end(&mut self, statements: &mut Vec<WrittenStatement>) -> bool {
        loop {
            match self.kind() {
                TokenKind::Basic(basic @ (Basic::Semicolon | Basic::End)) => {
                    let another = *basic == Basic::Semicolon;
                    // Drops an empty statement. There can be thousands of them in a row.
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
                let before = self.tokens.kind(self.at.saturating_sub(1));
                let mut message = format!("{found} cannot follow a statement");
                let help = match self.kind() {
                    TokenKind::Basic(Basic::Else) => {
                        message = "this else has no if".to_string();
                        "is there an extra ; before it?"
                    }
                    TokenKind::Basic(Basic::Assign) => "an element of an array is written A[i]",
                    TokenKind::Basic(Basic::Comma) if matches!(before, TokenKind::Number(..)) => {
                        "a number is written with a point: 1.5"
                    }
                    TokenKind::Basic(Basic::Until) => REPEAT,
                    TokenKind::Basic(Basic::Less) if self.is_next(Basic::Minus) => "assignment is :=",
                    TokenKind::Layout(_) | TokenKind::Text(_)
                        if matches!(before, TokenKind::Identifier(_)) =>
                    {
                        PARENTHESES
                    }
                    _ => MISSING,
                };
                let line = self.open_line().filter(|_| help == MISSING);
                self.out_of_place(message, help, line);
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

/// Replaces an assignment, a go to statement or a call by a faulty statement. Call it for a statement next to
/// a fault: the parser may have read only a part of it. The checker then reports nothing about it.
pub(super) fn spoil(statement: &mut WrittenStatement) {
    use WrittenStatementKind as K;
    if matches!(statement.kind, K::Assign { .. } | K::Goto(_) | K::Call(..)) {
        statement.kind = K::Faulty(Vec::new());
    }
}
