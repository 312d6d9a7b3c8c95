//! The *installation*: the devices of a GIER besides the central unit and the ferrite store.
//!
//! An installation can be written as a text. The text begins with the name of a preset. The names of more
//! devices can follow, each after a `+`, as in `six-discs+plotter`. Images, snapshots and logs contain this
//! text.
//!
//! ```
//! use gier_word::Installation;
//! let it: Installation = "six-discs+plotter".parse().unwrap();
//! assert_eq!((it.tracks, it.buffer), (57_600, true));
//! assert_eq!(it.to_string(), "six-discs+plotter");
//! assert!("seven-discs".parse::<Installation>().is_err());
//! ```

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The device that is connected as output unit 64. Different machines had different devices there.
/// [F-UNIT64-1]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Unit64 {
    /// No device. Symbols that a program sends to unit 64 are lost.  (Q27)
    #[default]
    Nothing,
    /// The line printer. It is also connected as output unit 8.
    Printer,
    /// A plotter.
    Plotter,
}

/// The highest number that a magnetic tape station can have. The lowest number is 1.
pub const STATIONS: u16 = 6;
/// The unit number of the carrousel, a store of short magnetic tapes. The orders `il` and `us` use this
/// number. [F-CARR-1]
pub const CARROUSEL: u16 = 7;
/// The unit number of the block disc, a disc with blocks of words. The orders `il` and `us` use this number.
/// [F-BDISC-1]
pub const BLOCK_DISC: u16 = 8;

/// The devices that a GIER has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Installation {
    /// How many tracks all drums have together, including the discs that programs use like drums. The maximum
    /// is 57,600. [F-TRACK-2] [F-TRACK-4]
    pub tracks: u16,
    /// Whether there is a buffer store of 4096 cells.  [F-BUF-1]
    pub buffer: bool,
    /// The device on output unit 64.
    pub unit64: Unit64,
    /// The magnetic tape stations that the machine has. Bit n is set if the machine has station n. Stations
    /// have the numbers 1 to 6.  (Q81)
    pub stations: u8,
    /// Whether the machine has a carrousel, which is unit 7.  (Q81)
    pub carrousel: bool,
    /// Whether the machine has a block disc, which is unit 8.  (Q81)
    pub block_disc: bool,
    /// Whether the machine is the model Turbo. Its order `pc` jumps like `hv`.  [F-TURBO-1]
    pub turbo: bool,
}

/// The smallest installation: one drum, and no other device.
const ONE_DRUM: Installation = Installation {
    tracks: 320,
    buffer: false,
    unit64: Unit64::Nothing,
    stations: 0,
    carrousel: false,
    block_disc: false,
    turbo: false,
};

const fn with_buffer(tracks: u16) -> Installation {
    Installation { tracks, buffer: true, ..ONE_DRUM }
}

/// The installations that have a name. Each entry has the name, the devices, and a description for help
/// texts.
pub const PRESETS: [(&str, Installation, &str); 5] = [
    ("one-drum", ONE_DRUM, "a drum of 320 tracks; the default"),
    ("one-drum-buffer", with_buffer(320), "a drum and a buffer store of 4096 cells"),
    ("three-drums", with_buffer(960), "960 tracks and a buffer store"),
    ("disc", with_buffer(9600), "9600 tracks and a buffer store"),
    ("six-discs", with_buffer(57_600), "57,600 tracks and a buffer store"),
];

/// A part that a machine has or lacks: the word for it, its field, and a description for help texts.
pub type Part = (&'static str, fn(&mut Installation) -> &mut bool, &'static str);

/// The parts that have a word of their own, in the order in which a text names them.
pub const PARTS: [Part; 3] = [
    ("carrousel", |it| &mut it.carrousel, "a carrousel, unit 7"),
    ("block-disc", |it| &mut it.block_disc, "a disc behind the buffer store, unit 8"),
    ("turbo", |it| &mut it.turbo, "the order pc works as hv"),
];

impl Default for Installation {
    fn default() -> Installation {
        ONE_DRUM
    }
}

impl Installation {
    /// Whether the machine has the magnetic tape station with this number.
    pub const fn has_station(self, station: u16) -> bool {
        station >= 1 && station <= STATIONS && self.stations >> station & 1 == 1
    }

    /// Whether the machine has this unit: a tape station, the carrousel or the block disc. The orders `il`
    /// and `us` address these units by their numbers.
    pub const fn has_block_unit(self, unit: u16) -> bool {
        match unit {
            CARROUSEL => self.carrousel,
            BLOCK_DISC => self.block_disc,
            station => self.has_station(station),
        }
    }

