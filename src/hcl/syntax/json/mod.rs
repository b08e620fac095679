//! The reader of the JSON syntax.
//!
//! | module | |
//! |---|---|
//! | `node` | JSON values with their places |
//! | `reader` | reads JSON with places |
//! | `expressions` | JSON values as expressions |
//! | `content` | the content of a body by a schema |

mod content;
mod expressions;
mod node;
mod reader;

use std::sync::Arc;

use super::body::{Body, BodyKind};
use super::diagnostic::Diagnostics;
use super::source_file::SourceFile;

pub use content::{JsonBody, attributes, read, refuse_rest};

/// Reads a file.
pub fn parse(file: &Arc<SourceFile>) -> Result<Body, Diagnostics> {
    let node = reader::document(file)?;
    let end = node.end();
    Ok(Body::new(BodyKind::Json(JsonBody { node }), end))
}
