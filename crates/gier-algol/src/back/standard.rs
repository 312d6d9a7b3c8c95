//! Generates calls of standard procedures. Short standard procedures are generated inline. For the others,
//! the code calls a routine of the library.

use super::code::{RuntimeName, When, order};
use super::expression::{factors, type_of};
use super::frame::Operand;
use super::lower::Lower;
use crate::ast::{Delivers, Expression, ExpressionKind, Spec, Standard, SymbolId, SymbolKind, Type};
use crate::standard::Takes;
use gier_word::{Opcode, Order};

/// What a standard procedure works on: the actual parameters of this call, or the formal parameters of a body,
/// because a standard procedure that is passed as a parameter becomes a body.
#[derive(Clone, Copy)]
pub(crate) enum Given<'a> {
    Call(&'a Expression),
    Formals,
}

/// Whether a standard procedure is a function of one number, such as `sqrt` or `abs`. Such a function has no
/// side effects.
pub(super) fn is_function(standard: Standard) -> bool {
    let row = crate::standard::standard(standard);
    row.takes == Takes::Number && row.result.is_some()
}

impl<'a> Lower<'a> {
    /// The cell of the standard variable `drumplace`. Returns `None` if `id` is anything else.
    pub(crate) fn standard_place(&self, id: SymbolId) -> Option<Operand> {
        let drumplace = self.symbol(id).kind == SymbolKind::Standard(Standard::Drumplace);
        drumplace.then(|| self.fixed("drumplace"))
    }

    /// Generates the code of a standard procedure. The code leaves a Boolean value in the register R. It
    /// leaves a number in the floating register RF, which consists of R and M.
    pub(crate) fn standard(&mut self, standard: Standard, given: Given<'a>) {
        let used = self.body.used;
        let name = crate::standard::standard(standard).name;
        match standard {
            Standard::Abs => self.absolute(given),
            Standard::Entier => self.entier(given),
            Standard::Sign => {
                self.number(given);
                self.resident("sign");
            }
            Standard::Arctan
            | Standard::Cos
            | Standard::Exp
            | Standard::Ln
            | Standard::Sin
            | Standard::Sqrt => {
                self.number(given);
                self.library_function(name);
            }
            Standard::InChar | Standard::InOne | Standard::Lyn | Standard::TypeChar | Standard::TypeIn => {
                self.library(name);
                self.load_from(Type::Real, "uv");
            }
            Standard::Char | Standard::Drumplace => self.load_from(Type::Real, name),
            Standard::KbOn => self.lock_key(given),
            Standard::Write => self.write(given, false),
            Standard::Output => self.write(given, true),
            Standard::WriteText => self.write_texts(given, false),
            Standard::OutText => self.write_texts(given, true),
            Standard::WriteCr => self.symbol_out(64),
            Standard::OutCr => self.punching(|lower| lower.symbol_out(64)),
            Standard::WriteChar => {
                self.character(given);
                self.resident("put");
            }
            Standard::OutChar => {
                self.integer_to(given, "t0");
                self.wants.punches = true;
                self.library(name);
            }
            Standard::OutSp => {
                self.integer_to(given, "t0");
                self.punching(|lower| lower.library(name));
            }
            Standard::OutClear | Standard::OutSum => self.library(name),
            Standard::WriteCopy => self.copy_text(given, false),
            Standard::OutCopy => self.copy_text(given, true),
            Standard::SetChar => self.integer_to(given, "pending"),
            Standard::Input => self.actuals(given).iter().for_each(|variable| self.input(variable)),
            Standard::Pack | Standard::Split => self.bits(standard, given),
            Standard::ToDrum | Standard::FromDrum => self.drum(name, given),
            Standard::Gier | Standard::GierDrum | Standard::GierProc => self.refuse(given),
        }
        self.body.give_back(used);
    }

