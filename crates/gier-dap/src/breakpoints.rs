//! Breakpoints of all kinds: sets the editor's breakpoints in the debugger's engine.

use crate::adapter::{Adapter, Answer, Debuggee};
use crate::launcher::Launcher;
use crate::look::{cell_and_half, index, reference};
use crate::under_way::Points;
use gier_desk::debug::expression::Expression;
use gier_desk::debug::stops::{self, At, BREAKPOINTS_MAX, HitRule, ITEMS_MAX, Stop};
use gier_machine::Place;
use gier_word::Half;
use serde_json::{Value, json};

/// Splits a log message such as `x = {x} now` into the texts around the braces, and the expressions in
/// them.
fn message(text: &str) -> Result<(Vec<String>, Vec<Expression>), String> {
    let (mut pieces, mut values) = (Vec::new(), Vec::new());
    let mut rest = text;
    while let Some((piece, behind)) = rest.split_once('{') {
        let (inside, behind) = behind.split_once('}').ok_or("a { has no }")?;
        if values.len() == ITEMS_MAX {
            return Err(format!("a message has at most {ITEMS_MAX} values"));
        }
        pieces.push(piece.to_string());
        values.push(Expression::parse(inside).map_err(|fault| fault.message)?);
        rest = behind;
    }
    pieces.push(rest.to_string());
    Ok((pieces, values))
}

/// Parses a hit condition such as `>= 3` or `% 3`.
///
/// # Errors
/// Returns a message if the text is no hit condition.
fn hit_rule(text: &str) -> Result<HitRule, String> {
    let text = text.trim();
    let signs = text.len() - text.trim_start_matches(['=', '>', '<', '%']).len();
    let (sign, number) = text.split_at(signs);
    let number: Option<u64> = number.trim().parse().ok().filter(|&number| number > 0);
    match (sign, number) {
        ("" | ">=", Some(number)) => Ok(HitRule::From(number)),
        (">", Some(number)) => Ok(HitRule::From(number.saturating_add(1))),
        ("=" | "==", Some(number)) => Ok(HitRule::Only(number)),
        ("%", Some(number)) => Ok(HitRule::Every(number)),
        _ => Err("give a number of hits: 3, >= 3, > 2, = 3 or % 3".to_string()),
    }
}

/// Adds the editor's conditions and log message to a breakpoint.
fn with_conditions(mut stop: Stop, asked: &Value) -> Result<Stop, String> {
    if let Some(condition) = asked["condition"].as_str().filter(|text| !text.trim().is_empty()) {
        stop.when = Some(Expression::parse(condition).map_err(|fault| fault.message)?);
    }
    if let Some(hits) = asked["hitCondition"].as_str().filter(|text| !text.trim().is_empty()) {
        stop.rule = hit_rule(hits)?;
    }
    if let Some(log) = asked["logMessage"].as_str().filter(|text| !text.is_empty()) {
        (stop.message, stop.tell) = message(log)?;
    }
    Ok(stop)
}

/// Describes the result of setting one breakpoint, in the protocol's form. Also returns the breakpoint's
/// number, or `None` if the breakpoint was not set.
fn verdict(set: Result<(u32, Value), String>) -> (Option<u32>, Value) {
    match set {
        Ok((number, mut body)) => {
            body["id"] = json!(number);
            body["verified"] = json!(true);
            (Some(number), body)
        }
        Err(message) => (None, json!({"verified": false, "message": message})),
    }
}

impl Debuggee {
    /// Removes all breakpoints of one kind.
    fn clear(&mut self, kind: impl Fn(&mut Points) -> &mut Vec<u32>) {
        for number in std::mem::take(kind(&mut self.points)) {
            self.desk.breaks_mut().remove(number);
        }
    }

    /// Replaces all breakpoints of one kind by those in the request. Returns the response.
    fn set_each(
        &mut self,
        kind: impl Fn(&mut Points) -> &mut Vec<u32>,
        arguments: &Value,
        set: impl Fn(&mut Debuggee, &Value) -> Result<(Stop, Value), String>,
    ) -> Answer {
        let wanted = arguments["breakpoints"].as_array().map(Vec::as_slice).unwrap_or_default();
        if wanted.len() > BREAKPOINTS_MAX {
            return Err(format!(
                "{} breakpoints in one request are too many; gier sets {BREAKPOINTS_MAX} at most",
                wanted.len()
            ));
        }
        self.clear(&kind);
        let mut bodies = Vec::new();
        for asked in wanted {
            let added = set(self, asked).and_then(|(stop, body)| {
                let number = self.desk.add_stop(with_conditions(stop, asked)?)?;
                Ok((number, body))
            });
            let (number, body) = verdict(added);
            kind(&mut self.points).extend(number);
            bodies.push(body);
        }
        // The macro `json!` would copy the list.
        Ok(Value::from_iter([("breakpoints", bodies)]))
    }
}

