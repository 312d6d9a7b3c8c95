//! The brightness of each lamp, computed from samples of the machine.
//!
//! The brightness of a lamp of GIER is the share of time for which its bit is one. The panel estimates this
//! share from samples. Each sample counts in proportion to the machine time that it covers.

use gier_word::Uops;

/// The brightness of a lamp. 0 is dark; 255 means that the lamp was lit all the time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Glow(pub u8);

/// The characters for the five steps of brightness, from dark to bright.
pub const SIGNS: [char; 5] = ['·', '∘', '○', '◉', '●'];

impl Glow {
    pub(crate) const OFF: Glow = Glow(0);
    /// A lamp that was lit all the time.
    pub(crate) const ON: Glow = Glow(255);

    /// The brightness of a lamp that shows a constant bit.
    pub const fn of(bit: bool) -> Glow {
        if bit { Glow::ON } else { Glow::OFF }
    }

    /// The step of brightness, from 0 to 4. Step 0 means never lit, and step 4 means always lit.
    pub const fn step(self) -> usize {
        match self.0 {
            0 => 0,
            1..=84 => 1,
            85..=169 => 2,
            170..=254 => 3,
            255 => 4,
        }
    }

    /// The character that shows this brightness.
    pub(crate) const fn sign(self) -> char {
        SIGNS[self.step()]
    }
}

/// How long each lamp of a row was lit during a measurement. A row has up to 64 lamps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sampled {
    lit: Vec<u64>,
    total: u64,
}

impl Sampled {
    /// Records that the row of `lamps` lamps showed `bits` for `time` of machine time. Bit 0 is the rightmost
    /// lamp.
    pub(crate) fn add(&mut self, bits: u64, lamps: usize, time: Uops) {
        self.lit.resize(lamps.min(64), 0);
        self.total = self.total.saturating_add(time.0);
        for (place, lit) in self.lit.iter_mut().rev().enumerate() {
            if bits >> place & 1 == 1 {
                *lit = lit.saturating_add(time.0);
            }
        }
    }

    /// The brightness of each lamp, the leftmost lamp first. The list is empty if no time has passed.
    pub(crate) fn glows(&self) -> Vec<Glow> {
        let share = |&lit: &u64| match (lit, self.total) {
            (0, _) => Glow::OFF,
            (lit, total) if lit >= total => Glow::ON,
            (lit, total) => {
                let share = u128::from(lit) * 255 / u128::from(total);
                Glow(u8::try_from(share.clamp(1, 254)).expect("less than always"))
            }
        };
        self.lit.iter().map(share).collect()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.total == 0
    }
}

/// The brightness of lamps that show constant bits, the leftmost lamp first.
pub fn steady(bits: u64, lamps: usize) -> Vec<Glow> {
    (0..lamps).rev().map(|place| Glow::of(bits >> place & 1 == 1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brightness_is_the_share_of_time() {
        let mut row = Sampled::default();
        row.add(0b1001, 4, Uops(30));
        row.add(0b1010, 4, Uops(10));
        let steps: Vec<usize> = row.glows().iter().map(|glow| glow.step()).collect();
        assert_eq!(steps, [4, 0, 1, 3]);
    }

    #[test]
    fn a_short_flash_is_seen_and_a_short_gap_too() {
        let mut row = Sampled::default();
        row.add(0b01, 2, Uops(1_000_000));
        row.add(0b10, 2, Uops(1));
        assert_eq!(row.glows(), [Glow(1), Glow(254)]);
    }

    #[test]
    fn a_register_at_rest_shines_or_does_not() {
        assert_eq!(steady(0b10, 3), [Glow::OFF, Glow::ON, Glow::OFF]);
    }
}
