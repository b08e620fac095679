//! Any text as a file name.

/// Escapes a text, so that it is a name in every file system and in buckets: `=` and two hexadecimal
/// digits stand for an unsafe byte. A dot stays where `may_be_dot` allows one after the text so far:
/// a leading dot would hide the file, and `..` would lead out of its folder.
pub fn escape(text: &str, may_be_dot: impl Fn(&str) -> bool) -> String {
    let mut escaped = String::with_capacity(text.len());
    for &byte in text.as_bytes() {
        let is_safe = byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        if is_safe || (byte == b'.' && may_be_dot(&escaped)) {
            escaped.push(char::from(byte));
        } else {
            escaped.push_str(&format!("={byte:02x}"));
        }
    }
    escaped
}

/// The text of a name. `None` if an escape is not complete, or the text is not UTF-8; a name that
/// [`escape`] would have written in another way is accepted.
pub fn unescape(name: &str) -> Option<String> {
    let mut parts = name.split('=');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        let (digits, rest) = part.split_at_checked(2)?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        bytes.extend_from_slice(rest.as_bytes());
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn unsafe_bytes_are_escaped() {
        let name = |text| escape(text, |before| !before.is_empty());
        assert_eq!(name("prod-eu_1.2"), "prod-eu_1.2");
        assert_eq!(name("../ü"), "=2e.=2f=c3=bc");
        assert_eq!(unescape("a=2fb"), Some("a/b".to_owned()));
        assert_eq!(unescape("a=2"), None);
        assert_eq!(unescape("=ff"), None);
    }

    proptest! {
        #[test]
        fn every_text_round_trips(text in "\\PC{0,16}") {
            let name = escape(&text, |_| true);
            prop_assert!(!name.contains(['/', '\\', '%', ' ']));
            prop_assert_eq!(unescape(&name), Some(text));
        }

        #[test]
        fn never_panics(name in "[=a-f0-9ü]{0,8}") {
            let _ = unescape(&name);
        }
    }
}
