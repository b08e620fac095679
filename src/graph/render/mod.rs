//! Renders a graph in the formats that users choose from.
//!
//! Output is streamed, so memory does not grow with the document, and ends with a newline.
//!
//! | module | |
//! |---|---|
//! | `annotations` | the changes, failures and notes that a picture shows besides its graph |
//! | `bands` | columns in bands, one below the other |
//! | `cycles` | removes cycles from a list of edges |
//! | `dot` | the graph for Graphviz: resources as boxes, components as clusters around their children |
//! | `edge_bundle` | the input of the layout of a group of boxes |
//! | `group` | one frame of a drawing after its layout, with the routes of its edges |
//! | `group_layout` | places the boxes of one frame, and routes the edges between them |
//! | `html` | the graph as a web page: a picture that can be panned, searched and folded |
//! | `indented` | indented JSON with few writes |
//! | `isotonic` | positions in a fixed order, near the desired ones |
//! | `json` | LumiGL as JSON, indented by two spaces |
//! | `label` | shortens text to the width of boxes |
//! | `markup` | escapes text for XML and HTML |
//! | `mermaid` | the graph as a Mermaid flowchart, which many wikis and forges render |
//! | `nesting` | the order of vertices in a drawing that nests children in their components |
//! | `picture` | places all frames of a drawing for `svg` and `html` |
//! | `svg` | the graph as a picture |
//! | `yaml` | LumiGL as YAML: the same model as JSON |

mod annotations;
mod bands;
mod cycles;
mod dot;
mod edge_bundle;
mod group;
mod group_layout;
mod html;
mod indented;
mod isotonic;
mod json;
mod label;
mod markup;
mod mermaid;
mod nesting;
mod picture;
mod svg;
mod yaml;

use std::io;

use thiserror::Error;

pub use annotations::{Alteration, Annotation, Annotations};
pub use dot::dot;
pub use html::html;
pub use json::json;
pub use mermaid::mermaid;
pub use svg::svg;
pub use yaml::yaml;

/// Why a graph could not be written.
#[derive(Debug, Error)]
pub enum RenderError {
    #[error("failed to write the graph: {0}")]
    Io(#[from] io::Error),
    #[error("the graph cannot be written: {0}")]
    Value(String),
}
