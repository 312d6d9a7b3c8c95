//! Checks the layers of modules in the larger crates. A file may import only from its own module and from
//! lower modules.

use crate::tidy::{files, folder, read, root};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The modules of two crates, the lowest first. A file may import from its own module and from modules before
/// it in the list. A listed module may be part of another one.
const LAYERS: [(&str, &[&str]); 2] = [
    (
        "gier-cpu",
        &[
            "budget",
            "periphery",
            "flow",
            "decoded",
            "registers",
            "watch_set",
            "address",
            "code",
            "store",
            "ferrite",
            "probe",
            "step",
            "orders",
            "effective",
            "runs",
        ],
    ),
    (
        "gier-desk",
        &[
            "host",
            "pace",
            "faults",
            "whereabouts",
            "descriptor",
            "arrays",
            "notation",
            "typewriter",
            "plotter",
            "papers",
            "typewriter::text",
            "tape_text",
            "attended",
            "debug::expression",
            "debug::program",
            "debug::stops",
            "debug::past",
            "debug::engine::language",
            "debug::engine::help",
            "debug::engine",
            "debug",
            "acts",
            "tapes",
        ],
    ),
];

/// Returns the module of each file of a crate, with the modules that the file imports. `lib.rs` and tests are
/// left out.
fn imports(crate_name: &str) -> BTreeMap<String, BTreeSet<String>> {
    let source = root().join(folder(crate_name)).join("src");
    let module = |path: &Path| {
        let path = path.strip_prefix(&source).unwrap().with_extension("");
        let path = path.display().to_string().replace('\\', "/");
        path.strip_suffix("/mod").unwrap_or(&path).replace('/', "::")
    };
    let paths = files(&format!("{}/src", folder(crate_name)), "rs").into_iter();
    let texts: BTreeMap<String, String> = paths
        .map(|path| (module(&path), read(&path)))
        .filter(|(module, _)| module != "lib" && !module.ends_with("tests"))
        .collect();
    let named = |from: &str, path: &str| {
        let (mut base, mut path) = (from.to_string(), path);
        if let Some(rest) = path.strip_prefix("crate::") {
            (base, path) = (String::new(), rest);
        }
        while let Some(rest) = path.strip_prefix("super::") {
            (base, path) = (base.rsplit_once("::").map_or("", |(base, _)| base).to_string(), rest);
        }
        let mut full = format!("{base}::{path}");
        while !texts.contains_key(full.trim_start_matches("::")) {
            full.truncate(full.rfind("::")?);
        }
        Some(full.trim_start_matches("::").to_string()).filter(|found| found != from)
    };
    let imported = |(module, text): (&String, &String)| {
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        let code = lines.collect::<Vec<_>>().join("\n");
        let begins = ["crate::", "super::", "use "].map(|begin| code.match_indices(begin));
        let paths = begins.into_iter().flatten().flat_map(|(at, begin)| {
            let text = if begin == "use " { &code[at + 4..] } else { &code[at..] };
            let path =
                text.split(|c: char| !c.is_alphanumeric() && !"_:".contains(c)).next().unwrap_or_default();
            let list = text[path.len()..].strip_prefix('{').and_then(|list| list.split('}').next());
            list.unwrap_or_default().split(',').map(move |item| format!("{path}{}", item.trim()))
        });
        (module.clone(), paths.filter_map(|path| named(module, &path)).collect())
    };
    texts.iter().map(imported).collect()
}

#[test]
fn the_files_of_a_crate_import_only_from_lower_layers() {
    for (crate_name, layers) in LAYERS {
        let imports = imports(crate_name);
        assert!(imports.values().any(|used| !used.is_empty()), "the imports of {crate_name} were not read");
        // The index of a module's layer, which is the layer with the longest name that begins the module's
        // name.
        let layer = |module: &str| {
            let is_in = |layer: &str| module == layer || module.starts_with(&format!("{layer}::"));
            let of = layers.iter().enumerate().filter(|(_, layer)| is_in(layer));
            let found = of.max_by_key(|(_, layer)| layer.len());
            found.unwrap_or_else(|| panic!("{module} of {crate_name} is in no layer")).0
        };
        for (module, used) in &imports {
            for other in used {
                let is_lower = layer(other) <= layer(module);
                assert!(is_lower, "{crate_name}: {module} is lower than {other} and must not import it");
            }
        }
        // Removes files whose imports are all removed, until nothing changes. Only the files of a cycle
        // remain.
        let mut left = imports;
        let mut before = usize::MAX;
        while left.len() < before {
            before = left.len();
            let names: BTreeSet<String> = left.keys().cloned().collect();
            left.retain(|_, used| used.intersection(&names).next().is_some());
        }
        assert!(
            left.is_empty(),
            "{crate_name}: these files import each other in a circle, or one that does: {left:?}"
        );
    }
}
