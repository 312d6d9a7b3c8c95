//! Converts a machine state to a JSON object and back, for teaching and for comparing emulators.
//!
//! A cell is written as four decimal numbers, one for each ten bits, and a letter for its marks, for example
//! `"0/256/0/0 a"`. The registers R and M are written like cells; M has no marks. Absent fields are zero.
//! [`FIELDS_HELP`] lists the fields.

use anyhow::{Context, Result, anyhow, bail};
use gier_machine::{Input, Machine, NoProbe, Pause};
use gier_word::{Address, Cell, FERRITE_CELLS, Half, Installation, Marks, TRACK_CELLS, Uops};
use serde_json::{Map, Value, json};

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

/// All fields that a state may have. An output has `orders` and `stopped`. An input may have them too,
/// but gier ignores them.
const FIELDS: [&str; 19] = [
    "r",
    "R",
    "R00",
    "M",
    "s",
    "p",
    "in",
    "by",
    "tk",
    "KA",
    "KB",
    "pending",
    "ferrite",
    "drum",
    "uops",
    "orders",
    "stopped",
    "installation",
    "group",
];

/// Creates a machine in this state and presses its start button.
///
/// # Errors
/// Returns an error that names the wrong field.
pub fn machine(state: &Value) -> Result<Machine> {
    let state = state.as_object().context("a state is a JSON object")?;
    only(state, &FIELDS, "a state")?;
    let mut machine = Machine::of(installation(state)?);
    if let Some(group) = state.get("group") {
        let group = group.as_u64().and_then(|group| u16::try_from(group).ok());
        let is_there = group.is_some_and(|group| machine.select_group(group));
        is_there.then_some(()).context("group is the number of a group of tracks that there is")?;
    }
    if let Some(uops) = state.get("uops") {
        let uops =
            uops.as_u64().filter(|&uops| uops < 1 << 53).context("uops is a number of micro-operations")?;
        machine.set_now(Uops(uops));
    }
    set_registers(&mut machine, state)?;
    set_stores(&mut machine, state)?;
    machine.feed(Input::Ka(flag(state, "KA")?));
    machine.feed(Input::Kb(flag(state, "KB")?));
    machine.feed(Input::Start);
    Ok(machine)
}

fn installation(state: &Map<String, Value>) -> Result<Installation> {
    match state.get("installation") {
        None => Ok(Installation::default()),
        Some(name) => Ok(name.as_str().context("installation is a name such as \"six-discs\"")?.parse()?),
    }
}

/// Returns an error if the object has a field that is not in `fields`. `what` names the object in the
/// message.
fn only(object: &Map<String, Value>, fields: &[&str], what: &str) -> Result<()> {
    match object.keys().find(|key| !fields.contains(&key.as_str())) {
        Some(unknown) => bail!("{unknown:?} is not a field of {what}, which has {}", fields.join(", ")),
        None => Ok(()),
    }
}

