//! Tests the server with texts in memory: broken input, renaming, formatting, and library texts.

use gier_lsp::{Files, Server};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A file system in memory: the text of each file by its path.
#[derive(Default)]
struct Memory(BTreeMap<PathBuf, String>);

impl Files for Memory {
    fn read(&self, path: &Path) -> Option<Vec<u8>> {
        self.0.get(path).map(|text| text.clone().into_bytes())
    }
    fn texts(&self, _: &Path) -> Vec<PathBuf> {
        self.0.keys().cloned().collect()
    }
}

const MAIN: &str = "file:///p/main.alg";

fn server(files: &[(&str, &str)]) -> Server<Memory> {
    // On Windows, the path of `file:///p/main.alg` is `p\main.alg`.
    let path = |path: &str| PathBuf::from(&path[usize::from(cfg!(windows))..]);
    let files = files.iter().map(|(name, text)| (path(name), (*text).to_string())).collect();
    let mut server = Server::new(Memory(files));
    ask(&mut server, "initialize", json!({"capabilities": {}}));
    server
}

fn ask(server: &mut Server<Memory>, method: &str, params: Value) -> Value {
    let mut said = server.handle(&json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}));
    assert_eq!(said.len(), 1);
    said.remove(0)
}

/// Opens a document in the server. Returns the reported faults as (file name, message).
fn open(server: &mut Server<Memory>, uri: &str, text: &str) -> Vec<(String, String)> {
    let item = json!({"uri": uri, "languageId": "algol60", "version": 1, "text": text});
    let said = server.handle(&json!({"method": "textDocument/didOpen", "params": {"textDocument": item}}));
    faults(&said)
}

fn faults(said: &[Value]) -> Vec<(String, String)> {
    let mut faults = Vec::new();
    for message in said {
        let uri = message["params"]["uri"].as_str().unwrap();
        for fault in message["params"]["diagnostics"].as_array().unwrap() {
            let name = uri.rsplit('/').next().unwrap().to_string();
            faults.push((name, fault["message"].as_str().unwrap().to_string()));
        }
    }
    faults
}

fn at(line: u32, character: u32) -> Value {
    json!({"textDocument": {"uri": MAIN}, "position": {"line": line, "character": character}})
}

#[test]
fn broken_requests_are_answered_with_errors() {
    let mut server = Server::new(Memory::default());
    let code = |answer: Value| answer["error"]["code"].as_i64();
    assert_eq!(code(ask(&mut server, "textDocument/hover", json!({}))), Some(-32002));
    ask(&mut server, "initialize", json!({"capabilities": {}}));
    assert_eq!(code(ask(&mut server, "initialize", json!({"capabilities": {}}))), Some(-32600));
    assert_eq!(code(ask(&mut server, "textDocument/hover", json!({"a": 1}))), Some(-32602));
    assert_eq!(code(ask(&mut server, "textDocument/hover", at(0, 0))), Some(-32602));
    assert_eq!(code(ask(&mut server, "no/such", json!(null))), Some(-32601));
    assert_eq!(code(server.handle(&json!([1, 2])).remove(0)), Some(-32600));
    assert_eq!(server.handle(&json!({"id": 7, "result": null})), Vec::<Value>::new());
    assert_eq!(server.handle(&json!({"method": "textDocument/didOpen", "params": 5})), Vec::<Value>::new());
    ask(&mut server, "shutdown", json!(null));
    assert_eq!(code(ask(&mut server, "textDocument/hover", at(0, 0))), Some(-32600));
    server.handle(&json!({"method": "exit"}));
    assert_eq!(server.is_over(), Some(true));
}

#[test]
fn faults_of_a_library_text_appear_on_it_and_disappear() {
    let mut server = server(&[("/p/library/NEXT.alg", "_integer _procedure NEXT; NEXT := wrong")]);
    let text = "_begin _comment library NEXT; write(‹d›, NEXT) _end;";
    let mut said = open(&mut server, MAIN, text);
    said.sort();
    said.iter_mut().for_each(|(_, message)| message.truncate(message.find('\n').unwrap_or(message.len())));
    let wanted =
        [("NEXT.alg", "wrong is not declared"), ("main.alg", "NEXT.alg has a fault: wrong is not declared")];
    assert_eq!(said, wanted.map(|(name, message)| (name.to_string(), message.to_string())));
    // Now the program declares the name that the library text uses.
    let text = text.replace("_begin ", "_begin _integer wrong; ");
    let change = json!({"textDocument": {"uri": MAIN, "version": 2}, "contentChanges": [{"text": text}]});
    let said = server.handle(&json!({"method": "textDocument/didChange", "params": change}));
    assert_eq!(faults(&said), []);
    let cleared = |message: &Value| message["params"]["uri"].as_str().unwrap().ends_with("NEXT.alg");
    assert!(said.iter().any(cleared), "{said:?}");
}

