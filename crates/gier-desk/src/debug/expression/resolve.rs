//! Resolves the names in an expression: replaces each variable by its cell. A name can denote different
//! variables in different scopes of the program, so the result depends on the scope.

use super::OUTSIDE;
use super::node::{Node, Register};
use super::operators::{Arithmetic, Between, Comparison};
use super::parsed::Expression;
use super::state::{EvalState, Names, VariableLocation};
use super::value::Value;
use crate::notation::forms::Form;
use crate::whereabouts::Scope;
use gier_word::source_map::{PROGRAM_FRAME, Type, VariableKind};
use gier_word::{Cell, Marks};

impl Expression {
    /// Whether the expression contains a parameter called by name. During a run or a search, such a parameter
    /// has no value if the caller passed an expression for it.
    pub fn wants_actuals(&self, names: &dyn Names) -> bool {
        let is_by_name = |location: &VariableLocation| location.kind.is_by_name();
        let locations = |name| names.locations(name).unwrap_or_default();
        self.node.names().into_iter().any(|name| locations(name).iter().any(is_by_name))
    }

    /// The names of the variables in the expression.
    pub fn names(&self) -> Vec<&str> {
        self.node.names()
    }

    /// Checks the names and the constant subscripts of the expression. Call this before you evaluate the
    /// expression.
    ///
    /// # Errors
    /// Returns an error if a name is not known. Also returns an error if a constant subscript is outside the
    /// present bounds of its array, and the program declares no other variable with this name.
    pub fn check(&self, state: &EvalState<'_>) -> Result<(), String> {
        self.node.names().into_iter().try_for_each(|name| state.names.known(name))?;
        let constant = |node: &Node| match node {
            Node::Known(Value::Whole(subscript)) => Some(*subscript),
            _ => None,
        };
        self.node.variables().into_iter().try_for_each(|(name, subscripts)| {
            let Some(subscripts) = subscripts.iter().map(constant).collect::<Option<Vec<i64>>>() else {
                return Ok(());
            };
            match state.names.variable(name, &subscripts, state) {
                Err(error) if error == OUTSIDE && state.names.is_declared_once(name) => {
                    Err(format!("{name}{subscripts:?}: {error}"))
                }
                Ok(_) | Err(_) => Ok(()),
            }
        })
    }

    /// Does the checks of [`Expression::check`]. Also checks that each variable has the right number of
    /// subscripts. With a wrong number, the expression never has a value.
    ///
    /// # Errors
    /// Returns the errors of [`Expression::check`], and an error for a wrong number of subscripts.
    pub fn check_use(&self, state: &EvalState<'_>) -> Result<(), String> {
        self.check(state)?;
        self.node.variables().into_iter().try_for_each(|(name, subscripts)| {
            let locations = state.names.locations(name).unwrap_or_default();
            let mut misuses = locations.iter().map(|location| misuse(name, location.kind, subscripts.len()));
            match misuses.next().flatten().filter(|_| misuses.all(|misuse| misuse.is_some())) {
                Some(misuse) => Err(misuse),
                None => Ok(()),
            }
        })
    }

    /// Creates an empty [`ScopeCache`] for the expression. Returns `None` if the expression has no names.
    /// Also returns `None` if `names` cannot list the variables that have these names.
    pub fn scope_cache(&self, names: &dyn Names) -> Option<ScopeCache> {
        let used = self.node.names();
        if used.is_empty() || used.iter().any(|name| names.locations(name).is_none()) {
            return None;
        }
        Some(ScopeCache::default())
    }

    /// Whether the value depends only on variables and cells, not on registers, the order count or the time.
    pub fn is_of_variables(&self) -> bool {
        !self.node.has_registers()
    }

    /// Returns a copy of the expression in which each variable is replaced by its cell. The copy is the same
    /// for all scopes. It can have a value even in a scope where a variable is not visible.
    ///
    /// Returns `None` if a name has different cells in different scopes, or if it is a parameter called by
    /// name. Also returns `None` if the expression has no names.
    pub fn resolved_everywhere(&self, names: &dyn Names) -> Option<Expression> {
        let sole = |name: &str| match names.locations(name)?.as_slice() {
            // In other scopes, the cell of a parameter called by name can hold anything. To evaluate its
            // contents as a descriptor would take long.
            [location] if !location.kind.is_by_name() => Some(*location),
            _ => None,
        };
        let used = self.node.names();
        (!used.is_empty() && used.iter().all(|name| sole(name).is_some()))
            .then(|| self.resolved_by(names, &sole))
    }

