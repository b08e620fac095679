//! `require` for CommonJS files, and their facades.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use deno_core::url::Url;

use super::cache::{Key, ModuleCache};
use super::commonjs::{Exports, analyze, facade, file_of};
use super::error::LoadError;
use super::instrumented::instrumented;
use super::loader::{ModuleLoader, Ready, State};
use super::packages::{Format, ImportKind, package_name};
use super::source::{read_json, read_text};
use super::transpile::Emitted;

/// The target of a required specifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Required {
    pub kind: RequiredKind,
    /// A path, or a URL for built-in and ES modules.
    pub location: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequiredKind {
    Builtin,
    CommonJs,
    Module,
    Json,
}

/// The text of a CommonJS file, and the key of its code cache.
pub struct CommonJsText {
    pub url: Url,
    /// The display name.
    pub file: String,
    pub text: String,
    pub code_cache: Option<Vec<u8>>,
    key: Key,
}

impl ModuleLoader {
    /// Resolves `specifier`; `file` is the path of the requiring file.
    pub fn require(&self, specifier: &str, file: &Path) -> Result<Required, LoadError> {
        let importer = file_url(file)?;
        let resolved = self.state.borrow_mut().resolver.resolve(
            specifier,
            importer.as_str(),
            ImportKind::Require,
        )?;
        let Some(path) = file_of(&resolved.url) else {
            return Ok(Required {
                kind: RequiredKind::Builtin,
                location: resolved.url.into(),
            });
        };
        let extension = path.extension().and_then(|it| it.to_str());
        let kind = match (resolved.format, extension) {
            (_, Some("node")) => {
                return Err(LoadError::NativeAddon {
                    file: self.shown_path(&path),
                });
            }
            (_, Some("json")) => RequiredKind::Json,
            (Format::CommonJs, _) => RequiredKind::CommonJs,
            (Format::Module, _) => RequiredKind::Module,
        };
        let location = match kind {
            RequiredKind::Module => resolved.url.into(),
            _ => path.to_string_lossy().into_owned(),
        };
        Ok(Required { kind, location })
    }

    /// Versions of the packages that the program itself imports, by the imported name.
    pub fn versions(&self) -> Arc<BTreeMap<String, String>> {
        let mut state = self.state.borrow_mut();
        let State {
            resolver, versions, ..
        } = &mut *state;
        let imports: Vec<(String, Url)> = resolver
            .package_imports()
            .map(|(specifier, url)| (specifier.to_owned(), url.clone()))
            .collect();
        if versions.0 != imports.len() {
            let version = |(specifier, url): &(String, Url)| {
                let package = resolver.packages.package_of(&file_of(url)?)?;
                Some((package_name(specifier)?.to_owned(), package.version?))
            };
            let found = imports.iter().filter_map(version).collect();
            *versions = (imports.len(), Arc::new(found));
        }
        Arc::clone(&versions.1)
    }

    /// Advice for a name that V8 did not find among the exports of a CommonJS file: names that its
    /// text does not show are still members of the default export.
    pub fn advice(&self, message: &str) -> Option<String> {
        let rest = message.strip_prefix("The requested module '")?;
        let (specifier, name) = rest.split_once("' does not provide an export named '")?;
        let name = name.trim_end_matches('\'');
        let is_commonjs = self.state.borrow().resolver.is_commonjs(specifier);
        is_commonjs.then(|| {
            format!(
                "; it is CommonJS, and its text does not show such an export: if it has one, write \"import it from '{specifier}'\" and \"it.{name}\""
            )
        })
    }

    /// The text of a JSON file; an error if it is not valid JSON.
    pub fn required_json(&self, path: &Path) -> Result<String, LoadError> {
        let real = self.readable(path)?;
        read_json(&real, &self.shown_path(path))
    }

