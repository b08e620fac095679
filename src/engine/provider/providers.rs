//! The providers of a run: opened on first use, configured once.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::OnceCell;

use super::timed_provider::{TimeLimits, TimedProvider};
use crate::state_log::StateLog;

use lumi_graph::{
    Goal, Object, Parameterization, ResourceKind, ResourceOption, ResourceOptions, Urn, Value,
};
use lumi_provider::{
    Changes, Diff, DiffConfigRequest, ManagedObject, PackageVersion, Provider, ProviderError,
    Registry,
};
use lumi_state::{Resource, Serial, Stage};

/// Default providers by package, explicit ones by URN.
pub struct Providers {
    registry: Registry,
    configs: rustc_hash::FxHashMap<String, Object>,
    /// The current configurations of provider resources in the program.
    program_configs: rustc_hash::FxHashMap<Urn, Object>,
    slots: Mutex<HashMap<Key, Arc<Slot>>>,
    /// The effect of a package's current configuration on objects created with an older one.
    diffs: Mutex<HashMap<(String, String), Arc<DiffSlot>>>,
    time_limits: TimeLimits,
}

type DiffSlot = OnceCell<Result<Diff, ProviderError>>;

#[derive(Clone, PartialEq, Eq, Hash)]
enum Key {
    Package(String),
    Resource(Urn),
    /// A replaced one that old objects still need.
    Former(Serial),
    /// A package with a former configuration, by its name in the state.
    Configuration(String, String),
}

type Slot = OnceCell<Result<ConfiguredProvider, ProviderError>>;

/// A configured provider; without a provider if its configuration is unknown before the deployment.
#[derive(Clone)]
pub struct ConfiguredProvider {
    provider: Option<Arc<dyn Provider>>,
    /// The configuration of a default provider, if it uses one.
    configuration: Option<Arc<Object>>,
}

impl ConfiguredProvider {
    /// `None` in a preview, if the configuration depends on objects that do not exist yet.
    pub fn provider(&self) -> Option<&Arc<dyn Provider>> {
        self.provider.as_ref()
    }

    /// The checked configuration of a default provider.
    pub fn configuration(&self) -> Option<&Arc<Object>> {
        self.configuration.as_ref()
    }

    fn new(provider: Option<Arc<dyn Provider>>) -> Self {
        Self {
            provider,
            configuration: None,
        }
    }
}

/// Whether one configuration certainly reaches the objects of another.
fn reaches_same_objects(diff: &Diff) -> bool {
    diff.changes != Changes::Unknown && !diff.properties.iter().any(|it| it.replaces)
}

impl Providers {
    pub fn new(
        registry: Registry,
        configs: rustc_hash::FxHashMap<String, Object>,
        program_configs: rustc_hash::FxHashMap<Urn, Object>,
        time_limits: TimeLimits,
    ) -> Self {
        Self {
            registry,
            configs,
            program_configs,
            slots: Mutex::default(),
            diffs: Mutex::default(),
            time_limits,
        }
    }

    /// Tells the providers in this process which objects the stack has.
    pub fn set_objects(&self, objects: impl IntoIterator<Item = ManagedObject>) {
        self.registry.objects().set(objects);
    }

    /// Takes note of the package of a resource, if it consists of a plugin and parameters.
    pub fn parameterize(&self, package: &str, options: &ResourceOptions) {
        if let (Some(by), Some(version)) = (options.parameterization(), options.version()) {
            self.registry.parameterize(package, version, by);
        }
    }

    /// Sets the version of a goal's package, its plugin and its parameters, if the project has it as one that is made of
    /// parameters: the state has them, so that objects can be deleted without the project's packages.
    pub fn complete(&self, goal: &mut Goal) {
        if goal.kind == ResourceKind::Component || goal.options.version().is_some() {
            return;
        }
        let kind = &goal.resource_type;
        let package = kind.provided_package().unwrap_or(kind.package());
        let Some(package) = self.registry.parameterized(package) else {
            return;
        };
        let options = &mut goal.options;
        options.set(ResourceOption::Version(package.version.clone()));
        options.set(ResourceOption::Parameterization(package.by.clone()));
    }

    /// Takes note of a package in a version, which consists of a plugin and parameters.
    pub fn add_parameterized(&self, package: &str, version: &str, by: &Parameterization) {
        self.registry.parameterize(package, version, by);
    }

    /// The key of the version of a package that the options of a resource ask for. Packages in the methods below
    /// are such keys.
    pub fn key(&self, package: &str, version: Option<&str>) -> String {
        self.registry.key(package, version)
    }

