//! Searches for symbols in all open documents and in all files of the folder that the editor has opened.

use crate::algol::{self, LibrarySources};
use crate::document::Known;
use crate::server::Server;
use crate::{Files, slip, uri};
use lsp_types::{Location, SymbolInformation, Uri};
use std::collections::BTreeMap;
use std::str::FromStr;

impl<F: Files> Server<F> {
    /// Returns the symbols whose names contain `query`. Upper and lower case count as equal.
    #[allow(deprecated, reason = "the protocol's structure has a field that it no longer wants")]
    pub(crate) fn workspace_symbols(&self, query: &str) -> Vec<SymbolInformation> {
        let query = query.to_lowercase();
        let mut found = Vec::new();
        let mut add = |uri: &str, symbols: Vec<lsp_types::DocumentSymbol>| {
            let Ok(uri) = Uri::from_str(uri) else { return };
            let mut all: Vec<(lsp_types::DocumentSymbol, Option<String>)> =
                symbols.into_iter().map(|symbol| (symbol, None)).collect();
            while let Some((mut symbol, container)) = all.pop() {
                let inside = symbol.children.take().unwrap_or_default();
                all.extend(inside.into_iter().map(|child| (child, Some(symbol.name.clone()))));
                if symbol.name.to_lowercase().contains(&query) {
                    found.push(SymbolInformation {
                        name: symbol.name,
                        kind: symbol.kind,
                        tags: None,
                        deprecated: None,
                        location: Location::new(uri.clone(), symbol.selection_range),
                        container_name: container,
                    });
                }
            }
        };
        for document in self.open.values() {
            match &document.known {
                Known::Algol(algol) => add(&document.uri, algol.symbols(self.encoding)),
                Known::Slip(slip) => add(&document.uri, slip.symbols(self.encoding)),
            }
        }
        let open: BTreeMap<String, String> = BTreeMap::new();
        let sources = LibrarySources { files: &self.files, open: &open, folders: &self.folders };
        for path in self.root.iter().flat_map(|root| self.files.texts(root)) {
            let address = uri::of_path(&path);
            if self.open.contains_key(&address) {
                continue;
            }
            let Some(bytes) = self.files.read(&path) else { continue };
            let text = gier_word::glyph::text_of(&bytes);
            if address.ends_with(".slip") {
                add(&address, slip::slip(&address, &text, None).symbols(self.encoding));
            } else {
                add(&address, algol::algol(&address, &text, &sources).symbols(self.encoding));
            }
        }
        found
    }
}
