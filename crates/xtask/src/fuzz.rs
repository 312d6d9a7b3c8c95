//! `cargo xtask fuzz`: builds the fuzzer with the coverage of stable Rust's own LLVM, and runs its targets.

use crate::{cargo, done, printed, root};
use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The passes that `cargo fuzz` asks a nightly compiler for.
const COVERAGE: [&str; 5] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
];

/// The bytes of an input, at most.
const LONGEST: u32 = 256 << 10;
/// A longer time for an input, in seconds, is a hang.
const HANG: u32 = 20;
/// The memory of a target in megabytes, at most: libFuzzer keeps its inputs in memory too.
const MEMORY: u32 = 1024;

/// Runs a target, or `all` of them, for some seconds each (10).
pub fn fuzz(words: &[String]) -> Result<(), String> {
    let (name, seconds) = match words {
        [name] => (name, "10"),
        [name, option, seconds] if option == "--seconds" => (name, seconds.as_str()),
        _ => return Err("cargo xtask fuzz TARGET|all [--seconds N]".to_string()),
    };
    let host = host()?;
    let mut build = cargo("build");
    build.args(["--release", "--manifest-path"]).arg(root().join("fuzz/Cargo.toml"));
    build.args(["--target", &host, "--target-dir"]).arg(root().join("target/fuzz"));
    build.env("CARGO_ENCODED_RUSTFLAGS", COVERAGE.join("\u{1f}"));
    done(&mut build)?;
    let binary = root().join("target/fuzz").join(host).join("release/gier-fuzz");
    let names = names()?;
    let chosen: Vec<&String> = names.iter().filter(|known| name == "all" || *known == name).collect();
    if chosen.is_empty() {
        return Err(format!("the targets are {}", names.join(", ")));
    }
    let failed: Vec<&str> = chosen
        .into_iter()
        .filter(|name| run(&binary, name, seconds).inspect_err(|fault| eprintln!("{fault}")).is_err())
        .map(String::as_str)
        .collect();
    if failed.is_empty() {
        Ok(())
    } else {
        Err(format!("{}: the inputs are in target/fuzz/found", failed.join(", ")))
    }
}

/// Runs one target, from the seeds in the tree and what earlier runs found in `target/fuzz`.
fn run(binary: &Path, name: &str, seconds: &str) -> Result<(), String> {
    println!("+ fuzz {name}, {seconds} seconds");
    let work = root().join("target/fuzz/corpus").join(name);
    let found = root().join("target/fuzz/found");
    let seeds = root().join("fuzz/corpus").join(name);
    for folder in [&work, &found] {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let mut fuzz = Command::new(binary);
    fuzz.env("GIER_FUZZ", name).env("GIER_SEEDS", &work).arg(&work).args(seeds.is_dir().then_some(seeds));
    fuzz.args([
        &format!("-max_total_time={seconds}"),
        &format!("-max_len={LONGEST}"),
        &format!("-timeout={HANG}"),
        &format!("-rss_limit_mb={MEMORY}"),
        &format!("-artifact_prefix={}/{name}-", found.display()),
        "-print_final_stats=1",
        "-verbosity=0",
    ]);
    done(&mut fuzz)
}

/// The names of the targets, as the fuzzer's source lists them.
fn names() -> Result<Vec<String>, String> {
    let path = root().join("fuzz/readers.rs");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let rows = text.lines().filter_map(|line| line.trim().strip_prefix("(\"")?.split_once("\", "));
    Ok(rows.map(|(name, _)| name.to_string()).collect())
}

/// The name of this computer for the compiler. With a named target, build scripts get no coverage.
fn host() -> Result<String, String> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let told = String::from_utf8_lossy(&printed(Command::new(rustc).arg("-vV"))?).into_owned();
    let host = told.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_string).ok_or_else(|| "rustc -vV names no host".to_string())
}
