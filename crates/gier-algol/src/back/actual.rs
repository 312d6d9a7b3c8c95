//! Generates code for standard procedures that are passed as actual parameters. Each such standard procedure
//! becomes a procedure body in the program. All parameters of this body are called by name.

use super::code::{CodeOrder, When, order};
use super::frame::{FIRST_FORMAL, Operand};
use super::lower::Lower;
use super::standard::{bare_name, function_name};
use crate::ast::{Standard, Type};
use gier_word::{Address, Cell, Opcode, Order};

impl Lower<'_> {
    /// Generates the body of a standard procedure that is passed as a parameter.
    pub(crate) fn standard_as_actual(&mut self, standard: Standard) {
        match standard {
            _ if bare_name(standard).is_some() || function_name(standard).is_some() => {
                self.function_as_actual(standard);
            }
            Standard::Abs | Standard::Entier | Standard::Sign => self.function_as_actual(standard),
            Standard::Write | Standard::Output => self.write_as_actual(standard == Standard::Output),
            Standard::WriteText | Standard::OutText => self.text_as_actual(standard == Standard::OutText),
            Standard::WriteCr => self.symbol_out(64),
            Standard::OutCr => self.punching(|lower| lower.symbol_out(64)),
            Standard::OutClear => self.library("outclear"),
            Standard::OutSum => self.library("outsum"),
            Standard::Char => self.load_from(Type::Real, "char"),
            Standard::WriteChar => {
                self.only_parameter();
                self.fix();
                self.order(order(Opcode::Ck, -10));
                self.resident("put");
            }
            Standard::OutChar | Standard::OutSp => {
                self.only_parameter();
                self.fix();
                self.store_to(Type::Boolean, "t0");
                if standard == Standard::OutChar {
                    self.wants.punches = true;
                    self.library("outchar");
                } else {
                    self.punching(|lower| lower.library("outsp"));
                }
            }
            Standard::SetChar => {
                self.only_parameter();
                self.fix();
                self.store_to(Type::Boolean, "pending");
            }
            _ => {
                let message = "this standard procedure cannot be an actual parameter".to_string();
                self.fault("proc. call or ident.", message, "declare a procedure that calls it");
            }
        }
        self.leave("leave real");
    }

    fn function_as_actual(&mut self, standard: Standard) {
        if let Some(name) = bare_name(standard) {
            self.library(name);
            return self.load_from(Type::Real, "uv");
        }
        self.only_parameter();
        match function_name(standard) {
            Some(name) => self.library_function(name),
            None => self.short_function(standard),
        }
    }

    /// Generates code that loads the value of the body's first parameter into the floating register RF.
    fn only_parameter(&mut self) {
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

    fn write_as_actual(&mut self, punch: bool) {
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

    fn text_as_actual(&mut self, punch: bool) {
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
