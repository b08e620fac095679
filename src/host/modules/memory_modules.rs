//! Modules of a program that are in no file: those of a package.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use deno_core::url::Url;
use deno_core::{ModuleSource, ModuleType, RequestedModuleType};

use super::instrumented::instrumented;
use super::loader::{ModuleLoader, verbatim};
use super::transpile::Emitted;

/// The modules of a program, by the absolute paths under which they import each other.
#[derive(Clone, Debug, Default)]
pub struct MemoryModules(pub HashMap<PathBuf, MemoryModule>);

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
        self.0.get(&url.to_file_path().ok()?)
    }

    /// The code and the source maps of modules, in the order of their URLs.
    pub fn scripts(&self) -> Vec<(Url, &str, &str)> {
        let scripts = self.0.iter().filter_map(|(path, module)| match module {
            MemoryModule::Script { code, map } => {
                Some((Url::from_file_path(path).ok()?, &**code, &**map))
            }
            MemoryModule::Data(_) => None,
        });
        let mut scripts: Vec<_> = scripts.collect();
        scripts.sort();
        scripts
    }

    /// The module that a specifier means: the URL of one, or a path from another one.
    pub fn resolve(&self, specifier: &str, referrer: &str) -> Option<Url> {
        let url = match specifier.starts_with('.') {
            true => Url::parse(referrer).ok()?.join(specifier).ok()?,
            false => Url::parse(specifier).ok()?,
        };
        self.get(&url)?;
        Some(url)
    }
}

impl ModuleLoader {
    /// Sets the modules that are in no file.
    pub fn set_memory_modules(&self, modules: Option<&Arc<MemoryModules>>) {
        if let Some(modules) = modules {
            // Only the first call counts: a run has one program.
            let _ = self.memory.set(Arc::clone(modules));
        }
    }

    /// A module that is in no file, as V8 loads it.
    pub fn memory_module(
        &self,
        url: &Url,
        requested: &RequestedModuleType,
    ) -> Option<ModuleSource> {
        let kind = match requested {
            RequestedModuleType::Json => ModuleType::Json,
            RequestedModuleType::Text => ModuleType::Text,
            _ => ModuleType::JavaScript,
        };
        match self.memory.get()?.get(url)? {
            MemoryModule::Data(text) => Some(verbatim(url, kind, text.to_string())),
            MemoryModule::Script { code, map } => {
                let emitted = Emitted {
                    code: Arc::clone(code),
                    map: Some(Arc::clone(map)),
                };
                let emitted = instrumented(url, emitted);
                let code = self.with_source_map(url, &emitted);
                let code = code.unwrap_or_else(|| emitted.code.to_string());
                let mut state = self.state.borrow_mut();
                state.texts.insert(url.to_string(), emitted);
                Some(verbatim(url, ModuleType::JavaScript, code))
            }
        }
    }

    /// The module in no file that a specifier means.
    pub fn memory_url(&self, specifier: &str, referrer: &str) -> Option<Url> {
        self.memory.get()?.resolve(specifier, referrer)
    }
}
