//! Embeds V8 and runs programs. With the ops of `lumi-node`, it is the only user of deno_core and v8.
//!
//! [`run`] takes a [`Program`] and blocks until the program has ended. The isolate runs on a
//! separate thread with a current-thread tokio runtime. The program registers resources with a
//! [`ResourceMonitor`](lumi_monitor::ResourceMonitor) and reports [`Event`]s. The host never
//! prints, prompts or reads the environment.
//!
//! | module | |
//! |---|---|
//! | `program` | a program to run, and the result of a run |
//! | `thread` | one run from start to end |
//! | `v8_flags` | the flags of V8 in a process that runs a program, and its stack |
//! | `driver` | the event loop: evaluation, outputs, stalls |
//! | `program_confinement` | the limits that the kernel enforces on the thread of a program |
//! | `program_result` | the result of a program that ran, was stopped, or has lost resources |
//! | `failed_plan` | plans whose program has thrown |
//! | `repeat` | the second report of one exception |
//! | `worker` | a function that answers calls, in a separate process |
//! | `worker_threads` | workers of a program: isolates on threads of their own |
//! | `dynamic_calls` | requests of the engine to dynamic providers |
//! | `modules` | specifier to file to code |
//! | `ops` | the native functions behind the SDK |
//! | `inspector` | debuggers of a running program |
//! | `event` | events of a running program |
//! | `closures` | captures: what a live function needs, as data |
//! | `leftover_work` | work that a file with tests has left |
//! | `isolate` | isolates of V8, and the snapshot that they start from |
//! | `errors` | errors of programs, and where they come from |
//!
//! Three decisions shape this crate; `docs/performance.md` has the savings.
//!
//! - The snapshot holds only what every program needs, compiled (`js/lumi/program/warm_up.ts`), as
//!   one module (`build/bundle.rs`). Other modules are loaded in chunks (`build/chunks.rs`), and the web
//!   extension's other scripts are compiled at their first use (`build/`, `LAZY_SCRIPTS`).
//! - The isolate is created on its own thread while flags are parsed and the project is searched
//!   (`thread.rs`).
//! - A plan-only run knows every answer in advance. The SDK then answers itself and passes
//!   registrations in batches of up to 256, as JSON, to a second thread (`ops/planner.rs`), which
//!   builds the graph. Values that JSON cannot encode, and resources with options, are passed one
//!   by one, as in other runs.

#![cfg_attr(
    test,
    allow(
        clippy::too_many_lines,
        reason = "tests contain the texts that they expect"
    )
)]
#![cfg_attr(
    test,
    allow(
        clippy::disallowed_methods,
        reason = "a test may panic where there is no thread"
    )
)]
#![deny(clippy::print_stderr, clippy::print_stdout)]

mod closures;
mod driver;
mod dynamic_calls;
mod errors;
mod event;
mod failed_plan;
mod inspector;
mod isolate;
mod leftover_work;
mod modules;
mod ops;
mod program;
mod program_confinement;
mod program_result;
mod repeat;
#[cfg(test)]
#[path = "../graph/saved_inputs.rs"]
mod saved_inputs;
mod thread;
mod v8_flags;
mod worker;
mod worker_threads;

pub use closures::EmittedClosure;
pub use errors::error::{Frame, ProgramError, ResourceInfo, SourceLine, Stalled, Thrown, Waiting};
pub use errors::property_position::property_position;
pub use event::{ClosureInfo, Event, EventSink, LogLevel, TestOutcome, TestResult};
pub use inspector::{
    DebuggerLine, Inspection, InspectionStart, InspectorServer, InspectorTarget, Registration,
    SessionSender, WorkerDebugging,
};
pub use lumi_node::{StopHandle, StopReason, fatal::set_consequence};
pub use lumi_sandbox::{
    Access, Active, Allow, Confinement, Denied, Enforced, NODE_VERSION, Network, PermissionFlags,
    Permissions, ScriptParent, check_host_value,
};
#[cfg(fuzzing)]
pub use modules::specifiers;
pub use modules::{
    AssetHashes, ImportTarget, MemoryModule, MemoryModules, ModuleCache, PLUG_N_PLAY_ADVICE,
    ProgramFiles, SourceModule, entry_file, entry_names, plug_n_play_files, program_modules,
};
pub use program::{
    Awaited, ConfigValue, Ending, Limits, Mode, Program, RunContext, SettlingOrder, Stopped,
    UnseenCode,
};
pub use thread::{initialize, prepare, release, run, v8_version};
#[cfg(fuzzing)]
pub use worker::worker_messages;
pub use worker::{
    BodyMessage, CallContext, Content, Decoder, FrameError, HttpAnswer, HttpRequest, MAX_REPORT,
    Report, RequestHead, STREAM_ROOM, ServeError, WorkerRequest, WorkerSettings, serve,
};
