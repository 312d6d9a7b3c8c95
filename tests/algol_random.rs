//! Runs random ALGOL programs, compiled by our compiler and by the museum's translator. Both must print the
//! same on the same machine. The programs contain procedures and labels as parameters, switches, recursion,
//! arrays, all operators, and alarms.
//!
//! Programs with procedures inside procedures are compared with an evaluator (`deep`) instead.
//! `GIER_PROGRAMS` sets the number of these programs.

mod deep;
mod number;

use crate::algol_map::compiled;
use crate::chance::Chance;
use crate::{ga3, paper};
use gier_algol::source::SourceText;
use gier_machine::{Machine, Pause};
use gier_word::Uops;

/// The number of random programs that are compared with the museum's translator.
const PROGRAMS: u64 = 40;

/// The text before the random statements: variables and procedures of every kind.
const HEAD: &str = "\
_begin _integer i, j, k, m, t, n, x; _real p, q, r, y; _boolean b, c;
_integer _array A[1:5]; _real _array B[0:2, 1:3];
_integer _procedure f(n); _value n; _integer n; _begin x := x + 1; f := n + x÷7 _end;
_real _procedure g(x, y); _real x, y; g := x - y×p;
_boolean _procedure h(y); _value y; _integer y; h := y > k;
_procedure s(u, v); _integer u; _real v; _begin u := v; v := u + 1; _if m < 1000 _then m := m + 1 _end;
_procedure w(n, L, a); _value n; _integer n, a; _label L;
_begin _own _integer z; _integer _array D[1:2]; D[1] := a; z := n; a := a + D[1];
_if n > 2 _then _goto L; _if n > 0 _then w(n - 1, L, a) _else _goto T[a]; M: a := a + 1 _end;
_integer _procedure ap(F, a, b); _integer _procedure F; _integer a, b; ap := F(a) + F(b) + a;
_procedure tx(s1, s2, l); _string s1, s2; _boolean l; writetext(_if l _then s1 _else s2, s1);
_integer _procedure rec(d, a); _value d; _integer d, a; rec := _if d ≤ 0 _then a _else rec(d - 1, a + d) + a;
_real _procedure sum(v, hi, e); _value hi; _integer v, hi; _real e;
_begin _real s; s := 0; _for v := 1 _step 1 _until hi _do s := s + e; sum := s _end;
_procedure fill(AA, e); _integer _array AA; _real e;
_begin _integer _procedure loc(z); _integer z; _begin z := z + i; loc := z - i _end;
AA[loc(j) - loc(j) + 3] := e; AA[2] := AA[3] + 1 _end;
_switch T := L2, _if i > 2 _then L2 _else L3, U[j]; _switch U := L3, L2;
i := 3; j := 2; k := -4; m := 10; n := 6; x := t := 0; p := 1.5; q := -0.25; r := 1000; y := 3;
b := _true; c := _false;
_for t := 1 _step 1 _until 5 _do A[t] := t×t;
_for t := 0, 1, 2 _do B[t, 1] := B[t, 2] := B[t, 3] := t + 0.5;
_if m > 2000 _then _begin L2: write(‹d›, 2); k := k + 1; _if k < 0 _then _goto L3 _end;
";

/// The text after the random statements: the labels, and statements that print all variables.
const TAIL: &str = "\
L3: m := m + 100; _if m < 300 _then _goto L2;
write(‹-ddddddddd›, i, j, k, m, t, x); write(‹-d.ddddddd⏨-ddd›, p, q, r)
_end;
";

/// A generator of random programs.
struct Writer(Chance);

impl Writer {
    fn below(&mut self, bound: usize) -> usize {
        self.0.below(bound)
    }

    fn of(&mut self, list: &[&str]) -> String {
        self.0.of(list).to_string()
    }

    fn subscript(&mut self) -> String {
        self.of(&["j", "(i-i÷4×4+1)", "1", "2", "3", "4", "5"])
    }

