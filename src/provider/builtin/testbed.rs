//! Shared by the tests of all types: a provider with its own folder.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use tempfile::TempDir;

use crate::{
    Changes, CheckRequest, CreateRequest, Created, DeleteRequest, Diff, DiffRequest, Provider,
    ProviderError, ReadRequest, ReadState, RecoverRequest, Recovered, Target, UpdateRequest,
    reveal,
};
use lumi_graph::{Object, ResourceType, Urn, Value};

use super::StdProvider;

pub fn object<const N: usize>(members: [(&str, Value); N]) -> Object {
    members
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value))
        .collect()
}

/// Manages resources one after the other, as the engine would.
pub struct Testbed {
    pub provider: StdProvider,
    folder: TempDir,
    target: Target,
}

/// A resource as in the state.
#[derive(Clone, Debug)]
pub struct Known {
    pub id: String,
    pub inputs: Arc<Object>,
    pub outputs: Arc<Object>,
}

impl Known {
    /// The object of the resource `name`, as the engine tells it before a run.
    pub fn managed(&self, token: &str, name: &str, stays: bool) -> crate::ManagedObject {
        crate::ManagedObject {
            urn: Testbed::target(token, name).urn,
            id: self.id.clone(),
            outputs: Arc::clone(&self.outputs),
            stays,
        }
    }

    /// An output that is a string.
    pub fn text(&self, name: &str) -> &str {
        self.outputs[name].as_str().unwrap()
    }
}

impl Testbed {
    pub fn new(token: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self {
            provider: StdProvider::new(
                folder.path(),
                Arc::new(crate::Unrestricted),
                crate::ManagedObjects::default(),
            ),
            folder,
            target: Self::target(token, "a"),
        }
    }

    /// A testbed with this folder for resources of another type.
    pub fn of(self, token: &str) -> Self {
        Self {
            target: Self::target(token, "a"),
            ..self
        }
    }

    /// Begins another run, of a stack with these objects.
    pub fn next_run(&mut self, objects: Vec<crate::ManagedObject>) {
        let managed = crate::ManagedObjects::default();
        managed.set(objects);
        let access = Arc::new(crate::Unrestricted);
        self.provider = StdProvider::new(self.folder.path(), access, managed);
    }

    /// The resource `name` of a type.
    pub fn target(token: &str, name: &str) -> Target {
        let urn = format!("urn:lumi:dev::web::index::{token}::{name}");
        Target {
            data: None,
            ignored: Vec::new(),
            urn: Urn::parse(&urn).unwrap(),
            resource_type: ResourceType::parse(token).unwrap(),
            timeout: None,
            code: None,
        }
    }

    /// A path in the project folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::create_dir_all(self.path(name).parent().unwrap()).unwrap();
        fs::write(self.path(name), content).unwrap();
    }

    /// The content of a file; `None` if there is none.
    pub fn content(&self, name: &str) -> Option<String> {
        let bytes = fs::read(self.path(name)).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The checked inputs, without marks of secrets, which providers in this process do not
    /// receive; otherwise the failures, one per line.
    pub async fn check(&self, inputs: Object) -> Result<Arc<Object>, String> {
        let request = CheckRequest {
            target: self.target.clone(),
            old_inputs: None,
            inputs,
        };
        let checked = self.provider.check(request).await.unwrap();
        if checked.failures.is_empty() {
            return Ok(Arc::new(reveal(&checked.inputs)));
        }
        let lines = checked
            .failures
            .into_iter()
            .map(|it| format!("{}: {}", it.path, it.reason));
        Err(lines.collect::<Vec<_>>().join("\n"))
    }

    pub async fn try_create(
        &self,
        inputs: Object,
        preview: bool,
    ) -> Result<(Arc<Object>, Created), ProviderError> {
        let inputs = self.check(inputs).await.unwrap();
        let request = CreateRequest {
            target: self.target.clone(),
            inputs: Arc::clone(&inputs),
            preview,
            follows_delete: false,
            recorded: None,
        };
        let created = self.provider.create(request).await?;
        Ok((inputs, created))
    }

    pub async fn create(&self, inputs: Object) -> Known {
        let (inputs, created) = self.try_create(inputs, false).await.unwrap();
        Known {
            id: created.id.unwrap(),
            inputs,
            outputs: Arc::new(created.outputs),
        }
    }

    /// The outputs of a preview of a create.
    pub async fn preview(&self, inputs: Object) -> Object {
        self.try_create(inputs, true).await.unwrap().1.outputs
    }

    pub async fn diff(&self, known: &Known, inputs: Object) -> Diff {
        let request = DiffRequest {
            target: self.target.clone(),
            id: known.id.clone(),
            old_inputs: Arc::clone(&known.inputs),
            old_outputs: Arc::clone(&known.outputs),
            inputs: self.check(inputs).await.unwrap(),
        };
        self.provider.diff(request).await.unwrap()
    }

    pub async fn has_changes(&self, known: &Known, inputs: Object) -> bool {
        self.diff(known, inputs).await.changes != Changes::None
    }

    pub async fn try_update(
        &self,
        known: &Known,
        inputs: Object,
        preview: bool,
    ) -> Result<Known, ProviderError> {
        let inputs = self.check(inputs).await.unwrap();
        let request = UpdateRequest {
            target: self.target.clone(),
            id: known.id.clone(),
            old_inputs: Arc::clone(&known.inputs),
            old_outputs: Arc::clone(&known.outputs),
            inputs: Arc::clone(&inputs),
            preview,
        };
        let outputs = Arc::new(self.provider.update(request).await?.outputs);
        Ok(Known {
            id: known.id.clone(),
            inputs,
            outputs,
        })
    }

    pub async fn update(&self, known: &Known, inputs: Object) -> Known {
        self.try_update(known, inputs, false).await.unwrap()
    }

    /// The resource after a refresh; `None` if it is gone.
    pub async fn refresh(&self, known: &Known) -> Option<Known> {
        let request = ReadRequest {
            target: self.target.clone(),
            id: known.id.clone(),
            inputs: Some(Arc::clone(&known.inputs)),
            outputs: Some(Arc::clone(&known.outputs)),
            is_import: false,
            begun_update: None,
        };
        self.provider.read(request).await.unwrap().map(into_known)
    }

    pub async fn try_import(&self, id: &str) -> Result<Option<Known>, ProviderError> {
        let request = ReadRequest {
            target: self.target.clone(),
            id: id.to_owned(),
            inputs: None,
            outputs: None,
            is_import: true,
            begun_update: None,
        };
        Ok(self.provider.read(request).await?.map(into_known))
    }

    pub async fn try_delete(&self, known: &Known) -> Result<(), ProviderError> {
        let request = DeleteRequest {
            target: self.target.clone(),
            id: known.id.clone(),
            inputs: Arc::clone(&known.inputs),
            outputs: Arc::clone(&known.outputs),
        };
        self.provider.delete(request).await
    }

    pub async fn recover(&self, inputs: Object) -> Recovered {
        self.try_recover(inputs).await.unwrap()
    }

    pub async fn try_recover(&self, inputs: Object) -> Result<Recovered, ProviderError> {
        let request = RecoverRequest {
            target: self.target.clone(),
            inputs: self.check(inputs).await.unwrap(),
        };
        self.provider.recover(request).await
    }
}

fn into_known(read: ReadState) -> Known {
    Known {
        id: read.id,
        inputs: Arc::new(read.inputs),
        outputs: Arc::new(read.outputs),
    }
}
