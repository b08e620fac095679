//! What can go wrong in a provider, and what is then known about the world.

use lumi_graph::Object;

/// Why a provider did not do what it was asked for.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ProviderError {
    /// Nothing happened: the world is as it was before.
    #[error("{message}")]
    Failed { message: String },
    /// It may have happened: a time-out, a lost connection, a provider that crashed. The operation
    /// stays pending until the object has been looked up.
    #[error("{message}")]
    Unknown { message: String },
    /// The object exists but is not healthy. It is recorded with the reasons, and the next run
    /// repairs it.
    #[error("it exists, but is not ready: {}", reasons.join("; "))]
    PartialInit {
        id: String,
        outputs: Object,
        reasons: Vec<String>,
    },
}

impl ProviderError {
    pub fn failed(message: impl Into<String>) -> Self {
        Self::Failed {
            message: message.into(),
        }
    }

    pub fn unknown(message: impl Into<String>) -> Self {
        Self::Unknown {
            message: message.into(),
        }
    }
}
