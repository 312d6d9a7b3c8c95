//! Tests deep, long and enormous inputs. gier must read them in time, or refuse them with short messages.

use crate::cli::Desk;
use crate::strangers::{SECRET, ended, gier, image, survives};
use gier_word::source_map::{CodeBlock, CodeVariable, MapText};
use std::fs;
use std::process::Stdio;

/// Tests that a script has at most 2 MB.
#[test]
fn a_long_script_is_refused() {
    let desk = Desk::new().with("talk");
    let comment = "#".repeat((2 << 20) - 8);
    desk.put("fits.acts", format!("{comment}\nstep 1\n")).gier("debug talk.drum --acts fits.acts").code(0);
    desk.put("long.acts", format!("{comment}\nstep 10\n"));
    let said = desk.gier("debug talk.drum --acts long.acts").code(2).get_output().stderr.clone();
    let said = String::from_utf8(said).unwrap();
    assert!(said.contains("a file has at most 100000 acts, and 2 MB of text"), "{said}");
}

/// Tests that a message made of many messages is printed in time in Danish too.
#[test]
fn long_messages_are_not_translated() {
    let desk = Desk::new().with("talk");
    for foreign in ["x: the machine does not ", "line 1: ", "stop 1: ", "x = not set, "] {
        desk.put("long.acts", format!("expect \"{}\"\n", foreign.repeat(50_000)));
        survives(&desk, &["debug", "talk.drum", "--acts", "long.acts", "--lang", "da"]);
    }
}

/// Tests that the files that acts read have a limit together.
#[test]
fn acts_read_a_limited_amount() {
    let desk = Desk::new().with("talk");
    desk.put("long.flx", vec![1; 33 << 20]);
    desk.put("reader.acts", "reader \"long.flx\"\n".repeat(3));
    let said = survives(&desk, &["debug", "talk.drum", "--acts", "reader.acts"]).stderr;
    let said = String::from_utf8(said).unwrap();
    assert!(said.contains("long.flx is not read: acts read at most 64 MB in all"), "{said}");
}

/// Tests that every recursive parser has a limit on depth, and that no parser takes quadratic time.
/// docs/reliability.md lists the parsers.
#[test]
fn deep_and_long_inputs_are_refused_in_time() {
    let desk = Desk::new().with("talk").with("spin");
    let deep = 50_000;
    for open in [
        "(",
        "_begin ",
        "_if a _then ",
        "_for i := 1 _do ",
        "a[",
        "-",
        "¬",
        "1+",
        "a ∧ ",
        "f(",
        "_procedure p; ",
        "«",
    ] {
        desk.put("deep.alg", format!("_begin _integer i; i := {} _end;\n", open.repeat(deep)));
        survives(&desk, &["algol", "deep.alg"]);
        desk.put("deep.alg", format!("_begin {} _end;\n", open.repeat(deep)));
        survives(&desk, &["algol", "deep.alg"]);
    }
    for open in ["(", "_b ", "_b\n", "<", "a1-", "1+", "[", "{", "_d i=", "_e\n"] {
        desk.put("deep.slip", format!("_b i=40\n hv {}1\n", open.repeat(deep)));
        survives(&desk, &["asm", "deep.slip", "-o", "deep.drum"]);
        desk.put("deep.slip", open.repeat(deep));
        survives(&desk, &["asm", "deep.slip", "-o", "deep.drum"]);
    }
    for open in [
        "(",
        "not ",
        "-",
        "A[",
        "cell ",
        "bit 3 of ",
        "address of ",
        "marks of ",
        "fraction ",
        "1 + ",
        "1 and ",
        "1 or ",
        "1 × ",
    ] {
        let expression =
            format!("{}1{}", open.repeat(deep), if open == "(" { ")".repeat(deep) } else { String::new() });
        desk.put("deep.acts", format!("tell {expression}\nbreak 41 when {expression}\nwatch {expression}\n"));
        survives(&desk, &["debug", "talk.drum", "--acts", "deep.acts"]);
        desk.put("deep.breaks", format!("break 41 when {expression}\n"));
        survives(&desk, &["panel", "talk.drum", "--breaks", "deep.breaks", "--picture", "p.txt"]);
    }
    for open in ["[", "{\"a\":", "{\"ferrite\":{\"1\":"] {
        desk.put("deep.json", open.repeat(deep) + "\n");
        survives(&desk, &["exec", "--orders", "1", "deep.json"]);
    }
    desk.put("deep.keys", format!("{}\n", "<".repeat(deep)));
    survives(&desk, &["panel", "talk.drum", "--keys", "deep.keys", "--picture", "p.txt"]);
    survives(&desk, &["panel", "talk.drum", "--press", &"<".repeat(deep), "--picture", "p.txt"]);
    desk.put("deep.txt", "{red}{".repeat(deep));
    survives(&desk, &["tape", "from-text", "deep.txt", "-o", "deep.flx"]);
    desk.put("deep.asc", "[".repeat(deep));
    survives(&desk, &["tape", "info", "deep.asc"]);
    survives(&desk, &["boot", "--tape", "deep.asc"]);
    survives(&desk, &[&"x".repeat(100_000)]);
}

