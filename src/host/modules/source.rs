//! The text of a module, as its author sees it.

use std::path::Path;

use super::error::LoadError;

/// Reads a file that must be text: UTF-8, an optional byte order mark removed.
pub fn read_text(path: &Path) -> Result<String, LoadError> {
    let bytes = read_bytes(path)?;
    let not_text = |problem: String| LoadError::NotText {
        path: path.to_owned(),
        problem,
    };
    let text = String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..valid]
            .iter()
            .filter(|&&it| it == b'\n')
            .count()
            + 1;
        not_text(format!("byte {valid} (line {line}) is not UTF-8"))
    })?;
    if let Some(at) = text.find('\0') {
        return Err(not_text(format!("it holds a NUL byte at offset {at}")));
    }
    Ok(match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    })
}

pub fn read_bytes(path: &Path) -> Result<Vec<u8>, LoadError> {
    std::fs::read(path).map_err(|source| LoadError::Unreadable {
        path: path.to_owned(),
        source,
    })
}
