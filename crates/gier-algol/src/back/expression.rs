//! Generates code for expressions. Numbers are computed in the floating register RF, and Boolean values
//! in R. Conditions become jumps.  [F-RUN-4] [F-RUN-5] [F-RUN-7]

use super::code::{CodeOrder, Label, When, count, order};
use super::frame::{FIRST_FORMAL, Location, Operand};
use super::lower::Lower;
use super::standard::is_function;
use super::statement::whole_constant;
use crate::ast::{Delivers, Dyadic, Expression, ExpressionKind, Monadic, Spec, SymbolId, SymbolKind, Type};
use gier_word::arith::float::Float;
use gier_word::{Cell, Opcode, number};

/// The type that decides how code loads and stores an expression's value. Strings and labels are handled like
/// Boolean values. An expression without a value is handled like a real one.
pub(super) fn type_of(expression: &Expression) -> Type {
    match expression.delivers {
        Delivers::Value(ty) => ty,
        Delivers::String | Delivers::Label => Type::Boolean,
        Delivers::Nothing | Delivers::Name => Type::Real,
    }
}

/// Returns the exponent of a power if it is the constant integer 2 or 3, otherwise `None`. The code computes
/// such a power by multiplication.
pub(super) fn factors(exponent: &Expression) -> Option<u8> {
    let ExpressionKind::Constant(cell) = exponent.kind else { return None };
    let is = |number| type_of(exponent) == Type::Integer && number::float(cell) == f64::from(number);
    [2, 3].into_iter().find(|&number| is(number))
}

/// What the evaluation of an expression can do besides giving a value. Each can also do what those before it
/// can.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Effects {
    /// Nothing: the expression can be evaluated at any time, or not at all.
    Nothing,
    /// Raise an alarm.
    Alarm,
    /// Change the working cell UA.
    Address,
    /// Change variables or print, for example.
    Anything,
}

impl<'a> Lower<'a> {
    /// The cell of a variable, of a parameter called by value, or of a procedure's value. Returns `None` if
    /// `id` is an array, a label or anything else.
    pub(crate) fn place(&self, id: SymbolId) -> Option<Operand> {
        match &self.symbol(id).kind {
            SymbolKind::Variable { .. } | SymbolKind::Procedure(_) => {
                self.places.get(&id).map(|place| Operand::Frame(*place))
            }
            SymbolKind::Formal { value: true, .. } => Some(Operand::Frame(self.formal(id))),
            SymbolKind::Array { .. }
            | SymbolKind::Switch
            | SymbolKind::Label
            | SymbolKind::Formal { .. }
            | SymbolKind::Standard(_) => None,
        }
    }

    /// The cell of a formal parameter.
    pub(crate) fn formal(&self, id: SymbolId) -> Location {
        let SymbolKind::Formal { position, .. } = &self.symbol(id).kind else {
            return Location { level: self.level_of(id), offset: FIRST_FORMAL };
        };
        Location { level: self.level_of(id), offset: FIRST_FORMAL + count(*position) }
    }

    /// The operand that holds the value of an expression, if no code is needed to compute the value.
    /// Otherwise returns `None`.
    pub(crate) fn simple(&self, expression: &Expression) -> Option<Operand> {
        match &expression.kind {
            ExpressionKind::Constant(cell) | ExpressionKind::Layout(cell) => Some(self.constant(*cell)),
            ExpressionKind::Name(id) => self.place(*id),
            _ => None,
        }
    }

    /// The operand for a constant. It is a cell of the running system that has this value, or a literal.
    pub(crate) fn constant(&self, cell: Cell) -> Operand {
        let known = [("zero", 0, 0), ("f1", 1 << 28, 0), ("fm1", -2 << 28, -1)];
        for (name, mantissa, exponent) in known {
            if cell == (Float { mantissa, exponent }).cell() {
                return self.fixed(name);
            }
        }
        Operand::Literal(cell)
    }

