//! Embeds V8 and runs programs: the only user of deno_core, v8 and deno_ast.
//!
//! [`run`] takes a [`Program`] and blocks until it is over. It owns one isolate on a thread of its
//! own, with a current-thread tokio runtime; whatever the program asks for goes through a
//! [`ResourceMonitor`](crate::monitor::ResourceMonitor), and what it reports comes out as
//! [`Event`]s. The host never prints, prompts or reads the environment.
//!
//! | module | |
//! |---|---|
//! | `program` | what is run, and how a run ends |
//! | `thread` | one run from start to end |
//! | `runtime` | the isolate from the startup snapshot, and the SDK's hooks in it |
//! | `driver` | the event loop: evaluation, outputs, and what to do when nothing moves |
//! | `worker` | a function that answers calls until nobody needs it any more |
//! | `switchboard` | what the engine asks of the program's own providers |
//! | `modules` | specifier to file to code |
//! | `ops` | the native functions behind the SDK and the web globals |
//! | `permissions` | the sandbox |
//! | `limits`, `memory` | Ctrl-C, time, memory |
//! | `event` | what a program reports while it runs |
//! | `snapshot` | what build.rs baked |
//! | `position`, `error` | where in the user's source, and what went wrong |
//!
//! Start-up, measured on a two-core machine: creating the isolate from the snapshot takes most of
//! the time to the first user line, so the snapshot holds only what a hello program needs; the web
//! extension's other scripts are compiled on first use (`build.rs`, `LAZY_SCRIPTS`). What it does
//! hold of the SDK is compiled already, see `js/lumi/rehearsal.ts`. Of what is left of a hello a third
//! is reading the snapshot, and a tenth relocating the executable.
//!
//! Ten thousand resources take as much memory in V8 as in the graph. No place stands out in their
//! time: reading a value out of V8 is a tenth of it, the position of `new` a twentieth.

mod closures;
mod driver;
mod error;
mod event;
mod lexical_path;
mod limits;
mod memory;
mod modules;
mod ops;
mod permissions;
mod position;
mod program;
mod runtime;
mod snapshot;
mod switchboard;
mod thread;
mod worker;

pub use error::{Frame, ProgramError, ResourceNote, SourceLine, Stalled, Thrown, Waiting};
pub use event::{ClosureNote, Event, EventSink, LogLevel, TestOutcome, TestResult};
pub use limits::{StopHandle, StopReason};
pub use modules::{entry_file, entry_names};
pub use permissions::{Access, Allow, Denied, PermissionFlags};
pub use program::{Awaited, ConfigValue, Ending, Limits, Mode, Program, RunContext, Stopped};
pub use thread::{initialize, run, v8_version};
pub use worker::{Worker, WorkerSettings};
