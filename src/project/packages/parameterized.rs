//! Packages that plugins make of parameters, from `Lumi.yaml` to `Lumi.lock`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lumi_graph::Parameterization;
use lumi_host::PermissionFlags;
use lumi_packages::{LockFile, LockedParameters};
use lumi_provider::{PackageName, ParameterizedPackage, PluginSettings, PluginSource};
use lumi_pulumi::interface::{DescribedPackage, MadePackage, ask};

use crate::accepted_plugins::has_accepted_plugins;
use crate::reports::{FailureKind, ProjectFailure, Report};
use crate::{PackageRequirement, ProjectSettings};

use super::package_change::UpgradeScope;
use super::plugin_folders;
use super::plugin_scripts;

/// A package that a plugin has made.
pub struct MadeOfParameters {
    pub name: PackageName,
    pub locked: LockedParameters,
    /// In JSON.
    pub schema: String,
}

/// Makes a package: starts the plugin, gives it the parameters, and asks for the package's name and its own form of them.
pub async fn make_package(
    settings: &ProjectSettings,
    plugin: &PackageName,
    program: &Path,
    parameters: &[String],
) -> Result<MadeOfParameters, ProjectFailure> {
    let failed = |reason: String| {
        let message = format!(
            "the plugin `{plugin}` makes no package of `{}`: {reason}",
            parameters.join(" ")
        );
        ProjectFailure::new(FailureKind::Failed, Report::error(message))
    };
    let scripts = plugin_scripts::embedded(&settings.folder, PermissionFlags::everything());
    let limit = PluginSettings::STARTUP_TIMEOUT;
    let log = Arc::new(|_| {});
    let described = DescribedPackage::New(parameters);
    let schema = ask(program, plugin, limit, scripts, described, log).await;
    let schema = schema.map_err(|error| failed(error.to_string()))?;
    let package = MadePackage::of_schema(&schema).map_err(failed)?;
    let name = PackageName::parse(&package.name)
        .ok_or_else(|| failed(format!("`{}` is not a name of a package", package.name)))?;
    let locked = LockedParameters {
        parameters: parameters.to_vec(),
        version: package.version,
        plugin: package.plugin,
        plugin_version: package.plugin_version,
        value: package.value,
    };
    Ok(MadeOfParameters {
        name,
        locked,
        schema,
    })
}

/// The reasons and means to make packages again.
pub struct Remaking<'a> {
    /// The lock of before.
    pub old: &'a LockFile,
    /// The lock with the plugins of now.
    pub new: &'a LockFile,
    /// The installed plugins by the names of the packages.
    pub programs: &'a BTreeMap<String, PathBuf>,
    pub upgrades: &'a UpgradeScope,
    pub may_start_paths: bool,
}

impl Remaking<'_> {
    /// Whether an upgrade of all packages leaves out one, as its program has a path and may not be started.
    fn leaves_out(&self, settings: &ProjectSettings, name: &PackageName) -> bool {
        let may_start = || {
            let is_installed = self.programs.contains_key(name.as_str());
            is_installed || self.may_start_paths || has_accepted_plugins(settings)
        };
        *self.upgrades == UpgradeScope::All && !may_start()
    }
}

/// The packages of parameters of a lock that is to be written.
#[derive(Default)]
pub struct MadePackages {
    pub all: BTreeMap<String, LockedParameters>,
    /// Those that an upgrade has left out.
    pub left_out: Vec<PackageName>,
}

/// The packages of parameters of a lock that is to match `Lumi.yaml`. Those of other parameters, or of another version of
/// the plugin, are made again, and those to upgrade: a plugin may make a newer one of the same parameters.
pub async fn make_packages(
    settings: &ProjectSettings,
    by: Remaking<'_>,
) -> Result<MadePackages, ProjectFailure> {
    let Remaking { old, new, .. } = by;
    let mut made = MadePackages::default();
    for (name, parameters) in &settings.manifest.parameters {
        let key = name.to_string();
        let is_same_plugin = old.packages.get(&key) == new.packages.get(&key);
        let same = old.parameterized.get(&key);
        let same = same.filter(|it| it.parameters == *parameters && is_same_plugin);
        let is_left_out = same.is_some() && by.leaves_out(settings, name);
        if is_left_out {
            made.left_out.push(name.clone());
        }
        let same = same.filter(|_| is_left_out || !by.upgrades.has(name));
        if let Some(same) = same {
            made.all.insert(key, same.clone());
            continue;
        }
        let program = match by.programs.get(&key) {
            Some(program) => program.clone(),
            None => path_program(settings, name, by.may_start_paths)?,
        };
        let answer = make_package(settings, name, &program, parameters).await?;
        let (package, locked) = (answer.name, answer.locked);
        if package != *name {
            let message = format!(
                "the plugin of the package `{name}` makes one called `{package}` of `{}`",
                parameters.join(" ")
            );
            let help = format!("call it `{package}` in Lumi.yaml: its types begin with that name");
            return Err(usage(message).help(&help));
        }
        made.all.insert(key, locked);
    }
    Ok(made)
}

