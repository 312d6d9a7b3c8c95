//! Shows the panel in a terminal. The panel is drawn again only after a change, and at most thirty times a
//! second. The terminal is restored after a normal end, a signal or a panic.

use crate::cli::Signs;
use crate::host;
use crate::host::clock::HostClock;
use crate::host::events::{Events, Happening};
use crate::host::keys;
use crate::host::replies::{Arrival, Ground};
use crate::host::signals::{self, JobSignal, is_interrupted};
use anyhow::{Context, Result, bail};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use gier_desk::host::Clock;
use gier_panel::ink::ascii;
use gier_panel::ink::theme::Theme;
use gier_panel::parts::screen as parts;
use gier_panel::scene::Drawn;
use gier_panel::{App, Key};
use ratatui::backend::CrosstermBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm;
use ratatui::crossterm::event::{Event, MouseButton, MouseEventKind};
use ratatui::layout::{Rect, Size};
use ratatui::{Terminal, TerminalOptions, Viewport};
use std::io::{Stdout, Write, stdout};
use std::mem::ManuallyDrop;
use std::time::Duration;

/// The minimum time between two drawings of the panel.
const FRAME: Duration = Duration::from_millis(33);
/// How often gier checks for a signal while nothing happens.
const LOOK: Duration = Duration::from_millis(100);
/// How many lines one step of the mouse wheel scrolls.
const WHEEL: i16 = 3;

/// The widest and the highest picture. A larger terminal shows it in its upper left corner, because each character
/// takes memory.
const LARGEST: Size = Size { width: 400, height: 200 };
/// gier believes no terminal that claims to have more columns or rows.
const BELIEVED: u16 = 10_000;

type Screen = Terminal<CrosstermBackend<Stdout>>;

/// Shows the panel until the user leaves. `asks` says whether the terminal must be asked for its background.
pub fn show(app: &mut App, signs: Signs, asks: bool) -> Result<()> {
    let Size { width, height } = size()?;
    if width.max(height) > BELIEVED {
        bail!(
            "this terminal claims to have {width} columns and {height} rows; \
             set its size first, for example with stty cols 120 rows 40"
        );
    }
    host::terminal::restore_after_panic();
    // The destructor of ratatui's terminal may panic after the window was closed. So it is not called:
    // `restore` restores the terminal.
    let mut screen = ManuallyDrop::new(take_over()?);
    if asks {
        host::terminal::ask_for_ground();
    }
    let result = work(app, &mut screen, signs);
    host::terminal::restore();
    result
}

fn take_over() -> Result<Screen> {
    host::terminal::take_screen()?;
    let viewport = Viewport::Fixed(area()?);
    Ok(Terminal::with_options(CrosstermBackend::new(stdout()), TerminalOptions { viewport })?)
}

/// The size of the terminal.
fn size() -> Result<Size> {
    let (width, height) = crossterm::terminal::size().context("cannot find the size of the terminal")?;
    Ok(Size { width, height })
}

/// The part of the terminal that shows the panel.
fn area() -> Result<Rect> {
    let Size { width, height } = size()?;
    Ok(Rect::new(0, 0, width.min(LARGEST.width), height.min(LARGEST.height)))
}

