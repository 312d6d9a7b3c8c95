//! Writes numbers, times and speeds as the panel shows them.

use core::fmt::Display;
use gier_word::Uops;

/// Writes a whole number with a space before every group of three digits, for example `65 536`.
pub fn grouped(number: impl Display) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// Writes machine time as hours, minutes, seconds and thousandths, for example `2:01:01.000`.
pub(crate) fn clock(now: Uops) -> String {
    let seconds = now.seconds();
    let minutes = (seconds / 60.0) as u64;
    let rest = format!("{:.3}", seconds - minutes as f64 * 60.0);
    match minutes / 60 {
        0 => format!("{minutes}:{rest:0>6}"),
        hours => format!("{hours}:{:02}:{rest:0>6}", minutes % 60),
    }
}

/// Writes a speed as a multiple of the real GIER's speed, for example `×4`, `×1/1024` or `×0.3`.
pub(crate) fn times(speed: f64) -> String {
    let part = (1.0 / speed).round();
    if speed < 1.0 && (1.0 / speed - part).abs() < 1e-9 {
        return format!("×1/{part:.0}");
    }
    let text = format!("{speed:.3}");
    format!("×{}", text.trim_end_matches('0').trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_times_and_speeds_are_easy_to_read() {
        assert_eq!(grouped(7), "7");
        assert_eq!(grouped(1_234_567), "1 234 567");
        assert_eq!(grouped(123_456), "123 456");
        assert_eq!(clock(Uops::from_seconds(75.25)), "1:15.250");
        assert_eq!(clock(Uops::from_seconds(3600.0 * 2.0 + 61.0)), "2:01:01.000");
        for (speed, text) in [
            (1.0, "×1"),
            (65_536.0, "×65536"),
            (1.0 / 1024.0, "×1/1024"),
            (0.5, "×1/2"),
            (0.3, "×0.3"),
            (2.5, "×2.5"),
        ] {
            assert_eq!(times(speed), text);
        }
    }
}