/// Long lists and long names are refused, or read in time.
#[test]
fn long_lists_and_names_are_no_burden() {
    let desk = Desk::new().with("talk");
    for (item, times) in [("R,", 2_000_000), ("a ", 1_000_000)] {
        let long = item.repeat(times) + "R = 1";
        desk.put("long.acts", format!("break 41 tell {long}\nbreak 41 when {long}\ntell {long}\n"));
        survives(&desk, &["debug", "talk.drum", "--acts", "long.acts"]);
        desk.put("long.acts", format!("tell {long}\n"));
        survives(&desk, &["debug", "talk.drum", "--acts", "long.acts"]);
        desk.put("long.breaks", format!("break 41 tell {long}\n"));
        survives(&desk, &["panel", "talk.drum", "--breaks", "long.breaks", "--picture", "p.txt"]);
    }
}

/// A long line, and an image with an enormous source map, are read in time.
#[test]
fn long_lines_and_large_maps_are_no_burden() {
    let desk = Desk::new();
    let message = |body: String| format!("Content-Length: {}\r\n\r\n{body}", body.len());
    let address = "file:///a.alg";
    let (text, document) = ("_begin ".repeat(50_000), format!("{{\"uri\":\"{address}\"}}"));
    let bytes = [
        "{\"id\":1,\"method\":\"initialize\",\"params\":{\"capabilities\":{}}}".to_string(),
        format!(
            "{{\"method\":\"textDocument/didOpen\",\"params\":{{\"textDocument\":{{\"uri\":\"{address}\",\
             \"languageId\":\"algol\",\"version\":1,\"text\":\"{text}\"}}}}}}"
        ),
        format!(
            "{{\"id\":2,\"method\":\"textDocument/semanticTokens/full\",\"params\":{{\"textDocument\":{document}}}}}"
        ),
        "{\"id\":3,\"method\":\"shutdown\"}".to_string(),
        "{\"method\":\"exit\"}".to_string(),
    ]
    .map(message)
    .concat();
    desk.put("requests", bytes);
    let mut editor = gier(&desk, &["lsp"]);
    let editor = editor.stdin(fs::File::open(desk.path("requests")).unwrap()).stdout(Stdio::null());
    assert_eq!(ended(editor.spawn().unwrap(), "a long line").status.code(), Some(0));

    desk.put("one.alg", SECRET).gier("algol one.alg").code(0);
    let mut large = image(&desk, "one.drum");
    let whole = (**large.map().unwrap()).clone();
    let many = 200_000;
    let texts = |count: usize| {
        let mut map = whole.clone();
        map.texts.extend((1..count).map(|number| MapText::new(&format!("{number}"), "")));
        map
    };
    let mut names = whole.clone();
    names.names = (0..many).map(|number| (format!("a{number}"), whole.bodies[0].entry)).collect();
    let variable = whole.blocks.iter().find_map(|block| block.variables.first()).unwrap().clone();
    let nested = |depth: usize| {
        let mut map = whole.clone();
        let name = |number: usize| CodeVariable { name: format!("a{number}"), ..variable.clone() };
        let block = |number: usize| CodeBlock { outer: number.checked_sub(1), variables: vec![name(number)] };
        map.blocks = (0..depth).map(block).collect();
        map.code.iter_mut().for_each(|row| row.block = Some(depth - 1));
        map
    };
    desk.put("m.acts", "break line 3\ncontinue\ntell line\ntell variables\ntell calls\ntell a1\nwatch a2\nbreak 41 when a3 = 1\n");
    for map in [texts(1000), texts(many), names, nested(500), nested(many)] {
        large.set_map(Some(map));
        desk.put("large.drum", large.to_bytes());
        survives(&desk, &["panel", "large.drum", "--picture", "p.txt", "--view", "source"]);
        survives(&desk, &["debug", "large.drum", "--acts", "m.acts"]);
        survives(&desk, &["run", "large.drum"]);
    }
}
