//! Values in messages.

use crate::cty::{JsonText, Type, Value, ValueError, from_json, from_msgpack, to_msgpack};
use crate::tfplugin6::DynamicValue;

/// A value of a type. Null is a value: providers fail where a message has none.
pub fn encode(value: &Value, of: &Type) -> Result<DynamicValue, ValueError> {
    Ok(DynamicValue {
        msgpack: to_msgpack(value, of)?,
        json: Vec::new(),
    })
}

/// The value in an answer; null if there is none.
pub fn decode(message: Option<&DynamicValue>, of: &Type) -> Result<Value, ValueError> {
    match message {
        Some(it) if !it.msgpack.is_empty() => from_msgpack(&it.msgpack, of),
        Some(it) if !it.json.is_empty() => from_json(&JsonText::parse(&it.json)?, of),
        _ => Ok(Value::Null),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn either_encoding_is_read() {
        let value = Value::string("a");
        let message = encode(&value, &Type::String).unwrap();
        assert_eq!(decode(Some(&message), &Type::String), Ok(value.clone()));
        let message = DynamicValue {
            json: b"\"a\"".to_vec(),
            ..DynamicValue::default()
        };
        assert_eq!(decode(Some(&message), &Type::String), Ok(value));
        let empty = DynamicValue::default();
        for nothing in [None, Some(&empty)] {
            assert_eq!(decode(nothing, &Type::String), Ok(Value::Null));
        }
        assert!(decode(Some(&message), &Type::Bool).is_err());
    }
}
