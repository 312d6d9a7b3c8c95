//! Lays out code on drum tracks of 40 cells. Two half-word orders can share a cell. The literals of a track
//! follow its orders. A jump within a track is relative. A jump to another track goes through the running
//! system. The result is a list of SLIP items, with a label before each jump target.

use super::code::{Action, CodeOrder, Datum, Label, Op, RuntimeName, TenBits, When, count};
use gier_slip::{AddressPart, Expr, Item, Name, OrderLine};
use gier_word::order::Next;
use gier_word::{Base, Cell, IndicatorOp, Letter, Opcode, Order, TRACK_CELLS, Tail};
use std::cmp::Reverse;
use std::ops::Range;

/// The track and the cell of a label or an order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CodeCell {
    /// The number of the track, counted from the program's first track.
    pub(crate) track: usize,
    /// The position of the cell on the track, counted from 0.
    pub(crate) cell: usize,
}

/// The running system counts the cells of a track from this number.
pub(crate) const FIRST_CELL: i64 = 1;

/// A cell of a track, before the addresses of the labels are known.
#[derive(Clone, Debug)]
enum Draft {
    /// A half-word order. The other half of the cell is still free.
    Half(HalfDraft),
    /// Two half-word orders.
    Pair(HalfDraft, HalfDraft),
    /// A full-word order.
    Full(CodeOrder),
    /// A full-word conditional jump within the track.
    Branch(When, RelativeTo),
    /// A call of a routine that is always in the store, and two numbers for the routine.
    Resident(RuntimeName, TenBits, TenBits),
    /// A jump to the first cell of the track with this number. Tracks are counted from the program's first
    /// track.
    Next(usize),
    /// A cell with data.
    Datum(Box<Datum>),
}

#[derive(Clone, Copy, Debug)]
struct HalfDraft {
    line: CodeOrder,
    target: RelativeTo,
}

/// The cell that the address of an order refers to.
#[derive(Clone, Copy, Debug)]
enum RelativeTo {
    /// The order already has its final address.
    Fixed,
    /// A label on the same track.
    Label(Label),
    /// The literal with this index on the same track.
    Literal(usize),
    /// A cell at this distance from the order.
    Distance(i64),
}

/// A track that is being filled.
#[derive(Clone, Debug, Default)]
pub(crate) struct TrackDraft {
    /// The cells, each with two indices of actions: the actions from which its left and its right half were
    /// made. An index is `None` if the half comes from no action, or is the second half of a full word.
    cells: Vec<(Draft, [Option<usize>; 2])>,
    literals: Vec<Datum>,
    open: bool,
}

/// Code, laid out on tracks.
#[derive(Clone, Debug, Default)]
pub(crate) struct TrackLayout {
    /// The tracks, in order.
    pub(crate) tracks: Vec<TrackDraft>,
    /// The track and the cell of each label.
    pub(crate) labels: Vec<CodeCell>,
    left: bool,
}

/// Lays out code on tracks. `labels` is how many labels the code has. Puts each range of `together` on one
/// track if possible, otherwise on two tracks if possible. This saves jumps between tracks, which are slow.
/// Returns `None` if a track is too short for orders that must be on the same track.
pub(crate) fn layout(ops: &[Op], labels: usize, together: &[Range<usize>]) -> Option<TrackLayout> {
    let mut stretches = together.to_vec();
    stretches.sort_by_key(|stretch| (stretch.start, Reverse(stretch.end)));
    let mut far = vec![false; ops.len()];
    loop {
        let mut layout = TrackLayout { labels: vec![CodeCell::default(); labels], ..TrackLayout::default() };
        layout.tracks.push(TrackDraft::default());
        let mut track_of = Vec::with_capacity(ops.len());
        layout.fill(ops, &far, &stretches, 0..ops.len(), &mut track_of)?;
        let mut changed = false;
        for (number, op) in ops.iter().enumerate() {
            if let Action::Jump(label) | Action::Branch(_, label) = &op.action {
                let away = layout.labels[label.0].track != track_of[number];
                changed |= away && !far[number];
                far[number] |= away;
            }
        }
        if !changed {
            return Some(layout);
        }
    }
}

