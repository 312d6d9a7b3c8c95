//! The language server's part for SLIP texts: their faults, and the orders and labels in them.

use crate::actions::diagnostic;
use crate::colour::Painter;
use crate::hover::shown;
use crate::position::{Encoding, Lines};
use gier_handbook::entry::Entry;
use gier_slip::{Assembly, Item, Name, Source, Statement, TailLine, Word};
use gier_word::{Cell, Diagnostic, Half, IndicatorOp, Letter, Opcode, Span, Uops, timing};
use lsp_types::{
    CompletionItem, CompletionItemKind, DocumentHighlight, DocumentSymbol, Hover, Location, Position, Range,
    SemanticToken, SymbolKind, TextEdit, Uri,
};
use std::ops::Range as Bytes;
use std::str::FromStr;

/// The analysis of a SLIP text.
pub struct Slip {
    /// The contents of the text.
    pub text: String,
    /// The errors and warnings.
    pub faults: Vec<Diagnostic>,
    items: Vec<Item>,
    /// The result of the last assembly that found no faults.
    assembly: Option<Assembly>,
    names: Vec<Mention>,
    /// The comments and texts, in which nothing is an order or a name.
    remarks: Vec<Bytes<usize>>,
}

/// One occurrence of a name in the text.
#[derive(Clone, Debug)]
struct Mention {
    name: Name,
    span: Span,
    /// Whether the name is defined here, and not only used.
    defines: bool,
}

/// Analyses a SLIP text. `before` is the previous analysis of this text. While the text has faults, the
/// labels keep their previous values.
pub fn slip(name: &str, text: &str, before: Option<Slip>) -> Slip {
    let (items, assembly) = gier_slip::translate(&Source::new(name, text));
    let (assembly, mut faults) = match assembly {
        Ok(made) => (Some(made), Vec::new()),
        Err(faults) => (None, faults),
    };
    faults.extend(gier_slip::warnings(&items, assembly.as_ref()));
    let assembly = assembly.or_else(|| before.and_then(|before| before.assembly));
    let (names, remarks) = mentions(text);
    Slip { text: text.to_string(), faults, items, assembly, names, remarks }
}

