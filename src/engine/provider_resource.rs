//! A resource that configures a provider, and what another configuration means for those it made.
//!
//! It has no object. When its new configuration can still reach what was made with the old one, it
//! is updated, and its resources are compared anew. When not, it is replaced: it gets another id, its
//! resources are replaced with it, and the old one stays in the state until the last object that was
//! made with it is gone.

use std::sync::Arc;

use uuid::Uuid;

use lumi_graph::{Object, ResourceKind, Urn, Value};
use lumi_provider::{Changes, Diff, DiffConfigRequest, Provider, ProviderError};
use lumi_state::{Record, Resource, Serial};

use super::event::StepInfo;
use super::plan::{Decision, DiffContext};
use super::redactor::Redactor;
use super::registration::{ResolvedGoal, step_info, with_inputs};
use super::request::{Registered, RegisteredOutputs};
use super::run::{RegisterError, Run, failure};
use super::step::StepKind;

/// Why a provider resource is replaced whose new configuration would do for what stays.
const OLD_OBJECTS: &str = "objects may have to be deleted with its old configuration";

impl Run {
    pub(super) async fn provider_resource(
        &self,
        resolved: &ResolvedGoal,
    ) -> Result<Registered, RegisterError> {
        let ResolvedGoal { goal, old, .. } = resolved;
        let package = goal.resource_type.provided_package().unwrap_or_default();
        let redactor = Redactor::new([&goal.inputs]);
        let refuse = |error: &ProviderError| {
            self.refuse(goal, old.as_ref(), failure(error, &redactor).message)
        };
        let provider = self.providers.open(package).map_err(|it| refuse(&it))?;
        let inputs = self.checked_config(resolved, &provider).await?;
        let decision = match old.as_ref().filter(|it| it.kind == ResourceKind::Provider) {
            None => None,
            Some(old) => {
                let decided = self.decide_config(resolved, &provider, old, &inputs).await;
                Some(decided.map_err(|it| refuse(&it))?)
            }
        };
        let (note, kept) = self.provider_step(resolved, decision, &inputs)?;
        // A refresh before may have configured it as it was.
        self.providers.forget(&goal.urn);
        // The process of a plugin that has checked the configuration can work with it.
        drop(provider);
        let configured = self
            .providers
            .of_resource(&goal.urn, package, &inputs)
            .await;
        configured.map_err(|it| refuse(&it))?;
        self.record_provider(resolved, note, kept, inputs)
    }

