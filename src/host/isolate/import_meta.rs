//! The object `import.meta` of modules.
//!
//! The one of deno_core has the same members, but its `resolve` throws a `TypeError` without a code for every failure. This
//! one throws what an import of the same specifier throws, as in Node.

use std::rc::Rc;

use deno_core::error::to_v8_error;
use deno_core::url::Url;
use deno_core::{JsRuntime, v8};
use deno_error::{JsErrorBox, JsErrorClass as _};

use crate::modules::{ImportFailure, LoadError, ModuleLoader};
use lumi_node::string;

/// Makes the objects of an isolate.
pub fn set_import_meta(js: &mut JsRuntime) {
    js.v8_isolate()
        .set_host_initialize_import_meta_object_callback(initialize);
}

unsafe extern "C" fn initialize<'s>(
    context: v8::Local<'s, v8::Context>,
    _: v8::Local<'s, v8::Module>,
    meta: v8::Local<'s, v8::Object>,
) {
    // SAFETY: V8 hands over the context of the module whose code runs.
    v8::callback_scope!(unsafe scope, context);
    let (Some(url), Some(loader)) = (running_script(scope), loader(scope)) else {
        return;
    };
    let text = url.to_rust_string_lossy(scope);
    set(scope, meta, "url", url.into());
    let is_main = v8::Boolean::new(scope, loader.is_main(&text));
    set(scope, meta, "main", is_main.into());
    let resolve = v8::FunctionBuilder::<v8::Function>::new(resolve)
        .data(url.into())
        .length(1)
        .build(scope);
    if let Some(resolve) = resolve {
        let name = string(scope, "resolve");
        resolve.set_name(name);
        set(scope, meta, "resolve", resolve.into());
    }
    let Some(path) = file_path(&text) else { return };
    let name = string(scope, &path.display().to_string());
    set(scope, meta, "filename", name.into());
    let folder = path.parent().unwrap_or(&path);
    let name = string(scope, &folder.display().to_string());
    set(scope, meta, "dirname", name.into());
}

/// The name of the script whose code runs: V8 asks for the object when code of the module first does.
fn running_script<'s>(scope: &mut v8::PinScope<'s, '_>) -> Option<v8::Local<'s, v8::String>> {
    let stack = v8::StackTrace::current_stack_trace(scope, 1)?;
    stack.get_frame(scope, 0)?.get_script_name(scope)
}

fn loader(scope: &mut v8::PinScope<'_, '_>) -> Option<Rc<ModuleLoader>> {
    let state = JsRuntime::op_state_from(scope);
    let state = state.try_borrow().ok()?;
    state.try_borrow::<Rc<ModuleLoader>>().cloned()
}

fn file_path(url: &str) -> Option<std::path::PathBuf> {
    Url::parse(url).ok()?.to_file_path().ok()
}

fn set<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    meta: v8::Local<'s, v8::Object>,
    name: &str,
    value: v8::Local<'s, v8::Value>,
) {
    let name = string(scope, name);
    meta.create_data_property(scope, name.into(), value);
}

fn resolve(
    scope: &mut v8::PinScope<'_, '_>,
    arguments: v8::FunctionCallbackArguments<'_>,
    mut answer: v8::ReturnValue<'_>,
) {
    // A value without a text, such as a symbol, has thrown.
    let Some(specifier) = arguments.get(0).to_string(scope) else {
        return;
    };
    let specifier = specifier.to_rust_string_lossy(scope);
    let referrer = arguments.data().to_rust_string_lossy(scope);
    let Some(loader) = loader(scope) else { return };
    match loader.meta_resolved(&specifier, &referrer) {
        Ok(url) => answer.set(string(scope, url.as_str()).into()),
        Err(error) => throw(scope, &error),
    }
}

fn throw(scope: &mut v8::PinScope<'_, '_>, error: &LoadError) {
    let failure = ImportFailure::of(error);
    let message = error.get_message().into_owned();
    let exception = to_v8_error(scope, &JsErrorBox::new(failure.class, message));
    if let (Some(code), Ok(object)) = (&failure.code, v8::Local::<v8::Object>::try_from(exception))
    {
        let (name, code) = (string(scope, "code"), string(scope, code));
        object.create_data_property(scope, name.into(), code.into());
    }
    scope.throw_exception(exception);
}
