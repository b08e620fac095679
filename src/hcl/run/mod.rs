//! Runs of configurations on the engine.
//!
//! A run has one node for each object of a module, as OpenTofu has: all its instances are evaluated together, and what
//! refers to one of them waits for all. Nodes without a path between them run at the same time.
//!
//! | module | |
//! |---|---|
//! | `address` | addresses of instances |
//! | `dataflow` | the order of work |
//! | `builtin` | the provider that comes with the language |
//! | `schema_marks` | marks of what schemas call sensitive |
//! | `schemas` | the schemas of providers |
//! | `border` | values of the language as values of the engine, and back |
//! | `block_content` | the parts of a body by a schema |
//! | `block_decoder` | the value of a body by a schema |
//! | `references` | the objects that references name |
//! | `nodes` | what is evaluated |
//! | `graph_builder` | the nodes of a tree, and their dependencies |
//! | `provider_links` | the provider configuration that each resource uses |
//! | `provider_functions` | functions of providers |
//! | `expansion` | `count`, `for_each`, `enabled` |
//! | `values` | the values of what is complete |
//! | `scope` | what expressions can refer to |
//! | `run` | a run, and its evaluation of expressions |
//! | `program` | runs a configuration to its end |
//! | `modules` | instances of modules, which are components |
//! | `named_values` | variables, local values and outputs |
//! | `conditions` | preconditions, postconditions, validations and checks |
//! | `providers` | provider configurations as resources |
//! | `resources` | resources |
//! | `data_sources` | data sources |
//! | `stacks` | stacks that read each other |
//! | `goals` | resources as goals of the engine |
//! | `lifecycle_options` | options of a goal from the block `lifecycle` |
//! | `judge` | plans with real providers, compared with those of OpenTofu |
//! | `triggers` | values whose changes replace a resource |
//! | `moves` | blocks `moved`, `removed` and `import` |

mod address;
mod block_content;
mod block_decoder;
mod border;
mod builtin;
mod conditions;
mod data_sources;
mod dataflow;
mod expansion;
mod goals;
mod graph_builder;
#[cfg(test)]
mod judge;
mod lifecycle_options;
mod modules;
mod moves;
mod named_values;
mod nodes;
mod program;
mod provider_functions;
mod provider_links;
mod providers;
mod references;
mod resources;
#[expect(
    clippy::module_inception,
    reason = "the main type of the folder is a run"
)]
mod run;
mod schema_marks;
mod schemas;
mod scope;
mod stacks;
#[cfg(test)]
mod tests;
mod triggers;
mod values;

pub(crate) use border::{Missing, from_engine, object_from_engine};
pub use builtin::BuiltInProvider;
pub(crate) use builtin::stored_outputs;
pub(crate) use goals::{MODULE_TYPE, address_of_name, escaped_name, module_chain};
pub use program::{Evaluated, HclProgram, ProgramEnd};
pub use run::RunFacts;
pub use schemas::ProviderSchemas;
pub(crate) use schemas::resource_schema;
pub use stacks::{SiblingStacks, is_for_stacks};
