//! Pairs of resources in two graphs that are the same resource.
//!
//! Certain matches come first: URNs, aliases, ids. Then resources with equal inputs and equal
//! surroundings, then those that are most alike. Two resources of different types are the same one only if
//! an alias says so.

use std::collections::BTreeMap;
use std::fmt;

use lumi_graph::{Urn, Value, Vertex};
use rustc_hash::FxHashMap;

use super::assignment::{Candidate, assign};
use super::features::{FeatureWeights, Features};
use super::fingerprint::{contents, hash, neighbourhoods};
use super::graph_index::GraphIndex;

/// Up to this many resources that are alike, on each side, are assigned in the best way.
pub const MAX_OPTIMAL: usize = 1000;
/// Resources that are less alike are different ones.
const MIN_SIMILARITY: f64 = 0.25;
/// How many edges away the surroundings are compared.
const ROUNDS: usize = 3;
/// A feature that more resources have than this does not propose candidates among many.
const MAX_SHARED: usize = 32;

/// Why two resources are taken for the same one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MatchReason {
    SameUrn,
    Alias,
    SameId,
    /// Type, inputs and surroundings are equal.
    SameContent,
    /// No other pair is more alike.
    MostAlike,
}

impl MatchReason {
    /// The name in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::SameUrn => "sameUrn",
            Self::Alias => "alias",
            Self::SameId => "sameId",
            Self::SameContent => "sameContent",
            Self::MostAlike => "mostAlike",
        }
    }
}

impl fmt::Display for MatchReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::SameUrn => "the same URN",
            Self::Alias => "an alias",
            Self::SameId => "the same id",
            Self::SameContent => "the same inputs",
            Self::MostAlike => "the most alike",
        })
    }
}

/// The partner of each vertex.
pub struct Matching {
    /// By position in the first graph.
    pub partners: Vec<Option<(usize, MatchReason)>>,
    /// By position in the second graph.
    pub reverse: Vec<Option<usize>>,
    /// Whether more than [`MAX_OPTIMAL`] resources were alike.
    pub is_approximate: bool,
}

impl Matching {
    pub fn of(first: &GraphIndex<'_>, second: &GraphIndex<'_>) -> Self {
        let mut matching = Self {
            partners: vec![None; first.graph.vertices.len()],
            reverse: vec![None; second.graph.vertices.len()],
            is_approximate: false,
        };
        matching.by_urn(first, second);
        matching.by_alias(first, second);
        matching.by_id(first, second);
        let contents = (contents(first), contents(second));
        for rounds in (0..=ROUNDS).rev() {
            matching.match_equal_neighbourhoods(first, second, (&contents.0, &contents.1), rounds);
        }
        // Components have few inputs: they follow their children, and what is below a component
        // that has a partner now is more alike than before.
        for is_component in [false, true, false] {
            matching.by_similarity(first, second, is_component);
        }
        matching
    }

    fn pair(&mut self, first: usize, second: usize, reason: MatchReason) {
        if self.partners[first].is_none() && self.reverse[second].is_none() {
            self.partners[first] = Some((second, reason));
            self.reverse[second] = Some(first);
        }
    }

    fn by_urn(&mut self, first: &GraphIndex<'_>, second: &GraphIndex<'_>) {
        for (position, vertex) in first.graph.vertices.iter().enumerate() {
            if let Some(&partner) = second.positions.get(&vertex.urn) {
                self.pair(position, partner, MatchReason::SameUrn);
            }
        }
    }

    /// Aliases of either graph: the second one may be the older.
    fn by_alias(&mut self, first: &GraphIndex<'_>, second: &GraphIndex<'_>) {
        for (position, vertex) in second.graph.vertices.iter().enumerate() {
            for old in aliases(vertex).filter_map(|it| first.positions.get(&it)) {
                self.pair(*old, position, MatchReason::Alias);
            }
        }
        for (position, vertex) in first.graph.vertices.iter().enumerate() {
            for old in aliases(vertex).filter_map(|it| second.positions.get(&it)) {
                self.pair(position, *old, MatchReason::Alias);
            }
        }
    }

