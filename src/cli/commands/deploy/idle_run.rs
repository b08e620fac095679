//! The deployment of a plan without changes: the plan has done all of its work but for what it writes, so nothing is
//! evaluated again.

use lumi_engine::{Event, RunOutcome, RunStarted, RunSummary, Unwritten};
use lumi_state::{RunInfo, StackState};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::output::kept_events::{KeptEvent, KeptEvents};
use lumi_terminal::ui::report::Report;
use lumi_terminal::ui::run::End;

use super::deploy_request::DeploySource;
use super::deployment::Deployment;
use super::single_run::{RunMode, RunResult};

/// A plan that found every object as the program wants it.
pub struct IdlePlan {
    outcome: RunOutcome,
    unwritten: Unwritten,
    events: Vec<KeptEvent>,
}

impl Deployment<'_> {
    /// Whether a deployment would find what this plan of the program has found, and do nothing.
    pub fn is_idle(&self, preview: &RunResult) -> bool {
        !preview.outcome.summary.has_changes() && self.is_repeatable(preview)
    }

    /// Whether nothing but its steps distinguishes a deployment from this plan of the program.
    pub(super) fn is_repeatable(&self, preview: &RunResult) -> bool {
        let RunSummary {
            failed,
            skipped,
            excluded,
            read,
            ..
        } = preview.outcome.summary;
        matches!(self.request.source, DeploySource::Program)
            && preview.end == End::Whole
            && failed + skipped + excluded + read == 0
            && !self.refresh
            && !self.is_inspected()
            && self.selection.is_empty()
    }

    /// Whether a debugger waits for the evaluation that deploys.
    fn is_inspected(&self) -> bool {
        let evaluation = self.evaluation.as_ref();
        evaluation.is_some_and(|it| it.inspection.is_some())
    }

    /// Ends a deployment as its plan says: shows the same, and writes the same.
    pub async fn conclude_idle(
        &self,
        state: StackState,
        plan: IdlePlan,
        how: RunMode,
    ) -> Result<RunResult, Failure> {
        let display = self.display(false, how.announced, how.only_failures);
        let events = display.engine_events();
        events(Event::Started(RunStarted {
            kind: self.request.kind(),
            preview: false,
            project: self.settings.name.clone(),
            stack: self.stack_name.clone(),
            resources: state.resources.len(),
        }));
        for event in &plan.events {
            display.repeat(event)?;
        }
        let state = match how.log {
            None => state,
            Some(log) => {
                let run = RunInfo {
                    kind: self.request.kind(),
                    at: std::time::SystemTime::now().into(),
                    version: env!("CARGO_PKG_VERSION").to_owned(),
                };
                let written = plan.unwritten.write(state, log, run).await;
                written.map_err(|error| {
                    Failure::new(Exit::Failure, Report::error(error.to_string()))
                })?
            }
        };
        let summary = RunSummary {
            preview: false,
            ..plan.outcome.summary
        };
        events(Event::Ended(summary));
        let (exit, end) = (Exit::Success, End::Whole);
        let model = display.finish(exit, end, None)?;
        Ok(RunResult {
            outcome: RunOutcome {
                summary,
                state,
                planned: None,
                ..plan.outcome
            },
            model,
            exit,
            end,
            code: None,
            program: None,
            events: None,
        })
    }
}

impl IdlePlan {
    /// `None` if the deployment may do other things than its plan, or shows other things.
    pub fn of(preview: RunResult) -> Option<Self> {
        let RunResult {
            mut outcome,
            events,
            ..
        } = preview;
        Some(Self {
            unwritten: outcome.unwritten.take()?,
            events: events.and_then(KeptEvents::of_idle)?,
            outcome,
        })
    }
}
