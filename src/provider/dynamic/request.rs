//! The messages between the engine and the isolate of the program.

use std::sync::Arc;

use tokio::sync::oneshot;

use crate::ProviderError;
use lumi_graph::{ProviderCode, ResourceType, Urn, Value};

/// A call of a method of a provider object.
#[derive(Debug)]
pub struct DynamicRequest {
    pub urn: Urn,
    pub resource_type: ResourceType,
    pub method: DynamicMethod,
    /// In the form that the method of `js/lumi/dynamic/dispatch.ts` expects.
    pub arguments: Vec<Value>,
    /// The code to use if the program has no provider object; see
    /// [`Target::code`](crate::Target::code).
    pub code: Option<Result<Arc<ProviderCode>, String>>,
    /// The receiver may have been dropped.
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
    List,
    /// Not a method: a function that runs before or after a step.
    Hook,
}

impl DynamicMethod {
    /// The name in TypeScript.
    pub fn name(self) -> &'static str {
        match self {
            Self::Check => "check",
            Self::Diff => "diff",
            Self::Create => "create",
            Self::Read => "read",
            Self::Recover => "recover",
            Self::Update => "update",
            Self::Delete => "delete",
            Self::List => "list",
            Self::Hook => "hook",
        }
    }

    /// Whether an interrupted call may have had an effect.
    pub fn has_effects(self) -> bool {
        matches!(
            self,
            Self::Create | Self::Update | Self::Delete | Self::Hook
        )
    }
}

/// Why a method returned no result.
#[derive(Clone, Debug)]
pub enum DynamicFailure {
    /// The program has no provider object for the resource.
    NoProvider,
    /// The program has no provider object, and the code in the state is damaged.
    Damaged(String),
    /// The program has no provider object, and the code in the state needs configuration that the
    /// stack does not have.
    Unconfigured(String),
    /// The method failed.
    Refused(ProviderError),
    /// The program ended while the method ran.
    BrokenOff,
}
