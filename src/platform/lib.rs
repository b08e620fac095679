//! A local platform that runs bundled functions: HTTP routes, queues, schedules and calls are
//! served by worker processes, and data of functions is stored in a database.
//!
//! [`LocalPlatform`] serves a folder in which each subfolder with a `function.json` is a function
//! ([`definition`]); [`catalog`] detects added, changed and removed functions. A [`function`] has
//! one warm [`worker`], a process that is started on the first call and answers calls concurrently.
//!
//! | module | |
//! |---|---|
//! | `local_platform` | start-up and ordered shutdown |
//! | `definition`, `catalog`, `file_fingerprints`, `function`, `functions` | the functions to run |
//! | `limits` | limits of the processes of one function |
//! | `seconds` | times of `function.json` |
//! | `data_folder` | the folder of a platform's data |
//! | `gzip` | which clients take gzip, and which content becomes smaller by it |
//! | `fuzzing` | the entry points of `make fuzz` |
//! | `worker` | processes of functions |
//! | `http` | connections, routes, requests and answers, and the services below `/_lumi/` |
//! | `operator` | commands of the operator for queues |
//! | `queue` | messages on disk until every subscriber has processed them |
//! | `schedule` | cron |
//! | `services` | processes of any program with a port |
//! | `signed_url` | URLs that let their holders read or write one object until a time, or request a service |
//! | `sites` | folders of files that the platform serves |
//! | `storage` | messages, values and objects in a database, and large objects in files |
//! | `callers`, `grants` | callers of services, and their permissions |
//! | `task_tracker` | running work, and the gate for new work |
//! | `event`, `error` | events and errors, for the code that shows them |
//! | `resilience` | how long, how often and how many at a time functions are called |
//! | `settings` | settings of a platform |
//! | `telemetry` | traces, logs and metrics |
//! | `transfer` | moves what queues, stores and buckets hold into files, and out of files |
//! | `token` | tokens, which prove that a request comes from a function of this platform, from its operator, or from others who may call functions |
//!
//! Data is stored in `.data` below the folder. Acknowledged messages and values are on disk and
//! survive `kill -9`.

#![cfg_attr(
    test,
    allow(
        clippy::too_many_lines,
        reason = "tests contain the texts that they expect"
    )
)]
#![deny(clippy::print_stderr, clippy::print_stdout)]

mod callers;
mod catalog;
mod data_folder;
mod definition;
mod error;
mod event;
mod file_fingerprints;
mod function;
mod functions;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
mod grants;
mod gzip;
mod http;
mod limits;
mod local_platform;
pub mod operator;
mod queue;
mod resilience;
#[cfg(test)]
#[path = "../graph/saved_inputs.rs"]
mod saved_inputs;
mod schedule;
mod seconds;
mod services;
mod settings;
mod signed_url;
mod sites;
mod storage;
mod task_tracker;
pub mod telemetry;
mod token;
pub mod transfer;
mod worker;

pub use error::{CallFailure, PlatformError};
pub use event::{Change, Event, EventSink};
pub use http::AllowedHosts;
pub use local_platform::LocalPlatform;
pub use resilience::Refusal;
pub use settings::{MaskMaker, Settings};
pub use token::Token;
pub use worker::{Program as WorkerProgram, WorkerInspection};
