//! Stops a program from outside: Ctrl-C, `--timeout`, `--heap-limit`.
//!
//! The caller records the reason first and then interrupts V8 (`interruption`), so that the isolate
//! thread finds the reason when it regains control, from an endless loop or from waiting for a
//! timer.

use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::sync::mpsc::RecvTimeoutError;
use std::task::{Context, Waker};
use std::thread::Builder;
use std::time::{Duration, Instant};

use deno_core::{JsRuntime, v8};
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use tokio::sync::Notify;

use super::fatal;
use super::interruption;
use super::interruption::ScriptPosition;
use super::program_clock::ProgramClock;

/// The reason why a program was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StopReason {
    /// Ctrl-C.
    Interrupted,
    Timeout(Duration),
    /// The limit in bytes.
    HeapLimit(usize),
    /// The program itself ended, with this code.
    Exited(i32),
}

/// Stops a run from any thread. Cheap to clone; the first reason is kept.
#[derive(Clone, Default)]
pub struct StopHandle {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    stopped: Notify,
    aborted: Notify,
}

#[derive(Default)]
struct State {
    isolate: Option<v8::IsolateHandle>,
    reason: Option<StopReason>,
    /// The number of operations that an interrupt must not abort.
    work: usize,
    /// Whether running JavaScript is to be terminated.
    terminates: bool,
    /// Whether operations that have begun are given up.
    is_aborted: bool,
    /// The position at which the program was terminated.
    position: Option<ScriptPosition>,
    clock: ProgramClock,
}

/// RAII guard of a pause.
pub struct SuspendedClock(StopHandle);

impl Drop for SuspendedClock {
    fn drop(&mut self) {
        self.0.shared.state.lock().clock.resume(Instant::now());
    }
}

/// RAII guard of an operation with side effects: an interrupt lets the operation finish.
pub struct SideEffectGuard(StopHandle);

impl Drop for SideEffectGuard {
    fn drop(&mut self) {
        self.0.shared.state.lock().work -= 1;
    }
}

impl StopHandle {
    /// Stops the run; the first reason is kept.
    pub fn stop(&self, reason: StopReason) {
        let mut state = self.shared.state.lock();
        state.reason.get_or_insert(reason);
        let is_gentle = reason == StopReason::Interrupted && state.work > 0;
        if !is_gentle {
            state.terminates = true;
            state.request();
        }
        drop(state);
        self.shared.stopped.notify_one();
    }

    /// Stops the run as an interrupt does, and gives up operations that have begun.
    pub fn abort(&self) {
        let mut state = self.shared.state.lock();
        state.reason.get_or_insert(StopReason::Interrupted);
        state.is_aborted = true;
        state.terminates = true;
        state.request();
        drop(state);
        self.shared.stopped.notify_one();
        self.shared.aborted.notify_one();
    }

    pub fn is_aborted(&self) -> bool {
        self.shared.state.lock().is_aborted
    }

    /// Completes once operations are given up.
    pub async fn aborted(&self) {
        self.shared.aborted.notified().await;
    }

    /// The reason of the stop, if the run was stopped.
    pub fn reason(&self) -> Option<StopReason> {
        self.shared.state.lock().reason
    }

    /// Begins an operation, which ends when the returned guard is dropped.
    pub fn begin_work(&self) -> SideEffectGuard {
        self.shared.state.lock().work += 1;
        SideEffectGuard(self.clone())
    }

    /// Suspends the time limit until the returned guard is dropped.
    pub fn suspend_clock(&self) -> SuspendedClock {
        self.shared.state.lock().clock.suspend(Instant::now());
        SuspendedClock(self.clone())
    }

    /// Whether a debugger has paused the program.
    pub fn is_clock_suspended(&self) -> bool {
        self.shared.state.lock().clock.is_suspended()
    }

    /// The time since `start` that counts for a time limit, and whether the clock stands still.
    fn counted_since(&self, start: Instant) -> (Duration, bool) {
        let clock = &self.shared.state.lock().clock;
        (clock.counted(start, Instant::now()), clock.is_suspended())
    }

    /// Completes once the run is stopped.
    pub async fn stopped(&self) {
        self.shared.stopped.notified().await;
    }

    /// Attaches the isolate, so that [`stop`](Self::stop) reaches running JavaScript; an earlier
    /// stop is executed now.
    pub fn attach(&self, isolate: v8::IsolateHandle) {
        let mut state = self.shared.state.lock();
        state.isolate = Some(isolate);
        if state.reason.is_some() {
            state.terminates = true;
            state.request();
        }
    }

