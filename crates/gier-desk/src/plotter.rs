//! The plotter's drawing: the lines that its pens drew, and their conversion to SVG.  [F-PLOT-1]

use gier_machine::Pen;
use gier_word::Symbol;
use std::fmt::Write;

/// The symbol that lifts the pen.  [F-PLOT-1]
const PEN_UP: u8 = 16;
/// The symbol that lowers the pen.  [F-PLOT-1]
const PEN_DOWN: u8 = 32;
/// The bits of a symbol that move the pen, each with its movement in x and y. Two bits together move the pen
/// diagonally.  [F-PLOT-1]
const STEPS: [(u8, (i32, i32)); 4] = [(4, (1, 0)), (2, (-1, 0)), (8, (0, 1)), (1, (0, -1))];
/// The colours of pens 0 to 3: black, red, green, blue.  [F-PLOT-2]
const COLOURS: [&str; 4] = ["#1c1b1a", "#b3201c", "#1f7a3a", "#2044a8"];
/// The width of a ball pen's line, in tenths of a millimetre. This value is our choice, because programs give
/// a ball pen the width 0.
const BALL_PEN: u8 = 3;
/// The distance from the drawing to the edge of the picture, in steps of 0.1 mm.
const MARGIN: i32 = 50;

/// A line drawn with one pen, given by its two ends and the points where its direction changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stroke {
    /// The pen that drew the line.
    pub pen: Pen,
    /// The points, at least two. The unit is a step of 0.1 mm; x grows to the right and y upwards.
    pub points: Vec<(i32, i32)>,
}

/// The drawing on the plotter's paper.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    lines: Vec<Stroke>,
    at: (i32, i32),
    is_down: bool,
    /// Whether the next step lengthens the last line in `lines`. Otherwise, the step begins a new line.
    goes_on: bool,
    pen: Pen,
    steps: usize,
    unknown: usize,
}

impl Drawing {
    /// Executes a symbol that the plotter received: a step, or a command to lift or lower the pen.
    pub fn take(&mut self, symbol: Symbol) {
        match symbol.code() {
            PEN_UP => (self.is_down, self.goes_on) = (false, false),
            PEN_DOWN => self.is_down = true,
            code => match step(code) {
                Some(step) => self.step(step),
                None => self.unknown += 1,
            },
        }
    }

    /// Replaces the plotter's pen.
    pub const fn change_pen(&mut self, pen: Pen) {
        self.pen = pen;
        self.goes_on = false;
    }

    fn step(&mut self, (dx, dy): (i32, i32)) {
        let from = self.at;
        self.at = (from.0 + dx, from.1 + dy);
        self.steps += 1;
        if !self.is_down {
            return;
        }
        if !std::mem::replace(&mut self.goes_on, true) {
            self.lines.push(Stroke { pen: self.pen, points: vec![from, self.at] });
            return;
        }
        let points = &mut self.lines.last_mut().expect("a line was begun").points;
        // If two steps have the same direction, the point between them is dropped.
        if let [.., before, last] = points[..] {
            let (x, y) = (last.0 - before.0, last.1 - before.1);
            if x.signum() == dx && y.signum() == dy && (x == 0 || y == 0 || x.abs() == y.abs()) {
                points.pop();
            }
        }
        points.push(self.at);
    }

    /// The lines, in the order in which they were drawn.
    pub fn lines(&self) -> &[Stroke] {
        &self.lines
    }

    /// The number of steps that the pen has made, both lifted and lowered.
    pub const fn steps(&self) -> usize {
        self.steps
    }

    /// How many of the received symbols have an unknown meaning.  (Q84)
    pub const fn unknown(&self) -> usize {
        self.unknown
    }

    /// Returns the lower left and the upper right corner of the smallest rectangle around all lines. Returns
    /// `None` if nothing is drawn.
    pub fn bounds(&self) -> Option<((i32, i32), (i32, i32))> {
        let points = || self.lines.iter().flat_map(|line| &line.points);
        let &(x, y) = points().next()?;
        Some(points().fold(((x, y), (x, y)), |(low, high), &(x, y)| {
            ((low.0.min(x), low.1.min(y)), (high.0.max(x), high.1.max(y)))
        }))
    }

