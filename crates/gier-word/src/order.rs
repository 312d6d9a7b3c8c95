//! The table of GIER's 64 orders, and the type of a decoded order.
//!
//! This is the project's only list of orders. Decoder, encoder, dispatch, timing, assembler, disassembler and
//! the printed table use [`for_each_order!`](crate::for_each_order). A row has these fields:
//!
//! ```text
//! code mnemonic Variant class t own mark floating place next meets [changes] [uses] cost;
//! ```
//!
//! The sentence above a row says what the order does: an explanation, a colon, and a formula. If there is no
//! colon, the sentence is also the formula. In a formula, `A` is the effective address, `t` is the increment,
//! and `c` is the operand: the cell at the address. With the modifier D, `c` is the address itself, or the
//! cell from which the address was taken (see `class`). The text after `; floating:` is the formula of the
//! floating order. The text after `; with X:` is the formula of an order with the modifier X.
//! [`Order::meaning`] inserts the operand, address and increment of an order into the formula.
//!
//! * `class`: what the address is for. `fetch` reads the cell at the address. With D, the address itself is
//!   the operand. `store` writes the cell at the address. With D, it writes the cell from which the address
//!   was taken. This is the last cell of the chain of indirect addresses, or the order's own cell if there is
//!   no chain. `jump` jumps to the address. With D, it jumps to the cell from which the address was taken.
//!   `number` uses the address as a number. `none` ignores the address.
//! * `t`: what the increment is for. `counted`: it is added to the address, and the sum is stored in the
//!   cell from which the address was taken. `operand`: it is an operand. `compared`: it is counted and also
//!   an operand. `saved`: the order stores the old contents of the register s in its own increment field.
//! * `own`: the cost of the operation in micro-operations, without fetch, addressing and end. `mark` says how
//!   this cost is known, a [`CostMark`]: R measured on a real GIER, S from measured sums and stated costs,
//!   B only bounded, G guessed.  [F-TIME-2]
//! * `floating`: the cost of the floating operation, or `none` if the order has no floating variant. All
//!   these costs are guessed.
//! * `place`: the additional cost, in micro-operations, for each place by which the order shifts.
//! * `next`: which order the machine executes next. `on`: the order after this one. `skip`: the order after
//!   this one, or the second order after this one. `jump`, `call` and `return`: an order elsewhere. `stop`:
//!   no order until the machine is started again.
//! * `meets`: what the order uses outside the central unit: `output`, `input`, `drum`, `block`, or `nothing`.
//!   An order that uses a device may have to wait, and may change what the device does. `another` is for the
//!   order `ud`, which executes another order and uses the device of that order. `unknown` means that the
//!   effect of the order is not known, so the machine stops.
//! * `[changes]`: the parts of the machine that the operation may change, a [`StateSet`]. The set omits parts
//!   that every order of the class changes: a `fetch` changes R's marks, and a `store` changes cells.
//! * `[uses]`: the parts of the machine that the operation uses as data. The set omits the cell that a
//!   `fetch` reads. Registers that only affect the address or the condition are not data.
//! * `cost`: `varies` if the cost of the operation depends on its operands, otherwise `same`. The cost of a
//!   floating operation always varies.

use crate::state_set::StateSet;

