//! The source of a module, as V8 loads it.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use deno_core::url::Url;
use deno_core::{
    ModuleSource, ModuleSourceCode, ModuleType, RequestedModuleType, SourceCodeCacheInfo,
};

use super::caches::cache::{Key, ModuleCache};
use super::data_url::{DataModule, data_module};
use super::error::LoadError;
use super::loader::ModuleLoader;
use super::media::{Media, is_declaration};
use super::require::commonjs;
use super::sites::source_maps;
use super::sites::source_maps::map_of;
use super::source::{json_as_code, read_bytes, read_json, read_text};
use super::transpile::{Author, Decorators, Emitted, emit};

impl ModuleLoader {
    /// The code of a module that is in no file.
    fn code_without_file(&self, url: &Url) -> Option<Result<String, LoadError>> {
        if let Some(text) = self.kept.borrow().text(url) {
            return Some(Ok(text.to_string()));
        }
        let entry = self.entry_text.get().filter(|it| it.0 == *url);
        if let Some((_, text)) = entry {
            return Some(Ok(text.clone()));
        }
        self.described.code(url)
    }

    pub(super) fn load_file(
        &self,
        url: &Url,
        requested: &RequestedModuleType,
    ) -> Result<ModuleSource, LoadError> {
        if let Some(module) = self.memory_module(url, requested) {
            return Ok(module);
        }
        let is_data = matches!(
            requested,
            RequestedModuleType::Text | RequestedModuleType::Bytes
        );
        let later = self.later_target(url);
        if let Some(target) = later.as_ref().filter(|_| !is_data) {
            let code = self.later_code(target);
            return Ok(verbatim(url, ModuleType::JavaScript, code));
        }
        if let Some(code) = self.code_without_file(url) {
            return Ok(verbatim(url, ModuleType::JavaScript, code?));
        }
        if url.scheme() == "data" {
            return Ok(match (data_module(url)?, requested) {
                (DataModule::Json(text), RequestedModuleType::Json) => {
                    verbatim(url, ModuleType::Json, text)
                }
                (DataModule::Json(text), _) => {
                    verbatim(url, ModuleType::JavaScript, json_as_code(&text))
                }
                (DataModule::Script(text), _) => verbatim(url, ModuleType::JavaScript, text),
            });
        }
        let path = commonjs::file_of(later.as_ref().unwrap_or(url));
        let path = path.ok_or_else(|| LoadError::Scheme {
            specifier: url.to_string(),
            scheme: url.scheme().to_owned(),
        })?;
        self.load_path(url, &path, requested)
    }

    fn load_path(
        &self,
        url: &Url,
        path: &Path,
        requested: &RequestedModuleType,
    ) -> Result<ModuleSource, LoadError> {
        // Checked again where the file is opened, in case resolution has a bug.
        let path = self.readable(path)?;
        let file = self.shown_path(&path);
        let media = Media::of(&path);
        match requested {
            RequestedModuleType::Text => {
                Ok(verbatim(url, ModuleType::Text, read_text(&path, &file)?))
            }
            RequestedModuleType::Bytes => Ok(ModuleSource::new(
                ModuleType::Bytes,
                ModuleSourceCode::Bytes(read_bytes(&path, &file)?.into_boxed_slice().into()),
                url,
                None,
            )),
            RequestedModuleType::Json => {
                Ok(verbatim(url, ModuleType::Json, read_json(&path, &file)?))
            }
            // TypeScript and bundlers allow it without `with { type: "json" }`.
            _ if media == Media::Json => {
                let code = json_as_code(&read_json(&path, &file)?);
                Ok(verbatim(url, ModuleType::JavaScript, code))
            }
            _ if commonjs::is_facade(url) => {
                let code = match commonjs::is_entry(url) {
                    true => commonjs::facade(&path, &[]),
                    false => self.facade(&path)?,
                };
                Ok(verbatim(url, ModuleType::JavaScript, code))
            }
            _ if path.extension().is_some_and(|it| it == "node") => Err(self.native_addon(&path)),
            _ if media == Media::Other && path.extension().is_some() => {
                Err(LoadError::NotCode { file })
            }
            _ if is_declaration(&path) => Err(LoadError::Declaration { file }),
            _ => self.load_code(url, &path, &file, media),
        }
    }

    /// The code of a module with the source map that debuggers need; `None` if they need none.
    pub(super) fn with_source_map(&self, url: &Url, emitted: &Emitted) -> Option<String> {
        if !self.embeds_source_maps.get() {
            return None;
        }
        let map = match &emitted.map {
            Some(map) => map_of(url.as_str(), map)?,
            None => {
                let named = format!("{url}.map");
                let beside = self.source_maps.load(&named);
                beside.or_else(|| self.kept_map(&named))?
            }
        };
        Some(source_maps::embedded(&emitted.code, &map))
    }

    fn load_code(
        &self,
        url: &Url,
        path: &Path,
        file: &str,
        media: Media,
    ) -> Result<ModuleSource, LoadError> {
        let text = read_text(path, file)?;
        let author = self.author(path);
        let decorators = self.decorators(path, author, &text);
        let key = ModuleCache::key(&text, &(media, author, decorators));
        let (emitted, code_cache) = match self.cache.load(&key) {
            Some(entry) => (entry.emitted, entry.code_cache),
            None => (emit(url, file, media, author, decorators, text)?, None),
        };
        Ok(self.emitted_module(url, key, emitted, code_cache))
    }

    /// The kind of decorators of a file, if its text can have any.
    pub(super) fn decorators(&self, path: &Path, author: Author, text: &str) -> Decorators {
        match author == Author::Program && text.contains('@') {
            true => self.state.borrow_mut().resolver.packages.decorators(path),
            false => Decorators::Standard,
        }
    }

    /// A module as V8 loads it, with the code cache of an earlier run, or one that this run makes.
    pub(super) fn emitted_module(
        &self,
        url: &Url,
        key: Key,
        emitted: Emitted,
        code_cache: Option<Vec<u8>>,
    ) -> ModuleSource {
        let hash = key.hash;
        if let Some(code) = self.with_source_map(url, &emitted) {
            let mut state = self.state.borrow_mut();
            state.texts.insert(url.to_string(), emitted);
            return verbatim(url, ModuleType::JavaScript, code);
        }
        let mut state = self.state.borrow_mut();
        let code = ModuleSourceCode::String(Arc::clone(&emitted.code).into());
        state.texts.insert(url.to_string(), emitted);
        if !self.cache.is_kept() {
            return ModuleSource::new(ModuleType::JavaScript, code, url, None);
        }
        state.unsaved.insert(url.clone(), key);
        if code_cache.is_none() {
            state.fresh.insert(url.to_string(), None);
        }
        let data = code_cache.map(Cow::Owned);
        let info = SourceCodeCacheInfo { hash, data };
        ModuleSource::new(ModuleType::JavaScript, code, url, Some(info))
    }
}

/// A module whose text is loaded as it is.
pub(super) fn verbatim(url: &Url, kind: ModuleType, text: String) -> ModuleSource {
    ModuleSource::new(kind, ModuleSourceCode::String(text.into()), url, None)
}
