//! Resources that have another name now.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use lumi_graph::{Urn, Value};

use super::resource::{Resource, Serial, Stage};
use super::stack_state::StackState;

/// Options that name another resource, or several.
const NAMING: [&str; 2] = ["deletedWith", "replaceWith"];

/// The resources that have or name each URN, so that a rename does not look at all resources. The index
/// is made at the first rename. A resource may be listed under a URN that it does not name any more,
/// and is never missing.
#[derive(Clone, Debug, Default)]
pub(super) struct NameIndex(Option<FxHashMap<String, FxHashSet<Serial>>>);

/// States with the same resources are equal, whether one of them has an index or not.
impl PartialEq for NameIndex {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

impl NameIndex {
    /// Lists a resource that was written.
    pub(super) fn note(&mut self, resource: &Resource) {
        if let Some(index) = &mut self.0 {
            list(index, resource);
        }
    }

    /// Forgets everything, as resources were changed otherwise.
    pub(super) fn clear(&mut self) {
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
    /// Lets everything that knows a resource as `old` know it as `new`, the objects that it has
    /// replaced, too. That is a part of what a record with another URN means: whenever a run is
    /// killed, what is needed can be found.
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

    /// Follows a rename if no object is known as `old` any more.
    pub(super) fn follow_rename_of_lost(&mut self, old: &Urn, new: &Urn) {
        let concerned = self.concerned(old);
        let mut concerned = concerned.iter().filter_map(|it| self.resources.get(it));
        if !concerned.any(|it| it.urn == *old) {
            self.follow_rename(old, new);
        }
    }

    /// All resources that have or name `urn`, and perhaps others.
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
    /// Its own URN, and those of the resources that it needs.
    fn names(&self) -> impl Iterator<Item = &str> {
        let options = NAMING.iter().filter_map(|it| self.options.get(*it));
        let options = options.flat_map(|value| match value {
            Value::Array(all) => &all[..],
            one => std::slice::from_ref(one),
        });
        let needed = self.all_dependencies().map(Urn::as_str);
        [self.urn.as_str()]
            .into_iter()
            .chain(needed)
            .chain(options.filter_map(Value::as_str))
    }

    fn needs(&self, urn: &Urn) -> bool {
        self.names().skip(1).any(|it| it == urn.as_str())
    }

    /// Lets it need `new` where it needs `old`.
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
        let rename = |value: &mut Value| {
            if value.as_str() == Some(old.as_str()) {
                *value = Value::from(new.as_str());
            }
        };
        for option in NAMING {
            match self.options.get_mut(option) {
                Some(Value::Array(all)) => all.iter_mut().for_each(rename),
                Some(one) => rename(one),
                None => {}
            }
        }
    }
}
