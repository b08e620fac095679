//! Modules that are in no file: those of a package in LumiIL, as a program or as a library.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use deno_core::url::Url;

/// The modules of packages, by the absolute paths under which they import each other.
#[derive(Clone, Debug, Default)]
pub struct MemoryModules {
    pub modules: HashMap<PathBuf, MemoryModule>,
    /// The libraries of the modules below a folder: the file that each specifier means.
    pub libraries: HashMap<PathBuf, HashMap<String, PathBuf>>,
    /// The files of shared code, by the names that they have in their packages.
    pub shared: HashMap<String, Vec<PathBuf>>,
    /// Files that stand for others with the same code.
    pub same: HashMap<PathBuf, PathBuf>,
    /// Whether the program is among them. It has no permissions then, and reads no file.
    pub has_program: bool,
    /// The files that the package of the program has for resources.
    pub assets: AssetHashes,
    /// The files of libraries, by the folders with which their paths begin.
    pub library_assets: BTreeMap<String, AssetHashes>,
}

/// Files of a package that go into resources, by their paths below the folder of its project.
#[derive(Clone, Debug, Default)]
pub struct AssetHashes {
    /// The SHA-256 of each file.
    pub files: BTreeMap<String, String>,
    /// Folders of which no file is missing; `.` is all of it.
    pub folders: BTreeSet<String>,
}

/// A module that is in no file.
#[derive(Clone, Debug)]
pub enum MemoryModule {
    /// JavaScript with a source map (JSON).
    Script { code: Arc<str>, map: Arc<str> },
    /// JSON or a text.
    Data(Arc<str>),
}

impl MemoryModules {
    pub fn get(&self, url: &Url) -> Option<&MemoryModule> {
        self.modules.get(&url.to_file_path().ok()?)
    }

    /// The file of shared code with this name and text, if a package has it.
    pub fn same_script(&self, name: &str, text: &str) -> Option<PathBuf> {
        let mut files = self.shared.get(name)?.iter();
        let is_same = |it: &&PathBuf| match self.modules.get(*it) {
            Some(MemoryModule::Script { code, .. }) => **code == *text,
            _ => false,
        };
        files.find(is_same).cloned()
    }

    /// Whether a file stands for a module.
    pub fn contains(&self, file: &Path) -> bool {
        self.modules.contains_key(file)
    }

    /// The code and the source maps of modules, in the order of their URLs.
    pub fn scripts(&self) -> Vec<(Url, &str, &str)> {
        let scripts = self
            .modules
            .iter()
            .filter_map(|(path, module)| match module {
                MemoryModule::Script { code, map } => {
                    Some((Url::from_file_path(path).ok()?, &**code, &**map))
                }
                MemoryModule::Data(_) => None,
            });
        let mut scripts: Vec<_> = scripts.collect();
        scripts.sort();
        scripts
    }

    /// The assets of the library that a path is of, and the rest of the path.
    pub fn library_assets_at<'p>(&self, path: &'p str) -> Option<(&AssetHashes, &'p str)> {
        let mut libraries = self.library_assets.iter();
        libraries.find_map(|(folder, assets)| {
            let rest = path.strip_prefix(folder.as_str())?.strip_prefix('/')?;
            Some((assets, rest))
        })
    }

    /// The module that a specifier means: the URL of one, a path from another one, or one of a library.
    pub fn resolve(&self, specifier: &str, referrer: &str) -> Option<Url> {
        if specifier.starts_with("lumi:") {
            return self.of_library(specifier, referrer);
        }
        let url = match specifier.starts_with('.') {
            true => Url::parse(referrer).ok()?.join(specifier).ok()?,
            false => Url::parse(specifier).ok()?,
        };
        let same = url.to_file_path().ok().and_then(|it| self.same.get(&it));
        let url = match same {
            Some(other) => Url::from_file_path(other).ok()?,
            None => url,
        };
        self.get(&url)?;
        Some(url)
    }

    /// The nearest folder around a module decides: each package has its own libraries.
    fn of_library(&self, specifier: &str, referrer: &str) -> Option<Url> {
        if self.libraries.is_empty() {
            return None;
        }
        let importer = Url::parse(referrer).ok()?.to_file_path().ok()?;
        let mut folders = importer.ancestors().skip(1);
        let libraries = folders.find_map(|it| self.libraries.get(it))?;
        Url::from_file_path(libraries.get(specifier)?).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_package_has_its_own_libraries() {
        let text = || MemoryModule::Data("".into());
        let files = [
            "/p/lumi:net@1.0.0/a.ts",
            "/p/lumi:web@2.0.0/a.ts",
            "/p/lumi:net@2.0.0/a.ts",
        ];
        let libraries = |file: &str| HashMap::from([("lumi:net".to_owned(), PathBuf::from(file))]);
        let modules = MemoryModules {
            modules: files.iter().map(|it| (PathBuf::from(it), text())).collect(),
            libraries: HashMap::from([
                (PathBuf::from("/p"), libraries(files[0])),
                (PathBuf::from("/p/lumi:web@2.0.0"), libraries(files[2])),
                (PathBuf::from("/p/lumi:net@2.0.0"), HashMap::new()),
            ]),
            shared: HashMap::new(),
            same: HashMap::from([(
                PathBuf::from("/p/lumi:net@2.0.0/b.ts"),
                PathBuf::from(files[0]),
            )]),
            has_program: false,
            assets: AssetHashes::default(),
            library_assets: BTreeMap::new(),
        };
        let found = |specifier: &str, referrer: &str| {
            let url = modules.resolve(specifier, &format!("file://{referrer}"));
            url.map(|it| it.path().to_owned())
        };
        assert_eq!(
            found("lumi:net", "/p/src/index.ts").as_deref(),
            Some(files[0])
        );
        assert_eq!(found("lumi:net", files[1]).as_deref(), Some(files[2]));
        assert_eq!(found("./a.ts", files[1]).as_deref(), Some(files[1]));
        assert_eq!(found("./b.ts", files[2]).as_deref(), Some(files[0]));
        for (specifier, referrer) in [
            ("lumi:net", files[2]),
            ("lumi:net", "/other/index.ts"),
            ("lumi:web", "/p/index.ts"),
            ("lumi:net/x", "/p/index.ts"),
            ("./b.ts", files[1]),
        ] {
            assert_eq!(found(specifier, referrer), None, "{specifier} {referrer}");
        }
    }
}
