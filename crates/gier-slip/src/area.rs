//! Reads program text from the core image, which is the assembled contents of the ferrite store. The
//! statement `_pimage<` makes SLIP (GIER's assembler) continue with the text that starts in cell 0. The
//! statement `_l` returns to the source text. If the text in the core image contains `_pimage<` itself, it is
//! read again in a loop.  [F-SLIP-17]

use crate::assemble::Assembler;
use crate::packed_text;
use crate::parse::parse_piece;
use crate::slot::Slot;
use gier_word::Address;
use gier_word::Home;
use std::collections::BTreeMap;

/// The assembler reads the text in the core image at most this often. Then it reports an endless loop.
const TURNS_MAX: u32 = 10_000;
/// The name of the only area that the assembler can read: the core image.
const CORE_IMAGE: &str = "image";

/// Where SLIP continues reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    /// SLIP continues in the source text.
    Source,
    /// SLIP continues to read the text in cell 0 and the following cells (the area `image`).
    Image,
    /// SLIP reads the text of the area `image` from its start. `floating` says whether the numbers in this
    /// text are floating-point.
    Again { floating: bool },
}

impl Assembler {
    /// Executes the statement `_pimage<`: assembles the text in the core image up to the statement `_l`. If
    /// the text contains another `_pimage<`, reads it again from its start. Any other `area` is a fault.
    pub(crate) fn read(&mut self, number: usize, area: &str, floating: bool) {
        if area != CORE_IMAGE {
            let help = "put the text of the area here; only the core image can be read, _pimage<";
            return self.fault("syntax", format!("there is no area {area} to read from"), Some(help));
        }
        let nested = self.reading != Reading::Source;
        self.reading = Reading::Again { floating };
        if nested {
            return;
        }
        let faults = self.faults.len();
        for _ in 0..TURNS_MAX {
            let Reading::Again { floating } = self.reading else { break };
            self.read_once(number, floating);
            if self.faults.len() > faults || self.ended {
                break;
            }
        }
        if matches!(self.reading, Reading::Again { .. }) && self.faults.len() == faults && !self.ended {
            let message = "the text in the core image repeats endlessly".to_string();
            self.fault("full", message, Some("put a condition before its _pimage<"));
        }
        self.reading = Reading::Source;
    }

    /// Assembles the text in the core image once, up to `_l` or to the next `_pimage<`.
    fn read_once(&mut self, number: usize, floating: bool) {
        let span = self.span;
        let Some(text) = self.image_text() else {
            let help = "put the text into the cells from 0 on: i=0, then _t";
            return self.fault("syntax", "there is no text in cell 0".to_string(), Some(help));
        };
        let (items, faults, changed) = parse_piece(&text, floating);
        if let Some(fault) = faults.first() {
            let piece = text[fault.span.bytes().start..].lines().next().unwrap_or_default();
            let message = format!("in the text in cell 0, before '{piece}': {}", fault.message);
            return self.fault("syntax", message, None);
        }
        if changed != floating {
            let help = "put _f or _m before and after the line that reads the text";
            return self.fault(
                "syntax",
                "the text in cell 0 begins and ends in different modes, _f and _m".to_string(),
                Some(help),
            );
        }
        self.reading = Reading::Image;
        for mut item in items {
            item.span.clone_from(&span);
            self.item(number, &item);
            if self.reading != Reading::Image || self.ended {
                return;
            }
        }
        self.span = span;
        let message = "the text in the core image ends without _l".to_string();
        self.fault("syntax", message, Some("end it with _l, which goes back to this line"));
    }

    /// Returns the text in the cells from 0 on, or `None` if they contain no text.
    fn image_text(&self) -> Option<String> {
        let mut core: BTreeMap<Address, gier_word::Cell> = BTreeMap::new();
        for made in self.slots.iter().map(Slot::made) {
            if let Home::Core(address) = made.store {
                core.insert(address, made.cell);
            }
        }
        packed_text::unpack((0..).map_while(|address: u16| core.get(&Address::new(address)).copied()))
    }
}
