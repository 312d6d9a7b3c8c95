//! The kinds of orders. A run executes each kind with its own code.
//!
//! A *short* order uses no device, never waits, and never stops the machine. A run executes it without
//! checking for these cases. Each frequent short order has a kind. The methods in `orders` define the effect
//! of an order for every kind.

use gier_word::Opcode;

use crate::decoded::{Condition, Decoded, Shape};

/// Calls the macro `$then` with the list of all kinds, the most frequent first. In brackets is the function
/// of the fast path that executes the kind, with its constants.
///
/// For a short order, the list gives the method, the operation, two flags and the form. The flags are for a
/// floating operation, and for the modifier n (clear R first). `Half` stands for both halves of a cell. If a
/// short order with n is not in the list, the fast path first clears R (kind `Clear`). It then executes the
/// order without n.
macro_rules! for_each_kind {
    ($then:ident) => {
        $then! {
            ArnHalf(short ar Ar false true Half)
            ArHalf(short ar Ar false false Half)
            SrHalf(short sr Sr false false Half)
            PmHalf(short pm Pm false false Half)
            GrHalf(short gr Gr false false Half)
            GaHalf(short ga Ga false false Half)
            HvHalf(short hv Hv false false Half)
            HsHalf(short hs Hs false false Half)
            IfZero(when Zero)
            IfNotZero(when NotZero)
            IfSign(when Sign)
            IfNotSign(when NotSign)
            IfAllBits(when AllBits)
            Watched(watched)
            HvFull(short hv Hv false false Full)
            HhHalf(short hh Hh false false Half)
            HrHalf(short hr Hr false false Half)
            CaHalf(short ca Ca false false Half)
            BsHalf(short bs Bs false false Half)
            PpHalf(short pp Pp false false Half)
            PsHalf(short ps Ps false false Half)
            GsHalf(short gs Gs false false Half)
            TkHalf(short tk Tk false false Half)
            ArnfHalf(short ar Ar true true Half)
            ArfHalf(short ar Ar true false Half)
            SrfHalf(short sr Sr true false Half)
            MkfHalf(short mk Mk true false Half)
            GrfHalf(short gr Gr true false Half)
            IfNoBits(when NoBits)
            Indirect(indirect)
            DkfHalf(short dk Dk true false Half)
            MlnHalf(short ml Ml false true Half)
            ArnFull(short ar Ar false true Full)
            ArFull(short ar Ar false false Full)
            SrFull(short sr Sr false false Full)
            GrFull(short gr Gr false false Full)
            HsFull(short hs Hs false false Full)
            HhFull(short hh Hh false false Full)
            GaFull(short ga Ga false false Full)
            GtFull(short gt Gt false false Full)
            AnnFull(short an An false true Full)
            PmnFull(short pm Pm false true Full)
            ArnDirect(short ar Ar false true Direct)
            SrnHalf(short sr Sr false true Half)
            MtFull(short mt Mt false false Full)
            DlnFull(short dl Dl false true Full)
            PmFull(short pm Pm false false Full)
            ArfFull(short ar Ar true false Full)
            MbHalf(short mb Mb false false Half)
            CkHalf(short ck Ck false false Half)
            QqHalf(short qq Qq false false Half)
            IndirectMore(indirect_more)
            Chain(chain)
            Execute(execute)
            Wide(wide)
            GmHalf(short gm Gm false false Half)
            Fresh(fresh)
            Clear(clear)
            ArDirect(short ar Ar false false Direct)
            Substituted(substituted)
            Whole(whole)
            Never(never)
            BtFull(short bt Bt false false Full)
            IfOverflow(when Overflow)
            IfNotOverflow(when NotOverflow)
            SrDirect(short sr Sr false false Direct)
            IfAllMarks(when AllMarks)
            IfNoMarks(when NoMarks)
            AcHalf(short ac Ac false false Half)
            AcFull(short ac Ac false false Full)
            ScHalf(short sc Sc false false Half)
            AnHalf(short an An false false Half)
            MbFull(short mb Mb false false Full)
            AbHalf(short ab Ab false false Half)
            MtHalf(short mt Mt false false Half)
            MkHalf(short mk Mk false false Half)
            MkFull(short mk Mk false false Full)
            MlHalf(short ml Ml false false Half)
            MlFull(short ml Ml false false Full)
            DlHalf(short dl Dl false false Half)
            DlFull(short dl Dl false false Full)
            CmHalf(short cm Cm false false Half)
            GmFull(short gm Gm false false Full)
            GtHalf(short gt Gt false false Half)
            GpHalf(short gp Gp false false Half)
            GiHalf(short gi Gi false false Half)
            PaHalf(short pa Pa false false Half)
            PaFull(short pa Pa false false Full)
            PtHalf(short pt Pt false false Half)
            PtFull(short pt Pt false false Full)
            PiHalf(short pi Pi false false Half)
            PiFull(short pi Pi false false Full)
            NkHalf(short nk Nk false false Half)
            TkFull(short tk Tk false false Full)
            TlHalf(short tl Tl false false Half)
            CkFull(short ck Ck false false Full)
            ClHalf(short cl Cl false false Half)
            ClFull(short cl Cl false false Full)
            XrHalf(short xr Xr false false Half)
            CaFull(short ca Ca false false Full)
            NcHalf(short nc Nc false false Half)
            NcFull(short nc Nc false false Full)
            BsFull(short bs Bs false false Full)
            HrFull(short hr Hr false false Full)
            PsFull(short ps Ps false false Full)
            PpFull(short pp Pp false false Full)
            IsHalf(short is Is false false Half)
            NsHalf(short ns Ns false false Half)
            ItHalf(short it It false false Half)
            ItFull(short it It false false Full)
            NtHalf(short nt Nt false false Half)
            QqFull(short qq Qq false false Full)
            SrfFull(short sr Sr true false Full)
            MkfFull(short mk Mk true false Full)
            DkfFull(short dk Dk true false Full)
            GrfFull(short gr Gr true false Full)
            NkfHalf(short nk Nk true false Half)
            TkfHalf(short tk Tk true false Half)
            NkfFull(short nk Nk true false Full)
            AnfHalf(short an An true false Half)
        }
    };
}
pub(crate) use for_each_kind;

