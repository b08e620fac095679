//! The packages of modules that calls name.

use lumi_hcl::config::{ModuleAbsence, WantedModule};
use lumi_packages::VersionRange;
use lumi_packages::modules::{LockedModule, ModuleKey, ModulePackage, ModuleSource, Subfolder};

/// The summary of an error about a source or a range that cannot be used.
pub const UNUSABLE: &str = "the source of a module cannot be used";

/// The summary of an error about a module that is not there.
pub const MISSING: &str = "a module is not installed";

/// A package that a call names.
#[derive(Clone, Debug)]
pub struct ModuleWish {
    pub key: ModuleKey,
    pub package: ModulePackage,
    pub range: VersionRange,
    /// The folder of the module in the package.
    pub folder: Subfolder,
}

impl ModuleWish {
    pub fn of(wanted: &WantedModule<'_>) -> Result<Self, ModuleAbsence> {
        let unusable = |detail: String, is_of_version| ModuleAbsence {
            summary: UNUSABLE,
            detail,
            is_of_version,
        };
        let source = ModuleSource::parse(wanted.source);
        let source = source.map_err(|error| unusable(error.to_string(), false))?;
        let range = match (wanted.version, &source.package) {
            (None, _) => VersionRange::any(),
            (Some(text), ModulePackage::Registry(_)) => text
                .parse::<VersionRange>()
                .map_err(|error| unusable(error.to_string(), true))?,
            (Some(_), ModulePackage::Remote(_)) => {
                let detail = "only modules of registries have versions: a source names a tag or a commit with `?ref=…`";
                return Err(unusable(detail.to_owned(), true));
            }
        };
        Ok(Self {
            key: ModuleKey {
                source: source.package.to_string(),
                range: range.to_string(),
            },
            package: source.package,
            range,
            folder: source.folder,
        })
    }

    /// Whether an entry of the lock is for what the call wants.
    pub fn is_met(&self, locked: &LockedModule) -> bool {
        match (&self.package, &locked.version) {
            (ModulePackage::Registry(_), Some(version)) => self.range.contains(version),
            (ModulePackage::Registry(_), None) => false,
            (ModulePackage::Remote(_), version) => version.is_none(),
        }
    }
}
