//! A graph as text in the formats that users choose from.
//!
//! `layout` places the boxes of a picture, for `svg` and `html`. Each writes as it goes, so memory does not grow with the document, and ends with a newline.

mod dot;
mod html;
mod indented;
mod json;
mod layout;
mod markup;
mod mermaid;
mod nesting;
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
