//! Creates and updates of objects: journal records and provider calls, between the hooks.

use std::sync::Arc;
use std::time::SystemTime;

use chrono::{DateTime, Utc};

use lumi_graph::{Object, ProviderData, Value};
use lumi_provider::{CreateRequest, Created, Provider, ProviderError, UpdateRequest, Updated};
use lumi_state::{Action, OperationOutcome, Resource, Serial, Stage, TAINT};

use super::hooks::HookedStep;
use super::resource_records::ResourceRecords;
use super::step::StepKind;
use super::step_hooks::StepHooks;
use crate::deletion::pending_deletions::PendingDeletions;
use crate::event::{StepFailure, StepInfo};
use crate::plan::CreatedResource;
use crate::registration::conflicts::Conflicts;
use crate::registration::rename_hints::RenameHints;
use crate::registration::resolved_goal::ResolvedGoal;
use crate::reporter::RunningStep;
use crate::request::{RegisterError, Registered, RegisteredOutputs};
use crate::run_context::RunContext;
use crate::state_log::target;

/// Creates and updates objects by their providers, and records the results.
pub struct ObjectSteps {
    pub context: Arc<RunContext>,
    pub records: Arc<ResourceRecords>,
    pub hooks: Arc<StepHooks>,
    pub pending_deletions: Arc<PendingDeletions>,
    pub conflicts: Conflicts,
    pub rename_hints: Arc<RenameHints>,
}

impl ObjectSteps {
    pub async fn create(
        &self,
        mut step: StepInfo,
        resolved: &ResolvedGoal,
        provider: &Arc<dyn Provider>,
        inputs: Arc<Object>,
        old: Option<&Arc<Resource>>,
    ) -> Result<Registered, RegisterError> {
        if step.kind == StepKind::Create {
            self.rename_hints.add_created(CreatedResource {
                urn: resolved.goal.urn.clone(),
                parent: resolved.goal.parent.clone(),
                inputs: Arc::clone(&inputs),
            });
        }
        let urn = &resolved.goal.urn;
        let of_others = self
            .pending_deletions
            .leftovers_of_others(urn, &inputs)
            .await;
        let request = self.create_request(resolved, &inputs, old, !of_others.is_empty());
        if self.context.options.preview {
            let since = self.context.reporter.begin(&step);
            let created = provider.create(request).await;
            return self.planned(step, since, resolved, created.map(Answer::created));
        }
        let source = resolved.goal.source.as_ref();
        self.pending_deletions
            .delete_of_others(of_others, urn, source)
            .await?;
        self.pending_deletions
            .delete_before_create(urn, source, old)
            .await?;
        let _permit = self.context.permit().await?;
        let since = self.context.reporter.begin(&step);
        step.id = None;
        let begun = self.begin_create(resolved, &inputs, old).await?;
        let hooked = self.hooks.create_request(&step);
        let attempt = || provider.create(request.clone());
        let names = resolved.goal.options.hooks();
        let answer = self
            .hooks
            .retried(names, HookedStep::Create, &hooked, attempt);
        let answer = answer.await.map(Answer::created);
        self.conclude(step, since, resolved, &inputs, begun, answer)
            .await
    }

    fn create_request(
        &self,
        resolved: &ResolvedGoal,
        inputs: &Arc<Object>,
        old: Option<&Arc<Resource>>,
        replaces_others: bool,
    ) -> CreateRequest {
        let goal = &resolved.goal;
        let timeout = goal.options.timeouts().create;
        CreateRequest {
            target: target(&goal.urn, &goal.resource_type, timeout),
            inputs: Arc::clone(inputs),
            preview: self.context.options.preview,
            follows_delete: old.is_some_and(|it| it.stage == Stage::AwaitingReplacement)
                || replaces_others
                || self.pending_deletions.is_place_freed(&goal.urn, inputs)
                || self.context.old().has_pending_deletions_of(&goal.urn),
            recorded: self.context.recorded_objects.get(&goal.urn),
        }
    }

    /// Records that a create begins; returns the operation and the resource.
    async fn begin_create(
        &self,
        resolved: &ResolvedGoal,
        inputs: &Arc<Object>,
        old: Option<&Arc<Resource>>,
    ) -> Result<(u64, Serial), RegisterError> {
        let mut resource =
            self.records
                .resource_of(resolved, None, Arc::clone(inputs), Arc::default());
        resource.id = None;
        // Until the provider answers, `modified` is the time at which the create began.
        resource.modified = Some(DateTime::<Utc>::from(SystemTime::now()));
        let serial = resource.serial;
        let action = Action::Create {
            resource: Box::new(resource),
            replaces: old.map(|it| it.serial),
        };
        Ok((self.context.begin_operation(action).await?, serial))
    }

    pub async fn update(
        &self,
        step: StepInfo,
        resolved: &ResolvedGoal,
        provider: &Arc<dyn Provider>,
        old: &Arc<Resource>,
        inputs: Arc<Object>,
    ) -> Result<Registered, RegisterError> {
        let limit = resolved.goal.options.timeouts().update;
        let mut target = target(&resolved.goal.urn, &resolved.goal.resource_type, limit);
        target.data.clone_from(&old.provider_data);
        target.ignored = resolved.goal.options.ignore_changes().to_vec();
        let request = UpdateRequest {
            target,
            id: old.id.clone().unwrap_or_default(),
            old_inputs: Arc::clone(&old.inputs),
            old_outputs: Arc::clone(&old.outputs),
            inputs: Arc::clone(&inputs),
            preview: self.context.options.preview,
        };
        if self.context.options.preview {
            let since = self.context.reporter.begin(&step);
            let updated = provider.update(request).await;
            let answer = updated.map(|it| Answer {
                id: old.id.clone(),
                ..Answer::updated(it)
            });
            return self.planned(step, since, resolved, answer);
        }
        let _permit = self.context.permit().await?;
        let since = self.context.reporter.begin(&step);
        let resource =
            self.records
                .resource_of(resolved, Some(old), Arc::clone(&inputs), Arc::default());
        let action = Action::Update {
            resource: Box::new(resource),
        };
        let operation = self.context.begin_operation(action).await?;
        let hooked = self.hooks.request(&step);
        let attempt = || provider.update(request.clone());
        let names = resolved.goal.options.hooks();
        let answer = self
            .hooks
            .retried(names, HookedStep::Update, &hooked, attempt);
        let answer = answer.await.map(Answer::updated);
        self.conclude(
            step,
            since,
            resolved,
            &inputs,
            (operation, old.serial),
            answer,
        )
        .await
    }

