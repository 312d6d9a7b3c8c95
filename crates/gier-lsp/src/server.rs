//! Answers the requests and handles the notifications of the editor.

use crate::algol::{self, LibrarySources};
use crate::capabilities::capabilities;
use crate::document::{Document, Known, Open};
use crate::position::Encoding;
use crate::slip;
use crate::{Files, actions, uri};
use gier_algol::typing::{changed, respelt_text};
use lsp_types::{
    CodeActionParams, DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DocumentFormattingParams, DocumentSymbolParams, FoldingRangeParams, InitializeParams, Location,
    PublishDiagnosticsParams, ReferenceParams, RenameParams, SemanticTokens, SemanticTokensParams,
    TextDocumentPositionParams, TextEdit, Uri, WorkspaceSymbolParams,
};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::str::FromStr;

/// The error codes of JSON-RPC and of the Language Server Protocol.
const PARSE_ERROR: i64 = -32700;
const INVALID_REQUEST: i64 = -32600;
const METHOD_NOT_FOUND: i64 = -32601;
const INVALID_PARAMS: i64 = -32602;
const NOT_INITIALIZED: i64 = -32002;
const REQUEST_FAILED: i64 = -32803;

/// The phases of an editor's session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Before,
    Works,
    /// The editor has sent the request `shutdown`.
    Shut,
    /// The editor has sent the notification `exit`. The field is `true` if it had sent `shutdown` before.
    Over(bool),
}

/// The language server.
pub struct Server<F> {
    pub(crate) files: F,
    phase: Phase,
    pub(crate) encoding: Encoding,
    pub(crate) open: Open,
    /// The folders in which to look for library texts, from the editor's settings.
    pub(crate) folders: Vec<PathBuf>,
    /// The first folder that the editor has opened.
    pub(crate) root: Option<PathBuf>,
}

/// The result of a request, or the code and message of an error.
type Answer = Result<Value, (i64, String)>;

fn params<T: serde::de::DeserializeOwned>(message: &Value) -> Result<T, (i64, String)> {
    serde_json::from_value(message["params"].clone()).map_err(|error| (INVALID_PARAMS, error.to_string()))
}

/// Converts the result of a request to JSON.
fn result<T: serde::Serialize>(result: T) -> Answer {
    serde_json::to_value(result).map_err(|error| (REQUEST_FAILED, error.to_string()))
}

fn failed(reason: String) -> (i64, String) {
    (REQUEST_FAILED, reason)
}

impl<F: Files> Server<F> {
    /// Creates a server that waits for the request `initialize`.
    pub fn new(files: F) -> Server<F> {
        Server {
            files,
            phase: Phase::Before,
            encoding: Encoding::default(),
            open: Open::new(),
            folders: Vec::new(),
            root: None,
        }
    }

    /// Whether the session is over. Returns `None` before the editor has sent `exit`. After that, returns
    /// whether it had sent `shutdown` before `exit`.
    pub fn is_over(&self) -> Option<bool> {
        match self.phase {
            Phase::Over(in_order) => Some(in_order),
            Phase::Before | Phase::Works | Phase::Shut => None,
        }
    }

    /// Makes an error message for the editor. The host sends it if the bytes from the editor are no message.
    pub fn unreadable(reason: &str) -> Value {
        json!({"jsonrpc": "2.0", "id": null, "error": {"code": PARSE_ERROR, "message": reason}})
    }

    /// Handles a message from the editor. Returns the messages to send to the editor.
    pub fn handle(&mut self, message: &Value) -> Vec<Value> {
        let Some(method) = message["method"].as_str() else {
            // The message is the editor's answer to a request, or is invalid.
            let is_answer = message.get("result").is_some() || message.get("error").is_some();
            return match is_answer {
                true => Vec::new(),
                false => {
                    vec![answer(&message["id"], Err((INVALID_REQUEST, "there is no method".to_string())))]
                }
            };
        };
        match message.get("id") {
            Some(id) => vec![answer(id, self.request(method, message))],
            None => self.notified(method, message),
        }
    }

