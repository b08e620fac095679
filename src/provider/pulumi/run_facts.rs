//! What all providers of a run are told of it.

use sha2::{Digest as _, Sha256};

use crate::graph::Urn;

/// What providers are told of a run.
#[derive(Clone, Debug)]
pub struct PulumiRunFacts {
    pub project: String,
    pub stack: String,
    /// `HOST:PORT` of the service `pulumirpc.Engine`; empty if nobody serves it.
    pub engine: String,
    salt: [u8; 32],
}

impl PulumiRunFacts {
    pub fn new(project: impl Into<String>, stack: impl Into<String>) -> Self {
        Self {
            project: project.into(),
            stack: stack.into(),
            engine: String::new(),
            salt: rand::random(),
        }
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
