//! Finds bare words, which are keywords written without their underscore, such as `for` instead of `_for`.
//! The compiler reads `for i` as one identifier, and so reports many faults. This module replaces these
//! faults by one message with the corrected line. It does the same for words of other languages, such as
//! `a div b`.

use crate::ast::{DeclaredSymbol, Program, Span, Standard, SymbolKind};
use crate::lex::foreign::{
    Foreign, LINE_OPEN, PARENTHESES, REPEAT, Role, foreign, is_declarator, replaced, semicolon_after,
};
use crate::lex::{Basic, TokenKind, Tokens};
use crate::parse::MISPLACED;
use crate::source::Form;
use gier_word::Diagnostic;
use gier_word::diagnostic::start_of;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The maximum length of the corrected line in a message, in characters.
const LINE_MAX: usize = 120;
/// If at least so many statements contain bare words, one message reports them all.
const STATEMENTS_MAX: usize = 5;

/// Simplifies the faults of a program. If a statement contains bare words (keywords without their
/// underscore) or words of other languages, one message replaces all faults of the statement. All other
/// faults stay as they are.
pub(crate) fn explained(tokens: &Tokens, program: &Program, mut faults: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let is_own = |symbol: &&DeclaredSymbol| !matches!(symbol.kind, SymbolKind::Standard(_));
    let symbols = || program.symbols.iter().filter(is_own);
    // `var i: integer` has the form of a label.
    let is_foreign = |symbol: &DeclaredSymbol| {
        symbol.kind == SymbolKind::Label
            && tokens.text(&symbol.span).split_whitespace().next().is_some_and(is_declarator)
    };
    let names = symbols().filter(|symbol| !is_foreign(symbol));
    let declared: BTreeSet<&str> = names.map(|symbol| &*symbol.name).collect();
    let mut statements = Vec::new();
    let mut start = 0;
    for at in 0..tokens.len() {
        let ends = matches!(
            tokens.kind(at),
            TokenKind::Basic(Basic::Semicolon | Basic::Begin | Basic::End) | TokenKind::EndOfText
        );
        if ends {
            let statement = Stretch::new(tokens, start..at, &declared);
            if !statement.edits.is_empty() || !statement.foreign.is_empty() {
                statements.push(statement);
            }
            start = at + 1;
        }
    }
    let all: Vec<Edit> = statements.iter().flat_map(|statement| statement.edits.clone()).collect();
    let declares = statements.iter().any(|statement| !statement.declares.is_empty());
    let mut told = Vec::new();
    for statement in statements {
        faults = statement.explain(faults, &all, &mut told);
    }
    // The declaration of a name can go on in the next line. The first such line of a name counts.
    let lines = symbols().rev().filter_map(|symbol| tokens.first_line(&symbol.span));
    let open: BTreeMap<String, Span> = lines.map(|(line, place)| (without_blanks(line), place)).collect();
    for fault in faults.iter_mut().filter(|fault| fault.word == "-declar.") {
        undeclared(fault, tokens, &open, &declared);
    }
    if declares {
        faults.retain(|fault| fault.message != MISPLACED);
    }
    // A bare `end` is the end that seems to be missing.
    if told.iter().any(|told| told.words.contains(&"end")) {
        // Of the faults at the end of the text, only that of a missing end names another place, its begin.
        faults.retain(|fault| fault.word != "termination" || fault.related.is_none());
    }
    if told.len() < STATEMENTS_MAX {
        faults.extend(told.into_iter().map(Told::one));
    } else {
        faults.extend(Told::all(told));
    }
    faults
}

/// Gives better advice about an undeclared name whose blanks say what was meant, or that another block
/// declares. `open` has the names whose declaration goes on in the next line, and the places of their first
/// lines.
fn undeclared(
    fault: &mut Diagnostic,
    tokens: &Tokens,
    open: &BTreeMap<String, Span>,
    declared: &BTreeSet<&str>,
) {
    let written = tokens.text(&fault.span);
    let place = tokens.first_line(&fault.span).map(|(_, place)| (place, LINE_OPEN));
    let place = place.or_else(|| {
        let declared = open.get(&without_blanks(written))?;
        Some((*declared, "is the ; at the end of its declaration missing?"))
    });
    let Some((place, advice)) = place else {
        let first = written.split_whitespace().next().filter(|first| *first != written).unwrap_or_default();
        let is_call = crate::standard::find(first).is_some_and(|row| row.call() != row.name)
            && fault.fix.as_ref().is_some_and(|fix| fix.edits == [(fault.span, first.to_string())]);
        if is_call {
            (fault.help, fault.fix) = (Some(PARENTHESES.to_string()), None);
        } else if declared.contains(&*without_blanks(written)) {
            let help = "it is declared in another block or procedure, and known only there";
            (fault.help, fault.fix) = (Some(help.to_string()), None);
        }
        return;
    };
    let told = Diagnostic::new(fault.span, fault.word, std::mem::take(&mut fault.message)).with_help(advice);
    *fault = semicolon_after(told, &place);
}

