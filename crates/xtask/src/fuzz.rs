//! `cargo xtask fuzz`: builds the fuzzer and runs its targets. The fuzzer finds new inputs by code coverage.
//! A stable Rust compiler can record the coverage, so no nightly toolchain is needed.

use crate::{cargo, done, host, printed, root, write};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::thread;

/// Compiler flags that make the program record its code coverage. `cargo fuzz` passes the same flags.
const COVERAGE: [&str; 5] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
];

/// The maximum length of an input to the fuzzer, in bytes.
const LONGEST: u32 = 256 << 10;
/// The maximum time for one input, in seconds. A function that takes longer counts as hung.
const HANG: u32 = 20;
/// The maximum memory of a fuzz target, in megabytes. It includes the inputs, which libFuzzer keeps in
/// memory.
const MEMORY: u32 = 1024;
/// The maximum length in bytes of an input that is saved in the source tree.
const LONGEST_KEPT: u32 = 300;
/// The maximum total length, in bytes, of the inputs that `--keep` saves for one target. Inputs written by
/// hand do not count.
const KEPT: usize = 2000;
/// The maximum length in bytes of an input that a report shows.
const LONGEST_PRINTED: usize = 10_000;

/// Runs one fuzz target, or all of them if the first word is `all`. Each core runs one target at a time. A
/// target runs for 4 seconds with a constant random seed, so that each run tries similar inputs. With
/// `--seconds N`, it runs for N seconds with a new seed. With `--keep`, saves the best inputs in the source tree
/// instead.
pub fn fuzz(words: &[String]) -> Result<(), String> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (name, task) = match words[..] {
        [name] => (name, Task::Run(["-max_total_time=4", "-seed=1"].map(str::to_string).to_vec())),
        [name, "--seconds", seconds] => (name, Task::Run(vec![format!("-max_total_time={seconds}")])),
        [name, "--keep"] => (name, Task::Keep),
        _ => return Err("cargo xtask fuzz TARGET|all [--seconds N | --keep]".to_string()),
    };
    let host = host()?;
    let mut build = cargo("build");
    build.args(["--release", "--manifest-path"]).arg(root().join("fuzz/Cargo.toml"));
    // Because the target is named, Cargo does not apply the coverage flags to build scripts.
    build.args(["--target", &host, "--target-dir"]).arg(root().join("target/fuzz"));
    build.env("CARGO_ENCODED_RUSTFLAGS", COVERAGE.join("\u{1f}"));
    done(&mut build)?;
    let binary = root().join("target/fuzz").join(host).join("release/gier-fuzz");
    let names = names()?;
    let chosen: Vec<&String> = names.iter().filter(|known| name == "all" || *known == name).collect();
    if chosen.is_empty() {
        return Err(format!("the targets are {}", names.join(", ")));
    }
    let targets: Vec<Target<'_>> =
        chosen.iter().map(|name| Target::new(&binary, name)).collect::<Result<_, _>>()?;
    let waiting = Mutex::new(targets.iter());
    let next = || waiting.lock().expect("no thread panics").next();
    let findings = Mutex::new(Vec::new());
    // Each core runs one target at a time.
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while let Some(target) = next() {
                    let ended = match &task {
                        Task::Run(options) => target.run(options),
                        Task::Keep => target.keep(),
                    };
                    findings.lock().expect("no thread panics").extend(ended.err());
                }
            });
        }
    });
    let findings = findings.into_inner().expect("no thread panics");
    // The findings come last, because readers of a log look at its end first.
    if findings.is_empty() { Ok(()) } else { Err(findings.join("\n\n")) }
}

enum Task {
    /// Feed inputs to the target, with these options of libFuzzer.
    Run(Vec<String>),
    /// Save the target's best inputs in the source tree.
    Keep,
}

/// A fuzz target, which is a function that reads a file format. Also stores where the target's inputs are.
struct Target<'a> {
    name: &'a str,
    binary: &'a Path,
    /// The folder `target/fuzz/corpus/NAME`. It has the inputs that earlier runs found, and those of `kept`.
    work: PathBuf,
    /// The folder of inputs written by hand, with one file for each input. It is in the source tree.
    seeds: PathBuf,
    /// The file of the best short inputs. It is in the source tree. Each line is an input, with escapes as in
    /// a Rust string.
    kept: PathBuf,
}

