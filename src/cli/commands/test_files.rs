//! Finds test files in a folder.

use std::io;
use std::path::{Path, PathBuf};

/// Suffixes of test files.
const ENDINGS: &[&str] = &[
    ".test.ts",
    ".test.tsx",
    ".test.mts",
    ".test.cts",
    ".test.js",
    ".test.jsx",
    ".test.mjs",
    ".test.cjs",
];

/// The files for an argument of `lumi test`: the file itself, or all tests below a folder, sorted
/// by name. Skips package folders and hidden ones.
pub fn find(argument: &Path, current: &Path) -> io::Result<Vec<PathBuf>> {
    if !current.join(argument).is_dir() {
        return Ok(vec![argument.to_owned()]);
    }
    let mut files = Vec::new();
    let mut folders = vec![argument.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in current.join(&folder).read_dir()? {
            let entry = entry?;
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let path = folder.join(&*name);
            let kind = entry.file_type()?;
            if kind.is_dir() && !name.starts_with('.') && name != "node_modules" {
                folders.push(path);
            } else if kind.is_file() && ENDINGS.iter().any(|it| name.ends_with(it)) {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_found_below_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        for name in [
            "b.test.ts",
            "a/a.test.js",
            "index.ts",
            "node_modules/x/x.test.ts",
        ] {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "").unwrap();
        }
        let found = |argument: &str| find(Path::new(argument), folder.path()).unwrap();
        assert_eq!(
            found("."),
            [Path::new("./a/a.test.js"), Path::new("./b.test.ts")]
        );
        assert_eq!(found("index.ts"), [Path::new("index.ts")]);
    }
}
