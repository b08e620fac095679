//! Packages of npm, as the source of libraries.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use semver::Version;
use serde_json::{Map, Value};
use thiserror::Error;

use super::manifest::Manifest;
use super::project_settings::ProjectSettings;
use super::reports::{FailureKind, ProjectFailure, Report};
use super::source_files::{ProjectFiles, relative_name};

const MODULES: &str = "node_modules";

/// An installed package, as a project whose folder is the one that has `node_modules`.
#[derive(Debug)]
pub struct NpmPackage {
    pub settings: ProjectSettings,
    /// The main module, relative to the folder of the settings.
    pub entry: String,
    pub version: Version,
    pub description: Option<String>,
    /// The licence, as an identifier of SPDX.
    pub license: Option<String>,
}

/// A package of npm that no library can be made of.
#[derive(Debug, Error)]
pub enum NpmPackageError {
    #[error("`{name}` is not the name of a package of npm")]
    NotAName { name: String },
    #[error("the package `{name}` of npm is not installed for {}", folder.display())]
    NotInstalled { name: String, folder: PathBuf },
    #[error("cannot read {}: {source}", file.display())]
    Unreadable { file: PathBuf, source: io::Error },
    #[error("{} has no `version` that is one", file.display())]
    NoVersion { file: PathBuf },
    #[error("the package `{name}` of npm has no main module: {reason}")]
    NoEntry { name: String, reason: String },
}

impl NpmPackageError {
    fn help(&self) -> Option<String> {
        match self {
            Self::NotInstalled { name, .. } => Some(format!("install it: `npm install {name}`")),
            Self::NotAName { .. }
            | Self::NoEntry { .. }
            | Self::Unreadable { .. }
            | Self::NoVersion { .. } => None,
        }
    }
}

impl From<NpmPackageError> for ProjectFailure {
    fn from(error: NpmPackageError) -> Self {
        let report = Report::error(error.to_string()).maybe_help(error.help().as_deref());
        Self::new(FailureKind::Failed, report)
    }
}

impl NpmPackage {
    /// The package that modules of a folder import by this name.
    pub fn find(name: &str, folder: &Path) -> Result<Self, NpmPackageError> {
        let owned = || name.to_owned();
        if !is_name(name) {
            return Err(NpmPackageError::NotAName { name: owned() });
        }
        let installed = installed(name, folder).ok_or_else(|| NpmPackageError::NotInstalled {
            name: owned(),
            folder: folder.to_owned(),
        })?;
        let file = installed.join("package.json");
        let members = members(&file)?;
        let text = |key: &str| members.get(key).and_then(Value::as_str);
        let version = text("version").and_then(|it| it.parse().ok());
        let version = version.ok_or(NpmPackageError::NoVersion { file })?;
        let root = root_of(&installed);
        let mut found = Self {
            settings: ProjectSettings {
                folder: root.to_owned(),
                name: library_name(name),
                manifest: Manifest::default(),
                pulumi: None,
            },
            entry: String::new(),
            version,
            description: text("description").map(str::to_owned),
            license: text("license").map(str::to_owned),
        };
        let no_entry = |reason: String| NpmPackageError::NoEntry {
            name: owned(),
            reason,
        };
        let importer = relative_name(&folder.join("index.ts"), root);
        let importer = importer.ok_or_else(|| {
            no_entry(format!("{} is outside of the project", installed.display()))
        })?;
        found.entry = found.files().entry(name, &importer).map_err(no_entry)?;
        Ok(found)
    }

    /// The files of the package and of those that it needs.
    pub fn files(&self) -> ProjectFiles {
        ProjectFiles::with_packages(&self.settings)
    }
}

/// Whether a text is `NAME` or `@SCOPE/NAME`.
fn is_name(text: &str) -> bool {
    let parts: Vec<&str> = text.split('/').collect();
    let are_names = parts
        .iter()
        .all(|it| !it.is_empty() && !it.starts_with('.'));
    are_names && parts.len() == 1 + usize::from(text.starts_with('@'))
}

