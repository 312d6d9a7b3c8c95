//! Loads tapes of the museum's archive. A program on a tape runs only on the system that it was written for,
//! such as GIER ALGOL III. So the visitor must also give the tapes of that system to the page.

use gier_archive::catalogue::Catalogue;
use gier_archive::load::{Recording, base, record};
use gier_archive::plan::Plan;
use gier_archive::rules::{Entry, Kind, recognise};
use gier_desk::host::{Files, Trouble};
use gier_desk::session::Host;
use std::collections::{BTreeMap, BTreeSet};

/// The tapes that the visitor has given to the page. The key is the file name, and the value is the contents.
#[derive(Debug, Default)]
pub struct ArchiveFiles(BTreeMap<String, Vec<u8>>);

/// The result of looking at the tapes that the visitor has just given to the page.
#[derive(Debug)]
pub enum Found {
    /// None of the new tapes is a program of the archive. The page handles the tapes like all other files.
    Nothing,
    /// All new tapes belong to systems such as GIER ALGOL III. The page keeps them for programs that need
    /// these systems.
    System,
    /// A program of the archive. The page has all tapes of the system that the program needs. The fields are
    /// the program's name, and a recorded session that loads the program on this system.
    Program(String, Box<Recording>),
    /// A program of the archive. Some tapes of the system that the program needs are missing. The fields are
    /// the name of the program's file, the system's name, and the missing tapes.
    Missing(String, String, Vec<String>),
    /// A program that cannot be loaded or run: its name, and the reason.
    Fault(String, String),
}

impl ArchiveFiles {
    /// Keeps `files` for this and later calls. If some of them are programs of the archive, loads the first
    /// of these programs on its system.
    pub fn take(&mut self, files: &[(String, Vec<u8>)]) -> Found {
        self.0.extend(files.iter().cloned());
        let catalogue = Catalogue::new(self.0.iter().map(|(name, bytes)| recognise(name, bytes)).collect());
        let system: BTreeSet<&str> =
            catalogue.bases().iter().flat_map(|(key, _)| catalogue.bases().tapes(key)).map(file).collect();
        let is_new = |entry: &&Entry| files.iter().any(|(name, _)| *name == entry.name);
        let new: Vec<&Entry> = catalogue.entries().iter().filter(is_new).collect();
        let mut programs = new.iter().filter(|entry| !system.contains(entry.name.as_str()));
        let found = programs.find_map(|entry| {
            // A tape that starts an empty machine needs no system, so `base` is `None`. It is skipped here.
            let plan = catalogue.plan(entry).ok()?;
            Some((plan.base.clone()?, *entry, plan))
        });
        match found {
            Some((key, entry, plan)) => self.load(&catalogue, &key, entry, &plan),
            None if new.iter().all(|entry| is_of_system(entry, &system)) => Found::System,
            None => Found::Nothing,
        }
    }

    fn load(&mut self, catalogue: &Catalogue, key: &str, entry: &Entry, plan: &Plan) -> Found {
        let tapes = catalogue.bases().tapes(key);
        let missing: Vec<String> =
            tapes.iter().filter(|tape| !self.0.contains_key(file(tape))).map(ToString::to_string).collect();
        if !missing.is_empty() {
            let system = catalogue.bases().get(key).map_or("", |row| &row.name);
            return Found::Missing(entry.name.clone(), system.to_string(), missing);
        }
        let loaded = base(catalogue.bases(), key, self);
        match loaded.map(|machine| record(machine, plan, self)) {
            Ok(recorded) => Found::Program(entry.stem().to_string(), Box::new(recorded)),
            Err(fault) => Found::Fault(entry.name.clone(), fault),
        }
    }
}

/// Whether this tape is useful only as part of a system. `system` has the names of the tapes of all systems.
/// Returns `false` for a tape that can start an empty machine, because the page can run this tape at once.
fn is_of_system(entry: &Entry, system: &BTreeSet<&str>) -> bool {
    system.contains(entry.name.as_str()) && entry.kind != Kind::First
}

/// The file name at the end of a path in the archive.
fn file(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

impl Files for ArchiveFiles {
    fn read(&mut self, name: &str) -> Result<Vec<u8>, Trouble> {
        self.0.get(file(name)).cloned().ok_or_else(|| format!("the tape {name} is not here").into())
    }

    fn write(&mut self, name: &str, _: &[u8]) -> Result<(), Trouble> {
        Err(format!("{name} is not saved").into())
    }
}

impl Host for ArchiveFiles {}

#[cfg(test)]
mod tests {
    use super::*;

    fn tape(name: &str, bytes: &[u8]) -> (String, Vec<u8>) {
        (name.to_string(), bytes.to_vec())
    }

    #[test]
    fn a_program_without_its_system_names_the_missing_tapes() {
        let program = tape("hello.asc", b"_b_e_g_i_n outcr; outtext(|<hello|>) _e_n_d;\n");
        let mut files = ArchiveFiles::default();
        match files.take(&[program]) {
            Found::Missing(name, system, tapes) => {
                assert_eq!((name.as_str(), system.as_str()), ("hello.asc", "GIER ALGOL III"));
                assert_eq!(tapes, ["tapet3/1track0.flx", "tapet3/2mainhelp.flx", "tapet3/ga3.flx"]);
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn other_tapes_are_not_for_a_system() {
        let mut files = ArchiveFiles::default();
        assert!(matches!(files.take(&[tape("numbers.asc", b"1, 2, 3\n")]), Found::Nothing));
    }
}
