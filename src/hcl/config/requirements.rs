//! The providers that a tree needs, as packages.

use std::collections::BTreeMap;

use indexmap::IndexMap;

use crate::syntax::{Diagnostic, Diagnostics, Severity};

use super::tree::ModuleTree;

/// Names that packages of Lumi itself have.
const RESERVED: [&str; 6] = ["dynamic", "hcl", "lumi", "pulumi", "std", BUILT_IN_PACKAGE];

/// The provider that comes with the language.
pub const BUILT_IN: &str = "terraform.io/builtin/terraform";

/// Its package.
pub const BUILT_IN_PACKAGE: &str = "terraform";

/// A provider that a tree needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequiredPackage {
    /// The name of the package in the project.
    pub name: String,
    /// `NAMESPACE/NAME`, or that behind a host.
    pub source: String,
    /// The ranges of versions, joined by commas; empty for any.
    pub range: String,
}

/// The names of packages by the sources of providers. The types of resources begin with them, so a name depends on the
/// source alone: not on local names, and not on other providers.
#[derive(Clone, Debug, Default)]
pub struct ProviderAddresses(IndexMap<String, String>);

impl ProviderAddresses {
    pub fn of(tree: &ModuleTree) -> Self {
        let modules = tree.nodes.iter().map(|it| it.module.provider_sources());
        let sources = modules.flat_map(IndexMap::into_values);
        Self(sources.map(|it| (it.clone(), package_name(&it))).collect())
    }

    /// Fails if two sources have one name.
    pub fn check(&self, tree: &ModuleTree) -> Result<(), Diagnostics> {
        let mut named: BTreeMap<&str, &str> = BTreeMap::new();
        for (source, name) in &self.0 {
            let Some(other) = named.insert(name, source) else {
                continue;
            };
            let detail = format!("`{other}` and `{source}` would both be the package `{name}`");
            let mut required = tree.nodes.iter().flat_map(|it| {
                let all = it.module.settings.required_providers.values();
                all.filter(|it| it.source == *source || it.source == other)
            });
            return Err(Diagnostic {
                severity: Severity::Error,
                summary: "two providers cannot be in one configuration".to_owned(),
                detail,
                span: required.next().map(|it| it.span.clone()),
            }
            .into());
        }
        Ok(())
    }

    /// The source of a package.
    pub fn source(&self, package: &str) -> Option<&str> {
        let mut all = self.0.iter();
        all.find(|(_, it)| *it == package)
            .map(|(source, _)| source.as_str())
    }

    /// The package of a source.
    pub fn package(&self, source: &str) -> Option<&str> {
        self.0.get(source).map(String::as_str)
    }
}

/// The name of the package of the provider with a source: its own if it is one of the namespaces of the tools, otherwise behind its namespace.
pub fn package_name(source: &str) -> String {
    let plain = |text: &str| text.replace(['/', '.', '_', ':'], "-");
    let own = match source.split_once('/') {
        Some(("hashicorp" | "opentofu", name)) if !name.contains('/') => plain(name),
        _ if source == BUILT_IN => return BUILT_IN_PACKAGE.to_owned(),
        _ => return plain(source),
    };
    match RESERVED.contains(&own.as_str()) {
        true => plain(source),
        false => own,
    }
}

/// The packages that a tree needs.
pub fn required_packages(tree: &ModuleTree) -> Vec<RequiredPackage> {
    let names = ProviderAddresses::of(tree);
    let package = |(source, name): (&String, &String)| RequiredPackage {
        name: name.clone(),
        source: source.clone(),
        range: ranges(tree, source).join(", "),
    };
    let installed = names.0.iter().filter(|(source, _)| *source != BUILT_IN);
    installed.map(package).collect()
}

fn ranges(tree: &ModuleTree, source: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for node in &tree.nodes {
        let sources = node.module.provider_sources();
        let required = node.module.settings.required_providers.values();
        let of_settings = required
            .filter(|it| it.source == source)
            .filter_map(|it| it.version.as_ref());
        let blocks = node.module.providers.values();
        let of_blocks = blocks
            .filter(|it| sources.get(&it.name).is_some_and(|it| it == source))
            .filter_map(|it| it.version.as_ref());
        for (range, _) in of_settings.chain(of_blocks) {
            if !all.contains(range) {
                all.push(range.clone());
            }
        }
    }
    all
}

#[cfg(test)]
#[path = "requirements_tests.rs"]
mod tests;