/// Calls the macro `$then` with all 64 rows of the order table as its argument.
#[macro_export]
macro_rules! for_each_order {
    ($then:ident) => {
        $then! {
        /// Does nothing itself. Its increment, its indicator operation, and its modifiers X and V still take effect.
        0 qq Qq number counted 1 S none 0 on nothing [] [] same;
        /// Stops the machine. When the operator presses NORMAL START, the machine continues with the next order.
        1 zq Zq none counted 1 G none 0 stop nothing [] [] same;
        /// Adds the operand c to R, the accumulator: R := R + c.
        2 ar Ar fetch counted 8 S 35 0 on nothing [R] [R] same;
        /// Subtracts the operand c from R, the accumulator: R := R - c.
        3 sr Sr fetch counted 8 G 35 0 on nothing [R] [R] same;
        /// Adds the absolute value of the operand c to R, the accumulator: R := R + abs(c).
        4 an An fetch counted 10 G 35 0 on nothing [R] [R] same;
        /// Subtracts the absolute value of the operand c from R, the accumulator: R := R - abs(c).
        5 sn Sn fetch counted 10 G 35 0 on nothing [R] [R] same;
        /// Adds R, the accumulator, to the cell c: c := c + R.
        6 ac Ac store counted 12 B none 0 on nothing [R_MARKS] [R CELLS] same;
        /// Subtracts R, the accumulator, from the cell c: c := c - R.
        7 sc Sc store counted 12 G none 0 on nothing [R_MARKS] [R CELLS] same;
        /// Clears all bits of R, the accumulator, that are zero in the operand c (a bitwise and): R := R and c; with X: R := the exclusive or of R and c, M := R and c.
        8 mb Mb fetch counted 6 G none 0 on nothing [R] [R] same;
        /// Sets all bits of R, the accumulator, that are one in the operand c (a bitwise or): R := R or c; with X: R := not (R or c), M := R or c.
        9 ab Ab fetch counted 6 G none 0 on nothing [R] [R] same;
        /// Negates R, the accumulator, if the operand c is negative: If c < 0 then R := -R.
        10 mt Mt fetch counted 8 G none 0 on nothing [R] [R] same;
        /// Multiplies M, the second register, by the operand c. Rounds the product and adds it to R, the accumulator: R := R + M * c, rounded.
        11 mk Mk fetch counted 87 G 110 0 on nothing [R] [R M] same;
        /// Multiplies M, the second register, by the operand c, and adds R times 2^-39. The result goes to RM, the registers R and M as one number: RM := M * c + R * 2^-39.
        12 ml Ml fetch counted 87 R none 0 on nothing [R M] [R M] same;
        /// Divides R, the accumulator, by the operand c: R := R / c, M := remainder.
        13 dk Dk fetch counted 118 G 140 0 on nothing [R M] [R] varies;
        /// Divides RM, the registers R and M as one number, by the operand c: R := RM / c, M := remainder.
        14 dl Dl fetch counted 118 S none 0 on nothing [R M] [R M] varies;
        /// Shifts R, the accumulator, by n places, until its bits 0 and 1 differ. Stores the number -n in bits 0-9 of the cell c: Normalise R, address part of c := -(places); floating: RF := R * 2^A, normalised.
        15 nk Nk store counted 12 G 30 1 on nothing [R] [R CELLS] varies;
        /// Shifts RM, the registers R and M as one number, by n places, until its bits 0 and 1 differ. Stores the number -n in bits 0-9 of the cell c: Normalise RM, address part of c := -(places).
        16 nl Nl store counted 12 G none 2 on nothing [R M] [R M CELLS] varies;
        /// Returns from a subroutine. The register s gets back the value from before the call: Return to c, s := bits 10-19 of the cell of the call.
        17 hr Hr jump counted 9 G none 0 return nothing [S] [S CELLS] same;
        /// Shifts RM, the registers R and M as one number, to the left by A places. If A is negative, shifts RM to the right: RM := RM * 2^A.
        18 tl Tl number counted 5 G none 1 on nothing [R M] [R M] varies;
        /// Shifts R, the accumulator, as a ring. Bits that leave R on one side enter it on the other side: Rotate R's 40 bits by A places to the left.
        19 ck Ck number counted 5 G none 1 on nothing [R] [R] varies;
        /// Shifts the registers R and M together as a ring. Bits that leave on one side enter on the other side: Rotate the 79 bits of R and M by A places to the left.
        20 cl Cl number counted 7 S none 2 on nothing [R M] [R M] varies;
        /// Stores R, the accumulator, in the cell c. The floating order stores RF, the floating number in R and M: c := R; floating: c := RF packed.
        21 gr Gr store counted 6 G 8 0 on nothing [] [R R_MARKS CELLS] same;
        /// Stores bits 0-9 of R, the accumulator, in bits 0-9 of the cell c: Address part of c := R(0-9).
        22 ga Ga store counted 5 G none 0 on nothing [] [R R_MARKS CELLS] same;
        /// Stores bits 10-19 of R, the accumulator, in bits 10-19 of the cell c: Increment part of c := R(10-19).
        23 gt Gt store counted 5 G none 0 on nothing [] [R R_MARKS CELLS] same;
        /// Shifts R, the accumulator, to the left by A places. If A is negative, shifts R to the right and rounds: R := R * 2^A; floating: R := RF * 2^A as a whole number.
        24 tk Tk number counted 5 S 20 1 on nothing [R] [R] varies;
        /// Skips the next order if bits 0-9 of R, the accumulator, differ from the address A: Next order only if R(0-9) = A.
        25 ca Ca number counted 4 G none 0 skip nothing [] [R] same;
        /// Stores M, the second register, in the cell c: c := M.
        26 gm Gm store counted 5 G none 0 on nothing [] [M R_MARKS CELLS] same;
        /// Loads the operand c into M, the second register: M := c.
        27 pm Pm fetch counted 5 S none 0 on nothing [M] [] same;
        /// Exchanges the contents of the registers R and M: Exchange R and M.
        28 xr Xr none counted 4 B none 0 on nothing [R M] [R M] same;
        /// Stores the indicator, a register of ten bits, in bits 0-9 of the cell c: Address part of c := indicator.
        29 gi Gi store counted 5 G none 0 on nothing [] [IN R_MARKS CELLS] same;
        /// Puts the address A into the index register s: s := A.
        30 ps Ps number counted 2 G none 0 on nothing [S] [] same;
        /// Puts the address A into the index register p: p := A.
        31 pp Pp number counted 2 G none 0 on nothing [P] [] same;
        /// Stores the increment t in bits 0-9 of the cell c: Address part of c := t.
        32 pa Pa store operand 2 S none 0 on nothing [] [R_MARKS CELLS] same;
        /// Stores the increment t in bits 10-19 of the cell c: Increment part of c := t.
        33 pt Pt store operand 2 G none 0 on nothing [] [R_MARKS CELLS] same;
        /// Calls a subroutine like the order hs, but only if the drum is idle. Otherwise, does nothing: Call c as hs does if the drum is idle, else no operation.
        34 hk Hk jump saved 6 G none 0 call nothing [S CELLS] [S CELLS] same;
        /// Copies bits of the address A to the indicator, a register of ten bits. Only the bits that are zero in t are copied: Indicator := A where the mask t has zeros.
        35 pi Pi number operand 11 G none 0 on nothing [IN] [IN] same;
        /// Makes the next order use the address A instead of the contents of the register s: The next order uses A for s.
        36 is Is number counted 3 G none 0 on nothing [] [] same;
        /// Makes the next order use the address A as its increment, instead of its own increment: The next order uses A for t.
        37 it It number counted 3 G none 0 on nothing [] [] same;
        /// Compares R with the operand c, but only the bits that are one in M. If they are equal, skips the next order: Next order unless (R xor c) and M = 0.
        38 cm Cm fetch counted 9 G none 0 skip nothing [] [R M] same;
        /// Adds the increment t to the address A. If the sum is not greater than t, skips the next order: Next order only if A, counted by t, > t, both signed.
        39 bt Bt number compared 6 S none 0 skip nothing [] [] same;
        /// Makes the next order use -A, minus the address, instead of the contents of the register s: The next order uses -A for s.
        40 ns Ns number counted 3 G none 0 on nothing [] [] same;
        /// Makes the next order use -A, minus the address, as its increment, instead of its own increment: The next order uses -A for t.
        41 nt Nt number counted 3 G none 0 on nothing [] [] same;
        /// Stores the index register p in bits 0-9 of the cell c: Address part of c := p.
        42 gp Gp store counted 5 G none 0 on nothing [] [P R_MARKS CELLS] same;
        /// Skips the next order if bits 0-9 of R, the accumulator, equal the address A: Next order unless R(0-9) = A.
        43 nc Nc number counted 4 G none 0 skip nothing [] [R] same;
        /// Reads a block of words from a device such as a magnetic tape: Store of unit A to core.
        44 il Il number counted 4 G none 0 on block [ALL] [ALL] same;
        /// Writes a block of words to a device such as a magnetic tape: Core to the store of unit A.
        45 us Us number counted 4 G none 0 on block [ALL] [ALL] same;
        /// Stores 960 plus the number of the selected group of drum tracks in bits 0-9 of the cell c: Address part of c := drum group.
        46 gg Gg store counted 4 G none 0 on nothing [] [R_MARKS CELLS] same;
        /// The effect of this order is not known.
        47 gc Gc store counted 4 G none 0 on unknown [] [] same;
        /// The effect of this order is not known. Only on the machine model Turbo is it known that the order jumps.
        48 pc Pc number counted 4 G none 0 on unknown [] [] same;
        /// Skips the next order if the address A is not greater than the increment t: Next order only if A > t, both signed.
        49 bs Bs number operand 6 G none 0 skip nothing [] [] same;
        /// Calls a subroutine. The register s gets the address of the call's own cell. The old s is stored in that cell: Call c, s := own cell, the old s to its bits 10-19.
        50 hs Hs jump saved 6 G none 0 call nothing [S CELLS] [S CELLS] same;
        /// Selects units for input and output. Copies bits of the address A to the register by. Only the bits that are zero in t are copied: Unit register by := A where the mask t has zeros.
        51 vy Vy number operand 4 G none 0 on nothing [BY] [BY] same;
        /// Reads a track of the drum into 40 cells of the store. The first of these cells is cell A: Read the drum track tk to the cells from A on.
        52 lk Lk number counted 4 G none 0 on drum [] [TK] same;
        /// Writes 40 cells of the store to a track of the drum. The first of these cells is cell A: Write the cells from A on to the drum track tk.
        53 sk Sk number counted 4 G none 0 on drum [] [TK] same;
        /// Stores the register by (selected units) in bits 0-9 of the cell c, and the register tk (drum track) in bits 10-19: Address part of c := by, increment part := tk.
        54 gk Gk store counted 5 G none 0 on nothing [] [BY TK R_MARKS CELLS] same;
        /// Waits until the drum has finished its present transfer. Then selects the track for the next transfer: Wait for the drum, track register tk := A.
        55 vk Vk number counted 4 G none 0 on drum [TK] [] same;
        /// Continues the program at the cell c: Jump to c.
        56 hv Hv jump counted 2 S none 0 jump nothing [] [] same;
        /// The effect of this order is not known, unless the machine has a plotter. Then the order changes the plotter's pen.
        57 zj Zj number counted 4 G none 0 on unknown [] [] same;
        /// Prints or punches a symbol: Output the symbol A to the selected units.
        58 sy Sy number counted 10 G none 0 on output [CELLS] [BY CELLS] same;
        /// Reads a symbol from a keyboard or tape. Puts the symbol into bits 0-9 of R, the accumulator, and of the cell c: Read a symbol to R(0-9) and to the address part of c.
        59 ly Ly store counted 8 G none 0 on input [R] [R BY R_MARKS CELLS] same;
        /// Continues the program at the right half of the cell c: Jump to the right half of c.
        60 hh Hh jump counted 2 G none 0 jump nothing [] [] same;
        /// Stores the register s in bits 0-9 of the cell c: Address part of c := s.
        61 gs Gs store counted 5 G none 0 on nothing [] [S R_MARKS CELLS] same;
        /// Reads a clock that only late machines have. Its time in seconds goes to the registers R and M, as a floating-point number: R := the running clock (late machines).
        62 zl Zl none counted 4 G none 0 on nothing [R M] [] same;
        /// Executes the order in the cell c as if that order were in the place of this one: Execute the order in c.
        63 ud Ud number counted 5 G none 0 on another [ALL] [ALL] same;
            }
    };
}

