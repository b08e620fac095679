//! The trait that all packages implement.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;

use lumi_graph::{
    Dependency, Object, PathPattern, PropertyPath, ProviderCode, ProviderData, ResourceType, Urn,
    Value,
};

use super::{ConstructRequest, Constructed, ProviderError};

/// Manages the resources of one package with one configuration.
///
/// Methods may run concurrently, for different resources. Callers may stop waiting (a timeout, a
/// second Ctrl-C); a method that is dropped while it runs leaves an unknown outcome. Values contain
/// [`Value::Secret`] only for providers that were added with
/// [`add_keeping_secrets`](super::Registry::add_keeping_secrets); all others get plain data.
/// [`Value::Unknown`] occurs only where `preview` is possible: check, diff, and create and update
/// with `preview` set. Responses may mark outputs as secret.
#[async_trait]
pub trait Provider: Send + Sync {
    /// Validates the configuration, as [`Self::check`] does inputs.
    async fn check_config(&self, config: Object) -> Result<Checked, ProviderError> {
        Ok(Checked::accepted(config))
    }

    /// Whether the provider uses its configuration, which is then recorded with each resource.
    fn is_configurable(&self) -> bool {
        true
    }

    /// Compares a configuration with the one that objects were created with. If a changed property
    /// replaces, the objects cannot be reached with the new configuration, and are created again.
    /// Called on a provider that is not configured. Must have no effects.
    async fn diff_config(&self, _request: DiffConfigRequest) -> Result<Diff, ProviderError> {
        Ok(Diff::default())
    }

    /// Whether a second provider with the same configuration can take over between two calls: this one holds no open
    /// or prepared objects.
    fn is_replaceable(&self) -> bool {
        false
    }

    /// Whether a configuration suffices to read and delete objects that were created with the old
    /// one. If not, the old one is kept as long as such objects are to be deleted; other objects
    /// are managed with the new one.
    fn reaches(&self, _request: &DiffConfigRequest) -> bool {
        true
    }

    /// The outputs of a type that are derived from certain inputs: secret if one of these is.
    /// Outputs that contain a secret or its hash are detected without this.
    fn derived_outputs(&self, _resource_type: &ResourceType) -> Option<DerivedOutputs> {
        None
    }

    /// Adds inputs whose default depends on what is secret. Called before `check`, with the marks of
    /// secrets that `check` may not have.
    fn fill_inputs(&self, _resource_type: &ResourceType, _inputs: &mut Object) {}

    /// Sets the validated configuration; called once, before any other method except `check_config`
    /// and `diff_config`.
    async fn configure(&self, _config: Object) -> Result<(), ProviderError> {
        Ok(())
    }

    /// Validates inputs and completes them with defaults. Must have no effects.
    async fn check(&self, request: CheckRequest) -> Result<Checked, ProviderError>;

    /// Determines the changes of an update. Must have no effects.
    async fn diff(&self, request: DiffRequest) -> Result<Diff, ProviderError>;

    /// Creates the object. With `preview` it must have no effects; outputs that are not known
    /// before the object exists are left out (the engine treats them as unknown) or are unknown.
    async fn create(&self, request: CreateRequest) -> Result<Created, ProviderError>;

    /// Reads the object; `None` when it is gone.
    async fn read(&self, request: ReadRequest) -> Result<Option<ReadState>, ProviderError>;

    /// Updates the object in place, and answers all of its outputs. `preview` as for create:
    /// unchanged outputs should be returned, so that dependents do not seem to change.
    async fn update(&self, request: UpdateRequest) -> Result<Updated, ProviderError>;

    /// Deletes the object. A missing object is not an error.
    async fn delete(&self, request: DeleteRequest) -> Result<(), ProviderError>;

    /// Waits for operations on the resource that an earlier process has started. Called before
    /// [`Self::recover`] and before the read of a resource whose last operation has an unknown
    /// outcome.
    async fn settle(&self, _target: &Target) -> Result<(), ProviderError> {
        Ok(())
    }

    /// Determines the outcome of an interrupted create (the process was killed, a timeout).
    async fn recover(&self, _request: RecoverRequest) -> Result<Recovered, ProviderError> {
        Ok(Recovered::Undecidable)
    }

    /// Lists the objects of a type, also those that lumi has not made. Must have no effects.
    async fn list(&self, request: ListRequest) -> Result<Vec<ListedObject>, ProviderError> {
        Err(request.unsupported())
    }

    /// Whether resources of a type have an input `tags`, an object of texts. Must have no effects.
    async fn takes_tags(&self, _resource_type: &ResourceType) -> Result<bool, ProviderError> {
        Ok(false)
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

    /// Creates a component: the provider registers it and its children with the monitor of the run.
    async fn construct(&self, request: ConstructRequest) -> Result<Constructed, ProviderError> {
        let token = request.token;
        Err(ProviderError::failed(format!(
            "there is no component `{token}`"
        )))
    }

    /// Cancels running requests, because the user wants to stop.
    async fn cancel(&self) {}

    /// Closes what is open for the run alone, such as ephemeral values. Called at the end of a run, also of one that
    /// has failed.
    async fn close(&self) {}
}

/// Outputs that reveal something about certain inputs, such as the length of a text.
#[derive(Clone, Copy, Debug)]
pub struct DerivedOutputs {
    pub outputs: &'static [&'static str],
    pub inputs: &'static [&'static str],
    /// Outputs of the object that its next operations get, and so may reveal.
    pub passed_on: &'static [&'static str],
}

