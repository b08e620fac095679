//! The steps that make a goal come true.

use std::sync::Arc;
use std::time::Instant;

use chrono::Utc;

use lumi_graph::{Object, ResourceKind, Value};
use lumi_provider::{CreateRequest, Created, Provider, ProviderError, UpdateRequest};
use lumi_state::{Action, OperationOutcome, Record, Resource, Serial, Stage};

use super::event::{StepFailure, StepInfo};
use super::hooks::HookedStep;
use super::plan::{ChangeReason, CreatedResource, ResourceOptions, input_changes};
use super::redactor::Redactor;
use super::registration::{ResolvedGoal, deployed, step_info, with_inputs};
use super::request::{Registered, RegisteredOutputs};
use super::run::{RegisterError, Run, failure, target};
use super::secrets;
use super::step::StepKind;

impl Run {
    /// The resource of a goal as the state has it, with what stays of the old one.
    pub(super) fn resource_of(
        &self,
        resolved: &ResolvedGoal,
        old: Option<&Arc<Resource>>,
        inputs: Arc<Object>,
        outputs: Arc<Object>,
    ) -> Resource {
        let goal = &resolved.goal;
        let provider_serial = goal.provider.as_ref().and_then(|urn| {
            let provider = self.state_log.live_provider(urn)?;
            Some(provider.serial)
        });
        let mut resource = Resource {
            serial: match old {
                Some(old) => old.serial,
                None => self.state_log.with(|it| it.take_serial()),
            },
            order: goal.order,
            urn: goal.urn.clone(),
            kind: goal.kind,
            id: old.and_then(|it| it.id.clone()),
            external: false,
            stage: Stage::Live,
            parent: goal.parent.clone(),
            provider: goal.provider.clone(),
            provider_serial,
            configuration: self.configuration_name(resolved),
            inputs,
            outputs,
            dependencies: goal.dependencies.clone(),
            depends_on: goal.depends_on.clone(),
            options: goal.options.clone(),
            stored_provider: resolved.stored_provider.clone(),
            source: goal.source.clone(),
            problems: Vec::new(),
            created: old.and_then(|it| it.created),
            modified: old.and_then(|it| it.modified),
        };
        for (new, old) in &self.run_state().left_as {
            resource.rename_needs(new, old);
        }
        resource
    }

    /// Records a resource that no provider was called for. Where it stands in the program changes
    /// with every edit of it: that alone is not worth a record.
    pub(super) fn put_if_changed(
        &self,
        resource: Resource,
        old: Option<&Arc<Resource>>,
    ) -> Result<(), RegisterError> {
        if self.options.preview {
            return Ok(());
        }
        if let Some(old) = old
            && is_same_but_for_place(&resource, old)
        {
            self.state_log.with(|state| {
                state.resources.insert(resource.serial, Arc::new(resource));
            });
            return Ok(());
        }
        self.state_log
            .append_unsynced(&Record::Put(Box::new(resource)))
            .map_err(|error| self.abort_on_state_error(error))
    }

    pub(super) fn same(
        &self,
        resolved: &ResolvedGoal,
        old: &Arc<Resource>,
        inputs: Arc<Object>,
    ) -> Result<Registered, RegisterError> {
        let note = with_inputs(kept(resolved, old), &inputs);
        self.check_plan(&note)
            .map_err(|it| self.fail(note.clone(), None, it))?;
        let mut outputs = Object::clone(&old.outputs);
        secrets::mark_secret_outputs(
            &mut outputs,
            &inputs,
            &resolved.options.additional_secret_outputs,
        );
        let resource = self.resource_of(resolved, Some(old), inputs, Arc::new(outputs));
        let registered = deployed(&resource);
        self.put_if_changed(resource, Some(old))?;
        self.reporter.end_recorded(note);
        Ok(registered)
    }

