//! The vocabulary of Lumi and the pure algorithms on it.
//!
//! A [`Graph`] is the result of every run: [`Vertex`] for each resource, [`Edge`] for each
//! dependency, and [`Value`] for every property. Everything here is data: nothing reads a
//! file, waits, or prints. All other layers use this one, and it uses none of them.
//!
//! Invariants: names, types and URNs are checked when they are made, so code that holds one
//! need not look again. A value is at most [`MAX_DEPTH`] levels deep; code that takes values
//! from outside checks that, and recursion over values relies on it. A graph that was read is
//! validated; code that builds one calls [`Graph::finish`], then [`Graph::validate`].
//!
//! | module | |
//! |---|---|
//! | `dag` | topological order and cycles |
//! | `diff` | the differences between two graphs, in the order of registration |
//! | `difference` | one difference between two graphs |
//! | `edge` | a dependency of one resource on another |
//! | `environment_variables` | the environment variables of Lumi |
//! | `file_name` | any text as a file name |
//! | `goal` | what a program registers for one resource |
//! | `graph_error` | errors in a graph |
//! | `options` | the options of a resource, from the SDK to the state |
//! | `other_stack` | references to other stacks |
//! | `package` | what programs see of a package: classes, functions, and types of properties |
//! | `parent_tree` | the tree of parents and children in a graph |
//! | `project_folder` | names in the folder of a project |
//! | `provider_code` | the code of a dynamic provider |
//! | `provider_data` | the private data that a provider keeps with an object |
//! | `render` | renders a graph in the formats that users choose from |
//! | `resource_name` | the name of a resource |
//! | `resource_type` | the type token of a resource: `pkg:module:Type` |
//! | `merged_graph` | two graphs in one, for pictures of what differs |
//! | `urn` | the unique name of a resource |
//! | `vertex` | a resource in a graph |
//! | `value` | values of properties, and their text |
//! | `lumigl` | LumiGL: graphs as documents |
//! | `text` | texts for users, and places in them |

#![cfg_attr(
    test,
    allow(
        clippy::too_many_lines,
        reason = "tests contain the texts that they expect"
    )
)]
#![deny(clippy::print_stderr, clippy::print_stdout)]

// The tests of other crates also compile `any_value.rs`, `mutated_inputs.rs` and `saved_inputs.rs`.
#[cfg(test)]
extern crate self as lumi_graph;

#[cfg(test)]
mod any_value;
mod dag;
mod diff;
mod difference;
mod edge;
pub mod environment_variables;
pub mod file_name;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
mod goal;
mod graph_error;
mod lumigl;
mod merged_graph;
mod options;
mod other_stack;
mod package;
mod parent_tree;
mod project_folder;
mod provider_code;
mod provider_data;
pub mod render;
mod resource_name;
mod resource_type;
#[cfg(test)]
mod saved_inputs;
mod text;
mod urn;
mod value;
mod vertex;

pub use dag::{Cycle, Dag};
pub use diff::{Comparison, compare_objects};
pub use difference::{Change, Difference, Section};
pub use edge::{Edge, EdgeKind};
pub use goal::{Dependency, Goal, ResourceKind};
pub use graph_error::GraphError;
pub use lumigl::lumigl::{Graph, GraphKind};
pub use lumigl::lumigl_writer::SerGraph;
pub use lumigl::relocation::Relocation;
pub use lumigl::source_document::{FileNames, SourceDocument};
pub use lumigl::urn_map::UrnMap;
pub use lumigl::yaml_levels::is_nested_deeply;
pub use options::{
    Alias, AliasParts, CustomTimeouts, EnvVarMappings, HookNames, OptionError, Parameterization,
    PathPattern, ResourceOption, ResourceOptions, Timeouts,
};
pub use other_stack::{
    REFERRED_URN, RESOURCE_REFERENCE, STACK_REFERENCE, StackName, referred_resource,
};
pub use package::{
    Choice, ChoiceNumber, EnumInterface, EnumValue, FunctionArguments, FunctionInterface,
    InterfaceError, LibraryModule, MethodInterface, Misuse, MisuseReason, ObjectType,
    PackageInterface, PackageInterfaces, PackageMember, PackageMembers, PropertySchema,
    PropertyType, ResourceInterface, UnmatchedPath, check_arguments, check_exactly, echoed_input,
};
pub use parent_tree::ParentTree;
pub use project_folder::LUMI_FOLDER;
pub use provider_code::ProviderCode;
pub use provider_data::ProviderData;
pub use resource_name::{ResourceName, ResourceNameError};
pub use resource_type::{ResourceType, ResourceTypeError, TypePart};
pub use text::digits::Digits;
pub use text::escaped_text::{EscapedText, is_hidden, write_escaped};
pub use text::hex::{hex, sha256_hex};
pub use text::line_index::LineIndex;
pub use text::nearest::nearest;
pub use text::secret_mask::{SECRET_MASK, without_secrets};
pub use text::source_text::SourceText;
pub use text::whole_encoding::decoded_whole;
pub use urn::{Urn, UrnError};
pub use value::asset::{Archive, ArchiveContent, Asset, AssetContent};
pub use value::asset_path::{asset_name, below_folder, is_archive_file, is_in_folder};
pub use value::ephemeral_reference::{EphemeralReference, ephemeral_paths};
pub use value::number::NumberText;
pub use value::plain_value::PlainValue;
pub use value::property_path::{PathPart, PropertyPath, PropertyPathError};
pub use value::quoted_secret::quotes_secret;
pub use value::sealer::{SealError, Sealer};
pub use value::value::{MAX_DEPTH, Object, ResourceReference, Value};
pub use value::value_error::{ValueError, ValueFault};
pub use value::value_writer::{Secrets, SerObject, SerValue};
pub use vertex::{SourcePosition, Vertex};
