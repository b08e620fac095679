//! V8's code caches of what is compiled on first use: bytecode that a program need not wait for.
//!
//! V8 accepts a cache only in an isolate of the same snapshot, with the same flags, so the caches
//! are made from the finished snapshot. Modules are evaluated before: their caches then contain the
//! functions that an import runs, and not only the outermost.
//!
//! A process that has made a snapshot cannot start from one, so this is work for a child process.

use std::cell::RefCell;
use std::collections::HashMap;
use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;

use deno_core::error::ModuleLoaderError;
use deno_core::url::Url;
use deno_core::{
    Extension, JsRuntime, ModuleLoadOptions, ModuleLoadReferrer, ModuleLoadResponse, ModuleLoader,
    ResolutionKind, RuntimeOptions, resolve_import, serde_json, v8,
};
use deno_error::JsErrorBox;

use crate::v8_flags::V8_FLAGS;

/// Names the folder of the child process, which has the snapshot and the sources.
const FOLDER: &str = "LUMI_CODE_CACHE_FOLDER";
/// V8 copies a cache whose address is not a multiple of this.
const ALIGNMENT: usize = 8;

/// The ops that modules call when they are evaluated. Only code is cached, and none of the answers.
const ANSWERS: &str = "
    Deno.core.ops.op_lumi_platform = () => ['linux', 'x64', '0.0.0'];
    Deno.core.ops.op_lumi_context = () => ({ args: [] });
    Deno.core.ops.op_lumi_worker_self = () => null;
    Deno.core.ops.op_lumi_builtin_names = () => [];
";

/// The code that runs before caches are made.
const WARM_UP: &str = include_str!("warm_up.js");

/// A script that returns what deno_core gives to each.
const BOOTSTRAP: (&str, &str) = (
    "lumi:/bootstrap.js",
    "\"use strict\"; return (__bootstrap);",
);

/// Specifiers and texts.
type Rows = Vec<(String, String)>;
type Sources = &'static [(&'static str, &'static str)];

/// Runs a child process of this program that calls [`write`] with the same folder.
pub fn write_in_child(folder: &Path) {
    let this = env::current_exe().expect("a running program has a path");
    let status = Command::new(this).env(FOLDER, folder).status();
    let status = status.expect("this program can be started again");
    assert!(status.success(), "the code cache failed: {status}");
}

/// The folder, in a process that [`write_in_child`] has started.
pub fn folder_of_child() -> Option<PathBuf> {
    env::var_os(FOLDER).map(Into::into)
}

/// Reads `lumi.snapshot` and `residual.json`, and writes `code_cache.bin`, the caches one after the
/// other, and `code_cache.rs` and `.json`: specifier, first byte and length of each.
pub fn write(folder: &Path, extensions: Vec<Extension>) {
    v8::V8::set_flags_from_string(V8_FLAGS);
    let read = |name: &str| fs::read(folder.join(name)).expect("OUT_DIR has the snapshot");
    let (scripts, modules): (Rows, Rows) =
        serde_json::from_slice(&read("residual.json")).expect("it is JSON");
    let (scripts, modules) = (leaked(scripts), leaked(modules));
    let loader = Rc::new(Loader {
        modules,
        compiled: RefCell::default(),
    });
    let tokio = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("an event loop can be made");
    let _entered = tokio.enter();
    let mut js = JsRuntime::new(RuntimeOptions {
        module_loader: Some(Rc::clone(&loader) as _),
        startup_snapshot: Some(read("lumi.snapshot").leak()),
        skip_op_registration: true,
        residual_lazy_js_sources: [scripts, &[BOOTSTRAP]].concat().leak(),
        residual_lazy_esm_sources: modules,
        extensions,
        is_main: true,
        ..Default::default()
    });
    js.execute_script("lumi:/ops", ANSWERS)
        .expect("ops can be replaced");
    for (specifier, _) in modules {
        evaluate(&mut js, specifier);
    }
    let mut caches = caches_of(&mut js, scripts, modules, &loader);
    caches.sort();
    write_caches(folder, &caches);
}

/// Runs [`WARM_UP`], and makes the caches of all scripts and modules.
fn caches_of(
    js: &mut JsRuntime,
    scripts: Sources,
    modules: Sources,
    loader: &Loader,
) -> Vec<(&'static str, Vec<u8>)> {
    let mut caches = Vec::new();
    let warm_up = js
        .execute_script("lumi:/warm_up", WARM_UP)
        .expect("it is a function");
    deno_core::scope!(scope, js);
    let functions: Vec<_> = scripts
        .iter()
        .map(|(specifier, code)| script(scope, specifier, code))
        .collect();
    run(scope, &warm_up, scripts, &functions);
    let compiled = loader.compiled.take();
    for (specifier, _) in modules {
        let script = compiled.get(*specifier).expect("each module was imported");
        let script = v8::Local::new(scope, script);
        let cache = script.create_code_cache().expect("it is code");
        caches.push((*specifier, cache.to_vec()));
    }
    for ((specifier, _), function) in scripts.iter().zip(functions) {
        let cache = function.create_code_cache().expect("it is code");
        caches.push((*specifier, cache.to_vec()));
    }
    caches
}

