//! Compares graphs by what they mean.
//!
//! Two graphs of the same infrastructure rarely have the same bytes: one is a plan, the other a state; a
//! resource was renamed or moved into a component; a provider has filled in defaults. [`compare`] first
//! finds which resources of both graphs are the same one, then says of each difference of a pair what
//! class it is of. Everything here is pure: graphs in, findings out.
//!
//! | module | |
//! |---|---|
//! | `assignment` | the best assignment of resources that are alike |
//! | `compared_graph` | a graph, and how much its maker knew |
//! | `derived_values` | differences that follow from others |
//! | `difference_class` | what a difference says about two graphs |
//! | `difference_reason` | why two graphs differ somewhere |
//! | `edge_comparison` | compares the dependencies of two graphs |
//! | `features` | what makes a resource like another one |
//! | `finding` | one difference, with its class |
//! | `fingerprint` | hashes of values and of resources with their neighbours |
//! | `graph_comparison` | compares two graphs |
//! | `graph_index` | the neighbours of each vertex |
//! | `matching` | which resources of two graphs are the same one |
//! | `set_properties` | which properties are sets |
//! | `value_comparison` | compares two values |
//! | `vertex_comparison` | compares two vertices |

#![cfg_attr(
    test,
    allow(
        clippy::too_many_lines,
        reason = "tests contain the texts that they expect"
    )
)]
#![deny(clippy::print_stderr, clippy::print_stdout)]

mod assignment;
mod compared_graph;
mod derived_values;
mod difference_class;
mod difference_reason;
mod edge_comparison;
mod features;
mod finding;
mod fingerprint;
mod graph_comparison;
mod graph_index;
mod matching;
mod set_properties;
mod value_comparison;
mod vertex_comparison;

#[cfg(test)]
mod tests;

pub use compared_graph::ComparedGraph;
pub use difference_class::DifferenceClass;
pub use difference_reason::DifferenceReason;
pub use finding::{Finding, FindingSubject};
pub use graph_comparison::{GraphComparison, compare};
pub use matching::{MAX_OPTIMAL, MatchReason};
pub use set_properties::SetProperties;
