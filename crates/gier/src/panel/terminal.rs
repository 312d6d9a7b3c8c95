//! Shows the panel in a terminal. The panel is drawn again only after a change, and at most thirty times a
//! second. The terminal is restored after a normal end, a signal or a panic.

use crate::cli::Signs;
use crate::host;
use crate::host::clock::HostClock;
use crate::host::keys;
use crate::host::signals::{self, is_interrupted};
use anyhow::{Context, Result, bail};
use gier_desk::host::Clock;
use gier_panel::ink::ascii;
use gier_panel::parts::screen;
use gier_panel::scene::Drawn;
use gier_panel::{App, Key};
use ratatui::DefaultTerminal;
use ratatui::buffer::Buffer;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, MouseButton, MouseEventKind,
};
use ratatui::crossterm::execute;
use std::cell::RefCell;
use std::io::{self, stdout};
use std::mem::ManuallyDrop;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// The minimum time between two drawings of the panel.
const FRAME: Duration = Duration::from_millis(33);
/// How often gier checks for a signal while nothing happens.
const LOOK: Duration = Duration::from_millis(100);
/// How many lines one step of the mouse wheel scrolls.
const WHEEL: i16 = 3;

/// Shows the panel until the user leaves.
///
/// # Errors
/// Returns an error if the terminal cannot be used.
pub fn show(app: &mut App, signs: Signs) -> Result<()> {
    let earlier = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        restore();
        earlier(panic);
    }));
    // The destructor of ratatui's terminal may panic after the window was closed. So it is not called:
    // `restore` restores the terminal.
    let mut terminal = ManuallyDrop::new(take_over()?);
    let result = work(app, &mut terminal, signs);
    let _ = terminal.show_cursor();
    restore();
    result
}

fn take_over() -> Result<DefaultTerminal> {
    IS_SHOWN.store(true, Ordering::Relaxed);
    let terminal = ratatui::try_init().context("cannot take over the terminal")?;
    // This error is ignored. A terminal without a mouse can be used too.
    let _ = execute!(stdout(), EnableMouseCapture);
    Ok(terminal)
}

/// Whether the terminal shows the panel now.
static IS_SHOWN: AtomicBool = AtomicBool::new(false);

/// Removes the panel from the terminal, if it is shown. Then restores the terminal to its earlier settings.
pub fn restore() {
    if IS_SHOWN.swap(false, Ordering::Relaxed) {
        // Errors are ignored, because a closed terminal cannot be restored.
        let _ = execute!(stdout(), DisableMouseCapture, Show);
        let _ = ratatui::try_restore();
    }
    host::terminal::restore();
}

/// The events of the terminal. A separate thread reads them, because a read from a closed terminal may
/// block for ever.
struct Events {
    receiver: Receiver<io::Result<Event>>,
    /// The next event, if [`Events::is_waiting`] has already received it.
    received: RefCell<Option<io::Result<Event>>>,
}

impl Events {
    fn open() -> Events {
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            loop {
                let event = event::read();
                let is_last = event.is_err();
                if sender.send(event).is_err() || is_last {
                    return;
                }
            }
        });
        Events { receiver, received: RefCell::default() }
    }

    /// Whether there is an event that [`Events::next`] has not returned yet.
    fn is_waiting(&self) -> bool {
        let mut received = self.received.borrow_mut();
        if received.is_none() {
            *received = self.receiver.try_recv().ok();
        }
        received.is_some()
    }

    /// The next event, or `None` if no event comes within the time `wait`.
    fn next(&self, wait: Duration) -> Result<Option<Event>> {
        if let Some(event) = self.received.take() {
            return Ok(Some(event?));
        }
        match self.receiver.recv_timeout(wait) {
            Ok(event) => Ok(Some(event?)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => bail!("the terminal gives no more keys"),
        }
    }
}

