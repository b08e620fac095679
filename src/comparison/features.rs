//! The features in which two resources are alike.

use lumi_graph::{Object, Value, Vertex};
use rustc_hash::FxHashMap;

use super::fingerprint::{hash, property_of, value_hash};
use super::graph_index::GraphIndex;

/// More parts of the inputs than this say nothing new about a resource.
const MAX_PARTS: usize = 256;
/// The weight of the name, against 1 for a feature that half of the resources have.
const NAME_WEIGHT: f64 = 1.0;

/// The features of a vertex: hashes of parts of its inputs, and of neighbours whose partner is
/// known. Sorted; a hash can occur more than once.
pub struct Features(Vec<u64>);

impl Features {
    /// `marks` has the mark that a vertex shares with its partner, for vertices that have one.
    pub fn of(index: &GraphIndex<'_>, position: usize, marks: &[Option<u64>]) -> Self {
        let vertex = &index.graph.vertices[position];
        let mut hashes = Vec::new();
        let mut path = Vec::new();
        object(&vertex.inputs, &mut path, &mut hashes);
        hashes.truncate(MAX_PARTS);
        for it in index.neighbours(position) {
            if let Some(mark) = marks[it.position] {
                let property = it.property.map(property_of);
                hashes.push(hash((it.kind.as_str(), it.is_dependency, property, mark)));
            }
        }
        hashes.sort_unstable();
        Self(hashes)
    }

    pub fn hashes(&self) -> &[u64] {
        &self.0
    }
}

fn object<'a>(members: &'a Object, path: &mut Vec<&'a str>, hashes: &mut Vec<u64>) {
    for (key, value) in members {
        path.push(key);
        part(value, path, hashes);
        path.pop();
    }
}

/// Elements of lists are at the path of the list, as a list may be a set.
fn part<'a>(value: &'a Value, path: &mut Vec<&'a str>, hashes: &mut Vec<u64>) {
    if hashes.len() >= MAX_PARTS {
        return;
    }
    match value {
        Value::Object(members) => object(members, path, hashes),
        Value::Array(items) => items.iter().for_each(|item| part(item, path, hashes)),
        Value::Secret(inner) => part(inner, path, hashes),
        Value::Null | Value::Unknown => {}
        value => hashes.push(hash((&*path, value_hash(value)))),
    }
}

/// How much each feature says: what few resources of a kind have says more.
#[derive(Default)]
pub struct FeatureWeights {
    counts: FxHashMap<u64, u32>,
    vertices: u32,
}

impl FeatureWeights {
    pub fn count(&mut self, features: &Features) {
        self.vertices += 1;
        let mut hashes = features.0.clone();
        hashes.dedup();
        for hash in hashes {
            *self.counts.entry(hash).or_default() += 1;
        }
    }

    /// From ln 2 for a feature that all have.
    fn of(&self, hash: u64) -> f64 {
        let count = self.counts.get(&hash).copied().unwrap_or(1).max(1);
        (1.0 + f64::from(self.vertices) / f64::from(count)).ln()
    }

    /// How alike two vertices of a type are, from 0 to 1: the weight of what both have, by the
    /// weight of what either has.
    pub fn similarity(&self, first: (&Vertex, &Features), second: (&Vertex, &Features)) -> f64 {
        let (mut shared, mut total) = (0.0, 0.0);
        let (mut one, mut other) = (first.1.0.iter().peekable(), second.1.0.iter().peekable());
        loop {
            let smaller = match (one.peek(), other.peek()) {
                (None, None) => break,
                (Some(&&a), Some(&&b)) => a.min(b),
                (Some(&&a), None) | (None, Some(&&a)) => a,
            };
            let has_one = one.next_if(|it| **it == smaller).is_some();
            let has_other = other.next_if(|it| **it == smaller).is_some();
            let weight = self.of(smaller);
            total += weight;
            shared += if has_one && has_other { weight } else { 0.0 };
        }
        let names = strsim::normalized_levenshtein(first.0.name.as_str(), second.0.name.as_str());
        (shared + NAME_WEIGHT * names) / (total + NAME_WEIGHT)
    }
}
