//! A program to run, and how its run ended.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use lumi_monitor::ResourceMonitor;
use lumi_provider::DynamicRequests;

use super::event::EventSink;
use super::limits::StopHandle;
use super::permissions::PermissionFlags;

/// Everything the host needs to run a program; nothing else is read from the environment.
pub struct Program {
    /// The entry module; absolute.
    pub entry: PathBuf,
    /// The folder the program may read and asset paths are relative to; canonical.
    pub project: PathBuf,
    /// What relative paths in permission flags are relative to.
    pub current: PathBuf,
    pub context: RunContext,
    /// Full key (`project:key`) to value.
    pub config: Vec<(String, ConfigValue)>,
    pub permissions: PermissionFlags,
    /// The environment variables there are; the program sees those that `permissions` open, and
    /// processes it starts get them all.
    pub environment: Vec<(String, String)>,
    /// Whether `console.*` colours values (ANSI escapes in the text of the event).
    pub console_color: bool,
    pub limits: Limits,
    /// Where compiled modules are kept between runs; `None` keeps nothing.
    pub cache: Option<PathBuf>,
    pub monitor: Arc<dyn ResourceMonitor>,
    /// The line on which the engine asks the providers of the program itself. The isolate lives on
    /// after the end of the program, until the engine closes the channel.
    pub dynamic: Option<DynamicRequests>,
    pub events: EventSink,
    pub stop: StopHandle,
    /// Set by `--check-determinism`: random numbers and clock follow this seed.
    pub disturbance: Option<u32>,
    /// The process ends after this run: what the runtime holds is left to the system, which takes it
    /// back faster than it is taken apart.
    pub is_last: bool,
    /// Since when to count the time until the runtime is ready, which is then logged for debugging.
    pub started: Option<Instant>,
}

/// What the SDK tells the program about its run.
#[derive(Clone, Debug, Default)]
pub struct RunContext {
    pub project: String,
    pub stack: String,
    pub dry_run: bool,
    pub directory: String,
    pub arguments: Vec<String>,
    pub mode: Mode,
    /// Of the tests, only those whose name contains this are run; empty for all.
    pub test_filter: String,
}

/// What is done with the entry module.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Evaluate it; its exports are the stack's outputs.
    #[default]
    Program,
    /// Run the tests it declares.
    Test,
    /// Call its default export with the members of a JSON array, the only argument of the program,
    /// and report what the result settles with.
    Call,
    /// Call its default export as often as it is asked for: see [`serve`](super::serve).
    Serve,
    /// Leave it alone: the isolate is only there for provider objects that the state keeps.
    Nothing,
}

#[derive(Clone, PartialEq, Eq)]
pub struct ConfigValue {
    /// Structured values are JSON text.
    pub value: String,
    pub secret: bool,
}

impl Ending {
    /// A program that ran to its end, with nothing left out.
    pub fn whole() -> Self {
        Self::Finished { unseen: Vec::new() }
    }

    /// Whether all of the program ran.
    pub fn is_whole(&self) -> bool {
        matches!(self, Self::Finished { unseen } if unseen.is_empty())
    }
}

impl std::fmt::Debug for ConfigValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.secret {
            f.write_str("[secret]")
        } else {
            self.value.fmt(f)
        }
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    pub timeout: Option<Duration>,
    /// V8 heap in bytes, and as much again for the contents of array buffers; `None` leaves V8's own
    /// default.
    pub heap: Option<usize>,
    /// Functions whose module has more bytes than this are warned about; `None` for none.
    pub closure: Option<usize>,
}

/// How a run without an error ended.
#[derive(Debug)]
pub enum Ending {
    /// The program ran to its end. In a plan, some of its code may not have run, as what it waits
    /// for is not known.
    Finished { unseen: Vec<UnseenCode> },
    /// A plan: the program waits for what only a deployment can tell, and what it registered so
    /// far is planned.
    Stopped(Stopped),
}

#[derive(Debug)]
pub struct Stopped {
    /// The `await` at which it stopped, where V8 can tell.
    pub at: Option<super::error::SourceLine>,
    pub awaited: Vec<Awaited>,
}

/// Code that a plan could not run and that may declare resources.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnseenCode {
    /// What it waits for.
    pub awaited: Awaited,
    /// What the resources that it declares have as `declaredAfter`; empty if that is not a resource.
    pub origins: Vec<lumi_graph::Urn>,
}

/// An output that the program waits for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Awaited {
    /// `None` when the hole does not come from a resource.
    pub resource: Option<super::error::ResourceInfo>,
    /// Output path such as `id`.
    pub path: String,
}
