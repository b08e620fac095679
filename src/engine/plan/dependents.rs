//! Finds dependents that must be deleted before a resource can be replaced.

use std::collections::HashSet;
use std::sync::Arc;

use lumi_graph::{Object, PathPart, PropertyPath, Urn, Value};
use lumi_state::{Resource, Stage};

/// A resource that may have to be replaced with its dependency.
#[derive(Clone, Debug)]
pub struct Dependent {
    pub resource: Arc<Resource>,
    /// The inputs with all values from resources to be deleted unknown; the provider decides
    /// whether that would replace the resource.
    pub inputs: Object,
    /// Whether it is deleted or replaced with a deleted resource regardless of its provider.
    pub is_deleted_along: bool,
}

/// The live resources outside `to_delete` that take an input from one of them, or are deleted with
/// one. The caller repeats the call after adding those that must be replaced.
pub fn dependents_to_replace(
    resources: &[Arc<Resource>],
    to_delete: &HashSet<Urn>,
) -> Vec<Dependent> {
    resources
        .iter()
        .filter(|it| it.stage == Stage::Live && !it.external && !to_delete.contains(&it.urn))
        .filter_map(|it| dependent(it, to_delete))
        .collect()
}

fn dependent(resource: &Arc<Resource>, to_delete: &HashSet<Urn>) -> Option<Dependent> {
    let paths = resource
        .dependencies
        .iter()
        .filter(|it| to_delete.contains(&it.urn))
        .filter_map(|it| it.path.parse::<PropertyPath>().ok());
    let mut inputs = Object::clone(&resource.inputs);
    let mut is_affected = false;
    for path in paths {
        is_affected = true;
        make_unknown(&mut inputs, &path.parts);
    }
    let hosts = resource.options.deleted_with().into_iter();
    let mut hosts = hosts.chain(resource.options.replace_with());
    let is_deleted_along = hosts.any(|it| to_delete.contains(it));
    (is_affected || is_deleted_along).then(|| Dependent {
        resource: Arc::clone(resource),
        inputs,
        is_deleted_along,
    })
}

/// Makes the value at a path unknown; if the path does not exist, its nearest ancestor.
fn make_unknown(members: &mut Object, parts: &[PathPart]) {
    let Some((PathPart::Key(key), rest)) = parts.split_first() else {
        return;
    };
    if let Some(value) = members.get_mut(key) {
        make_value_unknown(value, rest);
    }
}

fn make_value_unknown(value: &mut Value, parts: &[PathPart]) {
    match (&mut *value, parts) {
        (Value::Secret(inner), _) => return make_value_unknown(inner, parts),
        (Value::Object(members), [PathPart::Key(_), ..]) => return make_unknown(members, parts),
        (Value::Array(items), [PathPart::Index(index), rest @ ..]) => {
            if let Some(item) = items.get_mut(*index) {
                return make_value_unknown(item, rest);
            }
        }
        _ => {}
    }
    *value = Value::Unknown;
}
