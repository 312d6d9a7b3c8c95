//! Checks rules of the project: words that only the crate `gier` may use, the first line of files, licences,
//! cited facts and questions, paths that documents name, and public names with two meanings.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Words that only the crate `gier` may use. In other crates they would break replay, or do input or output.
const FORBIDDEN: [&str; 9] = [
    "std::time",
    "std::fs",
    "std::env",
    "std::thread",
    "std::io",
    "HashMap",
    "HashSet",
    "println!",
    "eprintln!",
];

/// The folders of the program's crates: those that a manifest in them makes, except the tools of the source
/// tree.
fn crates() -> Vec<String> {
    let manifests = ["crates", "programs", "roms"].iter().flat_map(|top| files(top, "toml"));
    let manifests = manifests.filter(|path| path.ends_with("Cargo.toml"));
    let folders = manifests.map(|path| name(path.parent().unwrap()));
    folders.filter(|folder| !folder.contains("xtask") && !folder.contains("gier-web-tests")).collect()
}

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns all files below `folder` with this ending, except files in build folders.
pub fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.ends_with("target") {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

pub fn rust_files() -> Vec<PathBuf> {
    ["crates", "programs", "roms", "tests", "benches"].iter().flat_map(|folder| files(folder, "rs")).collect()
}

fn name(path: &Path) -> String {
    path.strip_prefix(root()).unwrap().display().to_string().replace('\\', "/")
}

#[test]
fn the_pure_crates_do_no_input_or_output() {
    for folder in crates().iter().filter(|folder| *folder != "crates/gier") {
        for path in files(&format!("{folder}/src"), "rs") {
            let text = read(&path);
            for (number, line) in
                text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"))
            {
                for word in FORBIDDEN {
                    assert!(!line.contains(word), "{}:{}: {word}", name(&path), number + 1);
                }
            }
        }
    }
}

#[test]
fn every_file_says_what_it_is_for() {
    for path in rust_files() {
        assert!(read(&path).starts_with("//!"), "{}: opens with //!", name(&path));
    }
}

/// Tests that each crate includes only files of its own folder, because Cargo packs each crate separately.
#[test]
fn no_crate_includes_a_file_from_outside() {
    let packed = crates().into_iter().filter(|folder| folder != "crates/gier-web");
    for (folder, path) in packed.flat_map(|folder| {
        files(&format!("{folder}/src"), "rs").into_iter().map(move |path| (folder.clone(), path))
    }) {
        let depth = name(&path).split('/').count() - folder.split('/').count() - 1;
        let text = read(&path);
        for line in text.lines().filter(|line| line.contains("include_") || line.contains("MANIFEST_DIR")) {
            let leaves = line.contains(&"../".repeat(depth + 1)) || line.contains("MANIFEST_DIR/..");
            assert!(!leaves, "{}: {}", name(&path), line.trim());
        }
    }
}

/// Returns all files and folders of the tree that are ours, so none that was built or downloaded.
fn tree() -> Vec<PathBuf> {
    let mut paths = vec![root()];
    let mut next = 0;
    while let Some(folder) = paths.get(next).cloned() {
        next += 1;
        if folder.is_dir() && !folder.is_symlink() {
            let entries = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
            let is_ours =
                |path: &PathBuf| !["target", ".git", "node_modules"].iter().any(|name| path.ends_with(name));
            paths.extend(entries.filter(is_ours));
        }
    }
    paths
}

/// Tests that the tree has no symbolic links. Git for Windows writes a link as a text file that contains the
/// path.
#[test]
fn no_symbolic_link_is_in_the_tree() {
    for path in tree() {
        assert!(!path.is_symlink(), "{} is a symbolic link", name(&path));
    }
}

/// Tests that `REUSE.toml` names each binary file with its whole path. Such a file can come from others and
/// cannot say so in its first line, and a pattern such as `**` would give it our own licence unseen.
#[test]
fn every_binary_file_has_a_licence_of_its_own() {
    let licences = read(&root().join("REUSE.toml"));
    let is_text = |bytes: Vec<u8>| String::from_utf8(bytes).is_ok_and(|text| !text.contains('\0'));
    let is_binary = |path: &PathBuf| path.is_file() && !is_text(fs::read(path).unwrap());
    let binary: Vec<String> = tree().iter().filter(|path| is_binary(path)).map(|path| name(path)).collect();
    assert!(binary.iter().any(|name| name == "roms/nim.drum"), "binary files are found: {binary:?}");
    for name in binary {
        assert!(licences.contains(&format!("\"{name}\"")), "REUSE.toml: which licence has {name}?");
    }
}

/// Returns the ids that a text cites: `[F-NAME-1]` for facts, `Q7` for questions.
fn cited(text: &str, is_id: impl Fn(&str) -> bool) -> BTreeSet<String> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'))
        .filter(|word| is_id(word))
        .map(|word| word.trim_end_matches('-').to_string())
        .collect()
}

