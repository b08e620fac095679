//! Parses YAML into JSON values.

use std::cell::{Cell, RefCell};
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use super::yaml_files::fault::Fault;
use super::yaml_files::yaml_advice;

/// Maximum cost of a file, in values and bytes of text. Aliases repeat their target, so a small
/// file can describe a huge document.
const BUDGET: usize = 4 << 20;
/// Cost of a value besides its text.
const VALUE_COST: usize = 32;

/// Maximum number of open brackets. The library takes quadratic time in this number.
const MAX_BRACKETS: usize = 10_000;

/// Line and column, from 1; the column counts characters.
pub type Position = (u32, u32);

/// Parses one document; an empty text is null.
pub fn parse(text: &str) -> Result<Value, (Position, Fault)> {
    if text.matches(['[', '{']).count() > MAX_BRACKETS {
        return Err(((1, 1), Fault::TooBig));
    }
    let reading = Reading {
        fault: RefCell::new(None),
        budget: Cell::new(BUDGET),
    };
    let mut documents = serde_yaml_ng::Deserializer::from_str(text);
    let Some(document) = documents.next() else {
        return Ok(Value::Null);
    };
    let value = Node(&reading).deserialize(document).map_err(|error| {
        let fault = reading.fault.take();
        let fault = fault.unwrap_or_else(|| library_fault(&error));
        let cause = match &fault {
            Fault::Syntax(message) => yaml_advice::cause(text, message),
            _ => None,
        };
        match cause {
            Some((position, cause)) => (position, Fault::Syntax(cause)),
            None => (position(&error), fault),
        }
    })?;
    if documents.next().is_some() {
        // The library ends a document where the indentation is less than that of its first key.
        let cause = match text.lines().any(|it| it.starts_with("---")) {
            true => None,
            false => yaml_advice::cause(text, ""),
        };
        return Err(match cause {
            Some((position, cause)) => (position, Fault::Syntax(cause)),
            None => ((1, 1), Fault::Documents),
        });
    }
    Ok(value)
}

pub fn position(error: &serde_yaml_ng::Error) -> Position {
    let number = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
    error
        .location()
        .map_or((1, 1), |it| (number(it.line()), number(it.column())))
}

fn library_fault(error: &serde_yaml_ng::Error) -> Fault {
    let message = error.to_string();
    if message.contains("recursion limit") {
        return Fault::TooDeep;
    }
    if message.contains("repetition limit") {
        return Fault::TooBig;
    }
    Fault::Syntax(without_position(&message))
}

/// Removes the first ` at line 1 column 2` from a message, because the position is shown
/// separately.
fn without_position(message: &str) -> String {
    let Some((before, after)) = message.split_once(" at line ") else {
        return message.to_owned();
    };
    let is_position = |c: char| c.is_ascii_digit() || c == ' ';
    let after = after.trim_start_matches(is_position);
    let after = after.strip_prefix("column ").unwrap_or(after);
    format!(
        "{before}{}",
        after.trim_start_matches(|c: char| c.is_ascii_digit())
    )
}

/// The state of a parse.
struct Reading {
    /// The reason of a failure, if it is not an error of the library.
    fault: RefCell<Option<Fault>>,
    budget: Cell<usize>,
}

impl Reading {
    fn fail<E: serde::de::Error>(&self, fault: Fault) -> E {
        self.fault.replace(Some(fault));
        E::custom("invalid value")
    }

    fn spend<E: serde::de::Error>(&self, text: usize) -> Result<(), E> {
        let left = self.budget.get().checked_sub(text + VALUE_COST);
        self.budget
            .set(left.ok_or_else(|| self.fail(Fault::TooBig))?);
        Ok(())
    }
}

/// Any value.
#[derive(Clone, Copy)]
struct Node<'a>(&'a Reading);

impl<'de> DeserializeSeed<'de> for Node<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Node<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<Value, E> {
        self.0.spend(0)?;
        Ok(Value::Null)
    }

    /// A document that contains only comments.
    fn visit_none<E: serde::de::Error>(self) -> Result<Value, E> {
        self.visit_unit()
    }

    fn visit_bool<E: serde::de::Error>(self, value: bool) -> Result<Value, E> {
        self.0.spend(0)?;
        Ok(Value::Bool(value))
    }

    fn visit_i64<E: serde::de::Error>(self, value: i64) -> Result<Value, E> {
        self.0.spend(0)?;
        Ok(value.into())
    }

    fn visit_u64<E: serde::de::Error>(self, value: u64) -> Result<Value, E> {
        self.0.spend(0)?;
        Ok(value.into())
    }

    fn visit_i128<E: serde::de::Error>(self, _: i128) -> Result<Value, E> {
        Err(self.0.fail(Fault::Number))
    }

    fn visit_u128<E: serde::de::Error>(self, _: u128) -> Result<Value, E> {
        Err(self.0.fail(Fault::Number))
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Value, E> {
        self.0.spend(0)?;
        let number = Number::from_f64(value).ok_or_else(|| self.0.fail(Fault::Number))?;
        Ok(Value::Number(number))
    }

    fn visit_str<E: serde::de::Error>(self, value: &str) -> Result<Value, E> {
        self.0.spend(value.len())?;
        Ok(Value::String(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        self.0.spend(0)?;
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(self)? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        self.0.spend(0)?;
        let mut map = Map::new();
        while let Some(key) = members.next_key_seed(NewKey(self.0, &map))? {
            map.insert(key, members.next_value_seed(self)?);
        }
        Ok(Value::Object(map))
    }

    fn visit_enum<A: EnumAccess<'de>>(self, _: A) -> Result<Value, A::Error> {
        Err(self.0.fail(Fault::Tag))
    }
}

/// A key that must be new in the map. Checked while the key is read, when the library knows its
/// position.
struct NewKey<'a>(&'a Reading, &'a Map<String, Value>);

impl<'de> DeserializeSeed<'de> for NewKey<'_> {
    type Value = String;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<String, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for NewKey<'_> {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fault.replace(Some(Fault::KeyNotText));
        f.write_str("a text")
    }

    fn visit_str<E: serde::de::Error>(self, key: &str) -> Result<String, E> {
        self.0.spend(key.len())?;
        if self.1.contains_key(key) {
            return Err(self.0.fail(Fault::Duplicate(key.to_owned())));
        }
        Ok(key.to_owned())
    }
}
