//! Converts GIER ALGOL 4 programs of the museum to GIER ALGOL III by mechanical changes. The two languages
//! differ in names, statements and spellings.

/// Writes a word underlined, in the archive's spelling.
pub fn underlined(word: &str) -> String {
    word.chars().flat_map(|letter| ['_', letter]).collect()
}

/// Makes all changes to the text of a program.
pub fn changed(text: &str) -> String {
    let mut text = without_code(text);
    text = without_calls(&text, "select(");
    for (from, to) in [
        ("write integer", "write"),
        ("writeinteger", "write"),
        ("read integer", "typein"),
        ("readinteger", "typein"),
        ("read real", "typein"),
        ("readreal", "typein"),
        ("lyn", "typechar"),
    ] {
        text = text.replace(from, to);
    }
    layouts(&remainders(&text))
}

/// Replaces the body of each procedure in machine code by the result 0. In these programs, such a procedure
/// can only be the clock.
fn without_code(text: &str) -> String {
    let (code, end) = (underlined("code"), format!("{};", underlined("e")));
    let mut result = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(&code) {
        let after = &rest[start + code.len()..];
        let (name, _) = after.split_once(';').unwrap_or((after, ""));
        result.push_str(&rest[..start]);
        result.push_str(&format!("{} := 0;", name.trim()));
        rest = after.find(&end).map_or("", |at| &after[at + end.len()..]);
    }
    result + rest
}

/// Deletes each call of a procedure that is not needed. `call` is the start of the call, such as `select(`;
/// the call ends at the next `)`.
fn without_calls(text: &str, call: &str) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(call) {
        result.push_str(&rest[..start]);
        let after = &rest[start + call.len()..];
        rest = after.find(')').map_or("", |at| &after[at + 1..]);
    }
    result + rest
}

/// Changes layouts. The letter `p` (as many positions as needed) becomes nine times `d`, and blanks at the
/// start are deleted.
fn layouts(text: &str) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("|<") {
        let open = start + 2;
        result.push_str(&rest[..open]);
        rest = &rest[open..];
        if rest.starts_with('<') {
            continue;
        }
        let end = rest.find("|>").unwrap_or(rest.len());
        let layout = rest[..end].trim_start();
        result.push_str(&layout.replace('p', "ddddddddd"));
        rest = &rest[end..];
    }
    result + rest
}

/// Replaces `a mod b` by `(a-a_:b*b)`.
fn remainders(text: &str) -> String {
    let word = underlined("mod");
    let mut text = text.to_string();
    while let Some(at) = text.find(&word) {
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        let left = term_before(before.trim_end());
        let right = operand_after(after.trim_start());
        let (start, end) =
            (before.trim_end().len() - left.len(), after.len() - after.trim_start().len() + right.len());
        let remainder = format!("({left}-{left}_:{right}*{right})");
        text = format!("{}{remainder}{}", &text[..start], &after[end..]);
    }
    text
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == ' '
}

/// Returns the product at the end of a text: factors separated by `*`.
fn term_before(text: &str) -> &str {
    let mut start = text.len();
    loop {
        let before = &text[..start];
        start = match before.chars().last() {
            Some(')') => opening(before, '(', ')'),
            Some(']') => opening(before, '[', ']'),
            _ => start,
        };
        start = word_start(&text[..start]);
        match text[..start].strip_suffix('*') {
            Some(factor) => start = factor.len(),
            None => break,
        }
    }
    text[start..].trim_start()
}

/// Returns the position in a text where its last name or number begins. Underlined letters do not belong to a
/// name.
fn word_start(text: &str) -> usize {
    let mut start = text.len();
    for (at, character) in text.char_indices().rev() {
        if !is_word(character) || text[..at].ends_with('_') {
            break;
        }
        start = at;
    }
    start
}

/// Returns the position of the opening bracket that matches the closing bracket at the end of a text.
fn opening(text: &str, open: char, close: char) -> usize {
    let mut depth = 0;
    for (at, character) in text.char_indices().rev() {
        if character == close {
            depth += 1;
        } else if character == open {
            depth -= 1;
            if depth == 0 {
                return at;
            }
        }
    }
    0
}

/// Returns the operand at the start of a text.
fn operand_after(text: &str) -> &str {
    let word = text.find(|c| !is_word(c)).unwrap_or(text.len());
    let brackets = text[word..].chars().next().filter(|&c| c == '[' || c == '(');
    if word > 0 && brackets.is_none() {
        return text[..word].trim_end();
    }
    let mut depth = 0;
    for (at, character) in text.char_indices() {
        match character {
            '(' | '[' => depth += 1,
            ')' | ']' => {
                depth -= 1;
                if depth == 0 {
                    return &text[..=at];
                }
            }
            _ => {}
        }
    }
    text
}
