//! `cargo xtask site`: builds the handbook as a folder of static files, `target/site`. The text
//! comes from `docs/` and the READMEs of the programs, the pages of the orders from `gier-handbook`.

mod book;
mod cases;
mod lessons;
mod markdown;
mod nim;
mod orders;
#[cfg(test)]
mod pictures;
mod procedures;
mod registers;
// The same server as `cargo xtask web --serve`.
#[path = "../../xtask-web/src/serve.rs"]
mod serve;
mod site;

use anyhow::{Context, Result, bail, ensure};
use std::path::{Path, PathBuf};

const USAGE: &str = "\
cargo xtask site                  builds the handbook into target/site
cargo xtask site --serve [PORT]   and serves it on this computer, on port 8061 if none is named";
/// The default port, as of `cargo xtask web`.
const PORT: u16 = 8061;

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let port = match words[..] {
        [] => None,
        ["--serve"] => Some(PORT),
        ["--serve", port] => Some(port.parse().with_context(|| format!("{port} is no port"))?),
        _ => bail!("{USAGE}"),
    };
    let folder = root().join("target/site");
    let faults = site::build(&root(), &folder)?;
    for fault in &faults {
        eprintln!("{fault}");
    }
    ensure!(faults.is_empty(), "the handbook has {} faults", faults.len());
    println!("{}", folder.join("index.html").display());
    port.map_or(Ok(()), |port| serve::serve(&folder, port))
}

/// The top of the source tree.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
