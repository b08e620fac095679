//! The outputs of other stacks of the same backend.

use std::sync::Arc;

use async_trait::async_trait;
use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use thiserror::Error;
use tokio::sync::OnceCell;

use lumi_graph::{RESOURCE_REFERENCE, StackName, Value};
use lumi_provider::{
    Changes, CheckRequest, Checked, CreateRequest, Created, DeleteRequest, Diff, DiffRequest,
    Provider, ProviderError, ReadRequest, ReadState, UpdateRequest, Updated,
};
use lumi_state::{Backend, KeyError, StackState, StateError};

/// Why the state of another stack cannot be read.
#[derive(Debug, Error)]
pub enum StackReferenceError {
    #[error(
        "the stack `{stack}` of the project `{project}` was moved to `{to}`; stacks that refer to \
         each other must be in the same backend: `lumi stack migrate {to}` moves this one, too"
    )]
    Moved {
        project: String,
        stack: String,
        to: String,
    },
    #[error("stack `{stack}` of the project `{project}` does not exist; deploy it first")]
    Missing { project: String, stack: String },
    #[error(
        "stack `{stack}` of the project `{project}` does not exist in {place}; deploy it first, or \
         if it is deployed, write the same backend into the settings of both projects: without \
         one each keeps its stacks in its own folder"
    )]
    MissingElsewhere {
        project: String,
        stack: String,
        place: String,
    },
    #[error(
        "the secrets of the stack `{stack}` of the project `{project}` are protected by a key file, or by another \
         passphrase than this stack; protect both by one passphrase: in the folder of each project, \
         `lumi stack rotate --to-passphrase FILE`, then LUMI_PASSPHRASE_FILE=FILE for both"
    )]
    OtherProtection { project: String, stack: String },
    #[error(transparent)]
    State(#[from] StateError),
}

impl From<StackReferenceError> for ProviderError {
    fn from(error: StackReferenceError) -> Self {
        Self::failed(error.to_string())
    }
}

/// The package `lumi`: reads `lumi:lumi:StackReference`, of which the id is the name of a stack of the same
/// project, or `project/stack`, and [`RESOURCE_REFERENCE`].
pub struct StackReferences {
    backend: Arc<Backend>,
    project: String,
    /// The states that were read: each once in a run.
    states: Mutex<FxHashMap<StackName, Arc<ReadOnce>>>,
}

/// A state that is read when it is first needed.
type ReadOnce = OnceCell<Arc<StackState>>;

impl StackReferences {
    pub fn new(backend: Arc<Backend>, project: &str) -> Self {
        Self {
            backend,
            project: project.to_owned(),
            states: Mutex::default(),
        }
    }

    /// The whole state of the stack with this id.
    pub(crate) async fn state_of_id(
        &self,
        id: &str,
    ) -> Result<Arc<StackState>, StackReferenceError> {
        self.state(StackName::of_id(id, &self.project)).await
    }

    /// The whole state of a stack, as it was when the run first asked for it.
    pub(super) async fn state(
        &self,
        name: StackName,
    ) -> Result<Arc<StackState>, StackReferenceError> {
        let once = Arc::clone(self.states.lock().entry(name.clone()).or_default());
        let read = || async { self.read_state(name).await.map(Arc::new) };
        once.get_or_try_init(read).await.cloned()
    }

    async fn read_state(&self, name: StackName) -> Result<StackState, StackReferenceError> {
        let StackName { project, stack } = name;
        let is_own_project = project == self.project;
        let opened = self.backend.stack(&project, &stack)?;
        let loaded = match opened.load().await {
            Err(StateError::Moved { to, .. }) if !is_own_project => {
                return Err(StackReferenceError::Moved { project, stack, to });
            }
            Err(StateError::Key(error)) if !is_own_project && is_of_other_protection(&error) => {
                return Err(StackReferenceError::OtherProtection { project, stack });
            }
            loaded => loaded?,
        };
        match loaded.exists {
            true => Ok(loaded.state),
            false if is_own_project => Err(StackReferenceError::Missing { project, stack }),
            false => Err(StackReferenceError::MissingElsewhere {
                project,
                stack,
                place: opened.place(),
            }),
        }
    }
}

/// Whether what opens the secrets of this stack does not open those of the other one.
fn is_of_other_protection(error: &KeyError) -> bool {
    matches!(
        error,
        KeyError::WrongKeyFile { .. }
            | KeyError::NoKeyFile { .. }
            | KeyError::KeyFileNeeded { .. }
            | KeyError::PassphraseNeeded { .. }
            | KeyError::WrongPassphrase { .. }
    )
}

#[async_trait]
impl Provider for StackReferences {
    async fn check(&self, request: CheckRequest) -> Result<Checked, ProviderError> {
        Ok(Checked::accepted(request.inputs))
    }

    async fn diff(&self, _request: DiffRequest) -> Result<Diff, ProviderError> {
        Ok(Diff {
            changes: Changes::None,
            ..Diff::default()
        })
    }

    async fn create(&self, _request: CreateRequest) -> Result<Created, ProviderError> {
        Err(only_read())
    }

    async fn read(&self, request: ReadRequest) -> Result<Option<ReadState>, ProviderError> {
        if request.target.resource_type.as_str() == RESOURCE_REFERENCE {
            let read = self.resource(request.inputs.as_deref(), &request.id).await;
            return Ok(Some(read?));
        }
        let id = request.id;
        let outputs = self.state_of_id(&id).await?.outputs.clone();
        let members = [
            ("name".to_owned(), Value::from(id.as_str())),
            ("outputs".to_owned(), Value::Object(outputs)),
        ];
        Ok(Some(ReadState {
            data: None,
            inputs: [("name".to_owned(), Value::from(id.as_str()))]
                .into_iter()
                .collect(),
            outputs: members.into_iter().collect(),
            id,
        }))
    }

    async fn update(&self, _request: UpdateRequest) -> Result<Updated, ProviderError> {
        Err(only_read())
    }

    async fn delete(&self, _request: DeleteRequest) -> Result<(), ProviderError> {
        Ok(())
    }
}

fn only_read() -> ProviderError {
    ProviderError::failed("resources of the package `lumi` can only be read")
}
