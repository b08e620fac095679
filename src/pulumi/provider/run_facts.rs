//! What all providers of a run are told of it.

use std::sync::{Arc, Mutex, PoisonError};

use sha2::{Digest as _, Sha256};

use lumi_graph::Urn;
use lumi_provider::{MonitorAccess, MonitorView};

/// What providers are told of a run.
#[derive(Clone)]
pub struct PulumiRunFacts {
    pub project: String,
    pub stack: String,
    /// `HOST:PORT` of the service `pulumirpc.Engine`; empty without such a service.
    pub engine: String,
    /// How components get at the monitor of the run; the run that goes on has put it there.
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

    /// Lets components of plugins reach the run that goes on.
    pub fn offer(&self, monitor: Arc<dyn MonitorAccess>) {
        let mut offered = self.monitor.lock().unwrap_or_else(PoisonError::into_inner);
        *offered = Some(monitor);
    }

    /// The run that goes on.
    pub(super) async fn view(&self) -> Result<Arc<MonitorView>, String> {
        match self.access() {
            Some(access) => access.view().await,
            None => Err("this run has no monitor that its provider could reach".to_owned()),
        }
    }

    fn access(&self) -> Option<Arc<dyn MonitorAccess>> {
        let monitor = self.monitor.lock().unwrap_or_else(PoisonError::into_inner);
        monitor.clone()
    }

    /// What a provider makes names from: another one for each resource, the same for a preview and
    /// the deployment that follows, and another one in the next run, so that what takes the place of
    /// an object is not called as that is.
    pub(super) fn seed(&self, urn: &Urn) -> Vec<u8> {
        let digest = Sha256::new()
            .chain_update(self.salt)
            .chain_update(urn.as_str())
            .finalize();
        digest.to_vec()
    }
}
