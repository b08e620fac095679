//! What a source asks for, and what it is answered.

use lumi_graph::{Dependency, Goal, Object, Urn, Value};
use lumi_state::Resource;

/// What a registration settles to.
#[derive(Clone, Debug)]
pub struct Registered {
    /// `None` for components.
    pub id: Option<Value>,
    pub outputs: RegisteredOutputs,
}

impl Registered {
    /// What the program learns about a resource that is there.
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
    /// A plan without a provider: outputs named like an input have its value, others are holes.
    EchoInputs,
    /// A plan: what is absent is a hole.
    Planned(Object),
    /// A deployment: what is absent is undefined.
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
    /// Where arguments come from, if that is known.
    pub dependencies: Vec<Dependency>,
}

/// A component that its provider makes: it registers the component and all of its children.
#[derive(Clone, Debug)]
pub struct Construct {
    /// Its `provider` makes the component; `order` and `source` are not set.
    pub goal: Goal,
    /// The provider resources that children use.
    pub providers: Vec<Urn>,
}

/// A registration that came to nothing.
#[derive(Clone, Debug, thiserror::Error)]
pub enum RegisterError {
    /// It has been reported as an event.
    #[error("{message}")]
    Failed { urn: Option<Urn>, message: String },
    /// The run is stopping; nothing more is begun.
    #[error("the run is stopping")]
    Stopping,
}
