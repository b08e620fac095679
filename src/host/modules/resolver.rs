//! What an import specifier means: the SDK, or a file found as TypeScript users write imports.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use deno_core::url::Url;

use crate::host::permissions::Permissions;

use super::builtin::builtin;
use super::error::LoadError;
use super::media::SOURCE_EXTENSIONS;

/// At most this many near misses are named.
const SIMILAR_LIMIT: usize = 3;

/// Resolves specifiers for one run; remembers what it found.
pub struct Resolver {
    permissions: Rc<Permissions>,
    project: PathBuf,
    found: HashMap<(PathBuf, String), Url>,
}

impl Resolver {
    pub fn new(permissions: Rc<Permissions>, project: PathBuf) -> Self {
        Self {
            permissions,
            project,
            found: HashMap::new(),
        }
    }

    /// Answers a `lumi:` URL of the SDK or the `file:` URL of a real path (symlinks resolved, so
    /// that a file is one module whatever way leads to it).
    pub fn resolve(&mut self, specifier: &str, referrer: &str) -> Result<Url, LoadError> {
        let importer = Url::parse(referrer).ok();
        if importer.as_ref().is_some_and(|url| url.scheme() == "lumi") {
            return within_sdk(specifier, importer.as_ref());
        }
        let importer = importer.and_then(|url| url.to_file_path().ok());
        if let Some(url) = builtin(specifier) {
            return url;
        }
        let folder = importer
            .as_deref()
            .and_then(Path::parent)
            .unwrap_or(&self.project)
            .to_owned();
        let key = (folder, specifier.to_owned());
        if let Some(url) = self.found.get(&key) {
            return Ok(url.clone());
        }
        let url = self.file(specifier, &key.0)?;
        self.found.insert(key, url.clone());
        Ok(url)
    }

    fn file(&self, specifier: &str, folder: &Path) -> Result<Url, LoadError> {
        let wanted = wanted_path(specifier, folder)?;
        let denied = |denied| LoadError::Denied {
            specifier: specifier.to_owned(),
            denied,
        };
        // Asked before anything is looked at: an import must not tell whether a file outside the
        // sandbox exists.
        self.permissions.check_read(&wanted).map_err(denied)?;
        let Some(path) = find_file(&wanted) else {
            return Err(not_found(specifier, &wanted));
        };
        let real = self.permissions.check_read(&path).map_err(denied)?;
        Ok(Url::from_file_path(real).expect("BUG: a real path is absolute"))
    }
}

/// The SDK's own imports, while it is being evaluated without a snapshot of them.
fn within_sdk(specifier: &str, importer: Option<&Url>) -> Result<Url, LoadError> {
    importer
        .and_then(|url| url.join(specifier).ok())
        .ok_or_else(|| LoadError::NotFound {
            specifier: specifier.to_owned(),
            similar: Vec::new(),
        })
}

/// The path a specifier spells, before extensions are tried.
fn wanted_path(specifier: &str, folder: &Path) -> Result<PathBuf, LoadError> {
    let relative =
        ["./", "../"].iter().any(|it| specifier.starts_with(it)) || matches!(specifier, "." | "..");
    if relative || specifier.starts_with('/') {
        let path = specifier.split(['?', '#']).next().unwrap_or(specifier);
        return Ok(folder.join(path));
    }
    let specifier = specifier.to_owned();
    match Url::parse(&specifier) {
        Ok(url) if url.scheme() == "file" => url.to_file_path().map_err(|()| LoadError::NotFound {
            specifier,
            similar: Vec::new(),
        }),
        Ok(url) => Err(LoadError::Scheme {
            scheme: url.scheme().to_owned(),
            specifier,
        }),
        Err(_) => Err(LoadError::Package { specifier }),
    }
}

/// The file itself; the TypeScript file behind a `.js` name; with an extension; a folder's index.
fn find_file(wanted: &Path) -> Option<PathBuf> {
    if wanted.is_file() {
        return Some(wanted.to_owned());
    }
    typescript_twin(wanted)
        .or_else(|| with_extension(wanted))
        .or_else(|| with_extension(&wanted.join("index")))
}

/// `./a.js` is what TypeScript users write for `./a.ts`.
fn typescript_twin(wanted: &Path) -> Option<PathBuf> {
    let twins: &[&str] = match wanted.extension()?.to_str()? {
        "js" => &["ts", "tsx"],
        "jsx" => &["tsx"],
        "mjs" => &["mts"],
        "cjs" => &["cts"],
        _ => return None,
    };
    twins
        .iter()
        .map(|it| wanted.with_extension(it))
        .find(|path| path.is_file())
}

fn with_extension(wanted: &Path) -> Option<PathBuf> {
    let name = wanted.file_name()?.to_str()?;
    let mut candidates = SOURCE_EXTENSIONS
        .iter()
        .map(|it| wanted.with_file_name(format!("{name}.{it}")));
    candidates.find(|path| path.is_file())
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

/// The names closest to `wanted`, best first; those that differ too much are left out.
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

/// Entry files looked for in a folder, in this order.
pub fn entry_names() -> &'static [&'static str] {
    &["index.ts", "index.js", "main.ts", "main.js"]
}

/// The entry module of a folder: one of [`entry_names`], else `main` of its `package.json`.
pub fn entry_file(folder: &Path, package_main: Option<&str>) -> Option<PathBuf> {
    let named = entry_names()
        .iter()
        .map(|name| folder.join(name))
        .find(|path| path.is_file());
    named.or_else(|| find_file(&folder.join(package_main?)))
}