/// What an order does with its address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Reads the cell at the address.
    Fetch,
    /// Writes the cell at the address.
    Store,
    /// Jumps to the address.
    Jump,
    /// Uses the address as a number.
    Number,
    /// Ignores the address.
    None,
}

/// How an order uses its increment t.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IncrementRole {
    /// t is added to the address. The sum is stored in the cell from which the address was taken.
    Counted,
    /// t is not added to the address. The operation uses t as a second operand.
    Operand,
    /// t is added to the address. The sum is stored in the cell from which the address was taken. The
    /// operation also compares the sum with t.
    Compared,
    /// The order stores the old contents of the register s in its own increment field, in place of t.
    Saved,
}

/// How a cost in the order table is known. `docs/timing.md` lists the records behind each mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CostMark {
    /// R: measured on a real GIER, whatever the other costs are.
    Real,
    /// S: a loop measured on a real GIER gives the sum of this cost and others. The sum gives this cost only
    /// together with costs that the museum's sound program states, and nobody knows where it has them from.
    Sum,
    /// B: the records only bound the cost.
    Bounded,
    /// G: guessed. No record of a real GIER depends on the cost in a way that would decide it.
    Guessed,
}

impl CostMark {
    /// The letter of the mark, as tables show it.
    pub const fn letter(self) -> char {
        match self {
            CostMark::Real => 'R',
            CostMark::Sum => 'S',
            CostMark::Bounded => 'B',
            CostMark::Guessed => 'G',
        }
    }
}

