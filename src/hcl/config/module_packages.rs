//! Packages of modules: what is neither in the folder of the root module nor near it.

use std::path::PathBuf;

/// Finds the modules of registries, repositories and archives on this machine; nothing is fetched.
pub trait ModulePackages: Send + Sync {
    /// # Errors
    ///
    /// If the source is none, or the module is not installed.
    fn find(&self, wanted: &WantedModule<'_>) -> Result<ModulePlace, ModuleAbsence>;
}

/// A module as a call names it.
#[derive(Clone, Copy, Debug)]
pub struct WantedModule<'a> {
    /// The names of the calls that lead to it.
    pub path: &'a [String],
    pub source: &'a str,
    /// The range of versions.
    pub version: Option<&'a str>,
}

/// The place of an installed module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModulePlace {
    /// The folder of the whole package, which paths of the modules in it do not leave.
    pub package: PathBuf,
    pub folder: PathBuf,
}

/// Why a module is not there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModuleAbsence {
    pub summary: &'static str,
    pub detail: String,
    /// Whether the range of versions is wrong, and not the source.
    pub is_of_version: bool,
}

/// No packages of modules at all.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoPackages;

impl ModulePackages for NoPackages {
    fn find(&self, wanted: &WantedModule<'_>) -> Result<ModulePlace, ModuleAbsence> {
        Err(ModuleAbsence {
            summary: "a module is not installed",
            detail: format!(
                "`{}` is no folder, and modules of packages are not known here",
                wanted.source
            ),
            is_of_version: false,
        })
    }
}
