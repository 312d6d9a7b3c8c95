//! The base systems. A base system is a machine that is ready to run programs of the archive. For example, it
//! has the monitor program HELP 3 on its drum. A script for the operator loads it from tapes of the archive.
//! A line of the script is called an act. Loading takes at most an eighth of a second, so gier loads a base
//! system each time and does not save it.

use crate::rows::{self, MuseumRow};
use gier_word::Installation;
use std::collections::BTreeMap;

/// All base systems by their keys. A key is the name of a file in `museum/bases/`.
#[derive(Debug)]
pub struct Bases(BTreeMap<String, MuseumRow>);

impl Bases {
    /// Reads the base systems that are compiled into gier.
    ///
    /// # Errors
    /// Returns an error that names the faulty file.
    pub fn read() -> Result<Bases, String> {
        rows::bases().map(Bases)
    }

    /// All base systems with their keys, sorted by key.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &MuseumRow)> {
        self.0.iter().map(|(key, row)| (key.as_str(), row))
    }

    /// The base system with this key, if there is one.
    pub fn get(&self, key: &str) -> Option<&MuseumRow> {
        self.0.get(key)
    }

    /// Returns the scripts that load the base system with this key, in the order of loading. Each script is a
    /// row ([`MuseumRow`]). A base system can be built on another one, whose script comes first. The last script is
    /// that of the base system itself.
    pub fn chain(&self, key: &str) -> Vec<&MuseumRow> {
        let mut chain = Vec::new();
        let mut next = Some(key);
        while let Some(row) = next.and_then(|key| self.get(key)) {
            chain.push(row);
            next = row.base.as_deref();
        }
        chain.reverse();
        chain
    }

    /// The tapes from which the base system with this key is loaded, in order.
    pub fn tapes(&self, key: &str) -> Vec<&str> {
        self.chain(key).into_iter().flat_map(MuseumRow::tapes).collect()
    }

    /// The machine's drum tracks and devices that the base system with this key requires.
    pub fn installation(&self, key: &str) -> Installation {
        let mut installations = self.chain(key).into_iter().filter_map(MuseumRow::installation);
        installations.next_back().unwrap_or_default()
    }

    /// Returns the key of the base system whose loading ends with the tape `tape`.
    pub fn loaded_last(&self, tape: &str) -> Option<&str> {
        self.iter().find(|(_, row)| row.tapes().last() == Some(&tape)).map(|(key, _)| key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_base_has_its_tapes_and_its_installation() {
        let bases = Bases::read().unwrap();
        assert_eq!(bases.tapes("six-discs-ga4"), ["help3/BUILDdisk6buf.flx", "ga4bin/ga4buffer.flx"]);
        assert_eq!(bases.installation("six-discs-ga4").to_string(), "six-discs");
        assert_eq!(bases.installation("ga3"), Installation::default());
        assert_eq!(bases.chain("ga3").len(), 2);
        assert_eq!(bases.loaded_last("tapet3/ga3.flx"), Some("ga3"));
        assert!(bases.tapes("none").is_empty());
    }
}
