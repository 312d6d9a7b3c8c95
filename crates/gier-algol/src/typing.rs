//! How each symbol of GIER ALGOL is typed on a keyboard of today. The manual, the help and the editors show
//! this table, and formatters turn what was typed into the symbols.  [F-AFE-4]

use crate::analyse::{Analysis, Token};
use crate::lex::{Basic, TokenKind};
use crate::source::{Form, SourceText};
use std::ops::Range;

/// A symbol of GIER ALGOL, and what stands for it in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Typing {
    /// The symbol as it is printed, and as a text in the clean form has it.
    pub symbol: &'static str,
    /// What the symbol is, in English.
    pub english: &'static str,
    /// What the symbol is, in Danish.
    pub danish: &'static str,
    /// What can be typed instead, with the keys of any keyboard. The first is the one to learn. Empty if the
    /// symbol itself is on every keyboard.
    pub typed: &'static [&'static str],
    /// What the museum's files, which end in `.asc`, have for it.
    pub museum: &'static str,
    /// What other languages write, and the compiler refuses because it could mean something else. The message
    /// names the symbol.
    pub refused: &'static [&'static str],
}

macro_rules! typings {
    ($($symbol:literal $english:literal $danish:literal $typed:tt $museum:literal $refused:tt;)*) => {
        /// The symbols that are not on every keyboard, and those that are written with several keys.
        pub const SYMBOLS: &[Typing] = &[$(Typing {
            symbol: $symbol, english: $english, danish: $danish, typed: &$typed, museum: $museum,
            refused: &$refused,
        },)*];
    };
}

typings! {
    "_begin" "an underlined word" "et understreget ord" [] "_b_e_g_i_n" ["begin", "BEGIN", "'BEGIN'"];
    "_goto" "go to" "gå til" ["_go _to"] "_g_o_t_o" ["goto"];
    ":=" "assign" "tildel" [] ":=" ["=", "←"];
    "×" "multiply" "gange" ["*"] "*" ["·"];
    "/" "divide" "dividere" [] "/" [];
    "÷" "divide integers" "heltalsdivision" ["_:"] "_:" ["//", "div"];
    "↑" "to the power" "opløft" ["^"] "|&" ["**"];
    "<" "less" "mindre" [] "<" [];
    "≤" "less or equal" "mindre eller lig" ["<=", "_<"] "_<" ["=<"];
    "=" "equal" "lig" [] "=" ["=="];
    "≥" "greater or equal" "større eller lig" [">=", "_>"] "_>" ["=>"];
    ">" "greater" "større" [] ">" [];
    "≠" "not equal" "forskellig fra" ["<>", "|="] "|=" ["!=", "/=", "#"];
    "¬" "not" "ikke" ["-,"] "-," ["!", "~", "not"];
    "∧" "and" "og" ["/\\", "&"] "&" ["&&", "and"];
    "∨" "or" "eller" ["\\/"] "£" ["|", "||", "or", "!"];
    "⊃" "implies" "medfører" ["=>"] "=>" ["->"];
    "≡" "equivalent" "ensbetydende" ["_="] "_=" ["=="];
    "2.5⏨-3" "a number with a power of ten" "et tal med en potens af ti" ["2.5e-3"] "2.5'-3"
        ["2.5'-3", "2.5'10'-3"];
    "«text»" "a string" "en tekst" ["\"text\"", "|<<text|>"] "|<<text|>" ["'text'", "“text”", "<<text>>"];
    "‹-ndd›" "a layout" "et layout" ["|<-ndd|>"] "|<-ndd|>" ["<-ndd>", "{-ndd}"];
    "‹±dd›" "an underlined plus in a layout" "et understreget plus i et layout" ["|<_+dd|>"] "|<_+dd|>" [];
    "«a␣b»" "a blank that is seen, in a string" "et synligt mellemrum i en tekst" ["\"a_,b\""]
        "|<<a_,b|>" [];
    "«\\_x»" "an underlined character in a string" "et understreget tegn i en tekst" ["|<<\\_x|>"]
        "|<<_x|>" [];
    "«\\|x»" "a barred character in a string" "et gennemstreget tegn i en tekst" ["\"\\|x\""] "|<<|x|>" [];
    "«\\{29}»" "a symbol of the typewriter by its number, in a string"
        "et af skrivemaskinens symboler ved dets nummer, i en tekst" ["\"\\{29}\""] "|<<#029|>" [];
}