    /// Makes a new object; `old` is the resource whose place it takes.
    pub(super) async fn create(
        self: &Arc<Self>,
        resolved: &ResolvedGoal,
        provider: &Arc<dyn Provider>,
        inputs: Arc<Object>,
        old: Option<&Arc<Resource>>,
    ) -> Result<Registered, RegisterError> {
        let kind = match old {
            Some(it) if !it.external => StepKind::CreateReplacement,
            _ => StepKind::Create,
        };
        let mut note = with_inputs(step_info(kind, &resolved.goal, old), &inputs);
        if let Some(old) = old.filter(|it| it.stage == Stage::AwaitingReplacement) {
            note.changes = input_changes(&old.inputs, &inputs);
            let root = self.run_state().cascades.get(&old.serial).cloned();
            note.reason = Some(match root {
                Some(root) => format!("{} is deleted first, which it depends on", root.name()),
                None => "its old object is deleted already".to_owned(),
            });
        }
        self.create_as(note, resolved, provider, inputs, old).await
    }

    /// The create between its hooks.
    pub(super) async fn create_object(
        self: &Arc<Self>,
        mut note: StepInfo,
        resolved: &ResolvedGoal,
        provider: &Arc<dyn Provider>,
        inputs: Arc<Object>,
        old: Option<&Arc<Resource>>,
    ) -> Result<Registered, RegisterError> {
        if note.kind == StepKind::Create {
            self.run_state().created.push(CreatedResource {
                urn: resolved.goal.urn.clone(),
                parent: resolved.goal.parent.clone(),
                inputs: Arc::clone(&inputs),
            });
        }
        let request = CreateRequest {
            target: target(
                &resolved.goal.urn,
                &resolved.goal.resource_type,
                resolved.options.timeouts.create,
            ),
            inputs: Arc::clone(&inputs),
            preview: self.options.preview,
            follows_delete: old.is_some_and(|it| it.stage == Stage::AwaitingReplacement)
                || self.old().has_leftovers_of(&resolved.goal.urn),
        };
        if self.options.preview {
            let since = self.reporter.begin(&note);
            let created = provider.create(request).await;
            return self.planned(note, since, resolved, created.map(|it| (it.id, it.outputs)));
        }
        self.delete_leftovers(&resolved.goal.urn, resolved.goal.source.as_ref(), old)
            .await?;
        let _permit = self.permit().await?;
        let since = self.reporter.begin(&note);
        note.id = None;
        let mut resource = self.resource_of(resolved, None, Arc::clone(&inputs), Arc::default());
        resource.id = None;
        // While it has no object, when its create began.
        resource.modified = Some(Utc::now());
        let serial = resource.serial;
        let action = Action::Create {
            resource: Box::new(resource),
            replaces: old.map(|it| it.serial),
        };
        let operation = self.begin_operation(action).await?;
        let hooked = self.create_hook_request(&note);
        let attempt = || provider.create(request.clone());
        let names = &resolved.options.hooks;
        let answer = self
            .hooks
            .retried(names, HookedStep::Create, &hooked, attempt);
        let answer = answer.await.map(|Created { id, outputs }| (id, outputs));
        self.conclude(note, since, resolved, &inputs, (operation, serial), answer)
            .await
    }

    /// The update between its hooks.
    pub(super) async fn update_object(
        &self,
        note: StepInfo,
        resolved: &ResolvedGoal,
        provider: &Arc<dyn Provider>,
        old: &Arc<Resource>,
        inputs: Arc<Object>,
    ) -> Result<Registered, RegisterError> {
        let limit = resolved.options.timeouts.update;
        let request = UpdateRequest {
            target: target(&resolved.goal.urn, &resolved.goal.resource_type, limit),
            id: old.id.clone().unwrap_or_default(),
            old_inputs: Arc::clone(&old.inputs),
            old_outputs: Arc::clone(&old.outputs),
            inputs: Arc::clone(&inputs),
            preview: self.options.preview,
        };
        if self.options.preview {
            let since = self.reporter.begin(&note);
            let outputs = provider.update(request).await;
            let answer = outputs.map(|it| (old.id.clone(), it));
            return self.planned(note, since, resolved, answer);
        }
        let _permit = self.permit().await?;
        let since = self.reporter.begin(&note);
        let resource = self.resource_of(resolved, Some(old), Arc::clone(&inputs), Arc::default());
        let action = Action::Update {
            resource: Box::new(resource),
        };
        let operation = self.begin_operation(action).await?;
        let hooked = self.hook_request(&note);
        let attempt = || provider.update(request.clone());
        let names = &resolved.options.hooks;
        let answer = self
            .hooks
            .retried(names, HookedStep::Update, &hooked, attempt);
        let answer = answer.await.map(|outputs| (None, outputs));
        self.conclude(
            note,
            since,
            resolved,
            &inputs,
            (operation, old.serial),
            answer,
        )
        .await
    }

