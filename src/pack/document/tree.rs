//! Values of a document, which become JSON while they are read: no tree of them is in memory.

use std::cell::Cell;
use std::collections::HashSet;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, Visitor};
use serde_json::json;

use crate::archive::MAX_DEPTH;

/// The number of values that a document may still have, with the bytes of texts. Aliases in YAML repeat their target, so that
/// a small document can be huge.
pub struct Budget(Cell<usize>);

impl Budget {
    /// The budget of a document of some bytes. Without aliases, none spends as much: a value needs a byte, and an escape
    /// of two bytes is at most three of text.
    pub fn of_document(bytes: usize) -> Self {
        Self(Cell::new(3 * bytes + 1024))
    }

    pub fn spend<E: Error>(&self, text: &str) -> Result<(), E> {
        let left = self.0.get().checked_sub(text.len() + 1);
        let error =
            || E::custom("its aliases make it more than three times as large as its text is");
        self.0.set(left.ok_or_else(error)?);
        Ok(())
    }
}

/// The names of one object, each of which is there once.
#[derive(Default)]
pub struct Names(HashSet<String>);

impl Names {
    /// The next name of the object.
    pub fn next<'de, A: MapAccess<'de>>(
        &mut self,
        map: &mut A,
        budget: &Budget,
    ) -> Result<Option<String>, A::Error> {
        let Some(name) = map.next_key_seed(Name)? else {
            return Ok(None);
        };
        budget.spend(&name)?;
        match self.0.insert(name.clone()) {
            true => Ok(Some(name)),
            false => Err(A::Error::custom(format!(
                "the member {name:?} is in it twice"
            ))),
        }
    }
}

/// The name of a member, which is a text.
struct Name;

impl<'de> DeserializeSeed<'de> for Name {
    type Value = String;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<String, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Name {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text as the name of a member")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<String, E> {
        Ok(name.to_owned())
    }

    fn visit_enum<A: EnumAccess<'de>>(self, _: A) -> Result<String, A::Error> {
        Err(tagged())
    }
}

/// The refusal of a value with a tag, of which the reader of YAML makes an enum.
pub fn tagged<E: Error>() -> E {
    E::custom("it has a tag of YAML, which JSON does not have")
}

/// Writes the JSON of a value to `out`, without white space and with members in their order.
pub struct Tree<'a> {
    pub budget: &'a Budget,
    pub out: &'a mut String,
    /// The number of arrays and objects around the value.
    pub depth: usize,
}

impl<'a> Tree<'a> {
    pub fn new(budget: &'a Budget, out: &'a mut String) -> Self {
        Self {
            budget,
            out,
            depth: 0,
        }
    }

    fn scalar<E: Error>(self, value: &serde_json::Value) -> Result<(), E> {
        self.budget.spend("")?;
        self.out.push_str(&value.to_string());
        Ok(())
    }

    /// A part of this value.
    fn part(&mut self) -> Tree<'_> {
        Tree {
            budget: self.budget,
            out: self.out,
            depth: self.depth + 1,
        }
    }

    fn enter<E: Error>(&mut self, bracket: char) -> Result<(), E> {
        self.budget.spend("")?;
        if self.depth >= MAX_DEPTH {
            let message = format!("it is nested more than {MAX_DEPTH} levels deep");
            return Err(E::custom(message));
        }
        self.out.push(bracket);
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for Tree<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Tree<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value of JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.scalar(&json!(null))
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<(), E> {
        self.scalar(&json!(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<(), E> {
        self.scalar(&json!(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<(), E> {
        self.scalar(&json!(value))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<(), E> {
        match value.is_finite() {
            true => self.scalar(&json!(value)),
            false => Err(E::custom("JSON has no number that is not finite")),
        }
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        self.budget.spend(text)?;
        self.out.push_str(&json!(text).to_string());
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut items: A) -> Result<(), A::Error> {
        self.enter('[')?;
        let mut is_first = true;
        loop {
            let length = self.out.len();
            if !is_first {
                self.out.push(',');
            }
            if items.next_element_seed(self.part())?.is_none() {
                self.out.truncate(length);
                break;
            }
            is_first = false;
        }
        self.out.push(']');
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        self.enter('{')?;
        let mut names = Names::default();
        let mut is_first = true;
        while let Some(name) = names.next(&mut map, self.budget)? {
            if !is_first {
                self.out.push(',');
            }
            is_first = false;
            self.out.push_str(&json!(name).to_string());
            self.out.push(':');
            map.next_value_seed(self.part())?;
        }
        self.out.push('}');
        Ok(())
    }

    fn visit_enum<A: EnumAccess<'de>>(self, _: A) -> Result<(), A::Error> {
        Err(tagged())
    }
}
