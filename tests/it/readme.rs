//! What the README shows of the everyday loop is what one sees.

use crate::docs::{Page, blocks};

const README: &str = include_str!("../../README.md");

#[test]
fn the_everyday_loop_goes_as_the_readme_says() {
    let (_, chapter) = README.split_once("## The everyday loop\n").unwrap();
    let (chapter, _) = chapter.split_once("\n## ").unwrap();
    assert!(blocks(chapter).iter().any(|it| it.info == "console"));
    Page::new().check(chapter).unwrap();
}