fn set_registers(machine: &mut Machine, state: &Map<String, Value>) -> Result<()> {
    let mut registers = *machine.cpu().registers();
    if let Some(place) = state.get("r") {
        let place = place.as_object().context("r is an object such as {\"cell\": 41, \"half\": \"left\"}")?;
        only(place, &["cell", "half"], "r")?;
        let cell = place.get("cell").and_then(Value::as_u64).and_then(|cell| u16::try_from(cell).ok());
        let cell = cell.filter(|&cell| usize::from(cell) < FERRITE_CELLS);
        registers.r1 = cell.context("r.cell is a number 0-1023")?.into();
        registers.half = match place.get("half").map(|half| half.as_str().unwrap_or_default()) {
            None | Some("left") => Half::Left,
            Some("right") => Half::Right,
            Some(_) => bail!("r.half is \"left\" or \"right\""),
        };
    }
    let r = cell(state.get("R"), "R")?;
    registers.r_marks = r.marks();
    registers.r = match state.get("R00") {
        None => r.signed(),
        Some(sign) => match sign.as_u64().or_else(|| sign.as_bool().map(u64::from)) {
            Some(0) => r.signed().rem_euclid(R_SIGN),
            Some(1) => r.signed().rem_euclid(R_SIGN) - R_SIGN,
            _ => bail!("R00 is 0 or 1"),
        },
    };
    let m = cell(state.get("M"), "M")?;
    if m.marks() != Marks::NONE {
        bail!("M has no marks: leave the letter out");
    }
    registers.m = m.bits();
    registers.s = ten(state.get("s"), "s")?;
    registers.p = ten(state.get("p"), "p")?;
    registers.indicator = ten(state.get("in"), "in")?;
    registers.by = ten(state.get("by"), "by")?;
    registers.tk = ten(state.get("tk"), "tk")?.into();
    if let Some(pending) = state.get("pending") {
        let pending = pending.as_object().context("pending is an object such as {\"s\": null, \"t\": 5}")?;
        only(pending, &["s", "t"], "pending")?;
        registers.pending_s = pending_value(pending.get("s"), "pending.s")?;
        registers.pending_t = pending_value(pending.get("t"), "pending.t")?;
    }
    machine.set_registers(registers);
    Ok(())
}

fn set_stores(machine: &mut Machine, state: &Map<String, Value>) -> Result<()> {
    for (key, value) in object(state, "ferrite")? {
        let address = place(key, FERRITE_CELLS).with_context(|| format!("ferrite has no cell {key:?}"))?;
        machine.set_cell(address, cell(Some(value), &format!("ferrite {key}"))?);
    }
    for (key, value) in object(state, "drum")? {
        let track = place(key, machine.drum().tracks().count())
            .with_context(|| format!("the drum has no track {key:?}"))?;
        let cells = value.as_array().filter(|cells| cells.len() == TRACK_CELLS);
        let cells = cells.with_context(|| format!("drum {key} is a list of {TRACK_CELLS} cells"))?;
        for (number, value) in (0..).zip(cells) {
            let value = cell(Some(value), &format!("drum {key}, cell {number}"))?;
            machine.feed(Input::SetDrumCell(track.into(), number, value));
        }
    }
    Ok(())
}

fn object<'a>(
    state: &'a Map<String, Value>,
    field: &str,
) -> Result<impl Iterator<Item = (&'a String, &'a Value)>> {
    match state.get(field) {
        None => Ok(None.into_iter().flatten()),
        Some(Value::Object(map)) => Ok(Some(map).into_iter().flatten()),
        Some(_) => Err(anyhow!("{field} is an object")),
    }
}

fn place(key: &str, limit: usize) -> Option<u16> {
    let number = key.parse::<u16>().ok().filter(|&number| usize::from(number) < limit)?;
    // Each cell or track has only one key: `1` is the key of cell 1, but `01` and `+1` are not.
    (number.to_string() == key).then_some(number)
}

fn cell(value: Option<&Value>, field: &str) -> Result<Cell> {
    let Some(value) = value else { return Ok(Cell::ZERO) };
    let text = value.as_str().with_context(|| format!("{field} is a text such as \"6/396/0/0\""))?;
    text.parse().map_err(|error| anyhow!("{field}: {error}"))
}

fn ten(value: Option<&Value>, field: &str) -> Result<u16> {
    let Some(value) = value else { return Ok(0) };
    let number = value.as_i64().filter(|number| (0..1024).contains(number));
    let number = number.with_context(|| format!("{field} is a number 0-1023"))?;
    // These registers are ten bits long, as addresses are.
    Ok(Address::from(number).number())
}

fn pending_value(value: Option<&Value>, field: &str) -> Result<Option<u16>> {
    match value {
        None | Some(Value::Null) => Ok(None),
        value => ten(value, field).map(Some),
    }
}

fn flag(state: &Map<String, Value>, field: &str) -> Result<bool> {
    match state.get(field) {
        None => Ok(false),
        Some(Value::Bool(on)) => Ok(*on),
        Some(value) => match value.as_u64() {
            Some(number @ 0..=1) => Ok(number == 1),
            _ => bail!("{field} is true or false"),
        },
    }
}

