//! A deployment: combines project, stack, providers and source.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::SystemTime;

use chrono::{DateTime, Utc};
use tokio::sync::Mutex;

use crate::runtime::on_threads;
use lumi_engine::{PlanKey, RecordLog, SavedPlan, Selection, UnchangedObjects, is_dynamic};
use lumi_graph::{Graph, GraphKind, Urn};
use lumi_hcl::states::Takeover;
use lumi_host::{ConfigValue, Permissions};
use lumi_import::ForeignState;
use lumi_project::ProjectSettings;
use lumi_project::interfaces::ProjectInterfaces;
use lumi_project::packages;
use lumi_project::stacks::backend;
use lumi_project::stacks::backend::owner;
use lumi_project::stacks::backend::print_notices;
use lumi_project::stacks::deployed_stacks;
use lumi_project::stacks::stack_cipher::StackCipher;
use lumi_project::stacks::used_stacks::StackUse;
use lumi_runs::cdktf::Synthesis;
use lumi_runs::evaluation::Evaluation;
use lumi_runs::plugins;
use lumi_runs::project_requests;
use lumi_state::{
    Backend, HistoryEntry, LoadedState, LockedStack, RunKind, Stack, StackState, StateError,
};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::input::stack_consent;
use lumi_terminal::interrupt::Interrupts;
use lumi_terminal::output::redaction;
use lumi_terminal::output::terminal::{Terminal, write_output};
use lumi_terminal::ui::report::Report;
use lumi_terminal::ui::run::End;

use super::confirmation::{Confirmation, PlanFacts};
use super::counts::counts;
use super::deploy_request::{DeployRequest, DeploySource};
use super::foreign;
use super::packages::{Granted, Packages};
use super::planned_source::evaluation;
use super::program_configs::ProgramConfigs;
use super::run_picture;
use super::saved_plan_file;
use super::single_run::{RunMode, RunResult};
use super::staged_pack::StagedPack;

/// Releases the lock, whether the work succeeded or not.
async fn unlocked(locked: LockedStack, done: Result<Exit, Failure>) -> Result<Exit, Failure> {
    let unlocked = locked.unlock().await;
    let exit = done?;
    unlocked?;
    Ok(exit)
}

/// The consequence of a fatal error of V8, for its message.
const ENDED_AT_ONCE: &str = "the state is safe: completed operations are saved, and those in \
                             progress are in the journal; the next `lumi up` looks up their \
                             outcome where providers can, and continues";

/// State shared by a run and its preview.
pub struct Deployment<'a> {
    pub request: DeployRequest<'a>,
    pub settings: ProjectSettings,
    /// The program, if the operation needs one.
    pub evaluation: Option<Evaluation>,
    pub config: Vec<(String, ConfigValue)>,
    /// Of the request, or of the saved plan.
    pub selection: Selection,
    /// The needs of targets that the stack does not have, as plans have found out.
    pub needed: parking_lot::Mutex<BTreeSet<Urn>>,
    pub refresh: bool,
    /// The answers of providers in the plan, for the run.
    pub unchanged: Arc<UnchangedObjects>,
    pub packages: Packages,
    pub backend: Arc<Backend>,
    pub stack: Stack,
    pub stack_name: String,
    pub terminal: Terminal,
    pub current: PathBuf,
    pub interrupts: Interrupts,
    pub asked_configs: Mutex<Option<ProgramConfigs>>,
    /// The packages of the project, opened when the source needs them.
    pub interfaces: OnceLock<ProjectInterfaces>,
    /// The state of another tool, if it is the source.
    pub foreign: Option<ForeignState>,
    /// The objects of another tool's state that the configuration takes over.
    pub takeover: Option<Takeover>,
}

/// The settings of a deployment, and the program if that is its source.
struct ReadSettings {
    settings: ProjectSettings,
    evaluation: Option<Evaluation>,
    stack_name: String,
    config: Vec<(String, ConfigValue)>,
}

