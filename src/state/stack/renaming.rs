//! Changes the URNs of resources in a state.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use lumi_graph::{ResourceName, ResourceNameError, ResourceType, Urn, UrnMap};

use crate::record::Action;
use crate::resource::{Resource, Stage};
use crate::stack_state::StackState;

/// Why a resource cannot be renamed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RenamingError {
    #[error(transparent)]
    Name(#[from] ResourceNameError),
    #[error("there is a resource `{0}` already")]
    Clash(Urn),
    #[error("`{0}` is of another stack or project")]
    OtherStack(Urn),
    #[error("`{new}` is of another package than `{old}`, whose provider made the object")]
    OtherPackage { old: Urn, new: Urn },
    #[error("no resource has children with the module `{}`, which `{new}` names", .new.module())]
    NoParent { new: Urn },
    #[error(
        "several resources have children with the module `{}`, which `{new}` names: {}",
        .new.module(), names(.parents)
    )]
    SeveralParents { new: Urn, parents: Vec<Urn> },
    #[error("`{new}` would be a child of itself")]
    OwnChild { new: Urn },
}

fn names(urns: &[Urn]) -> String {
    let names: Vec<_> = urns.iter().map(|it| format!("`{it}`")).collect();
    names.join(", ")
}

impl StackState {
    /// The URN of the same resource with another name.
    pub fn renamed(old: &Urn, name: &str) -> Result<Urn, RenamingError> {
        let name = ResourceName::parse(name)?;
        Ok(with_module(old, old.module(), name.as_str()))
    }

    /// Gives the resource `old` the URN `new`. References to the resource are updated: parents,
    /// dependencies, providers, options, references in values, and the URNs of its children, which
    /// contain its type, and its name if they are named after it. A module that names another
    /// parent moves the resource below that parent.
    ///
    /// Returns all URNs that have changed, starting with the resource's own. On an error nothing
    /// has changed.
    pub fn rename(&mut self, old: &Urn, new: &Urn) -> Result<Vec<(Urn, Urn)>, RenamingError> {
        if (new.stack(), new.project()) != (old.stack(), old.project()) {
            return Err(RenamingError::OtherStack(new.clone()));
        }
        if new == old {
            return Err(RenamingError::Clash(new.clone()));
        }
        if package(new) != package(old) {
            let (old, new) = (old.clone(), new.clone());
            return Err(RenamingError::OtherPackage { old, new });
        }
        let parent = match new.module() == old.module() {
            true => None,
            false => Some(self.parent_of(new)?),
        };
        let renamed = self.renamed_family(old, new);
        let urns: FxHashMap<Urn, Urn> = renamed.iter().cloned().collect();
        if let Some(Some(parent)) = &parent
            && urns.contains_key(parent)
        {
            return Err(RenamingError::OwnChild { new: new.clone() });
        }
        let taken: FxHashSet<&Urn> = urns.values().collect();
        let mut known = self.resources_and_pending().map(|it| &it.urn);
        let clash = known.find(|it| !urns.contains_key(*it) && taken.contains(*it));
        if let Some(clash) = clash.cloned() {
            return Err(RenamingError::Clash(clash));
        }
        drop(known);
        self.map_urns(&urns);
        if let Some(parent) = parent {
            self.for_each_resource(|it| {
                if it.urn == *new {
                    it.parent.clone_from(&parent);
                }
            });
        }
        Ok(renamed)
    }

    /// The parent that the module of a URN names, if any.
    fn parent_of(&self, new: &Urn) -> Result<Option<Urn>, RenamingError> {
        if new.module() == Urn::ROOT_MODULE {
            return Ok(None);
        }
        let live = self.resources.values().filter(|it| it.stage == Stage::Live);
        let parents = live.map(|it| &it.urn);
        let mut parents: Vec<Urn> = parents
            .filter(|it| it.child_module() == new.module())
            .cloned()
            .collect();
        let new = new.clone();
        match parents.len() {
            0 => Err(RenamingError::NoParent { new }),
            1 => Ok(parents.pop()),
            _ => Err(RenamingError::SeveralParents { new, parents }),
        }
    }

    /// The resource and those of its descendants whose URNs change: URNs contain the type of the
    /// parent, and children are often named after their component.
    fn renamed_family(&self, old: &Urn, new: &Urn) -> Vec<(Urn, Urn)> {
        let mut family = vec![(old.clone(), new.clone())];
        let mut children: FxHashMap<&Urn, Vec<&Urn>> = FxHashMap::default();
        for resource in self.resources_and_pending() {
            if let Some(parent) = &resource.parent {
                children.entry(parent).or_default().push(&resource.urn);
            }
        }
        let mut seen = FxHashSet::from_iter([old.clone()]);
        let mut at = 0;
        while let Some((parent, moved)) = family.get(at).cloned() {
            // An object that is being replaced has the same URN as its successor.
            for child in children.remove(&parent).unwrap_or_default() {
                if seen.insert(child.clone()) {
                    let name = name_after(child.name(), old.name(), new.name());
                    let moved = with_module(child, &moved.child_module(), &name);
                    family.push((child.clone(), moved));
                }
            }
            at += 1;
        }
        family.retain(|(old, new)| old != new);
        family
    }

    /// Changes URNs wherever the state has them.
    pub(crate) fn map_urns(&mut self, urns: &impl UrnMap) {
        self.for_each_resource(|it| it.map_urns(urns));
        urns.object(&mut self.outputs);
    }

    fn for_each_resource(&mut self, change: impl Fn(&mut Resource)) {
        self.name_index.clear();
        for resource in self.resources.values_mut() {
            change(Arc::make_mut(resource));
        }
        for pending in self.pending.values_mut() {
            match &mut pending.action {
                Action::Create { resource, .. } | Action::Update { resource } => change(resource),
                Action::Delete { .. } => {}
            }
        }
    }
}

/// Renames a descendant of a resource that was called `old` and is now called `new`: `docs-web` and
/// `docsWeb` follow `docs`, `docstring` does not.
fn name_after(name: &str, old: &str, new: &str) -> String {
    let rest = name.strip_prefix(old);
    let is_named_after =
        |rest: &&str| !rest.starts_with(|it: char| it.is_lowercase() || it.is_numeric());
    match rest.filter(is_named_after) {
        Some(rest) => format!("{new}{rest}"),
        None => name.to_owned(),
    }
}

/// The URN in another module, with another name.
fn with_module(urn: &Urn, module: &str, name: &str) -> Urn {
    let invariant = "BUG: parts of a URN are valid";
    let resource_type = ResourceType::parse(urn.resource_type()).expect(invariant);
    let name = ResourceName::parse(name).expect(invariant);
    Urn::new(urn.stack(), urn.project(), module, &resource_type, &name)
}

fn package(urn: &Urn) -> &str {
    let resource_type = urn.resource_type();
    resource_type.split(':').next().unwrap_or(resource_type)
}

impl Resource {
    fn map_urns(&mut self, urns: &impl UrnMap) {
        urns.urn(&mut self.urn);
        let dependencies = self.dependencies.iter_mut().map(|it| &mut it.urn);
        for urn in dependencies
            .chain(&mut self.depends_on)
            .chain(&mut self.parent)
            .chain(&mut self.provider)
        {
            urns.urn(urn);
        }
        urns.shared_object(&mut self.inputs);
        urns.shared_object(&mut self.outputs);
        self.options.map_urns(urns);
    }
}
