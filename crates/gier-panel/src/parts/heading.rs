//! Draws the heading: the name of the image, the state of the machine, its speed, and its position in the
//! session.

use crate::ink::figures::{clock, grouped, times};
use crate::ink::pen::{Pen, columns, head, places, rule, tail};
use crate::scene::{Focus, Heading, Scene, State};
use gier_word::Uops;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// The name, and then the reason of a stop, are shortened to make room for this many texts.
const NUMBERS: usize = 3;
/// At least this many columns of a name are shown.
const NAME_LEAST: usize = 6;

/// Draws the heading into one line.
pub(super) fn draw(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
    let theme = scene.theme;
    let heading = &scene.heading;
    let pieces = pieces(heading, scene.desk.machine.now(), scene.desk.machine.orders());
    let mut right: Vec<String> = pieces.iter().map(|piece| scene.say(piece).into_owned()).collect();
    // A long name is shortened, to leave room for the machine's state and numbers.
    let (all, least) = (usize::from(area.width), width(&right[..NUMBERS]));
    let name = fit(&heading.image, all.saturating_sub(least + 10).clamp(NAME_LEAST, all / 4));
    let title = format!("GIER {name}");
    rule(buffer, area, &title, scene.focus == Focus::Desk, theme);
    let room = all.saturating_sub(columns(&title) + 5);
    while right.len() > NUMBERS && width(&right) > room {
        right.pop();
    }
    // If that is not enough, the reason of a stop is cut.
    let reason = columns(&right[0]).saturating_sub(width(&right).saturating_sub(room));
    let width = places(width(&right).min(room));
    let style = if matches!(heading.state, State::Stopped(_)) { theme.alert() } else { theme.name() };
    let mut pen = Pen::new(buffer, area);
    pen.go(area.width.saturating_sub(width + 1), 0);
    for (place, piece) in right.iter().enumerate() {
        let (style, room) =
            if place == 0 { (style, places(reason)) } else { (theme.quiet(), pen.room().saturating_sub(1)) };
        pen.text(" ", theme.quiet()).fitted(piece, room, style).text(" ", theme.quiet());
    }
}

/// Replaces the middle of a long name by `…`, so that the end stays visible.
fn fit(name: &str, width: usize) -> String {
    if columns(name) <= width {
        return name.to_string();
    }
    let front = width / 3;
    format!("{}…{}", head(name, front), tail(name, width - front - 1))
}

fn width(pieces: &[String]) -> usize {
    pieces.iter().map(|piece| columns(piece) + 2).sum()
}

/// The texts at the right end of the heading, the most important first.
fn pieces(heading: &Heading, now: Uops, orders: u64) -> Vec<String> {
    let order = match heading.future {
        Some(future) => format!("after {} of {} orders", grouped(orders), grouped(future)),
        None => format!("after {} orders", grouped(orders)),
    };
    let speed = match (heading.speed, heading.reached) {
        (None, Some((factor, rate))) => format!("flat out ×{factor:.0}, {} orders/s", whole(rate)),
        (None, None) => "flat out".to_string(),
        (Some(speed), None) => times(speed),
        (Some(speed), Some((factor, rate))) if near(speed, factor) => {
            format!("{}, {} orders/s", times(speed), whole(rate))
        }
        (Some(speed), Some((factor, rate))) => {
            format!("{} (is {}), {} orders/s", times(speed), times(factor), whole(rate))
        }
    };
    // If the heading is too narrow, the last texts are left out.
    let is_running = heading.state == State::Running;
    let (first, second) = if is_running { (speed, order) } else { (order, speed) };
    let mut pieces = vec![state(&heading.state), clock(now), first, second];
    if heading.late {
        pieces.push("too slow: time dropped".to_string());
    }
    match heading.breaks {
        (0, _) => {}
        (1, 1) => pieces.push("1 breakpoint".to_string()),
        (all, on) if all == on => pieces.push(format!("{all} breakpoints")),
        (all, on) => pieces.push(format!("{on} of {all} breakpoints")),
    }
    pieces.push(past(heading.memory));
    pieces
}

/// The memory that the recorded past takes, as a text in megabytes.
fn past(bytes: usize) -> String {
    let tenths = (bytes + 50_000) / 100_000;
    format!("past {}.{} MB", tenths / 10, tenths % 10)
}

fn whole(rate: f64) -> String {
    grouped(rate.round() as u64)
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
