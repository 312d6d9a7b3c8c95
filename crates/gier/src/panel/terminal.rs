//! The panel in a terminal: draws only when something changed and at most thirty times a
//! second, waits for keys when the machine stands or waits, and puts the terminal right again
//! however it ends.

use crate::host::clock::HostClock;
use crate::host::keys;
use crate::host::signals::is_interrupted;
use anyhow::{Context, Result};
use gier_desk::host::Clock;
use gier_panel::parts::screen;
use gier_panel::scene::Drawn;
use gier_panel::{App, Key};
use ratatui::DefaultTerminal;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, MouseButton, MouseEventKind,
};
use ratatui::crossterm::execute;
use std::io::stdout;
use std::time::Duration;

/// The least time from picture to picture.
const FRAME: Duration = Duration::from_millis(33);
/// How often to look for a signal while nothing happens.
const LOOK: Duration = Duration::from_millis(500);
/// Lines for a turn of the wheel.
const WHEEL: i32 = 3;

/// Shows the panel until the person leaves.
///
/// # Errors
/// Those of the terminal.
pub fn show(app: &mut App) -> Result<()> {
    let earlier = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        restore();
        earlier(panic);
    }));
    let mut terminal = ratatui::try_init().context("cannot take over the terminal")?;
    // A terminal without a mouse is as good.
    let _ = execute!(stdout(), EnableMouseCapture);
    let result = work(app, &mut terminal);
    restore();
    result
}

/// Puts the terminal right.
pub fn restore() {
    let _ = execute!(stdout(), DisableMouseCapture);
    ratatui::restore();
}

fn work(app: &mut App, terminal: &mut DefaultTerminal) -> Result<()> {
    let mut picture = Buffer::default();
    let clock = HostClock::start();
    let mut last = None::<Duration>;
    let mut is_stale = true;
    while !app.quits() && !is_interrupted() {
        let since = last.map_or(FRAME, |last| clock.now() - last);
        if is_stale && since >= FRAME {
            picture = draw(app, terminal)?;
            #[cfg(debug_assertions)]
            trip();
            last = Some(clock.now());
            is_stale = false;
        }
        let since = last.map_or(FRAME, |last| clock.now() - last);
        let next_frame = if is_stale { FRAME.saturating_sub(since) } else { LOOK };
        let rest = app.rest();
        let mut wait = rest.map_or(next_frame, |rest| rest.min(next_frame));
        while event::poll(wait)? {
            handle(app, &event::read()?, &picture, terminal);
            is_stale = true;
            wait = Duration::ZERO;
        }
        if rest.is_some() && app.rest().is_some_and(|rest| rest.is_zero()) {
            app.slice();
            is_stale = true;
        }
    }
    Ok(())
}

/// In a debug build `GIER_PANIC=40` makes the panel panic after its fortieth picture, so that
/// one can see that the terminal is put right and the log whole. No release has this.
#[cfg(debug_assertions)]
fn trip() {
    use std::sync::atomic::{AtomicU32, Ordering};
    static PICTURES: AtomicU32 = AtomicU32::new(0);
    let at = std::env::var("GIER_PANIC").ok().and_then(|text| text.parse().ok());
    assert!(at != Some(PICTURES.fetch_add(1, Ordering::Relaxed) + 1), "asked for by GIER_PANIC");
}

fn draw(app: &mut App, terminal: &mut DefaultTerminal) -> Result<Buffer> {
    let size = terminal.size()?;
    app.prepare(size.height);
    let scene = app.scene();
    let mut drawn = Drawn::default();
    let frame = terminal.draw(|frame| {
        drawn = screen::draw(&scene, frame.area(), frame.buffer_mut());
        if let Some(cursor) = drawn.cursor {
            frame.set_cursor_position(cursor);
        }
    })?;
    let picture = frame.buffer.clone();
    app.drew(drawn);
    Ok(picture)
}

fn handle(app: &mut App, event: &Event, picture: &Buffer, terminal: &mut DefaultTerminal) {
    let mut report = |done: u64, all: u64| go_on(done, all, picture, terminal);
    match event {
        Event::Key(event) => {
            if let Some(key) = keys::key(event) {
                app.press(key, &mut report);
            }
        }
        Event::Mouse(mouse) => match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => app.click(mouse.column, mouse.row, &mut report),
            MouseEventKind::ScrollUp => app.wheel(-WHEEL),
            MouseEventKind::ScrollDown => app.wheel(WHEEL),
            _ => {}
        },
        _ => {}
    }
}

/// Shows how far a long way back has come, above the last picture; false if the person gives
/// up.
fn go_on(done: u64, all: u64, picture: &Buffer, terminal: &mut DefaultTerminal) -> bool {
    let text = format!(" {} % looked through; Esc gives up ", done * 100 / all.max(1));
    // A picture that cannot be drawn now is drawn when the way is done.
    let _ = terminal.draw(|frame| {
        let buffer = frame.buffer_mut();
        if buffer.area == picture.area {
            buffer.clone_from(picture);
        }
        let width = usize::from(buffer.area.width);
        let row = buffer.area.height.saturating_sub(3);
        buffer.set_stringn(0, row, text, width, ratatui::style::Modifier::REVERSED);
    });
    let mut goes_on = !is_interrupted();
    while let Ok(true) = event::poll(Duration::ZERO) {
        if let Ok(Event::Key(event)) = event::read() {
            goes_on &= !matches!(keys::key(&event), Some(Key::Escape | Key::Control('c')));
        }
    }
    goes_on
}
