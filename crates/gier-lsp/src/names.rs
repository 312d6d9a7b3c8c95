//! Finds the definition and the uses of a name, and renames it.

use crate::algol::Algol;
use crate::position::Encoding;
use gier_algol::{Basic, Meaning, TokenKind};
use lsp_types::{
    DocumentHighlight, DocumentHighlightKind, Location, Position, PrepareRenameResponse, TextEdit,
    WorkspaceEdit,
};

/// A name at a place in the open text, and what it denotes there.
pub struct Named<'a> {
    /// The index of the token that is the name.
    pub token: usize,
    /// The name, without the blanks that it may contain.
    pub name: &'a str,
    /// What the name denotes, for example a variable or a procedure. `None` if the name is not declared.
    pub meaning: Option<Meaning>,
}

impl Algol {
    /// The name at a position, or `None` if there is none.
    pub fn named(&self, at: Position, encoding: Encoding) -> Option<Named<'_>> {
        let byte = self.lines(encoding).byte(at);
        let token = self.analysis.token_at(self.file, byte)?;
        let (name, meaning) = self.analysis.name_at(token)?;
        Some(Named { token, name, meaning })
    }

    /// The place where the name at a position is declared. If the position is in a line that includes a
    /// library text (`comment library SORT;`), returns the beginning of the library text.
    pub fn definition(&self, at: Position, encoding: Encoding) -> Option<Location> {
        if let Some(named) = self.named(at, encoding) {
            return self.location(&self.analysis.declaration(named.meaning?)?, encoding);
        }
        let lines = self.lines(encoding);
        let line = &self.text(self.file)[lines.line(at.line as usize)];
        let words: Vec<&str> = line.split_once("library")?.1.split(';').next()?.split_whitespace().collect();
        let wanted = words.join(" ");
        let is_it = |text: &gier_algol::source::SourceText| {
            text.name.rsplit_once('.').map_or(&*text.name, |(stem, _)| stem) == wanted
        };
        let file = self.analysis.texts.iter().position(is_it).filter(|&file| file != self.file)?;
        self.location(&gier_word::Span::new(file, 0..0), encoding)
    }

    /// All uses of the name at a position. If `declaration` is true, the declaration of the name is included.
    pub fn references(&self, at: Position, declaration: bool, encoding: Encoding) -> Option<Vec<Location>> {
        let named = self.named(at, encoding)?;
        let meaning = named.meaning?;
        let declared = self.analysis.declaration(meaning);
        let uses = self.analysis.uses(named.name, meaning).map(|token| self.analysis.tokens[token].span);
        let uses = uses.filter(|span| declaration || Some(*span) != declared);
        Some(uses.filter_map(|span| self.location(&span, encoding)).collect())
    }

    /// All places in the open text where the name at a position is used. A use before `:=` is marked as a
    /// write.
    pub fn highlights(&self, at: Position, encoding: Encoding) -> Option<Vec<DocumentHighlight>> {
        let named = self.named(at, encoding)?;
        let lines = self.lines(encoding);
        let uses = self.analysis.uses(named.name, named.meaning?).filter(|&token| self.is_own(token));
        let highlight = |token: usize| DocumentHighlight {
            range: lines.span(&self.analysis.tokens[token].span),
            kind: Some(match self.basic(token + 1) {
                Some(Basic::Assign) => DocumentHighlightKind::WRITE,
                _ => DocumentHighlightKind::READ,
            }),
        };
        Some(uses.map(highlight).collect())
    }

    /// The range and text of the name at a position, which the editor shows before it renames the name.
    ///
    /// # Errors
    /// Returns a message if there is no name at the position, or if it cannot be renamed.
    pub fn prepare_rename(&self, at: Position, encoding: Encoding) -> Result<PrepareRenameResponse, String> {
        let named = self.named(at, encoding).ok_or("there is no name here")?;
        self.renamable(&named)?;
        let span = self.analysis.tokens[named.token].span;
        Ok(PrepareRenameResponse::RangeWithPlaceholder {
            range: self.lines(encoding).span(&span),
            placeholder: self.text(self.file)[span.bytes()].to_string(),
        })
    }

    /// What a name denotes, and the tokens in which it is used. Returns a message if the name cannot be
    /// renamed.
    fn renamable(&self, named: &Named<'_>) -> Result<(Meaning, Vec<usize>), String> {
        let name = named.name;
        let meaning = named.meaning.ok_or_else(|| format!("{name} is not declared"))?;
        let declared = self.analysis.declaration(meaning);
        let declared = declared.ok_or_else(|| format!("{name} is a standard identifier"))?;
        let uses: Vec<usize> = self.analysis.uses(name, meaning).collect();
        if self.is_library {
            return Err("other programs can use the names of a library text".to_string());
        }
        let files = uses.iter().map(|&token| self.analysis.tokens[token].span.file());
        match files.chain([declared.file()]).find(|&file| file != self.file) {
            Some(file) => {
                Err(format!("{name} is used in the library text {}", self.analysis.texts[file].name))
            }
            None => Ok((meaning, uses)),
        }
    }

    /// The edits that rename the name at a position.
    ///
    /// # Errors
    /// Returns a message if the name cannot be renamed to `wanted`.
    pub fn rename(&self, at: Position, wanted: &str, encoding: Encoding) -> Result<WorkspaceEdit, String> {
        let named = self.named(at, encoding).ok_or("there is no name here")?;
        let (meaning, uses) = self.renamable(&named)?;
        let short: String = wanted.split_whitespace().collect();
        let is_name = short.chars().next().is_some_and(gier_algol::source::is_letter)
            && short.chars().all(|c| gier_algol::source::is_letter(c) || c.is_ascii_digit());
        if !is_name {
            return Err(format!("{wanted} is not an identifier: letters, then letters and digits"));
        }
        if short == named.name {
            return Ok(WorkspaceEdit::default());
        }
        let declared = self.analysis.declaration(meaning).ok_or("it has no declaration")?;
        let is_declared_in =
            |scope: &&gier_algol::Scope| scope.names.get(named.name).copied() == Some(meaning);
        let home = self.analysis.scopes.iter().find(is_declared_in).ok_or("its block is not known")?;
        if home.names.contains_key(&*short) && self.analysis.declaration(home.names[&*short]).is_some() {
            return Err(format!("{short} is already declared in this block"));
        }
        for &token in &uses {
            let inner = self.analysis.scopes_at(token).take_while(|scope| scope.symbols != home.symbols);
            for scope in inner {
                if scope.names.contains_key(&*short) {
                    let (line, _) = self.analysis.tokens[token].span.line_and_column(self.text(self.file));
                    return Err(format!("in line {line}, {short} has another meaning"));
                }
            }
        }
        for token in home.symbols.clone() {
            let Some((name, Some(other))) = self.analysis.name_at(token) else { continue };
            let is_outer = !self
                .analysis
                .scopes_at(token)
                .take_while(|scope| scope.symbols != home.symbols)
                .any(|scope| scope.names.contains_key(name));
            if name == short && is_outer && other != meaning {
                let (line, _) = self.analysis.tokens[token].span.line_and_column(self.text(self.file));
                return Err(format!("{short} in line {line} would then mean this one"));
            }
        }
        let lines = self.lines(encoding);
        let mut spans: Vec<_> = uses.iter().map(|&token| self.analysis.tokens[token].span).collect();
        if !spans.contains(&declared) {
            spans.push(declared);
        }
        let edits = spans.iter().map(|span| TextEdit::new(lines.span(span), wanted.trim().to_string()));
        crate::actions::change(&self.uris[self.file], edits.collect())
            .ok_or("the text has no address".to_string())
    }

    /// Whether the token comes directly after the delimiter `basic`, such as `_begin`.
    pub fn follows(&self, token: usize, basic: Basic) -> bool {
        token > 0 && self.analysis.tokens[token - 1].kind == TokenKind::Basic(basic)
    }
}