/// Finds all names in a text. A name is a word in braces, such as `{loop}`, or a letter from a to e with an
/// optional number, such as `a1`. Also finds the comments and texts, which are skipped.
fn mentions(text: &str) -> (Vec<Mention>, Vec<Bytes<usize>>) {
    let (mut found, mut remarks) = (Vec::new(), Vec::new());
    let mut rest = 0;
    let bytes = text.as_bytes();
    while rest < bytes.len() {
        let start = rest;
        match bytes[rest] {
            b';' => rest += text[rest..].find('\n').unwrap_or(text.len() - rest),
            b'[' => rest += text[rest..].find(']').map_or(text.len() - rest, |end| end + 1),
            b'_' if matches!(bytes.get(rest + 1), Some(b't' | b'k' | b'i')) => {
                rest += text[rest..].find(['\n', ';']).unwrap_or(text.len() - rest);
            }
            b'{' => {
                let end = text[rest..].find(['}', '\n']).map_or(text.len(), |end| rest + end + 1);
                let inside = text[rest..end].trim_matches(['{', '}', '\n']);
                rest = end;
                if !matches!(inside, "core" | "track") {
                    found.push(mention(Name::long(inside), start..end, text));
                }
            }
            b'a'..=b'e'
                if start == 0 || !bytes[start - 1].is_ascii_alphabetic() || in_order(bytes, start) =>
            {
                rest += 1;
                let digits = bytes[rest..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                let next = bytes.get(rest + digits).copied().unwrap_or(b' ');
                rest += digits;
                let number = text[start + 1..rest].parse().unwrap_or(0);
                if digits > 0 || !next.is_ascii_alphabetic() && !is_mark(bytes, start) {
                    found.push(mention(Name::Short(char::from(bytes[start]), number), start..rest, text));
                } else {
                    rest += bytes[rest..].iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
                }
            }
            _ => rest += 1,
        }
        if matches!(bytes[start], b';' | b'[') || bytes[start] == b'_' && rest > start + 1 {
            remarks.push(start..rest);
        }
        rest = text.ceil_char_boundary(rest.max(start + 1));
    }
    (found, remarks)
}

/// Whether the letter at byte `at` follows an order or a register without a blank. For example, `a` follows
/// `r` in `hvra1`.
fn in_order(bytes: &[u8], at: usize) -> bool {
    at > 0
        && matches!(bytes[at - 1], b'r' | b's' | b'p' | b'n' | b'v' | b'h' | b'f')
        && bytes.get(at + 1).is_some_and(u8::is_ascii_digit)
}

/// Whether the letter at byte `at` stands for the marks of a number, as `a` does in `64//15 a`.
fn is_mark(bytes: &[u8], at: usize) -> bool {
    let before = bytes[..at].iter().rev().find(|byte| **byte != b' ');
    before.is_some_and(u8::is_ascii_digit)
}

fn mention(name: Name, bytes: std::ops::Range<usize>, text: &str) -> Mention {
    let after = text[bytes.end..].trim_start_matches([' ', 'h']);
    Mention { name, span: Span::from(bytes), defines: after.starts_with([':', '=']) }
}

impl Slip {
    fn lines(&self, encoding: Encoding) -> Lines<'_> {
        Lines::new(&self.text, encoding)
    }

    /// The diagnostics of the text.
    pub fn diagnostics(&self, encoding: Encoding) -> Vec<lsp_types::Diagnostic> {
        let lines = self.lines(encoding);
        self.faults.iter().map(|fault| diagnostic(fault, &lines, None)).collect()
    }

    /// Returns the quick fixes for the faults that overlap a range.
    pub fn actions(
        &self,
        uri: &str,
        range: &Range,
        encoding: Encoding,
    ) -> Vec<lsp_types::CodeActionOrCommand> {
        crate::actions::fixes(uri, self.faults.iter(), &self.lines(encoding), range)
    }

    fn mention_at(&self, at: Position, encoding: Encoding) -> Option<&Mention> {
        let byte = self.lines(encoding).byte(at);
        self.names.iter().find(|name| name.span.bytes().start <= byte && byte <= name.span.bytes().end)
    }

    /// Describes the order or the name at a position.
    pub fn hover(&self, at: Position, encoding: Encoding, said: impl Fn(&str) -> String) -> Option<Hover> {
        let lines = self.lines(encoding);
        let (value, span) = match self.mention_at(at, encoding) {
            Some(mention) => (self.about(&mention.name), mention.span),
            None => self.about_order(lines.byte(at), said)?,
        };
        Some(shown(value, lines.span(&span)))
    }

    fn about(&self, name: &Name) -> String {
        match self.assembly.as_ref().and_then(|assembly| assembly.value(name)) {
            Some(value) => format!("`{name}` = {value}"),
            None => format!("`{name}`: no value yet"),
        }
    }

    /// Describes the orders in the statement at a byte of the text: their effect and their cost.
    fn about_order(&self, byte: usize, said: impl Fn(&str) -> String) -> Option<(String, Span)> {
        let is_here = |item: &&Item| {
            item.span.is_some_and(|span| (span.bytes().start..=span.bytes().end).contains(&byte))
        };
        let item = self.items.iter().rfind(is_here)?;
        let number = self.items.iter().position(|other| std::ptr::eq(other, item))?;
        let Statement::Cell(word) = &item.statement else { return None };
        let opcodes: Vec<Opcode> = match word {
            Word::Full(order) => vec![order.opcode],
            Word::Pair(left, right) => vec![left.opcode, right.opcode],
            Word::Integer(..) | Word::Fraction(..) | Word::Float(..) | Word::Data(_) => return None,
        };
        let cell = self.assembly.as_ref().and_then(|made| made.made.iter().find(|made| made.item == number));
        let mut text = String::new();
        for (opcode, half) in opcodes.into_iter().zip([Half::Left, Half::Right]) {
            text += &format!(
                "**{}** {}",
                opcode.mnemonic(),
                said(opcode.row().explanation().unwrap_or(opcode.row().formula()))
            );
            if let Some(made) = cell {
                let (uops, more) = cost_of(made.cell, half);
                let time = Uops(uops.into()).seconds() * 1e6;
                text += &said(&format!("; {}{time:.0} µs", if more { "at least " } else { "" }));
            }
            text += "\n\n";
            let variants =
                Entry { title: String::new(), blocks: gier_handbook::order::variants(opcode).to_vec() };
            text.extend(variants.said(&said).blocks.iter().map(|block| block.markdown() + "\n"));
        }
        if let Word::Full(order) = word {
            text.extend(
                parts(&order.tail).iter().map(|(part, what)| format!("- `{part}`: {}\n", said(what))),
            );
        }
        if let Some(made) = cell {
            text += &format!("`{}`", made.cell);
        }
        Some((text, item.span?))
    }

    /// The definition of the name at a position. If the name has several definitions, returns the last one
    /// before the position. If all definitions are after the position, returns the first one.
    pub fn definition(&self, uri: &str, at: Position, encoding: Encoding) -> Option<Location> {
        let used = self.mention_at(at, encoding)?;
        let same = || self.names.iter().filter(|name| name.defines && name.name == used.name);
        let before = same().rfind(|name| name.span.bytes().start <= used.span.bytes().start);
        let found = before.or_else(|| same().next())?;
        Some(Location::new(Uri::from_str(uri).ok()?, self.lines(encoding).span(&found.span)))
    }

    /// All occurrences of the name at a position. If `declaration` is false, the definitions of the name are
    /// left out.
    pub fn references(&self, at: Position, declaration: bool, encoding: Encoding) -> Option<Vec<Range>> {
        let used = self.mention_at(at, encoding)?;
        let lines = self.lines(encoding);
        let same = self.names.iter().filter(|name| name.name == used.name && (declaration || !name.defines));
        Some(same.map(|name| lines.span(&name.span)).collect())
    }

    /// All occurrences of the name at a position, including its definitions.
    pub fn highlights(&self, at: Position, encoding: Encoding) -> Option<Vec<DocumentHighlight>> {
        let ranges = self.references(at, true, encoding)?;
        Some(ranges.into_iter().map(|range| DocumentHighlight { range, kind: None }).collect())
    }

    /// The range and text of the name at a position, which the editor shows before it renames the name.
    ///
    /// # Errors
    /// Returns an error if there is no name at the position.
    pub fn prepare_rename(&self, at: Position, encoding: Encoding) -> Result<(Range, String), String> {
        let used = self.mention_at(at, encoding).ok_or("there is no name here")?;
        Ok((self.lines(encoding).span(&used.span), self.text[used.span.bytes()].to_string()))
    }

    /// The edits that rename the name at a position.
    ///
    /// # Errors
    /// Returns a message if the name cannot be renamed to `wanted`.
    pub fn rename(&self, at: Position, wanted: &str, encoding: Encoding) -> Result<Vec<TextEdit>, String> {
        let ranges = self.references(at, true, encoding).ok_or("there is no name here")?;
        let wanted = wanted.trim();
        let mut found = mentions(wanted).0.into_iter();
        let no_name = || format!("{wanted} is not a name: a letter a to e with a number, or words in braces");
        let (Some(new), None) = (found.next(), found.next()) else { return Err(no_name()) };
        // For example, the closing brace may be missing, or the number too large.
        let (_, faults) = gier_slip::parse(&[gier_slip::Source::new("name", &format!("{wanted}:\n"))]);
        if new.span.bytes().len() != wanted.len() || !faults.is_empty() {
            return Err(no_name());
        }
        if self.names.iter().any(|name| name.name == new.name) {
            return Err(format!("{wanted} is already used in this text"));
        }
        Ok(ranges.into_iter().map(|range| TextEdit::new(range, wanted.to_string())).collect())
    }

    /// The names that the text defines, for the editor's outline.
    #[allow(deprecated, reason = "the protocol's structure has a field that it no longer wants")]
    pub fn symbols(&self, encoding: Encoding) -> Vec<DocumentSymbol> {
        let lines = self.lines(encoding);
        let defined = self.names.iter().filter(|name| name.defines);
        let symbol = |name: &Mention| DocumentSymbol {
            name: name.name.to_string(),
            detail: self
                .assembly
                .as_ref()
                .and_then(|made| made.value(&name.name))
                .map(|value| value.to_string()),
            kind: SymbolKind::KEY,
            tags: None,
            deprecated: None,
            range: lines.span(&name.span),
            selection_range: lines.span(&name.span),
            children: None,
        };
        defined.map(symbol).collect()
    }

    /// The completions that the editor offers at a position: all orders, and all names in the text. There are
    /// none in comments, texts and numbers.
    pub fn completion(&self, at: Position, encoding: Encoding) -> Vec<CompletionItem> {
        let byte = self.lines(encoding).byte(at);
        let is_letter = |c: char| c.is_ascii_alphanumeric();
        let word = self.text[..byte].trim_end_matches(is_letter).len();
        let in_number = self.text[word..byte].starts_with(|c: char| c.is_ascii_digit());
        if in_number || self.remarks.iter().any(|remark| remark.start < byte && byte <= remark.end) {
            return Vec::new();
        }
        let orders = gier_word::order::ORDERS.iter().map(|row| CompletionItem {
            label: row.mnemonic.to_string(),
            kind: Some(CompletionItemKind::KEYWORD),
            detail: Some(meaning(row.opcode)),
            sort_text: Some(format!("1{}", row.mnemonic)),
            ..CompletionItem::default()
        });
        let mut names: Vec<String> = self.names.iter().map(|name| name.name.to_string()).collect();
        names.sort_unstable();
        names.dedup();
        let names = names.into_iter().map(|label| CompletionItem {
            kind: Some(CompletionItemKind::REFERENCE),
            sort_text: Some(format!("0{label}")),
            label,
            ..CompletionItem::default()
        });
        names.chain(orders).collect()
    }

    /// Semantic tokens for the names. The editor's own grammar colours everything else.
    pub fn colours(&self, encoding: Encoding) -> Vec<SemanticToken> {
        let lines = self.lines(encoding);
        let mut painter = Painter::new(&lines);
        for name in &self.names {
            painter.word(name.span.bytes(), "label");
        }
        painter.finish()
    }
}

