//! What is deleted when the program is over, and in which order.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::graph::{ResourceKind, Urn};
use crate::state::{Resource, Serial, Stage};

use super::resource_options::ResourceOptions;

/// One resource that goes.
#[derive(Clone, Debug)]
pub struct Deletion {
    pub resource: Arc<Resource>,
    pub disposal: Disposal,
    /// Those that must be gone before: they need this one.
    pub waits_for: Vec<Serial>,
}

/// How it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disposal {
    /// The provider deletes the object.
    Delete,
    /// It is a group, or its object is gone already: there is nothing to delete.
    Nothing,
    /// It is only read, and its object belongs to somebody else.
    External,
    /// The program wants the object to stay (`retainOnDelete`).
    Retain,
    /// Another resource manages the same object now.
    Shared,
    /// Its object goes with that of another resource (`deletedWith`).
    Along,
}

/// Plans to delete `doomed` while `survivors` stay. Deletions come in the reverse order of
/// registration; each waits for those it lists and for nothing else.
pub fn plan(doomed: &[Arc<Resource>], survivors: &[Arc<Resource>]) -> Vec<Deletion> {
    let objects: FxHashSet<ObjectKey> = survivors.iter().filter_map(object_of).collect();
    let by_urn = positions(doomed);
    let mut waits: Vec<Vec<Serial>> = vec![Vec::new(); doomed.len()];
    let along: Vec<Option<Urn>> = doomed
        .iter()
        .map(|it| deleted_with(it).filter(|urn| by_urn.contains_key(urn)))
        .collect();
    for (position, resource) in doomed.iter().enumerate() {
        let mut needed: Vec<usize> = resource
            .needs()
            .filter(|urn| along[position].as_ref() != Some(urn))
            .filter_map(|urn| by_urn.get(urn))
            .flatten()
            .copied()
            .filter(|&it| it != position)
            .collect();
        needed.sort_unstable();
        needed.dedup();
        for other in needed {
            waits[other].push(resource.serial);
        }
        // Nobody forgets an object before it is gone for certain.
        let hosts = along[position].iter().filter_map(|urn| by_urn.get(urn));
        waits[position].extend(hosts.flatten().map(|&host| doomed[host].serial));
    }
    let mut deletions: Vec<Deletion> = doomed
        .iter()
        .zip(waits)
        .zip(along)
        .map(|((resource, waits_for), along)| Deletion {
            disposal: disposal(resource, &objects, along.is_some()),
            resource: Arc::clone(resource),
            waits_for,
        })
        .collect();
    deletions.sort_by_key(|it| std::cmp::Reverse((it.resource.order, it.resource.serial)));
    deletions
}

/// What tells objects apart: package or provider, type and id.
type ObjectKey = (Option<Urn>, String, String);

fn object_of(resource: &Arc<Resource>) -> Option<ObjectKey> {
    let id = resource.id.clone()?;
    let resource_type = resource.urn.resource_type().to_owned();
    (resource.kind == ResourceKind::Custom).then(|| (resource.provider.clone(), resource_type, id))
}

fn positions(resources: &[Arc<Resource>]) -> FxHashMap<&Urn, Vec<usize>> {
    let mut by_urn: FxHashMap<&Urn, Vec<usize>> = FxHashMap::default();
    for (position, resource) in resources.iter().enumerate() {
        by_urn.entry(&resource.urn).or_default().push(position);
    }
    by_urn
}

fn deleted_with(resource: &Resource) -> Option<Urn> {
    if !resource.options.contains_key("deletedWith") {
        return None;
    }
    ResourceOptions::parse(&resource.options).ok()?.deleted_with
}

fn disposal(resource: &Arc<Resource>, objects: &FxHashSet<ObjectKey>, along: bool) -> Disposal {
    let retain = || ResourceOptions::parse(&resource.options).is_ok_and(|it| it.retain_on_delete);
    if resource.kind != ResourceKind::Custom || resource.stage == Stage::AwaitingReplacement {
        Disposal::Nothing
    } else if resource.external {
        Disposal::External
    } else if retain() {
        Disposal::Retain
    } else if object_of(resource).is_some_and(|it| objects.contains(&it)) {
        Disposal::Shared
    } else if along {
        Disposal::Along
    } else {
        Disposal::Delete
    }
}
