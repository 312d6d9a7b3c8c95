//! The control board [F-BOARD-1]. It has a row of lamps that shows one register at a time, and buttons that
//! set the register's bits. The brightness of a lamp shows for how much of the time its bit was one.

use super::MachineElement;
use crate::dom;
use crate::words::Words;
use gier_machine::{DeskRegisters, Input};
use gier_panel::ink::glow::{DeskGlow, LampRow, bits, set_bits};
use gier_word::arith::fixed;
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, HtmlElement, MouseEvent};

/// The registers that the lamps can show. Each entry has the text of the register's button, the register, and
/// the number of its lamps. For R, the last two lamps show its marks.
const REGISTERS: [(&str, LampRow, usize); 9] = [
    ("R", LampRow::R, 42),
    ("M", LampRow::M, 40),
    ("O", LampRow::Order, 42),
    ("r1", LampRow::R1, 10),
    ("s", LampRow::S, 10),
    ("p", LampRow::P, 10),
    ("in", LampRow::In, 10),
    ("by", LampRow::By, 10),
    ("tk", LampRow::Tk, 10),
];
/// How many lamps the row has: forty for bits and two for marks.
pub(super) const LAMPS: usize = 42;
/// The number of lamps in a group. A gap follows each group. GIER's notation also divides a word into groups
/// of ten bits.
const GROUP: usize = 10;
/// The gap between two groups of lamps. The unit is the pitch of the lamps.
const GAP: f64 = 0.6;
/// The distance from the left end of the glass to the middle of the first lamp. The unit is the pitch of the
/// lamps.
const FIRST: f64 = 0.85;
/// The width of the glass. The unit is the pitch of the lamps.
const WIDE: f64 = 45.1;
/// How far the canvas reaches beyond the glass at the left and right, and at the top and bottom, so that the
/// glow of a lamp falls on the plate. The unit is a CSS pixel.
const MARGIN: (f64, f64) = (20.0, 14.0);
/// The radius of a lamp's glow. The unit is the radius of the lamp.
const HALO: f64 = 3.4;
/// The highest step of brightness. A lamp with step 0 is dark, and a lamp with step 15 is brightest.
const STEPS: u8 = 15;
/// The colours of the drawings of a lamp, each with the radius at which it is reached: a dark lamp, a glow, and
/// a bright lamp. The unit is the radius of the drawing.
const DRAWINGS: [&[(f32, &str)]; 3] = [
    &[(0.0, "#4a3b26"), (1.0, "#1f1811")],
    &[(0.06, "rgb(255 176 60 / .55)"), (0.4, "rgb(255 150 40 / .16)"), (1.0, "rgb(255 140 30 / 0)")],
    &[(0.0, "#fffbe8"), (0.45, "#ffd774"), (1.0, "#f29a1f")],
];

/// The canvas that shows the row of lamps. It records what it shows now, so that an unchanged row is not drawn
/// again.
#[derive(Debug)]
pub(super) struct BoardLamps {
    canvas: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
    /// A canvas for each of the [`DRAWINGS`]. They are not on the page, but are copied to the row.
    models: [HtmlCanvasElement; DRAWINGS.len()],
    /// The width and height of a drawing, in whole device pixels. Fractions would blur the copies.
    size: f64,
    /// For each lamp, the step of brightness that the canvas shows now, from 0 to [`STEPS`]. The list is
    /// empty if the row must be drawn.
    shown: Vec<u8>,
    /// The device pixels in a CSS pixel.
    scale: f64,
}

impl BoardLamps {
    pub(super) fn new(canvas: HtmlCanvasElement) -> BoardLamps {
        let models = DRAWINGS.map(|_| dom::create("canvas").unchecked_into());
        BoardLamps { context: context(&canvas), canvas, models, size: 0.0, shown: Vec::new(), scale: 0.0 }
    }

