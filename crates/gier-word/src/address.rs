//! Addresses of cells, and numbers of tracks. An address and the contents of the register tk have ten bits.
//! Arithmetic on them wraps, as in the machine: 1023 + 1 is 0.  [F-REG-1] The number of a track does not
//! wrap, because it can be larger than 1023.

use crate::tracks::GROUP_TRACKS;
use crate::{FERRITE_CELLS, TRACKS_MAX};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{Add, Sub};
use std::str::FromStr;

/// Defines a type for ten-bit numbers. A conversion from another integer type keeps the number modulo 1024.
macro_rules! ten_bits {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(from = "u16", into = "u16")]
        pub struct $name(u16);

        impl $name {
            /// Makes the value from the low ten bits of `number`. Higher bits are dropped.
            #[inline]
            pub const fn new(number: u16) -> $name {
                $name(number & 1023)
            }

            /// The number, 0-1023.
            #[inline]
            pub const fn number(self) -> u16 {
                self.0
            }

            /// The number as a `usize`, to use as an index.
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

        /// Addition modulo 1024.
        impl<N: Into<$name>> Add<N> for $name {
            type Output = $name;
            #[inline]
            fn add(self, further: N) -> $name {
                $name::new(self.0 + further.into().0)
            }
        }

        /// Subtraction modulo 1024.
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

/// Defines conversions from integer types. A number that is negative or too large wraps:
/// `Address::from(-1)` is 1023.
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
    /// The contents of the register tk, which selects a track or a group of tracks. A number from 0 to 959
    /// selects a track of the present group. A higher number selects a group: 961 selects group 1.
    /// [F-TRACK-2]
    Tk
}

impl Tk {
    /// The number of the group that these contents of tk select. Returns `None` if they select a track
    /// instead.
    pub const fn group(self) -> Option<usize> {
        self.index().checked_sub(GROUP_TRACKS)
    }
}

/// The number of a track on drums and discs. Track t of group g has the number 960 g + t.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TrackNo(u16);

impl TrackNo {
    /// The track with this number.
    pub const fn new(number: u16) -> TrackNo {
        TrackNo(number)
    }

    /// The number of the track.
    pub const fn number(self) -> u16 {
        self.0
    }

    /// The number as a `usize`, to use as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for TrackNo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for TrackNo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

from_whole_numbers!(TrackNo: u8 u16 u32 u64 usize i16 i32 i64);

impl From<TrackNo> for u16 {
    fn from(track: TrackNo) -> u16 {
        track.0
    }
}

impl From<TrackNo> for usize {
    fn from(track: TrackNo) -> usize {
        track.index()
    }
}

impl From<TrackNo> for i64 {
    fn from(track: TrackNo) -> i64 {
        track.0.into()
    }
}

impl PartialEq<u16> for TrackNo {
    fn eq(&self, number: &u16) -> bool {
        self.0 == *number
    }
}

/// Implements `FromStr` for addresses and numbers of tracks. A number that is too large gives an error.
macro_rules! parsed {
    ($($name:ident)*) => {
        $(impl FromStr for $name {
            type Err = NotThere;

            fn from_str(text: &str) -> Result<$name, NotThere> {
                match text.parse::<u16>() {
                    Ok(number) if number < $name::LIMIT => Ok($name(number)),
                    _ => Err(NotThere { below: $name::LIMIT }),
                }
            }
        })*
    };
}
parsed!(Address TrackNo);

/// The error for a text that should be the address of a cell or the number of a track. The text is not a
/// number, or the number is too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotThere {
    below: u16,
}

impl fmt::Display for NotThere {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a number from 0 to {}", self.below - 1)
    }
}

impl std::error::Error for NotThere {}

impl Address {
    /// The number of cells in the ferrite store.
    const LIMIT: u16 = FERRITE_CELLS as u16;

    /// All cells of the store, cell 0 first.
    pub fn all() -> impl DoubleEndedIterator<Item = Address> + Clone {
        (0..FERRITE_CELLS).map(Address::from)
    }

    /// The address as a signed number from -512 to 511. Shifts and comparisons use their address in this
    /// form.
    pub const fn signed(self) -> i16 {
        (self.0 << 6) as i16 >> 6
    }
}

impl TrackNo {
    /// The number of tracks that the largest possible machine has.
    const LIMIT: u16 = TRACKS_MAX as u16;
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn parsed_numbers_do_not_wrap() {
        assert_eq!("1023".parse(), Ok(Address::from(-1)));
        assert_eq!("57599".parse(), Ok(TrackNo::new(57_599)));
        for wrong in ["1024", "-1", "", "4x"] {
            assert!(wrong.parse::<Address>().is_err(), "{wrong}");
        }
        assert_eq!("57600".parse::<TrackNo>().unwrap_err().to_string(), "not a number from 0 to 57599");
    }

    proptest! {
        #[test]
        fn sums_are_integer_sums_modulo_1024(a: i64, b in -5_000i32..5_000) {
            let sum = (i128::from(a) + i128::from(b)).rem_euclid(1024);
            prop_assert_eq!(i128::from((Address::from(a) + b).number()), sum);
            prop_assert_eq!((Address::from(a) + b) - b, Address::from(a));
            prop_assert_eq!(Address::from(Address::from(a).signed()), Address::from(a));
        }
    }
}
