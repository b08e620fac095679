//! The state after an earlier run, as a source of goals: rollback.

use std::sync::Arc;

use async_trait::async_trait;
use rustc_hash::{FxHashMap, FxHashSet};
use thiserror::Error;
use tokio::task::JoinSet;

use lumi_graph::{
    Alias, Goal, Object, ResourceKind, ResourceName, ResourceNameError, ResourceType,
    ResourceTypeError, Urn, Value,
};
use lumi_provider::Created;
use lumi_state::{Resource, StackState, Stage};

use crate::plan::{ComputedInput, restored_inputs};
use crate::request::{RegisterError, Registered, RegisteredOutputs};
use crate::source::{Registrar, Source, UnmentionedPolicy};

/// Why a resource cannot be rolled back.
#[derive(Debug, Error)]
pub enum RollbackError {
    #[error(transparent)]
    Input(#[from] ComputedInput),
    #[error(transparent)]
    Type(#[from] ResourceTypeError),
    #[error(transparent)]
    Name(#[from] ResourceNameError),
    #[error("the code that manages it cannot be taken from the state: {0}")]
    Code(&'static str),
}

/// Declares every live resource of a state with its inputs.
///
/// Objects that are their outputs, such as those of `std:random`, are what they were. Inputs that were taken
/// from other outputs get the current ones. An input that was computed from an
/// output that has changed requires the program, and is refused. Provider resources get the
/// program's current configuration if it reaches the same objects: credentials are not rolled back.
#[derive(Default)]
pub struct RecordedSource {
    state: StackState,
    live: FxHashMap<Urn, Arc<Resource>>,
    /// Current URNs of resources by their former ones.
    renamed: FxHashMap<Urn, Urn>,
    /// Resources that cannot be rolled back, with the reason; the run fails if there are any.
    pub refused: Vec<(Urn, RollbackError)>,
}

impl RecordedSource {
    /// `present` is the state before the run.
    pub fn new(state: StackState, present: &StackState) -> Self {
        let live = state.live_resources().into_iter();
        let live = live.map(|it| (it.urn.clone(), Arc::clone(it))).collect();
        Self {
            renamed: renamed(&state, present),
            state,
            live,
            refused: Vec::new(),
        }
    }

    fn goal(&self, resource: &Resource, done: &RunResults) -> Result<Goal, RollbackError> {
        let inputs = restored_inputs(
            resource,
            |urn| self.live.get(urn).map(Arc::as_ref),
            |urn| {
                done.outputs
                    .get(urn)
                    .map(|(id, outputs)| (id.as_ref(), outputs))
            },
        )?;
        let resource_type = ResourceType::parse(resource.urn.resource_type())?;
        let name = ResourceName::parse(resource.urn.name())?;
        let mut options = resource.options.clone();
        // The object was adopted at that time; a missing object is created instead.
        options.remove("import");
        if let Some(present) = self.renamed.get(&resource.urn) {
            options.add_alias(Alias::Urn(present.clone()));
        }
        let code = match &resource.stored_provider {
            Some(kept) => Some(self.state.code_of(kept).map_err(RollbackError::Code)?),
            None => None,
        };
        let read_id = resource.id.clone().filter(|_| resource.external);
        Ok(Goal {
            order: resource.order,
            urn: resource.urn.clone(),
            resource_type,
            name,
            kind: resource.kind,
            parent: resource.parent.clone(),
            provider: resource.provider.clone(),
            read_id: read_id.map(Value::String),
            inputs,
            dependencies: resource.dependencies.clone(),
            depends_on: resource.depends_on.clone(),
            options,
            code,
            source: resource.source.clone(),
        })
    }

    fn live(&self) -> Vec<Arc<Resource>> {
        self.state.live_resources().into_iter().cloned().collect()
    }
}

/// The object of a custom resource, as its provider answered it.
fn recorded_object(resource: &Resource) -> Option<Created> {
    let is_custom = resource.kind == ResourceKind::Custom && !resource.external;
    is_custom.then(|| Created {
        id: resource.id.clone(),
        outputs: Object::clone(&resource.outputs),
        data: resource.provider_data.clone(),
    })
}

/// Resources that have been renamed since. A resource keeps its serial as long as its object.
fn renamed(then: &StackState, now: &StackState) -> FxHashMap<Urn, Urn> {
    let present: FxHashSet<&Urn> = now.live_resources().into_iter().map(|it| &it.urn).collect();
    let gone = then.live_resources().into_iter();
    let gone = gone.filter(|it| !present.contains(&it.urn));
    let renamed = gone.filter_map(|then| {
        let now = now.resources.get(&then.serial)?;
        (now.stage == Stage::Live).then(|| (then.urn.clone(), now.urn.clone()))
    });
    renamed.collect()
}

/// The results of resources in this run.
#[derive(Default)]
struct RunResults {
    outputs: FxHashMap<Urn, (Option<Value>, Object)>,
    /// Refused resources and their dependents.
    left: FxHashSet<Urn>,
}

type Answer = (Urn, Result<Registered, RegisterError>);

#[async_trait]
impl Source for RecordedSource {
    async fn run(&mut self, registrar: Registrar) -> UnmentionedPolicy {
        let mut order = TopologicalOrder::new(self.live());
        let mut done = RunResults::default();
        let mut tasks: JoinSet<Answer> = JoinSet::new();
        loop {
            for resource in order.take_ready() {
                let urn = resource.urn.clone();
                if resource.all_dependencies().any(|it| done.left.contains(it)) {
                    done.left.insert(urn.clone());
                    order.settle(&urn);
                    continue;
                }
                match self.goal(&resource, &done) {
                    Ok(goal) => register(goal, &resource, &registrar, &mut tasks).await,
                    Err(problem) => {
                        self.refused.push((urn.clone(), problem));
                        done.left.insert(urn.clone());
                        order.settle(&urn);
                    }
                }
            }
            if order.has_ready() {
                continue;
            }
            let Some(Ok((urn, answer))) = tasks.join_next().await else {
                break;
            };
            if let Ok(Registered { id, outputs }) = answer
                && let RegisteredOutputs::Planned(it) | RegisteredOutputs::Deployed(it) = outputs
            {
                done.outputs.insert(urn.clone(), (id, it));
            }
            order.settle(&urn);
        }
        registrar.set_outputs(self.state.outputs.clone());
        match self.refused.is_empty() {
            true => UnmentionedPolicy::Delete,
            false => UnmentionedPolicy::Failed,
        }
    }
}

/// Begins to register a goal, and the outputs of a component after it.
async fn register(
    mut goal: Goal,
    resource: &Resource,
    registrar: &Registrar,
    tasks: &mut JoinSet<Answer>,
) {
    if resource.kind == ResourceKind::Provider
        && let Some(inputs) = registrar.present_config(resource).await
    {
        goal.inputs = inputs;
    }
    // An object with other inputs would be another one.
    let is_same = goal.inputs == *resource.inputs;
    if let Some(object) = recorded_object(resource).filter(|_| is_same) {
        registrar.offer_recorded(&resource.urn, object);
    }
    let registered = registrar.register(goal);
    let outputs =
        (resource.kind == ResourceKind::Component).then(|| Object::clone(&resource.outputs));
    let registrar = registrar.clone();
    let urn = resource.urn.clone();
    tasks.spawn(async move {
        let mut answer = registered.await;
        if let (Ok(_), Some(outputs)) = (&answer, outputs)
            && let Err(error) = registrar.register_outputs(&urn, outputs).await
        {
            answer = Err(error);
        }
        (urn, answer)
    });
}

/// Resources in topological order.
struct TopologicalOrder {
    ready: Vec<Arc<Resource>>,
    /// Each with the number of unsettled dependencies.
    waiting: FxHashMap<Urn, (usize, Arc<Resource>)>,
    users: FxHashMap<Urn, Vec<Urn>>,
}

impl TopologicalOrder {
    fn new(resources: Vec<Arc<Resource>>) -> Self {
        let known: FxHashSet<Urn> = resources.iter().map(|it| it.urn.clone()).collect();
        let mut order = Self {
            ready: Vec::new(),
            waiting: FxHashMap::default(),
            users: FxHashMap::default(),
        };
        for resource in resources {
            let needs: FxHashSet<&Urn> = resource
                .all_dependencies()
                .filter(|it| known.contains(*it))
                .collect();
            for need in &needs {
                let users = order.users.entry(Urn::clone(need)).or_default();
                users.push(resource.urn.clone());
            }
            match needs.len() {
                0 => order.ready.push(resource),
                count => drop(
                    order
                        .waiting
                        .insert(resource.urn.clone(), (count, resource)),
                ),
            }
        }
        order
    }

    fn has_ready(&self) -> bool {
        !self.ready.is_empty()
    }

    fn take_ready(&mut self) -> Vec<Arc<Resource>> {
        std::mem::take(&mut self.ready)
    }

    fn settle(&mut self, urn: &Urn) {
        for user in self.users.remove(urn).unwrap_or_default() {
            let Some((count, _)) = self.waiting.get_mut(&user) else {
                continue;
            };
            *count -= 1;
            if *count == 0
                && let Some((_, resource)) = self.waiting.remove(&user)
            {
                self.ready.push(resource);
            }
        }
    }
}
