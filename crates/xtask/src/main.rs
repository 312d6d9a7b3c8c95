//! `cargo xtask`: the daily tasks of this source tree. The first word selects the task. This program uses no
//! other crate, so it compiles quickly.

mod fuzz;
mod package;

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// A task: its name, its purpose, and its function. The function gets the words that follow the name on the
/// command line. If the task fails, the function returns a message.
type Task = (&'static str, &'static str, fn(&[String]) -> Result<(), String>);

const TASKS: [Task; 9] = [
    ("check", "what every landing must pass: .ci/run", check),
    ("bless", "rewrite what tests expect, all or those named: cargo xtask bless panel", bless),
    ("quick", "build gier for iteration, and run it if words follow: cargo xtask quick nim", quick),
    (
        "web",
        "the web page in target/web; --serve [PORT] serves it here, --test [NAME] tries it in a browser",
        web,
    ),
    ("site", "the handbook in target/web/handbook; --serve [PORT] serves it and the page here", site),
    (
        "fuzz",
        "feed changed inputs to a reader, or to all: cargo xtask fuzz TARGET|all --seconds N; --keep keeps the best",
        fuzz::fuzz,
    ),
    (
        "release",
        "an archive for each system that can be linked here, in target/release-archive; tested",
        package::release,
    ),
    (
        "deb",
        "a Debian package of the release, in target/debian; installed in a folder and tested",
        package::deb,
    ),
    (
        "source",
        "a source archive without the texts by others, in target/source-archive; compiled",
        package::source,
    ),
];

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let task = words.first().and_then(|word| TASKS.iter().find(|(name, ..)| name == word));
    let Some((_, _, run)) = task else {
        eprintln!("cargo xtask WORD:");
        TASKS.iter().for_each(|(name, purpose, _)| eprintln!("  {name:8} {purpose}"));
        return ExitCode::from(2);
    };
    match run(&words[1..]) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("xtask: {fault}");
            ExitCode::FAILURE
        }
    }
}

fn check(_: &[String]) -> Result<(), String> {
    done(&mut Command::new(root().join(".ci/run")))
}

/// Runs the tests in a mode in which they rewrite their expected output.
fn bless(names: &[String]) -> Result<(), String> {
    let mut tests = cargo("test");
    tests.args(["--workspace", "--no-fail-fast"]).args(names);
    tests.env("UPDATE", "1").env("SNAPSHOTS", "overwrite");
    let tested = done(&mut tests);
    // The rewritten files are listed even if a test failed, because a person must check them.
    done(Command::new("git").args(["status", "--short"]).current_dir(root()))?;
    tested
}

fn quick(words: &[String]) -> Result<(), String> {
    let mut build = cargo(if words.is_empty() { "build" } else { "run" });
    build.args(["--profile", "quick", "--package", "gier"]);
    if !words.is_empty() {
        build.arg("--").args(words);
    }
    // Paths in the arguments are relative to the folder of the caller.
    build.current_dir(env::current_dir().map_err(|error| error.to_string())?);
    done(&mut build)
}

/// Builds the web page, and tests it in a browser if the first word is `--test`. Separate programs do this,
/// because they have many dependencies.
fn web(words: &[String]) -> Result<(), String> {
    let (words, names) = match words.split_first() {
        Some((first, names)) if first == "--test" => (&[][..], Some(names)),
        _ => (words, None),
    };
    done(cargo("run").args(["--quiet", "--profile", "xtask", "--package", "xtask-web", "--"]).args(words))?;
    let Some(names) = names else { return Ok(()) };
    let manifest = root().join("crates/gier-web-tests/Cargo.toml");
    let mut tests = cargo("test");
    tests.arg("--manifest-path").arg(manifest);
    tests.arg("--target-dir").arg(root().join("target/web-tests"));
    done(tests.args(["--test", "page", "--"]).args(names))
}

/// Builds the handbook. A separate program does this, because it needs a library for Markdown. This program
/// uses no other crates.
fn site(words: &[String]) -> Result<(), String> {
    done(cargo("run").args(["--quiet", "--profile", "xtask", "--package", "xtask-site", "--"]).args(words))
}

fn write(to: &Path, bytes: &[u8]) -> Result<(), String> {
    let folder = to.parent().expect("a file of the archive stands in its folder");
    let written = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(to, bytes));
    written.map_err(|error| format!("{}: {error}", to.display()))
}

/// Runs a command and returns what it writes to standard output.
fn printed(command: &mut Command) -> Result<Vec<u8>, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    match command.output() {
        Ok(output) if output.status.success() => Ok(output.stdout),
        Ok(output) => Err(format!("{program} ended with {}", output.status)),
        Err(error) => Err(format!("{program}: {error}")),
    }
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let folder = to.parent().expect("a file of the archive stands in its folder");
    let copied = std::fs::create_dir_all(folder).and_then(|()| std::fs::copy(from, to));
    copied.map(drop).map_err(|error| format!("{}: {error}", from.display()))
}

/// The root folder of the source tree.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("crates/xtask lies two below")
        .to_path_buf()
}

fn cargo(command: &str) -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.arg(command).current_dir(root());
    cargo
}

fn done(command: &mut Command) -> Result<(), String> {
    let program = command.get_program().to_string_lossy().into_owned();
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{program} ended with {status}")),
        Err(error) => Err(format!("{program}: {error}")),
    }
}

/// The target triple of this computer, such as `x86_64-unknown-linux-gnu`.
fn host() -> Result<String, String> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let told = String::from_utf8_lossy(&printed(Command::new(rustc).arg("-vV"))?).into_owned();
    let host = told.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_string).ok_or_else(|| "rustc -vV names no host".to_string())
}
