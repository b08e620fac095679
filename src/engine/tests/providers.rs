//! The effect of a changed provider configuration on managed resources.

use super::program::{Program, Spec};
use super::scenario::Scenario;
use super::world::Fault;
use crate::ResourcePattern;
use lumi_graph::Value;

/// A provider and two resources of it, of which one depends on the other.
fn in_region(region: &str) -> Program {
    Program(vec![
        Spec::provider("p", region),
        Spec::new("a", "1").with("p"),
        Spec::new("b", "2").with("p").from("link", "a"),
    ])
}

fn labelled(label: &str) -> Program {
    let mut program = in_region("north");
    program.0[0] = Spec::provider("p", "north").input("label", label);
    program
}

#[tokio::test]
async fn resources_are_compared_anew_when_their_provider_changes() {
    let mut stack = Scenario::new();
    stack.up(&in_region("north")).await;
    let id = stack.state.resources[0].id.clone();
    for preview in [true, false] {
        let next = labelled("red");
        let outcome = match preview {
            true => stack.preview(&next).await,
            false => stack.up(&next).await,
        };
        assert!(!outcome.has_failed);
        insta::allow_duplicates! {
            insta::assert_snapshot!(stack.said(), @"
            a update
            b update
            p update
            ");
        }
    }
    assert_eq!(
        stack.world.view(),
        ["a=1 in north, red", "b=2 in north, red"]
    );
    assert_eq!(stack.state.resources[0].id, id);
    assert!(!stack.up(&labelled("red")).await.summary.has_changes());
}

#[tokio::test]
async fn resources_move_when_their_provider_is_replaced() {
    let mut stack = Scenario::new();
    stack.up(&in_region("north")).await;
    let id = stack.state.resources[0].id.clone();
    for preview in [true, false] {
        let next = in_region("south");
        let outcome = match preview {
            true => stack.preview(&next).await,
            false => stack.up(&next).await,
        };
        assert!(!outcome.has_failed);
        insta::allow_duplicates! {
            insta::assert_snapshot!(stack.said(), @"
            a create-replacement (its provider can no longer reach the object: region has changed)
            a delete-replaced
            b create-replacement (its provider can no longer reach the object: region has changed)
            b delete-replaced
            p create-replacement
            p delete-replaced
            ");
        }
    }
    // The old objects were deleted with the provider of the north.
    assert_eq!(stack.world.view(), ["a=1 in south", "b=2 in south"]);
    assert_eq!(stack.state.resources.len(), 3);
    assert!(stack.state.resources.values().all(|it| it.id != id));
    assert!(!stack.up(&in_region("south")).await.summary.has_changes());
    stack.destroy().await;
    assert!(stack.world.view().is_empty() && stack.state.resources.is_empty());
}

#[tokio::test]
async fn retained_objects_are_kept_when_their_provider_is_replaced() {
    let mut stack = Scenario::new();
    stack.up(&in_region("north")).await;
    stack.options.selection.replaces = vec![ResourcePattern::new("p")];
    stack.up(&in_region("north")).await;
    insta::assert_snapshot!(stack.said(), @"
    a same
    b same
    p create-replacement (--replace names it)
    p delete-replaced
    ");
    assert_eq!(stack.state.resources.len(), 3);
    stack.options.selection.replaces.clear();
    assert!(!stack.up(&in_region("north")).await.summary.has_changes());
}

#[tokio::test]
async fn a_resource_moves_when_it_is_given_another_provider() {
    let mut stack = Scenario::new();
    let of = |provider: &str| {
        Program(vec![
            Spec::provider("p", "north"),
            Spec::provider("q", "south"),
            Spec::provider("r", "north"),
            Spec::new("a", "1").with(provider),
        ])
    };
    stack.up(&of("p")).await;
    assert_eq!(stack.up(&of("r")).await.summary.replaced, 0);
    assert_eq!(stack.up(&of("q")).await.summary.replaced, 1);
    assert_eq!(stack.world.view(), ["a=1 in south"]);
    // From and to the default provider, too.
    let mut default = of("q");
    default.0[3].provider = None;
    assert_eq!(stack.up(&default).await.summary.replaced, 1);
    assert_eq!(stack.world.view(), ["a=1"]);
}

#[tokio::test]
async fn the_old_provider_stays_for_what_could_not_move() {
    let mut stack = Scenario::new();
    stack.up(&in_region("north")).await;
    stack.world.fault("b", Fault::Failed);
    assert!(stack.up(&in_region("south")).await.has_failed);
    assert_eq!(
        stack.world.view(),
        ["a=1 in north", "a=1 in south", "b=2 in north"]
    );
    // The refresh reads the object where it is.
    stack.refresh().await;
    insta::assert_snapshot!(stack.said(), @"
    a refresh
    b refresh
    ");
    let outcome = stack.up(&in_region("south")).await;
    assert!(!outcome.has_failed);
    assert_eq!(stack.world.view(), ["a=1 in south", "b=2 in south"]);
    assert_eq!(stack.state.resources.len(), 3);
}

#[tokio::test]
async fn the_old_provider_stays_for_what_a_run_leaves_alone() {
    let mut stack = Scenario::new();
    stack.up(&in_region("north")).await;
    stack.options.selection.targets = vec![ResourcePattern::new("a")];
    for preview in [true, false] {
        match preview {
            true => stack.preview(&in_region("south")).await,
            false => stack.up(&in_region("south")).await,
        };
        insta::allow_duplicates! {
            insta::assert_snapshot!(stack.said(), @r#"
            a create-replacement (its provider can no longer reach the object: region has changed)
            a skipped: "b" stays and may still use the old object
            b same
            p create-replacement
            p skipped: "b" stays and was made with it
            "#);
        }
    }
    assert_eq!(
        stack.world.view(),
        ["a=1 in north", "a=1 in south", "b=2 in north"]
    );
    stack.options.selection.targets.clear();
    stack.up(&in_region("south")).await;
    assert_eq!(stack.world.view(), ["a=1 in south", "b=2 in south"]);
    assert_eq!(stack.state.resources.len(), 3);
}

/// Wherever a move is interrupted, nothing remains in the old region.
#[tokio::test]
async fn a_killed_move_is_finished() {
    for records in 0.. {
        let mut stack = Scenario::new();
        stack.up(&in_region("north")).await;
        let was_killed = stack.killed_after(records, &in_region("south")).await;
        assert!(!stack.up(&in_region("south")).await.has_failed);
        assert_eq!(stack.world.view(), ["a=1 in south", "b=2 in south"]);
        assert_eq!(stack.state.resources.len(), 3);
        if !was_killed {
            assert!(records > 8, "{records}");
            break;
        }
    }
}

/// A default provider and two resources of it, of which one depends on the other.
fn by_default() -> Program {
    Program(vec![
        Spec::new("a", "1"),
        Spec::new("b", "2").from("link", "a"),
    ])
}

fn configure(stack: &mut Scenario, region: &str, label: &str) {
    let config = [("region", region), ("label", label)];
    let config = config.map(|(key, value)| (key.to_owned(), Value::secret(value.into())));
    let config = config.into_iter().collect();
    stack
        .options
        .provider_config
        .insert("test".to_owned(), config);
}

#[tokio::test]
async fn another_configuration_of_a_package_is_seen() {
    let mut stack = Scenario::new();
    configure(&mut stack, "north", "blue");
    stack.up(&by_default()).await;
    assert!(!stack.up(&by_default()).await.summary.has_changes());
    configure(&mut stack, "north", "red");
    assert_eq!(stack.up(&by_default()).await.summary.updated, 2);
    assert_eq!(
        stack.world.view(),
        ["a=1 in north, red", "b=2 in north, red"]
    );
    configure(&mut stack, "south", "red");
    for preview in [true, false] {
        match preview {
            true => stack.preview(&by_default()).await,
            false => stack.up(&by_default()).await,
        };
        insta::allow_duplicates! {
            insta::assert_snapshot!(stack.said(), @"
            a create-replacement (its provider can no longer reach the object: region has changed)
            a delete-replaced
            b create-replacement (its provider can no longer reach the object: region has changed)
            b delete-replaced
            ");
        }
    }
    assert_eq!(
        stack.world.view(),
        ["a=1 in south, red", "b=2 in south, red"]
    );
    assert!(!stack.up(&by_default()).await.summary.has_changes());
}

#[tokio::test]
async fn objects_of_a_package_are_deleted_by_their_provider() {
    let mut stack = Scenario::new();
    configure(&mut stack, "north", "blue");
    stack.up(&by_default()).await;
    configure(&mut stack, "south", "red");
    assert_eq!(stack.refresh().await.summary.drifted, 0);
    stack.destroy().await;
    assert!(stack.world.view().is_empty() && stack.state.resources.is_empty());
    // From no configuration to one, and back.
    stack.options.provider_config.clear();
    stack.up(&by_default()).await;
    configure(&mut stack, "south", "red");
    assert_eq!(stack.up(&by_default()).await.summary.replaced, 2);
    stack.options.provider_config.clear();
    stack.world.fault_late("a", "delete");
    assert!(stack.up(&by_default()).await.has_failed);
    stack.destroy().await;
    assert!(stack.world.view().is_empty() && stack.state.resources.is_empty());
}

/// States of older versions do not record the configuration of objects.
#[tokio::test]
async fn unrecorded_configuration_is_accepted() {
    let mut stack = Scenario::new();
    configure(&mut stack, "north", "blue");
    stack.up(&by_default()).await;
    for resource in stack.state.resources.values_mut() {
        std::sync::Arc::make_mut(resource).configuration = None;
    }
    stack.state.configurations.clear();
    let outcome = stack.up(&by_default()).await;
    assert!(!outcome.summary.has_changes());
    assert_eq!(stack.state.configurations.len(), 1);
    configure(&mut stack, "south", "blue");
    assert_eq!(stack.up(&by_default()).await.summary.replaced, 2);
}

/// The second provider stays for its objects, between the one that created `a` and the one that
/// manages it now.
#[tokio::test]
async fn adopted_objects_are_deleted_by_the_adopting_provider() {
    let a = Spec::new("a", "1").with("p");
    let c = Spec::new("c", "1").with("p").protect();
    let mut stack = Scenario::new();
    stack.options.continue_on_error = true;
    stack
        .up(&Program(vec![Spec::provider("p", "north"), a.clone()]))
        .await;
    stack.options.selection.targets = vec![ResourcePattern::new("p"), ResourcePattern::new("c")];
    stack
        .up(&Program(vec![Spec::provider("p", "south"), c]))
        .await;
    stack.options.selection = Default::default();
    stack
        .up(&Program(vec![Spec::provider("p", "north"), a]))
        .await;
    assert_eq!(stack.world.view(), ["a=1 in north", "c=1 in south"]);
    stack.up(&Program(vec![Spec::provider("p", "north")])).await;
    assert_eq!(stack.world.view(), ["c=1 in south"], "{}", stack.said());
}

/// The guest closes a cycle, and the old provider is deleted, too.
#[tokio::test]
async fn an_old_provider_goes_after_what_it_made_though_less_is_waited_for() {
    let host = Spec::new("host", "1").with("p");
    let between = Spec::new("between", "1").with("p").uses("key_host", "host");
    let guest = Spec::new("guest", "1")
        .uses("key_between", "between")
        .uses("host", "host")
        .deleted_with("host");
    let provider = |region: &str| Spec::provider("p", region);
    let mut stack = Scenario::new();
    stack
        .up(&Program(vec![
            provider("north"),
            host.clone(),
            between,
            guest,
        ]))
        .await;
    stack.up(&Program(vec![provider("south"), host])).await;
    assert_eq!(stack.world.view(), ["host=1 in south"], "{}", stack.said());
}
