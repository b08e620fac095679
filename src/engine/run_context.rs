//! Shared by all parts of a run: options, state, providers, stopping.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use tokio::sync::SemaphorePermit;

use lumi_graph::{Goal, Object};
use lumi_provider::{Diff, DiffRequest, ProviderError};
use lumi_state::{Action, OperationOutcome, Record, Resource, Serial};

use super::event::{Event, Severity, StepFailure, StepInfo};
use super::old_state::OldState;
use super::operation_limit::OperationLimit;
use super::options::RunOptions;
use super::preview::preview_state::PreviewState;
use super::provider::providers::{ConfiguredProvider, Providers};
use super::provider::read_only_calls::ReadOnlyCalls;
use super::provider::timed_provider::TimeLimits;
use super::recovery::recorded_objects::RecordedObjects;
use super::reporter::{Reporter, RunningStep};
use super::request::RegisterError;
use super::saved_plan::plan_check::PlanCheck;
use super::secrets::known_secrets::{KnownSecrets, RunRedactor};
use super::secrets::secrets::mark_secret_outputs;
use super::state_log::{StateLog, StateLogError};
use super::steps::step::StepKind;

/// A running preview or deployment, as its parts use it.
pub struct RunContext {
    pub options: RunOptions,
    pub state_log: StateLog,
    pub providers: Providers,
    pub reporter: Reporter,
    pub plan_check: PlanCheck,
    pub preview_state: PreviewState,
    pub known_secrets: KnownSecrets,
    pub read_only_calls: Arc<ReadOnlyCalls>,
    /// Filled by a rollback alone.
    pub recorded_objects: RecordedObjects,
    operation_limit: Arc<OperationLimit>,
    old: OnceLock<OldState>,
    /// Whether the user wants the run to stop.
    is_interrupted: AtomicBool,
    /// Why the state can no longer be written.
    broken: OnceLock<StateLogError>,
}

impl RunContext {
    pub fn new(
        mut options: RunOptions,
        state_log: StateLog,
        providers: Providers,
        time_limits: TimeLimits,
        reporter: Reporter,
    ) -> Self {
        let plan_check = PlanCheck::new(options.plan.take());
        let known_secrets = KnownSecrets::default();
        known_secrets.add_config(&options.secrets);
        Self {
            options,
            state_log,
            providers,
            reporter,
            plan_check,
            preview_state: PreviewState::default(),
            known_secrets,
            read_only_calls: time_limits.read_only_calls,
            recorded_objects: RecordedObjects::default(),
            operation_limit: time_limits.operation_limit,
            old: OnceLock::new(),
            is_interrupted: AtomicBool::new(false),
            broken: OnceLock::new(),
        }
    }

    /// The state when the source started; taken on the first call.
    pub fn old(&self) -> &OldState {
        self.old.get_or_init(|| {
            OldState::new(
                self.state_log
                    .with(|state| state.resources.values().cloned().collect()),
            )
        })
    }

    /// The current resource; in a preview the planned one.
    pub fn current(&self, serial: Serial) -> Option<Arc<Resource>> {
        let found = self
            .state_log
            .with(|it| it.resources.get(&serial).cloned())?;
        Some(self.preview_state.with_stage(found))
    }

    /// All current resources; in a preview the planned ones.
    pub fn current_resources(&self) -> Vec<Arc<Resource>> {
        let all = self.state_log.with(|state| {
            let all = state.resources.values().cloned();
            all.collect::<Vec<_>>()
        });
        let is_there = |it: &Arc<Resource>| !self.preview_state.is_gone(it.serial);
        let there = all.into_iter().filter(is_there);
        there.map(|it| self.preview_state.with_stage(it)).collect()
    }

    /// The provider that manages an object of the state.
    pub async fn provider_of_object(
        &self,
        resource: &Resource,
    ) -> Result<ConfiguredProvider, ProviderError> {
        self.providers.of_object(&self.state_log, resource).await
    }

    /// The difference that the provider of an object reports for inputs; `None` if the provider is
    /// not available.
    pub async fn diff_of_object(&self, resource: &Resource, inputs: &Arc<Object>) -> Option<Diff> {
        let configured = self.provider_of_object(resource).await.ok()?;
        let request = DiffRequest {
            target: self.state_log.target_of(resource, None).ok()?,
            id: resource.id.clone().unwrap_or_default(),
            old_inputs: Arc::clone(&resource.inputs),
            old_outputs: Arc::clone(&resource.outputs),
            inputs: Arc::clone(inputs),
        };
        configured.provider()?.diff(request).await.ok()
    }

    /// Takes note of the secrets in the state.
    pub fn note_known_secrets(&self) {
        let mut found = Object::default();
        let mut note = |object: &Object| {
            for value in object.values().filter(|it| it.contains_secret()) {
                found.insert(found.len().to_string(), value.clone());
            }
        };
        self.state_log.with(|state| {
            note(&state.outputs);
            for resource in state.resources.values() {
                note(&resource.inputs);
                note(&resource.outputs);
            }
        });
        self.note_secrets(&found);
    }

