//! Embeds V8 and runs programs: the only user of deno_core, v8 and deno_ast.
//!
//! [`run`] takes a [`Program`] and blocks until it is over. It owns one isolate on a thread of its
//! own, with a current-thread tokio runtime; whatever the program asks for goes through a
//! [`ResourceMonitor`](lumi_monitor::ResourceMonitor), and what it reports comes out as
//! [`Event`]s. The host never prints, prompts or reads the environment.
//!
//! | module | |
//! |---|---|
//! | `program` | what is run, and how a run ends |
//! | `thread` | one run from start to end |
//! | `fresh_isolate` | an isolate from the startup snapshot, made while its program is not known yet |
//! | `runtime` | that isolate for one program, and the SDK's hooks in it |
//! | `driver` | the event loop: evaluation, outputs, and what to do when nothing moves |
//! | `worker` | a function that answers calls, in a process of its own |
//! | `dynamic_calls` | what the engine asks of the program's own providers |
//! | `modules` | specifier to file to code |
//! | `ops` | the native functions behind the SDK and the web globals |
//! | `permissions`, `denied` | the sandbox, and what it says |
//! | `confinement` | limits that the kernel enforces on the process |
//! | `limits`, `interruption`, `memory` | Ctrl-C, time, memory |
//! | `fatal` | what V8 cannot go on from |
//! | `event` | what a program reports while it runs |
//! | `snapshot` | what `build/` baked; `rebaked`: what a development build bakes at its start |
//! | `position`, `error` | where in the user's source, and what went wrong |
//!
//! Start-up, measured on a two-core machine: creating the isolate from the snapshot takes most of
//! the time to the first user line, so the snapshot holds only what a hello program needs; the web
//! extension's other scripts are compiled on first use (`build/`, `LAZY_SCRIPTS`). What it does
//! hold of the SDK is compiled already, see `js/lumi/program/warm_up.ts`.
//!
//! A hello program runs 26.7 million instructions (`valgrind --tool=callgrind`); three quarters of
//! them read the snapshot: 11.6 for what belongs to the isolate, 8.5 for the context. A snapshot of
//! deno_core alone takes two thirds as many; the web extension adds 3.3 million, the SDK 4.7, of
//! which the rehearsal is 1. That the SDK's modules are one (`build/bundle.rs`) took 2.8 away; its
//! names and white space do not matter. The isolate is made on a thread of its own while the flags,
//! 1.4, are described and the project is found (`thread.rs`), which took a tenth of the time away. About
//! half of the time is the system's: 1,070 page faults and the end of the process. Functions of V8
//! that run at every start stand next to each other (`tools/startup`), which spares 130 of them and a
//! tenth of the time. What did not help: V8 without threads, without compilers or with feedback from
//! the first call, collecting what the snapshot's modules compiled for one use (V8 drops it anyway).
//!
//! Ten thousand resources: the thread of the isolate decides how long they take. Reading inputs object
//! by object and making goals of them was two fifths of its time. In a run that only plans, every answer
//! is known beforehand, so the SDK answers itself, hands over up to 256 registrations at a time as JSON,
//! and a second thread (`ops/planner.rs`) reads it, registers and grows the graph. V8 writes that text in
//! 1.8 microseconds a resource; filling typed arrays from JavaScript took three times as long, a
//! structured clone and back twenty times. Values that JSON cannot hold, and resources with options, go
//! one by one as everything does elsewhere. CPU time of the thread, sampled by `perf` in turns on two
//! cores with a load of 8: 414 ms before, 221 after (median of five; fastest 375 and 203); the second
//! thread takes 65.
//!
//! The answer is there when the constructor ends: then a loop of resources that need each other waits
//! for nothing, and what was needed to wait need not be kept, copied and collected. With answers in the
//! next microtask the thread took 189 ms, and V8's own threads 101; without, 158 and 70 (medians of
//! seven, in turns, with a load of 7).
//!
//! What is left of the isolate's thread, by instructions: a quarter declares resources, two thirds of
//! that for the position of `new`, whose cost goes with the frames that are looked at (`position.rs`); a
//! seventh collects garbage; a tenth writes JSON. Another allocator took a fifth of the whole time away
//! (`main.rs`), for planner and isolate no longer wait for each other. V8's flags are explained in
//! `thread.rs`. Writing the graph as JSON took a tenth of the time of the process before two threads did
//! it; that inputs are not made text again as outputs (`graph/repeat_writer.rs`) took a fifth of it away.

#![deny(clippy::print_stderr, clippy::print_stdout)]

mod closures;
mod confinement;
mod denied;
mod driver;
mod dynamic_calls;
mod error;
mod event;
mod fatal;
mod fresh_isolate;
mod interruption;
mod lexical_path;
mod limits;
mod memory;
mod modules;
mod ops;
mod permissions;
mod position;
mod program;
#[cfg(debug_assertions)]
mod rebaked;
mod runtime;
#[cfg(test)]
#[path = "../graph/saved_inputs.rs"]
mod saved_inputs;
mod snapshot;
#[cfg(test)]
mod test_isolate;
mod thread;
mod worker;

pub use closures::EmittedClosure;
pub use confinement::{Active, Confinement, Enforced, Network};
pub use denied::{Access, Denied};
pub use error::{Frame, ProgramError, ResourceInfo, SourceLine, Stalled, Thrown, Waiting};
pub use event::{ClosureInfo, Event, EventSink, LogLevel, TestOutcome, TestResult};
pub use fatal::note_consequence;
pub use limits::{StopHandle, StopReason};
#[cfg(fuzzing)]
pub use modules::specifiers;
pub use modules::{entry_file, entry_names};
pub use permissions::{Allow, PermissionFlags, Permissions};
pub use program::{
    Awaited, ConfigValue, Ending, Limits, Mode, Program, RunContext, Stopped, UnseenCode,
};
pub use thread::{initialize, prepare, release, run, v8_version};
pub use worker::{Decoder, FrameError, Order, Report, ServeError, WorkerSettings, serve};
