//! The packages of providers that a program imports.

use std::collections::{BTreeMap, BTreeSet};

use super::package_setting::PackageSetting;

/// The SDK.
pub const SDK: &str = "@pulumi/pulumi";

/// Packages of npm that use Pulumi's SDK.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PulumiPackages {
    /// Those of providers, each with its name in Pulumi, such as `random` for `@pulumi/random`.
    pub providers: BTreeMap<String, String>,
    /// Those with code that makes resources, such as classes of components.
    pub libraries: BTreeSet<String>,
    /// The members of `config` of those of providers, by the names of the packages and of the members.
    pub settings: BTreeMap<String, BTreeMap<String, PackageSetting>>,
}

/// The module that an import of a program names.
pub enum ImportSource {
    /// The SDK, or a file of it.
    Sdk(Vec<String>),
    /// A package of a provider, or a file of it.
    Package {
        /// Its name in npm.
        npm: String,
        module: String,
        path: Vec<String>,
    },
}

impl ImportSource {
    pub fn path(&self) -> &[String] {
        match self {
            Self::Sdk(path) | Self::Package { path, .. } => path,
        }
    }

    /// The package in npm of a provider.
    pub fn npm(&self) -> Option<&str> {
        match self {
            Self::Sdk(_) => None,
            Self::Package { npm, .. } => Some(npm),
        }
    }
}

impl PulumiPackages {
    /// The package of Lumi for an import of Pulumi; `None` for imports of other packages, an error with the reason where Lumi
    /// has no counterpart.
    pub fn source(&self, specifier: &str) -> Option<Result<ImportSource, String>> {
        let (package, file) = split(specifier)?;
        let path: Vec<String> = file
            .split('/')
            .filter(|it| !it.is_empty())
            .map(str::to_owned)
            .collect();
        if package == SDK {
            return Some(Ok(ImportSource::Sdk(path)));
        }
        let Some(name) = self.providers.get(package) else {
            let is_library = self.libraries.contains(package) || package.starts_with("@pulumi/");
            return is_library
                .then(|| Err(format!("`{package}` makes resources with Pulumi's SDK")));
        };
        Some(Ok(ImportSource::Package {
            npm: package.to_owned(),
            module: format!("lumi:{name}"),
            path,
        }))
    }
}

/// The package of a specifier, and the file in it; `None` for files of the program.
fn split(specifier: &str) -> Option<(&str, &str)> {
    if specifier.starts_with(['.', '/', '#']) || specifier.contains(':') {
        return None;
    }
    let parts = if specifier.starts_with('@') { 2 } else { 1 };
    match specifier.match_indices('/').nth(parts - 1) {
        Some((at, _)) => Some((&specifier[..at], &specifier[at + 1..])),
        None => Some((specifier, "")),
    }
}
