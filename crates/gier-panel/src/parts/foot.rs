//! Draws the bottom of the screen: a message or a question, and the keys with their labels.

use super::answer;
use crate::ink::pen::{Pen, columns, places, tail, wrapped};
use crate::keys::table::{self, BINDINGS, Binding, Command, ShownWhen, Views};
use crate::scene::{Focus, Hits, Question, Scene, State, Target, View};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// The maximum number of lines of a message. A long message covers the lines above the message line.
const MESSAGE_LINES: usize = 4;

/// Draws two lines: what the last order did, and what the next one will do.
pub(super) fn did_and_next(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
    let theme = scene.theme;
    let mut pen = Pen::new(buffer, area);
    let names = ["did", "next"].map(|name| scene.say(name));
    let width = names.iter().map(|name| places(columns(name))).max().unwrap_or(0) + 1;
    let told = scene.say("is shown when the machine stops, or runs at ×1/512 or slower");
    let (next, of_next) = match scene.explanation {
        Some(explanation) => (explanation, Style::new()),
        None => (&*told, theme.quiet()),
    };
    let lines = [(scene.did.unwrap_or(""), theme.quiet(), theme.quiet()), (next, theme.current(), of_next)];
    for (row, (name, (text, of_name, of_text))) in (0..).zip(names.iter().zip(lines)) {
        pen.go(0, row).text(name, of_name).go(width, row);
        let room = pen.room();
        pen.fitted(text, room, of_text);
    }
}

/// Draws the message line. If there is no message and `explains` is true, the line explains the order under
/// the cursor. Returns the position of the terminal's cursor if a question waits for your answer.
pub(super) fn message(
    scene: &Scene<'_>,
    area: Rect,
    explains: bool,
    buffer: &mut Buffer,
) -> Option<(u16, u16)> {
    let mut pen = Pen::new(buffer, area);
    match scene.prompt {
        Some(Question { question, typed, cursor, .. }) => {
            let typed_width = places(columns(typed)).saturating_add(3);
            let width = area.width.saturating_sub(typed_width).max(area.width / 2);
            pen.fitted(&scene.tell(question), width, scene.theme.alert()).text(" ", Style::new());
            // If the answer is too long for the line, only the part just before the cursor is shown.
            let room = usize::from(pen.room().saturating_sub(1));
            let at = typed.char_indices().nth(cursor).map_or(typed.len(), |(at, _)| at);
            let (before, behind) = typed.split_at(at);
            pen.text(tail(before, room), Style::new());
            let here = pen.here(1);
            let mut behind = behind.chars();
            match behind.next() {
                None => pen.text("▁", scene.theme.focus()),
                Some(under) => pen.text(under.encode_utf8(&mut [0; 4]), scene.theme.cursor()),
            };
            pen.text(behind.as_str(), Style::new());
            (!here.is_empty()).then_some((here.x, here.y))
        }
        None if scene.message.is_empty() && explains => {
            pen.fitted(scene.explanation.unwrap_or(""), area.width, scene.theme.quiet());
            None
        }
        None => {
            let lines = message_lines(&scene.tell(scene.message), area.width.into());
            let above = places(lines.len() - 1).min(area.y);
            let area = Rect { y: area.y - above, height: area.height + above, ..area };
            let mut pen = Pen::new(buffer, area);
            for (row, line) in (0..area.height).zip(&lines) {
                answer::clear(&mut pen, row, area.width);
                pen.go(0, row).text(line, scene.theme.name());
            }
            None
        }
    }
}

/// Wraps a message into at most `MESSAGE_LINES` lines of this width.
fn message_lines(text: &str, width: usize) -> Vec<String> {
    let mut lines = wrapped(text, width);
    if lines.len() > MESSAGE_LINES {
        lines.truncate(MESSAGE_LINES);
        lines[MESSAGE_LINES - 1].push('…');
    }
    lines
}

/// A key in the bottom lines.
struct Shown {
    binding: &'static Binding,
    key: String,
    label: String,
}

