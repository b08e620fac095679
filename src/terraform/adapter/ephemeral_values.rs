//! The ephemeral values of this process, for all its providers: one opens what another is given.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;

use lumi_graph::{EphemeralReference, Object, PathPart, PropertyPath, Value};
use lumi_provider::InputFailure;

/// Opened values by their numbers. They are in no other place, and are gone once they are closed.
#[derive(Default)]
pub struct EphemeralValues {
    next: AtomicU64,
    opened: Mutex<HashMap<u64, Result<Value, String>>>,
}

impl EphemeralValues {
    /// Takes an opened value; the number that references have.
    pub fn add(&self, value: Object) -> u64 {
        let handle = self.next.fetch_add(1, Ordering::Relaxed);
        self.opened.lock().insert(handle, Ok(Value::Object(value)));
        handle
    }

    /// The value cannot be used from now on.
    pub fn fail(&self, handle: u64, reason: String) {
        self.opened.lock().insert(handle, Err(reason));
    }

    pub fn remove(&self, handle: u64) {
        self.opened.lock().remove(&handle);
    }

    /// Inputs in which secret values are in the places of references.
    pub fn resolve(&self, inputs: &Object) -> Result<Object, Vec<InputFailure>> {
        let mut resolution = Resolution {
            values: self,
            path: PropertyPath::new(),
            failures: Vec::new(),
        };
        let resolved = resolution.members(inputs);
        match resolution.failures.is_empty() {
            true => Ok(resolved),
            false => Err(resolution.failures),
        }
    }

    fn value(&self, reference: &EphemeralReference) -> Result<Value, String> {
        let opened = self.opened.lock();
        let found = reference.handle.and_then(|it| opened.get(&it));
        let whole = found.ok_or_else(|| {
            format!("{reference} is not open in this run: the state has no value of it")
        })?;
        let whole = whole.as_ref().map_err(String::clone)?;
        let path = reference.path.parse().unwrap_or_default();
        Ok(part(whole, &path).cloned().unwrap_or_default())
    }
}

struct Resolution<'v> {
    values: &'v EphemeralValues,
    path: PropertyPath,
    failures: Vec<InputFailure>,
}

impl Resolution<'_> {
    fn members(&mut self, members: &Object) -> Object {
        let mut resolved = Object::default();
        for (key, value) in members {
            self.path.push_key(key);
            resolved.insert(key.clone(), self.part(value));
            self.path.pop();
        }
        resolved
    }

    fn part(&mut self, value: &Value) -> Value {
        match value {
            Value::Ephemeral(reference) => match self.values.value(reference) {
                Ok(value) => Value::secret(value),
                Err(reason) => {
                    let path = self.path.to_string();
                    self.failures.push(InputFailure { path, reason });
                    Value::Null
                }
            },
            Value::Secret(inner) => Value::secret(self.part(inner)),
            Value::Object(members) => Value::Object(self.members(members)),
            Value::Array(items) => {
                let mut resolved = Vec::with_capacity(items.len());
                for (index, item) in items.iter().enumerate() {
                    self.path.push_index(index);
                    resolved.push(self.part(item));
                    self.path.pop();
                }
                Value::Array(resolved)
            }
            other => other.clone(),
        }
    }
}

fn part<'v>(whole: &'v Value, path: &PropertyPath) -> Option<&'v Value> {
    path.parts
        .iter()
        .try_fold(whole, |value, part| match (value, part) {
            (Value::Object(members), PathPart::Key(key)) => members.get(key),
            (Value::Array(items), PathPart::Index(index)) => items.get(*index),
            _ => None,
        })
}

/// An opened value as programs get it: with a reference for each of its parts.
pub fn references(token: &str, handle: u64, value: &Object) -> Value {
    let mut path = PropertyPath::new();
    let members = value.iter().map(|(key, value)| {
        path.push_key(key);
        let part = reference(token, handle, value, &mut path);
        path.pop();
        (key.clone(), part)
    });
    Value::Object(members.collect())
}

fn reference(token: &str, handle: u64, value: &Value, path: &mut PropertyPath) -> Value {
    match value {
        Value::Null => Value::Null,
        Value::Object(members) => {
            let members = members.iter().map(|(key, value)| {
                path.push_key(key);
                let part = reference(token, handle, value, path);
                path.pop();
                (key.clone(), part)
            });
            Value::Object(members.collect())
        }
        Value::Array(items) => {
            let items = items.iter().enumerate().map(|(index, item)| {
                path.push_index(index);
                let part = reference(token, handle, item, path);
                path.pop();
                part
            });
            Value::Array(items.collect())
        }
        _ => Value::Ephemeral(Box::new(EphemeralReference {
            token: token.to_owned(),
            path: path.to_string(),
            handle: Some(handle),
        })),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(json: &str) -> Object {
        match Value::from_json(json) {
            Ok(Value::Object(members)) => members,
            other => panic!("{other:?} is not an object"),
        }
    }

    #[test]
    fn references_have_no_value_and_are_resolved_to_secrets() {
        let values = EphemeralValues::default();
        let opened = object(r#"{"user":"u","keys":[{"text":"k"}],"none":null,"length":20}"#);
        let handle = values.add(opened.clone());
        let given = references("kit:ephemeral:kit_ticket", handle, &opened);
        let text = format!("{given:?}");
        assert!(!text.contains("\"k\"") && !text.contains("20"), "{text}");
        let inputs = Object::from_iter([("of".to_owned(), given)]);
        let resolved = values.resolve(&inputs).unwrap();
        let secret = |value: Value| Value::secret(value);
        let Some(Value::Object(of)) = resolved.get("of") else {
            panic!("the object is still one");
        };
        assert_eq!(of["user"], secret("u".into()));
        assert_eq!(of["length"], secret(Value::Number(20.0)));
        assert_eq!(of["none"], Value::Null);
        let Value::Array(keys) = &of["keys"] else {
            panic!("the array is still one");
        };
        assert_eq!(keys[0].as_object().unwrap()["text"], secret("k".into()));
        values.fail(handle, "it has expired".to_owned());
        let failures = values.resolve(&inputs).unwrap_err();
        assert_eq!(failures[0].path, "of.user");
        assert_eq!(failures[0].reason, "it has expired");
        values.remove(handle);
        let failures = values.resolve(&inputs).unwrap_err();
        assert_eq!(failures.len(), 3);
        assert!(failures[0].reason.contains("is not open in this run"));
    }
}
