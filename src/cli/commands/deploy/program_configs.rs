//! The inputs of the program's provider resources, for runs that touch objects without evaluating
//! goals: credentials are configuration, so `destroy` and `refresh` evaluate the program for them.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use tokio::runtime::Handle;

use lumi_graph::{Object, ResourceKind, Urn};
use lumi_monitor::{EphemeralSource, MonitorError, SurveyMonitor};
use lumi_runs::program_end::ProgramEnd;
use lumi_state::{Resource, StackState};
use lumi_terminal::failure::Failure;
use lumi_terminal::output::run_display::RunDisplay;
use lumi_terminal::ui::report::{Report, Severity};

use super::deploy_request::DeploySource;
use super::deployment::Deployment;
use super::ephemeral_opener::EphemeralOpener;
use super::planned_source::evaluation;
use super::program_run::ProgramRun;
use super::provider_config::provider_config;

/// Provider inputs from the program.
#[derive(Default)]
pub struct ProgramConfigs {
    /// Inputs by provider resource.
    inputs: FxHashMap<Urn, Object>,
    /// The reason why some inputs are missing.
    warning: Option<Report>,
    /// The ephemeral values with which the program configures providers.
    opener: Option<Arc<EphemeralOpener>>,
}

impl ProgramConfigs {
    fn has_opened(&self) -> bool {
        self.opener.as_ref().is_some_and(|it| it.has_opened())
    }

    async fn close(&self) {
        if let Some(opener) = &self.opener {
            opener.close().await;
        }
    }
}

impl Deployment<'_> {
    /// Evaluates the program for its provider resources, once for a plan and its run.
    pub async fn program_configs(
        &self,
        state: &StackState,
        display: &RunDisplay,
        preview: bool,
    ) -> Result<FxHashMap<Urn, Object>, Failure> {
        let mut asked = self.asked_configs.lock().await;
        // The end of the plan has closed what was opened for it.
        if asked.as_ref().is_none_or(ProgramConfigs::has_opened) {
            *asked = Some(self.survey(state).await);
        }
        let asked = asked.get_or_insert_default();
        let is_first = preview || self.request.yes || self.request.skip_preview;
        if let Some(warning) = asked.warning.as_ref().filter(|_| is_first) {
            display.report(warning)?;
        }
        Ok(asked.inputs.clone())
    }

    /// Closes what was opened for the configurations of providers.
    pub async fn close_configs(&self) {
        if let Some(configs) = &*self.asked_configs.lock().await {
            configs.close().await;
        }
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
        let known = live
            .iter()
            .map(|it| (it.urn.clone(), it.id.clone(), Object::clone(&it.outputs)));
        let registry = self.packages.registry(None);
        let opener = Arc::new(EphemeralOpener::new(
            registry,
            provider_config(&self.config, &self.settings.name),
        ));
        let monitor = Arc::new(SurveyMonitor::new(known, source_of(&opener)));
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
        let warning = match ending {
            Some(ProgramEnd::Failed(failure)) if !is_whole && !self.is_of_program() => {
                Some(outdated(failure.report))
            }
            _ => None,
        };
        ProgramConfigs {
            inputs,
            warning,
            opener: Some(opener),
        }
    }

    fn is_of_program(&self) -> bool {
        matches!(self.request.source, DeploySource::Program)
    }

    /// Whether the run touches objects before the program has configured its providers.
    fn runs_before_goals(&self, state: &StackState) -> bool {
        !self.is_of_program() || self.refresh || !state.pending.is_empty()
    }
}

/// Opens ephemeral values on the runtime of this command: that of the program ends before they are used.
fn source_of(opener: &Arc<EphemeralOpener>) -> EphemeralSource {
    let (opener, runtime) = (Arc::clone(opener), Handle::current());
    Box::new(move |invoke| {
        let opener = Arc::clone(&opener);
        let opened = runtime.spawn(async move { opener.open(invoke).await });
        Box::pin(async move { opened.await.unwrap_or(Err(MonitorError::Stopping)) })
    })
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