impl<L: Launcher> Adapter<L> {
    pub(crate) fn set_breakpoints(&mut self, arguments: &Value) -> Answer {
        let path = self.path_of(&arguments["source"]);
        let session = self.session()?;
        let text = session.text_at(&path);
        session.set_each(
            |points| points.lines.entry(path.clone()).or_default(),
            arguments,
            |session, asked| {
                let text = text.ok_or("the program was not made from this text, or has no map")?;
                let line = asked["line"].as_u64().and_then(|line| u32::try_from(line).ok());
                let line = line.filter(|&line| line > 0).ok_or("a breakpoint has a line")?;
                let found = session.engine().program().places_from(text, line);
                let (line, places) = found.ok_or("no statement begins on this line or behind it")?;
                let written = format!("line {}", session.engine().program().line_name(text, line));
                let body = json!({"line": line});
                Ok((Stop::at(At::Named { written, places }), body))
            },
        )
    }

    pub(crate) fn set_function_breakpoints(&mut self, arguments: &Value) -> Answer {
        let session = self.session()?;
        session.set_each(
            |points| &mut points.functions,
            arguments,
            |session, asked| {
                let name = asked["name"].as_str().unwrap_or("");
                let places = session.engine().program().named_places(name)?;
                Ok((Stop::at(At::Named { written: format!("procedure {name}"), places }), json!({})))
            },
        )
    }

    pub(crate) fn set_instruction_breakpoints(&mut self, arguments: &Value) -> Answer {
        let session = self.session()?;
        session.set_each(
            |points| &mut points.orders,
            arguments,
            |_, asked| {
                let offset = asked["offset"].as_i64().unwrap_or(0);
                let (cell, half) =
                    cell_and_half(asked["instructionReference"].as_str().unwrap_or(""), offset)?;
                let address = reference(cell, half);
                Ok((Stop::at(At::Place(Place { cell, half })), json!({"instructionReference": address})))
            },
        )
    }

    /// Answers whether a variable or cell can have a data breakpoint, which stops the program after a write.
    /// The `dataId` in the response is the operand of the debugger's command `watch`, for example `cell 500`.
    pub(crate) fn data_breakpoint_info(&mut self, arguments: &Value) -> Answer {
        let session = self.session()?;
        let name = arguments["name"].as_str().unwrap_or("").trim().to_string();
        let name = match index(&arguments["variablesReference"]).filter(|&wanted| wanted > 0) {
            None => name,
            Some(wanted) => match session.expression_in(wanted, &name) {
                Some(expression) => expression,
                None => {
                    let description = format!("{name} cannot be watched");
                    return Ok(json!({"dataId": null, "description": description}));
                }
            },
        };
        let engine = session.engine();
        let stop = stops::stop(&format!("watch {name}"), Some(engine.program()));
        let checked = stop.map_err(|fault| fault.message).and_then(|stop| engine.checked_stop(stop));
        match checked {
            Err(message) => Ok(json!({"dataId": null, "description": message})),
            Ok(stop) => {
                let (watched, is_cell) = match stop.at {
                    At::Cells { first, last, .. } if first == last => (format!("cell {first}"), true),
                    At::Cells { .. } => (name.clone(), true),
                    At::Place(_)
                    | At::Named { .. }
                    | At::Track(_)
                    | At::Device(_)
                    | At::Change(_)
                    | At::Unset => (name.clone(), false),
                };
                let types = if is_cell { json!(["read", "write"]) } else { json!(["write"]) };
                let description = format!("{name} ({watched})");
                Ok(json!({
                    "dataId": watched, "description": description, "accessTypes": types, "canPersist": false,
                }))
            }
        }
    }

    pub(crate) fn set_data_breakpoints(&mut self, arguments: &Value) -> Answer {
        let session = self.session()?;
        session.set_each(
            |points| &mut points.data,
            arguments,
            |session, asked| {
                let watched = asked["dataId"].as_str().unwrap_or("");
                let access = if asked["accessType"] == "read" { " read" } else { "" };
                let names = session.engine().program();
                let stop = stops::stop(&format!("watch {watched}{access}"), Some(names));
                Ok((stop.map_err(|fault| fault.message)?, json!({})))
            },
        )
    }

    pub(crate) fn set_exception_breakpoints(&mut self, arguments: &Value) -> Answer {
        let session = self.session()?;
        session.clear(|points| &mut points.alarms);
        session.clear(|points| &mut points.unset);
        let asked = arguments["filters"].as_array().map(Vec::as_slice).unwrap_or_default();
        if asked.iter().any(|filter| filter == "alarm") {
            let cells = session.engine().program().map().map(|map| map.alarms.clone()).unwrap_or_default();
            let mut numbers = Vec::new();
            for (_, cell) in cells {
                let place = Place { cell, half: Half::Left };
                numbers.push(session.desk.add_stop(Stop::at(At::Place(place)))?);
            }
            session.points.alarms = numbers;
        }
        // Only ALGOL programs have unset variables.
        if asked.iter().any(|filter| filter == "unset") && session.engine().program().has_bodies() {
            session.points.unset = vec![session.desk.add_stop(Stop::at(At::Unset))?];
        }
        Ok(Value::Null)
    }

    pub(crate) fn exception_info(&mut self) -> Answer {
        let exception = self.session()?.exception.clone();
        let (kind, what) = exception.ok_or("the program has not stopped at an exception")?;
        Ok(json!({"exceptionId": kind, "description": what, "breakMode": "always"}))
    }
}
