//! The source of a deployment, run once: a plan, or the real thing.

use std::path::PathBuf;
use std::sync::Arc;

use crate::args::ProgramFlags;
use crate::evaluation::Evaluation;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::interrupt::Interruption;
use crate::program_end::{FailureCause, ProgramEnd};
use crate::redaction;
use crate::run_display::{DisplayOptions, RunDisplay};
use crate::terminal::Terminal;
use crate::ui::run::{End, Model};
use lumi_engine::{
    Engine, NullSource, PlanKey, RecordLog, RecordedSource, RefreshSource, RunOptions, RunOutcome,
    RunSummary, SavedPlan,
};
use lumi_state::StackState;

use super::deploy_request::{DeployRequest, Operation};
use super::deployment::Deployment;
use super::eval_source::EvalSource;
use super::import_source::ImportSource;
use super::program_run::{ProgramRun, is_dynamic};
use super::provider_config::provider_config;
use super::recorded::refusal;

/// What tells a plan from a deployment.
pub(super) struct RunMode {
    /// Where changes are written before they are made; without it this is a plan.
    pub log: Option<Arc<dyn RecordLog>>,
    /// What a plan has announced.
    pub announced: Option<Model>,
    /// All that is allowed.
    pub plan: Option<SavedPlan>,
    pub key: PlanKey,
    /// Nothing is shown of a success.
    pub only_failures: bool,
}

/// What a run came to, and what the user saw of it.
pub(super) struct Finished {
    pub outcome: RunOutcome,
    pub model: Model,
    pub exit: Exit,
    pub end: End,
    /// The code for an imported object.
    pub code: Option<String>,
}

