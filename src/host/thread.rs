//! One run, on a separate thread.

use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use deno_core::{JsRuntime, v8};

use super::confinement::{self, Confinement};
use super::driver;
use super::error::ProgramError;
use super::event::{Event, LogLevel};
use super::fatal;
use super::fresh_isolate::FreshIsolate;
use super::program::{Ending, Program};
use super::runtime::Runtime;

/// V8 takes about one megabyte of stack for JavaScript; native frames between JavaScript ones
/// (conversion of deep trees, in debug builds above all) need the rest.
pub(super) const STACK: usize = 16 << 20;

/// - Turbofan's loop unrolling takes the interrupt check out of loops that call builtins only. Nothing
///   could stop such a loop: not Ctrl-C, not `--timeout`, not `--heap-limit`.
/// - Resources live as long as the program. A large young generation spares no copies, and each of its
///   pages costs a page fault: 2 MiB instead of 8.
/// - For the same reason the old generation is marked no sooner than when it holds 64 MiB.
///
/// `docs/performance.md` has what the sizes save.
const V8_FLAGS: &str =
    "--no-turboshaft-loop-unrolling --max-semi-space-size=2 --initial-old-space-size=64";

static INITIALIZED: Once = Once::new();

/// Sets V8 up, if it is not yet; must be called on the main thread, before any other function of the
/// host. V8's memory protection keys are inherited by threads started after this.
pub fn initialize() {
    INITIALIZED.call_once(|| {
        fatal::install();
        v8::V8::set_flags_from_string(V8_FLAGS);
        JsRuntime::init_platform(None);
    });
}

/// The heap of a function that waits for calls is to stay small.
const WORKER_FLAGS: &str = "--no-turboshaft-loop-unrolling --max-semi-space-size=2";

/// As [`initialize`], for a process that serves one function.
pub(super) fn initialize_worker() {
    INITIALIZED.call_once(|| {
        v8::V8::set_flags_from_string(WORKER_FLAGS);
        JsRuntime::init_platform(None);
    });
}

/// How long a program that was stopped may take to notice. Native calls that block, such as reading
/// from a pipe, never do.
const GRACE: Duration = Duration::from_secs(2);
/// How often a running program is asked whether it was stopped.
const INTERVAL: Duration = Duration::from_millis(100);

/// A program, its limits, and who waits for its end.
struct Job {
    program: Program,
    limits: confinement::Prepared,
    answer: Sender<Result<Ending, ProgramError>>,
}

/// The thread that makes an isolate for whatever program is run first.
static PREPARED: Mutex<Option<Sender<Job>>> = Mutex::new(None);

/// Makes an isolate while the caller finds out which program to run, which saves a tenth of the time of
/// a small program. The isolate has no heap limit, and is used by the first program without one.
/// Must be called on the main thread, before any other function of the host.
pub fn prepare() {
    initialize();
    // Without a thread now, there may be one when it is needed; else that call reports the error.
    if let Ok(jobs) = spawn(None) {
        *prepared() = Some(jobs);
    }
}

/// Gives up what [`prepare`] made: no program will need it.
pub fn release() {
    prepared().take();
}

fn prepared() -> MutexGuard<'static, Option<Sender<Job>>> {
    PREPARED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs a program to its end, or to that of the time it has once it was stopped. Its thread lives on
/// while the engine may need the providers of the program ([`Program::dynamic`]).
pub fn run(program: Program) -> Result<Ending, ProgramError> {
    let stop = program.stop.clone();
    let heap = program.limits.heap;
    let (answer, answered) = mpsc::channel();
    let jobs = match prepared().take().filter(|_| heap.is_none()) {
        Some(jobs) => jobs,
        None => spawn(heap).map_err(|error| {
            ProgramError::Internal(format!("no thread for the program: {error}"))
        })?,
    };
    // Made here, as the isolate may not be ready yet.
    let limits = Confinement::of_program(&program).for_thread();
    // Should its thread be gone, so is the answer.
    let _ = jobs.send(Job {
        program,
        limits,
        answer,
    });
    let mut given_up = None;
    loop {
        match answered.recv_timeout(INTERVAL) {
            Ok(result) => return result,
            Err(RecvTimeoutError::Disconnected) => {
                let what = "the isolate thread panicked".to_owned();
                return Err(ProgramError::Internal(what));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Some(reason) = stop.reason() {
            let end = given_up.get_or_insert_with(|| Instant::now() + GRACE);
            if Instant::now() >= *end {
                return Err(ProgramError::Stopped(reason, None));
            }
        }
    }
}

/// Starts a thread that makes an isolate of `heap` bytes and runs one program in it.
fn spawn(heap: Option<usize>) -> io::Result<Sender<Job>> {
    let (jobs, job) = mpsc::channel();
    thread::Builder::new()
        .name("isolate".into())
        .stack_size(STACK)
        .spawn(move || work(heap, &job))?;
    Ok(jobs)
}

fn work(heap: Option<usize>, job: &Receiver<Job>) {
    let tokio = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let tokio = match tokio {
        Ok(tokio) => tokio,
        Err(error) => {
            let problem = format!("no event loop: {error}");
            if let Ok(job) = job.recv() {
                let _ = job.answer.send(Err(ProgramError::Internal(problem)));
            }
            return;
        }
    };
    tokio.block_on(async {
        let isolate = FreshIsolate::new(heap);
        let Ok(job) = job.recv() else {
            return;
        };
        confine(&job.program, job.limits);
        let (program, answer) = (job.program, job.answer);
        let answer = |result| {
            // The receiver is gone when the program did not notice in time that it was stopped.
            let _ = answer.send(result);
        };
        match isolate.and_then(|it| Runtime::new(it, &program)) {
            Ok(runtime) => driver::drive(runtime, program, answer).await,
            Err(error) => answer(Err(error)),
        }
    });
}

/// From here on the kernel holds this thread, and all that it starts, to what the program is permitted.
fn confine(program: &Program, limits: confinement::Prepared) {
    let active = limits.apply();
    if program.started.is_some() {
        (program.events)(Event::Log {
            level: LogLevel::Debug,
            message: format!("limits of the kernel on the program: {active}"),
            urn: None,
        });
    }
}

/// The version of the embedded V8, such as `15.0.245`.
pub fn v8_version() -> &'static str {
    v8::VERSION_STRING
}
