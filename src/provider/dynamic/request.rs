//! What crosses between the engine and the isolate of the program.

use std::sync::Arc;

use tokio::sync::oneshot;

use crate::ProviderError;
use lumi_graph::{ProviderCode, ResourceType, Urn, Value};

/// One call of a method of a provider object.
#[derive(Debug)]
pub struct DynamicRequest {
    pub urn: Urn,
    pub resource_type: ResourceType,
    pub method: DynamicMethod,
    /// As the method of `js/lumi/dynamic/dispatch.ts` takes them.
    pub arguments: Vec<Value>,
    /// What answers if the program has no provider object for it; see
    /// [`Target::code`](crate::Target::code).
    pub code: Option<Result<Arc<ProviderCode>, String>>,
    /// The receiver may be gone.
    pub answer: oneshot::Sender<Result<Value, DynamicFailure>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DynamicMethod {
    Check,
    Diff,
    Create,
    Read,
    Recover,
    Update,
    Delete,
}

impl DynamicMethod {
    /// As it is called in TypeScript.
    pub fn name(self) -> &'static str {
        match self {
            Self::Check => "check",
            Self::Diff => "diff",
            Self::Create => "create",
            Self::Read => "read",
            Self::Recover => "recover",
            Self::Update => "update",
            Self::Delete => "delete",
        }
    }

    /// Whether a call that was broken off may have changed the world.
    pub fn has_effects(self) -> bool {
        matches!(self, Self::Create | Self::Update | Self::Delete)
    }
}

/// Why a method gave no answer.
#[derive(Clone, Debug)]
pub enum DynamicFailure {
    /// No part of the program has said how to manage such a resource.
    NoProvider,
    /// The same, and this is wrong with the code that the state keeps.
    Damaged(String),
    /// The method did not do what it was asked for.
    Refused(ProviderError),
    /// The program came to an end while the method ran.
    BrokenOff,
}
