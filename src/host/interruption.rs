//! Where running JavaScript can be terminated.
//!
//! V8 terminates JavaScript at the next check of the stack, wherever that is, and deno_core takes for
//! granted that a script of the runtime that it loads on first use is evaluated to its end. So a stop
//! requests an interrupt instead: V8 calls back on the thread of the isolate, where the stack tells
//! whether such a script is being loaded. The stack also tells where in the program it was stopped.

use std::ffi::c_void;
use std::thread;
use std::time::Duration;

use deno_core::{JsRuntime, v8};

use super::limits::StopHandle;

/// Time after which a stop is tried again that came while a script of the runtime was loaded.
const RETRY: Duration = Duration::from_millis(1);
/// More frames than V8's stack has room for.
const FRAME_LIMIT: usize = 100_000;

/// The functions of deno_core that load scripts of the runtime, and the script they are in.
const LOADERS: [&str; 2] = ["lazyLoad", "loadExtScript"];
const LOADERS_SCRIPT: &str = "ext:core/01_core.js";

/// A position in a script as V8 counts it: from 1, in the code that runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ScriptPosition {
    pub url: String,
    pub line: u32,
    pub column: u32,
}

/// What an interrupt needs, kept in a slot of the isolate.
struct Interruptible {
    stop: StopHandle,
    context: v8::Global<v8::Context>,
}

/// Makes the isolate ready for [`request`].
pub(super) fn prepare(js: &mut JsRuntime, stop: StopHandle) {
    let context = js.main_context();
    js.v8_isolate().set_slot(Interruptible { stop, context });
}

/// Has V8 terminate what runs as soon as that is possible, if the stop still holds then.
pub(super) fn request(isolate: &v8::IsolateHandle) {
    isolate.request_interrupt(interrupt, std::ptr::null_mut());
}

unsafe extern "C" fn interrupt(isolate: v8::UnsafeRawIsolatePtr, _data: *mut c_void) {
    // SAFETY: V8 passes the isolate whose thread this is, and no one else uses it meanwhile.
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
        try_again(stop);
        return;
    }
    stop.note_position(stack.position);
    isolate.terminate_execution();
}

/// An interrupt that is requested by another one would be carried out at once.
fn try_again(stop: StopHandle) {
    thread::spawn(move || {
        thread::sleep(RETRY);
        stop.request_again();
    });
}

/// What of the stack is of interest here.
struct Stack {
    /// A script of the runtime is being loaded.
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
                stack.look_at(scope, frame);
            }
        }
        stack
    }

    fn look_at(&mut self, scope: &mut v8::PinScope<'_, '_>, frame: v8::Local<v8::StackFrame>) {
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
