//! The names that the sources of a project use.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use crate::files::read_limit;

/// The maximum number of files that are looked at; a project with more uses what those use.
const MAX_FILES: usize = 4000;

/// The names in the sources of a project.
#[derive(Default)]
pub struct UsedNames {
    /// The packages that are imported: `random` of `lumi:random`.
    pub packages: HashSet<String>,
    /// The modules of packages that are imported: `aws/s3` of `lumi:aws/s3`.
    pub modules: HashSet<String>,
    /// Every identifier.
    pub identifiers: HashSet<String>,
}

impl UsedNames {
    /// Reads the sources of a project, without those of packages and hidden folders.
    pub fn scan(project: &Path) -> Self {
        let mut used = Self::default();
        let mut folders = vec![project.to_owned()];
        let mut count = 0;
        while let Some(folder) = folders.pop() {
            let entries = fs::read_dir(folder).into_iter().flatten().flatten();
            for entry in entries {
                let (name, path) = (entry.file_name(), entry.path());
                let name = name.to_string_lossy();
                let Ok(kind) = entry.file_type() else {
                    continue;
                };
                if kind.is_dir() && !name.starts_with('.') && name != "node_modules" {
                    folders.push(path);
                } else if kind.is_file() && is_source(&name) && count < MAX_FILES {
                    count += 1;
                    used.read(&read_limit::source(&path).unwrap_or_default());
                }
            }
        }
        used
    }

    fn read(&mut self, text: &str) {
        for rest in text.split("lumi:").skip(1) {
            let end = rest.find(['"', '\'', '`']).unwrap_or(0);
            let imported = rest.get(..end).unwrap_or_default();
            // A module follows the name of its package.
            let name = imported.split('/').next().unwrap_or_default();
            if !name.is_empty() {
                self.packages.insert(name.to_owned());
            }
            if name.len() < imported.len() {
                self.modules.insert(imported.to_owned());
            }
        }
        let is_part = |it: char| it.is_ascii_alphanumeric() || matches!(it, '_' | '$');
        for word in text.split(|it: char| !is_part(it)) {
            if !word.is_empty() && !self.identifiers.contains(word) {
                self.identifiers.insert(word.to_owned());
            }
        }
    }
}

fn is_source(name: &str) -> bool {
    let extensions = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"];
    extensions.iter().any(|it| name.ends_with(it)) && !name.ends_with(".d.ts")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_those_of_the_project() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write(
            "index.ts",
            "import * as cloud from 'lumi:cloud';\nnew cloud.S3Bucket(`a${b}`);",
        );
        write(
            "lib/a.js",
            "const x = require(\"lumi:random\"); import('lumi:cloud/s3')",
        );
        write("node_modules/p/index.js", "import 'lumi:other'; Hidden");
        write(".lumi/types/x.ts", "Hidden");
        let used = UsedNames::scan(folder.path());
        let mut packages: Vec<_> = used.packages.iter().collect();
        packages.sort();
        assert_eq!(packages, ["cloud", "random"]);
        assert_eq!(used.modules.iter().collect::<Vec<_>>(), ["cloud/s3"]);
        assert!(used.identifiers.contains("S3Bucket"));
        assert!(!used.identifiers.contains("Hidden"));
    }
}
