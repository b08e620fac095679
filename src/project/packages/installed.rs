//! The packages of a run.

use std::collections::BTreeMap;
use std::path::PathBuf;

use lumi_packages::install::{PackageStore, StoredPackage};
use lumi_packages::{LockFile, LockedPackage, PackageSource, Platform, ProviderAddress};
use lumi_provider::{InstalledPackage, PackageName, ParameterizedPackage, PluginKind};

use crate::ProjectSettings;
use crate::reports::{FailureKind, ProjectFailure, Report};

use super::attached::{REATTACH, attached};
use super::package_choice::WantedPackage;
use super::package_locks::read_lock;
use super::parameterized::locked_packages;
use super::tool_environment::{overrides, store};

/// The programs that a run starts for packages of sources, and what the user should know of them. Those of
/// paths are plugins.
#[derive(Debug, Default)]
pub struct InstalledPackages {
    pub packages: BTreeMap<PackageName, InstalledPackage>,
    /// The packages that plugins make of parameters; those plugins are in `packages`, or have paths.
    pub parameterized: BTreeMap<PackageName, ParameterizedPackage>,
    pub warnings: Vec<Report>,
}

/// The files and settings that are read for each package.
struct InstallationContext {
    lock: LockFile,
    store: PackageStore,
    platform: Platform,
    overrides: BTreeMap<ProviderAddress, PathBuf>,
}

/// Finds what `Lumi.yaml` wants by what `Lumi.lock` says, and installs nothing. Fails for a package that is
/// not locked, not installed, or another one than was locked.
pub fn installed(settings: &ProjectSettings) -> Result<InstalledPackages, ProjectFailure> {
    let wanted = WantedPackage::all(&settings.manifest.packages);
    let mut found = InstalledPackages::default();
    if wanted.is_empty() && settings.manifest.parameters.is_empty() {
        attached(settings)?;
        return Ok(found);
    }
    let lock = read_lock(&settings.folder)?;
    found.parameterized = locked_packages(settings, &lock)?;
    let attached = attached(settings)?;
    if wanted.is_empty() {
        return Ok(found);
    }
    let context = InstallationContext::open(lock)?;
    for package in wanted {
        if attached.contains_key(&package.name) {
            found.warnings.push(running(&package.name));
            found
                .packages
                .insert(package.name.clone(), unlocked(&package.name, REATTACH));
            continue;
        }
        if let Some((_, folder)) = context.overridden(&package.source) {
            found.warnings.push(override_warning(&package.name, folder));
        }
        let installed = context.package(&package)?;
        match found.packages.get_mut(&package.name) {
            // Versions beside another one come after it.
            Some(first) => first.beside.push(installed),
            None => {
                found.packages.insert(package.name, installed);
            }
        }
    }
    Ok(found)
}

impl InstallationContext {
    fn open(lock: LockFile) -> Result<Self, ProjectFailure> {
        Ok(Self {
            lock,
            store: store()?,
            platform: Platform::current(),
            overrides: overrides()?,
        })
    }

    fn package(&self, package: &WantedPackage) -> Result<InstalledPackage, ProjectFailure> {
        match self.overridden(&package.source) {
            Some((address, folder)) => from_override(&package.name, address, folder),
            None => self.locked(package),
        }
    }

    /// A folder that the user has instead of an installed provider.
    fn overridden<'s>(&self, source: &'s PackageSource) -> Option<(&'s ProviderAddress, &PathBuf)> {
        match source {
            PackageSource::Terraform(address) => Some((address, self.overrides.get(address)?)),
            PackageSource::Pulumi(_) => None,
        }
    }

    fn locked(&self, package: &WantedPackage) -> Result<InstalledPackage, ProjectFailure> {
        let WantedPackage {
            name,
            source,
            range,
            ..
        } = package;
        let Some(locked) = package.locked(&self.lock) else {
            let message = format!("the package `{name}` ({source}) is not in Lumi.lock yet");
            return Err(to_install(message));
        };
        if !range.contains(&locked.version) {
            let message = format!(
                "Lumi.lock has `{name}` {}, but Lumi.yaml requires `{range}`",
                locked.version
            );
            return Err(to_install(message));
        }
        let stored = self.store.stored(source, &locked.version, &self.platform);
        let stored = stored.map_err(|error| {
            let report = Report::error(format!("cannot start `{name}`: {error}"));
            ProjectFailure::new(FailureKind::Failed, report)
        })?;
        let Some(stored) = stored else {
            let place = self.store.place(source, &locked.version, &self.platform);
            let what = match place.exists() {
                true => "was changed on this machine after it was installed",
                false => "is not installed on this machine",
            };
            let version = &locked.version;
            let message = format!("the package `{name}` ({source} {version}) {what}");
            return Err(to_install(message));
        };
        self.check_hashes(name, locked, &stored)?;
        Ok(InstalledPackage {
            name: name.clone(),
            kind: plugin_kind(source),
            program: stored.executable,
            version: locked.version.clone(),
            source: source.to_string(),
            beside: Vec::new(),
        })
    }

    fn check_hashes(
        &self,
        name: &PackageName,
        locked: &LockedPackage,
        stored: &StoredPackage,
    ) -> Result<(), ProjectFailure> {
        if !stored.hashes.is_disjoint(&locked.hashes) {
            return Ok(());
        }
        let found: Vec<String> = stored.hashes.iter().map(ToString::to_string).collect();
        let message = format!(
            "`{name}` {} in {} does not match Lumi.lock: its hash is {}",
            locked.version,
            stored.folder.display(),
            found.join(" and ")
        );
        Err(ProjectFailure::new(FailureKind::Usage, Report::error(message)).help(
            "another project may have installed this version from elsewhere; run `lumi install`",
        ))
    }
}

/// The protocol of the programs of a source.
pub fn plugin_kind(source: &PackageSource) -> PluginKind {
    match source {
        PackageSource::Terraform(_) => PluginKind::Terraform,
        PackageSource::Pulumi(_) => PluginKind::Pulumi,
    }
}

fn from_override(
    name: &PackageName,
    address: &ProviderAddress,
    folder: &std::path::Path,
) -> Result<InstalledPackage, ProjectFailure> {
    let program = lumi_packages::provider_executable(
        folder,
        &PackageSource::Terraform(address.clone()).executable(),
    );
    let program = program.map_err(|error| {
        let message = format!(
            "`dev_overrides` says that {address} is in {}, but {error}",
            folder.display()
        );
        ProjectFailure::new(FailureKind::Usage, Report::error(message))
    })?;
    Ok(InstalledPackage {
        program,
        ..unlocked(name, &folder.display().to_string())
    })
}

/// A package that neither the lock nor the store is asked about.
fn unlocked(name: &PackageName, source: &str) -> InstalledPackage {
    InstalledPackage {
        name: name.clone(),
        kind: PluginKind::Terraform,
        program: PathBuf::new(),
        version: semver::Version::new(0, 0, 0),
        source: source.to_owned(),
        beside: Vec::new(),
    }
}

fn running(name: &PackageName) -> Report {
    let message = format!(
        "`{name}` is the process that {REATTACH} names; neither its version nor its hash is checked"
    );
    Report::warning(message)
}

fn override_warning(name: &PackageName, folder: &std::path::Path) -> Report {
    let message = format!(
        "`{name}` is started from {}, as `dev_overrides` says; neither its version nor its hash is checked",
        folder.display()
    );
    Report::warning(message)
}

fn to_install(message: String) -> ProjectFailure {
    let report = Report::error(message);
    ProjectFailure::new(FailureKind::Usage, report.help("run `lumi install`"))
}
