//! Converts values to JSON. Objects with a `$lumi` key are not special here: they belong to the
//! API.

use serde_json::{Map, Number, Value as Json};

use lumi_graph::Value;

/// The largest integer that `f64` represents exactly together with its neighbours.
const MAX_EXACT: f64 = 9_007_199_254_740_992.0;

/// Converts a value; otherwise names the part that JSON does not have.
pub fn to_json(value: &Value) -> Result<Json, &'static str> {
    Ok(match value {
        Value::Null => Json::Null,
        Value::Bool(flag) => Json::Bool(*flag),
        Value::Number(number) => Json::Number(to_number(*number)?),
        Value::String(text) => Json::String(text.clone()),
        Value::Array(items) => Json::Array(items.iter().map(to_json).collect::<Result<_, _>>()?),
        Value::Object(members) => {
            let members = members
                .iter()
                .map(|(key, value)| Ok((key.clone(), to_json(value)?)));
            Json::Object(members.collect::<Result<Map<_, _>, &'static str>>()?)
        }
        Value::Secret(inner) => to_json(inner)?,
        other => return Err(other.kind()),
    })
}

fn to_number(number: f64) -> Result<Number, &'static str> {
    if number.fract() == 0.0 && number.abs() <= MAX_EXACT {
        // The range was just checked, so nothing is truncated.
        return Ok(Number::from(number as i64));
    }
    Number::from_f64(number).ok_or("a number that is not finite")
}

/// The part of the value that a request cannot contain; holes are allowed.
pub fn fault(value: &Value) -> Option<&'static str> {
    let mut fault = None;
    value.any(|it| {
        fault = match it {
            Value::Number(number) if !number.is_finite() => Some("a number that is not finite"),
            Value::Asset(_) | Value::Archive(_) | Value::Resource(_) | Value::Ephemeral(_) => {
                Some(it.kind())
            }
            _ => None,
        };
        fault.is_some()
    });
    fault
}

pub fn from_json(json: Json) -> Value {
    match json {
        Json::Null => Value::Null,
        Json::Bool(flag) => Value::Bool(flag),
        Json::Number(number) => Value::Number(number.as_f64().unwrap_or(f64::NAN)),
        Json::String(text) => Value::String(text),
        Json::Array(items) => Value::Array(items.into_iter().map(from_json).collect()),
        Json::Object(members) => {
            let members = members
                .into_iter()
                .map(|(key, value)| (key, from_json(value)));
            Value::Object(members.collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_round_trips() {
        let text = r#"{"$lumi":"secret","a":[1,-2.5,1e300,null,true,"x"]}"#;
        let value = from_json(serde_json::from_str(text).unwrap());
        assert_eq!(
            to_json(&value).unwrap().to_string(),
            text.replace("1e300", "1e+300")
        );
        assert_eq!(fault(&value), None);
    }

    #[test]
    fn the_rest_is_named() {
        let value = Value::Array(vec![Value::Null, Value::Number(f64::NAN)]);
        assert_eq!(fault(&value), Some("a number that is not finite"));
        assert_eq!(to_json(&value), Err("a number that is not finite"));
        assert_eq!(fault(&Value::Unknown), None);
        assert_eq!(to_json(&Value::Unknown), Err("an unknown value"));
    }
}
