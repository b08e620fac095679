//! Errors in a graph.

use std::fmt;

use thiserror::Error;

use super::edge::EdgeKind;
use super::lumigl::lumigl::Graph;
use super::text::escaped_text::EscapedText;
use super::urn::Urn;
use super::value::value_error::ValueError;
use super::vertex::SourcePosition;

/// Why a graph cannot be read or is not valid.
#[derive(Debug, Error)]
pub enum GraphError {
    #[error("the document is not a LumiGL graph in JSON: {0}")]
    Json(#[source] serde_json::Error),
    #[error("the document is not a LumiGL graph in YAML: {0}")]
    Yaml(#[source] serde_yaml_ng::Error),
    #[error(
        "the document is not a LumiGL graph in YAML: it has too many brackets within each other"
    )]
    YamlDepth,
    #[error("the document is not a LumiGL graph: it has no `lumigl` with a version number")]
    NoVersion,
    #[error(
        "the document is LumiGL version {found}, and this lumi reads version {}; \
         use the lumi that wrote it, or a newer one",
        Graph::VERSION
    )]
    Version { found: u64 },
    #[error("{place} cannot be read: {source}")]
    Value {
        place: String,
        source: Box<ValueError>,
    },
    #[error("two resources have the URN `{urn}`{}", BothPositions(.first, .second))]
    DuplicateUrn {
        urn: Urn,
        first: Option<SourcePosition>,
        second: Option<SourcePosition>,
    },
    #[error(
        "the vertex `{urn}` says its {field} is `{}`, but its URN says otherwise",
        EscapedText::short(.found)
    )]
    Contradiction {
        urn: Urn,
        field: &'static str,
        found: String,
    },
    #[error("the {} of `{from}` is `{to}`, which is not in the graph", RelationName(*.kind))]
    MissingVertex { from: Urn, to: Urn, kind: EdgeKind },
    #[error("the edge from `{from}` to `{to}` starts at a resource that is not in the graph")]
    MissingStart { from: Urn, to: Urn },
    #[error("resources depend on each other in a loop: {}", CyclePath(.0))]
    Cycle(Vec<Urn>),
}

struct BothPositions<'a>(&'a Option<SourcePosition>, &'a Option<SourcePosition>);

impl fmt::Display for BothPositions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0, self.1) {
            (Some(first), Some(second)) => write!(f, ", one from {first} and one from {second}"),
            (Some(one), None) | (None, Some(one)) => write!(f, ", one from {one}"),
            (None, None) => Ok(()),
        }
    }
}

struct RelationName(EdgeKind);

impl fmt::Display for RelationName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            EdgeKind::Property | EdgeKind::Explicit => "dependency",
            EdgeKind::Parent => "parent",
            EdgeKind::Provider => "provider",
        })
    }
}

struct CyclePath<'a>(&'a [Urn]);

impl fmt::Display for CyclePath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for urn in self.0 {
            write!(f, "`{urn}` -> ")?;
        }
        self.0
            .first()
            .map_or(Ok(()), |first| write!(f, "`{first}`"))
    }
}
