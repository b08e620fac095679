//! Programs print the same in CPython and in LumiPy.

use super::{cpython, engine, packed_text};

fn judged(name: &str, text: &str) -> Option<String> {
    let expected = cpython::run(text)?;
    let pack = match packed_text(text) {
        Ok(pack) => pack,
        Err(problems) => return Some(format!("{name}: refused: {problems:#?}")),
    };
    let found = engine::run(&pack);
    let pairs = found.lines().zip(expected.lines()).enumerate();
    let wrong: Vec<String> = pairs
        .filter(|(_, (a, b))| a != b)
        .map(|(at, (found, expected))| {
            format!(
                "{name}: line {}:\nlumi:    {found}\ncpython: {expected}",
                at + 1
            )
        })
        .collect();
    if !wrong.is_empty() {
        return Some(wrong.join("\n"));
    }
    let (a, b) = (found.lines().count(), expected.lines().count());
    (a != b).then(|| format!("{name}: {a} lines, and not {b}: {:?}", found.lines().last()))
}

#[test]
fn programs_print_what_cpython_prints() {
    if !cpython::is_there() {
        return;
    }
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs");
    let mut wrong = Vec::new();
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        wrong.extend(judged(&name, &text));
        count += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(count >= 9, "{count}");
}
