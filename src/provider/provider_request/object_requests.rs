//! Requests about the object of a resource, and about the objects of a type.

use lumi_graph::{Object, ResourceType};

use crate::request_object::{ObjectRole, OutputContext, RequestObject, owned, shared};
use crate::{
    CheckRequest, Checked, CreateRequest, Created, DeleteRequest, Diff, DiffRequest, ListRequest,
    ListedObject, Provider, ProviderError, ReadRequest, ReadState, RecoverRequest, Recovered,
    Target, UpdateRequest, Updated,
};

use super::{ProviderRequest, RequestEffect};

/// The effect of a request to change an object; none in a preview.
fn object_effect(is_preview: bool) -> RequestEffect {
    match is_preview {
        true => RequestEffect::None,
        false => RequestEffect::Object,
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
            old_outputs: None,
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
            old_outputs: self.outputs.as_ref(),
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
            old_outputs: Some(&self.old_outputs),
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

    fn output_context(&self) -> Option<OutputContext<'_>> {
        Some(OutputContext {
            resource_type: &self.target.resource_type,
            inputs: &self.inputs,
            begun_update: None,
            old_outputs: Some(&self.outputs),
            is_preview: false,
        })
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
            old_outputs: None,
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