    /// Returns this installation with the magnetic tape station `station` added.
    pub const fn with_station(self, station: u16) -> Installation {
        Installation { stations: self.stations | 1 << station, ..self }
    }

    /// Returns this installation with everything that another one has.
    #[must_use]
    pub fn with(self, other: Installation) -> Installation {
        Installation {
            tracks: self.tracks.max(other.tracks),
            buffer: self.buffer || other.buffer,
            unit64: if self.unit64 == Unit64::Nothing { other.unit64 } else { self.unit64 },
            stations: self.stations | other.stations,
            carrousel: self.carrousel || other.carrousel,
            block_disc: self.block_disc || other.block_disc,
            turbo: self.turbo || other.turbo,
        }
    }

    /// Finds the preset with the same tracks and the same buffer store, or else the first preset. Returns its
    /// name and its devices. The text of the installation begins with this name.
    fn preset(self) -> (&'static str, Installation) {
        let same = |preset: &Installation| preset.tracks == self.tracks && preset.buffer == self.buffer;
        let exact = PRESETS.iter().find(|(_, preset, _)| same(preset));
        let (name, preset, _) = exact.unwrap_or(&PRESETS[0]);
        (name, *preset)
    }
}

/// Writes the installation as a text such as `six-discs+plotter`.
impl fmt::Display for Installation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.preset().0)?;
        match self.unit64 {
            Unit64::Nothing => {}
            Unit64::Printer => f.write_str("+printer")?,
            Unit64::Plotter => f.write_str("+plotter")?,
        }
        for station in (1..=STATIONS).filter(|&station| self.has_station(station)) {
            write!(f, "+tape{station}")?;
        }
        let mut it = *self;
        let mut there = PARTS.iter().filter(|(_, part, _)| *part(&mut it));
        there.try_for_each(|(name, ..)| write!(f, "+{name}"))
    }
}

/// The error for a text that does not describe an installation. Contains the wrong part of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoInstallation(String);

impl fmt::Display for NoInstallation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let presets = PRESETS.map(|(name, ..)| name).join(", ");
        let parts = PARTS.map(|(name, ..)| name).join(", ");
        write!(
            f,
            "{:?} is no installation: give {presets}, and after + printer, plotter, tape1 to tape6, {parts}",
            self.0
        )
    }
}

impl std::error::Error for NoInstallation {}

impl From<Installation> for String {
    fn from(installation: Installation) -> String {
        installation.to_string()
    }
}

impl TryFrom<String> for Installation {
    type Error = NoInstallation;

    fn try_from(text: String) -> Result<Installation, NoInstallation> {
        text.parse()
    }
}

impl FromStr for Installation {
    type Err = NoInstallation;

    fn from_str(text: &str) -> Result<Installation, NoInstallation> {
        let wrong = |word: &str| NoInstallation(word.chars().take(40).collect());
        let mut words = text.split('+').map(str::trim);
        let name = words.next().unwrap_or("");
        let preset = PRESETS.iter().find(|(preset, _, _)| *preset == name);
        let (_, mut it, _) = *preset.ok_or_else(|| wrong(name))?;
        for word in words {
            match word {
                "printer" => it.unit64 = Unit64::Printer,
                "plotter" => it.unit64 = Unit64::Plotter,
                _ if let Some((_, part, _)) = PARTS.iter().find(|(name, ..)| *name == word) => {
                    *part(&mut it) = true;
                }
                _ => {
                    let station = word.strip_prefix("tape").and_then(|number| number.parse::<u16>().ok());
                    let station = station.filter(|station| (1..=STATIONS).contains(station));
                    it = it.with_station(station.ok_or_else(|| wrong(word))?);
                }
            }
        }
        Ok(it)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_installation_is_read_as_it_is_written() {
        for (name, preset, _) in PRESETS {
            assert_eq!(preset.to_string(), name);
            let parts = PARTS.map(|(name, ..)| format!("+{name}")).concat();
            for part in ["", "+printer", "+plotter+tape1+tape6", &parts] {
                let text = format!("{name}{part}");
                assert_eq!(text.parse::<Installation>().unwrap().to_string(), text);
            }
        }
        for wrong in ["", "one-drum+", "one-drum+tape7", "one-drum+tape0", "disc+organ"] {
            assert!(wrong.parse::<Installation>().is_err(), "{wrong}");
        }
    }
}