/// Which order the machine executes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The order after this one.
    On,
    /// The next order or the one after it. This order tests a condition, and may skip the next order.
    Skip,
    /// The order at the address of the jump.
    Jump,
    /// The first order of a subroutine.
    Call,
    /// The order after the order that called the subroutine.
    Return,
    /// No order follows until the machine is started again.
    Stop,
}

/// The device outside the central unit that an order uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// No device.
    Nothing,
    /// The devices that print or punch symbols.
    Output,
    /// A device from which the order reads a symbol.
    Input,
    /// The drum.
    Drum,
    /// A device for blocks of words, such as a magnetic tape. The orders `il` and `us` use it.
    Block,
    /// The device of another order, which this order executes. Only `ud` does this.
    Another,
    /// The effect of the order is not known, so it is not known whether the order uses a device.
    Unknown,
}

/// One row of the order table, which describes one of the 64 orders. Printed tables, assemblers and timing
/// use it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderRow {
    /// The operation that this row describes.
    pub opcode: Opcode,
    /// The name of the order in SLIP, two letters.
    pub mnemonic: &'static str,
    /// What the order does, in one line: an explanation, a colon, and a formula. If there is no colon, the
    /// whole line is the formula. See [`OrderRow::formula`].
    pub sentence: &'static str,
    /// What the order does with its address.
    pub class: Class,
    /// What the order does with its increment.
    pub increment: IncrementRole,
    /// The cost of the operation in micro-operations. The machine also needs time to fetch the order, to
    /// compute its address, and to end it. These times are not included.
    pub own: u16,
    /// How the cost `own` is known.
    pub mark: CostMark,
    /// The cost of the floating operation in micro-operations. `None` if the order has no floating variant.
    pub floating: Option<u16>,
    /// The additional cost, in micro-operations, for each place by which the order shifts.
    pub place: u16,
    /// Which order the machine executes next.
    pub next: Next,
    /// The device outside the central unit that the order uses, if any.
    pub needs: Needs,
    /// The parts of the machine that the operation may change. The set omits what all orders of the same
    /// `class` change. For example, all storing orders change cells. See [`Order::changes`].
    pub changes: StateSet,
    /// The parts of the machine that the operation uses as data. The set omits the cell that an order of
    /// class [`Class::Fetch`] reads. See [`Order::uses`].
    pub uses: StateSet,
    /// Whether the cost of the operation without the modifier F depends on its operands. The cost of a
    /// floating operation always depends on them.
    pub varies: bool,
}