    /// Ids that are unique for their type in both graphs.
    fn by_id(&mut self, first: &GraphIndex<'_>, second: &GraphIndex<'_>) {
        let others = ids(second);
        for (id, position) in ids(first) {
            if let (Some(first), Some(Some(second))) = (position, others.get(&id)) {
                self.pair(first, *second, MatchReason::SameId);
            }
        }
    }

    /// Vertices with equal labels, if there are as many of them in both graphs. Those of equal names
    /// are paired first; which ones of the rest are paired changes nothing.
    fn match_equal_neighbourhoods(
        &mut self,
        first: &GraphIndex<'_>,
        second: &GraphIndex<'_>,
        contents: (&[u64], &[u64]),
        rounds: usize,
    ) {
        let labels = (
            neighbourhoods(first, contents.0, &self.first_marks(), rounds),
            neighbourhoods(second, contents.1, &self.second_marks(), rounds),
        );
        let mut groups: BTreeMap<u64, (Vec<usize>, Vec<usize>)> = BTreeMap::new();
        for (position, label) in labels.0.into_iter().enumerate() {
            if self.partners[position].is_none() && has_content(first, position) {
                groups.entry(label).or_default().0.push(position);
            }
        }
        for (position, label) in labels.1.into_iter().enumerate() {
            if self.reverse[position].is_none() && has_content(second, position) {
                groups.entry(label).or_default().1.push(position);
            }
        }
        for (firsts, seconds) in groups.into_values() {
            self.by_name(first, second, (&firsts, &seconds));
            if firsts.len() == seconds.len() {
                let firsts = firsts.into_iter().filter(|at| self.partners[*at].is_none());
                let seconds = seconds.into_iter().filter(|at| self.reverse[*at].is_none());
                let pairs: Vec<_> = firsts.zip(seconds).collect();
                for (first, second) in pairs {
                    self.pair(first, second, MatchReason::SameContent);
                }
            }
        }
    }

    fn by_name(
        &mut self,
        first: &GraphIndex<'_>,
        second: &GraphIndex<'_>,
        (firsts, seconds): (&[usize], &[usize]),
    ) {
        let name = |index: &GraphIndex<'_>, at: usize| index.graph.vertices[at].name.clone();
        let names: FxHashMap<_, _> = seconds.iter().map(|at| (name(second, *at), *at)).collect();
        for at in firsts {
            if let Some(partner) = names.get(&name(first, *at)) {
                self.pair(*at, *partner, MatchReason::SameContent);
            }
        }
    }

    fn by_similarity(&mut self, first: &GraphIndex<'_>, second: &GraphIndex<'_>, component: bool) {
        let marks = (self.first_marks(), self.second_marks());
        let mut groups: BTreeMap<&str, (Vec<usize>, Vec<usize>)> = BTreeMap::new();
        let is_meant = |vertex: &Vertex| vertex.custom != component;
        for (position, vertex) in first.graph.vertices.iter().enumerate() {
            if self.partners[position].is_none() && is_meant(vertex) {
                let group = groups.entry(vertex.resource_type.as_str()).or_default();
                group.0.push(position);
            }
        }
        for (position, vertex) in second.graph.vertices.iter().enumerate() {
            if self.reverse[position].is_none() && is_meant(vertex) {
                let group = groups.entry(vertex.resource_type.as_str()).or_default();
                group.1.push(position);
            }
        }
        for (firsts, seconds) in groups.into_values() {
            if firsts.is_empty() || seconds.is_empty() {
                continue;
            }
            let one = UnmatchedOfType::new(first, firsts, &marks.0);
            let other = UnmatchedOfType::new(second, seconds, &marks.1);
            let candidates = candidates(&one, &other);
            let assignment = assign(candidates, MAX_OPTIMAL);
            self.is_approximate |= assignment.is_approximate || is_large(&one, &other);
            for (first, second) in assignment.pairs {
                self.pair(first, second, MatchReason::MostAlike);
            }
        }
    }

    /// A mark for each vertex with a partner, which both share.
    fn first_marks(&self) -> Vec<Option<u64>> {
        let partners = self.partners.iter().enumerate();
        partners
            .map(|(first, it)| it.map(|(second, _)| hash((first, second))))
            .collect()
    }

    fn second_marks(&self) -> Vec<Option<u64>> {
        let reverse = self.reverse.iter().enumerate();
        reverse
            .map(|(second, it)| it.map(|first| hash((first, second))))
            .collect()
    }
}

