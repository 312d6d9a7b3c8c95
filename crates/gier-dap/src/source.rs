//! The source texts of the program, and the places in them where you can set breakpoints or continue.

use crate::adapter::{Adapter, Answer, Debuggee};
use crate::launcher::{FoundText, Launcher, last_part};
use crate::look::{index, reference};
use crate::under_way::GoTarget;
use gier_machine::{Input, Place};
use gier_word::source_map::{CodeRow, SourcePlace};
use gier_word::{Address, Home};
use serde_json::{Value, json};

impl Debuggee {
    /// The index of the source text with this path. If no text has this path, finds a text with the same file
    /// name.
    pub(crate) fn text_at(&self, path: &str) -> Option<usize> {
        let is_it = |text: &Option<FoundText>| matches!(text, Some(FoundText::File(known)) if known == path);
        self.texts.iter().position(is_it).or_else(|| {
            let name = path.rsplit(['/', '\\']).next()?;
            let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
            let texts = &self.desk.engine().program().map()?.texts;
            texts.iter().position(|text| text.name == name || text.name == stem)
        })
    }

    /// Describes the source text that contains the place `at`, in the protocol's form.
    pub(crate) fn source(&self, at: SourcePlace) -> Value {
        let map = self.desk.engine().program().map();
        let name = map.and_then(|map| map.texts.get(at.text)).map_or("", |text| text.name.as_str());
        let name = last_part(name);
        match self.texts.get(at.text) {
            Some(Some(FoundText::File(path))) => json!({"name": name, "path": self.client.path(path)}),
            Some(Some(FoundText::Contents(_))) => json!({"name": name, "sourceReference": at.text + 1}),
            Some(None) | None => json!({"name": name}),
        }
    }

    /// Adds a line and a column to a message of the protocol.
    pub(crate) fn add_place(&self, body: &mut Value, at: SourcePlace) {
        body["line"] = json!(self.client.line(at.line));
        body["column"] = json!(self.client.column(at.column));
    }

    /// The statements on a line to which the program can jump. A statement is listed only if it is in the
    /// present block and its orders are in the ferrite store.
    fn targets_on(&self, text: usize, line: u32) -> Vec<(GoTarget, SourcePlace)> {
        let engine = self.desk.engine();
        let (program, state) = (engine.program(), engine.state());
        let (Some(map), Some(here)) = (program.map(), program.frames(&state).first().copied()) else {
            return Vec::new();
        };
        let is_here = |row: &&CodeRow| row.body == here.row.body && row.block == here.row.block;
        let target = |row: &CodeRow| {
            let Home::Drum(track, word) = row.home else { return None };
            let cell = Address::all().find(|&cell| program.home_of(cell, &state) == Some(row.home))?;
            Some((GoTarget { at: Place { cell, half: row.half }, track, word }, row.place?))
        };
        map.statements(text, line).filter(is_here).filter_map(target).collect()
    }

    /// Returns the inputs that make the machine continue at a statement. They set r1, the address of the next
    /// order. They also tell ALGOL's run-time library which track contains the statement, and where the track
    /// is in the store.
    fn going(&self, target: GoTarget) -> Vec<Input> {
        let map = self.desk.engine().program().map();
        let ferrite = self.desk.machine().ferrite();
        let mut inputs = Vec::new();
        let head = target.at.cell - (usize::from(target.word) + 1);
        for (name, number) in [("track", target.track.number()), ("base", head.number())] {
            if let Some(cell) = map.and_then(|map| map.cell_of(name)) {
                inputs.push(Input::SetCell(cell, ferrite.read(cell).with_address(number)));
            }
        }
        inputs.push(Input::SetNext(target.at.cell, target.at.half));
        inputs
    }
}

impl<L: Launcher> Adapter<L> {
    /// The path of the source text that a request names. Links and `..` in the path are resolved.
    pub(crate) fn path_of(&mut self, source: &Value) -> String {
        let path = self.client.own_path(source["path"].as_str().unwrap_or(""));
        self.launcher.whole_path(&path)
    }

    /// Answers with the contents of a source text that has no file.
    pub(crate) fn content(&mut self, arguments: &Value) -> Answer {
        let session = self.session()?;
        let number = index(&arguments["sourceReference"]).and_then(|number| number.checked_sub(1));
        match number.and_then(|number| session.texts.get(number)?.as_ref()) {
            Some(FoundText::Contents(contents)) => Ok(json!({"content": contents})),
            Some(FoundText::File(_)) | None => Err("there is no such text".to_string()),
        }
    }

    pub(crate) fn breakpoint_locations(&mut self, arguments: &Value) -> Answer {
        let path = self.path_of(&arguments["source"]);
        let client = self.client;
        let Some(session) = &self.session else { return Ok(json!({"breakpoints": []})) };
        let first = client.own_line(&arguments["line"]).ok_or("the request has no line")?;
        let last = client.own_line(&arguments["endLine"]).unwrap_or(first);
        let map = session.desk.engine().program().map();
        let (Some(map), Some(text)) = (map, session.text_at(&path)) else {
            return Ok(json!({"breakpoints": []}));
        };
        let places = map.code.iter().filter(|row| row.begins).filter_map(|row| row.place);
        let is_wanted = |place: &SourcePlace| place.text == text && (first..=last).contains(&place.line);
        let mut places: Vec<SourcePlace> = places.filter(is_wanted).collect();
        places.sort();
        places.dedup();
        let location = |place: SourcePlace| {
            let mut body = json!({});
            session.add_place(&mut body, place);
            body
        };
        Ok(json!({"breakpoints": places.into_iter().map(location).collect::<Vec<Value>>()}))
    }

    pub(crate) fn goto_targets(&mut self, arguments: &Value) -> Answer {
        let path = self.path_of(&arguments["source"]);
        let line = self.client.own_line(&arguments["line"]).ok_or("the request has no line")?;
        let session = self.session()?;
        let text = session.text_at(&path).ok_or("the program was not made from this text, or has no map")?;
        let found = session.targets_on(text, line);
        let mut targets = Vec::new();
        for (target, place) in found {
            let known = session.targets.iter().position(|known| *known == target);
            let number = known.unwrap_or(session.targets.len());
            if known.is_none() {
                session.targets.push(target);
            }
            let mut body = json!({"id": number, "label": format!("line {}", place.line),
                "instructionPointerReference": reference(target.at.cell, target.at.half)});
            session.add_place(&mut body, place);
            targets.push(body);
        }
        Ok(json!({"targets": targets}))
    }

    pub(crate) fn go_to(&mut self, arguments: &Value) -> Answer {
        let session = self.session()?;
        let target = index(&arguments["targetId"]).and_then(|number| session.targets.get(number)).copied();
        let target = target.ok_or("there is no such target")?;
        let home = Home::Drum(target.track, target.word);
        let engine = session.desk.engine();
        if engine.program().home_of(target.at.cell, &engine.state()) != Some(home) {
            return Err("the statement is no longer in the store".to_string());
        }
        session.desk.feed(session.going(target));
        session.desk.stand("you moved the program here");
        self.stopped("goto", "you moved the program here", &[]);
        Ok(Value::Null)
    }
}
