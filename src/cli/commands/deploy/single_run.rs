//! One run of a deployment: its plan, or the deployment itself.

use std::sync::Arc;

use lumi_engine::{
    Engine, PlanKey, PreparedRun, RecordLog, Referrers, RunOptions, RunOutcome, SavedPlan,
    Selection,
};
use lumi_graph::{Secrets, Urn};
use lumi_import::WrittenProgram;
use lumi_state::StackState;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::interrupt::InterruptCount;
use lumi_terminal::output::kept_events::KeptEvents;
use lumi_terminal::output::redaction;
use lumi_terminal::output::run_display::{DisplayOptions, RunDisplay};
use lumi_terminal::ui::run::{End, Model};

use super::deployment::Deployment;
use super::planned_source::{EndedSource, PlannedSource};
use super::program_run::ProgramRun;
use super::provider_config::provider_config;
use super::settled_run::SettledPlan;

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

    fn selection_with_needed(&self) -> Selection {
        let mut selection = self.selection.clone();
        let needed = self.needed.lock();
        selection.needed.extend(needed.iter().cloned());
        selection
    }

    /// Finds the stacks that refer to this one; a run that changes something looks into all.
    fn referrers(&self) -> Referrers {
        let all = self.packages.referrers(&self.stack_name);
        match self.request.preview_only {
            true => all.without(self.request.deleted_before),
            false => all,
        }
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
            referrers: Some(self.referrers()),
            provider_config: provider_config(&self.config, &self.settings.name),
            project: self.settings.name.clone(),
            stack: self.stack_name.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }
}
