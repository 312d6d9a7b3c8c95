//! Parts of the machine as a set: what an order may change, and what a question is about. So a
//! question need only be asked before the orders that may change the answer.

use gier_word::order::{Class, Next};
use gier_word::{IndicatorOp, Letter, Opcode};

use crate::decoded::Decoded;

/// Some parts of the machine, as an order or a question sees them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Parts(u16);

impl Parts {
    /// None of them.
    pub const NONE: Parts = Parts(0);
    /// R with its sign.
    pub const R: Parts = Parts(1);
    /// The marks of R.
    pub const R_MARKS: Parts = Parts(2);
    /// M.
    pub const M: Parts = Parts(4);
    /// s.
    pub const S: Parts = Parts(8);
    /// p.
    pub const P: Parts = Parts(16);
    /// The indicator.
    pub const IN: Parts = Parts(32);
    /// The selected units.
    pub const BY: Parts = Parts(64);
    /// The drum track.
    pub const TK: Parts = Parts(128);
    /// All cells of the store.
    pub const CELLS: Parts = Parts(256);
    /// What every order changes: r1, the time, how many orders are done.
    pub const PROGRESS: Parts = Parts(512);
    /// What an order changes that may be refused: whether the run goes on.
    pub(crate) const GOING: Parts = Parts(1024);
    /// Whether the next order stands elsewhere than behind this one, or behind those that it skips: a
    /// full word may skip one by what it finds and one by its V.
    pub const JUMPS: Parts = Parts(2048);
    /// All.
    pub const ALL: Parts = Parts(4095);

    /// These and those.
    #[must_use]
    pub const fn and(self, others: Parts) -> Parts {
        Parts(self.0 | others.0)
    }

    /// Whether some are among those.
    pub const fn meets(self, others: Parts) -> bool {
        self.0 & others.0 != 0
    }

    const fn if_so(self, is_so: bool) -> Parts {
        if is_so { self } else { Parts::NONE }
    }
}

impl Decoded {
    /// What this order may change, whatever its operands are; the cell in which it counts by the t of
    /// an `it` before it aside. One that may be refused may change all.
    pub const fn changes(&self) -> Parts {
        if self.has(Decoded::ASKS) || self.has(Decoded::INDIRECT) {
            return Parts::ALL;
        }
        let of_class = match self.opcode.row().class {
            Class::Fetch => Parts::R_MARKS,
            Class::Store => Parts::CELLS,
            Class::Jump | Class::Number | Class::None => Parts::NONE,
        };
        let jumps = match self.opcode.row().next {
            Next::Jump | Next::Call | Next::Return | Next::Stop => Parts::JUMPS,
            Next::On | Next::Skip => Parts::NONE,
        };
        let of_indicator = match (self.indicator, self.letter) {
            (IndicatorOp::I, Letter::K) => Parts::IN.and(Parts::P),
            (IndicatorOp::I, _) => Parts::IN,
            (IndicatorOp::M, _) => Parts::CELLS.and(Parts::R_MARKS),
            (IndicatorOp::N | IndicatorOp::L, _) => Parts::NONE,
        };
        Parts::PROGRESS
            .and(of_class)
            .and(jumps)
            .and(of_operation(self.opcode))
            .and(of_indicator.if_so(self.has(Decoded::INDICATES)))
            // A floating result that spills is followed by the order in cell 0.
            .and(Parts::M.and(Parts::JUMPS).if_so(self.has(Decoded::FLOATING)))
            .and(Parts::R.if_so(self.has(Decoded::CLEAR)))
            .and(Parts::R.and(Parts::M).if_so(self.has(Decoded::EXCHANGE)))
            .and(Parts::CELLS.if_so(self.counts()))
    }
}

/// What an operation on whole numbers changes besides what its class does. Those that ask the world
/// stand here only so that none is forgotten.
const fn of_operation(opcode: Opcode) -> Parts {
    use Opcode::*;
    match opcode {
        Ar | Sr | An | Sn | Mb | Ab | Mt | Mk | Nk | Ck | Tk | Ly => Parts::R,
        Ml | Dk | Dl | Nl | Tl | Cl | Xr | Zl => Parts::R.and(Parts::M),
        Pm => Parts::M,
        Ac | Sc => Parts::R_MARKS,
        Ps | Hr => Parts::S,
        // A full word keeps the old s in its own cell.
        Hs | Hk => Parts::S.and(Parts::CELLS),
        Pp => Parts::P,
        Pi => Parts::IN,
        Vy => Parts::BY,
        Vk => Parts::TK,
        Sy => Parts::CELLS,
        Qq | Zq | Cm | Gr | Ga | Gt | Gm | Gi | Gp | Gg | Gk | Gs | Pa | Pt | Ca | Nc | Bs | Bt | Hv | Hh
        | Is | Ns | It | Nt | Lk | Sk => Parts::NONE,
        Ud | Il | Us | Gc | Pc | Zj => Parts::ALL,
    }
}
