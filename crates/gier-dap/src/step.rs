//! Runs the program, steps through it, and goes back in its past.

use crate::adapter::{Adapter, Answer};
use crate::console::Console;
use crate::launcher::Launcher;
use crate::progress::Progress;
use gier_desk::attended::{Ending, ProgramEnd, Until};
use gier_desk::debug::Engine;
use gier_desk::debug::language::{BackTarget, Which};
use gier_desk::debug::past::Reversed;
use gier_desk::debug::stops::Goal;
use gier_desk::session::{Happened, Session};
use gier_machine::timeline::Position;
use gier_word::Uops;
use serde_json::{Value, json};

/// The machine time between two checks for requests of the editor: one second.
pub(crate) const SLICE: Uops = Uops(gier_word::uops::UOPS_PER_SECOND);

impl<L: Launcher> Adapter<L> {
    /// Runs the machine for the time [`SLICE`], and reports to the editor what happened.
    pub(crate) fn run_slice(&mut self) {
        let Some(session) = &mut self.session else { return };
        let until = Until::at(session.desk.machine().now() + SLICE);
        let mut console = Console::<L>::new(None);
        let happened = session.desk.work(until, &mut console);
        let told = session.desk.take_told();
        let reached = session.engine().reached().cloned();
        self.show(&console.prints);
        told.iter().for_each(|line| self.say(line));
        let Some(session) = &mut self.session else { return };
        // The console never fails, and no act is under way here.
        let Ok(Happened::Ended(ending)) = happened else { return };
        match ending {
            Ending::TimeIsUp | Ending::Enough | Ending::Left => {}
            Ending::Reached => {
                session.desk.halt("reached");
                self.reached(reached);
            }
            Ending::Stopped(cause) => {
                session.desk.halt("stopped");
                let stops_at_alarms = session.stops_at_end || !session.points.alarms.is_empty();
                match session.engine().alarm().map(str::to_string) {
                    Some(alarm) if stops_at_alarms => self.exception("alarm", alarm),
                    Some(alarm) => self.terminated(&alarm, 1),
                    None if session.engine().end(cause) == ProgramEnd::Finished => {
                        self.ended(&format!("the program has ended ({cause})"), true);
                    }
                    None => self.ended(&cause.to_string(), false),
                }
            }
            Ending::AwaitingKey | Ending::AwaitingTape => {
                if !std::mem::replace(&mut session.said_waits, true) {
                    self.say("the program waits for a key: type \"…\" in this console strikes keys");
                }
            }
        }
    }

    /// Types a text on GIER's typewriter.
    pub(crate) fn type_keys(&mut self, text: &str) -> Result<(), String> {
        let session = self.session()?;
        session.desk.type_text(text).map_err(|fault| fault.to_string())?;
        session.said_waits = false;
        Ok(())
    }

    pub(crate) fn go_on(&mut self) -> Answer {
        let session = self.session()?;
        session.exception = None;
        session.forget_moment();
        session.said_waits = false;
        session.desk.run_to(Goal::Free);
        Ok(json!({"allThreadsContinued": true}))
    }

    pub(crate) fn pause(&mut self) -> Answer {
        let session = self.session()?;
        session.desk.halt("stopped by hand");
        self.stopped("pause", "stopped by hand", &[]);
        Ok(Value::Null)
    }

    pub(crate) fn step(&mut self, command: &str, arguments: &Value) -> Answer {
        let by_orders = arguments["granularity"] == "instruction";
        let session = self.session()?;
        session.exception = None;
        let which = match command {
            "next" => Which::Over,
            "stepIn" => Which::Into,
            _ => Which::Outside,
        };
        let engine = session.engine();
        let is_known = !engine.program().frames(&engine.state()).is_empty();
        if !(is_known && !by_orders && session.desk.run_to_statement(which)) {
            let goal = match which {
                Which::Over | Which::Back => session.engine().over(),
                Which::Into => Goal::Single,
                Which::Outside => Goal::Return,
            };
            session.desk.run_to(goal);
        }
        Ok(Value::Null)
    }

    pub(crate) fn step_back(&mut self, arguments: &Value) -> Answer {
        let by_orders = arguments["granularity"] == "instruction";
        self.stopped_session()?;
        let reversed = self.search_back("Stepping back", |desk, report| {
            let is_known = !frames(desk.engine()).is_empty();
            match desk.engine().statement_stop(Which::Back).filter(|_| is_known && !by_orders) {
                Some(stop) => desk.back_to_stop(&stop, report),
                None if desk.machine().orders() == 0 => Reversed::Never,
                None => desk.go_back(&BackTarget::Orders(1), report).0,
            }
        })?;
        self.came_back(reversed)
    }

    /// Searches the session backwards. The editor shows the progress, and can interrupt the search.
    pub(crate) fn search_back<T>(
        &mut self,
        title: &'static str,
        search: impl FnOnce(&mut Session, &mut dyn FnMut(Position) -> bool) -> T,
    ) -> Result<T, String> {
        let Adapter { launcher, session, sequence, was_interrupted, shows_progress, .. } = self;
        let session = session.as_mut().ok_or("no program was launched")?;
        let now = session.desk.machine().orders();
        let mut progress = Progress::new(launcher, sequence, was_interrupted, *shows_progress, title);
        let mut report = |position: Position| progress.goes_on(now.saturating_sub(position.orders), now);
        let found = search(&mut session.desk, &mut report);
        progress.end();
        Ok(found)
    }

    pub(crate) fn reverse_continue(&mut self) -> Answer {
        self.stopped_session()?;
        let reversed =
            self.search_back("Running backwards", |desk, report| desk.go_back(&BackTarget::Break, report).0)?;
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
                self.session()?.desk.seek(0);
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
