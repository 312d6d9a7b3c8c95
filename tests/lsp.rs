//! Tests `gier lsp` with two clients of other projects: the strict Python client `tests/lsp/client.py`, if
//! Python has pygls (`GIER_PYTHON` names another Python), and Neovim with `tests/lsp/neovim.lua`, if it is
//! installed. Their recorded output is in the same folder; `UPDATE=1` rewrites it.

use crate::cases::kept;
use crate::tidy::root;
use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn a_foreign_client_gets_answers_of_the_right_shape() {
    let python = std::env::var("GIER_PYTHON").unwrap_or_else(|_| "python3".to_string());
    let has_pygls = Command::new(&python).args(["-c", "import pygls, lsprotocol"]).output();
    if !has_pygls.is_ok_and(|output| output.status.success()) {
        println!("skipped: {python} has no pygls");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("library")).unwrap();
    let library = root().join("programs/library/NEW LINE.alg");
    fs::copy(library, folder.path().join("library/NEW LINE.alg")).unwrap();
    let client = root().join("tests/lsp/client.py");
    let gier = Path::new(env!("CARGO_BIN_EXE_gier"));
    let output = Command::new(python).arg(client).arg(gier).arg(folder.path()).output().unwrap();
    let (said, wrong) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{said}\n{wrong}");
    kept("tests/lsp/answers.txt", &said);
}

#[test]
fn neovim_edits_with_the_server() {
    if Command::new("nvim").arg("--version").output().is_err() {
        println!("skipped: there is no nvim");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (program, out) = (folder.path().join("n.alg"), folder.path().join("out"));
    let text = "_begin\n  _integer count;\n    count := 1;\n  count := count + oops;\nif count = 2 then writecr;\n  write(‹d›, count)\n_end;\n";
    fs::write(&program, text).unwrap();
    let script = format!("luafile {}", root().join("tests/lsp/neovim.lua").display());
    let output = Command::new("nvim")
        .args(["--headless", "-u", "NONE"])
        .arg(&program)
        .args(["-c", &script])
        .env("GIER", env!("CARGO_BIN_EXE_gier"))
        .env("OUT", &out)
        .env("HOME", folder.path())
        .output()
        .unwrap();
    let wrong = String::from_utf8_lossy(&output.stderr);
    kept("tests/lsp/neovim.txt", &fs::read_to_string(&out).unwrap_or_else(|_| panic!("{wrong}")));
}
