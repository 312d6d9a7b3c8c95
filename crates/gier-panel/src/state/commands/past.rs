//! Commands that go to another moment of the session. The machine and its paper are then exactly as they
//! were at that moment.

use super::Progress;
use super::desk::by_hand;
use crate::ink::figures::clock;
use crate::keys::table::Past;
use crate::state::app::App;
use crate::state::prompt::{About, Prompt};
use gier_desk::acts::Act;
use gier_desk::debug::language::{BackTarget, Which};
use gier_desk::notation::{changes, place};
use gier_machine::timeline::{self, HISTORY_ORDERS};
use gier_word::{Uops, number};

impl App {
    pub(in crate::state) fn travel(&mut self, command: Past, progress: Progress<'_>) {
        match command {
            Past::Back if self.takes_back() => {}
            Past::Back => self.debug_by_key(&Act::Back(BackTarget::Orders(1)), progress),
            Past::RunBack if self.session.engine().breaks().count_on() == 0 => {
                self.talk.say("There is no breakpoint: b sets one, [ goes to the beginning.");
            }
            Past::RunBack => self.debug_by_key(&Act::Back(BackTarget::Break), progress),
            Past::StatementBack => self.debug_by_key(&Act::Statement(Which::Back), progress),
            Past::First => self.jump(0),
            Past::Last => self.jump(u64::MAX),
            Past::Moment => {
                let question = "go to (order 1234, 12.5 s, line 7 of the paper, a mark):";
                self.talk.ask(Prompt::new(About::Moment, question, ""));
            }
            Past::Mark => self.talk.ask(Prompt::new(About::Mark, "name for this moment:", "")),
            Past::PlaceBefore => self.revisit(true),
            Past::PlaceAfter => self.revisit(false),
            Past::Unforget => self.unforget(),
        }
    }

    /// How many orders the machine has executed.
    pub(in crate::state) fn orders(&self) -> u64 {
        self.session.machine().orders()
    }

    /// Called when the session is at another moment.
    pub(in crate::state) fn arrived(&mut self) {
        (self.asked, self.look.history_cursor, self.sources.is_loose) = (None, None, false);
        let is_latest = self.session.engine().future().is_none();
        self.session.stand(if is_latest { "the latest moment" } else { "in the past" });
        self.pace_anew(self.pacer.speed());
    }

    /// Goes to the moment at which `orders` orders have been executed. If the session is shorter, goes to
    /// its end.
    pub(in crate::state) fn jump(&mut self, orders: u64) {
        self.session.halt("in the past");
        self.places.leave(self.orders());
        self.go_to_orders(orders);
    }

    fn go_to_orders(&mut self, orders: u64) {
        self.session.seek(orders);
        self.arrived();
    }

    /// Takes back what was last changed by hand at this stop. Returns `false` if nothing was.
    fn takes_back(&mut self) -> bool {
        if self.session.runs() {
            return false;
        }
        let before = self.session.machine().clone();
        let Some(input) = self.session.take_back() else { return false };
        self.log();
        self.arrived();
        if let (Some((name, now)), Some((_, was))) =
            (by_hand(self.session.machine(), &input), by_hand(&before, &input))
        {
            self.talk.say(&format!("{name} was {was}, is {now} again."));
        }
        true
    }

    /// Obeys an act for a key.
    fn debug_by_key(&mut self, act: &Act, progress: Progress<'_>) {
        self.obey_act("", act, progress).unwrap_or_else(|error| self.talk.say(&error));
    }

    /// Gives the present moment of the session a name, so that you can return to it by this name.
    pub(in crate::state) fn mark(&mut self, name: &str) -> Result<(), String> {
        if name.is_empty() {
            return Err("give a name: start of the game".to_string());
        }
        let orders = self.orders();
        self.places.mark(name, orders);
        self.talk.say(&format!("This moment, after {orders} orders, is now called '{name}'. G goes there."));
        Ok(())
    }

    /// Goes to the moment that you typed: a number of orders, a time, a line of the paper, or the name
    /// of a mark.
    pub(in crate::state) fn go_to_moment(&mut self, typed: &str) -> Result<(), String> {
        let end = self.session.engine().timeline().end();
        if let Some(orders) = self.places.marked(typed) {
            self.jump(orders);
            return Ok(());
        }
        let number = typed.strip_prefix("order ").unwrap_or(typed).replace(' ', "");
        if let Ok(orders) = number.parse::<u64>() {
            if orders > end.orders {
                return Err(format!("the session ends at order {}", end.orders));
            }
            self.jump(orders);
            return Ok(());
        }
        let at = match typed.strip_prefix("line ") {
            Some(line) => {
                let line =
                    line.trim().trim_end_matches(" of the paper").parse().ok().filter(|line| *line > 0);
                let line = line.ok_or_else(|| format!("'{typed}' is not a line of the paper"))?;
                let at = self.session.engine().time_of_line(line);
                at.ok_or_else(|| format!("the paper has no line {line} yet"))?
            }
            None => time(typed).ok_or_else(|| {
                format!("'{typed}' is not a moment; type order 1234, 12.5 s, line 7, or the name of a mark")
            })?,
        };
        if typed.starts_with("line ") {
            self.go_to_time(at.min(end.at));
            return Ok(());
        }
        if at > end.at {
            return Err(format!("the session ends at {}", clock(end.at)));
        }
        self.go_to_time(at);
        Ok(())
    }

