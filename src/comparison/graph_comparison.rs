//! Compares two graphs.

use lumi_graph::{Change, Difference, Graph, PropertyPath, Urn};

use super::compared_graph::{ComparedGraph, Side};
use super::derived_values::{StackNames, explain_derived};
use super::difference_class::DifferenceClass;
use super::difference_reason::DifferenceReason;
use super::edge_comparison::compare_edges;
use super::finding::Finding;
use super::graph_index::GraphIndex;
use super::matching::{MatchReason, Matching};
use super::set_properties::SetProperties;
use super::value_comparison::{ValueComparison, ValueContext};
use super::vertex_comparison::{PairContext, compare_vertices};

/// The result of [`compare`].
#[derive(Debug)]
pub struct GraphComparison<'a> {
    /// Positions in the first and in the second graph, in the order of the first.
    pub pairs: Vec<(usize, usize, MatchReason)>,
    /// In the order of the first graph; what only the second has comes after it, then edges and outputs.
    pub findings: Vec<Finding<'a>>,
    /// Whether so many resources were alike that other pairs may fit better.
    pub is_approximate: bool,
}

impl GraphComparison<'_> {
    /// Whether both graphs describe the same infrastructure, whatever its resources are called.
    pub fn is_same(&self) -> bool {
        self.count(DifferenceClass::Meaningful) == 0
    }

    pub fn count(&self, class: DifferenceClass) -> usize {
        self.findings
            .iter()
            .filter(|it| it.class() == class)
            .count()
    }
}

/// Compares two graphs of the same stack by what they mean; see `Relocation` for those of others.
///
/// The time is that of hashing both graphs, and of assigning what is alike but not equal: cubic in
/// up to [`MAX_OPTIMAL`](super::MAX_OPTIMAL) such resources.
pub fn compare<'a>(
    first: impl Into<ComparedGraph<'a>>,
    second: impl Into<ComparedGraph<'a>>,
    sets: &dyn SetProperties,
) -> GraphComparison<'a> {
    let (one, other) = (first.into(), second.into());
    let unchecked = match (one.is_checked, other.is_checked) {
        (false, true) => Some(Side::First),
        (true, false) => Some(Side::Second),
        _ => None,
    };
    let stacks = one
        .stack
        .zip(other.stack)
        .filter(|(one, other)| one != other);
    let (first, second) = (one.graph, other.graph);
    let (one, other) = (GraphIndex::new(first), GraphIndex::new(second));
    let matching = Matching::of(&one, &other);
    let graphs = Graphs {
        first: &one,
        second: &other,
        matching: &matching,
        sets,
        unchecked,
        stacks,
        lacks_components: lacks_components(first, second) || lacks_components(second, first),
    };
    let mut findings = Vec::new();
    graphs.documents(&mut findings);
    graphs.vertices(&mut findings);
    compare_edges(&one, &other, &matching, &mut findings);
    graphs.outputs(&mut findings);
    explain_derived(&other, stacks, &mut findings);
    let pairs = matching.partners.iter().enumerate();
    GraphComparison {
        pairs: pairs
            .filter_map(|(at, it)| it.map(|(partner, how)| (at, partner, how)))
            .collect(),
        findings,
        is_approximate: matching.is_approximate,
    }
}

struct Graphs<'g, 'a> {
    first: &'g GraphIndex<'a>,
    second: &'g GraphIndex<'a>,
    matching: &'g Matching,
    sets: &'g dyn SetProperties,
    unchecked: Option<Side>,
    stacks: StackNames<'a>,
    lacks_components: bool,
}

impl<'a> Graphs<'_, 'a> {
    fn documents(&self, findings: &mut Vec<Finding<'a>>) {
        let (first, second) = (self.first.graph, self.second.graph);
        if first.complete != second.complete {
            let (old, new) = (first.complete.to_string(), second.complete.to_string());
            let field = "complete";
            let difference = Difference::Document { field, old, new };
            findings.push(Finding::new(DifferenceReason::Values, difference));
        }
        let is_empty = first.vertices.is_empty() || second.vertices.is_empty();
        if has_source(first) != has_source(second) && !is_empty {
            let text = |graph| match has_source(graph) {
                true => "known",
                false => "unknown",
            };
            let difference = Difference::Document {
                field: "source positions",
                old: text(first).to_owned(),
                new: text(second).to_owned(),
            };
            findings.push(Finding::new(DifferenceReason::UnknownSource, difference));
        }
    }

    fn vertices(&self, findings: &mut Vec<Finding<'a>>) {
        for (position, vertex) in self.first.graph.vertices.iter().enumerate() {
            match self.matching.partners[position] {
                Some((partner, how)) => {
                    let second = &self.second.graph.vertices[partner];
                    compare_vertices((vertex, second, how), self, findings);
                }
                None => {
                    let reason = self.reason_of_lack(vertex.custom);
                    findings.push(Finding::new(reason, Difference::VertexRemoved(vertex)));
                }
            }
        }
        for (position, vertex) in self.second.graph.vertices.iter().enumerate() {
            if self.matching.reverse[position].is_none() {
                let reason = self.reason_of_lack(vertex.custom);
                findings.push(Finding::new(reason, Difference::VertexAdded(vertex)));
            }
        }
    }

    fn reason_of_lack(&self, is_custom: bool) -> DifferenceReason {
        match (is_custom, self.lacks_components) {
            (true, _) => DifferenceReason::Values,
            (false, true) => DifferenceReason::MissingComponent,
            // A component only groups resources: its children have another parent.
            (false, false) => DifferenceReason::Identity,
        }
    }

    fn outputs(&self, findings: &mut Vec<Finding<'a>>) {
        let mut report = |path: &PropertyPath, change: Change<'a>, reason| {
            let path = path.clone();
            findings.push(Finding::new(reason, Difference::Output { path, change }));
        };
        let (first, second) = (&self.first.graph.outputs, &self.second.graph.outputs);
        ValueComparison {
            context: self,
            path: PropertyPath::new(),
            report: &mut report,
        }
        .objects(first, second);
    }
}

impl PairContext for Graphs<'_, '_> {
    fn partner(&self, first: &Urn) -> Option<&Urn> {
        let at = *self.first.positions.get(first)?;
        let (partner, _) = self.matching.partners[at]?;
        Some(&self.second.graph.vertices[partner].urn)
    }

    fn lacks_components(&self) -> bool {
        self.lacks_components
    }

    fn unchecked(&self) -> Option<Side> {
        self.unchecked
    }

    fn are_two_stacks(&self) -> bool {
        self.stacks.is_some()
    }

    fn sets(&self) -> &dyn SetProperties {
        self.sets
    }
}

/// Whether a graph was inferred, as it has neither components nor positions in a program, and the
/// other one has components.
fn lacks_components(inferred: &Graph, other: &Graph) -> bool {
    let has_components = |graph: &Graph| graph.vertices.iter().any(|it| !it.custom);
    !has_components(inferred) && !has_source(inferred) && has_components(other)
}

fn has_source(graph: &Graph) -> bool {
    graph.vertices.iter().any(|it| it.source.is_some())
}

/// Outputs of a program are no sets.
impl ValueContext for Graphs<'_, '_> {
    fn is_set(&self, _: &PropertyPath) -> bool {
        false
    }

    fn is_same_resource(&self, first: &Urn, second: &Urn) -> bool {
        first == second || self.partner(first) == Some(second)
    }
}