impl OrderRow {
    /// Divides [`OrderRow::sentence`] at the colon into an explanation and a formula. The explanation is `None` if
    /// there is no colon.
    fn parts(&self) -> (Option<&'static str>, &'static str) {
        let text = self.sentence.trim_end_matches('.');
        text.split_once(": ").map_or((None, text), |(explanation, formula)| (Some(explanation), formula))
    }

    /// The explanation of what the order does, without a full stop. Returns `None` if the row has only a
    /// formula.
    pub fn explanation(&self) -> Option<&'static str> {
        self.parts().0
    }

    /// The formula, without a full stop. In a formula, `c` is the operand, `A` the address and `t` the
    /// increment. A second formula can follow after `; floating: ` or `; with X: `. It is for the floating
    /// order, or for the order with the modifier X.
    pub fn formula(&self) -> &'static str {
        self.parts().1
    }

    /// Whether the operation uses the increment as an operand.
    pub const fn takes_increment(&self) -> bool {
        matches!(self.increment, IncrementRole::Operand | IncrementRole::Compared)
    }

    /// Whether the machine adds the increment to the address, and stores the sum in the cell from which the
    /// address was taken.
    pub const fn counts(&self) -> bool {
        matches!(self.increment, IncrementRole::Counted | IncrementRole::Compared)
    }

    /// Whether the order tests something, and then may skip the next order.
    pub const fn skips(&self) -> bool {
        matches!(self.next, Next::Skip)
    }

    /// Whether the cost of the operation depends on its operands. `floating` says whether the order has the
    /// modifier F.
    pub const fn cost_varies(&self, floating: bool) -> bool {
        self.varies || floating && self.floating.is_some()
    }
}

