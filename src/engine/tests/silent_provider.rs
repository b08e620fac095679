//! A provider that does not respond.

use std::future::pending;
use std::time::Duration;

use async_trait::async_trait;
use tokio::time::sleep;

use lumi_graph::{Object, Value};
use lumi_provider::{
    CallRequest, CheckRequest, Checked, ConstructRequest, Constructed, CreateRequest, Created,
    DeleteRequest, Diff, DiffRequest, InvokeRequest, Provider, ProviderError, ReadRequest,
    ReadState, RecoverRequest, Recovered, Target, UpdateRequest, Updated,
};

/// Never responds to requests, except those named by its fields.
pub struct SilentProvider {
    /// Responds to its configuration.
    pub is_configured: bool,
    /// The duration of a delete, and of an operation begun by an earlier run.
    pub delay: Duration,
}

#[async_trait]
impl Provider for SilentProvider {
    async fn check_config(&self, config: Object) -> Result<Checked, ProviderError> {
        match self.is_configured {
            true => Ok(Checked::accepted(config)),
            false => pending().await,
        }
    }

    async fn check(&self, _: CheckRequest) -> Result<Checked, ProviderError> {
        pending().await
    }

    async fn diff(&self, _: DiffRequest) -> Result<Diff, ProviderError> {
        pending().await
    }

    async fn create(&self, _: CreateRequest) -> Result<Created, ProviderError> {
        pending().await
    }

    async fn read(&self, _: ReadRequest) -> Result<Option<ReadState>, ProviderError> {
        pending().await
    }

    async fn update(&self, _: UpdateRequest) -> Result<Updated, ProviderError> {
        pending().await
    }

    async fn delete(&self, _: DeleteRequest) -> Result<(), ProviderError> {
        sleep(self.delay).await;
        Ok(())
    }

    async fn recover(&self, _: RecoverRequest) -> Result<Recovered, ProviderError> {
        pending().await
    }

    async fn invoke(&self, _: InvokeRequest) -> Result<Value, ProviderError> {
        pending().await
    }

    async fn call(&self, _: CallRequest) -> Result<Value, ProviderError> {
        pending().await
    }

    async fn construct(&self, _: ConstructRequest) -> Result<Constructed, ProviderError> {
        pending().await
    }

    async fn settle(&self, _: &Target) -> Result<(), ProviderError> {
        sleep(self.delay).await;
        Ok(())
    }
}
