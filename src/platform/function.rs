//! One function and its warm isolate.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::host::{Worker, WorkerSettings};

use super::definition::Definition;
use super::error::CallFailure;

/// Calls that run keep the isolate they began in, also when the function has got another one since.
pub struct Function {
    pub definition: Definition,
    settings: WorkerSettings,
    timeout: Duration,
    /// Started when first needed.
    warm: Mutex<Option<Arc<Worker>>>,
}

impl Function {
    pub fn new(definition: Definition, settings: WorkerSettings, timeout: Duration) -> Self {
        Self {
            definition,
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
