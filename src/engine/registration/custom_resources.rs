//! Resources with an object: check, diff, decide.

use std::sync::Arc;

use lumi_graph::{Goal, Object, ResourceKind, Urn, Value};
use lumi_provider::{Changes, CheckRequest, Diff, DiffRequest, Provider, ProviderError};
use lumi_state::{Resource, Stage};

use super::former_dynamic;
use super::identities::Identities;
use super::imports::Imports;
use super::resolved_goal::ResolvedGoal;
use crate::deletion::replacements::Replacements;
use crate::event::{StepFailure, StepInfo};
use crate::plan::{
    Decision, DeletionCause, DiffContext, ReplacementOrder, generation, is_triggered,
};
use crate::preview::unchanged::UnchangedAnswer;
use crate::provider::provider_changes::ProviderChanges;
use crate::request::{RegisterError, Registered, RegisteredOutputs};
use crate::run_context::RunContext;
use crate::state_log::target;
use crate::steps::step::StepKind;
use crate::steps::steps::Steps;

/// Registers resources that a provider manages.
pub struct CustomResources {
    pub context: Arc<RunContext>,
    pub identities: Arc<Identities>,
    pub replacements: Arc<Replacements>,
    pub provider_changes: ProviderChanges,
    pub imports: Arc<Imports>,
    pub steps: Steps,
}

impl CustomResources {
    pub async fn register(&self, resolved: &mut ResolvedGoal) -> Result<Registered, RegisterError> {
        let Some(provider) = resolved.provider() else {
            return Ok(self.preview_unconfigured(resolved));
        };
        self.imports.read_object(resolved, &provider).await?;
        let kept = resolved.old.clone();
        let inputs = self.inputs(resolved, &provider, kept.as_ref()).await?;
        if self.context.options.preview {
            resolved.checked_inputs = Some(Arc::clone(&inputs));
        }
        if let (true, Some(old)) = (resolved.keeps_record, &kept) {
            return self.steps.same(resolved, old, inputs);
        }
        let Some(old) = resolved.old.clone() else {
            return self.steps.create(resolved, &provider, inputs, None).await;
        };
        if old.stage == Stage::AwaitingReplacement || old.external {
            // An object that was only read is not managed, so it is not replaced: a new one is
            // created.
            return self
                .steps
                .create(resolved, &provider, inputs, Some(&old))
                .await;
        }
        let decision = self.decide(resolved, &old, &provider, &inputs).await?;
        let decision = self
            .imports
            .adopt_if_kept(resolved, decision, &inputs)
            .await?;
        match decision {
            Decision::Same => self.steps.same(resolved, &old, inputs),
            Decision::Update(why) => {
                self.steps
                    .update(resolved, &provider, &old, inputs, why)
                    .await
            }
            Decision::Replace { why, order } => {
                let order = self.order_for_dependents(&old, order);
                // Two objects cannot have the same generated name at the same time.
                let inputs = match order {
                    ReplacementOrder::DeleteFirst(_) => inputs,
                    ReplacementOrder::CreateFirst => {
                        self.checked(resolved, &provider, None).await?
                    }
                };
                self.steps
                    .replace(resolved, &provider, &old, inputs, why, order)
                    .await
            }
        }
    }

    /// Creates first where a dependent does: Terraform's `create_before_destroy` spreads to what a
    /// resource depends on. The state says which ones do, as dependents are registered later.
    fn order_for_dependents(&self, old: &Resource, order: ReplacementOrder) -> ReplacementOrder {
        let is_convention = order == ReplacementOrder::DeleteFirst(DeletionCause::Convention);
        match is_convention && self.context.old().is_created_first(&old.urn) {
            true => ReplacementOrder::CreateFirst,
            false => order,
        }
    }

    /// Previews a resource whose provider is not configured yet.
    fn preview_unconfigured(&self, resolved: &ResolvedGoal) -> Registered {
        let ResolvedGoal { goal, old, .. } = resolved;
        let kind = if old.is_some() {
            StepKind::Update
        } else {
            StepKind::Create
        };
        let mut step =
            StepInfo::of_goal(kind, goal, old.as_ref()).with_inputs(&Arc::new(goal.inputs.clone()));
        step.reason = Some("its provider is not known yet".to_owned());
        self.context.reporter.begin(&step);
        self.context.reporter.end(step, None);
        Registered {
            id: Some(Value::Unknown),
            outputs: RegisteredOutputs::Planned(Object::default()),
        }
    }

