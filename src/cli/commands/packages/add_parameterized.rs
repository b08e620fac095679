//! `lumi add` with parameters, of which a plugin of Pulumi makes a package.

use std::collections::BTreeSet;
use std::path::Path;

use lumi_packages::{LockFile, LockedParameters, PackageSource, VersionRange};
use lumi_provider::PackageName;

use crate::commands::write_project_file;
use lumi_project::accepted_plugins::{has_accepted_plugins, record_plugins};
use lumi_project::packages::{
    PackageChange, PackageTools, UpgradeScope, make_package, program_at, read_lock, remove_from,
    store, write_lock,
};
use lumi_project::{PackageRequirement, ProjectSettings, package_name};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::input::package_consent::PackageConsent;
use lumi_terminal::ui::report::Report;

use super::add::{OTHER_NAME, name_in_use, newest_range, relative_to_project};
use super::added_source::{AddedSource, check_path, usage};
use super::interruptible::run_interruptible;
use super::{AddArgs, PackageProject};

/// Starts the plugin, which says what the package of the parameters is called, and adds that.
pub fn run(
    args: &AddArgs,
    project: &PackageProject<'_>,
    added: &AddedSource,
) -> Result<Exit, Failure> {
    match added {
        AddedSource::Path(path) => of_path(args, project, added, path),
        AddedSource::Source(source @ PackageSource::Pulumi(_), range) => {
            of_plugin(args, project, source, range.as_ref())
        }
        AddedSource::Source(..) | AddedSource::Library(..) => Err(usage(format!(
            "`{}` takes no parameters: plugins of Pulumi alone make packages of some",
            args.source
        ))),
    }
}

/// A package for the files of the project.
struct Addition {
    name: PackageName,
    requirement: PackageRequirement,
    parameters: LockedParameters,
    /// The new lock, which gets the package.
    lock: LockFile,
}

fn of_path(
    args: &AddArgs,
    project: &PackageProject<'_>,
    added: &AddedSource,
    path: &Path,
) -> Result<Exit, Failure> {
    let settings = &project.settings;
    let path = relative_to_project(project, path);
    let plugin = plugin_name(added.default_name())?;
    check_path(&settings.folder, &path, plugin.as_str())?;
    let program = program_at(settings, &plugin, &path)?;
    let package = run_interruptible(async {
        let package = make_package(settings, &plugin, &program, &args.parameters).await;
        package
            .map(|it| (it.name, it.locked))
            .map_err(Failure::from)
    })?;
    let requirement = PackageRequirement::Path(path);
    let mut lock = read_lock(&settings.folder)?;
    let name = checked_name(args, settings, &package.0, &requirement)?;
    remove_from(&mut lock, &name);
    let was_accepted = has_accepted_plugins(settings);
    let exit = write(
        args,
        project,
        Addition {
            name,
            requirement,
            parameters: package.1,
            lock,
        },
    )?;
    if args.yes && was_accepted {
        let added = ProjectSettings::find(Path::new("."), &settings.folder)?;
        record_plugins(&added)?;
    }
    Ok(exit)
}

fn of_plugin(
    args: &AddArgs,
    project: &PackageProject<'_>,
    source: &PackageSource,
    range: Option<&VersionRange>,
) -> Result<Exit, Failure> {
    let settings = &project.settings;
    let plugin = plugin_name(source.default_name())?;
    let tools = PackageTools::open(project.current, project.terminal)?;
    let range = match range {
        Some(range) => range.clone(),
        None => run_interruptible(newest_range(&tools, &plugin, source))?,
    };
    let requirement = PackageRequirement::Source {
        source: source.clone(),
        range,
        also: Vec::new(),
    };
    let mut packages = settings.manifest.packages.clone();
    // The plugin is installed under a name that no package of the project has: it says only then how the package is called.
    let provisional = free_name(&plugin, |it| packages.contains_key(it));
    packages.insert(provisional.clone(), requirement.clone());
    let change = PackageChange {
        settings,
        packages: &packages,
        tools: &tools,
        user: PackageConsent {
            terminal: project.terminal,
            yes: args.yes,
        },
        upgrades: UpgradeScope::Only(BTreeSet::from([provisional.clone()])),
        is_frozen: false,
        may_start_paths: false,
        platforms: &[],
    };
    let (outcome, (package, parameters)) = run_interruptible(async {
        let outcome = change.apply().await?;
        let package = installed_package(args, project, &tools, &outcome.lock, &provisional).await?;
        Ok((outcome, package))
    })?;
    let name = checked_name(args, settings, &package, &requirement)?;
    let mut lock = outcome.lock;
    if let Some(locked) = lock.packages.remove(provisional.as_str()) {
        lock.packages.insert(name.to_string(), locked);
    }
    let lines = outcome.lines.iter();
    lines.for_each(|it| project.terminal.print_line(it));
    let addition = Addition {
        name,
        requirement,
        parameters,
        lock,
    };
    write(args, project, addition)
}

