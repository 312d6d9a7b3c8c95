//! Performs the debugger's commands, such as `break`, `step` and `who wrote`, for an operator.

use super::host::Host;
use super::operator::{Fault, Operator, Task};
use super::work_room::WorkRoom;
use crate::attended::{Ending, Until};
use crate::debug::Engine;
use crate::debug::GIVEN_UP;
use crate::debug::expression::Names;
use crate::debug::language::{self, BackTarget, DebugAct, Item, Subject, Which};
use crate::debug::past::named;
use crate::debug::stops::{Goal, Reached};
use crate::notation::setting;
use gier_machine::timeline::{Cancelled, Position, Reversed};

impl<W: WorkRoom> Operator<W> {
    /// Whether there is a debugger, and its program declares this name.
    pub(super) fn declares(&self, name: &str) -> bool {
        self.room.session().is_some_and(|engine| engine.program().known(name).is_ok())
    }

    /// Parses and performs one line with a command of the debugger.
    pub(super) fn debug(&mut self, line: &str, host: &mut impl Host) -> Result<(), Fault> {
        let Some(engine) = self.room.engine() else {
            return Err(Fault::Machine("this act needs a debugger: gier debug --acts".to_string()));
        };
        let act = language::debug_act(line, Some(engine.program()));
        let act = act.map_err(|fault| match fault.help {
            Some(help) if !help.is_empty() => Fault::Machine(format!("{}: {help}", fault.message)),
            Some(_) | None => Fault::Machine(fault.message),
        })?;
        self.debug_act(&act, host)
    }

    /// Performs a parsed command of the debugger. Returns a fault if the operator has no debugger.
    fn debug_act(&mut self, act: &DebugAct, host: &mut impl Host) -> Result<(), Fault> {
        let engine = self.debugger()?;
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
                let ending = self.work(Task::Nothing, self.deadline(), host)?;
                host.print(&self.state(ending));
                self.halt();
            }
            DebugAct::Step(orders) => {
                engine.set_goal(Goal::Free);
                let orders = engine.machine().orders().saturating_add(*orders);
                let until = Until { orders, ..self.deadline() };
                let ending = self.work(Task::Nothing, until, host)?;
                let is_done = self.machine().orders() >= orders;
                self.stepped(ending, is_done, host);
            }
            DebugAct::Over => {
                let goal = engine.over();
                self.run_to(goal, host)?;
            }
            DebugAct::Out if !engine.frames().is_empty() => {
                self.statement(Which::Outside, host)?;
            }
            DebugAct::Out => self.run_to(Goal::Return, host)?,
            DebugAct::Line(which) => self.statement(*which, host)?,
            DebugAct::Back(target) => {
                self.print_messages(host);
                self.back(target, host)?;
            }
            DebugAct::End => {
                engine.last();
                self.take_up_paper();
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
                inputs.into_iter().for_each(|input| self.feed(input));
            }
            DebugAct::Assign(variable, value) => {
                let input = engine.assignment(variable, value).map_err(Fault::Machine)?;
                self.feed(input);
            }
        }
        Ok(())
    }

    /// Runs the machine until the debugger has reached this goal.
    fn run_to(&mut self, goal: Goal, host: &mut impl Host) -> Result<(), Fault> {
        self.debugger()?.set_goal(goal);
        self.run_to_goal(host)
    }

    /// Runs the machine until the debugger has reached its goal, and then removes the goal.
    fn run_to_goal(&mut self, host: &mut impl Host) -> Result<(), Fault> {
        let ending = self.work(Task::Nothing, self.deadline(), host);
        self.debugger()?.set_goal_quietly(Goal::Free);
        self.stepped(ending?, false, host);
        Ok(())
    }

    /// Runs forward to the statement that `which` selects. [`Which::Back`] instead goes back to the previous
    /// statement.
    fn statement(&mut self, which: Which, host: &mut impl Host) -> Result<(), Fault> {
        let engine = self.debugger()?;
        let no_map = || Fault::Machine("the program has no map with statements".to_string());
        if which == Which::Back {
            let stop = engine.statement_stop(which).ok_or_else(no_map)?;
            let now = engine.machine().orders();
            let reversed = engine.back_to_stop(&stop, looked_through(now, host));
            self.take_up_paper();
            return came_back(reversed, "no statement was before this one");
        }
        if !engine.set_statement(which) {
            return Err(no_map());
        }
        self.run_to_goal(host)
    }

    /// Called when a step has ended. `is_done` says whether all orders of the step were executed. Prints why
    /// the step ended, unless it ended as intended.
    fn stepped(&mut self, ending: Ending, is_done: bool, host: &mut impl Host) {
        let is_at_goal = matches!(self.room.session().and_then(Engine::reached), Some(Reached::Goal));
        if !(ending == Ending::TimeIsUp && is_done || ending == Ending::Reached && is_at_goal) {
            host.print(&self.state(ending));
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

    /// Goes back in the session to the time that `target` describes.
    fn back(&mut self, target: &BackTarget, host: &mut impl Host) -> Result<(), Fault> {
        let engine = self.debugger()?;
        let now = engine.machine().orders();
        let (reversed, said) = engine.go_back(target, looked_through(now, host));
        match reversed {
            Reversed::Never if !said.is_empty() => return Err(Fault::Machine(said)),
            Reversed::Found if !said.is_empty() => host.print(&said),
            Reversed::Found | Reversed::Never | Reversed::Cancelled => {}
        }
        self.take_up_paper();
        came_back(reversed, "this has not happened in this session yet")
    }

    /// Prints the last write of the cell that `written` names. If `written` is `None`, takes the write that
    /// was printed last, and prints the write of the same cell before it.
    fn who(&mut self, written: Option<&Subject>, host: &mut impl Host) -> Result<(), Fault> {
        let asked = self.asked;
        let engine = self.debugger()?;
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
    pub(super) fn print_messages(&mut self, host: &mut impl Host) {
        let told = self.room.engine().map(Engine::take_told).unwrap_or_default();
        told.iter().for_each(|line| host.print(line));
    }

    /// Describes the breakpoint at which the machine has stopped. If the machine stopped for another reason,
    /// returns the text `there`.
    pub(super) fn reached(&self) -> String {
        match self.room.session().and_then(Engine::reached) {
            Some(Reached::Stop(number, what)) => format!("stop {number}: {what}"),
            Some(Reached::Goal | Reached::Orders) | None => "there".to_string(),
        }
    }

    /// Returns a fault if a breakpoint ended the run.
    pub(super) fn not_reached(&self, ending: Ending) -> Result<(), Fault> {
        if ending == Ending::Reached { Err(Fault::Machine(self.reached())) } else { Ok(()) }
    }

    fn print_values(&mut self, items: &[Item], host: &mut impl Host) -> Result<(), Fault> {
        let engine = self.debugger()?;
        let now = engine.machine().orders();
        let lines = engine.describe(items, &mut looked_through(now, host)).map_err(Fault::Machine)?;
        lines.iter().for_each(|line| host.print(line));
        Ok(())
    }
}

/// Returns a closure for a backward search, which calls it with the position that the search has reached. The
/// closure reports the progress to the host. It returns `false` if the host cancels the search. `now` is the
/// order count at which the search begins.
fn looked_through<H: Host>(now: u64, host: &mut H) -> impl FnMut(Position) -> bool {
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
