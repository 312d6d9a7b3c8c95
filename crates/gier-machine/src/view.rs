//! The registers of the desk as plain values.

use crate::machine::Machine;
use gier_cpu::Registers;
use gier_word::Cell;
use gier_word::cell::MASK40;
use std::ops::Deref;

/// The registers that the desk shows: those of the CPU, and the order register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeskRegisters {
    /// The registers of the CPU.
    pub cpu: Registers,
    /// The order register: the contents of the cell with the next order.
    pub order: Cell,
}

impl DeskRegisters {
    /// The bits 0-39 of the register R.
    pub const fn r40(&self) -> u64 {
        self.cpu.r.cast_unsigned() & MASK40
    }
}

impl Deref for DeskRegisters {
    type Target = Registers;

    fn deref(&self) -> &Registers {
        &self.cpu
    }
}

impl Machine {
    /// The registers that the desk shows now.
    pub fn desk_registers(&self) -> DeskRegisters {
        let cpu = *self.cpu().registers();
        DeskRegisters { cpu, order: self.ferrite().read(cpu.r1) }
    }
}
