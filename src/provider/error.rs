//! Errors of providers, by what is known of their effect.

use lumi_graph::Object;

/// Why a provider did not complete a request.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ProviderError {
    /// The operation failed without any effect.
    #[error("{message}")]
    Failed { message: String },
    /// The operation may have had an effect: a timeout, a lost connection, a provider that crashed.
    /// The operation stays pending until the object has been looked up.
    #[error("{message}")]
    Unknown { message: String },
    /// The object exists, but its initialisation is incomplete. It is recorded with the reasons,
    /// and the next run repairs it.
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
