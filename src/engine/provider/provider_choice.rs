//! Chooses the provider of a goal, a function or a method.

use std::sync::Arc;

use parking_lot::Mutex;
use rustc_hash::FxHashMap;

use lumi_graph::{Object, Urn};
use lumi_provider::ProviderError;

use super::providers::ConfiguredProvider;
use crate::run_context::RunContext;

/// Chooses between the default provider of a package and provider resources.
pub struct ProviderChoice {
    context: Arc<RunContext>,
    /// The checked inputs of registered provider resources.
    configurations: Mutex<FxHashMap<Urn, Arc<Object>>>,
    /// The versions of their packages that they ask for.
    versions: Mutex<FxHashMap<Urn, Option<String>>>,
}

impl ProviderChoice {
    pub fn new(context: &Arc<RunContext>) -> Self {
        Self {
            context: Arc::clone(context),
            configurations: Mutex::default(),
            versions: Mutex::default(),
        }
    }

    /// The provider of a provider resource, or the default provider of a package.
    pub async fn chosen(
        &self,
        resource: Option<&Urn>,
        package: &str,
        version: Option<&str>,
    ) -> Result<ConfiguredProvider, ProviderError> {
        let providers = &self.context.providers;
        let Some(urn) = resource else {
            return providers.of_package(&providers.key(package, version)).await;
        };
        let package = urn.resource_type().rsplit(':').next().unwrap_or_default();
        let inputs = self.inputs_of(urn);
        let version = self.versions.lock().get(urn).cloned();
        let version = version.unwrap_or_else(|| {
            let in_state = self.context.state_log.live_provider(urn);
            in_state.and_then(|it| it.options.version().map(str::to_owned))
        });
        let package = providers.key(package, version.as_deref());
        providers.of_resource(urn, &package, &inputs).await
    }

    /// Records the version that a provider resource of this run asks for.
    pub fn add_version(&self, urn: &Urn, version: Option<&str>) {
        let version = version.map(str::to_owned);
        self.versions.lock().insert(urn.clone(), version);
    }

    /// Records the checked inputs of a provider resource.
    pub fn add_configuration(&self, urn: &Urn, inputs: &Arc<Object>) {
        self.configurations
            .lock()
            .insert(urn.clone(), Arc::clone(inputs));
    }

    /// The inputs of a provider resource that was registered in this or an earlier run.
    pub fn inputs_of(&self, urn: &Urn) -> Arc<Object> {
        let registered = self.configurations.lock().get(urn).cloned();
        registered.unwrap_or_else(|| {
            let in_state = self.context.state_log.live_provider(urn);
            in_state.map_or_else(Arc::default, |it| Arc::clone(&it.inputs))
        })
    }
}
