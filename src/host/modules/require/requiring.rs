//! `require` for CommonJS files, and their facades.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use deno_core::url::Url;

use super::commonjs::{facade, file_of};
use super::commonjs_exports::{Exports, analyze};
use crate::modules::caches::cache::{Key, ModuleCache};
use crate::modules::caches::compiled_code::{CompiledCode, LoadedCode};
use crate::modules::error::LoadError;
use crate::modules::loader::{ModuleLoader, State};
use crate::modules::media::Media;
use crate::modules::packages::{Format, ImportKind};
use crate::modules::source::{read_json, read_text};
use crate::modules::transpile::{Author, Emitted, emit_commonjs};
use lumi_node::package_json::package_name;

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
    pub emitted: Emitted,
    pub code_cache: Option<Vec<u8>>,
    key: Key,
    /// Whether its code is kept beside the code cache: it is another text than that of the file.
    is_rewritten: bool,
}

impl ModuleLoader {
    /// Resolves `specifier`; `file` is the path of the requiring file.
    pub fn require(&self, specifier: &str, file: &Path) -> Result<Required, LoadError> {
        let importer = file_url(file)?;
        if let Some(url) = self.described.resolve(specifier, importer.as_str()) {
            return Ok(Required {
                kind: RequiredKind::Module,
                location: url?.into(),
            });
        }
        let resolved = self.state.borrow_mut().resolver.resolve(
            specifier,
            importer.as_str(),
            ImportKind::Require,
        )?;
        if let Some(url) = self.replaced(specifier, file, &resolved) {
            return Ok(Required {
                kind: RequiredKind::Builtin,
                location: url.to_owned(),
            });
        }
        let Some(path) = file_of(&resolved.url) else {
            return Ok(Required {
                kind: RequiredKind::Builtin,
                location: resolved.url.into(),
            });
        };
        let extension = path.extension().and_then(|it| it.to_str());
        let kind = match (resolved.format, extension) {
            (_, Some("node")) => {
                return Err(self.native_addon(&path));
            }
            (_, Some("json")) => RequiredKind::Json,
            // `require` takes any other file for code, as in Node.
            _ if Media::of(&path) == Media::Other => RequiredKind::CommonJs,
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

    /// Advice for a name that V8 did not find among the exports of a package of the project or of a
    /// CommonJS file: names that its text does not show are still members of the default export.
    pub fn advice(&self, message: &str) -> Option<String> {
        if let Some(advice) = self.described.advice(message) {
            return Some(advice);
        }
        let rest = message.strip_prefix("The requested module '")?;
        let (specifier, name) = rest.split_once("' does not provide an export named '")?;
        let name = name.trim_end_matches('\'');
        if let Some(advice) = self.type_advice(specifier, name) {
            return Some(advice);
        }
        let is_commonjs = self.state.borrow().resolver.is_commonjs(specifier);
        is_commonjs.then(|| {
            format!(
                "; it is CommonJS, and its text does not show such an export: if it has one, write \"import it from '{specifier}'\" and \"it.{name}\""
            )
        })
    }

    /// The text of a JSON file. V8 reads it faster than it is checked, so only a text that V8 refuses is
    /// checked, for the position of the error.
    pub fn required_json(&self, path: &Path, is_refused: bool) -> Result<String, LoadError> {
        let real = self.readable(path)?;
        let file = self.shown_path(path);
        match is_refused {
            true => read_json(&real, &file),
            false => read_text(&real, &file),
        }
    }

    /// The text of a file as the body of a function.
    pub fn commonjs_text(&self, path: &Path) -> Result<CommonJsText, LoadError> {
        let real = self.readable(path)?;
        let file = self.shown_path(path);
        let url = file_url(path)?;
        let typed = self.state.borrow_mut().typed.remove(path);
        if let Some(typed) = typed {
            let emitted = typed.emitted;
            self.state.borrow_mut().add_commonjs(&url, emitted.clone());
            return Ok(CommonJsText {
                url,
                file,
                emitted,
                code_cache: typed.code_cache,
                key: typed.key,
                is_rewritten: true,
            });
        }
        let author = self.author(path);
        let media = Media::of(path);
        let is_rewritten = author == Author::Program || media.is_transpiled();
        let text = read_text(&real, &file)?;
        let decorators = self.decorators(path, author, &text);
        let key = ModuleCache::key(&text, &("function", media, author, decorators));
        let (kept, code_cache) = match self.cache.load(&key) {
            Some(entry) => (Some(entry.emitted), entry.code_cache),
            None => (None, None),
        };
        let emitted = match kept.filter(|_| is_rewritten) {
            Some(emitted) => emitted,
            None => self.commonjs_code(path, author, text)?,
        };
        if author == Author::Program {
            let mut state = self.state.borrow_mut();
            state.add_commonjs(&url, emitted.clone());
        }
        Ok(CommonJsText {
            url,
            file,
            emitted,
            code_cache,
            key,
            is_rewritten,
        })
    }

    /// The code of a text, without types.
    fn commonjs_code(
        &self,
        path: &Path,
        author: Author,
        text: String,
    ) -> Result<Emitted, LoadError> {
        let file = self.shown_path(path);
        let media = Media::of(path);
        let decorators = self.decorators(path, author, &text);
        let emitted = emit_commonjs(&file_url(path)?, &file, media, author, decorators, text);
        emitted.map_err(|error| self.with_commonjs_rule(path, error))
    }

    /// Says why a file is CommonJS where its text is that of an ES module.
    pub fn with_commonjs_rule(&self, path: &Path, error: LoadError) -> LoadError {
        const PROBLEMS: [&str; 5] = [
            "outside a module",
            "Unexpected token 'export'",
            "top level bodies of modules",
            "await is only valid",
            "Unexpected reserved word",
        ];
        let LoadError::Syntax { message, position } = error else {
            return error;
        };
        let rule = match PROBLEMS.iter().any(|it| message.contains(it)) {
            true => {
                let state = self.state.borrow();
                format!("; {}", state.resolver.packages.commonjs_rule(path))
            }
            false => String::new(),
        };
        LoadError::Syntax {
            message: format!("{message}{rule}"),
            position,
        }
    }

    /// Records that a file was compiled without a usable code cache, so that
    /// [`queue_code_cache`](Self::queue_code_cache) stores the new one.
    pub fn note_compiled(&self, path: &Path, text: CommonJsText) {
        if self.cache.is_kept() {
            let emitted = match text.is_rewritten {
                true => text.emitted,
                false => Emitted {
                    code: "".into(),
                    map: None,
                },
            };
            let mut state = self.state.borrow_mut();
            state.compiled.insert(path.to_owned(), (text.key, emitted));
        }
    }

    /// Queues a new code cache of a file to be written when the program is done.
    pub fn queue_code_cache(&self, path: &Path, code: impl FnOnce() -> (Vec<u8>, CompiledCode)) {
        let compiled = self.state.borrow_mut().compiled.remove(path);
        if let Some((key, emitted)) = compiled {
            let (code_cache, compiled) = code();
            self.state.borrow_mut().ready.push(LoadedCode {
                key,
                emitted,
                code_cache,
                compiled: Some(compiled),
            });
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
        let media = Media::of(path);
        let text = read_text(path, &self.shown_path(path))?;
        let key = ModuleCache::key(&text, &("exports and members", media));
        let kept = self.cache.load(&key);
        if let Some(kept) = kept.and_then(|it| serde_json::from_str(&it.emitted.code).ok()) {
            return Ok(kept);
        }
        let exports = match media {
            Media::JavaScript => analyze(&file_url(path)?, &text),
            _ => {
                let emitted = self.commonjs_code(path, Author::Package, text)?;
                analyze(&file_url(path)?, &emitted.code)
            }
        };
        if self.cache.is_kept() {
            let text = serde_json::to_string(&exports).unwrap_or_default();
            self.keep(key, &text);
        }
        Ok(exports)
    }

    pub(in crate::modules) fn keep(&self, key: Key, code: &str) {
        self.state.borrow_mut().ready.push(LoadedCode {
            key,
            emitted: Emitted {
                code: code.into(),
                map: None,
            },
            code_cache: Vec::new(),
            compiled: None,
        });
    }

    pub fn native_addon(&self, path: &Path) -> LoadError {
        let package = self.state.borrow_mut().resolver.packages.package_of(path);
        LoadError::NativeAddon {
            file: self.shown_path(path),
            package: package.map(|it| it.name),
        }
    }

    /// The real path of a file, if the program may read it.
    pub fn readable(&self, path: &Path) -> Result<PathBuf, LoadError> {
        let denied = |denied| LoadError::Denied {
            specifier: path.display().to_string(),
            denied,
        };
        self.permissions.check_module(path).map_err(denied)
    }
}

fn file_url(path: &Path) -> Result<Url, LoadError> {
    Url::from_file_path(path).map_err(|()| LoadError::NotFound {
        specifier: path.display().to_string(),
        similar: Vec::new(),
    })
}