fn is_fact(word: &str) -> bool {
    word.strip_prefix("F-").is_some_and(|rest| {
        rest.split_once('-').is_some_and(|(name, number)| {
            !name.is_empty()
                && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit())
                && number.chars().all(|c| c.is_ascii_digit())
                && !number.is_empty()
        })
    })
}

fn is_question(word: &str) -> bool {
    word.strip_prefix('Q').is_some_and(|rest| !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit()))
}

/// Returns all files that cite facts and questions.
fn citing() -> impl Iterator<Item = PathBuf> {
    let texts = ["crates/gier-handbook/orders", "tests/slip", "tests/timing"];
    let texts = texts.map(|folder| files(folder, "txt"));
    let museum = files("crates/gier-archive/museum", "acts");
    rust_files().into_iter().chain(files("roms", "slip")).chain(museum).chain(texts.into_iter().flatten())
}

/// Returns the text of a document without the anchors for links. An anchor must have the name of the text
/// after it.
fn without_anchors(path: &str) -> String {
    let text = read(&root().join(path));
    let mut pieces = text.split("<a id=\"");
    let mut plain = pieces.next().unwrap_or_default().to_string();
    for piece in pieces {
        let (id, rest) = piece.split_once("\"></a>").expect("an anchor holds nothing but its name");
        assert!(
            rest.starts_with(&format!("{id} ")),
            "{path}: the anchor {id} has another name than its text"
        );
        plain += rest;
    }
    plain
}

/// Tests that each fact has a source, a degree of certainty and an existing test, and is cited somewhere.
#[test]
fn every_fact_is_whole() {
    let text: String =
        citing().filter(|path| !path.ends_with("tests/tidy.rs")).map(|path| read(&path) + "\n").collect();
    let in_use = cited(&text, is_fact);
    let facts = without_anchors("docs/facts.md");
    for line in facts.lines().filter(|line| line.starts_with("| F-")) {
        let line = line.replace("\\|", "bar");
        let columns: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [id, statement, source, sure, test] = columns[..] else { panic!("five columns: {line}") };
        assert!(in_use.contains(id), "{id} is cited nowhere");
        assert!(!statement.is_empty() && !source.is_empty() && !test.is_empty(), "{id} lacks something");
        assert!(
            sure.starts_with(['C', 'M', 'L', 'G', '-']) || sure == "see mark",
            "{id}: how sure is {sure}?"
        );
        for place in test.split('`').filter_map(|name| name.strip_prefix("tests/")) {
            let name = place.trim_end_matches(".rs").trim_end_matches('*');
            let (folder, stem) = name.rsplit_once('/').unwrap_or(("", name));
            let mut entries = fs::read_dir(root().join("tests").join(folder)).into_iter().flatten().flatten();
            let is_there = entries.any(|entry| entry.file_name().to_string_lossy().starts_with(stem));
            assert!(is_there || cpu_test(stem), "{id}: tests/{place} is not there");
        }
    }
}

