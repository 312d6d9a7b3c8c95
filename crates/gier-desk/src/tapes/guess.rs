//! Guesses what a file is that is not a tape of GIER, for example a tape that was read backwards.

use super::{TapeInfo, TapeKind, Text, Unknown, look, look_and_read};
use gier_word::tape::Row;
use gier_word::{Image, Reel, Symbol};

/// The share of the bytes that must fit, in percent.
const ENOUGH: usize = 95;

/// Says what a file that [`look`] does not recognise looks like. Returns `None` if `look` recognises the file,
/// or if no guess fits.
pub fn guess(bytes: &[u8]) -> Option<String> {
    if bytes.starts_with(b"PK\x03\x04") {
        return Some("a zip file: unpack it first".to_string());
    }
    if Reel::from_bytes(bytes).is_ok() {
        return Some("a reel of magnetic tape, as --save-tape-station writes it".to_string());
    }
    if Image::begins(bytes) {
        return Some("a drum image: gier run runs it".to_string());
    }
    let rows: Vec<Row> = bytes.iter().copied().map(Row).collect();
    match look(&rows).kind {
        // The symbols of a tape that was turned can still be a text, but a program is more than that.
        TapeKind::Text => turned(bytes, true),
        TapeKind::Unknown(Unknown::NoTape | Unknown::OtherForm) => {
            five_channels(bytes).or_else(|| turned(bytes, false)).or_else(|| ascii(bytes))
        }
        _ => None,
    }
}

/// A way in which the holes of a tape can get into a file, and what a file with them is called.
type Turn = (fn(u8) -> u8, &'static str);

/// Tries the ways in which the rows of a tape can get into a file. If the file is a text as it is, only a program
/// counts.
fn turned(bytes: &[u8], is_text: bool) -> Option<String> {
    let turns: [Turn; 4] = [
        (|row| row, ""),
        (u8::reverse_bits, "mirrored"),
        (|row| !row, "with holes and paper exchanged"),
        (|row| Row::new(Symbol::new(row & 127)).0, "in seven channels, without the row of parity"),
    ];
    // Rows with the right parity have it already.
    let has_parity = bytes.iter().all(|&row| Row(row).is_blank() || Row(row).parity_is_right());
    let turns = &turns[..turns.len() - usize::from(has_parity)];
    turns.iter().flat_map(|turn| [(turn, false), (turn, true)]).find_map(|(&(turn, how), is_backwards)| {
        let mut rows: Vec<Row> = bytes.iter().map(|&row| Row(turn(row))).collect();
        let mut hows: Vec<&str> = [how].into_iter().filter(|how| !how.is_empty()).collect();
        if is_backwards {
            rows.reverse();
            hows.push("read backwards");
        }
        if hows.is_empty() {
            return None;
        }
        let (info, text) = look_and_read(&rows);
        let is_more = match info.kind {
            TapeKind::Unknown(_) => false,
            kind => !is_text || kind != TapeKind::Text,
        };
        let is_tape = is_more && reads_well(&info, &text);
        is_tape.then(|| format!("{}, {}: {}", info.kind, hows.join(" and "), info.first_line))
    })
}

/// Whether a text has as many letters, digits and blanks as texts have, and most of the tape's rows. Rows that were turned
/// the wrong way give few of them.
fn reads_well(info: &TapeInfo, text: &Text) -> bool {
    let is_plain = |character: &char| character.is_alphanumeric() || character.is_whitespace();
    let (plain, all) = (text.as_str().chars().filter(is_plain).count(), text.as_str().chars().count());
    !matches!(info.kind, TapeKind::Text) || plain * 100 >= all * 70 && all * 2 > info.rows
}

/// The letters and the figures of the five-channel code, the international telegraph alphabet number 2.
const LETTERS: &str = "\0E\nA SIU\rDRJNFCKTZLWHYPQOBG\u{1}MXV\u{2}";
const FIGURES: &str = "\x003\n- '87\r\x054\x07,!:(5+)2£6019?&\u{1}./=\u{2}";

/// The text of a tape of five channels.
fn five_channels(bytes: &[u8]) -> Option<String> {
    if bytes.is_empty() || bytes.iter().any(|&row| row > 31) {
        return None;
    }
    let mut table = LETTERS;
    let mut text = String::new();
    for &row in bytes {
        match row {
            27 => table = FIGURES,
            31 => table = LETTERS,
            _ => text.extend(
                table
                    .chars()
                    .nth(usize::from(row))
                    .filter(|character| *character >= ' ' || *character == '\n'),
            ),
        }
    }
    Some(format!("a tape of five channels: {}", first_line(&text)))
}

/// A text in ASCII, perhaps with a bit of parity.
fn ascii(bytes: &[u8]) -> Option<String> {
    let share = |fits: &dyn Fn(u8) -> bool| {
        bytes.iter().filter(|&&byte| fits(byte)).count() * 100 >= bytes.len() * ENOUGH
    };
    let is_printable = |byte: u8| (b' '..127).contains(&byte) || byte.is_ascii_whitespace();
    if bytes.is_empty() || !share(&|byte| is_printable(byte & 127)) {
        return None;
    }
    let kinds: [(&dyn Fn(u8) -> bool, &str); 3] = [
        (&|byte| byte < 128, "a text in ASCII; gier takes texts in the museum's notation as .asc"),
        (&|byte| byte.count_ones() % 2 == 0, "ASCII with even parity"),
        (&|byte| byte.count_ones() % 2 == 1, "ASCII with odd parity"),
    ];
    let (_, kind) = kinds.into_iter().find(|(fits, _)| share(fits))?;
    let text: String = bytes.iter().map(|&byte| char::from(byte & 127)).collect();
    Some(format!("{kind}: {}", first_line(&text)))
}

/// The first line that is not blank.
fn first_line(text: &str) -> &str {
    text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::acts::asc;

    #[test]
    fn a_tape_that_was_read_wrongly_is_guessed() {
        let text = "SUM\n_b_e_g_i_n _i_n_t_e_g_e_r i; select(17); i:= readinteger; write(i) _e_n_d;\nt<\n";
        let (rows, _) = asc::to_tape(text).unwrap();
        let bytes: Vec<u8> = rows.iter().map(|row| row.0).collect();
        let backwards: Vec<u8> = bytes.iter().rev().copied().collect();
        let mirrored: Vec<u8> = bytes.iter().map(|row| row.reverse_bits()).collect();
        let inverted: Vec<u8> = bytes.iter().map(|row| !row).collect();
        let seven: Vec<u8> = rows.iter().map(|row| row.symbol().code()).collect();
        for (bytes, how) in [
            (backwards, "read backwards"),
            (mirrored, "mirrored"),
            (inverted, "exchanged"),
            (seven, "seven channels"),
        ] {
            let guess = guess(&bytes).unwrap_or_default();
            assert!(guess.starts_with("GIER ALGOL 4, ") && guess.contains(how), "{how}: {guess}");
        }
        assert_eq!(guess(&bytes), None);
    }

    #[test]
    fn other_codes_are_guessed() {
        // HEJ 12 in the five-channel code.
        assert_eq!(guess(&[31, 20, 1, 11, 4, 27, 23, 19]).unwrap(), "a tape of five channels: HEJ 12");
        let even: Vec<u8> =
            b"hello world\n".iter().map(|byte| byte | ((byte.count_ones() % 2) << 7) as u8).collect();
        assert_eq!(guess(&even).unwrap(), "ASCII with even parity: hello world");
        assert!(guess(b"PK\x03\x04").unwrap().contains("zip"));
    }
}
