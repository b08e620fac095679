//! What all kinds of resources share.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use tokio::sync::watch;

use crate::provider::ProviderError;
use crate::provider::content::http_client;

/// Where resources are made, and whether to go on with it.
pub(super) struct Surroundings {
    folder: PathBuf,
    client: OnceLock<reqwest::Client>,
    stop: watch::Sender<bool>,
}

impl Surroundings {
    pub(super) fn new(folder: PathBuf) -> Self {
        Self {
            folder,
            client: OnceLock::new(),
            stop: watch::Sender::new(false),
        }
    }

    /// The project folder, which relative paths start from.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Made when first needed: reading the system's certificates takes its time.
    pub(super) fn client(&self) -> Result<reqwest::Client, ProviderError> {
        if let Some(client) = self.client.get() {
            return Ok(client.clone());
        }
        let client = http_client()?;
        Ok(self.client.get_or_init(|| client).clone())
    }

    /// Asks everything that waits on [`Self::stopped`] to come to an end.
    pub(super) fn stop(&self) {
        self.stop.send_replace(true);
    }

    /// Tells whether the user wants to stop: nothing long is to be begun then.
    pub(super) fn is_stopping(&self) -> bool {
        *self.stop.borrow()
    }

    /// Waits until the user wants to stop.
    pub(super) async fn stopped(&self) {
        let mut stop = self.stop.subscribe();
        // The sender lives as long as `self`.
        let _ = stop.wait_for(|stop| *stop).await;
    }
}