impl ReadSettings {
    fn read(request: DeployRequest, current: &Path, terminal: Terminal) -> Result<Self, Failure> {
        if request.evaluates() {
            return Self::evaluated(request, current, terminal);
        }
        let mut settings = ProjectSettings::find(request.program, current)?;
        // A takeover is planned with the configuration.
        if matches!(request.source, DeploySource::ForeignState(_)) && settings.deploys_hcl() {
            return Self::evaluated(request, current, terminal);
        }
        if settings.is_cdktf() {
            // What it writes says which packages its stacks have.
            let flags = request.flags;
            Synthesis {
                settings: &settings,
                flags,
                current,
                terminal,
            }
            .run()?;
            settings = ProjectSettings::find(request.program, current)?;
        }
        let chosen = request.stack.or(request.flags.stack.stack.as_deref());
        let stack_name = settings.stack(chosen)?;
        let cipher = StackCipher::new(&settings, &stack_name, terminal);
        let config = settings.config(&stack_name, &request.flags.config, Some(&cipher))?;
        redaction::set_secrets(&config);
        Ok(Self {
            settings,
            evaluation: None,
            stack_name,
            config,
        })
    }

    fn evaluated(
        request: DeployRequest,
        current: &Path,
        terminal: Terminal,
    ) -> Result<Self, Failure> {
        let evaluation = evaluation(request, current.to_owned(), terminal)?;
        Ok(Self {
            settings: evaluation.project.settings.clone(),
            stack_name: evaluation.stack.clone(),
            config: evaluation.config.clone(),
            evaluation: Some(evaluation),
        })
    }
}

impl<'a> Deployment<'a> {
    /// The packages of the project, whose plugins the user has accepted with the command.
    pub fn interfaces(&self) -> &ProjectInterfaces {
        self.interfaces
            .get_or_init(|| ProjectInterfaces::new(&self.settings, true))
    }

    /// Reads settings and opens the stack; does not evaluate the program or take a lock.
    pub fn prepare(
        request: DeployRequest<'a>,
        current: PathBuf,
        terminal: Terminal,
    ) -> Result<Self, Failure> {
        let ReadSettings {
            settings,
            evaluation,
            stack_name,
            config,
        } = ReadSettings::read(request, &current, terminal)?;
        let foreign = foreign::read(request, &settings, &current)?;
        project_requests::accept_plugins(&request.flags.sandbox.permissions, &settings, terminal)?;
        let installed = packages::installed(&settings)?;
        for warning in &installed.warnings {
            terminal.report(warning);
        }
        let backend = Arc::new(backend::open(&settings)?);
        let stack = backend.stack(&settings.name, &stack_name)?;
        let flags = request.flags.sandbox.permissions.flags();
        let granted = Granted {
            access: Permissions::of_providers(&flags, &settings.folder, &current),
            scripts: plugins::scripts(&settings, request.flags, &current),
        };
        let assets = StagedPack::of(evaluation.as_ref())?;
        Ok(Self {
            request,
            selection: request.selection(),
            needed: parking_lot::Mutex::default(),
            refresh: request.refresh || request.refreshes_always(&settings),
            unchanged: Arc::default(),
            packages: Packages::new(
                &settings,
                installed,
                &stack_name,
                Arc::clone(&backend),
                granted,
                assets,
                terminal,
            ),
            backend,
            settings,
            evaluation,
            config,
            stack,
            stack_name,
            terminal,
            current,
            interrupts: Interrupts::install(),
            asked_configs: Mutex::default(),
            interfaces: OnceLock::new(),
            foreign,
            takeover: None,
        })
    }

    pub fn run(mut self) -> Result<Exit, Failure> {
        on_threads(async {
            let exit = self.plan_or_deploy().await;
            self.close_configs().await;
            self.packages.end().await;
            exit
        })
    }

    async fn plan_or_deploy(&mut self) -> Result<Exit, Failure> {
        if let Some(exit) = self.take_over().await? {
            return Ok(exit);
        }
        if self.request.preview_only {
            return self.preview_only().await;
        }
        let plan = self.saved_plan().await?;
        if let Some(plan) = &plan {
            self.selection = plan.selection.clone();
            self.refresh = plan.refresh;
        }
        self.deploy(plan).await
    }

    async fn preview_only(&self) -> Result<Exit, Failure> {
        if self.request.yes {
            self.terminal.report(&Report::note(
                "--dry-run takes precedence over --yes: nothing will be changed",
            ));
        }
        let state = self
            .interrupts
            .interruptible(self.state_for_preview())
            .await?;
        let before = self.graph_before(&state);
        let mut finished = self.preview(state, PlanKey::random(), false).await?;
        self.write_picture(before.as_ref(), &finished)?;
        if let Some(path) = self.request.save
            && finished.exit == Exit::Success
        {
            let plan = &mut finished.outcome.plan;
            saved_plan_file::save(plan, &self.current.join(path), &self.stack).await?;
            self.terminal
                .print_line(&format!("wrote {}", path.display()));
            if finished.end == End::Open {
                let note = match plan.is_open() {
                    true => {
                        "the plan ends where the program stopped: `up --plan` continues from \
                         there, and deletes only what the plan deletes"
                    }
                    false => "`up --plan` also deploys what this code declares",
                };
                self.terminal.report(&Report::note(note));
            }
        }
        self.note_synthesis(&finished);
        let has_changes = self.has_changes(&finished);
        self.check_changes(&finished)?;
        Ok(match finished.exit {
            Exit::Success if self.request.detailed_exitcode && has_changes => Exit::Changes,
            exit => exit,
        })
    }

