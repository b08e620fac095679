//! Finds the position of a value in a YAML text.
//!
//! The YAML library reports positions only with errors. So parsing returns plain values, and
//! [`locate`] parses again up to a value that turns out to be wrong.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, Visitor};

use crate::yaml::{Position, position};

/// The part of a member to locate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Key,
    Value,
}

/// The position of a member of nested maps in a text that [`parse`](crate::yaml::parse) has
/// accepted.
pub fn locate(text: &str, path: &[&str], part: Part) -> Position {
    let document = serde_yaml_ng::Deserializer::from_str(text).next();
    let found = document.map(|document| Locator { path, part }.deserialize(document));
    match found {
        Some(Err(error)) => position(&error),
        _ => (1, 1),
    }
}

/// Fails at the wanted value, which makes the library report the position.
#[derive(Clone, Copy)]
struct Locator<'a> {
    path: &'a [&'a str],
    part: Part,
}

impl<'de> DeserializeSeed<'de> for Locator<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Locator<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("nothing")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        let Some((&wanted, rest)) = self.path.split_first() else {
            return Err(A::Error::custom("found"));
        };
        let is_wanted = self.part == Part::Key && rest.is_empty();
        let key = LocatedKey { wanted, is_wanted };
        while let Some(is_on_path) = members.next_key_seed(key)? {
            if is_on_path {
                return members.next_value_seed(Locator { path: rest, ..self });
            }
            members.next_value::<serde::de::IgnoredAny>()?;
        }
        Ok(())
    }
}

#[derive(Clone, Copy)]
struct LocatedKey<'a> {
    wanted: &'a str,
    is_wanted: bool,
}

impl<'de> DeserializeSeed<'de> for LocatedKey<'_> {
    type Value = bool;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<bool, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for LocatedKey<'_> {
    type Value = bool;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text")
    }

    fn visit_str<E: serde::de::Error>(self, key: &str) -> Result<bool, E> {
        match key == self.wanted {
            true if self.is_wanted => Err(E::custom("found")),
            is_on_path => Ok(is_on_path),
        }
    }
}
