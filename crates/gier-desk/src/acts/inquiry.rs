//! What an operator asks a debugger, and what he lets it do.

use super::Host;
use super::operator::{Aim, Fault, Operator};
use crate::attended::{Ending, Until, Workplace};
use crate::debug::back::Write;
use crate::debug::breaks::told;
use crate::debug::calls::Call;
use crate::debug::expression::Expression;
use crate::debug::goal::Reached;
use crate::debug::language::{Aim as Back, Deed, Item, Which};
use crate::debug::search::{Found, contents};
use crate::debug::{Engine, Goal, changes, explain, place, setting};
use gier_machine::timeline::{Past, Reversed};

impl<W: Workplace> Operator<W> {
    /// Does what only a debugger can do.
    pub(super) fn deed(&mut self, deed: &Deed, host: &mut impl Host) -> Result<(), Fault> {
        let Some(engine) = self.room.engine() else {
            return Err(Fault::Machine("this act needs a debugger: gier debug --acts".to_string()));
        };
        match deed {
            Deed::Set(stop) => {
                engine.add_stop((**stop).clone()).map_err(Fault::Machine)?;
            }
            Deed::Forget(None) => engine.breaks_mut().clear(),
            Deed::Forget(Some(number)) => {
                if !engine.breaks_mut().remove(*number) {
                    return Err(Fault::Machine(format!("there is no stop {number}; see: tell breaks")));
                }
            }
            Deed::Continue => {
                engine.set_goal(Goal::Free);
                let ending = self.work(Aim::Nothing, self.deadline(), host)?;
                host.tell(&self.state(ending));
                self.halt();
            }
            Deed::Step(orders) => {
                engine.set_goal(Goal::Free);
                let until = Until { orders: engine.machine().orders() + orders, ..self.deadline() };
                let ending = self.work(Aim::Nothing, until, host)?;
                self.stepped(ending, host);
            }
            Deed::Over => {
                let goal = engine.over();
                self.run_to(goal, host)?;
            }
            Deed::Out if !engine.program().frames(&engine.sight()).is_empty() => {
                self.statement(Which::Outside, host)?;
            }
            Deed::Out => self.run_to(Goal::Return, host)?,
            Deed::Line(which) => self.statement(*which, host)?,
            Deed::Back(aim) => self.back(aim, host)?,
            Deed::End => {
                engine.last();
                self.take_up_paper();
            }
            Deed::Who(written) => self.who(written.as_ref(), host)?,
            Deed::Tell(items) => self.tell(items, host)?,
            Deed::Poke(name, value) => {
                let inputs = setting::read(&format!("{name} {value}")).map_err(Fault::Machine)?;
                inputs.into_iter().for_each(|input| self.feed(input));
            }
        }
        Ok(())
    }

    fn run_to(&mut self, goal: Goal, host: &mut impl Host) -> Result<(), Fault> {
        self.debugger()?.set_goal(goal);
        let ending = self.work(Aim::Nothing, self.deadline(), host)?;
        self.debugger()?.set_goal_quietly(Goal::Free);
        self.stepped(ending, host);
        Ok(())
    }

    /// On to a statement, or back to one.
    fn statement(&mut self, which: Which, host: &mut impl Host) -> Result<(), Fault> {
        let engine = self.debugger()?;
        let stop = engine.statement_stop(which);
        let stop =
            stop.ok_or_else(|| Fault::Machine("the program has no map with statements".to_string()))?;
        if which == Which::Back {
            let reversed = engine.back_to_stop(&stop, |_| true);
            self.take_up_paper();
            return match reversed {
                Reversed::Found => Ok(()),
                Reversed::Never | Reversed::GivenUp => {
                    Err(Fault::Machine("no statement was before this one".to_string()))
                }
            };
        }
        let number = engine.breaks_mut().add(stop);
        engine.set_goal(Goal::Free);
        let ending = self.work(Aim::Nothing, self.deadline(), host);
        let engine = self.debugger()?;
        engine.breaks_mut().remove(number);
        let is_there = matches!(engine.reached(), Some(Reached::Stop(reached, _)) if *reached == number);
        let ending = ending?;
        if !is_there {
            host.tell(&self.state(ending));
        }
        self.halt();
        Ok(())
    }

    /// A step has ended; what else than its end is told.
    fn stepped(&mut self, ending: Ending, host: &mut impl Host) {
        let is_at_goal = matches!(self.room.session().and_then(Engine::reached), Some(Reached::Goal));
        if ending != Ending::TimeIsUp && !(ending == Ending::Reached && is_at_goal) {
            host.tell(&self.state(ending));
        }
        self.halt();
    }

    fn halt(&mut self) {
        if let Some(engine) = self.room.engine() {
            engine.halt();
        }
    }

    fn debugger(&mut self) -> Result<&mut Engine, Fault> {
        self.room.engine().ok_or_else(|| Fault::Machine("this act needs a debugger".to_string()))
    }

