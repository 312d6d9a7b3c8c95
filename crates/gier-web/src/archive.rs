//! Loads tapes of the museum's archive. A program on a tape runs only on the system that it was written for,
//! such as GIER ALGOL III. So the visitor must also give the tapes of that system to the page.

use crate::visit::Visit;
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

impl ArchiveFiles {
    /// Keeps `files` for this and later calls. If some of them are programs of the archive, loads the first
    /// of these programs on its system. Returns texts for the page's main module, of which the first is one of these:
    ///
    /// - `program`: its name, the log of a session that loads it on its system, and why it could not be loaded
    ///   completely, or an empty text;
    /// - `missing`: the names of the program, of the system that it needs, and of the tapes of this system that the
    ///   visitor has still to bring;
    /// - `fault`: the name of a program, and why it cannot be loaded;
    /// - `system`: all new tapes belong to systems such as GIER ALGOL III, and wait for a program;
    /// - `nothing`: none of the new tapes is a program of the archive. The page handles them like other files.
    pub fn take(&mut self, files: &[(String, Vec<u8>)]) -> Vec<String> {
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
            None if new.iter().all(|entry| is_of_system(entry, &system)) => vec!["system".to_string()],
            None => vec!["nothing".to_string()],
        }
    }

    fn load(&mut self, catalogue: &Catalogue, key: &str, entry: &Entry, plan: &Plan) -> Vec<String> {
        let tapes = catalogue.bases().tapes(key);
        let missing: Vec<&str> =
            tapes.iter().map(|tape| &**tape).filter(|tape| !self.0.contains_key(file(tape))).collect();
        if !missing.is_empty() {
            let system = catalogue.bases().get(key).map_or("", |row| &row.name);
            return ["missing", &entry.name, system, &missing.join(", ")].map(str::to_string).into();
        }
        let loaded = base(catalogue.bases(), key, self);
        match loaded.map(|machine| record(machine, plan, self)) {
            Ok(Recording { start, timeline, fault }) => {
                let log = Visit::begun(entry.stem(), start, timeline).log();
                vec!["program".to_string(), entry.stem().to_string(), log, fault.unwrap_or_default()]
            }
            Err(fault) => vec!["fault".to_string(), entry.name.clone(), fault],
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
        let tapes = "tapet3/1track0.flx, tapet3/2mainhelp.flx, tapet3/ga3.flx";
        assert_eq!(files.take(&[program]), ["missing", "hello.asc", "GIER ALGOL III", tapes]);
    }

    #[test]
    fn other_tapes_are_not_for_a_system() {
        let mut files = ArchiveFiles::default();
        assert_eq!(files.take(&[tape("numbers.asc", b"1, 2, 3\n")]), ["nothing"]);
    }
}