    /// Adapts the resolution of the canvas to its size on the page. If the size has changed, the next drawing
    /// includes all lamps.
    pub(super) fn measure(&mut self) {
        let scale = dom::window().device_pixel_ratio();
        let size = |pixels: i32| (f64::from(pixels) * scale).round() as u32;
        let (width, height) = (size(self.canvas.client_width()), size(self.canvas.client_height()));
        if (width, height, scale) == (self.canvas.width(), self.canvas.height(), self.scale) {
            return;
        }
        self.scale = scale;
        self.shown.clear();
        self.canvas.set_width(width);
        self.canvas.set_height(height);
        let size = 2.0 * HALO * self.radius();
        if size < 1.0 {
            return; // the canvas is not visible
        }
        self.size = size.ceil();
        let middle = self.size / 2.0;
        for (number, (model, colours)) in self.models.iter().zip(DRAWINGS).enumerate() {
            model.set_width(self.size as u32);
            model.set_height(self.size as u32);
            let context = context(model);
            let radius = if number == 1 { HALO * self.radius() } else { self.radius() };
            // The light sits a little above the middle of a lamp.
            let light = if number == 1 { middle } else { middle - 0.2 * radius };
            let made = context.create_radial_gradient(middle, light, 0.0, middle, middle, radius);
            let gradient = made.expect("the radii are positive");
            for (place, colour) in colours {
                gradient.add_color_stop(*place, colour).expect("the colour is ours");
            }
            context.set_fill_style_canvas_gradient(&gradient);
            context.begin_path();
            let _ = context.arc(middle, middle, radius, 0.0, core::f64::consts::TAU);
            context.fill();
        }
    }

    /// The pitch of the lamps in device pixels.
    fn pitch(&self) -> f64 {
        (f64::from(self.canvas.width()) - 2.0 * MARGIN.0 * self.scale) / WIDE
    }

    fn radius(&self) -> f64 {
        let height = f64::from(self.canvas.height()) - 2.0 * MARGIN.1 * self.scale;
        (0.34 * self.pitch()).min(0.36 * height).max(0.0)
    }

    fn draw(&mut self, row: &[u8]) {
        let steps: Vec<u8> = row.iter().map(|glow| glow.div_ceil(u8::MAX / STEPS)).collect();
        if self.radius() == 0.0 || steps == self.shown {
            return;
        }
        let (width, height) = (f64::from(self.canvas.width()), f64::from(self.canvas.height()));
        self.context.clear_rect(0.0, 0.0, width, height);
        let (half, pitch) = (self.size / 2.0, self.pitch());
        let middle =
            |lamp: usize| MARGIN.0 * self.scale + pitch * (FIRST + lamp as f64 + (lamp / GROUP) as f64 * GAP);
        // First the dark lamps, then the glows, which add up, then the bright lamps over both.
        for (drawing, mode) in [(0, "source-over"), (1, "lighter"), (2, "source-over")] {
            let _ = self.context.set_global_composite_operation(mode);
            for (lamp, &step) in steps.iter().enumerate().filter(|(_, step)| drawing == 0 || **step > 0) {
                let share = if drawing == 0 { 1.0 } else { f64::from(step) / f64::from(STEPS) };
                self.context.set_global_alpha(share);
                let (left, top) = (middle(lamp) - half, height / 2.0 - half);
                let _ = self.context.draw_image_with_html_canvas_element(&self.models[drawing], left, top);
            }
        }
        self.shown = steps;
    }
}

/// The drawing context of a canvas.
fn context(canvas: &HtmlCanvasElement) -> CanvasRenderingContext2d {
    let context = canvas.get_context("2d").ok().flatten().expect("a canvas has a flat context");
    context.dyn_into().expect("the flat context is of its kind")
}

/// The brightness of each of the 42 lamps while they show the register `chosen`. 0 is dark, and 255 is the
/// brightest.
fn row(glow: &DeskGlow, chosen: LampRow) -> Vec<u8> {
    let all = |part| glow.row(part).iter().map(|glow| glow.0);
    let mut row: Vec<u8> = match chosen {
        // The first bit of R is bit 00, an additional sign bit. It has no lamp in this row.
        LampRow::R => all(LampRow::R).skip(1).chain(all(LampRow::RMarks)).collect(),
        part => all(part).collect(),
    };
    row.resize(LAMPS, 0);
    row
}

/// The lowest `length` bits of a register in GIER's own notation: one number for each ten bits, such as
/// `0 / 12 / 1023 / 0`.
fn groups(bits: u64, length: usize) -> String {
    let groups = length.min(40) / GROUP;
    let group = |number: usize| (bits >> (GROUP * (groups - 1 - number)) & 0x3ff).to_string();
    (0..groups).map(group).collect::<Vec<_>>().join(" / ")
}

