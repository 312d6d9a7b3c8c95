//! From the tree to code: the translator itself and what all its parts use.

use super::code::{Action, Datum, Field, Known, Label, Line, Op, Origin, When, count, order};
use super::frame::{Body, FRAME_MAX, LEVELS, Location, Operand, PROGRAM_FRAME};
use super::running::{RunningSystem, Wants};
use super::survey::Survey;
use crate::ast::{
    BlockId, Expression, Kind, ORDERS_MAX, ProcedureId, Program, Span, Spec, Symbol, SymbolId, Type,
};
use gier_word::Diagnostic;
use gier_word::source_map::BodyKind;
use gier_word::{Address, Base, IndicatorOp, Letter, Marks, Opcode, Order, Tail};
use litemap::LiteMap;
use std::ops::Range;

/// A body still to be translated, found where it is used.
#[derive(Clone, Copy, Debug)]
pub(super) enum PendingBody<'a> {
    /// An expression as actual parameter, of the text and bytes of `span`.
    Thunk(&'a Expression),
    /// A label as actual parameter.
    Label(SymbolId, &'a Span),
    /// A standard function as actual parameter.
    Standard(SymbolId, &'a Span),
}

/// Where a body was found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context {
    /// The level of the body around it.
    pub level: usize,
    /// The block around it.
    pub block: BlockId,
}

/// A body, for the source map.
#[derive(Clone, Debug)]
pub(super) struct BodyNote {
    pub kind: BodyKind,
    /// The procedure or switch that it is.
    pub symbol: Option<SymbolId>,
    pub span: Span,
    pub level: usize,
    pub entry: Option<Label>,
}

/// The translator.
pub(super) struct Lower<'a> {
    pub program: &'a Program,
    pub running: &'a RunningSystem,
    pub survey: Survey,
    pub ops: Vec<Op>,
    pub labels: usize,
    /// Stretches of the code that run many times and are to stand on one track if they fit.
    pub together: Vec<Range<usize>>,
    pub body: Body,
    /// The size of each frame, by the number of the body.
    pub sizes: Vec<i64>,
    /// The bounds of the arrays whose bounds are constants.
    pub bounds: LiteMap<SymbolId, Vec<(i64, i64)>>,
    /// Where variables, arrays and the values of procedures lie.
    pub places: LiteMap<SymbolId, Location>,
    /// Where the code of labels, switches and procedures begins.
    pub entries: LiteMap<SymbolId, Label>,
    /// Labels that are jumped to from elsewhere, with their code that sets the stack right.
    pub far: LiteMap<SymbolId, Label>,
    /// The bodies around a label: number, to cut the stack to its frame.
    pub label_bodies: LiteMap<SymbolId, usize>,
    /// Where the end of the stack stands after the arrays of a block were made.
    pub array_ends: LiteMap<usize, Location>,
    pub pending: Vec<(PendingBody<'a>, Label, Context)>,
    /// The bodies, as the source map tells of them.
    pub bodies: Vec<BodyNote>,
    /// The block that is being translated.
    pub block: BlockId,
    /// A statement begins with the next action.
    pub begins: bool,
    /// The levels of the display.
    pub levels: usize,
    /// What the program wants of the running system; whether it nests and its places come later.
    pub wants: Wants,
    pub faults: Vec<Diagnostic>,
    pub span: Span,
}

impl<'a> Lower<'a> {
    pub fn new(program: &'a Program, running: &'a RunningSystem) -> Lower<'a> {
        Lower {
            program,
            running,
            survey: Survey::of(program),
            ops: Vec::new(),
            labels: 0,
            together: Vec::new(),
            body: Body { number: 0, level: 0, used: 0, most: 0, arrays: Vec::new() },
            sizes: vec![0],
            bounds: LiteMap::new(),
            places: LiteMap::new(),
            entries: LiteMap::new(),
            far: LiteMap::new(),
            label_bodies: LiteMap::new(),
            array_ends: LiteMap::new(),
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

    // What the tree says.

    pub fn symbol(&self, id: SymbolId) -> &'a Symbol {
        &self.program.symbols[id.0]
    }

    /// The type of what stands at a name when it is read or assigned to.
    pub fn type_of(&self, id: SymbolId) -> Option<Type> {
        match &self.symbol(id).kind {
            Kind::Variable { ty, .. } | Kind::Array { ty, .. } => Some(*ty),
            Kind::Formal { spec: Spec::Simple(ty) | Spec::Array(ty), .. } => Some(*ty),
            Kind::Formal { spec: Spec::Procedure(ty), .. } => *ty,
            Kind::Procedure(id) => self.program.procedures[id.0].result,
            _ => None,
        }
    }

    /// The level of the block that a name belongs to.
    pub fn level_of(&self, id: SymbolId) -> usize {
        self.survey.blocks.get(self.symbol(id).block.0).map_or(0, |block| block.level)
    }

    pub fn fault(&mut self, word: &'static str, message: String, help: &str) {
        self.faults.push(Diagnostic::new(self.span, word, message).with_help(help));
    }

    // Labels and code.

    pub fn label(&mut self) -> Label {
        self.labels += 1;
        Label(self.labels - 1)
    }

    pub fn push(&mut self, action: Action, glued: bool) {
        if self.is_full() {
            return;
        }
        let begins = !matches!(action, Action::Label(_)) && std::mem::take(&mut self.begins);
        let origin = Origin { span: self.span, begins, body: self.body.number, block: self.block };
        self.ops.push(Op { action, glued, origin });
    }

    /// Whether there is more code than any drum holds: what else there is is not kept.
    pub fn is_full(&self) -> bool {
        self.ops.len() >= ORDERS_MAX
    }

    pub fn bind(&mut self, label: Label) {
        self.push(Action::Label(label), false);
    }

    pub fn order(&mut self, line: impl Into<Line>) {
        self.push(Action::Order(line.into()), false);
    }

    /// An order that must stand on the track of the one before.
    pub fn glued(&mut self, line: impl Into<Line>) {
        self.push(Action::Order(line.into()), true);
    }

    pub fn jump(&mut self, label: Label) {
        self.push(Action::Jump(label), false);
    }

    pub fn branch(&mut self, when: When, label: Label) {
        self.push(Action::Branch(when, label), false);
    }

    /// Code that is to stand on one track if it fits.
    pub fn together<T>(&mut self, code: impl FnOnce(&mut Self) -> T) -> T {
        let start = self.ops.len();
        let result = code(self);
        self.together.push(start..self.ops.len());
        result
    }

    /// `hs` to a resident routine that returns to the next cell with nothing in between.
    pub fn resident(&mut self, name: Known) {
        self.order(Line::known(Opcode::Hs, name));
    }

    /// `hs` to a resident routine with two numbers.
    pub fn resident_with(&mut self, routine: Known, middle: Field, low: Field) {
        self.push(Action::Resident { routine, middle, low, leaves: false }, false);
    }

    /// `hv` to a resident place that does not come back.
    pub fn leave(&mut self, name: Known) {
        self.push(Action::Leave(Line::known(Opcode::Hv, name)), false);
    }

    /// A call of a library routine.
    pub fn library(&mut self, name: Known) {
        let track = self.running.track_of(name);
        self.resident_with("lib", Field::Known(name, 0), Field::Number(track));
    }

    // Operands.

    /// A cell of the running system as operand.
    pub fn fixed(&self, name: Known) -> Operand {
        Operand::Fixed(name)
    }

    /// A cell of the own frame.
    pub fn own(&self, offset: i64) -> Operand {
        Operand::Frame(Location { level: self.body.level, offset })
    }

    /// An order on an operand: one half word, with `is` before it for a frame between.
    pub fn with(&mut self, order: Order, operand: Operand) {
        match operand {
            Operand::Frame(Location { level, offset }) if level == self.body.level => {
                self.order(addressed(order, Base::P, offset));
            }
            Operand::Frame(Location { level: 0, offset }) => {
                self.order(addressed(order, Base::None, PROGRAM_FRAME + offset));
            }
            Operand::Frame(Location { level, offset }) => {
                let is = Order { indirect: true, ..super::code::order(Opcode::Is, level) };
                let is = Line { order: is, from: Some("display") };
                self.push(Action::Substituted(is, addressed(order, Base::S, offset).into()), false);
            }
            Operand::Fixed(name) => {
                self.order(Line { order: addressed(order, Base::None, 0), from: Some(name) });
            }
            Operand::Literal(cell) => self.push(Action::Literal(order, Datum::cell(cell).into()), false),
            Operand::Through(offset) => {
                self.order(Order { indirect: true, ..addressed(order, Base::P, offset) });
            }
            Operand::ThroughFixed(name) => {
                let order = Order { indirect: true, ..addressed(order, Base::None, 0) };
                self.order(Line { order, from: Some(name) });
            }
        }
    }

    pub fn op(&mut self, opcode: Opcode, operand: Operand) {
        self.with(order(opcode, 0), operand);
    }

    pub fn op_float(&mut self, opcode: Opcode, operand: Operand) {
        self.with(Order { floating: true, ..order(opcode, 0) }, operand);
    }

    /// R := operand, floating or as a pattern.
    pub fn load(&mut self, ty: Type, operand: Operand) {
        let order = Order { clear: true, floating: ty != Type::Boolean, ..order(Opcode::Ar, 0) };
        self.with(order, operand);
    }

    /// Operand := R, floating or as a pattern.
    pub fn store(&mut self, ty: Type, operand: Operand) {
        self.with(Order { floating: ty != Type::Boolean, ..order(Opcode::Gr, 0) }, operand);
    }

    /// RF := -operand.
    pub fn load_negative(&mut self, operand: Operand) {
        self.with(Order { clear: true, floating: true, ..order(Opcode::Sr, 0) }, operand);
    }

    /// Copies a cell by M.
    pub fn copy(&mut self, from: Operand, to: Operand) {
        self.op(Opcode::Pm, from);
        self.op(Opcode::Gm, to);
    }

    /// R := the integer in RF, unit in 39.
    pub fn fix(&mut self) {
        self.order(Order { floating: true, ..order(Opcode::Tk, -29) });
    }

    /// RF := RF rounded to an integer.
    pub fn round(&mut self) {
        self.fix();
        // Together, for R may have 41 bits in between.
        self.glued(Order { floating: true, ..order(Opcode::Nk, 39) });
    }

    /// R := not R.
    pub fn complement(&mut self) {
        let tail = Tail { exchange: true, direct: true, ..Tail::default() };
        self.order(Order { tail: Some(tail), ..order(Opcode::Ab, 0) });
    }

    /// R := R exclusive or operand.
    pub fn exclusive_or(&mut self, operand: Operand) {
        let tail = Tail { exchange: true, ..Tail::default() };
        self.with(Order { tail: Some(tail), ..order(Opcode::Mb, 0) }, operand);
    }

    /// A full-word order with a condition on key KB.
    pub fn if_kb(&mut self, order: Order, from: Known) {
        let tail = Tail { indicator: IndicatorOp::L, letter: Letter::K, marks: Marks::B, ..Tail::default() };
        self.order(Line { order: Order { tail: Some(tail), ..order }, from: Some(from) });
    }

    // Frames.

    /// A word that names a cell of a frame for the running system: offset and display.
    pub fn frame_word(&self, location: Location, marks: Marks) -> Datum {
        let display = display(location.level);
        let offset = if location.level == 0 { PROGRAM_FRAME + location.offset } else { location.offset };
        let zero = Field::Number(0);
        Datum { groups: [Field::Number(offset), zero, zero, display], marks }
    }

    /// A word that names a body in an environment.
    pub fn body_word(&self, entry: Label, level: usize) -> Datum {
        let groups = [Field::Track(entry), Field::Cell(entry), Field::Number(0), display(level)];
        Datum { groups, marks: Marks::B }
    }

    /// Code that comes from a place of its own within its statement.
    pub fn at<T>(&mut self, span: &Span, code: impl FnOnce(&mut Self) -> T) -> T {
        let around = std::mem::replace(&mut self.span, *span);
        let result = code(self);
        self.span = around;
        result
    }

    /// Starts a body at the entry just bound: its first order, and a frame of its own.
    pub fn open_body(
        &mut self,
        level: usize,
        kind: BodyKind,
        symbol: Option<SymbolId>,
        entry: Label,
    ) -> Body {
        if level >= LEVELS {
            let message = format!("procedures and actual parameters nested more than {LEVELS} deep");
            self.fault("stack", message, "nest them less");
        }
        let level = level.min(LEVELS - 1);
        self.levels = self.levels.max(level + 1);
        let number = self.sizes.len();
        self.sizes.push(0);
        self.bodies.push(BodyNote { kind, symbol, span: self.span, level, entry: Some(entry) });
        let body = Body { number, level, used: 0, most: 0, arrays: Vec::new() };
        let outer = std::mem::replace(&mut self.body, body);
        self.resident_with("enter", Field::Size(number), display(level));
        outer
    }

    /// Ends a body: the size of its frame is known.
    pub fn close_body(&mut self, outer: Body) {
        if self.body.most > FRAME_MAX {
            let message = format!("a frame of more than {FRAME_MAX} cells");
            self.fault("program big", message, "use arrays in place of simple variables");
        }
        self.sizes[self.body.number] = self.body.most.min(FRAME_MAX);
        self.body = outer;
    }

    /// The stack ends where the frame of this body does; the program's has its place.
    pub fn cut(&mut self, body: usize) {
        if body > 0 {
            return self.resident_with("cut", Field::Size(body), Field::Number(0));
        }
        let zero = Field::Number(0);
        let stack = Datum { groups: [zero, zero, zero, Field::Known("stack", 0)], marks: Marks::NONE };
        self.push(Action::Literal(order(Opcode::Pm, 0), stack.into()), false);
        let to = self.fixed("sp");
        self.op(Opcode::Gm, to);
    }

    /// A temporary cell of the own frame; given back by the caller with the mark from before.
    pub fn temporary(&mut self) -> Operand {
        let offset = self.body.take(1);
        self.own(offset)
    }

    /// The entry of a thing that has code, bound or not yet.
    pub fn entry(&mut self, id: SymbolId) -> Label {
        match self.entries.get(&id) {
            Some(label) => *label,
            None => {
                let label = self.label();
                self.entries.insert(id, label);
                label
            }
        }
    }

    /// The code of a label for jumps from elsewhere.
    pub fn far_entry(&mut self, id: SymbolId) -> Label {
        match self.far.get(&id) {
            Some(label) => *label,
            None => {
                let label = self.label();
                self.far.insert(id, label);
                label
            }
        }
    }

    pub fn procedure(&self, id: ProcedureId) -> &'a crate::ast::Procedure {
        &self.program.procedures[id.0]
    }

    /// The block with arrays that is open innermost in this body.
    pub fn open_arrays(&self) -> Option<usize> {
        self.body.arrays.last().map(|block: &BlockId| block.0)
    }
}

/// The cell of the display for a level.
fn display(level: usize) -> Field {
    Field::Known("display", count(level))
}

/// The order with another address and base.
fn addressed(order: Order, base: Base, address: i64) -> Order {
    Order { address: Address::from(address).number(), base, ..order }
}