    fn back(&mut self, aim: &Back, host: &mut impl Host) -> Result<(), Fault> {
        let engine = self.debugger()?;
        let (reversed, said) = engine.go_back(aim, |_| true);
        if !said.is_empty() {
            host.tell(&said);
        }
        self.take_up_paper();
        match reversed {
            Reversed::Found => Ok(()),
            Reversed::Never => Err(Fault::Machine("that has not been so far in this session".to_string())),
            Reversed::GivenUp => Err(Fault::Machine("the search was given up".to_string())),
        }
    }

    fn who(&mut self, written: Option<&Expression>, host: &mut impl Host) -> Result<(), Fault> {
        let asked = self.asked;
        let engine = self.debugger()?;
        let (cell, last) = match (written, asked) {
            (Some(written), _) => {
                let cell = engine.address_of(written).map_err(Fault::Machine)?;
                (cell, engine.machine().orders())
            }
            (None, Some(Write { change, .. })) => (change.address, asked.map_or(0, |write| write.earlier())),
            (None, None) => return Err(Fault::Machine("ask first: who wrote 500".to_string())),
        };
        match engine.who_wrote(cell, last, |_| true) {
            Ok(Some(write)) => {
                host.tell(&engine.told(&write));
                self.asked = Some(write);
            }
            Ok(None) => host.tell(&format!("cell {cell} was not written before in this session")),
            Err(_) => unreachable!("nobody gives up"),
        }
        Ok(())
    }

    /// Tells the lines of stops that do not stop.
    pub(super) fn tell_told(&mut self, host: &mut impl Host) {
        let told = self.room.engine().map(Engine::take_told).unwrap_or_default();
        told.iter().for_each(|line| host.tell(line));
    }

    /// At which stop the machine stands.
    pub(super) fn reached(&self) -> String {
        match self.room.session().and_then(Engine::reached) {
            Some(Reached::Stop(number, what)) => format!("stop {number}: {what}"),
            Some(Reached::Goal | Reached::Orders) | None => "there".to_string(),
        }
    }

    /// An act that meets a stop of the debugger on its way is not done.
    pub(super) fn not_reached(&self, ending: Ending) -> Result<(), Fault> {
        if ending == Ending::Reached { Err(Fault::Machine(self.reached())) } else { Ok(()) }
    }

    fn tell(&mut self, items: &[Item], host: &mut impl Host) -> Result<(), Fault> {
        let engine = self.debugger()?;
        let mut values = Vec::new();
        for item in items {
            match item {
                Item::Value(expression) => values.push(told(expression, &engine.sight())),
                Item::Drum(track, word) => {
                    let cell = contents(engine.machine(), Found::Drum(*track, *word));
                    values.push(format!("track {track} cell {word} = {cell}"));
                }
                Item::Order => {
                    let meaning = explain(engine.machine(), engine.next());
                    values.push(format!("{}: {meaning}", engine.standing()));
                }
                Item::History(orders) => {
                    engine.history(*orders).iter().for_each(|past| host.tell(&past_line(past)));
                }
                Item::Line => {
                    let line = engine.program().line(&engine.sight());
                    values.push(line.unwrap_or("no line of the program is known here".to_string()));
                }
                Item::Variables => {
                    let sight = engine.sight();
                    match engine.program().frames(&sight).first() {
                        None => host.tell("no variables are known here"),
                        Some(frame) => {
                            for (name, value) in engine.program().variables(frame, &sight) {
                                host.tell(&format!("{name} = {value}"));
                            }
                        }
                    }
                }
                Item::Calls => calls(engine).iter().for_each(|line| host.tell(line)),
                Item::Breaks => {
                    for stop in engine.breaks().stops() {
                        host.tell(&format!("{}: {stop}; met {} times", stop.number, stop.hits));
                    }
                }
            }
        }
        if !values.is_empty() {
            host.tell(&values.join(", "));
        }
        Ok(())
    }
}

/// An order of the past in a line.
fn past_line(past: &Past) -> String {
    let (at, order) = (place::write(past.place), changes::order(past));
    format!("order {}, {:.6} s, {at}: {order}; {}", past.number, past.at.as_seconds(), changes::write(past))
}

/// The calls that have not returned, a line each.
fn calls(engine: &Engine) -> Vec<String> {
    let of_program = engine.program().calls(&engine.sight());
    if !of_program.is_empty() {
        return of_program;
    }
    let (calls, are_more) = engine.calls();
    let line = |call: &Call| {
        let (from, to) = (place::write(call.from), place::write(call.to));
        format!("{to}, called in {from} by order {}, {:.6} s", call.order, call.at.as_seconds())
    };
    let mut lines: Vec<String> = calls.iter().map(line).collect();
    if lines.is_empty() {
        lines.push("no call that has not returned".to_string());
    }
    if are_more {
        lines.push("calls before the last 65 536 orders are not looked for".to_string());
    }
    lines
}
