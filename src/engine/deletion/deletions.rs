//! Runs deletions: by providers, together with a host, or only in the state.

use std::sync::Arc;

use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use tokio::task::JoinSet;

use lumi_graph::ResourceKind;
use lumi_provider::{DeleteRequest, Provider, ProviderError, Target};
use lumi_state::{Action, OperationOutcome, Record, Resource, Serial, Stage};

use super::deletion_queue::DeletionQueue;
use super::deletion_step::{deletion_step, reason};
use super::replacements::Replacements;
use crate::event::{StepFailure, StepInfo};
use crate::plan::{Deletion, DeletionMode};
use crate::request::RegisterError;
use crate::run_context::RunContext;
use crate::steps::hooks::HookedStep;
use crate::steps::step::StepKind;
use crate::steps::step_hooks::StepHooks;

/// The resources whose objects are deleted with another one.
struct Guests {
    resources: Vec<Arc<Resource>>,
    /// Whether new objects will take their places.
    replace: bool,
}

/// Runs deletions, each as soon as the users of its object are gone.
pub struct Deletions {
    context: Arc<RunContext>,
    replacements: Arc<Replacements>,
    hooks: Arc<StepHooks>,
    /// The pending operations of guests whose host was deleted, by serial.
    deleted_along: Mutex<FxHashMap<Serial, u64>>,
}

impl Deletions {
    pub fn new(
        context: &Arc<RunContext>,
        replacements: &Arc<Replacements>,
        hooks: &Arc<StepHooks>,
    ) -> Self {
        Self {
            context: Arc::clone(context),
            replacements: Arc::clone(replacements),
            hooks: Arc::clone(hooks),
            deleted_along: Mutex::default(),
        }
    }

    /// Deletes as concurrently as possible; returns the resources that could not be deleted.
    pub async fn run(self: &Arc<Self>, deletions: Vec<Deletion>, replace: bool) -> Vec<Serial> {
        let mut queue = DeletionQueue::new(&deletions);
        let mut by_serial: FxHashMap<Serial, Deletion> = FxHashMap::default();
        let order: Vec<Serial> = deletions.iter().map(|it| it.resource.serial).collect();
        by_serial.extend(deletions.into_iter().map(|it| (it.resource.serial, it)));
        let mut running = JoinSet::new();
        let mut failed = Vec::new();
        let mut ready: Vec<Serial> = order.into_iter().filter(|it| queue.is_ready(*it)).collect();
        loop {
            for serial in ready.drain(..) {
                let Some(deletion) = by_serial.remove(&serial) else {
                    continue;
                };
                // Guests wait for their host.
                let guests = deletion.guests.iter().filter_map(|it| by_serial.get(it));
                let resources = guests.map(|it| Arc::clone(&it.resource)).collect();
                let guests = Guests { resources, replace };
                let all = Arc::clone(self);
                let disposed = async move { all.run_one(deletion, guests, replace).await };
                running.spawn(async move { (serial, disposed.await) });
            }
            let Some(ended) = running.join_next().await else {
                break;
            };
            match ended {
                Ok((serial, Ok(()))) => ready = queue.done(serial),
                Ok((serial, Err(_))) => failed.push(serial),
                Err(_) => {}
            }
        }
        // The remaining ones wait for a deletion that failed.
        for deletion in by_serial.into_values() {
            failed.push(deletion.resource.serial);
            let reason = if self.context.is_stopping() {
                "the run is stopping"
            } else {
                "a resource that depends on it could not be deleted"
            };
            let _ = self
                .context
                .reporter
                .skip(&deletion.resource.urn, reason.to_owned(), None);
        }
        failed
    }

