//! Formatting of ALGOL texts: indents lines by block, and deletes blanks at line ends. Before that, the server
//! writes the words and symbols as GIER ALGOL has them (`then` becomes `_then`, and `<=` becomes `≤`). The
//! compiled drum image of a correct program does not change.
//!
//! Lines between `_begin` and `_end` are indented by two more blanks than the line of `_begin`. In the
//! outermost block, all lines have the indentation of the first line, at most two blanks. If a statement
//! takes several lines, they are all shifted by the same distance. A label starts in the first column.

use crate::algol::Algol;
use gier_algol::{Basic, TokenKind};
use std::ops::Range;

/// The number of blanks for each level of indentation.
const STEP: usize = 2;

/// An open block.
struct Level {
    /// The indentation of the line that contains the word `_begin` of the block.
    begin: usize,
    /// The indentation of the declarations and statements in the block.
    inside: usize,
    /// Whether `inside` is known. In the outermost block, it is unknown until the first line is read.
    is_settled: bool,
    /// The old and the new indentation of the line in which the current statement begins.
    statement: (usize, usize),
}

impl Algol {
    /// Lists the edits that indent the text. Each edit replaces a byte range by blanks.
    pub fn indentation(&self) -> Vec<(Range<usize>, String)> {
        let text = self.text(self.file);
        let own: Vec<usize> = self.own_tokens().collect();
        let Some(&first) = own.first() else { return Vec::new() };
        let comments = self.comments();
        let mut edits = Vec::new();
        let mut levels: Vec<Level> = Vec::new();
        let mut next = 0;
        let mut current = 0;
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let end = start + line.len();
            let content = line.trim_end_matches(['\n', '\r']);
            let trimmed = content.trim_start_matches([' ', '\t']);
            let byte = start + content.len() - trimmed.len();
            let old = width(&text[start..byte]);
            let inside_token = next > 0 && {
                let before = self.analysis.tokens[own[next - 1]].span.bytes();
                before.end > start
            };
            let begins =
                own.get(next).filter(|&&token| self.analysis.tokens[token].span.bytes().start == byte);
            current = match begins {
                _ if inside_token => current,
                Some(&token) => {
                    self.indent_of(token, own[..next].last().copied(), old, &mut levels, next == 0)
                }
                None if trimmed.is_empty() || next == 0 => old,
                None if trimmed.starts_with("_comment")
                    && self.starts_statement(own[..next].last().copied()) =>
                {
                    levels.last().map_or(old, |level| level.inside)
                }
                None => old,
            };
            let in_program = next > 0 || begins.is_some();
            let is_other = current != old || begins.is_some() && text[start..byte].contains('\t');
            if in_program && !inside_token && !trimmed.is_empty() && is_other && next < own.len() {
                edits.push((start..byte, " ".repeat(current)));
            }
            while let Some(&token) =
                own.get(next).filter(|&&token| self.analysis.tokens[token].span.bytes().start < end)
            {
                let line = if inside_token { old } else { current };
                self.pass(token, token == first, line, &mut levels);
                next += 1;
            }
            // Blanks within a string or comment are kept.
            let code_end = start + content.trim_end_matches([' ', '\t']).len();
            let goes_over = next > 0 && self.analysis.tokens[own[next - 1]].span.bytes().end > code_end;
            let commented = comments.iter().any(|comment| comment.start < code_end && code_end < comment.end);
            if code_end < start + content.len() && !goes_over && !commented && in_program && code_end > byte {
                edits.push((code_end..start + content.len(), String::new()));
            }
            start = end;
        }
        edits
    }

    /// Whether a statement, a declaration or a comment begins after the token `before`.
    fn starts_statement(&self, before: Option<usize>) -> bool {
        match before {
            None => true,
            Some(before) => matches!(self.basic(before), Some(Basic::Semicolon | Basic::Begin)),
        }
    }

    /// Returns the new indentation of a line that begins with `token`. `before` is the token before it. `old`
    /// is the present indentation of the line.
    fn indent_of(
        &self,
        token: usize,
        before: Option<usize>,
        old: usize,
        levels: &mut [Level],
        is_first: bool,
    ) -> usize {
        let Some(level) = levels.last_mut() else { return if is_first { 0 } else { old } };
        if self.basic(token) == Some(Basic::End) {
            return level.begin;
        }
        if !self.starts_statement(before) {
            return (level.statement.1 + old).saturating_sub(level.statement.0);
        }
        let is_label = matches!(self.analysis.tokens[token].kind, TokenKind::Identifier(_))
            && self.basic(token + 1) == Some(Basic::Colon);
        if !level.is_settled && !is_label {
            (level.inside, level.is_settled) = (old.min(STEP), true);
        }
        let new = if is_label { 0 } else { level.inside };
        level.statement = (old, new);
        new
    }

    /// Updates the open blocks in `levels` for one token: a `begin` opens a block, and an `end` closes the
    /// innermost one. `is_first` says whether the token is the first of the text. `indent` is the indentation
    /// of the token's line.
    fn pass(&self, token: usize, is_first: bool, indent: usize, levels: &mut Vec<Level>) {
        match self.basic(token) {
            Some(Basic::Begin) => {
                let inside = if is_first { indent } else { indent + STEP };
                levels.push(Level {
                    begin: indent,
                    inside,
                    is_settled: !is_first,
                    statement: (inside, inside),
                });
            }
            Some(Basic::End) => {
                levels.pop();
            }
            _ => {}
        }
    }
}

/// The width of blanks and tabs. A tab extends to the next multiple of [`STEP`].
fn width(blanks: &str) -> usize {
    let step = |width: usize, blank| if blank == '\t' { (width / STEP + 1) * STEP } else { width + 1 };
    blanks.chars().fold(0, step)
}
