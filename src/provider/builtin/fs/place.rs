//! Normalises and validates paths.

use std::path::{Path, PathBuf};

use crate::builtin::template_mistake::template_mistake;
use crate::real_path;

/// Normalises a path lexically: removes `.`, repeated `/` and, after a folder, `..`. Equal ids for
/// equal paths; the result is the same file unless a symlink precedes `..`.
pub fn normal(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    let is_absolute = path.starts_with('/');
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|it| *it != "..") => {
                parts.pop();
            }
            ".." if is_absolute => {}
            part => parts.push(part),
        }
    }
    match (is_absolute, parts.is_empty()) {
        (true, _) => format!("/{}", parts.join("/")),
        (false, true) => ".".to_owned(),
        (false, false) => parts.join("/"),
    }
}

/// The path of a file with all links of its folders resolved, so that paths over links compare
/// equal. A file that is a link itself has its own place.
pub fn real_place(file: &Path) -> PathBuf {
    let normal = PathBuf::from(normal(&file.to_string_lossy()));
    let real = |file: &Path| Some(real_path(file.parent()?).ok()?.join(file.file_name()?));
    real(file).or_else(|| real(&normal)).unwrap_or(normal)
}

/// The real place of a file as text, which names it in maps and messages.
pub fn place_name(file: &Path) -> String {
    real_place(file).to_string_lossy().into_owned()
}

/// Why a path is not valid for a file or folder.
pub fn check_path(path: &str) -> Result<(), String> {
    if path.is_empty() {
        return Err("`path` must not be empty".to_owned());
    }
    if path.contains('\0') {
        return Err("`path` must not contain a NUL character".to_owned());
    }
    if let Some(slip) = template_mistake(path) {
        return Err(format!("`path` is {path:?}, {slip}"));
    }
    if path == "~" || path.starts_with("~/") {
        return Err(format!(
            "`path` is {path:?}, but `~` has no meaning here; write `./{path}` if a file is named so"
        ));
    }
    if normal(path).ends_with("..") {
        return Err(format!("`path` is {path:?}, which names no file or folder"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_path_are_the_same() {
        for (path, expected) in [
            ("a", "a"),
            ("./a//b/", "a/b"),
            ("a/../b", "b"),
            ("../a", "../a"),
            ("../../a/..", "../.."),
            ("/a/../../b", "/b"),
            ("/", "/"),
            ("a/..", "."),
        ] {
            assert_eq!(normal(path), expected, "{path}");
        }
    }

    #[test]
    fn some_paths_name_nothing() {
        for path in ["", "a\0", "~/x", "..", "a/../.."] {
            assert!(check_path(path).is_err(), "{path}");
        }
        assert_eq!(check_path("../a"), Ok(()));
    }
}
