//! Parses text to items, statement by statement. After a fault, the parser continues with the next statement.

use crate::item::{Expr, Item, Name, Statement, Word};
use crate::order_line::OrderLine;
use crate::source::{Chars, Source};
use gier_word::glyph::from_museum;
use gier_word::{Diagnostic, Span, TEXT_MAX};
use std::collections::BTreeSet;
use std::ops::Range;

/// The largest number of statements in a text: about three for each cell of store and drum.
const STATEMENTS_MAX: usize = 40_000;
/// The number of faults after which the parser stops.
const FAULTS_MAX: usize = 10_000;

/// Parses SLIP texts, one after the other as if they were one tape.
///
/// A text ends at its last character, or at an `_e` with a start address. Faulty statements produce no items.
pub fn parse(sources: &[Source]) -> (Vec<Item>, Vec<Diagnostic>) {
    let (mut items, mut faults) = (Vec::new(), Vec::new());
    let mut floating = false;
    for (file, source) in sources.iter().enumerate() {
        if source.text.len() > TEXT_MAX {
            let message = format!("the text is longer than {} million bytes", TEXT_MAX >> 20);
            faults.push(Diagnostic::new(Span::new(file, 0..0), "full", message));
            continue;
        }
        let mut parser = Parser::new(file, &source.text, floating);
        parser.program();
        floating = parser.floating;
        items.append(&mut parser.items);
        faults.append(&mut parser.faults);
    }
    (items, faults)
}

/// Parses a piece of a text. `floating` says whether numbers are floating-point at the start of the piece.
/// The returned `bool` says whether numbers are floating-point at the end of the piece.
pub(crate) fn parse_piece(text: &str, floating: bool) -> (Vec<Item>, Vec<Diagnostic>, bool) {
    let mut parser = Parser::new(0, text, floating);
    parser.statements();
    (parser.items, parser.faults, parser.floating)
}

const NEXT_CELL: &str = "begin a new line for the next cell; a comma divides the two orders of one cell";

pub(crate) struct Fault {
    pub(crate) from: usize,
    pub(crate) message: String,
    pub(crate) help: Option<&'static str>,
    /// For a name without braces: the indices of its characters, and the name. `None` for faults of any other
    /// kind.
    pub(crate) name: Option<(Range<usize>, String)>,
}

pub(crate) type Parsed<T> = Result<T, Fault>;

/// Whether a comma after this statement begins another statement. (After an order, a comma begins the second
/// order of the cell.)
fn joins(item: Option<&Item>) -> bool {
    matches!(
        item.map(|item| &item.statement),
        Some(Statement::Define(..) | Statement::Here(_) | Statement::If(_) | Statement::Start(_))
    )
}

pub(crate) struct Parser {
    pub(crate) chars: Chars,
    pub(crate) at: usize,
    pub(crate) file: usize,
    /// Whether numbers are floating-point. `_f` begins this mode, and `_m` ends it.
    pub(crate) floating: bool,
    /// How many blocks are open. The value is valid only if `unsure` is false.
    depth: usize,
    /// Whether the parser is between the `<` and the `>` of a condition.
    in_case: bool,
    /// How many blocks were open where the present part of the condition began: at `<` or at `*`.
    depth_before: usize,
    /// Whether `depth` is unknown. It is unknown after a part of a condition that does not close exactly the
    /// blocks that it opens.
    unsure: bool,
    /// Where a remark begins that never ends.
    open_remark: Option<usize>,
    /// Whether the program has ended, at an `_e` with an address or at an `_e` outside all blocks.
    ended: bool,
    items: Vec<Item>,
    pub(crate) faults: Vec<Diagnostic>,
    /// The names without braces that have been reported. Each name is reported once.
    pub(crate) bare: BTreeSet<String>,
}

impl Parser {
    pub(crate) fn new(file: usize, text: &str, floating: bool) -> Parser {
        Parser {
            chars: Chars::new(text),
            at: 0,
            file,
            floating,
            depth: 0,
            in_case: false,
            depth_before: 0,
            unsure: false,
            open_remark: None,
            ended: false,
            items: Vec::new(),
            faults: Vec::new(),
            bare: BTreeSet::new(),
        }
    }

