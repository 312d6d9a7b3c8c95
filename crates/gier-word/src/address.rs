//! Numbers of ten bits that say where something is: cells of the ferrite store and tracks of the
//! drum. They wrap by themselves, as the machine's registers do: 1023 and one is 0.  [F-REG-1]

use crate::{DRUM_TRACKS, FERRITE_CELLS};
use std::fmt;
use std::ops::{Add, Sub};
use std::str::FromStr;

/// A number of ten bits as a type of its own: made of any whole number, modulo 1024.
macro_rules! ten_bits {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(u16);

        impl $name {
            /// From a number, modulo 1024.
            #[inline]
            pub const fn new(number: u16) -> $name {
                $name(number & 1023)
            }

            /// The number, 0-1023.
            #[inline]
            pub const fn number(self) -> u16 {
                self.0
            }

            /// The number as an index.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        /// Reads a number that people wrote: here nothing wraps.
        impl FromStr for $name {
            type Err = NotThere;

            fn from_str(text: &str) -> Result<$name, NotThere> {
                match text.parse::<u16>() {
                    Ok(number) if number < $name::LIMIT => Ok($name(number)),
                    _ => Err(NotThere { below: $name::LIMIT }),
                }
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        from_whole_numbers!($name: u8 u16 u32 u64 usize i16 i32 i64);

        impl From<$name> for u16 {
            fn from(place: $name) -> u16 {
                place.0
            }
        }

        impl From<$name> for usize {
            fn from(place: $name) -> usize {
                place.index()
            }
        }

        impl From<$name> for i64 {
            fn from(place: $name) -> i64 {
                place.0.into()
            }
        }

        /// This many further on, round the end.
        impl<N: Into<$name>> Add<N> for $name {
            type Output = $name;
            #[inline]
            fn add(self, further: N) -> $name {
                $name::new(self.0 + further.into().0)
            }
        }

        /// This many back, round the end.
        impl<N: Into<$name>> Sub<N> for $name {
            type Output = $name;
            #[inline]
            fn sub(self, back: N) -> $name {
                $name::new(self.0.wrapping_sub(back.into().0))
            }
        }

        impl PartialEq<u16> for $name {
            fn eq(&self, number: &u16) -> bool {
                self.0 == *number
            }
        }
    };
}

/// The low ten bits of any whole number: of negative ones too, as two's complement has them.
macro_rules! from_whole_numbers {
    ($name:ident: $($number:ty)*) => {
        $(impl From<$number> for $name {
            #[inline]
            fn from(number: $number) -> $name {
                $name::new(number as u16)
            }
        })*
    };
}

ten_bits! {
    /// The address of a cell of the ferrite store, 0-1023.
    ///
    /// ```
    /// use gier_word::Address;
    /// assert_eq!(Address::from(-1), Address::new(1023));
    /// assert_eq!((Address::new(1020) + 5u16).number(), 1);
    /// assert_eq!(Address::new(1020).signed(), -4);
    /// ```
    Address
}

ten_bits! {
    /// The number of a track of the drum: the ten bits of the register tk, of which 0-319 are
    /// there.  [F-DRUM-4]
    TrackNo
}

/// A text that is not the number of a place that is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotThere {
    below: u16,
}

impl fmt::Display for NotThere {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a number 0-{} is wanted", self.below - 1)
    }
}

impl std::error::Error for NotThere {}

impl Address {
    /// The number behind the last cell.
    const LIMIT: u16 = FERRITE_CELLS as u16;

    /// All cells of the store, cell 0 first.
    pub fn all() -> impl DoubleEndedIterator<Item = Address> + Clone {
        (0..FERRITE_CELLS).map(Address::from)
    }

    /// The number as orders count with it, -512..511.
    pub const fn signed(self) -> i16 {
        (self.0 << 6) as i16 >> 6
    }
}

impl TrackNo {
    /// The number behind the last track that is there.
    const LIMIT: u16 = DRUM_TRACKS as u16;

    /// All tracks that are there, track 0 first.
    pub fn all() -> impl DoubleEndedIterator<Item = TrackNo> + Clone {
        (0..DRUM_TRACKS).map(TrackNo::from)
    }

    /// Whether the drum has such a track.
    pub const fn exists(self) -> bool {
        self.index() < DRUM_TRACKS
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_people_write_does_not_wrap() {
        assert_eq!("1023".parse(), Ok(Address::from(-1)));
        assert_eq!("319".parse(), Ok(TrackNo::new(319)));
        for wrong in ["1024", "-1", "", "4x"] {
            assert!(wrong.parse::<Address>().is_err(), "{wrong}");
        }
        assert_eq!("320".parse::<TrackNo>().unwrap_err().to_string(), "a number 0-319 is wanted");
    }

    proptest! {
        #[test]
        fn sums_are_those_of_whole_numbers(a: i64, b in -5_000i32..5_000) {
            let sum = (i128::from(a) + i128::from(b)).rem_euclid(1024);
            prop_assert_eq!(i128::from((Address::from(a) + b).number()), sum);
            prop_assert_eq!((Address::from(a) + b) - b, Address::from(a));
            prop_assert_eq!(Address::from(Address::from(a).signed()), Address::from(a));
        }
    }
}
