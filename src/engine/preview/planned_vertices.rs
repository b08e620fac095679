//! The vertices of a preview's graph.

use rustc_hash::FxHashMap;

use lumi_graph::{Urn, Vertex};

/// Vertices in the order in which they were planned.
#[derive(Default)]
pub struct PlannedVertices {
    /// With their positions in the program.
    vertices: Vec<(u32, Vertex)>,
    /// The index of the last vertex of each URN.
    by_urn: FxHashMap<Urn, usize>,
}

impl PlannedVertices {
    /// `order` is the position in the program.
    pub fn add(&mut self, order: u32, vertex: Vertex) {
        self.by_urn.insert(vertex.urn.clone(), self.vertices.len());
        self.vertices.push((order, vertex));
    }

    /// The last planned vertex of a URN.
    pub fn get_mut(&mut self, urn: &Urn) -> Option<&mut Vertex> {
        let index = *self.by_urn.get(urn)?;
        self.vertices.get_mut(index).map(|(_, vertex)| vertex)
    }

    /// All vertices in the order of the program.
    pub fn into_vertices(mut self) -> Vec<Vertex> {
        self.vertices.sort_by_key(|(order, _)| *order);
        self.vertices.into_iter().map(|(_, it)| it).collect()
    }
}

#[cfg(test)]
mod tests {
    use lumi_graph::{ResourceName, ResourceType};

    use super::*;
    use crate::tests::program::urn;

    fn vertex(name: &str) -> Vertex {
        let urn = urn(name);
        let resource_type = ResourceType::parse(urn.resource_type()).unwrap();
        Vertex::new(urn, resource_type, ResourceName::parse(name).unwrap(), true)
    }

    #[test]
    fn vertices_are_found_by_urn_and_come_out_in_the_order_of_the_program() {
        let mut planned = PlannedVertices::default();
        for (order, name) in [(2, "c"), (0, "a"), (1, "b"), (3, "a")] {
            planned.add(order, vertex(name));
        }
        assert!(planned.get_mut(&urn("d")).is_none());
        planned.get_mut(&urn("a")).unwrap().custom = false;
        let vertices = planned.into_vertices();
        let found = vertices.iter().map(|it| (it.name.as_str(), it.custom));
        let found: Vec<_> = found.collect();
        assert_eq!(found, [("a", true), ("b", true), ("c", true), ("a", false)]);
    }
}
