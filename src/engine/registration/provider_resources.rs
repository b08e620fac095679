//! Provider resources, and the effect of a new configuration on their objects.
//!
//! A provider resource has no object. If its new configuration can still reach the existing
//! objects, it is updated, and its resources are compared again. Otherwise it is replaced: it gets
//! a new id, its resources are replaced with it, and the old one stays in the state until its last
//! object is gone.

use std::sync::Arc;

use uuid::Uuid;

use lumi_graph::{Object, ResourceKind, Value};
use lumi_provider::{Changes, Diff, DiffConfigRequest, Provider, ProviderError};
use lumi_state::Resource;

use super::resolved_goal::ResolvedGoal;
use crate::deletion::replacements::Replacements;
use crate::event::{StepFailure, StepInfo};
use crate::plan::{Decision, DiffContext};
use crate::provider::provider_choice::ProviderChoice;
use crate::request::{RegisterError, Registered, RegisteredOutputs};
use crate::run_context::RunContext;
use crate::steps::resource_records::ResourceRecords;
use crate::steps::step::StepKind;

/// The reason to replace a provider resource whose new configuration suffices only for objects that
/// are kept.
const OLD_OBJECTS: &str = "objects may have to be deleted with its old configuration";

/// Registers provider resources.
pub struct ProviderResources {
    pub context: Arc<RunContext>,
    pub choice: Arc<ProviderChoice>,
    pub records: Arc<ResourceRecords>,
    pub replacements: Arc<Replacements>,
}

impl ProviderResources {
    pub async fn register(&self, resolved: &ResolvedGoal) -> Result<Registered, RegisterError> {
        let ResolvedGoal { goal, old, .. } = resolved;
        let package = goal.resource_type.provided_package().unwrap_or_default();
        let providers = &self.context.providers;
        if goal.options.env_var_mappings().is_some() && providers.is_own(package) {
            let message = format!(
                "it has the option `envVarMappings`, but `{package}` has no process of its own"
            );
            return Err(self.context.refuse(goal, old.as_ref(), message));
        }
        let package = providers.key_with(package, &goal.options);
        let package = package.as_str();
        self.choice.add_key(&goal.urn, package);
        let redactor = self.context.redactor([&goal.inputs]);
        let refuse = |error: &ProviderError| {
            self.context.refuse(
                goal,
                old.as_ref(),
                StepFailure::of_provider(error, &redactor),
            )
        };
        let provider = self
            .context
            .providers
            .open(package)
            .map_err(|it| refuse(&it))?;
        let inputs = self.checked_config(resolved, &provider).await?;
        let decision = match old.as_ref().filter(|it| it.kind == ResourceKind::Provider) {
            None => None,
            Some(old) => {
                let decided = self.decide_config(resolved, &provider, old, &inputs).await;
                Some(decided.map_err(|it| refuse(&it))?)
            }
        };
        let (step, kept) = self.provider_step(resolved, decision, &inputs)?;
        // An earlier refresh may have configured the old inputs.
        self.context.providers.forget(&goal.urn);
        // The plugin process that checked the configuration can be reused.
        drop(provider);
        let configured = self
            .context
            .providers
            .of_resource(&goal.urn, package, &inputs)
            .await;
        configured.map_err(|it| refuse(&it))?;
        self.record_provider(resolved, step, kept, inputs)
    }

    /// The checked configuration.
    async fn checked_config(
        &self,
        resolved: &ResolvedGoal,
        provider: &Arc<dyn Provider>,
    ) -> Result<Arc<Object>, RegisterError> {
        let ResolvedGoal { goal, old, .. } = resolved;
        let unknown = goal.inputs.iter().find(|(_, it)| it.contains_unknown());
        if let (false, Some((key, _))) = (self.context.options.preview, unknown) {
            let message = format!(
                "its input `{key}` is not known, because the resource that it comes from is not \
                 deployed; deploy that resource, too"
            );
            return Err(self.context.refuse(goal, old.as_ref(), message));
        }
        let redactor = || self.context.redactor([&goal.inputs]);
        let checked = provider.check_config(goal.inputs.clone()).await;
        let checked = checked.map_err(|error| {
            let failure = StepFailure::of_provider(&error, &redactor());
            self.context.refuse(goal, old.as_ref(), failure)
        })?;
        let mut failures = checked.failures;
        failures.extend(super::check::misplaced(&checked.inputs, &checked.unstored));
        if !failures.is_empty() {
            let mut failure = super::check::describe(&failures, &goal.inputs);
            failure.message = redactor().redact(&failure.message);
            return Err(self.context.refuse(goal, old.as_ref(), failure));
        }
        Ok(Arc::new(super::check::mark_secret_inputs(
            checked.inputs,
            &goal.inputs,
        )))
    }

