//! `gier lsp` driven by a foreign client with strict types, `tests/lsp/client.py`. Runs only where
//! Python has pygls (`GIER_PYTHON` names another Python).

use crate::guest::root;
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
    let path = root().join("tests/lsp/answers.txt");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, said.as_bytes()).unwrap();
    }
    assert_eq!(said, fs::read_to_string(&path).unwrap_or_default(), "UPDATE=1 rewrites answers.txt");
}
