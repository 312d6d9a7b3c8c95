//! The adapter: it answers the editor's requests, runs the machine, and sends events to the editor.

use crate::under_way::{Points, Running};
use gier_desk::acts::{Host, Operator, parse};
use gier_desk::attended::{Alarms, Print};
use gier_desk::debug::Engine;
use gier_desk::debug::stops::Breaks;
use gier_desk::debug::stops::Reached;
use gier_desk::host::{Files, Trouble};
use gier_desk::typewriter::keyboard::Typist;
use gier_desk::typewriter::text::{RibbonStyle, SheetText};
use gier_machine::{Input, Machine};
use gier_word::Image;
use gier_word::source_map::MapText;
use serde_json::{Value, json};

/// The host's part of the adapter: it provides programs and their texts.
pub trait Launcher {
    /// The drum image in a file, or one made from an ALGOL or SLIP text.
    ///
    /// # Errors
    /// There is no image; the message says what is wrong.
    fn image(&mut self, path: &str) -> Result<Image, String>;

    /// The path of a text that a program was made from. The host searches next to the program and
    /// in these folders; a file with another content is not the text.
    fn text(&mut self, program: &str, text: &MapText, folders: &[String]) -> Option<String>;

    /// Whether a waiting request ends the work in progress: `pause`, or the end of the session. The
    /// adapter calls this during a long search in the past.
    fn wants_pause(&mut self) -> bool {
        false
    }
}

/// A session with an editor.
pub struct Adapter<L> {
    pub(crate) launcher: L,
    /// The launched program, or `None` before the launch.
    pub(crate) session: Option<Session>,
    out: Vec<Value>,
    sequence: u64,
    is_over: bool,
}

/// A program that was launched.
pub(crate) struct Session {
    pub operator: Operator<Engine>,
    pub keys: Typist,
    pub running: Option<Running>,
    pub points: Points,
    pub alarms: Option<Alarms>,
    /// The paths of the map's texts; `None` for a text that was not found.
    pub paths: Vec<Option<String>>,
    pub alarm: Option<String>,
    writer: SheetText,
    stops_on_entry: bool,
    stops_at_end: bool,
    /// Whether the editor was told that the program waits for a key.
    pub said_waits: bool,
}

impl Session {
    pub(crate) fn engine(&mut self) -> &mut Engine {
        self.operator.room()
    }
}

/// The room for acts in an editor: it collects their output and has no files.
#[derive(Default)]
pub(crate) struct Console {
    pub lines: Vec<String>,
    pub prints: Vec<Print>,
}

impl Files for Console {
    fn read(&mut self, name: &str) -> Result<Vec<u8>, Trouble> {
        Err(format!("{name}: acts in an editor read no files").into())
    }
    fn write(&mut self, name: &str, _: &[u8]) -> Result<(), Trouble> {
        Err(format!("{name}: acts in an editor keep no files").into())
    }
}

impl Host for Console {
    fn tell(&mut self, line: &str) {
        self.lines.push(line.to_string());
    }
    fn see(&mut self, prints: &[Print]) -> Result<(), Trouble> {
        self.prints.extend(prints);
        Ok(())
    }
}

/// The result of a request: the body of the response, or the reason why it failed.
pub(crate) type Answer = Result<Value, String>;

impl<L: Launcher> Adapter<L> {
    /// An adapter that waits for its editor.
    pub const fn new(launcher: L) -> Adapter<L> {
        Adapter { launcher, session: None, out: Vec::new(), sequence: 0, is_over: false }
    }

    /// Whether the machine runs, so that [`Adapter::work`] has to be called.
    pub fn runs(&self) -> bool {
        self.session.as_ref().is_some_and(|session| session.running.as_ref().is_some_and(|run| !run.waits))
    }

    /// Whether the editor has ended the session.
    pub const fn is_over(&self) -> bool {
        self.is_over
    }