/// Draws the keys and labels of the bottom lines, and records the areas that you can click.
pub(super) fn keys(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer, hits: &mut Hits) {
    let mut pen = Pen::new(buffer, area);
    if let Some(question) = scene.prompt {
        let keys = [("Enter", "answer"), ("Esc", "cancel"), ("↑ ↓", "choose"), ("Tab", "complete")];
        let keys = if scene.offers.is_empty() { &keys[..2] } else { &keys[..] };
        for (key, label) in keys.iter().filter(|(key, _)| *key != "Enter" || !question.wants_one_key) {
            pen.text(key, scene.theme.cursor()).text(" ", Style::new());
            pen.text(&scene.say(label), scene.theme.quiet()).text(" ", Style::new());
        }
        return;
    }
    let shown = shown(scene, area);
    let mut group = None;
    for (key, (column, row)) in shown.iter().zip(flow(&shown, area.width)) {
        if column > 0 && group != Some(key.binding.group) {
            pen.go(column - 2, row).text("│ ", scene.theme.quiet());
        }
        group = Some(key.binding.group);
        pen.go(column, row);
        hits.add(pen.here(width(key) - 1), Target::Command(key.binding.command));
        pen.text(&key.key, scene.theme.cursor()).text(" ", Style::new());
        pen.text(&key.label, scene.theme.quiet());
    }
}

/// The keys for which there is room, in the order of the table, so that each stays where it is.
fn shown(scene: &Scene<'_>, area: Rect) -> Vec<Shown> {
    let typing = scene.focus == Focus::Typewriter;
    let mut shown: Vec<Shown> = Vec::new();
    let place = |key: &Shown| BINDINGS.iter().position(|known| known.command == key.binding.command);
    for binding in wanted(scene) {
        // At the typewriter, Esc changes the side as well as Tab does.
        let changes_side = binding.command == Command::Views(Views::Focus);
        let Some(key) = scene.keys.shown(binding.command, typing).filter(|_| !(typing && changes_side))
        else {
            continue;
        };
        let key = Shown { binding, key: key.name(), label: scene.say(label(binding, scene)).into_owned() };
        let at = shown.partition_point(|known| place(known) < place(&key));
        shown.insert(at, key);
        if flow(&shown, area.width).any(|(_, row)| row >= area.height) {
            shown.remove(at);
        }
    }
    shown
}

/// The column and row of each key. Between two groups is room for a line.
fn flow(shown: &[Shown], room: u16) -> impl Iterator<Item = (u16, u16)> {
    let (mut column, mut row, mut group) = (0, 0, None);
    shown.iter().map(move |key| {
        column += if group.is_some_and(|group| group != key.binding.group) { 2 } else { 0 };
        group = Some(key.binding.group);
        if column + width(key) > room + 1 {
            (column, row) = (0, row + 1);
        }
        let here = (column, row);
        column += width(key);
        here
    })
}

/// The width of a key with its label and the space behind it.
fn width(key: &Shown) -> u16 {
    places(columns(&key.key) + columns(&key.label) + 2)
}

/// The label of a command in the bottom line. The label of `StartStop` depends on the state of the machine.
fn label(binding: &Binding, scene: &Scene<'_>) -> &'static str {
    if binding.command == Command::Desk(table::Desk::StartStop) {
        if is_stopped(scene) { "start" } else { "stop" }
    } else {
        binding.label
    }
}

fn is_stopped(scene: &Scene<'_>) -> bool {
    matches!(scene.heading.state, State::Stopped(_))
}

/// The bottom line begins with the commands that are useful at any time. Then come at most this many commands
/// for the machine. After them, commands for the machine and for the chosen view alternate.
const FIRST: usize = 3;

fn wanted(scene: &Scene<'_>) -> impl Iterator<Item = &'static Binding> {
    let is_stopped = is_stopped(scene);
    let is_in_past = scene.heading.future.is_some();
    let view = if scene.focus == Focus::Typewriter { View::Paper } else { scene.view };
    let rank = |shown_when: &ShownWhen| match *shown_when {
        ShownWhen::Always => Some(0),
        ShownWhen::Typing => (scene.focus == Focus::Typewriter).then_some(0),
        ShownWhen::On(on) => (on == view && is_stopped).then_some(2),
        ShownWhen::Running => (!is_stopped).then_some(1),
        ShownWhen::Stopped => is_stopped.then_some(1),
        ShownWhen::InPast => (is_stopped && is_in_past).then_some(1),
    };
    let ranked = |wanted: u8| {
        let rank =
            |binding: &&'static Binding| binding.shown_when.iter().filter_map(rank).min() == Some(wanted);
        BINDINGS.iter().filter(rank).collect::<Vec<_>>()
    };
    // A few commands for the machine come before all commands for the view. The remaining commands alternate.
    let (moves, views) = (ranked(1), ranked(2));
    let (first, moves) = moves.split_at(moves.len().min(FIRST));
    let turns = 0..moves.len().max(views.len());
    let both = turns.flat_map(|turn| [moves.get(turn).copied(), views.get(turn).copied()]).flatten();
    ranked(0).into_iter().chain(first.to_vec()).chain(both.collect::<Vec<_>>())
}
