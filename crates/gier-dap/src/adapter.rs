//! The adapter answers the editor's requests, runs the machine, and sends events to the editor.

use crate::launcher::{FoundText, Launcher};
use crate::under_way::{OpenArray, Points};
use gier_desk::attended::Print;
use gier_desk::debug::stops::Reached;
use gier_desk::debug::{Chain, Engine};
use gier_desk::session::Session;
use gier_desk::typewriter::sheet_text::SheetText;
use serde_json::{Value, json};

/// A debugging session with an editor.
pub struct Adapter<L> {
    pub(crate) launcher: L,
    /// Whether the editor shows the progress of long work. Its request `initialize` says this.
    pub(crate) shows_progress: bool,
    /// The arguments of the last request `launch`. A restart uses them again.
    pub(crate) launched: Option<Value>,
    /// The session of the launched program, or `None` before the first launch.
    pub(crate) session: Option<Debuggee>,
    /// The sequence number of the last message to the editor.
    pub(crate) sequence: u64,
    /// Whether the editor has interrupted long work since the last event `stopped`.
    pub(crate) was_interrupted: bool,
    out: Vec<Value>,
    is_over: bool,
}

/// The program that was launched, and its state under the debugger.
pub(crate) struct Debuggee {
    pub desk: Session,
    pub points: Points,
    /// The source texts of the program, or `None` for a text that was not found.
    pub texts: Vec<Option<FoundText>>,
    /// The kind and the description of the exception at which the program stopped. `None` if it stopped for
    /// another reason.
    pub exception: Option<(&'static str, String)>,
    /// The arrays that the editor can open now. The list is valid only while the program is stopped.
    pub arrays: Vec<OpenArray>,
    /// The values whose origins the editor can show now. The list is valid only while the program is stopped.
    pub origins: Vec<Chain>,
    pub writer: SheetText,
    pub stops_on_entry: bool,
    pub stops_at_end: bool,
    /// Whether the console has shown that the program waits for a key.
    pub said_waits: bool,
}

impl Debuggee {
    pub fn engine(&self) -> &Engine {
        self.desk.engine()
    }

    /// Forgets the arrays and the origins, which are valid only while the program is stopped.
    pub fn forget_moment(&mut self) {
        self.arrays.clear();
        self.origins.clear();
    }
}

/// The message of a request that needs a program that stands.
pub(crate) const RUNS: &str = "the program runs: pause it first";

/// The result of a request: the body of the response, or the reason why it failed.
pub(crate) type Answer = Result<Value, String>;

impl<L: Launcher> Adapter<L> {
    /// Creates an adapter that waits for its editor's first request.
    pub fn new(launcher: L) -> Adapter<L> {
        Adapter {
            launcher,
            shows_progress: false,
            launched: None,
            session: None,
            sequence: 0,
            was_interrupted: false,
            out: Vec::new(),
            is_over: false,
        }
    }

    /// Whether the machine runs. While it does, the host must call [`Adapter::work`].
    pub fn runs(&self) -> bool {
        self.session.as_ref().is_some_and(|session| session.desk.works())
    }

    /// Whether the editor has ended the session.
    pub const fn is_over(&self) -> bool {
        self.is_over
    }

    /// Answers a request. Returns the messages that the host must send to the editor. Ignores responses, since
    /// gier sends no requests.
    pub fn handle(&mut self, request: &Value) -> Vec<Value> {
        if request["type"] == "response" {
            return Vec::new();
        }
        let command = request["command"].as_str().unwrap_or("").to_string();
        let answer = self.answer(&command, &request["arguments"]);
        let warnings = self.session.as_mut().map(|session| session.desk.take_told()).unwrap_or_default();
        warnings.iter().for_each(|line| self.say(line));
        let is_done = answer.is_ok();
        let mut response = json!({
            "type": "response", "request_seq": request["seq"].as_i64().unwrap_or(0),
            "command": command,
            "success": is_done,
        });
        match answer {
            Ok(Value::Null) => {}
            Ok(body) => response["body"] = body,
            Err(message) => {
                response["message"] = json!(message);
                response["body"] = json!({"error": {"id": 1, "format": message, "showUser": true}});
            }
        }
        // The events that a request causes are sent after its response, except printed output.
        let (before, after): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.out).into_iter().partition(|event| event["event"] == "output");
        self.out.extend(before.into_iter().chain([response]).chain(after));
        // A failed request has no further effect. After a failed restart, the old program stays where it is.
        if is_done {
            self.after(&command);
        }
        self.take()
    }

