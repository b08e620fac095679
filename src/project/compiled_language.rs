//! The languages whose programs become packages in memory, because V8 cannot load their files.

use std::path::{Path, PathBuf};

use lumi_pack::{Compiled, SourceFiles, SourceProblem};

/// A language with a compiler to LumiIL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompiledLanguage {
    /// LumiPy, a subset of Python.
    Python,
    /// LumiGo, a subset of Go.
    Go,
}

impl CompiledLanguage {
    const ALL: [Self; 2] = [Self::Python, Self::Go];

    /// The language of a file.
    pub fn of(entry: &Path) -> Option<Self> {
        let extension = entry.extension()?;
        Self::ALL.into_iter().find(|it| extension == it.extension())
    }

    /// The name of the subset that Lumi has.
    pub fn name(self) -> &'static str {
        match self {
            Self::Python => "LumiPy",
            Self::Go => "LumiGo",
        }
    }

    fn extension(self) -> &'static str {
        match self {
            Self::Python => lumi_lumipy::EXTENSION,
            Self::Go => lumi_golang::EXTENSION,
        }
    }

    /// The entry files of a folder, if none is in TypeScript or JavaScript.
    fn entries(self) -> &'static [&'static str] {
        match self {
            Self::Python => &["index.py", "__main__.py", "main.py"],
            Self::Go => &["main.go"],
        }
    }

    /// The entry file of a program in this language.
    pub fn entry_file(self, folder: &Path) -> Option<PathBuf> {
        let files = self.entries().iter().map(|it| folder.join(it));
        files.into_iter().find(|it| it.is_file())
    }

    /// The entry file of a program in any of these languages.
    pub fn any_entry_file(folder: &Path) -> Option<PathBuf> {
        Self::ALL.into_iter().find_map(|it| it.entry_file(folder))
    }

    /// Compiles the program whose entry is a file relative to the project folder.
    pub fn compile(
        self,
        entry: &str,
        files: &mut dyn SourceFiles,
    ) -> Result<Compiled, Vec<SourceProblem>> {
        match self {
            Self::Python => lumi_lumipy::compile(entry, files),
            Self::Go => lumi_golang::compile(entry, files),
        }
    }

    /// Compiles modules for other programs.
    pub fn compile_library(
        self,
        entry: &str,
        files: &mut dyn SourceFiles,
    ) -> Result<Compiled, Vec<SourceProblem>> {
        match self {
            Self::Python => lumi_lumipy::compile_library(entry, files),
            Self::Go => Err(vec![SourceProblem {
                file: entry.to_owned(),
                line: 1,
                column: 1,
                message: "LumiGo has no libraries for other programs".to_owned(),
                help: Some("leave out `--library`, or write the library in TypeScript".to_owned()),
            }]),
        }
    }
}
