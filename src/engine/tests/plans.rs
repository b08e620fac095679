//! Plans: steps, old objects and renames.

use super::program::{Spec, program, urn};
use super::scenario::Scenario;
use crate::StepKind;

#[tokio::test]
async fn the_plan_names_every_kind_of_step() {
    let mut stack = Scenario::new();
    stack
        .up(&program([
            Spec::new("a", "1").input("key", "x"),
            Spec::new("b", "1"),
        ]))
        .await;
    let next = program([Spec::new("a", "1").input("key", "y"), Spec::new("c", "1")]);
    let plan = stack.preview(&next).await.plan;
    let kinds =
        |name: &str| -> Vec<StepKind> { plan.steps[&urn(name)].iter().map(|it| it.kind).collect() };
    assert_eq!(
        kinds("a"),
        [StepKind::CreateReplacement, StepKind::DeleteReplaced]
    );
    assert_eq!(kinds("b"), [StepKind::Delete]);
    assert_eq!(kinds("c"), [StepKind::Create]);
}

/// The alias of a component covers its children.
#[tokio::test]
async fn a_component_with_another_name_is_recognised() {
    let mut stack = Scenario::new();
    let site = |name: &str| {
        program([
            Spec::component(name),
            Spec::new(&format!("{name}-web"), "1").below(name),
            Spec::new("lint", "2").below(name),
            Spec::new("other", "3"),
        ])
    };
    stack.up(&site("docs")).await;
    stack.preview(&site("handbook")).await;
    let hints: Vec<String> = stack
        .said()
        .lines()
        .filter(|it| it.contains("says"))
        .map(str::to_owned)
        .collect();
    insta::assert_snapshot!(hints.join("\n"), @r#"handbook says it looks like "docs" under a new name, because its children are the same; but the program declares new resources, and the old ones will be deleted / to keep them, give it the option aliases: [{ name: "docs" }]"#);
    let mut renamed = site("handbook");
    renamed.0[0] = renamed.0[0].clone().alias("docs");
    stack.world.take_calls();
    stack.up(&renamed).await;
    assert!(stack.world.take_calls().is_empty());
}

/// A leftover of an earlier run is a change of the next one.
#[tokio::test]
async fn a_preview_shows_old_objects_that_are_still_to_be_deleted() {
    let mut stack = Scenario::new();
    let of = |key: &str| program([Spec::new("a", "1").input("key", key)]);
    stack.up(&of("x")).await;
    stack.world.fault_late("a", "delete");
    assert!(stack.up(&of("y")).await.has_failed);
    let preview = stack.preview(&of("y")).await;
    assert!(preview.summary.has_changes());
    insta::assert_snapshot!(stack.said(), @"
    a delete-replaced (an earlier run left the old object behind)
    a same
    ");
    assert_eq!(stack.up(&of("y")).await.summary.deleted, 1);
    assert!(!stack.preview(&of("y")).await.summary.has_changes());
}

#[tokio::test]
async fn a_conflicting_object_may_be_a_renamed_resource() {
    let mut stack = Scenario::new();
    let site = |site: &str, name: &str, value: &str| {
        let spec = Spec::new(name, value).input("slot", "s");
        program([Spec::component(site), spec.below(site)])
    };
    stack.up(&site("docs", "a", "1")).await;
    stack.up(&site("docs", "b", "2")).await;
    insta::assert_snapshot!(stack.said().lines().next().unwrap(), @r#"b create: its object belongs to test:index:Thing "a" of this stack; if the resource was renamed, give this one the option aliases: [{ name: "a" }], which keeps the object; to delete the old resource, run `lumi destroy --target a` first; the provider reports: slot s is taken"#);
    stack.up(&site("handbook", "b", "2")).await;
    insta::assert_snapshot!(stack.said().lines().next().unwrap(), @r#"b create: its object belongs to test:index:Thing "a" of this stack; if the resource was renamed, give the component "handbook" the option aliases: [{ name: "docs" }], which keeps the object; to delete the old resource, run `lumi destroy --target a` first; the provider reports: slot s is taken"#);
}
