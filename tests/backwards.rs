//! Searches backwards in an ALGOL program for conditions with its variables. The search must find the same
//! order as a check after every order. The variables include array elements, parameters called by name, and
//! variables of recursive procedures.

#[path = "backwards/machine.rs"]
mod machine;

use crate::algol_map::compiled;
use gier_desk::debug::expression::{EvalState, Expression, Names, ScopeCache, Value};
use gier_desk::debug::past::{self, MomentKind};
use gier_desk::debug::program::Program;
use gier_machine::timeline::{Search, Timeline};
use gier_machine::{Finished, Input, Machine, Probe, Registers, StateView};
use gier_word::Uops;
use proptest::prelude::*;
use std::sync::LazyLock;

/// An endless program with blocks inside procedures, names with several meanings, and parameters of
/// all kinds.
const PROGRAM: &str = "_begin
  _integer i, j, round;
  _real sum;
  _boolean odd;
  _integer _array bunker[0:9], table[1:3, -1:2];
  _integer _procedure fibonacci(n);
  _value n;
  _integer n;
    fibonacci := _if n < 2 _then n _else fibonacci(n-1) + fibonacci(n-2);
  _real _procedure total(term, k, last);
  _value last;
  _real term;
  _integer k, last;
  _begin
    _real t;
    t := 0;
    _for k := 1 _step 1 _until last _do t := t + term;
    total := t
  _end total;
  _procedure fill(a, n);
  _value n;
  _integer n;
  _integer _array a;
  _begin
    _integer j;
    _integer _array bunker[1:n];
    _procedure twice(m);
    _integer m;
    _begin
      m := m + j;
      m := m + j
    _end twice;
    _for j := 1 _step 1 _until n _do
    _begin
      bunker[j] := a[j];
      a[j] := j + round;
      twice(a[j]);
      twice(sum)
    _end
  _end fill;
  round := 0;
  sum := 0;
again:
  odd := round ÷ 2 × 2 ≠ round;
  _for i := 0 _step 1 _until 9 _do bunker[i] := i + round;
  _for i := 1 _step 1 _until 3 _do
    _for j := -1 _step 1 _until 2 _do table[i, j] := bunker[i] - j;
  fill(bunker, 3);
  _begin
    _integer k;
    k := fibonacci(4);
    sum := sum + k + total(bunker[i], i, 3) + total(i×2, i, 3)
  _end;
  round := round + 1;
  _goto again
_end;
";

static SESSION: LazyLock<(Timeline, Program)> = LazyLock::new(|| {
    let image = compiled("backwards.alg", PROGRAM);
    let program = Program::new(image.map().cloned());
    let mut machine = Machine::with_image(&image);
    machine.feed(Input::Help);
    let mut timeline = Timeline::new(machine);
    timeline.run_until(Uops(460_850 * 4));
    assert!(timeline.end().orders > 20_000, "it works: {:?}", timeline.end());
    (timeline, program)
});

/// A probe (code that the machine calls after each order) that evaluates a condition. It records the last
/// order after which the condition was true.
#[derive(Clone)]
struct EveryOrder<'a> {
    wanted: MomentKind,
    condition: &'a Expression,
    program: &'a dyn Names,
    before: Option<Value>,
    done: u64,
    found: Option<u64>,
}

impl EveryOrder<'_> {
    /// Whether the probe searches for this value: a true condition, or a value that has changed.
    fn is_it(&mut self, value: Option<Value>) -> bool {
        let Some(value) = value else { return false };
        let before = self.before.replace(value);
        match self.wanted {
            MomentKind::Held => value == Value::Truth(true),
            MomentKind::Changed => before.is_some_and(|before| before != value),
        }
    }
}

impl Probe for EveryOrder<'_> {
    fn finished(&mut self, order: &Finished<'_>) {
        self.done += 1;
        let (registers, cells) = (order.cpu.registers(), order.ferrite.cells());
        let moment = StateView { orders: 0, now: order.now, registers, cells };
        let state = EvalState::of_view(&moment, self.done, self.program);
        // While a procedure begins or ends, a name can refer to the wrong frame. Ignore such a change.
        let has_names = self.condition.scope_cache(self.program).is_some();
        let of_changes = self.wanted == MomentKind::Changed;
        if of_changes && has_names && !self.program.is_in_own_code(&state) {
            return;
        }
        // After the last order of a block, the names still have the meaning that they had in the block.
        let there = Registers { r1: order.place.cell, half: order.place.half, ..*registers };
        let executed = StateView { registers: &there, ..moment };
        let left = EvalState::of_view(&executed, self.done, self.program);
        let of_variables = has_names && self.condition.is_of_variables();
        if of_changes && of_variables && self.program.is_in_own_code(&left) {
            let scope = self.program.scope(&left);
            let mut cache = ScopeCache::default();
            let value = cache.resolved_in(self.condition, scope, self.program).value(&state);
            if scope != self.program.scope(&state) && self.is_it(value.ok()) {
                self.found = Some(self.done);
                return;
            }
        }
        if self.is_it(self.condition.value(&state).ok()) {
            self.found = Some(self.done);
        }
    }
}

