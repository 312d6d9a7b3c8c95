//! Performs the debugger's acts, such as `break`, `step` and `who wrote`.

use super::Session;
use super::host::Host;
use super::obey::{Fault, Obeyed, Task};
use crate::attended::Until;
use crate::debug::Chain;
use crate::debug::GIVEN_UP;
use crate::debug::answer::{Answer, What};
use crate::debug::language::{BackTarget, Item, Spot, Subject, Which};
use crate::debug::past::Reversed;
use crate::debug::stops::{At, Goal, Stop};
use crate::notation::setting;
use gier_machine::Input;
use gier_machine::timeline::{Cancelled, Position};

impl Session {
    /// Adds a breakpoint or watchpoint.
    pub(super) fn set(&mut self, stop: &Stop, host: &mut dyn Host) -> Result<(), Fault> {
        let number = self.engine.add_stop(stop.clone()).map_err(Fault::Machine)?;
        self.print_messages(host);
        // The answer says what stands there, because the statement of a line can begin on a later line.
        let set = self.engine.breaks().stops().last().map(|stop| &stop.at);
        if let Some(At::Named { written, places }) = set
            && let Some(scene) = places.first().and_then(|&place| self.engine.program().scene_of_home(place))
        {
            let there = scene.place.line;
            let line = written.strip_prefix("line ").and_then(|line| line.rsplit(':').next());
            let is_moved = line.is_some_and(|line| line != there.to_string());
            let moved = if is_moved { format!("breakpoint moved to line {there}: ") } else { String::new() };
            let what = What::Words(format!("{moved}stop {number} is"));
            host.print(&Answer::new(what, Some(scene)).to_string());
        }
        Ok(())
    }

    /// Removes the breakpoint or watchpoint with this number. `None` removes all.
    pub(super) fn forget(&mut self, number: Option<u32>) -> Result<(), Fault> {
        match number {
            None => self.engine.breaks_mut().clear(),
            Some(number) if self.engine.breaks_mut().remove(number) => {}
            Some(number) => {
                return Err(Fault::Machine(format!("there is no stop {number}; see: tell breaks")));
            }
        }
        Ok(())
    }

    /// Begins an act that runs without a goal.
    pub(super) fn run_free(&mut self, task: Task, until: Until) -> Obeyed {
        self.engine.set_goal(Goal::Free);
        self.begin(task, until)
    }

    /// The inputs that set a register or a cell.
    pub(super) fn poked(&self, name: &str, value: &str) -> Result<Vec<Input>, Fault> {
        let tracks = self.machine().installation().tracks;
        setting::read(&format!("{name} {value}"), tracks).map_err(Fault::Machine)
    }

    /// Begins a step to this goal of the engine.
    pub(super) fn step_to(&mut self, goal: Goal) -> Obeyed {
        self.engine.set_goal(goal);
        self.begin(Task::Step(None), self.deadline())
    }

    /// Begins a step forward to the statement that `which` selects. [`Which::Back`] instead goes back to the
    /// previous statement.
    pub(super) fn statement(&mut self, which: Which, host: &mut dyn Host) -> Result<Obeyed, Fault> {
        let no_map = || {
            let words = "the program has no map with statements; step and step over execute orders";
            Fault::Machine(words.to_string())
        };
        if which == Which::Back {
            let stop = self.engine.statement_stop(which).ok_or_else(no_map)?;
            let now = self.machine().orders();
            let reversed = self.back_to_stop(&stop, looked_through(now, host));
            came_back(reversed, "no statement was before this one")?;
            return Ok(Obeyed::Done);
        }
        if !self.engine.set_statement(which) {
            return Err(no_map());
        }
        Ok(self.begin(Task::Step(None), self.deadline()))
    }

    /// Goes back in the session to the time that `target` describes.
    pub(super) fn back(&mut self, target: &BackTarget, host: &mut dyn Host) -> Result<(), Fault> {
        self.print_messages(host);
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
    pub(super) fn who(&mut self, written: Option<&Subject>, host: &mut dyn Host) -> Result<(), Fault> {
        self.print_messages(host);
        let asked = self.asked;
        let (engine, in_detail) = (&self.engine, self.in_detail);
        let (home, last) = match (written, asked) {
            (Some(written), _) => {
                let home = engine.home_of(written).map_err(Fault::Machine)?;
                (home, engine.machine().orders().into())
            }
            (None, Some(write)) => (write.home(), write.earlier()),
            (None, None) => return Err(Fault::Machine("ask first: who wrote 500".to_string())),
        };
        let found = engine.who(home, last, &mut looked_through(last.order, host));
        let (answer, write) = found.map_err(|Cancelled| Fault::Machine(GIVEN_UP.to_string()))?;
        answer.lines(in_detail).for_each(|line| host.print(&line));
        self.has_found = write.is_some();
        self.asked = if self.has_found || written.is_some() { write } else { self.asked };
        Ok(())
    }

    /// Prints where a value or a character came from, at most ten statements.
    pub(super) fn origin(&mut self, spot: &Spot, host: &mut dyn Host) -> Result<(), Fault> {
        self.print_messages(host);
        let now = self.machine().orders();
        let found = self.engine.origin_of(spot, &mut looked_through(now, host));
        let (answers, chain) = found.map_err(Fault::Machine)?;
        self.print_origins(&answers, chain, host);
        Ok(())
    }

    /// Goes on with the origins that were printed last, or only with what the statement in one of their lines has
    /// read. `line` is the number of this line, counted from 1.
    pub(super) fn more(&mut self, line: Option<usize>, host: &mut dyn Host) -> Result<(), Fault> {
        let mut chain = match line.map(|line| self.origins.get(line - 1)) {
            None => std::mem::take(&mut self.chain),
            Some(answer) => {
                answer.and_then(|answer| answer.sources.as_ref()).map(Chain::from).unwrap_or_default()
            }
        };
        if chain.is_empty() {
            return Err(Fault::Machine("there is no more; ask first: origin of sum".to_string()));
        }
        let now = self.machine().orders();
        let found = self.engine.tell_origins(&mut chain, &mut looked_through(now, host));
        let answers = found.map_err(|Cancelled| Fault::Machine(GIVEN_UP.to_string()))?;
        self.print_origins(&answers, chain, host);
        Ok(())
    }

    fn print_origins(&mut self, answers: &[Answer], chain: Chain, host: &mut dyn Host) {
        answers.iter().flat_map(|answer| answer.lines(self.in_detail)).for_each(|line| host.print(&line));
        if !chain.is_empty() {
            host.print("more tells where the other values came from");
        }
        (self.chain, self.origins) = (chain, answers.to_vec());
    }

    /// Prints the messages of breakpoints that print instead of stopping.
    pub(super) fn print_messages(&mut self, host: &mut dyn Host) {
        self.engine.take_told().iter().for_each(|line| host.print(line));
    }

    pub(super) fn print_values(&mut self, items: &[Item], host: &mut dyn Host) -> Result<(), Fault> {
        self.print_messages(host);
        let now = self.machine().orders();
        let lines = self
            .engine
            .describe(items, self.in_detail, &mut looked_through(now, host))
            .map_err(Fault::Machine)?;
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