/// The contents of the chosen register as text, such as `s = 12`.
fn told(registers: &DeskRegisters, chosen: LampRow) -> String {
    let signed = fixed::signed40;
    match chosen {
        LampRow::R => format!("R = {} = {}", groups(registers.r40(), 40), signed(registers.r40())),
        LampRow::M => format!("M = {} = {}", groups(registers.m, 40), signed(registers.m)),
        LampRow::Order => format!("O = {}", gier_slip::disassemble(registers.order)),
        part @ (LampRow::RMarks
        | LampRow::R1
        | LampRow::S
        | LampRow::P
        | LampRow::By
        | LampRow::Tk
        | LampRow::In) => {
            format!("{} = {}", name_of(part), bits(registers, part))
        }
    }
}

/// Returns an input that makes the machine set one bit of the chosen register to one or zero. Returns `None`
/// if the control board cannot set this bit.
fn changed(registers: &DeskRegisters, chosen: LampRow, lamp: usize, is_one: bool) -> Option<Input> {
    let (_, _, length) = *REGISTERS.iter().find(|(_, part, _)| *part == chosen)?;
    if lamp >= length {
        return None;
    }
    Some(match chosen {
        LampRow::R if lamp >= 40 => set_bits(registers, LampRow::RMarks, 1 << (LAMPS - 1 - lamp), is_one),
        // Bit 00 has no lamp here. It follows the sign.
        LampRow::R if lamp == 0 => set_bits(registers, LampRow::R, 3 << 39, is_one),
        LampRow::R => set_bits(registers, LampRow::R, 1 << (39 - lamp), is_one),
        LampRow::Order | LampRow::RMarks => return None,
        LampRow::M | LampRow::R1 | LampRow::S | LampRow::P | LampRow::By | LampRow::Tk | LampRow::In => {
            set_bits(registers, chosen, 1 << (length - 1 - lamp), is_one)
        }
    })
}

/// The name of a register, as its button shows it.
fn name_of(part: LampRow) -> &'static str {
    REGISTERS.iter().find(|(_, known, _)| *known == part).map_or("R", |(name, _, _)| name)
}

/// The column of the drawer's grid below this lamp. Narrow columns stand at both ends and between the groups.
fn column(lamp: usize) -> String {
    (2 + lamp + lamp / GROUP).to_string()
}

impl MachineElement {
    /// Creates the buttons of the board.
    pub(super) fn make_board(&self) {
        let me = self.me;
        for id in ["start", "stop", "single", "help"] {
            dom::on(&dom::within::<HtmlElement>(&self.root, id), "click", move |_: MouseEvent| {
                me.with(|desk| desk.press(id));
            });
        }
        let group: HtmlElement = dom::within(&self.root, "choose");
        for (name, part, _) in REGISTERS {
            let button = dom::button(&group, name, move || me.with(|desk| desk.choose(part)));
            dom::set(&button, "data-register", name);
            dom::on(&button, "pointerenter", move |_: web_sys::Event| me.with(|desk| desk.explain(part)));
        }
        for button in dom::all_within(&self.root, "#board-open, #board-close") {
            dom::on(&button, "click", move |_: MouseEvent| me.with(|desk| desk.open_board(None)));
        }
        let bits: HtmlElement = dom::within(&self.root, "bits");
        for (lamp, name) in [(0, "0"), (10, "10"), (20, "20"), (30, "30"), (40, "a"), (41, "b")] {
            let place = dom::create("em");
            place.set_text_content(Some(name));
            let _ = place.style().set_property("grid-column", &column(lamp));
            bits.append_child(&place).expect("a group takes names");
        }
        for is_one in [true, false] {
            for lamp in 0..LAMPS {
                let button = dom::create("i");
                button.set_class_name(if is_one { "white" } else { "black" });
                let _ = button.style().set_property("grid-column", &column(lamp));
                dom::on(&button, "click", move |_: MouseEvent| me.with(|desk| desk.set_bit(lamp, is_one)));
                bits.append_child(&button).expect("a group takes buttons");
            }
        }
    }

    /// Opens or closes the drawer with the board's buttons. `None` changes it.
    pub fn open_board(&mut self, wanted: Option<bool>) {
        let drawer: HtmlElement = dom::within(&self.root, "drawer");
        let is_open = wanted.unwrap_or(drawer.hidden());
        drawer.set_hidden(!is_open);
        let button: HtmlElement = dom::within(&self.root, "board-open");
        dom::set(&button, "aria-expanded", &is_open.to_string());
        self.show();
    }

