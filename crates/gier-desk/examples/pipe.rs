//! A front end over a pipe: each line that comes in is a JSON object with an act, and each line that goes out
//! says what came of it. `echo '{"act": "type \\"d\\""}' | cargo run --example pipe` plays NIM.

use gier_desk::acts;
use gier_desk::attended::Print;
use gier_desk::host::{Files, Trouble};
use gier_desk::session::{Fault, Host, Session, State};
use gier_machine::Machine;
use serde_json::{Value, json};
use std::io::{BufRead, Write};

/// Collects what an act reports and what the machine prints.
#[derive(Default)]
struct Answer {
    lines: Vec<String>,
    paper: String,
}

impl Files for Answer {}

impl Host for Answer {
    fn print(&mut self, line: &str) {
        self.lines.push(line.to_string());
    }

    fn see(&mut self, prints: &[Print]) -> Result<(), Trouble> {
        self.paper.extend(prints.iter().filter_map(|print| print.stroke.character()));
        Ok(())
    }
}

/// Performs the act of one request. The answer has what it reported, what was printed and how the machine
/// stands.
pub fn answer(session: &mut Session, request: &str) -> Value {
    let request: Value = serde_json::from_str(request).unwrap_or_default();
    let Some(line) = request["act"].as_str() else {
        return json!({"fault": "give an act: {\"act\": \"step\"}"});
    };
    let mut answer = Answer::default();
    let done = match acts::act(line, Some(session.engine().program())) {
        Ok(None) => Ok(()),
        Ok(Some(act)) => session.act(&act, &mut answer),
        Err(fault) => Err(Fault::Machine(fault.message)),
    };
    let state = match session.state() {
        State::Works => "works".to_string(),
        State::AwaitsKey => "waits for a key".to_string(),
        State::AwaitsTape => "waits for tape".to_string(),
        State::Stands(why) => why.clone(),
        State::Stopped(cause) => cause.to_string(),
    };
    let fault = done.err().map(|fault| fault.to_string());
    json!({"lines": answer.lines, "paper": answer.paper, "state": state, "fault": fault})
}

/// A session in which NIM asks for the language.
pub fn nim() -> Session {
    let nim = gier_programs::nim_image();
    Session::new(Machine::with_image(&nim)).with_program(&nim)
}

fn main() -> std::io::Result<()> {
    let mut session = nim();
    for line in std::io::stdin().lock().lines() {
        writeln!(std::io::stdout(), "{}", answer(&mut session, &line?))?;
    }
    Ok(())
}
