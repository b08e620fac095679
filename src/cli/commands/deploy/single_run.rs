//! Runs the source of a deployment once: a plan, or the deployment itself.

use std::path::PathBuf;
use std::sync::Arc;

use crate::args::ProgramFlags;
use crate::evaluation::Evaluation;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::interrupt::InterruptCount;
use crate::output::kept_events::KeptEvents;
use crate::output::redaction;
use crate::output::run_display::{DisplayOptions, RunDisplay};
use crate::output::terminal::Terminal;
use crate::program_end::ProgramEnd;
use crate::ui::run::{End, Model};
use lumi_engine::{
    Engine, NullSource, PlanKey, PreparedRun, RecordLog, RecordedSource, RefreshSource, RunOptions,
    RunOutcome, SavedPlan, Selection, is_dynamic,
};
use lumi_graph::{Object, Secrets, Urn};
use lumi_state::StackState;

use super::deploy_request::{DeployRequest, DeploySource};
use super::deployment::Deployment;
use super::foreign::WrittenProgram;
use super::program_run::ProgramRun;
use super::program_source::run_program;
use super::provider_config::provider_config;
use super::settled_run::SettledPlan;
use super::sources::import_source::ImportSource;
use super::sources::listing_source::ListingSource;
use super::sources::recorded::refusal;

/// Differences between a plan and a deployment.
pub struct RunMode {
    /// The journal, written before each change; `None` for a plan.
    pub log: Option<Arc<dyn RecordLog>>,
    /// The model of the preceding plan.
    pub announced: Option<Model>,
    /// The saved plan that limits the run.
    pub plan: Option<SavedPlan>,
    pub key: PlanKey,
    /// Whether to show only failures.
    pub only_failures: bool,
    /// The plan whose goals are those of the run.
    pub settled: Option<SettledPlan>,
}

/// The result of a run.
pub struct RunResult {
    pub outcome: RunOutcome,
    pub model: Model,
    pub exit: Exit,
    pub end: End,
    /// The code of an imported object.
    pub code: Option<String>,
    /// The program for the resources of another tool's state.
    pub program: Option<WrittenProgram>,
    /// The events of a plan that is deployed next.
    pub events: Option<KeptEvents>,
}

/// The source of a run, and the program that providers may need.
struct PlannedSource {
    program: Option<ProgramRun>,
    /// The recorded state, if it is the source.
    recorded: Option<RecordedSource>,
    /// The plan of the program, if that is the source instead of it.
    settled: Option<SettledPlan>,
    /// The outputs of the stack before the run.
    outputs: Object,
}

impl PlannedSource {
    fn settled(settled: SettledPlan, state: &StackState) -> Self {
        Self {
            program: None,
            recorded: None,
            settled: Some(settled),
            outputs: state.outputs.clone(),
        }
    }
}

/// The result of running the source.
pub(super) struct EndedSource {
    pub outcome: RunOutcome,
    pub program_end: Option<ProgramEnd>,
    pub code: Option<String>,
    pub program: Option<WrittenProgram>,
}

impl EndedSource {
    fn of(outcome: RunOutcome) -> Self {
        Self {
            outcome,
            program_end: None,
            code: None,
            program: None,
        }
    }

    fn end(&self, exit: Exit) -> End {
        match (exit, &self.program_end) {
            (Exit::Success, Some(ProgramEnd::Stopped(_) | ProgramEnd::Finished(Some(_)))) => {
                End::Open
            }
            (Exit::Success, _) => End::Whole,
            (Exit::Stopped, _) => End::Interrupted,
            _ => End::Failed,
        }
    }
}

