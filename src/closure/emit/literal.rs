//! JavaScript literals of primitive values.

/// A string literal in double quotes; escapes quotes, control characters, line separators and the
/// byte order mark.
pub fn string(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    push_string(&mut quoted, text);
    quoted
}

pub fn push_string(quoted: &mut String, text: &str) {
    let is_usual = |it: u8| matches!(it, b' '..=b'~') && it != b'"' && it != b'\\';
    quoted.push('"');
    match text.bytes().all(is_usual) {
        true => quoted.push_str(text),
        false => push_escaped(quoted, text),
    }
    quoted.push('"');
}

fn push_escaped(quoted: &mut String, text: &str) {
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            '\u{2028}' => quoted.push_str("\\u2028"),
            '\u{2029}' => quoted.push_str("\\u2029"),
            '\u{feff}' => quoted.push_str("\\ufeff"),
            control if control < ' ' || control == '\u{7f}' => {
                quoted.push_str(&format!("\\x{:02x}", control as u32));
            }
            other => quoted.push(other),
        }
    }
}

/// A string with lone surrogates.
pub fn utf16(units: &[u16]) -> String {
    let mut quoted = String::from("\"");
    for unit in char::decode_utf16(units.iter().copied()) {
        match unit {
            Ok(character) => {
                let text = string(character.encode_utf8(&mut [0; 4]));
                quoted.push_str(&text[1..text.len() - 1]);
            }
            Err(lone) => quoted.push_str(&format!("\\u{:04x}", lone.unpaired_surrogate())),
        }
    }
    quoted.push('"');
    quoted
}

/// A number literal, including -0, NaN and the infinities.
pub fn number(value: f64) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    if value == 0.0 && value.is_sign_negative() {
        return "-0".to_owned();
    }
    if value.fract() == 0.0 && value.abs() < 1e15 {
        return (value as i64).to_string();
    }
    if value.fract() == 0.0 && value.abs() < 1e21 {
        return format!("{value:.0}");
    }
    let text = format!("{value:?}");
    // Rust formats 1e-7 like JavaScript.
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}

/// The key of a member in an object literal.
pub fn key(name: &str) -> String {
    let mut key = String::new();
    push_key(&mut key, name);
    key
}

pub fn push_key(text: &mut String, name: &str) {
    if name == "__proto__" {
        // `__proto__: value` would set the prototype.
        text.push_str("[\"__proto__\"]");
    } else if is_identifier(name) || is_index(name) {
        text.push_str(name);
    } else {
        push_string(text, name);
    }
}

/// The member access after an object.
pub fn access(name: &str) -> String {
    if is_identifier(name) {
        format!(".{name}")
    } else if is_index(name) {
        format!("[{name}]")
    } else {
        format!("[{}]", string(name))
    }
}

/// Whether the text is valid as a member name after a dot; reserved words are.
pub fn is_identifier(name: &str) -> bool {
    let mut characters = name.chars();
    let is_start = |it: char| it.is_ascii_alphabetic() || it == '_' || it == '$';
    characters.next().is_some_and(is_start)
        && characters.all(|it| is_start(it) || it.is_ascii_digit())
}

/// Whether the text is an array index in canonical form.
fn is_index(name: &str) -> bool {
    name.len() < 10
        && (name == "0" || !name.starts_with('0'))
        && !name.is_empty()
        && name.bytes().all(|it| it.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_javascript() {
        let text: Vec<String> = [
            0.0,
            -0.0,
            1.5,
            1e21,
            1e-7,
            9_007_199_254_740_993.0,
            f64::NAN,
            -f64::INFINITY,
            0.1,
        ]
        .into_iter()
        .map(number)
        .collect();
        assert_eq!(
            text,
            [
                "0",
                "-0",
                "1.5",
                "1e21",
                "1e-7",
                "9007199254740992",
                "NaN",
                "-Infinity",
                "0.1"
            ]
        );
    }

    #[test]
    fn keys_are_quoted_where_they_must_be() {
        assert_eq!(
            ["a", "a-b", "0", "01", "class", "__proto__", ""].map(key),
            [
                "a",
                "\"a-b\"",
                "0",
                "\"01\"",
                "class",
                "[\"__proto__\"]",
                "\"\""
            ]
        );
        assert_eq!(["a", "a-b", "7"].map(access), [".a", "[\"a-b\"]", "[7]"]);
    }

    #[test]
    fn strings_stay_on_their_line() {
        assert_eq!(string("a\"\n\u{2028}\u{1}é\\"), r#""a\"\n\u2028\x01é\\""#);
    }
}
