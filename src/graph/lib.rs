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
//! | `asset`, `asset_path` | assets and archives, and their paths |
//! | `conformance` | the fixtures of `tests/lumigl`, in tests |
//! | `dag` | topological order and cycles |
//! | `diff` | the differences between two graphs, in the order of registration |
//! | `difference` | one difference between two graphs |
//! | `edge` | a dependency of one resource on another |
//! | `ephemeral_reference` | a value that nothing stores, by its place |
//! | `environment_variables` | the environment variables of Lumi |
//! | `escaped_text` | escapes text from users for one line of an error or a terminal |
//! | `file_name` | any text as a file name |
//! | `goal` | what a program registers for one resource |
//! | `graph_error` | errors in a graph |
//! | `line_index` | lines and columns of many places in one text |
//! | `lumigl` | the graph of a run: the LumiGL document |
//! | `lumigl_reader` | reads LumiGL documents |
//! | `lumigl_writer` | a graph as a LumiGL document |
//! | `nearest` | finds the known name that is closest to a mistyped one |
//! | `number` | the text of numbers |
//! | `options` | the options of a resource, from the SDK to the state |
//! | `package` | what programs see of a package: classes, functions, and types of properties |
//! | `parent_tree` | the tree of parents and children in a graph |
//! | `plain_value` | a parsed document before its `$lumi` objects are resolved |
//! | `property_path` | the path of a value within a resource's properties |
//! | `provider_code` | the code of a dynamic provider |
//! | `provider_data` | the private data that a provider keeps with an object |
//! | `relocation` | moves the resources of a graph to another stack |
//! | `render` | renders a graph in the formats that users choose from |
//! | `repeat_writer` | writes text that occurs twice, and serialises it only once |
//! | `resource_name` | the name of a resource |
//! | `resource_type` | the type token of a resource: `pkg:module:Type` |
//! | `sealer` | the interface that encrypts secrets of documents |
//! | `source_document` | source positions in documents |
//! | `source_text` | lines and columns as JavaScript and editors count them |
//! | `tagged_object` | reads a `$lumi` object |
//! | `united_graph` | two graphs in one, for pictures of what differs |
//! | `urn` | the unique name of a resource |
//! | `urn_map` | rewrites URNs in documents |
//! | `value` | the value of a property: the central type of this layer |
//! | `value_error` | errors of reading a value |
//! | `value_reader` | reads values from JSON or YAML |
//! | `value_writer` | values as JSON |
//! | `vertex` | a resource in a graph |
//! | `yaml_levels` | a bound for the levels of brackets in a YAML text |

#![cfg_attr(
    test,
    allow(
        clippy::too_many_lines,
        reason = "tests contain the texts that they expect"
    )
)]
#![deny(clippy::print_stderr, clippy::print_stdout)]

// The tests of other crates also compile `any_value.rs` and `saved_inputs.rs`.
#[cfg(test)]
extern crate self as lumi_graph;

#[cfg(test)]
mod any_value;
mod asset;
mod asset_path;
#[cfg(test)]
mod conformance;
mod dag;
mod diff;
mod difference;
mod edge;
pub mod environment_variables;
mod ephemeral_reference;
mod escaped_text;
pub mod file_name;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
mod goal;
mod graph_error;
mod line_index;
mod lumigl;
mod lumigl_reader;
mod lumigl_writer;
mod nearest;
mod number;
mod options;
mod package;
mod parent_tree;
mod plain_value;
mod property_path;
mod provider_code;
mod provider_data;
mod relocation;
pub mod render;
mod repeat_writer;
mod resource_name;
mod resource_type;
#[cfg(test)]
mod saved_inputs;
mod sealer;
mod source_document;
mod source_text;
mod tagged_object;
mod united_graph;
mod urn;
mod urn_map;
mod value;
mod value_error;
mod value_reader;
mod value_writer;
mod vertex;
mod yaml_levels;

pub use asset::{Archive, ArchiveContent, Asset, AssetContent};
pub use asset_path::{asset_name, below_folder, is_archive_file, is_in_folder};
pub use dag::{Cycle, Dag};
pub use diff::{Comparison, compare_objects};
pub use difference::{Change, Difference, Section};
pub use edge::{Edge, EdgeKind};
pub use ephemeral_reference::{EphemeralReference, ephemeral_paths};
pub use escaped_text::{EscapedText, is_hidden, write_escaped};
pub use goal::{Dependency, Goal, ResourceKind};
pub use graph_error::GraphError;
pub use line_index::LineIndex;
pub use lumigl::{Graph, GraphKind};
pub use lumigl_writer::SerGraph;
pub use nearest::nearest;
pub use number::NumberText;
pub use options::{
    Alias, AliasParts, CustomTimeouts, HookNames, OptionError, PathPattern, ResourceOption,
    ResourceOptions, Timeouts,
};
pub use package::{
    Choice, ChoiceNumber, EnumInterface, EnumValue, FunctionArguments, FunctionInterface,
    InterfaceError, LibraryModule, MethodInterface, Misuse, MisuseReason, ObjectType,
    PackageInterface, PackageInterfaces, PackageMember, PackageMembers, PropertySchema,
    PropertyType, ResourceInterface, UnmatchedPath, check_arguments, check_exactly,
};
pub use parent_tree::ParentTree;
pub use plain_value::PlainValue;
pub use property_path::{PathPart, PropertyPath, PropertyPathError};
pub use provider_code::ProviderCode;
pub use provider_data::ProviderData;
pub use relocation::Relocation;
pub use resource_name::{ResourceName, ResourceNameError};
pub use resource_type::{ResourceType, ResourceTypeError, TypePart};
pub use sealer::{SealError, Sealer};
pub use source_document::{FileNames, SourceDocument};
pub use source_text::SourceText;
pub use urn::{Urn, UrnError};
pub use urn_map::UrnMap;
pub use value::{MAX_DEPTH, Object, ResourceReference, Value};
pub use value_error::{ValueError, ValueFault};
pub use value_writer::{Secrets, SerObject, SerValue};
pub use vertex::{SourcePosition, Vertex};
