//! Failed installations, as users read them.

use lumi_graph::environment_variables::PACKAGE_MIRROR;
use lumi_packages::fetch::FetchError;
use lumi_packages::install::InstallError;
use lumi_packages::origin::{OriginPlace, Origins};
use lumi_packages::plugin::{PluginPlace, PluginPlaces};
use lumi_packages::registry::RegistryError;
use lumi_packages::{PackageSource, Platform, PluginAddress, ProviderAddress};

use crate::nearest;
use crate::reports::{FailureKind, ProjectFailure, Report};

use super::tool_environment::PackageTools;

pub fn failure(name: &str, error: &InstallError, tools: &PackageTools) -> ProjectFailure {
    let report = Report::error(format!("cannot install `{name}`: {error}"));
    let report = match advice(name, error, tools) {
        Some(advice) => report.help(advice),
        None => report,
    };
    ProjectFailure::new(FailureKind::Failed, report)
}

fn advice(name: &str, error: &InstallError, tools: &PackageTools) -> Option<String> {
    let platform: &Platform = &tools.platform;
    match error {
        InstallError::LockMismatch { .. } => Some(format!(
            "find out why it differs before you use it: `lumi remove {name}` and `lumi add` use the \
             current one. If the lock was made on another platform from a mirror, `lumi install --platform {platform}` adds \
             the hashes of this one"
        )),
        InstallError::NotFound(source) => match &**source {
            PackageSource::Terraform(address) => similar(address, &tools.origins),
            PackageSource::Pulumi(address) => similar_plugin(address, &tools.plugins),
        },
        InstallError::Unlisted(source) => Some(format!(
            "name a version: `{source}@1.2.3`, or `version: 1.2.3` in Lumi.yaml"
        )),
        InstallError::Registry(error) => match &**error {
            RegistryError::NoProvider(address) => similar(address, &tools.origins),
            RegistryError::Fetch(error) => unreachable_advice(error),
            _ => None,
        },
        InstallError::Fetch(error) => unreachable_advice(error),
        _ => None,
    }
}

fn unreachable_advice(error: &FetchError) -> Option<String> {
    let is_unreachable = matches!(
        error,
        FetchError::Unreachable { .. } | FetchError::Silent { .. }
    );
    is_unreachable.then(|| {
        format!(
            "what is installed and locked already needs no network; {PACKAGE_MIRROR} names a folder or another \
             server to take packages from"
        )
    })
}

/// The plugins of the folders that were looked in.
fn similar_plugin(address: &PluginAddress, plugins: &PluginPlaces) -> Option<String> {
    let places = plugins.of(address);
    let folders = places.iter().filter_map(|it| match it {
        PluginPlace::Folder(folder) => Some(folder),
        _ => None,
    });
    let source = |name: &str| format!("pulumi:{name}");
    let known = folders.flat_map(|it| it.plugins());
    let known: Vec<String> = known.map(|it| source(&it)).collect();
    named(&source(address.name()), &known)
}

/// A provider of a folder mirror with a similar address, or all if there are few.
fn similar(address: &ProviderAddress, origins: &Origins) -> Option<String> {
    let folders = origins.of(address).filter_map(|it| match it {
        OriginPlace::Folder(mirror) => Some(mirror),
        _ => None,
    });
    let known: Vec<String> = folders
        .flat_map(|it| it.providers())
        .map(|it| it.to_string())
        .collect();
    named(&address.to_string(), &known)
}

fn named(wanted: &str, known: &[String]) -> Option<String> {
    if known.iter().any(|it| it == wanted) {
        return Some("it is available for other platforms only".to_owned());
    }
    match nearest(wanted, known.iter().map(String::as_str)) {
        Some(similar) => Some(format!("did you mean {similar}?")),
        None if (1..=8).contains(&known.len()) => Some(format!("there are {}", known.join(", "))),
        None => None,
    }
}