    fn integer(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.below(4) {
                0 => self.of(&["0", "1", "3", "100", "12345", "n", "x"]),
                1 => format!("A[{}]", self.subscript()),
                _ => self.of(&["i", "j", "k", "m"]),
            };
        }
        let depth = depth - 1;
        match self.below(9) {
            0 => format!("({}+{})", self.integer(depth), self.integer(depth)),
            1 => format!("({}-{})", self.integer(depth), self.integer(depth)),
            2 => format!("({}×{})", self.integer(depth), self.integer(depth)),
            3 => format!("({}÷{})", self.integer(depth), self.of(&["3", "7", "5"])),
            4 => {
                let condition = self.boolean(depth);
                format!("(_if {condition} _then {} _else {})", self.integer(depth), self.integer(depth))
            }
            5 => format!("f({})", self.integer(depth)),
            6 => format!("entier({})", self.real(depth)),
            7 => format!("sign({})", self.real(depth)),
            _ => format!("(-{})", self.integer(depth)),
        }
    }

    fn real(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.below(3) {
                0 => self.of(&["0.5", "1.25", "3.14159", "⏨-3", "y"]),
                1 => format!("B[{},{}]", self.of(&["0", "1", "2"]), self.of(&["1", "2", "3"])),
                _ => self.of(&["p", "q", "r"]),
            };
        }
        let depth = depth - 1;
        match self.below(8) {
            0 => format!("({}+{})", self.real(depth), self.number(depth)),
            1 => format!("({}-{})", self.number(depth), self.real(depth)),
            2 => format!("({}×{})", self.real(depth), self.number(depth)),
            3 => format!("({}/{})", self.number(depth), self.of(&["3", "7.5", "(1+p×p)", "0.01"])),
            4 => format!(
                "(_if {} _then {} _else {})",
                self.boolean(depth),
                self.real(depth),
                self.number(depth)
            ),
            5 => format!("g({},{})", self.real(depth), self.number(depth)),
            6 => format!("abs({})", self.real(depth)),
            _ => format!("({}↑{})", self.real(depth), self.of(&["2", "3"])),
        }
    }

    fn number(&mut self, depth: usize) -> String {
        if self.below(2) == 0 { self.integer(depth) } else { self.real(depth) }
    }

    fn boolean(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.of(&["b", "c", "_true", "_false", "(i<j)", "(p≥q)"]);
        }
        let depth = depth - 1;
        match self.below(5) {
            0 | 1 => {
                let relation = self.of(&["<", "≤", "=", "≠", ">", "≥"]);
                format!("({}{relation}{})", self.number(depth), self.number(depth))
            }
            2 => {
                let operator = self.of(&["∧", "∨", "≡", "⊃"]);
                format!("({}{operator}{})", self.boolean(depth), self.boolean(depth))
            }
            3 => format!("(¬{})", self.boolean(depth)),
            _ => format!("h({})", self.number(depth)),
        }
    }

    fn statement(&mut self, depth: usize) -> String {
        match self.below(if depth == 0 { 3 } else { 6 }) {
            0 => self.assignment(),
            1 => match self.below(3) {
                0 => format!("write(‹-ddddddddd›, {});\n", self.integer(3)),
                1 => format!("write(‹-d.ddddddd⏨-ddd›, {});\n", self.real(3)),
                _ => format!("write(‹dd›, _if {} _then 1 _else 2);\n", self.boolean(3)),
            },
            2 => self.call(),
            3 => {
                let (condition, then) = (self.boolean(2), self.statement(depth - 1));
                let otherwise = self.statement(depth - 1);
                format!("_if {condition} _then _begin {then} _end _else _begin {otherwise} _end;\n")
            }
            4 => self.loops(depth - 1),
            _ => {
                let (l, e, inner) = (self.integer(1), self.number(1), self.statement(depth - 1));
                format!(
                    "_begin _integer _array C[1:3]; _integer l; l := {l}; C[2] := {e};
{inner} write(‹-ddddddddd›, C[2], l) _end;\n"
                )
            }
        }
    }

    fn assignment(&mut self) -> String {
        match self.below(5) {
            0 => format!("{} := {};\n", self.of(&["i", "j", "k", "m"]), self.number(2)),
            1 => format!("{} := {};\n", self.of(&["p", "q", "r"]), self.number(2)),
            2 => format!("{} := {};\n", self.of(&["b", "c"]), self.boolean(2)),
            3 => format!("A[{}] := {};\n", self.subscript(), self.number(2)),
            _ => format!(
                "B[{},{}] := {};\n",
                self.of(&["0", "1", "2"]),
                self.of(&["1", "2", "3"]),
                self.number(2)
            ),
        }
    }

    fn loops(&mut self, depth: usize) -> String {
        let inner = self.statement(depth);
        if self.below(2) == 0 {
            let (first, step) = (self.of(&["1", "-2", "j", "5"]), self.of(&["1", "2", "-1", "3"]));
            let (last, more) = (self.of(&["3", "2", "6", "i"]), self.integer(1));
            format!(
                "_for t := {first} _step {step} _until {last}, {more} _do _if t < 50 _then _begin {inner} _end;\n"
            )
        } else {
            let condition = self.boolean(1);
            format!("t := 0; _for t := t + 1 _while t < 4 ∧ {condition} _do _begin {inner} _end;\n")
        }
    }

    fn call(&mut self) -> String {
        let (e, a, condition) = (self.integer(1), self.integer(1), self.boolean(1));
        match self.below(9) {
            0 => format!("write(‹-ddddddddd›, ap(f, {e}, {a}));\n"),
            1 => format!("tx(«ab», «Cd», {condition});\n"),
            2 => format!("write(‹-ddddddddd›, rec({}, {a}));\n", self.of(&["0", "1", "3", "5"])),
            3 => format!("write(‹-d.ddddddd⏨-ddd›, sum(t, 3, {}));\n", self.real(1).replace('p', "t")),
            4 => format!("fill(A, {});\n", self.number(1)),
            5 => format!("_if m < 500 _then _begin m := m + 7; w({e}, L3, i) _end;\n"),
            6 => format!(
                "_begin _integer _procedure f(q); _integer q; _begin i := i + 1; f := q + i _end;
write(‹-ddddddddd›, ap(f, i, {a}), f({e})) _end;\n"
            ),
            7 => format!(
                "_if m < 500 _then _begin m := m + 50; _goto _if {condition} _then T[{e}] _else U[{a}] _end;\n"
            ),
            _ => {
                let variable = self.of(&["A[j]", "B[1,2]", "p", "q", "i", "k"]);
                format!("s({variable}, {});\n", self.number(2))
            }
        }
    }

    fn program(&mut self) -> String {
        let count = 6 + self.below(8);
        let body: String = (0..count).map(|_| self.statement(2) + "writecr;\n").collect();
        format!("{HEAD}{body}{TAIL}")
    }
}