    /// Answers a request. Returns the messages to send to the editor.
    pub fn handle(&mut self, request: &Value) -> Vec<Value> {
        let command = request["command"].as_str().unwrap_or("").to_string();
        let answer = self.answer(&command, &request["arguments"]);
        let warnings = self.session.as_mut().map(|session| session.engine().take_told()).unwrap_or_default();
        warnings.iter().for_each(|line| self.say(line));
        let mut response = json!({
            "type": "response", "request_seq": request["seq"], "command": command, "success": answer.is_ok(),
        });
        match answer {
            Ok(body) => response["body"] = body,
            Err(message) => {
                response["message"] = json!(message);
                response["body"] = json!({"error": {"id": 1, "format": message, "showUser": true}});
            }
        }
        // Events that a request causes follow its response, but printed output comes before it.
        let events = std::mem::take(&mut self.out);
        self.send(response);
        let (before, after): (Vec<_>, Vec<_>) =
            events.into_iter().partition(|event| event["event"] == "output");
        before.into_iter().chain(after).for_each(|event| self.send(event));
        self.after(&command);
        std::mem::take(&mut self.out)
    }

    /// Runs the machine for a while. Returns the messages to send to the editor.
    pub fn work(&mut self) -> Vec<Value> {
        self.run_slice();
        std::mem::take(&mut self.out)
    }

    fn send(&mut self, mut message: Value) {
        self.sequence += 1;
        message["seq"] = json!(self.sequence);
        self.out.push(message);
    }

    pub(crate) fn event(&mut self, event: &str, body: Value) {
        self.send(json!({"type": "event", "event": event, "body": body}));
    }

    /// Writes a line to the console.
    pub(crate) fn say(&mut self, line: &str) {
        self.event("output", json!({"category": "console", "output": format!("{line}\n")}));
    }

    /// Writes to the console what was printed on the sheet.
    pub(crate) fn show(&mut self, prints: &[Print]) {
        let Some(session) = &mut self.session else { return };
        let mut text = String::new();
        prints.iter().for_each(|print| session.writer.print(*print, &mut text));
        if !text.is_empty() {
            self.event("output", json!({"category": "stdout", "output": text}));
        }
    }

    pub(crate) fn stopped(&mut self, reason: &str, description: &str, hits: &[u32]) {
        let body = json!({
            "reason": reason, "description": description, "text": description, "threadId": 1,
            "allThreadsStopped": true, "hitBreakpointIds": hits,
        });
        self.event("stopped", body);
    }

    /// The session, which all requests but the first few need. Returns an error if there is none.
    pub(crate) fn session(&mut self) -> Result<&mut Session, String> {
        self.session.as_mut().ok_or_else(|| "no program was launched".to_string())
    }

    fn answer(&mut self, command: &str, arguments: &Value) -> Answer {
        match command {
            "initialize" => Ok(capabilities()),
            "launch" => self.launch(arguments),
            "configurationDone" => Ok(Value::Null),
            "threads" => Ok(json!({"threads": [{"id": 1, "name": "GIER"}]})),
            "disconnect" | "terminate" => Ok(Value::Null),
            "setBreakpoints" => self.set_breakpoints(arguments),
            "setFunctionBreakpoints" => self.set_function_breakpoints(arguments),
            "setInstructionBreakpoints" => self.set_instruction_breakpoints(arguments),
            "dataBreakpointInfo" => self.data_breakpoint_info(arguments),
            "setDataBreakpoints" => self.set_data_breakpoints(arguments),
            "setExceptionBreakpoints" => self.set_exception_breakpoints(arguments),
            "exceptionInfo" => self.exception_info(),
            "stackTrace" => self.stack_trace(arguments),
            "scopes" => self.scopes(arguments),
            "variables" => self.variables(arguments),
            "setVariable" => self.set_variable(arguments),
            "evaluate" => self.evaluate(arguments),
            "disassemble" => self.disassemble(arguments),
            "readMemory" => self.read_memory(arguments),
            "writeMemory" => self.write_memory(arguments),
            "continue" => self.go_on(),
            "next" | "stepIn" | "stepOut" => self.step(command, arguments),
            "stepBack" => self.step_back(arguments),
            "reverseContinue" => self.reverse_continue(),
            "pause" => self.pause(),
            _ => Err(format!("gier does not know the request {command}")),
        }
    }

    /// Does the work that follows the response to a request.
    fn after(&mut self, command: &str) {
        match command {
            "launch" if self.session.is_some() => self.event("initialized", Value::Null),
            "configurationDone" => {
                let Some(session) = &mut self.session else { return };
                if session.stops_on_entry {
                    self.stopped("entry", "the program begins", &[]);
                } else {
                    session.running = Some(Running::free());
                }
            }
            "terminate" => self.event("terminated", Value::Null),
            "disconnect" => self.is_over = true,
            _ => {}
        }
    }

