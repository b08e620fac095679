//! Typed values with marks and refinements.
//!
//! | module | |
//! |---|---|
//! | `value` | values and their parts |
//! | `constructors` | how values are made |
//! | `marks` | marks of values: sensitive, ephemeral, deprecated |
//! | `number` | binary numbers of 512 bits |
//! | `number_double` | numbers as doubles |
//! | `number_order` | the order of numbers |
//! | `number_text` | numbers as decimal text |
//! | `number_tests`, `value_tests`, `samples` | tests, and random values for them |
//! | `refinement` | what is known of an unknown value |
//! | `sets` | elements of sets: which are equal, and their order |
//! | `equality` | whether values are equal, also in part unknown ones |
//! | `operations` | arithmetic, comparison and logic |
//! | `convert` | conversions between types, and the type that several types have in common |
//! | `collection` | lengths, elements and indices |
//! | `types` | types: names, conformance, without optional attributes |
//! | `json` | values as JSON, and JSON as values |
//! | `wire` | values on the way to providers and back |
//! | `quoted` | texts in quotes, as Go writes them |

mod collection;
mod constructors;
pub mod convert;
mod equality;
pub mod json;
mod marks;
mod number;
mod number_double;
mod number_order;
#[cfg(test)]
mod number_tests;
mod number_text;
mod operations;
mod quoted;
mod refinement;
#[cfg(test)]
mod samples;
mod sets;
mod types;
#[expect(
    clippy::module_inception,
    reason = "the type has the name of the module"
)]
mod value;
#[cfg(test)]
mod value_tests;
pub mod wire;

pub use convert::{
    ConversionError, Unification, convert, has_conversion, mismatch, unify, unify_unsafe,
};
pub use lumi_terraform::cty::{ObjectType, Path, Step, Type};
pub use marks::{Deprecation, Mark, Marks};
pub use number::{INTEGER_PRECISION, Number, PRECISION};
pub use number_text::Decimal;
pub use operations::NumberError;
pub use quoted::quoted;
pub use refinement::{Bound, Refinement};
pub use types::{conforms, friendly_name, type_text, without_optional};
pub use value::Value;

/// The maximum nesting of values and types.
pub const MAX_DEPTH: usize = lumi_terraform::cty::MAX_DEPTH;