fn write_caches(folder: &Path, caches: &[(&str, Vec<u8>)]) {
    let mut bytes = Vec::new();
    let mut rows = Vec::new();
    for (specifier, cache) in caches {
        rows.push((*specifier, bytes.len(), cache.len()));
        bytes.extend(cache);
        bytes.resize(bytes.len().next_multiple_of(ALIGNMENT), 0);
    }
    let mut table = "pub static CODE_CACHES: &[(&str, usize, usize)] = &[\n".to_owned();
    for row in &rows {
        let _ = writeln!(table, "{row:?},");
    }
    table.push_str("];\n");
    let json = serde_json::to_vec(&rows).expect("text and numbers are JSON");
    for (name, content) in [
        ("code_cache.bin", bytes),
        ("code_cache.rs", table.into_bytes()),
        ("code_cache.json", json),
    ] {
        write_file(folder, name, &content);
    }
}

/// Makes a new file each time: copies of a build folder may share files through hard links.
pub fn write_file(folder: &Path, name: &str, bytes: &[u8]) {
    let new = folder.join(format!("{name}.new"));
    fs::write(&new, bytes).expect("OUT_DIR is writable");
    fs::rename(&new, folder.join(name)).expect("OUT_DIR is writable");
}

fn evaluate(js: &mut JsRuntime, specifier: &str) {
    let code = format!("Deno.core.createLazyLoader({specifier:?})()");
    if let Err(error) = js.execute_script("lumi:/import", code) {
        panic!("{specifier} cannot be evaluated; ANSWERS may lack what it asks an op: {error}");
    }
}

/// A script, which deno_core compiles as the body of a function.
fn script<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    specifier: &str,
    code: &'static str,
) -> v8::Local<'s, v8::Function> {
    let name = string(scope, specifier);
    let origin = v8::ScriptOrigin::new(
        scope, name, 0, 0, false, -1, None, false, false, false, None,
    );
    let text = static_text(scope, code);
    let parameter = v8::String::new(scope, "__bootstrap").expect("it is short");
    let mut source = v8::script_compiler::Source::new(text, Some(&origin));
    let function = v8::script_compiler::compile_function(
        scope,
        &mut source,
        &[parameter],
        &[],
        v8::script_compiler::CompileOptions::NoCompileOptions,
        v8::script_compiler::NoCacheReason::NoReason,
    );
    function.expect("a script of the web extension compiles")
}

/// Calls the function of [`WARM_UP`] with pairs of specifiers and functions.
fn run<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    warm_up: &v8::Global<v8::Value>,
    scripts: Sources,
    functions: &[v8::Local<'s, v8::Function>],
) {
    let mut pairs = Vec::new();
    for ((specifier, _), function) in scripts.iter().zip(functions) {
        let pair = [string(scope, specifier), (*function).into()];
        pairs.push(v8::Array::new_with_elements(scope, &pair).into());
    }
    let pairs = v8::Array::new_with_elements(scope, &pairs).into();
    let warm_up: v8::Local<v8::Function> = v8::Local::new(scope, warm_up)
        .try_into()
        .expect("it is a function");
    let nothing = v8::undefined(scope).into();
    v8::tc_scope!(let scope, scope);
    if warm_up.call(scope, nothing, &[pairs]).is_none() {
        let error = scope.stack_trace().or_else(|| scope.exception());
        let error = error.map(|it| it.to_rust_string_lossy(scope));
        panic!("warm_up.js fails: {}", error.unwrap_or_default());
    }
}

fn string<'s>(scope: &mut v8::PinScope<'s, '_>, text: &str) -> v8::Local<'s, v8::Value> {
    v8::String::new(scope, text).expect("it is short").into()
}

/// A string outside of V8's heap.
fn static_text<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    text: &'static str,
) -> v8::Local<'s, v8::String> {
    assert!(text.is_ascii(), "sources must be ASCII");
    v8::String::new_external_onebyte_static(scope, text.as_bytes()).expect("it is short enough")
}

fn leaked(sources: Rows) -> Sources {
    let leaked = sources.into_iter().map(|(specifier, code)| {
        let (specifier, code): (&str, &str) = (specifier.leak(), code.leak());
        (specifier, code)
    });
    leaked.collect::<Vec<_>>().leak()
}

/// Compiles modules before deno_core does, which keeps their code: V8 may drop the outermost function of
/// a module once it has run. V8 then finds in the isolate what it has compiled for the same text and name.
struct Loader {
    modules: Sources,
    compiled: RefCell<HashMap<String, v8::Global<v8::UnboundModuleScript>>>,
}

impl ModuleLoader for Loader {
    fn resolve(
        &self,
        specifier: &str,
        referrer: &str,
        _: ResolutionKind,
    ) -> Result<Url, ModuleLoaderError> {
        resolve_import(specifier, referrer).map_err(JsErrorBox::from_err)
    }

    fn get_host_defined_options<'s>(
        &self,
        scope: &mut v8::PinScope<'s, '_>,
        name: &str,
    ) -> Option<v8::Local<'s, v8::Data>> {
        let index = self.modules.binary_search_by(|it| it.0.cmp(name)).ok()?;
        let url = string(scope, name);
        let origin =
            v8::ScriptOrigin::new(scope, url, 0, 0, false, 0, None, false, false, true, None);
        let text = static_text(scope, self.modules[index].1);
        let mut source = v8::script_compiler::Source::new(text, Some(&origin));
        let module = v8::script_compiler::compile_module(scope, &mut source);
        let script = module
            .expect("a module of Lumi compiles")
            .get_unbound_module_script(scope);
        let script = v8::Global::new(scope, script);
        self.compiled.borrow_mut().insert(name.to_owned(), script);
        None
    }

    fn load(
        &self,
        url: &Url,
        _: Option<&ModuleLoadReferrer>,
        _: ModuleLoadOptions,
    ) -> ModuleLoadResponse {
        let problem = format!("{url} is not a module of Lumi");
        ModuleLoadResponse::Sync(Err(JsErrorBox::generic(problem)))
    }
}
