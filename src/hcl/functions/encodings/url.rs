//! Percent-encoding of queries.

use std::fmt::Write;

/// The text with all but letters, digits and `-_.~` as `%XX`, and spaces as `+`.
pub fn encode(text: &str) -> String {
    let mut output = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b' ' => output.push('+'),
            b'-' | b'_' | b'.' | b'~' => output.push(char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => output.push(char::from(byte)),
            _ => {
                let _ = write!(output, "%{byte:02X}");
            }
        }
    }
    output
}

/// The bytes of an encoded text; `None` if a `%` is not followed by two digits.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    let mut output = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        match first {
            b'+' => output.push(b' '),
            b'%' => {
                let digits = rest.get(..2)?;
                let digits = std::str::from_utf8(digits).ok()?;
                let is_number = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
                output.push(
                    is_number
                        .then(|| u8::from_str_radix(digits, 16).ok())
                        .flatten()?,
                );
                rest = &rest[2..];
            }
            byte => output.push(*byte),
        }
    }
    Some(output)
}
