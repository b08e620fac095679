//! The compiler of TypeScript that checks types: that of the project, whose errors its editors show, or the one that
//! is a part of lumi. Versions from 7 on are native programs, which lumi does not run.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use lumi_project::files::embedded_files::{TYPESCRIPT, TYPESCRIPT_VERSION};
use lumi_terminal::input::read_limit;

/// The package of the compiler, below a folder of a project.
const PACKAGE: &str = "node_modules/typescript";
/// The version from which on the compiler is a native program.
const NATIVE: u64 = 7;

/// A compiler that runs in the embedded V8.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeScript {
    pub version: String,
    /// The script that is `tsc`.
    pub script: PathBuf,
}

/// The compiler of a project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProjectCompiler {
    Missing,
    JavaScript(TypeScript),
    Native { version: String },
}

#[derive(Deserialize)]
struct Manifest {
    version: String,
}

impl ProjectCompiler {
    /// The compiler in the folder of the project, or in the nearest one above it. A native one is passed over if there
    /// is one in JavaScript.
    pub fn find(project: &Path) -> Self {
        let mut found = Self::Missing;
        for folder in project.ancestors() {
            match Self::in_folder(&folder.join(PACKAGE)) {
                Some(compiler @ Self::JavaScript(_)) => return compiler,
                Some(native) if found == Self::Missing => found = native,
                _ => {}
            }
        }
        found
    }

    fn in_folder(folder: &Path) -> Option<Self> {
        let text = read_limit::source(&folder.join("package.json")).ok()?;
        let Manifest { version } = serde_json::from_str(&text).ok()?;
        let major: u64 = version.split('.').next()?.parse().ok()?;
        if major >= NATIVE {
            return Some(Self::Native { version });
        }
        let script = folder.canonicalize().ok()?.join("lib/tsc.js");
        let compiler = TypeScript { version, script };
        compiler
            .script
            .is_file()
            .then_some(Self::JavaScript(compiler))
    }
}

impl TypeScript {
    /// The compiler that is a part of lumi. The first use writes its files below `store`, as a package: code of packages
    /// is not analysed, and its compiled form is kept.
    pub fn embedded(store: &Path) -> io::Result<Self> {
        let folder = store.join(TYPESCRIPT_VERSION);
        if !folder.is_dir() {
            fs::create_dir_all(store)?;
            // Written beside it, so that the folder is there as a whole or not at all.
            let beside = tempfile::tempdir_in(store)?;
            let files = beside.path().join("files");
            TYPESCRIPT.unpack(&files.join(PACKAGE))?;
            let renamed = fs::rename(&files, &folder);
            // Another process may have been faster.
            if !folder.is_dir() {
                renamed?;
            }
        }
        Ok(Self {
            version: TYPESCRIPT_VERSION.to_owned(),
            script: folder.join(PACKAGE).join("lib/tsc.js"),
        })
    }
}

#[cfg(test)]
mod tests {
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
        let project = root.path().join("work/project");
        fs::create_dir_all(&project).unwrap();
        let find = || ProjectCompiler::find(&project);
        assert_eq!(find(), ProjectCompiler::Missing);
        install(&project, "7.0.2");
        let native = ProjectCompiler::Native {
            version: "7.0.2".to_owned(),
        };
        assert_eq!(find(), native);
        install(&root.path().join("work"), "5.9.3");
        let ProjectCompiler::JavaScript(compiler) = find() else {
            panic!("{:?}", find());
        };
        assert_eq!(compiler.version, "5.9.3");
    }

    #[test]
    fn the_embedded_compiler_is_written_once() {
        let root = tempfile::tempdir().unwrap();
        let store = root.path().join("typescript");
        let compiler = TypeScript::embedded(&store).unwrap();
        let script = fs::read_to_string(&compiler.script).unwrap();
        assert!(script.contains("_tsc.js"), "{script}");
        let library = compiler.script.with_file_name("lib.es5.d.ts");
        let text = fs::read_to_string(library).unwrap();
        assert!(text.contains("interface Array<T>"));
        fs::write(&compiler.script, "kept").unwrap();
        assert_eq!(TypeScript::embedded(&store).unwrap(), compiler);
        assert_eq!(fs::read_to_string(&compiler.script).unwrap(), "kept");
        assert_eq!(fs::read_dir(&store).unwrap().count(), 1);
    }
}
