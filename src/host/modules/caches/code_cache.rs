//! Code caches that are a part of Lumi, of what is compiled on first use (`build/code_cache.rs`).

use std::borrow::Cow;

use deno_core::url::Url;
use deno_core::{SourceCodeCacheInfo, v8};

use crate::isolate::snapshot::StartupData;

/// Compiles the module `name` from its cache, if it is one of Lumi's that is loaded on first use.
///
/// deno_core compiles such modules without a cache. It asks for the host's options immediately
/// before, and V8 then finds in the isolate what was compiled here: same text, name and options.
/// If V8 rejects the cache, it compiles the text, once.
pub fn compile_ahead(scope: &mut v8::PinScope<'_, '_>, name: &str) {
    let baked = StartupData::current();
    if let (Some(code), Some(cache)) = (baked.on_demand_module(name), baked.code_cache(name)) {
        compile(scope, name, code, cache);
    }
}

/// Compiles a module and drops it: deno_core makes its own from the same code. Returns whether V8
/// took the cache.
fn compile(
    scope: &mut v8::PinScope<'_, '_>,
    name: &str,
    code: &'static str,
    cache: &'static [u8],
) -> Option<bool> {
    let url = v8::String::new(scope, name)?.into();
    let text = v8::String::new_external_onebyte_static(scope, code.as_bytes())?;
    let origin = v8::ScriptOrigin::new(scope, url, 0, 0, false, 0, None, false, false, true, None);
    let mut source = v8::script_compiler::Source::new_with_cached_data(
        text,
        Some(&origin),
        v8::CachedData::new(cache),
    );
    v8::script_compiler::compile_module2(
        scope,
        &mut source,
        v8::script_compiler::CompileOptions::ConsumeCodeCache,
        v8::script_compiler::NoCacheReason::NoReason,
    )?;
    Some(!source.get_cached_data()?.rejected())
}

/// The cache of a script of the web extension. Its text is as fixed as its cache, so nothing is hashed.
pub fn of_script(url: &Url) -> Option<SourceCodeCacheInfo> {
    let baked = StartupData::current();
    let url = url.as_str();
    let data = baked.lazy_script(url).and_then(|_| baked.code_cache(url))?;
    Some(SourceCodeCacheInfo {
        hash: 0,
        data: Some(Cow::Borrowed(data)),
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use lumi_monitor::PlanMonitor;

    use super::*;
    use crate::isolate::fresh_isolate::FreshIsolate;
    use crate::isolate::test_isolate;
    use crate::program::Program;

    #[test]
    fn v8_takes_the_cache_of_each_module() {
        let work = |_: Program| async {
            let mut js = FreshIsolate::new(None).unwrap().js;
            let baked = StartupData::current();
            deno_core::scope!(scope, &mut js);
            let refused = baked.on_demand_modules.iter().filter(|(name, code)| {
                let cache = baked.code_cache(name).unwrap();
                compile(scope, name, code, cache) != Some(true)
            });
            refused.map(|it| it.0).collect::<Vec<_>>()
        };
        let refused = test_isolate::with_files(&[], work, Arc::new(PlanMonitor::default()));
        assert_eq!(refused, Vec::<&str>::new());
    }
}