/// Executes at most `orders` orders on a machine in the state `before`. Returns the state afterwards.
///
/// # Errors
/// Returns an error that names the wrong field.
pub fn execute(before: &Value, orders: u64) -> Result<Value> {
    let mut machine = machine(before)?;
    let pause = machine.run_orders(orders, &mut NoProbe);
    let mut after = state(&machine);
    after["orders"] = json!(machine.orders());
    after["stopped"] = match pause {
        Pause::Stopped(cause) => json!(cause.to_string()),
        Pause::AwaitingKey => json!("waits for a key of the typewriter"),
        Pause::AwaitingTape => json!("waits for tape in the reader"),
        Pause::Done | Pause::ProbeStop => Value::Null,
    };
    Ok(after)
}

/// The state of a machine as a JSON object.
pub fn state(machine: &Machine) -> Value {
    let registers = machine.cpu().registers();
    let (ka, kb) = (machine.view().ka, machine.view().kb);
    let half = if registers.half == Half::Right { "right" } else { "left" };
    let ferrite: Map<String, Value> = Address::all()
        .map(|address| (address, machine.ferrite().read(address)))
        .filter(|(_, cell)| *cell != Cell::ZERO)
        .map(|(address, cell)| (address.to_string(), json!(cell.to_string())))
        .collect();
    let image = machine.drum_image();
    let drum: Map<String, Value> = image
        .used_tracks()
        .map(|track| {
            (track.to_string(), json!(image.track(track).iter().map(Cell::to_string).collect::<Vec<_>>()))
        })
        .collect();
    let mut state = json!({
        "r": {"cell": registers.r1.number(), "half": half},
        "R": Cell::from_integer(registers.r).with_marks(registers.r_marks).to_string(),
        "R00": u8::from(registers.r < 0),
        "M": Cell::new(registers.m, Marks::NONE).to_string(),
        "s": registers.s, "p": registers.p, "in": registers.indicator, "by": registers.by, "tk": registers.tk.number(),
        "KA": ka, "KB": kb,
        "pending": {"s": registers.pending_s, "t": registers.pending_t},
        "ferrite": ferrite, "drum": drum,
        "uops": machine.now().0,
    });
    if machine.installation() != Installation::default() {
        state["installation"] = json!(machine.installation().to_string());
        state["group"] = json!(machine.drum().group());
    }
    state
}

#[cfg(test)]
mod tests {
    use super::*;
    use gier_word::TrackNo;
    use proptest::prelude::*;

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
            (json!({"q": 1}), "q"),
            (json!({"s": 1024}), "s is"),
            (json!({"s": -1}), "s is a number 0-1023"),
            (json!({"R": 5}), "R is"),
            (json!({"ferrite": {"1024": "0/0/0/0"}}), "1024"),
            (json!({"ferrite": {"01": "0/0/0/0"}}), "01"),
            (json!({"drum": {"0": []}}), "drum 0"),
            (json!({"drum": {"320": []}}), "320"),
            (json!({"r": 5}), "r is"),
            (json!({"r": {"half": "left"}}), "r.cell"),
            (json!({"r": {"cell": 1, "half": 5}}), "r.half"),
            (json!({"r": {"cell": 1, "Half": "right"}}), "\"Half\""),
            (json!({"pending": 5}), "pending is"),
            (json!({"pending": {"p": 5}}), "\"p\""),
            (json!({"M": "0/0/0/1 b"}), "M has"),
            (json!({"uops": -1}), "uops is"),
            (json!([1]), "object"),
        ] {
            let error = format!("{:#}", machine(&wrong).unwrap_err());
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
            let before = state(&machine);
            prop_assert_eq!(execute(&before, 0).map(|mut after| {
                after.as_object_mut().map(|fields| (fields.remove("orders"), fields.remove("stopped")));
                after
            }).unwrap(), before);
        }
    }
}