    /// Skips comments, and returns the next character without moving past it.
    pub(crate) fn peek(&mut self) -> Option<char> {
        while self.chars.get(self.at) == Some('[') {
            let start = self.at;
            while self.chars.get(self.at).is_some_and(|char| char != ']') {
                self.at += 1;
            }
            match self.chars.get(self.at) {
                Some(_) => self.at += 1,
                None => drop(self.open_remark.get_or_insert(start)),
            }
        }
        self.chars.get(self.at)
    }

    /// Skips comments, spaces and underlines, and returns the next character without moving past it.
    pub(crate) fn look(&mut self) -> Option<char> {
        while matches!(self.peek(), Some(' ' | '_')) {
            self.at += 1;
        }
        self.peek()
    }

    /// Like [`Parser::look`], but does not skip underlines.
    pub(crate) fn blank(&mut self) -> Option<char> {
        while self.peek() == Some(' ') {
            self.at += 1;
        }
        self.peek()
    }

    pub(crate) fn accept(&mut self, wanted: char) -> bool {
        let found = self.look() == Some(wanted);
        if found {
            self.at += 1;
        }
        found
    }

    pub(crate) fn fault<T>(&mut self, message: impl Into<String>, help: Option<&'static str>) -> Parsed<T> {
        self.look();
        Err(Fault { from: self.at, message: message.into(), help, name: None })
    }

    pub(crate) fn try_to<T>(&mut self, reader: impl FnOnce(&mut Parser) -> Option<T>) -> Option<T> {
        let start = self.at;
        let found = reader(self);
        if found.is_none() {
            self.at = start;
        }
        found
    }

    fn program(&mut self) {
        self.heading();
        self.statements();
        if let Some(at) = self.open_remark {
            let span = Span::new(self.file, self.chars.byte(at)..self.chars.byte(at + 1));
            let fault = Diagnostic::new(span, "syntax", "this remark never ends");
            self.faults.push(fault.with_help("put the closing ] behind it"));
        }
    }

    fn statements(&mut self) {
        while !self.ended && self.separators() {
            let start = self.at;
            if self.is_full() {
                let message = format!("the text has more than {STATEMENTS_MAX} statements here");
                return self.full(message, "store and drum have 13 824 cells");
            }
            if self.faults.len() >= FAULTS_MAX {
                return self.full(format!("the text has more than {FAULTS_MAX} faults here"), "");
            }
            if let Err(fault) = self.statement() {
                self.report(fault);
                self.rest_of_line();
            }
            if self.at == start {
                self.at += 1;
            }
            if joins(self.items.last()) && self.blank() == Some(',') {
                self.at += 1;
            }
        }
    }

    /// Whether the text has reached the limit on statements.
    pub(crate) fn is_full(&self) -> bool {
        self.items.len() >= STATEMENTS_MAX
    }

    /// Reports that the text exceeds a limit at this place.
    fn full(&mut self, message: String, help: &str) {
        let here = self.chars.byte(self.at);
        let fault = Diagnostic::new(Span::new(self.file, here..here), "full", message);
        self.faults.push(fault.with_help(help));
    }

    /// Skips lines that end in `<` before a SLIP text. They are commands to the monitor program HELP.
    fn heading(&mut self) {
        loop {
            let start = self.at;
            let mut word = String::new();
            while let Some(char) = self.chars.get(self.at) {
                self.at += 1;
                if char == '\n' && word.trim().is_empty() {
                    word.clear();
                    continue;
                }
                if char == '<' || char == '\n' {
                    break;
                }
                word.push(char);
            }
            let command = word.trim().trim_start_matches(';');
            let letters = command.chars().all(|c| c.is_ascii_lowercase() || matches!(c, ',' | '-' | ' '));
            if self.chars.get(self.at.saturating_sub(1)) != Some('<') || !letters || command.is_empty() {
                self.at = start;
                return;
            }
        }
    }

    /// Skips the text between statements. Returns `false` at the end of the text.
    fn separators(&mut self) -> bool {
        loop {
            match self.chars.get(self.at) {
                Some(';') => self.remark('\n'),
                Some('[') => self.remark(']'),
                Some('\n' | ' ') => self.at += 1,
                other => return other.is_some(),
            }
        }
    }

