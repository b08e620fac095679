//! A resource that a provider manages: check, compare, decide.

use std::sync::Arc;

use lumi_graph::{Goal, Object, ResourceKind, Urn, Value};
use lumi_provider::{Changes, CheckRequest, Diff, DiffRequest, Provider, ProviderError};
use lumi_state::{Resource, Stage};

use super::plan::{Decision, DiffContext, generation};
use super::redactor::Redactor;
use super::registration::{ResolvedGoal, step_info, with_inputs};
use super::request::{Registered, RegisteredOutputs};
use super::run::{RegisterError, Run, failure, target};
use super::step::StepKind;

impl Run {
    pub(super) async fn custom(
        self: &Arc<Self>,
        resolved: &mut ResolvedGoal,
    ) -> Result<Registered, RegisterError> {
        let Some(provider) = self.provider(resolved) else {
            return Ok(self.preview_unconfigured(resolved));
        };
        self.look_at_import(resolved, &provider).await?;
        let kept = resolved.old.clone();
        let inputs = self.checked(resolved, &provider, kept.as_ref()).await?;
        let Some(old) = resolved.old.clone() else {
            return self.create(resolved, &provider, inputs, None).await;
        };
        if old.stage == Stage::AwaitingReplacement || old.external {
            // An object that was only read so far is not ours to replace: a new one is made.
            return self.create(resolved, &provider, inputs, Some(&old)).await;
        }
        let decision = self.decide(resolved, &old, &provider, &inputs).await?;
        let decision = self.adopt_if_kept(resolved, decision, &inputs).await?;
        match decision {
            Decision::Same => self.same(resolved, &old, inputs),
            Decision::Update(why) => self.update(resolved, &provider, &old, inputs, why).await,
            Decision::Replace { why, delete_first } => {
                // Two objects at the same time cannot have one name that the provider has chosen.
                let inputs = match delete_first {
                    true => inputs,
                    false => self.checked(resolved, &provider, None).await?,
                };
                self.replace(resolved, &provider, &old, inputs, why, delete_first)
                    .await
            }
        }
    }

    /// A preview of a resource whose provider is not known yet.
    fn preview_unconfigured(&self, resolved: &ResolvedGoal) -> Registered {
        let ResolvedGoal { goal, old, .. } = resolved;
        let kind = if old.is_some() {
            StepKind::Update
        } else {
            StepKind::Create
        };
        let mut note = with_inputs(
            step_info(kind, goal, old.as_ref()),
            &Arc::new(goal.inputs.clone()),
        );
        note.reason = Some("its provider is not known yet".to_owned());
        self.reporter.begin(&note);
        self.reporter.end(note, None);
        Registered {
            id: Some(Value::Unknown),
            outputs: RegisteredOutputs::Planned(Object::default()),
        }
    }

    /// Inputs as they will be used; defaults that were chosen for `kept` stay.
    async fn checked(
        &self,
        resolved: &ResolvedGoal,
        provider: &Arc<dyn Provider>,
        kept: Option<&Arc<Resource>>,
    ) -> Result<Arc<Object>, RegisterError> {
        let ResolvedGoal {
            goal, options, old, ..
        } = resolved;
        let mut inputs = goal.inputs.clone();
        if let Some(old) = old {
            for pattern in &options.ignore_changes {
                pattern.reset(&mut inputs, &old.inputs);
            }
        }
        let unknown = inputs.iter().find(|(_, it)| it.contains_unknown());
        if let (false, Some((key, _))) = (self.options.preview, unknown) {
            let message = format!(
                "its input `{key}` is not known, because what it comes from is not deployed; deploy \
                 that, too"
            );
            return Err(self.refuse_resolved(resolved, message));
        }
        let request = CheckRequest {
            target: target(&goal.urn, &goal.resource_type, None),
            old_inputs: kept.map(|it| Arc::clone(&it.inputs)),
            inputs: inputs.clone(),
        };
        let redactor = || Redactor::new([&inputs]);
        let checked = provider.check(request).await;
        let checked = checked.map_err(|error| {
            let message = failure(&error, &redactor()).message;
            self.refuse_resolved(resolved, message)
        })?;
        if !checked.failures.is_empty() {
            let message = redactor().redact(&super::check::describe(&checked.failures));
            return Err(self.refuse_resolved(resolved, message));
        }
        Ok(Arc::new(super::check::mark_secret_inputs(
            checked.inputs,
            &inputs,
        )))
    }