impl Deployment<'_> {
    pub async fn preview(
        &self,
        state: StackState,
        key: PlanKey,
        only_failures: bool,
    ) -> Result<RunResult, Failure> {
        let how = || RunMode {
            log: None,
            announced: None,
            plan: None,
            key: key.clone(),
            only_failures,
            settled: None,
        };
        if self.selection.is_empty() {
            return self.run_once(state, how()).await;
        }
        loop {
            let planned = self.run_once(state.clone(), how()).await?;
            // What targets need and the stack does not have is planned as well.
            if !self.add_needed(&planned.outcome) {
                return Ok(planned);
            }
        }
    }

    /// Whether a plan lacks what its targets need.
    fn is_short(&self, outcome: &RunOutcome) -> bool {
        let known = self.needed.lock();
        let is_new = |it: &Urn| !known.contains(it);
        !outcome.is_interrupted && outcome.needed.iter().any(is_new)
    }

    fn add_needed(&self, outcome: &RunOutcome) -> bool {
        let is_short = self.is_short(outcome);
        self.needed.lock().extend(outcome.needed.iter().cloned());
        is_short
    }

    /// Runs the source once; without a journal it is a preview.
    pub async fn run_once(&self, state: StackState, how: RunMode) -> Result<RunResult, Failure> {
        let RunMode {
            log,
            announced,
            plan,
            key,
            only_failures,
            settled,
        } = how;
        let preview = log.is_none();
        let display = self.display(preview, announced, only_failures);
        self.packages.show_in(display.engine_events());
        let planned = match settled {
            Some(settled) => Ok(PlannedSource::settled(settled, &state)),
            None => self.plan_source(&state, &display, preview).await,
        };
        let mut planned = match planned {
            Ok(planned) => planned,
            Err(failure) => {
                if let Some(report) = &failure.report {
                    display.note_error(report);
                }
                display.finish(failure.exit, End::Failed, None)?;
                return Err(failure);
            }
        };
        let program_configs = self.program_configs(&state, &display, preview).await?;
        let prepared = Engine {
            options: RunOptions {
                program_configs,
                ..self.options(preview, plan, key)
            },
            state,
            log,
            providers: self.packages.registry(planned.program.as_ref()),
            events: display.engine_events(),
        }
        .prepare();
        self.pass_interrupts(&prepared, planned.program.as_ref());
        let ended = self
            .run_source(prepared, &mut planned, &display, preview)
            .await?;
        // What the providers say of it comes before the summary.
        self.close_configs().await;
        self.shown(display, ended)
    }

    /// Shows the result of a run, unless it is a plan that is made again with what its targets need.
    fn shown(&self, display: RunDisplay, ended: EndedSource) -> Result<RunResult, Failure> {
        display.end_program();
        let (exit, end, events, model) = if self.is_short(&ended.outcome) {
            (Exit::Success, End::Open, None, display.discard())
        } else {
            let exit = self.report_end(&display, &ended.outcome, ended.program_end.as_ref())?;
            let end = ended.end(exit);
            let events = display.take_kept();
            let model = display.finish(exit, end, ended.outcome.planned.as_ref())?;
            (exit, end, events, model)
        };
        Ok(RunResult {
            events,
            outcome: ended.outcome,
            model,
            exit,
            end,
            code: ended.code,
            program: ended.program,
        })
    }

    pub(super) fn display(
        &self,
        preview: bool,
        announced: Option<Model>,
        only_failures: bool,
    ) -> RunDisplay {
        let run = self.request.run;
        let options = DisplayOptions {
            json: run.json,
            secrets: Secrets::shown_if(run.show_secrets),
            diff: run.diff,
            markdown: self.request.markdown,
            preview,
            plan: announced,
            only_failures,
            is_held: preview && !self.selection.targets.is_empty(),
            keeps_events: preview && !self.request.preview_only,
            names_unreached: run.continue_on_error && !preview,
            folder: self.settings.folder.clone(),
        };
        RunDisplay::start(self.terminal, options)
    }

    /// Prepares the source and its providers, and reports missing parts.
    async fn plan_source(
        &self,
        state: &StackState,
        display: &RunDisplay,
        preview: bool,
    ) -> Result<PlannedSource, Failure> {
        let DeploySource::HistoryEntry(number) = self.request.source else {
            let program = self.offered_program(state, display, preview);
            return Ok(PlannedSource {
                program,
                recorded: None,
                settled: None,
                outputs: state.outputs.clone(),
            });
        };
        let recorded = self.recorded(number).await?;
        // Restoring a deleted resource may need the program.
        let managed = match ProgramRun::is_needed(state) {
            true => state,
            false => &recorded,
        };
        let program = self.offered_program(managed, display, preview);
        self.check_recorded(number, &recorded, state, program.as_ref())?;
        Ok(PlannedSource {
            program,
            recorded: Some(RecordedSource::new(recorded, state)),
            settled: None,
            outputs: state.outputs.clone(),
        })
    }

    /// The program, which providers of the run can reach.
    fn offered_program(
        &self,
        managed: &StackState,
        display: &RunDisplay,
        preview: bool,
    ) -> Option<ProgramRun> {
        let program = self.program(managed, display, preview);
        if let Some(program) = &program {
            self.packages.offer(program.access());
        }
        program
    }

    /// Passes the user's signals to the engine and the program from now on.
    fn pass_interrupts(&self, prepared: &PreparedRun, program: Option<&ProgramRun>) {
        let interrupter = prepared.interrupter();
        let stop = program.map(|it| it.stop().clone()).unwrap_or_default();
        let providers = stop.clone();
        let runtime = tokio::runtime::Handle::current();
        self.interrupts
            .notify(move |interruption| match interruption {
                InterruptCount::First => {
                    if interrupter.interrupt() {
                        let interrupter = interrupter.clone();
                        runtime.spawn_blocking(move || interrupter.announce());
                    }
                }
                InterruptCount::Second => {
                    providers.abort();
                    let interrupter = interrupter.clone();
                    runtime.spawn(async move { interrupter.abort().await });
                }
            });
        self.interrupts.pass_to(&stop);
    }

    async fn run_source(
        &self,
        prepared: PreparedRun,
        planned: &mut PlannedSource,
        display: &RunDisplay,
        preview: bool,
    ) -> Result<EndedSource, Failure> {
        if let Some(settled) = planned.settled.take() {
            return Ok(EndedSource::of(settled.run(prepared, display).await?));
        }
        let recorded = planned.recorded.take();
        let program = planned.program.as_ref();
        if let (true, Some(program)) = (self.request.evaluates(), program) {
            return Ok(run_program(prepared, program, display, self.rest_of_source()).await);
        }
        let mut code = None;
        let mut written = None;
        let outcome = match (self.request.source, program) {
            (DeploySource::Import(args), _) => {
                let names = (self.settings.name.as_str(), self.stack_name.as_str());
                let mut source = ImportSource::new(args, names, self.interfaces())?;
                let outcome = prepared.run(&mut source).await;
                code = source.code();
                outcome
            }
            (DeploySource::ForeignState(_), _) => {
                let mut source = self.foreign_source(&planned.outputs)?;
                let outcome = prepared.run(&mut source).await;
                let is_written = !preview && !outcome.has_failed;
                written = is_written.then(|| self.written_program(&source)).flatten();
                outcome
            }
            (DeploySource::RealObjects, _) => prepared.run(&mut RefreshSource).await,
            (DeploySource::Listings(listings), _) => {
                let mut source = ListingSource(listings);
                prepared.run(&mut source).await
            }
            (DeploySource::HistoryEntry(_), _) => {
                let mut source = recorded.unwrap_or_default();
                let outcome = prepared.run(&mut source).await;
                if let Some(report) = refusal(&source.refused) {
                    display.report(&report)?;
                }
                outcome
            }
            (DeploySource::Empty | DeploySource::Program, _) => prepared.run(&mut NullSource).await,
        };
        let program_end = problem(program, &outcome).await;
        Ok(EndedSource {
            outcome,
            program_end,
            code,
            program: written,
        })
    }

    fn selection_with_needed(&self) -> Selection {
        let mut selection = self.selection.clone();
        let needed = self.needed.lock();
        selection.needed.extend(needed.iter().cloned());
        selection
    }

    fn options(&self, preview: bool, plan: Option<SavedPlan>, plan_key: PlanKey) -> RunOptions {
        let request = &self.request;
        RunOptions {
            kind: request.kind(),
            preview,
            keeps_goals: preview && self.keeps_goals(),
            unchanged: (!request.preview_only).then(|| Arc::clone(&self.unchanged)),
            parallel: request.run.parallel.get(),
            selection: self.selection_with_needed(),
            look_up: !request.preview_only || self.refresh,
            leaves_goals: request.run_program,
            refresh: self.refresh,
            continue_on_error: request.run.continue_on_error,
            forget_pending: request.run.forget_pending,
            answer_limit: request.run.provider_timeout,
            plan,
            plan_key,
            program_configs: Default::default(),
            secrets: redaction::secrets_of(&self.config),
            provider_config: provider_config(&self.config, &self.settings.name),
            project: self.settings.name.clone(),
            stack: self.stack_name.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }

    /// The program, if its goals or providers may be needed.
    fn program(
        &self,
        state: &StackState,
        display: &RunDisplay,
        preview: bool,
    ) -> Option<ProgramRun> {
        let flags = self.request.flags;
        let events = display.program_events();
        if let (true, Some(evaluation)) = (self.request.evaluates(), &self.evaluation) {
            let continues_on_error = self.request.run.continue_on_error && !preview;
            return Some(ProgramRun::for_goals(
                evaluation,
                state,
                flags,
                events,
                preview,
                continues_on_error,
            ));
        }
        let is_needed = match self.request.source {
            DeploySource::Import(args) => is_dynamic(args.resource_type()),
            DeploySource::ForeignState(_) => false,
            DeploySource::Listings(listings) => listings.has_dynamic(),
            _ => ProgramRun::is_needed(state),
        };
        // Without a program, resources that need it fail with a message.
        if !is_needed {
            return None;
        }
        if let Some(evaluation) = &self.evaluation {
            return Some(ProgramRun::for_providers(evaluation, state, flags, events));
        }
        let evaluation = evaluation(self.request, self.current.clone(), self.terminal);
        let evaluation = evaluation.ok().or_else(|| {
            let (stack, current) = (self.stack_name.clone(), self.current.clone());
            let (settings, config) = (&self.settings, self.config.clone());
            let nothing =
                Evaluation::without_program(settings, stack, config, current, self.terminal);
            ProgramRun::has_code(state).then_some(nothing)
        })?;
        Some(ProgramRun::for_providers(&evaluation, state, flags, events))
    }
}

/// The reason why the program could not provide its providers, if a step failed.
async fn problem(program: Option<&ProgramRun>, outcome: &RunOutcome) -> Option<ProgramEnd> {
    match program {
        Some(program) if outcome.has_failed => program.problem().await,
        _ => None,
    }
}

pub fn evaluation(
    request: DeployRequest,
    current: PathBuf,
    terminal: Terminal,
) -> Result<Evaluation, Failure> {
    let flags: &ProgramFlags = request.flags;
    let mut evaluation =
        Evaluation::of_stack(request.program, flags, request.stack, current, terminal)?;
    if request.run.show_secrets {
        redaction::disable();
    }
    evaluation.place(request.place)?;
    evaluation.inspects_plans = request.preview_only;
    evaluation.color = terminal.error_color && !request.run.json;
    Ok(evaluation)
}