impl DerivedOutputs {
    /// Whether one of the inputs that the outputs are derived from is secret, or one of the earlier outputs.
    pub fn is_secret_for(&self, inputs: &Object, old_outputs: Option<&Object>) -> bool {
        let has_secret = |names: &[&str], object: &Object| {
            let mut values = names.iter().filter_map(|it| object.get(*it));
            values.any(Value::contains_secret)
        };
        has_secret(self.inputs, inputs)
            || old_outputs.is_some_and(|it| has_secret(self.passed_on, it))
    }

    /// Marks the outputs as secret. In a preview, missing ones become unknown.
    pub fn mark(&self, outputs: &mut Object, preview: bool) {
        for name in self.outputs {
            let value = outputs.get(*name).cloned();
            if let Some(value) = value.or(preview.then_some(Value::Unknown)) {
                outputs.insert((*name).to_owned(), Value::secret(value));
            }
        }
    }
}

/// The resource of a request.
#[derive(Clone, Debug)]
pub struct Target {
    pub urn: Urn,
    pub resource_type: ResourceType,
    /// The time limit of the operation, if the program sets one. The engine enforces it; providers
    /// may use it to give up more gracefully.
    pub timeout: Option<Duration>,
    /// The code in the state that manages the resource if the program has none; or the damage of
    /// that code.
    pub code: Option<Result<Arc<ProviderCode>, String>>,
    /// The provider's last answer about the object; `None` for a new object.
    pub data: Option<ProviderData>,
    /// The places of which the program ignores changes. Inputs have their old values there already.
    pub ignored: Vec<PathPattern>,
}

/// The request of [`Provider::list`].
#[derive(Clone, Debug)]
pub struct ListRequest {
    /// The type, with the name of a resource that does not exist.
    pub target: Target,
    /// The place of the objects, in the words of the type: a folder, a region.
    pub place: Option<String>,
}

impl ListRequest {
    /// The error for a type that its provider cannot list.
    pub fn unsupported(&self) -> ProviderError {
        ProviderError::failed(format!(
            "the objects of `{}` cannot be listed",
            self.target.resource_type
        ))
    }
}

/// An object that a provider has found.
#[derive(Clone, Debug)]
pub struct ListedObject {
    /// The id that [`Provider::read`] takes for an import.
    pub id: String,
    /// A name for people; names need not be unique.
    pub name: String,
    /// The object, if the list has all of it; otherwise it is read.
    pub state: Option<ReadState>,
    /// Paths of inputs that identify the object together with its id, such as `create.url`.
    pub identifying: &'static [&'static str],
}

impl ListedObject {
    /// An object that is read by its id.
    pub fn to_read(id: impl Into<String>, name: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            name: name.into(),
            state: None,
            identifying: &[],
        }
    }

    /// An object that the list has.
    pub fn with_state(name: impl Into<String>, state: ReadState) -> Self {
        Self {
            id: state.id.clone(),
            name: name.into(),
            state: Some(state),
            identifying: &[],
        }
    }
}

/// The request of [`Provider::check`].
#[derive(Clone, Debug)]
pub struct CheckRequest {
    pub target: Target,
    /// The inputs of the last deployment, if there was one: defaults chosen then (such as a
    /// generated name) should be kept.
    pub old_inputs: Option<Arc<Object>>,
    pub inputs: Object,
}

/// Validated inputs.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    pub inputs: Object,
    /// Invalid inputs; with any, nothing else is done with the resource.
    pub failures: Vec<InputFailure>,
    /// The places of inputs that are only handed to the provider: the state does not have them, not even
    /// encrypted.
    pub unstored: Vec<PropertyPath>,
}

impl Checked {
    /// Inputs that are all stored.
    pub fn new(inputs: Object, failures: Vec<InputFailure>) -> Self {
        Self {
            inputs,
            failures,
            unstored: Vec::new(),
        }
    }

    /// Inputs without failures.
    pub fn accepted(inputs: Object) -> Self {
        Self::new(inputs, Vec::new())
    }
}

/// An invalid input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputFailure {
    /// The path, such as `rules[0].port`; empty for the inputs as a whole.
    pub path: String,
    pub reason: String,
}

/// The request of [`Provider::diff`].
#[derive(Clone, Debug)]
pub struct DiffRequest {
    pub target: Target,
    pub id: String,
    pub old_inputs: Arc<Object>,
    pub old_outputs: Arc<Object>,
    /// Validated. Ignored paths already have their old values.
    pub inputs: Arc<Object>,
}

/// Two configurations of a provider; unknown values occur only in a preview.
#[derive(Clone, Debug)]
pub struct DiffConfigRequest {
    pub old_inputs: Object,
    /// Validated.
    pub inputs: Object,
}

