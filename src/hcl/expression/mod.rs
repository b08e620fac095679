//! Evaluation of expressions and templates, their references, and type constraints.
//!
//! | module | |
//! |---|---|
//! | `scope` | what expressions can refer to and call |
//! | `references` | the references of an expression |
//! | `evaluator` | the value of an expression |
//! | `access` | attributes and elements of values |
//! | `operations` | operators |
//! | `conditional` | `… ? … : …` |
//! | `objects` | objects in both syntaxes |
//! | `for_values` | `for` expressions |
//! | `splat` | `[*]` and `.*` |
//! | `template` | templates as texts |
//! | `calls` | calls of functions, `try` and `can` |
//! | `renderer` | templates that functions evaluate |
//! | `type_constraint` | types as variables declare them |
//! | `defaults` | defaults of optional attributes |

mod access;
mod calls;
mod conditional;
mod defaults;
mod evaluator;
mod for_values;
mod objects;
mod operations;
mod references;
mod renderer;
mod scope;
mod splat;
mod template;
#[cfg(test)]
mod tests;
mod type_constraint;

pub use evaluator::{evaluate, evaluate_literal};
pub use references::references;
pub use scope::{ProviderFunctions, Scope, Settings, Variables};
pub use type_constraint::{TypeConstraint, type_constraint};
