//! Components that are completed while they are registered.

use async_trait::async_trait;

use super::program::{Spec, goal_of};
use super::scenario::Scenario;
use crate::{Registrar, Source, UnmentionedPolicy};
use lumi_graph::{Object, Value};

/// Completes a component without waiting for its registration, as the SDK does.
struct EarlyOutputs(&'static str);

fn outputs(size: &str) -> Object {
    Object::from_iter([("size".to_owned(), Value::from(size))])
}

#[async_trait]
impl Source for EarlyOutputs {
    async fn run(&mut self, registrar: Registrar) -> UnmentionedPolicy {
        let goal = goal_of(&Spec::component("g"));
        let urn = goal.urn.clone();
        let registered = registrar.register(goal);
        let completed = registrar.register_outputs(&urn, outputs(self.0));
        completed.await.unwrap();
        registered.await.unwrap();
        UnmentionedPolicy::Delete
    }
}

#[tokio::test]
async fn outputs_may_come_before_the_component_is_registered() {
    let mut stack = Scenario::new();
    for size in ["1", "2"] {
        let outcome = stack.up_with(&mut EarlyOutputs(size)).await;
        let mut resources = outcome.state.resources.values();
        let component = resources.next().unwrap();
        assert_eq!(*component.outputs, outputs(size));
    }
}
