//! One run, on a thread of its own.

use std::panic::resume_unwind;
use std::sync::Once;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use deno_core::{JsRuntime, v8};

use super::driver;
use super::error::ProgramError;
use super::program::{Ending, Program};

/// V8 takes about one megabyte of stack for JavaScript; native frames between JavaScript ones
/// (conversion of deep trees, in debug builds above all) need the rest.
pub(super) const STACK: usize = 16 << 20;

/// Turbofan's loop unrolling takes the interrupt check out of loops that call builtins only, and
/// nothing could stop such a loop any more: not Ctrl-C, not `--timeout`, not `--heap-limit`.
///
/// Resources live as long as the program, so a large young generation keeps nothing from being copied
/// and only costs memory, page by page: with 2 MiB instead of 8, 10,000 resources take 12 MB and 2,700
/// page faults less, and their thread a twentieth of the time. Larger initial sizes, a collector on
/// one thread and a smaller compiler were not faster.
///
/// For the same reason the old generation is marked no sooner than when it holds 64 MiB: in 10,000
/// resources there is nothing to be found, and looking for it took a twentieth of the time.
const V8_FLAGS: &str =
    "--no-turboshaft-loop-unrolling --max-semi-space-size=2 --initial-old-space-size=64";

static INITIALIZED: Once = Once::new();

/// Sets V8 up, if it is not yet; must be called on the main thread, before any other function of the
/// host. V8's memory protection keys are inherited by threads started after this.
pub fn initialize() {
    INITIALIZED.call_once(|| {
        v8::V8::set_flags_from_string(V8_FLAGS);
        JsRuntime::init_platform(None);
    });
}

/// Sets V8 up, and does some work meanwhile.
pub fn initialize_during<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| {
        let work = scope.spawn(work);
        initialize();
        work.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}

/// How long a program that was stopped may take to notice. Native calls that block, such as reading
/// from a pipe, never do.
const GRACE: Duration = Duration::from_secs(2);
/// How often a running program is asked whether it was stopped.
const INTERVAL: Duration = Duration::from_millis(100);

/// Runs a program to its end, or to that of the time it has once it was stopped. Its thread lives on
/// while somebody may need the providers of the program ([`Program::dynamic`]).
pub fn run(program: Program) -> Result<Ending, ProgramError> {
    let stop = program.stop.clone();
    let (answer, answered) = mpsc::channel();
    let run = move || {
        drive(program, |result| {
            // Nobody waits any more for a program that did not notice that it was stopped.
            let _ = answer.send(result);
        });
    };
    thread::Builder::new()
        .name("isolate".into())
        .stack_size(STACK)
        .spawn(run)
        .map_err(|error| ProgramError::Internal(format!("no thread for the program: {error}")))?;
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
                return Err(ProgramError::Stopped(reason));
            }
        }
    }
}

fn drive(program: Program, answer: impl FnOnce(Result<Ending, ProgramError>)) {
    let tokio = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    match tokio {
        Ok(tokio) => tokio.block_on(driver::drive(program, answer)),
        Err(error) => {
            let problem = format!("no event loop: {error}");
            answer(Err(ProgramError::Internal(problem)));
        }
    }
}

/// The version of the embedded V8, such as `15.0.245`.
pub fn v8_version() -> &'static str {
    v8::VERSION_STRING
}
