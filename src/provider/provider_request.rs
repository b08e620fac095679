//! The common interface of provider requests, for middlewares.

use lumi_graph::{Object, ResourceType, Value};
use std::future::Future;

use super::request_object::{ObjectRole, OutputContext, RequestObject, owned, shared};
use super::{
    CallRequest, CheckRequest, Checked, ConstructRequest, Constructed, CreateRequest, Created,
    DeleteRequest, Diff, DiffConfigRequest, DiffRequest, InvokeRequest, ListRequest, ListedObject,
    Provider, ProviderError, ReadRequest, ReadState, RecoverRequest, Recovered, Target,
    UpdateRequest, Updated,
};

/// The request of a method of [`Provider`], with the type of its response.
pub trait ProviderRequest: Send + Sync + Sized + 'static {
    type Response: Send;

    /// The name of the method in messages.
    const METHOD: &'static str;

    /// Calls the method of the provider.
    fn send(
        self,
        provider: &dyn Provider,
    ) -> impl Future<Output = Result<Self::Response, ProviderError>> + Send;

    /// The possible effect before there is a response.
    fn effect(&self) -> RequestEffect {
        RequestEffect::None
    }

    /// The resource of the request.
    fn target(&mut self) -> Option<&mut Target> {
        None
    }

    /// The objects of the program and of the state in the request, which may contain secrets.
    fn objects(&mut self) -> Vec<RequestObject<'_>> {
        Vec::new()
    }

    /// The configuration that the provider requires.
    fn configuration(&self) -> Option<&Object> {
        None
    }

    /// The resource that outputs in the response belong to.
    fn output_context(&self) -> Option<OutputContext<'_>> {
        None
    }

    /// The type and the inputs of a request that checks them.
    fn unchecked_inputs(&mut self) -> Option<(&ResourceType, &mut Object)> {
        None
    }

    /// The outputs of an object in a response.
    fn outputs(_response: &mut Self::Response) -> Option<&mut Object> {
        None
    }

    /// The objects in a response.
    fn response_objects(response: &mut Self::Response) -> Vec<&mut Object> {
        Self::outputs(response).into_iter().collect()
    }

    /// The id of an object in a response.
    fn id(_response: &Self::Response) -> Option<&str> {
        None
    }
}

/// The possible effect of a request, which decides when it may be abandoned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestEffect {
    /// No effect.
    None,
    /// A change of the object: without a response its outcome is unknown.
    Object,
    /// Registrations of resources with the run.
    Registrations,
    /// The request waits for other requests, or cancels them.
    Others,
}

/// The effect of a request to change an object; none in a preview.
fn object_effect(is_preview: bool) -> RequestEffect {
    match is_preview {
        true => RequestEffect::None,
        false => RequestEffect::Object,
    }
}

/// The request of [`Provider::check_config`].
pub struct CheckConfigRequest {
    pub config: Object,
}

impl ProviderRequest for CheckConfigRequest {
    type Response = Checked;
    const METHOD: &'static str = "CheckConfig";

    async fn send(self, provider: &dyn Provider) -> Result<Checked, ProviderError> {
        provider.check_config(self.config).await
    }

    fn objects(&mut self) -> Vec<RequestObject<'_>> {
        vec![owned(ObjectRole::Configuration, &mut self.config)]
    }

    fn configuration(&self) -> Option<&Object> {
        Some(&self.config)
    }
}

impl ProviderRequest for DiffConfigRequest {
    type Response = Diff;
    const METHOD: &'static str = "DiffConfig";

    async fn send(self, provider: &dyn Provider) -> Result<Diff, ProviderError> {
        provider.diff_config(self).await
    }

    fn objects(&mut self) -> Vec<RequestObject<'_>> {
        vec![
            owned(ObjectRole::Configuration, &mut self.old_inputs),
            owned(ObjectRole::Configuration, &mut self.inputs),
        ]
    }
}

/// The request of [`Provider::configure`].
pub struct ConfigureRequest {
    pub config: Object,
}

impl ProviderRequest for ConfigureRequest {
    type Response = ();
    const METHOD: &'static str = "Configure";

    async fn send(self, provider: &dyn Provider) -> Result<(), ProviderError> {
        provider.configure(self.config).await
    }

