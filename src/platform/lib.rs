//! A local platform that runs bundled functions: HTTP routes, queues, schedules and calls are
//! served by worker processes, and data of functions is stored in files.
//!
//! [`LocalPlatform`] serves a folder in which each subfolder with a `function.json` is a function
//! ([`definition`]); [`catalog`] detects added, changed and removed functions. A [`function`] has
//! one warm [`worker`], a process that is started on the first call and answers calls concurrently.
//!
//! | module | |
//! |---|---|
//! | `local_platform` | start-up and ordered shutdown |
//! | `definition`, `catalog`, `file_fingerprints`, `function`, `functions` | the functions to run |
//! | `worker` | processes of functions |
//! | `http` | connections, routes, requests and answers, and the services below `/_lumi/` |
//! | `queue` | messages on disk until every subscriber has processed them |
//! | `schedule` | cron |
//! | `storage` | values and objects in files, written atomically |
//! | `callers`, `grants` | callers of services, and their permissions |
//! | `task_tracker` | running work, and the gate for new work |
//! | `event`, `error` | events and errors, for the code that shows them |
//! | `settings` | settings of a platform |
//! | `token` | tokens, which prove that a request comes from a function of this platform or from its operator |
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
mod definition;
mod error;
mod event;
mod file_fingerprints;
mod function;
mod functions;
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
pub use http::AllowedHosts;
pub use local_platform::LocalPlatform;
pub use settings::Settings;
pub use worker::{Program as WorkerProgram, WorkerInspection};