/// Describes the effect of an order in one sentence.
fn meaning(opcode: Opcode) -> String {
    opcode.row().sentence.trim_end_matches('.').to_string()
}

/// The shortest time of an order, in micro-operations, and whether the order can take longer.
fn cost_of(word: Cell, half: Half) -> (u32, bool) {
    let is_pair = word.marks().a();
    let order =
        if is_pair { gier_word::codec::decode_half(word, half) } else { gier_word::codec::decode_full(word) };
    let base = match (is_pair, half) {
        (false, _) => timing::BASE_FULL,
        (true, Half::Left) => timing::BASE_LEFT,
        (true, Half::Right) => timing::BASE_RIGHT,
    };
    let own = timing::own(order.opcode, order.floating);
    let modified = order.base != gier_word::Base::None;
    let counts = order.tail.is_some_and(|tail| tail.increment != 0)
        && order.opcode.row().increment == gier_word::order::IncrementRole::Counted;
    let cost = base
        + own
        + timing::END
        + if modified { timing::MODIFICATION } else { 0 }
        + if order.indirect { timing::INDIRECT } else { 0 }
        + if counts { timing::COUNT } else { 0 };
    let calls = matches!(order.opcode, Opcode::Hs);
    (cost, calls || order.indirect || order.opcode.row().cost_varies(order.floating))
}

