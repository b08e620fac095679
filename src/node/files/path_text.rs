//! Paths of the system as texts of the program. Paths of the system are bytes. Bytes that are not UTF-8 become a text
//! of a zero, which no path contains, and one character for each byte (`js/node/fs/path_text.ts`).

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::PathBuf;

const BYTES: char = '\0';

pub fn path_of(text: &str) -> PathBuf {
    match text.strip_prefix(BYTES) {
        Some(bytes) => {
            let bytes = bytes.chars().map(|it| u8::try_from(it).unwrap_or(b'?'));
            OsString::from_vec(bytes.collect()).into()
        }
        None => text.into(),
    }
}

/// The text of a path or a name.
pub fn text_of(path: impl AsRef<OsStr>) -> String {
    let path = path.as_ref();
    match path.to_str() {
        Some(text) => text.to_owned(),
        None => {
            let bytes = path.as_bytes().iter().map(|it| char::from(*it));
            std::iter::once(BYTES).chain(bytes).collect()
        }
    }
}

/// A text from a program as messages have it.
pub fn shown(text: &str) -> String {
    match text.starts_with(BYTES) {
        true => path_of(text).to_string_lossy().into_owned(),
        false => text.to_owned(),
    }
}

/// Whether a text has a zero byte, which ends a path for the system. Such a text names no file.
pub fn has_zero(text: &str) -> bool {
    let text = text.strip_prefix(BYTES).unwrap_or(text);
    text.contains('\0')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn all_bytes_cross(bytes in prop::collection::vec(1..=255_u8, 0..20)) {
            let path = PathBuf::from(OsString::from_vec(bytes));
            prop_assert_eq!(path_of(&text_of(&path)), path);
        }
    }
}
