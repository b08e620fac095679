//! Relations of the resources of a graph, by their positions.

use std::collections::BTreeMap;

use lumi_graph::{EdgeKind, Graph, GraphError, PathPart, PropertyPath, Urn, Vertex};
use rustc_hash::FxHashMap;

/// The resources that the values of one resource come from, by the paths of the values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EdgePaths {
    /// The origins of the value itself.
    pub targets: Vec<usize>,
    pub parts: BTreeMap<PathPart, Self>,
}

impl EdgePaths {
    fn add(&mut self, path: &[PathPart], target: usize) {
        match path.split_first() {
            None => self.targets.push(target),
            Some((part, rest)) => self
                .parts
                .entry(part.clone())
                .or_default()
                .add(rest, target),
        }
    }

    /// The origins of the value and of its parts, in the order of the program.
    pub fn all_targets(&self) -> Vec<usize> {
        let mut all = self.targets.clone();
        for part in self.parts.values() {
            all.extend(part.all_targets());
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    pub fn is_empty(&self) -> bool {
        self.targets.is_empty() && self.parts.is_empty()
    }
}

/// The graph, with what its resources are to each other.
pub struct GraphIndex<'g> {
    pub graph: &'g Graph,
    pub positions: FxHashMap<&'g Urn, usize>,
    pub parents: Vec<Option<usize>>,
    pub providers: Vec<Option<usize>>,
    pub children: Vec<Vec<usize>>,
    pub paths: Vec<EdgePaths>,
    /// The resources that a resource depends on without a value.
    pub explicit: Vec<Vec<usize>>,
    /// The place of each resource in an order in which all stand after what they depend on.
    pub ranks: Vec<usize>,
    /// The positions in that order.
    pub order: Vec<usize>,
    /// The start and the target of each edge whose property cannot be parsed as a path.
    pub unreadable: Vec<(usize, usize)>,
}

/// Paths that are deeper than any value are none.
const MAX_PARTS: usize = lumi_graph::MAX_DEPTH + 1;

impl<'g> GraphIndex<'g> {
    /// Fails for a graph that is not valid.
    pub fn new(graph: &'g Graph) -> Result<Self, GraphError> {
        graph.validate()?;
        let order = graph.dag()?.order().map_err(|cycle| graph.name(&cycle))?;
        let positions = graph.positions();
        let count = graph.vertices.len();
        let find = |urn: &Option<Urn>| urn.as_ref().and_then(|it| positions.get(it).copied());
        let of = |relation: fn(&Vertex) -> &Option<Urn>| -> Vec<Option<usize>> {
            graph.vertices.iter().map(|it| find(relation(it))).collect()
        };
        let parents = of(|it| &it.parent);
        let providers = of(|it| &it.provider);
        let mut ranks = vec![0; count];
        for (rank, position) in order.iter().enumerate() {
            ranks[*position] = rank;
        }
        let mut children = vec![Vec::new(); count];
        for position in &order {
            if let Some(parent) = parents[*position] {
                children[parent].push(*position);
            }
        }
        let mut index = Self {
            graph,
            positions,
            parents,
            providers,
            children,
            paths: vec![EdgePaths::default(); count],
            explicit: vec![Vec::new(); count],
            ranks,
            order,
            unreadable: Vec::new(),
        };
        index.add_edges();
        Ok(index)
    }

    fn add_edges(&mut self) {
        for edge in &self.graph.edges {
            let (from, to) = (self.positions[&edge.from], self.positions[&edge.to]);
            match edge.kind {
                EdgeKind::Explicit => self.explicit[from].push(to),
                EdgeKind::Property => {
                    let property = edge.property.as_deref();
                    let path = property.and_then(|it| it.parse::<PropertyPath>().ok());
                    match path.filter(|it| !it.is_empty() && it.parts.len() <= MAX_PARTS) {
                        Some(path) => self.paths[from].add(&path.parts, to),
                        None => self.unreadable.push((from, to)),
                    }
                }
                // The resources themselves have these.
                EdgeKind::Parent | EdgeKind::Provider => {}
            }
        }
    }

    pub fn vertex(&self, position: usize) -> &'g Vertex {
        &self.graph.vertices[position]
    }

    /// Whether the first resource can use the second one, because it is declared later.
    pub fn can_use(&self, user: usize, used: usize) -> bool {
        self.ranks[used] < self.ranks[user]
    }
}
