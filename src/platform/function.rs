//! A function and its warm worker.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tokio::sync::{Semaphore, oneshot};

use super::definition::Definition;
use super::error::CallFailure;
use super::token::Token;
use super::worker::{Backoff, WorkerGone, WorkerProcess, WorkerStart};
use lumi_graph::environment_variables::PLATFORM_TOKEN;

/// Maximum number of calls of a function at the same time.
const MAX_CALLS: usize = 1000;

/// A function. Running calls keep their worker, even after the function has got another one.
pub struct Function {
    pub definition: Definition,
    /// The token for the platform's services.
    pub token: Token,
    workers: WorkerStart,
    /// The time limit of a call.
    timeout: Option<Duration>,
    calls: Semaphore,
    /// Started on the first call, or at once under a debugger.
    warm: Mutex<WarmWorker>,
}

#[derive(Default)]
struct WarmWorker {
    worker: Option<Arc<WorkerProcess>>,
    backoff: Backoff,
}

type Answered = oneshot::Receiver<Result<Option<String>, CallFailure>>;

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
        Self {
            definition,
            token,
            workers,
            timeout,
            calls: Semaphore::new(MAX_CALLS),
            warm: Mutex::default(),
        }
    }

    pub fn name(&self) -> &str {
        &self.definition.name
    }

    /// Calls the function with the elements of a JSON array, once fewer than [`MAX_CALLS`] are running. The result is
    /// JSON, `None` for undefined.
    pub async fn call(&self, arguments: String) -> Result<Option<String>, CallFailure> {
        // The semaphore is never closed.
        let _permit = self.calls.acquire().await;
        self.call_at_once(arguments).await
    }

    /// As [`Self::call`], but fails instead of waiting for other calls.
    pub async fn try_call(&self, arguments: String) -> Result<Option<String>, CallFailure> {
        let Ok(_permit) = self.calls.try_acquire() else {
            return Err(CallFailure::Busy(MAX_CALLS));
        };
        self.call_at_once(arguments).await
    }

    async fn call_at_once(&self, arguments: String) -> Result<Option<String>, CallFailure> {
        let mut worker = None;
        let answered = async {
            let answered = self.begin(arguments, &mut worker).await;
            let gone = || Err(CallFailure::Crashed("its process is gone".into()));
            answered.await.unwrap_or_else(|_| gone())
        };
        let result = match self.timeout {
            Some(limit) => tokio::time::timeout(limit, answered)
                .await
                .map_err(|_| limit),
            None => Ok(answered.await),
        };
        if let Some(worker) = worker.filter(|it| result.is_err() || it.is_over()) {
            self.retire(&worker);
        }
        result.unwrap_or_else(|limit| Err(CallFailure::TimedOut(limit)))
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
        mut arguments: String,
        used: &mut Option<Arc<WorkerProcess>>,
    ) -> Answered {
        loop {
            let pause = match self.worker() {
                Ok(worker) => match worker.call(arguments) {
                    Ok(answered) => {
                        *used = Some(worker);
                        return answered;
                    }
                    Err(WorkerGone(again)) => {
                        arguments = again;
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
            events: Arc::new(|_| {}),
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

    #[tokio::test]
    async fn calls_beyond_the_limit_fail_or_wait() {
        let function = Function::of(r#"{ "name": "f", "entry": "x.mjs", "triggers": [] }"#);
        let running = function.calls.acquire_many(MAX_CALLS as u32).await.unwrap();
        let refused = function.try_call("[]".to_owned()).await;
        assert!(matches!(refused, Err(CallFailure::Busy(MAX_CALLS))));
        let waiting = tokio::spawn({
            let function = Arc::clone(&function);
            async move { function.call("[]".to_owned()).await }
        });
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        drop(running);
        // The function of tests has no process.
        let called = waiting.await.unwrap();
        assert!(!matches!(called, Err(CallFailure::Busy(_))));
    }
}
