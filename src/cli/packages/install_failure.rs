//! Failed installations, as users read them.

use lumi_graph::environment_variables::PACKAGE_MIRROR;
use lumi_packages::fetch::FetchError;
use lumi_packages::install::InstallError;
use lumi_packages::origin::{OriginPlace, Origins};
use lumi_packages::registry::RegistryError;
use lumi_packages::{Platform, ProviderAddress};

use crate::exit::Exit;
use crate::failure::Failure;
use crate::project::nearest;
use crate::ui::report::Report;

/// The failure for a package of a project.
pub fn failure(
    name: &str,
    error: &InstallError,
    origins: &Origins,
    platform: &Platform,
) -> Failure {
    let report = Report::error(format!("cannot install `{name}`: {error}"));
    let report = match advice(name, error, origins, platform) {
        Some(advice) => report.help(advice),
        None => report,
    };
    Failure::new(Exit::Failure, report)
}

fn advice(
    name: &str,
    error: &InstallError,
    origins: &Origins,
    platform: &Platform,
) -> Option<String> {
    match error {
        InstallError::LockMismatch { .. } => Some(format!(
            "do not use it unless you know why it is another one: `lumi remove {name}` and `lumi add` take what is \
             there now. If the lock was made on another platform from a mirror, `lumi install --platform {platform}` adds \
             the hashes of this one"
        )),
        InstallError::NotFound(address) => similar(address, origins),
        InstallError::Registry(error) => match &**error {
            RegistryError::NoProvider(address) => similar(address, origins),
            RegistryError::Fetch(error) => unreachable_advice(error),
            _ => None,
        },
        InstallError::Fetch(error) => unreachable_advice(error),
        _ => None,
    }
}

fn unreachable_advice(error: &FetchError) -> Option<String> {
    let is_unreachable = matches!(error, FetchError::Unreachable { .. });
    is_unreachable.then(|| {
        format!(
            "what is installed and locked already needs no network; {PACKAGE_MIRROR} names a folder or another \
             server to take packages from"
        )
    })
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
    if known.contains(&address.to_string()) {
        return Some("what is there is for other platforms".to_owned());
    }
    match nearest(&address.to_string(), known.iter().map(String::as_str)) {
        Some(similar) => Some(format!("did you mean {similar}?")),
        None if (1..=8).contains(&known.len()) => Some(format!("there are {}", known.join(", "))),
        None => None,
    }
}
