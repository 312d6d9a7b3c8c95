//! Draws the heading and the control desk: the registers with their lamps and values, the signal lamps and
//! the switches.

use super::areas::WIDE;
use super::heading;
use crate::ink::glow::{self, DeskGlow, LampRow};
use crate::ink::lamps::Glow;
use crate::ink::pen::{Pen, columns, places};
use crate::ink::theme::Theme;
use crate::keys::table::{self, Command};
use crate::scene::{Hits, Lamps, Scene, State, Target};
use gier_desk::notation::explain::READABLE;
use gier_desk::notation::forms::Form;
use gier_machine::DeskRegisters;
use gier_word::{Cell, Half, Marks};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// The column where the lamps of a long register (R, M or the order register) begin.
const LAMPS: u16 = 3;
/// The column of the lamp for bit 00 of R, to the right of the other forty lamps. The lamps of the two mark
/// bits are in the next two columns.
const BEHIND: u16 = 47;
/// The column where the value of a long register is written.
const TEXT: u16 = 51;
/// The names of the fields of an order that fills a cell, written below the forty lamps.
const FULL_FIELDS: &str = "address··· t········· op····nimm XVDiolllAB";
/// The names of the fields of a cell with two orders, written below the forty lamps.
const PAIR_FIELDS: &str = "left addr· right adr· left··nimm right·nimm";

/// Draws the heading and the desk.
pub(super) fn draw(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer, hits: &mut Hits) {
    heading::draw(scene, Rect { height: 1, ..area }, buffer);
    let body = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    let desk = &scene.desk;
    let glow = desk.glow.clone().unwrap_or_else(|| DeskGlow::steady(desk.machine));
    let mut drawing = Drawing {
        scene,
        theme: scene.theme,
        desk,
        registers: desk.machine.desk_registers(),
        glow: &glow,
        pen: Pen::new(buffer, body),
        hits,
    };
    drawing.long_registers(if area.width >= WIDE { WIDE - 42 } else { area.width });
    if area.width >= WIDE {
        drawing.short_register(LampRow::R1, WIDE - 41, 0);
        drawing.short_register(LampRow::S, WIDE - 20, 0);
        drawing.short_register(LampRow::P, WIDE - 41, 1);
        drawing.short_register(LampRow::By, WIDE - 20, 1);
        drawing.short_register(LampRow::Tk, WIDE - 41, 2);
        drawing.pending(WIDE - 20, 2);
        drawing.indicator(WIDE - 41, 3);
        drawing.signals(4, &scene.heading.state);
    } else {
        drawing.short_register(LampRow::R1, 0, 4);
        drawing.short_register(LampRow::S, 23, 4);
        drawing.short_register(LampRow::P, 46, 4);
        drawing.short_register(LampRow::By, 0, 5);
        drawing.short_register(LampRow::Tk, 23, 5);
        drawing.indicator(46, 5);
        drawing.signals(6, &scene.heading.state);
    }
}

struct Drawing<'a, 'b> {
    scene: &'a Scene<'a>,
    theme: Theme,
    desk: &'a Lamps<'a>,
    registers: DeskRegisters,
    glow: &'a DeskGlow,
    pen: Pen<'b>,
    hits: &'a mut Hits,
}

impl Drawing<'_, '_> {
    /// Draws R, M and the order register, and the names of the order's fields.
    fn long_registers(&mut self, end: u16) {
        for (row, part) in (0..).zip([LampRow::R, LampRow::M, LampRow::Order]) {
            self.long_register(part, row, end);
        }
        let quiet = self.theme.quiet();
        let pair = self.registers.order.marks().a();
        self.pen.go(LAMPS, 3).text(if pair { PAIR_FIELDS } else { FULL_FIELDS }, quiet);
        self.pen.go(BEHIND, 3).text("0ab", quiet);
        self.pen.go(TEXT, 3).text(&self.scene.say(self.desk.form.name()), quiet);
    }

