//! Makes packages: release archives, the Debian package, and a source archive. The source archive has no
//! texts by other authors. A package is tested if its program can run on this computer.

use crate::{cargo, copy, done, host, printed, root, write};
use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The target systems of the release archives. Each comes with its linker.
const SYSTEMS: [(&str, &str); 2] =
    [("x86_64-unknown-linux-gnu", "cc"), ("x86_64-pc-windows-gnu", "x86_64-w64-mingw32-gcc")];

/// The files and folders of documents in a release archive. Manual pages and completions are added
/// separately.
const PAPERS: [&str; 7] =
    ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE", "LICENSES", "docs", "programs"];

/// Files by other authors, which are left out of the source archive. A file is left out if its path begins
/// with one of these texts. `docs/packaging.md` explains why.
const BY_OTHERS: [&str; 18] = [
    "programs/nim/",
    "programs/combitron/combitron.alg",
    "programs/russian-nim/russian-nim.alg",
    "tests/nim/",
    "LICENSES/LicenseRef-",
    "roms/nim.drum",
    "roms/combitron.drum",
    "roms/russian-nim.drum",
    "roms/dawson.drum",
    "roms/fair-nim.drum",
    "roms/grundy.drum",
    "roms/kegler.drum",
    "roms/laskers-nim.drum",
    "roms/modified-nimbel.drum",
    "roms/mur.drum",
    "roms/nimbel.drum",
    "roms/northcott.drum",
    "roms/poker-nim.drum",
];

/// Makes the release archives and a file of their checksums. `words` can name a Cargo profile; the default is
/// `release`.
pub fn release(words: &[String]) -> Result<(), String> {
    let profile = words.first().map_or("release", String::as_str);
    let place = fresh("release-archive")?;
    let host = host()?;
    // Manual pages and completions are printed by a gier for this computer.
    let native = built(profile, &host)?;
    let mut archives = Vec::new();
    for (system, linker) in SYSTEMS {
        let linked = Command::new(linker).arg("--version").output().is_ok();
        if system != host && !(linked && is_installed(system)?) {
            println!("{system}: it cannot be linked here");
            continue;
        }
        let binary = if system == host { native.clone() } else { built(profile, system)? };
        let name = format!("gier-{}-{system}", env!("CARGO_PKG_VERSION"));
        let folder = place.join(&name);
        let file = binary.file_name().expect("a program has a name").to_owned();
        copy(&binary, &folder.join(&file))?;
        for paper in PAPERS {
            copy_all(&root().join(paper), &folder.join(paper))?;
        }
        pages(&native, &folder)?;
        write(&folder.join("LICENSES/third-party.txt"), third_party(system)?.as_bytes())?;
        let archive = format!("{name}.tar.gz");
        done(Command::new("tar").args(["-czf", &archive, &name]).current_dir(&place))?;
        try_archive(&place, &name, system == host)?;
        archives.push(archive);
    }
    let mut sums = Command::new("sha256sum");
    let sums = printed(sums.args(&archives).current_dir(&place))?;
    write(&place.join("SHA256SUMS"), &sums)?;
    print!("{}\n{}", place.display(), String::from_utf8_lossy(&sums));
    Ok(())
}

/// Makes the Debian package with cargo-deb, and tests it. The test installs the package in a separate folder
/// and plays NIM with it. The game must be that of the book of 1966. At the end, the test removes the
/// package.
pub fn deb(words: &[String]) -> Result<(), String> {
    let profile = words.first().map_or("release", String::as_str);
    let host = host()?;
    let binary = built(profile, &host)?;
    // The manifest of the crate gier lists the files of this folder.
    let folder = root().join("target/deb");
    copy(&binary, &folder.join("gier"))?;
    pages(&binary, &folder)?;
    write(&folder.join("third-party.txt"), third_party(&host)?.as_bytes())?;
    let place = fresh("debian")?;
    let mut make = cargo("deb");
    done(make.args(["--package", "gier", "--no-build", "--no-strip", "--output"]).arg(&place))?;
    let package = files(&place)?.pop().ok_or("cargo deb made no package")?;
    let installed = fresh("deb-installed")?;
    let dpkg = |words: &[&str], file: &Path| {
        let mut command = Command::new("dpkg");
        command.arg("--root").arg(&installed).args(["--force-depends", "--force-not-root"]).args(words);
        done(command.arg(file))
    };
    for list in ["var/lib/dpkg/status", "var/lib/dpkg/available"] {
        write(&installed.join(list), b"")?;
    }
    for part in ["info", "updates", "triggers"] {
        fs::create_dir_all(installed.join("var/lib/dpkg").join(part)).map_err(|error| error.to_string())?;
    }
    dpkg(&["--install"], &package)?;
    play(&installed.join("usr/bin/gier"))?;
    dpkg(&["--purge"], Path::new("gier"))?;
    if let Some(left) = files(&installed.join("usr"))?.first() {
        return Err(format!("{} is left after the package was removed", left.display()));
    }
    println!("{}", package.display());
    Ok(())
}

