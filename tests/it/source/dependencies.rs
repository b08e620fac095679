//! `CONTRIBUTING.md` names the crates that `Cargo.lock` has in more than one version, and why.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

fn read(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

/// The names in the first column of the table below a heading.
fn named(text: &str, heading: &str) -> BTreeSet<String> {
    let (_, section) = text.split_once(heading).unwrap();
    let rows = section.lines().skip_while(|it| !it.starts_with('|'));
    let rows = rows.take_while(|it| it.starts_with('|')).skip(2);
    let cells = rows.filter_map(|it| it.split('|').nth(1));
    let names = cells.flat_map(|it| it.split('`').skip(1).step_by(2));
    names.map(str::to_owned).collect()
}

#[test]
fn crates_in_two_versions_have_a_reason() {
    let lock = read("Cargo.lock");
    let mut versions: BTreeMap<&str, usize> = BTreeMap::new();
    let names = lock.lines().filter_map(|it| it.strip_prefix("name = "));
    for name in names {
        *versions.entry(name.trim_matches('"')).or_default() += 1;
    }
    let several = versions.into_iter().filter(|(_, count)| *count > 1);
    let several: BTreeSet<String> = several.map(|(name, _)| name.to_owned()).collect();
    assert_eq!(
        named(&read("CONTRIBUTING.md"), "## Crates in two versions"),
        several
    );
}

#[test]
fn the_documented_number_of_packages_is_that_of_the_lock() {
    let lock = read("Cargo.lock");
    let count = lock.lines().filter(|it| it.starts_with("name = ")).count();
    let sentence = format!("`Cargo.lock` has {count} packages");
    assert!(read("CONTRIBUTING.md").contains(&sentence), "{sentence}");
}
