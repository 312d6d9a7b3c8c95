//! The debug console. It executes acts (commands), evaluates expressions, and completes what you type.

use crate::adapter::{Adapter, Answer, RUNS};
use crate::launcher::Launcher;
use crate::look::index;
use crate::progress::Progress;
use crate::source::add_place;
use crate::step::SLICE;
use crate::under_way::OpenArray;
use gier_desk::acts::{self, Act, parse};
use gier_desk::attended::{Ending, Print};
use gier_desk::debug::language::Spot;
use gier_desk::host::{Files, Trouble};
use gier_desk::session::Host;
use gier_machine::Machine;
use gier_word::Uops;
use serde_json::{Value, json};

/// The host for acts (commands) that the user types in the console. It collects their output and refuses to
/// use files. It also lets the editor interrupt an act.
pub(crate) struct Console<'a, L> {
    /// The progress of an act. `None` while the program runs by itself.
    progress: Option<Progress<'a, L>>,
    lines: Vec<String>,
    /// What the typewriter has printed.
    pub prints: Vec<Print>,
}

impl<'a, L> Console<'a, L> {
    /// A console that has collected nothing yet.
    pub fn new(progress: Option<Progress<'a, L>>) -> Console<'a, L> {
        Console { progress, lines: Vec::new(), prints: Vec::new() }
    }
}

impl<L> Files for Console<'_, L> {
    fn read(&mut self, name: &str) -> Result<Vec<u8>, Trouble> {
        Err(format!("{name}: acts in an editor read no files").into())
    }
    fn write(&mut self, name: &str, _: &[u8]) -> Result<(), Trouble> {
        Err(format!("{name}: acts in an editor write no files").into())
    }
}

impl<L: Launcher> Host for Console<'_, L> {
    fn print(&mut self, line: &str) {
        self.lines.push(line.to_string());
    }
    fn see(&mut self, prints: &[Print]) -> Result<(), Trouble> {
        self.prints.extend(prints);
        Ok(())
    }
    fn goes_on(&mut self, done: u64, all: u64) -> bool {
        self.progress.as_mut().is_none_or(|progress| progress.goes_on(done, all))
    }
    fn slice_end(&self, now: Uops) -> Uops {
        now + SLICE
    }
    fn rest(&mut self, _: &Machine) -> Result<Option<Ending>, Trouble> {
        Ok((!self.goes_on(0, 1)).then_some(Ending::Left))
    }
}

impl<L: Launcher> Adapter<L> {
    pub(crate) fn evaluate(&mut self, arguments: &Value) -> Answer {
        let text = arguments["expression"].as_str().unwrap_or("").trim().to_string();
        let frame = index(&arguments["frameId"]);
        if arguments["context"] == "repl" {
            // The name of a visible variable is the variable, even if an act begins with the same word.
            if !self.session()?.sees(&text, frame)
                && let Some(result) = self.act(&text)?
            {
                return Ok(json!({"result": result, "variablesReference": 0}));
            }
        }
        let session = self.session()?;
        let bare: String = text.split_whitespace().collect();
        let found = session.visible(frame.unwrap_or(0));
        let found = found.and_then(|all| all.into_iter().find(|known| known.declared.name == bare));
        let mut body = match &found {
            Some(variable) => {
                let result = match &variable.array {
                    Some(array) if arguments["context"] == "hover" => {
                        format!("{} array {}", array.ty, array.written_bounds())
                    }
                    Some(_) => variable.value.clone(),
                    None => session.value(&text, frame)?,
                };
                json!({"result": result, "type": variable.written_type(), "variablesReference": 0})
            }
            None => json!({"result": session.value(&text, frame)?, "variablesReference": 0}),
        };
        if let Some(variable) = found
            && let Some(array) = variable.array
        {
            let (name, frame) = (variable.declared.written, frame.unwrap_or(0));
            session.add_array(&mut body, OpenArray { name, array, chosen: Vec::new(), frame });
        }
        Ok(body)
    }