fn work(app: &mut App, screen: &mut Screen, signs: Signs) -> Result<()> {
    let mut events = Events::open()?;
    let mut picture = Picture::default();
    let clock = HostClock::start();
    let mut last = None::<Duration>;
    let mut is_stale = true;
    let (mut pressed, mut has_mouse) = (None, true);
    while !app.quits() && !is_interrupted() {
        let since = last.map_or(FRAME, |last| clock.now() - last);
        if is_stale && since >= FRAME {
            picture = draw(app, screen, signs, &mut events)?;
            #[cfg(debug_assertions)]
            trip();
            last = Some(clock.now());
            is_stale = false;
        }
        let since = last.map_or(FRAME, |last| clock.now() - last);
        let next_frame = if is_stale { FRAME.saturating_sub(since) } else { LOOK };
        let rest = app.rest();
        let mut wait = rest.map_or(next_frame, |rest| rest.min(next_frame));
        while let Some(happening) = events.next(wait)? {
            match happening {
                Happening::Job(signal) => job(app, screen, signal)?,
                Happening::Arrival(Arrival::Ground(Ground::Light)) => app.set_theme(Theme::Light),
                Happening::Arrival(Arrival::Ground(Ground::Dark)) => app.set_theme(Theme::Dark),
                Happening::Arrival(Arrival::Event(event)) if is_control(&event, 'z') => {
                    job(app, screen, JobSignal::Stop)?;
                }
                Happening::Arrival(Arrival::Event(event)) if is_control(&event, 'l') => clear(screen)?,
                Happening::Arrival(Arrival::Event(event)) => {
                    handle(app, &event, (&picture, &mut pressed), screen, &mut events)
                }
            }
            is_stale = true;
            wait = Duration::ZERO;
        }
        if has_mouse != app.has_mouse() {
            has_mouse = app.has_mouse();
            host::terminal::take_mouse(has_mouse)?;
        }
        if rest.is_some() && app.rest().is_some_and(|rest| rest.is_zero()) {
            app.slice();
            is_stale = true;
        }
    }
    Ok(())
}

/// Whether the event is Ctrl with this key.
fn is_control(event: &Event, key: char) -> bool {
    matches!(event, Event::Key(event) if keys::keys(event).eq([Key::Control(key)]))
}

/// Stops the program, or takes over the terminal when the shell has continued it.
fn job(app: &mut App, screen: &mut Screen, signal: JobSignal) -> Result<()> {
    if signal == JobSignal::Stop && signals::STOPS {
        host::terminal::stop()?;
    }
    *screen = take_over()?;
    app.resume();
    Ok(())
}

/// Draws everything again, because something else has written to the terminal.
fn clear(screen: &mut Screen) -> Result<()> {
    *screen = take_over()?;
    Ok(())
}

/// Tests the handling of a panic. In a debug build, `GIER_PANIC=40` makes the panel panic after it was drawn
/// forty times. After the panic, the terminal must be restored and the log must be complete.
#[cfg(debug_assertions)]
fn trip() {
    use std::sync::atomic::{AtomicU32, Ordering};
    static PICTURES: AtomicU32 = AtomicU32::new(0);
    let at = std::env::var("GIER_PANIC").ok().and_then(|text| text.parse().ok());
    assert!(at != Some(PICTURES.fetch_add(1, Ordering::Relaxed) + 1), "asked for by GIER_PANIC");
}

fn draw(app: &mut App, screen: &mut Screen, signs: Signs, events: &mut Events) -> Result<Picture> {
    let size = area()?;
    if screen.get_frame().area() != size {
        screen.resize(size)?;
    }
    // Before a picture, gier searches for variables that were never set. A key interrupts this search.
    app.prepare_while(size.height, &mut |_, _| !is_interrupted() && !events.is_waiting());
    let scene = app.scene();
    let mut drawn = Drawn::default();
    let frame = screen.draw(|frame| {
        drawn = parts::draw(&scene, frame.area(), frame.buffer_mut());
        if signs == Signs::Ascii {
            ascii::draw(frame.buffer_mut());
        }
        if let Some(cursor) = drawn.cursor {
            frame.set_cursor_position(cursor);
        }
    })?;
    let views = drawn.views.iter().map(|&(_, area, _)| area).collect();
    let picture = Picture { buffer: frame.buffer.clone(), views };
    app.drew(drawn);
    Ok(picture)
}

