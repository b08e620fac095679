//! Inputs of an earlier run with the current outputs of other resources.

use thiserror::Error;

use lumi_graph::{Object, PathPart, PropertyPath, Urn, Value};
use lumi_state::Resource;

/// The minimum length of a searched text; shorter ones occur in others by chance.
const MIN_SEARCHED: usize = 3;

/// An input that only the program can determine.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "its `{input}` was computed from {name:?}, which has changed; only the program can compute it \
     anew"
)]
pub struct ComputedInput {
    pub input: String,
    /// The name of the resource whose output it was computed from.
    pub name: String,
}

/// The inputs of a recorded resource. `then` returns a resource of the same record, `now` its id
/// and outputs in this run. Fails for an input that cannot be determined.
pub fn restored_inputs<'a>(
    resource: &Resource,
    then: impl Fn(&Urn) -> Option<&'a Resource>,
    now: impl Fn(&Urn) -> Option<(Option<&'a Value>, &'a Object)>,
) -> Result<Object, ComputedInput> {
    let mut inputs = Object::clone(&resource.inputs);
    for dependency in &resource.dependencies {
        let (Some(then), Some((id, outputs))) = (then(&dependency.urn), now(&dependency.urn))
        else {
            continue;
        };
        let changed = changed(then, id, outputs);
        let Ok(path) = dependency.path.parse::<PropertyPath>() else {
            continue;
        };
        if changed.is_empty() {
            continue;
        }
        let Some(value) = value_at(&mut inputs, &path.parts) else {
            continue;
        };
        if let Value::Resource(reference) = value {
            reference.id = id.cloned();
            continue;
        }
        if is_unchanged(value.open(), then, &changed) {
            continue;
        }
        if let Some((_, new)) = changed.iter().find(|(old, _)| old == value.open()) {
            let new = new.clone().unwrap_or(Value::Unknown);
            *value = match value {
                Value::Secret(_) if !matches!(new, Value::Secret(_)) => Value::secret(new),
                _ => new,
            };
            continue;
        }
        if is_new(then, id) || changed.iter().any(|(old, _)| has_part(value, old)) {
            return Err(ComputedInput {
                input: dependency.path.clone(),
                name: dependency.urn.name().to_owned(),
            });
        }
    }
    Ok(inputs)
}

/// Values of the id and of outputs that have changed, with their current values.
fn changed(then: &Resource, id: Option<&Value>, outputs: &Object) -> Vec<(Value, Option<Value>)> {
    let old = then.outputs.iter();
    let mut changed: Vec<(Value, Option<Value>)> = old
        .filter(|(key, old)| outputs.get(*key).map(Value::open) != Some(old.open()))
        .map(|(key, old)| (old.open().clone(), outputs.get(key).cloned()))
        .collect();
    if let Some(old) = then.id.as_deref().filter(|_| is_new(then, id)) {
        changed.push((old.into(), id.cloned()));
    }
    changed
}

fn is_new(then: &Resource, id: Option<&Value>) -> bool {
    then.id.as_deref() != id.and_then(Value::as_str)
}

/// Whether the value is that of an unchanged output.
fn is_unchanged(value: &Value, then: &Resource, changed: &[(Value, Option<Value>)]) -> bool {
    let is_id = value.as_str().is_some() && value.as_str() == then.id.as_deref();
    let mut outputs = then.outputs.values().map(Value::open);
    (is_id || outputs.any(|it| it == value)) && !changed.iter().any(|(old, _)| old == value)
}

/// Whether a value contains the text of an output.
fn has_part(value: &Value, part: &Value) -> bool {
    let Some(part) = part.as_str().filter(|it| it.len() >= MIN_SEARCHED) else {
        return false;
    };
    value.any(|it| it.as_str().is_some_and(|it| it.contains(part)))
}

fn value_at<'a>(members: &'a mut Object, parts: &[PathPart]) -> Option<&'a mut Value> {
    let (PathPart::Key(key), rest) = parts.split_first()? else {
        return None;
    };
    let mut value = members.get_mut(key)?;
    for part in rest {
        while let Value::Secret(inner) = value {
            value = inner;
        }
        value = match (value, part) {
            (Value::Object(members), PathPart::Key(key)) => members.get_mut(key)?,
            (Value::Array(items), PathPart::Index(index)) => items.get_mut(*index)?,
            _ => return None,
        };
    }
    Some(value)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use lumi_graph::{Dependency, ResourceKind};
    use lumi_state::Serial;

    use super::*;

    fn object<const N: usize>(members: [(&str, Value); N]) -> Object {
        let members = members.into_iter();
        members
            .map(|(key, value)| (key.to_owned(), value))
            .collect()
    }

    fn resource(name: &str, id: &str, inputs: Object, outputs: Object) -> Resource {
        let urn = Urn::parse(&format!("urn:lumi:dev::web::index::a:b:C::{name}")).unwrap();
        Resource {
            id: Some(id.to_owned()),
            inputs: Arc::new(inputs),
            outputs: Arc::new(outputs),
            ..Resource::new(Serial(1), urn, ResourceKind::Custom)
        }
    }

    /// The input `at` of a resource that took `was` from one with the id `old` and some outputs.
    fn present(was: Value, id: Value, outputs: Object) -> Result<Value, ComputedInput> {
        let key = Value::secret("topsecret".into());
        let outputs_then = object([
            ("host", "old.example".into()),
            ("size", 4.0.into()),
            ("key", key),
        ]);
        let then = resource("net", "old-id", Object::default(), outputs_then);
        let mut user = resource("vm", "vm", object([("at", was)]), Object::default());
        user.dependencies.push(Dependency {
            path: "at".to_owned(),
            urn: then.urn.clone(),
        });
        let inputs = restored_inputs(&user, |_| Some(&then), |_| Some((Some(&id), &outputs)));
        inputs.map(|it| it["at"].clone())
    }

    fn same() -> Object {
        let key = Value::secret("topsecret".into());
        object([
            ("host", "old.example".into()),
            ("size", 4.0.into()),
            ("key", key),
        ])
    }

    fn moved() -> Object {
        object([
            ("host", "new.example".into()),
            ("size", 4.0.into()),
            ("key", Value::Unknown),
        ])
    }

    #[test]
    fn inputs_of_what_is_the_same_stay() {
        for was in ["old.example", "https://old.example/x", "OLD", "old-id"] {
            assert_eq!(present(was.into(), "old-id".into(), same()), Ok(was.into()));
        }
    }

    #[test]
    fn outputs_are_taken_as_they_are_now() {
        let now = |was: Value| present(was, "old-id".into(), moved());
        assert_eq!(now("old.example".into()), Ok("new.example".into()));
        assert_eq!(now(4.0.into()), Ok(4.0.into()));
        assert_eq!(now("old-id".into()), Ok("old-id".into()));
        let secret = Value::secret("topsecret".into());
        assert_eq!(now(secret), Ok(Value::secret(Value::Unknown)));
        let id = present("old-id".into(), Value::Unknown, moved());
        assert_eq!(id, Ok(Value::Unknown));
    }

    #[test]
    fn computed_inputs_that_may_have_changed_are_refused() {
        let url = || Value::from("https://old.example/x");
        let error = present(url(), "old-id".into(), moved());
        let error = error.unwrap_err().to_string();
        assert!(
            error.contains("`at`") && error.contains("\"net\""),
            "{error}"
        );
        assert!(present("by hand".into(), "old-id".into(), moved()).is_ok());
        assert!(present("by hand".into(), "new-id".into(), same()).is_err());
    }
}
