//! The deployment of a plan whose goals do not depend on what it does: they are those of the plan, so the program is not
//! evaluated again.

use std::io;

use async_trait::async_trait;
use lumi_engine::{
    PlannedGoals, PreparedRun, Registrar, RunOutcome, Source, UnmentionedPolicy, is_dynamic,
};
use lumi_terminal::failure::Failure;
use lumi_terminal::output::kept_events::{KeptEvent, KeptEvents};
use lumi_terminal::output::run_display::RunDisplay;

use super::deploy_request::DeploySource;
use super::deployment::Deployment;
use super::program_run::ProgramRun;
use super::single_run::RunResult;

/// The goals of a plan, and what the program has said meanwhile.
pub struct SettledPlan {
    goals: PlannedGoals,
    events: Vec<KeptEvent>,
}

impl Deployment<'_> {
    /// Whether the plan keeps its goals for the run. A program that goes on after failures decides at each of them.
    pub fn keeps_goals(&self) -> bool {
        let request = &self.request;
        matches!(request.source, DeploySource::Program)
            && !request.preview_only
            && !request.run.continue_on_error
            && request.plan.is_none()
            && !self.refresh
            && self.selection.is_empty()
    }

    /// Whether a deployment would have the goals of this plan, and no resource needs the program.
    pub fn is_settled(&self, preview: &RunResult) -> bool {
        let outcome = &preview.outcome;
        let goals = outcome.goals.iter().flat_map(PlannedGoals::urns);
        self.keeps_goals()
            && self.is_repeatable(preview)
            && !ProgramRun::is_needed(&outcome.state)
            && !goals.into_iter().any(|it| is_dynamic(it.resource_type()))
    }
}

impl SettledPlan {
    /// `None` if the goals are not known.
    pub fn of(preview: RunResult) -> Option<Self> {
        Some(Self {
            goals: preview.outcome.goals?,
            events: preview.events.map(KeptEvents::of_program)?,
        })
    }

    pub async fn run(
        self,
        prepared: PreparedRun,
        display: &RunDisplay,
    ) -> Result<RunOutcome, Failure> {
        let mut source = SettledSource {
            plan: self,
            display,
            shown: Ok(()),
        };
        let outcome = prepared.run(&mut source).await;
        source.shown?;
        Ok(outcome)
    }
}

/// The goals of a plan. What the program has said comes after the heading of the run, as if it were evaluated.
struct SettledSource<'a> {
    plan: SettledPlan,
    display: &'a RunDisplay,
    shown: io::Result<()>,
}

#[async_trait]
impl Source for SettledSource<'_> {
    async fn run(&mut self, registrar: Registrar) -> UnmentionedPolicy {
        let mut events = self.plan.events.iter();
        self.shown = events.try_for_each(|it| self.display.repeat(it));
        self.plan.goals.run(registrar).await
    }
}