impl Target<'_> {
    fn new<'a>(binary: &'a Path, name: &'a str) -> Result<Target<'a>, String> {
        let work = folder("corpus")?.join(name);
        let corpus = root().join("fuzz/corpus");
        let (seeds, kept) = (corpus.join(name), corpus.join(format!("{name}.txt")));
        fs::create_dir_all(&work).map_err(|error| format!("{}: {error}", work.display()))?;
        for (number, line) in fs::read_to_string(&kept).unwrap_or_default().lines().enumerate() {
            let bytes = unescape(line)
                .ok_or_else(|| format!("{}, line {}: this is no escaped text", kept.display(), number + 1))?;
            write(&work.join(format!("kept-{number}")), &bytes)?;
        }
        Ok(Target { name, binary, work, seeds, kept })
    }

    /// The command that runs the fuzzer with all known inputs. libFuzzer saves new inputs in the folder
    /// `first`. If `first` is `None`, it saves them in `work`.
    fn fuzzer(&self, first: Option<&Path>) -> Command {
        let mut fuzz = Command::new(self.binary);
        fuzz.env("GIER_FUZZ", self.name).env("GIER_SEEDS", &self.work);
        fuzz.args(first).arg(&self.work).args(self.seeds.is_dir().then_some(&self.seeds));
        fuzz.args([&format!("-timeout={HANG}"), &format!("-rss_limit_mb={MEMORY}"), "-verbosity=0"]);
        fuzz
    }

    /// Runs the target: feeds it changed copies of known inputs.
    fn run(&self, options: &[String]) -> Result<(), String> {
        let found = folder("found")?;
        let log = folder("log")?.join(self.name);
        let output = fs::File::create(&log).map_err(|error| format!("{}: {error}", log.display()))?;
        let mut fuzz = self.fuzzer(None);
        fuzz.args(options).args([
            &format!("-max_len={LONGEST}"),
            &format!("-artifact_prefix={}/{}-", found.display(), self.name),
            "-print_final_stats=1",
        ]);
        let ended = done(fuzz.stderr(output));
        let told = String::from_utf8_lossy(&fs::read(&log).unwrap_or_default()).into_owned();
        let figure = |name: &str| {
            let value = told.lines().rev().find_map(|line| line.strip_prefix("stat::")?.strip_prefix(name));
            value.map_or("?", |value| value.trim_start_matches(':').trim()).to_string()
        };
        let [executed, pace, slowest, memory] =
            ["number_of_executed_units", "average_exec_per_sec", "slowest_unit_time_sec", "peak_rss_mb"]
                .map(figure);
        let name = self.name;
        println!("{name:10} {executed} inputs, {pace} a second, the slowest {slowest} s, {memory} MB");
        ended.map_err(|fault| {
            let fault = finding(&told).unwrap_or(format!("{fault}: {}", log.display()));
            format!("fuzz {name}: {fault}")
        })
    }

    /// Replaces the saved inputs in the source tree. Chooses short inputs that cover as much code as all
    /// known inputs. If their total length is too large, saves only every second one, or every third one, and
    /// so on.
    fn keep(&self) -> Result<(), String> {
        let merged = folder("merged")?.join(self.name);
        let _ = fs::remove_dir_all(&merged);
        fs::create_dir_all(&merged).map_err(|error| format!("{}: {error}", merged.display()))?;
        let mut merge = self.fuzzer(Some(&merged));
        done(merge.args(["-set_cover_merge=1", &format!("-max_len={LONGEST_KEPT}")]))?;
        let entries = fs::read_dir(&merged).map_err(|error| format!("{}: {error}", merged.display()))?;
        let inputs = entries.flatten().filter_map(|entry| fs::read(entry.path()).ok());
        let mut lines: Vec<String> = inputs.map(|bytes| bytes.escape_ascii().to_string() + "\n").collect();
        lines.sort_by(|one, other| one.len().cmp(&other.len()).then(one.cmp(other)));
        let chosen = |step: usize| lines.iter().filter(|line| line.len() > 1).step_by(step);
        let fits = |step: &usize| chosen(*step).map(String::len).sum::<usize>() <= KEPT;
        let text: String = chosen((1..).find(fits).expect("one of them fits")).map(String::as_str).collect();
        println!("{:10} {} of {} inputs", self.name, text.lines().count(), lines.len());
        write(&self.kept, text.as_bytes())
    }
}

/// Returns the path of the folder `name` in `target/fuzz`. Creates the folder if it is missing.
fn folder(name: &str) -> Result<PathBuf, String> {
    let folder = root().join("target/fuzz").join(name);
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(folder)
}

/// Describes why the fuzzer stopped: the cause, the path of the input, and the input. `told` is the fuzzer's
/// output. Returns `None` if the fuzzer saved no input.
fn finding(told: &str) -> Option<String> {
    let path = told.lines().find_map(|line| line.split_once("Test unit written to "))?.1;
    let mut cause: Vec<&str> = Vec::new();
    let mut lines = told.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("thread '") {
            cause.extend([line, lines.next().unwrap_or_default()]);
        } else if line.contains("ERROR: libFuzzer: ") && !line.contains("deadly signal") {
            cause.push(line);
        }
    }
    let bytes = fs::read(path).unwrap_or_default();
    let mut text = format!("{}\ninput: {path} ({} bytes)\n", cause.join("\n"), bytes.len());
    let escaped = bytes.escape_ascii().to_string();
    if escaped.len() <= LONGEST_PRINTED {
        text += &format!("escaped, a line for fuzz/corpus:\n{escaped}\n");
    }
    let mut packed = Command::new("sh");
    packed.args(["-c", "gzip -9nc \"$0\" | base64 -w 0", path]);
    match printed(&mut packed) {
        Ok(packed) if packed.len() <= LONGEST_PRINTED => {
            text += &format!("base64 -d | gunzip:\n{}", String::from_utf8_lossy(&packed));
        }
        _ => text += "the input is too long to be printed",
    }
    Some(text)
}

/// Decodes a text that `escape_ascii` encoded. Returns `None` if an escape is not valid.
fn unescape(line: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut rest = line.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'\\' => match rest.next()? {
                b'n' => b'\n',
                b'r' => b'\r',
                b't' => b'\t',
                b'x' => {
                    let digits = [rest.next()?, rest.next()?];
                    u8::from_str_radix(str::from_utf8(&digits).ok()?, 16).ok()?
                }
                other => other,
            },
            other => other,
        });
    }
    Some(bytes)
}

/// The names of all fuzz targets. They are read from the source of the fuzzer.
fn names() -> Result<Vec<String>, String> {
    let path = root().join("fuzz/readers.rs");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let rows = text.lines().filter_map(|line| line.trim().strip_prefix("(\"")?.split_once("\", "));
    Ok(rows.map(|(name, _)| name.to_string()).collect())
}
