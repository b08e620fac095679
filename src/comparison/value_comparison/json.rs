//! JSON in texts.

use lumi_graph::Value;

/// Longer texts are compared as texts: 1 MiB.
const MAX_JSON: usize = 1 << 20;

/// The object or list that a text contains as JSON; `None` for other texts.
pub fn parsed_json(text: &str) -> Option<Value> {
    let start = text.trim_start().as_bytes().first();
    if !matches!(start, Some(b'{' | b'[')) || text.len() > MAX_JSON {
        return None;
    }
    // serde_json refuses more than 128 levels.
    serde_json::from_str(text).ok().and_then(to_value)
}

/// `None` for numbers that a value cannot hold.
fn to_value(json: serde_json::Value) -> Option<Value> {
    use serde_json::Value as Json;
    Some(match json {
        Json::Null => Value::Null,
        Json::Bool(flag) => Value::Bool(flag),
        Json::Number(number) => Value::Number(number.as_f64()?),
        Json::String(text) => Value::String(text),
        Json::Array(items) => {
            let items = items.into_iter().map(to_value);
            Value::Array(items.collect::<Option<_>>()?)
        }
        Json::Object(members) => {
            let members = members
                .into_iter()
                .map(|(key, value)| Some((key, to_value(value)?)));
            Value::Object(members.collect::<Option<_>>()?)
        }
    })
}
