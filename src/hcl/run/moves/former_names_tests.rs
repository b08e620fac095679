//! Former names in the configuration of a folder.

use std::fs;

use super::*;

fn names(files: &[(&str, &str)]) -> Result<FormerNames, String> {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let (tree, diagnostics) = ModuleTree::load(folder.path());
    assert!(!diagnostics.has_errors(), "{diagnostics}");
    FormerNames::of(&tree).map_err(|it| it.to_string())
}

fn error(text: &str) -> String {
    names(&[("main.tf", text)]).expect_err("the blocks are not valid")
}

/// The address of what a reference in the language names.
fn address(text: &str) -> Address {
    let mut modules = Vec::new();
    let mut rest = text;
    while let Some(after) = rest.strip_prefix("module.") {
        let (first, others) = after.split_once('.').unwrap_or((after, ""));
        modules.push(with_key(first));
        rest = others;
    }
    let object = rest.split_once('.').map(|(type_name, name)| {
        let (name, key) = with_key(name);
        (type_name.to_owned(), name, key)
    });
    Address { modules, object }
}

fn with_key(text: &str) -> (String, InstanceKey) {
    let Some((name, index)) = text.split_once('[') else {
        return (text.to_owned(), InstanceKey::None);
    };
    let index = index.trim_end_matches(']');
    let key = index.parse().map(InstanceKey::Number);
    let text = index.trim_matches('"').to_owned();
    (name.to_owned(), key.unwrap_or(InstanceKey::Text(text)))
}

fn shown(address: &Address) -> String {
    let module = ModuleInstance(address.modules.clone());
    match &address.object {
        None => module.to_string(),
        Some((type_name, name, key)) => format!("{}{type_name}.{name}{key}", module.prefix()),
    }
}

fn former(names: &FormerNames, text: &str) -> Vec<String> {
    let former = names.former(&address(text)).expect("there are few moves");
    former.iter().map(shown).collect()
}

#[test]
fn former_names_follow_the_moves() {
    let text = "resource \"t\" \"c\" {}\n\
                moved {\n  from = t.a\n  to = t.b\n}\n\
                moved {\n  from = t.b\n  to = t.c\n}\n";
    let names = names(&[("main.tf", text)]).unwrap();
    assert_eq!(former(&names, "t.c"), ["t.b", "t.a"]);
    assert_eq!(former(&names, "t.c[\"k\"]"), ["t.b[\"k\"]", "t.a[\"k\"]"]);
}

#[test]
fn former_names_of_what_gets_count_are_implied() {
    let names = names(&[("main.tf", "resource \"t\" \"a\" {}\n")]).unwrap();
    assert_eq!(former(&names, "t.a[0]"), ["t.a"]);
    assert_eq!(former(&names, "t.a"), ["t.a[0]"]);
    assert!(former(&names, "t.a[1]").is_empty());
    assert!(former(&names, "t.a[\"x\"]").is_empty());
}

#[test]
fn former_names_of_modules_that_get_count_are_implied() {
    let names = names(&[("main.tf", "")]).unwrap();
    assert_eq!(former(&names, "module.a[0]"), ["module.a"]);
    assert_eq!(former(&names, "module.a"), ["module.a[0]"]);
    assert!(former(&names, "module.a[1]").is_empty());
    assert_eq!(former(&names, "module.a[0].t.x[2]"), ["module.a.t.x[2]"]);
    assert_eq!(
        former(&names, "module.a[0].t.x"),
        ["module.a.t.x", "module.a[0].t.x[0]", "module.a.t.x[0]"]
    );
    assert_eq!(
        former(&names, "module.a[\"k\"].module.b.t.x[1]"),
        ["module.a[\"k\"].module.b[0].t.x[1]"]
    );
}

#[test]
fn former_names_that_are_implied_are_limited() {
    let names = names(&[("main.tf", "")]).unwrap();
    let five = former(&names, &format!("{}t.x", "module.m.".repeat(5)));
    assert_eq!(five.len(), 63);
    let many = former(&names, &format!("{}t.x", "module.m.".repeat(60)));
    assert_eq!(many.len(), MOST_IMPLIED);
}

#[test]
fn former_names_are_not_implied_where_a_move_names_the_object() {
    let text = "resource \"t\" \"x\" {\n  count = 2\n}\n\
                moved {\n  from = t.x\n  to = t.x[1]\n}\n";
    let names = names(&[("main.tf", text)]).unwrap();
    assert_eq!(former(&names, "t.x[1]"), ["t.x"]);
    assert!(former(&names, "t.x[0]").is_empty());
}

