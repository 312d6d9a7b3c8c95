//! The control board [F-BOARD-1]. It has a row of lamps that shows one register at a time, and buttons that
//! set the register's bits. The brightness of a lamp shows for how much of the time its bit was one.

use super::Desk;
use crate::dom;
use crate::guest::State;
use crate::lamps::{Models, context};
use gier_machine::input::Register;
use gier_machine::{Input, PanelView};
use gier_panel::ink::glow::{DeskGlow, Part, bits};
use gier_word::arith::fixed;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, HtmlElement, MouseEvent};

/// The registers that the lamps can show. Each entry has the text of the register's button, the register, and
/// the number of its lamps. For R, the last two lamps show its marks.
const REGISTERS: [(&str, Part, usize); 9] = [
    ("R", Part::R, 42),
    ("M", Part::M, 40),
    ("O", Part::Order, 42),
    ("r1", Part::R1, 10),
    ("s", Part::S, 10),
    ("p", Part::P, 10),
    ("in", Part::In, 10),
    ("by", Part::By, 10),
    ("tk", Part::Tk, 10),
];
/// How many lamps the row has: forty for bits and two for marks.
pub(super) const LAMPS: usize = 42;
/// The number of lamps in a group. A gap follows each group. GIER's notation also divides a word into groups
/// of ten bits.
const GROUP: usize = 10;
/// The gap between two groups of lamps. The unit is the width of one lamp.
const GAP: f64 = 0.55;
/// The width of the whole row with its four gaps. The unit is the width of one lamp.
const COLUMNS: f64 = LAMPS as f64 + 4.0 * GAP;
/// The colour of the strip behind the lamps.
const STRIP: &str = "#171513";
/// The highest step of brightness. A lamp with step 0 is dark, and a lamp with step 15 is brightest.
const STEPS: u8 = 15;

/// The canvas that shows the row of lamps. It records what it shows now, so that only changed lamps are
/// drawn.
#[derive(Debug)]
pub(super) struct BoardLamps {
    canvas: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
    models: Models,
    /// For each lamp, the step of brightness that the canvas shows now, from 0 to [`STEPS`]. The list is
    /// empty if all lamps must be drawn.
    shown: Vec<u8>,
    width: u32,
}

impl BoardLamps {
    pub(super) fn new(canvas: HtmlCanvasElement) -> BoardLamps {
        BoardLamps {
            context: context(&canvas, false),
            canvas,
            models: Models::new(),
            shown: Vec::new(),
            width: 0,
        }
    }

    /// Adapts the resolution of the canvas to its size on the page. If the size has changed, the next drawing
    /// includes all lamps.
    pub(super) fn measure(&mut self) {
        let scale = dom::window().device_pixel_ratio();
        let size = |pixels: i32| (f64::from(pixels) * scale).round() as u32;
        let (width, height) = (size(self.canvas.client_width()), size(self.canvas.client_height()));
        if width == self.width && height == self.canvas.height() {
            return;
        }
        self.width = width;
        self.shown.clear();
        self.canvas.set_width(width);
        self.canvas.set_height(height);
        self.context.set_fill_style_str(STRIP);
        self.context.fill_rect(0.0, 0.0, f64::from(width), f64::from(height));
        self.draw_models(f64::from(height));
    }

    /// The width that one lamp takes on the canvas, in device pixels.
    fn unit(&self) -> f64 {
        f64::from(self.width) / COLUMNS
    }

    fn draw_models(&mut self, height: f64) {
        let width = self.unit().floor().max(1.0);
        let context = self.models.begin(u32::from(STEPS) + 1, (width, height), STRIP);
        let radius = 0.36 * width.min(height);
        for step in 0..=STEPS {
            let share = f64::from(step) / f64::from(STEPS);
            let (x, y) = ((f64::from(step) + 0.5) * width, height / 2.0);
            let circle = |radius: f64, colour: &str| {
                context.set_fill_style_str(colour);
                context.begin_path();
                let _ = context.arc(x, y, radius, 0.0, core::f64::consts::TAU);
                context.fill();
            };
            // The glow does not reach beyond the lamp's own area, because only this area is copied to the
            // board.
            for ring in 1..=4u8 {
                let wide = radius + (width.min(height) / 2.0 - radius) * f64::from(5 - ring) / 4.0;
                circle(wide, &mixed([23.0, 21.0, 19.0], [140.0, 96.0, 32.0], share * f64::from(ring) / 6.0));
            }
            circle(radius, &mixed([58.0, 47.0, 34.0], [255.0, 178.0, 64.0], share));
            circle(radius * 0.62, &mixed([58.0, 47.0, 34.0], [255.0, 226.0, 140.0], share));
            circle(radius * 0.3, &mixed([66.0, 54.0, 40.0], [255.0, 246.0, 214.0], share));
        }
    }