    /// The key of the package that a provider resource with these options configures.
    pub fn key_with(&self, package: &str, options: &ResourceOptions) -> String {
        let key = self.key(package, options.version());
        match options.env_var_mappings() {
            Some(mappings) if !self.registry.is_own(package) => {
                PackageVersion::with_variables(key, mappings.iter())
            }
            _ => key,
        }
    }

    /// Whether the providers of a package have no process of their own.
    pub fn is_own(&self, package: &str) -> bool {
        self.registry.is_own(package)
    }

    /// A new provider of a package, for checking a configuration.
    pub fn open(&self, package: &str) -> Result<Arc<dyn Provider>, ProviderError> {
        let provider = self.registry.provider(package)?;
        let limits = self.time_limits.clone();
        let name = PackageVersion::package_of(package);
        Ok(Arc::new(TimedProvider::new(name, provider, limits)))
    }

    /// The default provider of a package.
    pub async fn of_package(&self, package: &str) -> Result<ConfiguredProvider, ProviderError> {
        let slot = self.slot(Key::Package(package.to_owned()));
        let configured = slot.get_or_init(|| async {
            let config = self.default_config(package);
            let provider = self.open(package)?;
            let checked = provider.check_config(config.clone()).await?;
            if let Some(failure) = checked.failures.first() {
                let package = PackageVersion::package_of(package);
                return Err(ProviderError::failed(format!(
                    "the configuration `{package}:{}` cannot be used: {}; set it with `lumi config set \
                     {package}:{}`",
                    failure.path, failure.reason, failure.path
                )));
            }
            let inputs = crate::registration::check::mark_secret_inputs(checked.inputs, &config);
            provider.configure(inputs.clone()).await?;
            let is_configurable = provider.is_configurable();
            Ok(ConfiguredProvider {
                provider: Some(provider),
                configuration: is_configurable.then(|| Arc::new(inputs)),
            })
        });
        configured.await.clone()
    }

    /// The default provider of a package for objects created with the configuration `old`, which
    /// has `name` in the state. The current configuration is used if it also reaches the objects:
    /// it may have newer credentials.
    pub async fn of_configuration(
        &self,
        package: &str,
        name: &str,
        old: &Object,
    ) -> Result<ConfiguredProvider, ProviderError> {
        if let Ok(now) = self.of_package(package).await {
            let Some(new) = now.configuration() else {
                return Ok(now);
            };
            if **new == *old || reaches_same_objects(&self.diff_of(package, name, old, new).await?)
            {
                return Ok(now);
            }
        }
        let key = Key::Configuration(package.to_owned(), name.to_owned());
        self.with_inputs(key, package, old).await
    }

    /// Compares the current configuration of a package with the one that objects were created with.
    pub async fn diff_of(
        &self,
        package: &str,
        name: &str,
        old: &Object,
        new: &Object,
    ) -> Result<Diff, ProviderError> {
        let slot = {
            let mut diffs = self.diffs.lock();
            Arc::clone(
                diffs
                    .entry((package.to_owned(), name.to_owned()))
                    .or_default(),
            )
        };
        let diff = slot.get_or_init(|| async {
            let request = DiffConfigRequest {
                old_inputs: old.clone(),
                inputs: new.clone(),
            };
            let provider = self.open(package)?;
            provider.diff_config(request).await
        });
        diff.await.clone()
    }

    /// The provider that a resource of this run or the state configures; `inputs` are checked.
    pub async fn of_resource(
        &self,
        urn: &Urn,
        package: &str,
        inputs: &Object,
    ) -> Result<ConfiguredProvider, ProviderError> {
        let key = Key::Resource(urn.clone());
        self.with_inputs(key, package, inputs).await
    }

    async fn with_inputs(
        &self,
        key: Key,
        package: &str,
        inputs: &Object,
    ) -> Result<ConfiguredProvider, ProviderError> {
        let slot = self.slot(key);
        let configured = slot.get_or_init(|| self.configured(package, inputs));
        configured.await.clone()
    }

    async fn configured(
        &self,
        package: &str,
        inputs: &Object,
    ) -> Result<ConfiguredProvider, ProviderError> {
        if inputs.values().any(Value::contains_unknown) {
            return Ok(ConfiguredProvider::new(None));
        }
        let provider = self.open(package)?;
        provider.configure(inputs.clone()).await?;
        Ok(ConfiguredProvider::new(Some(provider)))
    }

