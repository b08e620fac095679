//! The ephemeral values that one provider has opened: renewed in time, and closed at the end.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use parking_lot::Mutex;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use lumi_graph::{Object, Value};
use lumi_provider::{ProviderError, reveal};

use crate::lifecycle::{OpenedEphemeral, Session};
use crate::protocol::Diagnostics;
use crate::shape::{configuration, outputs};

use super::ephemeral_values::{EphemeralValues, references};
use super::failure::{failed, failed_inputs, invalid_inputs};
use super::terraform_provider::TerraformProvider;

/// The minimum time between two renewals: a provider may name a time in the past.
const BETWEEN_RENEWALS: Duration = Duration::from_secs(1);

/// The time for closing one value. A process that does not answer is ended later.
const CLOSING: Duration = Duration::from_secs(10);

/// Values that are open, each with a task that renews it.
#[derive(Default)]
pub struct OpenEphemerals(Mutex<Vec<OpenEphemeral>>);

struct OpenEphemeral {
    handle: u64,
    end: oneshot::Sender<()>,
    task: JoinHandle<Vec<Diagnostics>>,
}

impl TerraformProvider {
    /// Opens a value; the references to its parts.
    pub async fn open_ephemeral(
        &self,
        token: &str,
        name: &str,
        arguments: &Object,
    ) -> Result<Value, ProviderError> {
        let schema = self.session.schemas().ephemeral(name);
        let schema = schema.map_err(|it| failed(it.into()))?;
        let arguments = self.values.resolve(arguments).map_err(failed_inputs)?;
        let config = configuration(&schema.block, &arguments).map_err(invalid_inputs)?;
        self.add_secrets(&config);
        let opened = self.session.open_ephemeral(name, &config.value).await;
        let (opened, diagnostics) = opened.map_err(failed)?;
        self.warn(None, &diagnostics);
        self.session.add_secret(&opened.value);
        let value = reveal(&outputs(&schema.block, &opened.value, &[]));
        let handle = self.values.add(value.clone());
        let (end, ended) = oneshot::channel();
        let keeper = Keeper {
            session: Arc::clone(&self.session),
            values: Arc::clone(&self.values),
            handle,
        };
        let task = tokio::spawn(keeper.keep_open(opened, ended));
        self.ephemerals
            .0
            .lock()
            .push(OpenEphemeral { handle, end, task });
        Ok(references(token, handle, &value))
    }

    /// Closes all values, the newest first: it may have been opened with an older one.
    pub async fn close_ephemerals(&self) {
        let open = std::mem::take(&mut *self.ephemerals.0.lock());
        for OpenEphemeral { handle, end, task } in open.into_iter().rev() {
            self.values.remove(handle);
            let _ = end.send(());
            if let Ok(Ok(all)) = timeout(CLOSING, task).await {
                for diagnostics in &all {
                    self.warn(None, diagnostics);
                }
            }
        }
    }
}

/// Keeps one value usable.
struct Keeper {
    session: Arc<Session>,
    values: Arc<EphemeralValues>,
    handle: u64,
}

impl Keeper {
    /// Renews a value until `ended`, then closes it. The answer is what the provider has said on the way.
    async fn keep_open(
        self,
        mut opened: OpenedEphemeral,
        mut ended: oneshot::Receiver<()>,
    ) -> Vec<Diagnostics> {
        let mut said = Vec::new();
        while let Some(renew_at) = opened.renew_at {
            let due = renew_at
                .duration_since(SystemTime::now())
                .unwrap_or_default();
            tokio::select! {
                _ = &mut ended => break,
                () = sleep(due.max(BETWEEN_RENEWALS)) => {}
            }
            match self.session.renew_ephemeral(&mut opened).await {
                Ok(diagnostics) => said.push(diagnostics),
                Err(error) => {
                    let reason = format!("it could not be renewed: {}", failed(error));
                    self.values.fail(self.handle, reason);
                    opened.renew_at = None;
                }
            }
        }
        if opened.renew_at.is_none() {
            // An error stands for a provider that was dropped, which is an end, too.
            let _ = ended.await;
        }
        match self.session.close_ephemeral(opened).await {
            Ok(diagnostics) => said.push(diagnostics),
            Err(error) => said.push(Diagnostics::warning(format!(
                "an ephemeral value could not be closed: {}",
                failed(error)
            ))),
        }
        said
    }
}
