//! The plugins and packages that `Lumi.yaml` names by a path, and whether the user has accepted them.

use lumi_provider::PluginSource;

use crate::acceptance::Acceptance;
use crate::files::file_writer::WriteError;
use crate::{PackageRequirement, ProjectSettings};

/// Records that the user has accepted all plugins and packages that `Lumi.yaml` names by a path.
pub fn record_plugins(settings: &ProjectSettings) -> Result<(), WriteError> {
    plugins_record(settings, &local_plugins(settings)).write()
}

/// Whether a plugin that `Lumi.yaml` names by a path may be started without a question.
pub fn has_accepted_plugins(settings: &ProjectSettings) -> bool {
    let plugins = local_plugins(settings);
    plugins.is_empty() || plugins_record(settings, &plugins).exists()
}

/// The record of a consent to these plugins.
pub fn plugins_record(settings: &ProjectSettings, plugins: &[String]) -> Acceptance {
    Acceptance::new("project-plugins", &settings.folder, plugins)
}

/// `PACKAGE: PATH` of each plugin and package with a path, as in `Lumi.yaml`.
pub fn local_plugins(settings: &ProjectSettings) -> Vec<String> {
    let plugins = settings.manifest.plugins.iter();
    let plugins = plugins.filter_map(|(package, it)| match &it.source {
        PluginSource::Path(path) => Some((package, path)),
        PluginSource::Version(_) => None,
    });
    let packages = settings.manifest.packages.iter();
    let packages = packages.filter_map(|(package, it)| match it {
        PackageRequirement::Path(path) => Some((package, path)),
        PackageRequirement::Source { .. } | PackageRequirement::Library { .. } => None,
    });
    let all = plugins.chain(packages);
    all.map(|(package, path)| format!("{package}: {}", path.display()))
        .collect()
}
