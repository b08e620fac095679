//! The project folder of a program.

use std::path::{Path, PathBuf};

use super::cdktf::CdktfSettings;
use super::hcl::hcl_project;
use super::manifest::Manifest;
use super::package_json::PackageJson;
use super::project_error::ProjectError;
use super::pulumi_project::PulumiProject;

/// A folder with the files that make it a project.
#[derive(Debug, Default)]
pub struct ProjectFolder {
    pub path: PathBuf,
    pub manifest: Option<PathBuf>,
    pub package: Option<PathBuf>,
    /// Used if the project has no manifest.
    pub pulumi: Option<PathBuf>,
    /// The settings of CDKTF.
    pub cdktf: Option<PathBuf>,
}

impl ProjectFolder {
    /// Looks for the files in one folder.
    pub fn at(folder: &Path) -> Result<Self, ProjectError> {
        let existing = |name| Some(folder.join(name)).filter(|path| path.exists());
        let manifest = existing(Manifest::FILE);
        if let (None, Some(path)) = (&manifest, existing(Manifest::MISNAMED)) {
            let wanted = Manifest::FILE.to_owned();
            return Err(ProjectError::Misnamed { path, wanted });
        }
        Ok(Self {
            path: folder.to_owned(),
            manifest,
            package: existing(PackageJson::FILE),
            pulumi: existing(PulumiProject::FILE),
            cdktf: existing(CdktfSettings::FILE),
        })
    }

    /// The members of `package.json`; empty without the file.
    pub fn package(&self) -> Result<PackageJson, ProjectError> {
        let package = self.package.as_deref().map(PackageJson::read);
        Ok(package.transpose()?.unwrap_or_default())
    }

    pub fn defining_file(&self) -> Option<&PathBuf> {
        self.manifest.as_ref().or(self.pulumi.as_ref())
    }

    pub fn is_project(&self) -> bool {
        let files = [&self.manifest, &self.package, &self.pulumi, &self.cdktf];
        files.into_iter().any(Option::is_some)
    }

    /// The project of a program in `folder`: for one in HCL, which needs no file of settings, that folder, unless a project
    /// above names it.
    pub fn of_program(
        program: &Path,
        folder: &Path,
        home: Option<&Path>,
    ) -> Result<Self, ProjectError> {
        if !hcl_project::is_program(program) {
            return Self::enclosing(folder, home);
        }
        let own = Self::at(folder)?;
        if own.defining_file().is_some() {
            return Ok(own);
        }
        Ok(hcl_project::around(folder, home)?.unwrap_or(own))
    }

    /// The nearest project at or above `folder`; `folder` without files if there is none.
    ///
    /// The home folder counts as a project only for programs directly in it: otherwise a stray
    /// `package.json` there would allow every program to read all files of the user.
    pub fn enclosing(folder: &Path, home: Option<&Path>) -> Result<Self, ProjectError> {
        for (level, ancestor) in folder.ancestors().enumerate() {
            if level > 0 && Some(ancestor) == home {
                break;
            }
            let found = Self::at(ancestor)?;
            if found.is_project() {
                return Ok(found);
            }
        }
        Ok(Self {
            path: folder.to_owned(),
            ..Self::default()
        })
    }
}
