//! The inputs in a saved plan.

use lumi_graph::{ArchiveContent, Object, Secrets, Value};

use super::plan_key::PlanKey;

/// The prefix of a digest.
const DIGEST: &str = "[secret ";

/// Replaces secrets by digests, which distinguish secrets without revealing them.
fn digest(value: &Value, key: &PlanKey) -> Value {
    match value {
        Value::Secret(inner) if **inner == Value::Unknown => Value::Unknown,
        Value::Secret(inner) => {
            let text = serde_json::to_vec(&inner.serializable(Secrets::Shown)).unwrap_or_default();
            Value::String(format!("{DIGEST}{}]", key.digest(&text)))
        }
        Value::Array(items) => Value::Array(items.iter().map(|it| digest(it, key)).collect()),
        Value::Object(members) => Value::Object(digests(members, key)),
        Value::Archive(archive) => {
            let mut archive = archive.clone();
            if let ArchiveContent::Assets(members) = &mut archive.content {
                *members = digests(members, key);
            }
            Value::Archive(archive)
        }
        other => other.clone(),
    }
}

/// The inputs for a saved plan, with secrets replaced by digests.
pub fn digests(members: &Object, key: &PlanKey) -> Object {
    let members = members.iter();
    members
        .map(|(name, value)| (name.clone(), digest(value, key)))
        .collect()
}

/// Whether saved inputs contain a digest.
pub fn has_digest(value: &serde_json::Value) -> bool {
    use serde_json::Value as Json;
    match value {
        Json::String(text) => text.starts_with(DIGEST),
        Json::Array(items) => items.iter().any(has_digest),
        Json::Object(members) => members.values().any(has_digest),
        _ => false,
    }
}

/// Whether a value matches the plan. A planned unknown value matches anything.
pub fn fits(planned: &serde_json::Value, found: &serde_json::Value) -> bool {
    use serde_json::Value as Json;
    match (planned, found) {
        (Json::Object(members), _) if members.get("$lumi").is_some_and(|it| it == "unknown") => {
            true
        }
        (Json::Object(planned), Json::Object(found)) => {
            planned.len() == found.len()
                && planned
                    .iter()
                    .all(|(key, value)| found.get(key).is_some_and(|it| fits(value, it)))
        }
        (Json::Array(planned), Json::Array(found)) => {
            planned.len() == found.len() && planned.iter().zip(found).all(|(a, b)| fits(a, b))
        }
        (planned, found) => planned == found,
    }
}