    /// Runs the machine for one second of its time. Returns the messages that the host must send to the
    /// editor.
    pub fn work(&mut self) -> Vec<Value> {
        self.run_slice();
        self.take()
    }

    fn send(&mut self, message: Value) {
        self.out.push(message);
    }

    /// Returns the messages for the editor, each with its sequence number.
    fn take(&mut self) -> Vec<Value> {
        let mut messages = std::mem::take(&mut self.out);
        for message in &mut messages {
            self.sequence += 1;
            message["seq"] = json!(self.sequence);
        }
        messages
    }

    /// Tells the user, in the console, that a message from the editor cannot be read. Returns the messages
    /// that the host must send to the editor. The session continues.
    pub fn refuse(&mut self, fault: &str) -> Vec<Value> {
        self.say(&format!("a message from the editor cannot be read: {fault}"));
        self.take()
    }

    pub(crate) fn event(&mut self, event: &str, body: Value) {
        let mut message = json!({"type": "event", "event": event});
        if !body.is_null() {
            message["body"] = body;
        }
        self.send(message);
    }

    /// Writes a line to the console.
    pub(crate) fn say(&mut self, line: &str) {
        self.event("output", json!({"category": "console", "output": format!("{line}\n")}));
    }

    /// Writes the typewriter's output to the console.
    pub(crate) fn show(&mut self, prints: &[Print]) {
        let Some(session) = &mut self.session else { return };
        let mut text = String::new();
        prints.iter().for_each(|print| session.writer.print(*print, &mut text));
        if !text.is_empty() {
            self.event("output", json!({"category": "stdout", "output": text}));
        }
    }

    pub(crate) fn stopped(&mut self, reason: &str, description: &str, hits: &[u32]) {
        if let Some(session) = &mut self.session {
            session.forget_moment();
            session.exception = None;
        }
        self.was_interrupted = false;
        let mut body = json!({
            "reason": reason, "description": description, "text": description, "threadId": 1,
            "allThreadsStopped": true,
        });
        if !hits.is_empty() {
            body["hitBreakpointIds"] = json!(hits);
        }
        self.event("stopped", body);
    }

    pub(crate) fn session(&mut self) -> Result<&mut Debuggee, String> {
        self.session.as_mut().ok_or_else(|| "no program was launched".to_string())
    }

    /// The session, if its program is stopped.
    pub(crate) fn stopped_session(&mut self) -> Result<&mut Debuggee, String> {
        let session = self.session()?;
        if session.desk.runs() { Err(RUNS.to_string()) } else { Ok(session) }
    }

