//! A provider that is not connected yet.

use std::sync::Arc;

use async_trait::async_trait;
use tokio::sync::watch;

use crate::{
    CallRequest, CheckRequest, Checked, ConstructRequest, Constructed, CreateRequest, Created,
    DeleteRequest, Diff, DiffConfigRequest, DiffRequest, InvokeRequest, Provider, ProviderError,
    ReadRequest, ReadState, RecoverRequest, Recovered, Target, UpdateRequest,
};
use lumi_graph::{Object, Value};

/// Waits for a provider when it is first asked something.
pub struct DeferredProvider(watch::Receiver<Option<Arc<dyn Provider>>>);

impl DeferredProvider {
    /// Asking fails if the sender goes without having sent one.
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

#[async_trait]
impl Provider for DeferredProvider {
    async fn check_config(&self, config: Object) -> Result<Checked, ProviderError> {
        self.get().await?.check_config(config).await
    }

    async fn diff_config(&self, request: DiffConfigRequest) -> Result<Diff, ProviderError> {
        self.get().await?.diff_config(request).await
    }

    async fn configure(&self, config: Object) -> Result<(), ProviderError> {
        self.get().await?.configure(config).await
    }

    async fn check(&self, request: CheckRequest) -> Result<Checked, ProviderError> {
        self.get().await?.check(request).await
    }

    async fn diff(&self, request: DiffRequest) -> Result<Diff, ProviderError> {
        self.get().await?.diff(request).await
    }

    async fn create(&self, request: CreateRequest) -> Result<Created, ProviderError> {
        self.get().await?.create(request).await
    }

    async fn read(&self, request: ReadRequest) -> Result<Option<ReadState>, ProviderError> {
        self.get().await?.read(request).await
    }

    async fn update(&self, request: UpdateRequest) -> Result<Object, ProviderError> {
        self.get().await?.update(request).await
    }

    async fn delete(&self, request: DeleteRequest) -> Result<(), ProviderError> {
        self.get().await?.delete(request).await
    }

    async fn settle(&self, target: &Target) -> Result<(), ProviderError> {
        self.get().await?.settle(target).await
    }

    async fn recover(&self, request: RecoverRequest) -> Result<Recovered, ProviderError> {
        self.get().await?.recover(request).await
    }

    async fn invoke(&self, request: InvokeRequest) -> Result<Value, ProviderError> {
        self.get().await?.invoke(request).await
    }

    async fn call(&self, request: CallRequest) -> Result<Value, ProviderError> {
        self.get().await?.call(request).await
    }

    async fn construct(&self, request: ConstructRequest) -> Result<Constructed, ProviderError> {
        self.get().await?.construct(request).await
    }

    async fn cancel(&self) {
        let provider = self.0.borrow().clone();
        if let Some(provider) = provider {
            provider.cancel().await;
        }
    }
}