    /// Shows this register on the lamps, until another one is chosen.
    pub fn choose(&mut self, part: LampRow) {
        self.chosen = Some(part);
        self.explain(part);
        self.show();
    }

    /// The register that the lamps show. If the visitor has not chosen one, this is O while GIER waits, because
    /// it holds the order that reads the key, and R while GIER works.
    fn chosen(&self) -> LampRow {
        let is_working = self.guest.works();
        self.chosen.unwrap_or(if is_working { LampRow::R } else { LampRow::Order })
    }

    /// Shows the register with this name on the lamps. Unknown names change nothing.
    pub(super) fn choose_by_name(&mut self, register: &str) {
        if let Some((_, part, _)) = REGISTERS.iter().find(|(name, _, _)| *name == register) {
            self.choose(*part);
        }
    }

    /// Shows which register the lamps show, and what its lamps mean now.
    fn show_chosen(&mut self) {
        let (chosen, registers) = (self.chosen(), self.guest.machine().desk_registers());
        let name = name_of(chosen);
        if self.shown.say("register", name) {
            for button in dom::all_within(&self.root, "#choose button") {
                let is_chosen = button.get_attribute("data-register").as_deref() == Some(name);
                dom::set(&button, "aria-pressed", &is_chosen.to_string());
            }
        }
        let order = gier_slip::disassemble(registers.order);
        let meaning = match self.chosen {
            None if self.guest.works() => self.language.word("glows"),
            None if self.guest.awaits_key() => &format!("{order}: {}", self.language.word("reads-key")),
            None | Some(LampRow::Order) => &order,
            Some(_) => "",
        };
        self.shown.say("meaning", meaning);
    }

    fn explain(&self, part: LampRow) {
        let word = self.language.word(&format!("register-{}", name_of(part)));
        dom::within::<HtmlElement>(&self.root, "caption").set_text_content(Some(word));
    }

    /// Sets one bit of the chosen register: the bit that this lamp shows. The visitor does this with the
    /// buttons below the lamp. A white button sets the bit to one, and a black button sets it to zero.
    fn set_bit(&mut self, lamp: usize, is_one: bool) {
        self.clear_notes();
        if self.guest.works() {
            self.notice = Some("stop-first");
        } else if let Some(input) =
            changed(&self.guest.machine().desk_registers(), self.chosen(), lamp, is_one)
        {
            self.guest.set_by_hand(input);
        } else {
            self.notice = Some("no-bit");
        }
        self.show();
    }

    pub(super) fn draw_lamps(&mut self, glow: &DeskGlow) {
        self.lamps.draw(&row(glow, self.chosen()));
    }

    /// Updates the texts below the lamps: the contents of the chosen register, and the clock.
    pub(super) fn show_figures(&mut self) {
        self.lamps.measure();
        self.show_chosen();
        let told = told(&self.guest.machine().desk_registers(), self.chosen());
        self.shown.say("registers", &told);
        let (machine, orders) = (self.guest.machine(), self.language.word("orders"));
        let clock = format!("{:.1} s   {} {orders}", machine.now().seconds(), machine.orders());
        self.shown.say("clock", &clock);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gier_machine::{Machine, Register};

    #[test]
    fn a_button_sets_its_bit() {
        let mut machine = Machine::new();
        for (name, part, length) in REGISTERS {
            for lamp in 0..length {
                let Some(input) = changed(&machine.desk_registers(), part, lamp, true) else {
                    assert_eq!(part, LampRow::Order, "{name}");
                    continue;
                };
                machine.feed(input);
                let row = row(&DeskGlow::steady(&machine), part);
                assert_eq!(row[lamp], 255, "{name}, lamp {lamp}");
                machine.feed(changed(&machine.desk_registers(), part, lamp, false).unwrap());
                assert!(row.iter().filter(|&&glow| glow > 0).count() <= 1, "{name}, lamp {lamp}");
            }
        }
        assert_eq!(changed(&machine.desk_registers(), LampRow::S, 10, true), None);
    }

    #[test]
    fn a_register_is_written_in_groups_of_ten() {
        let mut machine = Machine::new();
        machine.feed(Input::SetRegister(Register::R, 5 << 30 | 7));
        assert_eq!(told(&machine.desk_registers(), LampRow::R), "R = 5 / 0 / 0 / 7 = 5368709127");
        machine.feed(Input::SetRegister(Register::S, 12));
        assert_eq!(told(&machine.desk_registers(), LampRow::S), "s = 12");
    }
}
