//! Which listeners must go before a resource can be deleted to be replaced.

use std::collections::HashSet;
use std::sync::Arc;

use lumi_graph::{Object, PathPart, PropertyPath, Urn, Value};
use lumi_state::{Resource, Stage};

use super::uses::{deleted_with, replaced_with};

/// A resource that may have to be replaced with what it depends on.
#[derive(Clone, Debug)]
pub struct Dependent {
    pub resource: Arc<Resource>,
    /// Its inputs as if those that come from a resource to be deleted were unknown; the provider
    /// is asked whether that would replace it.
    pub inputs: Object,
    /// It goes or is replaced with a resource that is deleted, whatever its provider says.
    pub is_deleted_along: bool,
}

/// The live resources outside `to_delete` that take an input from one of them, or go with one. The
/// caller asks again after adding those that must be replaced.
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
        blank(&mut inputs, &path.parts);
    }
    let is_deleted_along = deleted_with(resource).is_some_and(|it| to_delete.contains(&it))
        || replaced_with(resource)
            .iter()
            .any(|it| to_delete.contains(it));
    (is_affected || is_deleted_along).then(|| Dependent {
        resource: Arc::clone(resource),
        inputs,
        is_deleted_along,
    })
}

/// Makes the value at a path unknown; a path that leads nowhere blanks what it would be in.
fn blank(members: &mut Object, parts: &[PathPart]) {
    let Some((PathPart::Key(key), rest)) = parts.split_first() else {
        return;
    };
    if let Some(value) = members.get_mut(key) {
        blank_value(value, rest);
    }
}

fn blank_value(value: &mut Value, parts: &[PathPart]) {
    match (&mut *value, parts) {
        (Value::Secret(inner), _) => return blank_value(inner, parts),
        (Value::Object(members), [PathPart::Key(_), ..]) => return blank(members, parts),
        (Value::Array(items), [PathPart::Index(index), rest @ ..]) => {
            if let Some(item) = items.get_mut(*index) {
                return blank_value(item, rest);
            }
        }
        _ => {}
    }
    *value = Value::Unknown;
}
