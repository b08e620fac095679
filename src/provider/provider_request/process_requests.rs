//! Requests about all that a provider does.

use crate::{Provider, ProviderError};

use super::{ProviderRequest, RequestEffect};

/// The request of [`Provider::cancel`].
pub struct CancelRequest;

impl ProviderRequest for CancelRequest {
    type Response = ();
    const METHOD: &'static str = "Cancel";

    async fn send(self, provider: &dyn Provider) -> Result<(), ProviderError> {
        provider.cancel().await;
        Ok(())
    }

    fn effect(&self) -> RequestEffect {
        RequestEffect::Others
    }
}

/// The request of [`Provider::close`].
pub struct CloseRequest;

impl ProviderRequest for CloseRequest {
    type Response = ();
    const METHOD: &'static str = "Close";

    async fn send(self, provider: &dyn Provider) -> Result<(), ProviderError> {
        provider.close().await;
        Ok(())
    }

    fn effect(&self) -> RequestEffect {
        RequestEffect::Others
    }
}
