//! The capabilities that a provider reports.

use crate::pulumirpc as wire;
use crate::values::Accepts;

/// The capabilities of a provider; all false by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Capabilities {
    pub accepts: Accepts,
    /// Supports previews of create and update.
    pub previews: bool,
    /// Whether the handshake has fixed the capabilities, so that the response to Configure is
    /// ignored.
    pub is_settled: bool,
}

impl From<wire::ProviderHandshakeResponse> for Capabilities {
    /// Every plugin that answers the handshake supports preview.
    fn from(answer: wire::ProviderHandshakeResponse) -> Self {
        Self {
            accepts: Accepts {
                secrets: answer.accept_secrets,
                resources: answer.accept_resources,
            },
            previews: true,
            is_settled: true,
        }
    }
}

impl Capabilities {
    pub fn after(self, answer: &wire::ConfigureResponse) -> Self {
        if self.is_settled {
            return self;
        }
        Self {
            accepts: Accepts {
                secrets: answer.accept_secrets,
                resources: answer.accept_resources,
            },
            previews: answer.supports_preview,
            is_settled: false,
        }
    }
}
