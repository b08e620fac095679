//! Providers that a developer has started, perhaps in a debugger: `TF_REATTACH_PROVIDERS`.

use std::collections::BTreeMap;

use lumi_provider::{PackageName, PluginSource};
use lumi_terraform::process::{Reattachment, reattachments};

use crate::process_environment::variable;
use crate::reports::{FailureKind, ProjectFailure, Report};
use crate::{PackageRequirement, ProjectSettings};

use super::package_choice::WantedPackage;

/// The variable that libraries of providers print when they are started for a debugger.
pub const REATTACH: &str = "TF_REATTACH_PROVIDERS";

/// The packages of a project whose providers run already, by the addresses that the variable has. A package with a
/// path, and a plugin, has the last part of an address as its name.
pub fn attached(
    settings: &ProjectSettings,
) -> Result<BTreeMap<PackageName, Reattachment>, ProjectFailure> {
    let text = variable(REATTACH).unwrap_or_default();
    if text.trim().is_empty() {
        return Ok(BTreeMap::new());
    }
    let all = reattachments(&text).map_err(|error| {
        let message = format!("{REATTACH} cannot be used: {error}");
        let report = Report::error(message)
            .help("set it to what the provider has printed, without the quotes");
        ProjectFailure::new(FailureKind::Usage, report)
    })?;
    let manifest = &settings.manifest;
    let mut found = BTreeMap::new();
    for (address, place) in all {
        let by_address = WantedPackage::all(&manifest.packages)
            .into_iter()
            .find(|it| {
                it.address()
                    .is_some_and(|it| [it.full(), it.to_string()].contains(&address))
            });
        let name = by_address.map(|it| it.name).or_else(|| {
            let name = PackageName::parse(address.rsplit('/').next()?)?;
            let is_path = matches!(
                manifest.packages.get(&name),
                Some(PackageRequirement::Path(_))
            );
            let plugin = manifest.plugins.get(&name).map(|it| &it.source);
            let is_plugin = matches!(plugin, Some(PluginSource::Path(_)));
            (is_path || is_plugin).then_some(name)
        });
        if let Some(name) = name {
            found.insert(name, place);
        }
    }
    Ok(found)
}
