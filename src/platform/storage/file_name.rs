//! Encodes any text as a relative path, and decodes it.

use std::path::{Path, PathBuf};

use lumi_graph::file_name;
use thiserror::Error;

/// Maximum length of one name in bytes; file systems allow 255.
const PIECE: usize = 200;
/// Maximum length of the text in bytes.
const MAX_LEN: usize = 1024;
/// Suffix of a folder in which the text continues.
const MORE: char = '+';

/// A text that has no file name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NameError {
    #[error("a name must not be empty")]
    Empty,
    #[error("a name must not be longer than {MAX_LEN} bytes")]
    TooLong,
}

/// Encodes a text as one name, or as folders and a name if it is too long.
pub fn encode(text: &str) -> Result<PathBuf, NameError> {
    if text.is_empty() {
        return Err(NameError::Empty);
    }
    if text.len() > MAX_LEN {
        return Err(NameError::TooLong);
    }
    let encoded = file_name::escape(text, |before| !before.len().is_multiple_of(PIECE));
    let mut path = PathBuf::new();
    let mut rest = encoded.as_str();
    while rest.len() > PIECE {
        let (piece, more) = rest.split_at(PIECE);
        path.push(format!("{piece}{MORE}"));
        rest = more;
    }
    path.push(rest);
    Ok(path)
}

/// The inverse of [`encode`]; `None` for other paths.
pub fn decode(path: &Path) -> Option<String> {
    let mut encoded = String::new();
    for piece in path {
        let piece = piece.to_str()?;
        encoded.push_str(piece.strip_suffix(MORE).unwrap_or(piece));
    }
    let text = file_name::unescape(&encoded)?;
    (encode(&text).ok()? == path).then_some(text)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_are_readable_and_safe() {
        let encoded = |text: &str| encode(text).unwrap().display().to_string();
        assert_eq!(encoded("todo-1.json"), "todo-1.json");
        assert_eq!(encoded("../a b"), "=2e.=2fa=20b");
        assert_eq!(encoded(&"x".repeat(201)), format!("{}+/x", "x".repeat(200)));
        assert!(encode("").is_err());
        assert!(encode(&"x".repeat(1025)).is_err());
        for other in ["", "a+", "=4", "=41", ".a", "a/b"] {
            assert_eq!(decode(Path::new(other)), None, "{other}");
        }
    }

    proptest! {
        #[test]
        fn every_name_round_trips(text in "(.|[a-c./=+]){1,250}") {
            let path = encode(&text).unwrap();
            prop_assert!(path.is_relative());
            for piece in &path {
                let piece = piece.to_str().unwrap();
                prop_assert!(piece.len() <= PIECE + 1 && !piece.starts_with('.'));
            }
            prop_assert_eq!(decode(&path), Some(text));
        }

        #[test]
        fn different_names_have_different_files(a in "[a./=+]{1,6}", b in "[a./=+]{1,6}") {
            prop_assert_eq!(encode(&a) == encode(&b), a == b);
        }
    }
}
