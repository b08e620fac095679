//! The providers that a tree needs, as packages.

use indexmap::IndexMap;

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

/// The names of packages by the sources of providers.
#[derive(Clone, Debug, Default)]
pub struct ProviderAddresses(IndexMap<String, String>);

impl ProviderAddresses {
    pub fn of(tree: &ModuleTree) -> Self {
        let mut all = Self::default();
        for node in &tree.nodes {
            let is_root = node.parent.is_none();
            for (local, source) in node.module.provider_sources() {
                match source == BUILT_IN {
                    true => drop(all.0.insert(source, BUILT_IN_PACKAGE.to_owned())),
                    false => all.add(&local, &source, is_root),
                }
            }
        }
        all
    }

    /// Adds a source: with its name in the root module, otherwise with its own.
    fn add(&mut self, local: &str, source: &str, is_root: bool) {
        if self.0.contains_key(source) {
            return;
        }
        let own = source.rsplit('/').next().unwrap_or(source);
        let name = if is_root { local } else { own };
        let mut name = name.replace('_', "-");
        let is_taken =
            |name: &str| RESERVED.contains(&name) || self.0.values().any(|it| it == name);
        if is_taken(&name) {
            name = source.replace(['/', '.', '_', ':'], "-");
        }
        self.0.insert(source.to_owned(), name);
    }

    /// The package of a source.
    pub fn package(&self, source: &str) -> Option<&str> {
        self.0.get(source).map(String::as_str)
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
