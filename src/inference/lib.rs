//! Writes programs from graphs.
//!
//! [`infer`] makes TypeScript of a [`Graph`](lumi_graph::Graph): `lumi run` of it gives a graph that means the same.
//! Edges of the graph become references, repeated resources become a loop over data, and secrets become configuration.
//! [`Note`]s name the guesses that stand where the graph is silent. Everything here is pure: a graph in, text out.
//!
//! | module | |
//! |---|---|
//! | `class_index` | the class of each resource, and what is imported for it |
//! | `code` | code of TypeScript as a tree |
//! | `dependencies` | dependencies of resources that no program has declared |
//! | `graph_index` | relations of the resources of a graph |
//! | `identifiers` | names of variables |
//! | `inferred_program` | the program of a graph |
//! | `inherited_options` | options that resources inherit from their parents |
//! | `layout` | lines of code |
//! | `note` | what a reader of a program should know |
//! | `program_context` | what all parts of a program share |
//! | `program_writer` | the text of a program |
//! | `resource_code` | code that declares one resource |
//! | `resource_options` | code for the options of a resource |
//! | `statements` | the statements of a program, in their order |
//! | `values` | code for the values of resources |
//! | `components` | classes of components, and loops over groups of resources |

#![cfg_attr(
    test,
    allow(
        clippy::too_many_lines,
        reason = "tests contain the texts that they expect"
    )
)]
#![deny(clippy::print_stderr, clippy::print_stdout)]

mod class_index;
mod code;
mod components;
mod dependencies;
mod graph_index;
#[cfg(test)]
mod group_tests;
#[cfg(test)]
mod guess_tests;
mod identifiers;
mod inferred_program;
mod inherited_options;
mod layout;
mod note;
#[cfg(test)]
mod package_tests;
mod program_context;
mod program_writer;
#[cfg(test)]
mod reference_tests;
mod resource_code;
mod resource_options;
#[cfg(test)]
mod secret_tests;
mod statements;
#[cfg(test)]
mod tests;
mod values;

pub use code::{Code, Names};
pub use dependencies::{InferredDependency, MatchKind, add_dependencies, infer_dependencies};
pub use identifiers::Identifiers;
pub use inferred_program::{InferredProgram, infer};
pub use layout::ObjectLines;
pub use note::{Note, NoteKind};
pub use values::configured_values::{ConfiguredValue, ConfiguredValues};
pub use values::hidden_value::{HiddenPart, HiddenText, HiddenValue};
pub use values::literals::{in_template, is_identifier, member_key, number, quoted};
pub use values::references::{Origin, Part, SHORTEST_PART, SecretTexts, each_text, origins, parts};
pub use values::value_code::{ValueOrigins, object_code, path_texts, value_code};
