//! Tests with tapes of each kind, some complete and some torn.

use super::*;
use crate::acts::asc::to_tape;
use gier_word::tape::punch;

fn text(text: &str) -> Vec<Row> {
    to_tape(text).unwrap().0
}

fn codes(codes: &[u8]) -> Vec<Row> {
    punch(codes.iter().map(|&code| Symbol::new(code)))
}

/// Returns the checksum of these symbols, as three symbols of seven bits, lowest bits first. The lowest ten
/// bits are the sum of the codes. The next ten bits are the number of symbols.
fn sum_of(counted: &[u8]) -> [u8; 3] {
    let total: usize = counted.iter().map(|&code| usize::from(code)).sum();
    let number = counted.len() % 1024 * 1024 + total % 1024;
    [0, 7, 14].map(|shift| (number >> shift & 127) as u8)
}

/// A first tape: a tape that an empty machine can read. Its heading gives cell 497 (1 + 62 × 8) as the first
/// cell that the tape fills. It gives cell 500 (4 + 62 × 8) as the first cell of the program. The last cell
/// is 512. The reading program is from the museum's tapes.
fn first_tape() -> Vec<u8> {
    let mut tape =
        vec![104, 0, 0, 0, 0, 2, 28, 0, 0, 0, 4, 2, 45, 63, 127, 0, 2, 28, 0, 0, 64, 56, 6, 32, 42, 64];
    tape.extend([8, 62, 0, 0, 32, 49, 103, 7, 0, 28, 0, 32, 62, 96, 32, 0, 9, 64]);
    tape.extend([32, 1, 44, 24, 0, 0, 64, 32, 0, 0, 0, 0, 0, 64, 0, 0]);
    for word in 0..13 {
        tape.extend([word, 1, 2, 3, 4, 5, 64 + word]);
    }
    tape.push(64);
    let sum = sum_of(&tape);
    [&[14, 17][..], &tape, &sum].concat()
}

/// A tape for `binin`, HELP 3's program that reads binary tapes. It has two words. The second word goes to
/// another address and is repeated three times. If `right` is false, the checksum is wrong.
fn binin_tape(right: bool) -> Vec<Row> {
    let mut tape = vec![1, 1, 2, 3, 4, 5, 6, 65, 10, 8, 0, 1, 7, 7, 7, 7, 7, 7, 64, 3, 0, 0, 66];
    tape.extend(sum_of(&tape));
    if !right {
        tape[2] ^= 1;
    }
    let commands = format!("\nbinin,image,<\n{}å", " ".repeat(100));
    [text(&commands), codes(&tape), text("\nexit,10<\n")].concat()
}

fn kind(rows: &[Row]) -> TapeKind {
    look(rows).kind
}

#[test]
fn the_cells_and_start_of_a_first_tape_are_reported() {
    let tape = first_tape();
    let info = look(&codes(&tape));
    let first = First { cells: Cells::Help3, start: Some(Address::new(500)), words: Some(13) };
    assert_eq!(info.kind, TapeKind::First(first));
    assert_eq!(info.sums, Sums { right: 1, ..Sums::default() });
    // Rows of tape feed precede the tape's contents, and more symbols follow.
    let fed = [vec![Row::BLANK; 50], codes(&[63, 127]), codes(&tape), codes(&[0; 30])].concat();
    let info = look(&fed);
    assert_eq!((info.kind, info.rows, info.blank), (TapeKind::First(first), fed.len(), 50));
    // A changed word makes the sum wrong, and so does a torn end.
    let mut changed = tape.clone();
    changed[80] ^= 3;
    for spoilt in [&changed[..], &tape[..tape.len() - 5]] {
        let info = look(&codes(spoilt));
        assert_eq!((info.kind, info.sums), (TapeKind::First(first), Sums { wrong: 1, ..Sums::default() }));
    }
}

/// Tests the tape that F-BOOT-2 describes. From its first symbols, the machine stores the order `hv 1` after
/// the cells that an operator has set by hand.
#[test]
fn a_first_tape_of_the_older_hjaelp_is_recognised() {
    let rows = codes(&[0, 0, 0, 28, 0, 8, 0, 0, 0, 0, 0, 64, 0, 4, 0, 45, 127, 103, 0, 0, 0, 0, 0, 64]);
    let info = look(&rows);
    assert_eq!(info.kind, TapeKind::First(First { cells: Cells::Old, start: None, words: None }));
    assert_eq!(info.sums, Sums { untold: 1, ..Sums::default() });
    assert_eq!(kind(&codes(&[14, 0, 17, 62, 5, 34, 96, 15, 14, 18, 64])), TapeKind::HjaelpBinary);
}