/// Whether the crate gier-cpu has a test with this name.
fn cpu_test(name: &str) -> bool {
    root().join("crates/gier-cpu/tests/all").join(name).with_extension("rs").exists()
}

#[test]
fn every_cited_fact_is_in_the_table() {
    let known = cited(&read(&root().join("docs/facts.md")), is_fact);
    for path in citing().filter(|path| !path.ends_with("tests/tidy.rs")) {
        for fact in cited(&read(&path), is_fact) {
            assert!(known.contains(&fact), "{}: {fact} is not in docs/facts.md", name(&path));
        }
    }
}

#[test]
fn every_cited_question_exists() {
    let known: BTreeSet<String> = without_anchors("docs/open-questions.md")
        .lines()
        .filter(|line| line.starts_with('#'))
        .filter_map(|line| line.split_whitespace().nth(1).filter(|word| is_question(word)))
        .map(str::to_string)
        .collect();
    let facts = root().join("docs/facts.md");
    for path in citing().filter(|path| !path.starts_with(root().join("tests/panel"))).chain([facts]) {
        for question in cited(&read(&path), is_question) {
            assert!(
                known.contains(&question),
                "{}: {question} is not in docs/open-questions.md",
                name(&path)
            );
        }
    }
}

/// Returns the words between backticks, and the targets of links, that look like paths of this tree.
fn paths_in(text: &str) -> BTreeSet<String> {
    let quoted = text.split('`').skip(1).step_by(2);
    let linked = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let words = quoted.chain(linked).flat_map(str::split_whitespace);
    let path = |word: &&str| {
        let is_example = word.contains("NAME");
        let plain = !is_example && word.chars().all(|c| c.is_ascii_alphanumeric() || "._-/*".contains(c));
        let is_ours = PLACES.iter().any(|place| word.starts_with(place));
        plain && (is_ours || word.ends_with(".rs") || word.ends_with(".md"))
    };
    let words = words.map(|word| word.trim_start_matches("../").trim_end_matches(['.', ',']));
    words.filter(path).map(str::to_string).collect()
}

/// A word of a document is a path of this tree if it begins with one of these texts.
const PLACES: [&str; 12] = [
    "crates/",
    "docs/",
    "tests/",
    "roms/",
    "programs/",
    "benches/",
    ".ci/",
    ".github/",
    ".cargo/",
    "gier/src/",
    "gier-",
    "panel/",
];

/// Whether a document's path leads to a file. It is a path from the root, from `crates/` or from `docs/`, or
/// the end of a source file's path. A `*` stands for any end of a name.
fn is_there(path: &str, sources: &[String]) -> bool {
    let path = path.trim_end_matches('/');
    let from_top = |top: PathBuf| {
        let (folder, stem) = path.rsplit_once('/').unwrap_or(("", path));
        let exact = !stem.contains('*');
        let stem = stem.split('*').next().unwrap_or("");
        let mut entries = fs::read_dir(top.join(folder)).into_iter().flatten().flatten();
        entries.any(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            if exact { name == stem || name.split('.').next() == Some(stem) } else { name.starts_with(stem) }
        })
    };
    is_crate(path)
        || from_top(root())
        || from_top(root().join("crates"))
        || from_top(root().join("docs"))
        || sources.iter().any(|source| source.ends_with(&format!("/{path}")))
}

/// Whether a crate of the program has this name.
fn is_crate(word: &str) -> bool {
    let names = format!("name = \"{word}\"");
    crates().iter().any(|folder| read(&root().join(folder).join("Cargo.toml")).contains(&names))
}

#[test]
fn every_path_that_a_document_names_is_there() {
    let sources: Vec<String> = rust_files().iter().map(|path| name(path)).collect();
    let documents = files("docs", "md").into_iter().chain(files("programs", "md"));
    for document in documents.chain([root().join("README.md")]) {
        for path in paths_in(&read(&document)) {
            assert!(is_there(&path, &sources), "{}: {path} is not there", name(&document));
        }
    }
}

