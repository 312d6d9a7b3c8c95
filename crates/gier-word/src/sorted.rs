//! Things in order, for a few of them. The standard library's sort is made for millions, and of
//! some kilobytes for each kind of thing: the web page would have to load them all. For the same
//! reason assembler and compiler keep their tables in flat maps (litemap), not in trees.

/// Things in the order of their keys; those of one key stay in their order.
///
/// ```
/// assert_eq!(gier_word::sorted::sorted(["two", "three", "one"], |word| word.len()), ["two", "one", "three"]);
/// ```
pub fn sorted<T, K: Ord>(things: impl IntoIterator<Item = T>, key: impl Fn(&T) -> K) -> Vec<T> {
    let mut sorted: Vec<T> = Vec::new();
    for thing in things {
        let place = sorted.partition_point(|before| key(before) <= key(&thing));
        sorted.insert(place, thing);
    }
    sorted
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
