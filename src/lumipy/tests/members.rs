//! The modules of the library have the members that the compiler knows, and CPython has them, too.

use super::{cpython, engine, packed_text};
use crate::standard::all_members;

#[test]
fn modules_have_the_members_that_the_compiler_knows() {
    let modules = all_members().into_iter();
    // The members of `Output` are those of Lumi, and the compiler evaluates `dataclasses` without a module.
    let modules = modules.filter(|it| !["Output", "dataclasses"].contains(&it.0));
    let mut text = String::new();
    for (name, members) in modules {
        text += &format!(
            "import {name}\nprint(\"{name}\", [it for it in {members:?} if not hasattr({name}, it)])\n"
        );
    }
    let found = engine::run(&packed_text(&text).unwrap_or_else(|it| panic!("{it:#?}")));
    let wrong: Vec<&str> = found.lines().filter(|it| !it.ends_with(" []")).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    if cpython::is_there() {
        let expected = cpython::run(&text).unwrap_or_default();
        // Newer versions have more.
        let expected = expected.replace("['override']", "[]");
        assert_eq!(found, expected);
    }
}
