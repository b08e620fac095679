//! Runs of selected resources: `--target`, `--exclude`, `--replace`.

use super::program::{Program, Spec, program};
use super::scenario::Scenario;
use crate::{ResourcePattern, Selection};

#[tokio::test]
async fn only_targets_are_touched() {
    let mut stack = Scenario::new();
    let first = program([
        Spec::new("a", "1"),
        Spec::new("b", "1"),
        Spec::new("c", "1"),
    ]);
    stack.up(&first).await;
    let second = program([
        Spec::new("a", "2"),
        Spec::new("b", "2"),
        Spec::new("d", "2"),
    ]);
    stack.options.selection.targets = vec![ResourcePattern::new("a")];
    stack.up(&second).await;
    assert_eq!(stack.world.view(), ["a=2", "b=1", "c=1"]);
    stack.options.selection.targets = vec![ResourcePattern::new("e")];
    let outcome = stack.up(&second).await;
    assert!(outcome.has_failed);
    insta::assert_snapshot!(stack.said(), @r#"
         says no resource matches `e` / patterns are names or URNs, in which * stands for any text
        a same
        b same
        "#);
    stack.options.selection.targets.clear();
    stack.options.selection.excludes = vec![ResourcePattern::new("c")];
    stack.up(&second).await;
    assert_eq!(stack.world.view(), ["a=2", "b=2", "c=1", "d=2"]);
    stack.options.selection.excludes.clear();
    stack.options.selection.replaces = vec![ResourcePattern::new("a")];
    let outcome = stack.up(&second).await;
    assert_eq!((outcome.summary.replaced, outcome.summary.deleted), (1, 1));
}

/// `b` depends on `a`, `c` on `b`, `d` on nothing.
fn chain(value: &str) -> Program {
    program([
        Spec::new("a", value),
        Spec::new("b", value).from("link", "a"),
        Spec::new("c", value).after("b"),
        Spec::new("d", value),
    ])
}

#[tokio::test]
async fn dependents_of_a_target_can_be_selected() {
    let mut stack = Scenario::new();
    stack.up(&chain("1")).await;
    stack.options.selection.targets = vec![ResourcePattern::new("b")];
    stack.options.selection.with_dependents = true;
    assert_eq!(stack.preview(&chain("2")).await.summary.updated, 2);
    stack.up(&chain("2")).await;
    assert_eq!(stack.world.view(), ["a=1", "b=2", "c=2", "d=1"]);
    // New resources, too.
    let mut more = chain("2");
    more.0.push(Spec::new("e", "2").from("link", "c"));
    stack.up(&more).await;
    assert_eq!(stack.world.view(), ["a=1", "b=2", "c=2", "d=1", "e=2"]);
    // An excluded resource and its dependencies stay.
    stack.options.selection.excludes = vec![ResourcePattern::new("c")];
    stack.destroy().await;
    insta::assert_snapshot!(stack.said(), @r#"b delete: "c" stays and depends on it"#);
    stack.options.selection.excludes.clear();
    stack.options.selection.with_dependents = false;
    stack.destroy().await;
    insta::assert_snapshot!(stack.said(), @r#"b delete: "c" stays and depends on it; --target-dependents deletes that, too"#);
    stack.options.selection.with_dependents = true;
    stack.state.outputs.insert("url".to_owned(), "x".into());
    stack.destroy().await;
    assert_eq!(stack.world.view(), ["a=1", "d=1"]);
    // The outputs are those of the whole program.
    assert_eq!(stack.state.outputs.len(), 1);
    stack.options.selection = Selection::default();
    stack.destroy().await;
    assert!(stack.state.outputs.is_empty() && stack.state.resources.is_empty());
}

#[tokio::test]
async fn deletions_that_a_target_requires_must_be_selected() {
    let mut stack = Scenario::new();
    let of = |key: &str| {
        program([
            Spec::new("a", "1").input("slot", "s").input("key", key),
            Spec::new("b", "2").from("key_from_a", "a"),
        ])
    };
    stack.up(&of("x")).await;
    stack.options.selection.targets = vec![ResourcePattern::new("a")];
    stack.world.take_calls();
    assert!(stack.up(&of("y")).await.has_failed);
    assert_eq!(stack.world.take_calls(), Vec::<String>::new());
    insta::assert_snapshot!(stack.said(), @"a create-replacement: b depends on it and would be \
                                            replaced, too, but it is excluded from this run; make \
                                            this one a target, too, or use --target-dependents");
    stack.options.selection.with_dependents = true;
    assert_eq!(stack.up(&of("y")).await.summary.replaced, 2);
}
