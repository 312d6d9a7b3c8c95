//! `cargo xtask site`: builds the handbook as a folder of static files, `target/site`. The texts come
//! from `docs/` and from the READMEs of the programs. The pages of the orders come from
//! `gier-handbook`.

mod api;
mod book;
mod cases;
mod lessons;
mod markdown;
mod nim;
mod orders;
mod procedures;
mod registers;
// This is the same file as the server of `cargo xtask web --serve`.
#[path = "../../xtask-web/src/serve.rs"]
mod serve;
mod site;

use anyhow::{Result, ensure};
use std::path::{Path, PathBuf};

const USAGE: &str = "\
cargo xtask site                  builds the handbook into target/site
cargo xtask site --serve [PORT]   and serves it on this computer, on port 8061 if none is named
cargo xtask site --api PLACE      with a link to the documentation of the libraries: an address, or a folder
                                  that is copied [default: target/doc, if cargo doc has made it]";

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (api, words) = match words[..] {
        ["--api", place, ref rest @ ..] => (api::given(place)?, rest),
        _ => (api::found(&root()), &words[..]),
    };
    let port = serve::asked(words, USAGE)?;
    let folder = root().join("target/site");
    let faults = site::build(&root(), &folder, &api)?;
    for fault in &faults {
        eprintln!("{fault}");
    }
    ensure!(faults.is_empty(), "the handbook has {} faults", faults.len());
    println!("{}", folder.join("index.html").display());
    port.map_or(Ok(()), |port| serve::serve(&folder, port))
}

/// The root folder of the source tree.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
