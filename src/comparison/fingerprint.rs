//! Hashes of values and of resources with their neighbours.

use std::hash::{DefaultHasher, Hash, Hasher};

use lumi_graph::{ArchiveContent, Object, Value};

use super::graph_index::GraphIndex;
use super::value_comparison::json::parsed_json;
use super::value_comparison::scalar::Scalar;

/// The hash of a few parts; equal in all runs.
pub fn hash(parts: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    parts.hash(&mut hasher);
    hasher.finish()
}

/// The hash of what a value means: equal for values that differ only in representation, and for
/// lists in another order.
pub fn value_hash(value: &Value) -> u64 {
    if let Some(scalar) = Scalar::of(value) {
        return hash(("scalar", scalar.text()));
    }
    match value {
        Value::String(text) => match parsed_json(text) {
            Some(json) => value_hash(&json),
            None => hash(("text", text)),
        },
        Value::Array(items) => hash(("array", items.len(), sum(items.iter().map(value_hash)))),
        Value::Object(members) => hash(("object", object_hash(members))),
        Value::Secret(inner) => value_hash(inner),
        Value::Asset(asset) => match &asset.hash {
            Some(digest) => hash(("content", digest)),
            None => hash(("asset", asset.content.entry())),
        },
        Value::Archive(archive) => match (&archive.hash, &archive.content) {
            (Some(digest), _) => hash(("content", digest)),
            (None, ArchiveContent::Assets(members)) => hash(("archive", object_hash(members))),
            (None, ArchiveContent::File(at) | ArchiveContent::Remote(at)) => hash(("archive", at)),
        },
        // A reference is an edge, too; its URN changes when the resource is renamed.
        Value::Resource(reference) => hash(("resource", reference.urn.resource_type())),
        Value::Ephemeral(of) => hash(("ephemeral", &**of)),
        Value::Null | Value::Unknown | Value::Bool(_) | Value::Number(_) => hash(value.kind()),
    }
}

/// The order of members does not count, and members that are null are missing.
fn object_hash(members: &Object) -> u64 {
    let members = members
        .iter()
        .filter(|(_, value)| !matches!(value, Value::Null));
    sum(members.map(|(key, value)| hash((key, value_hash(value)))))
}

/// A hash of hashes whose order does not count.
pub fn sum(hashes: impl Iterator<Item = u64>) -> u64 {
    hashes.fold(0, u64::wrapping_add)
}

/// Labels each vertex by its inputs and by what is around it up to `rounds` edges away. A vertex
/// that has a `mark` is known by it alone.
pub fn neighbourhoods(
    index: &GraphIndex<'_>,
    contents: &[u64],
    marks: &[Option<u64>],
    rounds: usize,
) -> Vec<u64> {
    let label = |at: usize| marks[at].unwrap_or(contents[at]);
    let mut labels: Vec<u64> = (0..contents.len()).map(label).collect();
    for _ in 0..rounds {
        let next = (0..labels.len()).map(|at| {
            if marks[at].is_some() {
                return labels[at];
            }
            let around = index.neighbours(at).iter().map(|it| {
                let property = it.property.map(property_of);
                hash((
                    it.kind.as_str(),
                    it.is_dependency,
                    property,
                    labels[it.position],
                ))
            });
            hash((labels[at], sum(around)))
        });
        labels = next.collect();
    }
    labels
}

/// The property at the start of a path, so that the order of a list does not count.
pub fn property_of(path: &str) -> &str {
    path.split(['.', '[']).next().unwrap_or(path)
}

/// The hash of type and inputs of each vertex.
pub fn contents(index: &GraphIndex<'_>) -> Vec<u64> {
    let vertices = index.graph.vertices.iter();
    vertices
        .map(|it| hash((it.resource_type.as_str(), object_hash(&it.inputs))))
        .collect()
}
