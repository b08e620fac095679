//! The source of a deployment's goals: a program, the recorded state, or the state of another tool.

use std::path::PathBuf;

use crate::args::ProgramFlags;
use lumi_engine::{NullSource, PreparedRun, RecordedSource, RefreshSource, RunOutcome, is_dynamic};
use lumi_graph::Object;
use lumi_import::WrittenProgram;
use lumi_runs::evaluation::Evaluation;
use lumi_runs::program_end::ProgramEnd;
use lumi_state::StackState;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::output::redaction;
use lumi_terminal::output::run_display::RunDisplay;
use lumi_terminal::output::terminal::Terminal;
use lumi_terminal::ui::run::End;

use super::deploy_request::{DeployRequest, DeploySource};
use super::deployment::Deployment;
use super::program_run::ProgramRun;
use super::program_source::run_program;
use super::settled_run::SettledPlan;
use super::sources::import_source::{ImportPlace, ImportSource};
use super::sources::listing_source::ListingSource;
use super::sources::recorded::refusal;
/// The source of a run, and the program that providers may need.
pub struct PlannedSource {
    pub program: Option<ProgramRun>,
    /// The recorded state, if it is the source.
    recorded: Option<RecordedSource>,
    /// The plan of the program, if that is the source instead of it.
    settled: Option<SettledPlan>,
    /// The outputs of the stack before the run.
    outputs: Object,
}

impl PlannedSource {
    pub fn settled(settled: SettledPlan, state: &StackState) -> Self {
        Self {
            program: None,
            recorded: None,
            settled: Some(settled),
            outputs: state.outputs.clone(),
        }
    }
}

/// The result of running the source.
pub struct EndedSource {
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

    pub fn end(&self, exit: Exit) -> End {
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
    /// Prepares the source and its providers, and reports missing parts.
    pub async fn plan_source(
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

    pub async fn run_source(
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
                let mut source = ImportSource::new(args, &self.place(), self.interfaces())?;
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
            (DeploySource::Takeover, _) => self.taken_over(prepared, &planned.outputs).await,
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

    fn place(&self) -> ImportPlace<'_> {
        ImportPlace {
            settings: &self.settings,
            stack: &self.stack_name,
            current: &self.current,
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
            DeploySource::ForeignState(_) | DeploySource::Takeover => false,
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
