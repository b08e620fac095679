//! The provider of one configuration, run by a plugin process.

use std::sync::Arc;

use tokio::sync::Mutex;

use crate::{Middleware, ProviderError, ProviderRequest};
use lumi_graph::Object;

use super::host::{PluginHost, ProcessInUse};
use super::package_version::PackageVersion;
use super::process::PluginProcess;

/// A process and its configuration.
pub struct Worker {
    pub process: PluginProcess,
    pub config: Option<Object>,
}

/// A process in use by a provider; returned to the host after the last call.
struct Lease {
    host: PluginHost,
    package: PackageVersion,
    /// `None` after it was taken out.
    worker: Option<Worker>,
    _busy: ProcessInUse,
}

impl Lease {
    fn process(&self) -> &PluginProcess {
        let worker = self.worker.as_ref();
        &worker
            .expect("BUG: only the last owner takes it out")
            .process
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
    async fn lease(&self, config: Option<&Object>) -> Result<Arc<Lease>, ProviderError> {
        let mut held = self.lease.lock().await;
        if let Some(lease) = &*held {
            return match lease.process().gone().await {
                Some(error) => Err(error),
                None => Ok(Arc::clone(lease)),
            };
        }
        let configured = config.and_then(|it| self.host.configured(&self.package, it));
        let worker = match configured {
            Some(worker) => worker,
            None => self.host.worker(&self.package, None).await?,
        };
        let lease = self.hold(worker);
        *held = Some(Arc::clone(&lease));
        Ok(lease)
    }

    fn hold(&self, worker: Worker) -> Arc<Lease> {
        Arc::new(Lease {
            host: self.host.clone(),
            package: self.package.clone(),
            worker: Some(worker),
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
        let lease = self.lease(request.configuration()).await?;
        lease.process().calls.add();
        request.send(lease.process().provider()).await
    }

    async fn handle_configure(&self, config: Object) -> Result<(), ProviderError> {
        let mut held = self.lease.lock().await;
        let before = held.take().and_then(Arc::into_inner);
        let before = before.and_then(|mut it| it.worker.take());
        let mut worker = self.worker_for(before, &config).await?;
        if worker.config.is_none() {
            worker.process.provider().configure(config.clone()).await?;
            worker.config = Some(config);
        }
        *held = Some(self.hold(worker));
        Ok(())
    }

    /// Does not acquire a process.
    async fn handle_cancel(&self) {
        let lease = self.lease.lock().await.clone();
        if let Some(lease) = lease {
            self.host.disable_reuse();
            lease.process().cancel().await;
        }
    }
}
