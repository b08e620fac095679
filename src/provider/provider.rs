//! The trait that all packages implement.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;

use lumi_graph::{Dependency, Object, ProviderCode, ResourceType, Urn, Value};

use super::{ConstructRequest, Constructed, ProviderError};

/// Manages the resources of one package with one configuration.
///
/// Methods may run at the same time, for different resources. Callers may stop waiting (a time-out,
/// a second Ctrl-C); a method that is dropped in the middle leaves an unknown outcome.
/// Values hold [`Value::Secret`] only for providers that were added with
/// [`add_keeping_secrets`](super::Registry::add_keeping_secrets); all others get plain data.
/// [`Value::Unknown`] comes only where `preview` is possible: check, diff, and create and update with
/// `preview` set. Answers may mark outputs as secret.
#[async_trait]
pub trait Provider: Send + Sync {
    /// Checks the configuration, as [`Self::check`] does inputs.
    async fn check_config(&self, config: Object) -> Result<Checked, ProviderError> {
        Ok(Checked::accepted(config))
    }

    /// Whether a configuration means anything to it. What is made with one is recorded with it.
    fn is_configurable(&self) -> bool {
        true
    }

    /// Tells what another configuration means for the objects that were made with the old one: with
    /// a property that replaces, they cannot be reached with the new one, and are made anew there.
    /// Asked of a provider that is not configured. Must have no effects.
    async fn diff_config(&self, _request: DiffConfigRequest) -> Result<Diff, ProviderError> {
        Ok(Diff::default())
    }

    /// Whether a configuration is enough to read and delete what was made with the old one. If not,
    /// the old one stays for as long as objects that are to be deleted were made with it; objects
    /// that are kept are managed with the new one.
    fn reaches(&self, _request: &DiffConfigRequest) -> bool {
        true
    }

    /// The outputs of a type that are made of certain inputs: secret if one of these is. Outputs that
    /// quote a secret or its hash are found without.
    fn derived_outputs(&self, _resource_type: &ResourceType) -> Option<DerivedOutputs> {
        None
    }

    /// Takes the checked configuration; called once, before any other method but `check_config`
    /// and `diff_config`.
    async fn configure(&self, _config: Object) -> Result<(), ProviderError> {
        Ok(())
    }

    /// Validates inputs and completes them with defaults. Must have no effects.
    async fn check(&self, request: CheckRequest) -> Result<Checked, ProviderError>;

    /// Tells what an update would have to do. Must have no effects.
    async fn diff(&self, request: DiffRequest) -> Result<Diff, ProviderError>;

    /// Makes the object. With `preview` nothing may happen; outputs that are not known before it
    /// exists are left out (the engine takes them as unknown) or are unknown.
    async fn create(&self, request: CreateRequest) -> Result<Created, ProviderError>;

    /// Looks at the object; `None` when it is gone.
    async fn read(&self, request: ReadRequest) -> Result<Option<ReadState>, ProviderError>;

    /// Changes the object in place and answers all of its outputs. `preview` as for create: outputs
    /// that stay as they are should be answered, so that dependants do not seem to change.
    async fn update(&self, request: UpdateRequest) -> Result<Object, ProviderError>;

    /// Removes the object. One that is gone already is a success.
    async fn delete(&self, request: DeleteRequest) -> Result<(), ProviderError>;

    /// Waits until nothing that an earlier process has begun with the resource is still under way.
    /// Comes before [`Self::recover`] and before the read of a resource whose last operation has an
    /// unknown outcome.
    async fn settle(&self, _target: &Target) -> Result<(), ProviderError> {
        Ok(())
    }

    /// Finds out what became of a create whose outcome is unknown (the process was killed, a
    /// time-out).
    async fn recover(&self, _request: RecoverRequest) -> Result<Recovered, ProviderError> {
        Ok(Recovered::Undecidable)
    }

    /// Evaluates a function of the package.
    async fn invoke(&self, request: InvokeRequest) -> Result<Value, ProviderError> {
        let token = request.token;
        Err(ProviderError::failed(format!(
            "there is no function `{token}`"
        )))
    }

    /// Evaluates a method of a resource.
    async fn call(&self, request: CallRequest) -> Result<Value, ProviderError> {
        let token = request.token;
        Err(ProviderError::failed(format!(
            "there is no method `{token}`"
        )))
    }

    /// Makes a component: it and its children are registered with the monitor of the run.
    async fn construct(&self, request: ConstructRequest) -> Result<Constructed, ProviderError> {
        let token = request.token;
        Err(ProviderError::failed(format!(
            "there is no component `{token}`"
        )))
    }

    /// Asks everything that runs to come to an end soon, because the user wants to stop.
    async fn cancel(&self) {}
}

/// Outputs that tell something about certain inputs, such as the length of a text.
#[derive(Clone, Copy, Debug)]
pub struct DerivedOutputs {
    pub outputs: &'static [&'static str],
    pub inputs: &'static [&'static str],
}

impl DerivedOutputs {
    /// Marks the outputs as secret if one of the inputs is. In a preview, those that are not answered
    /// are not known yet.
    pub(crate) fn mark(&self, outputs: &mut Object, inputs: &Object, preview: bool) {
        let is_secret = |name: &&str| inputs.get(*name).is_some_and(Value::contains_secret);
        if !self.inputs.iter().any(is_secret) {
            return;
        }
        for name in self.outputs {
            let value = outputs.get(*name).cloned();
            if let Some(value) = value.or(preview.then_some(Value::Unknown)) {
                outputs.insert((*name).to_owned(), Value::secret(value));
            }
        }
    }
}