/// Lists the changes that turn what was typed in a text into the symbols of GIER ALGOL: words get their
/// underscore, `<=` becomes `≤`. `file` is the index of the text in the analysis. The changes come in the
/// order of the text and do not overlap. The symbols of a correct program stay the same.
pub fn respelt(analysis: &Analysis, file: usize) -> Vec<(Range<usize>, String)> {
    let is_clean = |text: &&SourceText| text.form == Form::Clean && !text.is_of_the_museum();
    let Some(text) = analysis.texts.get(file).filter(is_clean) else {
        return Vec::new();
    };
    let fixes = analysis.diagnostics.iter().filter_map(|fault| fault.fix.as_ref());
    let edits = fixes.filter(|fix| fix.is_spelling).flat_map(|fix| &fix.edits);
    let edits = edits.filter(|(span, _)| span.file() == file).map(|(span, new)| (span.bytes(), new.clone()));
    // If a string has a fault, its marks may belong to other strings.
    let strings = !analysis.diagnostics.iter().any(|fault| fault.word == "string");
    let is_string = |token: &Token| matches!(token.kind, TokenKind::Text(_) | TokenKind::Layout(_));
    let own = analysis.tokens.iter().filter(|token| token.span.file() == file);
    let own = own.filter(|token| strings || !is_string(token));
    let mut all: Vec<_> = own.flat_map(|token| of_token(token, &text.text)).chain(edits).collect();
    all.sort_by_key(|(bytes, _)| (bytes.start, bytes.end));
    let mut end = 0;
    all.retain(|(bytes, _)| {
        let apart = bytes.start >= end;
        end = end.max(bytes.end);
        apart
    });
    all
}

/// Turns what was typed in a whole text into the symbols of GIER ALGOL. `analyse` analyses a text and says
/// which of the analysis' texts it is. Returns `None` if nothing has to change.
pub fn respelt_text(text: &str, mut analyse: impl FnMut(&str) -> (Analysis, usize)) -> Option<String> {
    /// A corrected word can show other words that lack their underscore, but only a few times.
    const ROUNDS: usize = 8;
    let mut new: Option<String> = None;
    for _ in 0..ROUNDS {
        let now = new.as_deref().unwrap_or(text);
        let (analysis, file) = analyse(now);
        let edits = respelt(&analysis, file);
        if edits.is_empty() {
            break;
        }
        new = Some(changed(now, &edits));
    }
    new
}

/// Applies changes to a text. They must be in the order of the text and must not overlap.
pub fn changed(text: &str, edits: &[(Range<usize>, String)]) -> String {
    let mut new = String::with_capacity(text.len());
    let mut from = 0;
    for (bytes, part) in edits {
        new.push_str(&text[from..bytes.start]);
        new.push_str(part);
        from = bytes.end;
    }
    new.push_str(&text[from..]);
    new
}

/// The changes that write one basic symbol as GIER has it.
fn of_token(token: &Token, text: &str) -> Vec<(Range<usize>, String)> {
    let bytes = token.span.bytes();
    let written = &text[bytes.clone()];
    match &token.kind {
        TokenKind::Basic(Basic::FatComma) => Vec::new(),
        TokenKind::Basic(basic) => {
            let symbol = basic.written();
            let is_word = symbol.starts_with('_') || symbol.is_ascii();
            if is_word || symbol == written { Vec::new() } else { vec![(bytes, symbol)] }
        }
        TokenKind::Number(..) => {
            let tens = written.match_indices(['e', 'E']);
            tens.map(|(at, ten)| (bytes.start + at..bytes.start + at + ten.len(), "⏨".to_string())).collect()
        }
        TokenKind::Text(_) => bracketed(written, bytes.start, [("\"", "\""), ("|<<", "|>")], ["«", "»"]),
        TokenKind::Layout(_) => {
            let mut edits = bracketed(written, bytes.start, [("|<", "|>"); 2], ["‹", "›"]);
            for (typed, symbol) in [("e", "⏨"), ("_+", "±")] {
                let found = written.match_indices(typed);
                edits.extend(found.map(|(at, typed)| {
                    (bytes.start + at..bytes.start + at + typed.len(), symbol.to_string())
                }));
            }
            edits
        }
        TokenKind::Identifier(_) | TokenKind::Trouble | TokenKind::EndOfText => Vec::new(),
    }
}