    fn notified(&mut self, method: &str, message: &Value) -> Vec<Value> {
        match method {
            "exit" => self.phase = Phase::Over(self.phase == Phase::Shut),
            _ if self.phase != Phase::Works => {}
            "textDocument/didOpen" => {
                if let Ok(DidOpenTextDocumentParams { text_document }) = params(message) {
                    let uri = text_document.uri.as_str().to_string();
                    return self.take(&uri, text_document.text, text_document.version);
                }
            }
            "textDocument/didChange" => {
                if let Ok(DidChangeTextDocumentParams { text_document, content_changes }) = params(message) {
                    let uri = text_document.uri.as_str().to_string();
                    let Some(document) = self.open.get(&uri) else { return Vec::new() };
                    let mut text = document.text.clone();
                    for change in content_changes {
                        text = match change.range {
                            None => change.text,
                            Some(range) => {
                                let lines = crate::position::Lines::new(&text, self.encoding);
                                let (start, end) = (lines.byte(range.start), lines.byte(range.end));
                                changed(&text, &[(start..end.max(start), change.text)])
                            }
                        };
                    }
                    return self.take(&uri, text, text_document.version);
                }
            }
            "textDocument/didClose" => {
                if let Ok(DidCloseTextDocumentParams { text_document }) = params(message) {
                    return self.close(text_document.uri.as_str());
                }
            }
            "workspace/didChangeConfiguration" => {
                self.configure(&message["params"]["settings"]["gier"]);
                let open = self.texts(|_| true).into_iter();
                return open.flat_map(|(uri, text, version)| self.take(&uri, text, version)).collect();
            }
            _ => {}
        }
        Vec::new()
    }

    fn configure(&mut self, settings: &Value) {
        if let Some(folders) = settings["library"].as_array() {
            let root = self.root.clone().unwrap_or_default();
            self.folders = folders.iter().filter_map(Value::as_str).map(|folder| root.join(folder)).collect();
        }
    }

    /// Analyses a text that is new or has changed, and the open programs that include it. Returns messages for
    /// the editor, which list the faults.
    fn take(&mut self, uri: &str, text: String, version: i32) -> Vec<Value> {
        let mut gone = self.analyse(uri, text, version);
        for (program, text, version) in self.texts(|known| known.includes(uri)) {
            gone.extend(self.analyse(&program, text, version));
        }
        gone.insert(uri.to_string());
        self.publish(gone)
    }

    /// The open texts for which `is_wanted` holds, each with its address and its version.
    fn texts(&self, is_wanted: impl Fn(&Document) -> bool) -> Vec<(String, String, i32)> {
        let open = self.open.values().filter(|document| is_wanted(document));
        open.map(|document| (document.uri.clone(), document.text.clone(), document.version)).collect()
    }

    /// Analyses a text. Returns the addresses of the texts whose faults may have changed.
    fn analyse(&mut self, uri: &str, text: String, version: i32) -> BTreeSet<String> {
        let open: BTreeMap<String, String> =
            self.open.values().map(|known| (known.uri.clone(), known.text.clone())).collect();
        let before = self.open.remove(uri);
        let mut touched = before.as_ref().map(Document::faulty).unwrap_or_default();
        let known = if uri.to_ascii_lowercase().ends_with(".slip") {
            let before = before.and_then(|before| match before.known {
                Known::Slip(slip) => Some(*slip),
                Known::Algol(_) => None,
            });
            Known::Slip(Box::new(slip::slip(uri, &text, before)))
        } else {
            let sources = LibrarySources { files: &self.files, open: &open, folders: &self.folders };
            Known::Algol(Box::new(algol::algol(uri, &text, &sources)))
        };
        let document = Document { uri: uri.to_string(), text, version, known };
        touched.extend(document.faulty());
        touched.insert(uri.to_string());
        self.open.insert(uri.to_string(), document);
        touched
    }

    /// Returns messages for the editor, which list the faults of these texts. The faults of a library text come
    /// from its own analysis, if it is open, and from those of the open programs that include it.
    fn publish(&self, addresses: BTreeSet<String>) -> Vec<Value> {
        let message = |address: String| {
            let mut all: Vec<lsp_types::Diagnostic> = Vec::new();
            let own = self.open.get(&address);
            let others = self.open.values().filter(|document| document.uri != address);
            for document in own.into_iter().chain(others) {
                for fault in document.diagnostics(&address, self.encoding) {
                    let same = |other: &lsp_types::Diagnostic| {
                        (other.range, &other.message) == (fault.range, &fault.message)
                    };
                    if !all.iter().any(same) {
                        all.push(fault);
                    }
                }
            }
            published(&address, all, own.map(|document| document.version))
        };
        addresses.into_iter().filter_map(message).collect()
    }

    fn close(&mut self, uri: &str) -> Vec<Value> {
        let Some(document) = self.open.remove(uri) else { return Vec::new() };
        let mut touched = document.faulty();
        touched.insert(document.uri);
        self.publish(touched)
    }

