//! What an import specifier means: the SDK, or a file found as TypeScript users write imports.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use deno_core::url::Url;

use crate::host::lexical_path;
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

    /// The files that were imported, in no order.
    pub fn files(&self) -> impl Iterator<Item = &Url> {
        self.found.values()
    }

    fn file(&self, specifier: &str, folder: &Path) -> Result<Url, LoadError> {
        let wanted = wanted_path(specifier, folder)?;
        let denied = |denied| LoadError::Denied {
            specifier: specifier.to_owned(),
            denied,
        };
        let allowed = |path: PathBuf| {
            let is_there = path.is_file();
            is_there.then(|| self.permissions.check_read(&path).ok())?
        };
        if let Some(real) = candidates(&wanted).find_map(allowed) {
            return Ok(Url::from_file_path(real).expect("BUG: a real path is absolute"));
        }
        // The same answer whether a file outside the sandbox exists or not.
        self.permissions.check_read(&wanted).map_err(denied)?;
        Err(not_found(specifier, &wanted))
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
        return Ok(lexical_path::normal(&folder.join(path)));
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

/// Where a path may lead: the file itself; the TypeScript file behind a `.js` name; with an
/// extension; a folder's index.
fn candidates(wanted: &Path) -> impl Iterator<Item = PathBuf> {
    std::iter::once(wanted.to_owned())
        .chain(typescript_twins(wanted))
        .chain(with_extensions(wanted))
        .chain(with_extensions(&wanted.join("index")))
}

/// `./a.js` is what TypeScript users write for `./a.ts`.
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
    named.or_else(|| candidates(&folder.join(package_main?)).find(|path| path.is_file()))
}
