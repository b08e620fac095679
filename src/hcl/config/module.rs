//! A module: what its files declare.

use std::path::PathBuf;

use indexmap::IndexMap;

use crate::syntax::{Expression, Span};

use super::conditions::Check;
use super::module_call::ModuleCall;
use super::moves::{ImportBlock, Moved, Removed};
use super::named_values::{Output, Variable};
use super::provider::ProviderBlock;
use super::resource::Resource;
use super::settings::Settings;

/// The value of a block `locals`.
#[derive(Clone, Debug)]
pub struct Local {
    pub value: Expression,
    pub span: Span,
}

/// The declarations of the files of one folder, in their order.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// The folder on this machine.
    pub folder: PathBuf,
    /// The folder as the language shows it, relative to that of the root module: `.` for itself.
    pub shown_folder: String,
    pub settings: Settings,
    /// By local name and alias.
    pub providers: IndexMap<(String, Option<String>), ProviderBlock>,
    pub variables: IndexMap<String, Variable>,
    pub locals: IndexMap<String, Local>,
    pub outputs: IndexMap<String, Output>,
    pub calls: IndexMap<String, ModuleCall>,
    /// Resources and data sources by their address.
    pub resources: IndexMap<String, Resource>,
    pub checks: IndexMap<String, Check>,
    pub moved: Vec<Moved>,
    pub imports: Vec<ImportBlock>,
    pub removed: Vec<Removed>,
}

impl Module {
    /// The local names of providers that something in the module uses, and the address of each.
    pub fn provider_sources(&self) -> IndexMap<String, String> {
        let mut all: IndexMap<String, String> = IndexMap::new();
        for (name, provider) in &self.settings.required_providers {
            all.insert(name.clone(), provider.source.clone());
        }
        let blocks = self.providers.values().map(|it| it.name.as_str());
        let resources = self.resources.values().map(Resource::provider_name);
        let passed = self
            .calls
            .values()
            .flat_map(|it| it.providers.iter().flatten());
        let passed = passed.map(|it| it.in_parent.name.as_str());
        for name in blocks.chain(resources).chain(passed) {
            let implied = || super::settings::implied_source(name);
            all.entry(name.to_owned()).or_insert_with(implied);
        }
        all
    }
}
