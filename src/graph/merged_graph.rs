//! Two graphs in one, for pictures of what differs.

use rustc_hash::FxHashSet;

use super::edge::{Edge, EdgeKind};
use super::lumigl::lumigl::Graph;
use super::urn::Urn;

impl Graph {
    /// This graph, with the resources and dependencies that only `old` has. `partner` is the URN that a resource
    /// of `old` has in this graph, if it is there.
    pub fn merged_with_old(&self, old: &Self, partner: impl Fn(&Urn) -> Option<Urn>) -> Self {
        let here = |urn: &Urn| partner(urn).unwrap_or_else(|| urn.clone());
        let mut merged = self.clone();
        let known: FxHashSet<Urn> = self.vertices.iter().map(|it| it.urn.clone()).collect();
        for vertex in &old.vertices {
            if partner(&vertex.urn).is_some() || known.contains(&vertex.urn) {
                continue;
            }
            let mut vertex = vertex.clone();
            vertex.parent = vertex.parent.as_ref().map(here);
            vertex.provider = vertex.provider.as_ref().map(here);
            merged.vertices.push(vertex);
        }
        let edges: FxHashSet<(&Urn, &Urn, EdgeKind)> = self
            .edges
            .iter()
            .map(|it| (&it.from, &it.to, it.kind))
            .collect();
        let lost = old.edges.iter().map(|edge| Edge {
            from: here(&edge.from),
            to: here(&edge.to),
            ..edge.clone()
        });
        // The frames of components are those of this graph.
        let is_moved = |edge: &Edge| edge.kind == EdgeKind::Parent && known.contains(&edge.from);
        let lost = lost.filter(|it| !edges.contains(&(&it.from, &it.to, it.kind)) && !is_moved(it));
        merged.edges.extend(lost);
        merged.finish();
        merged
    }
}

#[cfg(test)]
mod tests {
    use super::super::lumigl::lumigl::GraphKind;
    use super::super::lumigl::lumigl::tests::{edge, vertex};
    use super::*;

    #[test]
    fn vertices_of_one_graph_are_in_both() {
        let names = |graph: &Graph| -> Vec<String> {
            let names = graph.vertices.iter().map(|it| it.name.as_str().to_owned());
            names.collect()
        };
        let [site, page, old, index] = ["site", "page", "old", "index"];
        let mut first = Graph::new(GraphKind::Plan, "dev", "web");
        first.vertices.push(vertex(None, "acme:web:Site", site));
        let parent = first.vertices[0].clone();
        first
            .vertices
            .push(vertex(Some(&parent), "std:fs:File", page));
        first
            .vertices
            .push(vertex(Some(&parent), "std:fs:File", old));
        first.edges = vec![edge(
            &first.vertices[2],
            &first.vertices[1],
            EdgeKind::Property,
        )];
        let mut second = Graph::new(GraphKind::Plan, "dev", "web");
        second.vertices.push(vertex(None, "std:fs:File", index));
        // The page is the index now, and the component is gone.
        let (from, to) = (
            first.vertices[1].urn.clone(),
            second.vertices[0].urn.clone(),
        );
        let merged = second.merged_with_old(&first, |it| (*it == from).then(|| to.clone()));
        assert_eq!(names(&merged), [index, site, old]);
        assert_eq!(merged.vertices[2].parent, Some(parent.urn));
        assert_eq!(merged.edges.len(), 1);
        assert_eq!(merged.edges[0].to, to);
        merged.validate().unwrap();
    }
}