    /// The text of a file; a hashbang line becomes a comment.
    pub fn commonjs_text(&self, path: &Path) -> Result<CommonJsText, LoadError> {
        let real = self.readable(path)?;
        let file = self.shown_path(path);
        let mut text = read_text(&real, &file)?;
        if text.starts_with("#!") {
            text.replace_range(..2, "//");
        }
        let url = file_url(path)?;
        let mut state = self.state.borrow_mut();
        if !state.resolver.packages.is_packaged(path) {
            let (code, map) = (text.into(), None);
            let emitted = instrumented(&url, Emitted { code, map });
            text = emitted.code.to_string();
            state.add_commonjs(&url, emitted);
        }
        drop(state);
        let key = ModuleCache::key(&text, &"function");
        let entry = self.cache.load(&key);
        Ok(CommonJsText {
            url,
            file,
            text,
            code_cache: entry.and_then(|it| it.code_cache),
            key,
        })
    }

    /// Records that a file was compiled without a usable code cache, so that
    /// [`keep_code`](Self::keep_code) stores the new one.
    pub fn note_compiled(&self, path: &Path, text: CommonJsText) {
        if self.cache.is_kept() {
            let mut state = self.state.borrow_mut();
            state.compiled.insert(path.to_owned(), text.key);
        }
    }

    /// Queues a new code cache of a file to be written when the program is done.
    pub fn keep_code(&self, path: &Path, code_cache: impl FnOnce() -> Option<Vec<u8>>) {
        let key = self.state.borrow_mut().compiled.remove(path);
        if let Some(key) = key
            && let Some(code_cache) = code_cache()
        {
            self.keep(key, "", code_cache);
        }
    }

    /// The facade of a CommonJS file.
    pub fn facade(&self, path: &Path) -> Result<String, LoadError> {
        let mut names = BTreeSet::new();
        self.collect_names(path, &mut BTreeSet::new(), &mut names)?;
        let names: Vec<String> = names.into_iter().collect();
        Ok(facade(path, &names))
    }

    /// Collects the exports of `path`, including re-exports.
    fn collect_names(
        &self,
        path: &Path,
        seen: &mut BTreeSet<PathBuf>,
        names: &mut BTreeSet<String>,
    ) -> Result<(), LoadError> {
        if !seen.insert(path.to_owned()) {
            return Ok(());
        }
        let exports = self.exports(path)?;
        names.extend(exports.names);
        for specifier in &exports.reexports {
            // A missing file fails where it is required.
            let Ok(required) = self.require(specifier, path) else {
                continue;
            };
            if required.kind == RequiredKind::CommonJs {
                let _ = self.collect_names(Path::new(&required.location), seen, names);
            }
        }
        Ok(())
    }

    fn exports(&self, path: &Path) -> Result<Exports, LoadError> {
        let text = read_text(path, &self.shown_path(path))?;
        let key = ModuleCache::key(&text, &"exports");
        let kept = self.cache.load(&key);
        if let Some(kept) = kept.and_then(|it| serde_json::from_str(&it.emitted.code).ok()) {
            return Ok(kept);
        }
        let exports = analyze(&file_url(path)?, &text);
        if self.cache.is_kept() {
            let text = serde_json::to_string(&exports).unwrap_or_default();
            self.keep(key, &text, Vec::new());
        }
        Ok(exports)
    }

    fn keep(&self, key: Key, code: &str, code_cache: Vec<u8>) {
        self.state.borrow_mut().ready.push(Ready {
            key,
            emitted: Emitted {
                code: code.into(),
                map: None,
            },
            code_cache,
        });
    }

    /// The real path of a file, if the program may read it.
    pub fn readable(&self, path: &Path) -> Result<PathBuf, LoadError> {
        let denied = |denied| LoadError::Denied {
            specifier: path.display().to_string(),
            denied,
        };
        self.permissions.check_read(path).map_err(denied)
    }
}

fn file_url(path: &Path) -> Result<Url, LoadError> {
    Url::from_file_path(path).map_err(|()| LoadError::NotFound {
        specifier: path.display().to_string(),
        similar: Vec::new(),
    })
}
