//! The little language of `formatdate`.

use thiserror::Error;

use super::timestamp::Parts;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const WEEKDAYS: [&str; 7] = [
    "Sunday",
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
];

/// A format that is refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LayoutError {
    #[error("the format has a `'` without its end")]
    UnterminatedLiteral,
    #[error(
        "`{0}` is no part of a date's format: letters must be one of YY, YYYY, M, MM, MMM, MMMM, D, DD, EEE, EEEE, h, \
         hh, H, HH, AA, aa, m, mm, s, ss, Z, ZZZ, ZZZZ and ZZZZZ, or in quotes (`'…'`)"
    )]
    UnknownVerb(String),
}

/// Writes a date in a format such as `DD MMM YYYY hh:mm ZZZ`.
///
/// # Errors
///
/// Letters that mean nothing, and quotes without an end.
pub fn write(layout: &str, parts: &Parts) -> Result<String, LayoutError> {
    let mut output = String::new();
    let mut rest = layout;
    while let Some(first) = rest.chars().next() {
        if first == '\'' {
            let (literal, after) = quoted(rest)?;
            output.push_str(&literal);
            rest = after;
        } else if first.is_ascii_alphabetic() {
            let count = rest
                .bytes()
                .take_while(|byte| char::from(*byte) == first)
                .count();
            let (verb, after) = rest.split_at(count);
            let text = part(first, count, parts);
            output.push_str(&text.ok_or_else(|| LayoutError::UnknownVerb(verb.to_owned()))?);
            rest = after;
        } else {
            output.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    Ok(output)
}

/// Reads `'…'`, in which `''` is a quote, and `''` outside.
fn quoted(text: &str) -> Result<(String, &str), LayoutError> {
    if let Some(rest) = text.strip_prefix("''") {
        return Ok(("'".to_owned(), rest));
    }
    let mut literal = String::new();
    let mut rest = &text[1..];
    loop {
        let (before, after) = rest
            .split_once('\'')
            .ok_or(LayoutError::UnterminatedLiteral)?;
        literal.push_str(before);
        match after.strip_prefix('\'') {
            // A quote of the text may end the format, too.
            Some("") => return Ok((literal + "'", "")),
            Some(after) => {
                literal.push('\'');
                rest = after;
            }
            None => return Ok((literal, after)),
        }
    }
}

fn part(letter: char, count: usize, parts: &Parts) -> Option<String> {
    let text = match (letter, count) {
        ('Y', 2) => format!("{:02}", parts.year % 100),
        ('Y', 4) => format!("{:04}", parts.year),
        ('M', 3) => name(&MONTHS, parts.month - 1)[..3].to_owned(),
        ('M', 4) => name(&MONTHS, parts.month - 1).to_owned(),
        ('E', 3) => name(&WEEKDAYS, parts.weekday)[..3].to_owned(),
        ('E', 4) => name(&WEEKDAYS, parts.weekday).to_owned(),
        ('M', _) => number(parts.month, count)?,
        ('D', _) => number(parts.day, count)?,
        ('h', _) => number(parts.hour, count)?,
        ('H', _) => number((parts.hour + 11) % 12 + 1, count)?,
        ('m', _) => number(parts.minute, count)?,
        ('s', _) => number(parts.second, count)?,
        ('A', 2) => if parts.hour < 12 { "AM" } else { "PM" }.to_owned(),
        ('a', 2) => if parts.hour < 12 { "am" } else { "pm" }.to_owned(),
        ('Z', 1) => parts.zone_or_z(),
        ('Z', 3) if parts.zone("") == "+0000" => "UTC".to_owned(),
        ('Z', 3 | 4) => parts.zone(""),
        ('Z', 5) => parts.zone(":"),
        _ => return None,
    };
    Some(text)
}

fn name(names: &[&'static str], index: i64) -> &'static str {
    usize::try_from(index)
        .ok()
        .and_then(|index| names.get(index))
        .copied()
        .unwrap_or("???")
}

fn number(number: i64, digits: usize) -> Option<String> {
    match digits {
        1 => Some(number.to_string()),
        2 => Some(format!("{number:02}")),
        _ => None,
    }
}
