//! Seeds that the project generates for the fuzzer: files in its own binary formats, and the texts of tests.

use gier_algol::source::SourceText;
use gier_desk::tape_text;
use gier_machine::{Input, Log, Machine, Tape, Timeline};
use gier_word::{Image, Symbol, Uops};
use serde_json::json;

/// A program with a procedure, parameters of all kinds, an array, an own variable and a switch.
const PROGRAM: &str = "\
_begin _integer i, k; _array A[1:3, 0:2]; _boolean b; _own _integer o; _switch S := L, M;
_real _procedure p(a, f); _value a; _real a; _real _procedure f; p := a + f(A, 1.5);
_real _procedure g(B, x); _array B; _real x; _begin B[1, 1] := x; g := x × 2 _end;
L: _for i := 1 _step 1 _until 3 _do A[i, 0] := p(i, g);
M: b := i > k; k := k + 1; o := o + k; _if k < 5 _then _goto S[1 + k - k ÷ 2 × 2];
writetext(«done») _end;
";

/// The drum image of `PROGRAM`, with its source map.
pub fn program() -> Image {
    let text = SourceText::clean("p.alg", PROGRAM);
    let translated = gier_algol::translate(&[text], &mut |_| None);
    translated.compilation.expect("the program has no faults").image
}

/// Replaces the last four bytes by a correct checksum, so that the reader does not reject the changed bytes.
pub fn sealed(bytes: &[u8]) -> Vec<u8> {
    let body = &bytes[..bytes.len().saturating_sub(4)];
    [body, &gier_word::checksum::crc32(body).to_be_bytes()].concat()
}

/// The files that an operator's script can read.
pub fn files() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("a.flx", tape()),
        ("a.asc", b"hs1,arn 50\n[remark]\ne5e\n".to_vec()),
        ("a.drum", small().to_bytes()),
    ]
}

/// A drum image with a few cells.
fn small() -> Image {
    let mut image = Image::new("small");
    image.track_mut(0)[1] = "20/0/32/0".parse().expect("four groups are a cell");
    image.track_mut(0)[2] = "1/0/53/0".parse().expect("four groups are a cell");
    image
}

fn tape() -> Vec<u8> {
    let rows = tape_text::from_text("one\ntwo {red}three{black}\nhs 40 , arn 50\n_e 10{stop}");
    rows.expect("the text is a tape").into_iter().map(|row| row.0).collect()
}

fn log() -> String {
    let start = Machine::with_image(&small());
    let mut timeline = Timeline::new(start.clone());
    for input in [
        Input::Help,
        Input::Key(Symbol::UPPER),
        Input::Ka(true),
        Input::MountTape(Tape::from_bytes("a tape", &tape())),
        Input::SetCell(40.into(), "0/0/0/5".parse().expect("four groups are a cell")),
    ] {
        timeline.run_until(timeline.position().at + Uops::from_seconds(0.01));
        timeline.feed(input);
    }
    Log::of(start, vec![("title".to_string(), "small".to_string())], &timeline).to_text()
}

/// The seeds of a target that are not text files in `fuzz/corpus`.
pub fn of(target: &str) -> Vec<Vec<u8>> {
    match target {
        "image" => vec![program().to_bytes(), small().to_bytes()],
        // A block of one word, and a file mark.
        "reel" => vec![vec![7, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 0, 7, 0, 0, 0, 0, 0, 0, 0]],
        "map" => program().map().map(|map| map.to_bytes()).into_iter().collect(),
        "snapshot" => {
            let mut machine = Machine::with_image(&small());
            let fresh = machine.to_bytes();
            machine.feed(Input::Help);
            machine.run_until(Uops::from_seconds(0.1));
            machine.feed(Input::MountTape(Tape::from_bytes("a tape", &tape())));
            vec![fresh, machine.to_bytes()]
        }
        "log" => vec![log().into_bytes()],
        "tape" => vec![tape()],
        "algol" | "lsp" => vec![PROGRAM.as_bytes().to_vec()],
        "exec" => vec![json!({"R": "0/0/0/5", "r": {"cell": 10, "half": "right"}, "s": 7, "pending": {"t": 5},
            "ferrite": {"10": "20/0/32/0", "20": "0/0/0/2 b"}, "drum": {"3": vec!["0/0/16/0"; 40]}, "uops": 100})
        .to_string()
        .into_bytes()],
        _ => Vec::new(),
    }
}
