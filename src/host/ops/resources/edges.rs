//! The edges of a registration, by serial.

use std::fmt;

use deno_core::{FromV8, v8};
use serde::de::{Deserialize, Deserializer, Error as _, SeqAccess, Visitor};

use lumi_graph::{Dependency, Urn};

use crate::ops::error::OpError;

/// `[path, serial, path, serial, ...]`, as an array of V8 or as JSON.
#[derive(Default)]
pub struct Edges(Vec<(String, u32)>);

impl Edges {
    /// The edges with the URNs of their resources.
    pub fn into_dependencies<E>(
        self,
        urn_of: impl Fn(u32) -> Result<Urn, E>,
    ) -> Result<Vec<Dependency>, E> {
        let dependencies = self.0.into_iter().map(|(path, serial)| {
            let urn = urn_of(serial)?;
            Ok(Dependency { path, urn })
        });
        dependencies.collect()
    }
}

impl<'s> FromV8<'s> for Edges {
    type Error = OpError;

    fn from_v8<'i>(
        scope: &mut v8::PinScope<'s, 'i>,
        value: v8::Local<'s, v8::Value>,
    ) -> Result<Self, Self::Error> {
        let array = v8::Local::<v8::Array>::try_from(value).map_err(|_| OpError::NotAnObject)?;
        let mut edges = Vec::with_capacity(array.length() as usize / 2);
        for index in (0..array.length()).step_by(2) {
            let path = array.get_index(scope, index).ok_or(OpError::NotAnObject)?;
            let serial = array
                .get_index(scope, index + 1)
                .ok_or(OpError::NotAnObject)?;
            let serial = serial.uint32_value(scope).ok_or(OpError::NotAnObject)?;
            edges.push((path.to_rust_string_lossy(scope), serial));
        }
        Ok(Self(edges))
    }
}

impl<'de> Deserialize<'de> for Edges {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Pairs;

        impl<'de> Visitor<'de> for Pairs {
            type Value = Edges;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("paths and serials")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Edges, A::Error> {
                let mut edges = Vec::new();
                while let Some(path) = parts.next_element()? {
                    let serial = parts.next_element()?;
                    let serial =
                        serial.ok_or_else(|| A::Error::custom("a path without a serial"))?;
                    edges.push((path, serial));
                }
                Ok(Edges(edges))
            }
        }

        deserializer.deserialize_seq(Pairs)
    }
}
