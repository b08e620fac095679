//! Programs as users of Pulumi write them become packages.

use std::collections::HashMap;
use std::path::Path;

use lumi_pack::SourceProblem;

use super::Texts;

/// The files below a folder, by their paths relative to it.
fn files_of(folder: &Path, start: &str, found: &mut HashMap<String, String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = format!("{start}{}", path.file_name().unwrap().to_string_lossy());
        match path.is_dir() {
            true => files_of(&path, &format!("{name}/"), found),
            false => drop(found.insert(name, std::fs::read_to_string(&path).unwrap())),
        }
    }
}

fn problems(path: &Path) -> Vec<SourceProblem> {
    let mut files = HashMap::new();
    match path.is_dir() {
        true => files_of(path, "", &mut files),
        false => drop(files.insert(
            "index.py".to_owned(),
            std::fs::read_to_string(path).unwrap(),
        )),
    }
    let lowered = crate::program::lowered_modules("index.py", &mut Texts(files), false);
    lowered.err().unwrap_or_default()
}

/// The number of programs.
const COUNT: usize = 25;

#[test]
fn realistic_programs_are_not_refused() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/realistic");
    let paths = std::fs::read_dir(folder).unwrap();
    let paths: Vec<_> = paths.map(|it| it.unwrap().path()).collect();
    assert_eq!(paths.len(), COUNT);
    let refused = paths.iter().flat_map(|path| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        problems(path)
            .into_iter()
            .map(move |it| format!("{name}: {it}"))
    });
    let refused: Vec<String> = refused.collect();
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}
