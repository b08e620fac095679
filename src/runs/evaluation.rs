//! The evaluation of a program.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use lumi_graph::Graph;
use lumi_host::{
    self, ConfigValue, Ending, EventSink, Inspection, MemoryModules, Mode, Program, ProgramError,
    RunContext, SettlingOrder, StopHandle,
};
use lumi_monitor::{PlanMonitor, ResourceMonitor};

use crate::cdktf::{Synthesis, report_annotations};
use crate::flags::ProgramFlags;
use crate::inspector::inspection;
use crate::language::{ProgramRuntime, run_with_sdk};
use crate::program_end::ProgramEnd;
use lumi_project::interfaces::sdk_declarations::{self, FOLDER, referring_tsconfig};
use lumi_project::interfaces::{self, ProjectInterfaces};
use lumi_project::libraries::{Libraries, add_pack, asset_hashes};
use lumi_project::process_environment::{cache_folder, environment};
use lumi_project::stacks::backend::wait;
use lumi_project::stacks::stack_cipher::StackCipher;
use lumi_project::{NODE_RUNTIME, Project, ProjectError, ProjectSettings};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::output::partial_secrets;
use lumi_terminal::output::progress::Progress;
use lumi_terminal::output::redaction;
use lumi_terminal::output::terminal::Terminal;
use lumi_terminal::ui::report::Report;
use lumi_terminal::ui::{undeclared_key, unknown_member};

/// The inputs of an evaluation, which may be repeated.
pub struct Evaluation {
    pub project: Project,
    /// The libraries that the program imports.
    pub libraries: Libraries,
    /// The packages that the program can import.
    pub packages: Arc<ProjectInterfaces>,
    pub stack: String,
    pub current: PathBuf,
    pub config: Vec<(String, ConfigValue)>,
    pub arguments: Vec<String>,
    pub mode: Mode,
    /// Runs only tests whose name contains this text.
    pub test_filter: String,
    pub stop: StopHandle,
    /// Whether the program's console output may have colours.
    pub color: bool,
    /// Whether a line on standard error shows the progress of a long run.
    pub shows_progress: bool,
    /// The start of the process, if durations are logged.
    pub started: Option<Instant>,
    /// The process that runs the program; `None` for this process.
    pub program_runtime: Option<ProgramRuntime>,
    /// How debuggers attach to the program.
    pub inspection: Option<Inspection>,
    /// Whether debuggers also see plans before a deployment.
    pub inspects_plans: bool,
}

/// The project of a TypeScript or JavaScript program.
pub fn of_own_language(what: &str, program: &Path, current: &Path) -> Result<Project, Failure> {
    let project = Project::find(program, current)?;
    let Some(runtime) = project.settings.foreign_runtime() else {
        return Ok(project);
    };
    let file = project.settings.file_name();
    let (kind, help) = match project.settings.pulumi {
        Some(_) => (
            "of Lumi",
            "programs of Pulumi run with `lumi preview` and `lumi up`; `npx tsc --noEmit` checks their types",
        ),
        None => (
            "in TypeScript and JavaScript",
            "use the tools of that language, or remove `runtime` if the program is TypeScript or JavaScript",
        ),
    };
    let message = format!("{what} is for programs {kind}, and {file} says `runtime: {runtime}`");
    Err(Failure::new(Exit::Usage, Report::error(message).help(help)))
}

/// Updates the declarations of the SDK and of packages that the project refers to.
fn refresh_declarations(folder: &Path, packages: &ProjectInterfaces, terminal: Terminal) {
    if sdk_declarations::refresh_sdk(folder) {
        terminal.print_line(&format!("wrote {FOLDER}, for editors and tsc"));
    }
    if referring_tsconfig(folder).is_none() {
        return;
    }
    for name in interfaces::refresh_declarations(folder, packages) {
        terminal.print_line(&format!(
            "wrote {FOLDER}/packages/{name}, for editors and tsc"
        ));
    }
}

/// The project of a program. One of CDKTF runs first: the configurations that it writes say which packages there are.
fn written_configurations(
    program: &Path,
    flags: &ProgramFlags,
    current: &Path,
    terminal: Terminal,
) -> Result<Project, Failure> {
    let project = Project::find(program, current)?;
    if !project.settings.is_cdktf() {
        return Ok(project);
    }
    let settings = &project.settings;
    Synthesis {
        settings,
        flags,
        current,
        terminal,
    }
    .run()?;
    Ok(Project::find(program, current)?)
}

