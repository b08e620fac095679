//! The folders that are projects in HCL, and the packages that their modules require.

use std::path::{Path, PathBuf};

use lumi_hcl::config::{ModuleTree, RequiredPackage, has_files, is_file_name, required_packages};
use lumi_host::entry_file;
use lumi_packages::{PackageSource, VersionRange};

use super::installed_modules::InstalledModules;
use crate::compiled_language::CompiledLanguage;
use crate::manifest::Manifest;
use crate::package_requirements::{PackageRequirement, package_name};
use crate::project_error::ProjectError;
use crate::project_folder::ProjectFolder;

/// The value of `runtime` for programs in HCL.
pub const HCL_RUNTIME: &str = "hcl";

/// The stack of a project in HCL, if no other one is chosen: the name of the workspace that such projects begin with.
pub const DEFAULT_WORKSPACE: &str = "default";

/// Whether a path is a file in HCL, or a folder with such files and without a program in another language. A `main.go`
/// beside such files is usually a tool, and no program of Lumi.
pub fn is_program(program: &Path) -> bool {
    match program.is_dir() {
        true => {
            has_files(program)
                && entry_file(program, None).is_none()
                && CompiledLanguage::Python.entry_file(program).is_none()
        }
        false => {
            let name = program.file_name().unwrap_or_default();
            is_file_name(&name.to_string_lossy())
        }
    }
}

/// Whether a folder has a program in HCL: with a file of settings, only if that says so. A program of another language
/// whose file is gone must not become one that declares nothing of its stack.
pub fn is_project(folder: &ProjectFolder, manifest: &Manifest) -> bool {
    match (&folder.manifest, &manifest.runtime) {
        (_, Some(runtime)) => runtime == HCL_RUNTIME,
        (None, None) => is_program(&folder.path),
        (Some(_), None) => false,
    }
}

/// The folder of the root module; `main` is that folder, or a file in it.
pub fn root_folder(folder: &Path, manifest: &Manifest) -> PathBuf {
    let Some(main) = &manifest.main else {
        return folder.to_owned();
    };
    let path = folder.join(main);
    match path.parent() {
        Some(parent) if path.is_file() => parent.to_owned(),
        _ => path,
    }
}

/// The project above a folder, if its settings say that this folder is its root module.
pub fn around(folder: &Path, home: Option<&Path>) -> Result<Option<ProjectFolder>, ProjectError> {
    for ancestor in folder.ancestors().skip(1) {
        if Some(ancestor) == home {
            break;
        }
        let project = ProjectFolder::at(ancestor)?;
        let Some(file) = &project.manifest else {
            continue;
        };
        let manifest = Manifest::read(file)?;
        let is_hcl = manifest.runtime.as_deref() == Some(HCL_RUNTIME);
        let root = root_folder(ancestor, &manifest).canonicalize();
        let is_root = is_hcl && root.is_ok_and(|it| it == folder);
        return Ok(is_root.then_some(project));
    }
    Ok(None)
}

/// Sets the language of a project, and adds the packages that its modules require and the settings do not name; those of
/// modules that are not installed are not known. What is wrong with the modules is reported when they run.
pub fn complete(folder: &Path, manifest: &mut Manifest) {
    manifest.runtime = Some(HCL_RUNTIME.to_owned());
    let modules = InstalledModules::of_project(folder);
    let (tree, _) = ModuleTree::load_with(&root_folder(folder, manifest), &modules);
    add_packages(required_packages(&tree), manifest);
}

/// Adds packages that modules require and the settings do not name.
pub fn add_packages(all: Vec<RequiredPackage>, manifest: &mut Manifest) {
    for required in all {
        let Ok(name) = package_name(&required.name) else {
            continue;
        };
        if manifest.packages.contains_key(&name) || manifest.plugins.contains_key(&name) {
            continue;
        }
        let source = format!("terraform:{}", required.source).parse::<PackageSource>();
        let range = match required.range.is_empty() {
            true => Ok(VersionRange::any()),
            false => required.range.parse::<VersionRange>(),
        };
        if let (Ok(source), Ok(range)) = (source, range) {
            let also = Vec::new();
            let requirement = PackageRequirement::Source {
                source,
                range,
                also,
            };
            manifest.packages.insert(name, requirement);
        }
    }
}
