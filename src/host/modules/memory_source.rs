//! Gives V8 the modules that are in no file.

use std::sync::Arc;

use deno_core::url::Url;
use deno_core::{ModuleSource, ModuleType, RequestedModuleType};

use super::caches::cache::ModuleCache;
use super::instrumented::instrumented;
use super::loader::ModuleLoader;
use super::memory_modules::{MemoryModule, MemoryModules};
use super::module_source::verbatim;
use super::transpile::Emitted;

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
                // Stack traces show positions of the map, so that the map is a part of the key. It is large: its digest is
                // enough.
                let map_key = ModuleCache::key(map, &"source map");
                let key = ModuleCache::key(code, &("module of a package", map_key));
                let (emitted, code_cache) = match self.cache.load(&key) {
                    Some(entry) => (entry.emitted, entry.code_cache),
                    None => {
                        let emitted = Emitted {
                            code: Arc::clone(code),
                            map: Some(Arc::clone(map)),
                        };
                        (instrumented(url, emitted), None)
                    }
                };
                Some(self.emitted_module(url, key, emitted, code_cache))
            }
        }
    }

    /// The module in no file that a specifier means.
    pub fn memory_url(&self, specifier: &str, referrer: &str) -> Option<Url> {
        self.memory.get()?.resolve(specifier, referrer)
    }
}
