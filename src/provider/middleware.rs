//! Wrappers around a provider: secrets, leases, time limits.

use std::future::Future;

use async_trait::async_trait;

use lumi_graph::{Object, ResourceType, Value};

use super::provider_request::{
    CancelRequest, CheckConfigRequest, CloseRequest, ConfigureRequest, ProviderRequest,
    SettleRequest,
};
use super::resource_tags::TakesTagsRequest;
use super::{
    CallRequest, CheckRequest, Checked, ConstructRequest, Constructed, CreateRequest, Created,
    DeleteRequest, DerivedOutputs, Diff, DiffConfigRequest, DiffRequest, InvokeRequest,
    ListRequest, ListedObject, Provider, ProviderError, ReadRequest, ReadState, RecoverRequest,
    Recovered, Target, UpdateRequest, Updated,
};

/// A [`Provider`] that treats all requests alike and forwards them to another provider.
///
/// A method that is added to [`Provider`] is added to the one implementation below, and passes
/// every middleware without an edit of it.
pub trait Middleware: Send + Sync {
    /// Handles a request: [`ProviderRequest::send`] forwards it to the next provider.
    fn handle<R: ProviderRequest>(
        &self,
        request: R,
    ) -> impl Future<Output = Result<R::Response, ProviderError>> + Send;

    /// The next provider; `None` if it is only determined by the first request.
    fn next(&self) -> Option<&dyn Provider> {
        None
    }

    /// Handles the validated configuration, before any other request except those about
    /// configurations.
    fn handle_configure(
        &self,
        config: Object,
    ) -> impl Future<Output = Result<(), ProviderError>> + Send {
        self.handle(ConfigureRequest { config })
    }

    /// Cancels running requests.
    fn handle_cancel(&self) -> impl Future<Output = ()> + Send {
        async {
            // The only possible error is that there is nothing to cancel.
            let _ = self.handle(CancelRequest).await;
        }
    }
}

#[async_trait]
impl<M: Middleware> Provider for M {
    fn is_configurable(&self) -> bool {
        self.next().is_none_or(Provider::is_configurable)
    }

    fn is_replaceable(&self) -> bool {
        self.next().is_some_and(Provider::is_replaceable)
    }

    fn reaches(&self, request: &DiffConfigRequest) -> bool {
        self.next().is_none_or(|it| it.reaches(request))
    }

    fn derived_outputs(&self, resource_type: &ResourceType) -> Option<DerivedOutputs> {
        self.next()?.derived_outputs(resource_type)
    }

    fn fill_inputs(&self, resource_type: &ResourceType, inputs: &mut Object) {
        if let Some(next) = self.next() {
            next.fill_inputs(resource_type, inputs);
        }
    }

    async fn check_config(&self, config: Object) -> Result<Checked, ProviderError> {
        self.handle(CheckConfigRequest { config }).await
    }

    async fn diff_config(&self, request: DiffConfigRequest) -> Result<Diff, ProviderError> {
        self.handle(request).await
    }

    async fn configure(&self, config: Object) -> Result<(), ProviderError> {
        self.handle_configure(config).await
    }

    async fn check(&self, request: CheckRequest) -> Result<Checked, ProviderError> {
        self.handle(request).await
    }

    async fn diff(&self, request: DiffRequest) -> Result<Diff, ProviderError> {
        self.handle(request).await
    }

    async fn create(&self, request: CreateRequest) -> Result<Created, ProviderError> {
        self.handle(request).await
    }

    async fn read(&self, request: ReadRequest) -> Result<Option<ReadState>, ProviderError> {
        self.handle(request).await
    }

    async fn update(&self, request: UpdateRequest) -> Result<Updated, ProviderError> {
        self.handle(request).await
    }

    async fn delete(&self, request: DeleteRequest) -> Result<(), ProviderError> {
        self.handle(request).await
    }

    async fn settle(&self, target: &Target) -> Result<(), ProviderError> {
        let target = target.clone();
        self.handle(SettleRequest { target }).await
    }

    async fn recover(&self, request: RecoverRequest) -> Result<Recovered, ProviderError> {
        self.handle(request).await
    }

    async fn list(&self, request: ListRequest) -> Result<Vec<ListedObject>, ProviderError> {
        self.handle(request).await
    }

    async fn takes_tags(&self, resource_type: &ResourceType) -> Result<bool, ProviderError> {
        let resource_type = resource_type.clone();
        self.handle(TakesTagsRequest { resource_type }).await
    }

    async fn invoke(&self, request: InvokeRequest) -> Result<Value, ProviderError> {
        self.handle(request).await
    }

    async fn call(&self, request: CallRequest) -> Result<Value, ProviderError> {
        self.handle(request).await
    }

    async fn construct(&self, request: ConstructRequest) -> Result<Constructed, ProviderError> {
        self.handle(request).await
    }

    async fn cancel(&self) {
        self.handle_cancel().await;
    }

    async fn close(&self) {
        // The only possible error is that nothing was opened.
        let _ = self.handle(CloseRequest).await;
    }
}
