//! Renders a graph in the formats that users choose from.
//!
//! `picture` lays out a drawing for `svg` and `html`; `group` lays out one frame of it. Output is
//! streamed, so memory does not grow with the document, and ends with a newline.

mod cycles;
mod dot;
mod edge_bundle;
mod group;
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
