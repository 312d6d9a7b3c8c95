//! Draws lamps on canvases. A lamp is first drawn once for each step of brightness. After that, these
//! drawings are only copied.

use crate::dom;
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

/// A canvas that is not visible on the page. It contains a drawing of a lamp for each step of brightness,
/// side by side.
#[derive(Debug)]
pub struct Models {
    canvas: HtmlCanvasElement,
    /// The width and height of one drawn lamp, in whole device pixels. Fractions would give a copied lamp
    /// blurred edges.
    size: (f64, f64),
}

impl Models {
    /// Creates an empty canvas. Call [`Models::begin`] to draw the lamps.
    pub fn new() -> Models {
        Models { canvas: dom::create("canvas").unchecked_into(), size: (0.0, 0.0) }
    }

    /// Prepares the canvas for `count` drawings of a lamp, each of this size, on a background of the colour
    /// `ground`, or on no background. Returns the drawing context, with which the caller draws the lamps.
    pub fn begin(
        &mut self,
        count: u32,
        (width, height): (f64, f64),
        ground: Option<&str>,
    ) -> CanvasRenderingContext2d {
        self.size = (width, height);
        self.canvas.set_width(width as u32 * count);
        self.canvas.set_height(height as u32);
        let context = context(&self.canvas, ground.is_none());
        if let Some(ground) = ground {
            context.set_fill_style_str(ground);
            context.fill_rect(0.0, 0.0, f64::from(self.canvas.width()), height);
        }
        context
    }

    /// The width and height of one lamp in device pixels.
    pub const fn size(&self) -> (f64, f64) {
        self.size
    }

    /// Copies the drawing of a lamp with this step of brightness to another canvas, at the position `(left,
    /// top)`.
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

/// The drawing context of a canvas. If `is_clear` is false, the canvas is opaque, which is faster.
pub fn context(canvas: &HtmlCanvasElement, is_clear: bool) -> CanvasRenderingContext2d {
    let options = js_sys::Object::new();
    js_sys::Reflect::set(&options, &"alpha".into(), &is_clear.into()).expect("an object takes a property");
    let context = canvas.get_context_with_context_options("2d", &options);
    let context = context.ok().flatten().expect("a canvas has a flat context");
    context.dyn_into().expect("the flat context is of its kind")
}
