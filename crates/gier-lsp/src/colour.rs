//! Semantic tokens, which let the editor colour a text. They tell the kind of each name, number and word, and
//! the editor chooses a colour for each kind.

use crate::algol::Algol;
use crate::position::{Encoding, Lines};
use gier_algol::ast::SymbolKind;
use gier_algol::{Basic, Meaning, TokenKind};
use lsp_types::{SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokensLegend};

/// The kinds of token. The Language Server Protocol refers to a kind by its index in this list.
const KINDS: [SemanticTokenType; 9] = [
    SemanticTokenType::KEYWORD,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::PARAMETER,
    SemanticTokenType::FUNCTION,
    SemanticTokenType::STRING,
    SemanticTokenType::NUMBER,
    SemanticTokenType::COMMENT,
    SemanticTokenType::OPERATOR,
    SemanticTokenType::new("label"),
];

/// The index of a kind in [`KINDS`].
#[derive(Clone, Copy)]
enum Kind {
    Keyword,
    Variable,
    Parameter,
    Function,
    String,
    Number,
    Comment,
    Operator,
    Label,
}

/// The modifier bit for a name at the place where it is declared.
const DECLARATION: u32 = 1;
/// The modifier bit for the name of a standard procedure.
const STANDARD: u32 = 2;

/// The names of the kinds and modifiers, for the editor.
pub fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend {
        token_types: KINDS.to_vec(),
        token_modifiers: vec![SemanticTokenModifier::DECLARATION, SemanticTokenModifier::DEFAULT_LIBRARY],
    }
}

/// Collects semantic tokens in the order of the text. In the Language Server Protocol, the position of a
/// token is relative to the previous token.
pub struct Painter<'t> {
    lines: &'t Lines<'t>,
    last: (u32, u32),
    tokens: Vec<SemanticToken>,
}

impl<'t> Painter<'t> {
    /// Creates a painter for a text.
    pub fn new(lines: &'t Lines<'t>) -> Painter<'t> {
        Painter { lines, last: (0, 0), tokens: Vec::new() }
    }

    /// Adds a token. A token that spans several lines is split at line ends.
    fn add(&mut self, bytes: std::ops::Range<usize>, kind: Kind, modifiers: u32) {
        let (first, last) = (self.lines.line_of(bytes.start), self.lines.line_of(bytes.end));
        for line in first..=last {
            let whole = self.lines.line(line);
            let range = self.lines.range(bytes.start.max(whole.start)..bytes.end.min(whole.end));
            if range.start.line != range.end.line || range.start >= range.end {
                continue;
            }
            let same_line = range.start.line == self.last.0;
            self.tokens.push(SemanticToken {
                delta_line: range.start.line - self.last.0,
                delta_start: range.start.character - if same_line { self.last.1 } else { 0 },
                length: range.end.character - range.start.character,
                token_type: kind as u32,
                token_modifiers_bitset: modifiers,
            });
            self.last = (range.start.line, range.start.character);
        }
    }

    /// Returns the collected tokens.
    pub fn finish(self) -> Vec<SemanticToken> {
        self.tokens
    }

    /// Adds a token of the kind `keyword`, `number`, `comment` or `string`. If `kind` is any other word, the
    /// token is coloured as a label.
    pub fn word(&mut self, bytes: std::ops::Range<usize>, kind: &str) {
        let kind = match kind {
            "keyword" => Kind::Keyword,
            "number" => Kind::Number,
            "comment" => Kind::Comment,
            "string" => Kind::String,
            _ => Kind::Label,
        };
        self.add(bytes, kind, 0);
    }
}

impl Algol {
    /// The semantic tokens of the open text.
    pub fn colours(&self, encoding: Encoding) -> Vec<SemanticToken> {
        let lines = self.lines(encoding);
        let mut parts: Vec<(std::ops::Range<usize>, Kind, u32)> =
            self.comments().into_iter().map(|bytes| (bytes, Kind::Comment, 0)).collect();
        for token in self.own_tokens() {
            if let Some((kind, modifiers)) = self.colour(token) {
                parts.push((self.analysis.tokens[token].span.bytes(), kind, modifiers));
            }
        }
        parts.sort_by_key(|(bytes, ..)| bytes.start);
        let mut painter = Painter::new(&lines);
        let mut from = 0;
        for (bytes, kind, modifiers) in parts {
            if bytes.start >= from {
                from = bytes.end;
                painter.add(bytes, kind, modifiers);
            }
        }
        painter.finish()
    }

    fn colour(&self, token: usize) -> Option<(Kind, u32)> {
        Some(match &self.analysis.tokens[token].kind {
            TokenKind::Number(..) => (Kind::Number, 0),
            TokenKind::Text(_) | TokenKind::Layout(_) => (Kind::String, 0),
            TokenKind::Basic(
                Basic::Comma
                | Basic::FatComma
                | Basic::Semicolon
                | Basic::Colon
                | Basic::LeftParenthesis
                | Basic::RightParenthesis
                | Basic::LeftBracket
                | Basic::RightBracket,
            )
            | TokenKind::Trouble
            | TokenKind::EndOfText => return None,
            TokenKind::Basic(basic) => match basic.written().starts_with('_') {
                true => (Kind::Keyword, 0),
                false => (Kind::Operator, 0),
            },
            TokenKind::Identifier(name) => return self.colour_of_name(name, token),
        })
    }

    fn colour_of_name(&self, name: &str, token: usize) -> Option<(Kind, u32)> {
        let Some(Meaning::Symbol(id)) = self.analysis.meaning(name, token) else {
            return gier_algol::standard::find(name).map(|_| (Kind::Function, STANDARD));
        };
        let symbol = &self.analysis.program.symbols[id.0];
        let declared = symbol.span == self.analysis.tokens[token].span;
        let modifiers = if declared { DECLARATION } else { 0 };
        Some(match symbol.kind {
            SymbolKind::Variable { .. } | SymbolKind::Array { .. } => (Kind::Variable, modifiers),
            SymbolKind::Formal { .. } => (Kind::Parameter, modifiers),
            SymbolKind::Procedure(_) => (Kind::Function, modifiers),
            SymbolKind::Standard(_) => (Kind::Function, STANDARD),
            SymbolKind::Label | SymbolKind::Switch => (Kind::Label, modifiers),
        })
    }
}
