//! Compares the dependencies of two graphs.

use lumi_graph::{Difference, Edge, EdgeKind, Vertex};
use rustc_hash::FxHashMap;

use super::difference_reason::DifferenceReason;
use super::finding::Finding;
use super::fingerprint::{property_of, value_hash};
use super::graph_index::GraphIndex;
use super::matching::Matching;

/// Adds edges that only one graph has. Parents and providers are compared with their resources, and
/// edges of a resource without a partner say nothing more.
pub fn compare_edges<'a>(
    first: &GraphIndex<'a>,
    second: &GraphIndex<'a>,
    matching: &Matching,
    findings: &mut Vec<Finding<'a>>,
) {
    let one = SideEdges::of(first, |at| {
        matching.partners[at].map(|(partner, _)| partner)
    });
    let other = SideEdges::of(second, |at| matching.reverse[at].map(|_| at));
    for (edge, ends) in &one.edges {
        if let Some(reason) = other.reason_of_lack(edge, *ends, &one) {
            findings.push(Finding::new(reason, Difference::EdgeRemoved(edge)));
        }
    }
    for (edge, ends) in &other.edges {
        if let Some(reason) = one.reason_of_lack(edge, *ends, &other) {
            findings.push(Finding::new(reason, Difference::EdgeAdded(edge)));
        }
    }
}

/// The positions of both ends in the second graph.
type Ends = (usize, usize);

/// The dependencies of one graph between resources that have partners.
struct SideEdges<'a> {
    edges: Vec<(&'a Edge, Ends)>,
    by_ends: FxHashMap<Ends, Vec<&'a Edge>>,
    /// The vertices of this graph, by their positions in the second one.
    vertices: FxHashMap<usize, &'a Vertex>,
    has_explicit: bool,
}

impl<'a> SideEdges<'a> {
    /// `place` is the position of a vertex in the second graph.
    fn of(index: &GraphIndex<'a>, place: impl Fn(usize) -> Option<usize>) -> Self {
        let end = |urn| index.positions.get(urn).and_then(|at| place(*at));
        let is_dependency =
            |edge: &&Edge| matches!(edge.kind, EdgeKind::Property | EdgeKind::Explicit);
        let edges: Vec<_> = index
            .graph
            .edges
            .iter()
            .filter(is_dependency)
            .filter_map(|edge| Some((edge, (end(&edge.from)?, end(&edge.to)?))))
            .collect();
        let mut by_ends: FxHashMap<Ends, Vec<&Edge>> = FxHashMap::default();
        for (edge, ends) in &edges {
            by_ends.entry(*ends).or_default().push(edge);
        }
        let vertices = index.graph.vertices.iter().enumerate();
        let vertices = vertices.filter_map(|(at, vertex)| Some((place(at)?, vertex)));
        Self {
            has_explicit: edges
                .iter()
                .any(|(edge, _)| edge.kind == EdgeKind::Explicit),
            vertices: vertices.collect(),
            edges,
            by_ends,
        }
    }

    /// Why this graph does not have an edge of the other one; `None` if it has.
    fn reason_of_lack(&self, edge: &Edge, ends: Ends, owner: &Self) -> Option<DifferenceReason> {
        let is_same = |it: &&&Edge| it.kind == edge.kind && it.property == edge.property;
        let between = self.by_ends.get(&ends).map_or(&[][..], Vec::as_slice);
        if between.iter().find(is_same).is_some() {
            return None;
        }
        if !between.is_empty() {
            return Some(DifferenceReason::DependencyPath);
        }
        let is_unknown_origin = match (edge.kind, &edge.property) {
            (EdgeKind::Explicit, _) => !self.has_explicit,
            (_, Some(property)) => {
                let input = |side: &Self| {
                    let vertex = side.vertices.get(&ends.0)?;
                    vertex.inputs.get(property_of(property))
                };
                // The value of a plan may be unknown; it is what the other graph has then.
                match (input(self), input(owner)) {
                    (Some(_), Some(value)) if value.contains_unknown() => true,
                    (Some(value), Some(other)) => value_hash(value) == value_hash(other),
                    _ => false,
                }
            }
            (_, None) => false,
        };
        Some(match is_unknown_origin {
            true => DifferenceReason::MissingDependency,
            false => DifferenceReason::Values,
        })
    }
}
