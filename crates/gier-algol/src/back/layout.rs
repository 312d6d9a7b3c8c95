//! Code onto tracks of 40 cells: two half words to a cell where they go together, literals
//! behind the orders of each track, jumps within a track relative, jumps to other tracks
//! through the running system.

use super::code::{Action, Datum, Field, Label, Op, When};
use gier_word::{Base, Cell, IndicatorOp, Letter, Marks, Opcode, Order, TRACK_CELLS, Tail, codec::Content};
use std::ops::Range;

/// Where a label or an order lies: the number of the track from the first, and the cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spot {
    /// The track, counted from the first of the program.
    pub track: usize,
    /// The cell on it.
    pub cell: usize,
}

/// Which text, and which bytes of it.
pub type Source = (usize, Range<usize>);

/// A cell of a track before the labels are known.
#[derive(Clone, Debug)]
enum Draft {
    /// A half word that may get a fellow.
    Half(HalfDraft),
    /// Two half words.
    Pair(HalfDraft, HalfDraft),
    /// A full-word order.
    Full(Order),
    /// A full-word jump under a condition within the track.
    Branch(When, Target),
    /// Four groups.
    Datum(Datum),
}

#[derive(Clone, Copy, Debug)]
struct HalfDraft {
    order: Order,
    target: Target,
}

/// What the address of an order is relative to.
#[derive(Clone, Copy, Debug)]
enum Target {
    /// Nothing: it stands.
    Fixed,
    /// A label on the same track.
    Label(Label),
    /// A literal of the track.
    Literal(usize),
    /// So many cells on.
    Distance(i64),
}

/// A track being filled.
#[derive(Clone, Debug, Default)]
pub struct TrackDraft {
    cells: Vec<(Draft, Source)>,
    literals: Vec<Datum>,
    open: bool,
}

/// The code on its tracks.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// The tracks in order.
    pub tracks: Vec<TrackDraft>,
    /// Where each label lies.
    pub labels: Vec<Spot>,
    left: bool,
    goto: i64,
}

/// Lays the code out. `goto` is the address of the running system's jump, `labels` the number
/// of labels. None if a piece that must stay together is longer than a track.
pub fn layout(ops: &[Op], labels: usize, goto: i64) -> Option<Layout> {
    let mut far = vec![false; ops.len()];
    loop {
        let mut layout = Layout { labels: vec![Spot::default(); labels], goto, ..Layout::default() };
        layout.tracks.push(TrackDraft::default());
        let mut spots = Vec::with_capacity(ops.len());
        layout.fill(ops, &far, &mut spots)?;
        let mut changed = false;
        for (number, op) in ops.iter().enumerate() {
            if let Action::Jump(label) | Action::Branch(_, label) = &op.action {
                let away = layout.labels[label.0].track != spots[number];
                changed |= away && !far[number];
                far[number] |= away;
            }
        }
        if !changed {
            return Some(layout);
        }
    }
}

impl Layout {
    fn fill(&mut self, ops: &[Op], far: &[bool], spots: &mut Vec<usize>) -> Option<()> {
        let mut start = 0;
        while start < ops.len() {
            let mut end = start + 1;
            while end < ops.len() && (ops[end].glued || matches!(ops[end - 1].action, Action::Label(_))) {
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
            spots.resize(end, self.tracks.len() - 1);
            start = end;
        }
        Some(())
    }

    /// Goes on with a new track.
    fn next_track(&mut self) {
        let next = self.tracks.len();
        if !self.left
            && let Some(track) = self.tracks.last_mut()
        {
            let goto = goto_cell(self.goto, Field::Number(next as i64), Field::Number(0));
            track.cells.push((Draft::Datum(Datum { marks: MORE, ..goto }), (usize::MAX, 0..0)));
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
                    self.labels[label.0] = Spot { track: here, cell: track.cells.len() };
                    self.left = false;
                }
                Action::Order(order) => track.order(*order, Target::Fixed, &op.span),
                Action::Substituted(by, order) => track.substituted(*by, *order, &op.span),
                Action::Leave(order) => {
                    track.order(*order, Target::Fixed, &op.span);
                    track.open = false;
                    self.left = true;
                }
                Action::Literal(order, datum) => {
                    let literal = track.literal(*datum);
                    track.order(Order { base: Base::R, ..*order }, Target::Literal(literal), &op.span);
                }
                Action::Jump(label) => {
                    track.jump(*label, far[number], self.goto, &op.span);
                    self.left = true;
                }
                Action::Branch(when, label) => track.branch(*when, *label, far[number], self.goto, &op.span),
                Action::Resident { routine, middle, low, leaves } => {
                    track.push(Draft::Datum(resident(*routine, *middle, *low)), &op.span);
                    self.left = *leaves;
                }
                Action::Datum(datum) => track.push(Draft::Datum(*datum), &op.span),
            }
        }
    }
}

