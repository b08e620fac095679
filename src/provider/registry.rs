//! The packages that a run can use.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use super::builtin::StdProvider;
use super::nearest::advice;
use super::{Provider, ProviderError};

/// Makes providers of one package, not configured yet: each configuration has its own. What takes
/// time, such as to start a process, is left to the first call.
pub type ProviderFactory = Arc<dyn Fn() -> Result<Arc<dyn Provider>, ProviderError> + Send + Sync>;

/// Packages by name. Clones share their factories.
#[derive(Clone, Default)]
pub struct Registry {
    packages: BTreeMap<String, ProviderFactory>,
}

impl Registry {
    /// Without any package.
    pub fn new() -> Self {
        Self::default()
    }

    /// With the packages that come with Lumi. `project` is the absolute path of the folder that
    /// relative paths in inputs start from.
    pub fn with_builtin(project: impl Into<PathBuf>) -> Self {
        let project = project.into();
        let mut registry = Self::new();
        registry.add("std", move || {
            Ok(Arc::new(StdProvider::new(project.clone())) as Arc<dyn Provider>)
        });
        registry
    }

    /// Adds a package; one of the same name is replaced.
    pub fn add(
        &mut self,
        package: impl Into<String>,
        factory: impl Fn() -> Result<Arc<dyn Provider>, ProviderError> + Send + Sync + 'static,
    ) {
        self.packages.insert(package.into(), Arc::new(factory));
    }

    /// The names of all packages, sorted.
    pub fn packages(&self) -> impl Iterator<Item = &str> {
        self.packages.keys().map(String::as_str)
    }

    /// Makes a provider of a package.
    pub fn provider(&self, package: &str) -> Result<Arc<dyn Provider>, ProviderError> {
        let Some(factory) = self.packages.get(package) else {
            let known: Vec<&str> = self.packages().collect();
            return Err(ProviderError::failed(format!(
                "there is no package `{package}` that could manage this resource; {}",
                advice(package, known)
            )));
        };
        factory()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_found_by_name() {
        let mut registry = Registry::with_builtin("/project");
        assert_eq!(registry.packages().collect::<Vec<_>>(), ["std"]);
        assert!(registry.provider("std").is_ok());
        registry.add("broken", || Err(ProviderError::failed("it does not start")));
        let error = registry.provider("broken").err().unwrap();
        assert_eq!(error.to_string(), "it does not start");
    }

    #[test]
    fn an_unknown_package_is_explained() {
        let mut registry = Registry::with_builtin("/project");
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
