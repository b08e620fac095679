//! Resolves import specifiers: the SDK, a file as TypeScript users write imports, or a package.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use deno_core::url::Url;

use lumi_sandbox::Permissions;

use super::builtin::{absent, builtin};
use super::data_url::data_module;
use super::error::LoadError;
use super::media::SOURCE_EXTENSIONS;
use super::packages::{Format, Found, ImportKind, Packages, Rules};
use super::require::commonjs::{file_of, is_facade};
use super::test_frameworks::framework;
use super::wanted_file::WantedFile;

/// Maximum number of similar names in an error.
const SIMILAR_LIMIT: usize = 3;

/// The target of a specifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// A `lumi:` URL of the SDK, or the `file:` URL of a real path: symlinks are resolved, so that
    /// each file is one module.
    pub url: Url,
    pub format: Format,
}

/// Resolves specifiers for one run, with a cache.
pub struct Resolver {
    permissions: Rc<Permissions>,
    project: PathBuf,
    pub packages: Packages,
    /// Whether tests have the interface of Mocha.
    pub serves_mocha: bool,
    found: HashMap<(PathBuf, String, ImportKind), Resolved>,
}

impl Resolver {
    pub fn new(permissions: Rc<Permissions>, project: PathBuf) -> Self {
        Self {
            packages: Packages::new(Rc::clone(&permissions), project.clone()),
            permissions,
            project,
            serves_mocha: false,
            found: HashMap::new(),
        }
    }

    /// `referrer` is the URL of the importing module.
    pub fn resolve(
        &mut self,
        specifier: &str,
        referrer: &str,
        kind: ImportKind,
    ) -> Result<Resolved, LoadError> {
        let importer = Url::parse(referrer).ok();
        if importer.as_ref().is_some_and(|url| url.scheme() == "lumi") {
            return within_sdk(specifier, importer.as_ref()).map(Resolved::module);
        }
        if let Some(url) = builtin(specifier) {
            return url.map(Resolved::module);
        }
        if self.serves_mocha
            && let Some(url) = framework(specifier)
        {
            return url.map(Resolved::module);
        }
        let own = Url::parse(specifier).ok();
        if let Some(url) = own.as_ref().filter(|it| it.scheme() == "data") {
            // The type is refused before the module that imports it runs.
            return data_module(url).map(|_| Resolved::module(url.clone()));
        }
        if importer.as_ref().is_some_and(|url| url.scheme() == "data") && own.is_none() {
            return Err(LoadError::FromData {
                specifier: specifier.to_owned(),
            });
        }
        let importer = importer.and_then(|url| url.to_file_path().ok());
        let folder = importer
            .as_deref()
            .and_then(Path::parent)
            .unwrap_or(&self.project)
            .to_owned();
        let key = (folder, specifier.to_owned(), kind);
        if let Some(known) = self.found.get(&key) {
            return Ok(known.clone());
        }
        let resolved = match WantedFile::of(specifier, &key.0, kind)? {
            Some(wanted) => {
                let file = self.file(specifier, &wanted, &key.0)?;
                self.resolved(&file)?
            }
            None => self.bare(specifier, &key.0, kind)?,
        };
        self.found.insert(key, resolved.clone());
        Ok(resolved)
    }

    /// The imported files of the program, in no particular order.
    pub fn files(&self) -> impl Iterator<Item = &Url> {
        let is_own = |url: &&Url| {
            let path = file_of(url);
            path.is_some_and(|it| !self.packages.is_packaged(&it))
        };
        self.found.values().map(|it| &it.url).filter(is_own)
    }

    /// The package imports of the program itself, without those of packages: specifiers and `file:`
    /// URLs.
    pub fn package_imports(&self) -> impl Iterator<Item = (&str, &Url)> {
        let of_program = self.found.iter().filter(|((folder, specifier, _), _)| {
            !specifier.starts_with(['.', '/', '#']) && !self.packages.is_packaged(folder)
        });
        of_program.map(|((_, specifier, _), resolved)| (specifier.as_str(), &resolved.url))
    }

    /// The modules that are imported as `specifier`.
    pub fn urls_of<'a>(&'a self, specifier: &'a str) -> impl Iterator<Item = &'a Url> {
        let found = self.found.iter();
        let named = found.filter(move |((_, name, _), _)| name == specifier);
        named.map(|(_, it)| &it.url)
    }

    /// Whether a module imported as `specifier` is CommonJS.
    pub fn is_commonjs(&self, specifier: &str) -> bool {
        let mut found = self.found.iter();
        found.any(|((_, name, _), it)| name == specifier && it.format == Format::CommonJs)
    }

    fn resolved(&mut self, file: &Path) -> Result<Resolved, LoadError> {
        Ok(Resolved {
            url: Url::from_file_path(file).expect("BUG: a real path is absolute"),
            format: self.packages.format(file)?,
        })
    }

    fn bare(
        &mut self,
        specifier: &str,
        folder: &Path,
        kind: ImportKind,
    ) -> Result<Resolved, LoadError> {
        match self.packages.resolve(specifier, folder, kind) {
            Ok(Found::File(file)) => self.resolved(&file),
            Ok(Found::Elsewhere { specifier, folder }) => match builtin(&specifier) {
                Some(url) => url.map(Resolved::module),
                None if specifier.starts_with('#') => Err(LoadError::NoFolderName { specifier }),
                None => self.bare(&specifier, &folder, kind),
            },
            Err(error @ LoadError::Missing(_)) => Err(absent(specifier).unwrap_or(error)),
            Err(error) => Err(error),
        }
    }

