//! Moves the resources of a graph to another stack.

use super::lumigl::Graph;
use super::urn_map::UrnMap;
use crate::urn::Urn;
use crate::vertex::Vertex;

/// Rewrites the URNs of one stack to those of another. URNs of other stacks are left unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relocation<'a> {
    /// Stack and project of the URNs to rewrite.
    pub from: (&'a str, &'a str),
    /// The new stack and project.
    pub to: (&'a str, &'a str),
}

impl UrnMap for Relocation<'_> {
    fn urn(&self, urn: &mut Urn) {
        if (urn.stack(), urn.project()) == self.from {
            *urn = urn.in_stack(self.to.0, self.to.1);
        }
    }
}

impl Relocation<'_> {
    /// Rewrites vertices, edges, outputs and the stack's name.
    pub fn graph(&self, graph: &mut Graph) {
        for vertex in &mut graph.vertices {
            self.vertex(vertex);
        }
        for edge in &mut graph.edges {
            self.urn(&mut edge.from);
            self.urn(&mut edge.to);
        }
        self.object(&mut graph.outputs);
        (graph.stack, graph.project) = (self.to.0.to_owned(), self.to.1.to_owned());
        graph.edges.sort_unstable();
    }

    fn vertex(&self, vertex: &mut Vertex) {
        self.urn(&mut vertex.urn);
        for urn in vertex.parent.iter_mut().chain(&mut vertex.provider) {
            self.urn(urn);
        }
        self.shared_object(&mut vertex.inputs);
        self.shared_object(&mut vertex.outputs);
        vertex.options.map_urns(self);
    }
}

#[cfg(test)]
mod tests {
    use super::super::lumigl::tests::site;
    use super::*;
    use crate::value::value::tests::object;
    use crate::value::value::{ResourceReference, Value};

    const TO_PROD: Relocation<'static> = Relocation {
        from: ("dev", "web"),
        to: ("prod", "shop"),
    };

    /// A graph whose values and options name resources of two stacks.
    fn graph() -> Graph {
        let mut graph = site();
        let elsewhere = Urn::parse("urn:lumi:other::web::index::a:b:C::d").unwrap();
        let own = graph.vertices[0].urn.clone();
        let reference = |urn: &Urn| {
            let (urn, id) = (urn.clone(), None);
            Value::Resource(Box::new(ResourceReference { urn, id }))
        };
        let nested = Value::secret(Value::Array(vec![reference(&own), reference(&elsewhere)]));
        let vertex = &mut graph.vertices[3];
        vertex.inputs = object([("at", nested), ("text", own.as_str().into())]).into();
        vertex.options = object([
            ("deletedWith", own.as_str().into()),
            ("aliases", Value::Array(vec![elsewhere.as_str().into()])),
        ])
        .into();
        graph
    }

    #[test]
    fn resources_move_and_those_of_other_stacks_stay() {
        let mut moved = graph();
        TO_PROD.graph(&mut moved);
        moved.validate().unwrap();
        let mut text = Vec::new();
        let secrets = crate::value::value_writer::Secrets::Shown;
        crate::render::json(&moved, secrets, &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        let left: Vec<_> = text.lines().filter(|it| it.contains(":dev::")).collect();
        // Computed strings are not rewritten.
        assert_eq!(left.len(), 1, "{text}");
        assert!(left[0].contains("\"text\": "), "{}", left[0]);
        assert_eq!(text.matches("urn:lumi:other::web::").count(), 2);
    }

    #[test]
    fn there_and_back_is_the_same() {
        let mut moved = graph();
        TO_PROD.graph(&mut moved);
        let back = Relocation {
            from: TO_PROD.to,
            to: TO_PROD.from,
        };
        back.graph(&mut moved);
        assert_eq!(moved, graph());
    }
}
