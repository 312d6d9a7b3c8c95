//! Reads the descriptors of a compiled ALGOL program. A descriptor is a word that tells where an array, or a
//! parameter called by name, is stored. See `docs/algol-runtime.md`.

use gier_word::{Address, Cell, FERRITE_CELLS, number};

/// Reads the extent of an ALGOL array. Returns the index of the first element, how many elements there are,
/// and the cell of the first element. The elements have consecutive indices, in the sequence of their cells.
/// The elements of `a[3:5]` have the indices 3, 4 and 5.
pub fn extent(cells: &[Cell; FERRITE_CELLS], descriptor: Cell) -> (i64, i64, Address) {
    let vector = Address::from(descriptor.address());
    // The first three cells of the dope vector (the array's bounds) hold integers, the others floats.
    let whole = |step: u16| cells[(vector + step).index()].signed();
    let (lowest, length, behind) = (whole(0), whole(1), whole(2));
    (lowest, length, Address::from(behind.wrapping_sub(length)))
}

/// Returns the cell of the array element with these subscripts, or `None` if it is outside the array.
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

/// Lists the cells of an array's dope vector, which describes the array. [`element`] reads these cells. They
/// hold the index of the first element, how many elements there are, and the address after the last element.
/// They also hold a factor for each subscript after the first. `subscripts` tells how many subscripts the
/// array has.
pub fn dope_vector(descriptor: Cell, subscripts: usize) -> impl Iterator<Item = Address> {
    let vector = Address::from(descriptor.address());
    (0..2 + subscripts.max(1)).map(move |number| vector + number)
}

/// Returns the value of an actual parameter, or `None` if the parameter is an expression that must first be
/// evaluated.
pub fn actual(cells: &[Cell; FERRITE_CELLS], descriptor: Cell) -> Option<Cell> {
    match (descriptor.marks().a(), descriptor.marks().b()) {
        (false, false) => Some(cells[usize::from(descriptor.address()) % FERRITE_CELLS]),
        (true, false) => Some(descriptor),
        (_, true) => None,
    }
}
