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

#![deny(clippy::print_stderr, clippy::print_stdout)]

// The tests of other crates also compile `any_value.rs` and `saved_inputs.rs`.
#[cfg(test)]
extern crate self as lumi_graph;

#[cfg(test)]
mod any_value;
mod asset;
mod dag;
mod diff;
mod difference;
mod edge;
pub mod environment_variables;
mod escaped_text;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
mod goal;
mod graph_error;
mod lumigl;
mod lumigl_reader;
mod lumigl_writer;
mod nearest;
mod number;
mod options;
mod parent_tree;
mod plain_value;
mod property_path;
mod provider_code;
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
mod urn;
mod urn_map;
mod value;
mod value_error;
mod value_reader;
mod value_writer;
mod vertex;

pub use asset::{Archive, ArchiveContent, Asset, AssetContent};
pub use dag::{Cycle, Dag};
pub use diff::{Comparison, compare_objects};
pub use difference::{Change, Difference, Section};
pub use edge::{Edge, EdgeKind};
pub use escaped_text::{EscapedText, is_hidden, write_escaped};
pub use goal::{Dependency, Goal, ResourceKind};
pub use graph_error::GraphError;
pub use lumigl::{Graph, GraphKind};
pub use lumigl_writer::SerGraph;
pub use nearest::nearest;
pub use number::NumberText;
pub use options::{
    Alias, AliasParts, CustomTimeouts, HookNames, OptionError, PathPattern, ResourceOption,
    ResourceOptions, Timeouts,
};
pub use parent_tree::ParentTree;
pub use plain_value::PlainValue;
pub use property_path::{PathPart, PropertyPath, PropertyPathError};
pub use provider_code::ProviderCode;
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