    fn request(&mut self, method: &str, message: &Value) -> Answer {
        match (method, self.phase) {
            ("initialize", Phase::Before) => return self.initialize(message),
            (_, Phase::Before) => {
                return Err((NOT_INITIALIZED, "the request initialize comes first".to_string()));
            }
            ("initialize", _) => return Err((INVALID_REQUEST, "the server is initialized".to_string())),
            ("shutdown", Phase::Works) => {
                self.phase = Phase::Shut;
                return Ok(Value::Null);
            }
            (_, Phase::Shut | Phase::Over(_)) => {
                return Err((INVALID_REQUEST, "the server is shut down".to_string()));
            }
            _ => {}
        }
        match method {
            "workspace/symbol" => {
                let wanted: WorkspaceSymbolParams = params(message)?;
                result(self.workspace_symbols(&wanted.query))
            }
            "textDocument/hover" => match self.place(message)? {
                (Known::Algol(algol), at) => result(algol.hover(at.position, self.encoding)),
                (Known::Slip(slip), at) => {
                    result(slip.hover(at.position, self.encoding, |text| self.files.said(text)))
                }
            },
            "textDocument/definition" => match self.place(message)? {
                (Known::Algol(algol), at) => result(algol.definition(at.position, self.encoding)),
                (Known::Slip(slip), at) => {
                    result(slip.definition(at.text_document.uri.as_str(), at.position, self.encoding))
                }
            },
            "textDocument/references" => self.references(&params(message)?),
            "textDocument/documentHighlight" => match self.place(message)? {
                (Known::Algol(algol), at) => result(algol.highlights(at.position, self.encoding)),
                (Known::Slip(slip), at) => result(slip.highlights(at.position, self.encoding)),
            },
            "textDocument/prepareRename" => match self.place(message)? {
                (Known::Algol(algol), at) => {
                    result(algol.prepare_rename(at.position, self.encoding).map_err(failed)?)
                }
                (Known::Slip(slip), at) => {
                    let (range, placeholder) =
                        slip.prepare_rename(at.position, self.encoding).map_err(failed)?;
                    result(json!({"range": range, "placeholder": placeholder}))
                }
            },
            "textDocument/rename" => self.rename(&params(message)?),
            "textDocument/documentSymbol" => {
                let wanted: DocumentSymbolParams = params(message)?;
                match self.known(&wanted.text_document.uri)? {
                    Known::Algol(algol) => result(algol.symbols(self.encoding)),
                    Known::Slip(slip) => result(slip.symbols(self.encoding)),
                }
            }
            _ => self.request_about_texts(method, message),
        }
    }

    /// Answers all requests that the method `request` does not answer itself, for example for completion,
    /// folding and formatting.
    fn request_about_texts(&self, method: &str, message: &Value) -> Answer {
        match method {
            "textDocument/signatureHelp" => match self.place(message)? {
                (Known::Algol(algol), at) => result(algol.signature(at.position, self.encoding)),
                (Known::Slip(_), _) => Ok(Value::Null),
            },
            "textDocument/completion" => match self.place(message)? {
                (Known::Algol(algol), at) => result(algol.completion(at.position, self.encoding)),
                (Known::Slip(slip), at) => result(slip.completion(at.position, self.encoding)),
            },
            "textDocument/foldingRange" => {
                let wanted: FoldingRangeParams = params(message)?;
                match self.known(&wanted.text_document.uri)? {
                    Known::Algol(algol) => result(algol.folding(self.encoding)),
                    Known::Slip(_) => result(json!([])),
                }
            }
            "textDocument/semanticTokens/full" => {
                let wanted: SemanticTokensParams = params(message)?;
                self.colours(&wanted.text_document.uri)
            }
            "textDocument/formatting" => self.formatting(&params(message)?),
            "textDocument/codeAction" => self.actions(&params(message)?),
            _ => Err((METHOD_NOT_FOUND, format!("gier does not know {method}"))),
        }
    }

    fn actions(&self, wanted: &CodeActionParams) -> Answer {
        let uri = &wanted.text_document.uri;
        match self.known(uri)? {
            Known::Algol(algol) => {
                let mut actions = algol.actions(&wanted.range, self.encoding);
                if let Some(new) = self.respelt(uri.as_str(), algol.text(algol.file)) {
                    let edit = TextEdit::new(algol.lines(self.encoding).all(), new);
                    actions.push(actions::whole_text(uri.as_str(), edit));
                }
                result(actions)
            }
            Known::Slip(slip) => result(slip.actions(uri.as_str(), &wanted.range, self.encoding)),
        }
    }

    fn known(&self, uri: &Uri) -> Result<&Known, (i64, String)> {
        let document = self.open.get(uri.as_str());
        document.map(|document| &document.known).ok_or((INVALID_PARAMS, "the text is not open".to_string()))
    }

    /// The text and the position that a request is about.
    fn place(&self, message: &Value) -> Result<(&Known, TextDocumentPositionParams), (i64, String)> {
        let at: TextDocumentPositionParams = params(message)?;
        Ok((self.known(&at.text_document.uri)?, at))
    }

