//! The results that `tools/node-tests` expects of Node's own tests. `make node-tests` runs them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::lumi::tool;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn text(path: &str) -> String {
    let path: PathBuf = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn the_page_has_the_tables_of_what_is_expected() {
    let output = tool(root().join("tools/node-tests/table"))
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let tables = String::from_utf8(output.stdout).unwrap();
    assert_eq!(
        text("docs/node.md"),
        tables,
        "tools/node-tests/table --write"
    );
}

#[test]
fn each_expected_failure_is_listed_once_with_a_reason() {
    let expected = text("tools/node-tests/expected.txt");
    let mut names = BTreeSet::new();
    for line in expected.lines() {
        let (name, reason) = line.split_once("  ").expect(line);
        assert!(names.insert(name), "{name} is listed twice");
        assert!(
            name.starts_with("test-") && name.ends_with(".js") && !reason.trim().is_empty(),
            "{line}"
        );
    }
}

#[test]
fn nine_in_ten_tests_pass_that_need_nothing_of_the_inside_of_node() {
    for line in text("tools/node-tests/results.txt").lines() {
        let (module, counts) = line.split_once(' ').unwrap();
        let counts: Vec<u32> = counts.split(' ').map(|it| it.parse().unwrap()).collect();
        let [all, inside, passed] = counts[..] else {
            panic!("{line}")
        };
        let least = 90;
        let is_required = [
            "buffer",
            "events",
            "path",
            "querystring",
            "stream",
            "string_decoder",
            "url",
            "util",
            "zlib",
        ]
        .contains(&module);
        assert!(
            !is_required || passed * 100 >= (all - inside) * least,
            "{line}"
        );
    }
}
