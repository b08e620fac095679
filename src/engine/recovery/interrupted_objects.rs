//! Objects whose operation an earlier run began and did not end, as their providers see them.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use chrono::{DateTime, Utc};

use lumi_graph::Object;
use lumi_provider::{ReadRequest, RecoverRequest, Recovered, Target};
use lumi_state::Resource;

use super::seen_object::SeenObject;
use crate::event::{Diagnostic, Event, Severity};
use crate::run_context::RunContext;

const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Asks the providers. The errors are reasons, for messages.
pub struct InterruptedObjects<'a> {
    pub context: &'a RunContext,
}

impl InterruptedObjects<'_> {
    /// Waits until an operation has ended that a killed process has started; `what` is its name.
    pub async fn wait_for_end(&self, resource: &Arc<Resource>, what: &str) -> Result<(), String> {
        // A provider that cannot be opened is reported by the lookup.
        let Ok(configured) = self.context.provider_of_object(resource).await else {
            return Ok(());
        };
        let (Some(provider), Ok(target)) = (configured.provider(), self.target_of(resource)) else {
            return Ok(());
        };
        let mut end = provider.settle(&target);
        let mut is_reported = false;
        loop {
            match tokio::time::timeout(POLL_INTERVAL, &mut end).await {
                Ok(ended) => return ended.map_err(|error| error.to_string()),
                Err(_) if self.context.is_stopping() => {
                    return Err("the run is being stopped".to_owned());
                }
                Err(_) if is_reported => {}
                Err(_) => {
                    is_reported = true;
                    let message = format!(
                        "the {what} that an interrupted run started is still running; waiting \
                         for it to end"
                    );
                    self.context.reporter.emit(Event::Waiting(Diagnostic {
                        severity: Severity::Info,
                        urn: Some(resource.urn.clone()),
                        message,
                        help: None,
                        source: None,
                    }));
                }
            }
        }
    }

    /// Looks for the object of an interrupted create, until it exists or can no longer appear: the
    /// server may still process the request of the interrupted run, and a second request would
    /// create a second object.
    pub async fn find_created(&self, resource: &Resource) -> Result<Recovered, String> {
        let begun = resource.modified;
        let begun = begun.or_else(|| {
            self.context
                .state_log
                .with(|it| it.last_run.as_ref().map(|it| it.at))
        });
        let mut is_reported = false;
        loop {
            let recovered = self.query_provider(resource).await?;
            let Recovered::NotYet(usual) = recovered else {
                return Ok(recovered);
            };
            let time = resource.options.timeouts().create.unwrap_or(usual);
            let passed = begun.map(|it| {
                (DateTime::<Utc>::from(SystemTime::now()) - it)
                    .to_std()
                    .unwrap_or_default()
            });
            let left = time.saturating_sub(passed.unwrap_or(time));
            if left.is_zero() || self.context.options.preview || self.context.options.forget_pending
            {
                return Ok(recovered);
            }
            if self.context.is_stopping() {
                return Err("the run is being stopped".to_owned());
            }
            if !std::mem::replace(&mut is_reported, true) {
                let message = format!(
                    "the create that an interrupted run started may still be in progress; \
                     looking for the object for another {}",
                    humantime::format_duration(Duration::from_secs(left.as_secs() + 1))
                );
                self.context.reporter.diagnostic(
                    Severity::Info,
                    Some(&resource.urn),
                    message,
                    None,
                );
            }
            tokio::time::sleep(left.min(POLL_INTERVAL)).await;
        }
    }

    async fn query_provider(&self, resource: &Resource) -> Result<Recovered, String> {
        let configured = self.context.provider_of_object(resource).await;
        let configured = configured.map_err(|it| it.to_string())?;
        let provider = configured
            .provider()
            .ok_or("its provider is not configured")?;
        let request = RecoverRequest {
            target: self.target_of(resource)?,
            inputs: Arc::clone(&resource.inputs),
        };
        let recovered = provider.recover(request).await;
        recovered.map_err(|it| it.to_string())
    }

    /// The current id and outputs of an object, which an update with the inputs `begun_update` may
    /// have changed; `None` when it is gone.
    pub async fn read(
        &self,
        resource: &Resource,
        begun_update: Option<&Arc<Object>>,
    ) -> Result<Option<SeenObject>, String> {
        let configured = self.context.provider_of_object(resource).await;
        let configured = configured.map_err(|it| it.to_string())?;
        let provider = configured
            .provider()
            .ok_or("its provider is not configured")?;
        let request = ReadRequest {
            target: self.target_of(resource)?,
            id: resource.id.clone().unwrap_or_default(),
            inputs: Some(Arc::clone(&resource.inputs)),
            outputs: Some(Arc::clone(&resource.outputs)),
            is_import: false,
            begun_update: begun_update.cloned(),
        };
        let read = provider.read(request).await;
        let read = read.map_err(|it| it.to_string())?;
        Ok(read.map(|read| {
            let mut outputs = read.outputs;
            for inputs in [Some(&resource.inputs), begun_update].into_iter().flatten() {
                self.context.mark_secrets(&mut outputs, inputs, &[]);
            }
            SeenObject {
                id: read.id,
                outputs,
                data: read.data,
            }
        }))
    }

    fn target_of(&self, resource: &Resource) -> Result<Target, String> {
        self.context
            .state_log
            .target_of(resource, None)
            .map_err(|it| it.to_string())
    }
}