/// The server for debuggers in this process.
fn own_inspection(
    runtime: Option<&ProgramRuntime>,
    flags: &ProgramFlags,
) -> Result<Option<Inspection>, Failure> {
    match runtime {
        None => inspection(&flags.sandbox),
        // The process of the program serves its debuggers.
        Some(ProgramRuntime::Lumi(_) | ProgramRuntime::Hcl) => Ok(None),
        Some(ProgramRuntime::Pulumi(_) | ProgramRuntime::Node(_)) => {
            flags.sandbox.inspect.refuse_for_sdk_of_pulumi()?;
            Ok(None)
        }
    }
}

impl Evaluation {
    /// Reads the project's files; does not evaluate the program.
    pub fn new(
        program: &Path,
        flags: &ProgramFlags,
        current: PathBuf,
        terminal: Terminal,
    ) -> Result<Self, Failure> {
        Self::of_stack(program, flags, None, current, terminal)
    }

    /// Prepares the evaluation for `stack`, which takes precedence over the flags.
    pub fn of_stack(
        program: &Path,
        flags: &ProgramFlags,
        stack: Option<&str>,
        current: PathBuf,
        terminal: Terminal,
    ) -> Result<Self, Failure> {
        let project = written_configurations(program, flags, &current, terminal)?;
        Self::read(project, flags, stack, current, terminal, false)
    }

    /// With `is_test`, the configuration is that of tests, and no key is needed.
    fn read(
        project: Project,
        flags: &ProgramFlags,
        stack: Option<&str>,
        current: PathBuf,
        terminal: Terminal,
        is_test: bool,
    ) -> Result<Self, Failure> {
        let settings = &project.settings;
        if !flags.variables.is_empty() && !settings.deploys_hcl() {
            let message = "`--var` and `--var-file` set variables of a configuration in HCL, which this program is not";
            let help = "`-c KEY=VALUE` sets a value of the configuration";
            return Err(Failure::new(Exit::Usage, Report::error(message).help(help)));
        }
        let libraries = Libraries::of_project(&project)?;
        let packages =
            ProjectInterfaces::new(settings, flags.sandbox.permissions.accepts_plugins());
        let packages = Arc::new(packages);
        refresh_declarations(&settings.folder, &packages, terminal);
        let program_runtime = ProgramRuntime::of(&project, flags.runtime)?;
        let stack = settings.stack(stack.or(flags.stack.stack.as_deref()))?;
        if settings.is_cdktf() {
            let assembly = settings.assembly()?;
            let synthesized = assembly.stack(&stack).map_err(ProjectError::from)?;
            report_annotations(synthesized, terminal)?;
        }
        let config = match is_test {
            true => settings.config_of_tests(&stack, &flags.config)?,
            false => {
                let cipher = StackCipher::new(settings, &stack, terminal);
                settings.config(&stack, &flags.config, Some(&cipher))?
            }
        };
        redaction::set_secrets(&config);
        for (key, similar) in settings.undeclared_config(&stack)? {
            terminal.report(&undeclared_key(&stack, &key, similar.as_deref()));
        }
        for (member, similar) in settings.unknown_members() {
            terminal.report(&unknown_member(member, similar));
        }
        Ok(Self {
            project,
            libraries,
            packages,
            stack,
            current,
            config,
            arguments: Vec::new(),
            mode: Mode::Program,
            test_filter: String::new(),
            stop: StopHandle::default(),
            color: false,
            shows_progress: false,
            started: terminal.started,
            inspection: own_inspection(program_runtime.as_ref(), flags)?,
            program_runtime,
            inspects_plans: true,
        })
    }

    /// Prepares the evaluation of a TypeScript or JavaScript program. Programs in other languages are
    /// refused; `what` names the command in that error.
    pub fn of_own_language(
        what: &str,
        program: &Path,
        flags: &ProgramFlags,
        current: PathBuf,
        terminal: Terminal,
    ) -> Result<Self, Failure> {
        let project = of_own_language(what, program, &current)?;
        Self::read(project, flags, None, current, terminal, false)
    }

    /// Prepares the evaluation of a test file, without the configuration of a stack.
    pub fn of_tests(
        file: &Path,
        flags: &ProgramFlags,
        current: PathBuf,
        terminal: Terminal,
    ) -> Result<Self, Failure> {
        let project = Project::find(file, &current)?;
        if project.settings.foreign_runtime() == Some(NODE_RUNTIME) {
            let mut evaluation = Self::read(project, flags, None, current, terminal, true)?;
            // The tests have mocks in the place of an engine.
            evaluation.program_runtime = None;
            return Ok(evaluation);
        }
        let project = of_own_language("`lumi test`", file, &current)?;
        Self::read(project, flags, None, current, terminal, true)
    }