    fn objects(&mut self) -> Vec<RequestObject<'_>> {
        vec![owned(ObjectRole::Configuration, &mut self.config)]
    }

    fn configuration(&self) -> Option<&Object> {
        Some(&self.config)
    }
}

impl ProviderRequest for CheckRequest {
    type Response = Checked;
    const METHOD: &'static str = "Check";

    async fn send(self, provider: &dyn Provider) -> Result<Checked, ProviderError> {
        provider.check(self).await
    }

    fn unchecked_inputs(&mut self) -> Option<(&ResourceType, &mut Object)> {
        Some((&self.target.resource_type, &mut self.inputs))
    }

    fn target(&mut self) -> Option<&mut Target> {
        Some(&mut self.target)
    }

    fn objects(&mut self) -> Vec<RequestObject<'_>> {
        let old = self.old_inputs.as_mut();
        let old = old.map(|it| shared(ObjectRole::Input, it));
        let new = owned(ObjectRole::Input, &mut self.inputs);
        old.into_iter().chain([new]).collect()
    }

    fn response_objects(response: &mut Checked) -> Vec<&mut Object> {
        vec![&mut response.inputs]
    }
}

impl ProviderRequest for DiffRequest {
    type Response = Diff;
    const METHOD: &'static str = "Diff";

    async fn send(self, provider: &dyn Provider) -> Result<Diff, ProviderError> {
        provider.diff(self).await
    }

    fn target(&mut self) -> Option<&mut Target> {
        Some(&mut self.target)
    }

    fn objects(&mut self) -> Vec<RequestObject<'_>> {
        vec![
            shared(ObjectRole::Input, &mut self.old_inputs),
            shared(ObjectRole::Output, &mut self.old_outputs),
            shared(ObjectRole::Input, &mut self.inputs),
        ]
    }
}

impl ProviderRequest for CreateRequest {
    type Response = Created;
    const METHOD: &'static str = "Create";

    async fn send(self, provider: &dyn Provider) -> Result<Created, ProviderError> {
        provider.create(self).await
    }

    fn effect(&self) -> RequestEffect {
        object_effect(self.preview)
    }

    fn target(&mut self) -> Option<&mut Target> {
        Some(&mut self.target)
    }

    fn objects(&mut self) -> Vec<RequestObject<'_>> {
        vec![shared(ObjectRole::Input, &mut self.inputs)]
    }

    fn output_context(&self) -> Option<OutputContext<'_>> {
        Some(OutputContext {
            resource_type: &self.target.resource_type,
            inputs: &self.inputs,
            begun_update: None,
            is_preview: self.preview,
        })
    }

    fn outputs(response: &mut Created) -> Option<&mut Object> {
        Some(&mut response.outputs)
    }

    fn id(response: &Created) -> Option<&str> {
        response.id.as_deref()
    }
}

impl ProviderRequest for ReadRequest {
    type Response = Option<ReadState>;
    const METHOD: &'static str = "Read";

    async fn send(self, provider: &dyn Provider) -> Result<Option<ReadState>, ProviderError> {
        provider.read(self).await
    }

    fn target(&mut self) -> Option<&mut Target> {
        Some(&mut self.target)
    }

    fn objects(&mut self) -> Vec<RequestObject<'_>> {
        let inputs = self.inputs.as_mut();
        let inputs = inputs.map(|it| shared(ObjectRole::Input, it));
        let outputs = self.outputs.as_mut();
        let outputs = outputs.map(|it| shared(ObjectRole::Output, it));
        let begun = self.begun_update.as_mut();
        let begun = begun.map(|it| shared(ObjectRole::Input, it));
        inputs.into_iter().chain(outputs).chain(begun).collect()
    }

    fn output_context(&self) -> Option<OutputContext<'_>> {
        Some(OutputContext {
            resource_type: &self.target.resource_type,
            inputs: self.inputs.as_ref()?,
            begun_update: self.begun_update.as_ref(),
            is_preview: false,
        })
    }

    fn outputs(response: &mut Option<ReadState>) -> Option<&mut Object> {
        response.as_mut().map(|it| &mut it.outputs)
    }

    fn response_objects(response: &mut Option<ReadState>) -> Vec<&mut Object> {
        let read = response.iter_mut();
        read.flat_map(|it| [&mut it.inputs, &mut it.outputs])
            .collect()
    }

    fn id(response: &Option<ReadState>) -> Option<&str> {
        response.as_ref().map(|it| it.id.as_str())
    }
}