impl TrackLayout {
    fn fill(
        &mut self,
        ops: &[Op],
        far: &[bool],
        stretches: &[Range<usize>],
        range: Range<usize>,
        track_of: &mut Vec<usize>,
    ) -> Option<()> {
        let mut start = range.start;
        while start < range.end {
            let labels = ops[start..].iter().take_while(|op| matches!(op.action, Action::Label(_))).count();
            let first = stretches.partition_point(|stretch| stretch.start < start);
            let mut here = stretches[first..].iter().take_while(|stretch| stretch.start <= start + labels);
            if here.any(|stretch| {
                self.fits_elsewhere_only(ops, far, start..stretch.end)
                    || self.fits_on_two_elsewhere_only(ops, far, start..stretch.end)
            }) {
                self.next_track();
            }
            let mut end = start + 1;
            while end < range.end && (ops[end].glued || matches!(ops[end - 1].action, Action::Label(_))) {
                end += 1;
            }
            let track = self.tracks.last()?;
            let before = (track.cells.len(), track.literals.len(), track.cells.last().cloned(), self.left);
            self.cluster(ops, far, start..end);
            if !self.tracks.last()?.fits() {
                let track = self.tracks.last_mut()?;
                track.cells.truncate(before.0);
                track.literals.truncate(before.1);
                if let (Some(last), Some(was)) = (track.cells.last_mut(), before.2) {
                    *last = was;
                }
                self.left = before.3;
                self.next_track();
                self.cluster(ops, far, start..end);
                if !self.tracks.last()?.fits() {
                    return None;
                }
            }
            track_of.resize(end, self.tracks.len() - 1);
            start = end;
        }
        Some(())
    }

    /// Whether a range of code fits on an empty track, but not in the rest of the current track.
    fn fits_elsewhere_only(&mut self, ops: &[Op], far: &[bool], stretch: Range<usize>) -> bool {
        // A track has room for two orders in each cell. Some actions, such as labels, generate no order.
        if stretch.len() > 4 * TRACK_CELLS {
            return false;
        }
        let (left, labels) = (self.left, self.labels.clone());
        let here = self.tracks.last().expect("there is a first track").clone();
        let mut fits_on = |track: TrackDraft| {
            self.tracks.push(track);
            self.cluster(ops, far, stretch.clone());
            self.tracks.pop().expect("it was pushed").fits()
        };
        let moves = !fits_on(here) && fits_on(TrackDraft::default());
        self.left = left;
        self.labels = labels;
        moves
    }

    /// Whether a range of code needs exactly two tracks if it starts on a new track, but more if it starts on
    /// the current one. Large arrays can leave room in the store for only two tracks. Then code on three
    /// tracks is slow.
    fn fits_on_two_elsewhere_only(&self, ops: &[Op], far: &[bool], stretch: Range<usize>) -> bool {
        if stretch.len() > 8 * TRACK_CELLS {
            return false;
        }
        let tracks = |first: TrackDraft, left: bool| {
            let mut trial = TrackLayout { tracks: vec![first], labels: self.labels.clone(), left };
            trial.fill(ops, far, &[], stretch.clone(), &mut Vec::new())?;
            Some(trial.tracks.len())
        };
        let here = self.tracks.last().expect("there is a first track").clone();
        tracks(TrackDraft::default(), false) == Some(2)
            && tracks(here, self.left).is_some_and(|here| here > 2)
    }

    fn next_track(&mut self) {
        let next = self.tracks.len();
        if !self.left
            && let Some(track) = self.tracks.last_mut()
        {
            track.cells.push((Draft::Next(next), [None; 2]));
        }
        self.tracks.push(TrackDraft::default());
        self.left = false;
    }

