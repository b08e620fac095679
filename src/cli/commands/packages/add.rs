//! `lumi add`: a package more, or another range of one.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use lumi_pack::PackedProgram;
use lumi_packages::{PackSource, PackageSource, VersionRange};
use lumi_provider::PackageName;
use semver::Version;

use crate::commands::write_project_file;
use lumi_project::accepted_plugins::{has_accepted_plugins, record_plugins};
use lumi_project::hub::HubPlace;
use lumi_project::libraries::{of_hub, read};
use lumi_project::packages::{
    PackageChange, PackageOutcome, PackageTools, UpgradeScope, failure, read_lock, remove_from,
    write_lock,
};
use lumi_project::{PackageRequirement, ProjectSettings, package_name};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::input::package_consent::PackageConsent;

use super::add_parameterized;
use super::added_source::{AddedSource, check_path, usage};
use super::interruptible::run_interruptible;
use super::pulumi_plugins;
use super::{AddArgs, PackageProject};

pub(super) const OTHER_NAME: &str =
    "choose another name with --name, or `lumi remove` that one first";

/// Adds a package, or gives one that is there another range.
pub fn run(args: &AddArgs, project: &PackageProject<'_>) -> Result<Exit, Failure> {
    let settings = &project.settings;
    if settings.is_program_of_pulumi() {
        return pulumi_plugins::add(args, project);
    }
    check_manifest(settings)?;
    let added = AddedSource::parse(&args.source)?;
    if !args.parameters.is_empty() {
        return add_parameterized::run(args, project, &added);
    }
    if let AddedSource::Library(source, range) = &added {
        return add_library(args, project, source, range.as_ref());
    }
    let name = chosen_name(args, added.default_name(), &added, settings)?;
    match &added {
        AddedSource::Path(path) => add_path(args, project, &name, path),
        AddedSource::Library(..) => Ok(Exit::Success),
        AddedSource::Source(source, range) => {
            let tools = PackageTools::open(project.current, project.terminal)?;
            let range = match range {
                Some(range) => range.clone(),
                None => run_interruptible(newest_range(&tools, &name, source))?,
            };
            let also = match settings.manifest.packages.get(&name) {
                Some(PackageRequirement::Source { also, .. }) => also.clone(),
                _ => Vec::new(),
            };
            let requirement = PackageRequirement::Source {
                source: source.clone(),
                range,
                also,
            };
            add_source(args, project, &tools, &name, requirement)
        }
    }
}

/// Refuses a program of Lumi in a project that has `Pulumi.yaml` alone: a new `Lumi.yaml` would take its place.
fn check_manifest(settings: &ProjectSettings) -> Result<(), Failure> {
    if settings.pulumi.is_none() {
        return Ok(());
    }
    let message =
        "packages of a program of Lumi are in Lumi.yaml, and the project has Pulumi.yaml alone";
    Err(usage(message.to_owned()).help(&format!(
        "write a Lumi.yaml beside it with `name: {}` and the other settings that lumi is to use, and run this again",
        settings.name
    )))
}

fn chosen_name(
    args: &AddArgs,
    default: &str,
    added: &AddedSource,
    settings: &ProjectSettings,
) -> Result<PackageName, Failure> {
    let text = args.name.as_deref().unwrap_or(default);
    let name = package_name(text).map_err(|error| {
        let failure = usage(error.to_string());
        match args.name {
            Some(_) => failure,
            None => failure.help("choose a name with --name"),
        }
    })?;
    if settings.manifest.plugins.contains_key(&name) {
        let message = format!("`{name}` is a plugin of the project: `plugins` of Lumi.yaml has it");
        return Err(usage(message).help("choose another name with --name"));
    }
    let AddedSource::Source(source, _) = added else {
        return Ok(name);
    };
    if matches!(source, PackageSource::Pulumi(_)) && name.as_str() != source.default_name() {
        let message = format!(
            "{source} cannot be called `{name}`: its types begin with the name of the plugin"
        );
        return Err(usage(message).help("add it without --name"));
    }
    for (other, requirement) in &settings.manifest.packages {
        let has = match requirement {
            PackageRequirement::Source { source: has, .. } => has,
            PackageRequirement::Library { source, .. } if *other == name => {
                return Err(name_in_use(&name, &source.to_string()).help(OTHER_NAME));
            }
            PackageRequirement::Path(_) if *other == name => {
                return Err(name_in_use(&name, "a path").help(OTHER_NAME));
            }
            _ => continue,
        };
        if *other == name && has != source {
            let failure = name_in_use(&name, &has.to_string());
            return Err(match source {
                PackageSource::Pulumi(_) => failure.help(&format!(
                    "types of {source} begin with its name, so the other package needs another one: `lumi remove \
                     {name}`, then `lumi add {has} --name NAME`"
                )),
                _ => failure.help(OTHER_NAME),
            });
        }
        if *other != name && has == source && args.name.is_none() {
            let message = format!("{source} is in the project already, as `{other}`");
            return Err(usage(message).help(&format!(
                "`lumi update {other}` takes its newest version; --name adds it once more, with a version of its own"
            )));
        }
    }
    Ok(name)
}

pub(super) fn name_in_use(name: &PackageName, source: &str) -> Failure {
    usage(format!(
        "`{name}` is the name of another package of the project, {source}"
    ))
}

/// The range of those who ask for none: the newest version, and later ones that are compatible.
pub(super) async fn newest_range(
    tools: &PackageTools,
    name: &PackageName,
    source: &PackageSource,
) -> Result<VersionRange, Failure> {
    let failed = |error| failure(name.as_str(), &error, tools);
    let any = VersionRange::any();
    let available = tools
        .installer
        .available(source, &any, &tools.platform)
        .await;
    let available = available.map_err(failed)?;
    let newest = available.choose(source, &any).map_err(failed)?;
    Ok(VersionRange::compatible_with(newest))
}

