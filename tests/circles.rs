//! Checks that no more than two files depend on each other in a cycle. A file depends on another file if it
//! names an item of that file, in a `use` or in a path. A re-exported name belongs to the file that defines
//! it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Names, each with the path that it stands for.
type Names = Vec<(String, Module)>;

/// A path to a module or an item: its segments from the root of the crate.
type Module = Vec<String>;

/// Returns the text of each file of a crate, by module, without comments and tests.
fn modules(source: &Path) -> BTreeMap<Module, String> {
    let mut modules = BTreeMap::new();
    let mut folders = vec![source.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let mut module: Module =
                path.strip_prefix(source).unwrap().with_extension("").iter().map(word).collect();
            let last = module.pop().unwrap();
            if !["mod", "lib", "main"].contains(&last.as_str()) {
                module.push(last);
            }
            let text = fs::read_to_string(&path).unwrap();
            let text = text.split("#[cfg(test)]\nmod ").next().unwrap();
            let lines = text.lines().map(|line| line.split("//").next().unwrap());
            modules.insert(module, lines.collect::<Vec<_>>().join("\n"));
        }
    }
    modules
}

fn word(part: &std::ffi::OsStr) -> String {
    part.to_string_lossy().into_owned()
}

/// Resolves the braces of a `use`. Adds each path to `paths`, with the name that the path gets in the file.
fn unfold(before: &str, tree: &str, paths: &mut Names) {
    let Some((head, inside)) = tree.split_once('{') else {
        let (path, name) = tree.split_once(" as ").unwrap_or((tree, ""));
        let path: Module =
            format!("{before}{path}").split("::").map(|part| part.trim().to_string()).collect();
        let name = if name.is_empty() { path.last().unwrap().clone() } else { name.trim().to_string() };
        return paths.push((name, path));
    };
    let (mut depth, mut from) = (0, 0);
    let inside = inside.rsplit_once('}').unwrap().0;
    for (at, character) in inside.char_indices().chain([(inside.len(), ',')]) {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                if !inside[from..at].trim().is_empty() {
                    unfold(&format!("{before}{}", head.trim()), inside[from..at].trim(), paths);
                }
                from = at + 1;
            }
            _ => {}
        }
    }
}

/// Returns the names that a file uses, by `use` or by a path, and the names that it re-exports by `pub use`.
fn named(text: &str) -> (Names, Names) {
    let (mut own, mut passed, mut rest) = (Names::new(), Names::new(), String::new());
    for statement in text.split_inclusive(';') {
        // The word `use` begins a statement only at the start of a line, or after `pub`.
        let begins = |at: usize| {
            let line = statement[..at].rsplit('\n').next().unwrap().trim();
            line.is_empty() || line == "pub" || line.starts_with("pub(") && line.ends_with(')')
        };
        let start = statement.rfind("use ").filter(|&at| statement.ends_with(';') && begins(at));
        match start.filter(|&at| !statement[at..].contains('=')) {
            Some(at) => {
                let line = statement[..at].rsplit('\n').next().unwrap();
                let paths = if line.contains("pub") { &mut passed } else { &mut own };
                unfold("", statement[at + 4..].trim_end_matches(';').trim(), paths);
                rest += &statement[..at];
            }
            None => rest += statement,
        }
    }
    for start in ["crate::", "super::"] {
        for (at, _) in rest.match_indices(start) {
            let path: String =
                rest[at..].chars().take_while(|&c| c.is_alphanumeric() || c == '_' || c == ':').collect();
            own.push((String::new(), path.split("::").map(str::to_string).collect()));
        }
    }
    (own, passed)
}

/// The files of a crate, by module, and the names that each of them re-exports.
struct Crate {
    files: BTreeMap<Module, String>,
    passed: BTreeMap<Module, BTreeMap<String, Module>>,
}

impl Crate {
    fn read(source: &Path) -> Crate {
        let mut all = Crate { files: modules(source), passed: BTreeMap::new() };
        let files = all.files.clone();
        for (module, text) in &files {
            let names = named(text).1.into_iter();
            let whole = names.filter_map(|(name, path)| Some((name, all.rooted(module, &path)?)));
            let whole: BTreeMap<String, Module> = whole.collect();
            all.passed.insert(module.clone(), whole);
        }
        all
    }

    /// Resolves a path in a module to a path from the crate's root. Returns `None` if the path leads to
    /// another crate.
    fn rooted(&self, module: &Module, path: &[String]) -> Option<Module> {
        let mut base = module.clone();
        let mut rest = path;
        match path.first()?.as_str() {
            "crate" => (base, rest) = (Module::new(), &path[1..]),
            "self" => rest = &path[1..],
            "super" => {}
            child => {
                base.push(child.to_string());
                self.files.contains_key(&base).then_some(())?;
                base.pop();
            }
        }
        while rest.first().is_some_and(|word| word == "super") {
            base.pop();
            rest = &rest[1..];
        }
        base.extend_from_slice(rest);
        Some(base)
    }

    /// Returns the file that defines the item at a path from the crate's root.
    fn home(&self, path: &[String]) -> Module {
        let known = (0..=path.len()).rev().find(|&length| self.files.contains_key(&path[..length]));
        let length = known.expect("the root is a file");
        let passed = path.get(length).and_then(|name| self.passed.get(&path[..length])?.get(name));
        match passed {
            Some(onward) => self.home(&[onward.as_slice(), &path[length + 1..]].concat()),
            None => path[..length].to_vec(),
        }
    }

    /// Returns the files on which each file depends.
    fn needs(&self) -> BTreeMap<Module, BTreeSet<Module>> {
        let needs = |(module, text): (&Module, &String)| {
            let paths = named(text).0.into_iter().filter_map(|(_, path)| self.rooted(module, &path));
            let homes = paths.map(|path| self.home(&path)).filter(|home| home != module);
            (module.clone(), homes.collect())
        };
        self.files.iter().map(needs).collect()
    }
}

/// Returns all files on which a file depends, directly or through others.
fn reached(from: &Module, needs: &BTreeMap<Module, BTreeSet<Module>>) -> BTreeSet<Module> {
    let (mut reached, mut next) = (BTreeSet::new(), vec![from]);
    while let Some(module) = next.pop() {
        next.extend(needs[module].iter().filter(|&needed| reached.insert(needed.clone())));
    }
    reached
}

#[test]
fn no_circle_of_files_is_larger_than_a_pair() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut pairs = 0;
    for entry in fs::read_dir(crates).unwrap() {
        let folder = entry.unwrap().path();
        let needs = Crate::read(&folder.join("src")).needs();
        let reached: BTreeMap<&Module, BTreeSet<Module>> =
            needs.keys().map(|module| (module, reached(module, &needs))).collect();
        for (module, others) in &reached {
            let circle: Vec<&Module> =
                others.iter().filter(|other| reached[other].contains(*module)).collect();
            assert!(circle.len() <= 2, "{}: a circle of {circle:?}", folder.display());
            pairs += usize::from(circle.len() == 2);
        }
    }
    assert!(pairs > 0, "the circles are found");
}