macro_rules! define_kinds {
    ($($kind:ident($($way:tt)*))*) => {
        /// The kind of an order. It selects the code with which a run executes the order.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub(crate) enum Kind {
            $(
                #[doc = stringify!($($way)*)]
                $kind,
            )*
        }

        /// The kind of each short order. The index is the order's [`number`].
        const SHORT: [Kind; 1 << 10] = {
            let mut kinds = [Kind::Whole; 1 << 10];
            $(define_kinds!(@enter kinds $kind $($way)*);)*
            kinds
        };
    };
    (@enter $kinds:ident $kind:ident short $method:ident $opcode:ident $floating:literal $clear:literal $shape:ident) => {
        $kinds[number(Opcode::$opcode, $floating, $clear, Shape::$shape)] = Kind::$kind
    };
    (@enter $kinds:ident $kind:ident $($other:tt)*) => {};
}
for_each_kind!(define_kinds);

/// Packs the properties that select an order's kind into one number, for use as an index. The properties are
/// the operation, whether it is floating, whether R is cleared first (n), and the shape.
const fn number(opcode: Opcode, floating: bool, clear: bool, shape: Shape) -> usize {
    let shape = match shape {
        Shape::Half => 0,
        Shape::Full => 1,
        Shape::Direct => 2,
    };
    (opcode.code() as usize) << 4 | (floating as usize) << 3 | (clear as usize) << 2 | shape
}

const fn number_of(order: &Decoded, clear: bool) -> usize {
    number(order.opcode, order.has(Decoded::FLOATING), clear, order.shape())
}

impl Kind {
    /// Returns four kinds for an order. Each selects the code that the fast path executes next: at the start
    /// of the order, after its condition was true, after the address calculation, and after R was cleared.
    pub const fn of(order: &Decoded) -> [Kind; 4] {
        let (mut last, mut bare) = (Kind::Whole, Kind::Whole);
        if order.is_short() {
            let clear = order.has(Decoded::CLEAR);
            bare = SHORT[number_of(order, false)];
            last = SHORT[number_of(order, clear)];
            if clear && matches!(last, Kind::Whole) && !matches!(bare, Kind::Whole) {
                last = Kind::Clear;
            }
        }
        let then = match last {
            Kind::Whole if order.executes() => Kind::Execute,
            Kind::Whole => Kind::Whole,
            _ if order.is_indirect() && (order.counts() || order.has(Decoded::DIRECT)) => Kind::IndirectMore,
            _ if order.is_indirect() => Kind::Indirect,
            _ if order.counts() => Kind::Chain,
            _ if order.has(Decoded::DIRECT) => Kind::Wide,
            _ => last,
        };
        let first = match order.condition {
            Condition::Always => then,
            Condition::Never => Kind::Never,
            Condition::Zero => Kind::IfZero,
            Condition::NotZero => Kind::IfNotZero,
            Condition::Overflow => Kind::IfOverflow,
            Condition::NotOverflow => Kind::IfNotOverflow,
            Condition::Sign => Kind::IfSign,
            Condition::NotSign => Kind::IfNotSign,
            Condition::AllBits => Kind::IfAllBits,
            Condition::NoBits => Kind::IfNoBits,
            Condition::AllMarks => Kind::IfAllMarks,
            Condition::NoMarks => Kind::IfNoMarks,
            Condition::AllKeys | Condition::NoKeys => Kind::Whole,
        };
        [first, then, last, bare]
    }

    /// Returns the kind to use instead of this one if the order before was `is`, `ns`, `it` or `nt`. These
    /// orders replace the register s or the increment t, but only for the next order.
    pub const fn substituted(self) -> Kind {
        match self {
            Kind::Fresh | Kind::Watched => self,
            _ => Kind::Substituted,
        }
    }
}
