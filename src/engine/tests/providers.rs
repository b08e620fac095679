//! What a change of a provider's configuration does to the resources it manages.

use super::program::{Program, Spec};
use super::scenario::Scenario;
use super::world::Fault;
use crate::engine::Pattern;

/// A provider and two resources of it, of which one needs the other.
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
            a create-replacement (its provider cannot reach the object any more: region is another)
            a delete-replaced
            b create-replacement (its provider cannot reach the object any more: region is another)
            b delete-replaced
            p create-replacement
            p delete-replaced
            ");
        }
    }
    // What was in the north was deleted with the provider of the north.
    assert_eq!(stack.world.view(), ["a=1 in south", "b=2 in south"]);
    assert_eq!(stack.state.resources.len(), 3);
    assert!(stack.state.resources.values().all(|it| it.id != id));
    assert!(!stack.up(&in_region("south")).await.summary.has_changes());
    stack.destroy().await;
    assert!(stack.world.view().is_empty() && stack.state.resources.is_empty());
}

#[tokio::test]
async fn what_the_provider_lets_stay_stays_when_it_is_replaced() {
    let mut stack = Scenario::new();
    stack.up(&in_region("north")).await;
    stack.options.selection.replaces = vec![Pattern::new("p")];
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
    // It is looked for where it is.
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
    stack.options.selection.targets = vec![Pattern::new("a")];
    for preview in [true, false] {
        match preview {
            true => stack.preview(&in_region("south")).await,
            false => stack.up(&in_region("south")).await,
        };
        insta::allow_duplicates! {
            insta::assert_snapshot!(stack.said(), @r#"
            a create-replacement (its provider cannot reach the object any more: region is another)
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

/// Wherever a move is cut off, nothing is left in the old place.
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
