//! The program of a run: the source of its goals, or only of its providers.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::timeout;

use crate::args::ProgramFlags;
use lumi_engine::{DYNAMIC_PACKAGE, Registrar, is_dynamic};
use lumi_host::{EventSink, StopHandle};
use lumi_monitor::{EngineMonitor, PlanMonitor, ResourceMonitor};
use lumi_provider::{DynamicLine, MonitorAccess, Provider, Registry, dynamic_line};
use lumi_pulumi::PulumiMonitorServer;
use lumi_runs::evaluation::Evaluation;
use lumi_runs::language::ProviderProcess;
use lumi_runs::program_end::ProgramEnd;
use lumi_state::{Action, StackState};

use super::launch::{Launch, Waiting};
use super::provider_monitor::ProviderMonitor;

/// Time for a program to end after its last hook.
const HOOK_GRACE: Duration = Duration::from_secs(5);

/// A program that is started when its goals or its providers are needed. Dropping it releases the
/// isolate of its providers.
pub struct ProgramRun {
    launch: Launch,
    /// `None` if its goals are ignored.
    monitor: Option<Arc<EngineMonitor>>,
    stop: StopHandle,
    providers: Providers,
    /// Access of providers to the monitor of the run.
    access: Arc<dyn MonitorAccess>,
    /// The monitor of programs that use Pulumi's SDK.
    pulumi: Option<PulumiMonitorServer>,
}

/// The location of the program's providers.
enum Providers {
    Here(DynamicLine),
    Remote(ProviderProcess),
}

impl ProgramRun {
    /// Runs the program for its goals. With `dry_run`, `isDryRun()` answers true in the program; with
    /// `continues_on_error`, the program runs to its end even if resources fail.
    pub fn for_goals(
        evaluation: &Evaluation,
        state: &StackState,
        flags: &ProgramFlags,
        events: EventSink,
        dry_run: bool,
        continues_on_error: bool,
    ) -> Self {
        let monitor = Arc::new(match continues_on_error {
            true => EngineMonitor::continuing_on_error(),
            false => EngineMonitor::default(),
        });
        let mut run = Self::new(
            evaluation,
            state,
            flags,
            Arc::clone(&monitor) as _,
            events,
            dry_run,
            !dry_run || evaluation.inspects_plans,
        );
        run.monitor = Some(monitor);
        run
    }

    /// Runs the program only for its providers.
    pub fn for_providers(
        evaluation: &Evaluation,
        state: &StackState,
        flags: &ProgramFlags,
        events: EventSink,
    ) -> Self {
        let monitor = Arc::new(PlanMonitor::default());
        Self::new(evaluation, state, flags, monitor, events, true, true)
    }

    /// Sends its goals to `monitor` and hides its messages.
    pub fn for_survey(
        evaluation: &Evaluation,
        state: &StackState,
        flags: &ProgramFlags,
        monitor: Arc<dyn ResourceMonitor>,
    ) -> Self {
        let hidden: EventSink = Arc::new(|_| {});
        Self::new(evaluation, state, flags, monitor, hidden, true, false)
    }

    fn new(
        evaluation: &Evaluation,
        state: &StackState,
        flags: &ProgramFlags,
        monitor: Arc<dyn ResourceMonitor>,
        events: EventSink,
        dry_run: bool,
        is_inspected: bool,
    ) -> Self {
        let has_code = Self::has_code(state);
        let facts = evaluation.pulumi_facts(dry_run);
        let (to, said) = (Arc::clone(&monitor), Arc::clone(&events));
        if let Some(program) = evaluation.remote(flags, to, said, dry_run, has_code) {
            let pulumi = program.pulumi.clone();
            let new = || PulumiMonitorServer::new(monitor, facts.clone());
            return Self {
                access: Arc::new(ProviderMonitor::new(
                    pulumi.clone().unwrap_or_else(new),
                    facts.clone(),
                )),
                pulumi,
                stop: program.stop.clone(),
                providers: Providers::Remote(program.provider_process.clone()),
                launch: Launch::new(Waiting::Remote(Box::new(program))),
                monitor: None,
            };
        }
        let pulumi = PulumiMonitorServer::new(Arc::clone(&monitor), facts.clone());
        let (line, requests) = dynamic_line(has_code);
        let mut program = evaluation.program(flags, monitor, events, dry_run);
        program.dynamic = Some(requests);
        program.inspection = program.inspection.filter(|_| is_inspected);
        Self {
            stop: program.stop.clone(),
            launch: Launch::new(Waiting::Here(Box::new(program))),
            monitor: None,
            access: Arc::new(ProviderMonitor::new(pulumi, facts)),
            pulumi: None,
            providers: Providers::Here(line),
        }
    }

    /// Whether a run on `state` may need providers of the program.
    pub fn is_needed(state: &StackState) -> bool {
        let mut resources = state.resources.values();
        // A resource whose creation was interrupted is not in the state yet.
        let mut pending = state.pending.values().filter_map(|it| match &it.action {
            Action::Create { resource, .. } => Some(&resource.urn),
            Action::Update { .. } | Action::Delete { .. } => None,
        });
        resources.any(|it| is_dynamic(it.urn.resource_type()))
            || pending.any(|it| is_dynamic(it.resource_type()))
    }

    /// Whether `state` contains provider code that can replace the program.
    pub fn has_code(state: &StackState) -> bool {
        let mut pending = state.pending.values().filter_map(|it| match &it.action {
            Action::Create { resource, .. } => Some(resource),
            Action::Update { .. } | Action::Delete { .. } => None,
        });
        let mut resources = state.resources.values();
        resources.any(|it| it.stored_provider.is_some())
            || pending.any(|it| it.stored_provider.is_some())
    }

    pub fn stop(&self) -> &StopHandle {
        &self.stop
    }

    /// Whether it runs in this process.
    pub fn is_here(&self) -> bool {
        matches!(self.providers, Providers::Here(_))
    }

    /// Access of providers to the monitor of the run.
    pub fn access(&self) -> Arc<dyn MonitorAccess> {
        Arc::clone(&self.access)
    }

    /// Adds the package of the program to the packages of a run.
    pub fn provide(&self, registry: &mut Registry) {
        let launch = self.launch.clone();
        let start = |provider: Arc<dyn Provider>| {
            move || {
                launch.start();
                Ok(Arc::clone(&provider))
            }
        };
        match &self.providers {
            Providers::Here(line) => registry.add(DYNAMIC_PACKAGE, start(line.provider())),
            Providers::Remote(provider_process) => {
                registry.add_keeping_secrets(DYNAMIC_PACKAGE, start(provider_process.provider()));
            }
        }
    }

    /// Evaluates the program to its end; its goals go to `engine`.
    pub async fn evaluate(&self, engine: Registrar) -> Option<ProgramEnd> {
        if let Some(monitor) = &self.monitor {
            monitor.connect(engine);
        }
        self.ending().await
    }

    /// Waits for the end of the program.
    pub async fn ending(&self) -> Option<ProgramEnd> {
        self.launch.start();
        self.launch.ending().await
    }

    /// Waits for a process that stayed for its hooks and still writes their output.
    pub async fn end(&self) {
        if let Some(pulumi) = &self.pulumi {
            // A process that hangs ends with this one.
            let _ = timeout(HOOK_GRACE, pulumi.hooks().process_gone()).await;
        }
    }

    /// The reason why the program could not be evaluated for its providers, if any.
    pub async fn problem(&self) -> Option<ProgramEnd> {
        let ending = self.launch.ending().await;
        ending.filter(|it| matches!(it, ProgramEnd::Failed(_)))
    }
}
