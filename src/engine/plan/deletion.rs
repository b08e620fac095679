//! What is deleted when the program is over, and in which order.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use lumi_graph::{Dag, ResourceKind, Urn};
use lumi_state::{Resource, Serial, Stage};

use super::generation::generation;
use super::interruption::is_between_updates;
use super::resource_options::ResourceOptions;
use super::uses::deleted_with;

/// One resource that goes.
#[derive(Clone, Debug)]
pub struct Deletion {
    pub resource: Arc<Resource>,
    pub deletion_mode: DeletionMode,
    /// Those that must be gone before: they need this one.
    pub waits_for: Vec<Serial>,
    /// Those whose objects go with this one, directly or not.
    pub guests: Vec<Serial>,
}

/// How it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeletionMode {
    /// The provider deletes the object.
    Delete,
    /// It is a group, or its object is gone already: there is nothing to delete.
    Nothing,
    /// It is only read, and its object is managed elsewhere.
    External,
    /// The program wants the object to stay (`retainOnDelete`).
    Retain,
    /// Another resource manages the same object now.
    Shared,
    /// Its object goes with that of another resource (`deletedWith`).
    WithHost,
}

/// Plans to delete `to_delete` while `remaining` stay. Deletions come in the reverse order of
/// registration; each waits for those it lists and for nothing else.
pub fn plan(to_delete: &[Arc<Resource>], remaining: &[Arc<Resource>]) -> Vec<Deletion> {
    let providers = ProviderIndex::new(to_delete.iter().chain(remaining));
    let objects: FxHashSet<ObjectKey> = remaining
        .iter()
        // A resource that waits for its new object has no object.
        .filter(|it| it.stage != Stage::AwaitingReplacement)
        .filter_map(|it| providers.object_of(it))
        .collect();
    let by_urn = positions(to_delete);
    let own = |resource: &Arc<Resource>| {
        let is_shared = || {
            let object = providers.object_of(resource);
            object.is_some_and(|it| objects.contains(&it))
        };
        deletion_mode(resource, is_shared)
    };
    let deletion_modes: Vec<DeletionMode> = to_delete.iter().map(own).collect();
    let mut hosts = hosts(to_delete, remaining, &deletion_modes);
    let waits = waits_without_cycles(to_delete, &by_urn, &mut hosts);
    let mut guests: Vec<Vec<Serial>> = vec![Vec::new(); to_delete.len()];
    for (position, resource) in to_delete.iter().enumerate() {
        if let Some(root) = root_of(&hosts, position) {
            guests[root].push(resource.serial);
        }
    }
    let mut deletions: Vec<Deletion> = to_delete
        .iter()
        .zip(waits.into_iter().zip(guests))
        .zip(deletion_modes.into_iter().zip(hosts))
        .map(
            |((resource, (waits, guests)), (deletion_mode, host))| Deletion {
                deletion_mode: match host {
                    Some(_) => DeletionMode::WithHost,
                    None => deletion_mode,
                },
                resource: Arc::clone(resource),
                waits_for: waits.into_iter().map(|it| to_delete[it].serial).collect(),
                guests,
            },
        )
        .collect();
    deletions.sort_by_key(|it| std::cmp::Reverse((it.resource.order, it.resource.serial)));
    deletions
}

/// What has to be waited for. Ordering by URN can be cyclic although the
/// objects, some of them replaced, are not; then the weaker rule is used.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OrderingRule {
    /// Every object of a URN waits for all resources that depend on that URN.
    All,
    /// One that was replaced does not wait for those that are live: they need the new one, unless it
    /// is the provider that made them.
    Objects,
}

/// The positions each of `to_delete` waits for, without a circle. A guest that would be a part of one
/// is deleted by itself: it uses what must be gone before its host.
fn waits_without_cycles(
    to_delete: &[Arc<Resource>],
    by_urn: &FxHashMap<&Urn, Vec<usize>>,
    hosts: &mut [Option<usize>],
) -> Vec<Vec<usize>> {
    loop {
        let mut cycle = Vec::new();
        for ordering_rule in [OrderingRule::All, OrderingRule::Objects] {
            let waits = waits(to_delete, by_urn, hosts, ordering_rule);
            match cycle_of(&waits) {
                Some(found) => cycle = found,
                None => return waits,
            }
        }
        let is_concerned = |guest: &usize| {
            let root = root_of(hosts, *guest);
            root.is_some_and(|root| cycle.contains(guest) || cycle.contains(&root))
        };
        let concerned: Vec<usize> = (0..to_delete.len()).filter(is_concerned).collect();
        if concerned.is_empty() {
            return vec![Vec::new(); to_delete.len()];
        }
        for guest in concerned {
            hosts[guest] = None;
        }
    }
}

