//! Tests with mocks of Pulumi's SDK in a project.

use std::fs;
use std::path::Path;

use super::pulumi_source::{EXTENSIONS, LEFT_FOLDERS};
use lumi_terminal::input::read_limit;

/// The function of the SDK that makes a module a test.
const SET_MOCKS: &str = "setMocks";

/// The names of all tests below a folder, relative to it.
pub fn find(project: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![project.to_owned()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else {
            continue;
        };
        for entry in entries.flatten() {
            let (path, own) = (entry.path(), entry.file_name());
            let Ok(kind) = entry.file_type() else {
                continue;
            };
            if kind.is_dir() && !LEFT_FOLDERS.contains(&&*own.to_string_lossy()) {
                folders.push(path);
            } else if kind.is_file() && is_test(&path) {
                let name = path.strip_prefix(project).unwrap_or(&path);
                found.push(name.to_string_lossy().into_owned());
            }
        }
    }
    found.sort();
    found
}

fn is_test(path: &Path) -> bool {
    let extension = path.extension().and_then(|it| it.to_str());
    extension.is_some_and(|it| EXTENSIONS.contains(&it))
        && read_limit::source(path).is_ok_and(|it| sets_mocks(&it))
}

fn sets_mocks(text: &str) -> bool {
    text.contains(SET_MOCKS) && text.contains("@pulumi/pulumi")
}

/// The name that `lumi test` finds a test by; `None` for other modules, and where it stays.
pub fn new_name(name: &str, text: &str) -> Option<String> {
    // A module that tests import for its mocks keeps its name.
    let has_tests = ["it(", "test("].iter().any(|it| text.contains(it));
    let (stem, extension) = name.rsplit_once('.')?;
    if !has_tests || !sets_mocks(text) {
        return None;
    }
    let stem = match stem.strip_suffix(".spec") {
        Some(stem) => stem,
        None if stem.ends_with(".test") => return None,
        None => stem,
    };
    Some(format!("{stem}.test.{extension}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_get_the_names_that_lumi_finds() {
        let text =
            "import { runtime } from '@pulumi/pulumi'; runtime.setMocks(mocks); it('runs', f);";
        let name = |it| new_name(it, text);
        assert_eq!(name("a.spec.ts").as_deref(), Some("a.test.ts"));
        assert_eq!(name("tests/ec2.ts").as_deref(), Some("tests/ec2.test.ts"));
        assert_eq!(name("a.test.mts"), None);
        assert_eq!(new_name("a.spec.ts", "export {};"), None);
    }
}
