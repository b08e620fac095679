//! A state of Terraform or OpenTofu, with the names and packages of its objects.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use lumi_provider::PackageName;
use lumi_terraform::state_file::{ProviderReference, StateFile, names};

use super::resource_order::ordered;

/// A state whose providers are packages of the project.
#[derive(Clone)]
pub struct ForeignState {
    /// Its objects stand after those that they need.
    pub file: Arc<StateFile>,
    /// The name of each object.
    pub names: Arc<Vec<String>>,
    /// The package of each provider, by its address.
    pub packages: Arc<BTreeMap<String, PackageName>>,
}

impl ForeignState {
    /// `packages` are those of all providers in the file, by their addresses.
    pub fn new(file: StateFile, packages: BTreeMap<String, PackageName>) -> Self {
        let all = names(&file.objects);
        let order = ordered(&file.objects);
        let names = order.iter().map(|at| all[*at].clone()).collect();
        let objects = order.iter().map(|at| file.objects[*at].clone()).collect();
        Self {
            packages: Arc::new(packages),
            file: Arc::new(StateFile { objects, ..file }),
            names: Arc::new(names),
        }
    }

    pub fn package(&self, provider: &ProviderReference) -> &str {
        self.packages
            .get(&provider.address)
            .map_or("", PackageName::as_str)
    }

    /// The configurations of providers besides the default ones: package and alias, sorted.
    pub fn aliases(&self) -> BTreeSet<(&str, &str)> {
        let objects = self.file.objects.iter();
        let aliases = objects.filter_map(|it| {
            let alias = it.provider.alias.as_deref()?;
            Some((self.package(&it.provider), alias))
        });
        aliases.collect()
    }
}
