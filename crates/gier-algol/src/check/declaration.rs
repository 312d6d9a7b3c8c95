//! Checks declarations. First declares all names of a block, because a name can be used before its
//! declaration. Then checks bounds, switches and procedure bodies.

use super::Checker;
use crate::ast::{self, Declaration, ProcedureId, Spec, StatementKind, SymbolId, SymbolKind, Type};
use crate::syntax::{self, Name};

impl Checker {
    /// Declares all names in a list of declarations.
    pub(super) fn declare_all(&mut self, declarations: &[syntax::WrittenDeclaration]) {
        for declaration in declarations {
            match declaration {
                syntax::WrittenDeclaration::Variables { own, ty, names } => {
                    for name in names {
                        self.declare(name, SymbolKind::Variable { ty: *ty, own: *own });
                    }
                }
                syntax::WrittenDeclaration::Arrays { ty, segments } => {
                    for segment in segments {
                        let dimensions = segment.bounds.len();
                        for name in &segment.names {
                            self.declare(name, SymbolKind::Array { ty: *ty, dimensions });
                        }
                    }
                }
                syntax::WrittenDeclaration::Switch { name, .. } => {
                    self.declare(name, SymbolKind::Switch);
                }
                syntax::WrittenDeclaration::Procedure(procedure) => self.declare_procedure(procedure),
                syntax::WrittenDeclaration::Faulty(names) => {
                    names.iter().for_each(|name| self.declare_faulty(name));
                }
            }
        }
    }

    /// Declares a procedure and its formal parameters. Calls are checked later, so a call can precede the
    /// declaration in the text.
    fn declare_procedure(&mut self, written: &syntax::WrittenProcedure) {
        if written.faulty {
            self.declare_faulty(&written.name);
            return;
        }
        let id = ProcedureId(self.procedures.len());
        let symbol = self.declare(&written.name, SymbolKind::Procedure(id));
        let block = self.new_block();
        self.procedures.push(ast::Procedure {
            symbol,
            result: written.result,
            formals: Vec::new(),
            block,
            body: empty(written),
            span: written.span,
        });
        for (position, formal) in written.formals.iter().enumerate() {
            let specification = specification(written, &formal.text);
            let value = written.values.iter().any(|name| name.text == formal.text);
            // The missing specification is reported later, when the procedure is checked.
            let spec = specification.unwrap_or(Spec::Simple(Type::Real));
            self.symbols.push(ast::DeclaredSymbol {
                name: formal.text.clone(),
                span: formal.span,
                kind: SymbolKind::Formal { spec, value, position },
                block,
            });
            self.procedures[id.0].formals.push(SymbolId(self.symbols.len() - 1));
        }
    }

    /// Declares the labels of statements, and the labels of all statements inside them. Skips inner blocks,
    /// which declare their own labels.
    pub(super) fn declare_labels(&mut self, statements: &[syntax::WrittenStatement]) {
        statements.iter().for_each(|statement| self.declare_labels_of(statement));
    }

    /// Declares the labels of one statement, and the labels of all statements inside it.
    pub(super) fn declare_labels_of(&mut self, statement: &syntax::WrittenStatement) {
        for label in &statement.labels {
            self.declare(label, SymbolKind::Label);
        }
        match &statement.kind {
            syntax::WrittenStatementKind::Compound(inside) | syntax::WrittenStatementKind::Faulty(inside) => {
                self.declare_labels(inside);
            }
            syntax::WrittenStatementKind::If { then, otherwise, .. } => {
                self.declare_labels_of(then);
                if let Some(otherwise) = otherwise {
                    self.declare_labels_of(otherwise);
                }
            }
            syntax::WrittenStatementKind::For { body, .. } => self.declare_labels_of(body),
            syntax::WrittenStatementKind::Dummy
            | syntax::WrittenStatementKind::Block(_)
            | syntax::WrittenStatementKind::Assign { .. }
            | syntax::WrittenStatementKind::Goto(_)
            | syntax::WrittenStatementKind::Call(..) => {}
        }
    }

    /// Checks declarations. Their names must have been declared before.
    pub(super) fn declarations(&mut self, written: &[syntax::WrittenDeclaration]) -> Vec<Declaration> {
        let mut checked = Vec::new();
        for declaration in written {
            match declaration {
                syntax::WrittenDeclaration::Variables { names, .. } => {
                    let symbols = names.iter().filter_map(|name| self.own_symbol(name)).collect();
                    checked.push(Declaration::Variables(symbols));
                }
                syntax::WrittenDeclaration::Arrays { segments, .. } => {
                    for segment in segments {
                        let bounds = self.bounds(&segment.bounds);
                        let arrays = segment.names.iter().filter_map(|name| self.own_symbol(name)).collect();
                        checked.push(Declaration::Arrays { arrays, bounds });
                    }
                }
                syntax::WrittenDeclaration::Switch { name, elements } => {
                    let elements =
                        elements.iter().filter_map(|element| self.designational(element)).collect();
                    if let Some(switch) = self.own_symbol(name) {
                        checked.push(Declaration::Switch { switch, elements });
                    }
                }
                syntax::WrittenDeclaration::Procedure(procedure) => {
                    if let Some(id) = self.procedure(procedure) {
                        checked.push(Declaration::Procedure(id));
                    }
                }
                syntax::WrittenDeclaration::Faulty(_) => {}
            }
        }
        checked
    }