    /// What the evaluation of an expression can do besides giving a value.
    pub(crate) fn effects(&self, expression: &Expression) -> Effects {
        let own = match &expression.kind {
            ExpressionKind::Constant(_)
            | ExpressionKind::Layout(_)
            | ExpressionKind::Monadic(..)
            | ExpressionKind::If(..) => Effects::Nothing,
            ExpressionKind::Name(id) if self.place(*id).is_some() => Effects::Nothing,
            ExpressionKind::Dyadic(Dyadic::Power, _, exponent) if factors(exponent).is_none() => {
                Effects::Address
            }
            ExpressionKind::Dyadic(Dyadic::Divide | Dyadic::IntegerDivide, ..) => Effects::Alarm,
            ExpressionKind::Dyadic(..) => Effects::Nothing,
            ExpressionKind::String(_) | ExpressionKind::Subscripted(..) => Effects::Address,
            ExpressionKind::Call(id, _) if matches!(self.symbol(*id).kind, SymbolKind::Standard(known) if is_function(known)) => {
                Effects::Address
            }
            ExpressionKind::Name(_) | ExpressionKind::Call(..) | ExpressionKind::Designator(..) => {
                return Effects::Anything;
            }
        };
        let mut effects = own;
        for part in expression.parts() {
            effects = effects.max(self.effects(part));
        }
        effects
    }

    /// Generates code for an expression. The code leaves a Boolean value in the register R. It leaves a
    /// number in the floating register RF, which consists of R and M.
    pub(crate) fn value(&mut self, expression: &'a Expression) {
        let ty = type_of(expression);
        if let Some(operand) = self.simple(expression) {
            return self.load(ty, operand);
        }
        let used = self.body.used;
        match &expression.kind {
            ExpressionKind::Constant(_) | ExpressionKind::Layout(_) => {}
            ExpressionKind::String(string) => self.string(string.0),
            ExpressionKind::Name(id) => self.named(*id, expression),
            ExpressionKind::Subscripted(id, subscripts) => {
                self.at(&expression.span, |lower| lower.element(*id, subscripts));
                let address = Operand::ThroughFixed("ua");
                self.load(ty, address);
            }
            ExpressionKind::Designator(..) => self.go(expression),
            ExpressionKind::Call(id, actuals) => self.function(*id, actuals, expression),
            ExpressionKind::Monadic(Monadic::Negate, operand) => self.negative(operand),
            ExpressionKind::Monadic(Monadic::Not, operand) => {
                self.value(operand);
                self.complement();
            }
            ExpressionKind::Dyadic(operator, left, right) => self.dyadic(*operator, left, right),
            ExpressionKind::If(condition, then, otherwise) => {
                let (no, end) = (self.label(), self.label());
                self.unless(condition, no);
                self.value(then);
                self.jump(end);
                self.bind(no);
                self.value(otherwise);
                self.bind(end);
            }
        }
        self.body.give_back(used);
    }

    /// Generates code for a name that is a parameter called by name, or a function without parameters.
    fn named(&mut self, id: SymbolId, expression: &'a Expression) {
        match &self.symbol(id).kind {
            SymbolKind::Formal { spec: Spec::Procedure(_), .. } | SymbolKind::Standard(_) => {
                self.function(id, &[], expression)
            }
            SymbolKind::Formal { spec, .. } => {
                let pattern = matches!(spec, Spec::String | Spec::Label);
                self.at(&expression.span, |lower| lower.take(id));
                let ty = if pattern { Type::Boolean } else { type_of(expression) };
                let address = Operand::ThroughFixed("ua");
                self.load(ty, address);
            }
            SymbolKind::Variable { .. }
            | SymbolKind::Array { .. }
            | SymbolKind::Procedure(_)
            | SymbolKind::Switch
            | SymbolKind::Label => {}
        }
    }