/// Makes the source archive. Checks that its contents compile without the feature `nim`.
pub fn source(_: &[String]) -> Result<(), String> {
    let place = fresh("source-archive")?;
    let name = format!("gier-{}", env!("CARGO_PKG_VERSION"));
    let listed = printed(Command::new("git").args(["ls-files", "-z"]).current_dir(root()))?;
    let listed = String::from_utf8(listed).map_err(|error| error.to_string())?;
    for file in listed.split_terminator('\0') {
        if !BY_OTHERS.iter().any(|other| file.starts_with(other)) {
            copy(&root().join(file), &place.join(&name).join(file))?;
        }
    }
    let mut check = cargo("check");
    check.args(["--package", "gier", "--no-default-features"]);
    check.arg("--target-dir").arg(target().join("source-check"));
    done(check.current_dir(place.join(&name)))?;
    let archive = format!("{name}.tar.gz");
    done(Command::new("tar").args(["-czf", &archive, &name]).current_dir(&place))?;
    println!("{}", place.join(archive).display());
    Ok(())
}

/// Builds gier for a system, and returns the path of the program. The program contains no path of this
/// computer, so it has the same bytes wherever it is built.
fn built(profile: &str, system: &str) -> Result<PathBuf, String> {
    let sources = crate_sources();
    let mut flags = vec![format!("--remap-path-prefix={}=/gier", root().display())];
    // If several flags match a path, the last one counts. The folder of vendored crates is inside the
    // source tree, so its flag must come after that of the source tree.
    flags.extend(sources.iter().map(|folder| format!("--remap-path-prefix={}=/crates", folder.display())));
    let mut build = cargo("build");
    build.args(["--profile", profile, "--package", "gier", "--target", system]);
    build.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
    done(&mut build)?;
    // Cargo names the output folder after the profile. Only the profile `dev` has another name,
    // `debug`.
    let made = if profile == "dev" { "debug" } else { profile };
    let ending = if system.contains("windows") { ".exe" } else { "" };
    Ok(target().join(system).join(made).join(format!("gier{ending}")))
}

/// The folders that contain the sources of other crates. Cargo or `cargo vendor` stores them there.
fn crate_sources() -> Vec<PathBuf> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| env::home_dir().map(|home| home.join(".cargo")));
    let registries = home.map(|home| home.join("registry/src")).and_then(|folder| folder.read_dir().ok());
    let registries = registries.into_iter().flatten().flatten().map(|entry| entry.path());
    registries.chain([root().join("vendor")]).filter(|folder| folder.is_dir()).collect()
}

/// The licences of all other crates that gier contains when it is built for `system`.
fn third_party(system: &str) -> Result<String, String> {
    let mut tree = cargo("tree");
    tree.args(["--package", "gier", "--edges", "normal", "--prefix", "none", "--target", system]);
    let tree = printed(tree.args(["--format", "{p}|{l}"]))?;
    let rows: BTreeSet<&str> = str::from_utf8(&tree).map_err(|error| error.to_string())?.lines().collect();
    let mut text = format!("The crates that gier for {system} contains, and their licences.\n");
    for (package, licence) in rows.iter().filter_map(|row| row.split_once('|')) {
        let mut words = package.split_whitespace();
        let (Some(name), Some(version)) = (words.next(), words.next()) else { continue };
        // `cargo tree` lists gier's own crates with their folder. They are skipped.
        if package.contains("(/") {
            continue;
        }
        let folder = format!("{name}-{}", version.trim_start_matches('v'));
        let licence = licence.trim_end_matches(" (*)");
        text += &format!("\n{}\n{name} {version}: {licence}\n", "=".repeat(72));
        let found: Vec<PathBuf> = crate_sources().iter().map(|source| source.join(&folder)).collect();
        let entries = found.iter().filter_map(|folder| folder.read_dir().ok()).flatten().flatten();
        let is_licence = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
            path.is_file()
                && ["LICEN", "COPYING", "NOTICE", "UNLICENSE"].iter().any(|word| name.starts_with(word))
        };
        let mut texts: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_licence).collect();
        texts.sort();
        if texts.is_empty() && licence.is_empty() {
            return Err(format!("{name} {version} has no licence"));
        }
        for path in texts {
            text += &format!("\n{}\n", String::from_utf8_lossy(&read(&path)?));
        }
    }
    Ok(text)
}