/// The resource a request is about.
#[derive(Clone, Debug)]
pub struct Target {
    pub urn: Urn,
    pub resource_type: ResourceType,
    /// How long the user lets the operation take, if the program says so; enforced by the engine,
    /// providers may use it to give up in better order.
    pub timeout: Option<Duration>,
    /// The code that the state keeps to manage the resource with, if the program has none; or what
    /// is wrong with it.
    pub code: Option<Result<Arc<ProviderCode>, String>>,
}

#[derive(Clone, Debug)]
pub struct CheckRequest {
    pub target: Target,
    /// Those of the last deployment, if there was one: defaults that were chosen then (such as a
    /// generated name) are to be kept.
    pub old_inputs: Option<Arc<Object>>,
    pub inputs: Object,
}

/// Inputs as they will be used.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    pub inputs: Object,
    /// Inputs that cannot be used; nothing else is done with the resource then.
    pub failures: Vec<InputFailure>,
}

impl Checked {
    /// Everything is fine as it is.
    pub fn accepted(inputs: Object) -> Self {
        Self {
            inputs,
            failures: Vec::new(),
        }
    }
}

/// An input that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputFailure {
    /// Such as `rules[0].port`; empty for the inputs as a whole.
    pub path: String,
    pub reason: String,
}

#[derive(Clone, Debug)]
pub struct DiffRequest {
    pub target: Target,
    pub id: String,
    pub old_inputs: Arc<Object>,
    pub old_outputs: Arc<Object>,
    /// Checked. Paths that the program ignores hold the old values already.
    pub inputs: Arc<Object>,
}

/// Two configurations of a provider; unknown values only in a preview.
#[derive(Clone, Debug)]
pub struct DiffConfigRequest {
    pub old_inputs: Object,
    /// Checked.
    pub inputs: Object,
}

/// What an update would have to do.
#[derive(Clone, Debug, Default)]
pub struct Diff {
    pub changes: Changes,
    /// Input paths that differ; may be empty, the engine then compares inputs itself to show them.
    pub properties: Vec<PropertyChange>,
    /// The old object must be gone before the new one can be made (they share a name, say). Only
    /// looked at when something replaces.
    pub delete_before_replace: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Changes {
    /// The provider cannot tell: the engine compares inputs.
    #[default]
    Unknown,
    None,
    Some,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PropertyChange {
    /// Such as `rules[0].port`.
    pub path: String,
    pub kind: PropertyChangeKind,
    /// It cannot be changed in place.
    pub replaces: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PropertyChangeKind {
    Added,
    Removed,
    Changed,
}

#[derive(Clone, Debug)]
pub struct CreateRequest {
    pub target: Target,
    /// Checked.
    pub inputs: Arc<Object>,
    pub preview: bool,
    /// In a preview: another object of the resource will have been deleted by then, so what is there
    /// now need not be in the way.
    pub follows_delete: bool,
}

/// A new object.
#[derive(Clone, Debug)]
pub struct Created {
    /// Never empty. `None` only in a preview.
    pub id: Option<String>,
    /// Everything there is to know about the object; inputs that are not repeated here are not
    /// outputs.
    pub outputs: Object,
}

#[derive(Clone, Debug)]
pub struct ReadRequest {
    pub target: Target,
    pub id: String,
    /// Those of the last deployment; those of the program, which need not be complete, when an
    /// object is read for the first time (import, `get`).
    pub inputs: Option<Arc<Object>>,
    /// `None` when an object is read for the first time.
    pub outputs: Option<Arc<Object>>,
    /// It is to be managed from now on; else, without outputs, the program only looks at it.
    pub is_import: bool,
}

/// An object as it is.
#[derive(Clone, Debug)]
pub struct ReadState {
    pub id: String,
    /// Inputs that would make this object, for import and to show drift. Where the world agrees
    /// with the inputs of the request, those are to be answered unchanged.
    pub inputs: Object,
    pub outputs: Object,
}

#[derive(Clone, Debug)]
pub struct UpdateRequest {
    pub target: Target,
    pub id: String,
    pub old_inputs: Arc<Object>,
    pub old_outputs: Arc<Object>,
    /// Checked.
    pub inputs: Arc<Object>,
    pub preview: bool,
}

#[derive(Clone, Debug)]
pub struct DeleteRequest {
    pub target: Target,
    pub id: String,
    pub inputs: Arc<Object>,
    pub outputs: Arc<Object>,
}

#[derive(Clone, Debug)]
pub struct RecoverRequest {
    pub target: Target,
    /// Those the interrupted create had.
    pub inputs: Arc<Object>,
}

/// What became of a create whose outcome was unknown.
#[derive(Clone, Debug)]
pub enum Recovered {
    /// The object exists, and was made by that create.
    Found(ReadState),
    /// It does not exist, or making it again does no harm.
    Absent,
    /// It does not exist, but a request that was sent may still be carried out, for so long after it
    /// was begun.
    NotYet(Duration),
    /// Only a human can tell.
    Undecidable,
}

#[derive(Clone, Debug)]
pub struct InvokeRequest {
    /// `pkg:module:function`.
    pub token: String,
    pub arguments: Object,
    pub preview: bool,
}

#[derive(Clone, Debug)]
pub struct CallRequest {
    pub token: String,
    pub target: Urn,
    /// That of its object; components have none.
    pub id: Option<String>,
    pub arguments: Object,
    /// Where arguments come from.
    pub dependencies: Vec<Dependency>,
    pub preview: bool,
}
