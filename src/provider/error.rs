//! Errors of providers, by what is known of their effect.

use lumi_graph::{Object, ProviderData};

/// Why a provider did not complete a request.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ProviderError {
    /// The operation failed without any effect.
    #[error("{message}")]
    Failed {
        message: String,
        /// The paths of the inputs that the message is about, such as `rules[0].port`.
        inputs: Vec<String>,
    },
    /// The operation may have had an effect: a timeout, a lost connection, a provider that crashed.
    /// The operation stays pending until the object has been looked up.
    #[error("{message}")]
    Unknown { message: String },
    /// The object exists, but its initialisation is incomplete, or an update stopped on its way. It is
    /// recorded with the reasons, and the next run repairs it.
    #[error("it exists, but is not ready: {}", reasons.join("; "))]
    PartialInit {
        id: String,
        outputs: Object,
        reasons: Vec<String>,
        /// Data that the state keeps for the provider; see [`Target::data`](crate::Target::data).
        data: Option<ProviderData>,
        /// Whether no update can repair the object: the next run replaces it.
        is_tainted: bool,
    },
}

impl ProviderError {
    pub fn failed(message: impl Into<String>) -> Self {
        Self::of_inputs(message, Vec::new())
    }

    /// A failure because of these inputs.
    pub fn of_inputs(message: impl Into<String>, inputs: Vec<String>) -> Self {
        Self::Failed {
            message: message.into(),
            inputs,
        }
    }

    /// The paths of the inputs that the error is about, as far as they are known.
    pub fn inputs(&self) -> &[String] {
        match self {
            Self::Failed { inputs, .. } => inputs,
            Self::Unknown { .. } | Self::PartialInit { .. } => &[],
        }
    }

    pub fn unknown(message: impl Into<String>) -> Self {
        Self::Unknown {
            message: message.into(),
        }
    }
}
