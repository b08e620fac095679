//! Modules that import each other: a value of one of them may be used before its module has run.

use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};

use crate::modules::{candidates, means_folder};
use lumi_sandbox::lexical_path;

/// Number of files that are read.
const MAX_FILES: usize = 500;

/// A sentence about the shortest circle of imports through a file of the project.
pub fn described(file: &str, project: &Path) -> Option<String> {
    let circle = circle(Path::new(file), project)?;
    let names: Vec<String> = circle.iter().map(|it| it.display().to_string()).collect();
    Some(match names.as_slice() {
        [only] => format!("{only} imports itself"),
        [first, second] => format!("{first} and {second} import each other"),
        [first, rest @ ..] => {
            let rest: Vec<String> = rest.iter().map(|it| format!("imports {it}")).collect();
            format!("{first} {}, which imports {first}", rest.join(", which "))
        }
        [] => return None,
    })
}

/// The files from `start` to one that imports it, each of which imports the next.
fn circle(start: &Path, project: &Path) -> Option<Vec<PathBuf>> {
    let mut importers: BTreeMap<PathBuf, PathBuf> = BTreeMap::new();
    let mut waiting = VecDeque::from([start.to_owned()]);
    while let Some(file) = waiting.pop_front() {
        for imported in imports(&file, project) {
            if imported == start {
                let mut circle = vec![file.clone()];
                while let Some(importer) = circle.last().and_then(|it| importers.get(it)) {
                    circle.push(importer.clone());
                }
                circle.reverse();
                return Some(circle);
            }
            if importers.len() < MAX_FILES && !importers.contains_key(&imported) {
                importers.insert(imported.clone(), file.clone());
                waiting.push_back(imported);
            }
        }
    }
    None
}

/// The files of the project that a file imports by relative paths, found by their text: types are left out, as they
/// are when the program runs.
fn imports(file: &Path, project: &Path) -> Vec<PathBuf> {
    let text = fs::read_to_string(project.join(file)).unwrap_or_default();
    let folder = file.parent().unwrap_or(Path::new(""));
    let specifiers = text.split(['\n', ';']).filter_map(|statement| {
        let statement = statement.trim();
        let is_type = ["import type ", "export type "]
            .iter()
            .any(|it| statement.starts_with(it));
        let is_bare = ["import \"", "import '"]
            .iter()
            .any(|it| statement.starts_with(it));
        let has_names = statement.starts_with(['}', 'i', 'e'])
            && ["from \"", "from '"]
                .iter()
                .any(|it| statement.contains(it));
        if is_type || !(is_bare || has_names) {
            return None;
        }
        let quoted = statement.split(['"', '\'']).nth(1)?;
        quoted.starts_with('.').then_some(quoted)
    });
    let folder = project.join(folder);
    let found = specifiers.filter_map(|it| {
        let wanted = lexical_path::normal(&folder.join(it));
        let mut files = candidates(&wanted, means_folder(it));
        let file = files.find(|it| it.is_file())?;
        file.strip_prefix(project).ok().map(Path::to_owned)
    });
    found.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_circle_through_a_file_is_found() {
        let project = tempfile::tempdir().unwrap();
        for (name, text) in [
            (
                "index.ts",
                "import { b } from \"./b.ts\";\nimport {\n  c,\n} from './lib/c';\n",
            ),
            (
                "b.ts",
                "export * from \"./index.ts\"; import type { D } from \"./d.ts\";",
            ),
            ("lib/c.ts", "import x from \"../d.js\"; import \"lumi\";"),
            ("d.ts", "import \"./e.ts\"\n// from \"./b.ts\"\n"),
            (
                "e.ts",
                "import \"./lib/c.ts\"; import \"./nowhere.ts\"; import \"../../etc\"",
            ),
            ("self.ts", "import * as all from \"./self.ts\";"),
        ] {
            let path = project.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let described = |file| described(file, project.path());
        for (file, expected) in [
            ("index.ts", "index.ts and b.ts import each other"),
            ("b.ts", "b.ts and index.ts import each other"),
            ("self.ts", "self.ts imports itself"),
            (
                "d.ts",
                "d.ts imports e.ts, which imports lib/c.ts, which imports d.ts",
            ),
        ] {
            assert_eq!(described(file).as_deref(), Some(expected));
        }
        assert_eq!(described("nowhere.ts"), None);
    }
}