    async fn state_for_preview(&self) -> Result<StackState, Failure> {
        self.check_planned_stack().await?;
        let asks_about_objects =
            self.refresh || matches!(self.request.source, DeploySource::RealObjects);
        if asks_about_objects && self.stack.exists().await? {
            self.accept_stack(false)?;
        }
        let loaded = backend::load_and_report(&self.stack, self.terminal).await?;
        self.stack.check_key().await?;
        Ok(loaded.state)
    }

    pub(super) async fn deploy(&self, plan: Option<SavedPlan>) -> Result<Exit, Failure> {
        let exists = async { Ok(self.stack.exists().await?) };
        let is_new = !self.interrupts.interruptible(exists).await?;
        if !is_new {
            self.accept_stack(plan.is_some())?;
            let locked = self.lock().await?;
            let done = async {
                let state = self.interrupts.interruptible(self.load(&locked)).await?;
                match self.confirmed(&state, plan.as_ref(), false).await? {
                    Confirmation::Ends(exit) => Ok(exit),
                    Confirmation::GoesOn(announced) => {
                        self.run_confirmed(&locked, state, announced, plan).await
                    }
                }
            };
            let done = done.await;
            return unlocked(locked, done).await;
        }
        // Nothing is written for a new stack before the user has agreed.
        let is_unexpected = self.check_new_stack().await?;
        self.stack.check_key().await?;
        let nothing = StackState::default();
        let announced = match self
            .confirmed(&nothing, plan.as_ref(), is_unexpected)
            .await?
        {
            Confirmation::Ends(exit) => return Ok(exit),
            Confirmation::GoesOn(announced) => announced,
        };
        let locked = self.lock().await?;
        StackUse::of(&self.settings, &self.stack).note();
        let done = async {
            let state = self.load(&locked).await?;
            if state != nothing {
                let message = "another run has deployed the stack in the meantime; nothing was \
                               done";
                let report = Report::error(message).help("run the command again");
                return Err(Failure::new(Exit::Locked, report));
            }
            self.run_confirmed(&locked, state, announced, plan).await
        };
        let done = done.await;
        unlocked(locked, done).await
    }

    /// Asks about a state that may have come with a repository, before anything that it describes is
    /// looked at. A plan that the user has saved answers the question, as flags do.
    pub(super) fn accept_stack(&self, has_plan: bool) -> Result<(), Failure> {
        let request = &self.request;
        let flags = &request.flags.sandbox.permissions;
        let is_agreed = request.yes || request.skip_preview || flags.project || flags.allow_all;
        let stack_use = StackUse::of(&self.settings, &self.stack);
        stack_consent::accept(&stack_use, is_agreed || has_plan, self.terminal)
    }

    async fn lock(&self) -> Result<LockedStack, Failure> {
        let locked = self.stack.lock(&owner(), self.request.verb()).await?;
        print_notices(locked.notices(), self.terminal);
        Ok(locked)
    }

    /// Loads the state, and the keys of its secrets in advance: an object whose outputs cannot be
    /// encrypted would be lost.
    async fn load(&self, locked: &LockedStack) -> Result<StackState, Failure> {
        let LoadedState { state, notices, .. } = locked.load().await?;
        print_notices(&notices, self.terminal);
        self.stack.check_key().await?;
        Ok(state)
    }

