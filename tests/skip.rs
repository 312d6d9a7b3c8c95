//! Counts the checks that this computer cannot run. Each such check calls [`skip`], which prints a line, and
//! appends a line to the file `target/skipped`. `.ci/run` counts the lines of this file, and fails if the
//! computer could have run one of the checks. The tests of several crates include this module.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

#[path = "../crates/gier/src/host/archive.rs"]
mod place;

/// The number of checks that this process has skipped.
static SKIPPED: AtomicUsize = AtomicUsize::new(0);

/// Records that the calling test skips a check, because this computer lacks something that the check needs.
/// `need` is one of the names that `could_run` in `.ci/run` knows.
///
/// # Panics
/// Panics if the file cannot be written, because every skipped check must be counted.
pub fn skip(need: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("main");
    // `eprintln!` would hide the line, because the test passes.
    let number = SKIPPED.fetch_add(1, Ordering::Relaxed) + 1;
    writeln!(io::stderr(), "skipped ({number}): {test}: {need} is not here").expect("stderr can be written");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target");
    fs::create_dir_all(&folder).expect("the build folder can be made");
    // Tests built for Windows may lack a tool that the computer has, such as bash. They have their own file.
    let path = folder.join(if cfg!(windows) { "skipped-windows" } else { "skipped" });
    let file = File::options().create(true).append(true).open(&path);
    let line = format!("{need} {}::{test}\n", env!("CARGO_PKG_NAME"));
    file.and_then(|mut file| file.write_all(line.as_bytes())).expect("the list can be written");
}

/// Returns the folder of the museum's archive. Without the archive, records that the check is skipped.
pub fn archive() -> Option<PathBuf> {
    let folder = place::archive();
    if folder.is_none() {
        skip("archive");
    }
    folder
}
