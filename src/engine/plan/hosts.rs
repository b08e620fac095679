//! Which objects go with others when these are deleted: the option `deletedWith`.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use lumi_graph::Urn;
use lumi_state::{Resource, Serial};

use super::deletion::DeletionMode;
use super::generation::generation;
use super::interruption::is_between_updates;
use super::uses::deleted_with;

/// The resources that are deleted, by their positions, and the one that each of them goes with.
pub(super) struct Hosts(Vec<Option<usize>>);

impl Hosts {
    /// Finds the hosts of `to_delete`. One whose own object stays takes nothing along.
    pub fn new(
        to_delete: &[Arc<Resource>],
        remaining: &[Arc<Resource>],
        deletion_modes: &[DeletionMode],
    ) -> Self {
        let mut hosts = Self(vec![None; to_delete.len()]);
        let guests = to_delete.iter().enumerate();
        let guests: Vec<(usize, Urn)> = guests
            .filter(|(position, _)| deletion_modes[*position] == DeletionMode::Delete)
            // One that an interrupted update may have moved is deleted by itself.
            .filter(|(_, it)| !is_between_updates(it))
            .filter_map(|(position, it)| Some((position, deleted_with(it)?)))
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

    /// The resource that another one goes with.
    pub fn host_of(&self, guest: usize) -> Option<usize> {
        self.0[guest]
    }

    /// The one whose deletion takes the object of a guest along.
    pub fn root_of(&self, guest: usize) -> Option<usize> {
        let mut root = self.0[guest]?;
        while let Some(host) = self.0[root] {
            root = host;
        }
        Some(root)
    }

    /// Whether one goes along with another, directly or not, or is that one.
    pub fn is_deleted_along(&self, mut position: usize, with: usize) -> bool {
        loop {
            match self.0[position] {
                _ if position == with => return true,
                Some(host) => position = host,
                None => return false,
            }
        }
    }

    /// Lets a guest be deleted by itself.
    pub fn separate(&mut self, guest: usize) {
        self.0[guest] = None;
    }
}
