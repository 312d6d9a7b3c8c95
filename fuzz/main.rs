//! The entry point of libFuzzer. It passes bytes to the reader (a parser or decoder) that `GIER_FUZZ` names.
//! If `GIER_SEEDS` names a folder, the seeds of the reader are generated and written there.

#![no_main]

#[path = "../crates/gier/src/exec.rs"]
#[allow(dead_code)]
mod exec;
mod readers;
mod seeds;
#[path = "../crates/gier/src/host/wire.rs"]
mod wire;

use libfuzzer_sys::fuzz_target;
use std::path::Path;
use std::sync::OnceLock;

static READER: OnceLock<fn(&[u8])> = OnceLock::new();

/// Finds the reader that `GIER_FUZZ` names, and writes its seeds.
fn begin() {
    let name = std::env::var("GIER_FUZZ").unwrap_or_default();
    let Some((_, read)) = readers::READERS.iter().find(|(known, _)| *known == name) else {
        let names: Vec<&str> = readers::READERS.iter().map(|(name, _)| *name).collect();
        eprintln!("GIER_FUZZ names the target: {}", names.join(", "));
        std::process::exit(2);
    };
    let _ = READER.set(*read);
    let Ok(folder) = std::env::var("GIER_SEEDS") else { return };
    for (number, seed) in seeds::of(&name).iter().enumerate() {
        let path = Path::new(&folder).join(format!("seed-{number}"));
        std::fs::write(path, seed).expect("the folder of the seeds can be written");
    }
}

fuzz_target!(init: begin(), |bytes: &[u8]| {
    let read = READER.get().expect("the reader was found at the beginning");
    read(bytes);
});
