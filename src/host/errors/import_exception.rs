//! The exceptions of failed imports.
//!
//! deno_core makes a `TypeError` of the message of a failure. Once it has been thrown at the import, it reads the stack of it:
//! one without frames is replaced by a copy with the code `ERR_MODULE_NOT_FOUND`, whatever the failure was. So the first
//! reading of such a stack gives the exception its class, its code, its position, and a frame.

use std::rc::Rc;

use deno_core::error::{prepare_stack_trace_callback, to_v8_error};
use deno_core::{JsRuntime, v8};
use deno_error::JsErrorBox;

use super::position::POSITION_PROPERTY;
use crate::modules::{ImportFailure, ModuleLoader};
use lumi_node::string;

/// deno_core's name of the property with the frames.
const CALL_SITES: &str = "deno_core::call_site_evals";

/// deno_core's name of the property with the names of those that reports read.
const REPORTED: &str = "errorAdditionalPropertyKeys";

/// A frame without a place, as V8's own are: it answers all that deno_core asks.
const NO_PLACE: &str = "(() => { const none = () => null, no = () => false; return { \
    getEvalOrigin: none, getFileName: none, getFunctionName: none, getLineNumber: none, getColumnNumber: none, \
    getMethodName: none, getPromiseIndex: none, getTypeName: none, isAsync: no, isConstructor: no, isEval: no, \
    isNative: no, isPromiseAll: no, isToplevel: no }; })()";

type Stack<'s> = v8::Local<'s, v8::Value>;
type CallSites<'s> = v8::Local<'s, v8::Array>;

/// Completes the exceptions of an isolate whose stacks are those of deno_core.
pub fn complete_import_exceptions(js: &mut JsRuntime) {
    js.v8_isolate().set_prepare_stack_trace_callback(prepare);
}

fn prepare<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    error: v8::Local<'s, v8::Value>,
    call_sites: CallSites<'s>,
) -> Stack<'s> {
    written(scope, error, call_sites, prepare_stack_trace_callback)
}

/// The stack of an error, which `write` writes. The exception of a failed import is completed before.
pub fn written<'s, 'i>(
    scope: &mut v8::PinScope<'s, 'i>,
    error: v8::Local<'s, v8::Value>,
    call_sites: CallSites<'s>,
    write: fn(&mut v8::PinScope<'s, 'i>, v8::Local<'s, v8::Value>, CallSites<'s>) -> Stack<'s>,
) -> Stack<'s> {
    let Ok(exception) = v8::Local::<v8::Object>::try_from(error) else {
        return write(scope, error, call_sites);
    };
    let frames = match call_sites.length() {
        0 => completed(scope, exception).unwrap_or(call_sites),
        _ => call_sites,
    };
    let stack = write(scope, error, call_sites);
    let name = string(scope, CALL_SITES);
    let key = v8::Private::for_api(scope, Some(name));
    exception.set_private(scope, key, frames.into());
    stack
}

/// The frames of the exception of a failed import; `None` for other exceptions.
fn completed<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    exception: v8::Local<'s, v8::Object>,
) -> Option<CallSites<'s>> {
    let failure = failure(scope, exception)?;
    let likeness = to_v8_error(scope, &JsErrorBox::new(failure.class, String::new()));
    let likeness = v8::Local::<v8::Object>::try_from(likeness).ok()?;
    let prototype = likeness.get_prototype(scope)?;
    exception.set_prototype(scope, prototype);
    if let Some(code) = &failure.code {
        let (name, code) = (string(scope, "code"), string(scope, code));
        exception.create_data_property(scope, name.into(), code.into());
    }
    if let Some(position) = &failure.position {
        set_position(scope, exception, position);
    }
    let source = string(scope, NO_PLACE);
    let frame = v8::Script::compile(scope, source, None)?.run(scope)?;
    Some(v8::Array::new_with_elements(scope, &[frame]))
}

fn failure(
    scope: &mut v8::PinScope<'_, '_>,
    exception: v8::Local<'_, v8::Object>,
) -> Option<ImportFailure> {
    let name = string(scope, "message");
    let message = exception.get(scope, name.into())?;
    let message = v8::Local::<v8::String>::try_from(message).ok()?;
    let message = message.to_rust_string_lossy(scope);
    let state = JsRuntime::op_state_from(scope);
    let state = state.try_borrow().ok()?;
    let loader = state.try_borrow::<Rc<ModuleLoader>>()?;
    loader.failures.find(&message)
}

/// Sets the position for reports; a program that lists the members of an error does not see it.
fn set_position<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    exception: v8::Local<'s, v8::Object>,
    position: &str,
) {
    const HIDDEN: v8::PropertyAttribute = v8::PropertyAttribute::DONT_ENUM;
    let (name, position) = (string(scope, POSITION_PROPERTY), string(scope, position));
    exception.define_own_property(scope, name.into(), position.into(), HIDDEN);
    let names = v8::Array::new_with_elements(scope, &[name.into()]);
    let reported = string(scope, REPORTED);
    let reported = v8::Symbol::for_key(scope, reported);
    exception.define_own_property(scope, reported.into(), names.into(), HIDDEN);
}
