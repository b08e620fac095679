//! Finds the file of a bare specifier.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::modules::error::{LoadError, MissingPackage};
use crate::modules::media::{COMPILED_EXTENSIONS, PACKAGE_EXTENSIONS, SOURCE_EXTENSIONS};
use crate::modules::resolver::similar;
use crate::modules::wanted_file::WantedFile;
use lumi_sandbox::lexical_path;

use super::{ImportKind, NODE_MODULES, Packages, Rules, is_installed, plug_n_play_files};
use lumi_node::package_json::{
    Fault, Invalid, Manifest, Members, PackageName, Target, exported, find_export, find_import,
    is_name_for_node,
};

/// Maximum number of exports named in an error.
const EXPORTS_SHOWN: usize = 12;

/// The target of a specifier.
#[derive(Debug, PartialEq, Eq)]
pub enum Found {
    /// A real path.
    File(PathBuf),
    /// Another specifier, to be resolved from the folder, as `imports` of package.json demands.
    Elsewhere { specifier: String, folder: PathBuf },
}

/// A specifier with its importer.
struct Request<'a> {
    specifier: &'a str,
    folder: &'a Path,
    kind: ImportKind,
}

impl Packages {
    /// Resolves a bare specifier (`name`, `@scope/name`, `name/path`) or one that begins with `#`;
    /// `folder` is that of the importing file.
    pub fn resolve(
        &mut self,
        specifier: &str,
        folder: &Path,
        kind: ImportKind,
    ) -> Result<Found, LoadError> {
        let request = Request {
            specifier,
            folder,
            kind,
        };
        if specifier.starts_with('#') {
            return self.import(&request);
        }
        let wanted = PackageName::of(specifier).ok_or_else(|| {
            let mapped = self.mapped(specifier, folder);
            mapped.unwrap_or_else(|| no_package(specifier))
        })?;
        if let Some(own) = self.scope(folder)?
            && own.name() == Some(wanted.name)
            && own.exports().is_some()
        {
            return self.export(&request, &own, &wanted).map(Found::File);
        }
        let root = self.installed(&request, &wanted)?;
        let manifest = match self.manifest(&root)? {
            Some(manifest) => manifest,
            None => Rc::new(Manifest::new(&root, Members::default())),
        };
        let file = if manifest.exports().is_some() {
            self.export(&request, &manifest, &wanted)?
        } else {
            self.unlisted(&request, &manifest, &wanted)?
        };
        Ok(Found::File(file))
    }

    /// The file for `path` in a package: the path itself, with an extension, or the main file of a
    /// folder. `is_folder` allows only the last.
    pub fn file(&mut self, path: &Path, is_folder: bool) -> Result<Option<PathBuf>, LoadError> {
        let extensions = match (is_installed(path), self.rules()) {
            (true, _) => PACKAGE_EXTENSIONS,
            (false, Rules::Compiled) => COMPILED_EXTENSIONS,
            (false, _) => SOURCE_EXTENSIONS,
        };
        if !is_folder && let Some(file) = self.readable(path, extensions) {
            return Ok(Some(file));
        }
        let main = self
            .manifest(path)?
            .and_then(|it| it.main().map(str::to_owned));
        let found = main.and_then(|main| {
            let wanted = lexical_path::normal(&path.join(&main));
            let file = (!main.ends_with('/')).then(|| self.readable(&wanted, extensions));
            file.flatten()
                .or_else(|| self.readable(&wanted.join("index"), extensions))
        });
        Ok(found.or_else(|| self.readable(&path.join("index"), extensions)))
    }

    fn readable(&self, path: &Path, extensions: &[&str]) -> Option<PathBuf> {
        let name = path.file_name()?.to_str()?;
        let with = |extension: &&str| path.with_file_name(format!("{name}.{extension}"));
        std::iter::once(path.to_owned())
            .chain(extensions.iter().map(with))
            .find_map(|it| self.known_file(it))
    }

    /// The real path of a file that exists and may be read.
    fn known_file(&self, path: PathBuf) -> Option<PathBuf> {
        if let Some(known) = self.found.borrow().get(&path) {
            return Some(known.clone());
        }
        if self.is_absent(&path) {
            return None;
        }
        let Ok(facts) = path.symlink_metadata() else {
            self.note_absent(path);
            return None;
        };
        let real = match facts.is_symlink() {
            true if path.is_file() => self.permissions.check_module(&path),
            false if facts.is_file() => self.permissions.check_module_entry(&path),
            _ => return None,
        };
        let real = real.ok()?;
        self.found.borrow_mut().insert(path, real.clone());
        Some(real)
    }