/// Marks of a drafted jump whose track is counted from the first of the program.
const MORE: Marks = Marks::A;

/// `hs routine , qq middle.9 + low.29`.
fn resident(routine: i64, middle: Field, low: Field) -> Datum {
    let hs = (Opcode::Hs.code() as i64) << 4;
    Datum { groups: [Field::Number(routine), middle, Field::Number(hs), low], marks: Marks::A }
}

fn goto_cell(goto: i64, track: Field, cell: Field) -> Datum {
    resident(goto, track, cell)
}

impl TrackDraft {
    fn fits(&self) -> bool {
        self.cells.len() + self.literals.len() < TRACK_CELLS
    }

    fn push(&mut self, draft: Draft, span: &Source) {
        self.open = false;
        self.cells.push((draft, span.clone()));
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

    /// An order: as right half of the last cell, if that is a lonely half word that goes
    /// with it, else in a cell of its own.
    fn order(&mut self, order: Order, target: Target, span: &Source) {
        if order.tail.is_some() {
            return self.push(Draft::Full(order), span);
        }
        let half = HalfDraft { order, target };
        let open = std::mem::replace(&mut self.open, false);
        if let Some((last, _)) = self.cells.last_mut()
            && open
            && let Draft::Half(left) = last
            && agree(&left.order, &order)
        {
            *last = Draft::Pair(*left, half);
            return;
        }
        self.cells.push((Draft::Half(half), span.clone()));
        self.open = !matches!(order.opcode, Opcode::Hs | Opcode::Hv | Opcode::Hh | Opcode::Hr);
    }

    /// A substitution serves the very next order. It may be a right half, whatever follows; as
    /// a left half it needs the order beside it, which a full word cannot be.
    fn substituted(&mut self, by: Order, order: Order, span: &Source) {
        let beside = order.tail.is_none() || self.open;
        let full = Order { tail: Some(Tail::default()), ..by };
        self.order(if beside { by } else { full }, Target::Fixed, span);
        self.order(order, Target::Fixed, span);
    }

    fn jump(&mut self, label: Label, far: bool, goto: i64, span: &Source) {
        if far {
            self.push(Draft::Datum(goto_cell(goto, Field::Track(label), Field::Cell(label))), span);
        } else {
            self.order(super::code::based(Opcode::Hv, Base::R, 0), Target::Label(label), span);
        }
    }

    fn branch(&mut self, when: When, label: Label, far: bool, goto: i64, span: &Source) {
        if far {
            self.push(Draft::Branch(when.inverse(), Target::Distance(2)), span);
            self.push(Draft::Datum(goto_cell(goto, Field::Track(label), Field::Cell(label))), span);
        } else {
            self.push(Draft::Branch(when, Target::Label(label)), span);
        }
    }
}

/// Whether two half words may share a cell: both floating, or both not, or one does not mind.
fn agree(left: &Order, right: &Order) -> bool {
    left.floating == right.floating || !minds(left) || !minds(right)
}

/// Whether an order changes what the next one does.
fn substitutes(order: &Order) -> bool {
    matches!(order.opcode, Opcode::Is | Opcode::It | Opcode::Ns | Opcode::Nt)
}

/// Whether an order does something else when its cell is floating.
fn minds(order: &Order) -> bool {
    use Opcode::*;
    matches!(
        order.opcode,
        Ar | Sr | An | Sn | Ac | Sc | Mb | Ab | Mt | Mk | Ml | Dk | Dl | Nk | Nl | Tk | Gr | Ck | Tl | Cl
    )
}

/// What the final numbers are made of.
pub struct Numbers<'a> {
    /// The first track of the program.
    pub first: usize,
    /// Where each label lies.
    pub labels: &'a [Spot],
    /// Track and cell where each string begins.
    pub strings: &'a [(usize, usize)],
    /// The sizes of the frames.
    pub sizes: &'a [i64],
}