#[test]
fn an_open_library_text_counts_and_is_no_faulty_program() {
    let mut server = server(&[("/p/library/NEXT.alg", "no declaration")]);
    let next = "_integer _procedure NEXT; NEXT := outer + 1";
    assert_eq!(open(&mut server, "file:///p/library/NEXT.alg", next), []);
    let text = "_begin _integer outer; _comment library NEXT; outer := 1; write(‹d›, NEXT) _end;";
    assert_eq!(open(&mut server, MAIN, text), []);
}

/// A program that does not compile shows a fault also when the library text is open.
#[test]
fn a_fault_of_an_open_library_text_is_shown_in_both_texts() {
    let library = "file:///p/library/NEXT.alg";
    let mut server = server(&[("/p/library/NEXT.alg", "_integer _procedure NEXT; NEXT := 1")]);
    let text = "_begin _comment library NEXT; write(‹d›, NEXT) _end;";
    assert_eq!(open(&mut server, MAIN, text), []);
    let said = open(&mut server, library, "_integer _procedure NEXT; NEXT := wrong");
    let names: Vec<&str> = said.iter().map(|(name, _)| name.as_str()).collect();
    assert!(names.contains(&"NEXT.alg") && names.contains(&"main.alg"), "{said:?}");
}

/// Checks that the editor's explanation of a place contains this text.
fn explains(server: &mut Server<Memory>, place: Value, wanted: &str) {
    let answer = ask(server, "textDocument/hover", place);
    let value = answer["result"]["contents"]["value"].as_str().unwrap_or_default();
    assert!(value.contains(wanted), "{wanted}: {answer}");
}

/// The editor explains the words and symbols of the language.
#[test]
fn hover_explains_words_and_symbols() {
    let mut server = server(&[]);
    open(&mut server, MAIN, "_begin _integer n; n := 1 _end;");
    for (column, wanted) in [(1, "closes"), (8, "whole numbers"), (21, "assign")] {
        explains(&mut server, at(0, column), wanted);
    }
}

/// The editor shows what a layout prints. The fields follow from the rules of layouts in `docs/algol.md`: `-` before
/// the first digit, zeros after the point, and an exponent if the number is too large (F-NIM-5).
#[test]
fn hover_shows_what_a_layout_prints() {
    let mut server = server(&[]);
    open(&mut server, MAIN, "_begin write(‹-ddd.dd›, 1) _end;");
    let printed = "       7 «   7.00»\n     -42 « -42.00»\n 1966.25 « 196.63⏨1»\n";
    explains(&mut server, at(0, 16), printed);
}

/// In SLIP, the editor explains what follows the address of an order.
#[test]
fn hover_explains_conditions_of_slip() {
    let mut server = server(&[]);
    let uri = "file:///p/a.slip";
    let text = "    _d i=40\n    hv 40 NZ\n    arn 100 t 1\n    ar 5 LZA\n    ar 5 LZC\n    zq\n    _e 40\n";
    open(&mut server, uri, text);
    for (line, wanted) in [
        (1, "`NZ`: only if R is not zero"),
        (2, "`t`: the increment is added"),
        (3, "`LZA`: only if ZA of the indicator is one"),
        (4, "`LZC`: only if ZA, ZB of the indicator is one"),
    ] {
        let place = json!({"textDocument": {"uri": uri}, "position": {"line": line, "character": 5}});
        explains(&mut server, place, wanted);
    }
}

#[test]
fn names_that_would_be_captured_are_not_renamed() {
    let mut server = server(&[]);
    let text = "_begin\n_integer first value, b;\n_procedure p;\n_begin _integer c; c := first value _end;\nb := firstvalue; p\n_end;";
    open(&mut server, MAIN, text);
    let mut rename = |line, column, name: &str| {
        let mut params = at(line, column);
        params["newName"] = json!(name);
        let answer = ask(&mut server, "textDocument/rename", params);
        match answer["error"]["message"].as_str() {
            Some(error) => error.to_string(),
            None => answer["result"]["changes"][MAIN].as_array().unwrap().len().to_string(),
        }
    };
    assert_eq!(rename(1, 9, "sum"), "3");
    assert_eq!(rename(1, 9, "b"), "b is already declared in this block");
    assert_eq!(rename(1, 9, "c"), "in line 4, c has another meaning");
    assert_eq!(rename(3, 16, "first value"), "firstvalue in line 4 would then mean this one");
    assert_eq!(rename(1, 9, "_begin"), "_begin is not an identifier: letters, then letters and digits");
}

