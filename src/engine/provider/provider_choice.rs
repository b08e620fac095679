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
    /// The keys of their packages.
    keys: Mutex<FxHashMap<Urn, String>>,
}

impl ProviderChoice {
    pub fn new(context: &Arc<RunContext>) -> Self {
        Self {
            context: Arc::clone(context),
            configurations: Mutex::default(),
            keys: Mutex::default(),
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
        let key = self.keys.lock().get(urn).cloned();
        let package = key.unwrap_or_else(|| {
            let in_state = self.context.state_log.live_provider(urn);
            in_state.map_or_else(|| package.to_owned(), |it| providers.key_of(&it))
        });
        providers.of_resource(urn, &package, &inputs).await
    }

    /// Records the key of the package that a provider resource of this run configures.
    pub fn add_key(&self, urn: &Urn, key: &str) {
        self.keys.lock().insert(urn.clone(), key.to_owned());
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
