//! Computes the dependencies between deletions.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use lumi_graph::{Dag, Urn};
use lumi_state::{Resource, Stage};

use super::hosts::Hosts;

/// The rule for dependencies. Ordering by URN can be cyclic although the objects, some of them
/// replaced, are not; then the weaker rule is used.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OrderingRule {
    /// Every object of a URN waits for all resources that depend on that URN.
    All,
    /// A replaced object does not wait for live resources: they use the new one, unless it is the
    /// provider that created them.
    Objects,
}

/// The positions that each of `to_delete` waits for, without cycles. A guest that would close a
/// cycle is deleted separately: it uses a resource that must be deleted before its host.
pub fn waits_without_cycles(to_delete: &[Arc<Resource>], hosts: &mut Hosts) -> Vec<Vec<usize>> {
    let by_urn = positions(to_delete);
    loop {
        let mut cycle = Vec::new();
        for ordering_rule in [OrderingRule::All, OrderingRule::Objects] {
            let waits = waits(to_delete, &by_urn, hosts, ordering_rule);
            match cycle_of(&waits) {
                Some(found) => cycle = found,
                None => return waits,
            }
        }
        let is_concerned = |guest: &usize| {
            let root = hosts.root_of(*guest);
            root.is_some_and(|root| cycle.contains(guest) || cycle.contains(&root))
        };
        let concerned: Vec<usize> = (0..to_delete.len()).filter(is_concerned).collect();
        if concerned.is_empty() {
            return vec![Vec::new(); to_delete.len()];
        }
        for guest in concerned {
            hosts.separate(guest);
        }
    }
}

/// The positions that each of `to_delete` waits for.
fn waits(
    to_delete: &[Arc<Resource>],
    by_urn: &FxHashMap<&Urn, Vec<usize>>,
    hosts: &Hosts,
    ordering_rule: OrderingRule,
) -> Vec<Vec<usize>> {
    let mut waits: Vec<Vec<usize>> = vec![Vec::new(); to_delete.len()];
    for (position, resource) in to_delete.iter().enumerate() {
        let host = hosts.host_of(position);
        let host_urn = host.map(|it| &to_delete[it].urn);
        let needed = resource
            .all_dependencies()
            .filter(|urn| host_urn != Some(urn));
        let mut needed: Vec<usize> = needed
            .filter_map(|urn| by_urn.get(urn))
            .flatten()
            .copied()
            .filter(|&it| !hosts.is_deleted_along(position, it))
            .filter(|&it| {
                ordering_rule == OrderingRule::All
                    || resource.stage == Stage::Replaced
                    || resource.provider_serial == Some(to_delete[it].serial)
                    || to_delete[it].stage != Stage::Replaced
            })
            .collect();
        needed.sort_unstable();
        needed.dedup();
        for other in needed {
            waits[other].push(position);
        }
        // A guest is forgotten only after its host is certainly gone.
        waits[position].extend(host);
    }
    // A guest's object is deleted with its host: users of the guest must be deleted before both.
    for guest in 0..to_delete.len() {
        if let Some(root) = hosts.root_of(guest) {
            let is_outside = |it: &usize| *it != root && hosts.root_of(*it) != Some(root);
            let before: Vec<usize> = waits[guest].iter().copied().filter(is_outside).collect();
            waits[root].extend(before);
        }
    }
    for all in &mut waits {
        all.sort_unstable();
        all.dedup();
    }
    waits
}

/// The positions of a cycle.
fn cycle_of(waits: &[Vec<usize>]) -> Option<Vec<usize>> {
    let edges = waits.iter().enumerate();
    let edges: Vec<(usize, usize)> = edges
        .flat_map(|(from, all)| all.iter().map(move |&to| (from, to)))
        .collect();
    let cycle = Dag::new(waits.len(), &edges).find_cycle();
    cycle.map(|it| it.nodes)
}

fn positions(resources: &[Arc<Resource>]) -> FxHashMap<&Urn, Vec<usize>> {
    let mut by_urn: FxHashMap<&Urn, Vec<usize>> = FxHashMap::default();
    for (position, resource) in resources.iter().enumerate() {
        by_urn.entry(&resource.urn).or_default().push(position);
    }
    by_urn
}
