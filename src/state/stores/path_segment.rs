//! Encodes names of projects and stacks as path segments.

use lumi_graph::file_name;

use crate::state_error::StateError;

/// The maximum length in bytes; file systems allow at most 255.
const MAX_LEN: usize = 200;

/// Encodes a name as a path segment that is safe in folders and buckets.
pub fn encode(what: &'static str, name: &str) -> Result<String, StateError> {
    let refuse = |problem| StateError::Name {
        what,
        name: name.to_owned(),
        problem,
    };
    if name.is_empty() {
        return Err(refuse("it is empty"));
    }
    let text = file_name::escape(name, |before| !before.is_empty());
    if text.len() > MAX_LEN {
        return Err(refuse("it is too long"));
    }
    Ok(text)
}

/// The inverse of [`encode`]; `None` for segments that [`encode`] never returns.
pub fn decode(segment: &str) -> Option<String> {
    let name = file_name::unescape(segment)?;
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
