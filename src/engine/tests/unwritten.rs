//! Plans without changes, whose deployments only write.

use std::sync::Arc;
use std::time::SystemTime;

use async_trait::async_trait;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

use super::faults::block_on;
use super::program::{Program, Spec, goal_of, program};
use super::random_programs::any_options;
use super::scenario::{Log, Scenario};
use crate::{Registrar, Source, UnmentionedPolicy};
use lumi_graph::{Object, Value};
use lumi_state::{RunInfo, RunKind, StackState};

/// A state without the time of its last run.
fn timeless(mut state: StackState) -> StackState {
    state.last_run = None;
    state
}

/// Deploys a program that is written in another order, or has other dependencies.
async fn is_written_as_deployed(program: &Program, other: Program) -> TestCaseResult {
    let mut stack = Scenario::new();
    stack.up(program).await;
    stack.up(program).await;
    let planned = stack.preview(&other).await;
    let summary = planned.summary;
    if planned.has_failed || summary.has_changes() || summary.read > 0 {
        return Ok(());
    }
    let Some(unwritten) = planned.unwritten else {
        return Ok(());
    };
    let run = RunInfo {
        kind: RunKind::Up,
        at: SystemTime::now().into(),
        version: "0".to_owned(),
    };
    let log = Arc::new(Log::default());
    let written = unwritten.write(stack.state.clone(), log, run).await;
    let deployed = stack.up(&other).await;
    prop_assert!(!deployed.has_failed);
    prop_assert_eq!(timeless(written.unwrap()), timeless(deployed.state));
    Ok(())
}

#[tokio::test]
async fn dependencies_that_change_alone_are_written_without_a_run() {
    let first = program([Spec::new("a", "1"), Spec::new("b", "2")]);
    let mut other = first.clone();
    other.0[1] = other.0[1].clone().after("a");
    let mut stack = Scenario::new();
    stack.up(&first).await;
    let planned = stack.preview(&other).await;
    assert!(planned.unwritten.is_some(), "{}", stack.said());
    is_written_as_deployed(&first, other).await.unwrap();
}

/// The plan knows of operations that were interrupted what recovery has found, which is in no journal.
#[tokio::test]
async fn a_deployment_looks_up_interrupted_operations_after_its_plan() {
    let rest = program([Spec::new("a", "1")]);
    let more = program([Spec::new("a", "1"), Spec::new("b", "2")]);
    for records in 1.. {
        let mut stack = Scenario::new();
        stack.up(&rest).await;
        let was_killed = stack.killed_after(records, &more).await;
        let is_pending = !stack.state.pending.is_empty();
        for (looks_up, next) in [(true, &rest), (true, &more), (false, &rest), (false, &more)] {
            stack.options.look_up = looks_up;
            let planned = stack.preview(next).await;
            assert!(
                planned.unwritten.is_none() || !is_pending,
                "{}",
                stack.said()
            );
        }
        if !was_killed {
            break;
        }
    }
}

/// A component whose outputs are only known to a deployment.
struct Completed(Value);

#[async_trait]
impl Source for Completed {
    async fn run(&mut self, registrar: Registrar) -> UnmentionedPolicy {
        let component = goal_of(&Spec::component("group"));
        let urn = component.urn.clone();
        registrar.register(component).await.unwrap();
        let outputs: Object = [("size".to_owned(), self.0.clone())].into_iter().collect();
        registrar.register_outputs(&urn, outputs).await.unwrap();
        UnmentionedPolicy::Delete
    }
}

#[tokio::test]
async fn outputs_that_a_plan_does_not_know_are_left_to_the_deployment() {
    let mut stack = Scenario::new();
    stack.up_with(&mut Completed(Value::from("1"))).await;
    for (value, is_known) in [(Value::from("2"), true), (Value::Unknown, false)] {
        stack.options.preview = true;
        let planned = stack.up_with(&mut Completed(value)).await;
        assert!(!planned.summary.has_changes(), "{}", stack.said());
        assert_eq!(planned.unwritten.is_some(), is_known);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn a_plan_without_changes_is_written_as_its_deployment_would(
        program in any_options(), reversed in any::<bool>(), after in prop::option::of((0..6usize, 0..6usize)),
    ) {
        let mut other = program.clone();
        if let Some((later, earlier)) = after
            && earlier < later
            && let Some(name) = other.0.get(earlier).map(|it| it.name.clone())
            && let Some(spec) = other.0.get_mut(later)
        {
            *spec = spec.clone().after(&name);
        }
        if reversed {
            other.0.reverse();
        }
        block_on(is_written_as_deployed(&program, other))?;
    }
}