    /// The configuration as it will be used.
    async fn checked_config(
        &self,
        resolved: &ResolvedGoal,
        provider: &Arc<dyn Provider>,
    ) -> Result<Arc<Object>, RegisterError> {
        let ResolvedGoal { goal, old, .. } = resolved;
        let unknown = goal.inputs.iter().find(|(_, it)| it.contains_unknown());
        if let (false, Some((key, _))) = (self.options.preview, unknown) {
            let message = format!(
                "its input `{key}` is not known, because what it comes from is not deployed; deploy \
                 that, too"
            );
            return Err(self.refuse(goal, old.as_ref(), message));
        }
        let redactor = || Redactor::new([&goal.inputs]);
        let checked = provider.check_config(goal.inputs.clone()).await;
        let checked = checked.map_err(|error| {
            let message = failure(&error, &redactor()).message;
            self.refuse(goal, old.as_ref(), message)
        })?;
        if !checked.failures.is_empty() {
            let message = redactor().redact(&super::check::describe(&checked.failures));
            return Err(self.refuse(goal, old.as_ref(), message));
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
                // It does not matter to the provider, but is to be recorded.
                diff.changes = Changes::Unknown;
            }
            diff
        };
        let is_replaced = self.options.selection.is_replaced(&resolved.goal.urn);
        let is_asked = is_replaced.then_some("--replace names it");
        // The old one stays until what it alone can delete is gone.
        let is_needed = (!provider.reaches(&request)).then_some(OLD_OBJECTS);
        let question = DiffContext {
            old,
            inputs,
            diff: &diff,
            options: &resolved.options,
            replace_because: is_asked.or(is_needed),
        };
        Ok(match question.decide() {
            Decision::Same if old.inputs != *inputs => Decision::Update(Default::default()),
            decision => decision,
        })
    }

    /// The step, and what it leaves of the old resource.
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
        let mut note = with_inputs(step_info(kind, goal, old.as_ref()), inputs);
        if let Some(why) = why {
            note.changes = why.changes;
            note.reason = why.reason;
        }
        self.check_plan(&note)
            .map_err(|it| self.fail(note.clone(), None, it))?;
        let Some(old) = old else {
            return Ok((note, None));
        };
        if old.kind != ResourceKind::Provider {
            self.mark_displaced(old, &note, "a provider")?;
            return Ok((note, None));
        }
        if kind != StepKind::CreateReplacement {
            return Ok((note, Some(old)));
        }
        self.refuse_if_protected(resolved, old, &note)?;
        self.mark_replaced(old)?;
        Ok((note, None))
    }

    fn record_provider(
        &self,
        resolved: &ResolvedGoal,
        note: StepInfo,
        old: Option<&Arc<Resource>>,
        inputs: Arc<Object>,
    ) -> Result<Registered, RegisterError> {
        let urn = resolved.goal.urn.clone();
        self.run_state()
            .configurations
            .insert(urn, Arc::clone(&inputs));
        let id = match old.and_then(|it| it.id.clone()) {
            Some(id) => id,
            None => Uuid::new_v4().to_string(),
        };
        let mut resource = self.resource_of(resolved, old, Arc::clone(&inputs), inputs);
        resource.id = Some(id.clone());
        let outputs = Object::clone(&resource.outputs);
        self.put_if_changed(resource, old)?;
        self.reporter.end(note, None);
        Ok(Registered {
            id: Some(Value::String(id)),
            outputs: RegisteredOutputs::Deployed(outputs),
        })
    }

    /// Why a resource must be replaced with its provider: it has another one now, or that was
    /// replaced, and the provider says that its objects cannot be reached any more.
    pub(super) async fn replaced_with_provider(
        &self,
        resolved: &ResolvedGoal,
        old: &Resource,
    ) -> Result<Option<String>, ProviderError> {
        let goal = &resolved.goal;
        let before = self.state_log.provider_of(old);
        let is_same = match (&before, &goal.provider) {
            (None, None) => return self.replaced_with_configuration(resolved, old).await,
            (Some(before), Some(urn)) => self.live_serial(urn) == Some(before.serial),
            _ => false,
        };
        if is_same {
            return Ok(None);
        }
        let package = goal.resource_type.package();
        let old_inputs = match &before {
            Some(before) => Object::clone(&before.inputs),
            None => match self.state_log.with(|it| it.configuration_of(old).cloned()) {
                Some(made_with) => made_with,
                None => self.providers.default_config(package),
            },
        };
        let inputs = match &goal.provider {
            Some(urn) => Object::clone(&self.provider_inputs(urn)),
            None => self.providers.default_config(package),
        };
        let request = DiffConfigRequest { old_inputs, inputs };
        let provider = self.providers.open(package)?;
        let diff = provider.diff_config(request).await?;
        Ok(unreachable(&diff))
    }

    /// Why a resource of the default provider is replaced when that has another configuration.
    async fn replaced_with_configuration(
        &self,
        resolved: &ResolvedGoal,
        old: &Resource,
    ) -> Result<Option<String>, ProviderError> {
        let now = resolved.provider.as_ref().and_then(|it| it.configuration());
        let made_with = self.state_log.with(|it| it.configuration_of(old).cloned());
        let (Some(now), Some(made_with), Some(name)) = (now, made_with, &old.configuration) else {
            return Ok(None);
        };
        if **now == made_with {
            return Ok(None);
        }
        let package = resolved.goal.resource_type.package();
        let diff = self.providers.diff_of(package, name, &made_with, now);
        Ok(unreachable(&diff.await?))
    }

    /// The name of the configuration that a resource is managed with from now on.
    pub(super) fn configuration_name(&self, resolved: &ResolvedGoal) -> Option<String> {
        let is_default = resolved.goal.provider.is_none();
        let provider = resolved.provider.as_ref().filter(|_| is_default)?;
        let configuration = provider.configuration()?;
        let value = Value::Object(Object::clone(configuration));
        let known = self.state_log.with(|state| {
            let known = state.name_of_configuration(configuration);
            // The name is reserved for this configuration.
            if let (Err(name), false) = (&known, self.options.preview) {
                state.configurations.insert(name.clone(), value.clone());
            }
            known
        });
        let name = match known {
            Ok(name) => return Some(name),
            Err(_) if self.options.preview => return None,
            Err(name) => name,
        };
        let new = [(name.clone(), value)].into_iter().collect();
        if let Err(error) = self.state_log.append_unsynced(&Record::Configurations(new)) {
            self.abort_on_state_error(error);
        }
        Some(name)
    }

    /// The provider resource of the old state that one of this run stands for, unless it takes its
    /// place.
    fn live_serial(&self, urn: &Urn) -> Option<Serial> {
        let run_state = self.run_state();
        let serial = self
            .old()
            .find(run_state.old_names.get(urn).unwrap_or(urn))?;
        (!run_state.replaced.contains(&serial)).then_some(serial)
    }

    /// The inputs of a provider resource that was registered before, here or in an earlier run.
    pub(super) fn provider_inputs(&self, urn: &Urn) -> Arc<Object> {
        let registered = self.run_state().configurations.get(urn).cloned();
        registered.unwrap_or_else(|| {
            let in_state = self.state_log.live_provider(urn);
            in_state.map_or_else(Arc::default, |it| Arc::clone(&it.inputs))
        })
    }
}

/// Why an object cannot be reached with another configuration.
fn unreachable(diff: &Diff) -> Option<String> {
    let replaces = diff.properties.iter().filter(|it| it.replaces);
    let paths: Vec<&str> = replaces.map(|it| it.path.as_str()).collect();
    (!paths.is_empty()).then(|| {
        let paths = paths.join(", ");
        format!("its provider cannot reach the object any more: {paths} is another")
    })
}