macro_rules! define_orders {
    (@class fetch) => { Class::Fetch };
    (@class store) => { Class::Store };
    (@class jump) => { Class::Jump };
    (@class number) => { Class::Number };
    (@class none) => { Class::None };
    (@t counted) => { IncrementRole::Counted };
    (@t operand) => { IncrementRole::Operand };
    (@t compared) => { IncrementRole::Compared };
    (@t saved) => { IncrementRole::Saved };
    (@mark R) => { CostMark::Real };
    (@mark S) => { CostMark::Sum };
    (@mark B) => { CostMark::Bounded };
    (@mark G) => { CostMark::Guessed };
    (@floating none) => { None };
    (@floating $own:literal) => { Some($own) };
    (@next on) => { Next::On };
    (@next skip) => { Next::Skip };
    (@next jump) => { Next::Jump };
    (@next call) => { Next::Call };
    (@next return) => { Next::Return };
    (@next stop) => { Next::Stop };
    (@needs nothing) => { Needs::Nothing };
    (@needs output) => { Needs::Output };
    (@needs input) => { Needs::Input };
    (@needs drum) => { Needs::Drum };
    (@needs block) => { Needs::Block };
    (@needs another) => { Needs::Another };
    (@needs unknown) => { Needs::Unknown };
    (@cost same) => { false };
    (@cost varies) => { true };
    ($(
        #[doc = $sentence:literal]
        $code:literal $mnemonic:ident $variant:ident $class:ident $t:ident $own:literal $mark:ident $floating:tt $place:literal $next:tt $needs:ident [$($changes:ident)*] [$($uses:ident)*] $cost:ident;
    )*) => {
        /// The operation of an order. It is in bits 20-25 of the cell. If the cell contains two orders, the
        /// right order has its operation in bits 30-35.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Opcode {
            $(
                #[doc = $sentence]
                $variant = $code,
            )*
        }

        /// The rows of the order table, sorted by code from 0 to 63.
        pub static ORDERS: [OrderRow; 64] = [$(
            OrderRow {
                opcode: Opcode::$variant,
                mnemonic: stringify!($mnemonic),
                sentence: $sentence.trim_ascii(),
                class: define_orders!(@class $class),
                increment: define_orders!(@t $t),
                own: $own,
                mark: define_orders!(@mark $mark),
                floating: define_orders!(@floating $floating),
                place: $place,
                next: define_orders!(@next $next),
                needs: define_orders!(@needs $needs),
                changes: StateSet::NONE$(.union(StateSet::$changes))*,
                uses: StateSet::NONE$(.union(StateSet::$uses))*,
                varies: define_orders!(@cost $cost),
            },
        )*];
    };
}
for_each_order!(define_orders);

