//! A function and its warm worker.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use parking_lot::Mutex;
use tokio::sync::{Semaphore, oneshot};

use super::definition::Definition;
use super::error::CallFailure;
use super::resilience::{Admission, Admitted, CallOrigin};
use super::telemetry::{ActiveSpan, SpanKind, SpanStart, Telemetry};
use super::token::Token;
use super::worker::{
    Backoff, Call, CallAnswer, RequestBody, WorkerGone, WorkerProcess, WorkerStart,
};
use lumi_graph::environment_variables::PLATFORM_TOKEN;
use lumi_host::{CallContext, HttpRequest};

/// Maximum number of calls of a function at the same time.
const MAX_CALLS: usize = 1000;

/// The least pause between two looks at the processor time of a call.
const PROCESSOR_TIME_PAUSE: Duration = Duration::from_millis(10);

/// A function. Running calls keep their worker, even after the function has got another one.
pub struct Function {
    pub definition: Definition,
    /// The token for the platform's services.
    pub token: Token,
    workers: WorkerStart,
    /// The time limit of a call.
    timeout: Option<Duration>,
    calls: Arc<Semaphore>,
    max_calls: usize,
    admission: Admission,
    /// Started on the first call, or at once under a debugger.
    warm: Mutex<WarmWorker>,
}

#[derive(Default)]
struct WarmWorker {
    worker: Option<Arc<WorkerProcess>>,
    backoff: Backoff,
}

/// The behaviour of a call when the function has reached its limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtLimits {
    Fail,
    Wait,
}

/// JSON, `None` for undefined.
pub type CallResult = Result<Option<String>, CallFailure>;

type Answered = oneshot::Receiver<Result<CallAnswer, CallFailure>>;

impl Function {
    /// Creates a function; its token is added to the worker's environment variables.
    pub fn new(
        definition: Definition,
        token: Token,
        mut workers: WorkerStart,
        timeout: Option<Duration>,
    ) -> Self {
        let variable = (PLATFORM_TOKEN.to_owned(), token.text().to_owned());
        workers.settings.environment.push(variable);
        let policy = &definition.resilience;
        let concurrency = policy.concurrency.map(|it| it.get() as usize);
        let max_calls = concurrency.map_or(MAX_CALLS, |it| it.min(MAX_CALLS));
        // Debuggers pause calls, which have no time limit then.
        let timeout = timeout.map(|standard| policy.timeout.unwrap_or(standard));
        Self {
            token,
            workers,
            timeout,
            calls: Arc::new(Semaphore::new(max_calls)),
            max_calls,
            admission: Admission::new(policy),
            definition,
            warm: Mutex::default(),
        }
    }

    pub fn name(&self) -> &str {
        &self.definition.name
    }

    pub fn telemetry(&self) -> &Telemetry {
        &self.workers.output.telemetry
    }

    /// Calls the function with the elements of a JSON array, once its limits allow it. The result is JSON, `None` for
    /// undefined.
    pub async fn call(&self, arguments: String, origin: CallOrigin) -> CallResult {
        // The semaphore is never closed.
        let _permit = self.calls.acquire().await;
        let admitted = self.admission.wait().await;
        let call = Call::Arguments(arguments);
        result_of(self.call_admitted(call, origin, admitted).await)
    }

    /// As [`Self::call`], but fails instead of waiting.
    pub async fn try_call(&self, arguments: String, origin: CallOrigin) -> CallResult {
        result_of(self.try_any(Call::Arguments(arguments), origin).await)
    }

    /// Calls the function with a request of HTTP, and its body if that follows in parts, or fails at once if it has reached its limits.
    pub async fn request(
        &self,
        request: HttpRequest,
        body: Option<RequestBody>,
        origin: CallOrigin,
    ) -> Result<CallAnswer, CallFailure> {
        self.try_any(Call::Http(request, body), origin).await
    }

    async fn try_any(&self, call: Call, origin: CallOrigin) -> Result<CallAnswer, CallFailure> {
        let Ok(permit) = Arc::clone(&self.calls).try_acquire_owned() else {
            return Err(CallFailure::Busy(self.max_calls));
        };
        let admitted = self.admission.admit(Instant::now());
        let admitted = admitted.map_err(CallFailure::Refused)?;
        let mut answer = self.call_admitted(call, origin, admitted).await?;
        if let CallAnswer::Stream(_, stream) = &mut answer {
            stream.keep(permit);
        }
        Ok(answer)
    }

