//! Tests that a probe is not notified of the drum transfers of the HELP button, because no order begins them.

use gier_machine::{Interest, IoEvent, Machine, Probe, StateView, Transfer, WatchSet};
use gier_word::{Cell, Image, Marks, Opcode, Uops};

/// A probe that records the track and the first cell of each drum transfer.
struct Begun<'a> {
    interest: Interest<'a>,
    transfers: Vec<(u16, u16)>,
}

impl Probe for Begun<'_> {
    fn interest(&self) -> Interest<'_> {
        self.interest
    }

    fn io(&mut self, event: &IoEvent, _: &StateView<'_>) {
        if let IoEvent::Began(Transfer { track, address, .. }) = event {
            self.transfers.push((track.number(), address.number()));
        }
    }
}

/// The HELP button saves 40 cells on track 38, reads track 0 and jumps to cell 1.  [F-HELP-1] The orders in
/// cell 1 read track 5 into the cells from 50 on. The probe may be notified only of this transfer.
#[test]
fn no_order_begins_the_transfers_of_help() {
    let code = |opcode: Opcode| i16::from(opcode.code()) << 4;
    let mut image = Image::new("help");
    let orders = [5, 50, code(Opcode::Vk), code(Opcode::Lk)];
    image.track_mut(0)[1] = Cell::from_groups(orders, Marks::new(true, false));
    image.track_mut(0)[2] = Cell::from_groups([0, 0, code(Opcode::Zq), 0], Marks::new(true, false));
    let nowhere = WatchSet::EMPTY;
    for interest in [Interest::Nothing, Interest::Watched(&nowhere), Interest::EveryOrder] {
        let mut begun = Begun { interest, transfers: Vec::new() };
        let mut machine = Machine::with_image(&image);
        machine.run_probed(Uops::NEVER, &mut begun);
        assert_eq!(begun.transfers, [(5, 50)], "{interest:?}");
    }
}
