//! Limits of providers: of time, and of the length of ids and messages.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, timeout};
use tracing::{Instrument as _, debug_span};

use lumi_provider::{Middleware, Provider, ProviderError, ProviderRequest, RequestEffect};

use super::read_only_calls::{CallName, ReadOnlyCalls};
use crate::operation_limit::OperationLimit;
use crate::steps::object_id;

/// The time limits of all providers in a run.
#[derive(Clone)]
pub struct TimeLimits {
    pub read_only_calls: Arc<ReadOnlyCalls>,
    pub operation_limit: Arc<OperationLimit>,
}

/// Limits the time of provider calls, depending on their effect.
pub struct TimedProvider {
    package: String,
    provider: Arc<dyn Provider>,
    limits: TimeLimits,
}

impl TimedProvider {
    /// `package` is the provider's name in messages.
    pub fn new(package: &str, provider: Arc<dyn Provider>, limits: TimeLimits) -> Self {
        Self {
            package: package.to_owned(),
            provider,
            limits,
        }
    }
}

impl Middleware for TimedProvider {
    async fn handle<R: ProviderRequest>(
        &self,
        mut request: R,
    ) -> Result<R::Response, ProviderError> {
        let call = CallName {
            package: &self.package,
            method: R::METHOD,
        };
        let effect = request.effect();
        let limit = request.target().and_then(|it| it.timeout);
        let span =
            debug_span!(target: "provider", "call", package = self.package, method = R::METHOD);
        let answer = request.send(&*self.provider).instrument(span);
        let begun = Instant::now();
        let read_only_calls = &self.limits.read_only_calls;
        let answer = match effect {
            RequestEffect::None => read_only_calls.ask(call, answer, || begun).await,
            // The limit restarts with every event of the run, and is suspended while an operation
            // runs.
            RequestEffect::Registrations => {
                let latest = || self.limits.operation_limit.latest().max(begun);
                read_only_calls.ask(call, answer, latest).await
            }
            RequestEffect::Object => within(limit, answer).await,
            RequestEffect::Others => answer.await,
        };
        object_id::checked::<R>(answer, effect).map_err(ProviderError::with_limited_texts)
    }

    fn next(&self) -> Option<&dyn Provider> {
        Some(&*self.provider)
    }
}

