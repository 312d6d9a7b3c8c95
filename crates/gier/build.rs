//! Sets the version that `gier --version` prints. The version includes the commit. The commit comes from the
//! environment variable GIER_COMMIT, or else from git. If neither knows it, the version has no commit.

use std::path::Path;
use std::process::Command;

fn main() {
    let version = env!("CARGO_PKG_VERSION");
    // If this folder lies inside another project's git repository, gier ignores that project's commit.
    let is_ours = git(&["ls-files", "build.rs"]).is_some();
    let named = std::env::var("GIER_COMMIT").ok().filter(|commit| !commit.is_empty());
    let commit = named.or_else(|| git(&["log", "-1", "--abbrev=9", "--format=%h %cs"]).filter(|_| is_ours));
    let version = commit.map_or(version.to_string(), |commit| format!("{version} ({commit})"));
    println!("cargo::rustc-env=GIER_VERSION={version}");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=GIER_COMMIT");
    // Git adds a line to this log at each commit and each change of branch. Cargo then updates the version.
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]).filter(|log| Path::new(log).exists()) {
        println!("cargo::rerun-if-changed={log}");
    }
}

/// The output of this git command, or `None` if the command fails or prints nothing.
fn git(words: &[&str]) -> Option<String> {
    let output = Command::new("git").args(words).output().ok().filter(|output| output.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?.trim().to_string();
    (!text.is_empty()).then_some(text)
}
