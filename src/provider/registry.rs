//! The packages available to a run.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use lumi_graph::Parameterization;

use super::builtin::StdProvider;
use super::name_advice::advice;
use super::{
    Access, ManagedObjects, PackageName, ParameterizedPackage, PluginHost, Provider, ProviderError,
    SecretGate, SecretPolicy, StagedAssets, resource_tags::TaggingProvider,
    staged_assets::AssetStage,
};

/// Creates unconfigured providers of one package, one for each configuration. Slow work, such as
/// starting a process, is deferred to the first request.
pub type ProviderFactory = Arc<dyn Fn() -> Result<Arc<dyn Provider>, ProviderError> + Send + Sync>;

/// Packages by name. Clones share their factories.
#[derive(Clone, Default)]
pub struct Registry {
    packages: BTreeMap<String, ProviderFactory>,
    /// The objects of the stack, which providers in this process know.
    objects: ManagedObjects,
    /// The source of other packages.
    plugins: Option<PluginHost>,
    /// The assets of the package that is deployed.
    assets: Option<Arc<StagedAssets>>,
    /// Whether objects say which resources they are of.
    is_tagging: bool,
}

impl Registry {
    /// A registry without packages.
    pub fn new() -> Self {
        Self::default()
    }

    /// A registry with Lumi's own packages. `project` is the absolute path of the folder against
    /// which relative paths in inputs are resolved.
    pub fn with_builtin(project: impl Into<PathBuf>, access: Arc<dyn Access>) -> Self {
        let project = project.into();
        let mut registry = Self::new();
        let objects = registry.objects.clone();
        registry.add("std", move || {
            let access = Arc::clone(&access);
            let provider = StdProvider::new(project.clone(), access, objects.clone());
            Ok(Arc::new(provider) as Arc<dyn Provider>)
        });
        registry
    }

    /// Adds a package, whose providers get plain data; replaces one of the same name.
    pub fn add(
        &mut self,
        package: impl Into<String>,
        factory: impl Fn() -> Result<Arc<dyn Provider>, ProviderError> + Send + Sync + 'static,
    ) {
        self.add_keeping_secrets(package, move || {
            let gate = SecretGate::new(factory()?, SecretPolicy::Plain);
            Ok(Arc::new(gate) as Arc<dyn Provider>)
        });
    }

    /// Adds a package whose providers get marked secrets.
    pub fn add_keeping_secrets(
        &mut self,
        package: impl Into<String>,
        factory: impl Fn() -> Result<Arc<dyn Provider>, ProviderError> + Send + Sync + 'static,
    ) {
        self.packages.insert(package.into(), Arc::new(factory));
    }

    /// The objects of the stack, as the engine tells them before a run.
    pub fn objects(&self) -> &ManagedObjects {
        &self.objects
    }

    /// Sets the plugins, which provide packages that were not added.
    pub fn set_plugins(&mut self, plugins: PluginHost) {
        self.plugins = Some(plugins);
    }

    /// Sets the assets of the package that is deployed.
    pub fn set_assets(&mut self, assets: Arc<StagedAssets>) {
        self.assets = Some(assets);
    }

    /// Tags objects from now on, where their types have tags.
    pub fn set_tagging(&mut self) {
        self.is_tagging = true;
    }

    /// The sorted names of all packages that were added.
    pub fn packages(&self) -> impl Iterator<Item = &str> {
        self.packages.keys().map(String::as_str)
    }

    /// The key of the version of a package that a resource asks for, for [`Self::provider`].
    pub fn key(&self, package: &str, version: Option<&str>) -> String {
        match (version, &self.plugins) {
            (Some(version), Some(plugins)) if !self.is_own(package) => {
                plugins.key(package, version)
            }
            _ => package.to_owned(),
        }
    }

    /// Takes note of a package in a version, which consists of a plugin and parameters.
    pub fn parameterize(&self, package: &str, version: &str, by: &Parameterization) {
        if let Some(plugins) = &self.plugins {
            plugins.parameterize(package, version, by);
        }
    }

    /// The package in the version that the project has, if a plugin makes it of parameters.
    pub fn parameterized(&self, package: &str) -> Option<&ParameterizedPackage> {
        self.plugins.as_ref()?.parameterized(package)
    }

    /// Whether a package needs no plugin: its providers have no process of their own.
    pub fn is_own(&self, package: &str) -> bool {
        self.packages.contains_key(package)
    }

    /// Creates a provider of a package, by its name or by a key of a version.
    pub fn provider(&self, package: &str) -> Result<Arc<dyn Provider>, ProviderError> {
        let provider = self.plain_provider(package)?;
        let provider = match &self.assets {
            None => provider,
            Some(assets) => Arc::new(AssetStage::new(provider, Arc::clone(assets))),
        };
        Ok(match self.is_tagging {
            false => provider,
            true => Arc::new(TaggingProvider::new(provider)),
        })
    }

    fn plain_provider(&self, package: &str) -> Result<Arc<dyn Provider>, ProviderError> {
        if let Some(factory) = self.packages.get(package) {
            return factory();
        }
        let plugin = self.plugins.as_ref().and_then(|it| it.provider(package));
        plugin.unwrap_or_else(|| Err(self.unknown(package)))
    }

    fn unknown(&self, package: &str) -> ProviderError {
        let known: Vec<&str> = self.packages().collect();
        let mut message = format!(
            "there is no package `{package}` that could manage this resource; {}",
            advice(package, known)
        );
        if let (Some(plugins), Some(name)) = (&self.plugins, PackageName::parse(package)) {
            let advice = plugins.advice(&name);
            message.push_str(&format!("\nif a plugin manages it, {advice}"));
        }
        ProviderError::failed(message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_found_by_name() {
        let mut registry = Registry::with_builtin("/project", Arc::new(crate::Unrestricted));
        assert_eq!(registry.packages().collect::<Vec<_>>(), ["std"]);
        assert!(registry.provider("std").is_ok());
        registry.add("broken", || Err(ProviderError::failed("it does not start")));
        let error = registry.provider("broken").err().unwrap();
        assert_eq!(error.to_string(), "it does not start");
    }

    #[test]
    fn an_unknown_package_is_explained() {
        let mut registry = Registry::with_builtin("/project", Arc::new(crate::Unrestricted));
        let error = registry.provider("aws").err().unwrap();
        assert_eq!(
            error.to_string(),
            "there is no package `aws` that could manage this resource; there is only `std`"
        );
        registry.add("awsx", || Err(ProviderError::failed("")));
        let error = registry.provider("aws").err().unwrap();
        assert_eq!(
            error.to_string(),
            "there is no package `aws` that could manage this resource; did you mean `awsx`?"
        );
    }
}
