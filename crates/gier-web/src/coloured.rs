//! Shows a source text with numbered lines, and the underlined words of ALGOL underlined. This module needs no
//! browser.

use crate::paper::escaped;
use std::fmt::Write;

/// The place of a fault in a source text. All numbers count characters or lines from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaultPlace {
    /// The line.
    pub line: usize,
    /// The first faulty character in the line.
    pub begin: usize,
    /// The character after the last faulty one.
    pub end: usize,
}

/// Converts a source text to HTML, with an element for each line. In ALGOL, a word with an underscore in front
/// is underlined, and a layout or text in quotes has its own colour. Every character keeps its place, because
/// the visitor's text field lies over this picture of the text.
pub fn coloured_html(text: &str, is_algol: bool, fault: Option<&FaultPlace>) -> String {
    let mut html = String::new();
    for (number, line) in text.split('\n').enumerate() {
        let fault = fault.filter(|fault| fault.line == number);
        let class = if fault.is_some() { " class=\"at\"" } else { "" };
        let _ = write!(html, "<div{class}><i>{}</i><span>", number + 1);
        match fault {
            Some(fault) => {
                let at = |place: usize| line.char_indices().nth(place).map_or(line.len(), |(at, _)| at);
                let (begin, end) = (at(fault.begin), at(fault.end.max(fault.begin + 1)));
                push_words(&mut html, &line[..begin], is_algol);
                let _ = write!(html, "<span class=\"bad\">{}</span>", escaped(&line[begin..end]));
                push_words(&mut html, &line[end..], is_algol);
            }
            None => push_words(&mut html, line, is_algol),
        }
        html.push_str("</span></div>");
    }
    html
}

/// Converts a text to HTML, as [`coloured_html`] does with a line.
pub fn words_html(text: &str, is_algol: bool) -> String {
    let mut html = String::new();
    push_words(&mut html, text, is_algol);
    html
}

fn push_words(html: &mut String, line: &str, is_algol: bool) {
    let mut rest = line;
    while let Some(begin) = rest.find(['_', '‹', '«']).filter(|_| is_algol) {
        html.push_str(&escaped(&rest[..begin]));
        rest = &rest[begin..];
        let sign = rest.chars().next().unwrap_or('_');
        let end = match sign {
            '_' => rest.find(|sign: char| sign != '_' && !sign.is_alphanumeric()).unwrap_or(rest.len()),
            open => {
                let close = if open == '‹' { '›' } else { '»' };
                rest.find(close).map_or(rest.len(), |place| place + close.len_utf8())
            }
        };
        let (word, after) = rest.split_at(end);
        let word = escaped(word);
        match word.strip_prefix('_') {
            Some(word) => html.extend(["<u>_</u><b>", word, "</b>"]),
            None => html.extend(["<em>", &word, "</em>"]),
        }
        rest = after;
    }
    html.push_str(&escaped(rest));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_underlined_and_the_fault_is_marked() {
        let place = FaultPlace { line: 1, begin: 5, end: 6 };
        assert_eq!(
            coloured_html("_begin\na := c<1", true, Some(&place)),
            "<div><i>1</i><span><u>_</u><b>begin</b></span></div>\
             <div class=\"at\"><i>2</i><span>a := <span class=\"bad\">c</span>&lt;1</span></div>"
        );
        assert_eq!(
            coloured_html("write(‹-nd›)_", true, None),
            "<div><i>1</i><span>write(<em>‹-nd›</em>)<u>_</u><b></b></span></div>"
        );
    }
}
