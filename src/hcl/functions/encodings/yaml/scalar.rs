//! Scalars: which texts are numbers, booleans, null and timestamps.

use num_bigint::BigInt;

use super::YamlError;
use super::token::Style;
use crate::functions::dates::Timestamp;
use crate::functions::encodings::base64_text;
use crate::value::{Number, Type, Value};

const PREFIX: &str = "tag:yaml.org,2002:";

/// The value of a scalar with a tag, or without (`""`).
pub fn resolve(tag: &str, text: &str, style: Style) -> Result<Value, YamlError> {
    let kind = tag.strip_prefix(PREFIX).unwrap_or(tag);
    let is_known = matches!(
        kind,
        "" | "str" | "bool" | "int" | "float" | "null" | "timestamp" | "binary"
    );
    if !is_known || (kind == tag && !tag.is_empty()) {
        return Err(YamlError::Tag(tag.to_owned()));
    }
    let mut kind = kind;
    if !matches!(kind, "str" | "binary") {
        match hinted(kind, text, style)? {
            Hint::Value(value) => return Ok(value),
            Hint::Kind(other) => kind = other,
            Hint::None => {}
        }
    }
    let invalid = || YamlError::Scalar {
        text: text.to_owned(),
        kind: kind.to_owned(),
    };
    match kind {
        "binary" if base64_text::decode(text).is_none() => Err(invalid()),
        "bool" => constant(text)
            .filter(|value| value.as_bool().is_some())
            .ok_or_else(invalid),
        "int" | "float" => number(&text.replace('_', ""))
            .map(Value::number)
            .ok_or_else(invalid),
        "timestamp" => timestamp(text).ok_or_else(invalid),
        "null" => Ok(Value::null(Type::Dynamic)),
        _ => Ok(Value::string(text)),
    }
}

/// The meaning of the first character and the style.
enum Hint {
    Value(Value),
    Kind(&'static str),
    None,
}

fn hinted(kind: &str, text: &str, style: Style) -> Result<Hint, YamlError> {
    let first = text.bytes().next();
    let is_signed = first.is_some_and(|first| matches!(first, b'+' | b'-' | b'0'..=b'9'));
    let is_word = first.is_none_or(|first| b"yYnNtTfFoO~".contains(&first));
    if !is_signed && !is_word && first != Some(b'.') {
        return Ok(Hint::None);
    }
    if style == Style::Quoted {
        return Ok(Hint::Value(Value::string(text)));
    }
    if let Some(value) = constant(text) {
        return Ok(Hint::Value(value));
    }
    if kind.is_empty() && matches!(text, ".nan" | ".NaN" | ".NAN") {
        return Err(YamlError::NotANumber);
    }
    if first == Some(b'.') {
        return Ok(
            Number::parse(text).map_or(Hint::None, |number| Hint::Value(Value::number(number)))
        );
    }
    if !is_signed {
        return Ok(Hint::None);
    }
    if matches!(kind, "" | "timestamp")
        && let Some(value) = timestamp(text)
    {
        return Ok(Hint::Value(value));
    }
    Ok(match is_integer(text) || is_float(text) {
        true => Hint::Kind("float"),
        false => Hint::None,
    })
}

fn constant(text: &str) -> Option<Value> {
    Some(match text {
        "y" | "Y" | "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => {
            Value::bool(true)
        }
        "n" | "N" | "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => {
            Value::bool(false)
        }
        "" | "~" | "null" | "Null" | "NULL" => Value::null(Type::Dynamic),
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => Value::number(Number::INFINITY),
        "-.inf" | "-.Inf" | "-.INF" => Value::number(Number::NEGATIVE_INFINITY),
        _ => return None,
    })
}

fn timestamp(text: &str) -> Option<Value> {
    Timestamp::parse_yaml(text).map(|timestamp| Value::string(timestamp.to_string()))
}

fn digits(text: &str) -> (&str, &str) {
    text.split_at(text.bytes().take_while(u8::is_ascii_digit).count())
}

/// `-1`, `0o7` or `0xf`.
fn is_integer(text: &str) -> bool {
    let is_all = |text: &str, radix| !text.is_empty() && text.chars().all(|it| it.is_digit(radix));
    is_all(text.strip_prefix(['-', '+']).unwrap_or(text), 10)
        || text.strip_prefix("0o").is_some_and(|text| is_all(text, 8))
        || text.strip_prefix("0x").is_some_and(|text| is_all(text, 16))
}

/// `-1.5e3`, `1.` or `.5`.
fn is_float(text: &str) -> bool {
    let (whole, rest) = digits(text.strip_prefix(['-', '+']).unwrap_or(text));
    let (fraction, rest) = rest.strip_prefix('.').map_or(("", rest), digits);
    let has_digits = !whole.is_empty() || !fraction.is_empty();
    let Some(exponent) = rest.strip_prefix(['e', 'E']) else {
        return has_digits && rest.is_empty();
    };
    let (exponent, rest) = digits(exponent.strip_prefix(['-', '+']).unwrap_or(exponent));
    has_digits && !exponent.is_empty() && rest.is_empty()
}

/// A decimal number, or a whole one of 64 bits in another base.
fn number(text: &str) -> Option<Number> {
    if let Some(number) = Number::parse(text) {
        return Some(number);
    }
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let bytes = digits.get(..2)?.to_lowercase();
    let (radix, digits) = match bytes.as_str() {
        "0x" => (16, &digits[2..]),
        "0o" => (8, &digits[2..]),
        "0b" => (2, &digits[2..]),
        _ => return None,
    };
    let is_number = !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(radix));
    let absolute = is_number
        .then(|| u64::from_str_radix(digits, radix).ok())
        .flatten()?;
    match is_negative {
        false => Some(Number::from_integer(&BigInt::from(absolute)).with_precision(64)),
        true if absolute > i64::MIN.unsigned_abs() => None,
        true => Some(Number::from_integer(&-BigInt::from(absolute)).with_precision(64)),
    }
}