    fn launch(&mut self, arguments: &Value) -> Answer {
        let program = arguments["program"].as_str().ok_or("the launch names no program")?;
        let image = self.launcher.image(program)?;
        let mut machine = Machine::with_image(&image);
        for (name, input) in [("ka", Input::Ka(true)), ("kb", Input::Kb(true))] {
            if arguments[name] == true {
                machine.feed(input);
            }
        }
        let typed = arguments["typed"].as_str().unwrap_or("");
        let keys = Typist::new(typed).map_err(|fault| fault.to_string())?;
        let folders: Vec<String> = arguments["sources"].as_array().map_or_else(Vec::new, |folders| {
            folders.iter().filter_map(|folder| folder.as_str().map(str::to_string)).collect()
        });
        let texts = image.map().map(|map| map.texts.clone()).unwrap_or_default();
        let paths = texts.iter().map(|text| self.launcher.text(program, text, &folders)).collect();
        let engine = Engine::new(machine, Breaks::new()).with_map(image.map().cloned());
        self.session = Some(Session {
            operator: Operator::in_room(engine),
            keys,
            running: None,
            points: Points::default(),
            alarms: Alarms::of(&image),
            paths,
            alarm: None,
            writer: SheetText::new(RibbonStyle::None),
            stops_on_entry: arguments["stopOnEntry"] == true,
            stops_at_end: arguments["stopAtEnd"] == true,
            said_waits: false,
        });
        match arguments["acts"].as_str() {
            None => Ok(Value::Null),
            Some(acts) => self.perform(acts).map(|_| Value::Null),
        }
    }

    /// Executes acts. Returns their output.
    pub(crate) fn perform(&mut self, acts: &str) -> Result<Vec<String>, String> {
        let acts = parse(acts).map_err(|faults| {
            faults.iter().map(|fault| fault.message.clone()).collect::<Vec<String>>().join("; ")
        })?;
        let session = self.session()?;
        let mut console = Console::default();
        let done = session.operator.perform(&acts, &mut console);
        self.show(&console.prints);
        match done {
            Ok(()) => Ok(console.lines),
            Err(bad) => {
                console.lines.iter().for_each(|line| self.say(line));
                Err(bad.fault.to_string())
            }
        }
    }

    /// Handles the end of a run at a stop of the table.
    pub(crate) fn reached(&mut self, reached: Option<Reached>) {
        let Some(session) = &mut self.session else { return };
        match reached {
            Some(Reached::Stop(number, what)) => {
                if session.points.alarms.contains(&number) {
                    let machine = session.operator.machine();
                    let line = session.alarms.as_ref().and_then(|alarms| alarms.line(machine, |_| None));
                    session.alarm = Some(line.unwrap_or(what));
                    let alarm = session.alarm.clone().unwrap_or_default();
                    self.stopped("exception", &alarm, &[]);
                } else {
                    let reason = session.points.reason(number);
                    self.stopped(reason, &what, &[number]);
                }
            }
            Some(Reached::Goal | Reached::Orders) | None => self.stopped("step", "a step is done", &[]),
        }
    }

    /// Handles a machine that stopped by itself.
    pub(crate) fn ended(&mut self, why: &str, is_end: bool) {
        let stops = self.session.as_ref().is_none_or(|session| session.stops_at_end);
        if stops || !is_end {
            self.stopped("pause", why, &[]);
        } else {
            self.say(why);
            self.event("exited", json!({"exitCode": 0}));
            self.event("terminated", Value::Null);
        }
    }
}

/// The capabilities of this adapter.
fn capabilities() -> Value {
    json!({
        "supportsConfigurationDoneRequest": true,
        "supportsFunctionBreakpoints": true,
        "supportsConditionalBreakpoints": true,
        "supportsHitConditionalBreakpoints": true,
        "supportsLogPoints": true,
        "supportsDataBreakpoints": true,
        "supportsInstructionBreakpoints": true,
        "supportsEvaluateForHovers": true,
        "supportsStepBack": true,
        "supportsSteppingGranularity": true,
        "supportsSetVariable": true,
        "supportsDisassembleRequest": true,
        "supportsReadMemoryRequest": true,
        "supportsWriteMemoryRequest": true,
        "supportsExceptionInfoRequest": true,
        "supportsTerminateRequest": true,
        "exceptionBreakpointFilters": [
            {"filter": "alarm", "label": "Alarms", "description": "the running system's alarms", "default": true},
        ],
    })
}
