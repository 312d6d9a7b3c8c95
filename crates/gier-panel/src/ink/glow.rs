//! The brightness of all lamps of the desk.

use super::lamps::{Glow, Sampled, steady};
use gier_machine::PanelView;
use gier_word::Uops;

/// The registers with lamps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// The register R, with bit 00 as bit 40.
    R,
    /// The marks of R.
    RMarks,
    /// The register M.
    M,
    /// The order register.
    Order,
    /// The register r1.
    R1,
    /// The register s.
    S,
    /// The register p.
    P,
    /// The register by.
    By,
    /// The register tk.
    Tk,
    /// The indicator.
    In,
}

/// The rows of lamps, and the number of lamps in each.
const ROWS: [(Part, usize); 10] = [
    (Part::R, 41),
    (Part::RMarks, 2),
    (Part::M, 40),
    (Part::Order, 42),
    (Part::R1, 10),
    (Part::S, 10),
    (Part::P, 10),
    (Part::By, 10),
    (Part::Tk, 10),
    (Part::In, 10),
];

/// The number of signal lamps: waiting, drum, key.
const SIGNALS: usize = 3;

/// The bits that the lamps of a row show. Bit 0 is the last lamp.
pub fn bits(view: &PanelView, part: Part) -> u64 {
    match part {
        Part::R => view.r | u64::from(view.r00) << 40,
        Part::RMarks => view.r_marks.bits().into(),
        Part::M => view.m,
        // The marks are the last two bits, because their lamps come after the lamps of the forty bits.
        Part::Order => view.order.bits() << 2 | u64::from(view.order.marks().bits()),
        Part::R1 => view.r1.number().into(),
        Part::S => view.s.into(),
        Part::P => view.p.into(),
        Part::By => view.by.into(),
        Part::Tk => view.tk.number().into(),
        Part::In => view.indicator.into(),
    }
}

fn signals(view: &PanelView) -> u64 {
    u64::from(view.waiting) << 2 | u64::from(view.drum_busy) << 1 | u64::from(view.typewriter_lamp)
}

/// The samples from which the brightness of the desk's lamps is computed.
#[derive(Clone, Debug, Default)]
pub struct DeskSamples {
    rows: [Sampled; ROWS.len()],
    signals: Sampled,
}

impl DeskSamples {
    /// Records that the desk showed `view` for `time`.
    pub fn add(&mut self, view: &PanelView, time: Uops) {
        for (row, (part, lamps)) in self.rows.iter_mut().zip(ROWS) {
            row.add(bits(view, part), lamps, time);
        }
        self.signals.add(signals(view), SIGNALS, time);
    }

    /// Returns the brightness measured so far and starts a new measurement. Returns `None` if no time has
    /// passed.
    pub fn take(&mut self) -> Option<DeskGlow> {
        let samples = std::mem::take(self);
        (!samples.signals.is_empty())
            .then(|| DeskGlow { rows: samples.rows.map(|row| row.glows()), signals: samples.signals.glows() })
    }
}

/// The brightness of every lamp of the desk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeskGlow {
    rows: [Vec<Glow>; ROWS.len()],
    signals: Vec<Glow>,
}

impl DeskGlow {
    /// The brightness of the lamps of a stopped machine, whose lamps are steady.
    pub fn steady(view: &PanelView) -> DeskGlow {
        DeskGlow {
            rows: ROWS.map(|(part, lamps)| steady(bits(view, part), lamps)),
            signals: steady(signals(view), SIGNALS),
        }
    }

    /// The brightness of the lamps in a row, leftmost lamp first.
    pub fn row(&self, part: Part) -> &[Glow] {
        let place = ROWS.iter().position(|&(row, _)| row == part).expect("every part has a row of lamps");
        &self.rows[place]
    }

    /// The brightness of the signal lamps: waiting, drum, key wanted.
    pub fn signals(&self) -> [Glow; SIGNALS] {
        [0, 1, 2].map(|place| self.signals[place])
    }
}
