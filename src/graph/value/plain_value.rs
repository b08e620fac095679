//! A parsed document before its `$lumi` objects are resolved.

use std::fmt;

use indexmap::map::Entry;
use serde::Deserialize;
use serde::de::{self, DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};

use super::value::{MAX_DEPTH, Object, Value};
use super::value_error::ValueFault;
use crate::text::escaped_text::EscapedText;

/// A parsed tree in which objects with the key `$lumi` are still plain objects.
///
/// Separate from [`Value`], so that a document can be parsed first, and errors in its values can
/// name the vertex.
#[derive(Debug, Default)]
pub struct PlainValue(pub(crate) Value);

impl<'de> Deserialize<'de> for PlainValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(PlainSeed { depth: 0 }.deserialize(deserializer)?))
    }
}

#[derive(Clone, Copy)]
struct PlainSeed {
    depth: usize,
}

impl PlainSeed {
    /// One level deeper than a value may be: a `$lumi` object at the bottom becomes a scalar.
    fn inside<E: de::Error>(self) -> Result<Self, E> {
        if self.depth > MAX_DEPTH {
            return Err(E::custom(ValueFault::TooDeep));
        }
        Ok(Self {
            depth: self.depth + 1,
        })
    }
}

impl<'de> DeserializeSeed<'de> for PlainSeed {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for PlainSeed {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Value, E> {
        Ok(Value::Bool(flag))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(Value::Number(number as f64))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(Value::Number(number as f64))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(Value::Number(number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::String(text.to_owned()))
    }

    fn visit_string<E>(self, text: String) -> Result<Value, E> {
        Ok(Value::String(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Value, A::Error> {
        let seed = self.inside()?;
        let mut items = Vec::new();
        while let Some(item) = sequence.next_element_seed(seed)? {
            items.push(item);
        }
        items.shrink_to_fit();
        Ok(Value::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let seed = self.inside()?;
        let mut members = Object::default();
        while let Some(key) = map.next_key::<String>()? {
            let value = map.next_value_seed(seed)?;
            match members.entry(key) {
                Entry::Vacant(entry) => drop(entry.insert(value)),
                Entry::Occupied(entry) => {
                    let key = EscapedText::short(entry.key());
                    return Err(A::Error::custom(format_args!(
                        "the key `{key}` occurs twice"
                    )));
                }
            }
        }
        Ok(Value::Object(members))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Value, String> {
        let mut deserializer = serde_json::Deserializer::from_str(text);
        deserializer.disable_recursion_limit();
        PlainValue::deserialize(&mut deserializer)
            .map(|plain| plain.0)
            .map_err(|e| e.to_string())
    }

    #[test]
    fn takes_text_as_it_is() {
        let value = read(r#"{"$lumi": "unknown", "n": 9007199254740993}"#).unwrap();
        let members = value.as_object().unwrap();
        assert_eq!(members["$lumi"], Value::from("unknown"));
        assert_eq!(members["n"], Value::from(9_007_199_254_740_992.0));
    }

    #[test]
    fn refuses_what_is_ambiguous_or_too_deep() {
        assert!(
            read(r#"{"a": 1, "a": 2}"#)
                .unwrap_err()
                .contains("the key `a` occurs twice")
        );
        let deep = "[".repeat(1_000_000);
        assert!(read(&deep).unwrap_err().contains("deeper than 500 levels"));
    }
}
