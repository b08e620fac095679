//! Terminates running JavaScript where that is safe.
//!
//! V8 terminates JavaScript at the next stack check, but deno_core assumes that a lazily loaded
//! script of the runtime is evaluated to its end. Therefore a stop requests an interrupt: V8 calls
//! back on the isolate's thread, where the stack shows whether such a script is being loaded, and
//! where in the program the stop happened.

use std::ffi::c_void;
use std::thread;
use std::time::Duration;

use deno_core::{JsRuntime, v8};

use super::limits::StopHandle;

/// Delay before a stop that came during the load of a runtime script is retried.
const RETRY: Duration = Duration::from_millis(1);
/// Larger than any stack in V8.
const FRAME_LIMIT: usize = 100_000;

/// The deno_core functions that load runtime scripts, and the script that contains them.
const LOADERS: [&str; 2] = ["lazyLoad", "loadExtScript"];
const LOADERS_SCRIPT: &str = "ext:core/01_core.js";

/// A position in a running script as V8 counts it, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptPosition {
    pub url: String,
    pub line: u32,
    pub column: u32,
}

/// The data of an interrupt, kept in a slot of the isolate.
struct Interruptible {
    stop: StopHandle,
    context: v8::Global<v8::Context>,
}

/// Prepares the isolate for [`request`].
pub fn prepare(js: &mut JsRuntime, stop: StopHandle) {
    let context = js.main_context();
    js.v8_isolate().set_slot(Interruptible { stop, context });
}

/// Makes V8 terminate the running code as soon as that is safe, if the stop still applies then.
pub fn request(isolate: &v8::IsolateHandle) {
    isolate.request_interrupt(interrupt, std::ptr::null_mut());
}

unsafe extern "C" fn interrupt(isolate: v8::UnsafeRawIsolatePtr, _data: *mut c_void) {
    // SAFETY: V8 passes the isolate whose thread this is, and only this call uses it meanwhile.
    let mut isolate = unsafe { v8::Isolate::from_raw_isolate_ptr(isolate) };
    let Some(Interruptible { stop, context }) = isolate.get_slot() else {
        return;
    };
    let (stop, context) = (stop.clone(), context.clone());
    if !stop.terminates() {
        return;
    }
    let stack = Stack::current(&mut isolate, &context);
    if stack.is_loading {
        retry_later(stop);
        return;
    }
    stop.note_position(stack.position);
    isolate.terminate_execution();
}

/// Retries on a separate thread: an interrupt requested by an interrupt would run at once.
fn retry_later(stop: StopHandle) {
    thread::spawn(move || {
        thread::sleep(RETRY);
        stop.request_again();
    });
}

/// The relevant facts of a stack.
struct Stack {
    /// Whether a script of the runtime is being loaded.
    is_loading: bool,
    /// The innermost position in a file of the program.
    position: Option<ScriptPosition>,
}

impl Stack {
    fn current(isolate: &mut v8::Isolate, context: &v8::Global<v8::Context>) -> Self {
        v8::scope!(let scope, isolate);
        let context = v8::Local::new(scope, context);
        let scope = &mut v8::ContextScope::new(scope, context);
        let mut stack = Self {
            is_loading: false,
            position: None,
        };
        let Some(trace) = v8::StackTrace::current_stack_trace(scope, FRAME_LIMIT) else {
            return stack;
        };
        for index in 0..trace.get_frame_count() {
            if let Some(frame) = trace.get_frame(scope, index) {
                stack.add_frame(scope, frame);
            }
        }
        stack
    }

    fn add_frame(&mut self, scope: &mut v8::PinScope<'_, '_>, frame: v8::Local<v8::StackFrame>) {
        let Some(script) = frame.get_script_name(scope) else {
            return;
        };
        let script = script.to_rust_string_lossy(scope);
        if script == LOADERS_SCRIPT {
            let function = frame.get_function_name(scope);
            let function = function.map(|it| it.to_rust_string_lossy(scope));
            self.is_loading |= function.is_some_and(|it| LOADERS.contains(&it.as_str()));
        } else if self.position.is_none() && script.starts_with("file:") {
            self.position = Some(ScriptPosition {
                url: script,
                line: u32::try_from(frame.get_line_number()).unwrap_or(1),
                column: u32::try_from(frame.get_column()).unwrap_or(1),
            });
        }
    }
}