impl Search for EveryOrder<'_> {
    type Found = u64;
    fn begin(&mut self, machine: &Machine) {
        self.done = machine.orders();
        self.before = self.condition.value(&EvalState::of(machine).with_names(self.program)).ok();
    }
    fn found(&mut self) -> Option<u64> {
        self.found.take()
    }
}

/// Searches for the last moment with an expression as the debugger does, and in every order. Both must find the same.
pub fn last_moment(
    timeline: &Timeline,
    (wanted, condition): (MomentKind, &Expression),
    program: &dyn Names,
    last: u64,
) -> Option<u64> {
    let search = EveryOrder { wanted, condition, program, before: None, done: 0, found: None };
    let plainly = timeline.last_of(last, &search, |_| true).unwrap();
    let found = past::last_moment(timeline, (wanted, condition), program, last, |_| true).unwrap();
    assert_eq!(found, plainly, "{condition}");
    found
}

/// Generates a random condition over the program's names. Many conditions are seldom or never true.
fn condition() -> impl Strategy<Value = String> {
    let names = prop::sample::select(vec![
        "i",
        "j",
        "k",
        "n",
        "m",
        "t",
        "round",
        "sum",
        "fibonacci",
        "term",
        "last",
        "bunker[2]",
        "bunker[i]",
        "bunker[j + 1]",
        "a[2]",
        "a[n]",
        "table[2, 0]",
        "table[i, j]",
        "bunker[bunker[1]]",
        "bunker[t / 2]",
    ]);
    let number = || {
        prop_oneof![
            6 => names.clone().prop_map(str::to_string),
            4 => (-3..20i64).prop_map(|number| number.to_string()),
            1 => Just("orders".to_string()),
            1 => Just("orders / 3000".to_string()),
            1 => Just("r1".to_string()),
            1 => Just("round + 1".to_string()),
            1 => Just("n × 2 - k".to_string()),
            1 => Just("2.5".to_string()),
            1 => Just("s".to_string()),
        ]
    };
    let sign = prop::sample::select(vec!["=", "=", "=", "<", ">", "≤", "≠"]);
    let compared = (number(), sign, number()).prop_map(|(a, sign, b)| format!("{a} {sign} {b}"));
    let simple =
        prop_oneof![12 => compared, 1 => Just("odd".to_string()), 1 => Just("orders mod 7 = 3".into())];
    simple.prop_recursive(2, 4, 2, |inner| {
        prop_oneof![
            1 => inner.clone().prop_map(|a| format!("not ({a})")),
            4 => (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a}) and ({b})")),
            1 => (inner.clone(), inner).prop_map(|(a, b)| format!("({a}) or ({b})")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_last_moment_by_names_is_the_one_that_a_check_of_every_order_finds(
        text in condition(),
        last in 0u64..100_000,
    ) {
        let (timeline, program) = &*SESSION;
        last_moment(timeline, (MomentKind::Held, &Expression::parse(&text).unwrap()), program, last);
    }

    #[test]
    fn the_last_change_by_names_is_the_one_that_a_check_of_every_order_finds(
        text in prop_oneof![condition(), Just("round".to_string()), Just("sum + 1".to_string()), Just("i + j".to_string())],
        last in 0u64..100_000,
    ) {
        let (timeline, program) = &*SESSION;
        last_moment(timeline, (MomentKind::Changed, &Expression::parse(&text).unwrap()), program, last);
    }
}

/// Searches backwards from order 500, where the program is in the running system. The condition became true
/// there, although the running system wrote no cell of the condition.
#[test]
fn a_moment_in_the_running_system_at_the_end_is_found() {
    let (timeline, program) = &*SESSION;
    let condition = Expression::parse("(j = 0) and (k < 1)").unwrap();
    assert_eq!(last_moment(timeline, (MomentKind::Held, &condition), program, 500), Some(500));
}
