//! Launches a program for the editor, and restarts it.

use crate::adapter::{Adapter, Answer, Debuggee};
use crate::launcher::{Fault, FaultPlace, FoundText, Launcher, last_part};
use crate::under_way::Points;
use gier_desk::debug::Engine;
use gier_desk::debug::stops::Breaks;
use gier_desk::session::Session;
use gier_desk::typewriter::keyboard::Typist;
use gier_desk::typewriter::sheet_text::{RibbonStyle, SheetText};
use gier_machine::{Input, Machine};
use gier_word::installation::NoInstallation;
use serde_json::{Value, json};

type HasType = fn(&Value) -> bool;

/// The settings of a launch, with their types as messages name them.
const SETTINGS: [(&str, &str, HasType); 9] = [
    ("program", "a text", Value::is_string),
    ("installation", "a text", Value::is_string),
    ("typed", "a text", Value::is_string),
    ("acts", "a text", Value::is_string),
    ("ka", "true or false", Value::is_boolean),
    ("kb", "true or false", Value::is_boolean),
    ("stopOnEntry", "true or false", Value::is_boolean),
    ("stopAtEnd", "true or false", Value::is_boolean),
    ("sources", "a list of texts", is_list_of_texts),
];

fn is_list_of_texts(value: &Value) -> bool {
    value.as_array().is_some_and(|texts| texts.iter().all(Value::is_string))
}

/// Returns an error if a setting of the launch has a wrong type. A missing setting and `null` are right.
fn check_types(arguments: &Value) -> Result<(), String> {
    for (name, ty, is_right) in SETTINGS {
        let value = &arguments[name];
        if !is_right(value) && !value.is_null() {
            return Err(format!("the setting {name} must be {ty}"));
        }
    }
    Ok(())
}

impl<L: Launcher> Adapter<L> {
    pub(crate) fn launch(&mut self, arguments: &Value) -> Answer {
        self.begin(arguments, Breaks::new(), Points::default())
    }

    /// Compiles the program's present text and launches it. All breakpoints are kept.
    pub(crate) fn restart(&mut self, arguments: &Value) -> Answer {
        let stored = self.launched.clone().ok_or("no program was launched")?;
        let new = Some(&arguments["arguments"]).filter(|new| !new["program"].is_null()).cloned();
        let arguments = new.unwrap_or(stored);
        let session = self.session()?;
        let (breaks, points) = (session.engine().breaks().clone(), session.points.clone());
        self.begin(&arguments, breaks, points)
    }

    /// Launches a program. If the image, a setting or the keys are wrong, the session before stays. If an act
    /// fails, the new session stays.
    fn begin(&mut self, arguments: &Value, mut breaks: Breaks, points: Points) -> Answer {
        check_types(arguments)?;
        let program = arguments["program"].as_str().ok_or("the launch names no program")?;
        let image = match self.launcher.image(program) {
            Ok(image) => image,
            Err(faults) => {
                faults.iter().for_each(|fault| self.report(fault));
                return Err(faults.first().map_or("there is no program".to_string(), Fault::written));
            }
        };
        let mut machine = Machine::with_image(&image);
        if let Some(name) = arguments["installation"].as_str() {
            machine.set_installation(name.parse().map_err(|error: NoInstallation| error.to_string())?);
        }
        for (name, input) in [("ka", Input::Ka(true)), ("kb", Input::Kb(true))] {
            if arguments[name] == true {
                machine.feed(input);
            }
        }
        let typed = arguments["typed"].as_str().unwrap_or("");
        Typist::new(typed).map_err(|fault| fault.to_string())?;
        let folders: Vec<String> = arguments["sources"].as_array().map_or_else(Vec::new, |folders| {
            folders.iter().filter_map(|folder| folder.as_str().map(str::to_string)).collect()
        });
        let texts = image.map().map_or(&[][..], |map| &map.texts).iter().map(|text| {
            Some(match self.launcher.text(program, text, &folders)? {
                FoundText::File(path, contents) => FoundText::File(self.launcher.whole_path(&path), contents),
                FoundText::Contents(contents) => FoundText::Contents(contents),
            })
        });
        let texts: Vec<Option<FoundText>> = texts.collect();
        let contents = texts.iter().map(|text| match text.as_ref()? {
            FoundText::File(_, contents) | FoundText::Contents(contents) => Some(contents.clone()),
        });
        let contents = contents.collect();
        breaks.stops_mut().for_each(|stop| stop.hits = 0);
        let mut desk = Session::of(Engine::new(machine, breaks)).with_program(&image).with_texts(contents);
        desk.stand("the program begins");
        self.session = Some(Debuggee {
            desk,
            points,
            texts,
            exception: None,
            arrays: Vec::new(),
            origins: Vec::new(),
            writer: SheetText::new(RibbonStyle::None),
            stops_on_entry: arguments["stopOnEntry"] == true,
            stops_at_end: arguments["stopAtEnd"] == true,
            said_waits: false,
        });
        if let Some(acts) = arguments["acts"].as_str() {
            self.perform(acts)?;
        }
        // The acts come first, so that none of them reads the keys that are typed for the program.
        self.type_keys(typed)?;
        self.launched = Some(arguments.clone());
        Ok(Value::Null)
    }

    /// Shows a fault of the program's text in the editor.
    fn report(&mut self, fault: &Fault) {
        let mut body = json!({"category": "stderr", "output": format!("{}\n", fault.written())});
        if let Some(FaultPlace { name, path: Some(path), line, column }) = &fault.place {
            body["source"] = json!({"name": last_part(name), "path": path});
            body["line"] = json!(line);
            body["column"] = json!(column);
        }
        self.event("output", body);
    }

    /// Starts the program after a launch. If `stopOnEntry` was set, the program stops before its first
    /// order.
    pub(crate) fn begin_to_run(&mut self) {
        let Some(session) = &mut self.session else { return };
        if session.stops_on_entry {
            self.stopped("entry", "the program begins", &[]);
        } else {
            session.desk.work_on();
        }
    }
}
