//! A program to run, and the result of its run.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use lumi_graph::PackageInterfaces;
use lumi_monitor::{ProgramServices, ResourceMonitor};
use lumi_provider::DynamicRequests;

use super::event::EventSink;
use super::inspector::Inspection;
use super::modules::MemoryModules;
use lumi_node::StopHandle;
use lumi_sandbox::PermissionFlags;

/// Inputs of a run; the host reads nothing else from the environment.
pub struct Program {
    /// The absolute path of the entry module.
    pub entry: PathBuf,
    /// The canonical project folder: readable by the program, and the base of asset paths.
    pub project: PathBuf,
    /// The folder that relative paths in permission flags refer to.
    pub current: PathBuf,
    pub context: RunContext,
    /// Full key (`project:key`) to value.
    pub config: Vec<(String, ConfigValue)>,
    pub permissions: PermissionFlags,
    /// All environment variables. The program sees those that `permissions` allow; its child
    /// processes get all of them.
    pub environment: Vec<(String, String)>,
    /// Whether `console.*` colours values (ANSI escapes in the text of events).
    pub console_color: bool,
    pub limits: Limits,
    /// The folder of the module cache; `None` disables it.
    pub cache: Option<PathBuf>,
    /// Receives registrations and answers them.
    pub monitor: Arc<dyn ResourceMonitor>,
    /// The engine as an SDK of another ecosystem calls it. Such a program is run as Node would: its own files are CommonJS
    /// unless they say otherwise, and their code is that of its compiler.
    pub services: Option<Arc<dyn ProgramServices>>,
    /// The packages of the project that the program can import.
    pub packages: Arc<dyn PackageInterfaces>,
    /// The engine's requests to dynamic providers. The isolate outlives the program until the
    /// engine closes this channel.
    pub dynamic: Option<DynamicRequests>,
    /// Receives console output, logs and results.
    pub events: EventSink,
    /// Stops the run from any thread.
    pub stop: StopHandle,
    /// How debuggers attach to the program.
    pub inspection: Option<Inspection>,
    /// The seed of random numbers and the clock for `--check-determinism`.
    pub disturbance: Option<u32>,
    /// Whether the process ends after this run, so that the runtime need not be torn down.
    pub is_last: bool,
    /// Start of the time that is logged when the runtime is ready.
    pub started: Option<Instant>,
}

impl Program {
    /// Whether it is a file of tests of a program of Pulumi, which has the interface of Mocha.
    pub fn tests_pulumi(&self) -> bool {
        self.services.is_some() && self.context.mode == Mode::Test
    }
}

/// Facts about the run that the SDK offers to the program.
#[derive(Clone, Debug, Default)]
pub struct RunContext {
    pub project: String,
    pub stack: String,
    /// Whether the run only plans.
    pub dry_run: bool,
    /// The absolute path of the project folder.
    pub directory: String,
    /// The arguments after `--` on the command line.
    pub arguments: Vec<String>,
    pub mode: Mode,
    /// Runs only tests whose name contains this text; empty for all.
    pub test_filter: String,
    /// The text of the entry module if no file has it.
    pub entry_text: Option<String>,
    /// Modules that are in no files: those of a package and of the libraries that the program imports.
    pub memory_modules: Option<Arc<MemoryModules>>,
    /// Whether the files are here that these modules were compiled from: the program may read its project, and errors
    /// show lines of them.
    pub has_sources: bool,
    /// Of a script: the flags of Node that it was started with.
    pub flags: Vec<String>,
    /// The descriptor of a channel of messages to the process that started this one.
    pub channel: Option<i32>,
    /// Whether files of a worker are ES modules or CommonJS as in Node, because the program that starts it is a
    /// script.
    pub decides_as_node: bool,
    /// Whether the program's own files are what a compiler of TypeScript makes of them for Node: CommonJS, unless
    /// package.json says otherwise. Implied by [`Program::services`].
    pub is_compiled: bool,
    /// Whether outputs that only a deployment knows have made-up values, and when each becomes known.
    pub tried: Option<SettlingOrder>,
}

/// The order in which outputs become known once nothing else can run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettlingOrder {
    /// As they were read.
    First,
    /// The one that was read last comes first.
    Last,
}

impl RunContext {
    /// Whether the program is a package: it has no permissions, and reads no file.
    pub fn is_package(&self) -> bool {
        self.memory_modules
            .as_ref()
            .is_some_and(|it| it.has_program)
            && !self.has_sources
    }
}

/// The use of the entry module.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Evaluate it; its exports are the outputs of the stack.
    #[default]
    Program,
    /// Run the tests it declares.
    Test,
    /// Call its default export with the members of a JSON array, which is the program's only
    /// argument, and report the settled result.
    Call,
    /// Evaluate it as Node would. Its exports are not the outputs of a stack.
    Script,
    /// Serve its default export for any number of calls: see [`serve`](super::serve).
    Serve,
    /// Evaluate it in a worker of `node:worker_threads`, which declares no resources.
    Worker,
    /// Do not evaluate it: the isolate serves only provider objects from the state.
    Nothing,
}

impl Mode {
    /// Whether values of the program go into a graph.
    pub fn makes_graph(self) -> bool {
        matches!(self, Self::Program | Self::Test | Self::Nothing)
    }
}

/// A configuration value of the stack.
#[derive(Clone, PartialEq, Eq)]
pub struct ConfigValue {
    /// Structured values are JSON text.
    pub value: String,
    pub secret: bool,
}

impl Ending {
    /// A program that ran to its end without unseen code.
    pub fn whole() -> Self {
        Self::Finished { unseen: Vec::new() }
    }

    /// Whether all code of the program ran.
    pub fn is_whole(&self) -> bool {
        matches!(self, Self::Finished { unseen } if unseen.is_empty())
    }
}

impl std::fmt::Debug for ConfigValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.secret {
            f.write_str(lumi_graph::SECRET_MASK)
        } else {
            self.value.fmt(f)
        }
    }
}

/// Limits of a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Time limit of the program; `None` for no limit.
    pub timeout: Option<Duration>,
    /// Maximum size in bytes of the V8 heap, and separately of array buffers; `None` for V8's
    /// default.
    pub heap: Option<usize>,
    /// Module size in bytes above which a function causes a warning; `None` for no warning.
    pub closure: Option<usize>,
}

/// The ending of a run without an error.
#[derive(Debug)]
pub enum Ending {
    /// The program ran to its end. In a plan, code that waits for unknown values did not run.
    Finished { unseen: Vec<UnseenCode> },
    /// In a plan: the program waits for an unknown value, and its registrations so far are planned.
    Stopped(Stopped),
}

/// A plan that stopped at an unknown value.
#[derive(Debug)]
pub struct Stopped {
    /// The `await` at which it stopped, if V8 knows it.
    pub at: Option<super::errors::error::SourceLine>,
    pub awaited: Vec<Awaited>,
}

/// Code that a plan could not run and that may declare resources.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnseenCode {
    /// The output that the code waits for.
    pub awaited: Awaited,
    /// The `declaredAfter` of resources that the code declares; empty if the output is not of a
    /// resource.
    pub origins: Vec<lumi_graph::Urn>,
}

/// An output that the program waits for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Awaited {
    /// `None` if the unknown value does not come from a resource.
    pub resource: Option<super::errors::error::ResourceInfo>,
    /// Output path such as `id`.
    pub path: String,
}