    /// Cancels the termination of JavaScript, so that operations that have begun can finish.
    pub fn resume(&self, isolate: &v8::Isolate) {
        self.shared.state.lock().terminates = false;
        isolate.cancel_terminate_execution();
    }

    pub fn terminates(&self) -> bool {
        self.shared.state.lock().terminates
    }

    /// Requests the interrupt again, if it is still needed.
    pub fn request_again(&self) {
        let state = self.shared.state.lock();
        if state.terminates {
            state.request();
        }
    }

    /// The position at which the program was terminated, if it ran.
    pub fn position(&self) -> Option<ScriptPosition> {
        self.shared.state.lock().position.clone()
    }

    /// Records the position. The first one is kept: later code cleans up.
    pub fn note_position(&self, position: Option<ScriptPosition>) {
        let mut state = self.shared.state.lock();
        if state.position.is_none() {
            state.position = position;
        }
    }

    /// Forgets that the program has ended itself: the next evaluation, such as that of a deployment after its
    /// preview, is another one.
    pub fn forget_exit(&self) {
        let mut state = self.shared.state.lock();
        if !matches!(state.reason, Some(StopReason::Exited(_))) {
            return;
        }
        state.reason = None;
        state.terminates = false;
        state.position = None;
        drop(state);
        // The stop may not have been awaited.
        let stopped = pin!(self.shared.stopped.notified());
        let _ = stopped.poll(&mut Context::from_waker(Waker::noop()));
    }

    /// Detaches the isolate before it is dropped.
    pub fn detach(&self) {
        self.shared.state.lock().isolate = None;
    }
}

impl State {
    fn request(&self) {
        if let Some(isolate) = &self.isolate {
            interruption::request(isolate);
        }
    }
}

/// Minimum interval between looks at a clock that may stand still.
const CLOCK_INTERVAL: Duration = Duration::from_millis(1);

/// Stops a run after its time limit; dropping the timer cancels it.
pub struct Timer {
    _cancel: std::sync::mpsc::Sender<()>,
}

impl Timer {
    pub fn start(timeout: Duration, stop: StopHandle) -> io::Result<Self> {
        let (cancel, cancelled) = std::sync::mpsc::channel::<()>();
        let start = Instant::now();
        let watch = move || {
            loop {
                let (counted, is_suspended) = stop.counted_since(start);
                if counted >= timeout && !is_suspended {
                    stop.stop(StopReason::Timeout(timeout));
                    return;
                }
                let rest = timeout.saturating_sub(counted).max(CLOCK_INTERVAL);
                if cancelled.recv_timeout(rest) != Err(RecvTimeoutError::Timeout) {
                    return;
                }
            }
        };
        Builder::new().name("time-limit".to_owned()).spawn(watch)?;
        Ok(Self { _cancel: cancel })
    }
}

/// Bytes that V8 may use to unwind once the limit is reached; without them, V8 would abort the
/// process. Larger than the largest object V8 can make (1 GiB), so that the allocation that reached
/// the limit succeeds and the program can be stopped after it. Little of it is ever touched.
pub const HEADROOM: usize = (1 << 30) + (128 << 20);

/// Makes the heap limit stop the program instead of the process. `limit` is the user's, in bytes;
/// V8 rounds it to pages.
pub fn watch_heap(runtime: &mut JsRuntime, limit: Option<usize>, stop: StopHandle) {
    runtime.add_near_heap_limit_callback(move |current, initial| {
        stop.stop(StopReason::HeapLimit(limit.unwrap_or(initial)));
        current + HEADROOM
    });
    // A single allocation beyond the headroom ends the process.
    runtime.v8_isolate().set_oom_error_handler(out_of_memory);
}

unsafe extern "C" fn out_of_memory(_location: *const std::ffi::c_char, _details: &v8::OomDetails) {
    fatal::out_of_memory()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_stopped(stop: &StopHandle) -> bool {
        let stopped = pin!(stop.stopped());
        let polled = stopped.poll(&mut Context::from_waker(Waker::noop()));
        polled.is_ready()
    }

    #[test]
    fn the_exit_of_a_program_is_forgotten_and_other_stops_are_not() {
        let stop = StopHandle::default();
        stop.stop(StopReason::Exited(0));
        stop.forget_exit();
        assert_eq!(stop.reason(), None);
        assert!(!stop.terminates() && !is_stopped(&stop));
        stop.stop(StopReason::Interrupted);
        stop.forget_exit();
        assert_eq!(stop.reason(), Some(StopReason::Interrupted));
        assert!(stop.terminates() && is_stopped(&stop));
    }
}
