//! The machine's output: the sheet in the typewriter, the punched tape, the paper of the line printer,
//! and the plotter's drawing.

use crate::plotter::Drawing;
use crate::typewriter::paper::{Sheet, Stroke};
use crate::typewriter::shift::ShiftKey;
use gier_machine::Output;
use gier_word::Symbol;
use gier_word::tape::Row;

/// Who printed something on the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The program that the machine runs.
    Machine,
    /// The operator, at the keyboard.
    Hand,
}

/// One symbol that reached the typewriter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Print {
    /// The symbol.
    pub symbol: Symbol,
    /// The effect of the symbol on the typewriter.
    pub stroke: Stroke,
    /// Who printed the symbol.
    pub by: By,
}

/// Everything that a machine has printed, punched and drawn.
#[derive(Clone, Debug, Default)]
pub struct Papers {
    sheet: Sheet,
    shift: ShiftKey,
    punched: Vec<Row>,
    printed: Vec<Symbol>,
    drawing: Drawing,
}

impl Papers {
    /// Creates papers with a fresh sheet. Nothing is punched, printed or drawn yet.
    pub fn new() -> Papers {
        Papers::default()
    }

    /// Adds one output of the machine. `see` is called for each symbol that reaches the typewriter, from the
    /// program or from the operator.
    pub fn take(&mut self, output: Output, see: &mut impl FnMut(Print)) {
        match output {
            Output::Typed(symbol) => {
                self.shift.typed(symbol);
                self.print(symbol, By::Machine, see);
            }
            Output::Echo(symbol) => {
                self.print(symbol, By::Hand, see);
                if self.shift.struck(symbol) {
                    self.print(Symbol::LOWER, By::Hand, see);
                }
            }
            Output::Punched(row) => self.punched.push(row),
            Output::Printed(symbol) => self.printed.push(symbol),
            Output::Plotted(symbol) => self.drawing.take(symbol),
            Output::Pen(pen) => self.drawing.change_pen(pen),
        }
    }

    fn print(&mut self, symbol: Symbol, by: By, see: &mut impl FnMut(Print)) {
        let stroke = self.sheet.take(symbol);
        see(Print { symbol, stroke, by });
    }

    /// The sheet in the typewriter.
    pub const fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    /// Puts a fresh sheet into the typewriter and returns the old one. The carriage, the case and the
    /// ribbon stay as they are.
    pub fn change_sheet(&mut self) -> Sheet {
        let fresh = self.sheet.fresh();
        std::mem::replace(&mut self.sheet, fresh)
    }

    /// Drops the sheet's oldest lines; see [`Sheet::drop_old_lines`].
    pub fn drop_old_lines(&mut self, most: usize) {
        self.sheet.drop_old_lines(most);
    }

    /// Returns these papers with `first` as the number of the sheet's first line.
    #[must_use]
    pub fn numbered_from(mut self, first: usize) -> Papers {
        self.sheet = self.sheet.numbered_from(first);
        self
    }

    /// All rows that the machine has punched.
    pub fn punched(&self) -> &[Row] {
        &self.punched
    }

    /// All symbols that the line printer has printed.
    pub fn printed(&self) -> &[Symbol] {
        &self.printed
    }

    /// The drawing on the plotter's paper.
    pub const fn drawing(&self) -> &Drawing {
        &self.drawing
    }
}
