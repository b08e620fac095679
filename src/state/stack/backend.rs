//! Opens the backend in which stacks are stored.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::stack::Stack;
use crate::keys::key_source::KeySource;
use crate::keys::keyring::Keyring;
use crate::keys::passphrase_prompt::PassphrasePrompt;
use crate::keys::shared_keys::SharedKeys;
use crate::state_error::StateError;
use crate::stores::cloud_url;
#[cfg(debug_assertions)]
use crate::stores::failpoint::Failpoint;
#[cfg(debug_assertions)]
use crate::stores::failpoint_store::FailpointStore;
use crate::stores::folder_store::FolderStore;
use crate::stores::path_segment::{decode, encode};
use crate::stores::store::Store;
use lumi_graph::LUMI_FOLDER;

const STACKS: &str = "stacks";

/// A folder or a bucket with stacks; cheap to clone.
#[derive(Clone)]
pub struct Backend {
    store: Arc<dyn Store>,
    keys: KeySource,
    shared_keys: Option<Arc<dyn SharedKeys>>,
    prompt: Option<Arc<dyn PassphrasePrompt>>,
}

/// The settings that open a backend.
pub struct BackendSettings<'a> {
    /// `None` for `.lumi` in the project folder.
    pub url: Option<&'a str>,
    /// Relative paths are resolved against this folder.
    pub project_folder: &'a Path,
    /// Environment variables with the credentials of buckets, such as `AWS_ACCESS_KEY_ID`.
    pub environment: &'a [(String, String)],
    /// The key that protects secrets; see [`Backend::default_key_file`].
    pub keys: KeySource,
    /// The settings files of stacks, which carry a shared copy of the encrypted key.
    pub shared_keys: Option<Arc<dyn SharedKeys>>,
}

impl Backend {
    /// Opens a backend without reading or writing anything yet.
    pub fn open(settings: BackendSettings<'_>) -> Result<Self, StateError> {
        let store: Arc<dyn Store> = match settings.url {
            None => Arc::new(FolderStore::of_project(settings.project_folder)),
            Some(url) => open_store(url, settings.project_folder, settings.environment)?,
        };
        Ok(Self {
            store,
            keys: settings.keys,
            shared_keys: settings.shared_keys,
            prompt: None,
        })
    }

    /// Sets the prompt for a missing passphrase.
    pub fn with_prompt(self, prompt: Arc<dyn PassphrasePrompt>) -> Self {
        let prompt = Some(prompt);
        Self { prompt, ..self }
    }

    /// Ends the process at one of the backend's writes. For tests only.
    #[cfg(debug_assertions)]
    pub fn with_failpoint(self, point: Failpoint) -> Self {
        let store = Arc::new(FailpointStore::new(self.store, point));
        Self { store, ..self }
    }

    /// The key file of a project that configures no other.
    pub fn default_key_file(project_folder: &Path) -> PathBuf {
        project_folder.join(LUMI_FOLDER).join("key")
    }

    /// Returns a handle to a stack, which need not exist.
    pub fn stack(&self, project: &str, stack: &str) -> Result<Stack, StateError> {
        let folder = format!(
            "{STACKS}/{}/{}",
            encode("project", project)?,
            encode("stack", stack)?
        );
        let store = Arc::clone(&self.store);
        let keyring = Keyring::new(
            Arc::clone(&store),
            format!("{folder}/keys.json"),
            project,
            stack,
            self.keys.clone(),
            self.shared_keys.clone(),
            self.prompt.clone(),
        );
        Ok(Stack::new(store, folder, project, stack, keyring))
    }

    /// The sorted names of the projects with a folder for stacks.
    pub async fn list_projects(&self) -> Result<Vec<String>, StateError> {
        let names = self.store.list(STACKS).await?;
        let mut projects: Vec<String> = names
            .iter()
            .filter_map(|name| decode(name.strip_suffix('/')?))
            .collect();
        projects.sort_unstable();
        Ok(projects)
    }

    /// The sorted names of a project's stacks, including stacks that have only a key or a lock so
    /// far.
    pub async fn list_stacks(&self, project: &str) -> Result<Vec<String>, StateError> {
        let folder = format!("{STACKS}/{}", encode("project", project)?);
        let names = self.store.list(&folder).await?;
        let mut stacks: Vec<String> = names
            .iter()
            .filter_map(|name| decode(name.strip_suffix('/')?))
            .collect();
        stacks.sort_unstable();
        Ok(stacks)
    }
}

/// Opens a folder or a bucket by its URL, without reading or writing anything yet. Relative paths start at `folder`;
/// `environment` has the credentials of buckets.
pub fn open_store(
    url: &str,
    folder: &Path,
    environment: &[(String, String)],
) -> Result<Arc<dyn Store>, StateError> {
    let problem = |problem: &str| StateError::Url {
        url: url.to_owned(),
        problem: problem.to_owned(),
    };
    let (scheme, rest) = url
        .split_once(':')
        .ok_or_else(|| problem("it does not start with a scheme"))?;
    match scheme {
        "file" => {
            let path = match rest.strip_prefix("//") {
                Some(path) if path.starts_with('/') => path,
                Some(_) => return Err(problem("a `file://` URL needs an absolute path")),
                None => rest,
            };
            if path.is_empty() {
                return Err(problem("it names no folder"));
            }
            let root = folder.join(path);
            Ok(Arc::new(FolderStore::new(root)))
        }
        _ => {
            let store = cloud_url::open(url, scheme, rest, environment)?;
            Ok(Arc::new(store))
        }
    }
}

#[cfg(test)]
impl Backend {
    pub(crate) fn with_store(store: Arc<dyn Store>, keys: KeySource) -> Self {
        Self {
            store,
            keys,
            shared_keys: None,
            prompt: None,
        }
    }
}