#[test]
fn a_binary_tape_of_help_3_has_sums() {
    let info = look(&binin_tape(true));
    assert_eq!((info.kind, info.sums.right), (TapeKind::Help3Binary, 1));
    assert_eq!(info.first_line, "binin,image,<");
    let info = look(&binin_tape(false));
    assert_eq!((info.kind, info.sums), (TapeKind::Help3Binary, Sums { wrong: 1, ..Sums::default() }));
    // The tape has two parts. The second one is torn.
    let two = [binin_tape(true), binin_tape(true)].concat();
    assert_eq!(look(&two).sums.right, 2);
    let info = look(&two[..two.len() - 30]);
    assert_eq!(info.sums, Sums { right: 1, wrong: 1, untold: 0 });
}

#[test]
fn texts_are_recognised_by_their_words() {
    for (tape, wanted) in [
        ("_b_e_g_i_n\n  writecr; writetext(|<<hello|>)\n_e_n_d;\n", TapeKind::Algol(Dialect::Three)),
        ("_b_e_g_i_n _i_n_t_e_g_e_r i; i := typein; outcr _e_n_d;", TapeKind::Algol(Dialect::Three)),
        ("_b_e_g_i_n _i_n_t_e_g_e_r i; select(17); i := readinteger _e_n_d;", TapeKind::Algol(Dialect::Four)),
        // A part of a word does not count as the word. A text with words of both dialects may be
        // written for either.
        ("_b_e_g_i_n _i_n_t_e_g_e_r selects, typeing; _e_n_d;", TapeKind::Algol(Dialect::Either)),
        ("_b_e_g_i_n select(17); outcr; _e_n_d;", TapeKind::Algol(Dialect::Either)),
        ("_b_e_g_i_n _i_n_t_e_g_e_r i; i:= read integer _e_n_d;", TapeKind::Algol(Dialect::Four)),
        (
            "_b_e_g_i_n _p_r_o_c_e_d_u_r_e clock count; writecr; clock count _e_n_d;",
            TapeKind::Algol(Dialect::Three),
        ),
        ("_b_e_g_i_n skrvml(3) _e_n_d;", TapeKind::Algol(Dialect::Two)),
        ("algol<\n_b_e_g_i_n _e_n_d;\nrun<\n", TapeKind::Algol(Dialect::Four)),
        ("algol3<\n_b_e_g_i_n _e_n_d;\n", TapeKind::Algol(Dialect::Three)),
        (";slip<\n1, 2, 3\n", TapeKind::Slip),
        (
            "_b a10\ni=10\na1: arn a2, ar a3\n gr a4 t 1 MRC\n hv a1 NZ\na2: qq 1.39\na3:a4:\n_e10\n",
            TapeKind::Slip,
        ),
        ("clear,work<\nres,7,_p_i_s 601.532, algol3<\nt<\n", TapeKind::Help3Text),
        ("1,2,3\n-4.5, 6'7\n", TapeKind::Text),
        ("Kære ven\nvi ses i morgen, hvis du vil.\n", TapeKind::Text),
    ] {
        assert_eq!(kind(&text(tape)), wanted, "{tape}");
    }
}

#[test]
fn unclear_files_are_unknown() {
    assert_eq!(kind(&[]), TapeKind::Unknown(Unknown::Empty));
    assert_eq!(kind(&[Row::BLANK; 9]), TapeKind::Unknown(Unknown::Empty));
    let any: Vec<Row> = (0..=255).map(Row).collect();
    let info = look(&any);
    assert_eq!((info.kind, info.wrong_parity), (TapeKind::Unknown(Unknown::NoTape), 127));
    assert_eq!(kind(&codes(&[85, 42, 42, 85, 42, 21, 101, 42])), TapeKind::Unknown(Unknown::OtherForm));
    // A tape with a few rows of wrong parity is still recognised.
    let mut worn = text("_b_e_g_i_n writecr _e_n_d;");
    worn[3] = worn[3].with_wrong_parity();
    let info = look(&worn);
    assert_eq!((info.kind, info.wrong_parity), (TapeKind::Algol(Dialect::Three), 1));
}

/// Code 28 clears the sums. By the rule of GIER ALGOL III, the text `12` adds 3, and STOP and SUM add 11 and 61, so
/// the sum is 75; tape feed adds nothing, and neither do codes between PUNCH OFF and PUNCH ON. By the rule of HELP 3,
/// the codes up to SUM, each and 1, add up to 168, and the check symbol is 31 + (168 + 5) mod 32.
#[test]
fn a_sum_code_that_agrees_is_right() {
    for (check, right) in [(75, true), (31 + 13, true), (74, false)] {
        let rows = codes(&[28, 1, 63, 31, 9, 44, 2, 11, 61, check, 64]);
        // The code that switches the punch on is not part of the sum.
        let sums = look(&rows).sums;
        assert_eq!((sums.right == 1, sums.wrong == 1, sums.untold), (right, !right, 0), "{check}");
    }
    let without_clear = look(&codes(&[1, 2, 61, 64, 64]));
    assert_eq!(without_clear.sums, Sums { untold: 1, ..Sums::default() });
}
