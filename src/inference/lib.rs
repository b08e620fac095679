//! Writes programs from graphs.
//!
//! [`infer`] makes TypeScript of a [`Graph`](lumi_graph::Graph): `lumi run` of it gives a graph that means the same.
//! Edges of the graph become references, what repeats becomes a loop over data, and secrets become configuration. What
//! the graph does not say is guessed, and [`Note`]s tell so. Everything here is pure: a graph in, text out.
//!
//! | module | |
//! |---|---|
//! | `argument_type` | the types of the arguments of a class |
//! | `class_index` | the class of each resource, and what is imported for it |
//! | `class_text` | the text of a class of components |
//! | `code` | code of TypeScript as a tree |
//! | `component_children` | the children of components: who uses them, and an order in which a constructor can make them |
//! | `component_classes` | components of one type and one shape as a class |
//! | `configured_values` | values that a program takes from the configuration |
//! | `dependencies` | dependencies of resources that no program has declared |
//! | `graph_index` | relations of the resources of a graph |
//! | `hidden_value` | values that are secret, of which no literal can be made |
//! | `identifiers` | names of variables |
//! | `inferred_program` | the program of a graph |
//! | `inherited_options` | options that resources inherit from their parents |
//! | `layout` | lines of code |
//! | `literals` | literals of JavaScript |
//! | `note` | what a reader of a program should know |
//! | `output_index` | the outputs of resources, as values that others may have |
//! | `output_names` | outputs that the name of an input suggests |
//! | `output_origins` | where the outputs of the stack and of components come from |
//! | `program_context` | what all parts of a program share |
//! | `program_writer` | the text of a program |
//! | `references` | texts that are parts of other texts |
//! | `repeated_groups` | groups of resources without a component, connected alike, as one loop over data |
//! | `resource_code` | code that declares one resource |
//! | `resource_options` | code for the options of a resource |
//! | `resource_values` | code for the values of a resource |
//! | `secret_values` | code for secrets: configuration around the outputs that they are made of |
//! | `statements` | the statements of a program, in their order |
//! | `unification` | the common code of several resources, and what differs |
//! | `value_code` | values as code |

#![cfg_attr(
    test,
    allow(
        clippy::too_many_lines,
        reason = "tests contain the texts that they expect"
    )
)]
#![deny(clippy::print_stderr, clippy::print_stdout)]

mod argument_type;
mod class_index;
mod class_text;
mod code;
mod component_children;
mod component_classes;
mod configured_values;
mod dependencies;
mod graph_index;
#[cfg(test)]
mod group_tests;
mod hidden_value;
mod identifiers;
mod inferred_program;
mod inherited_options;
mod layout;
mod literals;
mod note;
mod output_index;
mod output_names;
mod output_origins;
#[cfg(test)]
mod package_tests;
mod program_context;
mod program_writer;
mod references;
mod repeated_groups;
mod resource_code;
mod resource_options;
mod resource_values;
#[cfg(test)]
mod secret_tests;
mod secret_values;
mod statements;
#[cfg(test)]
mod tests;
mod unification;
mod value_code;

pub use code::{Code, Names};
pub use configured_values::{ConfiguredValue, ConfiguredValues};
pub use dependencies::{InferredDependency, MatchKind, add_dependencies, infer_dependencies};
pub use hidden_value::{HiddenPart, HiddenText, HiddenValue};
pub use identifiers::Identifiers;
pub use inferred_program::{InferredProgram, infer};
pub use layout::ObjectLines;
pub use literals::{in_template, is_identifier, member_key, number, quoted};
pub use note::{Note, NoteKind};
pub use references::{Origin, Part, SHORTEST_PART, SecretTexts, each_text, origins, parts};
pub use value_code::{ValueOrigins, object_code, path_texts, value_code};
