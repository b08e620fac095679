//! Embeds V8 and runs programs: the only user of deno_core, v8 and deno_ast.
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
//! | `v8_memory` | what V8 asks the system for, in larger steps |
//! | `fresh_isolate` | an isolate from the startup snapshot, made while its program is not known yet |
//! | `runtime` | an isolate for one program, with the SDK's hooks |
//! | `driver` | the event loop: evaluation, outputs, stalls |
//! | `program_result` | the result of a program that ran, was stopped, or has lost resources |
//! | `failed_plan` | plans whose program has thrown |
//! | `repeat` | the second report of one exception |
//! | `worker` | a function that answers calls, in a separate process |
//! | `worker_threads` | workers of a program: isolates on threads of their own |
//! | `dynamic_calls` | requests of the engine to dynamic providers |
//! | `modules` | specifier to file to code |
//! | `crypto` | digests, ciphers, keys and signatures, without V8 |
//! | `ops` | the native functions behind the SDK and the web globals |
//! | `permissions`, `denied` | the sandbox and its errors |
//! | `path_lookup` | paths as the kernel looks them up, for the sandbox |
//! | `host_value` | hosts and ports in the values of flags |
//! | `import_circle` | modules that import each other, in errors |
//! | `inspector` | debuggers of a running program |
//! | `script_parent` | the settings that a script gets from the program that started it |
//! | `confinement` | limits that the kernel enforces on the process |
//! | `limits`, `program_clock`, `interruption`, `memory`, `native_work` | Ctrl-C, time, memory |
//! | `fatal` | fatal errors of V8 |
//! | `lost_resources` | resources that look declared, and that nothing registers |
//! | `event` | events of a running program |
//! | `snapshot`, `live_snapshot` | the startup snapshot, which development builds make anew after edits of `js/` |
//! | `error`, `thrown_error` | errors, and how they are read from what V8 threw |
//! | `stack_text` | the property `stack` of errors |
//! | `position`, `property_position` | source positions |
//! | `closures` | captures: what a live function needs, as data |
//! | `lexical_path`, `real_folders` | paths without `..`, and without links |
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
mod confinement;
mod crypto;
mod denied;
mod driver;
mod dynamic_calls;
mod error;
mod event;
mod failed_plan;
mod fatal;
mod fresh_isolate;
mod host_value;
mod import_circle;
mod inspector;
mod interruption;
mod lexical_path;
mod limits;
#[cfg(debug_assertions)]
mod live_snapshot;
mod lost_resources;
mod memory;
mod modules;
mod native_work;
mod ops;
mod path_lookup;
mod permissions;
mod position;
mod program;
mod program_clock;
mod program_result;
mod property_position;
mod real_folders;
mod repeat;
mod runtime;
#[cfg(test)]
#[path = "../graph/saved_inputs.rs"]
mod saved_inputs;
mod script_parent;
mod snapshot;
mod stack_text;
#[cfg(test)]
mod test_isolate;
mod thread;
mod thrown_error;
mod v8_flags;
mod v8_memory;
mod worker;
mod worker_threads;

pub use closures::EmittedClosure;
pub use confinement::{Active, Confinement, Enforced, Network};
pub use denied::{Access, Denied};
pub use error::{Frame, ProgramError, ResourceInfo, SourceLine, Stalled, Thrown, Waiting};
pub use event::{ClosureInfo, Event, EventSink, LogLevel, TestOutcome, TestResult};
pub use fatal::set_consequence;
pub use host_value::check_host_value;
pub use inspector::{
    DebuggerLine, Inspection, InspectionStart, InspectorServer, InspectorTarget, Registration,
    SessionSender, WorkerDebugging,
};
pub use limits::{StopHandle, StopReason};
#[cfg(fuzzing)]
pub use modules::specifiers;
pub use modules::{
    AssetHashes, ImportTarget, MemoryModule, MemoryModules, ModuleCache, ProgramFiles,
    SourceModule, entry_file, entry_names, program_modules,
};
pub use permissions::{Allow, PermissionFlags, Permissions};
pub use program::{
    Awaited, ConfigValue, Ending, Limits, Mode, Program, RunContext, SettlingOrder, Stopped,
    UnseenCode,
};
pub use property_position::property_position;
pub use script_parent::{NODE_VERSION, ScriptParent};
pub use thread::{initialize, prepare, release, run, v8_version};
#[cfg(fuzzing)]
pub use worker::worker_messages;
pub use worker::{
    Decoder, FrameError, MAX_REPORT, Report, ServeError, WorkerRequest, WorkerSettings, serve,
};
