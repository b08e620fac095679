//! What a provider says it understands.

use crate::pulumirpc as wire;
use crate::values::Accepts;

/// What a provider can do. By default it can do nothing of this.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Capabilities {
    pub(super) accepts: Accepts,
    /// It can say what a create or an update would come to without doing it.
    pub(super) previews: bool,
    /// It has answered the handshake, so that what it answers to Configure does not count.
    pub(super) is_settled: bool,
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
    /// What is known once it has been configured.
    pub(super) fn after(self, answer: &wire::ConfigureResponse) -> Self {
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
