//! A function and its warm worker.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tokio::sync::oneshot;

use lumi_graph::environment_variables::PLATFORM_TOKEN;
use lumi_host::{EventSink, WorkerSettings};

use super::definition::Definition;
use super::error::CallFailure;
use super::token::Token;
use super::worker::{Backoff, Spawner, WorkerGone, WorkerProcess};

/// A function. Running calls keep their worker, even after the function has got another one.
pub struct Function {
    pub definition: Definition,
    /// The token for the platform's services.
    pub token: Token,
    workers: Workers,
    timeout: Duration,
    /// Started on the first call.
    warm: Mutex<WarmWorker>,
}

/// How to start workers of a function.
pub struct Workers {
    pub settings: WorkerSettings,
    /// The folder with source maps of deployed functions.
    pub cache: Option<PathBuf>,
    pub spawner: Arc<Spawner>,
    pub events: EventSink,
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
        mut workers: Workers,
        timeout: Duration,
    ) -> Self {
        let variable = (PLATFORM_TOKEN.to_owned(), token.text().to_owned());
        workers.settings.environment.push(variable);
        Self {
            definition,
            token,
            workers,
            timeout,
            warm: Mutex::default(),
        }
    }

    pub fn name(&self) -> &str {
        &self.definition.name
    }

    /// Calls the function with the elements of a JSON array. The result is JSON, `None` for
    /// undefined.
    pub async fn call(&self, arguments: String) -> Result<Option<String>, CallFailure> {
        let mut worker = None;
        let answered = async {
            let answered = self.begin(arguments, &mut worker).await;
            let gone = || Err(CallFailure::Crashed("its process is gone".into()));
            answered.await.unwrap_or_else(|_| gone())
        };
        let result = tokio::time::timeout(self.timeout, answered).await;
        if let Some(worker) = worker.filter(|it| result.is_err() || it.is_over()) {
            self.retire(&worker);
        }
        result.unwrap_or(Err(CallFailure::TimedOut(self.timeout)))
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
        let Workers {
            settings,
            cache,
            spawner,
            events,
        } = &self.workers;
        let worker = WorkerProcess::start(
            settings.clone(),
            cache.clone(),
            Arc::clone(spawner),
            Arc::clone(events),
        );
        let worker = Arc::new(worker);
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
        let settings = WorkerSettings {
            entry: PathBuf::new(),
            source_map: None,
            folder: PathBuf::new(),
            environment: Vec::new(),
            confinement: lumi_host::Confinement::of(&permissions, std::path::Path::new("/")),
            permissions,
            heap: None,
            console_color: false,
        };
        let workers = Workers {
            settings,
            cache: None,
            spawner: Spawner::new(super::worker::Program::default()).unwrap(),
            events: Arc::new(|_| {}),
        };
        let definition = Definition::parse(definition).unwrap();
        let token = Token::random().unwrap();
        Arc::new(Self::new(
            definition,
            token,
            workers,
            Duration::from_secs(1),
        ))
    }
}