/// A change that writes a word in its right form.
type Edit = (Span, String);

/// The message about the bare words of one statement.
struct Told<'t> {
    place: Span,
    word: &'static str,
    words: Vec<&'t str>,
    corrected: String,
    edits: Vec<Edit>,
}

impl<'t> Told<'t> {
    fn one(self) -> Diagnostic {
        let verb = if self.words.len() == 1 { "needs an underscore" } else { "need an underscore each" };
        let words = listed(&self.words);
        let help = match self.words.first() {
            Some(&"while") if self.corrected.starts_with("_while") => REPEAT.to_string(),
            _ => format!("write {}", self.corrected),
        };
        Diagnostic::new(self.place, self.word, format!("{words} {verb}"))
            .with_help(help)
            .with_spelling(format!("underline {words}"), self.edits)
    }

    /// One message about the bare words of many statements.
    fn all(told: Vec<Told<'t>>) -> Option<Diagnostic> {
        let first = told.first()?;
        let fault = Diagnostic::new(first.place, first.word, String::new());
        let (mut words, mut edits) = (Vec::new(), Vec::new());
        for one in told {
            one.words.into_iter().for_each(|word| add(&mut words, word));
            edits.extend(one.edits);
        }
        let message = format!("{} need an underscore each, in many statements", listed(&words));
        let fault =
            Diagnostic { message, ..fault }.with_help("the quick fix of an editor underlines them all");
        Some(fault.with_spelling("underline the words of the whole text", edits))
    }
}

fn add<'t>(words: &mut Vec<&'t str>, word: &'t str) {
    if !words.contains(&word) {
        words.push(word);
    }
}

/// A statement or declaration: the symbols from one semicolon, `begin` or `end` to the next.
struct Stretch<'t> {
    tokens: &'t Tokens,
    symbols: Range<usize>,
    /// The names that the program declares.
    declared: &'t BTreeSet<&'t str>,
    /// The spans of the bare words, which are keywords without their underscore.
    words: Vec<Span>,
    /// The words of other languages, and their places.
    foreign: Vec<(Span, &'static Foreign)>,
    /// The changes that correct both.
    edits: Vec<Edit>,
    /// The identifiers that the statement was meant to declare: `i` if it contains `integer i` without an
    /// underscore.
    declares: Vec<String>,
}

impl<'t> Stretch<'t> {
    fn new(tokens: &'t Tokens, symbols: Range<usize>, declared: &'t BTreeSet<&'t str>) -> Stretch<'t> {
        let mut statement = Stretch {
            tokens,
            symbols: symbols.clone(),
            declared,
            words: Vec::new(),
            foreign: Vec::new(),
            edits: Vec::new(),
            declares: Vec::new(),
        };
        for at in symbols {
            let span = tokens.span(at);
            let name = match tokens.kind(at) {
                TokenKind::Identifier(name) if !declared.contains(&**name) => &**name,
                TokenKind::Trouble => "",
                _ => continue,
            };
            if tokens.texts[span.file()].form == Form::Clean {
                statement.identifier(&span, name, at);
            }
        }
        statement
    }

    fn text(&self, span: &Span) -> &'t str {
        self.tokens.text(span)
    }

    /// Finds the bare words (keywords without their underscore) and the words of other languages in an
    /// identifier such as `for i`, and adds their places.
    fn identifier(&mut self, span: &Span, name: &str, at: usize) {
        let is_first = at == self.symbols.start;
        let text = self.text(span);
        let words: Vec<&str> = text.split_whitespace().collect();
        let mut plain = String::new();
        let mut declares = false;
        for (position, &word) in words.iter().enumerate() {
            let start = span.bytes().start + word.as_ptr() as usize - text.as_ptr() as usize;
            let place = Span::new(span.file(), start..start + word.len());
            let basic = Basic::from_word(word);
            let is_first_only = basic.is_some_and(Basic::is_first_only);
            // `value added := 2` assigns to a name.
            let assigns = *self.tokens.kind(at + 1) == TokenKind::Basic(Basic::Assign) && word != "switch";
            let declares_here = is_first && !assigns && (position == 0 || declares);
            if basic.is_some() && (!is_first_only || declares_here) {
                self.words.push(place);
                self.edits.push((start_of(&place), "_".to_string()));
                declares |= is_first_only;
            } else if let Some(row) = self.foreign_word(&words, position, at) {
                self.foreign.push((place, row));
                if !row.2.is_empty() {
                    self.edits.push((place, row.2.to_string()));
                }
                declares |= row.3 == Role::Declarator;
            } else {
                plain.push_str(word);
            }
        }
        let in_list = !is_first && !self.declares.is_empty();
        if declares || in_list {
            self.declares.push(if declares { plain } else { name.to_string() });
        }
    }