    /// Plans the program against an empty stack, in any process. A note reports a program that
    /// stopped at an unknown value.
    pub fn plan(
        &self,
        flags: &ProgramFlags,
        events: EventSink,
    ) -> Result<(Graph, Option<Report>), Failure> {
        let monitor = Arc::new(PlanMonitor::default());
        let remote = self.remote(
            flags,
            Arc::clone(&monitor) as _,
            Arc::clone(&events),
            true,
            false,
        );
        let end = match remote {
            None => {
                let (graph, ending) = self.run(flags, events, None)?;
                let note = match &ending {
                    Ending::Finished { unseen } => Report::unseen(unseen),
                    Ending::Stopped(stopped) => Some(stopped.into()),
                };
                return Ok((graph, note));
            }
            Some(program) => wait(program.run)?,
        };
        let (complete, note) = match end {
            ProgramEnd::Finished(None) => (true, None),
            ProgramEnd::Finished(Some(unseen)) => (false, Some(unseen.report)),
            ProgramEnd::Stopped(note) => (false, Some(*note)),
            ProgramEnd::Failed(failure) => return Err((*failure).into()),
        };
        let name = &self.project.settings.name;
        Ok((monitor.take_graph(&self.stack, name, complete), note))
    }

    /// An isolate without a program, for provider objects from the state.
    pub fn without_program(
        settings: &ProjectSettings,
        stack: String,
        config: Vec<(String, ConfigValue)>,
        current: PathBuf,
        terminal: Terminal,
    ) -> Self {
        Self {
            project: Project {
                entry: settings.folder.clone(),
                settings: settings.clone(),
                pack: None,
                has_sources: false,
            },
            libraries: Libraries::default(),
            packages: Arc::new(ProjectInterfaces::new(settings, false)),
            stack,
            current,
            config,
            arguments: Vec::new(),
            mode: Mode::Nothing,
            test_filter: String::new(),
            stop: StopHandle::default(),
            color: terminal.error_color,
            shows_progress: false,
            started: terminal.started,
            program_runtime: None,
            inspection: None,
            inspects_plans: true,
        }
    }

    /// Runs the program once against an empty stack. `seed` changes random numbers, clock and
    /// unspecified orders.
    pub fn run(
        &self,
        flags: &ProgramFlags,
        events: EventSink,
        seed: Option<u32>,
    ) -> Result<(Graph, Ending), ProgramError> {
        self.run_tried(flags, events, seed, None)
    }

    /// As [`run`](Self::run); with an order, callbacks run with made-up values of unknown outputs.
    pub fn run_tried(
        &self,
        flags: &ProgramFlags,
        events: EventSink,
        seed: Option<u32>,
        tried: Option<SettlingOrder>,
    ) -> Result<(Graph, Ending), ProgramError> {
        let monitor = Arc::new(PlanMonitor::default());
        let counted = Arc::clone(&monitor);
        let progress = self
            .shows_progress
            .then(|| Progress::start(move || counted.planned()));
        let mut program = self.program(flags, Arc::clone(&monitor) as _, events, true);
        program.disturbance = seed;
        program.context.tried = tried;
        // The order of environment variables is not promised.
        if seed.is_some_and(|it| it > u32::MAX / 2) {
            program.environment.reverse();
        }
        // Test files run in sequence, and a check of determinism runs the program twice.
        program.is_last = self.mode == Mode::Program && seed.is_none();
        let ending = match self.project.settings.foreign_runtime() {
            Some(NODE_RUNTIME) => run_with_sdk(program),
            _ => lumi_host::run(program),
        };
        drop(progress);
        let ending = ending?;
        let complete = ending.is_whole();
        Ok((
            monitor.take_graph(&self.stack, &self.project.settings.name, complete),
            ending,
        ))
    }

    /// The modules of a package and of libraries, as if they were files of the project.
    fn memory_modules(&self) -> Option<Arc<MemoryModules>> {
        let folder = &self.project.settings.folder;
        let mut modules = MemoryModules::default();
        if let Some(program) = &self.project.pack {
            modules.has_program = true;
            modules.assets = asset_hashes(&program.pack.manifest);
            add_pack(&mut modules, &program.pack, folder);
        }
        self.libraries.add_to(&mut modules, folder);
        (!modules.modules.is_empty()).then(|| Arc::new(modules))
    }

    /// The program, for any monitor.
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
                test_filter: self.test_filter.clone(),
                memory_modules: self.memory_modules(),
                has_sources: self.project.has_sources,
                ..RunContext::default()
            },
            config: self.config.clone(),
            environment: environment(),
            console_color: self.color,
            permissions: flags.sandbox.permissions.flags(),
            inspection: self.inspection.clone(),
            limits: flags.sandbox.limits(),
            cache: cache_folder(),
            monitor,
            packages: Arc::clone(&self.packages) as _,
            dynamic: None,
            services: None,
            events: partial_secrets::sink(events),
            stop: self.stop.clone(),
            disturbance: None,
            is_last: false,
            started: self.started,
        }
    }
}
