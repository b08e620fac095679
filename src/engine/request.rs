//! What a source asks for, and what it is answered.

use crate::graph::{Object, Urn, Value};

/// What a registration settles to.
#[derive(Clone, Debug)]
pub struct Registered {
    /// `None` for components.
    pub id: Option<Value>,
    pub outputs: RegisteredOutputs,
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
}
