//! A graph as a LumiGL document.

use std::sync::Arc;

use serde::ser::{SerializeSeq, SerializeStruct};
use serde::{Serialize, Serializer};

use super::lumigl::Graph;
use super::repeat_writer::RepeatRecorder;
use crate::edge::Edge;
use crate::value::value_writer::{Secrets, SerObject};
use crate::vertex::Vertex;

/// Serialises a graph without an intermediate tree.
///
/// The same graph gives the same bytes: vertices in their order, edges sorted even if
/// [`Graph::finish`] was not called.
#[derive(Clone, Copy)]
pub struct SerGraph<'a> {
    graph: &'a Graph,
    vertices: Vertices<'a>,
}

impl Graph {
    /// The LumiGL document, for any serialiser.
    pub fn serializable<'a>(&'a self, secrets: Secrets<'a>) -> SerGraph<'a> {
        self.serializable_with(&self.vertices, secrets)
    }

    /// The document without its vertices.
    pub(crate) fn frame<'a>(&'a self, secrets: Secrets<'a>) -> SerGraph<'a> {
        self.serializable_with(&[], secrets)
    }

    fn serializable_with<'a>(
        &'a self,
        vertices: &'a [Vertex],
        secrets: Secrets<'a>,
    ) -> SerGraph<'a> {
        SerGraph {
            graph: self,
            vertices: Vertices {
                vertices,
                secrets,
                recorder: None,
            },
        }
    }

    /// The edges in the order of the document.
    pub(crate) fn sorted_edges(&self) -> Vec<&Edge> {
        let mut edges: Vec<_> = self.edges.iter().collect();
        if !edges.is_sorted() {
            edges.sort_unstable();
        }
        edges
    }
}

impl Serialize for SerGraph<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { graph, vertices } = *self;
        let mut document = serializer.serialize_struct("Graph", 8)?;
        document.serialize_field("lumigl", &Graph::VERSION)?;
        document.serialize_field("kind", &graph.kind)?;
        document.serialize_field("stack", &graph.stack)?;
        document.serialize_field("project", &graph.project)?;
        document.serialize_field("complete", &graph.complete)?;
        document.serialize_field("vertices", &vertices)?;
        document.serialize_field("edges", &graph.sorted_edges())?;
        let outputs = SerObject::new(&graph.outputs, vertices.secrets);
        document.serialize_field("outputs", &outputs)?;
        document.end()
    }
}

/// A list of vertices.
#[derive(Clone, Copy)]
pub struct Vertices<'a> {
    pub vertices: &'a [Vertex],
    pub secrets: Secrets<'a>,
    /// With a recorder, outputs that equal the inputs are serialised only once.
    pub recorder: Option<&'a RepeatRecorder>,
}

impl Serialize for Vertices<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut sequence = serializer.serialize_seq(Some(self.vertices.len()))?;
        for vertex in self.vertices {
            sequence.serialize_element(&SerVertex {
                vertex,
                secrets: self.secrets,
                recorder: self.recorder,
            })?;
        }
        sequence.end()
    }
}

struct SerVertex<'a> {
    vertex: &'a Vertex,
    secrets: Secrets<'a>,
    recorder: Option<&'a RepeatRecorder>,
}

impl Serialize for SerVertex<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self {
            vertex, secrets, ..
        } = *self;
        let mut fields = serializer.serialize_struct("Vertex", 11)?;
        fields.serialize_field("urn", &vertex.urn)?;
        fields.serialize_field("type", &vertex.resource_type)?;
        fields.serialize_field("name", &vertex.name)?;
        fields.serialize_field("custom", &vertex.custom)?;
        if let Some(id) = &vertex.id {
            fields.serialize_field("id", &id.serializable(secrets))?;
        }
        if let Some(parent) = &vertex.parent {
            fields.serialize_field("parent", parent)?;
        }
        if let Some(provider) = &vertex.provider {
            fields.serialize_field("provider", provider)?;
        }
        let inputs = SerObject::new(&vertex.inputs, secrets);
        match self.recorder {
            Some(recorder) if Arc::ptr_eq(&vertex.inputs, &vertex.outputs) => {
                fields.serialize_field("inputs", &recorder.record(inputs))?;
                fields.serialize_field("outputs", &recorder.repeat())?;
            }
            _ => {
                fields.serialize_field("inputs", &inputs)?;
                fields.serialize_field("outputs", &SerObject::new(&vertex.outputs, secrets))?;
            }
        }
        let options = vertex.options.to_object();
        fields.serialize_field("options", &SerObject::new(&options, secrets))?;
        if let Some(source) = &vertex.source {
            fields.serialize_field("source", source)?;
        }
        fields.end()
    }
}