    fn cluster(&mut self, ops: &[Op], far: &[bool], range: Range<usize>) {
        for number in range {
            let op = &ops[number];
            let here = self.tracks.len() - 1;
            let Some(track) = self.tracks.last_mut() else { return };
            if !matches!(op.action, Action::Label(_)) {
                self.left = false;
            }
            match &op.action {
                Action::Label(label) => {
                    track.open = false;
                    self.labels[label.0] = CodeCell { track: here, cell: track.cells.len() };
                    self.left = false;
                }
                Action::Order(line) => track.order(*line, RelativeTo::Fixed, number),
                Action::Substituted(by, line) => track.substituted(*by, *line, number),
                Action::Leave(line) => {
                    track.order(*line, RelativeTo::Fixed, number);
                    track.open = false;
                    self.left = true;
                }
                Action::Literal(order, datum) => {
                    let literal = track.literal(**datum);
                    let order = Order { base: Base::R, ..*order };
                    track.order(order.into(), RelativeTo::Literal(literal), number);
                }
                Action::Jump(label) => {
                    track.jump(*label, far[number], number);
                    self.left = true;
                }
                Action::Branch(when, label) => track.branch(*when, *label, far[number], number),
                Action::Resident { routine, middle, low, leaves } => {
                    track.push(Draft::Resident(routine, *middle, *low), number);
                    self.left = *leaves;
                }
                Action::Datum(datum) => track.push(Draft::Datum(datum.clone()), number),
            }
        }
    }
}

/// A jump to a label on another track.
fn far_jump(label: Label) -> Draft {
    Draft::Resident("goto", TenBits::Cell(label), TenBits::Track(label))
}

impl TrackDraft {
    /// Whether the track still has room for a jump to the next track.
    fn fits(&self) -> bool {
        self.cells.len() + self.literals.len() < TRACK_CELLS
    }

    fn push(&mut self, draft: Draft, action: usize) {
        self.open = false;
        self.cells.push((draft, [Some(action), None]));
    }

    fn literal(&mut self, datum: Datum) -> usize {
        match self.literals.iter().position(|known| *known == datum) {
            Some(place) => place,
            None => {
                self.literals.push(datum);
                self.literals.len() - 1
            }
        }
    }

    /// Adds an order. If the right half of the last cell is free and the two orders can share a cell, the
    /// order is put there. Otherwise the order gets a new cell.
    fn order(&mut self, line: CodeOrder, target: RelativeTo, action: usize) {
        let order = line.order;
        if order.tail.is_some() {
            return self.push(Draft::Full(line), action);
        }
        let half = HalfDraft { line, target };
        let open = std::mem::replace(&mut self.open, false);
        if let Some((last, actions)) = self.cells.last_mut()
            && open
            && let Draft::Half(left) = last
            && agree(&left.line.order, &order)
        {
            *last = Draft::Pair(*left, half);
            actions[1] = Some(action);
            return;
        }
        self.cells.push((Draft::Half(half), [Some(action), None]));
        self.open = !matches!(order.opcode.row().next, Next::Jump | Next::Call | Next::Return);
    }

    /// Adds a substitution (`is`, `it`, `ns`, `nt`) and the order that it modifies. A substitution modifies
    /// the order that is executed next. If an empty right half would come between the two orders, the
    /// substitution becomes a full-word order.
    fn substituted(&mut self, by: CodeOrder, line: CodeOrder, action: usize) {
        let beside = line.order.tail.is_none() || self.open;
        self.order(if beside { by } else { by.full() }, RelativeTo::Fixed, action);
        self.order(line, RelativeTo::Fixed, action);
    }

    fn jump(&mut self, label: Label, far: bool, action: usize) {
        if far {
            self.push(far_jump(label), action);
        } else {
            self.order(super::code::based(Opcode::Hv, Base::R, 0).into(), RelativeTo::Label(label), action);
        }
    }

    fn branch(&mut self, when: When, label: Label, far: bool, action: usize) {
        if far {
            self.push(Draft::Branch(when.inverse(), RelativeTo::Distance(2)), action);
            self.push(far_jump(label), action);
        } else {
            self.push(Draft::Branch(when, RelativeTo::Label(label)), action);
        }
    }
}

