//! The effect of a changed provider or configuration on existing objects.

use std::sync::Arc;

use lumi_graph::{Object, Urn};
use lumi_provider::{Diff, DiffConfigRequest, ProviderError};
use lumi_state::{Resource, Serial};

use super::provider_choice::ProviderChoice;
use crate::deletion::replacements::Replacements;
use crate::registration::identities::Identities;
use crate::registration::resolved_goal::ResolvedGoal;
use crate::run_context::RunContext;

/// Compares the provider that created an object with the current one.
pub struct ProviderChanges {
    pub context: Arc<RunContext>,
    pub choice: Arc<ProviderChoice>,
    pub identities: Arc<Identities>,
    pub replacements: Arc<Replacements>,
}

impl ProviderChanges {
    /// The reason to replace a resource with its provider: the provider is another one or was
    /// replaced, and says that its objects can no longer be reached.
    pub async fn replaced_with_provider(
        &self,
        resolved: &ResolvedGoal,
        old: &Resource,
    ) -> Result<Option<String>, ProviderError> {
        let goal = &resolved.goal;
        let before = self.context.state_log.provider_of(old);
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
            None => match self
                .context
                .state_log
                .with(|it| it.configuration_of(old).cloned())
            {
                Some(made_with) => made_with,
                None => self.context.providers.default_config(package),
            },
        };
        let inputs = match &goal.provider {
            Some(urn) => Object::clone(&self.choice.inputs_of(urn)),
            None => self.context.providers.default_config(package),
        };
        let request = DiffConfigRequest { old_inputs, inputs };
        let version = goal.options.version();
        let provider = self.context.providers.key(package, version);
        let provider = self.context.providers.open(&provider)?;
        let diff = provider.diff_config(request).await?;
        Ok(unreachable(&diff))
    }

    /// The reason to replace a resource of a default provider whose configuration has changed.
    async fn replaced_with_configuration(
        &self,
        resolved: &ResolvedGoal,
        old: &Resource,
    ) -> Result<Option<String>, ProviderError> {
        let now = resolved.provider.as_ref().and_then(|it| it.configuration());
        let made_with = self
            .context
            .state_log
            .with(|it| it.configuration_of(old).cloned());
        let (Some(now), Some(made_with), Some(name)) = (now, made_with, &old.configuration) else {
            return Ok(None);
        };
        if **now == made_with {
            return Ok(None);
        }
        let goal = &resolved.goal;
        let providers = &self.context.providers;
        let package = providers.key(goal.resource_type.package(), goal.options.version());
        let diff = providers.diff_of(&package, name, &made_with, now);
        Ok(unreachable(&diff.await?))
    }

    /// The provider resource of the old state that corresponds to one of this run, unless it is
    /// replaced.
    fn live_serial(&self, urn: &Urn) -> Option<Serial> {
        let serial = self.context.old().find(&self.identities.old_name(urn))?;
        (!self.replacements.contains(serial)).then_some(serial)
    }
}

/// Why an object cannot be reached with another configuration.
fn unreachable(diff: &Diff) -> Option<String> {
    let replaces = diff.properties.iter().filter(|it| it.replaces);
    let paths: Vec<&str> = replaces.map(|it| it.path.as_str()).collect();
    (!paths.is_empty()).then(|| {
        let paths = paths.join(", ");
        format!("its provider can no longer reach the object: {paths} has changed")
    })
}