    /// Returns the actual parameters of a call. Reports a fault if the procedure is passed as a parameter,
    /// and returns none.
    fn actuals(&mut self, given: Given<'a>) -> &'a [Expression] {
        match given {
            Given::Call(Expression { kind: ExpressionKind::Call(_, actuals), .. }) => actuals,
            Given::Call(_) => &[],
            Given::Formals => {
                let message = "this standard procedure cannot be an actual parameter".to_string();
                self.fault("proc. call or ident.", message, "declare a procedure that calls it");
                &[]
            }
        }
    }

    fn refuse(&mut self, given: Given<'a>) {
        if let Given::Call(call) = given {
            self.span = call.span;
        }
        let message = "this standard procedure is machine code of the real GIER ALGOL III".to_string();
        self.fault("gier", message, "write it in ALGOL");
    }

    /// Generates code that loads the only parameter, a number, into RF.
    fn number(&mut self, given: Given<'a>) {
        match given {
            Given::Call(_) => self.actuals(given).iter().for_each(|x| self.value(x)),
            Given::Formals => self.only_formal(),
        }
    }

    fn absolute(&mut self, given: Given<'a>) {
        self.number(given);
        let kept = self.temporary();
        self.store(Type::Real, kept);
        let absolute = Order { clear: true, floating: true, ..order(Opcode::An, 0) };
        self.with(absolute, kept);
    }

    fn entier(&mut self, given: Given<'a>) {
        self.number(given);
        let half = self.fixed("half");
        self.op_float(Opcode::Sr, half);
        self.round();
    }

    fn lock_key(&mut self, given: Given<'a>) {
        self.actuals(given);
        self.load_from(Type::Boolean, "fm1");
        self.if_kb(Order { clear: true, ..order(Opcode::Ar, 0) }, "f1");
    }

    fn drum(&mut self, routine: RuntimeName, given: Given<'a>) {
        if let [Expression { kind: ExpressionKind::Name(id), .. }] = self.actuals(given) {
            let descriptor = Operand::Frame(self.descriptor(*id));
            let to = self.fixed("t0");
            self.copy(descriptor, to);
            self.library(routine);
            self.load_from(Type::Real, "uv");
        }
    }

    /// Generates a call of a library function. The code takes the argument from RF, and leaves the function's
    /// value in the working cell UV and in RF.
    pub(super) fn library_function(&mut self, name: RuntimeName) {
        self.store_to(Type::Real, "uv");
        self.library(name);
        self.load_from(Type::Real, "uv");
    }

    pub(super) fn store_to(&mut self, ty: Type, name: RuntimeName) {
        let cell = self.fixed(name);
        self.store(ty, cell);
    }

    pub(super) fn load_from(&mut self, ty: Type, name: RuntimeName) {
        let cell = self.fixed(name);
        self.load(ty, cell);
    }

    /// Generates code that converts a number to an integer and stores it in a cell of the running system. The
    /// lowest bit of the integer is bit 39.
    fn integer_to(&mut self, given: Given<'a>, name: RuntimeName) {
        self.number(given);
        self.fix();
        self.store_to(Type::Boolean, name);
    }

    /// Generates code that rounds a number and puts it into bits 0-9 of R.
    fn character(&mut self, given: Given<'a>) {
        self.number(given);
        self.fix();
        self.order(order(Opcode::Ck, -10));
    }

    /// Generates code that prints the character with the code `symbol`.
    pub(super) fn symbol_out(&mut self, symbol: u16) {
        let word = gier_word::Cell::ZERO.with_address(symbol);
        self.load(Type::Boolean, Operand::Literal(word));
        self.resident("put");
    }

    pub(super) fn punching(&mut self, inner: impl FnOnce(&mut Self)) {
        self.wants.punches = true;
        self.resident("punch");
        inner(self);
        self.resident("type");
    }

    /// Runs `inner`, which generates code that prints. If `punch` is true, this code prints on the punch,
    /// otherwise on the typewriter.
    fn print(&mut self, punch: bool, inner: impl FnOnce(&mut Self)) {
        if punch { self.punching(inner) } else { inner(self) }
    }

    /// Generates code that prints a string. R must contain the track and the cell where the string begins.
    pub(super) fn write_string(&mut self, punch: bool) {
        self.store_to(Type::Boolean, "uv");
        self.print(punch, |lower| lower.resident("text"));
    }

    /// Generates code that prints the number in RF in the layout `layout`. If `whole` is true, the
    /// code calls a shorter library routine, which prints only whole numbers.
    pub(super) fn write_number(&mut self, layout: Operand, whole: bool, punch: bool) {
        self.store_to(Type::Real, "uv");
        let to = self.fixed("lay");
        self.copy(layout, to);
        let routine = if whole { "whole number" } else { "number" };
        self.print(punch, |lower| lower.library(routine));
    }

    fn write(&mut self, given: Given<'a>, punch: bool) {
        let Given::Call(_) = given else { return self.write_formals(punch) };
        let [layout, numbers @ ..] = self.actuals(given) else { return };
        let for_whole = is_for_whole(layout);
        let layout = match self.simple(layout) {
            Some(operand) => operand,
            None => {
                self.value(layout);
                let kept = self.temporary();
                self.store(Type::Boolean, kept);
                kept
            }
        };
        for number in numbers {
            if matches!(number.delivers, Delivers::Value(_)) {
                self.value(number);
                let whole = for_whole && number.delivers == Delivers::Value(Type::Integer);
                self.write_number(layout, whole, punch);
            } else {
                self.statement_call(number);
            }
        }
    }

    fn write_texts(&mut self, given: Given<'a>, punch: bool) {
        let Given::Call(_) = given else { return self.text_formals(punch) };
        for text in self.actuals(given) {
            if text.delivers == Delivers::String {
                self.value(text);
                self.write_string(punch);
            } else {
                self.statement_call(text);
            }
        }
    }

    fn copy_text(&mut self, given: Given<'a>, punch: bool) {
        let [text] = self.actuals(given) else { return };
        self.value(text);
        self.store_to(Type::Boolean, "uv");
        self.print(punch, |lower| lower.library("copy"));
    }

    /// Generates code that computes x ↑ y (x to the power y) in RF.
    pub(crate) fn power(&mut self, x: &'a Expression, y: &'a Expression) {
        self.value(x);
        if let Some(factors) = factors(y) {
            let base = self.simple(x).unwrap_or_else(|| {
                let kept = self.temporary();
                self.store(Type::Real, kept);
                kept
            });
            self.op_float(Opcode::Mk, base);
            if factors == 3 {
                self.op_float(Opcode::Mk, base);
            }
            return;
        }
        let base = self.temporary();
        self.store(Type::Real, base);
        self.value(y);
        if type_of(y) == Type::Integer {
            self.fix();
            self.store_to(Type::Boolean, "t0");
            self.load(Type::Real, base);
            return self.library_function("power");
        }
        let exponent = self.temporary();
        self.store(Type::Real, exponent);
        self.load(Type::Real, base);
        self.library_function("ln");
        self.op_float(Opcode::Mk, exponent);
        self.library_function("exp");
    }

    // Procedures with variables as parameters: input, pack, split.

    /// Returns the operand for a variable. If the address must be computed, generates code that computes it
    /// and stores it in a temporary cell. If the expression is not a variable, reports a fault and returns
    /// `None`.
    fn address_of(&mut self, variable: &'a Expression) -> Option<Operand> {
        match &variable.kind {
            ExpressionKind::Subscripted(id, subscripts) => {
                self.at(&variable.span, |lower| lower.element(*id, subscripts));
            }
            ExpressionKind::Name(id) => match self.place(*id).or_else(|| self.standard_place(*id)) {
                Some(operand) => return Some(operand),
                None => self.take(*id),
            },
            _ => {
                self.span = variable.span;
                self.fault("proc. call or ident.", "a variable is required here".to_string(), "name one");
                return None;
            }
        }
        let offset = self.body.take(1);
        let (from, to) = (self.fixed("ua"), self.own(offset));
        self.copy(from, to);
        Some(Operand::Through(offset))
    }

    /// Generates code for one parameter of the standard procedure input. The code reads a number into a
    /// variable, or numbers into a whole array.
    fn input(&mut self, variable: &'a Expression) {
        if let ExpressionKind::Name(id) = variable.kind
            && matches!(
                self.symbol(id).kind,
                SymbolKind::Array { .. } | SymbolKind::Formal { spec: Spec::Array(_), .. }
            )
        {
            return self.input_array(id);
        }
        let Some(place) = self.address_of(variable) else { return };
        self.copy_from_input(place);
    }

    /// Generates code that reads a number into a cell. If the input has only a minus instead of the number,
    /// the cell keeps its value. The number is not rounded, even for an integer variable. [F-INPUT-2]
    fn copy_from_input(&mut self, place: Operand) {
        let skip = self.label();
        self.library("inone");
        self.load_from(Type::Boolean, "t0");
        self.branch(When::NotZero, skip);
        self.load_from(Type::Real, "uv");
        self.store(Type::Real, place);
        self.bind(skip);
    }

    fn input_array(&mut self, id: SymbolId) {
        let descriptor = Operand::Frame(self.descriptor(id));
        let (again, done) = (self.label(), self.label());
        let (address, left) = (self.body.take(1), self.body.take(1));
        // address := end - length; left := length
        self.with(Order { indirect: true, ..order(Opcode::Ps, 0) }, descriptor);
        let s = |opcode, cell| super::code::based(opcode, gier_word::Base::S, cell);
        self.glued(Order { clear: true, ..s(Opcode::Ar, 2) });
        self.glued(s(Opcode::Sr, 1));
        self.glued(order(Opcode::Ck, -10));
        let cell = self.own(address);
        self.store(Type::Boolean, cell);
        self.with(Order { indirect: true, ..order(Opcode::Ps, 0) }, descriptor);
        self.glued(Order { clear: true, ..s(Opcode::Ar, 1) });
        let count = self.own(left);
        self.store(Type::Boolean, count);
        self.bind(again);
        self.load(Type::Boolean, count);
        self.branch(When::Zero, done);
        self.copy_from_input(Operand::Through(address));
        let one = self.fixed("one9");
        self.load(Type::Boolean, one);
        self.op(Opcode::Ac, cell);
        let one = self.fixed("one39");
        self.load(Type::Boolean, one);
        self.op(Opcode::Sc, count);
        self.jump(again);
        self.bind(done);
    }

    /// Generates a call of the standard procedures pack or split. Their parameters are a cell, and then
    /// groups of three: first bit, last bit and value.
    fn bits(&mut self, standard: Standard, given: Given<'a>) {
        let [cell, triples @ ..] = self.actuals(given) else { return };
        let Some(mut place) = self.address_of(cell) else { return };
        if standard == Standard::Split
            && let (ExpressionKind::Name(_), Operand::Through(_)) = (&cell.kind, place)
        {
            // Copies the value: it can be in the working cell UV, which library routines overwrite.
            let kept = self.temporary();
            self.with(super::marks::fetch(), place);
            self.with(super::marks::store(), kept);
            place = kept;
        }
        for triple in triples.chunks(3) {
            let [first, last, value] = triple else { return self.resident("param alarm") };
            let used = self.body.used;
            let (from, to) = (self.temporary(), self.temporary());
            for (expression, kept) in [(first, from), (last, to)] {
                self.value(expression);
                self.fix();
                self.store(Type::Boolean, kept);
            }
            if standard == Standard::Pack {
                self.value(value);
                self.fix();
                self.store_to(Type::Boolean, "t2");
                self.copy_bits(place, from, to);
                self.library("pack");
                self.take_back(place);
            } else if let Some(target) = self.address_of(value) {
                self.copy_bits(place, from, to);
                self.library("split");
                self.load_from(Type::Real, "uv");
                self.store(Type::Real, target);
            }
            self.body.give_back(used);
        }
    }

    /// Generates code that prepares a call of the library routine for pack or split. The code copies the cell
    /// `place`, with its marks, to a working cell. It also copies the cells `from` and `to`, which hold the
    /// positions of the first and last bit.
    fn copy_bits(&mut self, place: Operand, from: Operand, to: Operand) {
        for (kept, name) in [(from, "t0"), (to, "t1")] {
            let cell = self.fixed(name);
            self.copy(kept, cell);
        }
        let with_marks = super::marks::fetch();
        self.with(with_marks, place);
        let cell = self.fixed("t3");
        self.with(super::marks::store(), cell);
    }

    fn take_back(&mut self, place: Operand) {
        let cell = self.fixed("t3");
        self.with(super::marks::fetch(), cell);
        self.with(super::marks::store(), place);
    }
}

/// Whether the shorter routine for whole numbers can print numbers in this layout. The layout must be
/// constant. It may have a minus and at most nine digits, but no other sign, blank, point or exponent.
fn is_for_whole(layout: &Expression) -> bool {
    let ExpressionKind::Layout(cell) = layout.kind else { return false };
    let bits = |first: u32, count: u32| (cell.bits() >> (40 - first - count)) & ((1 << count) - 1);
    let (blanks, figures, positions, sign) = (bits(0, 20), bits(20, 4), bits(24, 4), bits(28, 2));
    let (decimals, exponent) = (bits(30, 4), bits(35, 5));
    (blanks, decimals, exponent) == (0, 0, 0) && figures == positions && figures <= 9 && sign <= 1
}
