//! The lamps of the desk, drawn into one canvas. The brightness of a lamp is the share of time in
//! which its bit was one. A lamp of each brightness is drawn once and then copied.

use crate::dom;
use gier_machine::PanelView;
use gier_panel::ink::glow::{DeskGlow, Part};
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

/// The rows of lamps from top to bottom, with their names.
const ROWS: [(&str, Part); 9] = [
    ("R", Part::R),
    ("M", Part::M),
    ("O", Part::Order),
    ("r1", Part::R1),
    ("s", Part::S),
    ("p", Part::P),
    ("in", Part::In),
    ("by", Part::By),
    ("tk", Part::Tk),
];
/// The number of long rows. Each has a line of its own; of the short rows, three share a line.
const LONG: usize = 3;
/// The number of lamps in a line, plus the space of the name before them.
const COLUMNS: f64 = 46.0;
const LINES: f64 = 16.0;
/// The colour of the desk, `--desk` in the style sheet.
const DESK: &str = "#39474c";
/// The number of brightness steps.
const STEPS: u8 = 15;

/// A lamp in each step of brightness, side by side. Each is drawn once and then copied.
#[derive(Debug)]
pub struct Models {
    canvas: HtmlCanvasElement,
    /// Width and height of one lamp in whole device pixels, so that a copy is exact.
    size: (f64, f64),
}

impl Models {
    /// An empty set of models.
    pub fn new() -> Models {
        Models { canvas: dom::create("canvas").unchecked_into(), size: (0.0, 0.0) }
    }

    /// Prepares the canvas for `count` lamps of another size, on a ground of this colour.
    pub fn begin(
        &mut self,
        count: u32,
        (width, height): (f64, f64),
        ground: &str,
    ) -> CanvasRenderingContext2d {
        self.size = (width, height);
        self.canvas.set_width(width as u32 * count);
        self.canvas.set_height(height as u32);
        let context = context(&self.canvas, false);
        context.set_fill_style_str(ground);
        context.fill_rect(0.0, 0.0, f64::from(self.canvas.width()), height);
        context
    }

    /// Width and height of one lamp, in device pixels.
    pub const fn size(&self) -> (f64, f64) {
        self.size
    }

    /// Copies the lamp of this step to a place on another canvas.
    pub fn copy(&self, step: usize, onto: &CanvasRenderingContext2d, (left, top): (f64, f64)) {
        let (width, height) = self.size;
        onto.draw_image_with_html_canvas_element_and_sw_and_sh_and_dx_and_dy_and_dw_and_dh(
            &self.canvas,
            step as f64 * width,
            0.0,
            width,
            height,
            left,
            top,
            width,
            height,
        )
        .expect("the models have been drawn");
    }
}

/// The canvas, and the lamps that it shows.
#[derive(Debug)]
pub struct Lamps {
    canvas: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
    models: Models,
    /// The brightness step of each lamp, row by row. A row that was not drawn yet is empty.
    shown: [Vec<u8>; ROWS.len()],
    width: u32,
}

impl Lamps {
    /// The lamps on the page's canvas.
    pub fn new() -> Lamps {
        let canvas: HtmlCanvasElement = dom::element("lamps");
        Lamps {
            context: context(&canvas, false),
            canvas,
            models: Models::new(),
            shown: Default::default(),
            width: 0,
        }
    }

    /// Makes the canvas as wide as its element on the page. If the width has changed, all lamps
    /// are drawn again.
    pub fn measure(&mut self) {
        let scale = dom::window().device_pixel_ratio();
        let width = (f64::from(self.canvas.client_width()) * scale) as u32;
        if width == self.width {
            return;
        }
        self.width = width;
        self.shown = Default::default();
        self.canvas.set_width(width);
        self.canvas.set_height((f64::from(width) * LINES / COLUMNS) as u32);
        let unit = self.unit();
        self.context.set_fill_style_str(DESK);
        self.context.fill_rect(0.0, 0.0, f64::from(width), f64::from(self.canvas.height()));
        self.context.set_font(&format!("{}px system-ui, sans-serif", (1.15 * unit) as u32));
        self.context.set_fill_style_str("#e8eeee");
        for (number, (name, _)) in ROWS.iter().enumerate() {
            let (column, line) = place(number);
            let _ = self.context.fill_text(name, (column + 0.3) * unit, (line + 1.35) * unit);
        }
        self.draw_models();
    }

    /// The width of a lamp's place on the canvas.
    fn unit(&self) -> f64 {
        f64::from(self.width) / COLUMNS
    }

    fn draw_models(&mut self) {
        let side = self.unit().floor();
        let context = self.models.begin(u32::from(STEPS) + 1, (side, side), DESK);
        for step in 0..=STEPS {
            context.set_fill_style_str(&colour(step));
            context.begin_path();
            let middle = (f64::from(step) + 0.5) * side;
            let _ = context.arc(middle, side / 2.0, 0.38 * self.unit(), 0.0, core::f64::consts::TAU);
            context.fill();
        }
    }

    /// Draws the lamps that have changed.
    pub fn draw(&mut self, desk: &DeskGlow) {
        let unit = self.unit();
        if unit < 1.0 {
            return; // the canvas is not visible
        }
        for (number, (_, part)) in ROWS.iter().enumerate() {
            let (column, line) = place(number);
            let steps: Vec<u8> =
                desk.row(*part).iter().map(|glow| glow.0.div_ceil(u8::MAX / STEPS)).collect();
            for (lamp, &step) in steps.iter().enumerate() {
                if self.shown[number].get(lamp) == Some(&step) {
                    continue;
                }
                // The gap after each group of ten is wider, like the fields of an order.
                let x = column + 2.5 + lamp as f64 + (lamp / 10) as f64 * 0.12;
                let place = ((x * unit).round(), ((line + 0.5) * unit).round());
                self.models.copy(step.into(), &self.context, place);
            }
            self.shown[number] = steps;
        }
    }
}

/// The drawing context of a canvas. An opaque canvas (`is_clear` is false) saves the browser work.
pub fn context(canvas: &HtmlCanvasElement, is_clear: bool) -> CanvasRenderingContext2d {
    let options = js_sys::Object::new();
    js_sys::Reflect::set(&options, &"alpha".into(), &is_clear.into()).expect("an object takes a property");
    let context = canvas.get_context_with_context_options("2d", &options);
    let context = context.ok().flatten().expect("a canvas has a flat context");
    context.dyn_into().expect("the flat context is of its kind")
}

/// Column and line of a row of lamps.
fn place(row: usize) -> (f64, f64) {
    match row.checked_sub(LONG) {
        None => (0.0, row as f64 * 3.0),
        Some(short) => ((short % 3) as f64 * 15.3, 9.5 + (short / 3) as f64 * 3.5),
    }
}

/// The colour of a brightness step, from dark glass to bright lamp.
fn colour(step: u8) -> String {
    let share = f64::from(step) / f64::from(STEPS);
    let mix = |dark: f64, bright: f64| (dark + (bright - dark) * share).round() as u8;
    format!("rgb({} {} {})", mix(82.0, 255.0), mix(98.0, 214.0), mix(104.0, 110.0))
}

/// The registers in words, for visitors who cannot see the lamps.
pub fn registers(view: &PanelView) -> String {
    let order = gier_slip::disassemble(view.order);
    format!(
        "r1 {}   {order}   R {}   M {}   s {}   p {}",
        view.r1,
        gier_word::arith::fixed::signed40(view.r),
        gier_word::arith::fixed::signed40(view.m),
        view.s,
        view.p
    )
}
