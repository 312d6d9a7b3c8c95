//! Parses what follows `_b` (the head of a block), `_p` (the name of a text to read), `{core}` and `{track}`.

use crate::item::{Destination, Head, Name, Statement};
use crate::parse::{Parsed, Parser};

/// Whether `next` can follow `heads` in the head of a block. A valid head is `k=100, i=6, a20, b5`.
fn follows(heads: &[Head], next: &Head) -> bool {
    heads.iter().all(|head| match (head, next) {
        (Head::Declare(before, _), Head::Declare(letter, _)) => before != letter,
        (Head::Track(_), Head::Here(_)) | (_, Head::Declare(..)) => true,
        _ => false,
    })
}

impl Parser {
    /// Reads the name of an area, followed by `<`.
    pub(crate) fn area(&mut self) -> Parsed<String> {
        let mut name = String::new();
        while let Some(char) = self.look().filter(char::is_ascii_alphanumeric) {
            name.push(char);
            self.at += 1;
        }
        if !self.accept('<') || name.is_empty() {
            return self.fault("_p needs the name of an area and '<'", Some("_pimage<"));
        }
        Ok(name)
    }

    /// Reads the head of a block, such as `k=100, i=6, a20, b5`: the track, the run-time address, and the
    /// names to declare. The order is fixed, but each of them can be left out. No letter occurs twice.
    /// [F-SLIP-19]
    pub(crate) fn heads(&mut self) -> Parsed<Vec<Head>> {
        let mut heads: Vec<Head> = Vec::new();
        while !matches!(self.look(), None | Some('\n' | ';' | '>' | '*')) {
            let start = self.at;
            let head = if self.try_to(|p| (p.accept('k') && p.accept('=')).then_some(())).is_some() {
                Head::Track(self.expr()?)
            } else if self.try_to(Parser::here_is).is_some() {
                Head::Here(self.expr()?)
            } else if let Some(Name::Short(letter, highest)) = self.try_to(Parser::name) {
                Head::Declare(letter, highest)
            } else {
                return self.fault("a block sets k= and i=, or declares names such as a20", None);
            };
            if !follows(&heads, &head) {
                self.at = start;
                let help = "write k= first, then i=, then each letter once: _b k=100, i=6, a20, b5";
                return self.fault("the head of the block is in the wrong order", Some(help));
            }
            heads.push(head);
            if !self.accept(',') {
                break;
            }
        }
        self.at_end()?;
        Ok(heads)
    }

    /// Reads a statement that says where the next cells are stored: `{core} 41` or `{track} 100, 6`.
    pub(crate) fn place(&mut self) -> Parsed<()> {
        let start = self.at;
        let place = match self.name() {
            Some(Name::Long(words)) if words == "core" => Destination::Core(self.expr()?),
            Some(Name::Long(words)) if words == "track" => {
                let track = self.expr()?;
                if !self.accept(',') {
                    return self.fault(
                        "{track} wants a track and the address where it runs",
                        Some("{track} 100, 6"),
                    );
                }
                Destination::Track { track, runs_at: self.expr()? }
            }
            _ => {
                self.at = start;
                let help =
                    "{words}: is a label, {words}= a definition, {core} and {track} say where cells go";
                return self.fault("a name in braces is not a statement", Some(help));
            }
        };
        self.push(start, Statement::Place(place));
        self.at_end()
    }
}
