//! Finds the missing device that made a machine stop.

use gier_machine::{BlockFault, BlockTransfer, Machine, StopCause};
use gier_word::codec;
use gier_word::installation::{BLOCK_DISC, CARROUSEL, STATIONS, Unit64};
use gier_word::tracks::GROUP_TRACKS;
use gier_word::{Half, Installation, Opcode};

/// A device that a program needs and the machine does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Device {
    /// The buffer store: an additional store of 4096 words.
    Buffer,
    /// The magnetic tape station with this number.
    Station(u16),
    /// A carrousel: a tape store with blocks of 512 words.
    Carrousel,
    /// A block disc: a disc that exchanges blocks of words with the buffer store.
    BlockDisc,
    /// A plotter on output unit 64.
    Plotter,
    /// The GIER model Turbo. It executes the order `pc` like the jump `hv`. On other models, the effect of
    /// `pc` is not known.  [F-TURBO-1]
    Turbo,
}

/// A missing device, and the machine's equipment with this device added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lack {
    /// The device.
    pub device: Device,
    /// The machine's present equipment, with this device added. If the device exchanges words with the buffer
    /// store, the equipment also has a buffer store.
    pub installation: Installation,
}

/// Returns the missing device that made the machine stop. Returns `None` if the machine has not stopped, if
/// it stopped for another reason, or if gier emulates no such device.
pub fn lack(machine: &Machine) -> Option<Lack> {
    let has = machine.installation();
    let lack = match machine.stopped()? {
        StopCause::NoBlock { fault: BlockFault::NoBuffer, .. } => {
            Some(Lack { device: Device::Buffer, installation: Installation { buffer: true, ..has } })
        }
        StopCause::NoBlock { transfer, fault: BlockFault::NoUnit, .. } => of_unit(has, transfer),
        StopCause::Unknown { cell, question: 1 } => {
            let cell = machine.ferrite().read(cell);
            // Only a cell with two half-word orders has an order in its right half.
            let halves = if cell.marks().a() { &[Half::Left, Half::Right][..] } else { &[Half::Left] };
            halves.iter().find_map(|&half| of_order(has, codec::opcode(cell, half)))
        }
        _ => None,
    };
    // If the machine has the device, the machine stopped for another reason.
    lack.filter(|lack| lack.installation != has)
}

/// Finds the missing device that a block transfer needs. The returned equipment also has a buffer store. Tape
/// stations, carrousels and block discs need one, because they exchange words with it.
fn of_unit(has: Installation, transfer: BlockTransfer) -> Option<Lack> {
    let has = Installation { buffer: true, ..has };
    let (device, installation) = match transfer.number() {
        unit @ 1..=STATIONS => (Device::Station(unit), has.with_station(unit)),
        CARROUSEL => (Device::Carrousel, Installation { carrousel: true, ..has }),
        BLOCK_DISC => (Device::BlockDisc, Installation { block_disc: true, ..has }),
        _ => return None,
    };
    Some(Lack { device, installation })
}

fn of_order(has: Installation, opcode: Opcode) -> Option<Lack> {
    let (device, installation) = match opcode {
        Opcode::Pc if !has.turbo => (Device::Turbo, Installation { turbo: true, ..has }),
        Opcode::Zj if has.unit64 != Unit64::Plotter => {
            (Device::Plotter, Installation { unit64: Unit64::Plotter, ..has })
        }
        _ => return None,
    };
    Some(Lack { device, installation })
}

/// Returns the track that the program has selected, if the selected group of tracks does not have it. Transfers
/// of such a track move nothing.
pub fn missing_track(machine: &Machine) -> Option<u16> {
    let track = machine.cpu().registers().tk.number();
    let before = usize::from(machine.drum().group()) * GROUP_TRACKS;
    let has = usize::from(machine.installation().tracks).saturating_sub(before);
    (usize::from(track) < GROUP_TRACKS && usize::from(track) >= has).then_some(track)
}

/// Searches the last four non-blank lines of `paper` for a message that the drum has too few tracks, and
/// returns this message. The compiler GIER ALGOL prints `program too big`. The monitor program HELP 3 prints
/// `error 11` if an area (a range of tracks with a name) does not fit on the drum.  [F-BUILD-2]
pub fn too_few_tracks(paper: &str) -> Option<&'static str> {
    let mut last = paper.lines().rev().filter(|line| !line.trim().is_empty()).take(4);
    let words = ["program too big", "error 11"];
    last.find_map(|line| words.into_iter().find(|word| line.contains(word)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gier_machine::Direction;

    #[test]
    fn a_unit_is_found_under_every_mode() {
        let of = |installation: &str, address| {
            let transfer = BlockTransfer { unit: address, r: 0, direction: Direction::Read };
            let lack = of_unit(installation.parse().unwrap(), transfer);
            lack.map(|lack| (lack.device, lack.installation.to_string()))
        };
        let lack = |device, installation: &str| Some((device, installation.to_string()));
        assert_eq!(of("six-discs", 24), lack(Device::BlockDisc, "six-discs+block-disc"));
        assert_eq!(of("six-discs", 23), lack(Device::Carrousel, "six-discs+carrousel"));
        assert_eq!(of("six-discs", 161), lack(Device::Station(1), "six-discs+tape1"));
        assert_eq!(of("one-drum", 2), lack(Device::Station(2), "one-drum-buffer+tape2"));
        assert_eq!(of("one-drum", 9), None);
    }

    #[test]
    fn missing_tracks_are_reported_on_the_paper() {
        assert_eq!(too_few_tracks("pass 5\nprogram too big\n\n"), Some("program too big"));
        assert_eq!(too_few_tracks("\nerror 11  219-512, 1012\nimage\n"), Some("error 11"));
        assert_eq!(too_few_tracks("error 1\n"), None);
    }
}
