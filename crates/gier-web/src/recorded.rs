//! The machine behind the guest's page: with its past, so that the session can be kept, with its
//! papers, and with an ear if the guest wants to hear it.

use gier_desk::attended::Papers;
use gier_desk::attended::Print;
use gier_desk::{Attended, Text, Until, attend};
use gier_machine::{Input, Machine, NoProbe, Pause, Timeline};
use gier_sound::{Ear, Heard};

/// A session and what has come out of it.
#[derive(Debug)]
pub struct Recorded {
    timeline: Timeline,
    papers: Papers,
    printed: usize,
    ear: Option<Ear>,
}

impl Recorded {
    /// The session that stands where this one does.
    pub fn new(timeline: Timeline) -> Recorded {
        let mut recorded = Recorded { timeline, papers: Papers::new(), printed: 0, ear: None };
        recorded.print(&mut |_| {});
        recorded
    }

    /// The session.
    pub const fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// Begins to listen, or ends it. A machine that is listened to is slower, but still many times
    /// as fast as GIER.
    pub fn listen(&mut self, wanted: bool) {
        self.ear = wanted.then(|| Ear::at(self.timeline.machine()));
    }

    /// What was heard since the last call.
    pub fn take_heard(&mut self) -> Heard {
        self.ear.as_mut().map(Ear::take).unwrap_or_default()
    }

    /// Does one order, with what it waits for.
    pub fn single(&mut self) -> gier_desk::Ending {
        if self.timeline.machine().stopped().is_some() {
            self.timeline.feed(Input::Start);
        }
        let next = Until::orders(self.timeline.machine().orders() + 1);
        let Ok(ending) = attend(self, &mut Text::none(), next);
        self.halt();
        ending
    }

    /// The machine stands still from here: between two orders, or waiting for the world.
    pub fn halt(&mut self) {
        self.timeline.halt();
        self.print(&mut |_| {});
    }

    /// A machine that an input has just reached looks whether it waits, as it does when a log of
    /// the session is replayed to this position.
    pub fn settle(&mut self) {
        self.timeline.run_until(self.timeline.position().at);
        self.print(&mut |_| {});
    }

    /// Puts on the papers what has left for them since the last time.
    fn print(&mut self, see: &mut impl FnMut(Print)) {
        let new = &self.timeline.outputs()[self.printed..];
        if let Some(ear) = &mut self.ear {
            ear.notice(new);
        }
        for &(_, output) in new {
            self.papers.take(output, see);
        }
        self.printed += new.len();
    }
}

impl Attended for Recorded {
    fn machine(&self) -> &Machine {
        self.timeline.machine()
    }

    fn papers(&self) -> &Papers {
        &self.papers
    }

    fn advance(&mut self, until: Until, see: &mut impl FnMut(Print)) -> Pause {
        let pause = match &mut self.ear {
            Some(ear) => self.timeline.run_orders_until(until.orders, until.at, ear),
            None => self.timeline.run_orders_until(until.orders, until.at, &mut NoProbe),
        };
        self.print(see);
        pause
    }

    fn feed(&mut self, input: Input, see: &mut impl FnMut(Print)) -> bool {
        let effect = self.timeline.feed(input);
        self.print(see);
        effect
    }
}
