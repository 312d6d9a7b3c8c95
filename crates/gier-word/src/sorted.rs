//! Sorting by one piece of code. The standard library's sort is made anew for each kind of thing,
//! some kilobytes each time, and the web page would have to load them all. For the same reason
//! assembler and compiler keep small tables in flat maps (litemap); those that grow with a source
//! text are trees.

use std::cmp::Ordering;

/// Things in the order of their keys; those of one key stay in their order.
///
/// ```
/// assert_eq!(gier_word::sorted::sorted(["two", "three", "one"], |word| word.len()), ["two", "one", "three"]);
/// ```
pub fn sorted<T, K: Ord>(things: impl IntoIterator<Item = T>, key: impl Fn(&T) -> K) -> Vec<T> {
    let mut things: Vec<Option<T>> = things.into_iter().map(Some).collect();
    let of = |place: usize| things[place].as_ref().map(&key);
    let order = order(things.len(), &|one, other| of(one).cmp(&of(other)));
    order.into_iter().map(|place| things[place].take().expect("each place is there once")).collect()
}

/// The places of so many things in order.
fn order(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    places.sort_by(|&one, &other| compare(one, other));
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn as_the_standard_library_sorts(things in prop::collection::vec((0u8..20, 0u32..1000), 0..60)) {
            let mut there = things.clone();
            there.sort_by_key(|(key, _)| *key);
            prop_assert_eq!(sorted(things, |(key, _)| *key), there);
        }
    }
}
