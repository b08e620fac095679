//! The folders that are projects of CDKTF, and the packages that their stacks require.

use std::path::{Path, PathBuf};

use lumi_hcl::config::{ModuleTree, RequiredPackage, package_name, required_packages};

use super::assembly::{Assembly, AssemblyStack};
use super::cdktf_error::CdktfError;
use super::cdktf_settings::CdktfSettings;
use super::output_paths::output_paths;
use crate::ProjectSettings;
use crate::hcl::hcl_project::add_packages;
use crate::hcl::installed_modules::InstalledModules;
use crate::manifest::Manifest;
use crate::project_error::ProjectError;
use crate::project_folder::ProjectFolder;

/// The value of `runtime` for programs of CDKTF.
pub const CDKTF_RUNTIME: &str = "cdktf";

/// Whether the program of a folder is one of CDKTF: with a file of settings, only if that says so.
pub fn is_project(folder: &ProjectFolder, manifest: &Manifest) -> bool {
    match (&folder.manifest, &manifest.runtime) {
        (_, Some(runtime)) => runtime == CDKTF_RUNTIME,
        (None, None) => folder.cdktf.is_some(),
        (Some(_), None) => false,
    }
}

/// Sets the language of a project, and adds the packages that its stacks require and the settings do not name. Before the
/// program has run for the first time, these are the providers of `cdktf.json`.
pub fn complete(folder: &Path, manifest: &mut Manifest) {
    manifest.runtime = Some(CDKTF_RUNTIME.to_owned());
    // What is wrong with the files is reported when the program runs.
    let Ok(settings) = CdktfSettings::read(folder) else {
        return;
    };
    let output = settings.output_folder(folder);
    let mut required: Vec<RequiredPackage> = Vec::new();
    match Assembly::read(&output) {
        Ok(assembly) => {
            let modules = InstalledModules::of_project(folder);
            let of_folder = |folder: &Path| {
                let (tree, _) = ModuleTree::load_with(folder, &modules);
                required_packages(&tree).into_iter()
            };
            for stack in &assembly.stacks {
                of_folder(&stack.folder).for_each(|it| join(&mut required, it));
            }
            // Stacks that the program has no more may have objects, which providers delete.
            for folder in assembly.former_folders(&output) {
                for one in of_folder(&folder) {
                    if required.iter().all(|it| it.name != one.name) {
                        required.push(one);
                    }
                }
            }
        }
        Err(_) => required.extend(settings.providers.iter().map(declared)),
    }
    add_packages(required, manifest);
}

/// Adds a package; stacks that have the same one need a version in the ranges of all.
fn join(all: &mut Vec<RequiredPackage>, one: RequiredPackage) {
    let Some(same) = all.iter_mut().find(|it| it.name == one.name) else {
        return all.push(one);
    };
    let has_range = same.range.split(", ").any(|it| it == one.range);
    match (same.range.is_empty(), one.range.is_empty() || has_range) {
        (_, true) => {}
        (true, false) => same.range = one.range,
        (false, false) => same.range = format!("{}, {}", same.range, one.range),
    }
}

/// A provider of `cdktf.json`. The source of one without a namespace is that of its registry.
fn declared((source, range): &(String, String)) -> RequiredPackage {
    let source = match source.contains('/') {
        true => source.clone(),
        false => format!("hashicorp/{source}"),
    };
    RequiredPackage {
        name: package_name(&source),
        source,
        range: range.clone(),
    }
}

impl ProjectSettings {
    /// Whether the program is one of CDKTF.
    pub fn is_cdktf(&self) -> bool {
        self.foreign_runtime() == Some(CDKTF_RUNTIME)
    }

    /// The stacks that the program has written when it ran last.
    pub fn assembly(&self) -> Result<Assembly, ProjectError> {
        let settings = CdktfSettings::read(&self.folder)?;
        Ok(Assembly::read(&settings.output_folder(&self.folder))?)
    }

    /// A stack that the program has written when it ran last; `None` if there is none, and in other projects.
    pub fn synthesized(&self, stack: &str) -> Option<AssemblyStack> {
        if !self.is_cdktf() {
            return None;
        }
        self.assembly().ok()?.stack(stack).ok().cloned()
    }

    /// The folder in which providers run: that of the stack in a project of CDKTF, where paths of assets begin, also if the
    /// program has the stack no more.
    pub fn provider_folder(&self, stack: &str) -> PathBuf {
        let folder = self.folder_of_stack(stack).filter(|it| it.is_dir());
        folder.unwrap_or_else(|| self.folder.clone())
    }

    fn folder_of_stack(&self, stack: &str) -> Option<PathBuf> {
        if !self.is_cdktf() {
            return None;
        }
        let settings = CdktfSettings::read(&self.folder).ok()?;
        let former = Assembly::stacks_folder(&settings.output_folder(&self.folder)).join(stack);
        Some(self.synthesized(stack).map_or(former, |it| it.folder))
    }
}

impl AssemblyStack {
    /// The paths that outputs have in the program, by their names in the configuration.
    pub fn output_paths(
        &self,
    ) -> Result<std::collections::BTreeMap<String, Vec<String>>, CdktfError> {
        let malformed = |reason: String| CdktfError::Malformed {
            file: self.file.clone(),
            reason,
        };
        let text = std::fs::read_to_string(&self.file);
        let text = text.map_err(|error| malformed(error.to_string()))?;
        let configuration = serde_json::from_str(&text);
        Ok(output_paths(
            &configuration.map_err(|error| malformed(error.to_string()))?,
        ))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn package(name: &str, range: &str) -> RequiredPackage {
        RequiredPackage {
            name: name.to_owned(),
            source: format!("hashicorp/{name}"),
            range: range.to_owned(),
        }
    }

    #[test]
    fn stacks_with_one_package_need_a_version_in_all_ranges() {
        let mut all = Vec::new();
        for (name, range) in [
            ("a", ""),
            ("a", "> 1"),
            ("b", "2"),
            ("a", "< 3"),
            ("a", "> 1"),
            ("b", ""),
        ] {
            join(&mut all, package(name, range));
        }
        let texts: Vec<String> = all
            .iter()
            .map(|it| format!("{} {}", it.name, it.range))
            .collect();
        assert_eq!(texts, ["a > 1, < 3", "b 2"]);
    }

    #[test]
    fn providers_are_declared_before_the_program_has_run() {
        let disk = tempfile::tempdir().unwrap();
        let settings =
            r#"{"app": "node main.js", "terraformProviders": ["random@~> 3.0", "acme/dns"]}"#;
        fs::write(disk.path().join("cdktf.json"), settings).unwrap();
        let folder = ProjectFolder::at(disk.path()).unwrap();
        assert!(is_project(&folder, &Manifest::default()));
        let mut manifest = Manifest::default();
        complete(disk.path(), &mut manifest);
        let names: Vec<&str> = manifest.packages.keys().map(|it| it.as_str()).collect();
        assert_eq!(names, ["random", "acme-dns"]);
    }

    #[test]
    fn settings_of_lumi_say_whether_a_program_is_one_of_cdktf() {
        let disk = tempfile::tempdir().unwrap();
        fs::write(disk.path().join("cdktf.json"), "{}").unwrap();
        fs::write(disk.path().join("Lumi.yaml"), "name: demo\n").unwrap();
        let folder = ProjectFolder::at(disk.path()).unwrap();
        assert!(!is_project(&folder, &Manifest::default()));
        let manifest = Manifest {
            runtime: Some(CDKTF_RUNTIME.to_owned()),
            ..Manifest::default()
        };
        assert!(is_project(&folder, &manifest));
    }
}
