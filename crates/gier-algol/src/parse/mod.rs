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
use crate::lex::foreign::is_declarator;
use crate::lex::{Basic, TokenKind, Tokens};
use crate::syntax::{Name, WrittenBlock, WrittenStatement};
use gier_word::Diagnostic;

/// The maximum nesting depth of statements, procedures and parentheses.
const NESTING_MAX: usize = 200;
/// The maximum depth of an expression's tree.
const DEPTH_MAX: u32 = 1000;

/// The fault of a declaration that comes too late in its block.
pub(crate) const MISPLACED: &str = "a declaration follows a statement";

/// A place in which a symbol is expected, and the advice if another symbol stands there: these other symbols and the
/// advice. Without symbols, the advice is for all others.
type Place = (&'static str, &'static [(&'static [Basic], &'static str)]);

const AFTER_CONDITION: Place = ("after the condition", &[(&[Basic::Assign], EQUALS)]);
const AFTER_CONTROLLED: Place = ("after the controlled variable", &[(&[Basic::Equal], EQUALS)]);
const EQUALS: &str = "= compares, := assigns";
const AFTER_DECLARATION: Place = (
    "after the declaration",
    &[
        (&[Basic::Assign, Basic::Equal], "a declaration gives no value: i := 3 is a statement"),
        (&[Basic::LeftBracket], "an array of two dimensions is A[1:3, 1:3]"),
        (&[Basic::Minus], "a name consists of letters and digits; it may contain blanks"),
        (
            &[Basic::End],
            "the body of a procedure is one statement; after its ; come the statements of the block",
        ),
    ],
);
const AS_FORMAL: Place = ("as a formal parameter", &[(&DECLARATORS, FORMALS)]);
const AFTER_FORMALS: Place =
    ("after the formal parameters", &[(&[Basic::Colon, Basic::LeftBracket], FORMALS)]);
const FORMALS: &str = "the types follow the heading: _procedure p(a); _integer a;";
const AFTER_PARAMETERS: Place = (
    "after the parameters",
    &[(&[Basic::Colon], "the layout says how a number is printed: write(‹-ndddd›, i)")],
);
const AFTER_SUBSCRIPTS: Place =
    ("after the subscripts", &[(&[Basic::Colon], "a whole array is written by its name alone")]);
const IN_ARRAY_LIST: Place =
    ("in the array list", &[(&DECLARATORS, "the type comes first: _integer _array A[1:10]")]);
const BOUNDS: &[(&[Basic], &str)] = &[(&[], "an array of ten elements is A[1:10]")];
const AFTER_SWITCH: Place =
    ("after switch", &[(&[], "a switch is a list of labels: _switch S := one, two;")]);
const DECLARATORS: [Basic; 4] = [Basic::Integer, Basic::Real, Basic::Boolean, Basic::Array];

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
        *self.ahead(1) == TokenKind::Basic(basic)
    }

    /// The symbol that is so many symbols after the current one, or the last symbol.
    fn ahead(&self, symbols: usize) -> &'t TokenKind {
        self.tokens.kind((self.at + symbols).min(self.tokens.len() - 1))
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
    fn expect(&mut self, basic: Basic, place: Place) -> ParseResult<()> {
        if self.accept(basic) {
            return Ok(());
        }
        let found = self.kind().described();
        let word = if self.kind().is_operand() { "-delimiter" } else { "delimiter" };
        let message = format!("{} is expected {}, not {found}", basic.written(), place.0);
        let right = match (basic, self.kind()) {
            (Basic::Then, TokenKind::Basic(Basic::Assign)) => "=",
            (Basic::Assign, TokenKind::Basic(Basic::Equal)) => ":=",
            _ => return Err(self.fail(word, message, self.instead(place))),
        };
        let span = self.span();
        let fault = Diagnostic::new(span, word, message).with_help(self.instead(place));
        self.diagnostics.push(fault.with_fix(format!("write {right}"), vec![(span, right.to_string())]));
        Err(Failed)
    }

    fn identifier(&mut self, place: Place) -> ParseResult<Name> {
        if let TokenKind::Identifier(text) = self.kind() {
            let name = Name { text: text.clone(), span: self.span() };
            self.advance();
            return Ok(name);
        }
        let found = self.kind().described();
        let word = if self.kind().is_operand() { "operand" } else { "-operand" };
        let message = format!("an identifier is expected {}, not {found}", place.0);
        Err(self.fail(word, message, self.instead(place)))
    }

    /// The advice about what stands in `place`.
    fn instead(&self, place: Place) -> &'static str {
        let is_found = |found: &[Basic]| found.is_empty() || found.iter().any(|&basic| self.is(basic));
        place.1.iter().find(|(found, _)| is_found(found)).map_or("", |(_, advice)| advice)
    }

    /// The previous symbol up to the end of its line, which lacks a `;` if a new statement begins in the line of the
    /// current symbol. As blanks do not count, the first name of the new line may have become a part of the name
    /// before it.
    fn open_line(&self) -> Option<Span> {
        let (before, here) = (self.tokens.span(self.at.checked_sub(1)?), self.span());
        let (start, end) = (before.bytes().start, here.bytes().start);
        let is_before = before.file() == here.file() && start <= end;
        let between = is_before.then(|| Span::new(here.file(), start..end))?;
        self.tokens.first_line(&between).map(|(_, line)| line)
    }

    /// Whether the current symbol is the word with which another language begins a declaration, such as `_var`.
    fn is_foreign_declarator(&self) -> bool {
        *self.kind() == TokenKind::Trouble
            && self.tokens.text(&self.span()).strip_prefix('_').is_some_and(is_declarator)
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
