//! The parser takes what Go's own sources have.

use std::path::Path;

use super::go;
use crate::syntax::parse;

/// Packages of Go whose files are parsed.
const PACKAGES: &[&str] = &[
    "encoding/json",
    "fmt",
    "go/types",
    "iter",
    "maps",
    "net/http",
    "reflect",
    "runtime",
    "slices",
    "strings",
    "text/template",
];

#[test]
fn sources_of_go_are_parsed() {
    let Some(root) = go::root() else {
        return;
    };
    let mut count = 0;
    for package in PACKAGES {
        for entry in std::fs::read_dir(Path::new(&root).join("src").join(package)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|it| it == "go") {
                let text = std::fs::read_to_string(&path).unwrap();
                count += 1;
                if let Err(error) = parse(&text, 0) {
                    let line = text[..error.at as usize].lines().count();
                    panic!("{}:{line}: {}", path.display(), error.message);
                }
            }
        }
    }
    assert!(count > 300, "{count}");
}

#[test]
fn text_that_is_no_go_is_refused_at_its_place() {
    for (code, at) in [
        ("func f() { if x == T{} { } }", 23),
        ("func f() { x = 1 y = 2 }", 17),
        ("func f() { a, b }", 16),
        ("func f() { for i := 0; i < 3 { } }", 29),
        ("func f() { switch { case 1 2: } }", 27),
        ("func (a A, b B) f() {}", 5),
        ("var x = 1 +", 12),
        ("func f() { a := }", 16),
        ("func f(a int, string) {}", 14),
        ("func f() { var a []int = []int{1, 2\n} }", 35),
        ("type T struct { a b c }", 20),
        ("var x = '\\q'", 9),
    ] {
        let error = parse(&format!("package p\n{code}\n"), 0).err();
        let found = error.as_ref().map(|it| i64::from(it.at) - 10);
        assert_eq!(found, Some(at), "{code}: {error:?}");
    }
}
