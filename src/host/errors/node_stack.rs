//! The property `stack` of errors in programs of Pulumi, as Node writes it: with the paths of files, and the lines of their
//! source. The SDK reads where a resource is declared from it, for each one, so it is made of V8's own text of frames.

use deno_core::error::{format_stack_trace, prepare_stack_trace_callback};
use deno_core::{JsRuntime, v8};
use percent_encoding::percent_decode_str;

use super::import_exception;
use crate::ops::Session;
use lumi_node::{ScriptPosition, string};

/// Makes the stacks of this isolate those of Node.
pub fn write_stacks_as_node(js: &mut JsRuntime) {
    js.v8_isolate().set_prepare_stack_trace_callback(prepare);
}

/// The stack of an error, when a program first reads it.
fn prepare<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    error: v8::Local<'s, v8::Value>,
    call_sites: v8::Local<'s, v8::Array>,
) -> v8::Local<'s, v8::Value> {
    match has_own_writer(scope) {
        true => import_exception::written(scope, error, call_sites, prepare_stack_trace_callback),
        false => import_exception::written(scope, error, call_sites, written),
    }
}

/// Whether the program has set `Error.prepareStackTrace`.
fn has_own_writer(scope: &mut v8::PinScope<'_, '_>) -> bool {
    let global = scope.get_current_context().global(scope);
    let name = string(scope, "Error");
    let error = global.get(scope, name.into());
    let Some(Ok(error)) = error.map(v8::Local::<v8::Object>::try_from) else {
        return false;
    };
    let name = string(scope, "prepareStackTrace");
    let own = error.get(scope, name.into());
    own.is_some_and(|it| it.is_function())
}

fn written<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    error: v8::Local<'s, v8::Value>,
    call_sites: v8::Local<'s, v8::Array>,
) -> v8::Local<'s, v8::Value> {
    let none = v8::Array::new(scope, 0);
    let header = format_stack_trace(scope, error, none);
    let mut text = header.to_rust_string_lossy(scope);
    for index in 0..call_sites.length() {
        let site = call_sites.get_index(scope, index);
        let Some(site) = site.and_then(|it| it.to_string(scope)) else {
            continue;
        };
        let site = site.to_rust_string_lossy(scope);
        if let Some(frame) = frame(scope, &site) {
            text.push_str("\n    at ");
            text.push_str(&frame);
        }
    }
    string(scope, &text).into()
}

/// A frame with its source; `None` for frames of Lumi itself.
fn frame(scope: &mut v8::PinScope<'_, '_>, site: &str) -> Option<String> {
    if site.contains("lumi:/") || site.contains("ext:") {
        return None;
    }
    let Some(start) = site.find("file://") else {
        return Some(site.to_owned());
    };
    let (before, place) = site.split_at(start);
    let (place, after) = match place.strip_suffix(')') {
        Some(place) => (place, ")"),
        None => (place, ""),
    };
    let Some(position) = script_position(place) else {
        return Some(site.to_owned());
    };
    let session = Session::of(scope);
    let session = session.try_borrow().ok();
    let (line, column) = match &session {
        Some(session) => session.scripts.original_place(&position),
        None => (position.line, position.column),
    };
    let path = position.url.strip_prefix("file://")?;
    let path = percent_decode_str(path).decode_utf8_lossy();
    Some(format!("{before}{path}:{line}:{column}{after}"))
}

/// The parts of `URL:LINE:COLUMN`.
fn script_position(place: &str) -> Option<ScriptPosition> {
    let (rest, column) = place.rsplit_once(':')?;
    let (url, line) = rest.rsplit_once(':')?;
    Some(ScriptPosition {
        url: url.into(),
        line: line.parse().ok()?,
        column: column.parse().ok()?,
    })
}
