//! Follows the descriptors of our running system. They lead to the elements of an array, and to the
//! value of a parameter called by name; see `docs/algol-runtime.md`.

use gier_word::{Address, Cell, FERRITE_CELLS, number};

/// The lowest total index of an array, its number of elements, and the cell of its lowest element.
pub fn extent(cells: &[Cell; FERRITE_CELLS], descriptor: Cell) -> (i64, i64, Address) {
    let vector = Address::from(descriptor.address());
    // These three cells hold integers. Only the coefficients are floating numbers.
    let whole = |step: u16| cells[(vector + step).index()].signed();
    let (lowest, length, behind) = (whole(0), whole(1), whole(2));
    (lowest, length, Address::from(behind.wrapping_sub(length)))
}

/// The cell of an array element, or `None` if the subscripts are outside the bounds.
pub fn element(
    cells: &[Cell; FERRITE_CELLS],
    descriptor: Cell,
    subscripts: impl IntoIterator<Item = i64>,
) -> Option<Address> {
    let vector = Address::from(descriptor.address());
    let coefficient = |number: usize| number::float(cells[(vector + (2 + number)).index()]) as i64;
    let (lowest, length, first) = extent(cells, descriptor);
    let index = subscripts.into_iter().enumerate().fold(0_i64, |index, (number, subscript)| match number {
        0 => subscript,
        _ => index.wrapping_mul(coefficient(number)).wrapping_add(subscript),
    });
    let place = index.wrapping_sub(lowest);
    (0..length).contains(&place).then(|| first + place)
}

/// The cells of an array's dope vector that [`element`] reads if there are this many subscripts.
pub fn dope_vector(descriptor: Cell, subscripts: usize) -> impl Iterator<Item = Address> {
    let vector = Address::from(descriptor.address());
    (0..2 + subscripts.max(1)).map(move |number| vector + number)
}

/// The value of the actual parameter with this descriptor. Returns `None` if the actual parameter is an
/// expression, which must be evaluated.
pub fn actual(cells: &[Cell; FERRITE_CELLS], descriptor: Cell) -> Option<Cell> {
    match (descriptor.marks().a(), descriptor.marks().b()) {
        (false, false) => Some(cells[usize::from(descriptor.address()) % FERRITE_CELLS]),
        (true, false) => Some(descriptor),
        (_, true) => None,
    }
}
