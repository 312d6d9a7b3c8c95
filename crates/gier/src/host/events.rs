//! The events of the terminal. A thread of its own reads them, because a read from a closed terminal may block for
//! ever, and because job control can stop and continue gier at any moment.

use super::clock::HostClock;
use super::replies::{Arrival, Replies};
use super::signals::{self, JobSignal};
use anyhow::{Result, bail};
use gier_desk::host::Clock;
use ratatui::crossterm::event::{self, Event};
use std::collections::VecDeque;
use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// What happens at the terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Happening {
    /// A key, the mouse, a new size, or a reply.
    Arrival(Arrival),
    /// Job control stops or has continued gier.
    Job(JobSignal),
}

/// What a thread reports.
enum Report {
    Event(io::Result<Event>),
    Job(JobSignal),
}

/// The events of the terminal.
pub struct Events {
    receiver: Receiver<Report>,
    replies: Replies,
    /// What [`Events::next`] has not returned yet.
    ready: VecDeque<Happening>,
    clock: HostClock,
}

impl Events {
    /// Starts to read the events of the terminal.
    pub fn open() -> Result<Events> {
        let (sender, receiver) = mpsc::channel();
        let signals = sender.clone();
        signals::watch_jobs(move |signal| signals.send(Report::Job(signal)).is_ok())?;
        thread::spawn(move || {
            loop {
                let event = event::read();
                let is_last = event.is_err();
                if sender.send(Report::Event(event)).is_err() || is_last {
                    return;
                }
            }
        });
        Ok(Events {
            receiver,
            replies: Replies::default(),
            ready: VecDeque::new(),
            clock: HostClock::start(),
        })
    }

    /// Whether something has happened that [`Events::next`] has not returned yet.
    pub fn is_waiting(&mut self) -> bool {
        if self.ready.is_empty()
            && let Ok(Some(happening)) = self.next(Duration::ZERO)
        {
            self.ready.push_front(happening);
        }
        !self.ready.is_empty()
    }

    /// What happens next, or `None` if nothing happens within the time `wait`.
    pub fn next(&mut self, wait: Duration) -> Result<Option<Happening>> {
        let end = self.clock.now() + wait;
        loop {
            if let Some(happening) = self.ready.pop_front() {
                return Ok(Some(happening));
            }
            let now = self.clock.now();
            let until = self.replies.due().map_or(end, |due| due.min(end));
            let given = match self.receiver.recv_timeout(until.saturating_sub(now)) {
                Ok(Report::Event(event)) => self.replies.take(event?, self.clock.now()),
                Ok(Report::Job(signal)) => return Ok(Some(Happening::Job(signal))),
                Err(RecvTimeoutError::Timeout) => self.replies.expire(self.clock.now()),
                Err(RecvTimeoutError::Disconnected) => bail!("the terminal gives no more keys"),
            };
            self.ready.extend(given.into_iter().map(Happening::Arrival));
            if self.ready.is_empty() && self.clock.now() >= end {
                return Ok(None);
            }
        }
    }
}