/// Waits for an operation with an effect, up to the user's time limit.
async fn within<T>(
    limit: Option<Duration>,
    operation: impl Future<Output = Result<T, ProviderError>>,
) -> Result<T, ProviderError> {
    let Some(limit) = limit else {
        return operation.await;
    };
    match timeout(limit, operation).await {
        Ok(answer) => answer,
        Err(_) => Err(ProviderError::unknown(format!(
            "it took longer than {} (customTimeouts) and was abandoned",
            humantime::format_duration(limit)
        ))),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use tokio::sync::watch;
    use tokio::time::sleep;

    use super::*;
    use crate::state_log::target;
    use crate::tests::silent_provider::SilentProvider;
    use lumi_graph::{Object, ResourceType, Urn};
    use lumi_provider::{
        ConstructRequest, CreateRequest, DeferredProvider, DeleteRequest, RecoverRequest, Target,
    };

    /// The time limit of a response; operations with a limit have twice as much.
    const LIMIT: Duration = Duration::from_millis(20);

    fn silent() -> (TimedProvider, Arc<OperationLimit>) {
        timed(Arc::new(SilentProvider {
            is_configured: false,
            delay: LIMIT * 3,
        }))
    }

    fn timed(provider: Arc<dyn Provider>) -> (TimedProvider, Arc<OperationLimit>) {
        let operation_limit = Arc::new(OperationLimit::new(1));
        let limits = TimeLimits {
            read_only_calls: Arc::new(ReadOnlyCalls::new(LIMIT)),
            operation_limit: Arc::clone(&operation_limit),
        };
        (
            TimedProvider::new("test", provider, limits),
            operation_limit,
        )
    }

    fn thing(timeout: Option<Duration>) -> Target {
        let urn = Urn::parse("urn:lumi:dev::web::index::test:index:Thing::a").unwrap();
        let resource_type = ResourceType::parse("test:index:Thing").unwrap();
        target(&urn, &resource_type, timeout)
    }

    fn create(preview: bool) -> CreateRequest {
        CreateRequest {
            target: thing(Some(LIMIT * 2)),
            inputs: Arc::default(),
            preview,
            follows_delete: false,
            recorded: None,
        }
    }

    fn construct() -> ConstructRequest {
        ConstructRequest {
            token: "test:index:Group".to_owned(),
            name: "g".to_owned(),
            parent: None,
            inputs: Object::default(),
            dependencies: Vec::new(),
            depends_on: Vec::new(),
            providers: Vec::new(),
            options: Default::default(),
        }
    }

    /// The error, and the outcome it implies.
    async fn heard<T>(answer: impl Future<Output = Result<T, ProviderError>>) -> String {
        match answer.await.err().expect("a silent provider") {
            error @ ProviderError::Unknown { .. } => format!("outcome unknown: {error}"),
            error => format!("nothing done: {error}"),
        }
    }

    #[tokio::test]
    async fn the_effect_of_a_request_decides_how_long_it_may_take() {
        let (provider, _) = silent();
        let read = RecoverRequest {
            target: thing(Some(LIMIT * 2)),
            inputs: Arc::default(),
        };
        insta::assert_snapshot!(heard(provider.recover(read)).await, @"nothing done: the provider \
                                                                       of `test` did not answer \
                                                                       `Recover` within 20ms; \
                                                                       allow more time with \
                                                                       --provider-timeout");
        insta::assert_snapshot!(heard(provider.create(create(true))).await, @"nothing done: the \
                                                                              provider of `test` \
                                                                              did not answer \
                                                                              `Create` within \
                                                                              20ms; allow more \
                                                                              time with \
                                                                              --provider-timeout");
        insta::assert_snapshot!(heard(provider.create(create(false))).await, @"outcome unknown: \
                                                                               it took longer \
                                                                               than 40ms \
                                                                               (customTimeouts) \
                                                                               and was abandoned");
        insta::assert_snapshot!(heard(provider.construct(construct())).await, @"nothing done: the \
                                                                                provider of \
                                                                                `test` did not \
                                                                                answer \
                                                                                `Construct` \
                                                                                within 20ms; \
                                                                                allow more time \
                                                                                with \
                                                                                --provider-timeout");
    }

    #[tokio::test]
    async fn operations_without_a_limit_and_what_waits_for_them_are_not_given_up() {
        let (provider, _) = silent();
        let delete = DeleteRequest {
            target: thing(None),
            id: "i".to_owned(),
            inputs: Arc::default(),
            outputs: Arc::default(),
        };
        provider.delete(delete).await.unwrap();
        provider.settle(&thing(Some(LIMIT))).await.unwrap();
    }

    #[tokio::test]
    async fn a_component_has_time_while_an_operation_runs() {
        let (provider, operation_limit) = silent();
        let has_ended = AtomicBool::new(false);
        let operation = operation_limit.begin_operation().await.unwrap();
        let end = async {
            sleep(LIMIT * 3).await;
            has_ended.store(true, Ordering::SeqCst);
            drop(operation);
        };
        let call = async {
            let error = provider.construct(construct()).await;
            assert!(has_ended.load(Ordering::SeqCst), "{error:?}");
        };
        tokio::join!(call, end);
    }

    /// The limit is the outermost middleware: time to connect counts, too.
    #[tokio::test]
    async fn a_provider_that_does_not_connect_is_given_up() {
        let (_sender, connected) = watch::channel(None);
        let (provider, _) = timed(Arc::new(DeferredProvider::new(connected)));
        insta::assert_snapshot!(heard(provider.create(create(true))).await, @"nothing done: the \
                                                                              provider of `test` \
                                                                              did not answer \
                                                                              `Create` within \
                                                                              20ms; allow more \
                                                                              time with \
                                                                              --provider-timeout");
        insta::assert_snapshot!(heard(provider.create(create(false))).await, @"outcome unknown: \
                                                                               it took longer \
                                                                               than 40ms \
                                                                               (customTimeouts) \
                                                                               and was abandoned");
    }
}