const _: () = {
    let mut code = 0;
    while code < 64 {
        assert!(ORDERS[code].opcode as usize == code);
        code += 1;
    }
};

/// The default operation is `qq`, code 0.
impl Default for Opcode {
    fn default() -> Opcode {
        Opcode::Qq
    }
}

impl Opcode {
    /// The operation with this code, 0-63. Only the lowest six bits of `code` are used.
    pub const fn from_code(code: u8) -> Opcode {
        ORDERS[(code & 63) as usize].opcode
    }

    /// The operation with this name in SLIP, such as `ar`.
    pub fn from_mnemonic(name: &str) -> Option<Opcode> {
        ORDERS.iter().find(|row| row.mnemonic == name).map(|row| row.opcode)
    }

    /// The code of the operation, 0-63.
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// The row of this operation in the order table.
    pub const fn row(self) -> &'static OrderRow {
        &ORDERS[self as usize]
    }

    /// The name of the operation in SLIP, two letters.
    pub const fn mnemonic(self) -> &'static str {
        self.row().mnemonic
    }
}

/// The register that the machine adds to the address of an order. It is in bits 28-29 of the cell. If the
/// cell contains two orders, the right order has it in bits 38-39.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Base {
    /// No register: the address is used unchanged.
    #[default]
    None,
    /// The register s is added.
    S,
    /// The register r1 is added: the address of the order's own cell or, where an indirect address is followed, of
    /// the cell that holds the address.
    R,
    /// The register p is added.
    P,
}

impl Base {
    /// The register that these two bits of an order select.
    pub const fn from_bits(bits: u8) -> Base {
        match bits & 3 {
            0 => Base::None,
            1 => Base::S,
            2 => Base::R,
            _ => Base::P,
        }
    }
}

/// The indicator operation of a full-word order, bits 33-34. It changes the indicator, sets marks, or makes
/// the order conditional. The indicator is a register of ten bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum IndicatorOp {
    /// I: sets bits of the indicator. A letter after I selects the bits. The letter K instead exchanges the
    /// register p and the indicator. Without a letter, I does nothing.
    #[default]
    I,
    /// M: sets the marks of the cell that the order has written.
    M,
    /// N: makes the order conditional. The order is executed only if all bits that its letter and marks name are
    /// zero or, for the letters Z, O and T without marks, if what they ask is false.
    N,
    /// L: makes the order conditional. The order is executed only if all bits that its letter and marks name are
    /// one or, for the letters Z, O and T without marks, if what they ask is true.
    L,
}

impl IndicatorOp {
    /// The indicator operation that these two bits of an order select.
    pub const fn from_bits(bits: u8) -> IndicatorOp {
        match bits & 3 {
            0 => IndicatorOp::I,
            1 => IndicatorOp::M,
            2 => IndicatorOp::N,
            _ => IndicatorOp::L,
        }
    }

    /// The indicator operation for one of the letters I, M, N and L. Returns `None` for any other character.
    pub const fn from_letter(letter: char) -> Option<IndicatorOp> {
        match letter {
            'I' => Some(IndicatorOp::I),
            'M' => Some(IndicatorOp::M),
            'N' => Some(IndicatorOp::N),
            'L' => Some(IndicatorOp::L),
            _ => None,
        }
    }