impl Numbers<'_> {
    fn field(&self, field: Field) -> i64 {
        match field {
            Field::Number(number) => number,
            Field::Track(label) => (self.labels[label.0].track + self.first) as i64,
            Field::Cell(label) => self.labels[label.0].cell as i64,
            Field::StringTrack(string) => self.strings[string].0 as i64,
            Field::StringCell(string) => self.strings[string].1 as i64,
            Field::Size(body) => self.sizes[body],
        }
    }

    fn datum(&self, datum: &Datum) -> Cell {
        let groups = datum.groups.map(|field| (self.field(field) & 1023) as i16);
        Cell::from_groups(groups, datum.marks)
    }
}

impl TrackDraft {
    /// The cells of the track with the places that they come from (none for literals).
    pub fn cells(&self, numbers: &Numbers<'_>) -> Vec<(Cell, Option<Source>)> {
        let mut cells = Vec::new();
        for (place, (draft, span)) in self.cells.iter().enumerate() {
            let cell = self.cell(draft, place, numbers, *span == (usize::MAX, 0..0));
            cells.push((cell, (span.0 != usize::MAX).then(|| span.clone())));
        }
        cells.extend(self.literals.iter().map(|datum| (numbers.datum(datum), None)));
        cells
    }

    fn cell(&self, draft: &Draft, place: usize, numbers: &Numbers<'_>, more: bool) -> Cell {
        match draft {
            Draft::Half(half) => {
                let order = self.half(half, place, numbers);
                assert!(!substitutes(&order), "{order:?} would serve the filler beside it");
                let rest = Order { floating: order.floating, ..Order::default() };
                Content::Pair(order, rest).encode()
            }
            Draft::Pair(left, right) => {
                let (left, right) = (self.half(left, place, numbers), self.half(right, place, numbers));
                let floating = (minds(&left) && left.floating) || (minds(&right) && right.floating);
                Content::Pair(Order { floating, ..left }, Order { floating, ..right }).encode()
            }
            Draft::Full(order) => Content::Full(*order).encode(),
            Draft::Branch(when, target) => {
                let (indicator, letter) = match when {
                    When::Negative => (IndicatorOp::L, Letter::T),
                    When::NotNegative => (IndicatorOp::N, Letter::T),
                    When::Zero => (IndicatorOp::L, Letter::Z),
                    When::NotZero => (IndicatorOp::N, Letter::Z),
                };
                let order = super::code::based(Opcode::Hv, Base::R, 0);
                let order = self.half(&HalfDraft { order, target: *target }, place, numbers);
                let tail = Tail { indicator, letter, ..Tail::default() };
                Content::Full(Order { tail: Some(tail), ..order }).encode()
            }
            Draft::Datum(datum) if more => {
                let cell = numbers.datum(datum);
                cell.with_increment(cell.increment() + numbers.first as u16)
            }
            Draft::Datum(datum) => numbers.datum(datum),
        }
    }

    fn half(&self, half: &HalfDraft, place: usize, numbers: &Numbers<'_>) -> Order {
        let to = match half.target {
            Target::Fixed => return half.order,
            Target::Label(label) => numbers.labels[label.0].cell,
            Target::Literal(number) => self.cells.len() + number,
            Target::Distance(distance) => {
                return Order { address: (distance & 1023) as u16, ..half.order };
            }
        };
        Order { address: ((to as i64 - place as i64) & 1023) as u16, ..half.order }
    }
}