    /// Skips a remark, which ends with `last`. Inside a condition, a `*` or `>` in the remark becomes a
    /// statement. The reason: SLIP does not recognise remarks in the text that a condition skips.
    /// [F-SLIP-8]
    pub(crate) fn remark(&mut self, last: char) {
        let start = self.at;
        while let Some(char) = self.chars.get(self.at) {
            match char {
                '>' if self.in_case => {
                    self.aside(Statement::Fi);
                    continue;
                }
                '*' if self.in_case => {
                    self.aside(Statement::ElseAside);
                    continue;
                }
                _ => self.at += 1,
            }
            if char == last {
                return;
            }
        }
        if last == ']' {
            self.open_remark.get_or_insert(start);
        }
    }

    fn rest_of_line(&mut self) {
        while !matches!(self.peek(), None | Some('\n' | ';' | '>' | '*')) {
            self.at += 1;
        }
    }

    pub(crate) fn push(&mut self, start: usize, statement: Statement) {
        match statement {
            Statement::If(_) => {
                self.depth_before = if self.in_case { self.depth_before } else { self.depth };
                self.in_case = true;
            }
            Statement::Else | Statement::Fi => {
                self.unsure |= self.in_case && self.depth != self.depth_before;
                self.depth_before = self.depth;
                self.in_case = statement == Statement::Else;
            }
            _ => {}
        }
        let bytes = self.chars.byte(start)..self.chars.byte(self.at).max(self.chars.byte(start));
        self.items.push(Item::from(statement).with_span(Span::new(self.file, bytes)));
    }

    /// Checks that the statement ends here. A statement ends at the end of a line or of the text, at a
    /// comment, and at the end of a part of a condition.
    pub(crate) fn at_end(&mut self) -> Parsed<()> {
        match self.look() {
            None | Some('\n' | ';' | '>' | '*') => Ok(()),
            Some(other) => {
                let name = self.bare_name(self.at);
                let start = name.as_ref().map_or(self.at, |name| name.start);
                if self.is_order(start) {
                    self.at = start;
                    let word = self.word_at(start).to_ascii_lowercase();
                    return self.fault(format!("'{word}' does not fit here"), Some(NEXT_CELL));
                }
                if let Some(name) = name {
                    return self.bare(name);
                }
                if other == '{' && self.try_to(Parser::name).is_none() {
                    return self.fault("this name is not closed", Some("put the closing brace behind it"));
                }
                let help = match other {
                    '#' | '/' | '$' | 'x' => Some("numbers are decimal, and a remark begins with ;"),
                    ',' => Some(NEXT_CELL),
                    '\'' | '"' | '‘' | '’' | '“' | '”' => {
                        Some("a symbol is written as its number: sy 49 types a")
                    }
                    's' | 'r' | 'p' => Some("a register stands before the address: s5"),
                    _ => None,
                };
                self.fault(format!("'{other}' does not fit here"), help)
            }
        }
    }

    fn statement(&mut self) -> Parsed<()> {
        let start = self.at;
        if self.peek() == Some('_') {
            return self.directive();
        }
        if let Some(label) = self.try_to(Parser::label) {
            self.push(start, label);
            return Ok(());
        }
        if let Some(name) = self.try_to(Parser::defined) {
            let value = self.expr()?;
            self.push(start, Statement::Define(name, value));
            return Ok(());
        }
        self.bare_label()?;
        match self.peek() {
            Some('<') => {
                self.at += 1;
                let condition = self.expr()?;
                self.push(start, Statement::If(condition));
                Ok(())
            }
            Some('*') => self.single(Statement::Else),
            Some('>') => self.single(Statement::Fi),
            Some(':') => self.single(Statement::Refuse),
            Some('{') => self.place(),
            Some('i') if self.try_to(Parser::here_is).is_some() => {
                let value = self.expr()?;
                self.push(start, Statement::Here(value));
                Ok(())
            }
            Some('0'..='9' | '.' | '\'' | '+' | '-') => self.number_words(),
            _ => self.orders(),
        }
    }

    fn single(&mut self, statement: Statement) -> Parsed<()> {
        self.aside(statement);
        Ok(())
    }

    /// Moves past one character, and adds the statement that this character stands for.
    fn aside(&mut self, statement: Statement) {
        let start = self.at;
        self.at += 1;
        self.push(start, statement);
    }

