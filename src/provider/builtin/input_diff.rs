//! Compares inputs one by one.

use crate::{Changes, Diff, PropertyChange, PropertyChangeKind};
use lumi_graph::{Object, Value};

/// Compares inputs; changes of the `replacing` ones cannot be made in place.
pub fn input_diff(old: &Object, new: &Object, replacing: &[&str]) -> Diff {
    let change = |name: &str, kind| PropertyChange {
        path: name.to_owned(),
        kind,
        replaces: replacing.contains(&name),
    };
    let mut properties = Vec::new();
    for (name, value) in present(new) {
        match old.get(name).filter(|old| !matches!(old, Value::Null)) {
            None => properties.push(change(name, PropertyChangeKind::Added)),
            Some(old) if !is_same(old, value) => {
                properties.push(change(name, PropertyChangeKind::Changed));
            }
            Some(_) => {}
        }
    }
    for (name, _) in present(old) {
        if new.get(name).is_none_or(|new| matches!(new, Value::Null)) {
            properties.push(change(name, PropertyChangeKind::Removed));
        }
    }
    Diff {
        changes: if properties.is_empty() {
            Changes::None
        } else {
            Changes::Some
        },
        properties,
        delete_before_replace: false,
        may_create_first: false,
    }
}

fn present(object: &Object) -> impl Iterator<Item = (&str, &Value)> {
    object
        .iter()
        .filter(|(_, value)| !matches!(value, Value::Null))
        .map(|(name, value)| (name.as_str(), value))
}

/// Whether two inputs are equal: assets and archives by content, regardless of its source.
fn is_same(old: &Value, new: &Value) -> bool {
    let same_hash = |old: &Option<String>, new: &Option<String>| matches!((old, new), (Some(old), Some(new)) if !old.is_empty() && old == new);
    match (old, new) {
        (Value::Asset(a), Value::Asset(b)) if same_hash(&a.hash, &b.hash) => true,
        (Value::Archive(a), Value::Archive(b)) if same_hash(&a.hash, &b.hash) => true,
        (old, new) => old == new,
    }
}

#[cfg(test)]
mod tests {
    use super::super::testbed::object;
    use super::*;
    use lumi_graph::{Asset, AssetContent};

    #[test]
    fn changes_are_listed_and_may_replace() {
        let old = object([
            ("path", "a".into()),
            ("mode", "0644".into()),
            ("content", "x".into()),
            ("gone", Value::Null),
        ]);
        let new = object([
            ("path", "b".into()),
            ("mode", "0644".into()),
            ("extra", 1.0.into()),
        ]);
        let diff = input_diff(&old, &new, &["path"]);
        let shown: Vec<String> = diff
            .properties
            .iter()
            .map(|it| format!("{} {:?} {}", it.path, it.kind, it.replaces))
            .collect();
        assert_eq!(
            shown,
            [
                "path Changed true",
                "extra Added false",
                "content Removed false"
            ]
        );
        assert_eq!(diff.changes, Changes::Some);
        assert_eq!(input_diff(&old, &old, &[]).changes, Changes::None);
    }

    #[test]
    fn assets_are_the_same_if_their_content_is() {
        let asset = |path: &str, hash: &str| {
            Value::Asset(Box::new(Asset {
                content: AssetContent::File(path.to_owned()),
                hash: Some(hash.to_owned()),
            }))
        };
        assert!(is_same(&asset("a", "1"), &asset("b", "1")));
        assert!(!is_same(&asset("a", "1"), &asset("a", "2")));
        assert!(!is_same(&asset("a", ""), &asset("b", "")));
        assert!(!is_same(&asset("a", "1"), &Value::Unknown));
    }
}
