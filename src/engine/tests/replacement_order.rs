//! Which object of a replacement comes first, where deletion first is only a convention, as of Terraform's providers:
//! `deleteBeforeReplace: false` spreads from a resource to what it depends on.

use super::objects::{calls, deployed};
use super::program::{Program, Spec, program};
use super::scenario::Scenario;
use crate::ResourcePattern;

type Order = Option<bool>;

fn with(spec: Spec, order: Order) -> Spec {
    match order {
        Some(order) => spec.option("deleteBeforeReplace", order),
        None => spec,
    }
}

/// A resource whose provider deletes first by convention.
fn custom(name: &str, value: &str) -> Spec {
    Spec::new(name, value).input("custom", "yes")
}

/// Is replaced with `needed`.
fn using(spec: Spec, needed: &str) -> Spec {
    spec.from("key_from", needed).from("value", needed)
}

fn user(name: &str, needed: &str) -> Spec {
    using(custom(name, ""), needed)
}

/// `c` depends on `b`, and `b` on `a`, which each run replaces.
fn chain(run: &str, first: Order, last: Order) -> Program {
    chain_of(custom, run, first, last)
}

fn chain_of(spec: fn(&str, &str) -> Spec, run: &str, first: Order, last: Order) -> Program {
    program([
        with(spec("a", run).input("key", run), first),
        with(using(spec("b", ""), "a"), first),
        with(using(spec("c", ""), "b"), last),
    ])
}

const DELETED_FIRST: [&str; 6] = [
    "delete c", "delete b", "delete a", "create a", "create b", "create c",
];
const CREATED_FIRST: [&str; 6] = [
    "create a", "create b", "create c", "delete c", "delete b", "delete a",
];

#[tokio::test]
async fn a_dependent_that_is_created_first_brings_its_dependencies() {
    for (last, order) in [
        (None, DELETED_FIRST),
        (Some(true), DELETED_FIRST),
        (Some(false), CREATED_FIRST),
    ] {
        let mut stack = deployed(chain("1", None, last)).await;
        assert_eq!(calls(&mut stack, &chain("2", None, last)).await, order);
        // Also without a difference of the inputs.
        stack.options.selection.replaces = vec![ResourcePattern::new("a")];
        let again = calls(&mut stack, &chain("2", None, last)).await;
        match last {
            Some(false) => assert_eq!(again, ["create a", "delete a"]),
            _ => assert_eq!(again, order),
        }
    }
}

#[tokio::test]
async fn a_dependent_that_is_only_updated_counts_as_well() {
    let of = |run: &str| {
        program([
            custom("a", run).input("key", run),
            custom("b", "")
                .from("value", "a")
                .option("deleteBeforeReplace", false),
        ])
    };
    let mut stack = deployed(of("1")).await;
    let done = calls(&mut stack, &of("2")).await;
    assert_eq!(done, ["create a", "update b", "delete a"]);
}

#[tokio::test]
async fn a_dependent_that_the_program_no_longer_has_counts_as_well() {
    let mut stack = deployed(chain("1", None, Some(false))).await;
    let done = calls(&mut stack, &program([custom("a", "2").input("key", "2")])).await;
    assert_eq!(done, ["create a", "delete c", "delete b", "delete a"]);
}

#[tokio::test]
async fn providers_that_cannot_have_both_objects_delete_first() {
    let of = |run: &str| {
        program([
            Spec::new("a", run).input("slot", "s").input("key", run),
            user("b", "a").option("deleteBeforeReplace", false),
        ])
    };
    let mut stack = deployed(of("1")).await;
    let done = calls(&mut stack, &of("2")).await;
    assert_eq!(done, ["delete b", "delete a", "create a", "create b"]);
}

#[tokio::test]
async fn a_dependency_that_is_deleted_first_is_an_error_of_the_plan() {
    let mut stack = deployed(chain("1", Some(true), Some(false))).await;
    let next = chain("2", Some(true), Some(false));
    assert!(stack.preview(&next).await.has_failed);
    insta::assert_snapshot!(stack.said(), @"
    a create-replacement
    a delete-replaced
    b create-replacement (a, which it depends on, is deleted first)
    b delete-replaced
    c create-replacement (a, which it depends on, is deleted first): it sets `deleteBeforeReplace: false`, but a, which it depends on, sets `deleteBeforeReplace: true` and is deleted first; remove one of the two
    c delete-replaced
    ");
    // Without either of them there is an order.
    for (first, last) in [(None, Some(false)), (Some(true), None)] {
        assert!(!stack.preview(&chain("2", first, last)).await.has_failed);
    }
}

/// The provider could have both objects, and creates first.
#[tokio::test]
async fn a_dependency_that_only_its_option_deletes_first_is_an_error_as_well() {
    let of = |run: &str, first, last| chain_of(Spec::new, run, first, last);
    let (first, last) = (Some(true), Some(false));
    let mut stack = deployed(of("1", first, last)).await;
    assert!(stack.preview(&of("2", first, last)).await.has_failed);
    insta::assert_snapshot!(stack.said(), @"
    a create-replacement
    a delete-replaced
    b create-replacement (a, which it depends on, is deleted first)
    b delete-replaced
    c create-replacement (a, which it depends on, is deleted first): it sets `deleteBeforeReplace: false`, but a, which it depends on, sets `deleteBeforeReplace: true` and is deleted first; remove one of the two
    c delete-replaced
    ");
    for (first, last) in [(None, Some(false)), (Some(true), None)] {
        assert!(!stack.preview(&of("2", first, last)).await.has_failed);
    }
}

#[tokio::test]
async fn an_option_that_the_stack_does_not_know_yet_is_an_error_of_the_plan() {
    let mut stack = deployed(chain("1", None, None)).await;
    assert!(
        stack
            .preview(&chain("2", None, Some(false)))
            .await
            .has_failed
    );
    insta::assert_snapshot!(stack.said(), @"
    a create-replacement
    a delete-replaced
    b create-replacement (a, which it depends on, is deleted first)
    b delete-replaced
    c create-replacement (a, which it depends on, is deleted first): it sets `deleteBeforeReplace: false`, which the stack does not know yet, so a, which it depends on, is deleted first; set the option on a, too, or deploy it before this change
    c delete-replaced
    ");
    // Both ways that the message names.
    let both = chain("2", Some(false), Some(false));
    assert!(!stack.preview(&both).await.has_failed);
    assert!(!stack.up(&chain("1", None, Some(false))).await.has_failed);
    stack.world.take_calls();
    assert_eq!(
        calls(&mut stack, &chain("2", None, Some(false))).await,
        CREATED_FIRST
    );
}

#[tokio::test]
async fn a_saved_plan_keeps_the_order() {
    let mut stack: Scenario = deployed(chain("1", None, Some(false))).await;
    let next = chain("2", None, Some(false));
    let plan = stack.preview(&next).await.plan;
    stack.options.plan = Some(plan);
    assert!(!stack.up(&next).await.has_failed, "{}", stack.said());
    assert_eq!(stack.world.take_calls(), CREATED_FIRST);
}
