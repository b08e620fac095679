//! Renamed resources and their dependents.

use super::program::{Program, Spec, program, urn};
use super::scenario::Scenario;
use super::world::Fault;
use crate::ResourcePattern;
use lumi_graph::Value;

async fn deployed(first: &Program) -> Scenario {
    let mut stack = Scenario::new();
    assert!(!stack.up(first).await.has_failed, "{}", stack.said());
    stack.world.take_calls();
    stack
}

fn target(stack: &mut Scenario, name: &str) {
    stack.options.selection.targets = vec![ResourcePattern::new(name)];
}

#[tokio::test]
async fn a_killed_run_has_renamed_what_needs_a_renamed_resource() {
    let user = Spec::new("user", "1").uses("key_a", "a");
    let mut stack = deployed(&program([Spec::new("a", "1"), user])).await;
    // The run and the new name.
    let renamed = program([Spec::new("b", "1").alias("a"), Spec::new("c", "1")]);
    assert!(stack.killed_after(2, &renamed).await);
    assert_eq!(stack.state.validate(), Ok(()), "{}", stack.said());
    target(&mut stack, "b");
    assert!(stack.destroy().await.has_failed);
    let refused = "\"user\" stays and depends on it";
    assert!(stack.said().contains(refused), "{}", stack.said());
}

