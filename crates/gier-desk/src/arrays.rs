//! Finds the arrays of a program in the store: their bounds, and the cells of their elements.

use crate::descriptor;
use crate::whereabouts::{Frame, Whereabouts};
use gier_word::source_map::{CodeVariable, Type, VariableKind};
use gier_word::{Address, Cell, FERRITE_CELLS, number};

/// An array as it is in the store now: its bounds and its cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Array {
    /// The type of the elements.
    pub ty: Type,
    /// The lower and upper bounds of each dimension. If gier cannot find them, there is only one pair: the
    /// lowest and the highest index into the flattened array.
    pub bounds: Vec<(i64, i64)>,
    /// Whether `bounds` holds the bounds of each dimension. Otherwise, `bounds` holds only the lowest and the
    /// highest index into the flattened array.
    pub is_exact: bool,
    first: Address,
}

impl Array {
    /// Returns the cell of the element with these subscripts, or `None` if a subscript is missing or out of
    /// bounds.
    pub fn element(&self, subscripts: &[i64]) -> Option<Address> {
        if subscripts.len() != self.bounds.len() {
            return None;
        }
        let mut place = 0;
        for (subscript, (low, high)) in subscripts.iter().zip(&self.bounds) {
            if !(*low..=*high).contains(subscript) {
                return None;
            }
            place = place * (high - low + 1) + (subscript - low);
        }
        Some(self.first + place)
    }

    /// Returns the subscripts of the element in this cell. Returns `None` if the cell is outside the array, or
    /// if only the bounds of the flattened array are known.
    pub fn subscripts(&self, cell: Address) -> Option<Vec<i64>> {
        let mut place = (cell - self.first.index()).index() as i64;
        let mut subscripts = Vec::new();
        for (low, high) in self.bounds.iter().rev() {
            let size = high - low + 1;
            subscripts.insert(0, low + place.checked_rem(size)?);
            place /= size;
        }
        (place == 0 && self.is_exact).then_some(subscripts)
    }

    /// The bounds in the notation of a declaration, for example `[1:10, 0:3]`.
    pub fn written_bounds(&self) -> String {
        let bounds: Vec<String> = self.bounds.iter().map(|(low, high)| format!("{low}:{high}")).collect();
        format!("[{}]", bounds.join(", "))
    }
}

/// Returns the array that a variable contains or refers to, or `None` if the variable is not an array. `cell`
/// is the variable's cell, and `cells` is the whole store.
pub fn array(
    at: &Whereabouts<'_>,
    frames: &[Frame],
    variable: &CodeVariable,
    cell: Address,
    cells: &[Cell; FERRITE_CELLS],
) -> Option<Array> {
    let descriptor = cells[cell.index()];
    if let VariableKind::Array { ty, dimensions } = variable.kind {
        return Some(described(cells, descriptor, ty, dimensions, &variable.lows));
    }
    let VariableKind::ArrayName(ty) = variable.kind else { return None };
    // The array was passed as a parameter. The descriptor of the declared array is in the cell before the
    // array's dope vector (its bounds in the store).
    let actual = Address::from(descriptor.address()) - 1;
    let all = frames.iter().flat_map(|frame| at.variables(frame));
    let declared = all.filter(|&(_, cell)| cell == actual).find_map(|(known, _)| {
        let VariableKind::Array { dimensions, .. } = known.kind else { return None };
        Some((dimensions, known.lows.as_slice()))
    });
    let (dimensions, lows) = declared.unwrap_or((0, &[]));
    Some(described(cells, descriptor, ty, dimensions, lows))
}

/// Reads the bounds and the first cell of an array from its descriptor. `lows` has one lower bound for each
/// dimension. A bound is `None` if it is not a constant in the source text.
fn described(
    cells: &[Cell; FERRITE_CELLS],
    descriptor: Cell,
    ty: Type,
    dimensions: usize,
    lows: &[Option<i64>],
) -> Array {
    let (lowest, length, first) = descriptor::extent(cells, descriptor);
    let flat = Array { ty, bounds: vec![(lowest, lowest + length - 1)], is_exact: dimensions == 1, first };
    if dimensions < 2 || lows.len() != dimensions {
        return flat;
    }
    let vector = Address::from(descriptor.address());
    let mut sizes: Vec<i64> =
        (1..dimensions).map(|number| number::float(cells[(vector + (2 + number)).index()]) as i64).collect();
    let inner: i64 = sizes.iter().product();
    if inner <= 0 || length % inner != 0 {
        return flat;
    }
    sizes.insert(0, length / inner);
    // If only one lower bound is unknown, it follows from the lowest index into the flattened array.
    let weight = |number: usize| sizes[number + 1..].iter().product::<i64>();
    let known: i64 = lows.iter().enumerate().map(|(number, low)| low.unwrap_or(0) * weight(number)).sum();
    let mut unknown = (0..dimensions).filter(|&number| lows[number].is_none());
    let rest = lowest - known;
    let solved = match (unknown.next(), unknown.next()) {
        (None, _) if rest == 0 => None,
        (Some(number), None) if rest % weight(number) == 0 => Some(rest / weight(number)),
        (None | Some(_), _) => return flat,
    };
    let low = |low: &Option<i64>| low.or(solved).unwrap_or(0);
    let bounds = lows.iter().map(low).zip(&sizes).map(|(low, size)| (low, low + size - 1)).collect();
    Array { bounds, is_exact: true, ..flat }
}