    /// The real path of a package's folder.
    fn installed(&mut self, request: &Request, wanted: &PackageName) -> Result<PathBuf, LoadError> {
        for modules in modules_folders(request.folder) {
            let folder = modules.join(wanted.name);
            let known = self.found.borrow().get(&folder).cloned();
            if let Some(known) = known {
                return Ok(known);
            }
            if self.is_absent(&folder) {
                continue;
            }
            if !folder.is_dir() {
                // The program may install packages beside itself, but not within others.
                if modules.parent().is_some_and(is_installed) {
                    self.note_absent(folder);
                }
                continue;
            }
            // A broken link, or one out of the sandbox, differs from a missing package, but only
            // where the program may look.
            if self.permissions.check_module_entry(&folder).is_err() {
                continue;
            }
            let root = self.permissions.check_module(&folder);
            let root = root.map_err(|denied| LoadError::Denied {
                specifier: request.specifier.to_owned(),
                denied,
            })?;
            if !is_installed(&root) && !self.linked.contains(&root) {
                self.linked.push(root.clone());
            }
            self.found.borrow_mut().insert(folder, root.clone());
            return Ok(root);
        }
        let mapped = self.mapped(request.specifier, request.folder);
        Err(mapped.unwrap_or_else(|| self.missing(request, wanted.name)))
    }

    fn export(
        &mut self,
        request: &Request,
        manifest: &Manifest,
        wanted: &PackageName,
    ) -> Result<PathBuf, LoadError> {
        let exports = manifest.exports().unwrap_or(&serde_json::Value::Null);
        let found = find_export(exports, &wanted.subpath, request.kind.conditions());
        match found.map_err(|it| self.invalid(request, manifest, it))? {
            Target::Path(path) => self.target(request, manifest, &path),
            Target::Hidden | Target::Missing | Target::Specifier(_) => {
                Err(not_exported(request, manifest, wanted))
            }
        }
    }

    /// Resolves `#name`, which is private to the package or project of the importer.
    fn import(&mut self, request: &Request) -> Result<Found, LoadError> {
        let name = &request.specifier[1..];
        if name.is_empty() || name.starts_with('/') || name.ends_with('/') {
            return Err(LoadError::NoEntryName {
                specifier: request.specifier.to_owned(),
            });
        }
        let not_found = |known: Vec<String>| LoadError::NotImported {
            specifier: request.specifier.to_owned(),
            similar: similar(
                request.specifier,
                known.into_iter().filter(|it| it != request.specifier),
            ),
        };
        let Some(manifest) = self.scope(request.folder)? else {
            return Err(not_found(Vec::new()));
        };
        let Some(imports) = manifest.imports() else {
            return Err(not_found(Vec::new()));
        };
        let found = find_import(imports, request.specifier, request.kind.conditions());
        match found.map_err(|it| self.invalid(request, &manifest, it))? {
            Target::Path(path) => self.target(request, &manifest, &path).map(Found::File),
            Target::Specifier(specifier) => Ok(Found::Elsewhere {
                specifier,
                folder: manifest.folder.clone(),
            }),
            Target::Hidden | Target::Missing => Err(not_found(imports.keys().cloned().collect())),
        }
    }

    /// Resolves a file of a package without `exports`.
    fn unlisted(
        &mut self,
        request: &Request,
        manifest: &Manifest,
        wanted: &PackageName,
    ) -> Result<PathBuf, LoadError> {
        // What is required is a path, what is imported is a URL.
        let file = match request.kind {
            ImportKind::Require => WantedFile {
                path: lexical_path::normal(&manifest.folder.join(&wanted.subpath)),
                is_folder: wanted.is_main(),
                is_malformed: false,
            },
            ImportKind::Import => {
                WantedFile::below(&wanted.subpath, request.specifier, &manifest.folder)?
            }
        };
        if !file.path.starts_with(&manifest.folder) {
            return Err(LoadError::NoFolderName {
                specifier: request.specifier.to_owned(),
            });
        }
        let is_folder = file.is_folder || file.path == manifest.folder;
        if let Some(found) = self.file(&file.path, is_folder)? {
            return Ok(found);
        }
        if file.is_malformed {
            return Err(LoadError::malformed(request.specifier));
        }
        if wanted.is_main() && manifest.has_types() && manifest.main().is_none() {
            return Err(LoadError::OnlyTypes {
                specifier: request.specifier.to_owned(),
            });
        }
        let missing = (!wanted.is_main()).then_some(&*file.path);
        Err(self.no_file(request, manifest, missing))
    }

    /// The file of an entry of `exports` or `imports`.
    fn target(
        &self,
        request: &Request,
        manifest: &Manifest,
        path: &str,
    ) -> Result<PathBuf, LoadError> {
        // A target is a URL, also for `require`.
        let wanted = WantedFile::below(path, request.specifier, &manifest.folder)?;
        let file = wanted.path;
        if !file.is_file() {
            return Err(match wanted.is_malformed {
                true => LoadError::malformed(request.specifier),
                false => self.no_file(request, manifest, Some(&file)),
            });
        }
        let denied = |denied| LoadError::Denied {
            specifier: request.specifier.to_owned(),
            denied,
        };
        self.permissions.check_module(&file).map_err(denied)
    }

