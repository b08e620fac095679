//! Follows renames of resources.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use lumi_graph::{ResourceOption, Urn};

use super::resource::{Resource, Serial, Stage};
use super::stack_state::StackState;

/// Maps each URN to the resources that have or mention it, so that a rename does not scan all
/// resources. Built at the first rename. An entry may be stale, but is never missing.
#[derive(Clone, Debug, Default)]
pub struct NameIndex(Option<FxHashMap<String, FxHashSet<Serial>>>);

/// The index is a cache, and does not affect equality.
impl PartialEq for NameIndex {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

impl NameIndex {
    /// Adds a resource to the index.
    pub fn note(&mut self, resource: &Resource) {
        if let Some(index) = &mut self.0 {
            list(index, resource);
        }
    }

    /// Drops the index after resources were changed in another way.
    pub fn clear(&mut self) {
        self.0 = None;
    }
}

fn list(index: &mut FxHashMap<String, FxHashSet<Serial>>, resource: &Resource) {
    for name in resource.names() {
        if let Some(serials) = index.get_mut(name) {
            serials.insert(resource.serial);
        } else {
            index.insert(name.to_owned(), [resource.serial].into_iter().collect());
        }
    }
}

impl StackState {
    /// Replaces `old` by `new` in all references to a resource, including those of replaced
    /// objects. This is part of applying a record with another URN, so that the references resolve
    /// wherever a run is killed.
    pub(super) fn follow_rename(&mut self, old: &Urn, new: &Urn) {
        for serial in self.concerned(old) {
            let Some(resource) = self.resources.get_mut(&serial) else {
                continue;
            };
            let is_former = resource.urn == *old && resource.stage == Stage::Replaced;
            if is_former || resource.needs(old) {
                let resource = Arc::make_mut(resource);
                if is_former {
                    resource.urn = new.clone();
                }
                resource.rename_needs(old, new);
                self.name_index.note(resource);
            }
        }
    }

    /// Follows a rename if no object has the URN `old` any more.
    pub(super) fn follow_rename_of_deleted(&mut self, old: &Urn, new: &Urn) {
        let concerned = self.concerned(old);
        let mut concerned = concerned.iter().filter_map(|it| self.resources.get(it));
        if !concerned.any(|it| it.urn == *old) {
            self.follow_rename(old, new);
        }
    }

    /// All resources that have or mention `urn`; may include others.
    fn concerned(&mut self, urn: &Urn) -> Vec<Serial> {
        let index = self.name_index.0.get_or_insert_with(|| {
            let mut index = FxHashMap::default();
            for resource in self.resources.values() {
                list(&mut index, resource);
            }
            index
        });
        let serials = index.get(urn.as_str()).into_iter().flatten();
        serials.copied().collect()
    }
}

impl Resource {
    /// The resource's own URN and those of its dependencies.
    fn names(&self) -> impl Iterator<Item = &str> {
        let named = self.options.deleted_with().into_iter();
        let named = named.chain(self.options.replace_with());
        let all = [&self.urn].into_iter().chain(self.all_dependencies());
        all.chain(named).map(Urn::as_str)
    }

    fn needs(&self, urn: &Urn) -> bool {
        self.names().skip(1).any(|it| it == urn.as_str())
    }

    /// Replaces dependencies on `old` by dependencies on `new`.
    pub fn rename_needs(&mut self, old: &Urn, new: &Urn) {
        let rename = |urn: &mut Urn| {
            if urn == old {
                urn.clone_from(new);
            }
        };
        self.parent.iter_mut().for_each(rename);
        self.provider.iter_mut().for_each(rename);
        self.depends_on.iter_mut().for_each(rename);
        let urns = self.dependencies.iter_mut().map(|it| &mut it.urn);
        urns.for_each(rename);
        for option in self.options.iter_mut() {
            match option {
                ResourceOption::DeletedWith(urn) => rename(urn),
                ResourceOption::ReplaceWith(urns) => urns.iter_mut().for_each(rename),
                _ => {}
            }
        }
    }
}