/// Whether two half-word orders can share a cell. Mark b of the cell makes both orders floating, if they have
/// a floating form. So a floating order can share its cell with another floating order, or with an order
/// that has no floating form.
fn agree(left: &Order, right: &Order) -> bool {
    left.floating == right.floating || !depends_on_mark_b(left) || !depends_on_mark_b(right)
}

/// Whether an order has a different effect in a cell with mark b. Mark b selects floating-point arithmetic.
fn depends_on_mark_b(order: &Order) -> bool {
    order.opcode.row().floating.is_some()
}

/// The numbers that are known only when all code is on tracks, such as the addresses of labels.
pub(crate) struct Numbers<'a> {
    /// The number of the program's first track.
    pub(crate) first: usize,
    /// The track and the cell of each label.
    pub(crate) labels: &'a [CodeCell],
    /// The track on which each string begins, and the position of its first cell on that track.
    pub(crate) strings: &'a [(usize, usize)],
    /// The size of each frame, in cells. The index is the number of the body.
    pub(crate) sizes: &'a [i64],
}

impl Numbers<'_> {
    fn field(&self, field: TenBits) -> Expr {
        match field {
            TenBits::Number(number) => Expr::number(number & 1023),
            TenBits::Known(name, offset) => Expr::from(Name::long(name)).plus(offset.into()),
            TenBits::Track(label) => Expr::from(self.labels[label.0].track + self.first),
            TenBits::Cell(label) => label_name(label).into(),
            TenBits::StringTrack(string) => Expr::from(self.strings[string].0),
            TenBits::StringCell(string) => Expr::from(self.strings[string].1).plus(FIRST_CELL.into()),
            TenBits::Size(body) => Expr::number(self.sizes[body]),
        }
    }

    /// The SLIP item for a cell with data. The item is a constant if all four numbers are known. Otherwise it
    /// is a `qq` order that contains the numbers. The marks decide whether this order is floating and whether
    /// it is a half word.
    fn datum(&self, datum: &Datum) -> Item {
        let fields = datum.groups.map(|field| self.field(field));
        let numbers: Vec<i64> = fields.iter().filter_map(Expr::as_number).collect();
        if let &[first, second, third, fourth] = numbers.as_slice() {
            let groups = [first, second, third, fourth]
                .map(|group| i16::try_from(group).expect("a field has ten bits"));
            return Item::data(Cell::from_groups(groups, datum.marks));
        }
        let line = OrderLine { floating: datum.marks.b(), ..with_fields(Opcode::Qq, fields) };
        if datum.marks.a() { Item::pair(line, OrderLine::default()) } else { Item::full(line) }
    }

    /// The SLIP item for a call of a routine that is always in the store. The cell also holds two numbers for
    /// the routine.
    fn resident(&self, routine: RuntimeName, middle: TenBits, low: TenBits) -> Item {
        let zero = Expr::number(0);
        let fields = [Name::long(routine).into(), self.field(middle), zero, self.field(low)];
        Item::pair(with_fields(Opcode::Hs, fields), OrderLine::default())
    }
}

/// Builds a SLIP order from an opcode and four numbers. Each number is added to one group of ten bits: bits
/// 0-9, 10-19, 20-29 and 30-39.
fn with_fields(opcode: Opcode, fields: [Expr; 4]) -> OrderLine {
    let parts = fields.into_iter().zip([9, 19, 29, 39]);
    let parts = parts.filter(|(value, _)| *value != Expr::number(0));
    let address = parts.map(|(value, position)| AddressPart { value, position }).collect();
    OrderLine { address, ..OrderLine::new(opcode) }
}

fn label_name(label: Label) -> Name {
    Name::long(&format!("L{}", label.0))
}

/// The SLIP name of a literal, such as `c40.2` for literal 2 on track 40.
fn literal_name(track: usize, literal: usize) -> Name {
    Name::long(&format!("c{track}.{literal}"))
}