    /// Generates code that evaluates a formal parameter and puts the address of its value in the cell UA.
    pub(crate) fn take(&mut self, id: SymbolId) {
        let formal = Operand::Frame(self.formal(id));
        self.load(Type::Boolean, formal);
        self.glued(CodeOrder::known(Opcode::Hs, "take"));
    }

    fn negative(&mut self, operand: &'a Expression) {
        if let Some(operand) = self.simple(operand) {
            return self.load_negative(operand);
        }
        self.value(operand);
        let kept = self.temporary();
        self.store(Type::Real, kept);
        self.load_negative(kept);
    }

    fn dyadic(&mut self, operator: Dyadic, left: &'a Expression, right: &'a Expression) {
        match operator {
            Dyadic::Add => self.arithmetic(Opcode::Ar, left, right, true),
            Dyadic::Subtract => self.arithmetic(Opcode::Sr, left, right, false),
            Dyadic::Multiply => self.arithmetic(Opcode::Mk, left, right, true),
            Dyadic::Divide => self.arithmetic(Opcode::Dk, left, right, false),
            Dyadic::IntegerDivide => {
                self.arithmetic(Opcode::Dk, left, right, false);
                self.resident("whole");
            }
            Dyadic::Power => self.power(left, right),
            Dyadic::And => self.boolean(Opcode::Ab, left, right),
            Dyadic::Or => self.boolean(Opcode::Mb, left, right),
            Dyadic::Implies => {
                let used = self.body.used;
                self.value(left);
                self.complement();
                self.boolean_right(Opcode::Mb, right);
                self.body.give_back(used);
            }
            Dyadic::Equivalent => {
                self.value(left);
                if let Some(operand) = self.simple(right) {
                    return self.exclusive_or(operand);
                }
                let kept = self.temporary();
                self.store(Type::Boolean, kept);
                self.value(right);
                self.exclusive_or(kept);
            }
            Dyadic::Less
            | Dyadic::LessOrEqual
            | Dyadic::Equal
            | Dyadic::GreaterOrEqual
            | Dyadic::Greater
            | Dyadic::NotEqual => self.relation_value(operator, left, right),
        }
    }

    /// Generates code for an arithmetic operation on two operands. The code leaves the result in the floating
    /// register RF. It evaluates the left operand first if the order of evaluation can matter.
    fn arithmetic(&mut self, opcode: Opcode, left: &'a Expression, right: &'a Expression, commutes: bool) {
        if let Some(operand) = self.simple(right) {
            self.value(left);
            return self.op_float(opcode, operand);
        }
        if let Some(operand) = self.simple(left)
            && (self.effects(right) == Effects::Nothing || matches!(left.kind, ExpressionKind::Constant(_)))
        {
            self.value(right);
            if commutes {
                return self.op_float(opcode, operand);
            }
            let kept = self.temporary();
            self.store(Type::Real, kept);
            self.load(Type::Real, operand);
            return self.op_float(opcode, kept);
        }
        self.value(left);
        let first = self.temporary();
        self.store(Type::Real, first);
        self.value(right);
        if commutes {
            return self.op_float(opcode, first);
        }
        let second = self.temporary();
        self.store(Type::Real, second);
        self.load(Type::Real, first);
        self.op_float(opcode, second);
    }

    fn boolean(&mut self, opcode: Opcode, left: &'a Expression, right: &'a Expression) {
        self.value(left);
        self.boolean_right(opcode, right);
    }

    fn boolean_right(&mut self, opcode: Opcode, right: &'a Expression) {
        if let Some(operand) = self.simple(right) {
            return self.op(opcode, operand);
        }
        let kept = self.temporary();
        self.store(Type::Boolean, kept);
        self.value(right);
        self.op(opcode, kept);
    }

