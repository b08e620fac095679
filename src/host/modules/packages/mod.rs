//! Packages in `node_modules`, as Node finds them; nothing is downloaded.
//!
//! A bare specifier is looked up in the `node_modules` folders of the importing file's folder and
//! of those above it, as far up as the sandbox lets the program read: by default that ends at the
//! project folder, and a workspace whose packages are hoisted needs
//! `--allow-read=../../node_modules`. A folder that may not be read is skipped, whether it exists
//! or not. A package is identified by its real path, so that linked packages (pnpm, workspaces)
//! find their own dependencies and exist once.
//!
//! Two extensions over Node: a file of a package without `exports` may be imported without its
//! extension, also by `import`; and TypeScript in a package runs. `module` and `types` of
//! package.json are ignored.
//!
//! Existing resolvers are not used: they bring their own JSON parser, caches and threads, bypass
//! the sandbox, and lack the details that errors need. The algorithm itself
//! ([`lumi_node::package_json`]) is the smallest part.
//!
//! | module | |
//! |---|---|
//! | `format` | decides whether a file is an ES module or CommonJS |
//! | `kept_guesses` | guesses of the format of large files, in the cache of modules |
//! | `lookup` | the package folder of a specifier, and the file of one of its exports |
//! | `plug_n_play` | recognises projects of Yarn's Plug'n'Play |
//! | `tsconfig_decorators` | the kind of decorators that tsconfig.json asks for |
//! | `tsconfig_paths` | recognises names that only `paths` of tsconfig.json explains |

mod format;
#[cfg(any(test, fuzzing))]
mod fuzzing;
mod kept_guesses;
mod lookup;
mod plug_n_play;
mod tsconfig_decorators;
mod tsconfig_paths;

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use lumi_node::package_json::{Manifest, Members, of_folder};
use lumi_sandbox::Permissions;

use super::error::LoadError;
use super::source::{check_json, read_text};
use super::transpile::Decorators;

pub use format::Format;
#[cfg(fuzzing)]
pub use fuzzing::specifiers;
pub use kept_guesses::KeptGuesses;
pub use lookup::Found;
pub use plug_n_play::{PLUG_N_PLAY_ADVICE, plug_n_play_files};

/// The folder that packages are installed in.
const NODE_MODULES: &str = "node_modules";

/// The kind of import, which selects conditions of `exports`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ImportKind {
    Import,
    Require,
}

impl ImportKind {
    /// The conditions that apply, besides `default`.
    fn conditions(self) -> &'static [&'static str] {
        match self {
            Self::Import => &["node", "import", "module-sync"],
            Self::Require => &["node", "require", "module-sync"],
        }
    }
}

/// An installed package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Package {
    pub name: String,
    /// The installed version; `None` if its package.json has none.
    pub version: Option<String>,
    /// A real path.
    pub root: PathBuf,
}

/// How files of the program are found, and whether they are ES modules or CommonJS.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rules {
    /// ES modules, unless they say otherwise; TypeScript comes first.
    #[default]
    Lumi,
    /// JavaScript has the format that it has in Node.
    Node,
    /// As in Node with a compiler of TypeScript: JavaScript comes first, and TypeScript becomes CommonJS.
    Compiled,
}

/// Knowledge about packages in one run. Empty until a package is needed.
pub struct Packages {
    permissions: Rc<Permissions>,
    project: PathBuf,
    manifests: HashMap<PathBuf, Option<Rc<Manifest>>>,
    /// Packages outside `node_modules` that a link in such a folder points to.
    linked: Vec<PathBuf>,
    formats: HashMap<PathBuf, Format>,
    guesses: KeptGuesses,
    /// The real paths of files and of folders of packages that were found. Modules of one folder ask for
    /// the same ones.
    found: RefCell<HashMap<PathBuf, PathBuf>>,
    /// Paths in installed packages at which nothing was. A run does not change what is installed.
    absent: RefCell<HashSet<PathBuf>>,
    /// The kind of decorators of the files of each folder.
    decorators: HashMap<PathBuf, Decorators>,
    rules: Rules,
}

impl Packages {
    pub fn new(permissions: Rc<Permissions>, project: PathBuf) -> Self {
        Self {
            permissions,
            project,
            manifests: HashMap::new(),
            linked: Vec::new(),
            formats: HashMap::new(),
            guesses: KeptGuesses::default(),
            found: RefCell::default(),
            absent: RefCell::default(),
            decorators: HashMap::new(),
            rules: Rules::default(),
        }
    }

    /// Keeps guesses of formats for later runs.
    pub fn keep_guesses(&mut self, guesses: KeptGuesses) {
        self.guesses = guesses;
    }

