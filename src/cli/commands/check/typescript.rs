//! The compiler of TypeScript that checks types: that of the project, or that of this user.
//!
//! The compiler is not a part of lumi, which would be larger by its script and its libraries: projects that use types
//! have it anyway, in the version whose errors their editors show. Versions from 7 on are native programs.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::read_limit;

/// The package of the compiler, below a folder of packages.
const PACKAGE: &str = "node_modules/typescript";
/// The version from which on the compiler is a native program.
const NATIVE: u64 = 7;

/// A compiler that runs in the embedded V8.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeScript {
    pub version: String,
    /// The script that is `tsc`.
    pub script: PathBuf,
    /// The folder that it reads its libraries from.
    pub folder: PathBuf,
}

/// A version that was found in place of a compiler.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoTypeScript {
    #[error("there is no TypeScript in node_modules of the project, or in {}", .0.display())]
    Missing(PathBuf),
    #[error("TypeScript {version} of the project is a native program, which lumi does not run")]
    Native { version: String },
}

impl NoTypeScript {
    pub fn help(&self) -> String {
        match self {
            Self::Missing(_) => "run \"lumi check --install-typescript\" once for all projects, or \"npm install \
                                 --save-dev typescript@6\" in this one; or pass --no-types"
                .to_owned(),
            Self::Native { .. } => {
                "run \"npx tsc --noEmit\" for its errors, and pass --no-types here; or run \"lumi check \
                 --install-typescript\", which has a version in JavaScript"
                    .to_owned()
            }
        }
    }
}

#[derive(Deserialize)]
struct Manifest {
    version: String,
}

impl TypeScript {
    /// The compiler nearest to the project: in its folder, or in those above it; then that in the folder of this
    /// user. A native compiler is reported only if none of these folders has one in JavaScript.
    pub fn find(project: &Path, own: &Path) -> Result<Self, NoTypeScript> {
        let mut native = None;
        for folder in project.ancestors().chain([own]) {
            match Self::in_folder(&folder.join(PACKAGE)) {
                Some(Ok(found)) => return Ok(found),
                Some(Err(version)) => {
                    native.get_or_insert(version);
                }
                None => {}
            }
        }
        Err(match native {
            Some(version) => NoTypeScript::Native { version },
            None => NoTypeScript::Missing(own.to_owned()),
        })
    }

    /// The compiler in a folder, or the version of one that is native.
    fn in_folder(folder: &Path) -> Option<Result<Self, String>> {
        let text = read_limit::source(&folder.join("package.json")).ok()?;
        let Manifest { version } = serde_json::from_str(&text).ok()?;
        let major: u64 = version.split('.').next()?.parse().ok()?;
        if major >= NATIVE {
            return Some(Err(version));
        }
        let folder = folder.canonicalize().ok()?;
        let script = folder.join("lib/tsc.js");
        script.is_file().then_some(Ok(Self {
            version,
            script,
            folder,
        }))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn install(folder: &Path, version: &str) {
        let package = folder.join(PACKAGE);
        fs::create_dir_all(package.join("lib")).unwrap();
        fs::write(
            package.join("package.json"),
            format!("{{\"version\":\"{version}\"}}"),
        )
        .unwrap();
        fs::write(package.join("lib/tsc.js"), "").unwrap();
    }

    #[test]
    fn the_nearest_compiler_that_is_javascript_is_used() {
        let root = tempfile::tempdir().unwrap();
        let own = root.path().join("own");
        let project = root.path().join("work/project");
        fs::create_dir_all(&project).unwrap();
        let version = || TypeScript::find(&project, &own).map(|it| it.version);
        assert_eq!(version(), Err(NoTypeScript::Missing(own.clone())));
        install(&project, "7.0.2");
        let native = NoTypeScript::Native {
            version: "7.0.2".to_owned(),
        };
        assert_eq!(version(), Err(native));
        install(&own, "5.9.3");
        assert_eq!(version(), Ok("5.9.3".to_owned()));
        install(&root.path().join("work"), "6.0.3");
        assert_eq!(version(), Ok("6.0.3".to_owned()));
    }
}