/// Handles a key or an event of the mouse. `pressed` is the place where the mouse was pressed.
fn handle(
    app: &mut App,
    event: &Event,
    (picture, pressed): (&Picture, &mut Option<(u16, u16)>),
    screen: &mut Screen,
    events: &mut Events,
) {
    let mut report = |done: u64, all: u64| go_on((done, all), &picture.buffer, screen, events);
    match event {
        Event::Key(event) => {
            for key in keys::keys(event) {
                app.press(key, &mut report);
            }
        }
        Event::Mouse(mouse) => match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => *pressed = Some((mouse.column, mouse.row)),
            MouseEventKind::Up(MouseButton::Left) => match pressed.take() {
                Some(from) if from != (mouse.column, mouse.row) => {
                    let text = picture.text(from, (mouse.column, mouse.row));
                    match text.chars().count() {
                        0 => app.say("There is no text to copy here."),
                        count => {
                            copy(&text);
                            app.say(&format!("Copied {count} characters."));
                        }
                    }
                }
                _ => app.click(mouse.column, mouse.row, &mut report),
            },
            MouseEventKind::ScrollUp => app.wheel(mouse.column, mouse.row, -WHEEL),
            MouseEventKind::ScrollDown => app.wheel(mouse.column, mouse.row, WHEEL),
            _ => {}
        },
        _ => {}
    }
}

/// The last picture, and the parts of it that show the views.
#[derive(Default)]
struct Picture {
    buffer: Buffer,
    views: Vec<Rect>,
}

impl Picture {
    /// The text from the place where the mouse was pressed to the place where it was released. Its lines end
    /// where the view ends in which the mouse was pressed.
    fn text(&self, from: (u16, u16), to: (u16, u16)) -> String {
        let area = self.views.iter().find(|area| area.contains(from.into())).unwrap_or(&self.buffer.area);
        let is_down = (from.1, from.0) <= (to.1, to.0);
        let ((first, top), (last, bottom)) = if is_down { (from, to) } else { (to, from) };
        let row = |row: u16| {
            let begin = if row == top { first.max(area.x) } else { area.x };
            let end = if row == bottom { (last + 1).min(area.right()) } else { area.right() };
            (begin..end).map(|column| self.buffer[(column, row)].symbol()).collect::<String>()
        };
        let rows = (top.max(area.y)..(bottom + 1).min(area.bottom())).map(row);
        rows.map(|row| row.trim_end().to_string()).collect::<Vec<_>>().join("\n")
    }
}

/// Asks the terminal to copy a text, by the sequence OSC 52. A terminal that does not know it ignores it.
fn copy(text: &str) {
    let _ =
        write!(stdout(), "\x1b]52;c;{}\x07", BASE64_STANDARD.encode(text)).and_then(|()| stdout().flush());
}

/// Shows the progress of a long search on top of the last drawing of the panel. Returns `false` if the user
/// cancels the search.
fn go_on((done, all): (u64, u64), picture: &Buffer, screen: &mut Screen, events: &mut Events) -> bool {
    let text = format!(" {} % searched; Esc gives up ", done * 100 / all.max(1));
    // This error is ignored, because the next picture is drawn after the search anyway.
    let _ = screen.draw(|frame| {
        let buffer = frame.buffer_mut();
        if buffer.area == picture.area {
            buffer.clone_from(picture);
        }
        let width = usize::from(buffer.area.width);
        let row = buffer.area.height.saturating_sub(3);
        // First clears the line, because it may show a message or a typed command.
        buffer.set_stringn(0, row, " ".repeat(width), width, ratatui::style::Style::reset());
        buffer.set_stringn(0, row, text, width, ratatui::style::Modifier::REVERSED);
    });
    let mut goes_on = !is_interrupted();
    while let Ok(Some(happening)) = events.next(Duration::ZERO) {
        if let Happening::Arrival(Arrival::Event(Event::Key(event))) = happening {
            goes_on &= !keys::keys(&event).any(|key| matches!(key, Key::Escape | Key::Control('c')));
        }
    }
    goes_on
}