    fn draw(&mut self, row: &[u8]) {
        let unit = self.unit();
        if unit < 1.0 {
            return; // the canvas is not visible
        }
        for (lamp, &glow) in row.iter().enumerate() {
            let step = glow.div_ceil(u8::MAX / STEPS);
            if self.shown.get(lamp) != Some(&step) {
                self.models.copy(step.into(), &self.context, ((place(lamp) * unit).round(), 0.0));
            }
        }
        self.shown = row.iter().map(|glow| glow.div_ceil(u8::MAX / STEPS)).collect();
    }
}

/// The distance from the left end of the row to the left edge of a lamp. The unit is the width of one lamp.
fn place(lamp: usize) -> f64 {
    lamp as f64 + (lamp / GROUP) as f64 * GAP
}

/// Mixes the colours `dark` and `bright`, and returns the result in CSS notation. A `share` of 0 gives
/// `dark`, and 1 gives `bright`.
fn mixed(dark: [f64; 3], bright: [f64; 3], share: f64) -> String {
    let [red, green, blue] = [0, 1, 2].map(|part| (dark[part] + (bright[part] - dark[part]) * share).round());
    format!("rgb({red} {green} {blue})")
}

/// The brightness of each of the 42 lamps while they show the register `chosen`. 0 is dark, and 255 is the
/// brightest.
fn row(glow: &DeskGlow, chosen: Part) -> Vec<u8> {
    let all = |part| glow.row(part).iter().map(|glow| glow.0);
    let mut row: Vec<u8> = match chosen {
        // The first bit of R is bit 00, an additional sign bit. It has no lamp in this row.
        Part::R => all(Part::R).skip(1).chain(all(Part::RMarks)).collect(),
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
fn told(view: &PanelView, chosen: Part) -> String {
    let signed = fixed::signed40;
    match chosen {
        Part::R => format!("R = {} = {}", groups(view.r, 40), signed(view.r)),
        Part::M => format!("M = {} = {}", groups(view.m, 40), signed(view.m)),
        Part::Order => format!("O = {}", gier_slip::disassemble(view.order)),
        part @ (Part::RMarks | Part::R1 | Part::S | Part::P | Part::By | Part::Tk | Part::In) => {
            let name = REGISTERS.iter().find(|(_, known, _)| *known == part).map_or("", |(name, _, _)| name);
            format!("{name} = {}", bits(view, part))
        }
    }
}

/// Returns an input that makes the machine set one bit of the chosen register to one or zero. Returns `None`
/// if the control board cannot set this bit.
fn changed(view: &PanelView, chosen: Part, lamp: usize, is_one: bool) -> Option<Input> {
    let (_, _, length) = *REGISTERS.iter().find(|(_, part, _)| *part == chosen)?;
    if lamp >= length {
        return None;
    }
    let set = |bits: u64, weight: u64| if is_one { bits | weight } else { bits & !weight };
    let short = |register, bits: u16| {
        let bits = set(bits.into(), 1 << (GROUP - 1 - lamp));
        Input::SetRegister(register, bits as i64)
    };
    Some(match chosen {
        Part::R if lamp >= 40 => {
            let marks = set(view.r_marks.bits().into(), 1 << (LAMPS - 1 - lamp));
            Input::SetRegister(Register::RMarks, marks as i64)
        }
        Part::R => Input::SetRegister(Register::R, signed_of(set(view.r, 1 << (39 - lamp)))),
        Part::M => Input::SetRegister(Register::M, signed_of(set(view.m, 1 << (39 - lamp)))),
        Part::S => short(Register::S, view.s),
        Part::P => short(Register::P, view.p),
        Part::In => short(Register::In, view.indicator),
        Part::By => short(Register::By, view.by),
        Part::Tk => short(Register::Tk, view.tk.number()),
        Part::R1 => {
            let next = set(view.r1.number().into(), 1 << (GROUP - 1 - lamp));
            Input::SetNext(gier_word::Address::new(next as u16), view.half)
        }
        Part::Order | Part::RMarks => return None,
    })
}

fn signed_of(bits: u64) -> i64 {
    ((bits << 24) as i64) >> 24
}

impl Desk {
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
            let button = dom::create("button");
            dom::set(&button, "type", "button");
            dom::set(&button, "data-register", name);
            button.set_text_content(Some(name));
            dom::on(&button, "click", move |_: MouseEvent| me.with(|desk| desk.choose(part)));
            dom::on(&button, "pointerenter", move |_: web_sys::Event| me.with(|desk| desk.explain(part)));
            group.append_child(&button).expect("a group takes buttons");
        }
        let bits: HtmlElement = dom::within(&self.root, "bits");
        for is_one in [true, false] {
            for lamp in 0..LAMPS {
                let button = dom::create("i");
                button.set_class_name(if is_one { "white" } else { "black" });
                // The button is below its lamp. After each group of columns, one narrow column is left
                // free.
                let column = 1 + lamp + lamp / GROUP;
                let _ = button.style().set_property("grid-column", &column.to_string());
                dom::on(&button, "click", move |_: MouseEvent| me.with(|desk| desk.set_bit(lamp, is_one)));
                bits.append_child(&button).expect("a group takes buttons");
            }
        }
        self.show_chosen();
    }

    /// Shows this register on the lamps.
    pub fn choose(&mut self, part: Part) {
        self.chosen = part;
        self.explain(part);
        self.show_chosen();
        self.show();
    }

    /// Shows the register with this name on the lamps. Unknown names change nothing.
    pub(super) fn choose_by_name(&mut self, register: &str) {
        if let Some((_, part, _)) = REGISTERS.iter().find(|(name, _, _)| *name == register) {
            self.choose(*part);
        }
    }

    pub(super) fn show_chosen(&self) {
        for (button, (_, part, _)) in dom::all_within(&self.root, "#choose button").into_iter().zip(REGISTERS)
        {
            dom::set(&button, "aria-pressed", if part == self.chosen { "true" } else { "false" });
        }
    }

    fn explain(&self, part: Part) {
        let name = REGISTERS.iter().find(|(_, known, _)| *known == part).map_or("R", |(name, _, _)| name);
        let word = self.language.word(&format!("register-{name}"));
        dom::within::<HtmlElement>(&self.root, "caption").set_text_content(Some(word));
    }

    /// Sets one bit of the chosen register: the bit that this lamp shows. The visitor does this with the
    /// buttons below the lamp. A white button sets the bit to one, and a black button sets it to zero.
    fn set_bit(&mut self, lamp: usize, is_one: bool) {
        self.clear_notes();
        if self.guest.state() == State::Working {
            self.notice = Some("stop-first");
        } else if let Some(input) = changed(&self.guest.view(), self.chosen, lamp, is_one) {
            self.guest.set_by_hand(input);
        } else {
            self.notice = Some("no-bit");
        }
        self.show();
    }

    pub(super) fn draw_lamps(&mut self, glow: &DeskGlow) {
        self.lamps.draw(&row(glow, self.chosen));
    }

    /// Updates the texts below the lamps: the contents of the chosen register, and the clock.
    pub(super) fn show_figures(&mut self) {
        let view = self.guest.view();
        self.lamps.measure();
        self.shown.registers.say(told(&view, self.chosen));
        let orders = self.language.word("orders");
        self.shown.clock.say(format!("{:.1} s   {} {orders}", view.now.seconds(), view.orders));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gier_machine::Machine;

    #[test]
    fn a_button_sets_its_bit() {
        let mut machine = Machine::new();
        for (name, part, length) in REGISTERS {
            for lamp in 0..length {
                let Some(input) = changed(&machine.view(), part, lamp, true) else {
                    assert_eq!(part, Part::Order, "{name}");
                    continue;
                };
                machine.feed(input);
                let row = row(&DeskGlow::steady(&machine.view()), part);
                assert_eq!(row[lamp], 255, "{name}, lamp {lamp}");
                machine.feed(changed(&machine.view(), part, lamp, false).unwrap());
                assert!(row.iter().filter(|&&glow| glow > 0).count() <= 1, "{name}, lamp {lamp}");
            }
        }
        assert_eq!(changed(&machine.view(), Part::S, 10, true), None);
    }

    #[test]
    fn a_register_is_written_in_groups_of_ten() {
        let mut machine = Machine::new();
        machine.feed(Input::SetRegister(Register::R, 5 << 30 | 7));
        assert_eq!(told(&machine.view(), Part::R), "R = 5 / 0 / 0 / 7 = 5368709127");
        machine.feed(Input::SetRegister(Register::S, 12));
        assert_eq!(told(&machine.view(), Part::S), "s = 12");
    }
}