    /// The rules for files of the program.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The package of a file; `None` for the program's own files.
    pub fn package_of(&mut self, file: &Path) -> Option<Package> {
        let root = self.root_of(file)?;
        let manifest = self.manifest(&root).ok().flatten();
        let name = match manifest.as_ref().and_then(|it| it.name()) {
            Some(name) => name.to_owned(),
            None => of_folder(&root)?,
        };
        let version = manifest.and_then(|it| it.version().map(str::to_owned));
        Some(Package {
            name,
            version,
            root,
        })
    }

    /// Whether a file or folder belongs to a package.
    pub fn is_packaged(&self, path: &Path) -> bool {
        is_installed(path) || self.linked.iter().any(|root| path.starts_with(root))
    }

    fn root_of(&self, file: &Path) -> Option<PathBuf> {
        if let Some(root) = installed_root(file) {
            return Some(root);
        }
        let around = self.linked.iter().filter(|root| file.starts_with(root));
        around.max_by_key(|root| root.components().count()).cloned()
    }

    /// Whether nothing is at a path, by an earlier look.
    fn is_absent(&self, path: &Path) -> bool {
        self.absent.borrow().contains(path)
    }

    /// Remembers that nothing is at a path, unless the program may put something there.
    fn note_absent(&self, path: PathBuf) {
        if path.parent().is_some_and(is_installed) {
            self.absent.borrow_mut().insert(path);
        }
    }

    /// The package.json in `folder`, if there is one and the program may read it.
    fn manifest(&mut self, folder: &Path) -> Result<Option<Rc<Manifest>>, LoadError> {
        if let Some(known) = self.manifests.get(folder) {
            return Ok(known.clone());
        }
        let path = folder.join("package.json");
        let manifest = match path.is_file().then(|| self.permissions.check_module(&path)) {
            Some(Ok(real)) => {
                let file = self.shown(&path);
                let text = read_text(&real, &file)?;
                let members = match serde_json::from_str(&text) {
                    Ok(members) => members,
                    // JSON of another kind counts as an empty object.
                    Err(_) => check_json(&text, &file)
                        .map(|()| Members::default())
                        .map_err(LoadError::in_manifest)?,
                };
                Some(Rc::new(Manifest::new(folder, members)))
            }
            _ => None,
        };
        self.manifests.insert(folder.to_owned(), manifest.clone());
        Ok(manifest)
    }

    /// The package.json that applies to `folder`: the nearest one above, within the same package.
    fn scope(&mut self, folder: &Path) -> Result<Option<Rc<Manifest>>, LoadError> {
        for folder in folder.ancestors() {
            if folder.ends_with(NODE_MODULES) {
                break;
            }
            if let Some(manifest) = self.manifest(folder)? {
                return Ok(Some(manifest));
            }
        }
        Ok(None)
    }

    /// The display name of a path.
    fn shown(&self, path: &Path) -> String {
        let shown = path.strip_prefix(&self.project).unwrap_or(path);
        shown.display().to_string()
    }
}

/// Whether `path` lies below a `node_modules` folder.
pub fn is_installed(path: &Path) -> bool {
    path.components().any(|it| it.as_os_str() == NODE_MODULES)
}

/// The package folder below the last `node_modules` in `file`: one path segment, or two for a
/// scoped package.
fn installed_root(file: &Path) -> Option<PathBuf> {
    let modules = file.ancestors().find(|it| it.ends_with(NODE_MODULES))?;
    let mut rest = file.strip_prefix(modules).ok()?.components();
    let first = rest.next()?.as_os_str();
    let root = modules.join(first);
    if first.to_string_lossy().starts_with('@') {
        return Some(root.join(rest.next()?));
    }
    Some(root)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_identified_by_folder() {
        let table = [
            ("/p/node_modules/a/lib/x.js", Some("/p/node_modules/a")),
            ("/p/node_modules/@s/a/x.js", Some("/p/node_modules/@s/a")),
            (
                "/p/node_modules/.pnpm/a@1/node_modules/a/x.js",
                Some("/p/node_modules/.pnpm/a@1/node_modules/a"),
            ),
            (
                "/p/node_modules/a/node_modules/b/x.js",
                Some("/p/node_modules/a/node_modules/b"),
            ),
            ("/p/src/x.js", None),
            ("/p/my_node_modules/a/x.js", None),
        ];
        for (file, root) in table {
            let found = installed_root(Path::new(file));
            assert_eq!(found.as_deref(), root.map(Path::new), "{file}");
            assert_eq!(is_installed(Path::new(file)), root.is_some(), "{file}");
        }
    }
}
