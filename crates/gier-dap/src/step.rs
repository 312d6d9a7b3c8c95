//! Runs the program, steps through it, and goes back in its past.

use crate::adapter::{Adapter, Answer, Session};
use crate::launcher::Launcher;
use crate::progress::Progress;
use crate::under_way::Running;
use gier_desk::attended::{Ending, Hands, Key, Papers, Print, ProgramEnd, Until, attend};
use gier_desk::debug::Engine;
use gier_desk::debug::language::{BackTarget, Which};
use gier_desk::debug::stops::Goal;
use gier_desk::typewriter::keyboard::Typist;
use gier_machine::timeline::{Position, Reversed};
use gier_word::Uops;
use serde_json::{Value, json};
use std::convert::Infallible;

/// The machine time between two checks for requests of the editor: one second.
const SLICE: Uops = Uops(gier_word::uops::UOPS_PER_SECOND);

/// Strikes the keys that you typed in the editor, and collects what is printed.
struct EditorHands<'a> {
    keys: &'a mut Typist,
    prints: Vec<Print>,
}

impl Hands for EditorHands<'_> {
    type Error = Infallible;

    fn key(&mut self, papers: &Papers) -> Result<Key, Infallible> {
        Ok(self.keys.next_symbol(papers.sheet().case()).map_or(Key::None, Key::Struck))
    }

    fn see(&mut self, prints: &[Print]) -> Result<(), Infallible> {
        self.prints.extend(prints);
        Ok(())
    }
}

impl Session {
    /// Ends the run in progress. The machine is then between two orders.
    fn stand(&mut self) {
        self.running = None;
        self.engine().set_goal_quietly(Goal::Free);
        self.engine().halt();
    }
}

impl<L: Launcher> Adapter<L> {
    /// Runs the machine for the time [`SLICE`], and reports to the editor what happened.
    pub(crate) fn run_slice(&mut self) {
        let Some(session) = &mut self.session else { return };
        let until = Until::at(session.operator.machine().now() + SLICE);
        let Session { operator, keys, .. } = session;
        let mut hands = EditorHands { keys, prints: Vec::new() };
        let Ok(ending) = attend(&mut operator.engine, &mut hands, until);
        let prints = hands.prints;
        let told = session.engine().take_told();
        let reached = session.engine().reached().cloned();
        self.show(&prints);
        told.iter().for_each(|line| self.say(line));
        let Some(session) = &mut self.session else { return };
        match ending {
            Ending::TimeIsUp => {}
            Ending::Reached => {
                session.stand();
                self.reached(reached);
            }
            Ending::Stopped(cause) => {
                session.stand();
                let stops_at_alarms = session.stops_at_end || !session.points.alarms.is_empty();
                match session.engine().alarm().map(str::to_string) {
                    Some(alarm) if stops_at_alarms => self.exception("alarm", alarm),
                    Some(alarm) => self.terminated(&alarm, 1),
                    None => self.ended(&cause.to_string(), ProgramEnd::from(cause) == ProgramEnd::Finished),
                }
            }
            Ending::AwaitingKey | Ending::AwaitingTape => {
                if let Some(running) = &mut session.running {
                    running.waits = true;
                }
                if !std::mem::replace(&mut session.said_waits, true) {
                    self.say("the program waits for a key: type \"…\" in this console strikes keys");
                }
            }
            Ending::Enough | Ending::Left => unreachable!("these hands neither have enough nor leave"),
        }
    }

    /// Types a text on GIER's typewriter.
    pub(crate) fn type_keys(&mut self, text: &str) -> Result<(), String> {
        let session = self.session()?;
        session.keys.add(text).map_err(|fault| fault.to_string())?;
        session.said_waits = false;
        if let Some(running) = &mut session.running {
            running.waits = false;
        }
        Ok(())
    }

    pub(crate) fn go_on(&mut self) -> Answer {
        let session = self.session()?;
        session.exception = None;
        session.forget_moment();
        session.said_waits = false;
        session.engine().set_goal(Goal::Free);
        session.running = Some(Running::free());
        Ok(json!({"allThreadsContinued": true}))
    }

    pub(crate) fn pause(&mut self) -> Answer {
        let session = self.session()?;
        session.stand();
        self.stopped("pause", "stopped by hand", &[]);
        Ok(Value::Null)
    }

    pub(crate) fn step(&mut self, command: &str, arguments: &Value) -> Answer {
        let by_orders = arguments["granularity"] == "instruction";
        let session = self.session()?;
        session.exception = None;
        let engine = session.engine();
        let which = match command {
            "next" => Which::Over,
            "stepIn" => Which::Into,
            _ => Which::Outside,
        };
        let is_known = !engine.program().frames(&engine.state()).is_empty();
        if !(is_known && !by_orders && engine.set_statement(which)) {
            let goal = match which {
                Which::Over | Which::Back => engine.over(),
                Which::Into => Goal::Single,
                Which::Outside => Goal::Return,
            };
            engine.set_goal(goal);
        }
        session.running = Some(Running::free());
        Ok(Value::Null)
    }

    pub(crate) fn step_back(&mut self, arguments: &Value) -> Answer {
        let by_orders = arguments["granularity"] == "instruction";
        self.stopped_session()?;
        let reversed = self.search_back("Stepping back", |engine, report| {
            let is_known = !frames(engine).is_empty();
            match engine.statement_stop(Which::Back).filter(|_| is_known && !by_orders) {
                Some(stop) => engine.back_to_stop(&stop, report),
                None if engine.machine().orders() == 0 => Reversed::Never,
                None => engine.go_back(&BackTarget::Orders(1), report).0,
            }
        })?;
        self.came_back(reversed)
    }

    /// Searches the session backwards. The editor shows the progress, and can interrupt the search.
    pub(crate) fn search_back<T>(
        &mut self,
        title: &'static str,
        search: impl FnOnce(&mut Engine, &mut dyn FnMut(Position) -> bool) -> T,
    ) -> Result<T, String> {
        let Adapter { launcher, session, sequence, was_interrupted, client, .. } = self;
        let session = session.as_mut().ok_or("no program was launched")?;
        let now = session.operator.machine().orders();
        let mut progress = Progress::new(launcher, sequence, was_interrupted, client.shows_progress, title);
        let mut report = |position: Position| progress.goes_on(now.saturating_sub(position.orders), now);
        let found = search(&mut session.operator.engine, &mut report);
        progress.end();
        Ok(found)
    }

    pub(crate) fn reverse_continue(&mut self) -> Answer {
        self.stopped_session()?;
        let reversed = self.search_back("Running backwards", |engine, report| {
            engine.go_back(&BackTarget::Break, report).0
        })?;
        let reached = self.session()?.engine().reached().cloned();
        if reversed == Reversed::Found {
            self.reached(reached);
            return Ok(Value::Null);
        }
        self.came_back(reversed)
    }

    /// Tells the editor where a backward search has stopped. If the search found nothing, goes to the
    /// beginning of the session.
    fn came_back(&mut self, reversed: Reversed) -> Answer {
        match reversed {
            Reversed::Found => self.stopped("step", "one step back", &[]),
            Reversed::Never => {
                self.session()?.engine().first();
                self.stopped("entry", "the beginning of the session", &[]);
            }
            Reversed::Cancelled => {}
        }
        Ok(Value::Null)
    }
}

/// The stack frames of the program, with the innermost first.
pub(crate) fn frames(engine: &Engine) -> Vec<gier_desk::whereabouts::Frame> {
    engine.frames()
}
