//! Changes of a deployed folder.

use std::path::Path;

use super::by_lumi::LumiFolder;
use super::tool_settings;

/// A deployed folder with one file; `None` without the judges.
fn deployed(text: &str) -> Option<LumiFolder> {
    let folder = LumiFolder::new(Path::new("tests/programs/hcl/empty"), &tool_settings()?);
    folder.file("main.tf", text);
    folder.run(&["up", "-y"]).ok();
    Some(folder)
}

#[test]
fn moved_resources_stay() {
    let before = "resource \"kit_thing\" \"a\" {\n  name = \"a\"\n}\n";
    let Some(folder) = deployed(before) else {
        return;
    };
    let after = "resource \"kit_thing\" \"b\" {\n  count = 1\n  name = \"a\"\n}\n\
                 moved {\n  from = kit_thing.a\n  to = kit_thing.b[0]\n}\n";
    folder.file("main.tf", after);
    folder.run(&["preview", "--expect-no-changes"]).ok();
}

#[test]
fn resources_that_get_count_stay() {
    let before = "resource \"kit_thing\" \"a\" {\n  name = \"a\"\n}\n";
    let Some(folder) = deployed(before) else {
        return;
    };
    folder.file(
        "main.tf",
        "resource \"kit_thing\" \"a\" {\n  count = 1\n  name = \"a\"\n}\n",
    );
    folder.run(&["preview", "--expect-no-changes"]).ok();
}

#[test]
fn ignored_changes_are_left_alone() {
    let text = |size: u8| {
        format!(
            "resource \"kit_thing\" \"a\" {{\n  name = \"a\"\n  size = {size}\n  lifecycle {{\n    ignore_changes = [size]\n  }}\n}}\n"
        )
    };
    let Some(folder) = deployed(&text(1)) else {
        return;
    };
    folder.file("main.tf", &text(2));
    folder.run(&["preview", "--expect-no-changes"]).ok();
}

#[test]
fn protected_resources_are_not_replaced() {
    let text = |mode: &str| {
        format!(
            "resource \"kit_thing\" \"a\" {{\n  name = \"{mode}\"\n  lifecycle {{\n    prevent_destroy = true\n  }}\n}}\n"
        )
    };
    let Some(folder) = deployed(&text("a")) else {
        return;
    };
    let answer = folder.run(&["destroy", "-y"]);
    assert_ne!(answer.code, 0, "{}", answer.transcript());
}