    /// Runs one deletion. A deletion left by an earlier run counts as a change of this one.
    async fn run_one(
        &self,
        deletion: Deletion,
        guests: Guests,
        replace: bool,
    ) -> Result<(), RegisterError> {
        let serial = deletion.resource.serial;
        let is_left = self
            .context
            .old()
            .objects_of(&deletion.resource.urn)
            .any(|it| it.serial == serial && it.stage == Stage::Replaced);
        let is_counted = is_left && self.is_deleted_by_step(&deletion);
        self.delete_by_mode(deletion, guests, replace, is_left)
            .await?;
        if is_counted {
            self.context.reporter.count_deleted();
        }
        Ok(())
    }

    /// Whether the step is a deletion, which is not counted by itself for a replaced object.
    fn is_deleted_by_step(&self, deletion: &Deletion) -> bool {
        !matches!(
            deletion.deletion_mode,
            DeletionMode::External | DeletionMode::Retain | DeletionMode::Shared
        )
    }

    async fn delete_by_mode(
        &self,
        deletion: Deletion,
        guests: Guests,
        replace: bool,
        is_left: bool,
    ) -> Result<(), RegisterError> {
        let resource = &deletion.resource;
        let deleted_along = self.deleted_along.lock().remove(&resource.serial);
        if self.context.is_stopping() && deleted_along.is_none() {
            self.context.reporter.skip(
                &deletion.resource.urn,
                "the run is stopping".to_owned(),
                None,
            );
            return Err(RegisterError::Stopping);
        }
        let replace = replace && !self.replacements.has_successor(resource);
        let kind = match deletion.deletion_mode {
            DeletionMode::External | DeletionMode::Retain | DeletionMode::Shared => {
                StepKind::Forget
            }
            // One that was deleted for its replacement, and gets none, is deleted after all.
            _ if replace || self.replacements.has_successor(resource) => StepKind::DeleteReplaced,
            _ => StepKind::Delete,
        };
        let mut step = deletion_step(kind, resource);
        step.reason = reason(deletion.deletion_mode);
        if is_left && step.reason.is_none() {
            step.reason = Some("an earlier run left the old object behind".to_owned());
        }
        self.context.check_plan(&step)?;
        let is_hooked = deletion.deletion_mode == DeletionMode::Delete
            || (resource.kind == ResourceKind::Component && resource.stage == Stage::Live);
        if !is_hooked {
            return self
                .delete_planned(step, &deletion, guests, replace, deleted_along)
                .await;
        }
        let resource = Arc::clone(resource);
        let names = resource.options.hooks();
        let request = self.hooks.delete_request(&resource);
        self.hooks
            .before(names, HookedStep::Delete, &request, &step)
            .await?;
        self.delete_planned(step, &deletion, guests, replace, deleted_along)
            .await?;
        self.hooks.after(names, HookedStep::Delete, &request).await
    }

    /// Deletes with the hooks before and after.
    async fn delete_planned(
        &self,
        step: StepInfo,
        deletion: &Deletion,
        guests: Guests,
        replace: bool,
        deleted_along: Option<u64>,
    ) -> Result<(), RegisterError> {
        let resource = &deletion.resource;
        if self.context.options.preview {
            let since = self.context.reporter.begin(&step);
            match replace {
                true => self.context.preview_state.note_awaiting(resource.serial),
                false => self.context.preview_state.note_gone(resource.serial),
            };
            self.context.reporter.end(step, Some(since));
            return Ok(());
        }
        if deletion.deletion_mode == DeletionMode::Delete {
            return self.delete(step, resource, &guests, replace).await;
        }
        let since = self.context.reporter.begin(&step);
        let record = if let Some(operation) = deleted_along {
            let outcome = OperationOutcome::Deleted;
            Record::End { operation, outcome }
        } else if replace {
            let stage = Stage::AwaitingReplacement;
            Record::Put(Box::new(Resource {
                stage,
                ..Resource::clone(resource)
            }))
        } else {
            Record::Forget(resource.serial)
        };
        let written = self.context.write(record).await;
        // Records that the journal could not store are in the state that the run saves at its end.
        if self.context.current(resource.serial).as_ref() != Some(resource) {
            self.context.reporter.end(step, Some(since));
        }
        written
    }