    /// The result of a previewed step.
    fn planned(
        &self,
        step: StepInfo,
        since: RunningStep,
        resolved: &ResolvedGoal,
        answer: Result<Answer, ProviderError>,
    ) -> Result<Registered, RegisterError> {
        let inputs = step.new.clone().unwrap_or_default();
        match answer {
            Ok(Answer {
                id, mut outputs, ..
            }) => {
                let additional = resolved.goal.options.additional_secret_outputs();
                self.context.mark_secrets(&mut outputs, &inputs, additional);
                self.context.reporter.end(step, Some(since));
                Ok(Registered {
                    id: Some(id.map_or(Value::Unknown, Value::String)),
                    outputs: RegisteredOutputs::Planned(outputs),
                })
            }
            Err(error) => {
                let failure = StepFailure::of_provider(&error, &self.context.redactor([&*inputs]));
                let failure =
                    self.conflicts
                        .with_advice(failure, step.kind, &resolved.goal, &inputs);
                Err(self.context.fail(step, Some(since), failure))
            }
        }
    }

    /// Records and reports the result of a create or update.
    async fn conclude(
        &self,
        mut step: StepInfo,
        since: RunningStep,
        resolved: &ResolvedGoal,
        inputs: &Object,
        (operation, serial): (u64, Serial),
        answer: Result<Answer, ProviderError>,
    ) -> Result<Registered, RegisterError> {
        let (outcome, failure) = self.outcome(resolved, inputs, answer);
        self.context.end_operation(operation, outcome).await?;
        if let Some(failure) = failure {
            let failure = self
                .conflicts
                .with_advice(failure, step.kind, &resolved.goal, inputs);
            return Err(self.context.fail(step, Some(since), failure));
        }
        let resource = self
            .context
            .state_log
            .with(|it| it.resources.get(&serial).cloned());
        let registered = resource.as_deref().map(Registered::deployed);
        step.id = resource.and_then(|it| it.id.clone());
        self.context.reporter.end(step, Some(since));
        registered.ok_or(RegisterError::Stopping)
    }

    /// The journal's outcome of a create or update, and the failure, if any.
    fn outcome(
        &self,
        resolved: &ResolvedGoal,
        inputs: &Object,
        answer: Result<Answer, ProviderError>,
    ) -> (OperationOutcome, Option<StepFailure>) {
        let additional = resolved.goal.options.additional_secret_outputs();
        let done = |mut answer: Answer, problems| {
            self.context
                .mark_secrets(&mut answer.outputs, inputs, additional);
            OperationOutcome::Done {
                id: answer.id,
                outputs: answer.outputs,
                provider_data: answer.data,
                problems,
                at: DateTime::<Utc>::from(SystemTime::now()),
            }
        };
        let mut error = match answer {
            Ok(mut answer) => {
                let failure = remove_unknown_outputs(&mut answer.outputs);
                let problems = failure.iter().map(|it| it.message.clone()).collect();
                return (done(answer, problems), failure);
            }
            Err(error) => error,
        };
        if !additional.is_empty() {
            // What a process printed may be an output that the program keeps secret.
            error.hide_printed();
        }
        let redactor = self.context.redactor([inputs]);
        let failure = StepFailure::of_provider(&error, &redactor);
        let outcome = match error {
            ProviderError::Failed { .. } => OperationOutcome::NotDone,
            ProviderError::Unknown { .. } => OperationOutcome::Unknown {
                message: failure.message.clone(),
            },
            ProviderError::PartialInit {
                id,
                outputs,
                reasons,
                data,
                is_tainted,
            } => {
                let problems = reasons.iter().map(|it| redactor.redact(it));
                let taint = is_tainted.then(|| TAINT.to_owned());
                let answer = Answer {
                    id: Some(id),
                    outputs,
                    data,
                };
                done(answer, problems.chain(taint).collect())
            }
        };
        (outcome, Some(failure))
    }
}

/// A provider's answer about an object that it has created or updated.
struct Answer {
    /// `None` keeps the id.
    id: Option<String>,
    outputs: Object,
    data: Option<ProviderData>,
}

impl Answer {
    fn created(created: Created) -> Self {
        Self {
            id: created.id,
            outputs: created.outputs,
            data: created.data,
        }
    }

    fn updated(updated: Updated) -> Self {
        Self {
            id: None,
            outputs: updated.outputs,
            data: updated.data,
        }
    }
}

/// Removes unknown values from the outputs of an existing object; returns the failure, if there are
/// any.
fn remove_unknown_outputs(outputs: &mut Object) -> Option<StepFailure> {
    let unknown = outputs.iter().find(|(_, value)| value.contains_unknown());
    let name = unknown.map(|(name, _)| name.clone())?;
    outputs.retain(|_, value| !value.contains_unknown());
    Some(StepFailure::new(format!(
        "it exists, but its provider returned no value for its output `{name}`"
    )))
}
