//! The documentation about Python shows the actual output.

use std::fs;

use super::{Python, repository};

/// The first block of a language in a page, or in the section that begins with `start`.
fn block(page: &str, start: &str, language: &str) -> String {
    let text = fs::read_to_string(repository().join(page)).unwrap();
    let (_, rest) = text.split_once(start).unwrap();
    let (_, rest) = rest.split_once(&format!("```{language}\n")).unwrap();
    rest.split_once("```").unwrap().0.to_owned()
}

#[test]
fn programs_of_the_pages_deploy() {
    let pages = [
        ("docs/other_languages.md", "# Other languages"),
        ("sdk/python/README.md", "## Using it"),
    ];
    for (page, start) in pages {
        let Some(python) = Python::new() else {
            return;
        };
        python.lumi.file("main.py", block(page, start, "python"));
        let up = python.seen(&["up", "-y"]);
        assert!(up.contains("Done: +2 created"), "{page}: {up}");
    }
}

#[test]
fn the_page_of_the_web_server_shows_its_plan() {
    let Some(python) = Python::new() else {
        return;
    };
    let folder = "examples/python/webserver";
    let shown = block(&format!("{folder}/README.md"), "", "console");
    let (_, shown) = shown.split_once('\n').unwrap();
    let program = repository().join(folder).display().to_string();
    assert_eq!(python.run(&["run", &program]).ok(), shown);
}
