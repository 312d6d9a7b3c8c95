//! `cargo xtask site`: builds the handbook as a folder of static files, `target/site`. The text
//! comes from `docs/` and the READMEs of the programs, the pages of the orders from `gier-handbook`.

mod book;
mod markdown;
mod nim;
mod orders;
#[cfg(test)]
mod pictures;
mod procedures;
mod registers;
mod site;

use anyhow::{Result, bail, ensure};
use std::path::{Path, PathBuf};

const USAGE: &str = "cargo xtask site    builds the handbook into target/site";

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if !words.is_empty() {
        bail!("{USAGE}");
    }
    let folder = root().join("target/site");
    let faults = site::build(&root(), &folder)?;
    for fault in &faults {
        eprintln!("{fault}");
    }
    ensure!(faults.is_empty(), "the handbook has {} faults", faults.len());
    println!("{}", folder.join("index.html").display());
    Ok(())
}

/// The top of the source tree.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
