//! Rows of pins in Kegler, or rows of open files in Dawson's chess.

/// Finds the last scale on the paper (a line such as `----5---10`), and checks it. Returns the lines of the
/// picture above the scale.
pub fn above_scale<const LINES: usize>(text: &str) -> [&str; LINES] {
    let lines: Vec<&str> = text.lines().collect();
    let scale = (1..lines.len())
        .rfind(|&line| lines[line].starts_with('-') && lines[line].len() == lines[line - 1].len())
        .unwrap_or_else(|| panic!("no row in {text}"));
    let places = "----5---10---15---20---25---30---35---40---45---50---55---60---65---70";
    // If the last digit of a number would be beyond the end, the scale omits the whole number.
    let printed = &places[..lines[scale].len()];
    let cut = printed.len() % 5 == 4 && printed.len() > 4;
    let expected = if cut { format!("{}-", &printed[..printed.len() - 1]) } else { printed.into() };
    assert_eq!(lines[scale], expected, "{text}");
    std::array::from_fn(|line| lines[scale - LINES + line])
}

/// Places in a line, each with or without a standing pin.
#[derive(Clone, Debug, PartialEq)]
pub struct Pins(pub Vec<bool>);

impl Pins {
    /// Makes rows of these lengths, with one empty place between two rows.
    pub fn rows(lengths: &[usize]) -> Pins {
        let rows: Vec<Vec<bool>> = lengths.iter().map(|&length| vec![true; length]).collect();
        Pins(rows.join(&false))
    }

    /// Reads the pins from the line above the last scale, which numbers the places on the paper.
    pub fn read(text: &str) -> Pins {
        let [pins] = above_scale(text);
        Pins(pins.chars().map(|pin| pin == 'i').collect())
    }

    /// Returns the rows of standing pins: the first pin of each row, counted from 1, and the length.
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

    /// Returns the first pin of the longest row, counted from 1. If several rows are equally long, uses the
    /// first of them.
    pub fn longest(&self) -> usize {
        let longest = self.runs().iter().map(|(_, length)| *length).max();
        self.runs().into_iter().find(|(_, length)| Some(*length) == longest).expect("a row").0
    }
}