    /// The checked inputs, as the plan of this deployment has found them if the goal is the same.
    async fn inputs(
        &self,
        resolved: &mut ResolvedGoal,
        provider: &Arc<dyn Provider>,
        kept: Option<&Arc<Resource>>,
    ) -> Result<Arc<Object>, RegisterError> {
        resolved.unchanged = self.unchanged(resolved);
        let Some(unchanged) = &resolved.unchanged else {
            return self.checked(resolved, provider, kept).await;
        };
        resolved.unstored.clone_from(&unchanged.unstored);
        Ok(Arc::clone(&unchanged.inputs))
    }

    /// The checked inputs; defaults chosen for `kept` are preserved. Takes note of those that are not stored.
    async fn checked(
        &self,
        resolved: &mut ResolvedGoal,
        provider: &Arc<dyn Provider>,
        kept: Option<&Arc<Resource>>,
    ) -> Result<Arc<Object>, RegisterError> {
        let ResolvedGoal { goal, old, .. } = &*resolved;
        let mut inputs = goal.inputs.clone();
        if let Some(old) = old {
            for pattern in goal.options.ignore_changes() {
                pattern.reset(&mut inputs, &old.inputs);
            }
        }
        let unknown = inputs.iter().find(|(_, it)| it.contains_unknown());
        if let (false, Some((key, _))) = (self.context.options.preview, unknown) {
            let message = format!(
                "its input `{key}` is not known, because the resource that it comes from is not \
                 deployed; deploy that resource, too"
            );
            return Err(self.imports.refuse(resolved, message));
        }
        let mut target = target(&goal.urn, &goal.resource_type, None);
        target.data = kept.and_then(|it| it.provider_data.clone());
        let request = CheckRequest {
            target,
            old_inputs: kept.map(|it| {
                former_dynamic::without_code(&it.inputs, &goal.resource_type).into_owned()
            }),
            inputs: inputs.clone(),
        };
        let redactor = || self.context.redactor([&inputs]);
        let checked = provider.check(request).await;
        let checked = checked.map_err(|error| {
            let failure = StepFailure::of_provider(&error, &redactor());
            self.imports.refuse(resolved, failure)
        })?;
        let mut failures = checked.failures;
        failures.extend(super::check::misplaced(&checked.inputs, &checked.unstored));
        if !failures.is_empty()
            && let Some(old) = kept.filter(|it| self.is_recorded(resolved, it))
        {
            resolved.keeps_record = true;
            return Ok(Arc::clone(&old.inputs));
        }
        if !failures.is_empty() {
            let mut failure = super::check::describe(&failures, &inputs);
            failure.message = redactor().redact(&failure.message);
            return Err(self.imports.refuse(resolved, failure));
        }
        resolved.unstored = checked.unstored;
        Ok(Arc::new(super::check::mark_secret_inputs(
            checked.inputs,
            &inputs,
        )))
    }

    /// Whether a rollback asks for what the resource is already. Its inputs may lack what no state has, such as
    /// write-only ones.
    fn is_recorded(&self, resolved: &ResolvedGoal, old: &Arc<Resource>) -> bool {
        let goal = &resolved.goal;
        let is_of_rollback = self.context.recorded_objects.get(&goal.urn).is_some();
        let is_whole = old.stage == Stage::Live && !old.external && old.problems.is_empty();
        is_of_rollback
            && is_whole
            && goal.inputs == *old.inputs
            && self.replace_because(resolved, old).is_none()
    }

    async fn decide(
        &self,
        resolved: &ResolvedGoal,
        old: &Arc<Resource>,
        provider: &Arc<dyn Provider>,
        inputs: &Arc<Object>,
    ) -> Result<Decision, RegisterError> {
        let goal = &resolved.goal;
        let refusal = |error: ProviderError| {
            let redactor = self.context.redactor([&**inputs, &*old.inputs]);
            let failure = StepFailure::of_provider(&error, &redactor);
            self.imports.refuse(resolved, failure)
        };
        let replace_because = match self.replace_because(resolved, old) {
            None => self
                .provider_changes
                .replaced_with_provider(resolved, old)
                .await
                .map_err(refusal)?,
            because => because,
        };
        let diff = if let Some(unchanged) = &resolved.unchanged {
            unchanged.diff.clone()
        } else if old.kind == ResourceKind::Custom {
            let diff = self.diff(goal, provider, old, inputs).await;
            let diff = diff.map_err(refusal)?;
            self.note_unchanged(resolved, old, inputs, &diff);
            diff
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
            options: &resolved.goal.options,
            replace_because: replace_because.as_deref(),
        };
        let mut decision = question.decide();
        let before = old.urn.resource_type();
        let is_same_object = diff.changes == Changes::Some && diff.properties.is_empty();
        if let Decision::Update(why) = &mut decision
            && is_same_object
            && before != goal.resource_type.as_str()
        {
            why.changes.clear();
            why.reason = Some(format!("it was a {before}"));
        }
        Ok(decision)
    }

