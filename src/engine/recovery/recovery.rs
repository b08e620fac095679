//! Recovers operations of an earlier run with an unknown outcome.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

use chrono::{DateTime, Utc};

use lumi_graph::{Dependency, Urn};
use lumi_provider::{Recovered, reveal};
use lumi_state::{Action, OperationOutcome, PendingOperation, Record, Resource, Serial};

use super::interrupted_objects::InterruptedObjects;
use super::manual_outcome::manual_advice;
use super::seen_object::SeenObject;
use crate::event::Severity;
use crate::plan::{CREATE_INTERRUPTED, DELETE_INTERRUPTED, UPDATE_INTERRUPTED, is_adopted};
use crate::request::RegisterError;
use crate::run_context::RunContext;

/// An operation of an earlier run that does not finish.
struct StillRunning {
    resource: Arc<Resource>,
    what: &'static str,
    message: String,
}

/// Determines the outcome of the pending operations in the state.
struct Recovery<'a> {
    context: &'a RunContext,
    objects: InterruptedObjects<'a>,
    /// Whether the advice about outcomes that no provider can determine was given.
    has_advised: AtomicBool,
}

/// Determines the outcome of every pending operation. An error means that the run cannot start: the
/// user must decide first, the state cannot be written, or the run is stopping.
pub async fn recover(context: &RunContext) -> Result<(), RegisterError> {
    let has_advised = AtomicBool::new(false);
    Recovery {
        context,
        objects: InterruptedObjects { context },
        has_advised,
    }
    .run()
    .await
}

