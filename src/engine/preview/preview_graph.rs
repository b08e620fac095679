//! The graph of a preview.

use std::sync::Arc;

use parking_lot::Mutex;

use lumi_graph::{Edge, Goal, Object, SourcePosition, Urn, Vertex};

use super::planned_vertices::PlannedVertices;
use crate::request::{Registered, RegisteredOutputs};

/// The vertices and edges of registered goals in a preview. Empty in a deployment.
#[derive(Default)]
pub struct PreviewGraph(Mutex<Inner>);

#[derive(Default)]
struct Inner {
    vertices: PlannedVertices,
    edges: Vec<Edge>,
}

impl PreviewGraph {
    /// Adds the resource of a goal. `checked` are its inputs after the provider's check, if there was one.
    pub fn add(&self, goal: Goal, checked: Option<Arc<Object>>, registered: &Registered) {
        let mut inner = self.0.lock();
        inner.edges.extend(goal.edges());
        let order = goal.order;
        let mut vertex = goal.into_vertex(registered.id.clone());
        if let Some(inputs) = checked {
            vertex.inputs = inputs;
        }
        match &registered.outputs {
            RegisteredOutputs::Planned(it) | RegisteredOutputs::Deployed(it) => {
                vertex.outputs = Arc::new(it.clone());
            }
            RegisteredOutputs::EchoInputs => {}
        }
        inner.vertices.add(order, vertex);
    }

    pub fn set_outputs(&self, urn: &Urn, outputs: Object) {
        if let Some(vertex) = self.0.lock().vertices.get_mut(urn) {
            vertex.outputs = Arc::new(outputs);
        }
    }

    /// The result of a registration as the program received it.
    pub fn find(&self, urn: &Urn) -> Option<Registered> {
        let mut inner = self.0.lock();
        let vertex = inner.vertices.get_mut(urn)?;
        Some(Registered {
            id: vertex.id.clone(),
            outputs: RegisteredOutputs::Planned(Object::clone(&vertex.outputs)),
        })
    }

    /// The source position of a resource.
    pub fn source_of(&self, urn: &Urn) -> Option<SourcePosition> {
        self.0.lock().vertices.get_mut(urn)?.source.clone()
    }

    /// Takes the vertices, in the order of the program, and the edges.
    pub fn take(&self) -> (Vec<Vertex>, Vec<Edge>) {
        let inner = std::mem::take(&mut *self.0.lock());
        (inner.vertices.into_vertices(), inner.edges)
    }
}