fn work(app: &mut App, terminal: &mut DefaultTerminal, signs: Signs) -> Result<()> {
    let events = Events::open();
    let mut picture = Buffer::default();
    let clock = HostClock::start();
    let mut last = None::<Duration>;
    let mut is_stale = true;
    while !app.quits() && !is_interrupted() {
        let since = last.map_or(FRAME, |last| clock.now() - last);
        if is_stale && since >= FRAME {
            picture = draw(app, terminal, signs, &events)?;
            #[cfg(debug_assertions)]
            trip();
            last = Some(clock.now());
            is_stale = false;
        }
        let since = last.map_or(FRAME, |last| clock.now() - last);
        let next_frame = if is_stale { FRAME.saturating_sub(since) } else { LOOK };
        let rest = app.rest();
        let mut wait = rest.map_or(next_frame, |rest| rest.min(next_frame));
        while let Some(event) = events.next(wait)? {
            if is_suspension(&event) {
                suspend(app, terminal)?;
            } else {
                handle(app, &event, &picture, terminal, &events);
            }
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

/// Whether the event is Ctrl-Z, which suspends the panel.
fn is_suspension(event: &Event) -> bool {
    matches!(event, Event::Key(event) if keys::keys(event).eq([Key::Control('z')]))
}

/// Restores the terminal for the shell, and suspends the program. Shows the panel again when the shell
/// continues the program.
fn suspend(app: &mut App, terminal: &mut DefaultTerminal) -> Result<()> {
    if signals::SUSPENDS {
        restore();
        signals::suspend()?;
        *terminal = take_over()?;
        app.resume();
    }
    Ok(())
}

/// Tests the handling of a panic. In a debug build, `GIER_PANIC=40` makes the panel panic after it was drawn
/// forty times. After the panic, the terminal must be restored and the log must be complete.
#[cfg(debug_assertions)]
fn trip() {
    use std::sync::atomic::AtomicU32;
    static PICTURES: AtomicU32 = AtomicU32::new(0);
    let at = std::env::var("GIER_PANIC").ok().and_then(|text| text.parse().ok());
    assert!(at != Some(PICTURES.fetch_add(1, Ordering::Relaxed) + 1), "asked for by GIER_PANIC");
}

fn draw(app: &mut App, terminal: &mut DefaultTerminal, signs: Signs, events: &Events) -> Result<Buffer> {
    let size = terminal.size()?;
    // Before a picture, gier searches for variables that were never set. A key interrupts this search.
    app.prepare_while(size.height, &mut |_, _| !is_interrupted() && !events.is_waiting());
    let scene = app.scene();
    let mut drawn = Drawn::default();
    let frame = terminal.draw(|frame| {
        drawn = screen::draw(&scene, frame.area(), frame.buffer_mut());
        if signs == Signs::Ascii {
            ascii::draw(frame.buffer_mut());
        }
        if let Some(cursor) = drawn.cursor {
            frame.set_cursor_position(cursor);
        }
    })?;
    let picture = frame.buffer.clone();
    app.drew(drawn);
    Ok(picture)
}

fn handle(app: &mut App, event: &Event, picture: &Buffer, terminal: &mut DefaultTerminal, events: &Events) {
    let mut report = |done: u64, all: u64| go_on((done, all), picture, terminal, events);
    match event {
        Event::Key(event) => {
            for key in keys::keys(event) {
                app.press(key, &mut report);
            }
        }
        Event::Mouse(mouse) => match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => app.click(mouse.column, mouse.row, &mut report),
            MouseEventKind::ScrollUp => app.wheel(mouse.column, mouse.row, -WHEEL),
            MouseEventKind::ScrollDown => app.wheel(mouse.column, mouse.row, WHEEL),
            _ => {}
        },
        _ => {}
    }
}

/// Shows the progress of a long search on top of the last drawing of the panel. Returns `false` if the user
/// cancels the search.
fn go_on((done, all): (u64, u64), picture: &Buffer, terminal: &mut DefaultTerminal, events: &Events) -> bool {
    let text = format!(" {} % searched; Esc gives up ", done * 100 / all.max(1));
    // This error is ignored, because the next picture is drawn after the search anyway.
    let _ = terminal.draw(|frame| {
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
    while let Ok(Some(event)) = events.next(Duration::ZERO) {
        if let Event::Key(event) = event {
            goes_on &= !keys::keys(&event).any(|key| matches!(key, Key::Escape | Key::Control('c')));
        }
    }
    goes_on
}