fn add_source(
    args: &AddArgs,
    project: &PackageProject<'_>,
    tools: &PackageTools,
    name: &PackageName,
    requirement: PackageRequirement,
) -> Result<Exit, Failure> {
    let settings = &project.settings;
    let (file, text) = settings.with_package(name, &requirement)?;
    let mut packages = settings.manifest.packages.clone();
    packages.insert(name.clone(), requirement);
    let change = PackageChange {
        settings,
        packages: &packages,
        tools,
        user: PackageConsent {
            terminal: project.terminal,
            yes: args.yes,
        },
        upgrades: UpgradeScope::Only(BTreeSet::from([name.clone()])),
        is_frozen: false,
        may_start_paths: false,
        platforms: &[],
    };
    let PackageOutcome { lock, lines, .. } = run_interruptible(change.apply())?;
    write_project_file(&settings.folder, &file, &text)?;
    write_lock(&settings.folder, &lock)?;
    match lines.is_empty() {
        true => project
            .terminal
            .print_line(&format!("`{name}` is in the project already")),
        false => lines.iter().for_each(|it| project.terminal.print_line(it)),
    }
    Ok(Exit::Success)
}

/// A library takes the place of one with the same name, whose range it keeps if it fits.
fn add_library(
    args: &AddArgs,
    project: &PackageProject<'_>,
    source: &PackSource,
    range: Option<&VersionRange>,
) -> Result<Exit, Failure> {
    let settings = &project.settings;
    let manifest = newest_library(project, source, range)?.manifest;
    let text = args.name.as_deref().unwrap_or(&manifest.name);
    let name = package_name(text)
        .map_err(|error| usage(error.to_string()).help("choose a name with --name"))?;
    let is_plugin = settings.manifest.plugins.contains_key(&name);
    let previous = match settings.manifest.packages.get(&name) {
        None if is_plugin => return Err(name_in_use(&name, "a plugin").help(OTHER_NAME)),
        None => None,
        Some(PackageRequirement::Library { range, .. }) => Some(range.clone()),
        Some(PackageRequirement::Path(_)) => {
            return Err(name_in_use(&name, "a path").help(OTHER_NAME));
        }
        Some(PackageRequirement::Source { source, .. }) => {
            return Err(name_in_use(&name, &source.to_string()).help(OTHER_NAME));
        }
    };
    let version = manifest.version.parse::<Version>();
    let version = version.map_err(|error| {
        let text = &manifest.version;
        usage(format!("the version `{text}` of {source} is none: {error}"))
    })?;
    let fitting = previous.filter(|it| it.contains(&version));
    let requirement = PackageRequirement::Library {
        source: source_in_project(project, source)?,
        range: range
            .cloned()
            .or(fitting)
            .unwrap_or_else(|| VersionRange::compatible_with(&version)),
    };
    let tools = PackageTools::open(project.current, project.terminal)?;
    add_source(args, project, &tools, &name, requirement)
}

/// The library that a source has now.
fn newest_library(
    project: &PackageProject<'_>,
    source: &PackSource,
    range: Option<&VersionRange>,
) -> Result<PackedProgram, Failure> {
    match source {
        PackSource::File(path) => Ok(read(&project.current.join(path))?.pack),
        PackSource::Hub(address) => {
            let hub = HubPlace::open(project.current, address)?;
            let any = VersionRange::any();
            Ok(of_hub(&hub, address, range.unwrap_or(&any), None)?.0.pack)
        }
    }
}

/// The source as `Lumi.yaml` has it.
fn source_in_project(
    project: &PackageProject<'_>,
    source: &PackSource,
) -> Result<PackSource, Failure> {
    let PackSource::File(path) = source else {
        return Ok(source.clone());
    };
    let path = relative_to_project(project, path);
    PackSource::of(&path.to_string_lossy()).ok_or_else(|| {
        usage(format!(
            "{} has a name that Lumi.yaml cannot have",
            path.display()
        ))
    })
}

/// A path is neither locked nor installed. Consent is kept beside that to the other paths of the project.
fn add_path(
    args: &AddArgs,
    project: &PackageProject<'_>,
    name: &PackageName,
    path: &Path,
) -> Result<Exit, Failure> {
    let settings = &project.settings;
    let path = &relative_to_project(project, path);
    check_path(&settings.folder, path, name.as_str())?;
    let (file, text) = settings.with_package(name, &PackageRequirement::Path(path.clone()))?;
    let mut lock = read_lock(&settings.folder)?;
    write_project_file(&settings.folder, &file, &text)?;
    if remove_from(&mut lock, name) {
        write_lock(&settings.folder, &lock)?;
    }
    if args.yes && has_accepted_plugins(settings) {
        let added = ProjectSettings::find(Path::new("."), &settings.folder)?;
        record_plugins(&added)?;
    }
    project
        .terminal
        .print_line(&format!("added {name}, from {}", path.display()));
    Ok(Exit::Success)
}

/// A path of a user, who may be in a folder below that of `Lumi.yaml`, as `Lumi.yaml` has it.
pub(super) fn relative_to_project(project: &PackageProject<'_>, path: &Path) -> PathBuf {
    let Ok(current) = project.current.canonicalize() else {
        return path.to_owned();
    };
    if path.is_absolute() || current == project.settings.folder {
        return path.to_owned();
    }
    let whole: PathBuf = current.join(path).components().collect();
    let is_plain = !whole.components().any(|it| it == Component::ParentDir);
    match whole.strip_prefix(&project.settings.folder) {
        Ok(below) if is_plain => Path::new("./").join(below),
        _ => whole,
    }
}
