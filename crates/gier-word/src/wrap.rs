//! Breaks a text into lines.

/// Puts words into lines of at most `width` columns. `columns` measures a text. A word that is wider gets a line of
/// its own.
pub fn lines<'a>(
    words: impl Iterator<Item = &'a str>,
    width: usize,
    columns: impl Fn(&str) -> usize,
) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in words {
        let line = lines.last_mut().expect("there is a line");
        if line.is_empty() {
            line.push_str(word);
        } else if columns(line) + 1 + columns(word) <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_string());
        }
    }
    lines
}
