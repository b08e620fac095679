//! Runs a program on a separate thread.

use std::io;
use std::sync::Once;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use deno_core::{JsRuntime, v8};
use parking_lot::Mutex;

use super::driver;
use super::errors::error::ProgramError;
use super::event::{Event, LogLevel};
use super::isolate::fresh_isolate::FreshIsolate;
use super::isolate::runtime::Runtime;
use super::isolate::v8_memory;
use super::program::{Ending, Program};
use super::program_confinement;
use super::v8_flags::{PROGRAM_FLAGS, STACK, V8_FLAGS};
use lumi_node::fatal;
use lumi_sandbox::Prepared;

static INITIALIZED: Once = Once::new();

/// Initialises V8 once. Must be called on the main thread before any other function of the host:
/// V8's memory protection keys are inherited by threads started later.
pub fn initialize() {
    INITIALIZED.call_once(|| {
        fatal::install();
        v8_memory::configure();
        v8::V8::set_flags_from_string(V8_FLAGS);
        v8::V8::set_flags_from_string(PROGRAM_FLAGS);
        JsRuntime::init_platform(None);
        fatal::hide_native_frames();
    });
}

/// Like [`initialize`], for a process that serves one function.
pub fn initialize_worker() {
    INITIALIZED.call_once(|| {
        v8::V8::set_flags_from_string(V8_FLAGS);
        JsRuntime::init_platform(None);
        fatal::hide_native_frames();
    });
}

/// Time for a stopped program to notice the stop. Blocking native calls, such as reading from a
/// pipe, never do.
const GRACE: Duration = Duration::from_secs(2);
/// Interval between checks whether a running program was stopped.
const INTERVAL: Duration = Duration::from_millis(100);

/// A program, its limits, and the receiver of its result.
struct Job {
    program: Program,
    limits: Prepared,
    answer: Sender<Result<Ending, ProgramError>>,
}

/// The thread that prepares an isolate for the first program.
static PREPARED: Mutex<Option<Sender<Job>>> = Mutex::new(None);

/// Creates an isolate while the caller determines the program to run, which shortens the start. The
/// isolate has no heap limit and is used by the first program without one. Must be called on the
/// main thread before any other function of the host.
pub fn prepare() {
    initialize();
    // A failure is not an error yet: `run` tries again and reports it.
    if let Ok(jobs) = spawn(None) {
        *PREPARED.lock() = Some(jobs);
    }
}

/// Drops the isolate of [`prepare`], because no program will need it.
pub fn release() {
    PREPARED.lock().take();
}

/// Runs a program to its end, or until its grace period after a stop is over. The thread lives on
/// while the engine may need dynamic providers ([`Program::dynamic`]).
pub fn run(program: Program) -> Result<Ending, ProgramError> {
    let stop = program.stop.clone();
    let heap = program.limits.heap;
    let (answer, answered) = mpsc::channel();
    let jobs = match PREPARED.lock().take().filter(|_| heap.is_none()) {
        Some(jobs) => jobs,
        None => spawn(heap).map_err(|error| ProgramError::NoThread(error.to_string()))?,
    };
    // Created here, because the isolate may not be ready yet.
    let limits = program_confinement::of(&program).for_thread();
    // If the thread is gone, receiving the answer fails.
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

/// Starts a thread that creates an isolate with a heap limit in bytes and runs one program in it.
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
    v8_memory::prefault();
    tokio.block_on(async {
        let isolate = FreshIsolate::new(heap);
        let Ok(job) = job.recv() else {
            return;
        };
        confine(&job.program, job.limits);
        let (program, answer) = (job.program, job.answer);
        let answer = |result| {
            // The receiver is gone if the grace period is over.
            let _ = answer.send(result);
        };
        match isolate.and_then(|it| Runtime::new(it, &program)) {
            Ok(runtime) => driver::drive(runtime, program, answer).await,
            Err(error) => answer(Err(error)),
        }
    });
}

/// Restricts this thread and its descendants to the program's permissions, in the kernel.
fn confine(program: &Program, limits: Prepared) {
    let active = limits.apply();
    if program.started.is_some() {
        (program.events)(Event::Log {
            level: LogLevel::Debug,
            message: format!("kernel limits on the program: {active}"),
            urn: None,
        });
    }
}

/// The version of the embedded V8, such as `15.0.245`.
pub fn v8_version() -> &'static str {
    v8::VERSION_STRING
}
