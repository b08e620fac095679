//! Terminates running JavaScript where that is safe.
//!
//! V8 terminates JavaScript at the next stack check, but deno_core assumes that a lazily loaded
//! script of the runtime is evaluated to its end. Therefore a stop requests an interrupt: V8 calls
//! back on the isolate's thread, where the stack shows whether such a script is being loaded, and
//! where in the program the stop happened.
//!
//! Such a script is loaded by a function of deno_core, which is on the stack then, or by `import()` in
//! the program or in a script of the runtime, which calls no function of JavaScript: for that, the stack
//! of the `import()` is kept, and the script is being loaded as long as that stack is below the running
//! code.

use std::cell::{Cell, RefCell};
use std::ffi::c_void;
use std::thread::Builder;
use std::time::{Duration, Instant};

use deno_core::{JsRuntime, v8};

use super::limits::StopHandle;

/// Delay before a stop that came during the load of a runtime script is retried.
const RETRY: Duration = Duration::from_millis(1);
/// Longer than any script of the runtime is loaded.
const LONGEST_LOAD: Duration = Duration::from_secs(10);
/// Larger than any stack in V8.
const FRAME_LIMIT: usize = 100_000;

/// The deno_core functions that load runtime scripts, and the script that contains them.
const LOADERS: [&str; 2] = ["lazyLoad", "loadExtScript"];
const LOADERS_SCRIPT: &str = "ext:core/01_core.js";
/// The schemes of runtime scripts.
const OF_RUNTIME: [&str; 2] = ["lumi:", "ext:"];

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
    /// The first interrupt that came during the load of a runtime script.
    postponed: Cell<Option<Instant>>,
}

/// The script, line and column of a frame.
type Place = (usize, usize, usize);

thread_local! {
    /// The isolate of this thread.
    static ISOLATE: Cell<v8::UnsafeRawIsolatePtr> = Cell::new(v8::UnsafeRawIsolatePtr::null());
    /// The frames below the last `import()` of a runtime script, outermost first.
    static IMPORTING: RefCell<Vec<Place>> = const { RefCell::new(Vec::new()) };
}

/// Prepares the isolate for [`request`].
pub fn prepare(js: &mut JsRuntime, stop: StopHandle) {
    let context = js.main_context();
    // SAFETY: the pointer is used by [`note_import`] alone, which code of this isolate calls.
    let isolate = unsafe { js.v8_isolate().as_raw_isolate_ptr() };
    ISOLATE.set(isolate);
    IMPORTING.with_borrow_mut(Vec::clear);
    js.v8_isolate().set_slot(Interruptible {
        stop,
        context,
        postponed: Cell::default(),
    });
}

/// Makes V8 terminate the running code as soon as that is safe, if the stop still applies then.
pub fn request(isolate: &v8::IsolateHandle) {
    isolate.request_interrupt(interrupt, std::ptr::null_mut());
}

/// Called while `import()` in the running code asks for a script of the runtime, which is loaded before
/// `import()` returns.
pub fn note_import() {
    let pointer = ISOLATE.get();
    if pointer.is_null() {
        return;
    }
    // SAFETY: the isolate of this thread runs the code that imports, so it lives.
    let mut isolate = unsafe { v8::Isolate::from_raw_isolate_ptr(pointer) };
    let Some(Interruptible { stop, context, .. }) = isolate.get_slot() else {
        return;
    };
    let (stop, context) = (stop.clone(), context.clone());
    if stop.terminates() {
        // V8 terminates at the stack check after that of the interrupt, which would be in the script.
        isolate.cancel_terminate_execution();
        if !retry_later(stop.clone()) {
            stop.request_again();
        }
    }
    let frames = Stack::current(&mut isolate, &context).places();
    IMPORTING.set(frames);
}

unsafe extern "C" fn interrupt(isolate: v8::UnsafeRawIsolatePtr, _data: *mut c_void) {
    // SAFETY: V8 passes the isolate whose thread this is, and only this call uses it meanwhile.
    let mut isolate = unsafe { v8::Isolate::from_raw_isolate_ptr(isolate) };
    let Some(Interruptible {
        stop,
        context,
        postponed,
    }) = isolate.get_slot()
    else {
        return;
    };
    let (stop, context) = (stop.clone(), context.clone());
    // A later stop waits as long for a script as this one.
    let since = postponed.take().unwrap_or_else(Instant::now);
    if !stop.terminates() {
        return;
    }
    let stack = Stack::current(&mut isolate, &context);
    if stack.is_loading() && since.elapsed() < LONGEST_LOAD && retry_later(stop.clone()) {
        if let Some(Interruptible { postponed, .. }) = isolate.get_slot() {
            postponed.set(Some(since));
        }
        return;
    }
    stop.note_position(stack.position());
    isolate.terminate_execution();
}