#[test]
fn former_names_are_not_implied_where_a_move_names_the_module() {
    let text = "module \"a\" {\n  source = \"./a\"\n  count = 2\n}\n\
                moved {\n  from = module.a\n  to = module.a[1]\n}\n";
    let names = names(&[("main.tf", text), ("a/main.tf", "")]).unwrap();
    assert_eq!(former(&names, "module.a[1]"), ["module.a"]);
    assert_eq!(former(&names, "module.a[1].t.x[1]"), ["module.a.t.x[1]"]);
    assert!(former(&names, "module.a[0]").is_empty());
    assert!(former(&names, "module.a[0].t.x[1]").is_empty());
}

#[test]
fn former_names_of_modules_that_take_the_place_of_others_end() {
    let text = "module \"a\" {\n  source = \"./a\"\n}\n\
                moved {\n  from = module.a.module.b\n  to = module.a\n}\n";
    let names = names(&[("main.tf", text), ("a/main.tf", "")]).unwrap();
    let all = former(&names, "module.a.t.x[1]");
    assert_eq!(all, ["module.a.module.b.t.x[1]"]);
}

#[test]
fn former_names_that_the_configuration_still_has_are_refused() {
    let text = "resource \"t\" \"x\" {}\nresource \"t\" \"y\" {\n  count = 1\n}\n\
                moved {\n  from = t.x\n  to = t.y[0]\n}\n";
    assert!(error(text).contains("still declares"));
    let text = "resource \"t\" \"x\" {\n  for_each = toset([\"a\"])\n}\n\
                moved {\n  from = t.x[\"a\"]\n  to = t.x[\"b\"]\n}\n";
    let names = names(&[("main.tf", text)]).unwrap();
    let error = names.former(&address("t.x[\"a\"]")).unwrap_err();
    assert_eq!(error.position().map(|it| it.1), Some(4));
    assert_eq!(former(&names, "t.x[\"b\"]"), ["t.x[\"a\"]"]);
}

#[test]
fn moves_with_one_end_in_common_are_refused() {
    let start = "resource \"t\" \"x\" {}\nresource \"t\" \"y\" {}\n";
    let moved = |from: &str, to: &str| format!("moved {{\n  from = {from}\n  to = {to}\n}}\n");
    let from = format!("{start}{}{}", moved("t.a", "t.x"), moved("t.a", "t.y"));
    let message = error(&from);
    assert!(message.contains("same `from`"), "{message}");
    assert!(message.contains("main.tf:7"), "{message}");
    let to = format!("{start}{}{}", moved("t.a", "t.x"), moved("t.b", "t.x"));
    assert!(error(&to).contains("same `to`"));
    let twice = format!("{start}{}{}", moved("t.a", "t.x"), moved("t.a", "t.x"));
    assert!(names(&[("main.tf", &twice)]).is_ok());
}

#[test]
fn moves_with_one_end_in_common_are_refused_across_modules() {
    let root = "module \"a\" {\n  source = \"./a\"\n  count = 1\n}\n\
                moved {\n  from = module.a[0].t.a\n  to = module.a[0].t.y\n}\n";
    let child = "resource \"t\" \"x\" {}\nresource \"t\" \"y\" {}\n\
                 moved {\n  from = t.a\n  to = t.x\n}\n";
    let error = names(&[("main.tf", root), ("a/main.tf", child)]).unwrap_err();
    assert!(error.contains("same `from`"), "{error}");
}

#[test]
fn moves_between_types_are_refused() {
    let text = "resource \"u\" \"a\" {}\nmoved {\n  from = t.a\n  to = u.a\n}\n";
    assert!(error(text).contains("`t` does not become `u`"));
}

#[test]
fn moves_beyond_the_limit_are_refused() {
    let mut text = String::new();
    for at in 0..=MOST_MOVES {
        let next = at + 1;
        text += &format!("moved {{\n  from = t.x{at}\n  to = t.x{next}\n}}\n");
    }
    let names = names(&[("main.tf", &text)]).unwrap();
    let last = address(&format!("t.x{}", MOST_MOVES + 1));
    let error = names.former(&last).unwrap_err();
    assert!(error.detail.contains("at most"), "{error}");
}

#[test]
fn imports_need_a_resource_of_their_own() {
    let import = |to: &str| format!("import {{\n  to = {to}\n  id = \"1\"\n}}\n");
    let start = "resource \"t\" \"x\" {}\n";
    let message = error(&format!("{start}{}", import("t.typo")));
    assert!(message.contains("does not declare `t.typo`"), "{message}");
    assert!(message.contains("main.tf:2"), "{message}");
    let message = error(&format!("{start}{}{}", import("t.x"), import("t.x")));
    assert!(message.contains("imports `t.x`, too"), "{message}");
    assert!(names(&[("main.tf", &format!("{start}{}", import("t.x")))]).is_ok());
}