    /// The answers in the plan of this deployment about the object of a goal.
    fn unchanged(&self, resolved: &ResolvedGoal) -> Option<UnchangedAnswer> {
        let options = &self.context.options;
        let unchanged = options.unchanged.as_ref().filter(|_| !options.preview)?;
        let configuration = self.configuration(resolved);
        unchanged.take(
            &resolved.goal,
            configuration.as_ref(),
            resolved.old.as_ref()?,
        )
    }

    /// In a plan: keeps the answers about an object for the deployment.
    fn note_unchanged(
        &self,
        resolved: &ResolvedGoal,
        old: &Arc<Resource>,
        inputs: &Arc<Object>,
        diff: &Diff,
    ) {
        let options = &self.context.options;
        if let Some(unchanged) = options.unchanged.as_ref().filter(|_| options.preview) {
            let answer = UnchangedAnswer {
                inputs: Arc::clone(inputs),
                unstored: resolved.unstored.clone(),
                diff: diff.clone(),
                outputs: None,
            };
            unchanged.note(&resolved.goal, self.configuration(resolved), old, answer);
        }
    }

    /// The configuration of the provider that answers about a goal.
    fn configuration(&self, resolved: &ResolvedGoal) -> Option<Arc<Object>> {
        match &resolved.goal.provider {
            Some(urn) => {
                let provider = self.context.state_log.live_provider(urn)?;
                Some(Arc::clone(&provider.inputs))
            }
            None => resolved.provider.as_ref()?.configuration().cloned(),
        }
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
        if self.context.options.selection.is_replaced(&goal.urn) {
            return Some("--replace names it".to_owned());
        }
        if old.is_tainted() {
            return Some("it is tainted".to_owned());
        }
        let before = old.urn.resource_type();
        if before.split(':').next() != Some(goal.resource_type.package())
            && !former_dynamic::goes_on(before, &goal.resource_type)
        {
            return Some("another package manages it now".to_owned());
        }
        let host = goal.options.deleted_with();
        if let Some(host) = host.filter(|it| self.host_is_deleted(old, it)) {
            return Some(format!(
                "{}, which it is deleted with, is replaced",
                host.name()
            ));
        }
        let mut partners = goal.options.replace_with().iter();
        if let Some(partner) = partners.find(|it| self.host_is_deleted(old, it)) {
            return Some(format!(
                "{}, which it is replaced with, is replaced",
                partner.name()
            ));
        }
        let is_triggered = is_triggered(&goal.options, &old.options);
        is_triggered.then(|| "its `replacementTrigger` changed".to_owned())
    }

    /// Whether the host of `old` (`deletedWith`) has been or is being deleted.
    fn host_is_deleted(&self, old: &Resource, host: &Urn) -> bool {
        let host = self.identities.old_name(host);
        let objects = self.context.old().objects_of(&host);
        let Some(host) = generation(objects.cloned(), old.serial) else {
            return false;
        };
        let now = self.context.current(host.serial);
        now.is_none_or(|it| it.stage != Stage::Live) || self.replacements.contains(host.serial)
    }

    async fn diff(
        &self,
        goal: &Goal,
        provider: &Arc<dyn Provider>,
        old: &Resource,
        inputs: &Arc<Object>,
    ) -> Result<Diff, ProviderError> {
        let mut target = target(&goal.urn, &goal.resource_type, None);
        target.data.clone_from(&old.provider_data);
        target.ignored = goal.options.ignore_changes().to_vec();
        let request = DiffRequest {
            target,
            id: old.id.clone().unwrap_or_default(),
            old_inputs: former_dynamic::without_code(&old.inputs, &goal.resource_type).into_owned(),
            old_outputs: former_dynamic::without_code(&old.outputs, &goal.resource_type)
                .into_owned(),
            inputs: Arc::clone(inputs),
        };
        provider.diff(request).await
    }
}