/// The program of a package that `Lumi.yaml` names by a path.
fn path_program(
    settings: &ProjectSettings,
    name: &PackageName,
    may_start: bool,
) -> Result<PathBuf, ProjectFailure> {
    let Some(PackageRequirement::Path(path)) = settings.manifest.packages.get(name) else {
        return Err(usage(format!("the package `{name}` is not installed")).help(INSTALL));
    };
    if !may_start && !has_accepted_plugins(settings) {
        let message = format!(
            "the package `{name}` is made by a program that was not accepted on this machine: {}",
            path.display()
        );
        return Err(usage(message).help("run `lumi install --yes` to accept it"));
    }
    program_at(settings, name, path)
}

/// The program at a path relative to the project: an executable, or the folder of one or of a program of Pulumi's SDK.
pub fn program_at(
    settings: &ProjectSettings,
    name: &PackageName,
    path: &Path,
) -> Result<PathBuf, ProjectFailure> {
    let source = PluginSource::Path(path.to_owned()).below(&settings.folder);
    let program = plugin_folders::folders().find(name, &source);
    let program = program.map_err(|error| usage(error.to_string()))?.program;
    Ok(program.canonicalize().unwrap_or(program))
}

const INSTALL: &str = "run `lumi install`";

/// The entry of a package of parameters in the lock. Fails if it has other parameters than `Lumi.yaml`, or is missing.
pub fn locked_parameters<'l>(
    settings: &ProjectSettings,
    lock: &'l LockFile,
    name: &PackageName,
) -> Result<&'l LockedParameters, ProjectFailure> {
    let wanted = settings.manifest.parameters.get(name);
    let wanted = wanted.map(Vec::as_slice).unwrap_or_default();
    let locked = lock.parameterized.get(name.as_str());
    locked.filter(|it| it.parameters == wanted).ok_or_else(|| {
        let wanted = wanted.join(" ");
        let message = format!("Lumi.lock does not have the package `{name}` of `{wanted}` yet");
        usage(message).help(INSTALL)
    })
}

/// The packages of parameters of a run. Fails where `Lumi.lock` has other parameters than `Lumi.yaml`.
pub fn locked_packages(
    settings: &ProjectSettings,
    lock: &LockFile,
) -> Result<BTreeMap<PackageName, ParameterizedPackage>, ProjectFailure> {
    let mut all = BTreeMap::new();
    for name in settings.manifest.parameters.keys() {
        let locked = locked_parameters(settings, lock, name)?;
        let package = ParameterizedPackage {
            version: locked.version.clone(),
            by: Parameterization {
                plugin: locked.plugin.clone(),
                version: locked.plugin_version.clone(),
                value: locked.value.clone(),
            },
        };
        all.insert(name.clone(), package);
    }
    Ok(all)
}

/// The differences between the parameters of a lock and those of `Lumi.yaml`, for users.
pub fn parameter_differences(settings: &ProjectSettings, lock: &LockFile) -> Vec<String> {
    let wanted = &settings.manifest.parameters;
    let missing = wanted.iter().filter(|(name, parameters)| {
        let locked = lock.parameterized.get(name.as_str());
        locked.is_none_or(|it| it.parameters != **parameters)
    });
    let missing = missing.map(|(name, parameters)| {
        format!(
            "the package `{name}` of `{}` is not in it",
            parameters.join(" ")
        )
    });
    let is_wanted = |name: &str| wanted.keys().any(|it| it.as_str() == name);
    let unwanted = lock.parameterized.keys().filter(|it| !is_wanted(it));
    let unwanted = unwanted.map(|it| format!("`{it}` has parameters in it, but not in Lumi.yaml"));
    missing.chain(unwanted).collect()
}

fn usage(message: String) -> ProjectFailure {
    ProjectFailure::new(FailureKind::Usage, Report::error(message))
}
