//! A provider that is not connected yet.

use std::sync::Arc;

use tokio::sync::watch;

use crate::{Middleware, Provider, ProviderError, ProviderRequest};

/// Waits for the provider at the first request.
pub struct DeferredProvider(watch::Receiver<Option<Arc<dyn Provider>>>);

impl DeferredProvider {
    /// Requests fail if the sender is dropped before it has sent a provider.
    pub fn new(provider: watch::Receiver<Option<Arc<dyn Provider>>>) -> Self {
        Self(provider)
    }

    async fn get(&self) -> Result<Arc<dyn Provider>, ProviderError> {
        let mut provider = self.0.clone();
        let found = provider.wait_for(Option::is_some).await;
        let found = found.ok().and_then(|it| it.clone());
        found
            .ok_or_else(|| ProviderError::failed("the process that has its provider did not start"))
    }
}

impl Middleware for DeferredProvider {
    async fn handle<R: ProviderRequest>(&self, request: R) -> Result<R::Response, ProviderError> {
        request.send(&*self.get().await?).await
    }

    /// Does not wait: without a connection there is nothing to cancel.
    async fn handle_cancel(&self) {
        let provider = self.0.borrow().clone();
        if let Some(provider) = provider {
            provider.cancel().await;
        }
    }
}
