//! Runs with a provider at the other end of a connection.

use proptest::prelude::*;

use super::faults::{any_fault, any_program, block_on, cases, converges, survives};
use super::program::{Program, Spec};
use super::scenario::Scenario;
use super::world::Fault;

fn remote() -> Scenario {
    let mut stack = Scenario::new();
    stack.world.is_remote = true;
    stack
}

proptest! {
    // Each case makes connections.
    #![proptest_config(cases(32))]

    #[test]
    fn after_any_failures_the_next_run_converges(
        programs in prop::collection::vec((any_program(), any_fault(), any::<bool>()), 1..4),
        last in any_program(),
    ) {
        block_on(survives(remote(), programs, &last))?;
    }
}

/// The events and the state after a failed create.
async fn after(mut stack: Scenario, fault: Fault) -> (String, Vec<String>, usize) {
    stack.world.fault("a", fault);
    let program = Program(vec![
        Spec::new("a", "1"),
        Spec::new("b", "2").from("link", "a"),
    ]);
    let outcome = stack.up(&program).await;
    assert!(outcome.has_failed);
    let said = stack.said();
    let view = stack.world.view();
    let pending = stack.state.pending.len();
    // The next run repairs it.
    converges(&mut stack, &program).await.unwrap();
    (said, view, pending)
}

#[tokio::test]
async fn every_failure_is_the_same_as_nearby() {
    for fault in [
        Fault::Failed,
        Fault::UnknownDone,
        Fault::UnknownUndone,
        Fault::PartialInit,
    ] {
        let far = after(remote(), fault).await;
        let near = after(Scenario::new(), fault).await;
        assert_eq!(far, near, "{fault:?}");
        assert_eq!(
            far.2 > 0,
            matches!(fault, Fault::UnknownDone | Fault::UnknownUndone)
        );
    }
}