/// Writes gier's manual pages and shell completions into a folder.
fn pages(gier: &Path, folder: &Path) -> Result<(), String> {
    done(Command::new(gier).arg("man").arg(folder.join("man/man1")))?;
    for (shell, file) in [("bash", "gier.bash"), ("zsh", "_gier"), ("fish", "gier.fish")] {
        let script = printed(Command::new(gier).args(["completions", shell]))?;
        write(&folder.join("completions").join(file), &script)?;
    }
    Ok(())
}

/// Tests a release archive. Unpacks it in another folder, and checks that the links of its README lead to
/// files. If the program can run on this computer, plays NIM with it.
fn try_archive(place: &Path, name: &str, is_host: bool) -> Result<(), String> {
    let elsewhere = fresh("release-archive/unpacked")?;
    let archive = place.join(format!("{name}.tar.gz"));
    done(Command::new("tar").arg("-xzf").arg(archive).current_dir(&elsewhere))?;
    let folder = elsewhere.join(name);
    let readme = String::from_utf8_lossy(&read(&folder.join("README.md"))?).into_owned();
    let links = readme.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
    let linked = links.filter(|link| !link.contains("://"));
    for file in linked.chain(["man/man1/gier.1", "man/man1/gier-nim.1", "completions/_gier"]) {
        if !folder.join(file).exists() {
            return Err(format!("{file} is not in the archive"));
        }
    }
    if is_host {
        play(&folder.join("gier"))?;
    }
    fs::remove_dir_all(&elsewhere).map_err(|error| error.to_string())
}

/// Plays the games of NIM that a book of 1966 prints. Checks that the paper is the same as in the book.
fn play(gier: &Path) -> Result<(), String> {
    let nim = root().join("programs/nim");
    let game = ["nim", "--plain", "--ribbon", "marks", "--typed"];
    let paper = printed(Command::new(gier).args(game).arg(nim.join("typed-da.txt")))?;
    match paper == read(&nim.join("paper-da.txt"))? {
        true => Ok(()),
        false => Err(format!("{} plays another game than that of 1966", gier.display())),
    }
}

fn is_installed(system: &str) -> Result<bool, String> {
    let sysroot = printed(Command::new("rustc").args(["--print", "sysroot"]))?;
    let sysroot = PathBuf::from(String::from_utf8_lossy(&sysroot).trim());
    Ok(sysroot.join("lib/rustlib").join(system).is_dir())
}

/// The folder in which Cargo builds.
fn target() -> PathBuf {
    let named = env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    root().join(named.unwrap_or_else(|| "target".into()))
}

/// Creates an empty folder called `name` in Cargo's target folder. If the folder exists, deletes its contents
/// first.
fn fresh(name: &str) -> Result<PathBuf, String> {
    let folder = target().join(name);
    // An earlier archive may have left files in the folder.
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(folder)
}

/// Copies a file or a folder. Of a folder, only the files that git tracks are copied.
fn copy_all(from: &Path, to: &Path) -> Result<(), String> {
    let listed =
        printed(Command::new("git").args(["ls-files", "-z", "."]).current_dir(match from.is_dir() {
            true => from,
            false => return copy(from, to),
        }))?;
    let listed = String::from_utf8(listed).map_err(|error| error.to_string())?;
    listed.split_terminator('\0').try_for_each(|file| copy(&from.join(file), &to.join(file)))
}

fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    for entry in folder.read_dir().into_iter().flatten().flatten() {
        match entry.path() {
            path if path.is_dir() => found.extend(files(&path)?),
            path => found.push(path),
        }
    }
    Ok(found)
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}