    /// Returns a copy of the expression in which each variable is replaced by its cell. `seen` finds the
    /// variable that a name means, or returns `None` if the name is not visible. Such a name is replaced by a
    /// node without a value.
    fn resolved_by(&self, names: &dyn Names, seen: &dyn Fn(&str) -> Option<VariableLocation>) -> Expression {
        let kind = |name: &str| Some(names.locations(name)?.first()?.kind);
        let mut node = (*self.node).clone();
        while !node.names().is_empty() {
            node.bind(&|name, subscripts| match seen(name) {
                Some(location) => Some(location.node(subscripts)),
                None => Some(
                    kind(name)
                        .and_then(VariableKind::ty)
                        .map_or_else(no_value, |ty| typed(ty, Box::new(no_value()))),
                ),
            });
        }
        // Users see only the text of the expression with names.
        Expression::new(node, "")
    }
}

/// The maximum number of scopes in a [`ScopeCache`], so that its memory does not grow with the program.
const SCOPES_MAX: usize = 16;

/// One expression, resolved for at most 16 scopes of the program. In a resolved expression, a cell replaces each
/// variable.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScopeCache {
    /// The resolved expressions, without duplicates.
    all: Vec<Expression>,
    /// The scopes in the cache. Each has the index of its resolved expression in `all`. The scope that was
    /// used last comes first.
    known: Vec<(Option<Scope>, usize)>,
    /// The scope, register p and the order count when [`ScopeCache::left`] was called last.
    last: Option<(Option<Scope>, u16, u64)>,
    /// After [`ScopeCache::restrict`], the index of the declaration to which the name is restricted.
    only: Option<usize>,
}

impl ScopeCache {
    /// Whether the condition `of` is true now, with the variables that are visible at the program's present
    /// place. `of` must be the same expression at every call.
    ///
    /// # Errors
    /// The error says why the condition has no value now.
    pub fn holds(&mut self, of: &Expression, state: &EvalState<'_>) -> Result<bool, String> {
        // Only the expression with names can say why it has no value.
        self.resolved_now(of, state).holds(state).or_else(|_| of.holds(state))
    }

    /// Resolves `of` at the program's present place: returns a copy in which each variable is replaced by its
    /// cell. `of` must be the same expression at every call.
    pub fn resolved_now(&mut self, of: &Expression, state: &EvalState<'_>) -> &Expression {
        self.resolved_in(of, state.names.scope(state), state.names)
    }

    /// Restricts a name in the expression to the variable that it means at the program's present place. From
    /// now on, variables of the same name in other procedures do not count.
    pub fn restrict(&mut self, name: &str, state: &EvalState<'_>) {
        let scope = state.names.scope(state);
        self.only = scope.and_then(|scope| state.names.declaration(name, scope));
        (self.all, self.known) = (Vec::new(), Vec::new());
    }

    /// Returns the scope that the last order has left, if the program is still in the same stack frame.
    /// `scope` is the scope of the next order. The last order of a block can change a variable that is
    /// visible only in that block. Call this method before each order of the program itself.
    pub fn left(&mut self, scope: Option<Scope>, state: &EvalState<'_>) -> Option<Option<Scope>> {
        let (p, orders) = (state.registers.p, state.orders);
        let (before, frame, count) = self.last.replace((scope, p, orders))?;
        (before != scope && frame == p && count + 1 == orders).then_some(before)
    }

    /// Resolves `of` in this scope: returns a copy in which each variable is replaced by its cell. `of` must
    /// be the same expression at every call.
    pub fn resolved_in(&mut self, of: &Expression, scope: Option<Scope>, names: &dyn Names) -> &Expression {
        match self.known.iter().position(|(known, _)| *known == scope) {
            Some(place) => self.known.swap(0, place),
            None => self.learn(of, scope, names),
        }
        &self.all[self.known[0].1]
    }