/// Resources of one type that have no partner.
struct UnmatchedOfType<'i, 'a> {
    index: &'i GraphIndex<'a>,
    positions: Vec<usize>,
    features: Vec<Features>,
}

impl<'i, 'a> UnmatchedOfType<'i, 'a> {
    fn new(index: &'i GraphIndex<'a>, positions: Vec<usize>, marks: &[Option<u64>]) -> Self {
        let features = positions
            .iter()
            .map(|at| Features::of(index, *at, marks))
            .collect();
        Self {
            index,
            positions,
            features,
        }
    }

    fn vertex(&self, at: usize) -> (&Vertex, &Features) {
        let vertex = &self.index.graph.vertices[self.positions[at]];
        (vertex, &self.features[at])
    }
}

fn is_large(one: &UnmatchedOfType<'_, '_>, other: &UnmatchedOfType<'_, '_>) -> bool {
    one.positions.len().max(other.positions.len()) > MAX_OPTIMAL
}

/// All pairs that are alike; of many resources those that share something that few have.
fn candidates(one: &UnmatchedOfType<'_, '_>, other: &UnmatchedOfType<'_, '_>) -> Vec<Candidate> {
    let mut weights = FeatureWeights::default();
    one.features.iter().for_each(|it| weights.count(it));
    other.features.iter().for_each(|it| weights.count(it));
    let mut candidates = Vec::new();
    let mut consider = |first: usize, second: usize| {
        let similarity = weights.similarity(one.vertex(first), other.vertex(second));
        if similarity >= MIN_SIMILARITY {
            let (first, second) = (one.positions[first], other.positions[second]);
            candidates.push(Candidate {
                first,
                second,
                similarity,
            });
        }
    };
    if is_large(one, other) {
        consider_pairs_with_rare_features(one, other, &mut consider);
    } else {
        for first in 0..one.positions.len() {
            (0..other.positions.len()).for_each(|second| consider(first, second));
        }
    }
    candidates
}

fn consider_pairs_with_rare_features(
    one: &UnmatchedOfType<'_, '_>,
    other: &UnmatchedOfType<'_, '_>,
    consider: &mut impl FnMut(usize, usize),
) {
    let mut owners: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
    for (second, features) in other.features.iter().enumerate() {
        let name = hash(("name", other.vertex(second).0.name.as_str()));
        for hash in features.hashes().iter().copied().chain([name]) {
            owners.entry(hash).or_default().push(second);
        }
    }
    for (first, features) in one.features.iter().enumerate() {
        let name = hash(("name", one.vertex(first).0.name.as_str()));
        let hashes = features.hashes().iter().copied().chain([name]);
        let shared = hashes.filter_map(|it| owners.get(&it).filter(|it| it.len() <= MAX_SHARED));
        let mut seconds: Vec<usize> = shared.flatten().copied().collect();
        seconds.sort_unstable();
        seconds.dedup();
        seconds
            .into_iter()
            .for_each(|second| consider(first, second));
    }
}

/// Whether anything but its type tells a vertex from others.
fn has_content(index: &GraphIndex<'_>, position: usize) -> bool {
    let is_known = |value: &Value| !matches!(value.open(), Value::Unknown | Value::Null);
    let mut inputs = index.graph.vertices[position].inputs.values();
    inputs.any(is_known) || !index.neighbours(position).is_empty()
}

/// The URNs that a vertex says it had.
fn aliases(vertex: &Vertex) -> impl Iterator<Item = Urn> {
    let aliases = vertex.options.aliases().iter();
    aliases.filter_map(|alias| alias.urn(&vertex.urn))
}

/// The position of each known id by type; `None` where several have the same.
fn ids<'a>(index: &GraphIndex<'a>) -> FxHashMap<(&'a str, &'a str), Option<usize>> {
    let mut ids = FxHashMap::default();
    let graph: &'a lumi_graph::Graph = index.graph;
    for (position, vertex) in graph.vertices.iter().enumerate() {
        if let Some(id) = vertex.id.as_ref().and_then(|it| it.open().as_str()) {
            ids.entry((vertex.resource_type.as_str(), id))
                .and_modify(|it| *it = None)
                .or_insert(Some(position));
        }
    }
    ids
}
