//! The state of the code generator, and its basic operations.

use super::code::{Action, CodeOrder, Datum, Label, Op, Origin, RuntimeName, TenBits, When, count, order};
use super::frame::{Body, FRAME_MAX, LEVELS, Location, Operand, PROGRAM_FRAME};
use super::running::{RunningSystem, Wants};
use super::survey::Survey;
use crate::ast::{
    BlockId, DeclaredSymbol, Expression, ProcedureId, Program, Span, Spec, SymbolId, SymbolKind, Type,
};
use gier_word::source_map::BodyKind;
use gier_word::{Address, Base, IndicatorOp, Letter, Marks, Opcode, Order, Tail};
use gier_word::{DRUM_TRACKS, Diagnostic, TRACK_CELLS};
use std::collections::BTreeMap;
use std::ops::Range;

/// The maximum number of actions (orders, labels, data cells) in a program: four for each cell of the drum.
const ACTIONS_MAX: usize = 4 * DRUM_TRACKS * TRACK_CELLS;

/// An actual parameter that needs code of its own. The code is generated after the code of the program.
#[derive(Clone, Copy, Debug)]
pub(super) enum PendingBody<'a> {
    /// An actual parameter that is an expression.
    Thunk(&'a Expression),
    /// An actual parameter that is a label.
    Label(SymbolId, &'a Span),
    /// An actual parameter that is a standard function or standard procedure.
    Standard(SymbolId, &'a Span),
}

/// The level and the block in which the actual parameter of a [`PendingBody`] is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context {
    /// The nesting level of the body that contains the parameter.
    pub(crate) level: usize,
    /// The innermost block that contains the parameter.
    pub(crate) block: BlockId,
}

/// The facts about a body (program, procedure, thunk or switch) that the source map needs.
#[derive(Clone, Debug)]
pub(super) struct BodyNote {
    pub(crate) kind: BodyKind,
    /// The symbol of the procedure or switch, or of a standard procedure passed as a parameter.
    pub(crate) symbol: Option<SymbolId>,
    pub(crate) span: Span,
    pub(crate) level: usize,
    pub(crate) entry: Option<Label>,
}

/// The code generator. It lowers the tree of a program to a list of actions (orders, labels, data cells).
pub(super) struct Lower<'a> {
    pub(crate) program: &'a Program,
    pub(crate) running: &'a RunningSystem,
    pub(crate) survey: Survey,
    pub(crate) ops: Vec<Op>,
    pub(crate) labels: usize,
    /// Ranges of the code that should be on one track, because they are executed often.
    pub(crate) together: Vec<Range<usize>>,
    pub(crate) body: Body,
    /// The size of each frame. The index is the number of the body.
    pub(crate) sizes: Vec<i64>,
    /// The lower and upper bounds of each array whose bounds are all constant.
    pub(crate) bounds: BTreeMap<SymbolId, Vec<(i64, i64)>>,
    /// For each array of several dimensions, its lower bounds. A bound that is not constant is `None`.
    pub(crate) lows: BTreeMap<SymbolId, Vec<Option<i64>>>,
    /// The cell of each variable, array descriptor and procedure value.
    pub(crate) places: BTreeMap<SymbolId, Location>,
    /// The code label of each ALGOL label, switch and procedure.
    pub(crate) entries: BTreeMap<SymbolId, Label>,
    /// The code label of the far entry of an ALGOL label. Jumps from other bodies, and from inner blocks with
    /// arrays, go to the far entry. It sets the end of the stack and then jumps to the ALGOL label.
    pub(crate) far: BTreeMap<SymbolId, Label>,
    /// The number of the body that contains each ALGOL label.
    pub(crate) label_bodies: BTreeMap<SymbolId, usize>,
    /// Maps the number of a block with arrays to a cell of the frame. While the arrays are on the stack, this
    /// cell contains the address of the end of the stack.
    pub(crate) array_ends: BTreeMap<usize, Location>,
    pub(crate) pending: Vec<(PendingBody<'a>, Label, Context)>,
    /// The facts about each body that the source map needs. The index is the number of the body.
    pub(crate) bodies: Vec<BodyNote>,
    /// The block that is being generated.
    pub(crate) block: BlockId,
    /// Whether the next order or data cell is the first one of a statement.
    pub(crate) begins: bool,
    /// The number of levels in the program's display, which is the table of frame addresses.
    pub(crate) levels: usize,
    /// What the program needs of the running system. The fields `nests` and `places` are set only after all
    /// code is generated.
    pub(crate) wants: Wants,
    pub(crate) faults: Vec<Diagnostic>,
    pub(crate) span: Span,
}

impl<'a> Lower<'a> {
    pub(crate) fn new(program: &'a Program, running: &'a RunningSystem) -> Lower<'a> {
        Lower {
            program,
            running,
            survey: Survey::of(program),
            ops: Vec::new(),
            labels: 0,
            together: Vec::new(),
            body: Body { number: 0, level: 0, used: 0, most: 0, arrays: Vec::new() },
            sizes: vec![0],
            bounds: BTreeMap::new(),
            lows: BTreeMap::new(),
            places: BTreeMap::new(),
            entries: BTreeMap::new(),
            far: BTreeMap::new(),
            label_bodies: BTreeMap::new(),
            array_ends: BTreeMap::new(),
            pending: Vec::new(),
            bodies: vec![BodyNote {
                kind: BodyKind::Program,
                symbol: None,
                span: Span::default(),
                level: 0,
                entry: None,
            }],
            block: BlockId(0),
            begins: false,
            levels: 1,
            wants: Wants::default(),
            faults: Vec::new(),
            span: Span::default(),
        }
    }

    // Queries on the tree.

    pub(crate) fn symbol(&self, id: SymbolId) -> &'a DeclaredSymbol {
        &self.program.symbols[id.0]
    }

    /// The type of a symbol's value. For an array, returns the type of its elements.
    pub(crate) fn type_of(&self, id: SymbolId) -> Option<Type> {
        match &self.symbol(id).kind {
            SymbolKind::Variable { ty, .. } | SymbolKind::Array { ty, .. } => Some(*ty),
            SymbolKind::Formal { spec: Spec::Simple(ty) | Spec::Array(ty), .. } => Some(*ty),
            SymbolKind::Formal { spec: Spec::Procedure(ty), .. } => *ty,
            SymbolKind::Procedure(id) => self.program.procedures[id.0].result,
            SymbolKind::Switch | SymbolKind::Label | SymbolKind::Formal { .. } | SymbolKind::Standard(_) => {
                None
            }
        }
    }

    /// The nesting level of the block to which a name belongs.
    pub(crate) fn level_of(&self, id: SymbolId) -> usize {
        self.survey.blocks.get(self.symbol(id).block.0).map_or(0, |block| block.level)
    }

    pub(crate) fn fault(&mut self, word: &'static str, message: String, help: &str) {
        self.faults.push(Diagnostic::new(self.span, word, message).with_help(help));
    }

    // Labels and code.

    pub(crate) fn label(&mut self) -> Label {
        self.labels += 1;
        Label(self.labels - 1)
    }

    pub(crate) fn push(&mut self, action: Action, glued: bool) {
        if self.is_full() {
            return;
        }
        let begins = !matches!(action, Action::Label(_)) && std::mem::take(&mut self.begins);
        let origin = Origin { span: self.span, begins, body: self.body.number, block: self.block };
        self.ops.push(Op { action, glued, origin });
    }

    /// Whether the program has more code than a drum can hold. If so, [`Self::push`] adds no more code.
    pub(crate) fn is_full(&self) -> bool {
        self.ops.len() >= ACTIONS_MAX
    }

    pub(crate) fn bind(&mut self, label: Label) {
        self.push(Action::Label(label), false);
    }

    pub(crate) fn order(&mut self, line: impl Into<CodeOrder>) {
        self.push(Action::Order(line.into()), false);
    }

    /// Adds an order that must be on the same track as the previous order.
    pub(crate) fn glued(&mut self, line: impl Into<CodeOrder>) {
        self.push(Action::Order(line.into()), true);
    }

    pub(crate) fn jump(&mut self, label: Label) {
        self.push(Action::Jump(label), false);
    }

    pub(crate) fn branch(&mut self, when: When, label: Label) {
        self.push(Action::Branch(when, label), false);
    }

    /// Runs `code`, which generates orders. Records that the orders should be on one track, where they run
    /// faster.
    pub(crate) fn together<T>(&mut self, code: impl FnOnce(&mut Self) -> T) -> T {
        let start = self.ops.len();
        let result = code(self);
        self.together.push(start..self.ops.len());
        result
    }

    /// Adds an order that calls a routine that is always in the store. The routine returns to the next cell.
    pub(crate) fn resident(&mut self, name: RuntimeName) {
        self.order(CodeOrder::known(Opcode::Hs, name));
    }

    /// Adds an order that calls a routine that is always in the store. The cell of the order also holds the
    /// two numbers `middle` and `low` for the routine.
    pub(crate) fn resident_with(&mut self, routine: RuntimeName, middle: TenBits, low: TenBits) {
        self.push(Action::Resident { routine, middle, low, leaves: false }, false);
    }

    /// Adds an order that jumps to a routine that is always in the store. The routine does not return.
    pub(crate) fn leave(&mut self, name: RuntimeName) {
        self.push(Action::Leave(CodeOrder::known(Opcode::Hv, name)), false);
    }

    /// Adds a call of a library routine, which is on a track of the drum.
    pub(crate) fn library(&mut self, name: RuntimeName) {
        let track = self.running.track_of(name);
        self.resident_with("lib", TenBits::Known(name, 0), TenBits::Number(track));
    }

    // Operands.

    /// The operand for a cell of the running system.
    pub(crate) fn fixed(&self, name: RuntimeName) -> Operand {
        Operand::Fixed(name)
    }

    /// The operand for the cell at `offset` in the current body's frame.
    pub(crate) fn own(&self, offset: i64) -> Operand {
        Operand::Frame(Location { level: self.body.level, offset })
    }

    /// Adds an order that uses an operand. If the operand is in the frame of an enclosing procedure or thunk,
    /// first adds an `is` order. Instead of the register s, the next order then uses the address of that
    /// frame.
    pub(crate) fn with(&mut self, order: Order, operand: Operand) {
        match operand {
            Operand::Frame(Location { level, offset }) if level == self.body.level => {
                self.order(addressed(order, Base::P, offset));
            }
            Operand::Frame(Location { level: 0, offset }) => {
                self.order(addressed(order, Base::None, PROGRAM_FRAME + offset));
            }
            Operand::Frame(Location { level, offset }) => {
                let is = Order { indirect: true, ..super::code::order(Opcode::Is, level) };
                let is = CodeOrder { order: is, from: Some("display") };
                self.push(Action::Substituted(is, addressed(order, Base::S, offset).into()), false);
            }
            Operand::Fixed(name) => {
                self.order(CodeOrder { order: addressed(order, Base::None, 0), from: Some(name) });
            }
            Operand::Literal(cell) => self.push(Action::Literal(order, Datum::cell(cell).into()), false),
            Operand::Through(offset) => {
                self.order(Order { indirect: true, ..addressed(order, Base::P, offset) });
            }
            Operand::ThroughFixed(name) => {
                let order = Order { indirect: true, ..addressed(order, Base::None, 0) };
                self.order(CodeOrder { order, from: Some(name) });
            }
        }
    }

    pub(crate) fn op(&mut self, opcode: Opcode, operand: Operand) {
        self.with(order(opcode, 0), operand);
    }

    pub(crate) fn op_float(&mut self, opcode: Opcode, operand: Operand) {
        self.with(Order { floating: true, ..order(opcode, 0) }, operand);
    }

    /// Adds an order that loads an operand. A number goes to the floating register RF, any other value goes
    /// to R.
    pub(crate) fn load(&mut self, ty: Type, operand: Operand) {
        let order = Order { clear: true, floating: ty != Type::Boolean, ..order(Opcode::Ar, 0) };
        self.with(order, operand);
    }

    /// Adds an order that stores a value in an operand. A number comes from the floating register RF, any
    /// other value comes from R.
    pub(crate) fn store(&mut self, ty: Type, operand: Operand) {
        self.with(Order { floating: ty != Type::Boolean, ..order(Opcode::Gr, 0) }, operand);
    }

    /// Adds an order that loads the negated operand into the floating register RF.
    pub(crate) fn load_negative(&mut self, operand: Operand) {
        self.with(Order { clear: true, floating: true, ..order(Opcode::Sr, 0) }, operand);
    }

    /// Adds orders that copy a cell through the register M.
    pub(crate) fn copy(&mut self, from: Operand, to: Operand) {
        self.op(Opcode::Pm, from);
        self.op(Opcode::Gm, to);
    }

    /// Adds an order that converts the number in RF to an integer in R. The integer's lowest bit is bit 39.
    pub(crate) fn fix(&mut self) {
        self.order(Order { floating: true, ..order(Opcode::Tk, -29) });
    }

    /// Adds orders that round the number in RF to an integer.
    pub(crate) fn round(&mut self) {
        self.fix();
        // R can now have 41 significant bits. A jump to another track would keep only 40 of them.
        self.glued(Order { floating: true, ..order(Opcode::Nk, 39) });
    }

    /// Adds an order that inverts all bits of R.
    pub(crate) fn complement(&mut self) {
        let tail = Tail { exchange: true, direct: true, ..Tail::default() };
        self.order(Order { tail: Some(tail), ..order(Opcode::Ab, 0) });
    }

    /// Adds an order that computes the exclusive or of R and an operand.
    pub(crate) fn exclusive_or(&mut self, operand: Operand) {
        let tail = Tail { exchange: true, ..Tail::default() };
        self.with(Order { tail: Some(tail), ..order(Opcode::Mb, 0) }, operand);
    }

    /// Adds a full-word order that is executed only if the key KB of the desk is on. The order's
    /// address is relative to the cell `from`.
    pub(crate) fn if_kb(&mut self, order: Order, from: RuntimeName) {
        let tail = Tail { indicator: IndicatorOp::L, letter: Letter::K, marks: Marks::B, ..Tail::default() };
        self.order(CodeOrder { order: Order { tail: Some(tail), ..order }, from: Some(from) });
    }

    // Frames.

    /// Returns a word from which the running system finds a cell of a frame. The word contains the cell's
    /// offset, and the address of the display cell that points to the frame.
    pub(crate) fn frame_word(&self, location: Location, marks: Marks) -> Datum {
        let display = display(location.level);
        let offset = if location.level == 0 { PROGRAM_FRAME + location.offset } else { location.offset };
        let zero = TenBits::Number(0);
        Datum { groups: [TenBits::Number(offset), zero, zero, display], marks }
    }

    /// Returns a word from which the running system finds the code of a body. The word contains the track and
    /// the cell where the code begins, and the address of the display cell of `level`.
    pub(crate) fn body_word(&self, entry: Label, level: usize) -> Datum {
        let groups = [TenBits::Track(entry), TenBits::Cell(entry), TenBits::Number(0), display(level)];
        Datum { groups, marks: Marks::B }
    }

    /// Runs `code`, which generates orders. The source map will say that these orders come from `span`.
    pub(crate) fn at<T>(&mut self, span: &Span, code: impl FnOnce(&mut Self) -> T) -> T {
        let around = std::mem::replace(&mut self.span, *span);
        let result = code(self);
        self.span = around;
        result
    }

    /// Starts a new body with an empty frame. Adds the first order of the body, which makes the frame. The
    /// caller must have added the label `entry` to the code. Returns the enclosing body.
    pub(crate) fn open_body(
        &mut self,
        level: usize,
        kind: BodyKind,
        symbol: Option<SymbolId>,
        entry: Label,
    ) -> Body {
        if level >= LEVELS {
            let message =
                format!("procedures and actual parameters are nested more than {} deep", LEVELS - 1);
            self.fault("stack", message, "nest them less");
        }
        let level = level.min(LEVELS - 1);
        self.levels = self.levels.max(level + 1);
        let number = self.sizes.len();
        self.sizes.push(0);
        self.bodies.push(BodyNote { kind, symbol, span: self.span, level, entry: Some(entry) });
        let body = Body { number, level, used: 0, most: 0, arrays: Vec::new() };
        let outer = std::mem::replace(&mut self.body, body);
        self.resident_with("enter", TenBits::Size(number), display(level));
        outer
    }

    /// Ends the current body, and records the size of its frame. `outer` becomes the current body again.
    pub(crate) fn close_body(&mut self, outer: Body) {
        if self.body.most > FRAME_MAX {
            let message = format!("a frame has more than {FRAME_MAX} cells");
            self.fault("program big", message, "use arrays in place of simple variables");
        }
        self.sizes[self.body.number] = self.body.most.min(FRAME_MAX);
        self.body = outer;
    }

    /// Adds code that makes the stack end directly after the frame of a body. `body` is the number of the
    /// body. Body 0 is the main program, whose frame has a fixed address.
    pub(crate) fn cut(&mut self, body: usize) {
        if body > 0 {
            return self.resident_with("cut", TenBits::Size(body), TenBits::Number(0));
        }
        let zero = TenBits::Number(0);
        let stack = Datum { groups: [zero, zero, zero, TenBits::Known("stack", 0)], marks: Marks::NONE };
        self.push(Action::Literal(order(Opcode::Pm, 0), stack.into()), false);
        let to = self.fixed("sp");
        self.op(Opcode::Gm, to);
    }

    /// Allocates a temporary cell in the current frame. [`Body::give_back`] frees it.
    pub(crate) fn temporary(&mut self) -> Operand {
        let offset = self.body.take(1);
        self.own(offset)
    }

    /// The code label of an ALGOL label, switch or procedure. Jumps can use it before it is bound to an
    /// address.
    pub(crate) fn entry(&mut self, id: SymbolId) -> Label {
        match self.entries.get(&id) {
            Some(label) => *label,
            None => {
                let label = self.label();
                self.entries.insert(id, label);
                label
            }
        }
    }

    /// The code label of the far entry of the ALGOL label `id`. Jumps from other bodies, and from inner
    /// blocks with arrays, go to the far entry.
    pub(crate) fn far_entry(&mut self, id: SymbolId) -> Label {
        match self.far.get(&id) {
            Some(label) => *label,
            None => {
                let label = self.label();
                self.far.insert(id, label);
                label
            }
        }
    }

    pub(crate) fn procedure(&self, id: ProcedureId) -> &'a crate::ast::Procedure {
        &self.program.procedures[id.0]
    }

    /// The id of the innermost open block with arrays, in the current body.
    pub(crate) fn open_arrays(&self) -> Option<usize> {
        self.body.arrays.last().map(|block: &BlockId| block.0)
    }
}

/// The address of the display cell for a level. The display is the table of frame addresses.
fn display(level: usize) -> TenBits {
    TenBits::Known("display", count(level))
}

/// Returns the order with another address and another base register.
fn addressed(order: Order, base: Base, address: i64) -> Order {
    Order { address: Address::from(address).number(), base, ..order }
}