    /// The provider for an object of the state by its provider resource: with the program's current
    /// configuration, if that reaches the objects of the configuration in the state.
    pub async fn of_state(&self, provider: &Resource) -> Result<ConfiguredProvider, ProviderError> {
        let package = self.key_of(provider);
        let package = package.as_str();
        let Stage::Live = provider.stage else {
            let key = Key::Former(provider.serial);
            return self.with_inputs(key, package, &provider.inputs).await;
        };
        let slot = self.slot(Key::Resource(provider.urn.clone()));
        let configured = slot.get_or_init(|| async {
            let newer = match self.current_configuration(provider) {
                Some(now) => self.newer_config(package, provider, now).await,
                None => None,
            };
            self.configured(package, newer.as_ref().unwrap_or(&provider.inputs))
                .await
        });
        configured.await.clone()
    }

    /// The program's current configuration of a provider resource instead of the recorded one, if
    /// it reaches the same objects.
    pub async fn present_config(&self, recorded: &Resource) -> Option<Object> {
        let package = self.key_of(recorded);
        let now = self.current_configuration(recorded)?;
        let newer = self.newer_config(&package, recorded, now).await;
        newer.map(|_| now.clone())
    }

    /// The key of the package that a provider resource configures.
    pub fn key_of(&self, provider: &Resource) -> String {
        let package = provider.urn.resource_type().rsplit(':').next();
        self.key_with(package.unwrap_or_default(), &provider.options)
    }

    /// The program's current configuration of a provider resource, if it differs.
    fn current_configuration(&self, provider: &Resource) -> Option<&Object> {
        let now = self.program_configs.get(&provider.urn);
        // Of an ephemeral value the state has the place alone.
        now.filter(|it| **it != *provider.inputs || it.values().any(Value::contains_ephemeral))
    }

    /// The checked configuration `now`; `None` if it may not reach the objects of `provider`.
    async fn newer_config(
        &self,
        package: &str,
        provider: &Resource,
        now: &Object,
    ) -> Option<Object> {
        if now.values().any(Value::contains_unknown) {
            return None;
        }
        let opened = self.open(package).ok()?;
        let checked = opened.check_config(now.clone()).await;
        let checked = checked.ok().filter(|it| it.failures.is_empty())?;
        let inputs = crate::registration::check::mark_secret_inputs(checked.inputs, now);
        let request = DiffConfigRequest {
            old_inputs: Object::clone(&provider.inputs),
            inputs: inputs.clone(),
        };
        if !opened.reaches(&request) {
            return None;
        }
        let diff = opened.diff_config(request).await.ok()?;
        let is_reached = !diff.properties.iter().any(|it| it.replaces);
        is_reached.then_some(inputs)
    }

    /// The provider of an object of the state.
    pub async fn of_object(
        &self,
        state_log: &StateLog,
        resource: &Resource,
    ) -> Result<ConfiguredProvider, ProviderError> {
        let Some(urn) = &resource.provider else {
            let package = resource.urn.resource_type().split(':').next();
            let version = resource.options.version();
            let package = self.key(package.unwrap_or_default(), version);
            let package = package.as_str();
            let made_with = state_log.with(|it| it.configuration_of(resource).cloned());
            return match (&resource.configuration, made_with) {
                (Some(name), Some(old)) => self.of_configuration(package, name, &old).await,
                _ => self.of_package(package).await,
            };
        };
        match state_log.provider_of(resource) {
            Some(provider) => self.of_state(&provider).await,
            None => Err(ProviderError::failed(format!(
                "its provider {urn} is not in the state"
            ))),
        }
    }

    /// The configuration of a package's default provider, as the user wrote it.
    pub fn default_config(&self, package: &str) -> Object {
        let package = PackageVersion::package_of(package);
        self.configs.get(package).cloned().unwrap_or_default()
    }

    /// Drops the provider of a resource; it is configured again on its next use.
    pub fn forget(&self, urn: &Urn) {
        self.slots.lock().remove(&Key::Resource(urn.clone()));
    }

    /// Cancels the running requests of all open providers.
    pub async fn cancel(&self) {
        for provider in self.opened() {
            provider.cancel().await;
        }
    }

    /// Closes what the providers hold open for the run.
    pub async fn close(&self) {
        for provider in self.opened() {
            provider.close().await;
        }
    }

    fn opened(&self) -> Vec<Arc<dyn Provider>> {
        let slots = self.slots.lock();
        let configured = slots.values().filter_map(|slot| slot.get()?.as_ref().ok());
        configured.filter_map(|it| it.provider().cloned()).collect()
    }

    /// Drops the providers of the run.
    pub fn release(&self) {
        self.slots.lock().clear();
    }

    fn slot(&self, key: Key) -> Arc<Slot> {
        Arc::clone(self.slots.lock().entry(key).or_default())
    }
}
