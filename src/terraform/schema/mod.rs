//! Schemas of providers, and what they decide about values.
//!
//! | module | |
//! |---|---|
//! | `block` | blocks and attributes |
//! | `read` | schemas as messages have them |
//! | `function_signature` | what functions take and give |
//! | `schemas` | all schemas of a provider, each read when it is needed |
//! | `implied_type` | the type of a block, and its empty value |
//! | `proposed_new` | the state that a configuration asks for, given the one before |
//! | `set_element_matcher` | which element of a set came from which |
//! | `plan_check` | whether a plan keeps to its configuration |
//! | `compatibility` | whether a result keeps to its plan |
//! | `normalize` | values of blocks as a provider of before may leave them |

mod block;
mod compatibility;
mod function_signature;
mod implied_type;
mod normalize;
mod plan_check;
mod proposed_new;
#[cfg(test)]
mod random_tests;
mod read;
mod schemas;
mod set_element_matcher;
#[cfg(test)]
mod tests;

pub use block::{Attribute, AttributeKind, Block, NestedBlock, Nesting, Schema};
pub use compatibility::check_compatible;
pub use function_signature::{FunctionSignature, Parameter};
pub use normalize::normalize;
pub use plan_check::check_plan;
pub use proposed_new::{proposed_new, unread};
pub use read::read;
pub use schemas::{SchemaError, Schemas, ServerFacts};
