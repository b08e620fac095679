//! Conversions of numbers, strings and booleans.

use super::super::{Number, Value};
use super::ConversionError;

pub(super) fn number_from(text: &str) -> Result<Value, ConversionError> {
    match Number::parse(text) {
        Some(number) => Ok(Value::number(number)),
        None => Err(ConversionError::new("a number is required")),
    }
}

pub(super) fn bool_from(text: &str) -> Result<Value, ConversionError> {
    match text {
        "true" | "1" => Ok(Value::bool(true)),
        "false" | "0" => Ok(Value::bool(false)),
        text => {
            let lower = text.to_lowercase();
            let reason = match lower.as_str() {
                "true" | "false" => {
                    format!("a bool is required: write it in lower case, as \"{lower}\"")
                }
                _ => "a bool is required".to_owned(),
            };
            Err(ConversionError::new(reason))
        }
    }
}
