//! The outputs of other stacks of the same backend.

use std::sync::Arc;

use async_trait::async_trait;

use lumi_graph::{Object, Value};
use lumi_provider::{
    Changes, CheckRequest, Checked, CreateRequest, Created, DeleteRequest, Diff, DiffRequest,
    Provider, ProviderError, ReadRequest, ReadState, UpdateRequest,
};
use lumi_state::{Backend, StackState, StateError};

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

    async fn outputs(&self, id: &str) -> Result<Object, String> {
        Ok(self.state(id).await?.outputs)
    }

    /// The whole state of the stack with this id.
    pub(super) async fn state(&self, id: &str) -> Result<StackState, String> {
        let (project, stack) = id.split_once('/').unwrap_or((&self.project, id));
        let opened = self.backend.stack(project, stack);
        let opened = opened.map_err(|error| error.to_string())?;
        let loaded = opened.load().await;
        let loaded = loaded.map_err(|error| match error {
            StateError::Moved { to, .. } if project != self.project => format!(
                "the stack `{stack}` of the project `{project}` was moved to `{to}`; stacks that \
                 refer to each other are in one place: `lumi stack migrate {to}` moves this one, too"
            ),
            error => error.to_string(),
        })?;
        if !loaded.exists {
            let missing = format!("stack `{stack}` of the project `{project}` does not exist");
            return Err(match project == self.project {
                true => format!("{missing}; deploy it first"),
                false => format!(
                    "{missing} in {}; deploy it first, or if it is deployed, write the same \
                     `backend` into the Lumi.yaml of both projects: without one each keeps its \
                     stacks in its own folder",
                    opened.place()
                ),
            });
        }
        Ok(loaded.state)
    }
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
        let outputs = self.outputs(&id).await.map_err(ProviderError::failed)?;
        let members = [
            ("name".to_owned(), Value::from(id.as_str())),
            ("outputs".to_owned(), Value::Object(outputs)),
        ];
        Ok(Some(ReadState {
            inputs: [("name".to_owned(), Value::from(id.as_str()))]
                .into_iter()
                .collect(),
            outputs: members.into_iter().collect(),
            id,
        }))
    }

    async fn update(&self, _request: UpdateRequest) -> Result<Object, ProviderError> {
        Err(only_read())
    }

    async fn delete(&self, _request: DeleteRequest) -> Result<(), ProviderError> {
        Ok(())
    }
}

fn only_read() -> ProviderError {
    ProviderError::failed("resources of the package `lumi` can only be read")
}