    fn go_to_time(&mut self, at: Uops) {
        self.session.halt("in the past");
        self.places.leave(self.orders());
        self.session.seek_time(at);
        self.arrived();
    }

    /// If `back` is true, undoes your last jump to another moment of the session. Otherwise, repeats the jump
    /// that was undone last.
    fn revisit(&mut self, back: bool) {
        let here = self.orders();
        match if back { self.places.back(here) } else { self.places.forward(here) } {
            Some(orders) => {
                self.session.halt("in the past");
                self.go_to_orders(orders);
            }
            None if back => self.talk.say("There is no earlier jump."),
            None => self.talk.say("There is no later jump."),
        }
    }

    /// Discards the part of the session after the present moment. The panel keeps a copy, so that you can
    /// bring this part back.
    pub(in crate::state) fn forget_ahead(&mut self) {
        self.places.save_before_discard(self.session.engine().timeline());
        self.session.forget_future();
        self.log();
    }

    /// Brings back the part of the session that was discarded last. The present session is kept, so that a
    /// second call undoes the first.
    fn unforget(&mut self) {
        self.session.halt("in the past");
        match self.places.exchange(self.session.engine().timeline()) {
            None => self.talk.say("Nothing was discarded in this session."),
            Some(session) => {
                self.session.exchange(session);
                self.log_anew();
                self.arrived();
                self.talk.say("The discarded future is back; U swaps it with the one you just had.");
            }
        }
    }

    /// Returns the orders that a history of `rows` rows can show, each with what it changed. The history is
    /// centred on its cursor or, if it has no cursor, on the present moment.
    pub(in crate::state) fn records(&self, rows: u64) -> Vec<timeline::OrderRecord> {
        let middle = self.look.history_cursor.unwrap_or(self.orders());
        self.session.engine().timeline().records(middle.saturating_sub(rows)..middle + rows)
    }

    /// Moves the cursor of the history by this many orders. A negative number moves it back.
    pub(in crate::state) fn scroll_history(&mut self, lines: i64) {
        let end = self.session.engine().timeline().end().orders.max(1);
        let here = self.look.history_cursor.unwrap_or(self.orders().max(1));
        let there = here.saturating_add_signed(lines).clamp(1, end);
        // At the end of the session, the view needs no cursor, because it follows the session.
        let is_end = there == end && self.session.engine().future().is_none();
        self.look.history_cursor = (!is_end).then_some(there);
    }

    /// Goes to the moment before the order under the cursor of the history.
    pub(in crate::state) fn go_to_row(&mut self) {
        let Some(order) = self.look.history_cursor else {
            self.talk.say("Up and Down choose an order; Enter goes there.");
            return;
        };
        self.jump(order - 1);
        self.look.history_cursor = Some(order);
    }

    /// Searches the history backwards from the cursor for an order whose row contains this text.
    pub(in crate::state) fn find_in_history(&mut self, wanted: &str) {
        let before = self.look.history_cursor.unwrap_or(self.orders() + 1);
        let records = self.session.engine().timeline().records(before.saturating_sub(HISTORY_ORDERS)..before);
        let wanted = wanted.to_ascii_lowercase();
        let has = |past: &&timeline::OrderRecord| {
            let (at, order) = (place::write(past.place), changes::order(past));
            format!("{at} {order} {}", changes::describe(past)).to_ascii_lowercase().contains(&wanted)
        };
        match records.iter().rev().find(has) {
            Some(past) => {
                self.look.history_cursor = Some(past.number);
                self.talk.say(&format!("Order {}; n finds an earlier one, Enter goes there.", past.number));
            }
            None => self.talk.say("Not found in the 65 536 orders before this one."),
        }
    }
}

/// Reads a time that you typed, counted from the beginning of the session: `12.5 s` or `1:02.5`.
fn time(typed: &str) -> Option<Uops> {
    let seconds = match typed.split_once(':') {
        Some((minutes, seconds)) => {
            60.0 * number::parse_unsigned(minutes)? + number::parse_unsigned(seconds)?
        }
        None => number::parse_unsigned(typed.strip_suffix('s')?.trim())?,
    };
    (0.0..1e12).contains(&seconds).then(|| Uops::from_seconds(seconds))
}
