//! The objects in requests of providers.

use std::sync::Arc;

use lumi_graph::{Object, ResourceType};

pub struct RequestObject<'a> {
    pub role: ObjectRole,
    pub object: ObjectRef<'a>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectRole {
    Configuration,
    Input,
    /// An input of a component, which becomes an input of other resources.
    ComponentInput,
    Argument,
    /// An output of the provider itself.
    Output,
}

/// A reference to an object in a request.
pub enum ObjectRef<'a> {
    Owned(&'a mut Object),
    Shared(&'a mut Arc<Object>),
}

impl ObjectRef<'_> {
    pub fn get(&self) -> &Object {
        match self {
            Self::Owned(object) => object,
            Self::Shared(object) => object,
        }
    }
}

/// A resource with outputs in a response, and what they may quote.
#[derive(Clone, Copy)]
pub struct OutputContext<'a> {
    pub resource_type: &'a ResourceType,
    pub inputs: &'a Arc<Object>,
    /// The inputs of an interrupted update.
    pub begun_update: Option<&'a Arc<Object>>,
    /// The outputs of the object before.
    pub old_outputs: Option<&'a Arc<Object>>,
    pub is_preview: bool,
}

pub fn owned(role: ObjectRole, object: &mut Object) -> RequestObject<'_> {
    let object = ObjectRef::Owned(object);
    RequestObject { role, object }
}

pub fn shared(role: ObjectRole, object: &mut Arc<Object>) -> RequestObject<'_> {
    let object = ObjectRef::Shared(object);
    RequestObject { role, object }
}
