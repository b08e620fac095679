//! The trait of a type of resource.

use async_trait::async_trait;

use crate::{
    CheckRequest, Checked, CreateRequest, Created, DeleteRequest, DerivedOutputs, Diff,
    DiffRequest, ListRequest, ListedObject, ProviderError, ReadRequest, ReadState, RecoverRequest,
    Recovered, Target, UpdateRequest,
};
use lumi_graph::Object;

/// Manages the resources of one type; see [`Provider`](crate::Provider) for the contract of each
/// method.
#[async_trait]
pub trait ResourceHandler: Send + Sync {
    fn derived_outputs(&self) -> Option<DerivedOutputs> {
        None
    }

    fn fill_inputs(&self, _inputs: &mut Object) {}

    async fn check(&self, request: CheckRequest) -> Result<Checked, ProviderError>;

    async fn diff(&self, request: DiffRequest) -> Result<Diff, ProviderError>;

    async fn create(&self, request: CreateRequest) -> Result<Created, ProviderError>;

    async fn read(&self, request: ReadRequest) -> Result<Option<ReadState>, ProviderError>;

    async fn update(&self, request: UpdateRequest) -> Result<Object, ProviderError>;

    async fn delete(&self, request: DeleteRequest) -> Result<(), ProviderError>;

    /// The objects of the type at a place; see [`Provider::list`](crate::Provider::list).
    async fn list(&self, request: ListRequest) -> Result<Vec<ListedObject>, ProviderError> {
        Err(request.unsupported())
    }

    async fn settle(&self, _target: &Target) -> Result<(), ProviderError> {
        Ok(())
    }

    async fn recover(&self, _request: RecoverRequest) -> Result<Recovered, ProviderError> {
        Ok(Recovered::Undecidable)
    }
}
