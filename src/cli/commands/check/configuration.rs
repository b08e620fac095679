//! `lumi check` of a configuration in HCL: its files, the modules that it calls, and what each of them declares.

use std::path::Path;

use lumi_hcl::config::ModuleTree;
use lumi_hcl::syntax::Severity;
use lumi_project::ProjectSettings;
use lumi_project::hcl::installed_modules::InstalledModules;
use lumi_runs::language::diagnostic_report;

use super::check_result::CheckResult;

/// The settings of a project whose program is a configuration.
pub fn settings(program: &Path, current: &Path) -> Option<ProjectSettings> {
    // The search for a program reports what is wrong with a project.
    let settings = ProjectSettings::find(program, current).ok();
    settings.filter(ProjectSettings::is_hcl)
}

pub fn check(settings: &ProjectSettings) -> CheckResult {
    let modules = InstalledModules::of_project(&settings.folder);
    let (tree, diagnostics) = ModuleTree::load_with(&settings.hcl_folder(), &modules);
    let (errors, warnings): (Vec<_>, Vec<_>) = diagnostics
        .into_iter()
        .partition(|it| it.severity == Severity::Error);
    CheckResult {
        modules: tree.nodes.len(),
        errors: errors.iter().map(diagnostic_report).collect(),
        notes: warnings.iter().map(diagnostic_report).collect(),
        ..CheckResult::default()
    }
}
