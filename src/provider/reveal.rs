//! Removes the marks of secrets, as most providers work with plain data.

use std::sync::Arc;

use lumi_graph::{Archive, ArchiveContent, Object, PropertyPath, Value};

/// Returns an object without marks of secrets.
pub fn reveal(object: &Object) -> Object {
    object
        .iter()
        .map(|(key, value)| (key.clone(), reveal_value(value)))
        .collect()
}

/// Returns a value without marks of secrets.
pub fn reveal_value(value: &Value) -> Value {
    match value {
        Value::Secret(inner) => reveal_value(inner),
        Value::Array(items) => Value::Array(items.iter().map(reveal_value).collect()),
        Value::Object(members) => Value::Object(reveal(members)),
        Value::Archive(archive) => Value::Archive(Box::new(reveal_archive(archive))),
        other => other.clone(),
    }
}

fn reveal_archive(archive: &Archive) -> Archive {
    let content = match &archive.content {
        ArchiveContent::Assets(members) => ArchiveContent::Assets(reveal(members)),
        other => other.clone(),
    };
    Archive {
        content,
        hash: archive.hash.clone(),
    }
}

/// Whether an object contains a secret.
pub fn has_secret(object: &Object) -> bool {
    object.values().any(Value::contains_secret)
}

/// Removes the marks of secrets; does not copy an object without any.
pub fn plain(object: Object) -> Object {
    match has_secret(&object) {
        true => reveal(&object),
        false => object,
    }
}

/// Removes the marks of secrets; returns the same object if there are none.
pub fn plain_shared(object: Arc<Object>) -> Arc<Object> {
    match has_secret(&object) {
        true => Arc::new(reveal(&object)),
        false => object,
    }
}

pub fn first_secret(object: &Object) -> Option<PropertyPath> {
    let (key, value) = object.iter().find(|(_, it)| it.contains_secret())?;
    let mut path = PropertyPath::new();
    path.push_key(key);
    follow(value, &mut path);
    Some(path)
}

/// Appends the path of the first secret in a value that has one.
fn follow(mut value: &Value, path: &mut PropertyPath) {
    loop {
        let next = match value {
            Value::Array(items) => {
                let mut items = items.iter().enumerate();
                let found = items.find(|(_, it)| it.contains_secret());
                found.map(|(index, it)| {
                    path.push_index(index);
                    it
                })
            }
            Value::Object(members) => step(members, path),
            Value::Archive(archive) => match &archive.content {
                ArchiveContent::Assets(members) => step(members, path),
                _ => None,
            },
            _ => None,
        };
        match next {
            Some(next) => value = next,
            None => return,
        }
    }
}

fn step<'a>(members: &'a Object, path: &mut PropertyPath) -> Option<&'a Value> {
    let (key, value) = members.iter().find(|(_, it)| it.contains_secret())?;
    path.push_key(key);
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(json: &str) -> Object {
        match Value::from_json(json).unwrap() {
            Value::Object(object) => object,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn secrets_are_found_wherever_they_are() {
        let path = |json: &str| first_secret(&object(json)).map(|it| it.to_string());
        let secret = r#"{"$lumi":"secret","value":"x"}"#;
        assert_eq!(path(r#"{"a":[1,{"b":"x"}]}"#), None);
        assert_eq!(path(&format!(r#"{{"a":{secret}}}"#)).unwrap(), "a");
        let deep = format!(r#"{{"z":1,"a":[1,{{"b":{{"c d":{secret}}}}}]}}"#);
        assert_eq!(path(&deep).unwrap(), "a[1].b[\"c d\"]");
    }

    #[test]
    fn values_without_secrets_are_not_copied() {
        let shared = Arc::new(object(r#"{"a":1}"#));
        assert!(Arc::ptr_eq(&plain_shared(Arc::clone(&shared)), &shared));
        let secret = object(r#"{"a":[{"$lumi":"secret","value":"x"}]}"#);
        assert_eq!(plain(secret), object(r#"{"a":["x"]}"#));
    }
}
