//! Generates code for standard procedures that are passed as actual parameters. Each such standard procedure
//! becomes a procedure body in the program. All parameters of this body are called by name.

use super::code::{CodeOrder, When, order};
use super::frame::{FIRST_FORMAL, Operand};
use super::lower::Lower;
use crate::ast::Type;
use gier_word::{Address, Cell, Opcode, Order};

impl Lower<'_> {
    /// Generates code that loads the value of the body's first parameter into the floating register RF.
    pub(super) fn only_formal(&mut self) {
        let formal = self.own(FIRST_FORMAL);
        self.take_from(formal);
        let value = Operand::ThroughFixed("ua");
        self.load(Type::Real, value);
    }

    /// Generates code that puts the address of a parameter's value in the working cell UA. The operand
    /// `descriptor` is the cell that describes the parameter.
    fn take_from(&mut self, descriptor: Operand) {
        self.load(Type::Boolean, descriptor);
        self.glued(CodeOrder::known(Opcode::Hs, "take"));
    }

    pub(super) fn write_formals(&mut self, punch: bool) {
        let formal = self.own(FIRST_FORMAL);
        self.take_from(formal);
        let layout = self.temporary();
        let value = Operand::ThroughFixed("ua");
        self.copy(value, layout);
        self.each_parameter(FIRST_FORMAL + 1, |lower| {
            lower.load(Type::Real, value);
            lower.write_number(layout, false, punch);
        });
    }

    pub(super) fn text_formals(&mut self, punch: bool) {
        let value = Operand::ThroughFixed("ua");
        self.each_parameter(FIRST_FORMAL, |lower| {
            lower.load(Type::Boolean, value);
            lower.write_string(punch);
        });
    }

    /// Generates a loop over the body's parameters, from the one at offset `first` in the frame to the last.
    /// `act` generates the code inside the loop. When this code starts, the working cell UA contains the
    /// address of the value of the current parameter.
    fn each_parameter(&mut self, first: i64, act: impl FnOnce(&mut Self)) {
        let (again, done) = (self.label(), self.label());
        let offset = self.body.take(1);
        let (here, end) = (self.own(offset), self.temporary());
        self.with(Order { clear: true, ..order(Opcode::Gr, 0) }, here);
        self.op(Opcode::Gp, here);
        self.load(Type::Boolean, here);
        self.op(Opcode::Ar, Operand::Literal(Cell::ZERO.with_address(Address::from(first).number())));
        self.store(Type::Boolean, here);
        let head = self.own(1);
        self.load(Type::Boolean, head);
        let mask = self.fixed("mask39");
        self.op(Opcode::Mb, mask);
        self.order(order(Opcode::Ck, -10));
        self.store(Type::Boolean, end);
        self.bind(again);
        self.load(Type::Boolean, here);
        self.op(Opcode::Sr, end);
        self.branch(When::Zero, done);
        self.take_from(Operand::Through(offset));
        act(self);
        let one = self.fixed("one9");
        self.load(Type::Boolean, one);
        self.op(Opcode::Ac, here);
        self.jump(again);
        self.bind(done);
    }
}
