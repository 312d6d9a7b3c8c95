//! Breakpoints: places before whose order the machine is to stand still. They are kept in a
//! file, a place a line, so that they are there again in the next session.

use super::place;
use gier_machine::{Lookout, Place};

const HEADING: &str = "# breakpoints of gier: a cell a line, with r for its right half";

/// A set of places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Breaks {
    places: Lookout,
}

impl Breaks {
    /// No breakpoints.
    pub fn new() -> Breaks {
        Breaks::default()
    }

    /// Whether there is one at this place.
    pub const fn contains(&self, place: Place) -> bool {
        self.places.has_place(place)
    }

    /// Whether there is none at all.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Sets or removes one; whether it is there now.
    pub fn toggle(&mut self, place: Place) -> bool {
        let on = !self.contains(place);
        self.places.set_place(place, on);
        on
    }

    /// All of them, in order.
    pub fn list(&self) -> Vec<Place> {
        self.places.places().collect()
    }

    /// Where a run has to be watched for them.
    pub const fn lookout(&self) -> &Lookout {
        &self.places
    }

    /// The text of the file.
    pub fn to_text(&self) -> String {
        let mut text = format!("{HEADING}\n");
        for place in self.list() {
            text.push_str(&place::write(place));
            text.push('\n');
        }
        text
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// The line that is no place.
    pub fn from_text(text: &str) -> Result<Breaks, String> {
        let mut breaks = Breaks::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or("").trim();
            if line.is_empty() {
                continue;
            }
            let place = place::read(line).map_err(|error| format!("line {}: {error}", number + 1))?;
            breaks.places.set_place(place, true);
        }
        Ok(breaks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gier_word::Half;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_file_keeps_them(places in prop::collection::btree_set((0u16..1024, any::<bool>()), 0..40)) {
            let mut breaks = Breaks::new();
            for &(cell, right) in &places {
                breaks.toggle(Place { cell: cell.into(), half: if right { Half::Right } else { Half::Left } });
            }
            prop_assert_eq!(breaks.list().len(), places.len());
            prop_assert_eq!(Breaks::from_text(&breaks.to_text()), Ok(breaks));
        }

        #[test]
        fn any_text_is_read_or_refused(text: String) {
            let _ = Breaks::from_text(&text);
        }
    }

    #[test]
    fn a_line_that_is_no_place_is_named() {
        let error = Breaks::from_text("# mine\n41r\n  7 # start\nhello\n").unwrap_err();
        assert!(error.starts_with("line 4: 'hello'"), "{error}");
    }
}
