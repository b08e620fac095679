//! The monitor of `lumi run`: plans against an empty stack and touches nothing.

use std::future::ready;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::graph::{Edge, Goal, Graph, GraphKind, Object, ResourceKind, Urn, Value, Vertex};

use super::{
    Answer, Call, Construct, Constructed, Invoke, Registered, RegisteredOutputs, ResourceMonitor,
};

/// Collects goals into a plan graph in which every custom resource is a create.
#[derive(Default)]
pub struct LocalMonitor {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    planned: Vec<(u32, Vertex)>,
    edges: Vec<Edge>,
    component_outputs: Vec<(Urn, Object)>,
    outputs: Object,
}

impl LocalMonitor {
    /// Takes the plan out. `complete` says that the program ran to its end; the graph is only
    /// complete if it holds no unknown value either.
    pub fn take_graph(&self, stack: &str, project: &str, complete: bool) -> Graph {
        let State {
            mut planned,
            edges,
            component_outputs,
            outputs,
        } = std::mem::take(&mut *self.lock());
        planned.sort_by_key(|(order, _)| *order);
        let mut vertices: Vec<Vertex> = planned.into_iter().map(|(_, vertex)| vertex).collect();
        complete_components(&mut vertices, component_outputs);
        let mut graph = Graph::new(GraphKind::Plan, stack, project);
        graph.vertices = vertices;
        graph.edges = edges;
        graph.outputs = outputs;
        graph.complete = complete;
        graph.finish();
        graph
    }

    /// How many resources have been registered so far.
    pub fn planned(&self) -> usize {
        self.lock().planned.len()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // A poisoned lock means that a panic is already on its way out; the data is plain.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn complete_components(vertices: &mut [Vertex], outputs: Vec<(Urn, Object)>) {
    if outputs.is_empty() {
        return;
    }
    let mut by_urn: std::collections::HashMap<Urn, Object> = outputs.into_iter().collect();
    for vertex in vertices {
        if let Some(outputs) = by_urn.remove(&vertex.urn) {
            vertex.outputs = outputs.into();
        }
    }
}

impl ResourceMonitor for LocalMonitor {
    fn register(&self, goal: Goal) -> Answer<Registered> {
        let id = planned_id(&goal);
        let mut state = self.lock();
        state.edges.extend(goal.edges());
        state
            .planned
            .push((goal.order, goal.into_vertex(id.clone())));
        Box::pin(ready(Ok(Registered {
            id,
            outputs: RegisteredOutputs::EchoInputs,
        })))
    }

    fn plans(&self) -> bool {
        true
    }

    fn register_outputs(&self, urn: Urn, outputs: Object) -> Answer<()> {
        self.lock().component_outputs.push((urn, outputs));
        Box::pin(ready(Ok(())))
    }

    /// Only a provider could answer, and `lumi run` has none: the result is a hole.
    fn invoke(&self, _invoke: Invoke) -> Answer<Value> {
        Box::pin(ready(Ok(Value::Unknown)))
    }

    fn call(&self, _call: Call) -> Answer<Value> {
        Box::pin(ready(Ok(Value::Unknown)))
    }

    /// Only its provider could say what it consists of: it is planned without children.
    fn construct(&self, construct: Construct) -> Answer<Constructed> {
        let urn = construct.goal.urn.clone();
        let mut state = self.lock();
        state.edges.extend(construct.goal.edges());
        let planned = (construct.goal.order, construct.goal.into_vertex(None));
        state.planned.push(planned);
        let (outputs, dependencies) = Default::default();
        Box::pin(ready(Ok(Constructed {
            urn,
            outputs,
            dependencies,
        })))
    }

    fn set_outputs(&self, outputs: Object) {
        self.lock().outputs = outputs;
    }
}

fn planned_id(goal: &Goal) -> Option<Value> {
    match (goal.kind, &goal.read_id) {
        (ResourceKind::Component, _) => None,
        (_, Some(id)) => Some(id.clone()),
        _ => Some(Value::Unknown),
    }
}