    /// Returns the drawing as an SVG document, in its size on paper.
    pub fn to_svg(&self) -> String {
        let (low, high) = self.bounds().unwrap_or_default();
        let (left, top) = (low.0 - MARGIN, high.1 + MARGIN);
        let (width, height) = (high.0 + MARGIN - left, top - (low.1 - MARGIN));
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{}mm\" height=\"{}mm\">\n<title>From GIER's plotter</title>\n",
            tenths(width),
            tenths(height)
        );
        if self.unknown > 0 {
            let _ = writeln!(svg, "<desc>{} symbols have no known meaning (Q84)</desc>", self.unknown);
        }
        let _ = writeln!(
            svg,
            "<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n\
             <g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">"
        );
        for line in &self.lines {
            let colour = colour(line.pen);
            let pen = if line.pen.width == 0 { BALL_PEN } else { line.pen.width };
            let _ = write!(svg, "<polyline stroke=\"{colour}\" stroke-width=\"{pen}\" points=\"");
            for (at, &(x, y)) in line.points.iter().enumerate() {
                let gap = if at == 0 { "" } else { " " };
                let _ = write!(svg, "{gap}{},{}", x - left, top - y);
            }
            svg.push_str("\"/>\n");
        }
        svg.push_str("</g>\n</svg>\n");
        svg
    }
}

/// Writes a decimal number. `number` gives it in tenths: 25 becomes `2.5`.
fn tenths(number: i32) -> String {
    format!("{}.{}", number / 10, number % 10)
}

/// The colour of a pen, in CSS notation.
fn colour(pen: Pen) -> &'static str {
    COLOURS[usize::from(pen.colour % 4)]
}

/// Returns the movement of a step in x and y, or `None` if the symbol is not a step.
fn step(code: u8) -> Option<(i32, i32)> {
    if code == 0 || code > 15 || code & 6 == 6 || code & 9 == 9 {
        return None;
    }
    let bits = STEPS.iter().filter(|(bit, _)| code & bit != 0);
    Some(bits.fold((0, 0), |(x, y), (_, (dx, dy))| (x + dx, y + dy)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawing(codes: &[u8]) -> Drawing {
        let mut drawing = Drawing::default();
        codes.iter().for_each(|&code| drawing.take(Symbol::new(code)));
        drawing
    }

    /// Tests each of the eight steps, with a lifted and with a lowered pen.
    #[test]
    fn steps() {
        let right_up_left_down = drawing(&[4, 32, 4, 4, 8, 2, 2, 1, 16, 4]);
        assert_eq!(right_up_left_down.lines()[0].points, [(1, 0), (3, 0), (3, 1), (1, 1), (1, 0)]);
        assert_eq!((right_up_left_down.at, right_up_left_down.steps()), ((2, 0), 8));
        let oblique = drawing(&[32, 12, 12, 5, 3, 10]);
        assert_eq!(oblique.lines()[0].points, [(0, 0), (2, 2), (3, 1), (2, 0), (1, 1)]);
        assert_eq!(drawing(&[6, 9, 15, 0, 64, 17]).unknown(), 6);
        assert_eq!(drawing(&[]).bounds(), None);
    }

    /// Tests that two pens draw two lines, each with its own colour and width.
    #[test]
    fn a_picture() {
        let mut drawing = drawing(&[32, 4, 4]);
        drawing.change_pen(Pen { colour: 1, width: 9 });
        drawing.take(Symbol::new(8));
        let svg = drawing.to_svg();
        assert!(svg.contains(r#"width="10.2mm" height="10.1mm""#), "{svg}");
        assert!(svg.contains(r##"stroke="#1c1b1a" stroke-width="3" points="50,51 52,51""##), "{svg}");
        assert!(svg.contains(r##"stroke="#b3201c" stroke-width="9" points="52,51 52,50""##), "{svg}");
    }
}
