//! Decodes values in the text of `op_lumi_plan`.

use std::fmt;

use rustc_hash::FxBuildHasher;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use lumi_graph::{Object, Value};

/// The key of an object that encodes a hole; no other object has it.
const HOLE: &str = "$lumi";

/// Members of all open containers, reused between values: each container is allocated once its size
/// is known, because containers are most of a large graph.
#[derive(Default)]
pub struct OpenContainers {
    items: Vec<Value>,
    members: Vec<(String, Value)>,
}

/// Decodes one value in one pass.
pub struct PlannedValue<'a>(pub &'a mut OpenContainers);

impl<'de> DeserializeSeed<'de> for PlannedValue<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for PlannedValue<'_> {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
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

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let open = self.0;
        let start = open.items.len();
        while let Some(item) = items.next_element_seed(PlannedValue(open))? {
            open.items.push(item);
        }
        Ok(Value::Array(open.items.drain(start..).collect()))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let open = self.0;
        let start = open.members.len();
        let mut is_hole = false;
        while let Some(key) = members.next_key::<String>()? {
            if key == HOLE {
                members.next_value::<IgnoredAny>()?;
                is_hole = true;
            } else {
                let value = members.next_value_seed(PlannedValue(open))?;
                open.members.push((key, value));
            }
        }
        let members = open.members.drain(start..);
        if is_hole {
            return Ok(Value::Unknown);
        }
        let mut object = Object::with_capacity_and_hasher(members.len(), FxBuildHasher);
        for (key, value) in members {
            object.insert(key, value);
        }
        Ok(Value::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Value {
        let mut open = OpenContainers::default();
        let mut deserializer = serde_json::Deserializer::from_str(text);
        let value = PlannedValue(&mut open).deserialize(&mut deserializer);
        assert!(open.items.is_empty() && open.members.is_empty());
        value.unwrap()
    }

    #[test]
    fn are_read_as_they_were() {
        let text =
            r#"{"b":[1,-2,0.1,1e+300,null,[]],"a":{"__proto__":true,"":"\u0000é😀"},"1":{}}"#;
        let value = read(text);
        let expected = Value::from_json(text).unwrap();
        assert_eq!(value, expected);
        let order: Vec<_> = value.as_object().unwrap().keys().collect();
        assert_eq!(order, ["b", "a", "1"]);
    }

    #[test]
    fn holes_are_values() {
        let Value::Array(items) = read(r#"[{"a":{"$lumi":"unknown"}},{"$lumi":"unknown"},2]"#)
        else {
            panic!("no list");
        };
        assert_eq!(items[0].as_object().unwrap()["a"], Value::Unknown);
        assert_eq!(items[1], Value::Unknown);
        assert_eq!(items[2], Value::Number(2.0));
    }
}