/// The positions each of `to_delete` waits for.
fn waits(
    to_delete: &[Arc<Resource>],
    by_urn: &FxHashMap<&Urn, Vec<usize>>,
    hosts: &[Option<usize>],
    ordering_rule: OrderingRule,
) -> Vec<Vec<usize>> {
    let mut waits: Vec<Vec<usize>> = vec![Vec::new(); to_delete.len()];
    for (position, resource) in to_delete.iter().enumerate() {
        let host = hosts[position];
        let host_urn = host.map(|it| &to_delete[it].urn);
        let needed = resource
            .all_dependencies()
            .filter(|urn| host_urn != Some(urn));
        let mut needed: Vec<usize> = needed
            .filter_map(|urn| by_urn.get(urn))
            .flatten()
            .copied()
            .filter(|&it| !is_deleted_along(hosts, position, it))
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
        // An object is forgotten once it is gone for certain.
        waits[position].extend(host);
    }
    // The object of a guest is gone when that of its host is: what needs the guest goes before both.
    for guest in 0..to_delete.len() {
        if let Some(root) = root_of(hosts, guest) {
            let is_outside = |it: &usize| *it != root && root_of(hosts, *it) != Some(root);
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

/// The positions of some that wait for each other.
fn cycle_of(waits: &[Vec<usize>]) -> Option<Vec<usize>> {
    let edges = waits.iter().enumerate();
    let edges: Vec<(usize, usize)> = edges
        .flat_map(|(from, all)| all.iter().map(move |&to| (from, to)))
        .collect();
    let cycle = Dag::new(waits.len(), &edges).find_cycle();
    cycle.map(|it| it.nodes)
}

/// What tells objects apart: package or provider, type and id.
type ObjectKey = (Option<Urn>, Option<Serial>, String, String);

/// The provider resources by URN: one of a name may have taken the place of another.
struct ProviderIndex<'a>(FxHashMap<&'a Urn, Vec<Arc<Resource>>>);

impl<'a> ProviderIndex<'a> {
    fn new(resources: impl Iterator<Item = &'a Arc<Resource>>) -> Self {
        let mut by_urn: FxHashMap<&Urn, Vec<Arc<Resource>>> = FxHashMap::default();
        for resource in resources.filter(|it| it.kind == ResourceKind::Provider) {
            let providers = by_urn.entry(&resource.urn).or_default();
            providers.push(Arc::clone(resource));
        }
        Self(by_urn)
    }

    fn object_of(&self, resource: &Arc<Resource>) -> Option<ObjectKey> {
        if resource.kind != ResourceKind::Custom {
            return None;
        }
        let id = resource.id.clone()?;
        let resource_type = resource.urn.resource_type().to_owned();
        let providers = resource.provider.as_ref().and_then(|it| self.0.get(it));
        let provider = || {
            let provider = generation(providers.into_iter().flatten().cloned(), resource.serial);
            provider.map(|it| it.serial)
        };
        let provider = resource.provider_serial.or_else(provider);
        Some((resource.provider.clone(), provider, resource_type, id))
    }
}

fn positions(resources: &[Arc<Resource>]) -> FxHashMap<&Urn, Vec<usize>> {
    let mut by_urn: FxHashMap<&Urn, Vec<usize>> = FxHashMap::default();
    for (position, resource) in resources.iter().enumerate() {
        by_urn.entry(&resource.urn).or_default().push(position);
    }
    by_urn
}

/// The positions of the objects that others go with (`deletedWith`). One whose own object stays
/// takes nothing along.
fn hosts(
    to_delete: &[Arc<Resource>],
    remaining: &[Arc<Resource>],
    deletion_modes: &[DeletionMode],
) -> Vec<Option<usize>> {
    let mut hosts: Vec<Option<usize>> = vec![None; to_delete.len()];
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
        hosts[position] = host
            .and_then(|it| positions.get(&it.serial).copied())
            .filter(|&it| deletion_modes[it] == DeletionMode::Delete)
            .filter(|&it| !is_deleted_along(&hosts, it, position));
    }
    hosts
}

/// The one whose deletion takes the object of a guest along.
fn root_of(hosts: &[Option<usize>], guest: usize) -> Option<usize> {
    let mut root = hosts[guest]?;
    while let Some(host) = hosts[root] {
        root = host;
    }
    Some(root)
}

/// Whether one goes along with another, directly or not, or is that one.
fn is_deleted_along(hosts: &[Option<usize>], mut position: usize, with: usize) -> bool {
    loop {
        match hosts[position] {
            _ if position == with => return true,
            Some(host) => position = host,
            None => return false,
        }
    }
}

/// How it goes if it goes with no other.
fn deletion_mode(resource: &Arc<Resource>, is_shared: impl FnOnce() -> bool) -> DeletionMode {
    let retain = || ResourceOptions::parse(&resource.options).is_ok_and(|it| it.retain_on_delete);
    if resource.kind != ResourceKind::Custom || resource.stage == Stage::AwaitingReplacement {
        DeletionMode::Nothing
    } else if resource.external {
        DeletionMode::External
    } else if retain() {
        DeletionMode::Retain
    } else if is_shared() {
        DeletionMode::Shared
    } else {
        DeletionMode::Delete
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use lumi_graph::{Dependency, Value};

    fn urn(name: &str) -> Urn {
        Urn::parse(&format!(
            "urn:lumi:dev::web::index::test:index:Thing::{name}"
        ))
        .unwrap()
    }

    fn resource(serial: u64, name: &str, needs: &[&str], stage: Stage) -> Resource {
        Resource {
            order: u32::try_from(serial).unwrap(),
            id: Some(format!("o-{serial}")),
            stage,
            dependencies: needs
                .iter()
                .map(|it| Dependency {
                    path: "x".to_owned(),
                    urn: urn(it),
                })
                .collect(),
            ..Resource::new(Serial(serial), urn(name), ResourceKind::Custom)
        }
    }

    fn with(mut resource: Resource, option: &str, value: &str) -> Resource {
        let value = Value::from(value);
        resource.options.insert(option.to_owned(), value);
        resource
    }

    fn text(resources: Vec<Resource>) -> String {
        let to_delete: Vec<Arc<Resource>> = resources.into_iter().map(Arc::new).collect();
        let lines = plan(&to_delete, &[]).into_iter().map(|it| {
            let waits: Vec<u64> = it.waits_for.iter().map(|it| it.0).collect();
            format!(
                "{} {:?} after {waits:?}",
                it.resource.serial.0, it.deletion_mode
            )
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn dependants_go_first_and_hosts_before_what_goes_along() {
        let deleted_with_host = resource(3, "c", &["a"], Stage::Live);
        let resources = vec![
            resource(1, "a", &[], Stage::Live),
            resource(2, "b", &["a"], Stage::Live),
            with(deleted_with_host, "deletedWith", urn("a").as_str()),
        ];
        insta::assert_snapshot!(text(resources), @"
        3 WithHost after [1]
        2 Delete after []
        1 Delete after [2]
        ");
    }

    #[test]
    fn a_dependency_that_was_turned_around_is_no_circle() {
        let resources = vec![
            resource(1, "a", &["b"], Stage::Replaced),
            resource(2, "b", &["a"], Stage::Live),
            resource(3, "a", &[], Stage::Live),
        ];
        insta::assert_snapshot!(text(resources), @"
        3 Delete after [2]
        2 Delete after [1]
        1 Delete after []
        ");
    }

    proptest! {
        /// Whatever the state says, everything can go.
        #[test]
        fn nothing_waits_for_ever(
            all in prop::collection::vec((0..5u8, prop::collection::vec(0..5u8, 0..3), any::<bool>(), prop::option::of(0..5u8)), 0..8),
        ) {
            let resources = (1..).zip(all).map(|(serial, (name, needs, replaced, host))| {
                let needs: Vec<String> = needs.iter().map(|it| format!("r{it}")).collect();
                let needs: Vec<&str> = needs.iter().map(String::as_str).collect();
                let stage = if replaced { Stage::Replaced } else { Stage::Live };
                let made = resource(serial, &format!("r{name}"), &needs, stage);
                Arc::new(match host {
                    Some(host) => with(made, "deletedWith", urn(&format!("r{host}")).as_str()),
                    None => made,
                })
            });
            let to_delete: Vec<Arc<Resource>> = resources.collect();
            let mut left = plan(&to_delete, &[]);
            prop_assert_eq!(left.len(), to_delete.len());
            let mut gone: FxHashSet<Serial> = FxHashSet::default();
            while !left.is_empty() {
                let before = gone.len();
                left.retain(|it| {
                    let ready = it.waits_for.iter().all(|it| gone.contains(it));
                    if ready {
                        gone.insert(it.resource.serial);
                    }
                    !ready
                });
                prop_assert!(gone.len() > before, "{left:?}");
            }
        }
    }
}
