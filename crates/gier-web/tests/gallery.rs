//! Tests that the pictures of the gallery are what the programs leave on the paper. `UPDATE=1` makes them again.

use gier_desk::typewriter::paper::{Position, Sheet, text_of};
use gier_machine::Machine;
use gier_sound::tones::{self, Tone};
use gier_web::cards::CARDS;
use gier_web::paper::line_html;
use gier_web::visit::Visit;
use gier_word::uops::UOPS_PER_SECOND;
use gier_word::{Image, Uops};
use std::fs;

/// The largest size of the paper on a card, in lines and columns.
const PAPER: (usize, usize) = (12, 62);
/// The kind of the programs that play on the loudspeaker. Their cards show notes.
const MUSIC: &str = "music";
/// How many notes stand on a staff.
const NOTES: usize = 7;
/// The smallest width of the paper on a card, in columns.
const NARROW: usize = 15;
/// How long a program may run for its card, in GIER's time.
const LONG: Uops = Uops(600 * UOPS_PER_SECOND);

/// The picture of each program's card, when the program is run with the card's keys. Each piece between form feeds
/// has the program's name, the lines and columns of the paper, and the paper as HTML, or the tune as notes.
fn papers() -> String {
    let mut papers = String::new();
    for &(program, kind, keys) in CARDS {
        let roms = concat!(env!("CARGO_MANIFEST_DIR"), "/../../roms");
        let image = fs::read(format!("{roms}/{program}.drum")).unwrap();
        let machine = Machine::with_image(&Image::from_bytes(&image).unwrap());
        let mut guest = Visit::from_the_beginning(program, machine);
        guest.listen(kind == MUSIC);
        guest.work(LONG);
        guest.play(keys);
        guest.work(LONG);
        let (lines, columns, mut html) = paper_of(guest.sheet());
        html = format!("<pre>{html}</pre>");
        if kind == MUSIC {
            html = notes(&tones::find(&guest.take_heard().changes));
        }
        papers += &format!("{program} {lines} {columns}\n{html}\x0c");
    }
    papers
}

/// The first tones of a tune as notes on two staves.
fn notes(tones: &[Tone]) -> String {
    /// The lines and spaces of a staff that the twelve semitones of an octave stand on.
    const PLACES: [i32; 12] = [0, 0, 1, 1, 2, 3, 3, 4, 4, 5, 5, 6];
    let place = |tone: &Tone| {
        let semitone = (69.0 + 12.0 * (tone.hertz() / 440.0).log2()).round() as i32;
        semitone.div_euclid(12) * 7 + PLACES[semitone.rem_euclid(12) as usize]
    };
    let tones = &tones[..tones.len().min(2 * NOTES)];
    // The lowest note stands on the lowest line, as far as whole octaves allow.
    let lowest = tones.iter().map(place).min().unwrap_or(0);
    let mut svg = "<svg viewBox=\"0 0 200 120\" stroke=\"currentColor\">".to_string();
    for line in (0..5).flat_map(|line| [18 + 8 * line, 76 + 8 * line]) {
        svg += &format!("<path d=\"M8 {line}H192\" stroke-opacity=\".45\"/>");
    }
    for (number, tone) in tones.iter().enumerate() {
        let x = 24 + 25 * (number % NOTES);
        let y = if number < NOTES { 50 } else { 108 } - 4 * (place(tone) - lowest);
        svg += &format!(
            "<path d=\"M{} {y}v-24\" stroke-width=\"1.6\"/><ellipse cx=\"{x}\" cy=\"{y}\" rx=\"5\" ry=\"3.8\"/>",
            x + 5
        );
    }
    svg + "</svg>"
}

/// How many lines and columns of a sheet a card shows, and these last lines as HTML.
fn paper_of(sheet: &Sheet) -> (usize, usize, String) {
    let is_blank = |line: &Vec<Position>| text_of(line).trim().is_empty();
    let is_end = |line: &Vec<Position>| is_blank(line) || text_of(line).trim() == "end";
    let mut lines: Vec<_> =
        sheet.lines().iter().rev().skip_while(|line| is_end(line)).take(PAPER.0).collect();
    while lines.last().is_some_and(|line| is_blank(line)) {
        lines.pop();
    }
    let length = |line: &Vec<Position>| line.len().min(PAPER.1);
    let columns = lines.iter().map(|line| length(line)).max().unwrap_or(0).max(NARROW);
    let html: Vec<String> = lines.iter().rev().map(|line| line_html(&line[..length(line)])).collect();
    (lines.len(), columns, html.join("\n"))
}

#[test]
fn the_gallery_shows_what_the_programs_leave_on_the_paper() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/page/papers.txt");
    let papers = papers();
    if std::env::var_os("UPDATE").is_some() {
        fs::write(path, &papers).unwrap();
    }
    assert!(fs::read_to_string(path).unwrap() == papers, "run with UPDATE=1, and look at the gallery");
}
