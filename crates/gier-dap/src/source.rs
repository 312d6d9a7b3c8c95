//! The source texts of the program.

use crate::adapter::{Adapter, Answer, Debuggee};
use crate::launcher::{FoundText, Launcher, last_part};
use crate::look::index;
use gier_word::source_map::SourcePlace;
use serde_json::{Value, json};

impl Debuggee {
    /// The index of the source text with this path. If no text has this path, finds a text with the same file
    /// name.
    pub(crate) fn text_at(&self, path: &str) -> Option<usize> {
        let is_it =
            |text: &Option<FoundText>| matches!(text, Some(FoundText::File(known, _)) if known == path);
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
            Some(Some(FoundText::File(path, _))) => json!({"name": name, "path": path}),
            Some(Some(FoundText::Contents(_))) => json!({"name": name, "sourceReference": at.text + 1}),
            Some(None) | None => json!({"name": name}),
        }
    }
}

impl<L: Launcher> Adapter<L> {
    /// The path of the source text that a request names. Links and `..` in the path are resolved.
    pub(crate) fn path_of(&mut self, source: &Value) -> String {
        self.launcher.whole_path(source["path"].as_str().unwrap_or(""))
    }

    /// Answers with the contents of a source text that has no file.
    pub(crate) fn content(&mut self, arguments: &Value) -> Answer {
        let session = self.session()?;
        let number = index(&arguments["sourceReference"]).and_then(|number| number.checked_sub(1));
        match number.and_then(|number| session.texts.get(number)?.as_ref()) {
            Some(FoundText::Contents(contents)) => Ok(json!({"content": contents})),
            Some(FoundText::File(..)) | None => Err("there is no such text".to_string()),
        }
    }
}

/// Adds a line and a column to a message of the protocol.
pub(crate) fn add_place(body: &mut Value, at: SourcePlace) {
    body["line"] = json!(at.line);
    body["column"] = json!(at.column);
}
