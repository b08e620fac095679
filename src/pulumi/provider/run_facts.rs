//! Facts about the run for all providers.

use std::sync::Arc;

use parking_lot::Mutex;
use sha2::{Digest as _, Sha256};

use lumi_graph::Urn;
use lumi_provider::{MonitorAccess, MonitorView};

/// Facts about a run for its providers.
#[derive(Clone)]
pub struct PulumiRunFacts {
    pub project: String,
    pub stack: String,
    /// `HOST:PORT` of the service `pulumirpc.Engine`; empty without such a service.
    pub engine: String,
    /// Access to the monitor of the current run, for components.
    monitor: Arc<Mutex<Option<Arc<dyn MonitorAccess>>>>,
    salt: [u8; 32],
}

impl PulumiRunFacts {
    pub fn new(project: impl Into<String>, stack: impl Into<String>) -> Self {
        Self {
            project: project.into(),
            stack: stack.into(),
            engine: String::new(),
            monitor: Arc::default(),
            salt: rand::random(),
        }
    }

    /// Gives components of plugins access to the monitor of the current run.
    pub fn offer(&self, monitor: Arc<dyn MonitorAccess>) {
        let mut offered = self.monitor.lock();
        *offered = Some(monitor);
    }

    /// The monitor of the current run.
    pub(super) async fn view(&self) -> Result<Arc<MonitorView>, String> {
        match self.access() {
            Some(access) => access.view().await,
            None => Err("this run has no monitor that its provider could reach".to_owned()),
        }
    }

    fn access(&self) -> Option<Arc<dyn MonitorAccess>> {
        let monitor = self.monitor.lock();
        monitor.clone()
    }

    /// The seed for generated names: differs per resource, is equal for a preview and its
    /// deployment, and differs in the next run, so that a replacement gets another name than the
    /// old object.
    pub(super) fn seed(&self, urn: &Urn) -> Vec<u8> {
        let digest = Sha256::new()
            .chain_update(self.salt)
            .chain_update(urn.as_str())
            .finalize();
        digest.to_vec()
    }
}