    /// The symbol that the declaration of `name` created. Returns `None` if an earlier declaration in the
    /// block has the same name. The name refers to that earlier declaration.
    fn own_symbol(&mut self, name: &Name) -> Option<SymbolId> {
        let id = self.lookup(&name.text, &name.span)?;
        (self.symbols[id.0].span == name.span).then_some(id)
    }

    fn bounds(
        &mut self,
        written: &[(syntax::Expr, syntax::Expr)],
    ) -> Vec<(ast::Expression, ast::Expression)> {
        let mut bounds = Vec::new();
        for (lower, upper) in written {
            if let (Some(lower), Some(upper)) = (self.arithmetic(lower), self.arithmetic(upper)) {
                bounds.push((lower, upper));
            }
        }
        bounds
    }

    /// Checks a procedure's heading and body.
    fn procedure(&mut self, written: &syntax::WrittenProcedure) -> Option<ProcedureId> {
        let symbol = self.own_symbol(&written.name);
        let id = symbol.and_then(|symbol| match self.kind(symbol) {
            SymbolKind::Procedure(id) => Some(id),
            SymbolKind::Variable { .. }
            | SymbolKind::Array { .. }
            | SymbolKind::Switch
            | SymbolKind::Label
            | SymbolKind::Formal { .. }
            | SymbolKind::Standard(_) => None,
        });
        let block = match id {
            Some(id) => self.procedures[id.0].block,
            None => self.new_block(),
        };
        let body = self.open(block, &written.symbols, |checker| {
            let formals = id.map(|id| checker.procedures[id.0].formals.clone()).unwrap_or_default();
            checker.formals(written, &formals);
            checker.open_procedures.extend(id);
            checker.declare_labels_of(&written.body);
            let body = match &written.body.kind {
                syntax::WrittenStatementKind::Block(inner) => {
                    let kind = StatementKind::Block(Box::new(checker.block(inner, block)));
                    let labels = checker.labels(&written.body);
                    Some(ast::Statement { labels, kind, span: written.body.span })
                }
                _ => checker.statement(&written.body),
            };
            if id.is_some() {
                checker.open_procedures.pop();
            }
            body
        });
        let id = id?;
        if let Some(body) = body {
            self.procedures[id.0].body = body;
        }
        Some(id)
    }

    /// Adds the formal parameters to the open scope. Checks the value list and the specifications.
    fn formals(&mut self, written: &syntax::WrittenProcedure, formals: &[SymbolId]) {
        for (position, name) in written.formals.iter().enumerate() {
            if written.faulty {
                self.declare_faulty(name);
                continue;
            }
            let specified = specification(written, &name.text).is_some();
            if !specified {
                let message = format!("the formal parameter {} has no specification", name.text);
                let help = "every parameter needs one, such as _real x; before the body";
                let _: Option<()> = self.fault(&name.span, "-specific.", message, help);
            }
            self.enter_formal(name, formals.get(position).copied().filter(|_| specified));
        }
        let mut seen: Vec<&str> = Vec::new();
        let specified = written.specifications.iter().flat_map(|(_, names)| names);
        for name in specified {
            if !is_formal(written, name) {
                self.not_formal(written, name);
            } else if seen.contains(&&*name.text) {
                let message = format!("{} is specified twice", name.text);
                let _: Option<()> = self.fault(&name.span, "+specif.", message, "");
            }
            seen.push(&name.text);
        }
        for name in &written.values {
            if !is_formal(written, name) {
                self.not_formal(written, name);
            } else if !matches!(specification(written, &name.text), None | Some(Spec::Simple(_))) {
                let message = format!("{} cannot be called by value", name.text);
                let help = "only integer, real and boolean parameters can";
                let _: Option<()> = self.fault(&name.span, "value", message, help);
            }
        }
    }

    fn not_formal(&mut self, written: &syntax::WrittenProcedure, name: &Name) {
        if !written.faulty {
            let message = format!("{} is not a parameter of {}", name.text, written.name.text);
            let _: Option<()> = self.fault(&name.span, "-formal", message, "");
        }
    }
}

fn is_formal(written: &syntax::WrittenProcedure, name: &Name) -> bool {
    written.formals.iter().any(|formal| formal.text == name.text)
}

/// The first specification of the parameter `formal` in a procedure's heading.
fn specification(written: &syntax::WrittenProcedure, formal: &str) -> Option<Spec> {
    let mut all = written.specifications.iter();
    all.find(|(_, names)| names.iter().any(|name| &*name.text == formal)).map(|(spec, _)| *spec)
}

/// A placeholder for the body of a procedure, until the body is checked.
fn empty(written: &syntax::WrittenProcedure) -> ast::Statement {
    let span = written.body.span;
    ast::Statement { labels: Vec::new(), kind: StatementKind::Dummy, span }
}
