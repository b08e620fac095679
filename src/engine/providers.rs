//! The providers of a run: opened when first needed, configured once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::OnceCell;

use crate::graph::{Object, Urn, Value};
use crate::provider::{Provider, ProviderError, Registry};
use crate::state::{Resource, Serial, Stage};

/// Default providers by package, explicit ones by URN.
pub struct Providers {
    registry: Registry,
    configs: rustc_hash::FxHashMap<String, Object>,
    slots: Mutex<HashMap<Key, Arc<Slot>>>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Key {
    Package(String),
    Resource(Urn),
    /// One that was replaced, and that old objects still need.
    Former(Serial),
}

type Slot = OnceCell<Result<Configured, ProviderError>>;

/// A provider that is ready, unless its configuration is not known before the deployment.
#[derive(Clone)]
pub struct Configured(Option<Arc<dyn Provider>>);

impl Configured {
    /// `None` in a preview, when it depends on what does not exist yet.
    pub fn provider(&self) -> Option<&Arc<dyn Provider>> {
        self.0.as_ref()
    }
}

impl Providers {
    pub fn new(registry: Registry, configs: rustc_hash::FxHashMap<String, Object>) -> Self {
        Self {
            registry,
            configs,
            slots: Mutex::default(),
        }
    }

    /// A new provider of a package, for checking a configuration.
    pub fn open(&self, package: &str) -> Result<Arc<dyn Provider>, ProviderError> {
        self.registry.provider(package)
    }

    /// The default provider of a package.
    pub async fn of_package(&self, package: &str) -> Result<Configured, ProviderError> {
        let slot = self.slot(Key::Package(package.to_owned()));
        let configured = slot.get_or_init(|| async {
            let config = self.default_config(package);
            let provider = self.open(package)?;
            let checked = provider.check_config(config.clone()).await?;
            if let Some(failure) = checked.failures.first() {
                return Err(ProviderError::failed(format!(
                    "the configuration `{package}:{}` cannot be used: {}; set it with `lumi config set \
                     {package}:{}`",
                    failure.path, failure.reason, failure.path
                )));
            }
            let inputs = super::check::marked(checked.inputs, &config);
            provider.configure(inputs).await?;
            Ok(Configured(Some(provider)))
        });
        configured.await.clone()
    }

    /// The provider that a resource of this run or of the state configures; `inputs` are checked.
    pub async fn of_resource(
        &self,
        urn: &Urn,
        package: &str,
        inputs: &Object,
    ) -> Result<Configured, ProviderError> {
        let key = Key::Resource(urn.clone());
        self.with_inputs(key, package, inputs).await
    }

    async fn with_inputs(
        &self,
        key: Key,
        package: &str,
        inputs: &Object,
    ) -> Result<Configured, ProviderError> {
        let slot = self.slot(key);
        let configured = slot.get_or_init(|| async {
            if inputs.values().any(Value::contains_unknown) {
                return Ok(Configured(None));
            }
            let provider = self.open(package)?;
            provider.configure(inputs.clone()).await?;
            Ok(Configured(Some(provider)))
        });
        configured.await.clone()
    }

    /// The provider of a resource of the state that is configured by another one.
    pub async fn of_state(&self, provider: &Resource) -> Result<Configured, ProviderError> {
        let package = provider.urn.resource_type().rsplit(':').next();
        let key = match provider.stage {
            Stage::Live => Key::Resource(provider.urn.clone()),
            _ => Key::Former(provider.serial),
        };
        self.with_inputs(key, package.unwrap_or_default(), &provider.inputs)
            .await
    }

    /// The configuration of the default provider of a package, as the user wrote it.
    pub fn default_config(&self, package: &str) -> Object {
        self.configs.get(package).cloned().unwrap_or_default()
    }

    /// The provider of a resource is configured anew when it is needed next.
    pub fn forget(&self, urn: &Urn) {
        self.lock().remove(&Key::Resource(urn.clone()));
    }

    /// Asks all providers that are open to come to an end.
    pub async fn cancel(&self) {
        let open: Vec<Arc<Slot>> = self.lock().values().cloned().collect();
        for slot in open {
            if let Some(Ok(Configured(Some(provider)))) = slot.get() {
                provider.cancel().await;
            }
        }
    }

    /// Nobody needs them any more.
    pub fn release(&self) {
        self.lock().clear();
    }

    fn slot(&self, key: Key) -> Arc<Slot> {
        Arc::clone(self.lock().entry(key).or_default())
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Key, Arc<Slot>>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
