//! Remembers moments of the session, so that the user can go back to them: the moments that the user marked,
//! and those from which the user jumped elsewhere. Before the later part of the session is discarded, also
//! copies the whole session.

use gier_machine::Timeline;

/// The maximum number of jumps that are remembered.
const JUMPS_MAX: usize = 200;

/// The moments that are remembered. A moment is stored as the number of orders executed before it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    marks: Vec<(String, u64)>,
    before: Vec<u64>,
    after: Vec<u64>,
    forgotten: Option<Forgotten>,
}

/// A copy of the session and its marks. It was made before the later part of the session was discarded.
#[derive(Clone, Debug)]
struct Forgotten {
    session: Timeline,
    marks: Vec<(String, u64)>,
}

impl Places {
    /// The marked moments. Each has a name and the number of orders executed before it.
    pub(crate) fn marks(&self) -> &[(String, u64)] {
        &self.marks
    }

    /// Gives a moment this name. If an earlier mark has the same name, deletes that mark.
    pub(crate) fn mark(&mut self, name: &str, orders: u64) {
        self.marks.retain(|(known, _)| known != name);
        let place = self.marks.partition_point(|(_, known)| *known <= orders);
        self.marks.insert(place, (name.to_string(), orders));
    }

    /// The number of orders executed before the moment with this name, or `None` if no moment has this name.
    pub(crate) fn marked(&self, name: &str) -> Option<u64> {
        self.marks.iter().find(|(known, _)| known == name).map(|(_, orders)| *orders)
    }

    /// Records that you jump to another moment. `here` is the number of orders executed before the jump.
    pub(crate) fn leave(&mut self, here: u64) {
        if self.before.last() != Some(&here) {
            self.before.push(here);
            let surplus = self.before.len().saturating_sub(JUMPS_MAX);
            self.before.drain(..surplus);
        }
        self.after.clear();
    }

    /// Undoes the last jump. Returns the moment from which it started, or `None` if there was no jump. A
    /// moment is the number of orders executed before it.
    pub(crate) fn back(&mut self, here: u64) -> Option<u64> {
        let place = std::iter::from_fn(|| self.before.pop()).find(|&place| place != here)?;
        self.after.push(here);
        Some(place)
    }

    /// Repeats a jump that [`Self::back`] has undone. Returns the moment to which it leads, as the number of
    /// orders executed before this moment. Returns `None` if no jump was undone.
    pub(crate) fn forward(&mut self, here: u64) -> Option<u64> {
        let place = std::iter::from_fn(|| self.after.pop()).find(|&place| place != here)?;
        self.before.push(here);
        Some(place)
    }

    /// Saves a copy of the session, because everything after the present moment will be discarded. Deletes
    /// the marks and jumps that are later than this moment.
    pub(crate) fn save_before_discard(&mut self, session: &Timeline) {
        self.forgotten = Some(Forgotten { session: session.clone(), marks: self.marks.clone() });
        let here = session.machine().orders();
        for places in [&mut self.before, &mut self.after] {
            places.retain(|&place| place <= here);
        }
        self.marks.retain(|&(_, place)| place <= here);
    }

    /// Returns the saved session, and saves `session` instead. Returns `None` if no session was saved.
    pub(crate) fn exchange(&mut self, session: &Timeline) -> Option<Timeline> {
        let Forgotten { session: kept, marks } = self.forgotten.take()?;
        let marks = std::mem::replace(&mut self.marks, marks);
        self.forgotten = Some(Forgotten { session: session.clone(), marks });
        (self.before, self.after) = (Vec::new(), Vec::new());
        Some(kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn going_back_retraces_the_jumps() {
        let mut places = Places::default();
        assert_eq!(places.back(7), None);
        places.leave(10);
        places.leave(20);
        assert_eq!(places.back(30), Some(20));
        assert_eq!(places.back(20), Some(10));
        assert_eq!(places.back(10), None);
        assert_eq!(places.forward(10), Some(20));
        places.leave(20);
        assert_eq!(places.forward(5), None);
        places.mark("b", 30);
        places.mark("a", 20);
        places.mark("b", 10);
        assert_eq!(places.marks(), [("b".to_string(), 10), ("a".to_string(), 20)]);
        assert_eq!(places.marked("a"), Some(20));
        let session = Timeline::new(gier_machine::Machine::new());
        places.save_before_discard(&session);
        assert!(places.marks().is_empty());
        assert!(places.exchange(&session).is_some());
        assert_eq!(places.marked("b"), Some(10));
    }
}
