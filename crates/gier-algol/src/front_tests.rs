//! Tests that the front end never panics, even on arbitrary bytes, arbitrary symbols or truncated programs.
//! Also tests that [`to_clean`] keeps the basic symbols of a text.

use crate::lex::{TokenKind, lex};
use crate::parse;
use crate::source::{Form, SourceText, to_clean};
use proptest::prelude::*;

const PROGRAM: &str = "A program.\n_begin _comment x; _integer i, not one; _real _array A[1:10, i:-2];\n\
    _switch S := L, _if i = 1 _then L _else S[2];\n\
    _real _procedure p(a) words :(f, s); _value a; _integer a; _procedure f; _string s;\n\
    _begin p := a×2.5⏨-3 - 0.1↑a; f(s); write(‹-nd.dd›, p(1, f, «x \\_y␣Z»)) _end p;\n\
    _for i := 1 _step 1 _until 10, i + 1 _while i ÷ 2 ≤ 7 _do\n\
    _if ¬ (i ≠ 3 ∧ kb on ∨ i > 2 ⊃ _true ≡ _false) _then A[i, 1] := p(i, p, «ab») _else _goto L;\n\
    L: _end;\n";

fn run(text: SourceText) -> usize {
    parse(&[text], &mut |name| Some(SourceText::clean(name, "_integer x"))).diagnostics.len()
}

#[test]
fn the_example_has_no_errors() {
    let parsed = parse(&[SourceText::clean("example", PROGRAM)], &mut |_| None);
    assert_eq!(parsed.diagnostics, []);
}

#[test]
fn a_library_text_that_includes_itself_is_refused() {
    let main = SourceText::clean("main", "_begin _comment library A B; _end;");
    let parsed = parse(&[main], &mut |name| {
        let other = if name == "A B" { "C" } else { "A  B" };
        Some(SourceText::clean(name, &format!("_integer x; _comment library {other};")))
    });
    let words: Vec<_> = parsed.diagnostics.iter().map(|fault| fault.word).collect();
    assert_eq!(words, ["+declar.", "comment"]);
    // A chain of library texts that never ends is refused too.
    let main = SourceText::clean("main", "_begin _comment library A; _end;");
    let parsed =
        parse(&[main], &mut |name| Some(SourceText::clean(name, &format!("_comment library {name}A;"))));
    let told: Vec<&str> = parsed.diagnostics.iter().map(|fault| fault.message.as_str()).collect();
    assert!(
        told.len() == 1
            && told[0].starts_with("library texts include each other in more than 20 levels (A, AA")
    );
}

/// Symbols of an ALGOL text, some of them faulty. Two blanks separate them.
const SYMBOLS: &str = "_begin  _end  _end;  ;  ;  ,  :=  _if  _then  _else  _for  _do  _step  _until  _while  _goto  \
    _go _to  _integer  _real  _boolean  _array  _procedure  _switch  _own  _value  _label  _string  \
    _comment x;  _comment library X;  (  )  [  ]  :  +  -  ×  /  ÷  ↑  <  ≤  =  ≥  >  ≠  ¬  ∧  ∨  ⊃  \
    ≡  _true  _false  1  2.5  ⏨3  1⏨  a  b  p  x y  write  cos  pack  drumplace  «s»  ‹-nd›  ‹nn›  \
    ) t :(  L:  å  _mod  \\{29}  \\_x  |  _";

fn soup() -> impl Strategy<Value = String> {
    let words: Vec<&str> = SYMBOLS.split("  ").collect();
    prop::collection::vec(prop::sample::select(words), 0..60).prop_map(|words| words.join(" "))
}

/// The kinds of the basic symbols of a text.
fn kinds(text: SourceText) -> Vec<TokenKind> {
    let tokens = lex(&[text], &mut |_| None).tokens;
    (0..tokens.len()).map(|at| tokens.kind(at).clone()).collect()
}

proptest! {
    #[test]
    fn any_bytes_are_accepted(bytes: Vec<u8>, asc: bool) {
        let name = if asc { "x.asc" } else { "x.alg" };
        run(SourceText::from_bytes(name, &bytes));
        let inside = [b"_b_e_g_i_n ".as_slice(), &bytes, b" _e_n_d;"].concat();
        run(SourceText::from_bytes(name, &inside));
    }

    #[test]
    fn any_characters_are_accepted(text in "\\PC*") {
        run(SourceText::clean("x", &format!("_begin {text}; _end;")));
    }

    #[test]
    fn any_mixture_of_symbols_is_accepted(soup in soup()) {
        run(SourceText::clean("x", &format!("_begin {soup}")));
        run(SourceText::clean("x", &format!("_begin {soup} _end;")));
    }

    #[test]
    fn a_truncated_program_is_accepted(cut in 0usize..PROGRAM.len(), drop in 0usize..40) {
        let from = (cut..=PROGRAM.len()).find(|&at| PROGRAM.is_char_boundary(at)).unwrap();
        let to = (from + drop..).find(|&at| at >= PROGRAM.len() || PROGRAM.is_char_boundary(at)).unwrap();
        prop_assert!(run(SourceText::clean("x", &PROGRAM[..from])) > 0 || from + 2 > PROGRAM.len());
        run(SourceText::clean("x", &[&PROGRAM[..from], PROGRAM.get(to..).unwrap_or("")].concat()));
    }

    /// Tests that [`to_clean`] keeps the basic symbols of a text in the clean form, even if the text has
    /// errors.
    #[test]
    fn printing_keeps_the_symbols(soup in soup()) {
        let text = SourceText::clean("x", &format!("Title. _begin {soup} _end;"));
        let printed = SourceText::clean("x", &to_clean(&text));
        prop_assert_eq!(kinds(printed), kinds(text));
    }

    /// Tests that [`to_clean`] keeps the basic symbols of a text in the archive's form.
    #[test]
    fn printing_the_archives_form_keeps_the_symbols(text in "[a-dA-C0-9_|<>=:;,.()+ '&£*#\n-]{0,60}") {
        let text = format!("Title. _b_e_g_i_n {text} _e_n_d;");
        let asc = SourceText { name: "x.asc".to_string(), text, form: Form::Asc };
        let printed = SourceText::clean("x", &to_clean(&asc));
        prop_assert_eq!(kinds(printed), kinds(asc));
    }
}

/// Tests that a statement inside a faulty statement is checked too.
#[test]
fn a_call_inside_of_a_faulty_statement_is_checked() {
    let text = SourceText::clean("", "_begin _integer x; _for _begin x ) 1; y := 2 _end _end;");
    let words: Vec<_> = parse(&[text], &mut |_| None).diagnostics.iter().map(|fault| fault.word).collect();
    assert_eq!(words, ["-operand", "type", "-declar."]);
}