    /// Replaces the names in the expression `of` by the cells that they have in a scope. Adds the result to
    /// the cache. A full cache is emptied before.
    fn learn(&mut self, of: &Expression, scope: Option<Scope>, names: &dyn Names) {
        if self.known.len() == SCOPES_MAX {
            self.all.clear();
            self.known.clear();
        }
        let resolved = of.resolved_by(names, &|name| {
            let scope = scope?;
            let is_other = self.only.is_some_and(|only| names.declaration(name, scope) != Some(only));
            if is_other { None } else { names.location(name, scope) }
        });
        let number = self.all.iter().position(|known| *known == resolved).unwrap_or_else(|| {
            self.all.push(resolved);
            self.all.len() - 1
        });
        self.known.insert(0, (scope, number));
    }
}

impl VariableLocation {
    /// The node that reads a variable or, with subscripts, an array element. If the variable cannot be used
    /// with these subscripts, the node has no value.
    fn node(self, subscripts: &[Node]) -> Node {
        let is_usable = misuse("", self.kind, subscripts.len()).is_none();
        let Some(ty) = self.kind.ty().filter(|_| is_usable) else { return no_value() };
        let cell = Box::new(self.cell());
        if self.kind.is_array() {
            return typed(ty, Box::new(Node::Element(cell, subscripts.to_vec())));
        }
        typed(ty, if self.kind.is_by_name() { Box::new(Node::Actual(cell)) } else { cell })
    }

    /// The node that reads the contents of a variable's cell.
    fn cell(self) -> Node {
        let known = |value| Box::new(Node::Known(Value::Whole(value)));
        let cell = |at| Node::Cell(Box::new(at));
        let Some(out) = self.out else {
            return cell(Node::Known(Value::Whole(i64::from(PROGRAM_FRAME) + i64::from(self.offset))));
        };
        // The first cell of a frame has the address of the enclosing frame in bits 20-29.
        let around = |frame, _| Node::Bits(20, 29, Box::new(cell(frame)));
        let frame = (0..out).fold(Node::Register(Register::P), around);
        let plus = Between::Does(Arithmetic::Plus);
        cell(Node::Between(plus, Box::new(frame), known(self.offset.into())))
    }
}

/// `given` is how many subscripts an expression gives to a variable. Returns `None` if that is right for this
/// kind of variable. Otherwise, returns an error message.
pub(crate) fn misuse(name: &str, kind: VariableKind, given: usize) -> Option<String> {
    let plural = |dimensions: usize| if dimensions == 1 { "" } else { "s" };
    match kind {
        VariableKind::Array { dimensions, .. } if given != dimensions => {
            Some(format!("{name} is an array with {dimensions} subscript{}", plural(dimensions)))
        }
        VariableKind::ArrayName(_) if given == 0 => Some(format!("{name} is an array")),
        kind => (given > 0 && !kind.is_array()).then(|| format!("{name} is no array")),
    }
}

/// The node for the contents of a cell, interpreted as a value of this type.
fn typed(ty: Type, cell: Box<Node>) -> Node {
    match ty {
        Type::Real => Node::Form(Form::Floating, cell),
        Type::Integer => Node::Integer(cell),
        Type::Boolean => {
            let nought = Box::new(Node::Known(Value::Whole(0)));
            Node::Between(Between::Compares(Comparison::AtLeast), cell, nought)
        }
    }
}

/// Creates a node that never has a value. It replaces a variable that is not visible or is used wrongly. The
/// node has the same form as a parameter called by name for which the caller passed an expression.
fn no_value() -> Node {
    let body = Cell::ZERO.with_marks(Marks::B);
    Node::Actual(Box::new(Node::Known(Value::Cell(body))))
}

impl Node {
    /// Whether the value of the node depends on registers, the order count or the machine time.
    fn has_registers(&self) -> bool {
        matches!(self, Node::Register(_) | Node::Indicator(_) | Node::Orders | Node::Seconds)
            || self.parts_of().into_iter().any(Node::has_registers)
    }

    /// The names of the variables in the node. The name of an array comes before the names in the subscripts
    /// of the array.
    fn names(&self) -> Vec<&str> {
        self.variables().into_iter().map(|(name, _)| name).collect()
    }

    /// The variables in the node, each with its subscripts. They are in the same order as in [`Node::names`].
    fn variables(&self) -> Vec<(&str, &[Node])> {
        let mut variables = Vec::new();
        self.put_variables(&mut variables);
        variables
    }

    fn put_variables<'a>(&'a self, variables: &mut Vec<(&'a str, &'a [Node])>) {
        if let Node::Variable(name, subscripts) = self {
            variables.push((name, subscripts));
        }
        self.parts_of().into_iter().for_each(|part| part.put_variables(variables));
    }
}
