//! Runs of selected resources: `--target`, `--exclude`, `--replace`.

use std::collections::BTreeSet;

use super::program::{Program, Spec, program};
use super::scenario::Scenario;
use crate::{ResourcePattern, Selection};
use lumi_graph::Urn;

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

/// The names of what a plan found out that its targets need.
fn names(needed: &BTreeSet<Urn>) -> Vec<&str> {
    needed.iter().map(Urn::name).collect()
}

#[tokio::test]
async fn a_target_brings_what_it_needs_and_is_not_deployed() {
    let mut stack = Scenario::new();
    stack.options.selection.targets = vec![ResourcePattern::new("c")];
    stack.options.selection.with_dependents = true;
    let mut of = chain("1");
    of.0.push(Spec::new("e", "1").from("link", "a"));
    let plan = stack.preview(&of).await;
    assert!(!plan.has_failed, "{}", stack.said());
    assert_eq!(names(&plan.needed), ["a", "b"]);
    stack.options.selection.needed = plan.needed;
    let plan = stack.preview(&of).await;
    assert!(plan.needed.is_empty());
    insta::assert_snapshot!(stack.said(), @"
    a create (a target needs it)
    b create (a target needs it)
    c create
    ");
    // A saved plan knows what was needed.
    stack.options.selection = plan.plan.selection.clone();
    stack.options.plan = Some(plan.plan);
    assert!(!stack.up(&of).await.has_failed, "{}", stack.said());
    assert_eq!(stack.world.view(), ["a=1", "b=1", "c=1"]);
    // What is deployed is used as it is.
    stack.options.plan = None;
    stack.options.selection.needed.clear();
    let plan = stack.preview(&chain("2")).await;
    assert!(plan.needed.is_empty());
    assert_eq!((plan.summary.updated, plan.summary.created), (1, 0));
}

#[tokio::test]
async fn components_that_targets_need_bring_their_children() {
    let of = program([
        Spec::component("group"),
        Spec::new("child", "1").below("group"),
        Spec::new("other", "1").below("group"),
        Spec::new("user", "1").after("group"),
    ]);
    for (target, needed) in [
        ("child", &["group"][..]),
        ("user", &["child", "other", "group"]),
    ] {
        let mut stack = Scenario::new();
        stack.options.selection.targets = vec![ResourcePattern::new(target)];
        let plan = stack.preview(&of).await;
        let mut found = names(&plan.needed);
        let mut needed = needed.to_vec();
        found.sort_unstable();
        needed.sort_unstable();
        assert_eq!(found, needed);
    }
}

#[tokio::test]
async fn dependents_of_an_excluded_resource_are_excluded_too() {
    let mut stack = Scenario::new();
    stack.options.selection.excludes = vec![ResourcePattern::new("a")];
    assert!(!stack.preview(&chain("1")).await.has_failed);
    let outcome = stack.up(&chain("1")).await;
    assert!(!outcome.has_failed);
    assert_eq!(outcome.summary.excluded, 3);
    assert_eq!(stack.world.view(), ["d=1"]);
    insta::assert_snapshot!(stack.said(), @r#"
    b says it is excluded, too: it needs test:index:Thing "a", which is not deployed and is excluded
    c says it is excluded, too: it needs test:index:Thing "b", which is not deployed and is excluded
    d create
    "#);
    // With the object, its dependents are deployed.
    stack.options.selection.excludes.clear();
    stack.up(&chain("1")).await;
    stack.options.selection.excludes = vec![ResourcePattern::new("a")];
    stack.up(&chain("2")).await;
    assert_eq!(stack.world.view(), ["a=1", "b=2", "c=2", "d=2"]);
}

/// Providers are a part of every run.
#[tokio::test]
async fn a_provider_that_needs_an_excluded_resource_is_refused() {
    let mut stack = Scenario::new();
    let of = program([
        Spec::new("a", "1"),
        Spec::new("b", "1").from("link", "a"),
        Spec::provider("p", "eu").from("label", "b"),
        Spec::new("c", "1").with("p"),
    ]);
    stack.options.selection.excludes = vec![ResourcePattern::new("a")];
    for name in ["preview", "up"] {
        let outcome = match name {
            "up" => stack.up(&of).await,
            _ => stack.preview(&of).await,
        };
        assert!(outcome.has_failed, "{name}");
        insta::allow_duplicates!(insta::assert_snapshot!(stack.said(), @r#"
        b says it is excluded, too: it needs test:index:Thing "a", which is not deployed and is excluded
        p create: it needs test:index:Thing "b", which is not deployed and is excluded from this run; include that one, because a provider is a part of every run
        "#));
    }
    assert!(stack.world.view().is_empty());
}

#[tokio::test]
async fn a_target_that_needs_an_excluded_resource_is_an_error() {
    let mut stack = Scenario::new();
    stack.options.selection.targets = vec![ResourcePattern::new("c")];
    stack.options.selection.excludes = vec![ResourcePattern::new("a")];
    assert!(stack.preview(&chain("1")).await.has_failed);
    insta::assert_snapshot!(stack.said(), @r#"c create: it needs test:index:Thing "b", which is not deployed and is excluded from this run; exclude both, or neither"#);
}

#[tokio::test]
async fn dependents_of_an_excluded_resource_can_be_excluded() {
    let mut stack = Scenario::new();
    stack.up(&chain("1")).await;
    stack.options.selection.excludes = vec![ResourcePattern::new("b")];
    stack.options.selection.excludes_dependents = true;
    assert_eq!(stack.preview(&chain("2")).await.summary.updated, 2);
    // A new dependent, and one of it, too.
    let mut more = chain("2");
    more.0.push(Spec::new("e", "2").from("link", "c"));
    more.0.push(Spec::new("f", "2").after("e"));
    let outcome = stack.up(&more).await;
    assert!(!outcome.has_failed, "{}", stack.said());
    assert_eq!(stack.world.view(), ["a=2", "b=1", "c=1", "d=2"]);
    assert_eq!(outcome.summary.excluded, 4);
    // What the program no longer declares stays, with what it needs.
    stack.up(&program([])).await;
    assert_eq!(stack.world.view(), ["a=2", "b=1", "c=1"]);
    stack.refresh().await;
    assert_eq!(stack.world.take_calls().last().unwrap(), "read a");
    // A dependent that is a target stays out.
    stack.options.selection.targets = vec![ResourcePattern::new("*")];
    stack.destroy().await;
    assert_eq!(stack.world.view(), ["a=2", "b=1", "c=1"]);
    stack.options.selection = Selection::default();
    stack.destroy().await;
    assert!(stack.world.view().is_empty());
}

#[tokio::test]
async fn protected_resources_can_be_excluded() {
    let mut stack = Scenario::new();
    let of = program([
        Spec::new("a", "1"),
        Spec::new("b", "1").after("a").protect(),
        Spec::new("c", "1").after("b"),
        Spec::new("d", "1"),
    ]);
    stack.up(&of).await;
    stack.state.outputs.insert("url".to_owned(), "x".into());
    stack.options.selection.excludes_protected = true;
    let outcome = stack.destroy().await;
    assert!(!outcome.has_failed, "{}", stack.said());
    // What a protected resource needs stays with it.
    assert_eq!(stack.world.view(), ["a=1", "b=1"]);
    insta::assert_snapshot!(stack.said(), @r#"
    a skipped: "b" stays and depends on it
    c delete
    d delete
    "#);
    assert_eq!(stack.state.outputs.len(), 1);
    let again = stack.destroy().await;
    assert!(!again.has_failed && again.summary.deleted == 0);
    // Without the flag the rest is an error.
    stack.options.selection = Selection::default();
    assert!(stack.destroy().await.has_failed);
    assert_eq!(stack.world.view(), ["a=1", "b=1"]);
}

/// The program that runs first may have another name for a protected resource, and other dependencies.
#[tokio::test]
async fn dependencies_of_a_protected_resource_outlive_the_program() {
    let mut stack = Scenario::new();
    let of = program([
        Spec::new("a", "1"),
        Spec::new("b", "1").from("link", "a").protect(),
    ]);
    stack.up(&of).await;
    stack.options.selection.excludes_protected = true;
    let mut renamed = program([Spec::new("a", "1"), Spec::new("c", "1").alias("b")]);
    let outcome = stack.destroy_after(&mut renamed).await;
    assert!(!outcome.has_failed, "{}", stack.said());
    assert_eq!(stack.world.view(), ["a=1", "b=1"]);
}