impl Deployment<'_> {
    pub(super) async fn preview(
        &self,
        state: StackState,
        key: PlanKey,
        only_failures: bool,
    ) -> Result<Finished, Failure> {
        let how = RunMode {
            log: None,
            announced: None,
            plan: None,
            key,
            only_failures,
        };
        self.once(state, how).await
    }

    /// Runs the source once; without a log it is a preview.
    pub(super) async fn once(&self, state: StackState, how: RunMode) -> Result<Finished, Failure> {
        let RunMode {
            log,
            announced,
            plan,
            key,
            only_failures,
        } = how;
        let preview = log.is_none();
        let display = RunDisplay::start(
            self.terminal,
            DisplayOptions {
                json: self.request.run.json,
                show_secrets: self.request.run.show_secrets,
                diff: self.request.run.diff,
                markdown: self.request.markdown,
                preview,
                plan: announced,
                only_failures,
                folder: self.settings.folder.clone(),
            },
        );
        self.packages.show_in(display.engine_events());
        let recorded = match self.request.operation {
            Operation::Recorded(number) => Some(self.recorded(number).await),
            _ => None,
        };
        // What is gone by now may need the program to come back.
        let managed = match &recorded {
            Some(Ok(recorded)) if !ProgramRun::is_needed(&state) => recorded,
            _ => &state,
        };
        let program = self.program(managed, &display, preview);
        if let Some(program) = &program {
            self.packages.offer(program.access());
        }
        let recorded = match (self.request.operation, recorded) {
            (Operation::Recorded(number), Some(Ok(recorded))) => self
                .check_recorded(number, &recorded, &state, program.as_ref())
                .map(|()| Some(recorded)),
            (_, Some(Err(failure))) => Err(failure),
            _ => Ok(None),
        };
        let recorded = match recorded {
            Ok(recorded) => recorded,
            Err(failure) => {
                display.finish(failure.exit, End::Failed, None)?;
                return Err(failure);
            }
        };
        let prepared = Engine {
            options: self.options(preview, plan, key),
            state,
            log,
            providers: self.packages.registry(program.as_ref()),
            events: display.engine_events(),
        }
        .prepare();
        let stop = program.as_ref().map(|it| it.stop().clone());
        let interrupter = prepared.interrupter();
        let runtime = tokio::runtime::Handle::current();
        self.interrupts
            .notify(move |interruption| match interruption {
                Interruption::First => interrupter.interrupt(),
                Interruption::Second => {
                    let interrupter = interrupter.clone();
                    runtime.spawn(async move { interrupter.abort().await });
                }
            });
        self.interrupts.pass_to(&stop.unwrap_or_default());
        let mut code = None;
        let (outcome, ending) = match (self.request.operation, &program) {
            (Operation::Program, Some(program)) => {
                let logged = || display.logged_errors();
                let mut source = EvalSource {
                    program,
                    logged_errors: &logged,
                    ending: None,
                };
                let outcome = prepared.run(&mut source).await;
                (outcome, source.ending)
            }
            (Operation::Object(args), _) => {
                let mut source = ImportSource::new(args, &self.settings.name, &self.stack_name)?;
                let outcome = prepared.run(&mut source).await;
                code = source.code();
                let problem = problem(program.as_ref(), &outcome).await;
                (outcome, problem)
            }
            (Operation::World, _) => {
                let outcome = prepared.run(&mut RefreshSource).await;
                let problem = problem(program.as_ref(), &outcome).await;
                (outcome, problem)
            }
            (Operation::Recorded(_), _) => {
                let mut source = RecordedSource::new(recorded.unwrap_or_default());
                let outcome = prepared.run(&mut source).await;
                if let Some(report) = refusal(&source.refused) {
                    display.report(&report)?;
                }
                let problem = problem(program.as_ref(), &outcome).await;
                (outcome, problem)
            }
            (Operation::Nothing | Operation::Program, _) => {
                let outcome = prepared.run(&mut NullSource).await;
                let problem = problem(program.as_ref(), &outcome).await;
                (outcome, problem)
            }
        };
        let exit = self.report(&display, &outcome, ending.as_ref())?;
        let end = match (exit, &ending) {
            (Exit::Success, Some(ProgramEnd::Stopped(_) | ProgramEnd::Finished(Some(_)))) => {
                End::Open
            }
            (Exit::Success, _) => End::Whole,
            (Exit::Stopped, _) => End::Interrupted,
            _ => End::Failed,
        };
        let model = display.finish(exit, end, outcome.planned.as_ref())?;
        Ok(Finished {
            outcome,
            model,
            exit,
            end,
            code,
        })
    }

    /// Says what became of the program, unless the engine has said it already.
    fn report(
        &self,
        display: &RunDisplay,
        outcome: &RunOutcome,
        ending: Option<&ProgramEnd>,
    ) -> Result<Exit, Failure> {
        let mut exit = if outcome.has_failed {
            Exit::Failure
        } else {
            Exit::Success
        };
        // A function that failed is no step: only the program can tell of it.
        let RunSummary {
            failed, skipped, ..
        } = outcome.summary;
        let is_explained = failed + skipped > 0 || outcome.is_broken || outcome.is_interrupted;
        match ending {
            Some(ProgramEnd::Stopped(note)) => display.report(note)?,
            // The engine stopped, and with it whatever the program waited for.
            Some(ProgramEnd::Failed(failure))
                if is_explained
                    && matches!(
                        failure.cause,
                        FailureCause::Resource | FailureCause::Stalled
                    ) => {}
            Some(ProgramEnd::Failed(failure)) => {
                if let Some(report) = &failure.report {
                    display.report(report)?;
                }
                exit = failure.cause.exit();
            }
            Some(ProgramEnd::Finished(Some(unseen))) => {
                let undecided = outcome.undecided.as_slice();
                display.report(&unseen.report.clone().with_undecided(undecided))?;
            }
            Some(ProgramEnd::Finished(None)) | None => {}
        }
        if outcome.is_interrupted {
            exit = Exit::Stopped;
        }
        Ok(exit)
    }

    fn options(&self, preview: bool, plan: Option<SavedPlan>, plan_key: PlanKey) -> RunOptions {
        let request = &self.request;
        RunOptions {
            kind: request.kind(),
            preview,
            parallel: request.run.parallel.get(),
            selection: request.selection(),
            refresh: request.scope.is_some_and(|it| it.refresh),
            continue_on_error: request.run.continue_on_error,
            forget_pending: request.run.forget_pending,
            answer_limit: request.run.provider_timeout,
            plan,
            plan_key,
            provider_config: provider_config(&self.config, &self.settings.name),
            project: self.settings.name.clone(),
            stack: self.stack_name.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }

    /// The program, if its goals are asked for or its providers may be.
    fn program(
        &self,
        state: &StackState,
        display: &RunDisplay,
        preview: bool,
    ) -> Option<ProgramRun> {
        let flags = self.request.flags;
        let events = display.program_events();
        if let Some(evaluation) = &self.evaluation {
            return Some(ProgramRun::for_goals(
                evaluation, state, flags, events, preview,
            ));
        }
        let is_needed = match self.request.operation {
            Operation::Object(args) => is_dynamic(&args.resource_type),
            _ => ProgramRun::is_needed(state),
        };
        // Without a program those resources fail, and say what they need; others need none.
        if !is_needed {
            return None;
        }
        let evaluation = evaluation(self.request, self.current.clone(), self.terminal);
        let evaluation = evaluation.ok().or_else(|| {
            let (stack, current) = (self.stack_name.clone(), self.current.clone());
            let nothing =
                Evaluation::without_program(&self.settings, stack, current, self.terminal);
            ProgramRun::has_code(state).then_some(nothing)
        })?;
        Some(ProgramRun::for_providers(&evaluation, state, flags, events))
    }
}

/// Why the program could not help with its providers, if something failed.
async fn problem(program: Option<&ProgramRun>, outcome: &RunOutcome) -> Option<ProgramEnd> {
    match program {
        Some(program) if outcome.has_failed => program.problem().await,
        _ => None,
    }
}

pub(super) fn evaluation(
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
    evaluation.color = terminal.error_color && !request.run.json;
    Ok(evaluation)
}
