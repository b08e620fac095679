//! The drift of a stack, and its resolution: what `lumi reconcile` needs of deployments.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use chrono::DateTime;

use crate::args::{ProgramFlags, RunFlags, TargetFlags};
use crate::commands::reconcile::ReconcileRequest;
use lumi_engine::Selection;
use lumi_graph::{Graph, GraphKind, Urn, Vertex};
use lumi_reconciliation::expect_planned;
use lumi_state::{SetBack, StackState};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::output::terminal::Terminal;
use lumi_terminal::ui::report::Report;

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
    /// Whether that plan changes anything, or has errors.
    pub has_changes: bool,
    /// The resources that are planned, if a plan of all has errors.
    only: Option<Vec<Urn>>,
    /// The project folder.
    pub folder: PathBuf,
    /// The state as it would be after a refresh.
    live: StackState,
    /// The resources of a set-back that has not ended, whose objects are not what the program asks for.
    pub unfinished: Vec<Urn>,
}

impl StackProgram<'_> {
    /// Reads all objects, and plans the program, with one set of providers. Nothing is written or locked.
    pub fn drift(self) -> Result<StackDrift, Failure> {
        let run = RunFlags::default();
        let world = DeployRequest::of_objects(self.program, self.flags, &run);
        let plan = DeployRequest::of_program(self.program, self.flags, &run);
        let current = self.current.to_owned();
        let mut drift = observe(plan, current, self.terminal, async |deployment| {
            deployment.request = world;
            let (state, live) = deployment.look_at_world().await?;
            let (project, stack) = (&deployment.settings.name, &deployment.stack_name);
            let recorded = state.graph(GraphKind::Deployment, project, stack);
            let world = live.graph(GraphKind::Snapshot, project, stack);
            deployment.request = plan;
            let set_back = deployment.stack.unfinished_set_back().await?;
            let unfinished = set_back.map(|it| it.resources).unwrap_or_default();
            let changed = changed(&recorded, &world, &unfinished);
            let (planned, has_changes, only) = match deployment.plan_of(live.clone()).await {
                Ok((planned, has_changes)) => (planned, has_changes, None),
                // Errors of resources that are as they were deployed are no reason to leave others.
                Err(failure) if failure.exit == Exit::Failure && !changed.is_empty() => {
                    (recorded.clone(), true, Some(changed))
                }
                Err(failure) => return Err(failure),
            };
            Ok(StackDrift {
                recorded,
                world,
                planned,
                has_changes,
                only,
                folder: deployment.settings.folder.clone(),
                live,
                unfinished,
            })
        })?;
        if drift.only.is_some() {
            self.terminal.report(&Report::note(
                "the plan has errors, so only resources whose objects differ are planned",
            ));
            drift.planned = self.plan(&drift)?;
        }
        drift.expect_unfinished();
        Ok(drift)
    }

    /// Plans the program as it is now against the same objects.
    pub fn check(self, drift: &StackDrift) -> Result<(), Failure> {
        self.plan(drift).map(drop)
    }

    fn plan(self, drift: &StackDrift) -> Result<Graph, Failure> {
        let run = RunFlags::default();
        let only = drift
            .only
            .as_deref()
            .map(|it| targets(&it.iter().collect::<Vec<_>>()));
        let request = DeployRequest {
            targets: only.as_ref(),
            ..DeployRequest::of_program(self.program, self.flags, &run)
        };
        let current = self.current.to_owned();
        let state = drift.live.clone();
        observe(request, current, self.terminal, async |deployment| {
            let (planned, _) = deployment.plan_of(state).await?;
            Ok(planned)
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
    pub fn up(self, resources: &[&Urn], asked: ReconcileRequest<'_>) -> Result<Exit, Failure> {
        let targets = targets(resources);
        let sets_back: Vec<Urn> = resources.iter().map(|it| (*it).clone()).collect();
        let run = RunFlags::default();
        self.run(DeployRequest {
            source: DeploySource::Program,
            sets_back: &sets_back,
            targets: Some(&targets),
            refresh: true,
            preview_only: false,
            yes: asked.yes,
            is_quiet: asked.json,
            max_deletes: asked.max_deletes,
            ..DeployRequest::of_program(self.program, self.flags, &run)
        })
    }

    fn run(self, request: DeployRequest<'_>) -> Result<Exit, Failure> {
        Deployment::prepare(request, self.current.to_owned(), self.terminal)?.run()
    }
}

impl StackDrift {
    /// Finds what a set-back that was killed or failed has left, though the state may say that it was deployed so. Without
    /// changes in the plan, nothing is left.
    fn expect_unfinished(&mut self) {
        let noted = std::mem::take(&mut self.unfinished);
        if self.has_changes {
            self.unfinished =
                expect_planned(&mut self.recorded, &self.world, &self.planned, &noted);
        }
    }
}

impl Deployment<'_> {
    /// Notes what is about to be set back, before the run refreshes the state.
    pub(super) async fn begin_set_back(&self) -> Result<(), Failure> {
        let resources = self.request.sets_back.to_vec();
        if resources.is_empty() {
            return Ok(());
        }
        let at = DateTime::from(SystemTime::now());
        Ok(self.stack.begin_set_back(SetBack { at, resources }).await?)
    }

    /// Forgets the resources that a run has set back. After a complete run, no resource is left to set back.
    pub(super) async fn end_set_back(&self, exit: Exit) -> Result<(), Failure> {
        let ended = match (self.request.sets_back, self.request.source) {
            _ if exit != Exit::Success => return Ok(()),
            ([], DeploySource::Program | DeploySource::Empty | DeploySource::HistoryEntry(_)) => {
                if self.selection != Selection::default() {
                    return Ok(());
                }
                None
            }
            ([], _) => return Ok(()),
            (resources, _) => Some(resources),
        };
        Ok(self.stack.end_set_back(ended).await?)
    }
}

/// The resources whose objects are not what was deployed, or may not be.
fn changed(recorded: &Graph, world: &Graph, unfinished: &[Urn]) -> Vec<Urn> {
    let now = world.vertices.iter().map(|it| (&it.urn, it));
    let now: HashMap<&Urn, &Vertex> = now.collect();
    let is_same = |it: &&Vertex| {
        now.get(&it.urn)
            .is_some_and(|now| now.inputs == it.inputs && now.outputs == it.outputs)
    };
    let changed = recorded.vertices.iter().filter(|it| !is_same(it));
    let changed = changed.map(|it| it.urn.clone());
    let known = recorded.vertices.iter().map(|it| &it.urn);
    let known: HashSet<&Urn> = known.collect();
    let unfinished = unfinished.iter().filter(|it| known.contains(it));
    let all: BTreeSet<Urn> = changed.chain(unfinished.cloned()).collect();
    all.into_iter().collect()
}

fn targets(resources: &[&Urn]) -> TargetFlags {
    TargetFlags {
        target: resources.iter().map(ToString::to_string).collect(),
        target_dependents: false,
        exclude_dependents: false,
        exclude: Vec::new(),
    }
}