    fn file(
        &mut self,
        specifier: &str,
        file: &WantedFile,
        folder: &Path,
    ) -> Result<PathBuf, LoadError> {
        let denied = |denied| LoadError::Denied {
            specifier: specifier.to_owned(),
            denied,
        };
        let (wanted, is_folder) = (&*file.path, file.is_folder);
        let found = if self.packages.rules() == Rules::Compiled {
            let twin = || typescript_twins(wanted).into_iter().find(|it| it.is_file());
            match self.packages.file(wanted, is_folder)? {
                Some(found) => Some(found),
                None => twin().and_then(|it| self.permissions.check_module(&it).ok()),
            }
        } else if self.packages.is_packaged(folder) {
            self.packages.file(wanted, is_folder)?
        } else {
            let allowed = |path: PathBuf| {
                let is_there = path.is_file();
                is_there.then(|| self.permissions.check_module(&path).ok())?
            };
            candidates(wanted, is_folder).find_map(allowed)
        };
        if let Some(real) = found {
            return Ok(real);
        }
        // The error is the same whether a file outside the sandbox exists or not.
        self.permissions.check_module(wanted).map_err(denied)?;
        match file.is_malformed {
            true => Err(LoadError::malformed(specifier)),
            false => Err(not_found(specifier, wanted)),
        }
    }
}

impl Resolved {
    pub fn module(url: Url) -> Self {
        Self {
            url,
            format: Format::Module,
        }
    }
}

/// Resolves an import of an SDK module, which can only be another SDK module.
fn within_sdk(specifier: &str, importer: Option<&Url>) -> Result<Url, LoadError> {
    importer
        .and_then(|url| url.join(specifier).ok())
        .filter(|url| url.scheme() == "lumi" && !is_facade(url))
        .ok_or_else(|| LoadError::NotFound {
            specifier: specifier.to_owned(),
            similar: Vec::new(),
        })
}

/// Whether a relative specifier can only be that of a folder.
pub fn means_folder(specifier: &str) -> bool {
    ["/", "/.", "/.."].iter().any(|it| specifier.ends_with(it)) || matches!(specifier, "." | "..")
}

/// Files that a path may refer to: the file itself; the TypeScript file behind a `.js` name; with
/// an extension; the index of a folder. `is_folder` allows only the last.
pub fn candidates(wanted: &Path, is_folder: bool) -> impl Iterator<Item = PathBuf> {
    let files = (!is_folder).then(|| {
        std::iter::once(wanted.to_owned())
            .chain(typescript_twins(wanted))
            .chain(with_extensions(wanted))
    });
    files
        .into_iter()
        .flatten()
        .chain(with_extensions(&wanted.join("index")))
}

/// TypeScript files that a JavaScript name may refer to: `./a.js` for `./a.ts`.
fn typescript_twins(wanted: &Path) -> Vec<PathBuf> {
    let extension = wanted.extension().and_then(|it| it.to_str());
    let twins: &[&str] = match extension {
        Some("js") => &["ts", "tsx"],
        Some("jsx") => &["tsx"],
        Some("mjs") => &["mts"],
        Some("cjs") => &["cts"],
        _ => &[],
    };
    twins.iter().map(|it| wanted.with_extension(it)).collect()
}

fn with_extensions(wanted: &Path) -> Vec<PathBuf> {
    let Some(name) = wanted.file_name().and_then(|it| it.to_str()) else {
        return Vec::new();
    };
    let with = |extension: &&str| wanted.with_file_name(format!("{name}.{extension}"));
    SOURCE_EXTENSIONS.iter().map(with).collect()
}

fn not_found(specifier: &str, wanted: &Path) -> LoadError {
    let specifier = specifier.to_owned();
    if wanted.is_dir() {
        return LoadError::FolderWithoutIndex { specifier };
    }
    let prefix = specifier.rfind('/').map_or("", |end| &specifier[..=end]);
    let siblings = wanted.parent().and_then(|it| it.read_dir().ok());
    let names = siblings
        .into_iter()
        .flatten()
        .filter_map(Result::ok)
        .filter_map(|entry| {
            entry
                .file_name()
                .to_str()
                .map(|name| format!("{prefix}{name}"))
        });
    let similar = similar(&specifier, names);
    LoadError::NotFound { specifier, similar }
}

/// The names most similar to `wanted`, best first; dissimilar ones are left out.
pub fn similar(wanted: &str, names: impl Iterator<Item = String>) -> Vec<String> {
    let stem = |text: &str| {
        let name = text.rsplit('/').next().unwrap_or(text);
        let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
        stem.to_lowercase()
    };
    let mut scored: Vec<(f64, String)> = names
        .map(|name| (strsim::jaro_winkler(&stem(wanted), &stem(&name)), name))
        .filter(|(score, _)| *score > 0.85)
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    scored
        .into_iter()
        .take(SIMILAR_LIMIT)
        .map(|(_, name)| name)
        .collect()
}

/// Names of entry files in a folder, in order of precedence.
pub fn entry_names() -> &'static [&'static str] {
    &["index.ts", "index.js", "main.ts", "main.js"]
}

/// The entry module of a folder: one of [`entry_names`], else `main` of its `package.json`.
pub fn entry_file(folder: &Path, package_main: Option<&str>) -> Option<PathBuf> {
    let named = entry_names()
        .iter()
        .map(|name| folder.join(name))
        .find(|path| path.is_file());
    named.or_else(|| candidates(&folder.join(package_main?), false).find(|path| path.is_file()))
}

#[cfg(test)]
mod tests;