/// The changes of an update.
#[derive(Clone, Debug, Default)]
pub struct Diff {
    pub changes: Changes,
    /// Input paths that differ; may be empty, in which case the engine compares the inputs for
    /// display.
    pub properties: Vec<PropertyChange>,
    /// Whether the old object must be deleted before the new one is created (for example because of
    /// a shared name). Only used for a replacement.
    pub delete_before_replace: bool,
    /// Whether `delete_before_replace` is only a convention: both objects may exist for a while, if a
    /// dependent requires that.
    pub may_create_first: bool,
}

/// Whether a diff found changes.
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
    /// The path, such as `rules[0].port`.
    pub path: String,
    pub kind: PropertyChangeKind,
    /// Whether it requires a replacement.
    pub replaces: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PropertyChangeKind {
    Added,
    Removed,
    Changed,
}

/// The request of [`Provider::create`].
#[derive(Clone, Debug)]
pub struct CreateRequest {
    pub target: Target,
    /// Validated.
    pub inputs: Arc<Object>,
    pub preview: bool,
    /// In a preview: another object of the resource will have been deleted by then, so an existing
    /// object need not be a conflict.
    pub follows_delete: bool,
    /// In a rollback: the object that the resource had with these inputs. A provider whose objects are
    /// their outputs answers it again; for all others it is gone.
    pub recorded: Option<Arc<Created>>,
}

/// A new object.
#[derive(Clone, Debug)]
pub struct Created {
    /// Never empty. `None` only in a preview.
    pub id: Option<String>,
    /// All outputs of the object; inputs are outputs only if they are repeated here.
    pub outputs: Object,
    /// Data that the state keeps for the provider; see [`Target::data`].
    pub data: Option<ProviderData>,
}

/// An updated object.
#[derive(Clone, Debug, Default)]
pub struct Updated {
    pub outputs: Object,
    /// Data that the state keeps for the provider; see [`Target::data`].
    pub data: Option<ProviderData>,
}

/// The outputs of an object whose provider keeps nothing for itself.
impl From<Object> for Updated {
    fn from(outputs: Object) -> Self {
        Self {
            outputs,
            data: None,
        }
    }
}

/// The request of [`Provider::read`]. An import with [`Target::data`] takes over an object from the state of
/// another tool: the answer is what that state says, without a look at the object.
#[derive(Clone, Debug)]
pub struct ReadRequest {
    pub target: Target,
    pub id: String,
    /// The inputs of the last deployment; when an object is read for the first time (import,
    /// `get`), those of the program, which may be incomplete.
    pub inputs: Option<Arc<Object>>,
    /// `None` when an object is read for the first time.
    pub outputs: Option<Arc<Object>>,
    /// Whether the object becomes managed; otherwise, without outputs, the program only reads it.
    pub is_import: bool,
    /// The inputs of an update that an interrupted run began: what it has changed or made belongs to
    /// the object.
    pub begun_update: Option<Arc<Object>>,
}

/// The actual state of an object.
#[derive(Clone, Debug)]
pub struct ReadState {
    pub id: String,
    /// Inputs that would create this object, for imports and for showing drift. Inputs that agree
    /// with the object must be returned unchanged.
    pub inputs: Object,
    pub outputs: Object,
    /// Data that the state keeps for the provider; see [`Target::data`].
    pub data: Option<ProviderData>,
}

/// The request of [`Provider::update`].
#[derive(Clone, Debug)]
pub struct UpdateRequest {
    pub target: Target,
    pub id: String,
    pub old_inputs: Arc<Object>,
    pub old_outputs: Arc<Object>,
    /// Validated.
    pub inputs: Arc<Object>,
    pub preview: bool,
}

/// The request of [`Provider::delete`].
#[derive(Clone, Debug)]
pub struct DeleteRequest {
    pub target: Target,
    pub id: String,
    pub inputs: Arc<Object>,
    pub outputs: Arc<Object>,
}

/// The request of [`Provider::recover`].
#[derive(Clone, Debug)]
pub struct RecoverRequest {
    pub target: Target,
    /// The inputs of the interrupted create.
    pub inputs: Arc<Object>,
}

/// The outcome of an interrupted create.
#[derive(Clone, Debug)]
pub enum Recovered {
    /// The object exists, and was created by that operation.
    Found(ReadState),
    /// The object does not exist, or creating it again is harmless.
    Absent,
    /// The object does not exist, but a sent request may still be processed until this time after
    /// its start.
    NotYet(Duration),
    /// The outcome cannot be determined automatically.
    Undecidable,
}

/// The request of [`Provider::invoke`].
#[derive(Clone, Debug)]
pub struct InvokeRequest {
    /// `pkg:module:function`.
    pub token: String,
    pub arguments: Object,
    pub preview: bool,
}

/// The request of [`Provider::call`].
#[derive(Clone, Debug)]
pub struct CallRequest {
    pub token: String,
    pub target: Urn,
    /// The id of the object; components have none.
    pub id: Option<String>,
    pub arguments: Object,
    /// The dependencies of the arguments.
    pub dependencies: Vec<Dependency>,
    pub preview: bool,
}
