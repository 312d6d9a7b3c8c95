//! Draws the heading: what was booted, what the machine does, how fast, and where in time.

use crate::ink::pen::{Pen, rule};
use crate::scene::{Focus, Heading, Scene, State};
use gier_word::Uops;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// Draws the heading into one line.
pub fn draw(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
    let theme = scene.theme;
    let heading = &scene.heading;
    let desk_has_keys = scene.focus == Focus::Desk;
    let title = format!("GIER {}", heading.image);
    let loud = if desk_has_keys { theme.focus() } else { theme.name() };
    rule(buffer, area, &title, desk_has_keys, theme.quiet(), loud);
    let mut right = pieces(heading, scene.desk.view.now, scene.desk.view.orders);
    let room = area.width.saturating_sub(title.chars().count() as u16 + 5) as usize;
    while right.len() > 1 && width(&right) > room {
        right.pop();
    }
    let width = width(&right).min(room) as u16;
    let style = if matches!(heading.state, State::Stopped(_)) { theme.alert() } else { theme.name() };
    let mut pen = Pen::new(buffer, area);
    pen.go(area.width.saturating_sub(width + 1), 0);
    for (place, piece) in right.iter().enumerate() {
        let style = if place == 0 { style } else { theme.quiet() };
        pen.text(" ", theme.quiet());
        let room = pen.room().saturating_sub(1);
        pen.fitted(piece, room, style);
        pen.text(" ", theme.quiet());
    }
}

fn width(pieces: &[String]) -> usize {
    pieces.iter().map(|piece| piece.chars().count() + 2).sum()
}

/// The pieces on the right, the most important first.
fn pieces(heading: &Heading, now: Uops, orders: u64) -> Vec<String> {
    let mut pieces = vec![state(&heading.state)];
    if let Some(future) = heading.future {
        pieces.push(format!("order {} of {}", grouped(orders), grouped(future)));
    }
    pieces.push(match (heading.speed, heading.reached) {
        (None, Some((factor, rate))) => format!("flat out ×{factor:.0}, {} orders/s", grouped(rate as u64)),
        (None, None) => "flat out".to_string(),
        (Some(speed), None) => format!("×{speed}"),
        (Some(speed), Some((factor, rate))) if near(speed, factor) => {
            format!("×{speed}, {} orders/s", grouped(rate as u64))
        }
        (Some(speed), Some((factor, rate))) => {
            format!("×{speed} (is ×{factor:.2}), {} orders/s", grouped(rate as u64))
        }
    });
    if heading.late {
        pieces.push("late: time dropped".to_string());
    }
    pieces.push(clock(now));
    // What does not fit is left out from the end.
    pieces.push(format!("past {:.1} MB", heading.memory as f64 / 1e6));
    if heading.future.is_none() {
        pieces.push(format!("order {}", grouped(orders)));
    }
    pieces
}

fn near(asked: f64, is: f64) -> bool {
    (is / asked - 1.0).abs() < 0.02
}

fn state(state: &State) -> String {
    match state {
        State::Running => "running".to_string(),
        State::AwaitingKey => "waits for a key".to_string(),
        State::AwaitingTape => "waits for a tape".to_string(),
        State::Stopped(why) => format!("stop: {why}"),
    }
}

/// A number with a space before every three digits.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// Machine time as hours, minutes, seconds and thousandths.
pub fn clock(now: Uops) -> String {
    let seconds = now.as_seconds();
    let minutes = (seconds / 60.0).floor();
    let hours = (minutes / 60.0).floor();
    let rest = seconds - minutes * 60.0;
    if hours > 0.0 {
        return format!("{hours}:{:02}:{rest:06.3}", minutes - hours * 60.0);
    }
    format!("{minutes}:{rest:06.3}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_times_are_easy_to_read() {
        assert_eq!(grouped(7), "7");
        assert_eq!(grouped(1_234_567), "1 234 567");
        assert_eq!(grouped(123_456), "123 456");
        assert_eq!(clock(Uops::from_seconds(75.25)), "1:15.250");
        assert_eq!(clock(Uops::from_seconds(3600.0 * 2.0 + 61.0)), "2:01:01.000");
    }
}