    async fn decide(
        &self,
        resolved: &ResolvedGoal,
        old: &Arc<Resource>,
        provider: &Arc<dyn Provider>,
        inputs: &Arc<Object>,
    ) -> Result<Decision, RegisterError> {
        let goal = &resolved.goal;
        let replace_because = match self.replace_because(resolved, old) {
            None => self
                .replaced_with_provider(resolved, old)
                .await
                .map_err(|error| {
                    let redactor = Redactor::new([&**inputs, &*old.inputs]);
                    self.refuse_resolved(resolved, failure(&error, &redactor).message)
                })?,
            because => because,
        };
        let diff = if old.kind == ResourceKind::Custom {
            self.diff(goal, provider, old, inputs)
                .await
                .map_err(|error| {
                    let redactor = Redactor::new([&**inputs, &*old.inputs]);
                    self.refuse_resolved(resolved, failure(&error, &redactor).message)
                })?
        } else {
            Diff {
                changes: Changes::None,
                ..Diff::default()
            }
        };
        let question = DiffContext {
            old,
            inputs,
            diff: &diff,
            options: &resolved.options,
            replace_because: replace_because.as_deref(),
        };
        Ok(question.decide())
    }

    fn replace_because(&self, resolved: &ResolvedGoal, old: &Resource) -> Option<String> {
        let goal = &resolved.goal;
        if old.kind != goal.kind {
            let before = match old.kind {
                ResourceKind::Provider => "a provider",
                _ => "a component",
            };
            return Some(format!("it was {before} before"));
        }
        if self.options.selection.is_replaced(&goal.urn) {
            return Some("--replace names it".to_owned());
        }
        if old.is_tainted() {
            return Some("it is tainted".to_owned());
        }
        if old.urn.resource_type().split(':').next() != Some(goal.resource_type.package()) {
            return Some("another package manages it now".to_owned());
        }
        let host = resolved.options.deleted_with.as_ref();
        if let Some(host) = host.filter(|it| self.lost_its_host(old, it)) {
            return Some(format!(
                "{}, with which it is deleted, is replaced",
                host.name()
            ));
        }
        let mut partners = resolved.options.replace_with.iter();
        if let Some(partner) = partners.find(|it| self.lost_its_host(old, it)) {
            return Some(format!(
                "{}, with which it is replaced, is replaced",
                partner.name()
            ));
        }
        let is_triggered = resolved.options.is_triggered(&old.options);
        is_triggered.then(|| "its `replacementTrigger` changed".to_owned())
    }

    /// Whether the object that the one of `old` goes with is gone, or going.
    fn lost_its_host(&self, old: &Resource, host: &Urn) -> bool {
        let former = self.run_state().old_names.get(host).cloned();
        let objects = self.old().objects_of(former.as_ref().unwrap_or(host));
        let Some(host) = generation(objects.cloned(), old.serial) else {
            return false;
        };
        let now = self.current(host.serial);
        now.is_none_or(|it| it.stage != Stage::Live)
            || self.run_state().replaced.contains(&host.serial)
    }

    pub(super) async fn diff(
        &self,
        goal: &Goal,
        provider: &Arc<dyn Provider>,
        old: &Resource,
        inputs: &Arc<Object>,
    ) -> Result<Diff, ProviderError> {
        let request = DiffRequest {
            target: target(&goal.urn, &goal.resource_type, None),
            id: old.id.clone().unwrap_or_default(),
            old_inputs: Arc::clone(&old.inputs),
            old_outputs: Arc::clone(&old.outputs),
            inputs: Arc::clone(inputs),
        };
        provider.diff(request).await
    }
}