/// The gier crates that a crate uses, without the prefix, as its manifest names them.
fn uses(folder: &str) -> BTreeSet<String> {
    let manifest = read(&root().join(folder).join("Cargo.toml"));
    let (_, rest) = manifest.split_once("\n[dependencies]").unwrap_or_default();
    let lines = rest.lines().skip(1).take_while(|line| !line.starts_with('['));
    let names = lines.filter_map(|line| line.strip_prefix("gier-"));
    names.filter_map(|line| line.split(['.', ' ']).next()).map(str::to_string).collect()
}

/// Tests the table of crates in docs/architecture.md. A crate may also use whatever its dependencies use, so the
/// table leaves that out. `gier` uses all but one.
#[test]
fn the_architecture_lists_what_each_crate_uses() {
    let text = read(&root().join("docs/architecture.md"));
    let mut listed: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in text.lines().filter_map(|line| line.strip_prefix("| `gier-")) {
        let (name, rest) = row.split_once("` | ").expect("a name in backticks");
        let used = rest.split('|').next().expect("a second column").split(", ").map(str::trim);
        listed.insert(name.to_string(), used.filter(|name| !name.is_empty()).map(str::to_string).collect());
    }
    for folder in crates().iter().filter(|folder| *folder != "crates/gier") {
        let name = folder.rsplit(['/', '-']).next().expect("a last part");
        let direct = uses(folder);
        let row = listed.get(name).unwrap_or_else(|| panic!("no row for gier-{name}"));
        assert!(row.is_subset(&direct), "gier-{name} uses {direct:?}, not {row:?}");
        let mut reached: Vec<&String> = row.iter().collect();
        let mut next = 0;
        while let Some(&used) = reached.get(next) {
            reached.extend(listed.get(used).into_iter().flatten());
            next += 1;
        }
        for used in &direct {
            assert!(reached.contains(&used), "docs/architecture.md: gier-{name} also uses {used}");
        }
    }
}

/// Public names that have different meanings in several libraries, with their meanings.
const NAMED_TWICE: &[(&str, &str)] = &[("Symbol", "of the typewriter; in a sum of SLIP, as its manual says")];

/// Returns the names that a library's `lib.rs` defines, or re-exports from its own modules.
fn front_names(library: &str) -> BTreeSet<String> {
    let name = |rest: &str| rest.chars().take_while(char::is_ascii_alphanumeric).collect::<String>();
    let mut names = BTreeSet::new();
    for statement in library.split_inclusive(['{', '}', ';']) {
        let statement = statement.trim_start();
        let kinds = ["pub struct ", "pub enum ", "pub trait ", "pub type "];
        names.extend(
            statement
                .lines()
                .filter_map(|line| kinds.iter().find_map(|kind| line.strip_prefix(kind)))
                .map(name),
        );
    }
    for passed in library.split("\npub use ").skip(1) {
        let passed = passed.split(';').next().expect("a use ends");
        if !passed.starts_with("gier_") {
            let list = passed.rsplit("::").next().expect("a path").trim_matches(['{', '}']);
            names.extend(list.split(',').map(|word| name(word.trim())));
        }
    }
    names.retain(|name| name.starts_with(char::is_uppercase));
    names
}

#[test]
fn public_names_have_one_meaning() {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for folder in crates() {
        let text = fs::read_to_string(root().join(&folder).join("src/lib.rs")).unwrap_or_default();
        for word in front_names(&text) {
            places.entry(word).or_default().push(folder.clone());
        }
    }
    assert!(places.contains_key("Address") && places.contains_key("Timeline"), "the names are found");
    for (word, places) in &places {
        let reason = NAMED_TWICE.iter().find(|(other, _)| other == word);
        assert!(places.len() == 1 || reason.is_some(), "{word} is in {places:?}: one name, one thing");
    }
    for (word, _) in NAMED_TWICE {
        assert!(places.get(*word).is_some_and(|places| places.len() > 1), "{word} needs no reason any more");
    }
}
