//! The drift of a stack, and its resolution: what `lumi reconcile` needs of deployments.

use std::path::{Path, PathBuf};

use crate::args::{ProgramFlags, RunFlags, TargetFlags};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::terminal::Terminal;
use lumi_graph::{Graph, GraphKind, Urn};
use lumi_state::StackState;

use super::deploy_request::{DeployRequest, DeploySource};
use super::deployment::Deployment;
use super::observed_graph::observe;

/// The program of a command, and the flags that it is evaluated with.
#[derive(Clone, Copy)]
pub struct StackProgram<'a> {
    pub program: &'a Path,
    pub flags: &'a ProgramFlags,
    /// The folder that paths are relative to.
    pub current: &'a Path,
    pub terminal: Terminal,
}

/// The deployed resources, the current objects, and the plan of the program.
pub struct StackDrift {
    pub recorded: Graph,
    pub world: Graph,
    /// The plan of the program against the world.
    pub planned: Graph,
    /// Whether that plan changes anything.
    pub has_changes: bool,
    /// The project folder.
    pub folder: PathBuf,
    /// The state as it would be after a refresh.
    live: StackState,
}

impl StackProgram<'_> {
    /// Reads all objects, and plans the program, with one set of providers. Nothing is written or locked.
    pub fn drift(self) -> Result<StackDrift, Failure> {
        let run = RunFlags::default();
        let world = DeployRequest::of_objects(self.program, self.flags, &run);
        let plan = DeployRequest::of_program(self.program, self.flags, &run);
        let current = self.current.to_owned();
        observe(plan, current, self.terminal, async |deployment| {
            deployment.request = world;
            let (state, live) = deployment.look_at_world().await?;
            let (project, stack) = (&deployment.settings.name, &deployment.stack_name);
            let recorded = state.graph(GraphKind::Deployment, project, stack);
            let world = live.graph(GraphKind::Snapshot, project, stack);
            deployment.request = plan;
            let (planned, has_changes) = deployment.plan_of(live.clone()).await?;
            Ok(StackDrift {
                recorded,
                world,
                planned,
                has_changes,
                folder: deployment.settings.folder.clone(),
                live,
            })
        })
    }

    /// Plans the program as it is now against the same objects.
    pub fn check(self, drift: &StackDrift) -> Result<(), Failure> {
        self.plan(drift.live.clone()).map(drop)
    }

    fn plan(self, state: StackState) -> Result<(Graph, bool), Failure> {
        let run = RunFlags::default();
        let request = DeployRequest::of_program(self.program, self.flags, &run);
        let current = self.current.to_owned();
        observe(request, current, self.terminal, async |deployment| {
            deployment.plan_of(state).await
        })
    }

    /// Writes what the objects are now into the state.
    pub fn refresh(self, resources: &[&Urn]) -> Result<Exit, Failure> {
        let targets = targets(resources);
        let run = RunFlags::default();
        self.run(DeployRequest {
            targets: Some(&targets),
            yes: true,
            is_quiet: true,
            ..DeployRequest::of_objects(self.program, self.flags, &run)
        })
    }

    /// Sets objects back to what the program asks for.
    pub fn up(self, resources: &[&Urn], yes: bool, is_quiet: bool) -> Result<Exit, Failure> {
        let targets = targets(resources);
        let run = RunFlags::default();
        self.run(DeployRequest {
            source: DeploySource::Program,
            targets: Some(&targets),
            refresh: true,
            preview_only: false,
            yes,
            is_quiet,
            ..DeployRequest::of_program(self.program, self.flags, &run)
        })
    }

    fn run(self, request: DeployRequest<'_>) -> Result<Exit, Failure> {
        Deployment::prepare(request, self.current.to_owned(), self.terminal)?.run()
    }
}

fn targets(resources: &[&Urn]) -> TargetFlags {
    TargetFlags {
        target: resources.iter().map(ToString::to_string).collect(),
        target_dependents: false,
        exclude: Vec::new(),
    }
}
