//! Drift of resources, resolved by edits of the program.
//!
//! [`drifts`] compares the state, the world and the plan of the program, property by property. [`plan`] finds the
//! literal that a property comes from, and says which text replaces it; where a value is computed, it says which place
//! decides it. Everything here is pure: graphs and texts in, edits as data out.
//!
//! | module | |
//! |---|---|
//! | `constants` | constants of a module that one place uses |
//! | `drift` | the differences between the state and the world |
//! | `element_list` | elements between brackets: how they are added and removed |
//! | `expression` | constant names |
//! | `expression_editor` | makes an expression mean another value |
//! | `literal` | values as literals |
//! | `module_source` | a module, and the `new` at a position |
//! | `places` | the resources of a plan and the accepted drifts, by the place that makes them |
//! | `plan` | edits of files, and suggestions |
//! | `property_place` | the place of a property in an object literal |
//! | `source_edit` | a piece of text that another one replaces |
//! | `statement` | statements that only make a resource, and their removal |
//! | `suggestion` | advice to a person, with the place that decides a value |
//! | `unfinished` | objects that were to be set back, and may not be |
//! | `values` | values at paths |

#![deny(clippy::print_stderr, clippy::print_stdout)]

mod constants;
mod drift;
mod element_list;
mod expression;
mod expression_editor;
mod literal;
mod module_source;
mod places;
mod plan;
mod property_place;
#[cfg(test)]
mod property_tests;
mod source_edit;
mod statement;
mod suggestion;
#[cfg(test)]
mod tests;
mod unfinished;
mod values;

pub use drift::{Drift, DriftState, PropertyDrift, ResourceDrift, drifts};
pub use plan::{AdoptedDrift, FileEdits, Outcome, Reconciliation, Resolution, SourceFault, plan};
pub use source_edit::{EditError, SourceEdit, apply};
pub use suggestion::{Reason, Suggestion};
pub use unfinished::expect_planned;
