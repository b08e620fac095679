//! Paths by their spelling alone.

use std::path::{Component, Path, PathBuf};

/// The path with `.` and `..` taken out, as URLs do it: a symlink in it may lead elsewhere, so this
/// says where an import points and how a message spells a path, never what may be opened.
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