    /// Begins the deletion of guests, as their host is about to be deleted; returns the operations.
    /// The operations are durable with the next synced record.
    fn begin_with_host(&self, guests: &Guests) -> Result<Vec<(Serial, u64)>, RegisterError> {
        let mut begun = Vec::new();
        for guest in &guests.resources {
            let serial = guest.serial;
            let replace = guests.replace && !self.replacements.has_successor(guest);
            let action = Action::Delete { serial, replace };
            let operation = self.context.state_log.with(|it| it.take_operation());
            let record = Record::Begin { operation, action };
            self.context.write_unsynced(&record)?;
            begun.push((serial, operation));
        }
        Ok(begun)
    }

    /// Calls the provider to delete the object, and thereby its guests.
    async fn delete(
        &self,
        step: StepInfo,
        resource: &Arc<Resource>,
        guests: &Guests,
        replace: bool,
    ) -> Result<(), RegisterError> {
        let (provider, target) = match self.provider_and_target(resource).await {
            Ok(found) => found,
            Err(failure) => return Err(self.context.fail(step, None, failure)),
        };
        let _permit = self.context.permit().await?;
        let since = self.context.reporter.begin(&step);
        let action = Action::Delete {
            serial: resource.serial,
            replace,
        };
        let along = self.begin_with_host(guests)?;
        let operation = self.context.begin_operation(action).await?;
        let request = DeleteRequest {
            target,
            id: resource.id.clone().unwrap_or_default(),
            inputs: Arc::clone(&resource.inputs),
            outputs: Arc::clone(&resource.outputs),
        };
        let hooked = self.hooks.delete_request(resource);
        let attempt = || provider.delete(request.clone());
        let answer = self.hooks.retried(
            resource.options.hooks(),
            HookedStep::Delete,
            &hooked,
            attempt,
        );
        let Err(error) = answer.await else {
            // Each guest's operation is ended and reported in its own turn.
            self.deleted_along.lock().extend(along);
            self.context
                .end_operation(operation, OperationOutcome::Deleted)
                .await?;
            self.context.reporter.end(step, Some(since));
            return Ok(());
        };
        let redactor = self
            .context
            .redactor([&*resource.inputs, &*resource.outputs]);
        let failure = StepFailure::of_provider(&error, &redactor);
        self.end_failed(operation, along, &error, &failure).await?;
        Err(self.context.fail(step, Some(since), failure))
    }

    async fn provider_and_target(
        &self,
        resource: &Arc<Resource>,
    ) -> Result<(Arc<dyn Provider>, Target), StepFailure> {
        let failed = |error: &dyn ToString| StepFailure::new(error.to_string());
        let configured = self.context.provider_of_object(resource).await;
        let configured = configured.map_err(|error| failed(&error))?;
        let provider = configured.provider();
        let provider = provider.ok_or(StepFailure::new("its provider is not configured"))?;
        let limit = resource.options.timeouts().delete;
        let target = self.context.state_log.target_of(resource, limit);
        let target = target.map_err(|error| failed(&error))?;
        Ok((Arc::clone(provider), target))
    }

    /// Records that the provider did not delete an object, and thereby not its guests.
    async fn end_failed(
        &self,
        operation: u64,
        along: Vec<(Serial, u64)>,
        error: &ProviderError,
        failure: &StepFailure,
    ) -> Result<(), RegisterError> {
        let outcome = match error {
            ProviderError::Unknown { .. } => OperationOutcome::Unknown {
                message: failure.message.clone(),
            },
            _ => OperationOutcome::NotDone,
        };
        for (_, operation) in along {
            let outcome = outcome.clone();
            let record = Record::End { operation, outcome };
            self.context.write_unsynced(&record)?;
        }
        self.context.end_operation(operation, outcome).await
    }
}
