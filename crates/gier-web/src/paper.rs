//! Converts lines of the typewriter's sheet to HTML. The typewriter can print several characters at one
//! position, such as an underline below a letter.

use gier_desk::typewriter::paper::{Position, Ribbon};
use std::fmt::Write;

/// Converts a line of the sheet to HTML. Red characters are in elements of their own. A character with an
/// underline or a vertical bar is also in an element of its own, and a screen reader reads only the
/// character.
pub fn line_html(line: &[Position]) -> String {
    let mut html = String::new();
    let mut open = Ribbon::Black;
    for position in line {
        let body = position.body();
        let ribbon = body.or_else(|| position.overlays().next()).map_or(open, |strike| strike.ribbon);
        if ribbon != open {
            html.push_str(if ribbon == Ribbon::Red { "<span class=\"red\">" } else { "</span>" });
            open = ribbon;
        }
        let glyph = body.map_or(' ', |strike| strike.glyph);
        let mut overlays = position.overlays().peekable();
        if overlays.peek().is_none() {
            push_escaped(&mut html, glyph);
            continue;
        }
        html.push_str("<span class=\"over\">");
        push_escaped(&mut html, glyph);
        for strike in overlays {
            let red = if strike.ribbon == Ribbon::Red { " red" } else { "" };
            let _ =
                write!(html, "<i class=\"{}{red}\" aria-hidden=\"true\"></i>", overlay_class(strike.glyph));
        }
        html.push_str("</span>");
    }
    if open == Ribbon::Red {
        html.push_str("</span>");
    }
    html
}

/// The CSS class for a character that is printed over another one: an underline `_` or a vertical bar `|`.
fn overlay_class(glyph: char) -> &'static str {
    match glyph {
        '_' => "underline",
        '|' => "bar",
        other => unreachable!("{other} moves the carriage"),
    }
}

/// Escapes the special characters of HTML in a text, such as `<`.
pub fn escaped(text: &str) -> String {
    let mut html = String::new();
    text.chars().for_each(|character| push_escaped(&mut html, character));
    html
}

fn push_escaped(html: &mut String, character: char) {
    match character {
        '&' => html.push_str("&amp;"),
        '<' => html.push_str("&lt;"),
        '>' => html.push_str("&gt;"),
        '"' => html.push_str("&quot;"),
        _ => html.push(character),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gier_desk::typewriter::paper::Sheet;
    use gier_word::Symbol;

    /// Prints `a<`, a red `b`, a black `≤` and a red `≠`, and tests the HTML. The test of the SVG picture
    /// prints the same line.
    #[test]
    fn colours_and_overlays_have_their_marks() {
        let mut sheet = Sheet::new();
        for code in [49, 17, 29, 50, 62, 14, 17, 29, 60, 14, 4] {
            sheet.take(Symbol::new(code));
        }
        assert_eq!(
            line_html(&sheet.lines()[0]),
            "a&lt;<span class=\"red\">b</span>\
             <span class=\"over\">&lt;<i class=\"underline\" aria-hidden=\"true\"></i></span>\
             <span class=\"red\"><span class=\"over\">=<i class=\"bar red\" aria-hidden=\"true\"></i></span></span>"
        );
    }
}