    fn long_register(&mut self, part: LampRow, row: u16, end: u16) {
        let glow = self.glow;
        self.pen.go(0, row).text(name(part), self.theme.name());
        let lamps = glow.row(part);
        // The first lamp of R shows bit 00.
        let (front, body) = lamps.split_at(if part == LampRow::R { lamps.len().min(1) } else { 0 });
        let bits = (0..body.len()).rev();
        for ((place, bit), &lamp) in (0..40).zip(bits).zip(body) {
            self.lamp(part, bit, lamp, LAMPS + place + place / 10, row);
        }
        for &lamp in front {
            self.lamp(part, 40, lamp, BEHIND, row);
        }
        let marks = if part == LampRow::R { glow.row(LampRow::RMarks) } else { &body[40.min(body.len())..] };
        let marks_part = if part == LampRow::R { LampRow::RMarks } else { part };
        for ((column, bit), &lamp) in (BEHIND + 1..).zip([1, 0]).zip(marks) {
            self.lamp(marks_part, bit, lamp, column, row);
        }
        let mut text = long_text(&self.registers, part, self.desk.form);
        // A binary value that does not fit is written as four groups of ten bits.
        if self.desk.form == Form::Binary && columns(&text) > usize::from(end.saturating_sub(TEXT + 1)) {
            text = long_text(&self.registers, part, Form::Groups);
        }
        let bits = if part == LampRow::R { self.registers.r40() } else { self.registers.m };
        let number = Cell::new(bits, Marks::NONE).signed();
        if self.desk.form == Form::Groups && part != LampRow::Order && (-READABLE..0).contains(&number) {
            // Four groups of ten bits hide that a number is negative.
            text = format!("{text} = {number}");
        }
        let before = self.desk.before.as_ref().filter(|before| {
            long_text(before, part, Form::Groups) != long_text(&self.registers, part, Form::Groups)
        });
        let was = before.map(|before| match part {
            // The order before is told in a line of its own.
            LampRow::Order => String::new(),
            _ => long_text(before, part, self.desk.form),
        });
        self.pen.go(TEXT, row);
        self.value(&text, end.saturating_sub(TEXT), was);
    }

    /// Draws a value. A changed value has another style. Behind it stands what it was, or a star if the value
    /// before does not fit.
    fn value(&mut self, text: &str, width: u16, was: Option<String>) {
        let Some(was) = was else {
            self.pen.fitted(text, width.saturating_sub(1), Default::default());
            return;
        };
        let style = self.theme.changed();
        let is_told = !was.is_empty();
        let was = format!(" {}", self.scene.say(&format!("was {was}")));
        if is_told && columns(text) + columns(&was) < usize::from(width) {
            self.pen.text(text, style).text(&was, self.theme.quiet());
        } else {
            self.pen.fitted(text, width.saturating_sub(1), style).text("*", style);
        }
    }

    fn lamp(&mut self, part: LampRow, bit: usize, glow: Glow, column: u16, row: u16) {
        let is_binary = self.desk.form == Form::Binary;
        let sign = match glow.step() {
            0 if is_binary => '0',
            4 if is_binary => '1',
            _ => glow.sign(),
        };
        self.pen.go(column, row);
        self.hits
            .add(self.pen.here(1), Target::Lamp(part, u8::try_from(bit).expect("a register has few lamps")));
        self.pen.text(sign.encode_utf8(&mut [0; 4]), self.theme.lamp(glow));
    }

    /// Draws a short register: its ten lamps and its value.
    fn short_register(&mut self, part: LampRow, column: u16, row: u16) {
        self.pen.go(column, row).text(name(part), self.theme.name());
        let lamps = self.glow.row(part);
        for ((place, bit), &lamp) in (0..).zip((0..lamps.len()).rev()).zip(lamps) {
            self.lamp(part, bit, lamp, column + 3 + place, row);
        }
        let text = short_text(&self.registers, part, self.desk.form);
        let before = self.desk.before.as_ref().filter(|before| {
            short_text(before, part, Form::Groups) != short_text(&self.registers, part, Form::Groups)
        });
        let was = before.map(|before| short_text(before, part, self.desk.form));
        self.pen.go(column + 14, row);
        self.value(&text, 6, was);
    }

    /// Draws the values that an order such as `is` or `it` has set for the next order only.
    fn pending(&mut self, column: u16, row: u16) {
        let parts = [("is", self.registers.pending_s), ("it", self.registers.pending_t)];
        self.pen.go(column, row);
        for (order, value) in parts {
            let Some(value) = value else { continue };
            self.pen.text(&format!("{order} {value} "), self.theme.changed());
        }
    }

    /// Draws the indicator register: five pairs of lamps, each with its letter.
    fn indicator(&mut self, column: u16, row: u16) {
        self.pen.go(column, row).text("in", self.theme.name());
        let changed =
            self.desk.before.as_ref().is_some_and(|before| before.indicator != self.registers.indicator);
        let lamps = self.glow.row(LampRow::In);
        let spread = self.pen.room() >= 38;
        let mut column = column + 3;
        for (pair, letter) in lamps.chunks(2).zip(["O", "T", "P", "Q", "R"]) {
            if spread {
                for (lamp, side) in pair.iter().zip(["A", "B"]) {
                    let bit = indicator_bit(letter, side);
                    self.pen.go(column, row).text(letter, self.theme.quiet()).text(side, self.theme.quiet());
                    self.lamp(LampRow::In, bit, *lamp, column + 2, row);
                    column += 3;
                }
                column += 1;
            } else {
                self.pen.go(column, row).text(letter, self.theme.quiet());
                for (place, (lamp, side)) in (0..).zip(pair.iter().zip(["A", "B"])) {
                    self.lamp(LampRow::In, indicator_bit(letter, side), *lamp, column + 1 + place, row);
                }
                column += 4;
            }
        }
        if changed {
            self.pen.text("*", self.theme.changed());
        }
    }

