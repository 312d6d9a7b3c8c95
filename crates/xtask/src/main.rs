//! `cargo xtask`: what people do daily in this source tree, each by one word. It needs nothing but
//! cargo itself, so that it is built in a second.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// A word, what it is for, and what it does with the words after it. Failure is a sentence.
type Task = (&'static str, &'static str, fn(&[String]) -> Result<(), String>);

const TASKS: [Task; 5] = [
    ("check", "what every landing must pass: .ci/run", check),
    ("bless", "rewrite what tests expect, all or those named: cargo xtask bless panel", bless),
    ("quick", "build gier for iteration, and run it if words follow: cargo xtask quick nim", quick),
    ("web", "the web page in target/web; --serve [PORT] serves it on this computer", web),
    ("release", "an archive of the optimized binary with its papers, in target/release-archive", release),
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

/// Runs the tests with every switch by which one of them rewrites its expectation.
fn bless(names: &[String]) -> Result<(), String> {
    let mut tests = cargo("test");
    tests.args(["--workspace", "--no-fail-fast"]).args(names);
    tests.env("UPDATE", "1").env("SNAPSHOTS", "overwrite").env("INSTA_UPDATE", "always");
    let tested = done(&mut tests);
    // What was rewritten is for a person to read, also when a test failed.
    done(Command::new("git").args(["status", "--short"]).current_dir(root()))?;
    tested
}

fn quick(words: &[String]) -> Result<(), String> {
    let mut build = cargo(if words.is_empty() { "build" } else { "run" });
    build.args(["--profile", "quick", "--package", "gier"]);
    if !words.is_empty() {
        build.arg("--").args(words);
    }
    // The program's own files are named from where the caller stands.
    build.current_dir(env::current_dir().map_err(|error| error.to_string())?);
    done(&mut build)
}

/// The page's builder has a library of its own to bind the page's module, and is built for it only.
fn web(words: &[String]) -> Result<(), String> {
    done(cargo("run").args(["--quiet", "--profile", "xtask", "--package", "xtask-web", "--"]).args(words))
}

fn release(_: &[String]) -> Result<(), String> {
    done(cargo("build").args(["--release", "--package", "gier"]))?;
    let name = format!("gier-{}-{}-{}", env!("CARGO_PKG_VERSION"), env::consts::OS, env::consts::ARCH);
    let place = root().join("target/release-archive");
    let folder = place.join(&name);
    let binary = format!("gier{}", env::consts::EXE_SUFFIX);
    let built = root().join("target/release").join(&binary);
    copy(&built, &folder.join(&binary))?;
    for paper in ["README.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        copy(&root().join(paper), &folder.join(paper))?;
    }
    for paper in ["tutorial.md", "algol.md", "slip.md", "panel.svg"] {
        copy(&root().join("docs").join(paper), &folder.join("docs").join(paper))?;
    }
    let archive = format!("{name}.tar.gz");
    done(Command::new("tar").args(["-czf", &archive, &name]).current_dir(&place))?;
    println!("{}", place.join(archive).display());
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let folder = to.parent().expect("a file of the archive stands in its folder");
    let copied = std::fs::create_dir_all(folder).and_then(|()| std::fs::copy(from, to));
    copied.map(drop).map_err(|error| format!("{}: {error}", from.display()))
}

/// The top of the source tree.
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
