//! Modules of configurations in HCL among the packages of a project.

use std::collections::BTreeSet;
use std::path::Path;

use lumi_project::ProjectSettings;
use lumi_project::hcl::module_change::{ModuleChange, ModuleUpgrades};
use lumi_project::packages::{read_lock, write_lock};
use lumi_terminal::failure::Failure;
use lumi_terminal::input::package_consent::PackageConsent;

use super::PackageProject;
use super::interruptible::run_interruptible;

/// Installs the modules that a configuration calls, before the packages that they require are known. Returns the project
/// with those packages, and how many lines the user has seen.
pub fn install_modules<'a>(
    project: &PackageProject<'a>,
    upgrades: ModuleUpgrades,
    is_frozen: bool,
) -> Result<(PackageProject<'a>, usize), Failure> {
    let terminal = project.terminal;
    let change = ModuleChange {
        settings: &project.settings,
        user: PackageConsent {
            terminal,
            yes: false,
        },
        upgrades,
        is_frozen,
    };
    let outcome = run_interruptible(async { change.apply().await.map_err(Failure::from) })?;
    if outcome.is_changed {
        write_lock(&project.settings.folder, &outcome.lock)?;
    }
    for line in &outcome.lines {
        terminal.print_line(line);
    }
    let project = PackageProject {
        settings: ProjectSettings::find(Path::new("."), project.current)?,
        ..*project
    };
    Ok((project, outcome.lines.len()))
}

/// The names among those of a command that are sources of modules, and the others. A source may be short of its
/// parameters.
pub fn module_sources<'n>(
    project: &PackageProject<'_>,
    names: &'n [String],
) -> Result<(BTreeSet<String>, Vec<&'n str>), Failure> {
    let lock = read_lock(&project.settings.folder)?;
    let mut sources = BTreeSet::new();
    let mut others = Vec::new();
    for name in names.iter().map(String::as_str) {
        let of_name = lock.modules.keys().filter(|it| {
            let is_short = it.source.split('?').next() == Some(name);
            it.source == name || is_short || it.shown_source() == name
        });
        let before = sources.len();
        sources.extend(of_name.map(|it| it.source.clone()));
        if sources.len() == before {
            others.push(name);
        }
    }
    Ok((sources, others))
}