    /// The error for a file of a package that is not there; `None` is the main file.
    fn no_file(&self, request: &Request, manifest: &Manifest, path: Option<&Path>) -> LoadError {
        let siblings = path
            .and_then(Path::parent)
            .and_then(|it| it.read_dir().ok());
        let prefix = request
            .specifier
            .rfind('/')
            .map_or("", |end| &request.specifier[..=end]);
        let names = siblings.into_iter().flatten().filter_map(Result::ok);
        let names = names
            .filter_map(|it| it.file_name().into_string().ok())
            .filter(|it| !it.contains(".d."))
            .map(|it| format!("{prefix}{it}"));
        LoadError::NoPackageFile {
            specifier: request.specifier.to_owned(),
            file: match path {
                Some(path) => {
                    let below = path.strip_prefix(&manifest.folder).unwrap_or(path);
                    below.display().to_string()
                }
                None => manifest.main().unwrap_or("index.js").to_owned(),
            },
            folder: self.shown(&manifest.folder),
            similar: similar(request.specifier, names),
            path: path.map(Path::to_owned),
        }
    }

    fn invalid(&self, request: &Request, manifest: &Manifest, invalid: Invalid) -> LoadError {
        let specifier = request.specifier.to_owned();
        let file = self.shown(&manifest.folder.join("package.json"));
        let key = invalid.key;
        match invalid.fault {
            Fault::Target(problem) => LoadError::InvalidPackage {
                specifier,
                file,
                key,
                problem,
            },
            Fault::Manifest(problem) => LoadError::InvalidManifest {
                specifier,
                file,
                key,
                problem,
            },
            Fault::Specifier => LoadError::LeavesFolder {
                specifier,
                file,
                key,
            },
        }
    }

    fn missing(&mut self, request: &Request, name: &str) -> LoadError {
        let (allowed, hidden): (Vec<PathBuf>, Vec<PathBuf>) = modules_folders(request.folder)
            .partition(|it| self.permissions.check_module(it).is_ok());
        let looked: Vec<PathBuf> = allowed.into_iter().filter(|it| it.is_dir()).collect();
        let names = looked.iter().flat_map(|it| package_names(it));
        let own = self.scope(request.folder).ok().flatten();
        let peer = own.as_ref().filter(|it| self.is_packaged(&it.folder));
        let peer = peer.and_then(|it| Some((it.name()?.to_owned(), it.peer(name)?.to_owned())));
        let local = self.readable(&request.folder.join(request.specifier), SOURCE_EXTENSIONS);
        let is_plug_n_play =
            plug_n_play_files(request.folder).any(|it| self.readable(&it, &[]).is_some());
        LoadError::Missing(Box::new(MissingPackage {
            specifier: request.specifier.to_owned(),
            name: name.to_owned(),
            similar: match local {
                Some(_) => vec![format!("./{}", request.specifier)],
                None => similar(name, names),
            },
            looked: looked.iter().map(|it| self.shown(it)).collect(),
            is_wanted: own.is_some_and(|it| it.depends_on(name)),
            peer,
            are_more_hidden: !hidden.is_empty(),
            is_plug_n_play,
        }))
    }
}

/// The error for a specifier that does not begin with the name of a package.
fn no_package(specifier: &str) -> LoadError {
    let specifier = specifier.to_owned();
    match is_name_for_node(&specifier) {
        true => LoadError::NoFolderName { specifier },
        false => LoadError::NoPackageName { specifier },
    }
}

/// The `node_modules` folders that Node searches for a file in `folder`, nearest first.
fn modules_folders(folder: &Path) -> impl Iterator<Item = PathBuf> {
    folder
        .ancestors()
        .filter(|it| !it.ends_with(NODE_MODULES))
        .map(|it| it.join(NODE_MODULES))
}

fn package_names(modules: &Path) -> Vec<String> {
    let names = |folder: &Path| -> Vec<String> {
        let entries = folder.read_dir().into_iter().flatten();
        entries
            .filter_map(|it| it.ok()?.file_name().into_string().ok())
            .filter(|it| !it.starts_with('.'))
            .collect()
    };
    let (scopes, mut found): (Vec<String>, Vec<String>) = names(modules)
        .into_iter()
        .partition(|it| it.starts_with('@'));
    for scope in scopes.iter().filter(|it| *it != "@types") {
        let inner = names(&modules.join(scope)).into_iter();
        found.extend(inner.map(|it| format!("{scope}/{it}")));
    }
    found
}

fn not_exported(request: &Request, manifest: &Manifest, wanted: &PackageName) -> LoadError {
    let exports = manifest.exports().map(exported).unwrap_or_default();
    let spelled = |key: &str| format!("{}{}", wanted.name, key.trim_start_matches('.'));
    let package = match manifest.version() {
        Some(version) => format!("{} {version}", wanted.name),
        None => wanted.name.to_owned(),
    };
    if exports.contains(&wanted.subpath.as_str()) {
        return LoadError::NoCondition {
            specifier: request.specifier.to_owned(),
            package,
            conditions: request.kind.conditions().join(", "),
        };
    }
    LoadError::NotExported {
        specifier: request.specifier.to_owned(),
        package,
        similar: similar(request.specifier, exports.iter().map(|it| spelled(it))),
        more: exports.len().saturating_sub(EXPORTS_SHOWN),
        known: exports
            .into_iter()
            .take(EXPORTS_SHOWN)
            .map(spelled)
            .collect(),
    }
}
