//! What wasm-bindgen writes to call the browser, made smaller: 169 functions, whose names end in
//! sixteen random digits, in the module and in the JavaScript beside it. Nobody packs such digits.

use anyhow::{Context, Result};
use std::collections::BTreeMap;

/// As many hexadecimal digits end a name.
const DIGITS: usize = 16;

/// Takes comments and indentation out of the JavaScript, and gives the functions numbers instead of
/// their digits; as many digits, so that nothing moves in the module.
///
/// # Errors
/// The JavaScript is no text.
pub fn shortened(script: &[u8], module: &[u8]) -> Result<(String, Vec<u8>)> {
    let script = str::from_utf8(script).context("wasm-bindgen's JavaScript is no text")?;
    let lines = script.lines().map(str::trim).filter(|line| !is_comment(line));
    let mut script: String = lines.flat_map(|line| [line, "\n"]).collect();
    let mut module = module.to_vec();
    for (digits, number) in numbers(&script) {
        script = script.replace(&digits, &number);
        replace(&mut module, digits.as_bytes(), number.as_bytes());
    }
    Ok((script, module))
}

/// Whether nothing else stands in the line: wasm-bindgen's comments have lines of their own.
fn is_comment(line: &str) -> bool {
    line.is_empty() || ["//", "/*", "*"].iter().any(|sign| line.starts_with(sign))
}

/// The digits at the ends of names, and the number of each.
fn numbers(script: &str) -> BTreeMap<String, String> {
    let words = script.split(|sign: char| sign != '_' && !sign.is_ascii_alphanumeric());
    let names = words.filter(|word| word.starts_with("__wbg_"));
    let digits = names.filter_map(|name| name.rsplit_once('_').map(|(_, digits)| digits));
    let is_digits =
        |digits: &&str| digits.len() == DIGITS && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let mut found: BTreeMap<String, String> =
        digits.filter(is_digits).map(|digits| (digits.to_string(), String::new())).collect();
    for (count, number) in found.values_mut().enumerate() {
        *number = format!("{count:0DIGITS$}");
    }
    found
}

/// Writes what is as long in its place, wherever it stands.
fn replace(bytes: &mut [u8], what: &[u8], by: &[u8]) {
    let places: Vec<usize> =
        bytes.windows(DIGITS).enumerate().filter(|(_, here)| *here == what).map(|(at, _)| at).collect();
    for at in places {
        bytes[at..at + DIGITS].copy_from_slice(by);
    }
}
