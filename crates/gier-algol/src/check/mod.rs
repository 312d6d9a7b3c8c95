//! From the written tree to the checked one: names are resolved, expressions typed, the rules of
//! GIER ALGOL III held against them. Does the work of the old translator's passes 5 and 6 and
//! speaks their words; what it checks beyond them stands in `docs/algol.md`.  [F-AFE-11]
//!
//! A function that finds a fault reports it and answers none; the statement around it then
//! answers none as well, so that each fault is reported once.

mod actual;
mod declaration;
mod expression;
mod scope;
mod standard;
mod statement;
mod strings;

use crate::ast::{self, BlockId, ORDERS_MAX, Procedure, ProcedureId, Program, Span, StringId, Symbol};
use crate::faults::tell;
use crate::lex::Tokens;
use crate::syntax;
use gier_word::Diagnostic;
use scope::Scope;
use std::collections::BTreeMap;

/// Checks a program of these symbols. Faults join the `diagnostics`; without any the answer is a whole
/// program.
pub(crate) fn check(block: &syntax::Block, tokens: &Tokens, diagnostics: &mut Vec<Diagnostic>) -> Program {
    let mut checker = Checker { diagnostics: std::mem::take(diagnostics), ..Checker::of(tokens) };
    let id = checker.new_block();
    let body = checker.open(id, |checker| checker.block(block, id));
    checker.strings_are_what_they_are_used_as();
    let complete = !checker.is_full();
    let mut strings = vec![Vec::new(); checker.strings.len()];
    checker.strings.into_iter().for_each(|(string, id)| strings[id.0] = string);
    *diagnostics = checker.diagnostics;
    Program {
        symbols: checker.symbols,
        procedures: checker.procedures,
        strings,
        blocks: checker.blocks,
        body,
        complete,
    }
}

struct Checker<'t> {
    tokens: &'t Tokens,
    symbols: Vec<Symbol>,
    procedures: Vec<Procedure>,
    /// Each with its number.
    strings: BTreeMap<Vec<gier_word::Symbol>, StringId>,
    blocks: usize,
    /// Open blocks, the outermost first.
    scopes: Vec<Scope>,
    /// Procedures whose bodies are being checked.
    open_procedures: Vec<ProcedureId>,
    string_uses: strings::Strings,
    /// Undeclared names so far for which a similar one was looked for.
    guesses: usize,
    /// The code of the program has this many orders and more.
    orders: usize,
    /// So many operands and operators it has.
    nodes: usize,
    diagnostics: Vec<Diagnostic>,
}

impl Checker<'_> {
    fn of(tokens: &Tokens) -> Checker<'_> {
        Checker {
            tokens,
            symbols: Vec::new(),
            procedures: Vec::new(),
            strings: BTreeMap::new(),
            blocks: 0,
            scopes: Vec::new(),
            open_procedures: Vec::new(),
            string_uses: strings::Strings::default(),
            guesses: 0,
            orders: 0,
            nodes: 0,
            diagnostics: Vec::new(),
        }
    }

    /// Whether the program is longer than any drum.
    fn is_full(&self) -> bool {
        self.orders.max(self.nodes) >= ORDERS_MAX
    }

    fn new_block(&mut self) -> BlockId {
        self.blocks += 1;
        BlockId(self.blocks - 1)
    }

    /// Reports a fault; answers none for the caller to pass on.
    fn fault<T>(&mut self, span: &Span, word: &'static str, message: String, help: &str) -> Option<T> {
        tell(&mut self.diagnostics, Diagnostic::new(*span, word, message).with_help(help));
        None
    }

    /// A fault of type.
    fn wrong_type<T>(&mut self, span: &Span, message: String) -> Option<T> {
        self.fault(span, "type", message, "")
    }

    /// Checks declarations and statements in the scope that is open.
    fn block(&mut self, block: &syntax::Block, id: BlockId) -> ast::Block {
        self.declare_all(&block.declarations);
        self.declare_labels(&block.statements);
        let declarations = self.declarations(&block.declarations);
        let statements = self.statements(&block.statements);
        ast::Block { id, declarations, statements }
    }
}
