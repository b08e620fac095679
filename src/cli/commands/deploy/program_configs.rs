//! The inputs of the program's provider resources, for runs that touch objects without evaluating
//! goals: credentials are configuration, so `destroy` and `refresh` evaluate the program for them.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::failure::Failure;
use crate::program_end::ProgramEnd;
use crate::run_display::RunDisplay;
use crate::ui::report::{Report, Severity};
use lumi_graph::{Object, ResourceKind, Urn};
use lumi_monitor::SurveyMonitor;
use lumi_state::{Resource, StackState};

use super::deploy_request::Operation;
use super::deployment::Deployment;
use super::program_run::ProgramRun;
use super::single_run::evaluation;

/// Provider inputs from the program.
#[derive(Default)]
pub struct ProgramConfigs {
    /// Inputs by provider resource.
    inputs: FxHashMap<Urn, Object>,
    /// The reason why some inputs are missing.
    warning: Option<Report>,
}

impl Deployment<'_> {
    /// Evaluates the program for its provider resources, once for a plan and its run.
    pub async fn program_configs(
        &self,
        state: &StackState,
        display: &RunDisplay,
        preview: bool,
    ) -> Result<FxHashMap<Urn, Object>, Failure> {
        let asked = self.asked_configs.get_or_init(|| self.survey(state)).await;
        let is_first = preview || self.request.yes || self.request.skip_preview;
        if let Some(warning) = asked.warning.as_ref().filter(|_| is_first) {
            display.report(warning)?;
        }
        Ok(asked.inputs.clone())
    }

    async fn survey(&self, state: &StackState) -> ProgramConfigs {
        let live: Vec<&Arc<Resource>> = state.live_resources();
        let is_wanted = live.iter().any(|it| it.kind == ResourceKind::Provider);
        if !is_wanted || !self.runs_before_goals(state) {
            return ProgramConfigs::default();
        }
        let own;
        let evaluation = match &self.evaluation {
            Some(evaluation) => evaluation,
            // The program may no longer exist.
            None => match evaluation(self.request, self.current.clone(), self.terminal) {
                Ok(evaluation) => {
                    own = evaluation;
                    &own
                }
                Err(_) => return ProgramConfigs::default(),
            },
        };
        let known = live.iter().map(|it| {
            let outputs = Object::clone(&it.outputs);
            (it.urn.clone(), it.id.clone(), outputs)
        });
        let monitor = Arc::new(SurveyMonitor::new(known));
        let program = ProgramRun::for_survey(
            evaluation,
            state,
            self.request.flags,
            Arc::clone(&monitor) as _,
        );
        self.interrupts.pass_to(program.stop());
        let ending = program.ending().await;
        let inputs = monitor.configs();
        let is_provider = |it: &&Arc<Resource>| it.kind == ResourceKind::Provider;
        let mut providers = live.into_iter().filter(is_provider);
        let is_whole = providers.all(|it| inputs.contains_key(&it.urn));
        let is_of_program = matches!(self.request.operation, Operation::Program);
        let warning = match ending {
            Some(ProgramEnd::Failed(failure)) if !is_whole && !is_of_program => {
                Some(outdated(failure.report))
            }
            _ => None,
        };
        ProgramConfigs { inputs, warning }
    }

    /// Whether the run touches objects before the program has configured its providers.
    fn runs_before_goals(&self, state: &StackState) -> bool {
        let is_of_program = matches!(self.request.operation, Operation::Program);
        !is_of_program || self.refresh || !state.pending.is_empty()
    }
}

fn outdated(cause: Option<Report>) -> Report {
    let message = "the program failed before it configured its providers, so they use the \
                   configuration of the last `lumi up`";
    let cause = cause.map(|it| Report {
        severity: Severity::Cause,
        ..it
    });
    Report {
        severity: Severity::Warning,
        related: cause.into_iter().collect(),
        ..Report::error(message)
    }
}
