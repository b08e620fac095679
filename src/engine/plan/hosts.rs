//! Objects that are deleted with others: the option `deletedWith`.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use lumi_graph::Urn;
use lumi_state::{Resource, Serial};

use super::deletion::DeletionMode;
use super::generation::generation;
use super::interruption::is_between_updates;

/// For each deleted resource, the position of its host.
pub struct Hosts(Vec<Option<usize>>);

impl Hosts {
    /// Finds the hosts of `to_delete`. A host whose own object is retained takes no guests along.
    pub fn new(
        to_delete: &[Arc<Resource>],
        remaining: &[Arc<Resource>],
        deletion_modes: &[DeletionMode],
    ) -> Self {
        let mut hosts = Self(vec![None; to_delete.len()]);
        let guests = to_delete.iter().enumerate();
        let guests: Vec<(usize, Urn)> = guests
            .filter(|(position, _)| deletion_modes[*position] == DeletionMode::Delete)
            // A resource moved by an interrupted update is deleted separately.
            .filter(|(_, it)| !is_between_updates(it))
            .filter_map(|(position, it)| Some((position, it.options.deleted_with()?.clone())))
            .collect();
        if guests.is_empty() {
            return hosts;
        }
        let mut by_urn: FxHashMap<&Urn, Vec<&Arc<Resource>>> = FxHashMap::default();
        for resource in to_delete.iter().chain(remaining) {
            by_urn.entry(&resource.urn).or_default().push(resource);
        }
        let positions: FxHashMap<Serial, usize> = to_delete
            .iter()
            .zip(0..)
            .map(|(it, at)| (it.serial, at))
            .collect();
        for (position, urn) in guests {
            let objects = by_urn.get(&urn).into_iter().flatten();
            let host = generation(objects.map(|it| Arc::clone(it)), to_delete[position].serial);
            hosts.0[position] = host
                .and_then(|it| positions.get(&it.serial).copied())
                .filter(|&it| deletion_modes[it] == DeletionMode::Delete)
                .filter(|&it| !hosts.is_deleted_along(it, position));
        }
        hosts
    }

    /// The host of a resource.
    pub fn host_of(&self, guest: usize) -> Option<usize> {
        self.0[guest]
    }

    /// The outermost host, whose deletion deletes the object of a guest.
    pub fn root_of(&self, guest: usize) -> Option<usize> {
        let mut root = self.0[guest]?;
        while let Some(host) = self.0[root] {
            root = host;
        }
        Some(root)
    }

    /// Whether a resource is deleted with another, directly or indirectly, or is the same.
    pub fn is_deleted_along(&self, mut position: usize, with: usize) -> bool {
        loop {
            match self.0[position] {
                _ if position == with => return true,
                Some(host) => position = host,
                None => return false,
            }
        }
    }

    /// Makes a guest be deleted separately.
    pub fn separate(&mut self, guest: usize) {
        self.0[guest] = None;
    }
}
