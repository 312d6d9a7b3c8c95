//! Resolves names in blocks. Outside all blocks are the standard identifiers, which a block can
//! redeclare.  [F-AFE-12]

use super::Checker;
use crate::ast::{BlockId, DeclaredSymbol, Span, Standard, SymbolId, SymbolKind};
use crate::lex::{WORDS, foreign};
use crate::syntax::Name;
use gier_word::Diagnostic;
use gier_word::similar::{similar, small};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// Standard identifiers of the later GIER ALGOL 4. Each comes with advice on what to use in GIER ALGOL III
/// instead.
const LATER_NAMES: [(&str, &str); 8] = [
    ("select", "write types and output punches without it"),
    ("writeinteger", "write with a layout does it"),
    ("readinteger", "typein and inone read numbers"),
    ("readreal", "typein and inone read numbers"),
    ("readstring", "read characters with typechar or inchar"),
    ("put", "todrum writes an array to the drum"),
    ("get", "fromdrum reads an array from the drum"),
    ("where", "drumplace holds the place on the drum"),
];

/// The checker suggests a similar declared name for at most this many undeclared names, to save time.
const GUESSES_MAX: usize = 50;

/// Returns the keyword that the programmer probably meant by `name`. If the text has blanks in the name, such
/// as `for i`, the name must begin with the keyword. Otherwise the name must be the keyword.
fn bare_word(name: &str, span: &Span) -> Option<&'static str> {
    let blank = span.bytes().len() > name.len();
    let words = WORDS.iter().map(|&(word, _)| word);
    words
        .filter(|word| if blank { name.starts_with(word) } else { name == *word })
        .max_by_key(|word| word.len())
}

/// What a name means in one block.
#[derive(Clone, Copy)]
enum NameEntry {
    Declared(SymbolId),
    /// A name whose declaration is faulty or missing. The error was already reported. The span is the place
    /// of the faulty declaration, or `None` if there is no declaration.
    Faulty(Option<Span>),
}

/// What a name means in a scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A declared symbol, or a standard identifier.
    Symbol(SymbolId),
    /// Unknown, because the declaration of the name is faulty. The span is the place of the declaration.
    Unknown(Span),
}

/// A scope of names: a block, or the parameters and body of a procedure.
#[derive(Clone, Debug)]
pub struct Scope {
    /// The block to which the names belong.
    pub block: BlockId,
    /// The scope as a range of token indices. It includes inner scopes. The scope of a procedure begins after
    /// the procedure's name.
    pub symbols: Range<usize>,
    /// The names, without blanks.
    pub names: BTreeMap<Arc<str>, Meaning>,
}

/// The names of one block.
pub(super) struct BlockScope {
    pub(super) block: BlockId,
    names: BTreeMap<Arc<str>, NameEntry>,
}

impl Checker {
    /// Opens a block, runs `check`, and closes the block.
    pub(super) fn open<T>(
        &mut self,
        block: BlockId,
        symbols: &Range<usize>,
        check: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.scopes.push(BlockScope { block, names: BTreeMap::new() });
        let answer = check(self);
        if let Some(scope) = self.scopes.pop()
            && self.keeps_scopes
        {
            let meaning = |entry| match entry {
                NameEntry::Declared(id) => Some(Meaning::Symbol(id)),
                NameEntry::Faulty(span) => span.map(Meaning::Unknown),
            };
            let names = scope.names.into_iter();
            let names = names.filter_map(|(name, entry)| Some((name, meaning(entry)?))).collect();
            self.closed.push(Scope { block, symbols: symbols.clone(), names });
        }
        answer
    }

    /// Declares a name in the innermost block. If the block has already declared the name, reports an error
    /// and keeps the first declaration.
    pub(super) fn declare(&mut self, name: &Name, kind: SymbolKind) -> SymbolId {
        let id = SymbolId(self.symbols.len());
        let block = self.scopes.last().map_or(BlockId(0), |scope| scope.block);
        self.symbols.push(DeclaredSymbol { name: name.text.clone(), span: name.span, kind, block });
        if self.enter(name, NameEntry::Declared(id)) {
            let message = format!("{} is declared twice in this block", name.text);
            let help = "blanks do not count in identifiers, capital letters do";
            let fault = Diagnostic::new(name.span, "+declar.", message).with_help(help);
            let first = self.scopes.last().and_then(|scope| scope.names.get(&name.text));
            self.diagnostics.push(match first {
                Some(NameEntry::Declared(first)) => {
                    fault.with_related(self.symbols[first.0].span, "the first declaration")
                }
                _ => fault,
            });
        }
        id
    }

