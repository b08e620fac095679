//! Recognises renamed resources.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use lumi_graph::{Object, Secrets, SerObject, Urn};
use lumi_state::Resource;

use super::dynamic::is_dynamic;
use super::identity::inherited_names;

/// A deleted resource and a created one with the same inputs, and the same type or, if both are
/// dynamic, the same name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rename {
    pub old: Urn,
    pub new: Urn,
}

impl Rename {
    /// The option that keeps the object, as TypeScript.
    pub fn alias(&self) -> String {
        alias_of(&self.old, &self.new)
    }
}

/// The option of `new` that keeps the object of `old`, as TypeScript.
pub fn alias_of(old: &Urn, new: &Urn) -> String {
    let but_for_name = |urn: &Urn| {
        let parts = [
            urn.stack(),
            urn.project(),
            urn.module(),
            urn.resource_type(),
        ];
        parts.map(str::to_owned)
    };
    let but_for_type = |urn: &Urn| {
        let parts = [urn.stack(), urn.project(), urn.module(), urn.name()];
        parts.map(str::to_owned)
    };
    let alias = if but_for_name(old) == but_for_name(new) {
        let name = serde_json::Value::from(old.name());
        format!("{{ name: {name} }}")
    } else if but_for_type(old) == but_for_type(new) {
        let resource_type = serde_json::Value::from(old.resource_type());
        format!("{{ type: {resource_type} }}")
    } else {
        serde_json::Value::from(old.as_str()).to_string()
    };
    format!("aliases: [{alias}]")
}

/// A resource that is not in the state yet.
#[derive(Clone, Debug)]
pub struct CreatedResource {
    pub urn: Urn,
    pub parent: Option<Urn>,
    pub inputs: Arc<Object>,
}

/// Pairs resources that are about to be deleted with new ones. A resource with several possible
/// partners is skipped: a wrong hint is worse than none. If the children of a renamed component
/// were renamed with it, only the component is listed.
pub fn renames(deleted: &[Arc<Resource>], created: &[CreatedResource]) -> Vec<Rename> {
    if deleted.is_empty() || created.is_empty() {
        return Vec::new();
    }
    let mut new = Index::default();
    for newcomer in created {
        new.add(&newcomer.urn, &newcomer.inputs);
    }
    let mut old = Index::default();
    for resource in deleted {
        old.add(&resource.urn, &resource.inputs);
    }
    let pair = |it: &Arc<Resource>| {
        let key = key(&it.urn, &it.inputs)?;
        let ([old], [new]) = (&old.0.get(&key)?[..], &new.0.get(&key)?[..]) else {
            return None;
        };
        Some(Rename {
            old: old.clone(),
            new: new.clone(),
        })
    };
    let parents = Parents::new(deleted, created);
    let mut found: Vec<Rename> = other_classes(deleted, created);
    let mut known: FxHashSet<Rename> = found.iter().cloned().collect();
    for mut rename in deleted.iter().filter_map(pair) {
        while let Some(parent) = parents.renamed_above(&rename) {
            rename = parent;
        }
        if known.insert(rename.clone()) {
            found.push(rename);
        }
    }
    found
}

/// The parents of deleted and of created resources; `None` for those without a parent.
struct Parents<'a> {
    deleted: FxHashMap<&'a Urn, Option<&'a Urn>>,
    created: FxHashMap<&'a Urn, Option<&'a Urn>>,
}

impl<'a> Parents<'a> {
    fn new(deleted: &'a [Arc<Resource>], created: &'a [CreatedResource]) -> Self {
        let deleted = deleted.iter().map(|it| (&it.urn, it.parent.as_ref()));
        let created = created.iter().map(|it| (&it.urn, it.parent.as_ref()));
        Self {
            deleted: deleted.collect(),
            created: created.collect(),
        }
    }

    /// The renamed component whose name a renamed child has in its own.
    fn renamed_above(&self, rename: &Rename) -> Option<Rename> {
        let old = (*self.deleted.get(&rename.old)?)?;
        let new = (*self.created.get(&rename.new)?)?;
        let is_renamed = self.deleted.contains_key(old) && self.created.contains_key(new);
        let follows = inherited_names(rename.new.name(), old.name(), new.name());
        let follows = follows.iter().any(|it| it == rename.old.name());
        let is_alike = old.resource_type() == new.resource_type();
        (is_renamed && is_alike && follows).then(|| Rename {
            old: old.clone(),
            new: new.clone(),
        })
    }
}

/// Dynamic resources with another type, which is the name of their class. Only the name can tell
/// resources of different classes apart, so it must be the same.
fn other_classes(deleted: &[Arc<Resource>], created: &[CreatedResource]) -> Vec<Rename> {
    let is_dynamic = |urn: &Urn| is_dynamic(urn.resource_type());
    let mut new: FxHashMap<(&str, String), Vec<&Urn>> = FxHashMap::default();
    for newcomer in created.iter().filter(|it| is_dynamic(&it.urn)) {
        if let Some(inputs) = canonical_text(&newcomer.inputs) {
            let key = (newcomer.urn.name(), inputs);
            new.entry(key).or_default().push(&newcomer.urn);
        }
    }
    let of_other_class = |it: &Arc<Resource>| {
        let found = new.get(&(it.urn.name(), canonical_text(&it.inputs)?))?;
        let [urn] = found[..] else { return None };
        (urn.resource_type() != it.urn.resource_type()).then(|| Rename {
            old: it.urn.clone(),
            new: urn.clone(),
        })
    };
    let old = deleted.iter().filter(|it| is_dynamic(&it.urn));
    let found: Vec<Rename> = old.filter_map(of_other_class).collect();
    let mut partners: FxHashMap<&Urn, usize> = FxHashMap::default();
    for rename in &found {
        *partners.entry(&rename.new).or_default() += 1;
    }
    let is_only = |rename: &&Rename| partners.get(&rename.new) == Some(&1);
    found.iter().filter(is_only).cloned().collect()
}

#[derive(Default)]
struct Index(FxHashMap<(String, String), Vec<Urn>>);

impl Index {
    fn add(&mut self, urn: &Urn, inputs: &Object) {
        if let Some(key) = key(urn, inputs) {
            self.0.entry(key).or_default().push(urn.clone());
        }
    }
}

/// Type and inputs. `None` without inputs, as such resources cannot be distinguished.
fn key(urn: &Urn, inputs: &Object) -> Option<(String, String)> {
    if inputs.is_empty() {
        return None;
    }
    Some((urn.resource_type().to_owned(), canonical_text(inputs)?))
}

/// Inputs as text, whatever their order.
fn canonical_text(inputs: &Object) -> Option<String> {
    let mut sorted = inputs.clone();
    sorted.sort_unstable_keys();
    serde_json::to_string(&SerObject::new(&sorted, Secrets::Shown)).ok()
}
