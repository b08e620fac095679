//! The README is correct, like every page of `docs/`, and short.

use crate::documents::docs::Page;

const README: &str = include_str!("../../../README.md");

#[test]
fn the_readme_is_true() {
    Page::new().check(README).unwrap();
}

#[test]
fn each_row_of_the_comparison_links_to_evidence() {
    let (_, table) = README.split_once("| | Lumi |").unwrap();
    let (table, _) = table.split_once("\n\n").unwrap();
    let rows: Vec<&str> = table.lines().skip(2).collect();
    assert!(rows.len() >= 10, "{rows:?}");
    for row in rows {
        let (name, _) = row.trim_start_matches("| ").split_once(" | ").unwrap();
        assert!(name.starts_with('[') && name.contains("]("), "{name}");
    }
}

#[test]
fn the_readme_is_short() {
    assert!(
        README.lines().count() <= 160,
        "details belong in a page of docs/"
    );
}