fn plain(text: &str) -> String {
    text.trim_end().to_string()
}

/// Returns the paper that our compiler's code prints, or `None` if the program does not end.
fn ours(text: &str) -> Option<String> {
    let mut machine = Machine::with_image(&compiled("random", text));
    let run = paper::run(&mut machine, &[], Uops::from_seconds(1000.0));
    assert!(paper::ended(run.pause) || run.pause == Pause::Done, "{:?}\n{text}", run.pause);
    (run.pause != Pause::Done).then(|| plain(&run.paper))
}

#[test]
fn random_programs_print_what_the_museums_translator_prints() {
    let archive = ga3::archive();
    for number in 1..=PROGRAMS {
        let text = Writer(Chance(number.wrapping_mul(0x9E37_79B9_7F4A_7C15))).program();
        let compiled = gier_algol::compile(&[SourceText::clean("random", &text)], &mut |_| None).0;
        let compiled = compiled.unwrap_or_else(|| panic!("a program without faults:\n{text}"));
        crate::algol::listed_again(&compiled).unwrap_or_else(|why| panic!("{why}\n{text}"));
        let Some(paper) = ours(&text) else { continue };
        let Some(archive) = &archive else { continue };
        let theirs = ga3::run(archive, ga3::tape_of_clean(&text), None, false, &[]);
        let run = theirs.run.unwrap_or_else(|| panic!("{}\n{text}", theirs.translation));
        assert_eq!(paper, plain(&run.paper), "program {number}:\n{text}");
    }
}

/// The number of programs that are compared with the evaluator if `GIER_PROGRAMS` is not set.
const DEEP_PROGRAMS: u64 = 60;

#[test]
fn random_programs_with_deep_procedures_print_what_the_rules_say() {
    let wanted = std::env::var("GIER_PROGRAMS").ok();
    let wanted = wanted.map_or(DEEP_PROGRAMS, |wanted| wanted.parse().expect("GIER_PROGRAMS is a number"));
    let (mut made, mut wrong) = (0, Vec::new());
    for number in 1u64.. {
        if made == wanted {
            break;
        }
        let program = deep::Deep::make(&mut Chance(number.wrapping_mul(0x9E37_79B9_7F4A_7C15)));
        let Ok(expected) = program.paper() else { continue };
        made += 1;
        let text = program.text();
        let paper = ours(&text).unwrap_or_else(|| panic!("program {number} does not end:\n{text}"));
        if paper != format!("{expected}\nend").trim_end() {
            wrong.push(format!("program {number}:\n{text}\nprints:\n{paper}\nmust print:\n{expected}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {made} programs, the first:\n{}", wrong.len(), wrong[0]);
}
