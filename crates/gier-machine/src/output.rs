//! Everything that leaves the machine, and the reasons why a run ends.

use gier_cpu::StopCause;
use gier_word::Symbol;
use gier_word::tape::Row;

/// Something that left the machine; see [`Machine::take_output`](crate::Machine::take_output).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Output {
    /// The program typed a symbol on the typewriter.
    Typed(Symbol),
    /// A pressed key printed its symbol on the typewriter.
    Echo(Symbol),
    /// A row of tape was punched.
    Punched(Row),
    /// A symbol went to the line printer.
    Printed(Symbol),
    /// A symbol went to the plotter.
    Plotted(Symbol),
    /// The plotter got another pen.
    Pen(Pen),
}

impl Output {
    /// A number for the kind of output, and what it is.
    pub(crate) const fn code(self) -> [u8; 3] {
        match self {
            Output::Typed(symbol) => [1, symbol.code(), 0],
            Output::Echo(symbol) => [2, symbol.code(), 0],
            Output::Punched(row) => [3, row.0, 0],
            Output::Printed(symbol) => [4, symbol.code(), 0],
            Output::Plotted(symbol) => [5, symbol.code(), 0],
            Output::Pen(Pen { colour, width }) => [6, colour, width],
        }
    }
}

/// A pen of the plotter, as the order `zj` selects it.  [F-PLOT-2]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pen {
    /// The colour of the pen, 0-3.
    pub colour: u8,
    /// The width of the pen in tenths of a millimetre. 0 means that the program did not choose a width.
    pub width: u8,
}

impl Pen {
    /// The pen that R selects: bits 10-17 of R are the width, bits 18-19 the colour.
    pub const fn of(r: u64) -> Pen {
        Pen { colour: (r >> 20 & 3) as u8, width: (r >> 22 & 255) as u8 }
    }
}

/// The reason why a run of the machine ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pause {
    /// The run did what it was asked to do: it reached its time, or executed its number of orders.
    Done,
    /// The program waits for a key of the typewriter, and no device is busy.
    AwaitingKey,
    /// The program waits for a tape in the reader, and no device is busy.
    AwaitingTape,
    /// The machine is stopped.
    Stopped(StopCause),
    /// The probe stopped the run, whether or not all orders were executed.
    ProbeStop,
}
