//! The property `stack` of errors: files of the project without the folder of the project.
//!
//! A program can write a stack into a resource, and a graph is the same wherever the folder of its program is.
//! Errors at the terminal, debuggers and `Error.prepareStackTrace` get the whole paths.

use std::path::Path;

use deno_core::error::{format_file_name, format_stack_trace, prepare_stack_trace_callback};
use deno_core::{JsRuntime, v8};

use super::error::file_url;
use super::import_exception::written;

/// The folder of the project as V8 writes it in frames, with a `/` at its end.
struct FolderText(String);

/// Makes stacks of this isolate name the files of a project relative to its folder.
pub fn shorten_stacks(js: &mut JsRuntime, project: &Path) {
    let Ok(url) = file_url(project) else {
        return;
    };
    let folder = format!("{}/", url.as_str().trim_end_matches('/'));
    let folder = format_file_name(&folder, None).file_name.into_owned();
    js.op_state().borrow_mut().put(FolderText(folder));
    js.v8_isolate().set_prepare_stack_trace_callback(prepare);
}

/// The stack of an error, when a program first reads it.
fn prepare<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    error: v8::Local<'s, v8::Value>,
    call_sites: v8::Local<'s, v8::Array>,
) -> v8::Local<'s, v8::Value> {
    let whole = written(scope, error, call_sites, prepare_stack_trace_callback);
    shortened(scope, error, whole).unwrap_or(whole)
}

/// `None` if the stack is the answer of `Error.prepareStackTrace`, or has no file of the project.
fn shortened<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    error: v8::Local<'s, v8::Value>,
    stack: v8::Local<'s, v8::Value>,
) -> Option<v8::Local<'s, v8::Value>> {
    let stack = v8::Local::<v8::String>::try_from(stack).ok()?;
    let stack = stack.to_rust_string_lossy(scope);
    let none = v8::Array::new(scope, 0);
    let header = v8::Local::<v8::String>::try_from(format_stack_trace(scope, error, none)).ok()?;
    let header = header.to_rust_string_lossy(scope);
    // The message of an error is the program's own text.
    let frames = stack.strip_prefix(&header)?;
    let state = JsRuntime::op_state_from(scope);
    let state = state.try_borrow().ok()?;
    let FolderText(folder) = state.borrow::<FolderText>();
    if !frames.contains(folder.as_str()) {
        return None;
    }
    let frames = frames.replace(folder.as_str(), "");
    Some(lumi_node::string(scope, &format!("{header}{frames}")).into())
}