/// The changes that write other brackets around a string or layout which begins at byte `start`. There are
/// none if the text between the brackets contains a bracket too, because it would then end there.
fn bracketed(
    written: &str,
    start: usize,
    typed: [(&str, &str); 2],
    real: [&str; 2],
) -> Vec<(Range<usize>, String)> {
    for (open, close) in typed {
        let inside = written.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
        if inside.is_some_and(|inside| !inside.contains(['«', '»', '‹', '›', '|'])) {
            let end = start + written.len();
            let [left, right] = real.map(String::from);
            return vec![(start..start + open.len(), left), (end - close.len()..end, right)];
        }
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn analysed(text: &str) -> (Analysis, usize) {
        (crate::analyse(&[SourceText::clean("", text)], &mut |_| None), 0)
    }

    /// The first basic symbol after `_begin`, and whether the text has faults.
    fn symbol(written: &str) -> (TokenKind, bool) {
        let (analysis, _) = analysed(&format!("_begin {written} x _end;"));
        (analysis.tokens[1].kind.clone(), analysis.tokens.iter().any(|it| it.kind == TokenKind::Trouble))
    }

    #[test]
    fn each_short_form_is_the_symbol_and_becomes_the_symbol() {
        for row in SYMBOLS {
            for typed in row.typed {
                assert_eq!(symbol(typed), symbol(row.symbol), "{typed} for {}", row.symbol);
                let text = format!("_begin {typed} x _end;");
                let new = respelt_text(&text, analysed).unwrap_or(text);
                // `_go _to` is a word like `_goto`, and the characters of a string are kept.
                if *typed != "_go _to" && !row.english.ends_with("in a string") {
                    assert!(new.contains(row.symbol), "{typed}: {new}");
                }
            }
        }
    }

    #[test]
    fn what_is_in_the_museums_files_is_the_symbol_there() {
        for row in SYMBOLS {
            let text = format!("_b_e_g_i_n {} x _e_n_d;", row.museum);
            let text = SourceText { form: Form::Asc, ..SourceText::clean("", &text) };
            let analysis = crate::analyse(&[text], &mut |_| None);
            assert_eq!(analysis.tokens[1].kind, symbol(row.symbol).0, "{}", row.museum);
        }
    }

    #[test]
    fn what_is_refused_has_a_fault() {
        for row in SYMBOLS {
            for refused in row.refused.iter().filter(|refused| !refused.contains("2.5")) {
                let text = format!("_begin _integer x; x := x {refused} x _end;");
                assert!(!analysed(&text).0.diagnostics.is_empty(), "{refused}");
            }
        }
    }

    #[test]
    fn strings_and_comments_are_kept() {
        let text = "Title <= \"a\"\n_begin _comment a <= b \"c; writetext(\"<= &\"); writetext(«a <= b»);\n\
                    _if 1 <= 2e3 /\\_true \\/ 3>=4&5<>6 _then writetext(«/\\_x») _end a >= b;";
        let wanted = "Title <= \"a\"\n_begin _comment a <= b \"c; writetext(«<= &»); writetext(«a <= b»);\n\
                      _if 1 ≤ 2⏨3 ∧_true ∨ 3≥4∧5≠6 _then writetext(«/\\_x») _end a >= b;";
        assert_eq!(respelt_text(text, analysed).as_deref(), Some(wanted));
    }
}
