//! Providers that do not respond.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;

use super::program::{self, Program, Spec};
use super::scenario::Scenario;
use super::silent_provider::SilentProvider;
use crate::{Call, Construct, Engine, Invoke, Registrar, RunOptions, Source, UnmentionedPolicy};
use lumi_graph::{Object, Value};
use lumi_provider::Registry;
use lumi_state::StackState;

/// Makes every kind of request to a provider of the package `test`.
#[derive(Default)]
struct Asking(Vec<String>);

#[async_trait]
impl Source for Asking {
    async fn run(&mut self, registrar: Registrar) -> UnmentionedPolicy {
        let goal = program::goal_of(&Spec::new("a", "1"));
        let target = goal.urn.clone();
        let registered = registrar.register(goal).await;
        self.0.push(registered.unwrap_err().to_string());
        let invoke = Invoke {
            token: "test:index:find".to_owned(),
            arguments: Object::default(),
            provider: None,
            version: None,
        };
        let invoked = registrar.invoke(invoke).await;
        self.0.push(invoked.unwrap_err().to_string());
        let construct = Construct {
            goal: program::goal_of(&Spec::component("group")),
            providers: Vec::new(),
        };
        let constructed = registrar.construct(construct).await;
        self.0.push(constructed.unwrap_err().to_string());
        let call = Call {
            token: "test:index:Thing/ask".to_owned(),
            target,
            arguments: Object::default(),
            dependencies: Vec::new(),
        };
        // A resource that does not exist has no methods.
        assert_eq!(registrar.call(call).await.unwrap(), Value::Unknown);
        UnmentionedPolicy::Keep
    }
}

async fn asked(state: StackState, is_configured: bool, source: &mut dyn Source) {
    let mut providers = Registry::new();
    let delay = Duration::ZERO;
    providers.add("test", move || {
        Ok(Arc::new(SilentProvider {
            is_configured,
            delay,
        }) as _)
    });
    let engine = Engine {
        options: RunOptions {
            answer_limit: Duration::from_millis(20),
            continue_on_error: true,
            ..Scenario::new().options
        },
        state,
        log: None,
        providers,
        events: Arc::new(|_| {}),
    };
    engine.prepare().run(source).await;
}

#[tokio::test]
async fn no_call_is_waited_for_without_end() {
    let mut asking = Asking::default();
    asked(StackState::default(), true, &mut asking).await;
    insta::assert_snapshot!(asking.0.join("\n"), @r"
    the provider of `test` did not answer `Check` within 20ms; allow more time with --provider-timeout
    `test:index:find`: the provider of `test` did not answer `Invoke` within 20ms; allow more time with --provider-timeout
    the provider of `test` did not answer `Construct` within 20ms; allow more time with --provider-timeout
    ");
    let mut asking = Asking::default();
    asked(StackState::default(), false, &mut asking).await;
    insta::assert_snapshot!(asking.0[0], @"the provider of `test` did not answer `CheckConfig` \
                                           within 20ms; allow more time with --provider-timeout");
}

/// Calls a method of a resource of an earlier run.
struct Calling(Option<String>);

#[async_trait]
impl Source for Calling {
    async fn run(&mut self, registrar: Registrar) -> UnmentionedPolicy {
        let call = Call {
            token: "test:index:Thing/ask".to_owned(),
            target: program::urn("a"),
            arguments: Object::default(),
            dependencies: Vec::new(),
        };
        let called = registrar.call(call).await;
        self.0 = called.err().map(|it| it.to_string());
        UnmentionedPolicy::Keep
    }
}

#[tokio::test]
async fn a_method_is_not_waited_for_without_end() {
    let mut scenario = Scenario::new();
    scenario.up(&Program(vec![Spec::new("a", "1")])).await;
    let mut calling = Calling(None);
    asked(scenario.state.clone(), true, &mut calling).await;
    insta::assert_snapshot!(calling.0.unwrap(), @"`test:index:Thing/ask`: the provider of `test` \
                                                  did not answer `Call` within 20ms; allow more \
                                                  time with --provider-timeout");
}
