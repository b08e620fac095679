//! Graphs for comparisons: what the resources of a stack are now, and what a program plans.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::args::{ProgramFlags, RunFlags};
use lumi_engine::{PlanKey, RecordLog, Written};
use lumi_graph::{Graph, GraphKind};
use lumi_project::stacks::backend;
use lumi_state::{Record, StackState};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::output::terminal::Terminal;
use lumi_terminal::ui::report::Report;

use super::deploy_request::DeployRequest;
use super::deployment::Deployment;
use super::single_run::RunMode;
use crate::runtime::on_threads;

/// Refreshes the state of a stack in memory: providers are asked, nothing is written or locked.
pub fn live_graph(
    flags: &ProgramFlags,
    stack: &str,
    current: PathBuf,
    terminal: Terminal,
) -> Result<Graph, Failure> {
    let run = RunFlags::default();
    let request = DeployRequest::of_world(stack, flags, &run);
    observe(request, current, terminal, async |deployment| {
        let (_, state) = deployment.look_at_world().await?;
        let (project, stack) = (&deployment.settings.name, &deployment.stack_name);
        Ok(state.graph(GraphKind::Snapshot, project, stack))
    })
}

/// The plan of a program against an empty stack, with the inputs that providers have checked.
pub fn planned_graph(
    flags: &ProgramFlags,
    program: &Path,
    current: PathBuf,
    terminal: Terminal,
) -> Result<Graph, Failure> {
    let run = RunFlags::default();
    let request = DeployRequest::of_program(program, flags, &run);
    observe(request, current, terminal, async |deployment| {
        let (graph, _) = deployment.plan_of(StackState::default()).await?;
        Ok(graph)
    })
}

/// Looks at something without changing it.
pub fn observe<'a, T>(
    request: DeployRequest<'a>,
    current: PathBuf,
    terminal: Terminal,
    look: impl AsyncFnOnce(&mut Deployment<'a>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    lumi_host::initialize();
    let mut deployment = Deployment::prepare(request, current, terminal)?;
    on_threads(async {
        let seen = look(&mut deployment).await;
        deployment.packages.end().await;
        seen
    })
}

fn failed(message: &str) -> Failure {
    Failure::new(Exit::Failure, Report::error(message))
}

impl Deployment<'_> {
    /// The plan of the program against a state, and whether it changes anything.
    pub(super) async fn plan_of(&self, state: StackState) -> Result<(Graph, bool), Failure> {
        let result = self.preview(state, PlanKey::random(), true).await?;
        let has_changes = result.outcome.summary.has_changes();
        result.exit.require_success()?;
        let planned = result.outcome.planned;
        let planned = planned.ok_or_else(|| failed("the program has no plan"))?;
        Ok((planned, has_changes))
    }

    /// The state, and what it would be after a refresh.
    pub(super) async fn look_at_world(&self) -> Result<(StackState, StackState), Failure> {
        if !self.stack.exists().await? {
            self.refuse_missing_state()?;
            return Err(backend::no_stack(&self.stack_name).into());
        }
        self.accept_stack(false)?;
        let loaded = backend::load_and_report(&self.stack, self.terminal).await?;
        self.stack.check_key().await?;
        let mode = RunMode {
            log: Some(Arc::new(DiscardingLog)),
            announced: None,
            plan: None,
            key: PlanKey::random(),
            only_failures: true,
            settled: None,
        };
        let result = self.run_once(loaded.state.clone(), mode).await?;
        result.exit.require_success()?;
        Ok((loaded.state, result.outcome.state))
    }
}

/// The journal of a run that keeps nothing.
struct DiscardingLog;

impl RecordLog for DiscardingLog {
    fn append(&self, _: &Record) -> Written {
        Box::pin(async { Ok(()) })
    }

    fn append_unsynced(&self, _: &Record) {}
}
