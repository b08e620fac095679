//! The state as a graph.

use std::sync::Arc;

use lumi_graph::{Edge, Graph, GraphKind, ResourceKind, ResourceName, ResourceType, Value, Vertex};

use super::resource::Resource;
use super::stack_state::StackState;

impl StackState {
    /// The live resources in the order of the program. Edges to missing resources are left out.
    pub fn graph(&self, kind: GraphKind, project: &str, stack: &str) -> Graph {
        let live = self.live_resources();
        let mut graph = Graph::new(kind, stack, project);
        graph.vertices = live.iter().filter_map(|it| vertex(it)).collect();
        graph.outputs = self.outputs.clone();
        graph.complete = self.is_finished || self.last_run.is_none();
        let edges: Vec<Edge> = {
            let positions = graph.positions();
            let is_there = |edge: &Edge| positions.contains_key(&edge.to);
            live.iter()
                .flat_map(|it| edges(it))
                .filter(is_there)
                .collect()
        };
        graph.edges = edges;
        graph.finish();
        graph
    }
}

fn edges(resource: &Resource) -> impl Iterator<Item = Edge> + '_ {
    Edge::of_resource(
        &resource.urn,
        &resource.dependencies,
        &resource.depends_on,
        resource.parent.as_ref(),
        resource.provider.as_ref(),
    )
}

fn vertex(resource: &Resource) -> Option<Vertex> {
    // The URN was parsed as a whole, so its parts are valid.
    let resource_type = ResourceType::parse(resource.urn.resource_type()).ok()?;
    let name = ResourceName::parse(resource.urn.name()).ok()?;
    let custom = resource.kind != ResourceKind::Component;
    let mut vertex = Vertex::new(resource.urn.clone(), resource_type, name, custom);
    vertex.id = resource.id.clone().map(Value::String);
    vertex.parent.clone_from(&resource.parent);
    vertex.provider.clone_from(&resource.provider);
    vertex.inputs = Arc::clone(&resource.inputs);
    vertex.outputs = Arc::clone(&resource.outputs);
    vertex.options = resource.options.clone();
    vertex.source.clone_from(&resource.source);
    Some(vertex)
}