    /// Reads a label: `a1:` or `a1h:`.
    fn label(&mut self) -> Option<Statement> {
        let name = self.name()?;
        let half = self.look() == Some('h');
        if half {
            self.at += 1;
        }
        let label = if half { Statement::RightLabel(name) } else { Statement::Label(name) };
        self.accept(':').then_some(label)
    }

    /// Reads the beginning of a definition: `a1 =`
    fn defined(&mut self) -> Option<Name> {
        let name = self.name()?;
        self.accept('=').then_some(name)
    }

    /// Reads `i =`, which sets the run-time address.
    pub(crate) fn here_is(&mut self) -> Option<()> {
        (self.accept('i') && self.accept('=')).then_some(())
    }

    fn directive(&mut self) -> Parsed<()> {
        let start = self.at;
        self.at += 1;
        let letter = self.blank();
        self.at += 1;
        match letter {
            Some('b') => {
                let heads = self.heads()?;
                // A `_b` without a head begins no block.  [F-SLIP-19]
                if !heads.is_empty() {
                    self.depth += 1;
                    self.push(start, Statement::Begin(heads));
                }
            }
            Some('e') => {
                let entry = match self.look() {
                    None | Some('\n' | ';' | '>' | '*') => None,
                    _ => Some(self.expr()?),
                };
                // After the program, a tape has commands to HELP, which are not read.
                let outside = self.depth == 0 && !self.unsure;
                self.ended = (entry.is_some() || outside) && !self.in_case;
                self.depth = self.depth.saturating_sub(1);
                self.push(start, Statement::End(entry));
                return self.at_end();
            }
            Some('u') => {
                let entry = self.expr()?;
                self.push(start, Statement::Start(entry));
                return self.at_end();
            }
            // `_h` goes back to HELP. The rest of the tape contains commands to HELP.
            Some('h') if matches!(self.look(), None | Some('\n' | ';')) => self.ended = true,
            Some('_') => self.at -= 1,
            Some('d') => {}
            Some('m') => self.floating = false,
            Some('f') => self.floating = true,
            Some('s') => {
                self.rest_of_line();
                self.push(start, Statement::Stop);
            }
            Some('l') => self.push(start, Statement::Return),
            // `_n` and `_r` switch the checksum of the tape off, and on again.
            Some('n' | 'r') => {}
            Some('p') => {
                let area = self.area()?;
                let floating = self.floating;
                self.push(start, Statement::Read { area, floating });
            }
            Some('i') => {
                let mut remark = String::new();
                while let Some(char) = self.chars.get(self.at).filter(|&char| char != '\n') {
                    remark.push(from_museum(char));
                    self.at += 1;
                }
                self.push(start, Statement::Inform(remark.trim().to_string()));
            }
            Some('t' | 'k') => {
                self.at = start;
                let parts = self.text()?;
                self.push(start, Statement::Text(parts));
                // The rest of the line after a text is a remark.
                if self.chars.get(self.at) != Some('\n') {
                    self.remark('\n');
                }
            }
            _ => {
                self.at = start;
                let help = "underlined b, e, d, u, i, s, t, k, m, f, p and l begin statements";
                return self.fault("no statement begins with this underlined letter", Some(help));
            }
        }
        Ok(())
    }

    /// Reads one cell with orders: a full word, or two half words with a comma between.
    fn orders(&mut self) -> Parsed<()> {
        let start = self.at;
        let left = self.order()?;
        let word = if self.accept(',') {
            if !left.fits_half() {
                return Err(Fault {
                    from: start,
                    message: "a half-word order has no t, X, V, D or indicator letters".to_string(),
                    help: Some("give it a cell of its own, without the comma"),
                    name: None,
                });
            }
            let from = self.at;
            let right = match self.look() {
                None | Some('\n' | ';' | '>' | '*') => OrderLine::default(),
                _ => self.order()?,
            };
            if !right.fits_half() {
                return Err(Fault {
                    from,
                    message: "a half-word order has no t, X, V, D or indicator letters".to_string(),
                    help: Some(
                        "give it a cell of its own; 4+a1 is address and increment, a1+4 is one address",
                    ),
                    name: None,
                });
            }
            Word::Pair(left, right)
        } else {
            Word::Full(left)
        };
        self.push(start, Statement::Cell(word));
        self.at_end()
    }

    pub(crate) fn expr(&mut self) -> Parsed<Expr> {
        self.sum()
    }
}
