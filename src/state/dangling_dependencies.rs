//! Removal of dependencies on resources that were forgotten.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use lumi_graph::Urn;

use super::resource::Resource;
use super::stack_state::StackState;

impl StackState {
    /// Removes dependencies on resources that were forgotten and have no successor. This is the
    /// part of [`Record::Forget`](super::Record::Forget) that is deferred to the end of the run,
    /// because the resource may be created again until then.
    pub fn prune_dangling_dependencies(&mut self) {
        let mut lost = std::mem::take(&mut self.forgotten);
        if lost.is_empty() {
            return;
        }
        for resource in self.resources.values() {
            lost.remove(&resource.urn);
        }
        let concerned = |it: &Resource| it.all_dependencies().any(|urn| lost.contains(urn));
        for resource in self.resources.values_mut() {
            if concerned(resource) {
                remove_dependencies(Arc::make_mut(resource), &lost);
            }
        }
    }
}

/// Leaves the provider reference: another provider would manage another object.
fn remove_dependencies(resource: &mut Resource, lost: &FxHashSet<Urn>) {
    resource.dependencies.retain(|it| !lost.contains(&it.urn));
    resource.depends_on.retain(|it| !lost.contains(it));
    resource.parent.take_if(|it| lost.contains(it));
}
