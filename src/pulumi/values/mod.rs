//! The values, types and URNs of `pulumirpc`.
//!
//! | module | |
//! |---|---|
//! | `signature` | the signatures that mark special values |
//! | `encode`, `decode`, `value_error` | conversion of values |
//! | `dependencies` | dependencies per property |
//! | `names` | conversion of types and URNs |
//! | `stack_reference` | ids and outputs of references to other stacks |

mod decode;
mod dependencies;
mod encode;
mod names;
pub mod signature;
mod stack_reference;
mod value_error;

pub use decode::{Decoded, decode_object, decode_value};
pub use dependencies::by_property;
pub use encode::{Accepts, encode_object, encode_outputs, encode_value};
pub use names::{
    PulumiUrn, STACK_REFERENCE_TYPE, kept_type, lumi_type, lumi_urn, original_type, parse_urn,
    pulumi_provider_urn, pulumi_stack_urn, pulumi_type, pulumi_urn,
};
pub use signature::unknown_id;
pub use stack_reference::{stack_id, stack_outputs};
pub use value_error::PulumiValueError;

#[cfg(test)]
mod tests;
