//! Requests to functions, methods and components of a package.

use lumi_graph::Value;

use crate::request_object::{ObjectRole, RequestObject, owned};
use crate::{CallRequest, ConstructRequest, Constructed, InvokeRequest, Provider, ProviderError};

use super::{ProviderRequest, RequestEffect};

impl ProviderRequest for InvokeRequest {
    type Response = Value;
    const METHOD: &'static str = "Invoke";

    async fn send(self, provider: &dyn Provider) -> Result<Value, ProviderError> {
        provider.invoke(self).await
    }

    fn objects(&mut self) -> Vec<RequestObject<'_>> {
        vec![owned(ObjectRole::Argument, &mut self.arguments)]
    }
}

impl ProviderRequest for CallRequest {
    type Response = Value;
    const METHOD: &'static str = "Call";

    async fn send(self, provider: &dyn Provider) -> Result<Value, ProviderError> {
        provider.call(self).await
    }

    fn objects(&mut self) -> Vec<RequestObject<'_>> {
        vec![owned(ObjectRole::Argument, &mut self.arguments)]
    }
}

impl ProviderRequest for ConstructRequest {
    type Response = Constructed;
    const METHOD: &'static str = "Construct";

    async fn send(self, provider: &dyn Provider) -> Result<Constructed, ProviderError> {
        provider.construct(self).await
    }

    fn effect(&self) -> RequestEffect {
        RequestEffect::Registrations
    }

    fn objects(&mut self) -> Vec<RequestObject<'_>> {
        vec![owned(ObjectRole::ComponentInput, &mut self.inputs)]
    }
}
