//! Code that V8 has compiled, from which a code cache is made when the program is over.

use std::sync::Arc;

use deno_core::{JsRuntime, scope, v8};

use super::cache::Key;
use crate::modules::loader::ModuleLoader;
use crate::modules::transpile::Emitted;

/// An entry of the cache that is written when the program is over.
pub struct LoadedCode {
    pub key: Key,
    pub emitted: Emitted,
    pub code_cache: Vec<u8>,
    /// The code that `code_cache` was made of, if the program has added functions to it since.
    pub compiled: Option<CompiledCode>,
}

/// Keeps V8 from dropping the outermost function once it has run.
pub enum CompiledCode {
    Module(v8::Global<v8::UnboundModuleScript>),
    /// The body of a CommonJS file.
    Function(v8::Global<v8::Function>),
}

impl CompiledCode {
    /// Compiles a module as deno_core does; `None` if the text has errors.
    pub fn module(scope: &mut v8::PinScope<'_, '_>, name: &str, text: &str) -> Option<Self> {
        v8::tc_scope!(let scope, scope);
        let url = v8::String::new(scope, name)?.into();
        let text = v8::String::new(scope, text)?;
        let origin =
            v8::ScriptOrigin::new(scope, url, 0, 0, false, 0, None, false, false, true, None);
        let mut source = v8::script_compiler::Source::new(text, Some(&origin));
        let module = v8::script_compiler::compile_module(scope, &mut source)?;
        let script = module.get_unbound_module_script(scope);
        Some(Self::Module(v8::Global::new(scope, script)))
    }

    pub fn function(
        scope: &mut v8::PinScope<'_, '_>,
        function: v8::Local<'_, v8::Function>,
    ) -> Self {
        Self::Function(v8::Global::new(scope, function))
    }

    /// The code cache, with all functions that have been compiled so far.
    pub fn code_cache(&self, scope: &mut v8::PinScope<'_, '_>) -> Option<Vec<u8>> {
        let data = match self {
            Self::Module(script) => v8::Local::new(scope, script).create_code_cache(),
            Self::Function(function) => v8::Local::new(scope, function).create_code_cache(),
        };
        Some(data?.to_vec())
    }
}

impl ModuleLoader {
    /// Writes cache entries for the next start. Called after the program, which therefore never
    /// waits for it: all functions that it has called are compiled then.
    pub fn save_cache(&self, js: &mut JsRuntime) {
        let ready = std::mem::take(&mut self.state.borrow_mut().ready);
        if ready.is_empty() {
            return;
        }
        scope!(scope, js);
        for entry in ready {
            let whole = entry.compiled.and_then(|it| it.code_cache(scope));
            // A long run forgets code that it no longer calls.
            let longest = match whole {
                Some(whole) if whole.len() > entry.code_cache.len() => whole,
                _ => entry.code_cache,
            };
            self.cache.store(&entry.key, &entry.emitted, &longest);
        }
    }

    /// Compiles the module `name` if it has no code cache, and keeps its code for
    /// [`save_cache`](Self::save_cache). Called before deno_core compiles it, which then finds this code.
    pub fn compile_fresh(&self, scope: &mut v8::PinScope<'_, '_>, name: &str) {
        let state = self.state.borrow();
        if !matches!(state.fresh.get(name), Some(None)) {
            return;
        }
        let text = state.texts.get(name).map(|it| Arc::clone(&it.code));
        drop(state);
        let compiled = text.and_then(|text| CompiledCode::module(scope, name, &text));
        self.state
            .borrow_mut()
            .fresh
            .insert(name.to_owned(), compiled);
    }
}