    /// Calls the function, and tries again as the function declares it, unless the work that the call is a part of comes
    /// again anyway.
    pub async fn call_with_retries(
        &self,
        arguments: String,
        origin: CallOrigin,
        limits: AtLimits,
    ) -> CallResult {
        let retries = self.definition.resilience.retries.unwrap_or_default();
        let attempts = match origin.is_retried {
            true => 1,
            false => retries.attempts.map_or(1, NonZeroU32::get),
        };
        let mut failures = 0;
        loop {
            let inner = CallOrigin {
                is_retried: origin.is_retried || attempts > 1,
                ..origin
            };
            let arguments = arguments.clone();
            let result = match limits {
                AtLimits::Fail => self.try_call(arguments, inner).await,
                AtLimits::Wait => self.call(arguments, inner).await,
            };
            failures += 1;
            if result.is_ok() || failures >= attempts {
                return result;
            }
            let pause = retries.pause_after(failures, rand::random());
            if origin.remaining().is_some_and(|it| it <= pause) {
                return result;
            }
            tokio::time::sleep(pause).await;
        }
    }

    async fn call_admitted(
        &self,
        call: Call,
        origin: CallOrigin,
        admitted: Admitted<'_>,
    ) -> Result<CallAnswer, CallFailure> {
        let start = SpanStart {
            name: self.name(),
            kind: SpanKind::Internal,
            function: Some(self.name()),
            parent: Some(origin.span),
        };
        let mut span = ActiveSpan::begin(self.telemetry(), &start);
        span.set("faas.coldstart", self.warm.lock().worker.is_none());
        let origin = CallOrigin {
            span: span.context(),
            ..origin
        };
        let result = self.call_at_once(call, origin).await;
        admitted.settle(result.is_ok(), Instant::now());
        if let Err(failure) = &result {
            let reason = self.workers.output.failure(&failure.text(), span.context());
            span.fail(reason);
        }
        let outcome = if result.is_ok() { "ok" } else { "failed" };
        let labels = [("function", self.name()), ("outcome", outcome)];
        let metrics = self.telemetry().metrics();
        metrics.count("lumi_function_calls_total", &labels, 1.0);
        let seconds = span.elapsed().as_secs_f64();
        metrics.observe("lumi_function_duration_seconds", &labels[..1], seconds);
        span.end();
        result
    }

    async fn call_at_once(
        &self,
        call: Call,
        origin: CallOrigin,
    ) -> Result<CallAnswer, CallFailure> {
        // Nothing waits for a result after the deadline of the caller.
        let limits = [self.timeout, origin.remaining()];
        let limit = limits.into_iter().flatten().min();
        let mut worker = None;
        let context = CallContext {
            traceparent: origin.span.to_string(),
            deadline: limit.map_or(0, deadline),
            is_retried: origin.is_retried,
        };
        let answered = async {
            let answered = self.begin(context, call, &mut worker).await;
            let gone = || Err(CallFailure::Crashed("its process is gone".into()));
            let answered = async { answered.await.unwrap_or_else(|_| gone()) };
            match (worker.as_deref(), self.definition.limits.processor_time()) {
                (Some(worker), Some(limit)) => tokio::select! {
                    answered = answered => Ok(answered),
                    () = exceed(worker, limit) => Err(CallFailure::ProcessorTime(limit)),
                },
                _ => Ok(answered.await),
            }
        };
        // An error here is that of a worker that must not go on.
        let mut result = match limit {
            Some(limit) => match tokio::time::timeout(limit, answered).await {
                Ok(result) => result,
                Err(_) => Err(CallFailure::TimedOut(limit)),
            },
            None => answered.await,
        };
        if let Some(worker) = &worker
            && (result.is_err() || worker.is_over())
        {
            self.retire(worker);
        }
        // The process ends with the last one who holds it.
        if let Ok(Ok(CallAnswer::Stream(_, stream))) = &mut result {
            stream.keep(worker);
        }
        result?
    }

    /// Starts a worker before the first call if debuggers attach: breakpoints can then be set
    /// before it.
    pub fn prepare_for_debuggers(&self) {
        if self.workers.inspection.is_some() {
            // After a crash, the next call starts another worker.
            let _ = self.worker();
        }
    }

    /// Starts a call in the current worker, or in a new one.
    async fn begin(
        &self,
        context: CallContext,
        mut call: Call,
        used: &mut Option<Arc<WorkerProcess>>,
    ) -> Answered {
        loop {
            let pause = match self.worker() {
                Ok(worker) => match worker.call(context.clone(), call) {
                    Ok(answered) => {
                        *used = Some(worker);
                        return answered;
                    }
                    Err(WorkerGone(again)) => {
                        call = again;
                        self.retire(&worker);
                        continue;
                    }
                },
                Err(pause) => pause,
            };
            tokio::time::sleep(pause).await;
        }
    }

    /// The worker for new calls, or the time until another one may be started.
    fn worker(&self) -> Result<Arc<WorkerProcess>, Duration> {
        let mut warm = self.warm.lock();
        if let Some(worker) = &warm.worker {
            return Ok(Arc::clone(worker));
        }
        let pause = warm.backoff.pause(Instant::now());
        if !pause.is_zero() {
            return Err(pause);
        }
        let worker = Arc::new(WorkerProcess::start(self.workers.clone()));
        warm.worker = Some(Arc::clone(&worker));
        Ok(worker)
    }

    /// The id of the warm process.
    pub fn process_id(&self) -> Option<u32> {
        self.warm.lock().worker.as_ref()?.id()
    }

