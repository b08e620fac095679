//! The outputs of other stacks of the same backend.

use std::sync::Arc;

use async_trait::async_trait;
use thiserror::Error;

use lumi_graph::Value;
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
         if it is deployed, write the same `backend` into the Lumi.yaml of both projects: without \
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

/// The package `lumi`: reads `lumi:lumi:StackReference`. The id is the name of a stack of the same
/// project, or `project/stack`.
pub struct StackReferences {
    backend: Arc<Backend>,
    project: String,
}

impl StackReferences {
    pub fn new(backend: Arc<Backend>, project: &str) -> Self {
        let project = project.to_owned();
        Self { backend, project }
    }

    /// The whole state of the stack with this id.
    pub(crate) async fn state(&self, id: &str) -> Result<StackState, StackReferenceError> {
        let (project, stack) = id.split_once('/').unwrap_or((&self.project, id));
        let is_own_project = project == self.project;
        let opened = self.backend.stack(project, stack)?;
        let (project, stack) = (project.to_owned(), stack.to_owned());
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
        let id = request.id;
        let outputs = self.state(&id).await?.outputs;
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