/// Explains what follows the address of an order that fills a cell: each part, and what it does.
/// [F-COND-1] [F-IND-1]
fn parts(tail: &TailLine) -> Vec<(String, String)> {
    let counted = "the increment is added to the address, and the sum is stored in the order, which then works with it (docs/machine.md)";
    let rows = [
        (!tail.increment.is_empty(), "t", counted),
        (tail.exchange, "X", "R and M are exchanged at the end"),
        (tail.skip, "V", "the next order is skipped"),
        (tail.direct, "D", "the address itself is the operand"),
    ];
    let written = rows.into_iter().filter(|(there, ..)| *there);
    let mut parts: Vec<_> = written.map(|(_, part, what)| (part.to_string(), what.to_string())).collect();
    let letter = tail.letter.letter().map(String::from).unwrap_or_default();
    let marks = [(tail.marks.a(), 'A'), (tail.marks.b(), 'B')].into_iter().filter(|(there, _)| *there);
    let bits = marks.map(|(_, mark)| format!("{letter}{mark}")).collect::<Vec<_>>().join(", ");
    let is_wanted = tail.indicator == IndicatorOp::L;
    let not = if is_wanted { "" } else { "not " };
    let what = match (tail.indicator, tail.letter, bits.is_empty()) {
        (IndicatorOp::L | IndicatorOp::N, letter, true) => match letter {
            Letter::Z => format!("only if R is {not}zero"),
            Letter::O => format!("only if R has {not}overflowed"),
            Letter::T => format!("only if R is {not}negative"),
            Letter::None | Letter::K | Letter::P | Letter::Q | Letter::R => return parts,
        },
        (IndicatorOp::L | IndicatorOp::N, Letter::None, false) => {
            format!("only if R has {}mark {bits}", if is_wanted { "" } else { "no " })
        }
        (IndicatorOp::L | IndicatorOp::N, Letter::K, false) => {
            format!("only if {bits} on the desk is {}", if is_wanted { "on" } else { "off" })
        }
        (IndicatorOp::L | IndicatorOp::N, _, false) => {
            format!("only if {bits} of the indicator is {}", if is_wanted { "one" } else { "zero" })
        }
        (IndicatorOp::I, Letter::K, _) => "exchanges the register p and the indicator".to_string(),
        (IndicatorOp::I, Letter::Z | Letter::O | Letter::T, false) => {
            format!("{bits} of the indicator gets the signal {letter} of the result")
        }
        (IndicatorOp::I, Letter::P | Letter::Q | Letter::R, false) => {
            format!("{bits} of the indicator gets the mark of R")
        }
        (IndicatorOp::M, ..) => "sets the marks of the cell that the order writes".to_string(),
        (IndicatorOp::I, ..) => return parts,
    };
    parts.push((tail.indicator.written(tail.letter, tail.marks), what));
    parts
}
