//! Packages in `Lumi.lock` that plugins make of parameters.

use serde::{Deserialize, Serialize};

/// The package that a plugin has made of parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct LockedParameters {
    /// The parameters as `Lumi.yaml` has them.
    pub parameters: Vec<String>,
    /// The version of the package; that of the plugin is another one.
    pub version: String,
    /// The name of the plugin.
    pub plugin: String,
    /// The version of the plugin that has made the package.
    pub plugin_version: String,
    /// The parameters as the plugin wants them from then on, in base64.
    pub value: String,
}
