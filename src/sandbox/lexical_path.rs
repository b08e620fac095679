//! Lexical path normalisation.

use std::path::{Component, Path, PathBuf};

/// Removes `.` and `..` from a path, as URLs do. Ignores symlinks, so the result says where an
/// import points and how to show a path, but never what may be opened.
pub fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                normal.pop();
            }
            part => normal.push(part),
        }
    }
    normal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_are_taken_out() {
        assert_eq!(normal(Path::new("/a/./b/../c")), Path::new("/a/c"));
        assert_eq!(normal(Path::new("/../../a")), Path::new("/a"));
    }
}
