//! `lumi install` and `lumi update`.

use std::collections::BTreeSet;

use lumi_packages::{LockFile, Platform};
use lumi_provider::PackageName;

use lumi_project::hcl::module_change::ModuleUpgrades;
use lumi_project::packages::{PackageChange, PackageTools, UpgradeScope, write_lock};
use lumi_project::{PackageRequirement, nearest};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::input::package_consent::PackageConsent;

use super::added_source::usage;
use super::interruptible::run_interruptible;
use super::modules::{install_modules, module_sources};
use super::pulumi_plugins;
use super::{InstallArgs, PackageProject, UpdateArgs};

/// The changes of a command.
struct Change<'a> {
    yes: bool,
    upgrades: UpgradeScope,
    /// The modules of a configuration in HCL that are chosen anew.
    modules: ModuleUpgrades,
    is_frozen: bool,
    platforms: &'a [Platform],
}

pub fn install(args: &InstallArgs, project: &PackageProject<'_>) -> Result<Exit, Failure> {
    if project.settings.is_program_of_pulumi() {
        if !args.platform.is_empty() {
            let message = "--platform is for packages of Lumi.yaml: the plugins of a project of Pulumi are installed for this machine";
            return Err(usage(message));
        }
        // The SDKs of the project fix the versions, with and without --frozen.
        return pulumi_plugins::install(project, args.yes);
    }
    let platforms = args.platform.iter().map(|it| it.parse::<Platform>());
    let platforms = platforms.collect::<Result<BTreeSet<_>, _>>();
    let platforms = platforms.map_err(|error| usage(error.to_string()))?;
    let platforms: Vec<Platform> = platforms.into_iter().collect();
    apply(
        project,
        Change {
            yes: args.yes,
            upgrades: UpgradeScope::Nothing,
            modules: ModuleUpgrades::Nothing,
            is_frozen: args.frozen,
            platforms: &platforms,
        },
    )
}

pub fn update(args: &UpdateArgs, project: &PackageProject<'_>) -> Result<Exit, Failure> {
    let (upgrades, modules) = match args.names.is_empty() {
        true => (UpgradeScope::All, ModuleUpgrades::All),
        false => {
            let (sources, names) = module_sources(project, &args.names)?;
            let names = names.into_iter().map(|it| known_name(project, it));
            let names = names.collect::<Result<BTreeSet<_>, _>>()?;
            (UpgradeScope::Only(names), ModuleUpgrades::Only(sources))
        }
    };
    apply(
        project,
        Change {
            yes: args.yes,
            upgrades,
            modules,
            is_frozen: false,
            platforms: &[],
        },
    )
}

/// The name of a package that `Lumi.yaml` has.
pub fn known_name(project: &PackageProject<'_>, text: &str) -> Result<PackageName, Failure> {
    let packages = &project.settings.manifest.packages;
    if let Some((name, _)) = packages.iter().find(|it| it.0.as_str() == text) {
        return Ok(name.clone());
    }
    let failure = usage(format!("the project has no package `{text}`"));
    Err(
        match nearest(text, packages.keys().map(PackageName::as_str)) {
            Some(similar) => failure.help(&format!("did you mean `{similar}`?")),
            None => failure.help("`lumi packages` lists those that it has"),
        },
    )
}

fn apply(project: &PackageProject<'_>, change: Change<'_>) -> Result<Exit, Failure> {
    if !project.settings.deploys_hcl() {
        return apply_packages(project, change, 0);
    }
    let modules = change.modules.clone();
    let (project, lines) = install_modules(project, modules, change.is_frozen)?;
    apply_packages(&project, change, lines)
}

/// `lines` is how many the user has seen of other changes.
fn apply_packages(
    project: &PackageProject<'_>,
    change: Change<'_>,
    lines: usize,
) -> Result<Exit, Failure> {
    let PackageProject {
        settings,
        current,
        terminal,
    } = project;
    let Change {
        yes,
        upgrades,
        is_frozen,
        platforms,
        ..
    } = change;
    let packages = &settings.manifest.packages;
    let is_update = upgrades != UpgradeScope::Nothing;
    let change = PackageChange {
        settings,
        packages,
        tools: &PackageTools::open(current, *terminal)?,
        user: PackageConsent {
            terminal: *terminal,
            yes,
        },
        upgrades,
        is_frozen,
        may_start_paths: yes,
        platforms,
    };
    let outcome = run_interruptible(change.apply())?;
    if outcome.is_changed {
        write_lock(&settings.folder, &outcome.lock)?;
    }
    for line in &outcome.lines {
        terminal.print_line(line);
    }
    if lines == 0 && outcome.lines.is_empty() && outcome.left_out.is_empty() {
        terminal.print_line(&unchanged_line(project, &outcome.lock, is_update));
    }
    Ok(Exit::Success)
}

/// The line for the user where nothing has changed.
fn unchanged_line(project: &PackageProject<'_>, lock: &LockFile, is_update: bool) -> String {
    let is_source = |it: &&PackageRequirement| !matches!(it, PackageRequirement::Path(_));
    let packages = project.settings.manifest.packages.values();
    match (
        packages.filter(is_source).count() + lock.modules.len(),
        is_update,
    ) {
        (0, _) => {
            let advice = project.first_package();
            format!("the project has no packages to install; {advice}")
        }
        (_, true) if project.settings.deploys_hcl() => {
            "the configuration allows no newer version; `lumi packages` shows what there is"
                .to_owned()
        }
        (_, true) => {
            "Lumi.yaml allows no newer version; `lumi packages` shows what there is".to_owned()
        }
        (_, false) => "everything is installed".to_owned(),
    }
}