impl ProviderRequest for UpdateRequest {
    type Response = Updated;
    const METHOD: &'static str = "Update";

    async fn send(self, provider: &dyn Provider) -> Result<Updated, ProviderError> {
        provider.update(self).await
    }

    fn effect(&self) -> RequestEffect {
        object_effect(self.preview)
    }

    fn target(&mut self) -> Option<&mut Target> {
        Some(&mut self.target)
    }

    fn objects(&mut self) -> Vec<RequestObject<'_>> {
        vec![
            shared(ObjectRole::Input, &mut self.old_inputs),
            shared(ObjectRole::Output, &mut self.old_outputs),
            shared(ObjectRole::Input, &mut self.inputs),
        ]
    }

    fn output_context(&self) -> Option<OutputContext<'_>> {
        Some(OutputContext {
            resource_type: &self.target.resource_type,
            inputs: &self.inputs,
            begun_update: None,
            is_preview: self.preview,
        })
    }

    fn outputs(response: &mut Updated) -> Option<&mut Object> {
        Some(&mut response.outputs)
    }
}

impl ProviderRequest for DeleteRequest {
    type Response = ();
    const METHOD: &'static str = "Delete";

    async fn send(self, provider: &dyn Provider) -> Result<(), ProviderError> {
        provider.delete(self).await
    }

    fn effect(&self) -> RequestEffect {
        RequestEffect::Object
    }

    fn target(&mut self) -> Option<&mut Target> {
        Some(&mut self.target)
    }

    fn objects(&mut self) -> Vec<RequestObject<'_>> {
        vec![
            shared(ObjectRole::Input, &mut self.inputs),
            shared(ObjectRole::Output, &mut self.outputs),
        ]
    }
}

/// The request of [`Provider::settle`].
pub struct SettleRequest {
    pub target: Target,
}

impl ProviderRequest for SettleRequest {
    type Response = ();
    const METHOD: &'static str = "Settle";

    async fn send(self, provider: &dyn Provider) -> Result<(), ProviderError> {
        provider.settle(&self.target).await
    }

    fn effect(&self) -> RequestEffect {
        RequestEffect::Others
    }

    fn target(&mut self) -> Option<&mut Target> {
        Some(&mut self.target)
    }
}

impl ProviderRequest for RecoverRequest {
    type Response = Recovered;
    const METHOD: &'static str = "Recover";

    async fn send(self, provider: &dyn Provider) -> Result<Recovered, ProviderError> {
        provider.recover(self).await
    }

    fn target(&mut self) -> Option<&mut Target> {
        Some(&mut self.target)
    }

    fn objects(&mut self) -> Vec<RequestObject<'_>> {
        vec![shared(ObjectRole::Input, &mut self.inputs)]
    }

    fn output_context(&self) -> Option<OutputContext<'_>> {
        Some(OutputContext {
            resource_type: &self.target.resource_type,
            inputs: &self.inputs,
            begun_update: None,
            is_preview: false,
        })
    }

    fn outputs(response: &mut Recovered) -> Option<&mut Object> {
        match response {
            Recovered::Found(found) => Some(&mut found.outputs),
            Recovered::Absent | Recovered::NotYet(_) | Recovered::Undecidable => None,
        }
    }

    fn id(response: &Recovered) -> Option<&str> {
        match response {
            Recovered::Found(found) => Some(&found.id),
            Recovered::Absent | Recovered::NotYet(_) | Recovered::Undecidable => None,
        }
    }
}

impl ProviderRequest for ListRequest {
    type Response = Vec<ListedObject>;
    const METHOD: &'static str = "List";

    async fn send(self, provider: &dyn Provider) -> Result<Vec<ListedObject>, ProviderError> {
        provider.list(self).await
    }

    fn target(&mut self) -> Option<&mut Target> {
        Some(&mut self.target)
    }
}

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