    /// Replaces an object, in the order its provider needs.
    pub(super) async fn replace(
        self: &Arc<Self>,
        resolved: &ResolvedGoal,
        provider: &Arc<dyn Provider>,
        old: &Arc<Resource>,
        inputs: Arc<Object>,
        why: ChangeReason,
        delete_first: bool,
    ) -> Result<Registered, RegisterError> {
        let mut note = with_inputs(
            step_info(StepKind::CreateReplacement, &resolved.goal, Some(old)),
            &inputs,
        );
        note.changes = why.changes;
        note.reason = why.reason;
        self.check_plan(&note)
            .map_err(|it| self.fail(note.clone(), None, it))?;
        self.refuse_if_protected(resolved, old, &note)?;
        let old = if delete_first && old.kind == ResourceKind::Custom {
            self.delete_for_replacement(old, resolved.goal.source.as_ref())
                .await?;
            self.current(old.serial)
        } else {
            Some(Arc::clone(old))
        };
        self.create_as(note, resolved, provider, inputs, old.as_ref())
            .await
    }

    /// A resource that the state protects is not replaced, unless the program says `protect: false`.
    pub(super) fn refuse_if_protected(
        &self,
        resolved: &ResolvedGoal,
        old: &Resource,
        note: &StepInfo,
    ) -> Result<(), RegisterError> {
        let is_let_go = resolved.options.protect == Some(false);
        if !old.is_protected() || is_let_go || old.external || old.stage != Stage::Live {
            return Ok(());
        }
        let message = match resolved.options.is_protected() {
            true => {
                "it is protected, and would have to be replaced; remove `protect` and deploy once, \
                 then it can be"
            }
            false => {
                "the state protects it, and it would have to be replaced; say `protect: false` in the \
                 program, or use `lumi state unprotect`, then it can be"
            }
        };
        let failure = StepFailure {
            message: message.to_owned(),
            unknown_outcome: false,
        };
        Err(self.fail(note.clone(), None, failure))
    }

    /// A protected resource does not go because something of another kind takes its name.
    pub(super) fn mark_displaced(
        &self,
        old: &Arc<Resource>,
        note: &StepInfo,
        now: &str,
    ) -> Result<(), RegisterError> {
        if old.is_protected() && !old.external && old.stage == Stage::Live {
            let message = format!(
                "what was deployed under this name is protected and would be deleted, because the \
                 program has {now} here now; deploy it once with `protect: false`, or give this \
                 another name"
            );
            let failure = StepFailure {
                message,
                unknown_outcome: false,
            };
            return Err(self.fail(note.clone(), None, failure));
        }
        self.mark_replaced(old)
    }

    /// The end of a previewed step.
    fn planned(
        &self,
        note: StepInfo,
        since: Instant,
        resolved: &ResolvedGoal,
        answer: Result<(Option<String>, Object), ProviderError>,
    ) -> Result<Registered, RegisterError> {
        let inputs = note.new.clone().unwrap_or_default();
        match answer {
            Ok((id, mut outputs)) => {
                let additional = &resolved.options.additional_secret_outputs;
                secrets::mark_secret_outputs(&mut outputs, &inputs, additional);
                self.reporter.end(note, Some(since));
                Ok(Registered {
                    id: Some(id.map_or(Value::Unknown, Value::String)),
                    outputs: RegisteredOutputs::Planned(outputs),
                })
            }
            Err(error) => {
                let failure = failure(&error, &Redactor::new([&*inputs]));
                let failure = self.with_advice(failure, note.kind, resolved, &inputs);
                Err(self.fail(note, Some(since), failure))
            }
        }
    }

    /// Writes down what is about to be done; answers the number of the operation.
    pub(super) async fn begin_operation(&self, action: Action) -> Result<u64, RegisterError> {
        let operation = self.state_log.with(|it| it.take_operation());
        let record = Record::Begin { operation, action };
        match self.state_log.append(record).await {
            Ok(()) => Ok(operation),
            Err(error) => Err(self.abort_on_state_error(error)),
        }
    }

