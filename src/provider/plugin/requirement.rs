//! A project's requirements of a plugin.

use std::path::Path;

use super::folders::PluginSource;
use super::version::WantedVersion;

/// The required plugin, and its permissions. The default is any plugin, which receives no secrets
/// unless it declares that it keeps them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PluginRequirement {
    pub source: PluginSource,
    /// Whether it receives secrets as plain values even if it does not declare that it keeps them.
    pub secrets_allowed: bool,
}

impl Default for PluginRequirement {
    fn default() -> Self {
        PluginSource::Version(WantedVersion::ANY).into()
    }
}

impl From<PluginSource> for PluginRequirement {
    fn from(source: PluginSource) -> Self {
        Self {
            source,
            secrets_allowed: false,
        }
    }
}

impl PluginRequirement {
    /// The requirement with a relative path joined to `folder`.
    pub fn below(&self, folder: &Path) -> Self {
        Self {
            source: self.source.below(folder),
            ..*self
        }
    }
}
