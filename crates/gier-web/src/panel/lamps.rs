//! The lamps of the panel on the web page. They are drawn on a canvas over the text. So the browser need not
//! lay out the text again when a lamp changes.

use crate::dom;
use crate::lamps::{Models, context};
use gier_panel::ink::lamps::{SIGNS, step_of};
use gier_panel::ink::picture::lamp_colours;
use gier_panel::ink::theme::Theme;
use gier_panel::scene::Hits;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, HtmlElement};

/// The canvas with the panel's lamps. It records what it shows now, so that only changed lamps are drawn.
pub(super) struct Lamps {
    canvas: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
    models: Models,
    /// The width and height of one character on the page, in CSS pixels.
    place: (f64, f64),
    /// The width of one CSS pixel, in device pixels.
    scale: f64,
    /// The upper left corner of the canvas on the page, in device pixels.
    corner: (f64, f64),
    /// The area of the panel that the canvas covers, in columns and rows of characters.
    area: Rect,
    /// All lamps that the canvas covers. Each has its column, its row, and the step of brightness that is
    /// drawn now. The step is `None` while the lamp is not drawn.
    lamps: Vec<(u16, u16, Option<usize>)>,
}

impl Lamps {
    /// Creates a canvas that is not on the page yet.
    pub(super) fn new() -> Lamps {
        let canvas: HtmlCanvasElement = dom::create("canvas").unchecked_into();
        dom::set(&canvas, "aria-hidden", "true");
        Lamps {
            context: context(&canvas, true),
            canvas,
            models: Models::new(),
            place: (1.0, 1.0),
            scale: 1.0,
            corner: (0.0, 0.0),
            area: Rect::default(),
            lamps: Vec::new(),
        }
    }

    /// Adds the canvas to the panel's screen, and prepares a drawing of a lamp for each step of brightness.
    /// `place` is the width and height of a character. Call [`Lamps::cover`] afterwards, to move the canvas
    /// over the lamps.
    pub(super) fn lie_over(&mut self, screen: &HtmlElement, place: (f64, f64), theme: Theme) {
        screen.append_child(&self.canvas).expect("a screen takes a canvas");
        self.place = place;
        self.scale = dom::window().device_pixel_ratio();
        self.area = Rect::default();
        self.lamps.clear();
        // A lamp must hide the character below it, even if that character ends inside a pixel.
        let size = ((place.0 * self.scale).ceil(), (place.1 * self.scale).floor());
        let ((side, height), (ground, colours)) = (size, lamp_colours(theme));
        let middle = height / 2.0;
        let models = self.models.begin(u32::try_from(SIGNS.len()).expect("five"), size, Some(ground));
        for (step, colour) in colours.iter().enumerate() {
            models.set_fill_style_str(colour);
            models.set_stroke_style_str(colour);
            models.set_line_width(side / 12.0);
            let circle = |share: f64| {
                models.begin_path();
                let x = (step as f64 + 0.5) * side;
                let _ = models.arc(x, middle, share * side, 0.0, core::f64::consts::TAU);
            };
            // The lamps imitate the characters `·∘○◉●`.
            let (ring, dot) = [(0.0, 0.1), (0.22, 0.0), (0.4, 0.0), (0.4, 0.2), (0.0, 0.42)][step];
            if ring > 0.0 {
                circle(ring);
                models.stroke();
            }
            if dot > 0.0 {
                circle(dot);
                models.fill();
            }
        }
    }

    /// Moves the canvas over the lamps of the panel. `picture` contains the characters of the panel, and
    /// `hits` the positions of its lamps. If the panel shows digits instead of lamps, the canvas covers
    /// nothing.
    pub(super) fn cover(&mut self, picture: &Buffer, hits: &Hits) {
        // On a narrow screen, some lamps are outside the picture. The canvas does not cover them.
        let lamps = || hits.lamps().filter(|&place| picture.area.contains(place.into()));
        let are_signs = lamps().all(|place| step_of(picture[place].symbol()).is_some());
        let places = lamps().filter(|_| are_signs).map(|(x, y)| Rect::new(x, y, 1, 1));
        let area = places.reduce(Rect::union).unwrap_or_default();
        if area == self.area {
            return;
        }
        self.lamps.clear();
        if are_signs {
            self.lamps.extend(lamps().map(|(x, y)| (x, y, None)));
        }
        self.area = area;
        let ends = [(area.x, area.y), (area.right(), area.bottom())];
        // The edges of the canvas are at whole CSS pixels. They then usually match the device pixels.
        let [(left, top), (right, bottom)] = ends.map(|(column, row)| {
            let at = |place: u16, size: f64| (f64::from(place) * size).floor() as i32;
            (at(column, self.place.0), at(row, self.place.1))
        });
        let (width, height) = (right - left + 1, bottom - top + 1);
        self.corner = (f64::from(left) * self.scale, f64::from(top) * self.scale);
        self.canvas.set_width((f64::from(width) * self.scale) as u32);
        self.canvas.set_height((f64::from(height) * self.scale) as u32);
        let style = format!(
            "position:absolute;pointer-events:none;left:{left}px;top:{top}px;width:{width}px;height:{height}px"
        );
        self.canvas.style().set_css_text(&style);
    }

    /// Draws the lamps that have changed since the last call.
    pub(super) fn draw(&mut self, picture: &Buffer) {
        let (width, height) = self.models.size();
        for number in 0..self.lamps.len() {
            let (column, row, shown) = self.lamps[number];
            let step = step_of(picture[(column, row)].symbol());
            if step == shown {
                continue;
            }
            self.lamps[number].2 = step;
            let left = (f64::from(column) * self.place.0 * self.scale - self.corner.0).round();
            let top = (f64::from(row) * self.place.1 * self.scale - self.corner.1).round();
            match step {
                Some(step) => self.models.copy(step, &self.context, (left, top)),
                // Another part of the panel, such as the help page, covers this lamp.
                None => self.context.clear_rect(left, top, width, height),
            }
        }
    }
}