    fn references(&self, wanted: &ReferenceParams) -> Answer {
        let at = &wanted.text_document_position;
        let declaration = wanted.context.include_declaration;
        match self.known(&at.text_document.uri)? {
            Known::Algol(algol) => result(algol.references(at.position, declaration, self.encoding)),
            Known::Slip(slip) => {
                let ranges = slip.references(at.position, declaration, self.encoding);
                let uri = &at.text_document.uri;
                let located = |ranges: Vec<_>| {
                    ranges.into_iter().map(|range| Location::new(uri.clone(), range)).collect()
                };
                result(ranges.map::<Vec<Location>, _>(located))
            }
        }
    }

    fn rename(&self, wanted: &RenameParams) -> Answer {
        let at = &wanted.text_document_position;
        match self.known(&at.text_document.uri)? {
            Known::Algol(algol) => {
                result(algol.rename(at.position, &wanted.new_name, self.encoding).map_err(failed)?)
            }
            Known::Slip(slip) => {
                let edits = slip.rename(at.position, &wanted.new_name, self.encoding).map_err(failed)?;
                result(actions::change(at.text_document.uri.as_str(), edits))
            }
        }
    }

    fn colours(&self, uri: &Uri) -> Answer {
        let data = match self.known(uri)? {
            Known::Algol(algol) => algol.colours(self.encoding),
            Known::Slip(slip) => slip.colours(self.encoding),
        };
        result(SemanticTokens { result_id: None, data })
    }

    fn formatting(&self, wanted: &DocumentFormattingParams) -> Answer {
        let uri = wanted.text_document.uri.as_str();
        let Known::Algol(algol) = self.known(&wanted.text_document.uri)? else { return Ok(Value::Null) };
        let lines = algol.lines(self.encoding);
        let Some(text) = self.respelt(uri, algol.text(algol.file)) else {
            let edits = algol.indentation().into_iter();
            let edits = edits.map(|(bytes, new)| TextEdit::new(lines.range(bytes), new));
            return result(edits.collect::<Vec<_>>());
        };
        // The corrected text may have other blocks, so it is analysed again before indentation.
        let corrected = self.analysed(uri, &text);
        let new = changed(&text, &corrected.indentation());
        result(vec![TextEdit::new(lines.all(), new)])
    }

    /// Analyses an ALGOL text with the library texts on the disk.
    fn analysed(&self, uri: &str, text: &str) -> algol::Algol {
        let none = BTreeMap::new();
        let sources = LibrarySources { files: &self.files, open: &none, folders: &self.folders };
        algol::algol(uri, text, &sources)
    }

    /// The text with its words and symbols as GIER ALGOL has them, or `None` if nothing has to change.
    fn respelt(&self, uri: &str, text: &str) -> Option<String> {
        respelt_text(text, |text| {
            let algol = self.analysed(uri, text);
            (algol.analysis, algol.file)
        })
    }

    #[allow(deprecated, reason = "older editors only send the root that the protocol no longer wants")]
    fn initialize(&mut self, message: &Value) -> Answer {
        let wanted: InitializeParams = params(message)?;
        let offered = wanted.capabilities.general.and_then(|general| general.position_encodings);
        self.encoding = Encoding::chosen(offered.as_deref());
        let folder =
            wanted.workspace_folders.and_then(|folders| folders.first().map(|folder| folder.uri.clone()));
        self.root = folder.or(wanted.root_uri).and_then(|root| uri::path_of(root.as_str()));
        self.configure(&wanted.initialization_options.unwrap_or_default());
        self.phase = Phase::Works;
        let capabilities = capabilities(self.encoding);
        let version = env!("CARGO_PKG_VERSION");
        result(json!({"capabilities": capabilities, "serverInfo": {"name": "gier", "version": version}}))
    }
}

/// Makes the response to the request with this id.
fn answer(id: &Value, answer: Answer) -> Value {
    match answer {
        Ok(result) => json!({"jsonrpc": "2.0", "id": id, "result": result}),
        Err((code, message)) => {
            json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}})
        }
    }
}

/// An editor gets at most this many faults and warnings of one text.
const SHOWN: usize = 100;

/// Makes the message that tells the editor the faults of one text.
fn published(uri: &str, mut diagnostics: Vec<lsp_types::Diagnostic>, version: Option<i32>) -> Option<Value> {
    let uri = Uri::from_str(uri).ok()?;
    let more = diagnostics.len().saturating_sub(SHOWN);
    diagnostics.truncate(SHOWN);
    if let Some(last) = diagnostics.last_mut().filter(|_| more > 0) {
        last.message += &format!("\n({more} more faults)");
    }
    let params = PublishDiagnosticsParams { uri, diagnostics, version };
    let method = "textDocument/publishDiagnostics";
    Some(json!({"jsonrpc": "2.0", "method": method, "params": params}))
}
