//! Paths without links.

use std::ffi::OsString;
use std::io;
use std::path::{Component, Path, PathBuf};

/// The canonical form of a path that may not exist: the deepest existing folder is resolved and the
/// rest appended. `..` in the rest is refused, because its target is undefined.
pub fn real_path(path: &Path) -> io::Result<PathBuf> {
    let mut missing: Vec<OsString> = Vec::new();
    // Without a slash at the end, which the system takes for a folder: `link/` is not the link itself,
    // and does not exist if its target is a file.
    let path: PathBuf = path.components().collect();
    let mut existing = path.as_path();
    loop {
        match existing.canonicalize() {
            Ok(mut real) => {
                real.extend(missing.iter().rev());
                return Ok(real);
            }
            // A dangling symlink exists, but has no target to check.
            Err(error) if existing.is_symlink() => return Err(error),
            Err(error) => {
                let name = match existing.components().next_back() {
                    Some(Component::Normal(name)) => name.to_owned(),
                    _ => return Err(error),
                };
                missing.push(name);
                existing = existing.parent().ok_or(error)?;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn links_are_resolved_as_far_as_there_is_something() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        fs::create_dir(base.join("real")).unwrap();
        std::os::unix::fs::symlink("real", base.join("link")).unwrap();
        std::os::unix::fs::symlink("nowhere", base.join("dangling")).unwrap();
        let found = |path: &str| real_path(&base.join(path)).ok();
        assert_eq!(found("link/a/b"), Some(base.join("real/a/b")));
        assert_eq!(found("link/../c"), Some(base.join("c")));
        assert_eq!(found("missing/../c"), None);
        assert_eq!(found("dangling/c"), None);
    }
}