    /// Enters a name whose declaration is faulty, so that uses of the name are not reported as undeclared.
    pub(super) fn declare_faulty(&mut self, name: &Name) {
        self.enter(name, NameEntry::Faulty(Some(name.span)));
    }

    /// Enters a formal parameter. `symbol` is `None` if the procedure's heading does not specify the type of
    /// the parameter.
    pub(super) fn enter_formal(&mut self, name: &Name, symbol: Option<SymbolId>) {
        if self.enter(name, symbol.map_or(NameEntry::Faulty(Some(name.span)), NameEntry::Declared)) {
            let message = format!("the formal parameter {} is listed twice", name.text);
            let _: Option<()> = self.fault(&name.span, "+declar.", message, "");
        }
    }

    /// Enters a name in the innermost block. Returns whether the block has already declared the name.
    fn enter(&mut self, name: &Name, entry: NameEntry) -> bool {
        let Some(scope) = self.scopes.last_mut() else { return false };
        match scope.names.get(&name.text) {
            Some(NameEntry::Declared(_)) => true,
            Some(NameEntry::Faulty(_)) => false,
            None => {
                scope.names.insert(name.text.clone(), entry);
                false
            }
        }
    }

    /// Looks up a name. Reports an undeclared name only at its first use. Returns `None` if the name has no
    /// correct declaration.
    pub(super) fn lookup(&mut self, name: &Arc<str>, span: &Span) -> Option<SymbolId> {
        let found = self.scopes.iter().rev().find_map(|scope| scope.names.get(name).copied());
        match found {
            Some(NameEntry::Declared(id)) => return Some(id),
            Some(NameEntry::Faulty(_)) => return None,
            None => {}
        }
        let standard = Standard::ALL.iter().find(|(standard, _)| *standard == &**name);
        let entry = match standard {
            Some(&(_, standard)) => NameEntry::Declared(self.standard_symbol(name, standard, span)),
            None => NameEntry::Faulty(None),
        };
        if let Some(outermost) = self.scopes.first_mut() {
            outermost.names.insert(name.clone(), entry);
        }
        match entry {
            NameEntry::Declared(id) => Some(id),
            NameEntry::Faulty(_) => {
                let message = format!("{name} is not declared");
                let (help, meant) = self.help_for(name, span);
                let fault = Diagnostic::new(*span, "-declar.", message).with_help(help);
                self.diagnostics.push(match meant {
                    Some(meant) => fault.with_fix(format!("change it to {meant}"), vec![(*span, meant)]),
                    None => fault,
                });
                None
            }
        }
    }

    /// Advice about an undeclared name, and the name that was probably intended.
    fn help_for(&mut self, name: &str, span: &Span) -> (String, Option<String>) {
        if let Some((_, instead)) = LATER_NAMES.iter().find(|(later, _)| *later == name) {
            return (format!("it came with GIER ALGOL 4; {instead}"), None);
        }
        if let Some(advice) = foreign::advice(name) {
            return (advice.to_string(), None);
        }
        if let Some(word) = bare_word(name, span) {
            return (format!("did you mean the underlined word _{word}?"), None);
        }
        self.guesses += 1;
        if self.guesses > GUESSES_MAX {
            return (String::new(), None);
        }
        let declared = self.scopes.iter().flat_map(|scope| scope.names.iter());
        let declared = declared.filter(|(_, entry)| matches!(entry, NameEntry::Declared(_)));
        let names = declared.map(|(name, _)| &**name).chain(Standard::ALL.iter().map(|(name, _)| *name));
        match similar(name, names) {
            Some(known) if small(known) == small(name) => {
                (format!("{known} is; capital and small letters differ"), Some(known.to_string()))
            }
            Some(known) => (format!("did you mean {known}?"), Some(known.to_string())),
            None => ("it is reported once; other uses are not checked".to_string(), None),
        }
    }

    fn standard_symbol(&mut self, name: &Arc<str>, standard: Standard, span: &Span) -> SymbolId {
        self.symbols.push(DeclaredSymbol {
            name: name.clone(),
            span: *span,
            kind: SymbolKind::Standard(standard),
            block: BlockId(0),
        });
        SymbolId(self.symbols.len() - 1)
    }

    pub(super) fn kind(&self, id: SymbolId) -> SymbolKind {
        self.symbols[id.0].kind.clone()
    }
}