    /// Generates code for a relation, such as `a < b`. The code leaves the difference of the operands in R.
    /// The relation is true if R satisfies the returned condition.
    fn difference(&mut self, operator: Dyadic, left: &'a Expression, right: &'a Expression) -> When {
        let zero = |e: &Expression| matches!(e.kind, ExpressionKind::Constant(cell) if cell.bits() == 0);
        let (first, second, when) = match operator {
            Dyadic::Less => (left, right, When::Negative),
            Dyadic::GreaterOrEqual => (left, right, When::NotNegative),
            Dyadic::Greater => (right, left, When::Negative),
            Dyadic::LessOrEqual => (right, left, When::NotNegative),
            Dyadic::Equal => (left, right, When::Zero),
            _ => (left, right, When::NotZero),
        };
        if zero(second) {
            self.value(first);
        } else if zero(first) {
            self.negative(second);
        } else if std::ptr::eq(first, left) {
            self.arithmetic(Opcode::Sr, left, right, false);
        } else {
            self.reverse_difference(left, right);
        }
        when
    }

    /// Generates code that computes right - left in RF. The code evaluates the left operand first if the
    /// order of evaluation can matter.
    fn reverse_difference(&mut self, left: &'a Expression, right: &'a Expression) {
        if let Some(operand) = self.simple(left)
            && (self.effects(right) == Effects::Nothing || matches!(left.kind, ExpressionKind::Constant(_)))
        {
            self.value(right);
            return self.op_float(Opcode::Sr, operand);
        }
        self.value(left);
        let kept = self.temporary();
        self.store(Type::Real, kept);
        self.value(right);
        self.op_float(Opcode::Sr, kept);
    }

    /// Generates code that loads the truth value of a relation into R. Bit 0 of R is 0 for true and 1 for
    /// false.
    fn relation_value(&mut self, operator: Dyadic, left: &'a Expression, right: &'a Expression) {
        let when = self.difference(operator, left, right);
        if matches!(when, When::Zero | When::NotZero) {
            let kept = self.temporary();
            self.store(Type::Boolean, kept);
            let minus = gier_word::Order { clear: true, ..order(Opcode::Sn, 0) };
            self.with(minus, kept);
        }
        if matches!(when, When::Negative | When::NotZero) {
            self.complement();
        }
    }

    /// Generates code that jumps to `label` if the condition is false.
    pub(crate) fn unless(&mut self, condition: &'a Expression, label: Label) {
        self.test(condition, false, label);
    }

    /// Generates code that jumps to `label` if the condition has the given value.
    pub(crate) fn test(&mut self, condition: &'a Expression, value: bool, label: Label) {
        let used = self.body.used;
        match &condition.kind {
            ExpressionKind::Constant(cell) => {
                if (cell.signed() >= 0) == value {
                    self.jump(label);
                }
            }
            ExpressionKind::Monadic(Monadic::Not, operand) => self.test(operand, !value, label),
            ExpressionKind::Dyadic(operator, left, right) if relation(*operator) => {
                let when = self.difference(*operator, left, right);
                self.branch(if value { when } else { when.inverse() }, label);
            }
            ExpressionKind::Dyadic(operator @ (Dyadic::And | Dyadic::Or), left, right)
                if self.effects(right) == Effects::Nothing =>
            {
                // For ∧, one false operand decides the result. For ∨, one true operand does.
                if (*operator == Dyadic::Or) == value {
                    self.test(left, value, label);
                    self.test(right, value, label);
                } else {
                    let end = self.label();
                    self.test(left, !value, end);
                    self.test(right, value, label);
                    self.bind(end);
                }
            }
            _ => {
                self.value(condition);
                self.branch(if value { When::NotNegative } else { When::Negative }, label);
            }
        }
        self.body.give_back(used);
    }