    fn answer(&mut self, command: &str, arguments: &Value) -> Answer {
        match command {
            "initialize" => {
                let counts_from_0 = |name: &str| arguments[name] == false;
                if ["linesStartAt1", "columnsStartAt1"].into_iter().any(counts_from_0)
                    || arguments["pathFormat"] == "uri"
                {
                    return Err(
                        "gier counts lines and columns from 1, and writes paths, not URIs".to_string()
                    );
                }
                self.shows_progress = arguments["supportsProgressReporting"] == true;
                Ok(capabilities())
            }
            "launch" => self.launch(arguments),
            "restart" => self.restart(arguments),
            "configurationDone" | "cancel" | "disconnect" | "terminate" => Ok(Value::Null),
            "threads" => Ok(json!({"threads": [{"id": 1, "name": "GIER"}]})),
            "setBreakpoints" => self.set_breakpoints(arguments),
            "setFunctionBreakpoints" => self.set_function_breakpoints(arguments),
            "setInstructionBreakpoints" => self.set_instruction_breakpoints(arguments),
            "dataBreakpointInfo" => self.data_breakpoint_info(arguments),
            "setDataBreakpoints" => self.set_data_breakpoints(arguments),
            "setExceptionBreakpoints" => self.set_exception_breakpoints(arguments),
            "exceptionInfo" => self.exception_info(),
            "stackTrace" => self.stack_trace(arguments),
            "source" => self.content(arguments),
            "scopes" => self.scopes(arguments),
            "variables" => self.variables(arguments),
            "setVariable" => self.set_variable(arguments),
            "evaluate" => self.evaluate(arguments),
            "completions" => self.completions(arguments),
            "disassemble" => self.disassemble(arguments),
            "continue" => self.go_on(),
            "next" | "stepIn" | "stepOut" => self.step(command, arguments),
            "stepBack" => self.step_back(arguments),
            "reverseContinue" => self.reverse_continue(),
            "gier/origin" => self.origin(arguments),
            "pause" => self.pause(),
            _ => Err(format!("gier does not know the request {command}")),
        }
    }

    /// Does the work that the protocol requires after the response to `command`. For example, starts the
    /// program after the response to `configurationDone`.
    fn after(&mut self, command: &str) {
        match command {
            "launch" if self.session.is_some() => self.event("initialized", Value::Null),
            "configurationDone" | "restart" => self.begin_to_run(),
            "cancel" if self.was_interrupted && self.stopped_session().is_ok() => {
                self.stopped("pause", "interrupted; nothing has moved", &[]);
            }
            "terminate" => self.event("terminated", Value::Null),
            "disconnect" => self.is_over = true,
            _ => {}
        }
    }

    /// Tells the editor why the machine stopped: a breakpoint, an exception, or the end of a step.
    pub(crate) fn reached(&mut self, reached: Option<Reached>) {
        let Some(session) = &mut self.session else { return };
        match reached {
            Some(Reached::Stop(number, answer)) => {
                let what = answer.to_string();
                if session.points.alarms.contains(&number) {
                    let line = session.engine().raised().map(str::to_string);
                    self.exception("alarm", line.unwrap_or(what));
                } else if session.points.unset.contains(&number) {
                    self.exception("unset", what);
                } else {
                    let reason = session.points.reason(number);
                    self.stopped(reason, &what, &[number]);
                }
            }
            Some(Reached::Goal | Reached::Orders) | None => self.stopped("step", "the step has ended", &[]),
        }
    }

    pub(crate) fn exception(&mut self, kind: &'static str, what: String) {
        self.stopped("exception", &what, &[]);
        if let Some(session) = &mut self.session {
            session.exception = Some((kind, what));
        }
    }

    /// Tells the editor that the machine has stopped, for the reason `why`. Do not call it for a breakpoint
    /// or the end of a step. `is_end` is true if the program has ended.
    pub(crate) fn ended(&mut self, why: &str, is_end: bool) {
        let stops = self.session.as_ref().is_none_or(|session| session.stops_at_end);
        if stops || !is_end {
            self.stopped("pause", why, &[]);
        } else {
            self.terminated(why, 0);
        }
    }

    /// Tells the editor that the program has ended, for the reason `why`.
    pub(crate) fn terminated(&mut self, why: &str, exit_code: u8) {
        self.say(why);
        self.event("exited", json!({"exitCode": exit_code}));
        self.event("terminated", Value::Null);
    }
}

/// The adapter's capabilities, in the protocol's form.
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
        "supportsCompletionsRequest": true,
        "supportsDisassembleRequest": true,
        "supportsExceptionInfoRequest": true,
        "supportsRestartRequest": true,
        "supportsCancelRequest": true,
        "supportsTerminateRequest": true,
        "exceptionBreakpointFilters": [
            {"filter": "alarm", "label": "Alarms", "description": "the running system's alarms", "default": true},
            {"filter": "unset", "label": "Unset variables", "description": "the use of a variable that was never set; slow", "default": false},
        ],
    })
}