    /// The indicator operation as text in SLIP, with its letter and marks, such as `NT`, `IZA` or `LC`. The
    /// text is empty for I without a letter and without marks, because such an I does nothing.
    pub fn written(self, letter: Letter, marks: crate::Marks) -> String {
        let operation = match self {
            IndicatorOp::I if letter == Letter::None && marks == crate::Marks::NONE => return String::new(),
            IndicatorOp::I => 'I',
            IndicatorOp::M => 'M',
            IndicatorOp::N => 'N',
            IndicatorOp::L => 'L',
        };
        let marks = marks.letter().map(|letter| letter.to_ascii_uppercase());
        [Some(operation), letter.letter(), marks].into_iter().flatten().collect()
    }
}

/// The letter of an indicator operation, bits 35-37. It selects which bits the operation tests or sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Letter {
    /// No letter. The operations N and L then test the marks of R, and I does nothing.
    #[default]
    None,
    /// The state of the lock keys KA and KB on the desk.
    K,
    /// The signal that the result is zero.
    Z,
    /// The signal that the result has overflowed.
    O,
    /// The sign of the result.
    T,
    /// The indicator bits PA and PB.
    P,
    /// The indicator bits QA and QB.
    Q,
    /// The indicator bits RA and RB.
    R,
}

impl Letter {
    /// The letter that these three bits of an order select.
    pub const fn from_bits(bits: u8) -> Letter {
        [Letter::None, Letter::K, Letter::Z, Letter::O, Letter::T, Letter::P, Letter::Q, Letter::R]
            [(bits & 7) as usize]
    }

    /// The letter that SLIP writes as this character. Returns `None` if there is no such letter.
    pub fn from_letter(letter: char) -> Option<Letter> {
        (1..8).map(Letter::from_bits).find(|known| known.letter() == Some(letter))
    }

    /// The character that stands for the letter in SLIP. Returns `None` for [`Letter::None`].
    pub const fn letter(self) -> Option<char> {
        match self {
            Letter::None => None,
            Letter::K => Some('K'),
            Letter::Z => Some('Z'),
            Letter::O => Some('O'),
            Letter::T => Some('T'),
            Letter::P => Some('P'),
            Letter::Q => Some('Q'),
            Letter::R => Some('R'),
        }
    }
}

impl Opcode {
    /// Whether the order is `is`, `ns`, `it` or `nt`. After `is` or `ns`, the next order uses another value
    /// instead of the register s. After `it` or `nt`, it uses another value instead of its increment t.
    pub const fn substitutes(self) -> bool {
        matches!(self, Opcode::Is | Opcode::Ns | Opcode::It | Opcode::Nt)
    }
}

/// The fields in bits 10-19 and 30-39. Only an order that fills a whole cell has these fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tail {
    /// The increment t, a number of ten bits, in bits 10-19.
    pub increment: u16,
    /// Whether the modifier X is set, bit 30. X exchanges the registers R and M after the operation.
    pub exchange: bool,
    /// Whether the modifier V is set, bit 31. V skips the next order.
    pub skip: bool,
    /// Whether the modifier D is set, bit 32. For most orders, the address itself is then the operand.
    pub direct: bool,
    /// The indicator operation, bits 33-34.
    pub indicator: IndicatorOp,
    /// The letter of the indicator operation, bits 35-37.
    pub letter: Letter,
    /// The marks a and b in the indicator operation, bits 38-39. SLIP writes them as A, B, or C for both.
    pub marks: crate::Marks,
}

/// One decoded order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Order {
    /// The operation.
    pub opcode: Opcode,
    /// The address field of the cell, ten bits.
    pub address: u16,
    /// The register that is added to the address.
    pub base: Base,
    /// Whether the address is indirect. The address then names a cell, which contains the address to use.
    pub indirect: bool,
    /// Whether the order has the modifier n. It clears R before the operation.
    pub clear: bool,
    /// Whether the order has the modifier F, for floating-point arithmetic. The cell of such an order has
    /// mark b.
    pub floating: bool,
    /// The other fields, if the order fills a whole cell. `None` if the cell contains two orders.
    pub tail: Option<Tail>,
}
