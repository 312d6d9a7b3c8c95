//! Builds the checked tree from the syntax tree. These modules resolve names, determine the types of
//! expressions and check the rules of GIER ALGOL III, like passes 5 and 6 of GIER's own translator.
//! `docs/algol.md` lists the additional checks.  [F-AFE-11]
//!
//! A function that finds a fault reports the fault and returns `None`. The function for the enclosing
//! statement then also returns `None`, so each fault is reported only one time.

mod actual;
mod declaration;
mod expression;
mod scope;
mod standard;
mod statement;
mod strings;

use crate::ast::{self, BlockId, DeclaredSymbol, Procedure, ProcedureId, Program, Span, StringId};
use crate::syntax;
use gier_word::Diagnostic;
use scope::BlockScope;
pub use scope::{Meaning, Scope};
use std::collections::BTreeMap;

/// Checks a program and appends its faults to `diagnostics`. Without faults, the result is a whole program.
/// If `closed` is given, all scopes are appended to `closed`.
pub(crate) fn check(
    block: &syntax::WrittenBlock,
    diagnostics: &mut Vec<Diagnostic>,
    closed: Option<&mut Vec<Scope>>,
) -> Program {
    let mut checker = Checker {
        diagnostics: std::mem::take(diagnostics),
        keeps_scopes: closed.is_some(),
        ..Checker::default()
    };
    let id = checker.new_block();
    let body = checker.open(id, &block.symbols, |checker| checker.block(block, id));
    checker.check_uses_of_strings();
    let mut strings = vec![Vec::new(); checker.strings.len()];
    checker.strings.into_iter().for_each(|(string, id)| strings[id.0] = string);
    *diagnostics = checker.diagnostics;
    if let Some(closed) = closed {
        *closed = checker.closed;
    }
    Program {
        symbols: checker.symbols,
        procedures: checker.procedures,
        strings,
        blocks: checker.blocks,
        body,
    }
}

#[derive(Default)]
struct Checker {
    symbols: Vec<DeclaredSymbol>,
    procedures: Vec<Procedure>,
    /// Each string and its id.
    strings: BTreeMap<Vec<gier_word::Symbol>, StringId>,
    blocks: usize,
    /// The open blocks, outermost first.
    scopes: Vec<BlockScope>,
    /// Whether closed scopes are recorded in `closed`.
    keeps_scopes: bool,
    /// The closed scopes, inner ones first.
    closed: Vec<Scope>,
    /// The procedures whose bodies are being checked.
    open_procedures: Vec<ProcedureId>,
    string_uses: strings::Strings,
    /// The number of undeclared names for which the checker has searched a similar name.
    guesses: usize,
    diagnostics: Vec<Diagnostic>,
}

impl Checker {
    fn new_block(&mut self) -> BlockId {
        self.blocks += 1;
        BlockId(self.blocks - 1)
    }

    /// Reports a fault and returns `None`.
    fn fault<T>(&mut self, span: &Span, word: &'static str, message: String, help: &str) -> Option<T> {
        self.diagnostics.push(Diagnostic::new(*span, word, message).with_help(help));
        None
    }

    /// Reports a type error.
    fn wrong_type<T>(&mut self, span: &Span, message: String) -> Option<T> {
        self.fault(span, "type", message, "")
    }

    /// Checks declarations and statements in the open scope.
    fn block(&mut self, block: &syntax::WrittenBlock, id: BlockId) -> ast::Block {
        self.declare_all(&block.declarations);
        self.declare_labels(&block.statements);
        let declarations = self.declarations(&block.declarations);
        let statements = self.statements(&block.statements);
        ast::Block { id, declarations, statements }
    }
}
