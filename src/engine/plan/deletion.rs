//! Plans deletions and their order.

use std::sync::Arc;

use lumi_graph::ResourceKind;
use lumi_state::{Resource, Serial, Stage};

use super::deletion_order::waits_without_cycles;
use super::hosts::Hosts;
use super::objects::Objects;

/// The deletion of one resource.
#[derive(Clone, Debug)]
pub struct Deletion {
    pub resource: Arc<Resource>,
    pub deletion_mode: DeletionMode,
    /// The deletions that must come first, because their objects use this one.
    pub waits_for: Vec<Serial>,
    /// The resources whose objects are deleted with this one, directly or indirectly.
    pub guests: Vec<Serial>,
}

/// How a resource is deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeletionMode {
    /// The provider deletes the object.
    Delete,
    /// Nothing to delete: it is a component, or its object is gone already.
    Nothing,
    /// It was only read, and its object is managed elsewhere.
    External,
    /// The program retains the object (`retainOnDelete`).
    Retain,
    /// Another resource now manages the same object.
    Shared,
    /// The object is deleted with that of another resource (`deletedWith`).
    WithHost,
}

/// Plans to delete `to_delete` while `remaining` stay; `is_new` says which of these this run has registered first. Deletions
/// are in the reverse order of registration; each waits only for those it lists.
pub fn plan(
    to_delete: &[Arc<Resource>],
    remaining: &[Arc<Resource>],
    is_new: impl Fn(&Resource) -> bool,
) -> Vec<Deletion> {
    let objects = Objects::new(to_delete, remaining, is_new);
    let own = |resource: &Arc<Resource>| deletion_mode(resource, || objects.is_shared(resource));
    let deletion_modes: Vec<DeletionMode> = to_delete.iter().map(own).collect();
    let mut hosts = Hosts::new(to_delete, remaining, &deletion_modes);
    let waits = waits_without_cycles(to_delete, &mut hosts);
    let mut guests: Vec<Vec<Serial>> = vec![Vec::new(); to_delete.len()];
    for (position, resource) in to_delete.iter().enumerate() {
        if let Some(root) = hosts.root_of(position) {
            guests[root].push(resource.serial);
        }
    }
    let mut deletions: Vec<Deletion> = to_delete
        .iter()
        .zip(waits.into_iter().zip(guests))
        .zip(deletion_modes.into_iter().enumerate())
        .map(
            |((resource, (waits, guests)), (position, deletion_mode))| Deletion {
                deletion_mode: match hosts.host_of(position) {
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

/// The mode of a deletion without a host.
fn deletion_mode(resource: &Arc<Resource>, is_shared: impl FnOnce() -> bool) -> DeletionMode {
    if resource.kind != ResourceKind::Custom || resource.stage == Stage::AwaitingReplacement {
        DeletionMode::Nothing
    } else if resource.external {
        DeletionMode::External
    } else if resource.options.retain_on_delete() == Some(true) {
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
    use lumi_graph::{Dependency, ResourceOption, Urn};
    use rustc_hash::FxHashSet;

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

    fn with_host(mut resource: Resource, host: &str) -> Resource {
        let host = ResourceOption::DeletedWith(urn(host));
        resource.options.set(host);
        resource
    }

    fn text(resources: Vec<Resource>) -> String {
        let to_delete: Vec<Arc<Resource>> = resources.into_iter().map(Arc::new).collect();
        let lines = plan(&to_delete, &[], |_| false).into_iter().map(|it| {
            let waits: Vec<u64> = it.waits_for.iter().map(|it| it.0).collect();
            format!(
                "{} {:?} after {waits:?}",
                it.resource.serial.0, it.deletion_mode
            )
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn dependents_go_first_and_hosts_before_what_goes_along() {
        let guest = resource(3, "c", &["a"], Stage::Live);
        let resources = vec![
            resource(1, "a", &[], Stage::Live),
            resource(2, "b", &["a"], Stage::Live),
            with_host(guest, "a"),
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
        /// Any state allows all deletions to finish.
        #[test]
        fn deletions_never_wait_for_each_other(
            all in prop::collection::vec((0..5u8, prop::collection::vec(0..5u8, 0..3), any::<bool>(), prop::option::of(0..5u8)), 0..8),
        ) {
            let resources = (1..).zip(all).map(|(serial, (name, needs, replaced, host))| {
                let needs: Vec<String> = needs.iter().map(|it| format!("r{it}")).collect();
                let needs: Vec<&str> = needs.iter().map(String::as_str).collect();
                let stage = if replaced { Stage::Replaced } else { Stage::Live };
                let made = resource(serial, &format!("r{name}"), &needs, stage);
                Arc::new(match host {
                    Some(host) => with_host(made, &format!("r{host}")),
                    None => made,
                })
            });
            let to_delete: Vec<Arc<Resource>> = resources.collect();
            let mut left = plan(&to_delete, &[], |_| false);
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
