//! A bundled function on disk.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use lumi_graph::EscapedText;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::ui::report::Report;

const PACKAGE: &str = "package.json";

/// A folder with a module whose default export is a function; both paths are canonical.
#[derive(Debug, PartialEq, Eq)]
pub struct BundleFolder {
    pub folder: PathBuf,
    pub entry: PathBuf,
}

#[derive(Debug, Error)]
pub enum BundleError {
    #[error("there is no folder {}; give the folder of a bundle", shown(.0))]
    NoFolder(PathBuf),
    #[error("{} is not a folder; give the folder of a bundle, not a file in it", shown(.0))]
    NotAFolder(PathBuf),
    #[error("cannot read {}: {source}", shown(.path))]
    Read { path: PathBuf, source: io::Error },
    #[error("the folder {} has no package.json: it is not a bundle", shown(.0))]
    NoPackage(PathBuf),
    #[error("{} is not a JSON object: {problem}", shown(.path))]
    Malformed { path: PathBuf, problem: String },
    #[error("{} has no `main`; it must name the module that exports the function", shown(.0))]
    NoMain(PathBuf),
    #[error("{} names the module {main:?}, which does not exist", shown(.path))]
    NoModule { path: PathBuf, main: String },
    #[error("the module {main:?} is outside the folder {}", shown(.folder))]
    Outside { folder: PathBuf, main: String },
}

fn shown(path: &Path) -> String {
    EscapedText::whole(&path.to_string_lossy()).to_string()
}

impl From<BundleError> for Failure {
    fn from(error: BundleError) -> Self {
        Self::new(Exit::Usage, Report::error(error.to_string()))
    }
}

impl BundleFolder {
    /// Finds the module that `main` of the folder's package.json names.
    pub fn find(folder: &Path, current: &Path) -> Result<Self, BundleError> {
        let real = Self::real(folder, current)?;
        let package = folder.join(PACKAGE);
        let main = main_of(&real, &package, folder)?;
        let entry = real.join(&main);
        let entry = entry.canonicalize().ok().filter(|it| it.is_file());
        let Some(entry) = entry else {
            let path = package;
            return Err(BundleError::NoModule { path, main });
        };
        if !entry.starts_with(&real) {
            let folder = folder.to_owned();
            return Err(BundleError::Outside { folder, main });
        }
        Ok(Self {
            folder: real,
            entry,
        })
    }

    fn real(folder: &Path, current: &Path) -> Result<PathBuf, BundleError> {
        match current.join(folder).canonicalize() {
            Ok(real) if real.is_dir() => Ok(real),
            Ok(_) => Err(BundleError::NotAFolder(folder.to_owned())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Err(BundleError::NoFolder(folder.to_owned()))
            }
            Err(source) => Err(BundleError::Read {
                path: folder.to_owned(),
                source,
            }),
        }
    }
}

/// Reads `main`; `package` and `folder` are the paths to show in errors.
fn main_of(real: &Path, package: &Path, folder: &Path) -> Result<String, BundleError> {
    let path = package.to_owned();
    let text = match std::fs::read_to_string(real.join(PACKAGE)) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(BundleError::NoPackage(folder.to_owned()));
        }
        Err(source) => return Err(BundleError::Read { path, source }),
    };
    let members: serde_json::Map<String, serde_json::Value> = match serde_json::from_str(&text) {
        Ok(members) => members,
        Err(error) => {
            let problem = error.to_string();
            return Err(BundleError::Malformed { path, problem });
        }
    };
    match members.get("main") {
        Some(serde_json::Value::String(main)) if !main.is_empty() => Ok(main.clone()),
        _ => Err(BundleError::NoMain(path)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(files: &[(&str, &str)]) -> Result<PathBuf, String> {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("f")).unwrap();
        for (name, text) in files {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        let found = BundleFolder::find(Path::new("f"), folder.path());
        let real = folder.path().canonicalize().unwrap();
        found
            .map(|it| it.entry.strip_prefix(real).unwrap().to_owned())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn main_names_the_module() {
        let package = ("f/package.json", r#"{ "main": "./a.mjs" }"#);
        let found = find(&[package, ("f/a.mjs", "")]);
        assert_eq!(found, Ok(PathBuf::from("f/a.mjs")));
    }

    #[test]
    fn mistakes_are_reported() {
        let package = |text| ("f/package.json", text);
        let problems = [
            find(&[]),
            find(&[package("[]")]),
            find(&[package("{}")]),
            find(&[package(r#"{ "main": "x.mjs" }"#)]),
            find(&[package(r#"{ "main": "../x.mjs" }"#), ("x.mjs", "")]),
        ];
        let problems: Vec<String> = problems.into_iter().map(Result::unwrap_err).collect();
        insta::assert_snapshot!(problems.join("\n"), @r#"
        the folder f has no package.json: it is not a bundle
        f/package.json is not a JSON object: invalid type: sequence, expected a map at line 1 column 0
        f/package.json has no `main`; it must name the module that exports the function
        f/package.json names the module "x.mjs", which does not exist
        the module "../x.mjs" is outside the folder f
        "#);
        let error = |folder| BundleFolder::find(Path::new(folder), Path::new("/")).unwrap_err();
        insta::assert_snapshot!(error("no/such"), @"there is no folder no/such; give the folder of a bundle");
        insta::assert_snapshot!(error("dev/null"), @"dev/null is not a folder; give the folder of a bundle, not a file in it");
    }
}