/// Makes the package with the plugin that was installed and locked under a name.
async fn installed_package(
    args: &AddArgs,
    project: &PackageProject<'_>,
    tools: &PackageTools,
    lock: &LockFile,
    plugin: &PackageName,
) -> Result<(PackageName, LockedParameters), Failure> {
    let missing = || {
        let message = format!("the plugin `{plugin}` was removed from this machine meanwhile");
        Failure::new(Exit::Failure, Report::error(message))
    };
    let locked = lock.packages.get(plugin.as_str()).ok_or_else(missing)?;
    let stored = store()?.stored(&locked.source, &locked.version, &tools.platform);
    let program = stored.ok().flatten().ok_or_else(missing)?.executable;
    let settings = &project.settings;
    let package = make_package(settings, plugin, &program, &args.parameters).await?;
    Ok((package.name, package.locked))
}

fn plugin_name(text: &str) -> Result<PackageName, Failure> {
    package_name(text).map_err(|error| usage(error.to_string()))
}

/// The name, or else the beginning of it with a number after it.
fn free_name(name: &PackageName, is_taken: impl Fn(&PackageName) -> bool) -> PackageName {
    let mut free = name.clone();
    for number in 2.. {
        if !is_taken(&free) {
            break;
        }
        let end = format!("-{number}");
        // Names are ASCII, so that any byte may be the last.
        let length = (PackageName::MAX_LENGTH - end.len()).min(name.as_str().len());
        free = PackageName::parse(&format!("{}{end}", &name.as_str()[..length]))
            .expect("BUG: the beginning of a name with a number after it is a name");
    }
    free
}

/// The name of the package, if it may have it. Another package of parameters of the same source gives it up.
fn checked_name(
    args: &AddArgs,
    settings: &ProjectSettings,
    name: &PackageName,
    requirement: &PackageRequirement,
) -> Result<PackageName, Failure> {
    let name = plugin_name(name.as_str())?;
    if let Some(wanted) = args.name.as_ref().filter(|it| *it != name.as_str()) {
        let message = format!(
            "the package of `{}` cannot be called `{wanted}`: its types begin with `{name}`",
            args.parameters.join(" ")
        );
        return Err(usage(message).help("add it without --name"));
    }
    if settings.manifest.plugins.contains_key(&name) {
        return Err(name_in_use(&name, "a plugin").help(OTHER_NAME));
    }
    let Some(previous) = settings.manifest.packages.get(&name) else {
        return Ok(name);
    };
    let is_same = settings.manifest.parameters.contains_key(&name)
        && source_text(previous) == source_text(requirement);
    match is_same {
        true => Ok(name),
        false => Err(name_in_use(&name, &source_text(previous)).help(&format!(
            "types of the new one begin with its name; `lumi remove {name}` first"
        ))),
    }
}

fn source_text(requirement: &PackageRequirement) -> String {
    match requirement {
        PackageRequirement::Source { source, .. } => source.to_string(),
        PackageRequirement::Library { source, .. } => source.to_string(),
        PackageRequirement::Path(path) => path.display().to_string(),
    }
}

/// Writes both files of the project.
fn write(
    args: &AddArgs,
    project: &PackageProject<'_>,
    addition: Addition,
) -> Result<Exit, Failure> {
    let Addition {
        name,
        requirement,
        parameters,
        mut lock,
    } = addition;
    let line = format!(
        "added {name} {}, which `{}` makes of `{}`",
        parameters.version,
        parameters.plugin,
        args.parameters.join(" ")
    );
    lock.parameterized.insert(name.to_string(), parameters);
    let settings = &project.settings;
    let (file, text) = settings.with_parameterized(&name, &requirement, &args.parameters)?;
    write_project_file(&settings.folder, &file, &text)?;
    write_lock(&settings.folder, &lock)?;
    project.terminal.print_line(&line);
    Ok(Exit::Success)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_free_name_has_the_length_of_a_name() {
        for length in [1, 61, 62, 63, 64] {
            let name = PackageName::parse(&"a".repeat(length)).unwrap();
            let mut taken = BTreeSet::new();
            for _ in 0..11 {
                let free = free_name(&name, |it| taken.contains(it));
                assert!(free.as_str().len() <= PackageName::MAX_LENGTH, "{free}");
                assert!(taken.insert(free));
            }
            assert!(taken.contains(&name));
            let last = taken.iter().find(|it| it.as_str().ends_with("-11"));
            assert!(last.is_some(), "{taken:?}");
        }
    }
}
