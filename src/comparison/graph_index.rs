//! The neighbours of each vertex.

use lumi_graph::{Edge, EdgeKind, Graph, Urn};
use rustc_hash::FxHashMap;

/// A graph with its edges by position.
pub struct GraphIndex<'a> {
    pub graph: &'a Graph,
    pub positions: FxHashMap<&'a Urn, usize>,
    neighbours: Vec<Vec<Neighbour<'a>>>,
}

/// An edge as one of its ends sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neighbour<'a> {
    pub position: usize,
    pub kind: EdgeKind,
    /// Whether the vertex depends on the neighbour, instead of the other way round.
    pub is_dependency: bool,
    pub property: Option<&'a str>,
}

impl<'a> GraphIndex<'a> {
    /// Edges to resources that are not in the graph are left out.
    pub fn new(graph: &'a Graph) -> Self {
        let positions = graph.positions();
        let mut neighbours = vec![Vec::new(); graph.vertices.len()];
        let mut connect = |from: &Urn, to: &Urn, kind, property| {
            let (Some(&from), Some(&to)) = (positions.get(from), positions.get(to)) else {
                return;
            };
            let seen = |position, is_dependency| Neighbour {
                position,
                kind,
                is_dependency,
                property,
            };
            neighbours[from].push(seen(to, true));
            neighbours[to].push(seen(from, false));
        };
        for Edge {
            from,
            to,
            kind,
            property,
        } in &graph.edges
        {
            if matches!(kind, EdgeKind::Property | EdgeKind::Explicit) {
                connect(from, to, *kind, property.as_deref());
            }
        }
        for vertex in &graph.vertices {
            if let Some(parent) = &vertex.parent {
                connect(&vertex.urn, parent, EdgeKind::Parent, None);
            }
            if let Some(provider) = &vertex.provider {
                connect(&vertex.urn, provider, EdgeKind::Provider, None);
            }
        }
        Self {
            graph,
            positions,
            neighbours,
        }
    }

    pub fn neighbours(&self, position: usize) -> &[Neighbour<'a>] {
        &self.neighbours[position]
    }
}
