//! The context that all types of resources share.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use tokio::sync::watch;

use crate::content::{Sources, http_client};
use crate::{Access, AccessDenied, ProviderError};
use lumi_graph::{ArchiveContent, AssetContent, Value};

/// The project folder, the HTTP client and the cancellation signal.
pub struct ProviderContext {
    folder: PathBuf,
    access: Arc<dyn Access>,
    client: OnceLock<reqwest::Client>,
    stop: watch::Sender<bool>,
}

impl ProviderContext {
    pub fn new(folder: PathBuf, access: Arc<dyn Access>) -> Self {
        Self {
            folder,
            access,
            client: OnceLock::new(),
            stop: watch::Sender::new(false),
        }
    }

    /// The project folder, the base of relative paths.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Whether a file that is not managed may be read.
    pub fn check_read(&self, path: &str) -> Result<(), ProviderError> {
        Ok(self.access.read(&self.folder.join(path))?)
    }

    /// Whether a file may be created or changed.
    pub fn check_write(&self, path: &str) -> Result<(), ProviderError> {
        Ok(self.access.write(&self.folder.join(path))?)
    }

    /// Whether the file at a place without links may be read.
    pub fn check_read_at(&self, place: &Path) -> Result<(), AccessDenied> {
        self.access.read(place)
    }

    /// Whether the file at a place without links may be created, changed or deleted.
    pub fn check_write_at(&self, place: &Path) -> Result<(), AccessDenied> {
        self.access.write(place)
    }

    /// Whether a request may be sent about an object that is not managed.
    pub fn check_net(&self, url: &reqwest::Url) -> Result<(), ProviderError> {
        let host = url.host_str().unwrap_or_default();
        let port = url.port_or_known_default().unwrap_or_default();
        Ok(self.access.net(host, port)?)
    }

    /// Whether the content of an asset or archive may be read or downloaded.
    pub fn check_content(&self, value: &Value) -> Result<(), ProviderError> {
        match value {
            Value::Asset(asset) => match &asset.content {
                AssetContent::File(path) => self.check_read(path),
                AssetContent::Remote(uri) => self.check_download(uri),
                _ => Ok(()),
            },
            Value::Archive(archive) => match &archive.content {
                ArchiveContent::File(path) => self.check_read(path),
                ArchiveContent::Assets(members) => {
                    members.values().try_for_each(|it| self.check_content(it))
                }
                ArchiveContent::Remote(uri) => self.check_download(uri),
            },
            _ => Ok(()),
        }
    }

    fn check_download(&self, uri: &str) -> Result<(), ProviderError> {
        match reqwest::Url::parse(uri) {
            Ok(url) => self.check_net(&url),
            // The download reports the mistake.
            Err(_) => Ok(()),
        }
    }

    /// The content of an asset or archive that may be read and downloaded.
    pub async fn sources(&self, value: &Value) -> Result<Sources, ProviderError> {
        self.check_content(value)?;
        let access = Arc::clone(&self.access);
        Sources::gather(&self.folder, access, value, || self.client()).await
    }

    /// Created on first use, because loading the system's certificates is slow.
    fn client(&self) -> Result<reqwest::Client, ProviderError> {
        if let Some(client) = self.client.get() {
            return Ok(client.clone());
        }
        let client = http_client()?;
        Ok(self.client.get_or_init(|| client).clone())
    }

    /// Cancels everything that waits on [`Self::stopped`].
    pub fn stop(&self) {
        self.stop.send_replace(true);
    }

    /// Whether the run is being cancelled: no long operation may start then.
    pub fn is_stopping(&self) -> bool {
        *self.stop.borrow()
    }

    /// Waits until the run is cancelled.
    pub async fn stopped(&self) {
        let mut stop = self.stop.subscribe();
        // The sender lives as long as `self`.
        let _ = stop.wait_for(|stop| *stop).await;
    }
}
