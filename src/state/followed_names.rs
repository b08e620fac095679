//! Resources that have another name now.

use std::sync::Arc;

use lumi_graph::{Urn, Value};

use super::resource::{Resource, Stage};
use super::stack_state::StackState;

/// Options that name another resource, or several.
const NAMING: [&str; 2] = ["deletedWith", "replaceWith"];

impl StackState {
    /// Lets everything that knows a resource as `old` know it as `new`, the objects that it has
    /// replaced, too. That is a part of what a record with another URN means: whenever a run is
    /// killed, what is needed can be found.
    pub(super) fn follow_rename(&mut self, old: &Urn, new: &Urn) {
        for resource in self.resources.values_mut() {
            let is_former = resource.urn == *old && resource.stage == Stage::Replaced;
            if is_former || resource.names(old) {
                let resource = Arc::make_mut(resource);
                if is_former {
                    resource.urn = new.clone();
                }
                resource.rename_needs(old, new);
            }
        }
    }

    /// Follows a rename if no object is known as `old` any more.
    pub(super) fn follow_rename_of_lost(&mut self, old: &Urn, new: &Urn) {
        if !self.resources.values().any(|it| it.urn == *old) {
            self.follow_rename(old, new);
        }
    }
}

impl Resource {
    fn names(&self, urn: &Urn) -> bool {
        let is_it = |value: &Value| match value {
            Value::Array(all) => all.iter().any(|it| it.as_str() == Some(urn.as_str())),
            one => one.as_str() == Some(urn.as_str()),
        };
        let mut options = NAMING.iter().filter_map(|it| self.options.get(*it));
        self.all_dependencies().any(|it| it == urn) || options.any(is_it)
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