    /// The row about a word of another language in an identifier with these words. Names can contain such
    /// words, so an operator counts only if a known operand stands on each side.
    fn foreign_word(&self, words: &[&str], position: usize, at: usize) -> Option<&'static Foreign> {
        let row = foreign(words[position])?;
        let is_word = |word: &&str| Basic::from_word(word).is_some() || foreign(word).is_some();
        let before = words[..position].iter().rev().take_while(|word| !is_word(word));
        let before: String = before.collect::<Vec<_>>().into_iter().rev().copied().collect();
        let after: String = words[position + 1..].iter().take_while(|word| !is_word(word)).copied().collect();
        let known = |name: &str| {
            self.declared.contains(name)
                || Standard::ALL.iter().any(|(standard, _)| *standard == name)
                || name.starts_with(|first: char| first.is_ascii_digit())
        };
        let kind = |at: Option<usize>| at.filter(|at| *at < self.tokens.len()).map(|at| self.tokens.kind(at));
        let is_alone = position == 0 && before.is_empty();
        let left = match is_alone {
            true => kind(at.checked_sub(1)).is_some_and(TokenKind::ends_operand),
            false => known(&before),
        };
        let right = match after.is_empty() && position + 1 == words.len() {
            true => kind(Some(at + 1)).is_some_and(|next| {
                next.is_operand() || matches!(next, TokenKind::Basic(Basic::LeftParenthesis | Basic::Minus))
            }),
            false => known(&after),
        };
        let opens = at == self.symbols.start
            || matches!(
                kind(at.checked_sub(1)),
                Some(TokenKind::Basic(Basic::Then | Basic::Else | Basic::Do | Basic::Colon))
            );
        let fits = match row.3 {
            Role::Infix => left && right,
            Role::Prefix => right && (!left || !is_alone),
            Role::First | Role::Declarator => position == 0 && opens,
            Role::Name => false,
        };
        fits.then_some(row)
    }

    /// Whether a fault is in this statement.
    fn contains(&self, fault: &Diagnostic) -> bool {
        let is_within = |at: usize| {
            let span = self.tokens.span(at);
            span.file() == fault.span.file()
                && (span.bytes().start..=span.bytes().end).contains(&fault.span.bytes().start)
        };
        // A fault can be at the symbol that ends the statement.
        (self.symbols.start..=self.symbols.end).any(is_within)
    }

    /// Returns `faults`, which are the faults of the whole program, without those that the bare words and
    /// foreign words of this statement explain, but with a message about each foreign word that the corrected
    /// line does not replace. Adds the bare words to `told`. `all` has the changes of the whole program.
    fn explain(self, faults: Vec<Diagnostic>, all: &[Edit], told: &mut Vec<Told<'t>>) -> Vec<Diagnostic> {
        let (inside, mut others): (Vec<_>, Vec<_>) =
            faults.into_iter().partition(|fault| self.contains(fault) && fault.word != "termination");
        let Some(fault) = inside.first() else { return others };
        others.retain(|fault| {
            fault.word != "-declar." || !self.declares.contains(&without_blanks(self.text(&fault.span)))
        });
        // A word that is replaced is a part of the corrected line.
        let apart = self.foreign.iter().filter(|(_, row)| self.words.is_empty() || row.2.is_empty());
        others.extend(apart.map(|(place, row)| {
            let message = format!("{} is not a word of the language", self.text(place));
            replaced(Diagnostic::new(*place, fault.word, message).with_help(row.1), row.2)
        }));
        let Some(place) = self.words.first().copied() else {
            // What has a correction of its own has nothing to do with the words.
            let apart = |fault: &&Diagnostic| fault.fix.is_some() && fault.word != "-declar.";
            others.extend(inside.iter().filter(apart).cloned());
            return others;
        };
        let mut words = Vec::new();
        self.words.iter().for_each(|word| add(&mut words, self.text(word)));
        let corrected = self.corrected(&place, all);
        told.push(Told { place, word: fault.word, words, corrected, edits: self.edits });
        others
    }

    /// The line that contains `place`, with the changes of the whole program, `all`, applied.
    fn corrected(&self, place: &Span, all: &[Edit]) -> String {
        let text = &self.tokens.texts[place.file()].text;
        let begin = text[..place.bytes().start].rfind('\n').map_or(0, |newline| newline + 1);
        let end = text[place.bytes().end..].find('\n').map_or(text.len(), |at| place.bytes().end + at);
        let here = |(span, _): &&Edit| {
            span.file() == place.file() && begin <= span.bytes().start && span.bytes().end <= end
        };
        let moved = |(span, new): &Edit| (span.bytes().start - begin..span.bytes().end - begin, new.clone());
        let edits: Vec<_> = all.iter().filter(here).map(moved).collect();
        let line = crate::typing::changed(&text[begin..end], &edits);
        let line = line.trim();
        match line.char_indices().nth(LINE_MAX) {
            Some((cut, _)) => format!("{}…", &line[..cut]),
            None => line.to_string(),
        }
    }
}

fn without_blanks(name: &str) -> String {
    name.split_whitespace().collect()
}

/// The words as a list in a sentence: `for, step and do`.
fn listed(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [word] => (*word).to_string(),
        [words @ .., last] => format!("{} and {last}", words.join(", ")),
    }
}