    /// Executes an act (a command) that the user typed in the console. Returns `None` if the text is not an
    /// act. If the act moved the machine, tells the editor.
    fn act(&mut self, text: &str) -> Result<Option<String>, String> {
        if !acts::is_act(text) {
            return Ok(None);
        }
        if self.session()?.desk.runs() {
            // A program that runs takes keys, and nothing else.
            let Ok(Some(Act::Type(keys))) = acts::act(text, None) else { return Err(RUNS.to_string()) };
            return self.type_keys(&keys).map(|()| Some(String::new()));
        }
        let before = self.session()?.desk.machine().orders();
        let told = self.perform(text);
        if self.session()?.desk.machine().orders() != before {
            self.stopped("step", "an act was executed", &[]);
        }
        told.map(|lines| Some(lines.join("\n")))
    }

    /// Executes acts (commands) and returns the lines that they printed.
    pub(crate) fn perform(&mut self, acts: &str) -> Result<Vec<String>, String> {
        let acts = parse(acts)
            .map_err(|faults| faults.iter().map(acts::in_one_line).collect::<Vec<String>>().join("; "))?;
        let Adapter { launcher, session, sequence, was_interrupted, shows_progress, .. } = self;
        let session = session.as_mut().ok_or("no program was launched")?;
        let progress = Progress::new(launcher, sequence, was_interrupted, *shows_progress, "GIER");
        let mut console = Console::new(Some(progress));
        let done = session.desk.perform(&acts, &mut console);
        let Console { progress, lines, prints } = console;
        progress.into_iter().for_each(Progress::end);
        session.desk.stand("an act was executed");
        session.forget_moment();
        self.show(&prints);
        match done {
            Ok(()) => Ok(lines),
            Err(bad) => {
                lines.iter().for_each(|line| self.say(line));
                Err(bad.fault.to_string())
            }
        }
    }

    /// Answers gier's own request `gier/origin`, which asks where a printed character came from. The request
    /// gives either the character's line and column on the paper, both counted from 1, or a printed text. A
    /// text stands for its first character. If the text was printed several times, the last time counts.
    pub(crate) fn origin(&mut self, arguments: &Value) -> Answer {
        let spot = match (arguments["text"].as_str(), index(&arguments["line"]), index(&arguments["column"]))
        {
            (Some(text), ..) if !text.is_empty() => Spot::Text(text.to_string()),
            (None, Some(line @ 1..), Some(column @ 1..)) => Spot::At(line, column),
            _ => return Err("give the text, or its line and column on the paper".to_string()),
        };
        let (answers, _) = self
            .search_back("Looking for the origin", |desk, report| desk.engine().origin_of(&spot, report))??;
        let session = self.session()?;
        let links = answers.into_iter().map(|answer| {
            let mut body = json!({"text": answer.to_string()});
            if let Some(at) = answer.scene.map(|scene| scene.place) {
                body["source"] = session.source(at);
                add_place(&mut body, at);
            }
            body
        });
        Ok(json!({"links": links.collect::<Vec<Value>>()}))
    }

    pub(crate) fn completions(&mut self, arguments: &Value) -> Answer {
        let text = arguments["text"].as_str().unwrap_or("");
        let column = index(&arguments["column"]).unwrap_or(1).max(1);
        // The protocol counts columns in UTF-16 code units.
        let before: Vec<u16> = text.encode_utf16().take(column - 1).collect();
        let typed = String::from_utf16_lossy(&before);
        let names = self.session.as_ref().map_or_else(Vec::new, |session| {
            let engine = session.desk.engine();
            engine.program().names(&engine.state())
        });
        let (begin, words) = acts::completions(&typed, &names);
        let units = |text: &str| u32::try_from(text.encode_utf16().count()).unwrap_or(0);
        let start = units(&typed[..begin]) + 1;
        let length = units(&typed[begin..]);
        let target = |word: &String| {
            let kind = if names.contains(word) { "variable" } else { "keyword" };
            json!({"label": word, "text": word, "type": kind, "start": start, "length": length})
        };
        Ok(json!({"targets": words.iter().map(target).collect::<Vec<Value>>()}))
    }
}
