//! The requests of a source, and their responses.

use lumi_graph::{Dependency, Goal, Object, Urn, Value};
use lumi_state::Resource;

/// The result of a registration.
#[derive(Clone, Debug)]
pub struct Registered {
    /// `None` for components.
    pub id: Option<Value>,
    pub outputs: RegisteredOutputs,
}

impl Registered {
    /// The result for a resource that already exists.
    pub(super) fn deployed(resource: &Resource) -> Self {
        Self {
            id: resource.id.clone().map(Value::String),
            outputs: RegisteredOutputs::Deployed(Object::clone(&resource.outputs)),
        }
    }
}

/// The outputs of a registered resource.
#[derive(Clone, Debug)]
pub enum RegisteredOutputs {
    /// A plan without a provider: outputs with the name of an input have its value, others are
    /// holes.
    EchoInputs,
    /// A plan: missing outputs are holes.
    Planned(Object),
    /// A deployment: missing outputs are undefined.
    Deployed(Object),
}

/// A provider function to evaluate.
#[derive(Clone, Debug)]
pub struct Invoke {
    /// `pkg:module:function`.
    pub token: String,
    pub arguments: Object,
    pub provider: Option<Urn>,
    pub version: Option<String>,
}

/// A method of a resource.
#[derive(Clone, Debug)]
pub struct Call {
    pub token: String,
    pub target: Urn,
    pub arguments: Object,
    /// The dependencies of the arguments, if known.
    pub dependencies: Vec<Dependency>,
}

/// A component of a provider, which registers the component and all of its children.
#[derive(Clone, Debug)]
pub struct Construct {
    /// Its `provider` creates the component; `order` and `source` are not set.
    pub goal: Goal,
    /// The provider resources that children use.
    pub providers: Vec<Urn>,
}

/// A failed registration.
#[derive(Clone, Debug, thiserror::Error)]
pub enum RegisterError {
    /// The failure has been reported as an event.
    #[error("{message}")]
    Failed { urn: Option<Urn>, message: String },
    /// The run is stopping; nothing new is started.
    #[error("the run is stopping")]
    Stopping,
}
