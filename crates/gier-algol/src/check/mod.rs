//! Checks the syntax tree and builds the checked tree: resolves names, finds the types of expressions, and checks
//! the rules of GIER ALGOL III. This is the work of passes 5 and 6 of GIER's original compiler, whose error words
//! are used too, so that its manual still explains them. `docs/algol.md` lists the checks that the original
//! compiler does not make.  [F-AFE-11]
//!
//! A function that finds a fault reports the fault and returns `None`. The function that checks the enclosing
//! statement then returns `None` too, so each fault is reported once.

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

/// Checks a program. Adds the faults to `diagnostics`. If `closed` is given, fills it with the scopes of the
/// program and their names. The returned program is complete only if there are no faults.
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
    /// Maps the symbols of each string to the id of the string.
    strings: BTreeMap<Vec<gier_word::Symbol>, StringId>,
    blocks: usize,
    /// The open blocks, with the outermost first.
    scopes: Vec<BlockScope>,
    /// Whether to add closed scopes to `closed`.
    keeps_scopes: bool,
    /// The closed scopes. An inner scope comes before its outer scope.
    closed: Vec<Scope>,
    /// The procedures whose bodies are being checked.
    open_procedures: Vec<ProcedureId>,
    string_uses: strings::Strings,
    /// How often the checker has looked for a declared name that is similar to an undeclared one. It looks at
    /// most `GUESSES_MAX` times.
    guesses: usize,
    diagnostics: Vec<Diagnostic>,
}

impl Checker {
    fn new_block(&mut self) -> BlockId {
        self.blocks += 1;
        BlockId(self.blocks - 1)
    }

    /// Reports a fault. Returns `None`, which the caller returns too.
    fn fault<T>(&mut self, span: &Span, word: &'static str, message: String, help: &str) -> Option<T> {
        self.diagnostics.push(Diagnostic::new(*span, word, message).with_help(help));
        None
    }

    /// Reports a type error.
    fn wrong_type<T>(&mut self, span: &Span, message: String) -> Option<T> {
        self.fault(span, "type", message, "")
    }

    /// Checks the declarations and statements of a block. The block's scope must already be open.
    fn block(&mut self, block: &syntax::WrittenBlock, id: BlockId) -> ast::Block {
        self.declare_all(&block.declarations);
        self.declare_labels(&block.statements);
        let declarations = self.declarations(&block.declarations);
        let statements = self.statements(&block.statements);
        ast::Block { id, declarations, statements }
    }
}