/// Retries on a separate thread: an interrupt requested by an interrupt would run at once. Returns `false` where
/// no thread can be had.
fn retry_later(stop: StopHandle) -> bool {
    let retry = move || {
        std::thread::sleep(RETRY);
        stop.request_again();
    };
    let thread = Builder::new().name("stop-again".to_owned());
    thread.spawn(retry).is_ok()
}

/// The running code, innermost frame first.
struct Stack(Vec<StackFrame>);

struct StackFrame {
    place: Place,
    /// The URL of its script; empty for code without one.
    script: String,
    is_loader: bool,
}

impl Stack {
    fn current(isolate: &mut v8::Isolate, context: &v8::Global<v8::Context>) -> Self {
        v8::scope!(let scope, isolate);
        let context = v8::Local::new(scope, context);
        let scope = &mut v8::ContextScope::new(scope, context);
        let Some(trace) = v8::StackTrace::current_stack_trace(scope, FRAME_LIMIT) else {
            return Self(Vec::new());
        };
        let frames = (0..trace.get_frame_count()).filter_map(|index| {
            let frame = trace.get_frame(scope, index)?;
            Some(StackFrame::read(scope, frame))
        });
        Self(frames.collect())
    }

    /// Outermost first.
    fn places(&self) -> Vec<Place> {
        self.0.iter().rev().map(|it| it.place).collect()
    }

    /// Whether a script of the runtime is being loaded. Where code of the program runs above, such as a callback of
    /// a promise, it is not in the midst of that.
    fn is_loading(&self) -> bool {
        let of_runtime = self.0.iter().take_while(|it| it.is_of_runtime()).count();
        let has_loader = self.0[..of_runtime].iter().any(|it| it.is_loader);
        let is_above_import = IMPORTING.with_borrow(|below| {
            let above = self.0.len().saturating_sub(below.len());
            let is_same = self.0.iter().rev().map(|it| it.place).take(below.len());
            !below.is_empty() && above <= of_runtime && is_same.eq(below.iter().copied())
        });
        has_loader || is_above_import
    }

    /// The innermost position in a file of the program.
    fn position(&self) -> Option<ScriptPosition> {
        let frame = self.0.iter().find(|it| it.script.starts_with("file:"))?;
        let (_, line, column) = frame.place;
        Some(ScriptPosition {
            url: frame.script.clone(),
            line: u32::try_from(line).unwrap_or(1),
            column: u32::try_from(column).unwrap_or(1),
        })
    }
}

impl StackFrame {
    fn read(scope: &mut v8::PinScope<'_, '_>, frame: v8::Local<v8::StackFrame>) -> Self {
        let script = frame.get_script_name(scope);
        let script = script.map_or_else(String::new, |it| it.to_rust_string_lossy(scope));
        let is_loader = script == LOADERS_SCRIPT
            && frame.get_function_name(scope).is_some_and(|it| {
                let name = it.to_rust_string_lossy(scope);
                LOADERS.contains(&name.as_str())
            });
        Self {
            place: (
                frame.get_script_id(),
                frame.get_line_number(),
                frame.get_column(),
            ),
            script,
            is_loader,
        }
    }

    /// Functions of V8, such as `Array.prototype.map`, have no script.
    fn is_of_runtime(&self) -> bool {
        self.script.is_empty() || OF_RUNTIME.iter().any(|it| self.script.starts_with(it))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stack(frames: &[(&str, usize, bool)]) -> Stack {
        let frames = frames.iter().map(|&(script, line, is_loader)| StackFrame {
            place: (script.len(), line, 1),
            script: script.to_owned(),
            is_loader,
        });
        Stack(frames.collect())
    }

    #[test]
    fn a_script_is_being_loaded_above_its_import_alone() {
        const PROGRAM: (&str, usize, bool) = ("file:///index.ts", 3, false);
        const OF_RUNTIME: (&str, usize, bool) = ("lumi:/node/fs/fs.ts", 7, false);
        const LOADER: (&str, usize, bool) = ("ext:core/01_core.js", 9, true);
        IMPORTING.set(stack(&[PROGRAM]).places());
        for (frames, expected) in [
            (vec![OF_RUNTIME, PROGRAM], true),
            (vec![OF_RUNTIME, ("", 0, false), OF_RUNTIME, PROGRAM], true),
            // The frame of the script is not there yet.
            (vec![PROGRAM], true),
            (vec![], false),
            // `import()` has returned.
            (vec![OF_RUNTIME, (PROGRAM.0, 4, false)], false),
            // A callback of the program runs meanwhile.
            (vec![PROGRAM, OF_RUNTIME, PROGRAM], false),
            (vec![OF_RUNTIME, LOADER, (PROGRAM.0, 4, false)], true),
            (vec![PROGRAM, LOADER, (PROGRAM.0, 4, false)], false),
        ] {
            let found = stack(&frames).is_loading();
            assert_eq!(found, expected, "{frames:?}");
        }
        IMPORTING.set(Vec::new());
        assert!(!stack(&[OF_RUNTIME]).is_loading());
    }
}