/// Formats a text of ASCII characters with the server.
fn formatted(server: &mut Server<Memory>, text: &str) -> String {
    open(server, MAIN, text);
    let options = json!({"tabSize": 2, "insertSpaces": true});
    let answer =
        ask(server, "textDocument/formatting", json!({"textDocument": {"uri": MAIN}, "options": options}));
    let lines = gier_lsp::position::Lines::new(text, gier_lsp::position::Encoding::Utf16);
    let mut edits: Vec<(std::ops::Range<usize>, String)> = Vec::new();
    for edit in answer["result"].as_array().unwrap() {
        let edit: lsp_types::TextEdit = serde_json::from_value(edit.clone()).unwrap();
        edits.push((lines.byte(edit.range.start)..lines.byte(edit.range.end), edit.new_text));
    }
    edits.sort_by_key(|(bytes, _)| bytes.start);
    let mut new = String::new();
    let mut from = 0;
    for (bytes, part) in edits {
        assert!(bytes.start >= from, "edits overlap");
        new += &text[from..bytes.start];
        new += &part;
        from = bytes.end;
    }
    new + &text[from..]
}

#[test]
fn blocks_are_indented_and_words_underlined() {
    let mut server = server(&[]);
    let text = "_begin\n_integer i;\n    _for i := 1 _step 1 _until 3 _do\n_begin\nwrite(‹d›, i);  \nwritetext(«a  \n  b»)\n      _end;\nL: i := 1\n_end;\n";
    let wanted = "_begin\n_integer i;\n_for i := 1 _step 1 _until 3 _do\n_begin\n  write(‹d›, i);\n  writetext(«a  \n  b»)\n_end;\nL: i := 1\n_end;\n";
    assert_eq!(formatted(&mut server, text), wanted);
    assert_eq!(formatted(&mut server, wanted), wanted);
    let bare = "_begin\n  _integer i;\n  i := 1;\n   if i = 1 then writecr\n_end;\n";
    let wanted = "_begin\n  _integer i;\n  i := 1;\n  _if i = 1 _then writecr\n_end;\n";
    assert_eq!(formatted(&mut server, bare), wanted);
    let tabs = "_begin\r\n\t_integer i;\r\n\t_begin\r\n\t\t\ti := 1\r\n\t_end\r\n_end;\r\n";
    let wanted = tabs.replace("\t\t\t", "    ").replace('\t', "  ");
    assert_eq!(formatted(&mut server, tabs), wanted);
    let joined = "_begin _integer i;\n  _begin i := 1;\n      i := 2\n  _end\n_end;\n";
    assert_eq!(formatted(&mut server, joined), joined.replace("      i", "    i"));
}

/// Formats all ALGOL test programs. A program must compile to the same drum contents before and after the
/// formatting. A second formatting must change nothing.
#[test]
fn formatted_programs_compile_to_the_same_drum() {
    use gier_algol::source::SourceText;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/algol");
    let Ok(entries) = std::fs::read_dir(root) else { return };
    let mut server = server(&[]);
    let mut compared = 0;
    for entry in entries {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "alg") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let image = |text: &str| {
            let made = gier_algol::compile(&[SourceText::clean("x", text)], &mut |_| None).0;
            made.map(|made| made.image.tracks().clone())
        };
        let Some(before) = image(&text) else { continue };
        let new = formatted(&mut server, &text);
        assert!(image(&new).as_ref() == Some(&before), "{}", path.display());
        assert_eq!(formatted(&mut server, &new), new, "{}", path.display());
        compared += 1;
    }
    assert!(compared > 50, "{compared}");
}

/// Tests that an editor gets at most 100 faults of one text, and is told how many more there are.
#[test]
fn an_editor_gets_a_hundred_faults() {
    let mut server = server(&[]);
    let faults = open(&mut server, MAIN, &format!("_begin {} _end;", "? ".repeat(300)));
    assert_eq!(faults.len(), 100);
    let (_, last) = &faults[99];
    assert!(last.ends_with(" more faults)"), "{last}");
}

#[test]
fn a_name_in_slip_becomes_only_a_name() {
    let mut server = server(&[]);
    let uri = "file:///p/loop.slip";
    open(&mut server, uri, "_d i=40\n{loop}: hv {loop}\n_e 40\n");
    for (name, is_right) in [("{", false), ("a99999999999", false), ("{round}", true), ("a3", true)] {
        let mut params = at(1, 2);
        params["textDocument"]["uri"] = json!(uri);
        params["newName"] = json!(name);
        let answer = ask(&mut server, "textDocument/rename", params);
        assert_eq!(answer["error"].is_null(), is_right, "{name}: {answer}");
    }
}
