//! A graph of the current objects, of a stack and of listings.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::args::{ProgramFlags, RunFlags};
use lumi_engine::PlanKey;
use lumi_graph::{Graph, GraphKind, Urn, Vertex};
use lumi_inference::{InferredDependency, add_dependencies, infer_dependencies};
use lumi_project::stacks::backend;
use lumi_state::StackState;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::output::terminal::Terminal;
use lumi_terminal::ui::report::Report;

use super::deploy_request::{DeployRequest, DeploySource};
use super::deployment::Deployment;
use super::observed_graph::observe;
use super::sources::listing_source::{Found, KnownObjects, Listing, Listings};

/// The current objects, with the knowledge and the guesses about them.
pub struct StackSnapshot {
    pub graph: Graph,
    /// The number of resources of the stack, whose dependencies are known.
    pub known: usize,
    /// The number of listed objects that the stack manages.
    pub recovered: usize,
    /// Those of `listed` that their tags call resources of the stack.
    pub tagged: Vec<Urn>,
    /// Objects that the stack does not manage.
    pub listed: Vec<Urn>,
    pub guesses: Vec<InferredDependency>,
    pub unreadable: Vec<(Urn, String)>,
}

/// Reads the objects of a stack, and those of listings. Nothing is written or locked. A stack that does not exist
/// has no objects, if there are listings.
pub fn stack_snapshot(
    flags: &ProgramFlags,
    listings: Vec<Listing>,
    current: PathBuf,
    terminal: Terminal,
) -> Result<StackSnapshot, Failure> {
    let run = RunFlags::default();
    let wanted = Listings::new(listings);
    let request = DeployRequest::of_objects(Path::new("."), flags, &run);
    let graph = observe(request, current, terminal, async |deployment| {
        let live = match deployment.stack.exists().await? {
            true => deployment.look_at_world().await?.1,
            false if wanted.wanted.is_empty() => {
                return Err(backend::no_stack(&deployment.stack_name).into());
            }
            false => StackState::default(),
        };
        let (project, stack) = (&deployment.settings.name, &deployment.stack_name);
        let graph = live.graph(GraphKind::Snapshot, project, stack);
        if !wanted.wanted.is_empty() {
            // It is set once.
            let _ = wanted.known.set(KnownObjects::of(&graph));
            deployment.request.source = DeploySource::Listings(&wanted);
            deployment.list(&live).await?;
        }
        Ok(graph)
    })?;
    with_found(graph, wanted.found.into_inner())
}

/// The objects of listings that a stack does not have, as far as its state says. Nothing of the stack is read again, so
/// operations may be pending.
pub fn listed_objects(
    flags: &ProgramFlags,
    program: &Path,
    listings: Vec<Listing>,
    current: PathBuf,
    terminal: Terminal,
) -> Result<Vec<Vertex>, Failure> {
    let run = RunFlags::default();
    let wanted = Listings::new(listings);
    let request = DeployRequest::of_objects(program, flags, &run);
    observe(request, current, terminal, async |deployment| {
        deployment.accept_stack(false)?;
        let loaded = backend::load_and_report(&deployment.stack, deployment.terminal).await?;
        deployment.stack.check_key().await?;
        let (project, stack) = (&deployment.settings.name, &deployment.stack_name);
        let graph = loaded.state.graph(GraphKind::Snapshot, project, stack);
        // It is set once.
        let _ = wanted.known.set(KnownObjects::of(&graph));
        deployment.request.source = DeploySource::Listings(&wanted);
        deployment.list(&loaded.state).await
    })?;
    let found = wanted.found.into_inner();
    check(&found)?;
    Ok(found.vertices)
}

/// Fails if a listing has failed.
fn check(found: &Found) -> Result<(), Failure> {
    let Some((first, rest)) = found.failures.split_first() else {
        return Ok(());
    };
    let related = rest.iter().map(Report::error).collect();
    let report = Report {
        related,
        ..Report::error(first)
    };
    Err(Failure::new(Exit::Failure, report))
}

fn with_found(mut graph: Graph, found: Found) -> Result<StackSnapshot, Failure> {
    check(&found)?;
    let known = graph.vertices.len();
    let managed: FxHashSet<Urn> = graph.vertices.iter().map(|it| it.urn.clone()).collect();
    let listed: Vec<_> = found
        .vertices
        .into_iter()
        .filter(|it| !managed.contains(&it.urn))
        .collect();
    let urns = listed.iter().map(|it| it.urn.clone()).collect();
    graph.vertices.extend(listed);
    let guesses = infer_dependencies(&graph, &managed.iter().collect());
    add_dependencies(&mut graph, &guesses);
    Ok(StackSnapshot {
        graph,
        known,
        recovered: found.recovered,
        tagged: found.tagged,
        listed: urns,
        guesses,
        unreadable: found.unreadable,
    })
}

impl Deployment<'_> {
    /// Runs listings against a state that has nothing but the code of providers.
    async fn list(&self, live: &StackState) -> Result<(), Failure> {
        let mut code = StackState::default();
        let with_code = live.resources.iter();
        let with_code = with_code.filter(|(_, it)| it.stored_provider.is_some());
        for (serial, resource) in with_code {
            code.resources.insert(*serial, Arc::clone(resource));
        }
        code.modules = live.modules.clone();
        let result = self.preview(code, PlanKey::random(), true).await?;
        result.exit.require_success()
    }
}
