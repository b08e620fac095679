//! Programs print the same as with `go run`.

use super::{engine, go, packed_text};

/// The packages of Go that programs of the tests use without an import.
const PACKAGES: &[(&str, &str)] = &[
    ("cmp.", "cmp"),
    ("errors.", "errors"),
    ("fmt.", "fmt"),
    ("json.", "encoding/json"),
    ("maps.", "maps"),
    ("math.", "math"),
    ("path.", "path"),
    ("slices.", "slices"),
    ("sort.", "sort"),
    ("strconv.", "strconv"),
    ("strings.", "strings"),
    ("unicode.", "unicode"),
    ("utf8.", "unicode/utf8"),
];

/// A program of a test: with the line of its package and its imports.
pub fn whole(code: &str) -> String {
    let is_used = |name: &str| {
        let before =
            |it: &str| !it.ends_with(|it: char| it.is_alphanumeric() || it == '_' || it == '.');
        code.match_indices(name).any(|(at, _)| before(&code[..at]))
    };
    let used = PACKAGES.iter().filter(|it| is_used(it.0));
    let imports: String = used.map(|it| format!("\t{:?}\n", it.1)).collect();
    format!("package main\n\nimport (\n{imports})\n{code}")
}

/// The programs of all files: each begins with a line of its name.
fn programs() -> Vec<(String, String)> {
    let folder = format!("{}/tests/programs", env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|it| it.unwrap().path())
        .collect();
    files.sort();
    let mut found = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file).unwrap();
        for part in format!("\n{text}")
            .split("\n-- ")
            .filter(|it| it.contains("func main()"))
        {
            let (name, code) = part.split_once('\n').unwrap();
            found.push((name.to_owned(), whole(code)));
        }
    }
    found
}

fn difference(name: &str, text: &str, expected: &str) -> Option<String> {
    let pack = match packed_text(text) {
        Ok(pack) => pack,
        Err(problems) => return Some(format!("{name}: refused: {problems:#?}")),
    };
    let found = engine::run(&pack);
    if found == expected {
        return None;
    }
    let mut lines = found.lines().zip(expected.lines()).enumerate();
    let (at, (own, wanted)) = lines.find(|(_, (a, b))| a != b).unwrap_or_default();
    let counts = (found.lines().count(), expected.lines().count());
    Some(format!(
        "{name}: line {} of {counts:?}:\nlumi: {own}\ngo:   {wanted}\nlast: {:?}",
        at + 1,
        found.lines().last()
    ))
}

#[test]
fn programs_print_what_go_prints() {
    let mut programs = programs();
    if let Ok(name) = std::env::var("LUMIGO_PROGRAM") {
        programs.retain(|it| it.0.contains(&name));
    } else {
        assert!(programs.len() >= 60, "{}", programs.len());
    }
    let Some(expected) = go::outputs(&programs) else {
        for (name, text) in &programs {
            assert!(packed_text(text).is_ok(), "{name}");
        }
        return;
    };
    let pairs = programs.iter().zip(&expected);
    let wrong: Vec<String> = pairs
        .filter_map(|((name, text), expected)| difference(name, text, expected))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