    pub(super) async fn end_operation(
        &self,
        operation: u64,
        outcome: OperationOutcome,
    ) -> Result<(), RegisterError> {
        let record = Record::End { operation, outcome };
        let written = self.state_log.append(record).await;
        written.map_err(|error| self.abort_on_state_error(error))
    }

    /// Writes down what a create or update came to, and reports it.
    async fn conclude(
        &self,
        mut note: StepInfo,
        since: Instant,
        resolved: &ResolvedGoal,
        inputs: &Object,
        (operation, serial): (u64, Serial),
        answer: Result<(Option<String>, Object), ProviderError>,
    ) -> Result<Registered, RegisterError> {
        let additional = &resolved.options.additional_secret_outputs;
        let done = |id, mut outputs: Object, problems| {
            secrets::mark_secret_outputs(&mut outputs, inputs, additional);
            OperationOutcome::Done {
                id,
                outputs,
                problems,
                at: Utc::now(),
            }
        };
        let redactor = Redactor::new([inputs]);
        let (outcome, failure) = match answer {
            Ok((id, mut outputs)) => match take_unknown(&mut outputs) {
                None => (done(id, outputs, Vec::new()), None),
                Some(failure) => {
                    let problems = vec![failure.message.clone()];
                    (done(id, outputs, problems), Some(failure))
                }
            },
            Err(error) => {
                let failure = failure(&error, &redactor);
                let outcome = match error {
                    ProviderError::Failed { .. } => OperationOutcome::Nothing,
                    ProviderError::Unknown { .. } => OperationOutcome::Unknown {
                        message: failure.message.clone(),
                    },
                    ProviderError::PartialInit {
                        id,
                        outputs,
                        reasons,
                    } => {
                        let problems = reasons.iter().map(|it| redactor.redact(it)).collect();
                        done(Some(id), outputs, problems)
                    }
                };
                (outcome, Some(failure))
            }
        };
        self.end_operation(operation, outcome).await?;
        if let Some(failure) = failure {
            let failure = self.with_advice(failure, note.kind, resolved, inputs);
            return Err(self.fail(note, Some(since), failure));
        }
        let resource = self.state_log.with(|it| it.resources.get(&serial).cloned());
        let registered = resource.as_deref().map(deployed);
        note.id = resource.and_then(|it| it.id.clone());
        self.reporter.end(note, Some(since));
        registered.ok_or(RegisterError::Stopping)
    }
}

/// A step that leaves the object as it is: what changes, if anything, is what the state says of it.
pub(super) fn kept(resolved: &ResolvedGoal, old: &Arc<Resource>) -> StepInfo {
    let mut note = step_info(StepKind::Same, &resolved.goal, Some(old));
    let before = ResourceOptions::parse(&old.options).unwrap_or_default();
    let changed = resolved.options.recorded_differences(&before);
    if !changed.is_empty() {
        note.kind = StepKind::Update;
        note.reason = Some(format!("other options: {}", changed.join(", ")));
    }
    note
}

/// Takes unknown values out of the outputs of an object that is there; answers what is wrong with them.
fn take_unknown(outputs: &mut Object) -> Option<StepFailure> {
    let unknown = outputs.iter().find(|(_, value)| value.contains_unknown());
    let name = unknown.map(|(name, _)| name.clone())?;
    outputs.retain(|_, value| !value.contains_unknown());
    Some(StepFailure {
        message: format!("it exists, but its provider did not say what its output `{name}` is"),
        unknown_outcome: false,
    })
}

/// Whether two versions of a resource differ in nothing but where the program has it.
fn is_same_but_for_place(new: &Resource, old: &Resource) -> bool {
    new.urn == old.urn
        && new.kind == old.kind
        && new.id == old.id
        && new.external == old.external
        && new.stage == old.stage
        && new.parent == old.parent
        && new.provider == old.provider
        && new.provider_serial == old.provider_serial
        && new.configuration == old.configuration
        && new.dependencies == old.dependencies
        && new.depends_on == old.depends_on
        && new.options == old.options
        && new.stored_provider == old.stored_provider
        && new.problems == old.problems
        && new.inputs == old.inputs
        && new.outputs == old.outputs
}
