//! A module loader for an isolate that is created before its program is known.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;

use deno_core::error::ModuleLoaderError;
use deno_core::url::Url;
use deno_core::{
    ModuleLoadOptions, ModuleLoadReferrer, ModuleLoadResponse, ResolutionKind, SourceCodeCacheInfo,
    v8,
};

use super::caches::code_cache;
use super::loader::ModuleLoader;

/// Forwards to the loader of the program.
#[derive(Default)]
pub struct LazyLoader(OnceCell<Rc<ModuleLoader>>);

impl LazyLoader {
    /// Must be called once, before any module is loaded.
    pub fn set_loader(&self, loader: Rc<ModuleLoader>) {
        let _ = self.0.set(loader);
    }

    fn known(&self) -> &ModuleLoader {
        self.0
            .get()
            .expect("BUG: nothing is loaded before there is a program")
    }
}

impl deno_core::ModuleLoader for LazyLoader {
    fn resolve(
        &self,
        specifier: &str,
        referrer: &str,
        kind: ResolutionKind,
    ) -> Result<Url, ModuleLoaderError> {
        let url = self.known().resolve(specifier, referrer, kind)?;
        if kind == ResolutionKind::MainModule {
            self.known().note_main(&url);
        }
        Ok(url)
    }

    fn load(
        &self,
        url: &Url,
        referrer: Option<&ModuleLoadReferrer>,
        options: ModuleLoadOptions,
    ) -> ModuleLoadResponse {
        self.known().load(url, referrer, options)
    }

    fn get_host_defined_options<'s>(
        &self,
        scope: &mut v8::PinScope<'s, '_>,
        name: &str,
    ) -> Option<v8::Local<'s, v8::Data>> {
        code_cache::compile_ahead(scope, name);
        if let Some(loader) = self.0.get() {
            loader.compile_fresh(scope, name);
        }
        None
    }

    fn get_code_cache(&self, url: &Url, _: &str) -> Option<SourceCodeCacheInfo> {
        code_cache::of_script(url)
    }

    fn code_cache_ready(
        &self,
        url: Url,
        hash: u64,
        code_cache: &[u8],
    ) -> Pin<Box<dyn Future<Output = ()>>> {
        self.known().code_cache_ready(url, hash, code_cache)
    }

    fn purge_and_prevent_code_cache(&self, url: &str) {
        self.known().purge_and_prevent_code_cache(url);
    }

    fn get_source_map(&self, url: &str) -> Option<Cow<'_, [u8]>> {
        self.known().get_source_map(url)
    }

    fn load_external_source_map(&self, url: &str) -> Option<Cow<'_, [u8]>> {
        self.known().load_external_source_map(url)
    }

    fn source_map_source_exists(&self, url: &str) -> Option<bool> {
        self.known().source_map_source_exists(url)
    }
}