impl TrackLayout {
    /// Converts the tracks to SLIP items.
    pub(crate) fn items(&self, numbers: &Numbers<'_>) -> Vec<Item> {
        let labels = self.labels.iter().enumerate().map(|(number, place)| (*place, Label(number)));
        let mut labels: Vec<_> = labels.collect();
        labels.sort_by_key(|(place, _)| (place.track, place.cell));
        let mut labels = labels.into_iter().peekable();
        let mut items = Vec::new();
        for (number, track) in self.tracks.iter().enumerate() {
            items.push(Item::track(numbers.first + number, FIRST_CELL));
            for (cell, (draft, _)) in track.cells.iter().enumerate() {
                let here = CodeCell { track: number, cell };
                while let Some((_, label)) = labels.next_if(|(place, _)| *place == here) {
                    items.push(Item::label(label_name(label)));
                }
                items.push(draft.item(numbers.first + number, numbers));
            }
            for (literal, datum) in track.literals.iter().enumerate() {
                items.push(Item::label(literal_name(numbers.first + number, literal)));
                items.push(numbers.datum(datum));
            }
        }
        items
    }
}

impl TrackDraft {
    /// For each cell except literals, two indices: of the action that generated the left half, and of the
    /// action that generated the right half. An index is `None` if no action generated the half. The second
    /// index is also `None` if the first action fills the whole cell.
    pub(crate) fn actions(&self) -> impl Iterator<Item = [Option<usize>; 2]> + '_ {
        self.cells.iter().map(|(_, actions)| *actions)
    }

    /// Whether literals follow the code on this track.
    pub(crate) fn has_literals(&self) -> bool {
        !self.literals.is_empty()
    }
}

impl Draft {
    fn item(&self, track: usize, numbers: &Numbers<'_>) -> Item {
        match self {
            Draft::Half(half) => {
                let opcode = half.line.order.opcode;
                assert!(!opcode.substitutes(), "{half:?} would modify the filler beside it");
                Item::pair(half.line(track), OrderLine::default())
            }
            Draft::Pair(left, right) => Item::pair(left.line(track), right.line(track)),
            Draft::Full(line) => Item::full(HalfDraft { line: *line, target: RelativeTo::Fixed }.line(track)),
            Draft::Branch(when, target) => {
                let (indicator, letter) = match when {
                    When::Negative => (IndicatorOp::L, Letter::T),
                    When::NotNegative => (IndicatorOp::N, Letter::T),
                    When::Zero => (IndicatorOp::L, Letter::Z),
                    When::NotZero => (IndicatorOp::N, Letter::Z),
                };
                let tail = Some(Tail { indicator, letter, ..Tail::default() });
                let order = Order { tail, ..super::code::based(Opcode::Hv, Base::R, 0) };
                Item::full(HalfDraft { line: order.into(), target: *target }.line(track))
            }
            Draft::Resident(routine, middle, low) => numbers.resident(routine, *middle, *low),
            Draft::Next(next) => numbers.resident(
                "goto",
                TenBits::Number(FIRST_CELL),
                TenBits::Number(count(numbers.first + next)),
            ),
            Draft::Datum(datum) => numbers.datum(datum),
        }
    }
}

impl HalfDraft {
    fn line(&self, track: usize) -> OrderLine {
        let order = self.line.order;
        let line = OrderLine::from(order);
        let to = |name: Name| OrderLine { address: vec![AddressPart::address(name)], ..line.clone() };
        match (self.target, self.line.from) {
            (RelativeTo::Fixed, None) => line,
            (RelativeTo::Fixed, Some(name)) => {
                let address = Expr::from(Name::long(name)).plus(i64::from(order.address).into());
                OrderLine { address: vec![AddressPart::address(address)], ..line }
            }
            (RelativeTo::Label(label), _) => to(label_name(label)),
            (RelativeTo::Literal(literal), _) => to(literal_name(track, literal)),
            (RelativeTo::Distance(distance), _) => {
                OrderLine { address: vec![AddressPart::address(distance)], ..line }
            }
        }
    }
}
