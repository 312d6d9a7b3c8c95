//! Runs and steps, forward and back.

use crate::adapter::{Adapter, Answer, Launcher, Session};
use crate::under_way::Running;
use gier_desk::attended::{Ending, Hands, Key, Papers, Print, Until, attend};
use gier_desk::debug::goal::Reached;
use gier_desk::debug::language::{Aim, Which};
use gier_desk::debug::{Engine, Goal};
use gier_desk::typewriter::keyboard::Typist;
use gier_machine::StopCause;
use gier_machine::timeline::Reversed;
use gier_word::{Address, Uops};
use serde_json::{Value, json};
use std::convert::Infallible;

/// Machine time between two looks at what the editor wants.
const SLICE: Uops = Uops(gier_word::uops::UOPS_PER_SECOND);
/// Where a program ends that our compiler or assembler made.
const END_CELL: Address = Address::new(2);

/// The keys of an editor's session.
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
    /// Ends a run: the machine stands between two orders.
    fn stand(&mut self) {
        if let Some(Running { step: Some(number), .. }) = self.running.take() {
            self.engine().breaks_mut().remove(number);
        }
        self.engine().set_goal_quietly(Goal::Free);
        self.engine().halt();
    }
}

impl<L: Launcher> Adapter<L> {
    /// Lets the machine work for a slice and tells what came of it.
    pub(crate) fn run_slice(&mut self) {
        let Some(session) = &mut self.session else { return };
        let until = Until::at(session.operator.machine().now() + SLICE);
        let Session { operator, keys, .. } = session;
        let mut hands = EditorHands { keys, prints: Vec::new() };
        let Ok(ending) = attend(operator.room(), &mut hands, until);
        let prints = hands.prints;
        let told = session.engine().take_told();
        let reached = session.engine().reached().cloned();
        self.show(&prints);
        told.iter().for_each(|line| self.say(line));
        let Some(session) = &mut self.session else { return };
        match ending {
            Ending::TimeIsUp => {}
            Ending::Reached => {
                let step = session.running.as_ref().and_then(|running| running.step);
                session.stand();
                match reached {
                    Some(Reached::Stop(number, _)) if Some(number) == step => {
                        self.stopped("step", "a step is done", &[]);
                    }
                    reached => self.reached(reached),
                }
            }
            Ending::Stopped(cause) => {
                session.stand();
                self.ended(&cause.to_string(), matches!(cause, StopCause::Zq { cell: END_CELL }));
            }
            Ending::AwaitingKey | Ending::AwaitingTape => {
                if let Some(running) = &mut session.running {
                    running.waits = true;
                }
                if !std::mem::replace(&mut session.said_waits, true) {
                    self.say("the program waits: type \"…\" in this console strikes keys");
                }
            }
            Ending::Enough | Ending::Left => unreachable!("these hands neither have enough nor leave"),
        }
    }

    /// Keys that somebody typed.
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
        session.alarm = None;
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
        session.alarm = None;
        let engine = session.engine();
        let which = match command {
            "next" => Which::Over,
            "stepIn" => Which::Into,
            _ => Which::Outside,
        };
        let is_known = !engine.program().frames(&engine.sight()).is_empty();
        let stop = engine.statement_stop(which).filter(|_| is_known && !by_orders);
        let mut running = Running::free();
        match stop {
            Some(stop) => {
                running.step = Some(engine.breaks_mut().add(stop));
                engine.set_goal(Goal::Free);
            }
            None => {
                let goal = match which {
                    Which::Over | Which::Back => engine.over(),
                    Which::Into => Goal::Single,
                    Which::Outside => Goal::Return,
                };
                engine.set_goal(goal);
            }
        }
        session.running = Some(running);
        Ok(Value::Null)
    }

    pub(crate) fn step_back(&mut self, arguments: &Value) -> Answer {
        let by_orders = arguments["granularity"] == "instruction";
        let session = self.session()?;
        let engine = session.engine();
        let is_known = !engine.program().frames(&engine.sight()).is_empty();
        let stop = engine.statement_stop(Which::Back).filter(|_| is_known && !by_orders);
        let reversed = match stop {
            Some(stop) => engine.back_to_stop(&stop, |_| true),
            None => engine.go_back(&Aim::Orders(1), |_| true).0,
        };
        self.came_back(reversed, "step", "one step back")
    }

    pub(crate) fn reverse_continue(&mut self) -> Answer {
        let engine = self.session()?.engine();
        let reversed = engine.run_back(|_| true);
        let reached = engine.reached().cloned();
        if reversed == Reversed::Found {
            self.reached(reached);
            return Ok(Value::Null);
        }
        self.came_back(reversed, "entry", "the beginning of the session")
    }

    /// Tells where a way back ended; if it led to nothing, at the beginning.
    fn came_back(&mut self, reversed: Reversed, reason: &str, description: &str) -> Answer {
        if reversed != Reversed::Found {
            self.session()?.engine().first();
        }
        self.stopped(reason, description, &[]);
        Ok(Value::Null)
    }
}

/// Whether an engine knows where its program is.
pub(crate) fn frames(engine: &Engine) -> Vec<gier_desk::whereabouts::Frame> {
    engine.program().frames(&engine.sight())
}