    async fn decide_config(
        &self,
        resolved: &ResolvedGoal,
        provider: &Arc<dyn Provider>,
        old: &Resource,
        inputs: &Arc<Object>,
    ) -> Result<Decision, ProviderError> {
        let request = DiffConfigRequest {
            old_inputs: Object::clone(&old.inputs),
            inputs: Object::clone(inputs),
        };
        let diff = if old.inputs == *inputs {
            Diff {
                changes: Changes::None,
                ..Diff::default()
            }
        } else {
            let mut diff = provider.diff_config(request.clone()).await?;
            if diff.changes == Changes::None {
                // Irrelevant to the provider, but recorded.
                diff.changes = Changes::Unknown;
            }
            diff
        };
        let is_replaced = self
            .context
            .options
            .selection
            .is_replaced(&resolved.goal.urn);
        let is_asked = is_replaced.then_some("--replace names it");
        // The old one stays until the objects that only it can delete are gone.
        let is_needed = (!provider.reaches(&request)).then_some(OLD_OBJECTS);
        let question = DiffContext {
            old,
            inputs,
            diff: &diff,
            options: &resolved.goal.options,
            replace_because: is_asked.or(is_needed),
        };
        Ok(match question.decide() {
            Decision::Same if old.inputs != *inputs => Decision::Update(Default::default()),
            decision => decision,
        })
    }

    /// The step, and what remains of the old resource.
    fn provider_step<'a>(
        &self,
        resolved: &'a ResolvedGoal,
        decision: Option<Decision>,
        inputs: &Arc<Object>,
    ) -> Result<(StepInfo, Option<&'a Arc<Resource>>), RegisterError> {
        let ResolvedGoal { goal, old, .. } = resolved;
        let (kind, why) = match decision {
            None => (StepKind::Create, None),
            Some(Decision::Same) => (StepKind::Same, None),
            Some(Decision::Update(why)) => (StepKind::Update, Some(why)),
            Some(Decision::Replace { why, .. }) => (StepKind::CreateReplacement, Some(why)),
        };
        let mut step = StepInfo::of_goal(kind, goal, old.as_ref()).with_inputs(inputs);
        if let Some(why) = why {
            step.changes = why.changes;
            step.reason = why.reason;
        }
        self.context.check_plan(&step)?;
        let Some(old) = old else {
            return Ok((step, None));
        };
        if old.kind != ResourceKind::Provider {
            self.replacements.mark_displaced(old, &step, "a provider")?;
            return Ok((step, None));
        }
        if kind != StepKind::CreateReplacement {
            return Ok((step, Some(old)));
        }
        self.replacements
            .refuse_if_protected(&resolved.goal.options, old, &step)?;
        self.replacements.mark_replaced(old)?;
        Ok((step, None))
    }

    fn record_provider(
        &self,
        resolved: &ResolvedGoal,
        step: StepInfo,
        old: Option<&Arc<Resource>>,
        inputs: Arc<Object>,
    ) -> Result<Registered, RegisterError> {
        self.choice.add_configuration(&resolved.goal.urn, &inputs);
        let id = match old.and_then(|it| it.id.clone()) {
            Some(id) => id,
            None => Uuid::new_v4().to_string(),
        };
        let mut resource = self
            .records
            .resource_of(resolved, old, Arc::clone(&inputs), inputs);
        resource.id = Some(id.clone());
        let outputs = Object::clone(&resource.outputs);
        self.records.put_if_changed(resource, old)?;
        self.context.reporter.end(step, None);
        Ok(Registered {
            id: Some(Value::String(id)),
            outputs: RegisteredOutputs::Deployed(outputs),
        })
    }
}