    /// Takes note of secrets before the program gets them, so that messages do not quote them.
    pub fn note_secrets(&self, object: &Object) {
        let members = object.iter().filter(|(_, it)| it.contains_secret());
        let secrets: Object = members.map(|(k, v)| (k.clone(), v.clone())).collect();
        if !secrets.is_empty() {
            self.known_secrets.add(&secrets);
            self.reporter.emit(Event::Secrets(Arc::new(secrets)));
        }
    }

    /// Marks the secrets in the outputs of a provider: those that `given` has or is made of, the
    /// members in `additional`, and what quotes a secret of the configuration or of another resource.
    pub fn mark_secrets(&self, outputs: &mut Object, given: &Object, additional: &[String]) {
        let parts = self.known_secrets.parts_of(given);
        mark_secret_outputs(outputs, given, &parts, additional);
        self.known_secrets.mark(outputs, given);
        self.note_secrets(outputs);
    }

    /// A redactor for messages about a resource with these inputs or outputs.
    pub fn redactor<'a>(&self, objects: impl IntoIterator<Item = &'a Object>) -> RunRedactor<'_> {
        self.known_secrets.redactor(objects)
    }

    /// Starts nothing new; running steps finish.
    pub fn stop(&self) {
        self.operation_limit.close();
    }

    /// Stops the run at the user's request. Returns whether this is the first request, and operations are still running.
    pub fn interrupt(&self) -> bool {
        let was_interrupted = self.is_interrupted.swap(true, Ordering::SeqCst);
        self.stop();
        self.read_only_calls.cancel();
        !was_interrupted && self.operation_limit.has_operations()
    }

    /// Says what an interrupted run still does. Waits for slow readers of its events.
    pub fn announce_interrupt(&self) {
        let message = "stopping: waiting for running operations to finish; interrupt again to \
                       abort them";
        self.reporter
            .diagnostic(Severity::Info, None, message.to_owned(), None);
    }

    pub fn is_stopping(&self) -> bool {
        self.operation_limit.is_closed()
    }

    pub fn is_interrupted(&self) -> bool {
        self.is_interrupted.load(Ordering::SeqCst)
    }

    /// Whether the state can no longer be written.
    pub fn is_broken(&self) -> bool {
        self.broken.get().is_some()
    }

    /// Waits for a permit for a provider operation.
    pub async fn permit(&self) -> Result<SemaphorePermit<'_>, RegisterError> {
        let begun = self.operation_limit.begin_operation().await;
        begun.map_err(|_| RegisterError::Stopping)
    }

    /// Writes a record, and waits until it is durable.
    pub async fn write(&self, record: Record) -> Result<(), RegisterError> {
        let written = self.state_log.append(record).await;
        written.map_err(|error| self.abort_on_state_error(error))
    }

    /// Writes a record, which becomes durable with a later one, or at the end of the run.
    pub fn write_unsynced(&self, record: &Record) -> Result<(), RegisterError> {
        let written = self.state_log.append_unsynced(record);
        written.map_err(|error| self.abort_on_state_error(error))
    }

    /// Records an intended operation; returns its number.
    pub async fn begin_operation(&self, action: Action) -> Result<u64, RegisterError> {
        let operation = self.state_log.with(|it| it.take_operation());
        self.write(Record::Begin { operation, action }).await?;
        Ok(operation)
    }

    pub async fn end_operation(
        &self,
        operation: u64,
        outcome: OperationOutcome,
    ) -> Result<(), RegisterError> {
        self.write(Record::End { operation, outcome }).await
    }

    /// Stops the run because the state cannot be written.
    fn abort_on_state_error(&self, error: StateLogError) -> RegisterError {
        let message = error.to_string();
        if self.broken.set(error).is_ok() {
            self.reporter
                .diagnostic(Severity::Error, None, message, None);
        }
        self.stop();
        RegisterError::Stopping
    }

    /// Reports a failed step; starts nothing new, unless the user wants to continue on errors. A
    /// preview continues, to show all errors at once.
    pub fn fail(
        &self,
        step: StepInfo,
        since: Option<RunningStep>,
        failure: StepFailure,
    ) -> RegisterError {
        let (urn, message) = (Some(step.urn.clone()), failure.message.clone());
        self.reporter.end_failed(step, since, failure);
        self.stop_after_failure();
        RegisterError::Failed { urn, message }
    }

    /// Starts nothing new after a failure, unless the user wants to continue on errors.
    pub fn stop_after_failure(&self) {
        if !self.options.continue_on_error && !self.options.preview {
            self.stop();
        }
    }

    /// Fails a goal before any step of it starts.
    pub fn refuse(
        &self,
        goal: &Goal,
        old: Option<&Arc<Resource>>,
        failure: impl Into<StepFailure>,
    ) -> RegisterError {
        let kind = match old {
            _ if goal.read_id.is_some() => StepKind::Read,
            Some(_) => StepKind::Update,
            None if goal.options.contains("import") => StepKind::Import,
            None => StepKind::Create,
        };
        self.fail(StepInfo::of_goal(kind, goal, old), None, failure.into())
    }

    /// Fails a step that the saved plan does not allow.
    pub fn check_plan(&self, step: &StepInfo) -> Result<(), RegisterError> {
        let checked = self.plan_check.check(step);
        checked.map_err(|failure| self.fail(step.clone(), None, failure))
    }
}