/// The real folder of a package, as modules of a folder find it.
fn installed(name: &str, folder: &Path) -> Option<PathBuf> {
    let mut folders = folder.ancestors().map(|it| it.join(MODULES).join(name));
    let found = folders.find(|it| it.join("package.json").is_file())?;
    found.canonicalize().ok()
}

/// The folder around the outermost `node_modules` of a path; the path itself, if it is in none.
fn root_of(path: &Path) -> &Path {
    let is_root = |it: &&Path| {
        !it.components()
            .any(|it| it == Component::Normal(MODULES.as_ref()))
    };
    path.ancestors().find(is_root).unwrap_or(path)
}

fn members(file: &Path) -> Result<Map<String, Value>, NpmPackageError> {
    let unreadable = |source: io::Error| NpmPackageError::Unreadable {
        file: file.to_owned(),
        source,
    };
    let text = fs::read_to_string(file).map_err(unreadable)?;
    serde_json::from_str(&text).map_err(|error| unreadable(error.into()))
}

/// `@acme/web` is `acme-web`: libraries have no scopes.
fn library_name(name: &str) -> String {
    name.trim_start_matches('@').replace('/', "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(folder: &Path, manifest: &str, code: &str) {
        fs::create_dir_all(folder).unwrap();
        fs::write(folder.join("package.json"), manifest).unwrap();
        fs::write(folder.join("index.js"), code).unwrap();
    }

    #[test]
    fn packages_are_found_where_modules_find_them() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let inner = root.join("apps/web");
        fs::create_dir_all(&inner).unwrap();
        let manifest = r#"{"name":"@acme/web","version":"1.2.3","type":"module","license":"MIT"}"#;
        package(
            &root.join("node_modules/@acme/web"),
            manifest,
            "export default 1;\n",
        );
        let found = NpmPackage::find("@acme/web", &inner).unwrap();
        assert_eq!(found.settings.folder, root);
        assert_eq!(found.settings.name, "acme-web");
        assert_eq!(found.entry, "node_modules/@acme/web/index.js");
        assert_eq!(found.version, Version::new(1, 2, 3));
        assert_eq!(found.license.as_deref(), Some("MIT"));
        // As pnpm installs: a link to a folder that is elsewhere below the root.
        let kept = root.join("node_modules/.pnpm/b@2.0.0/node_modules/b");
        package(
            &kept,
            r#"{"name":"b","version":"2.0.0","type":"module"}"#,
            "",
        );
        fs::create_dir_all(inner.join("node_modules")).unwrap();
        std::os::unix::fs::symlink(&kept, inner.join("node_modules/b")).unwrap();
        let found = NpmPackage::find("b", &inner).unwrap();
        assert_eq!(
            found.entry,
            "node_modules/.pnpm/b@2.0.0/node_modules/b/index.js"
        );
    }

    #[test]
    fn packages_that_cannot_be_used_say_why() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        package(
            &root.join("node_modules/old"),
            r#"{"name":"old","version":"1.0.0"}"#,
            "module.exports = 1;\n",
        );
        package(&root.join("node_modules/odd"), r#"{"version":"one"}"#, "");
        package(&root.join("node_modules/bad"), "{", "");
        let message = |name: &str| {
            let error = NpmPackage::find(name, &root).unwrap_err().to_string();
            error.replace(root.to_str().unwrap(), "/p")
        };
        insta::assert_snapshot!(["none", "old", "odd", "bad"].map(message).join("\n"), @"
        the package `none` of npm is not installed for /p
        the package `old` of npm has no main module: node_modules/old/index.js is a CommonJS module
        /p/node_modules/odd/package.json has no `version` that is one
        cannot read /p/node_modules/bad/package.json: EOF while parsing an object at line 1 column 1
        ");
    }
}
