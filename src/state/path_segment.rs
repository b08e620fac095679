//! Encodes names of projects and stacks as path segments.

use super::state_error::StateError;

/// The maximum length in bytes; file systems allow at most 255.
const MAX_LEN: usize = 200;

/// Encodes a name as a path segment that is safe in folders and buckets. Unsafe bytes become `=`
/// and two hexadecimal digits.
pub fn encode(what: &'static str, name: &str) -> Result<String, StateError> {
    let refuse = |problem| StateError::Name {
        what,
        name: name.to_owned(),
        problem,
    };
    if name.is_empty() {
        return Err(refuse("it is empty"));
    }
    let mut text = String::with_capacity(name.len());
    for (at, &byte) in name.as_bytes().iter().enumerate() {
        let is_safe = byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        // A leading dot would hide the file, and `..` would leave the folder.
        if is_safe || (byte == b'.' && at > 0) {
            text.push(char::from(byte));
        } else {
            text.push_str(&format!("={byte:02x}"));
        }
    }
    if text.len() > MAX_LEN {
        return Err(refuse("it is too long"));
    }
    Ok(text)
}

/// The inverse of [`encode`]; `None` for segments that [`encode`] never returns.
pub fn decode(segment: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(segment.len());
    let mut parts = segment.split('=');
    bytes.extend_from_slice(parts.next()?.as_bytes());
    for part in parts {
        let (digits, rest) = part.split_at_checked(2)?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        bytes.extend_from_slice(rest.as_bytes());
    }
    let name = String::from_utf8(bytes).ok()?;
    (encode("stack", &name).ok()? == segment).then_some(name)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn keeps_what_is_safe() {
        let text = |name| encode("stack", name).unwrap();
        assert_eq!(text("prod-eu_1.2"), "prod-eu_1.2");
        assert_eq!(text(".."), "=2e.");
        assert_eq!(text("a/b=c"), "a=2fb=3dc");
        assert!(encode("stack", "").is_err());
        assert!(encode("stack", &"ü".repeat(100)).is_err());
    }

    proptest! {
        #[test]
        fn every_name_round_trips(name in "\\PC{1,16}") {
            let segment = encode("stack", &name).unwrap();
            prop_assert!(!segment.contains(['/', '\\', '%', ' ']) && segment != "..");
            prop_assert_eq!(decode(&segment), Some(name));
        }

        #[test]
        fn never_panics(segment in "\\PC{0,20}") {
            let _ = decode(&segment);
        }
    }
}
