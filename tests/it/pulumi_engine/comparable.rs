//! Values of both tools in one form.

use serde_json::{Map, Value};

/// The key of Pulumi's marks in objects, and the mark of secrets.
const SIGNATURE: &str = "4dabf18193072939515e22adb298388d";

/// Values that the provider of random makes up; equal ones have equal lengths.
const MADE_UP: [&str; 7] = [
    "result",
    "id",
    "bcryptHash",
    "hex",
    "base64",
    "b64Std",
    "b64Url",
];

/// Outputs without marks of secrets, in which what is made up is as long as it is.
pub fn comparable(outputs: &Value) -> Value {
    let Value::Object(members) = unwrapped(outputs) else {
        return Value::Null;
    };
    let is_kept = |(name, value): &(String, Value)| {
        // The bridge keeps its own data among the outputs.
        !name.starts_with("__") && *value != Value::Null && name != "urn" && name != "id"
    };
    let members = members.into_iter().filter(is_kept);
    let members = members.map(|(name, value)| match &value {
        Value::String(text) if MADE_UP.contains(&name.as_str()) && text.len() > 1 => {
            (name, format!("{} characters", text.len()).into())
        }
        _ => (name, value),
    });
    let mut members: Vec<(String, Value)> = members.collect();
    members.sort_by(|one, other| one.0.cmp(&other.0));
    Value::Object(Map::from_iter(members))
}

/// Secrets of both forms as their values.
fn unwrapped(value: &Value) -> Value {
    match value {
        Value::Array(elements) => elements.iter().map(unwrapped).collect(),
        Value::Object(members) => {
            let is_secret = members.contains_key(SIGNATURE)
                || members.get("$lumi").is_some_and(|it| it == "secret");
            if let (true, Some(text)) = (is_secret, members.get("plaintext")) {
                let text = text.as_str().unwrap_or_default();
                return unwrapped(&serde_json::from_str(text).unwrap_or_default());
            }
            if let (true, Some(inner)) = (is_secret, members.get("value")) {
                return unwrapped(inner);
            }
            let mut all: Vec<(String, Value)> = members
                .iter()
                .map(|(name, it)| (name.clone(), unwrapped(it)))
                .collect();
            all.sort_by(|one, other| one.0.cmp(&other.0));
            Value::Object(Map::from_iter(all))
        }
        plain => plain.clone(),
    }
}
