//! Deployments that take over what their plans have found: the goals, and the answers about unchanged objects.

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

use lumi_graph::ResourceKind;

use super::faults::block_on;
use super::program::{Program, Spec, program};
use super::random_programs::{FOREIGN, any_options};
use super::scenario::Scenario;
use super::world::World;

fn stack() -> Scenario {
    let stack = Scenario::new();
    for foreign in FOREIGN {
        stack.world.lock().add_foreign(foreign, "v0");
    }
    stack
}

/// The objects of a world, by id. Ids differ with the order in which objects were created.
fn names(world: &World) -> BTreeMap<String, String> {
    let inner = world.lock();
    let all = inner.objects.iter();
    all.map(|(id, it)| (id.clone(), format!("<{}>", it.urn.name())))
        .collect()
}

/// All that a run leaves behind, with names in place of ids.
fn left(stack: &Scenario) -> Vec<String> {
    let names = names(&stack.world);
    let mut all = Vec::new();
    for it in stack.state.resources.values() {
        // That of a provider resource is drawn by lot.
        let id = it.id.as_ref().filter(|_| it.kind != ResourceKind::Provider);
        all.push(format!(
            "{} {} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
            it.urn,
            it.order,
            it.kind,
            it.stage,
            id,
            it.parent,
            it.inputs,
            it.outputs,
            it.dependencies,
            it.depends_on,
            it.options,
            it.problems
        ));
    }
    all.push(format!(
        "{:?} {:?}",
        stack.state.pending, stack.state.outputs
    ));
    for line in &mut all {
        // The longest first, as one id may be the beginning of another.
        for (id, name) in names.iter().rev() {
            *line = line.replace(&format!("{id:?}"), name);
        }
    }
    all.extend(stack.world.view());
    all.extend(stack.events.clone());
    all.sort();
    all
}

/// Deploys a program with and without a plan before it. Returns whether the goals of the plan were deployed.
async fn is_deployed_as_without_a_plan(
    before: &Program,
    next: &Program,
) -> Result<Option<bool>, TestCaseError> {
    let mut planned = stack();
    let mut direct = stack();
    for stack in [&mut planned, &mut direct] {
        stack.up(before).await;
        stack.up(before).await;
    }
    let plan = planned.followed_preview(next).await;
    if plan.has_failed {
        return Ok(None);
    }
    let (outcome, is_of_plan) = planned.up_as_planned(plan, next).await;
    let other = direct.up(next).await;
    prop_assert_eq!(outcome.has_failed, other.has_failed);
    // A failure stops a run wherever it is: a program has registered less than a plan by then.
    if !outcome.has_failed {
        prop_assert_eq!(left(&planned), left(&direct));
    }
    Ok(Some(is_of_plan))
}

async fn check(before: Program, next: Program) -> TestCaseResult {
    is_deployed_as_without_a_plan(&before, &next).await?;
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn a_deployment_after_its_plan_is_the_one_without_it(before in any_options(), next in any_options()) {
        block_on(check(before, next))?;
    }

    /// One change: most objects stay as they are.
    #[test]
    fn one_change_is_deployed_as_without_its_plan(
        before in any_options(), at in 0..6usize, value in prop::option::of(0..3u8),
    ) {
        let mut next = before.clone();
        match value {
            Some(value) => if let Some(spec) = next.0.get_mut(at).filter(|it| !it.is_component) {
                *spec = spec.clone().input("value", format!("v{value}").as_str());
            },
            None if at < next.0.len() => {
                let mut gone = vec![next.0.remove(at).name];
                // What needs it goes with it. A resource needs earlier ones alone.
                next.0.retain(|it| {
                    let is_left = !gone.iter().any(|name| it.needs(name));
                    if !is_left {
                        gone.push(it.name.clone());
                    }
                    is_left
                });
            }
            None => {}
        }
        block_on(check(before, next))?;
    }
}

/// Deploys a change, and returns whether the program was not asked for it, and how many questions the provider was asked
/// by the deployment.
async fn deployed(before: [Spec; 3], next: [Spec; 3]) -> (bool, usize) {
    let mut stack = stack();
    stack.up(&program(before)).await;
    let next = program(next);
    let plan = stack.followed_preview(&next).await;
    let asked = stack.world.lock().questions;
    let (outcome, is_of_plan) = stack.up_as_planned(plan, &next).await;
    assert!(!outcome.has_failed);
    (is_of_plan, stack.world.lock().questions - asked)
}

#[tokio::test]
async fn a_change_that_nothing_depends_on_is_deployed_from_the_plan() {
    let three = |value| {
        [
            Spec::new("a", "1"),
            Spec::new("b", value),
            Spec::new("c", "1").after("b"),
        ]
    };
    // Only the changed object is checked and compared.
    assert_eq!(deployed(three("1"), three("2")).await, (true, 2));
}

#[tokio::test]
async fn goals_that_use_a_change_are_requested_again() {
    let three = |value| {
        let user = Spec::new("c", "1").from("copied", "b");
        [Spec::new("a", "1"), Spec::new("b", value), user]
    };
    let (is_of_plan, questions) = deployed(three("1"), three("2")).await;
    assert!(!is_of_plan);
    // The object that stays as it is is not asked about, although the program is evaluated.
    assert_eq!(questions, 4);
}
