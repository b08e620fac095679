//! A platform on this machine that runs bundled functions: HTTP routes, queues, schedules and calls
//! lead to worker processes, and what functions keep is in files.
//!
//! [`LocalPlatform`] looks at a folder in which each folder with a `function.json` is a function
//! ([`definition`]); [`catalog`] notices what is added, changed and removed. A [`function`] has one
//! warm [`worker`], a process that is started when first needed and answers many calls at a time.
//!
//! | module | |
//! |---|---|
//! | `local_platform` | starts and ends everything; the order in which it ends |
//! | `definition`, `catalog`, `file_fingerprints`, `function` | what there is to run |
//! | `worker` | the processes it runs in |
//! | `http` | connections, routes, requests and answers, and the services below `/_lumi/` |
//! | `queue` | messages on disk until every subscriber has had them |
//! | `schedule` | cron |
//! | `storage` | values and objects in files, written as a whole or not at all |
//! | `callers`, `grants` | who uses the services, and what each function may do with them |
//! | `task_tracker` | which work has begun, and whether more may begin |
//! | `event`, `error` | what happens, for the code that shows it |
//!
//! Everything is kept in `.data` below the folder. What is acknowledged is on disk: `kill -9` loses
//! no message and no value.

#![deny(clippy::print_stderr, clippy::print_stdout)]

mod callers;
mod catalog;
mod definition;
mod error;
mod event;
mod file_fingerprints;
mod function;
mod grants;
mod http;
mod local_platform;
mod queue;
mod schedule;
mod settings;
mod storage;
mod task_tracker;
mod token;
mod worker;

pub use error::{CallFailure, PlatformError};
pub use event::{Change, Event, EventSink};
pub use local_platform::LocalPlatform;
pub use settings::Settings;
pub use worker::Program as WorkerProgram;
