//! Builds the syntax tree from basic symbols, by recursive descent. Each function parses one production of the
//! ALGOL 60 report. A loop parses operators by their priorities, without recursion, so that the recursion is only
//! as deep as the nesting of the text.
//!
//! The parser reports only the first fault in a statement, because the next can be its consequence, and then
//! continues after the statement, so that one compilation reports many faults.

mod block;
mod declaration;
mod expression;
mod statement;

use crate::ast::Span;
use crate::lex::{Basic, TokenKind, Tokens};
use crate::syntax::{Name, WrittenBlock, WrittenStatement};
use gier_word::Diagnostic;

/// The maximum nesting depth of statements, procedures and parentheses.
const NESTING_MAX: usize = 200;
/// The maximum depth of an expression's tree.
const DEPTH_MAX: u32 = 1000;

/// The error that a parsing function returns after it has reported a fault.
#[derive(Clone, Copy, Debug)]
struct Failed;

type ParseResult<T> = Result<T, Failed>;

/// Parses a program, which is one block. Appends faults to `diagnostics`.
pub(crate) fn parse(tokens: &Tokens, diagnostics: &mut Vec<Diagnostic>) -> WrittenBlock {
    let mut parser = Parser {
        tokens,
        at: 0,
        diagnostics: std::mem::take(diagnostics),
        nesting: 0,
        expected_elses: 0,
        recovering: false,
    };
    let block = parser.program();
    *diagnostics = parser.diagnostics;
    block
}

struct Parser<'t> {
    tokens: &'t Tokens,
    at: usize,
    diagnostics: Vec<Diagnostic>,
    nesting: usize,
    /// The number of conditional expressions that the parser has begun and that still lack their `else`.
    expected_elses: usize,
    /// Whether the parser is skipping the rest of a faulty statement.
    recovering: bool,
}

impl<'t> Parser<'t> {
    fn kind(&self) -> &'t TokenKind {
        self.tokens.kind(self.at)
    }

    fn span(&self) -> Span {
        self.tokens.span(self.at)
    }

    /// Whether the symbol after the current one is `basic`.
    fn is_next(&self, basic: Basic) -> bool {
        *self.tokens.kind((self.at + 1).min(self.tokens.len() - 1)) == TokenKind::Basic(basic)
    }

    fn is(&self, basic: Basic) -> bool {
        *self.kind() == TokenKind::Basic(basic)
    }

    /// Goes to the next symbol, or stays at the last symbol of the text.
    fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    /// Skips the current symbol if it is `basic`. Returns whether it was `basic`.
    fn accept(&mut self, basic: Basic) -> bool {
        let here = self.is(basic);
        if here {
            self.advance();
        }
        here
    }

    /// Skips the current symbol if it is `basic`. Otherwise reports a fault, in which `place` says where the
    /// symbol was expected.
    fn expect(&mut self, basic: Basic, place: &str) -> ParseResult<()> {
        if self.accept(basic) {
            return Ok(());
        }
        let found = self.kind().described();
        let word = if self.kind().is_operand() { "-delimiter" } else { "delimiter" };
        let message = format!("{} is expected {place}, not {found}", basic.written());
        if basic == Basic::Then && self.is(Basic::Assign) {
            let span = self.span();
            let fault = Diagnostic::new(span, word, message).with_help("= compares, := assigns");
            self.diagnostics.push(fault.with_fix("write =", vec![(span, "=".to_string())]));
            return Err(Failed);
        }
        Err(self.fail(word, message, ""))
    }

    fn identifier(&mut self, place: &str) -> ParseResult<Name> {
        if let TokenKind::Identifier(text) = self.kind() {
            let name = Name { text: text.clone(), span: self.span() };
            self.advance();
            return Ok(name);
        }
        let found = self.kind().described();
        let word = if self.kind().is_operand() { "operand" } else { "-operand" };
        Err(self.fail(word, format!("an identifier is expected {place}, not {found}"), ""))
    }

    /// Reports a fault at the current symbol, unless the lexer has already reported one there.
    fn fail(&mut self, word: &'static str, message: String, help: &str) -> Failed {
        let span = self.span();
        if !matches!(self.kind(), TokenKind::Trouble | TokenKind::EndOfText) {
            self.report(span, word, message, help);
        }
        Failed
    }

    fn report(&mut self, span: Span, word: &'static str, message: String, help: &str) {
        self.diagnostics.push(Diagnostic::new(span, word, message).with_help(help));
    }

    /// The span from `start` to the symbol before the current one.
    fn since(&self, start: &Span) -> Span {
        start.join(&self.tokens.span(self.at.saturating_sub(1)))
    }

    /// Runs `read` one nesting level deeper. If the nesting is too deep, reports a fault and goes to the
    /// end of the text.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Parser<'t>) -> ParseResult<T>) -> ParseResult<T> {
        if self.nesting >= NESTING_MAX {
            let message = format!("more than {NESTING_MAX} levels are nested here");
            let failed = self.fail("stack", message, "divide the program into procedures");
            self.at = self.tokens.len() - 1;
            return Err(failed);
        }
        self.nesting += 1;
        let answer = read(self);
        self.nesting -= 1;
        answer
    }

    /// Skips the rest of a faulty statement. Stops at its end, or at an `else` that belongs to no conditional
    /// expression. Parses the blocks, for statements and go to statements inside the faulty statement: they
    /// can contain further faults.
    fn skip(&mut self) -> Vec<WrittenStatement> {
        let mut inside = Vec::new();
        self.recovering = true;
        loop {
            match self.kind() {
                TokenKind::EndOfText => break,
                TokenKind::Basic(Basic::Semicolon | Basic::End) => break,
                TokenKind::Basic(Basic::Else) if self.expected_elses == 0 => break,
                TokenKind::Basic(Basic::Else) => {
                    self.expected_elses -= 1;
                    self.advance();
                }
                TokenKind::Basic(Basic::Begin | Basic::For | Basic::Goto) if self.nesting < NESTING_MAX => {
                    self.expected_elses = 0;
                    self.nesting += 1;
                    inside.push(self.statement());
                    self.nesting -= 1;
                    self.recovering = true;
                }
                _ => self.advance(),
            }
        }
        self.expected_elses = 0;
        inside
    }
}