    /// Runs the deployment after consent.
    async fn run_confirmed(
        &self,
        locked: &LockedStack,
        state: StackState,
        announced: PlanFacts,
        plan: Option<SavedPlan>,
    ) -> Result<Exit, Failure> {
        if announced.has_secrets {
            // Both need much memory: the provider that has planned many objects, and the new key.
            self.packages.wait_for_worn().await;
            // Create the key first, so that a failure precedes all changes.
            let keyring = self.stack.keyring().await?;
            keyring.seal_text("").map_err(StateError::Key)?;
            keyring.save().await?;
        }
        self.save_config().await?;
        self.begin_set_back().await?;
        let journal = Arc::new(locked.open_journal().await?);
        lumi_host::set_consequence(ENDED_AT_ONCE);
        let log: Arc<dyn RecordLog> = Arc::clone(&journal) as _;
        let how = RunMode {
            log: Some(log),
            announced: announced.model.map(|it| *it),
            plan,
            key: PlanKey::random(),
            only_failures: self.request.is_quiet,
            settled: announced.settled,
        };
        let before = self.graph_before(&state);
        let finished = match announced.idle {
            Some(idle) => self.conclude_idle(state, *idle, how).await?,
            None => self.run_once(state, how).await?,
        };
        let entry = self.history_entry(&finished);
        let saved = journal.finish(&finished.outcome.state, entry).await;
        print_notices(&self.stack.take_notices(), self.terminal);
        saved?;
        self.end_set_back(finished.exit).await?;
        let state = &finished.outcome.state;
        deployed_stacks::record(&self.settings, &self.stack, state, self.terminal);
        self.write_picture(before.as_ref(), &finished)?;
        self.print_next_command(&finished);
        self.note_synthesis(&finished);
        if let Some(code) = &finished.code {
            write_output(&format!("\n{code}"))?;
        }
        if let Some(program) = &finished.program {
            self.conclude_foreign(program).await?;
        }
        Ok(finished.exit)
    }

    /// The graph of the state before a run, if a picture of the run is wanted.
    fn graph_before(&self, state: &StackState) -> Option<Graph> {
        let is_wanted = self.request.run.graph.is_some();
        is_wanted.then(|| state.graph(GraphKind::Deployment, &self.settings.name, &self.stack_name))
    }

    fn write_picture(&self, before: Option<&Graph>, finished: &RunResult) -> Result<(), Failure> {
        let (Some(path), Some(before)) = (&self.request.run.graph, before) else {
            return Ok(());
        };
        let state = &finished.outcome.state;
        let after = finished.outcome.planned.clone().unwrap_or_else(|| {
            state.graph(GraphKind::Deployment, &self.settings.name, &self.stack_name)
        });
        let graphs = (before, &after);
        run_picture::write(path, graphs, &finished.model, &self.current, self.terminal)
    }

    fn print_next_command(&self, finished: &RunResult) {
        let summary = &finished.outcome.summary;
        if matches!(self.request.source, DeploySource::HistoryEntry(_))
            && finished.exit == Exit::Success
        {
            self.terminal
                .print_line("The next `lumi up` applies the program again.");
        }
        if let DeploySource::Import(args) = self.request.source
            && is_dynamic(args.resource_type())
            && finished.exit == Exit::Success
        {
            self.terminal.print_line(
                "The state has no code of its provider yet: the next `lumi up` of a program that has \
                 the resource adds it. Until then, `refresh` and `destroy` need the program.",
            );
        }
        let is_partial = finished.exit == Exit::Failure && summary.has_changes();
        let may_continue = matches!(
            self.request.source,
            DeploySource::Program | DeploySource::Empty
        );
        if is_partial && may_continue && !self.request.run.json {
            let verb = self.request.verb();
            self.terminal.print_line(&format!(
                "Completed changes are saved. Fix the cause and run `lumi {verb}` again to \
                 continue."
            ));
        }
    }

    async fn saved_plan(&self) -> Result<Option<SavedPlan>, Failure> {
        match self.request.plan {
            None => Ok(None),
            Some(path) => {
                let path = self.current.join(path);
                let plan = saved_plan_file::read(&path, &self.stack).await?;
                if plan.destroy != (self.request.kind() == RunKind::Destroy) {
                    return Err(saved_plan_file::of_other_command(&path));
                }
                Ok(Some(plan))
            }
        }
    }

    fn history_entry(&self, finished: &RunResult) -> HistoryEntry {
        let summary = finished.model.summary();
        let summary = summary.unwrap_or(&finished.outcome.summary);
        let started = DateTime::<Utc>::from(SystemTime::now()) - summary.duration;
        let succeeded = finished.exit == Exit::Success;
        let mut entry =
            HistoryEntry::new(self.request.kind(), started, summary.duration, succeeded);
        entry.counts = counts(summary);
        entry.stopped = finished.exit == Exit::Stopped;
        if let DeploySource::HistoryEntry(number) = self.request.source {
            entry.rolled_back_to = Some(number);
        }
        entry
    }
}