    /// Generates code that puts the address of an array element in the working cell UA.
    pub(crate) fn element(&mut self, id: SymbolId, subscripts: &'a [Expression]) {
        let used = self.body.used;
        let descriptor = self.descriptor(id);
        let Some((first, rest)) = subscripts.split_first() else { return };
        if let Some(total) = self.constant_index(id, subscripts) {
            self.load(Type::Boolean, Operand::Literal(Cell::from_integer(total)));
        } else {
            self.value(first);
            if rest.is_empty() {
                self.fix();
            } else {
                if type_of(first) == Type::Real {
                    self.round();
                }
                self.further_subscripts(id, descriptor, rest);
            }
        }
        self.op(Opcode::Pm, Operand::Frame(descriptor));
        self.order(CodeOrder::known(Opcode::Hs, "index"));
        self.body.give_back(used);
    }

    /// Combines the constant subscripts of an array element into one index. For an array with 10 columns,
    /// `a[1, 2]` gives 1 × 10 + 2 = 12. Returns `None` if a subscript, or a bound that is needed, is not
    /// constant.
    fn constant_index(&self, id: SymbolId, subscripts: &[Expression]) -> Option<i64> {
        let mut whole = subscripts.iter().map(whole_constant);
        let first = whole.next()??;
        let mut dimensions = self.bounds.get(&id).into_iter().flatten().skip(1);
        let total = whole.try_fold(first, |total, subscript| {
            let (low, high) = dimensions.next()?;
            Some(total * (high - low + 1) + subscript?)
        });
        total.filter(|total| total.abs() < 1 << 38)
    }

    /// Generates code that combines all subscripts of an array element into one index. The first subscript is
    /// already in RF. For each subscript in `rest`: index := index × coefficient + subscript.
    fn further_subscripts(&mut self, id: SymbolId, descriptor: Location, rest: &'a [Expression]) {
        let total = self.temporary();
        for (coefficient, subscript) in (3..).zip(rest) {
            if let Some(operand) = self.simple(subscript)
                && type_of(subscript) == Type::Integer
            {
                self.multiply_by_coefficient(id, descriptor, coefficient);
                self.op_float(Opcode::Ar, operand);
                continue;
            }
            self.store(Type::Real, total);
            self.value(subscript);
            if type_of(subscript) == Type::Real {
                self.round();
            }
            let kept = self.temporary();
            self.store(Type::Real, kept);
            self.load(Type::Real, total);
            self.multiply_by_coefficient(id, descriptor, coefficient);
            self.op_float(Opcode::Ar, kept);
        }
        self.fix();
    }

    /// Generates code that multiplies the floating register RF by the length of one dimension of an array.
    /// This length is a constant, or is in the array's table of lengths, which is called the dope vector.
    fn multiply_by_coefficient(&mut self, id: SymbolId, descriptor: Location, number: i64) {
        let constant = self.bounds.get(&id).and_then(|bounds| bounds.get(usize::try_from(number - 2).ok()?));
        if let Some(coefficient) =
            constant.and_then(|(low, high)| number::from_float((high - low + 1) as f64))
        {
            let coefficient = self.constant(coefficient);
            return self.op_float(Opcode::Mk, coefficient);
        }
        self.with(gier_word::Order { indirect: true, ..order(Opcode::Ps, 0) }, Operand::Frame(descriptor));
        let multiply =
            gier_word::Order { floating: true, ..super::code::based(Opcode::Mk, gier_word::Base::S, number) };
        self.glued(multiply);
    }

    /// The cell that holds the descriptor of an array.
    pub(crate) fn descriptor(&self, id: SymbolId) -> Location {
        match &self.symbol(id).kind {
            SymbolKind::Formal { .. } => self.formal(id),
            SymbolKind::Variable { .. }
            | SymbolKind::Array { .. }
            | SymbolKind::Procedure(_)
            | SymbolKind::Switch
            | SymbolKind::Label
            | SymbolKind::Standard(_) => {
                self.places.get(&id).copied().unwrap_or(Location { level: 0, offset: 0 })
            }
        }
    }
}

fn relation(operator: Dyadic) -> bool {
    use Dyadic::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};
    matches!(operator, Less | LessOrEqual | Equal | GreaterOrEqual | Greater | NotEqual)
}
