//! Plans without changes, whose deployments only write.

use std::sync::Arc;

use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use std::time::SystemTime;

use super::faults::block_on;
use super::program::Program;
use super::random_programs::any_options;
use super::scenario::{Log, Scenario};
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