impl Recovery<'_> {
    async fn run(&self) -> Result<(), RegisterError> {
        let pending: Vec<(u64, PendingOperation)> = self.context.state_log.with(|state| {
            let all = state.pending.iter();
            all.map(|(number, it)| (*number, it.clone())).collect()
        });
        if !self.context.options.look_up {
            let mut all = pending.iter();
            return all.try_for_each(|(operation, it)| self.leave_open(*operation, &it.action));
        }
        let mut undecided = Ok(());
        for (operation, pending) in pending {
            let settled = match self.wait_for_end(&pending.action).await {
                Err(_) if self.context.is_stopping() => return Err(RegisterError::Stopping),
                Err(StillRunning {
                    resource,
                    what,
                    message,
                }) => {
                    self.keep_unknown(operation, &resource, what, &message)
                        .await
                }
                Ok(()) => self.query_outcome(operation, &pending.action).await,
            };
            if self.context.is_broken() {
                return settled;
            }
            undecided = undecided.and(settled);
        }
        undecided.and(self.read_adopted().await)
    }

    /// Plans as if the operation had not been done, and says that this is not known.
    fn leave_open(&self, operation: u64, action: &Action) -> Result<(), RegisterError> {
        let (serial, what, problem) = match action {
            Action::Create { resource, .. } => {
                self.warn_of_unknown_outcome(&resource.urn, "create");
                return self.end(operation, OperationOutcome::NotDone);
            }
            Action::Update { resource } => (resource.serial, "update", UPDATE_INTERRUPTED),
            Action::Delete { serial, .. } => (*serial, "delete", DELETE_INTERRUPTED),
        };
        if let Some(old) = self.current(serial) {
            self.warn_of_unknown_outcome(&old.urn, what);
            // The problem makes the next update or delete complete the object.
            self.record_found(&old, Some(SeenObject::recorded(&old)), problem)?;
        }
        self.end(operation, OperationOutcome::NotDone)
    }

    fn warn_of_unknown_outcome(&self, urn: &Urn, what: &str) {
        let message =
            format!("the outcome of the {what} that an interrupted run started is not known here");
        let help = "`lumi up` looks it up first, as does a preview with `--refresh`".to_owned();
        let reporter = &self.context.reporter;
        reporter.diagnostic(Severity::Warning, Some(urn), message, Some(help));
    }

    /// Reads the objects that the user adopted without their outputs. Those of providers that
    /// cannot read stay as they are, and the next update repairs them.
    async fn read_adopted(&self) -> Result<(), RegisterError> {
        let adopted: Vec<Arc<Resource>> = self.context.state_log.with(|state| {
            let all = state.resources.values();
            all.filter(|it| is_adopted(it)).cloned().collect()
        });
        for resource in adopted {
            match self.objects.read(&resource, None).await {
                Ok(Some(seen)) => self.write(Record::Put(Box::new(Resource {
                    id: Some(seen.id),
                    outputs: Arc::new(seen.outputs),
                    provider_data: seen.data.or_else(|| resource.provider_data.clone()),
                    problems: Vec::new(),
                    ..Resource::clone(&resource)
                })))?,
                Ok(None) => return Err(self.no_such_object(&resource)),
                Err(_) if self.context.is_stopping() => return Err(RegisterError::Stopping),
                Err(_) => {}
            }
        }
        Ok(())
    }

    fn no_such_object(&self, resource: &Resource) -> RegisterError {
        let id = resource.shown_id().unwrap_or_default();
        let message = format!("it was adopted by hand, but its provider finds no object `{id}`");
        let name = resource.urn.name();
        let help = format!(
            "`lumi state rm '{name}'` removes it from the state; then `lumi up` creates an \
             object, or `lumi import` adopts one with another id"
        );
        self.context.reporter.diagnostic(
            Severity::Error,
            Some(&resource.urn),
            message.clone(),
            Some(help),
        );
        let urn = Some(resource.urn.clone());
        RegisterError::Failed { urn, message }
    }

    async fn query_outcome(&self, operation: u64, action: &Action) -> Result<(), RegisterError> {
        match action {
            Action::Create { resource, .. } => self.recover_create(operation, resource).await,
            Action::Update { resource } => self.recover_update(operation, resource).await,
            Action::Delete { serial, .. } => self.recover_delete(operation, *serial).await,
        }
    }

    /// Waits until an operation has ended that a killed process has started.
    async fn wait_for_end(&self, action: &Action) -> Result<(), StillRunning> {
        let (resource, what) = match action {
            Action::Create { resource, .. } => {
                (Some(Arc::new(Resource::clone(resource))), "create")
            }
            Action::Update { resource } => (Some(Arc::new(Resource::clone(resource))), "update"),
            Action::Delete { serial, .. } => (self.current(*serial), "delete"),
        };
        let Some(resource) = resource else {
            return Ok(());
        };
        let ended = self.objects.wait_for_end(&resource, what).await;
        ended.map_err(|message| StillRunning {
            resource,
            what,
            message,
        })
    }

    async fn recover_create(
        &self,
        operation: u64,
        resource: &Resource,
    ) -> Result<(), RegisterError> {
        let recovered = match self.objects.find_created(resource).await {
            Ok(recovered) => recovered,
            Err(_) if self.context.is_stopping() => return Err(RegisterError::Stopping),
            Err(message) => {
                return self
                    .keep_unknown(operation, resource, "create", &message)
                    .await;
            }
        };
        let outcome = match recovered {
            Recovered::Absent | Recovered::NotYet(_) => OperationOutcome::NotDone,
            Recovered::Undecidable => {
                let message = "its provider cannot look it up";
                return self
                    .keep_unknown(operation, resource, "create", message)
                    .await;
            }
            Recovered::Found(read) => {
                // The next update repairs the object, whatever its state.
                let is_whole = reveal(&read.inputs) == reveal(&resource.inputs);
                let problem = CREATE_INTERRUPTED.to_owned();
                let mut outputs = read.outputs;
                self.context
                    .mark_secrets(&mut outputs, &resource.inputs, &[]);
                OperationOutcome::Done {
                    id: Some(read.id),
                    outputs,
                    provider_data: read.data,
                    problems: if is_whole { Vec::new() } else { vec![problem] },
                    at: DateTime::<Utc>::from(SystemTime::now()),
                }
            }
        };
        let found = match outcome {
            OperationOutcome::NotDone => "had not happened",
            _ => "had succeeded",
        };
        let message = format!("the create that an interrupted run started {found}");
        self.context
            .reporter
            .diagnostic(Severity::Info, Some(&resource.urn), message, None);
        self.end(operation, outcome)
    }

    /// Records the actual object; the next update applies the desired inputs.
    async fn recover_update(&self, operation: u64, wanted: &Resource) -> Result<(), RegisterError> {
        let Some(old) = self.current(wanted.serial) else {
            return self.end(operation, OperationOutcome::NotDone);
        };
        let begun = Some(&wanted.inputs);
        let (read, message) = match self.objects.read(&old, begun).await {
            Ok(read) => {
                let message = "the update that an interrupted run started is repeated";
                (read, message.to_owned())
            }
            Err(_) if self.context.is_stopping() => return Err(RegisterError::Stopping),
            Err(why) => (
                Some(SeenObject::recorded(&old)),
                assumed_not_done("update", &why),
            ),
        };
        self.context
            .reporter
            .diagnostic(Severity::Info, Some(&wanted.urn), message, None);
        let old = Arc::new(with_needs_of(&old, wanted));
        self.record_found(&old, read, UPDATE_INTERRUPTED)?;
        self.end(operation, OperationOutcome::NotDone)
    }

    /// Records the object of an interrupted operation, and then ends the operation: if this run is
    /// interrupted in between, the next one repeats the lookup.
    fn record_found(
        &self,
        old: &Arc<Resource>,
        read: Option<SeenObject>,
        problem: &str,
    ) -> Result<(), RegisterError> {
        match read {
            None => self.write(Record::Forget(old.serial)),
            Some(seen) => self.write(Record::Put(Box::new(Resource {
                id: Some(seen.id),
                outputs: Arc::new(seen.outputs),
                provider_data: seen.data.or_else(|| old.provider_data.clone()),
                problems: vec![problem.to_owned()],
                ..Resource::clone(old)
            }))),
        }
    }

    async fn recover_delete(&self, operation: u64, serial: Serial) -> Result<(), RegisterError> {
        let Some(old) = self.current(serial) else {
            return self.end(operation, OperationOutcome::NotDone);
        };
        let outcome = match self.objects.read(&old, None).await {
            // Parts of the object may be deleted.
            Ok(read @ Some(_)) => {
                self.record_found(&old, read, DELETE_INTERRUPTED)?;
                OperationOutcome::NotDone
            }
            Ok(None) => OperationOutcome::Deleted,
            Err(_) if self.context.is_stopping() => return Err(RegisterError::Stopping),
            Err(why) => {
                let message = assumed_not_done("delete", &why);
                self.context
                    .reporter
                    .diagnostic(Severity::Info, Some(&old.urn), message, None);
                self.record_found(&old, Some(SeenObject::recorded(&old)), DELETE_INTERRUPTED)?;
                OperationOutcome::NotDone
            }
        };
        self.end(operation, outcome)
    }

    /// Keeps the outcome unknown: the user must decide.
    async fn keep_unknown(
        &self,
        operation: u64,
        resource: &Resource,
        what: &str,
        why: &str,
    ) -> Result<(), RegisterError> {
        if self.context.options.forget_pending {
            let outcome = OperationOutcome::NotDone;
            return self.end(operation, outcome);
        }
        let message = format!(
            "its {what} was interrupted in an earlier run, and its outcome is unknown: {why}"
        );
        // Give the advice once.
        let is_first = !self.has_advised.swap(true, Ordering::Relaxed);
        self.context.reporter.diagnostic(
            Severity::Error,
            Some(&resource.urn),
            message.clone(),
            is_first.then(|| manual_advice(what, &resource.urn)),
        );
        let urn = Some(resource.urn.clone());
        Err(RegisterError::Failed { urn, message })
    }

    fn current(&self, serial: Serial) -> Option<Arc<Resource>> {
        self.context
            .state_log
            .with(|it| it.resources.get(&serial).cloned())
    }

    fn end(&self, operation: u64, outcome: OperationOutcome) -> Result<(), RegisterError> {
        self.write(Record::End { operation, outcome })
    }

    fn write(&self, record: Record) -> Result<(), RegisterError> {
        self.context.write_unsynced(&record)
    }
}

/// Updates and deletes are idempotent, so repeating them is safe regardless of the outcome. Creates
/// are not.
fn assumed_not_done(what: &str, why: &str) -> String {
    format!(
        "the outcome of the {what} that an interrupted run started cannot be looked up ({why}); \
         Lumi assumes that it was not done"
    )
}

/// The union of the dependencies before and after an interrupted update.
fn with_needs_of(old: &Resource, wanted: &Resource) -> Resource {
    let mut both = old.clone();
    let is_new = |it: &&Dependency| !old.dependencies.contains(it);
    let dependencies = wanted.dependencies.iter().filter(is_new);
    both.dependencies.extend(dependencies.cloned());
    let is_new = |it: &&Urn| !old.depends_on.contains(it);
    let depends_on = wanted.depends_on.iter().filter(is_new);
    both.depends_on.extend(depends_on.cloned());
    both
}
