//! How the protocol `pulumirpc` says things: the ecosystem of providers and SDKs that speak it was
//! there before Lumi.
//!
//! | module | |
//! |---|---|
//! | `signature` | the magic texts that mark what JSON has no case for |
//! | `encode`, `decode`, `value_error` | values as structures and back |
//! | `dependencies` | where properties come from |
//! | `names` | types and URNs, which are written in another way |

mod decode;
mod dependencies;
mod encode;
mod names;
mod signature;
mod value_error;

pub use decode::{Decoded, decode_object, decode_value};
pub use dependencies::by_property;
pub use encode::{Accepts, encode_object, encode_outputs, encode_value};
pub use names::{
    PulumiUrn, lumi_type, lumi_urn, parse_urn, pulumi_provider_urn, pulumi_stack_urn, pulumi_type,
    pulumi_urn,
};
pub use signature::unknown_id;
pub use value_error::PulumiValueError;

#[cfg(test)]
mod tests;
