//! Durations such as `-1h30.5m`.

use thiserror::Error;

/// A text that is no duration.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "`{0}` must be a duration of numbers with the units h, m, s, ms, us or ns, such as `1h30m`"
)]
pub struct DurationError(pub String);

const LIMIT: u64 = 1 << 63;

/// Parses a duration to nanoseconds.
///
/// # Errors
///
/// Units that do not exist, and durations of more than 292 years.
pub fn parse(text: &str) -> Result<i128, DurationError> {
    nanoseconds(text).ok_or_else(|| DurationError(text.to_owned()))
}

fn nanoseconds(text: &str) -> Option<i128> {
    let is_negative = text.starts_with('-');
    let mut rest = text.strip_prefix(['-', '+']).unwrap_or(text);
    if rest == "0" {
        return Some(0);
    }
    if rest.is_empty() {
        return None;
    }
    let mut sum: u64 = 0;
    while !rest.is_empty() {
        let part;
        (part, rest) = component(rest)?;
        sum = sum.checked_add(part).filter(|sum| *sum <= LIMIT)?;
    }
    match is_negative {
        true => Some(-i128::from(sum)),
        false => (sum < LIMIT).then(|| i128::from(sum)),
    }
}

/// The nanoseconds of a number with its unit, and the rest of the text.
fn component(text: &str) -> Option<(u64, &str)> {
    let (whole, rest) = digits(text);
    let (fraction, rest) = match rest.strip_prefix('.') {
        Some(rest) => digits(rest),
        None => ("", rest),
    };
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let end = rest
        .find(|it: char| it == '.' || it.is_ascii_digit())
        .unwrap_or(rest.len());
    let (unit, rest) = rest.split_at(end);
    let unit: u64 = match unit {
        "ns" => 1,
        "us" | "\u{b5}s" | "\u{3bc}s" => 1_000,
        "ms" => 1_000_000,
        "s" => 1_000_000_000,
        "m" => 60_000_000_000,
        "h" => 3_600_000_000_000,
        _ => return None,
    };
    let whole = if whole.is_empty() {
        0
    } else {
        whole.parse::<u64>().ok()?
    };
    let product = whole
        .checked_mul(unit)
        .filter(|product| *product <= LIMIT)?;
    product
        .checked_add(part_of(fraction, unit))
        .filter(|sum| *sum <= LIMIT)
        .map(|sum| (sum, rest))
}

fn digits(text: &str) -> (&str, &str) {
    text.split_at(text.bytes().take_while(u8::is_ascii_digit).count())
}

/// The nanoseconds of a fraction, in the doubles of Go; digits that do not fit are dropped.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the result is below the unit, which is far below 2^53"
)]
fn part_of(fraction: &str, unit: u64) -> u64 {
    let (mut value, mut scale) = (0_u64, 1.0_f64);
    for digit in fraction.bytes() {
        if value > (LIMIT - 1) / 10 {
            break;
        }
        value = value * 10 + u64::from(digit - b'0');
        scale *= 10.0;
    }
    (value as f64 * (unit as f64 / scale)) as u64
}
