//! Objects that a program adopts with the option `import`.

use super::objects::{calls, keyed};
use super::program::{Spec, program};
use super::scenario::Scenario;
use lumi_graph::Value;

#[tokio::test]
async fn an_import_that_differs_says_what_it_changes() {
    let mut stack = Scenario::new();
    stack.world.lock().add_foreign("imp-9", "1");
    let importing = program([Spec::new("i", "2").option("import", "imp-9")]);
    assert_eq!(calls(&mut stack, &importing).await, ["read i", "update i"]);
    insta::assert_snapshot!(stack.said(), @r"
    i import (it differs from the program, and will be updated)
    i update
    ");
    assert_eq!(stack.world.view(), ["i=2"]);
}

#[tokio::test]
async fn an_object_to_adopt_is_not_replaced() {
    let mut stack = Scenario::new();
    stack.world.lock().add_foreign("imp-9", "1");
    let importing = keyed("i", 1).option("import", "imp-9");
    assert_eq!(
        calls(&mut stack, &program([importing.clone()])).await,
        ["read i"]
    );
    insta::assert_snapshot!(stack.said(), @"i import: it differs from the program in `key`, which would replace it; an object that is only to be adopted is not destroyed: give the program the values that the object has, or name them in `ignoreChanges`");
    assert!(stack.state.resources.is_empty());
    let ignoring = importing.option("ignoreChanges", vec![Value::from("key")]);
    assert_eq!(calls(&mut stack, &program([ignoring])).await, ["read i"]);
    assert_eq!(stack.state.resources.len(), 1);
}

/// The input that causes the replacement is unknown in the preview.
#[tokio::test]
async fn a_preview_of_an_import_takes_unknown_values_as_equal() {
    let mut stack = Scenario::new();
    stack.world.lock().add_foreign("imp-9", "1");
    let importing = Spec::new("i", "1")
        .option("import", "imp-9")
        .uses("key_link", "a");
    let both = program([Spec::new("a", "1"), importing]);
    assert!(!stack.preview(&both).await.has_failed, "{}", stack.said());
    assert!(stack.up(&both).await.has_failed);
    assert_eq!(stack.world.view(), ["a=1", "foreign=1"]);
}

#[tokio::test]
async fn a_killed_import_leaves_the_object_that_it_would_displace() {
    for records in 0..6 {
        let mut stack = Scenario::new();
        stack.world.lock().add_foreign("imp-9", "1");
        stack.up(&program([Spec::new("i", "1")])).await;
        let importing = program([Spec::new("i", "1").option("import", "imp-9")]);
        stack.killed_after(records, &importing).await;
        let live = stack.state.live_resources();
        assert_eq!(live.len(), 1, "after {records} records");
    }
}
