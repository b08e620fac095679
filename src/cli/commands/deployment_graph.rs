//! The state of a stack as a graph.

use crate::graph::{
    Edge, Graph, GraphKind, ResourceKind, ResourceName, ResourceType, Value, Vertex,
};
use crate::state::{Resource, StackState, Stage};

/// What a stack has, as its last run left it: objects that only wait for their deletion are left
/// out.
pub(super) fn deployment_graph(state: &StackState, project: &str, stack: &str) -> Graph {
    let mut graph = Graph::new(GraphKind::Deployment, stack, project);
    let resources = state.resources.values();
    let mut resources: Vec<&Resource> = resources
        .map(|it| &**it)
        .filter(|it| it.stage == Stage::Live)
        .collect();
    resources.sort_by_key(|it| (it.order, it.serial));
    for resource in resources {
        graph.vertices.extend(vertex(resource));
        graph.edges.extend(Edge::of_resource(
            &resource.urn,
            &resource.dependencies,
            &resource.depends_on,
            resource.parent.as_ref(),
            resource.provider.as_ref(),
        ));
    }
    graph.outputs.clone_from(&state.outputs);
    graph.finish();
    graph
}

/// `None` never happens: a URN was checked when it was made.
fn vertex(resource: &Resource) -> Option<Vertex> {
    let urn = resource.urn.clone();
    let resource_type = ResourceType::parse(urn.resource_type()).ok()?;
    let name = ResourceName::parse(urn.name()).ok()?;
    let is_custom = resource.kind != ResourceKind::Component;
    Some(Vertex {
        id: resource.id.as_deref().map(Value::from),
        parent: resource.parent.clone(),
        provider: resource.provider.clone(),
        inputs: resource.inputs.clone(),
        outputs: resource.outputs.clone(),
        options: resource.options.clone(),
        source: resource.source.clone(),
        ..Vertex::new(urn, resource_type, name, is_custom)
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::graph::{Object, Urn};
    use crate::state::{Record, Serial};

    fn resource(serial: u64, order: u32, name: &str, stage: Stage) -> Resource {
        let urn = format!("urn:lumi:dev::web::index::std:fs:File::{name}");
        Resource {
            serial: Serial(serial),
            order,
            urn: Urn::parse(&urn).unwrap(),
            kind: ResourceKind::Custom,
            id: Some(format!("/srv/{name}")),
            external: false,
            stage,
            parent: None,
            provider: None,
            inputs: Arc::default(),
            outputs: Arc::default(),
            dependencies: Vec::new(),
            depends_on: Vec::new(),
            options: Object::default(),
            source: None,
            problems: Vec::new(),
            created: None,
            modified: None,
        }
    }

    #[test]
    fn live_resources_stand_in_the_order_of_the_program() {
        let mut state = StackState::default();
        let mut second = resource(1, 1, "b", Stage::Live);
        let first = resource(2, 0, "a", Stage::Live);
        second.depends_on.push(first.urn.clone());
        for it in [second, first, resource(3, 0, "a", Stage::Replaced)] {
            state.apply(&Record::Put(Box::new(it))).unwrap();
        }
        let graph = deployment_graph(&state, "web", "dev");
        let names: Vec<&str> = graph.vertices.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["a", "b"]);
        assert_eq!(graph.vertices[0].id, Some(Value::from("/srv/a")));
        assert_eq!(graph.edges.len(), 1);
        assert!(graph.complete);
        graph.validate().unwrap();
    }
}