    /// Draws the signal lamps below the registers, and the switches.
    fn signals(&mut self, row: u16, state: &State) {
        let machine = self.desk.machine;
        let devices = machine.devices();
        let (drum_unit, desk) = (&devices.drum, &devices.desk);
        let [waiting, drum, key] = self.glow.signals();
        let running = !matches!(state, State::Stopped(_));
        let spread = self.pen.go(0, row).room() >= WIDE;
        let gap = if spread { "   " } else { " " };
        self.signal("run", Glow::of(running), Some(Command::Desk(table::Desk::Start)), gap);
        self.signal("stop", Glow::of(!running), Some(Command::Desk(table::Desk::Stop)), gap);
        self.signal("wait", waiting, None, gap);
        let track = format!("drum {:>3}:{:<2}", drum_unit.last_track(), drum_unit.position(machine.now()));
        self.signal(&track, drum, None, gap);
        let switches = [
            ("KA", desk.ka, Command::Desk(table::Desk::Ka)),
            ("KB", desk.kb, Command::Desk(table::Desk::Kb)),
            ("prot0", drum_unit.protect_track0, Command::Desk(table::Desk::ProtectTrack0)),
            ("1-31", drum_unit.protect_tracks_1_to_31, Command::Desk(table::Desk::ProtectTracks1To31)),
            ("par", desk.parity_stop, Command::Desk(table::Desk::ParityStop)),
        ];
        for (name, on, command) in switches {
            self.signal(name, Glow::of(on), Some(command), gap);
        }
        self.signal(
            "HELP",
            Glow::of(machine.help_at_work()),
            Some(Command::Desk(table::Desk::HelpButton)),
            gap,
        );
        self.signal("key", key, None, gap);
        if let Some(tape) = devices.reader.tape() {
            let text = format!("tape {}/{} {}", devices.reader.row(), tape.rows().len(), tape.name());
            self.pen.fitted(&text, 40, self.theme.quiet());
        }
    }

    fn signal(&mut self, name: &str, glow: Glow, command: Option<Command>, gap: &str) {
        let name = self.scene.say(name);
        let width = places(name.chars().count() + 2);
        if let Some(command) = command {
            self.hits.add(self.pen.here(width), Target::Command(command));
        }
        let sign = glow.sign();
        self.pen.text(sign.encode_utf8(&mut [0; 4]), self.theme.lamp(glow));
        self.pen.text(&name, if glow.step() > 0 { self.theme.name() } else { self.theme.quiet() });
        self.pen.text(gap, Default::default());
    }
}

/// Returns the index of a bit of the indicator. Bit 0 is the rightmost. `letter` and `side` are the bit's
/// name: Q and A for bit QA.
fn indicator_bit(letter: &str, side: &str) -> usize {
    let pair = ["R", "Q", "P", "T", "O"].iter().position(|&other| other == letter);
    let pair = pair.expect("a pair of the indicator");
    pair * 2 + usize::from(side == "A")
}

/// The name of a register, as shown next to its lamps.
pub(super) fn name(part: LampRow) -> &'static str {
    match part {
        LampRow::R | LampRow::RMarks => "R",
        LampRow::M => "M",
        LampRow::Order => "O",
        LampRow::R1 => "r1",
        LampRow::S => "s",
        LampRow::P => "p",
        LampRow::By => "by",
        LampRow::Tk => "tk",
        LampRow::In => "in",
    }
}

/// Writes the contents of a long register as text. A floating-point number has its exponent in M. In floating
/// form, the text of R therefore depends on both registers.
fn long_text(registers: &DeskRegisters, part: LampRow, form: Form) -> String {
    let r = Cell::new(registers.r40(), registers.r_marks);
    let m = Cell::new(registers.m, Marks::NONE);
    match part {
        LampRow::R if form == Form::Floating => {
            let rf = r.with_address(m.address());
            format!("RF {}", Form::Floating.write(rf))
        }
        LampRow::R if form == Form::Integer && registers.cpu.r != r.signed() => {
            format!("{} overflow", registers.cpu.r)
        }
        LampRow::R => form.write(r),
        LampRow::M => form.write(m),
        LampRow::Order if form == Form::Groups => Form::Order.write(registers.order),
        LampRow::Order | LampRow::RMarks => form.write(registers.order),
        LampRow::R1 | LampRow::S | LampRow::P | LampRow::By | LampRow::Tk | LampRow::In => {
            short_text(registers, part, form)
        }
    }
}

/// Writes the contents of a short register as text. The integer, fraction and floating forms show a signed
/// number. The other forms show a number from 0 to 1023. Register r1 is an address, so it has no sign.
fn short_text(registers: &DeskRegisters, part: LampRow, form: Form) -> String {
    let value = glow::bits(registers, part);
    let right = if part == LampRow::R1 && registers.half == Half::Right { "r" } else { "" };
    let signed = matches!(form, Form::Integer | Form::Fraction | Form::Floating) && value >= 512;
    if signed && part != LampRow::R1 {
        return (value.cast_signed() - 1024).to_string();
    }
    format!("{value}{right}")
}
