//! The packages of the providers in a state of Terraform or OpenTofu.

use std::collections::{BTreeMap, BTreeSet};

use lumi_provider::PackageName;
use lumi_terraform::state_file::{ProviderReference, StateFile};

use lumi_project::packages::WantedPackage;
use lumi_project::{PackageRequirement, ProjectSettings};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::ui::report::Report;

/// The package of each provider of the file. Fails for those that the project does not have.
pub fn provider_packages(
    file: &StateFile,
    settings: &ProjectSettings,
) -> Result<BTreeMap<String, PackageName>, Failure> {
    let mut found = BTreeMap::new();
    let mut missing = BTreeSet::new();
    for object in &file.objects {
        let provider = &object.provider;
        match package(provider, settings) {
            Some(name) => drop(found.insert(provider.address.clone(), name)),
            None => drop(missing.insert(provider.short())),
        }
    }
    if missing.is_empty() {
        return Ok(found);
    }
    let list: Vec<String> = missing.iter().map(|it| format!("`{it}`")).collect();
    let are = if missing.len() == 1 {
        "is not a package"
    } else {
        "are not packages"
    };
    let message = format!(
        "the state has resources of {}, which {are} of this project",
        list.join(", ")
    );
    let commands: Vec<String> = missing
        .iter()
        .map(|it| format!("`lumi add {it}`"))
        .collect();
    let report =
        Report::error(message).help(format!("run {}, then this again", commands.join(", ")));
    Err(Failure::new(Exit::Usage, report))
}

/// The package with the address of a provider, on either public registry; or else a package with a path, or a
/// plugin, of its name.
fn package(provider: &ProviderReference, settings: &ProjectSettings) -> Option<PackageName> {
    let wanted = WantedPackage::all(&settings.manifest.packages);
    let address = provider.short().to_ascii_lowercase();
    let public = |it: &str| {
        let rest = it.strip_prefix("registry.terraform.io/");
        rest.unwrap_or(it).to_owned()
    };
    let by_address = wanted.iter().find(|it| {
        it.address()
            .is_some_and(|it| public(&it.to_string()) == address)
    });
    if let Some(found) = by_address {
        return Some(found.name.clone());
    }
    let name = PackageName::parse(provider.kind())?;
    let is_path = matches!(
        settings.manifest.packages.get(&name),
        Some(PackageRequirement::Path(_))
    );
    (is_path || settings.manifest.plugins.contains_key(&name)).then_some(name)
}
