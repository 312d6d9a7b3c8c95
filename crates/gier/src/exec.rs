//! Converts a machine state to a JSON object and back, for teaching and for comparing emulators.
//!
//! A cell is written as four decimal numbers, one for each ten bits, and a letter for its marks, for example
//! `"0/256/0/0 a"`. The registers R and M are written like cells; M has no marks. Absent fields are zero.
//! [`FIELDS_HELP`] lists the fields.

use anyhow::{Context, Result, bail};
use gier_machine::{Input, Machine, NoProbe, Pause};
use gier_word::{Address, Cell, FERRITE_CELLS, Half, Installation, Marks, TRACK_CELLS, TrackNo, Uops};
use serde::de::{Deserializer, Error};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::str::FromStr;

/// The help text that explains the fields of a state.
pub const FIELDS_HELP: &str = "\
The fields of a state; those that are absent are zero:
  r        {\"cell\": 41, \"half\": \"left\"}, the place of the next order
  R, M     cells, such as \"6/396/0/0\"; the marks of R follow, \"0/0/0/1 b\"
  R00      bit 00 of R, 0 or 1; without it that of bit 0
  s, p, in, by, tk    numbers 0-1023
  KA, KB   true or false
  pending  {\"s\": null, \"t\": 5}: what is, ns, it or nt left for the next order
  ferrite  {\"41\": \"0/0/16/0\"}: cells by their number
  drum     {\"0\": [40 cells]}: tracks by their number
  uops     the time in micro-operations
  installation  \"six-discs\": what the machine consists of; without it, one drum
  group    the selected group of tracks, 0 with one drum
What comes out has also orders, the number of orders done, and stopped, null or why the
machine did fewer than it was asked for. A line that is no state is answered by
{\"error\": \"line 1: …\"}. What a device is in the middle of, a transfer of the drum or a symbol
of the typewriter, is in no field: it is lost between two lines. The clock of zl begins at 0.";

const R_SIGN: i64 = 1 << 40;
/// JSON numbers are exact below this limit in every program that reads them.
const EXACT: u64 = 1 << 53;

/// A state as JSON. [`FIELDS_HELP`] explains the fields.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct State {
    r: Next,
    #[serde(rename = "R")]
    accumulator: Text<Cell>,
    #[serde(rename = "R00")]
    sign: Option<u8>,
    #[serde(rename = "M")]
    m: Text<Cell>,
    s: Ten,
    p: Ten,
    #[serde(rename = "in")]
    indicator: Ten,
    by: Ten,
    tk: Ten,
    #[serde(rename = "KA")]
    ka: bool,
    #[serde(rename = "KB")]
    kb: bool,
    pending: Pending,
    ferrite: BTreeMap<Number, Text<Cell>>,
    drum: BTreeMap<Number, Vec<Text<Cell>>>,
    uops: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    installation: Option<Text<Installation>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<u16>,
    /// The answer only; ignored in a question.
    orders: Value,
    stopped: Value,
}

/// The place of the next order.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Next {
    cell: Ten,
    #[serde(default)]
    half: Side,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Side {
    #[default]
    Left,
    Right,
}

/// What an order such as `is` or `it` has left for the next order.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Pending {
    s: Option<Ten>,
    t: Option<Ten>,
}

/// A number of ten bits, as registers and addresses are.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Ten(u16);

impl<'de> Deserialize<'de> for Ten {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Ten, D::Error> {
        let number = i64::deserialize(reader)?;
        let ten = (0..1024).contains(&number).then(|| Ten(Address::from(number).number()));
        ten.ok_or_else(|| D::Error::custom("this is a number 0-1023"))
    }
}

/// The number of a cell or a track. Each has only one key in JSON: `1` is the key of cell 1, but `01` is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct Number(u16);

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Number, D::Error> {
        let text = String::deserialize(reader)?;
        let number = text.parse().ok().filter(|number: &u16| number.to_string() == text);
        number
            .map(Number)
            .ok_or_else(|| D::Error::custom(format!("{text:?} is not the number of a cell or a track")))
    }
}

/// A value that JSON holds as a text, such as a cell.
#[derive(Clone, Copy, Debug, Default)]
struct Text<T>(T);

impl<T: Display> Serialize for Text<T> {
    fn serialize<S: Serializer>(&self, writer: S) -> Result<S::Ok, S::Error> {
        writer.collect_str(&self.0)
    }
}

impl<'de, T: FromStr<Err: Display>> Deserialize<'de> for Text<T> {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Text<T>, D::Error> {
        String::deserialize(reader)?.parse().map(Text).map_err(D::Error::custom)
    }
}

impl State {
    /// The state of a machine.
    fn of(machine: &Machine) -> State {
        let (registers, desk) = (machine.cpu().registers(), &machine.devices().desk);
        let filled =
            Address::all().map(|address| (Number(address.number()), Text(machine.ferrite().read(address))));
        let image = machine.drum_image();
        let track = |track: usize| {
            (Number(TrackNo::from(track).number()), image.track(track).iter().copied().map(Text).collect())
        };
        let is_larger = machine.installation() != Installation::default();
        State {
            r: Next {
                cell: Ten(registers.r1.number()),
                half: if registers.half == Half::Right { Side::Right } else { Side::Left },
            },
            accumulator: Text(Cell::from_integer(registers.r).with_marks(registers.r_marks)),
            sign: Some(u8::from(registers.r < 0)),
            m: Text(Cell::new(registers.m, Marks::NONE)),
            s: Ten(registers.s),
            p: Ten(registers.p),
            indicator: Ten(registers.indicator),
            by: Ten(registers.by),
            tk: Ten(registers.tk.number()),
            ka: desk.ka,
            kb: desk.kb,
            pending: Pending { s: registers.pending_s.map(Ten), t: registers.pending_t.map(Ten) },
            ferrite: filled.filter(|(_, cell)| cell.0 != Cell::ZERO).collect(),
            drum: image.used_tracks().map(track).collect(),
            uops: machine.now().0,
            installation: is_larger.then(|| Text(machine.installation())),
            group: is_larger.then(|| machine.drum().group()),
            orders: Value::Null,
            stopped: Value::Null,
        }
    }

    /// Creates a machine in this state and presses its start button.
    fn machine(&self) -> Result<Machine> {
        let mut machine = Machine::of(self.installation.unwrap_or_default().0);
        if self.group.is_some_and(|group| !machine.select_group(group)) {
            bail!("group is the number of a group of tracks that there is");
        }
        if self.uops >= EXACT {
            bail!("uops is a number of micro-operations");
        }
        machine.set_now(Uops(self.uops));
        self.set_registers(&mut machine)?;
        for (&Number(address), cell) in &self.ferrite {
            if usize::from(address) >= FERRITE_CELLS {
                bail!("ferrite has no cell {address}");
            }
            machine.set_cell(address, cell.0);
        }
        for (&Number(track), cells) in &self.drum {
            if usize::from(track) >= machine.drum().tracks().count() {
                bail!("the drum has no track {track}");
            }
            if cells.len() != TRACK_CELLS {
                bail!("drum {track} is a list of {TRACK_CELLS} cells");
            }
            for (number, cell) in (0..).zip(cells) {
                machine.feed(Input::SetDrumCell(track.into(), number, cell.0));
            }
        }
        machine.feed(Input::Ka(self.ka));
        machine.feed(Input::Kb(self.kb));
        machine.feed(Input::Start);
        Ok(machine)
    }

    fn set_registers(&self, machine: &mut Machine) -> Result<()> {
        let mut registers = *machine.cpu().registers();
        registers.r1 = self.r.cell.0.into();
        registers.half = if matches!(self.r.half, Side::Right) { Half::Right } else { Half::Left };
        let r = self.accumulator.0;
        registers.r_marks = r.marks();
        registers.r = match self.sign {
            None => r.signed(),
            Some(0) => r.signed().rem_euclid(R_SIGN),
            Some(1) => r.signed().rem_euclid(R_SIGN) - R_SIGN,
            Some(_) => bail!("R00 is 0 or 1"),
        };
        if self.m.0.marks() != Marks::NONE {
            bail!("M has no marks: leave the letter out");
        }
        registers.m = self.m.0.bits();
        (registers.s, registers.p) = (self.s.0, self.p.0);
        (registers.indicator, registers.by, registers.tk) = (self.indicator.0, self.by.0, self.tk.0.into());
        registers.pending_s = self.pending.s.map(|value| value.0);
        registers.pending_t = self.pending.t.map(|value| value.0);
        machine.set_registers(registers);
        Ok(())
    }
}

/// Executes at most `orders` orders on a machine in the state `before`, a JSON object. Returns the state
/// afterwards.
pub fn execute(before: &Value, orders: u64) -> Result<Value> {
    let mut machine = read(before)?.machine()?;
    let pause = machine.run_orders(orders, &mut NoProbe);
    let stopped = match pause {
        Pause::Stopped(cause) => cause.to_string().into(),
        Pause::AwaitingKey => "waits for a key of the typewriter".into(),
        Pause::AwaitingTape => "waits for tape in the reader".into(),
        Pause::Done | Pause::ProbeStop => Value::Null,
    };
    let after = State { orders: machine.orders().into(), stopped, ..State::of(&machine) };
    Ok(serde_json::to_value(after)?)
}

fn read(state: &Value) -> Result<State> {
    // A list of the fields in their order is a struct for serde, too.
    state.is_object().then_some(()).context("a state is a JSON object")?;
    Ok(serde_path_to_error::deserialize(state)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn an_addition() {
        let add = json!({"r": {"cell": 10}, "R": "0/0/0/5", "ferrite": {"10": "20/0/32/0", "20": "0/0/0/2 b"}, "uops": 100});
        let after = execute(&add, 1).unwrap();
        assert_eq!(
            (&after["R"], &after["orders"], &after["stopped"]),
            (&json!("0/0/0/7 b"), &json!(1), &Value::Null)
        );
        // An order `ar` that fills a cell takes 19 micro-operations.
        assert_eq!((&after["uops"], &after["r"]["cell"]), (&json!(119), &json!(11)));
    }

    #[test]
    fn a_stop_is_described_in_words() {
        let after = execute(&json!({"ferrite": {"0": "0/0/16/0"}}), 5).unwrap();
        assert_eq!((&after["stopped"], &after["orders"]), (&json!("zq in cell 0"), &json!(1)));
    }

    #[test]
    fn a_wrong_field_is_named() {
        for (wrong, field) in [
            (json!({"q": 1}), "`q`"),
            (json!({"s": 1024}), "s: this is a number 0-1023"),
            (json!({"s": -1}), "s: this is a number 0-1023"),
            (json!({"R": 5}), "R: "),
            (json!({"ferrite": {"1024": "0/0/0/0"}}), "1024"),
            (json!({"ferrite": {"01": "0/0/0/0"}}), "01"),
            (json!({"drum": {"0": []}}), "drum 0"),
            (json!({"drum": {"320": []}}), "320"),
            (json!({"r": 5}), "r: "),
            (json!({"r": {"half": "left"}}), "`cell`"),
            (json!({"r": {"cell": 1, "half": 5}}), "r.half"),
            (json!({"r": {"cell": 1, "Half": "right"}}), "`Half`"),
            (json!({"pending": 5}), "pending: "),
            (json!({"pending": {"p": 5}}), "`p`"),
            (json!({"M": "0/0/0/1 b"}), "M has"),
            (json!({"uops": -1}), "uops: "),
            (json!([1]), "object"),
        ] {
            let error = format!("{:#}", execute(&wrong, 0).unwrap_err());
            assert!(error.contains(field), "{error}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(50))]
        #[test]
        fn an_output_state_is_an_input_state(cells in prop::collection::vec(0u64..1 << 42, 1024), r: i64, s in 0u16..1024, ka: bool) {
            let mut machine = Machine::new();
            for (address, &raw) in (0..).zip(&cells) {
                machine.set_cell(address, Cell::from_raw(raw));
            }
            machine.feed(Input::SetDrumCell(TrackNo::new(7), 39, Cell::from_raw(cells[0])));
            machine.feed(Input::Ka(ka));
            let mut registers = *machine.cpu().registers();
            (registers.r, registers.s, registers.pending_t) = (r, s, Some(s));
            machine.set_registers(registers);
            let mut before = serde_json::to_value(State::of(&machine)).unwrap();
            before["orders"] = json!(0);
            prop_assert_eq!(execute(&before, 0).unwrap(), before);
        }
    }
}
