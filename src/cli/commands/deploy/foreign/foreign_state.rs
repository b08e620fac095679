//! Reads a state of Terraform or OpenTofu, and finds the packages of its resources.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;
use std::sync::Arc;

use lumi_provider::PackageName;
use lumi_pulumi::checkpoint::Checkpoint;
use lumi_terraform::state_file::{ProviderReference, StateFile, names};

use crate::commands::CommandError;
use lumi_project::packages::WantedPackage;
use lumi_project::{PackageRequirement, ProjectSettings};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::input::read_limit;
use lumi_terminal::ui::report::Report;

use super::super::super::graph_file::STDIN;
use super::resource_order::ordered;

/// A state whose providers are packages of the project.
#[derive(Clone)]
pub struct ForeignState {
    /// Its objects stand after those that they need.
    pub file: Arc<StateFile>,
    /// The name of each object.
    pub names: Arc<Vec<String>>,
    /// The package of each provider, by its address.
    pub packages: Arc<BTreeMap<String, PackageName>>,
}

impl ForeignState {
    /// Reads a file, or standard input for `-`.
    pub fn read(path: &Path, settings: &ProjectSettings, current: &Path) -> Result<Self, Failure> {
        let file = parsed(path, current)?;
        let all = names(&file.objects);
        let order = ordered(&file.objects);
        let names = order.iter().map(|at| all[*at].clone()).collect();
        let objects = order.iter().map(|at| file.objects[*at].clone()).collect();
        let file = StateFile { objects, ..file };
        Ok(Self {
            packages: Arc::new(packages(&file, settings)?),
            file: Arc::new(file),
            names: Arc::new(names),
        })
    }

    pub fn package(&self, provider: &ProviderReference) -> &str {
        self.packages
            .get(&provider.address)
            .map_or("", PackageName::as_str)
    }

    /// The configurations of providers besides the default ones: package and alias, sorted.
    pub fn aliases(&self) -> BTreeSet<(&str, &str)> {
        let objects = self.file.objects.iter();
        let aliases = objects.filter_map(|it| {
            let alias = it.provider.alias.as_deref()?;
            Some((self.package(&it.provider), alias))
        });
        aliases.collect()
    }
}

/// The addresses of the providers in a state, as `lumi add` takes them.
pub fn provider_addresses(path: &Path, current: &Path) -> Result<BTreeSet<String>, Failure> {
    let file = parsed(path, current)?;
    let objects = file.objects.iter();
    Ok(objects.map(|it| it.provider.short().to_owned()).collect())
}

/// Reads a file, or standard input for `-`.
fn parsed(path: &Path, current: &Path) -> Result<StateFile, Failure> {
    let bytes = match path == Path::new(STDIN) {
        true => read_limit::all(io::stdin().lock(), read_limit::DOCUMENT),
        false => read_limit::file(&current.join(path), read_limit::DOCUMENT),
    };
    let bytes = bytes.map_err(|source| CommandError::Read {
        path: path.to_owned(),
        source,
    })?;
    let place = match path == Path::new(STDIN) {
        true => "on standard input".to_owned(),
        false => path.display().to_string(),
    };
    if Checkpoint::is_one(&bytes) {
        let message = format!("cannot import the state {place}: it is a state of Pulumi");
        let help = format!(
            "in a project with its program, `lumi stack import {0}` takes it over as it is, without \
             reading the objects; `lumi new DIR --from {0}` makes a project with a program",
            path.display()
        );
        return Err(Failure::new(Exit::Usage, Report::error(message).help(help)));
    }
    StateFile::parse(&bytes).map_err(|error| {
        let message = format!("cannot import the state {place}: {error}");
        Failure::new(Exit::Usage, Report::error(message))
    })
}

/// The package of each provider of the file. Fails for those that the project does not have.
fn packages(
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
