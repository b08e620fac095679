//! The type system of Terraform's providers: types, values, and their encodings.
//!
//! | module | |
//! |---|---|
//! | `type_constraint` | types, and their JSON |
//! | `number` | exact numbers |
//! | `value` | values; their type is always known from a schema |
//! | `equality` | which values are equal |
//! | `refinement` | what is known of an unknown value |
//! | `path` | places in a value |
//! | `value_error` | why a value does not fit |
//! | `convert` | conversions between types, as configurations allow them |
//! | `msgpack` | the encoding of values in calls |
//! | `json_reader`, `json` | the encoding of values in states |

mod convert;
mod equality;
mod json;
mod json_reader;
mod msgpack;
mod number;
mod path;
mod refinement;
#[cfg(test)]
pub mod samples;
mod type_constraint;
mod value;
mod value_error;
#[cfg(test)]
mod vectors;

pub use convert::convert;
pub use json::{from_json, to_json};
pub use json_reader::{JsonText, MAX_JSON_DEPTH};
pub use msgpack::{from_msgpack, to_msgpack};
pub use number::Number;
pub use path::{Path, Step};
pub use refinement::{Bound, Refinement};
pub use type_constraint::{ObjectType, Type, TypeError};
pub use value::Value;
pub use value_error::ValueError;

/// The maximum nesting of a value, as deep as types can be.
pub const MAX_DEPTH: usize = 100;
