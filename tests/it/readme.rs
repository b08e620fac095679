//! The README is correct, like every page of `docs/`, and short.

use crate::docs::Page;

const README: &str = include_str!("../../README.md");

#[test]
fn the_readme_is_true() {
    Page::new().check(README).unwrap();
}

#[test]
fn the_readme_is_short() {
    assert!(
        README.lines().count() <= 160,
        "details belong in a page of docs/"
    );
}
