//! The provider of one configuration, run by a plugin process.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::{Mutex, watch};
use tokio::time::timeout;

use crate::{Middleware, ProviderError, ProviderRequest, RequestEffect};
use lumi_graph::Object;

use super::host::{PluginHost, ProcessInUse};
use super::package_version::PackageVersion;
use super::process::PluginProcess;

/// The time for which calls wait for changes in flight, before another process takes over: changes may take long.
const CHANGES: Duration = Duration::from_millis(50);

/// The time for which calls wait for those in flight that change nothing. A plan of many objects begins with a check of each
/// at the same time, and the provider answers as many in that time as it would anyway.
const QUESTIONS: Duration = Duration::from_secs(2);

/// The maximum time for the start and the configuration of a process, if another one is to take over from it. One that needs
/// more is large, or opens a session elsewhere: a second one would cost more than the memory that it frees.
const MOST_SET_UP: Duration = Duration::from_millis(150);

/// The maximum time until a process takes over.
const SUCCESSION: Duration = Duration::from_secs(1);

/// A process and its configuration.
pub struct Worker {
    pub process: PluginProcess,
    pub config: Option<Object>,
    /// The time that its configuration took.
    configured_in: Duration,
}

impl Worker {
    pub fn new(process: PluginProcess) -> Self {
        Self {
            process,
            config: None,
            configured_in: Duration::ZERO,
        }
    }

    /// Configures the process, unless it is configured.
    async fn configure(&mut self, config: &Object) -> Result<(), ProviderError> {
        if self.config.is_none() {
            let begun = Instant::now();
            self.process.provider().configure(config.clone()).await?;
            self.config = Some(config.clone());
            self.configured_in = begun.elapsed();
        }
        Ok(())
    }

    /// Whether another process like it could be used soon.
    fn is_set_up_soon(&self) -> bool {
        self.process.first_call.answered_after + self.configured_in <= MOST_SET_UP
    }
}

/// A process in use by a provider; returned to the host after the last call.
struct Lease {
    host: PluginHost,
    package: PackageVersion,
    /// `None` after it was taken out.
    worker: Option<Worker>,
    /// One receiver for each call in flight that changes nothing.
    questions: watch::Sender<()>,
    /// One receiver for each other call in flight.
    changes: watch::Sender<()>,
    _busy: ProcessInUse,
}

/// RAII guard: a call in flight. The lease is dropped before the receiver.
struct Call {
    lease: Arc<Lease>,
    _in_flight: watch::Receiver<()>,
}

impl Call {
    fn begin(lease: &Arc<Lease>, effect: RequestEffect) -> Self {
        let calls = match effect {
            RequestEffect::None => &lease.questions,
            _ => &lease.changes,
        };
        Self {
            lease: Arc::clone(lease),
            _in_flight: calls.subscribe(),
        }
    }
}

impl Lease {
    fn worker(&self) -> &Worker {
        let worker = self.worker.as_ref();
        worker.expect("BUG: only the last owner takes it out")
    }

    fn process(&self) -> &PluginProcess {
        &self.worker().process
    }

    /// A process that takes over from one that has answered many calls. `None` if calls are in flight or prepared, or if
    /// another one cannot be started soon. The old process goes on then.
    async fn successor(&self) -> Option<Worker> {
        if !self.worker().is_set_up_soon() {
            return None;
        }
        timeout(CHANGES, self.changes.closed()).await.ok()?;
        timeout(QUESTIONS, self.questions.closed()).await.ok()?;
        if self.host.is_reuse_disabled() || !self.process().provider().is_replaceable() {
            return None;
        }
        let config = self.worker().config.as_ref()?;
        let started = async {
            let mut worker = self.host.worker(&self.package, Some(config)).await?;
            worker.configure(config).await?;
            Ok::<_, ProviderError>(worker)
        };
        timeout(SUCCESSION, started).await.ok()?.ok()
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        if let Some(worker) = self.worker.take() {
            self.host.release(&self.package, worker);
        }
    }
}

/// Acquires a process at the first request.
pub struct PluginProvider {
    host: PluginHost,
    package: PackageVersion,
    lease: Mutex<Option<Arc<Lease>>>,
}

impl PluginProvider {
    pub fn new(host: PluginHost, package: PackageVersion) -> Self {
        Self {
            host,
            package,
            lease: Mutex::default(),
        }
    }

    /// The process of this provider. If there is none yet, an idle one with the same configuration
    /// is preferred.
    async fn call(
        &self,
        config: Option<&Object>,
        effect: RequestEffect,
    ) -> Result<Call, ProviderError> {
        let mut held = self.lease.lock().await;
        if let Some(lease) = &mut *held {
            if let Some(error) = lease.process().gone().await {
                return Err(error);
            }
            // The last requests of a run need no other process.
            if effect != RequestEffect::Others
                && lease.process().is_due()
                && let Some(worker) = lease.successor().await
            {
                *lease = self.hold(worker);
            }
            return Ok(Call::begin(lease, effect));
        }
        let configured = config.and_then(|it| self.host.configured(&self.package, it));
        let worker = match configured {
            Some(worker) => worker,
            None => self.host.worker(&self.package, None).await?,
        };
        Ok(Call::begin(held.insert(self.hold(worker)), effect))
    }

    fn hold(&self, worker: Worker) -> Arc<Lease> {
        Arc::new(Lease {
            host: self.host.clone(),
            package: self.package.clone(),
            worker: Some(worker),
            questions: watch::channel(()).0,
            changes: watch::channel(()).0,
            _busy: self.host.busy(),
        })
    }

    /// A process that may already be configured.
    async fn worker_for(
        &self,
        held: Option<Worker>,
        config: &Object,
    ) -> Result<Worker, ProviderError> {
        if let Some(configured) = self.host.configured(&self.package, config) {
            if let Some(held) = held {
                self.host.release(&self.package, held);
            }
            return Ok(configured);
        }
        match held {
            // The one that has validated the configuration.
            Some(held) if held.config.as_ref().is_none_or(|it| it == config) => Ok(held),
            held => {
                if let Some(held) = held {
                    self.host.release(&self.package, held);
                }
                self.host.worker(&self.package, Some(config)).await
            }
        }
    }
}

impl Middleware for PluginProvider {
    async fn handle<R: ProviderRequest>(&self, request: R) -> Result<R::Response, ProviderError> {
        let call = self.call(request.configuration(), request.effect()).await?;
        let process = call.lease.process();
        process.calls.add();
        request.send(process.provider()).await
    }

    async fn handle_configure(&self, config: Object) -> Result<(), ProviderError> {
        let mut held = self.lease.lock().await;
        let before = held.take().and_then(Arc::into_inner);
        let before = before.and_then(|mut it| it.worker.take());
        let mut worker = self.worker_for(before, &config).await?;
        worker.configure(&config).await?;
        *held = Some(self.hold(worker));
        Ok(())
    }

    /// Does not acquire a process.
    async fn handle_cancel(&self) {
        let held = self.lease.lock().await;
        let call = held
            .as_ref()
            .map(|it| Call::begin(it, RequestEffect::Others));
        drop(held);
        if let Some(call) = call {
            self.host.disable_reuse();
            call.lease.process().cancel().await;
        }
    }
}
