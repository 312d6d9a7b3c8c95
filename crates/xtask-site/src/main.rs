//! `cargo xtask site`: builds the handbook as static files, in the folder `handbook` of the web page, `target/web`.
//! The texts come from `docs/` and from the READMEs of the programs. The pages of the orders come from
//! `gier-handbook`. The handbook has the header, the style sheet and the fonts of the page, and its examples run in
//! the page's machine.

mod book;
mod cases;
mod lessons;
mod markdown;
mod nim;
mod orders;
mod pages;
mod procedures;
mod registers;
// This is the same file as the server of `cargo xtask web --serve`.
#[path = "../../xtask-web/src/serve.rs"]
mod serve;
mod site;
mod template;

use anyhow::{Result, ensure};
use std::path::{Path, PathBuf};

const USAGE: &str = "\
cargo xtask site                  builds the handbook into target/web/handbook
cargo xtask site --serve [PORT]   and serves it and the page on this computer, on port 8061 if none is named";

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let port = serve::asked(&words, USAGE)?;
    let web = root().join("target/web");
    let faults = site::build(&root(), &web)?;
    for fault in &faults {
        eprintln!("{fault}");
    }
    ensure!(faults.is_empty(), "the handbook has {} faults", faults.len());
    println!("{}", web.join("handbook/index.html").display());
    port.map_or(Ok(()), |port| serve::serve(&web, port))
}

/// The root folder of the source tree.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
