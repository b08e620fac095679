//! The evaluation of a program.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use crate::graph::Graph;
use crate::host::{
    self, ConfigValue, Ending, EventSink, Mode, Program, ProgramError, RunContext, StopHandle,
};
use crate::monitor::{LocalMonitor, ResourceMonitor};

use super::args::ProgramFlags;
use super::failure::Failure;
use super::progress::Progress;
use super::project::{Project, ProjectSettings};
use super::stack_cipher::StackCipher;
use super::terminal::Terminal;

/// Everything that stays the same when a program is evaluated again.
pub struct Evaluation {
    pub project: Project,
    pub stack: String,
    pub current: PathBuf,
    pub config: Vec<(String, ConfigValue)>,
    pub arguments: Vec<String>,
    pub mode: Mode,
    pub stop: StopHandle,
    /// Colours in what the program writes to its console.
    pub color: bool,
    /// A line on standard error tells how far a long run is.
    pub shows_progress: bool,
    /// When the process began, if anybody wants to know how long things take.
    pub started: Option<Instant>,
}

impl Evaluation {
    /// Reads the project's files; nothing is evaluated yet.
    pub fn new(
        program: &Path,
        flags: &ProgramFlags,
        current: PathBuf,
        terminal: Terminal,
    ) -> Result<Self, Failure> {
        Self::of_stack(program, flags, None, current, terminal)
    }

    /// The same for a stack that the flags need not name.
    pub fn of_stack(
        program: &Path,
        flags: &ProgramFlags,
        stack: Option<&str>,
        current: PathBuf,
        terminal: Terminal,
    ) -> Result<Self, Failure> {
        let project = Project::find(program, &current)?;
        let settings = &project.settings;
        let stack = settings.stack(stack.or(flags.stack.stack.as_deref()))?;
        let cipher = StackCipher::new(settings, &stack, terminal);
        let config = settings.config(&stack, &flags.config, &cipher)?;
        Ok(Self {
            project,
            stack,
            current,
            config,
            arguments: Vec::new(),
            mode: Mode::Program,
            stop: StopHandle::default(),
            color: false,
            shows_progress: false,
            started: terminal.started,
        })
    }

    /// An isolate without a program, for provider objects that the state keeps.
    pub fn without_program(
        settings: &ProjectSettings,
        stack: String,
        current: PathBuf,
        terminal: Terminal,
    ) -> Self {
        Self {
            project: Project {
                entry: settings.folder.clone(),
                settings: settings.clone(),
            },
            stack,
            current,
            config: Vec::new(),
            arguments: Vec::new(),
            mode: Mode::Nothing,
            stop: StopHandle::default(),
            color: terminal.error_color,
            shows_progress: false,
            started: terminal.started,
        }
    }

    /// Runs the program once against an empty stack. `seed` disturbs random numbers, clock and order.
    pub fn run(
        &self,
        flags: &ProgramFlags,
        events: EventSink,
        seed: Option<u32>,
    ) -> Result<(Graph, Ending), ProgramError> {
        let monitor = Arc::new(LocalMonitor::default());
        let counted = Arc::clone(&monitor);
        let progress = self
            .shows_progress
            .then(|| Progress::start(move || counted.planned()));
        let mut program = self.program(flags, Arc::clone(&monitor) as _, events, true);
        program.disturbance = seed;
        // Tests run file by file, and a check of determinism twice.
        program.is_last = self.mode == Mode::Program && seed.is_none();
        let ending = host::run(program);
        drop(progress);
        let ending = ending?;
        let complete = matches!(ending, Ending::Finished);
        Ok((
            monitor.take_graph(&self.stack, &self.project.settings.name, complete),
            ending,
        ))
    }

    /// The program, ready to be run against any monitor.
    pub fn program(
        &self,
        flags: &ProgramFlags,
        monitor: Arc<dyn ResourceMonitor>,
        events: EventSink,
        dry_run: bool,
    ) -> Program {
        Program {
            entry: self.project.entry.clone(),
            project: self.project.settings.folder.clone(),
            current: self.current.clone(),
            context: RunContext {
                project: self.project.settings.name.clone(),
                stack: self.stack.clone(),
                dry_run,
                directory: self.project.settings.folder.display().to_string(),
                arguments: self.arguments.clone(),
                mode: self.mode,
            },
            config: self.config.clone(),
            environment: environment(),
            console_color: self.color,
            permissions: flags.sandbox.permissions.flags(),
            limits: flags.sandbox.limits(),
            cache: cache_folder(),
            monitor,
            dynamic: None,
            events,
            stop: self.stop.clone(),
            disturbance: None,
            is_last: false,
            started: self.started,
        }
    }
}

/// What the program may see of the environment is up to the sandbox; what is no text, nobody sees.
pub fn environment() -> Vec<(String, String)> {
    let text = |it: OsString| it.into_string().ok();
    env::vars_os()
        .filter_map(|(name, value)| Some((text(name)?, text(value)?)))
        .collect()
}

/// Where compiled modules are kept: `LUMI_CACHE`, else below the user's cache folder. An empty
/// `LUMI_CACHE` keeps nothing.
pub fn cache_folder() -> Option<PathBuf> {
    if let Some(folder) = env::var_os("LUMI_CACHE") {
        return (!folder.is_empty()).then(|| folder.into());
    }
    let absolute = |name: &str| {
        env::var_os(name)
            .map(PathBuf::from)
            .filter(|it| it.is_absolute())
    };
    let base = absolute("XDG_CACHE_HOME").or_else(|| Some(absolute("HOME")?.join(".cache")))?;
    Some(base.join("lumi").join("modules"))
}
