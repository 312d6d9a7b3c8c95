//! Rows of pins, as Kegler and Dawson's chess show them.

/// Which pins stand.
#[derive(Clone, Debug, PartialEq)]
pub struct Pins(pub Vec<bool>);

impl Pins {
    /// Rows of these lengths, one place between two.
    pub fn rows(lengths: &[usize]) -> Pins {
        let rows: Vec<Vec<bool>> = lengths.iter().map(|&length| vec![true; length]).collect();
        Pins(rows.join(&false))
    }

    /// What the paper shows: the row above the last scale.
    pub fn read(text: &str) -> Pins {
        let lines: Vec<&str> = text.lines().collect();
        let scale = (1..lines.len())
            .rfind(|&line| lines[line].starts_with('-') && lines[line].len() == lines[line - 1].len())
            .unwrap_or_else(|| panic!("no row in {text}"));
        assert!("----5----0".repeat(8).starts_with(lines[scale]), "{text}");
        Pins(lines[scale - 1].chars().map(|pin| pin == 'i').collect())
    }

    /// First pin, from 1, and length of each row.
    pub fn runs(&self) -> Vec<(usize, usize)> {
        let mut runs = Vec::new();
        let mut place = 1;
        for run in self.0.split(|stands| !stands) {
            if !run.is_empty() {
                runs.push((place, run.len()));
            }
            place += run.len() + 1;
        }
        runs
    }

    /// The first pin of the longest row, of the first of these.
    pub fn longest(&self) -> usize {
        let longest = self.runs().iter().map(|(_, length)| *length).max();
        self.runs().into_iter().find(|(_, length)| Some(*length) == longest).expect("a row").0
    }
}