#[tokio::test]
async fn only_a_resource_that_gets_its_new_name_is_reported_as_moved() {
    let first = program([Spec::new("a", "1"), Spec::new("c", "1")]);
    let renamed = program([
        Spec::new("b", "1").alias("a"),
        Spec::new("d", "1").alias("c"),
    ]);
    let mut stack = deployed(&first).await;
    target(&mut stack, "d");
    stack.preview(&renamed).await;
    insta::assert_snapshot!(stack.said(), @"
    b same
    d moved from c
    d same
    ");
    // One that fails before its resource is known keeps its name.
    stack.options.selection = Default::default();
    let refused = Spec::new("b", "1").alias("a").option("protect", "no");
    stack.preview(&program([refused])).await;
    assert!(!stack.said().contains("moved"), "{}", stack.said());
    stack.preview(&renamed).await;
    assert_eq!(stack.said().matches("moved").count(), 2, "{}", stack.said());
}

#[tokio::test]
async fn a_guest_stays_with_a_host_that_is_renamed() {
    let guest = Spec::new("guest", "1").uses("host", "a").deleted_with("a");
    let mut stack = deployed(&program([Spec::new("a", "1"), guest.protect()])).await;
    target(&mut stack, "b");
    stack.up(&program([Spec::new("b", "1").alias("a")])).await;
    stack.options.selection = Default::default();
    let replaced = Spec::new("b", "1")
        .input("key", "k")
        .option("deleteBeforeReplace", true);
    assert!(stack.up(&program([replaced])).await.has_failed);
    assert!(
        stack.said().contains("but is protected"),
        "{}",
        stack.said()
    );
    assert_eq!(stack.world.view(), ["a=1", "guest=1"]);
}

/// The old object of `a` still exists, for a dependent that could not move.
#[tokio::test]
async fn a_rename_renames_old_objects() {
    let keyed = |name: &str, key: &str| Spec::new(name, "1").input("key", key);
    let user = Spec::new("user", "1").uses("y", "a");
    let mut stack = deployed(&program([keyed("a", "1"), user])).await;
    target(&mut stack, "a");
    let guest = Spec::new("guest", "1").uses("host", "a").deleted_with("a");
    stack.up(&program([keyed("a", "2")])).await;
    stack
        .options
        .selection
        .targets
        .push(ResourcePattern::new("guest"));
    stack.up(&program([keyed("a", "2"), guest])).await;
    assert_eq!(stack.world.view(), ["a=1", "a=1", "guest=1", "user=1"]);
    stack.options.selection = Default::default();
    stack.up(&program([keyed("b", "2").alias("a")])).await;
    assert_eq!(stack.world.view(), ["a=1"], "{}", stack.said());
    assert_eq!(stack.state.resources.len(), 1);
}

#[tokio::test]
async fn a_host_that_is_renamed_changes_no_guest() {
    let guest = |host: &str| Spec::new("guest", "1").uses("id", host).deleted_with(host);
    let mut stack = deployed(&program([Spec::new("a", "1"), guest("a")])).await;
    let next = program([Spec::new("b", "1").alias("a"), guest("b")]);
    assert!(
        !stack.up(&next).await.summary.has_changes(),
        "{}",
        stack.said()
    );
    let mut all = stack.state.resources.values();
    let guest = all.find(|it| it.urn == urn("guest")).unwrap();
    assert_eq!(guest.options.deleted_with(), Some(&urn("b")));
    assert_eq!(stack.state.validate(), Ok(()));
}

#[tokio::test]
async fn excluded_resources_are_referred_to_by_their_recorded_names() {
    let mut stack = deployed(&program([Spec::new("a", "1")])).await;
    target(&mut stack, "user");
    let renamed = Spec::new("b", "1").alias("a");
    let user = Spec::new("user", "1").uses("host", "b").deleted_with("b");
    let next = program([renamed, user]);
    assert!(!stack.up(&next).await.has_failed, "{}", stack.said());
    assert_eq!(stack.state.validate(), Ok(()));
    let mut all = stack.state.resources.values();
    let user = all.find(|it| it.urn == urn("user")).unwrap();
    assert_eq!(user.options.deleted_with(), Some(&urn("a")));
    target(&mut stack, "a");
    assert!(stack.destroy().await.has_failed);
    stack.options.selection = Default::default();
    assert!(!stack.up(&next).await.has_failed, "{}", stack.said());
    assert_eq!(stack.state.validate(), Ok(()));
    assert!(!stack.up(&next).await.summary.has_changes());
}

#[tokio::test]
async fn objects_that_an_interrupted_update_may_use_are_kept() {
    let user = |name: &str| Spec::new("user", "1").uses("y", name);
    let all = |used: &str| program([Spec::new("a", "1"), Spec::new("b", "1"), user(used)]);
    let mut stack = deployed(&all("a")).await;
    // The run and the intent; the outcome is not recorded.
    assert!(stack.killed_after(2, &all("b")).await);
    for name in ["a", "b"] {
        target(&mut stack, name);
        assert!(stack.destroy().await.has_failed);
        let refused = "\"user\" stays and depends on it";
        assert!(stack.said().contains(refused), "{}", stack.said());
    }
}

/// Nested components, and a child that depends on `gate`.
fn nested(outer: Spec, inner: Spec) -> Program {
    let (below_outer, below_inner) = (outer.name.clone(), inner.name.clone());
    program([
        Spec::new("gate", "1"),
        outer,
        inner.below(&below_outer),
        Spec::new("child", "1").below(&below_inner).after("gate"),
    ])
}

/// Each component had another type and, the inner one, another name.
fn renamed() -> Program {
    let formerly = |spec: Spec| spec.alias_of("type", "test:index:Group").of_type("Crew");
    let inner_names = [("name", "in"), ("type", "test:index:Group")];
    let inner_names = inner_names.map(|(key, it)| (key.to_owned(), Value::from(it)));
    let inner = Spec::component("inner").of_type("Crew");
    nested(
        formerly(Spec::component("outer")),
        inner.option(
            "aliases",
            vec![Value::Object(inner_names.into_iter().collect())],
        ),
    )
}

async fn finishes_without_new_objects(mut stack: Scenario, after: &str) {
    stack.world.take_calls();
    let run = stack.up(&renamed()).await;
    assert!(!run.has_failed, "{}", stack.said());
    let calls = stack.world.take_calls();
    let makes = |it: &String| it.contains("create child") || it.contains("delete child");
    assert!(!calls.iter().any(makes), "after {after}: {calls:?}");
    assert_eq!(stack.world.view(), ["child=1", "gate=1"]);
    assert!(!stack.up(&renamed()).await.summary.has_changes());
}

#[tokio::test]
async fn children_of_a_renamed_component_are_found_by_a_later_run() {
    let before = nested(Spec::component("outer"), Spec::component("in"));
    let stack = deployed(&before).await;
    finishes_without_new_objects(stack, "nothing").await;

    // The components are saved under their new names, and the child is not.
    let mut stack = deployed(&before).await;
    let mut failing = renamed();
    failing.0[0].inputs.insert("value".to_owned(), "2".into());
    stack.world.fault("gate", Fault::Failed);
    assert!(stack.up(&failing).await.has_failed);
    finishes_without_new_objects(stack, "a failure").await;

    for name in ["outer", "inner"] {
        let mut stack = deployed(&before).await;
        target(&mut stack, name);
        stack.up(&renamed()).await;
        stack.options.selection = Default::default();
        finishes_without_new_objects(stack, name).await;
    }
    for records in 1..8 {
        let mut stack = deployed(&before).await;
        stack.killed_after(records, &renamed()).await;
        finishes_without_new_objects(stack, &format!("{records} records")).await;
    }
}

#[tokio::test]
async fn a_preview_deletes_what_a_renamed_resource_no_longer_uses() {
    let user = Spec::new("user", "1").uses("y", "a");
    let mut stack = deployed(&program([Spec::new("a", "1"), user])).await;
    let next = program([Spec::new("other", "1").alias("user")]);
    stack.preview(&next).await;
    let planned = stack.said();
    stack.up(&next).await;
    assert_eq!(planned, stack.said());
    insta::assert_snapshot!(planned, @r"
    a delete
    other moved from user
    other update
    ");
    assert_eq!(stack.world.view(), ["other=1"]);
}

#[tokio::test]
async fn an_alias_can_say_that_there_was_no_parent() {
    let mut stack = deployed(&program([Spec::new("a", "1")])).await;
    let without = |parts: &[(&str, Value)]| {
        let parts = parts.iter().cloned();
        let parts = parts.map(|(key, value)| (key.to_owned(), value));
        let alias = Value::Object(
            parts
                .chain([("noParent".to_owned(), true.into())])
                .collect(),
        );
        Spec::new("b", "1")
            .below("group")
            .option("aliases", vec![alias])
    };
    let other = without(&[("type", "test:index:Other".into()), ("name", "a".into())]);
    let moved = without(&[("name", "a".into())]);
    let next = |spec| program([Spec::component("group"), spec]);
    assert_eq!(stack.preview(&next(other)).await.summary.deleted, 1);
    let outcome = stack.up(&next(moved)).await;
    assert_eq!((outcome.summary.deleted, outcome.summary.created), (0, 1));
    assert_eq!(stack.world.view(), ["a=1"]);
}

/// A provider of dynamic resources may have one id for all of its objects.
#[tokio::test]
async fn a_renamed_dynamic_resource_has_no_object_of_another_one() {
    let row = |name: &str, value: &str| {
        let row = Spec::new(name, value).input("__provider", "code");
        row.of_type("pulumi-nodejs:dynamic:Resource")
    };
    let mut stack = deployed(&program([row("a", "1"), row("b", "1")])).await;
    let all = &mut stack.state.resources;
    let first = all.values().find(|it| it.urn.name() == "a").unwrap();
    let (id, data) = (first.id.clone(), first.provider_data.clone());
    for resource in all.values_mut() {
        let resource = std::sync::Arc::make_mut(resource);
        resource.id.clone_from(&id);
        resource.provider_data.clone_from(&data);
    }
    let run = stack.up(&program([row("c", "2").alias("b")])).await;
    assert!(!run.has_failed, "{}", stack.said());
    assert_eq!(stack.world.take_calls(), ["update c", "delete a"]);
    assert!(stack.forgotten().is_empty());
}
