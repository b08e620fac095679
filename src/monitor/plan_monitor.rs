//! The monitor of `lumi run`: plans against an empty stack, without side effects.

use std::future::ready;
use std::sync::Arc;

use parking_lot::Mutex;

use lumi_graph::{
    Edge, Goal, Graph, GraphKind, Object, RESOURCE_REFERENCE, ResourceKind, Urn, Value, Vertex,
};

use super::{
    Answer, Call, Construct, Constructed, Hook, Invoke, Registered, RegisteredOutputs,
    ResourceMonitor,
};

/// Collects goals into a plan graph in which every custom resource is a create.
#[derive(Default)]
pub struct PlanMonitor {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    planned: Vec<Vertex>,
    /// The `order` of each vertex.
    orders: Vec<u32>,
    edges: Vec<Edge>,
    component_outputs: Vec<(Urn, Object)>,
    outputs: Object,
}

impl State {
    fn plan(&mut self, goal: Goal, id: Option<Value>) {
        self.edges.extend(goal.edges());
        self.orders.push(goal.order);
        self.planned.push(goal.into_vertex(id));
    }
}

impl PlanMonitor {
    /// Takes the plan. `complete` is true if all code of the program has run.
    pub fn take_graph(&self, stack: &str, project: &str, complete: bool) -> Graph {
        let State {
            planned,
            orders,
            edges,
            component_outputs,
            outputs,
        } = std::mem::take(&mut *self.state.lock());
        let mut vertices = in_order(planned, &orders);
        complete_components(&mut vertices, component_outputs);
        let mut graph = Graph::new(GraphKind::Plan, stack, project);
        graph.vertices = vertices;
        graph.edges = edges;
        graph.outputs = outputs;
        graph.complete = complete;
        graph.finish();
        graph
    }

    /// The number of resources registered so far.
    pub fn planned(&self) -> usize {
        self.state.lock().planned.len()
    }
}

/// Sorts vertices by order. They are large and nearly always sorted already, and then not moved.
fn in_order(planned: Vec<Vertex>, orders: &[u32]) -> Vec<Vertex> {
    if orders.is_sorted() {
        return planned;
    }
    let mut planned: Vec<_> = orders.iter().zip(planned).collect();
    planned.sort_by_key(|(order, _)| *order);
    planned.into_iter().map(|(_, vertex)| vertex).collect()
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

impl ResourceMonitor for PlanMonitor {
    fn register(&self, goal: Goal) -> Answer<Registered> {
        let id = planned_id(&goal);
        self.state.lock().plan(goal, id.clone());
        Box::pin(ready(Ok(Registered {
            id,
            outputs: RegisteredOutputs::EchoInputs,
        })))
    }

    fn plans(&self) -> bool {
        true
    }

    fn register_outputs(&self, urn: Urn, outputs: Object) -> Answer<()> {
        self.state.lock().component_outputs.push((urn, outputs));
        Box::pin(ready(Ok(())))
    }

    /// There are no steps, so hooks never run.
    fn register_hook(&self, _name: String, _hook: Arc<dyn Hook>) -> Answer<()> {
        Box::pin(ready(Ok(())))
    }

    /// `lumi run` has no providers: the result is a hole.
    fn invoke(&self, _invoke: Invoke) -> Answer<Value> {
        Box::pin(ready(Ok(Value::Unknown)))
    }

    fn call(&self, _call: Call) -> Answer<Value> {
        Box::pin(ready(Ok(Value::Unknown)))
    }

    /// Only its provider knows the children: it is planned without them.
    fn construct(&self, construct: Construct) -> Answer<Constructed> {
        let urn = construct.goal.urn.clone();
        self.state.lock().plan(construct.goal, None);
        let (outputs, dependencies) = Default::default();
        Box::pin(ready(Ok(Constructed {
            urn,
            outputs,
            dependencies,
        })))
    }

    fn set_outputs(&self, outputs: Object) {
        self.state.lock().outputs = outputs;
    }
}

fn planned_id(goal: &Goal) -> Option<Value> {
    match (goal.kind, &goal.read_id) {
        (ResourceKind::Component, _) => None,
        // It is read by a URN, which is not the id.
        (_, Some(_)) if goal.resource_type.as_str() == RESOURCE_REFERENCE => Some(Value::Unknown),
        (_, Some(id)) => Some(id.clone()),
        _ => Some(Value::Unknown),
    }
}

#[cfg(test)]
mod tests {
    use lumi_graph::{ResourceName, ResourceType};

    use super::*;

    fn vertex(name: &str) -> Vertex {
        let resource_type = ResourceType::parse("a:b:C").unwrap();
        let name = ResourceName::parse(name).unwrap();
        let urn = Urn::new("dev", "web", Urn::ROOT_MODULE, &resource_type, &name);
        Vertex::new(urn, resource_type, name, true)
    }

    #[test]
    fn vertices_are_in_the_order_of_declaration() {
        for (names, orders) in [
            (["a", "b", "c"], [0, 1, 2]),
            (["c", "a", "b"], [2, 0, 1]),
            (["b", "c", "a"], [4, 9, 3]),
        ] {
            let planned = names.map(vertex).to_vec();
            let vertices = in_order(planned, &orders);
            let names: Vec<_> = vertices.iter().map(|it| it.name.as_str()).collect();
            assert_eq!(names, ["a", "b", "c"], "{orders:?}");
        }
    }
}
