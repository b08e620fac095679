//! The resources of a plan and the accepted drifts, by the place that makes them.

use lumi_graph::{Graph, PropertyPath, SourcePosition, Vertex};
use rustc_hash::FxHashMap;

use super::drift::PropertyDrift;
use super::plan::AdoptedDrift;

/// Looks up places of programs. Each question takes a time that does not depend on the number of places.
pub struct Places<'p> {
    declared: FxHashMap<&'p SourcePosition, Vec<&'p Vertex>>,
    /// The places that make resources, by file.
    by_file: FxHashMap<&'p str, Vec<&'p SourcePosition>>,
    /// The number of resources whose objects are gone.
    deleted: FxHashMap<&'p SourcePosition, usize>,
    changed: FxHashMap<(&'p SourcePosition, &'p PropertyPath), DriftGroup<'p>>,
}

/// The drifts of one property of all resources that one place makes.
#[derive(Default)]
struct DriftGroup<'p> {
    drifts: Vec<&'p PropertyDrift>,
    is_mixed: bool,
}

impl<'p> Places<'p> {
    pub fn new(planned: &'p Graph, accepted: &'p [AdoptedDrift<'_>]) -> Self {
        let mut places = Self {
            declared: FxHashMap::default(),
            by_file: FxHashMap::default(),
            deleted: FxHashMap::default(),
            changed: FxHashMap::default(),
        };
        for vertex in &planned.vertices {
            if let Some(source) = &vertex.source {
                places.declare(source, vertex);
            }
        }
        for it in accepted {
            let Some(source) = &it.resource.source else {
                continue;
            };
            match it.property {
                None => *places.deleted.entry(source).or_default() += 1,
                Some(property) => {
                    let group = places.changed.entry((source, &property.path));
                    group.or_default().add(property);
                }
            }
        }
        places
    }

    fn declare(&mut self, source: &'p SourcePosition, vertex: &'p Vertex) {
        let made_here = self.declared.entry(source).or_default();
        if made_here.is_empty() {
            let of_file = self.by_file.entry(&*source.file).or_default();
            of_file.push(source);
        }
        made_here.push(vertex);
    }

    /// The resources that a place makes.
    pub fn made_at(&self, source: &SourcePosition) -> &[&'p Vertex] {
        self.declared.get(source).map_or(&[], Vec::as_slice)
    }

    /// The places in a file that make resources.
    pub fn in_file(&self, file: &str) -> &[&'p SourcePosition] {
        self.by_file.get(file).map_or(&[], Vec::as_slice)
    }

    /// Whether no resource that is made at a place exists any more.
    pub fn are_all_deleted(&self, source: &SourcePosition) -> bool {
        self.deleted.get(source).copied().unwrap_or_default() == self.made_at(source).len()
    }

    /// Whether all resources that are made at a place have the same drift.
    pub fn is_of_all(&self, source: &SourcePosition, property: &PropertyDrift) -> bool {
        let count = self.made_at(source).len().max(1);
        let group = self.changed.get(&(source, &property.path));
        group.is_some_and(|it| it.has(count, property))
    }
}

impl<'p> DriftGroup<'p> {
    fn add(&mut self, drift: &'p PropertyDrift) {
        let first = self.drifts.first();
        self.is_mixed |= first.is_some_and(|it| !is_same(it, drift));
        self.drifts.push(drift);
    }

    /// Whether exactly `wanted` drifts are this one.
    fn has(&self, wanted: usize, drift: &PropertyDrift) -> bool {
        let all = self.drifts.len();
        match self.is_mixed {
            false => all == wanted,
            // Only if the state has several objects of one resource.
            true if all > wanted => {
                let same = self.drifts.iter().filter(|it| is_same(it, drift));
                same.count() == wanted
            }
            true => false,
        }
    }
}

fn is_same(one: &PropertyDrift, other: &PropertyDrift) -> bool {
    (&one.program, &one.world) == (&other.program, &other.world)
}