    /// Replaces the worker for new calls; the old one ends after its last call.
    fn retire(&self, worker: &Arc<WorkerProcess>) {
        let mut warm = self.warm.lock();
        if warm
            .worker
            .as_ref()
            .is_some_and(|it| Arc::ptr_eq(it, worker))
        {
            warm.worker = None;
            if let Some(lived) = worker.died_after() {
                warm.backoff.died(Instant::now(), lived);
            }
        }
    }
}

/// Completes when a worker has used this much processor time from now on.
async fn exceed(worker: &WorkerProcess, limit: Duration) {
    let end = worker.processor_time() + limit;
    loop {
        let left = end.saturating_sub(worker.processor_time());
        if left.is_zero() {
            return;
        }
        // Code of a function runs on one thread, so that the time left does not pass faster.
        tokio::time::sleep(left.max(PROCESSOR_TIME_PAUSE)).await;
    }
}

/// The result of a call with arguments, which only a faulty process answers like a request.
fn result_of(answer: Result<CallAnswer, CallFailure>) -> Result<Option<String>, CallFailure> {
    match answer? {
        CallAnswer::Result(result) => Ok(result),
        CallAnswer::Http(_) | CallAnswer::Stream(..) => Err(CallFailure::Crashed(
            "its process answered a call as if it were a request".into(),
        )),
    }
}

/// Milliseconds since the epoch at the end of a time limit that begins now.
fn deadline(limit: Duration) -> u64 {
    let since = (SystemTime::now() + limit).duration_since(UNIX_EPOCH);
    since.map_or(0, |it| u64::try_from(it.as_millis()).unwrap_or(u64::MAX))
}

#[cfg(test)]
impl Function {
    /// A function with this definition for tests; calls fail.
    pub fn of(definition: &str) -> Arc<Self> {
        let permissions = lumi_host::PermissionFlags::default();
        let settings = lumi_host::WorkerSettings {
            entry: std::path::PathBuf::new(),
            source_map: None,
            folder: std::path::PathBuf::new(),
            inspection: None,
            environment: Vec::new(),
            confinement: lumi_host::Confinement::of(&permissions, std::path::Path::new("/")),
            permissions,
            heap: None,
            console_color: false,
        };
        let workers = WorkerStart {
            settings,
            cache: None,
            spawner: super::worker::Spawner::new(super::worker::Program::default()).unwrap(),
            output: super::telemetry::FunctionOutput::silent(),
            name: String::new(),
            inspection: None,
        };
        let definition = Definition::parse(definition).unwrap();
        let token = Token::random().unwrap();
        Arc::new(Self::new(
            definition,
            token,
            workers,
            Some(Duration::from_secs(1)),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resilience::Refusal;
    use crate::telemetry::TraceContext;

    fn origin() -> CallOrigin {
        CallOrigin::new(TraceContext::new(true))
    }

    #[tokio::test]
    async fn calls_beyond_the_limit_fail_or_wait() {
        let function = Function::of(r#"{ "name": "f", "entry": "x.mjs", "triggers": [] }"#);
        let running = function.calls.acquire_many(MAX_CALLS as u32).await.unwrap();
        let refused = function.try_call("[]".to_owned(), origin()).await;
        assert!(matches!(refused, Err(CallFailure::Busy(MAX_CALLS))));
        let waiting = tokio::spawn({
            let function = Arc::clone(&function);
            async move { function.call("[]".to_owned(), origin()).await }
        });
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        drop(running);
        // The function of tests has no process.
        let called = waiting.await.unwrap();
        assert!(!matches!(called, Err(CallFailure::Busy(_))));
    }

    /// The function of tests has no process, so all calls fail.
    #[tokio::test]
    async fn the_caller_that_retries_counts_the_attempts() {
        let function = Function::of(
            r#"{ "name": "f", "resilience": { "retries": { "attempts": 3, "pause": 0.001 },
                "circuitBreaker": { "failures": 4, "pause": 60 } } }"#,
        );
        let retried = CallOrigin {
            is_retried: true,
            ..origin()
        };
        let call = |origin| function.call_with_retries("[]".to_owned(), origin, AtLimits::Fail);
        assert!(!matches!(call(retried).await, Err(CallFailure::Refused(_))));
        // One failure so far, and three more open the circuit breaker.
        assert!(!matches!(
            call(origin()).await,
            Err(CallFailure::Refused(_))
        ));
        assert!(matches!(
            call(retried).await,
            Err(CallFailure::Refused(Refusal::Open(_)))
        ));
    }

    #[tokio::test]
    async fn a_call_ends_at_the_deadline_of_its_caller() {
        let function = Function::of(
            r#"{ "name": "f", "resilience": { "retries": { "attempts": 100, "pause": 60 } } }"#,
        );
        let late = CallOrigin {
            deadline: Some(1),
            ..origin()
        };
        let called = function.call_with_retries("[]".to_owned(), late, AtLimits::Wait);
        assert!(called.await.is_err());
    }
}
