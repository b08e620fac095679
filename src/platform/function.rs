//! One function and its warm isolate.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use lumi_host::{Worker, WorkerSettings};

use super::definition::Definition;
use super::error::CallFailure;
use super::token::Token;

/// Calls that run keep the isolate they began in, also when the function has got another one since.
pub struct Function {
    pub definition: Definition,
    /// What it shows the platform.
    pub token: Token,
    settings: WorkerSettings,
    timeout: Duration,
    /// Started when first needed.
    warm: Mutex<Option<Arc<Worker>>>,
}

impl Function {
    /// `settings` are for the worker; the token is added to them.
    pub fn new(
        definition: Definition,
        token: Token,
        mut settings: WorkerSettings,
        timeout: Duration,
    ) -> Self {
        let variable = ("LUMI_PLATFORM_TOKEN".to_owned(), token.text().to_owned());
        settings.environment.push(variable);
        Self {
            definition,
            token,
            settings,
            timeout,
            warm: Mutex::new(None),
        }
    }

    pub fn name(&self) -> &str {
        &self.definition.name
    }

    /// Calls it with the members of an array of JSON. The result is JSON, `None` for undefined.
    pub async fn call(&self, arguments: String) -> Result<Option<String>, CallFailure> {
        let worker = self.worker()?;
        let result = tokio::time::timeout(self.timeout, worker.call(arguments)).await;
        if result.is_err() || worker.is_over() {
            self.retire(&worker);
        }
        match result {
            Ok(result) => result.map_err(CallFailure::Failed),
            Err(_) => Err(CallFailure::TimedOut(self.timeout)),
        }
    }

    fn worker(&self) -> Result<Arc<Worker>, CallFailure> {
        let mut warm = self.warm();
        if let Some(worker) = warm.as_ref().filter(|it| !it.is_over()) {
            return Ok(Arc::clone(worker));
        }
        let worker = Worker::start(self.settings.clone());
        let worker = worker.map_err(|error| CallFailure::Failed(Arc::new(error)))?;
        let worker = Arc::new(worker);
        *warm = Some(Arc::clone(&worker));
        Ok(worker)
    }

    /// Gives new calls another isolate; this one goes with the last call that runs in it.
    fn retire(&self, worker: &Arc<Worker>) {
        let mut warm = self.warm();
        if warm.as_ref().is_some_and(|it| Arc::ptr_eq(it, worker)) {
            *warm = None;
        }
    }

    fn warm(&self) -> MutexGuard<'_, Option<Arc<Worker>>> {
        self.warm.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
impl Function {
    /// A function with this definition that cannot be called.
    pub fn of(definition: &str) -> Arc<Self> {
        let settings = WorkerSettings {
            entry: std::path::PathBuf::new(),
            folder: std::path::PathBuf::new(),
            environment: Vec::new(),
            permissions: lumi_host::PermissionFlags::default(),
            heap: None,
            cache: None,
            console_color: false,
            events: Arc::new(|_| {}),
        };
        let definition = Definition::parse(definition).unwrap();
        let token = Token::random().unwrap();
        Arc::new(Self::new(
            definition,
            token,
            settings,
            Duration::from_secs(1),
        ))
    }
}
