//! Finds test files in a folder.

use std::io;
use std::path::{Path, PathBuf};

/// Extensions of test files.
const EXTENSIONS: [&str; 8] = ["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs"];
/// The word before the extension.
const WORD: &str = "test";
/// That word in files for Mocha, which tests of programs of Pulumi are written with.
const WORD_OF_MOCHA: &str = "spec";

/// Whether a file has the name of one of tests, in a program of Pulumi or another one.
pub fn is_test(name: &str, is_pulumi: bool) -> bool {
    let mut parts = name.rsplit('.');
    let has_extension = parts.next().is_some_and(|it| EXTENSIONS.contains(&it));
    let word = parts.next();
    let is_word = word == Some(WORD) || is_pulumi && word == Some(WORD_OF_MOCHA);
    has_extension && is_word && parts.next().is_some()
}

/// The files for an argument of `lumi test`: the file itself, or all tests below a folder, sorted
/// by name. Skips package folders and hidden ones.
pub fn find(argument: &Path, current: &Path, is_pulumi: bool) -> io::Result<Vec<PathBuf>> {
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
            } else if kind.is_file() && is_test(&name, is_pulumi) {
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
            "test.ts",
            "c.spec.ts",
            "node_modules/x/x.test.ts",
        ] {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "").unwrap();
        }
        let found = |argument: &str, is_pulumi: bool| {
            let files = find(Path::new(argument), folder.path(), is_pulumi).unwrap();
            let files = files.iter().map(|it| it.display().to_string());
            files.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(found(".", false), "./a/a.test.js ./b.test.ts");
        assert_eq!(found(".", true), "./a/a.test.js ./b.test.ts ./c.spec.ts");
        assert_eq!(found("index.ts", false), "index.ts");
    }
}
