use proptest::prelude::*;

use super::{glob, paths};
use crate::functions::{FunctionContext, function};
use crate::value::{Mark, Value};

#[test]
fn paths_are_cleaned_without_files() {
    let cleaned = ["", "a/../b", "/../x", "a//b/./c/", "../../x"].map(paths::clean);
    assert_eq!(cleaned, [".", "b", "/x", "a/b/c", "../../x"]);
    assert_eq!(
        (paths::base("a/b/"), paths::folder("a/b/").as_str()),
        ("b", "a/b")
    );
}

#[test]
fn incomplete_patterns_are_refused() {
    let refused = ["[", "[]", "{a", "a}", "\\", "a[/b]"];
    assert!(refused.iter().all(|pattern| glob::glob(pattern).is_err()));
}

#[test]
fn sensitive_paths_are_not_shown() {
    let path = Value::string("secret-name.txt").mark(Mark::Sensitive);
    let error = function("file")
        .unwrap()
        .call(&[path], &FunctionContext::new("."));
    assert!(!error.unwrap_err().message.contains("secret-name"));
}

proptest! {
    #[test]
    fn patterns_do_not_panic(pattern in "[a*?{},!^\\[\\]\\\\-]{0,16}") {
        let _ = glob::glob(&format!("nowhere/{pattern}"));
    }
}
