//! Performs the debugger's acts, such as `break`, `step` and `who wrote`.

use super::host::Host;
use super::obey::{Fault, Obeyed, Task};
use super::{Session, State};
use crate::attended::Until;
use crate::debug::GIVEN_UP;
use crate::debug::language::{self, BackTarget, DebugAct, Item, Subject, Which};
use crate::debug::past::named;
use crate::debug::stops::Goal;
use crate::notation::setting;
use gier_machine::timeline::{Cancelled, Position, Reversed};

impl Session {
    /// Parses and obeys one line with an act of the debugger.
    pub(super) fn debug(&mut self, line: &str, host: &mut dyn Host) -> Result<Obeyed, Fault> {
        let act = language::debug_act(line, Some(self.engine.program()));
        let act = act.map_err(|fault| match fault.help {
            Some(help) if !help.is_empty() => Fault::Machine(format!("{}: {help}", fault.message)),
            Some(_) | None => Fault::Machine(fault.message),
        })?;
        self.debug_act(&act, host)
    }

    /// Obeys a parsed act of the debugger.
    pub fn debug_act(&mut self, act: &DebugAct, host: &mut dyn Host) -> Result<Obeyed, Fault> {
        let engine = &mut self.engine;
        match act {
            DebugAct::Set(stop) => {
                engine.add_stop((**stop).clone()).map_err(Fault::Machine)?;
                self.print_messages(host);
            }
            DebugAct::Forget(None) => engine.breaks_mut().clear(),
            DebugAct::Forget(Some(number)) => {
                if !engine.breaks_mut().remove(*number) {
                    return Err(Fault::Machine(format!("there is no stop {number}; see: tell breaks")));
                }
            }
            DebugAct::Continue => {
                engine.set_goal(Goal::Free);
                return Ok(self.begin(Task::Continue, self.deadline()));
            }
            DebugAct::Step(orders) => {
                engine.set_goal(Goal::Free);
                let orders = engine.machine().orders().saturating_add(*orders);
                let until = Until { orders, ..self.deadline() };
                return Ok(self.begin(Task::Step(Some(orders)), until));
            }
            DebugAct::Over => {
                let goal = engine.over();
                return Ok(self.step_to(goal));
            }
            DebugAct::Out if !engine.frames().is_empty() => return self.statement(Which::Outside, host),
            DebugAct::Out => return Ok(self.step_to(Goal::Return)),
            DebugAct::Line(which) => return self.statement(*which, host),
            DebugAct::Back(target) => {
                self.print_messages(host);
                self.back(target, host)?;
            }
            DebugAct::End => {
                engine.last();
                self.has_moved();
            }
            DebugAct::Who(written) => {
                self.print_messages(host);
                self.who(written.as_ref(), host)?;
            }
            DebugAct::Tell(items) => {
                self.print_messages(host);
                self.print_values(items, host)?;
            }
            DebugAct::Poke(name, value) => {
                let tracks = engine.machine().installation().tracks;
                let inputs = setting::read(&format!("{name} {value}"), tracks).map_err(Fault::Machine)?;
                return self.feed_all(inputs, host);
            }
            DebugAct::Assign(variable, value) => {
                let input = engine.assignment(variable, value).map_err(Fault::Machine)?;
                return self.feed_all([input], host);
            }
        }
        Ok(Obeyed::Done)
    }

    /// Begins a step to this goal of the engine.
    fn step_to(&mut self, goal: Goal) -> Obeyed {
        self.engine.set_goal(goal);
        self.begin(Task::Step(None), self.deadline())
    }

    /// Begins a step forward to the statement that `which` selects. [`Which::Back`] instead goes back to the
    /// previous statement.
    fn statement(&mut self, which: Which, host: &mut dyn Host) -> Result<Obeyed, Fault> {
        let no_map = || Fault::Machine("the program has no map with statements".to_string());
        if which == Which::Back {
            let stop = self.engine.statement_stop(which).ok_or_else(no_map)?;
            let now = self.machine().orders();
            let reversed = self.engine.back_to_stop(&stop, looked_through(now, host));
            self.has_moved();
            came_back(reversed, "no statement was before this one")?;
            return Ok(Obeyed::Done);
        }
        if !self.engine.set_statement(which) {
            return Err(no_map());
        }
        Ok(self.begin(Task::Step(None), self.deadline()))
    }

    /// Must be called when the session is at another moment. The machine stands there.
    pub fn has_moved(&mut self) {
        self.take_up_paper();
        (self.job, self.state) = (None, State::Stands(self.engine.standing()));
    }

    /// Goes back in the session to the time that `target` describes.
    fn back(&mut self, target: &BackTarget, host: &mut dyn Host) -> Result<(), Fault> {
        let now = self.machine().orders();
        let (reversed, said) = self.engine.go_back(target, looked_through(now, host));
        match reversed {
            Reversed::Never if !said.is_empty() => return Err(Fault::Machine(said)),
            Reversed::Found if !said.is_empty() => host.print(&said),
            Reversed::Found | Reversed::Never | Reversed::Cancelled => {}
        }
        self.has_moved();
        came_back(reversed, "this has not happened in this session yet")
    }

    /// Prints the last write of the cell that `written` names. If `written` is `None`, takes the write that
    /// was printed last, and prints the write of the same cell before it.
    fn who(&mut self, written: Option<&Subject>, host: &mut dyn Host) -> Result<(), Fault> {
        let asked = self.asked;
        let engine = &self.engine;
        let (home, last) = match (written, asked) {
            (Some(written), _) => {
                let home = engine.home_of(written).map_err(Fault::Machine)?;
                (home, engine.machine().orders().into())
            }
            (None, Some(write)) => (write.home(), write.earlier()),
            (None, None) => return Err(Fault::Machine("ask first: who wrote 500".to_string())),
        };
        match engine.who_wrote(home, last, looked_through(last.order, host)) {
            Ok(Some(write)) => {
                host.print(&engine.told(&write));
                self.asked = Some(write);
            }
            Ok(None) => host.print(&format!("{} was not written before in this session", named(home))),
            Err(Cancelled) => return Err(Fault::Machine(GIVEN_UP.to_string())),
        }
        Ok(())
    }

    /// Prints the messages of breakpoints that print instead of stopping.
    pub(super) fn print_messages(&mut self, host: &mut dyn Host) {
        self.engine.take_told().iter().for_each(|line| host.print(line));
    }

    fn print_values(&mut self, items: &[Item], host: &mut dyn Host) -> Result<(), Fault> {
        let now = self.machine().orders();
        let lines = self.engine.describe(items, &mut looked_through(now, host)).map_err(Fault::Machine)?;
        lines.iter().for_each(|line| host.print(line));
        Ok(())
    }
}

/// Returns a closure for a backward search, which calls it with the position that the search has reached. The
/// closure reports the progress to the host. It returns `false` if the host cancels the search. `now` is the
/// order count at which the search begins.
fn looked_through(now: u64, host: &mut dyn Host) -> impl FnMut(Position) -> bool {
    move |position| host.goes_on(now.saturating_sub(position.orders), now)
}

/// Converts the result of a backward search. If the search found nothing, returns a fault. `never` is
/// the message of this fault.
fn came_back(reversed: Reversed, never: &str) -> Result<(), Fault> {
    match reversed {
        Reversed::Found => Ok(()),
        Reversed::Never => Err(Fault::Machine(never.to_string())),
        Reversed::Cancelled => Err(Fault::Machine(GIVEN_UP.to_string())),
    }
}
