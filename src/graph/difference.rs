//! One difference between two graphs.

use std::borrow::Cow;
use std::fmt;

use super::edge::Edge;
use super::text::escaped_text::{EscapedText, write_escaped};
use super::text::secret_mask::SECRET_MASK;
use super::urn::Urn;
use super::value::property_path::PropertyPath;
use super::value::value::Value;
use super::value::value_writer::Secrets;
use super::vertex::{SourcePosition, Vertex};

/// A difference between an old and a new graph; borrows from both.
///
/// Displayed as one line without secrets, safe for a terminal.
#[derive(Clone, Debug, PartialEq)]
pub enum Difference<'a> {
    /// A field of the document: kind, stack, project or complete.
    Document {
        field: &'static str,
        old: String,
        new: String,
    },
    VertexAdded(&'a Vertex),
    VertexRemoved(&'a Vertex),
    /// The vertices from this position on are the same but reordered; reported once.
    VertexMoved {
        old: &'a Vertex,
        new: &'a Vertex,
    },
    /// A part of a vertex that is in both graphs.
    Vertex {
        old: &'a Vertex,
        new: &'a Vertex,
        section: Section,
        /// The path within the section; empty for the whole section.
        path: PropertyPath,
        change: Change<'a>,
    },
    EdgeAdded(&'a Edge),
    EdgeRemoved(&'a Edge),
    Output {
        path: PropertyPath,
        change: Change<'a>,
    },
}

/// A part of a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    Custom,
    Id,
    Parent,
    Provider,
    Inputs,
    Outputs,
    Options,
    Source,
}

/// The change of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Change<'a> {
    Added(Cow<'a, Value>),
    Removed(Cow<'a, Value>),
    /// If either value is secret, it is the whole secret, never a part of it.
    Replaced {
        old: Cow<'a, Value>,
        new: Cow<'a, Value>,
    },
    /// A text field that is not a value: a URN or a source position.
    Text {
        old: String,
        new: String,
    },
    /// Only the order of the members differs.
    Reordered,
}

impl Difference<'_> {
    /// The URN of the resource, if the difference is in one.
    pub fn urn(&self) -> Option<&Urn> {
        match self {
            Self::VertexAdded(vertex) | Self::VertexRemoved(vertex) => Some(&vertex.urn),
            Self::VertexMoved { new, .. } | Self::Vertex { new, .. } => Some(&new.urn),
            Self::EdgeAdded(edge) | Self::EdgeRemoved(edge) => Some(&edge.from),
            Self::Document { .. } | Self::Output { .. } => None,
        }
    }

    /// The source position of the resource. Edges have none; look up [`Difference::urn`] for them.
    pub fn source(&self) -> Option<&SourcePosition> {
        match self {
            Self::VertexAdded(vertex) | Self::VertexRemoved(vertex) => vertex.source.as_ref(),
            Self::VertexMoved { old, new } | Self::Vertex { old, new, .. } => {
                new.source.as_ref().or(old.source.as_ref())
            }
            _ => None,
        }
    }
}

impl Section {
    /// The name in LumiGL.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Custom => "custom",
            Self::Id => "id",
            Self::Parent => "parent",
            Self::Provider => "provider",
            Self::Inputs => "inputs",
            Self::Outputs => "outputs",
            Self::Options => "options",
            Self::Source => "source",
        }
    }
}

impl fmt::Display for Difference<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Document { field, old, new } => write!(f, "{field}: {old:?} -> {new:?}"),
            Self::VertexAdded(vertex) => write!(f, "`{}` is only in the second", vertex.urn),
            Self::VertexRemoved(vertex) => write!(f, "`{}` is only in the first", vertex.urn),
            Self::VertexMoved { old, new } => {
                write!(
                    f,
                    "`{}` stands where `{}` did: the order differs",
                    new.urn, old.urn
                )
            }
            Self::Vertex {
                new,
                section,
                path,
                change,
                ..
            } => {
                write!(f, "`{}` {}", new.urn, section.as_str())?;
                write_place(f, path)?;
                write!(f, ": {change}")
            }
            Self::EdgeAdded(edge) => write!(f, "{} is only in the second", EdgeText(edge)),
            Self::EdgeRemoved(edge) => write!(f, "{} is only in the first", EdgeText(edge)),
            Self::Output { path, change } => {
                f.write_str("output")?;
                write_place(f, path)?;
                write!(f, ": {change}")
            }
        }
    }
}

fn write_place(f: &mut fmt::Formatter<'_>, path: &PropertyPath) -> fmt::Result {
    if path.is_empty() {
        Ok(())
    } else {
        write!(f, " `{path}`")
    }
}

impl Change<'_> {
    pub fn into_owned(self) -> Change<'static> {
        let owned = |value: Cow<Value>| Cow::Owned(value.into_owned());
        match self {
            Self::Added(value) => Change::Added(owned(value)),
            Self::Removed(value) => Change::Removed(owned(value)),
            Self::Replaced { old, new } => Change::Replaced {
                old: owned(old),
                new: owned(new),
            },
            Self::Text { old, new } => Change::Text { old, new },
            Self::Reordered => Change::Reordered,
        }
    }
}

impl fmt::Display for Change<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Added(value) => write!(f, "(none) -> {}", ShortValue(value)),
            Self::Removed(value) => write!(f, "{} -> (none)", ShortValue(value)),
            Self::Replaced { old, new } => match (&**old, &**new) {
                (Value::Secret(_), Value::Secret(_)) => f.write_str("[secret] -> [another secret]"),
                (old, new) => write!(f, "{} -> {}", ShortValue(old), ShortValue(new)),
            },
            Self::Text { old, new } => {
                write!(
                    f,
                    "{} -> {}",
                    EscapedText::whole(old),
                    EscapedText::whole(new)
                )
            }
            Self::Reordered => f.write_str("the same members in another order"),
        }
    }
}

struct EdgeText<'a>(&'a Edge);

impl fmt::Display for EdgeText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Edge {
            from,
            to,
            kind,
            property,
        } = self.0;
        write!(f, "{} edge `{from}` -> `{to}`", kind.as_str())?;
        property
            .as_ref()
            .map_or(Ok(()), |property| write!(f, " by `{property}`"))
    }
}

/// A value shortened to one line of masked JSON.
struct ShortValue<'a>(&'a Value);

/// The maximum number of characters that are shown of a value.
const SHORT_VALUE: usize = 120;

impl fmt::Display for ShortValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Value::Secret(_) => return f.write_str(SECRET_MASK),
            Value::Unknown => return f.write_str("[unknown]"),
            _ => {}
        }
        let mut text = LimitedBuffer { bytes: Vec::new() };
        // The error is the limit, or a value too deep for JSON; either way the text so far is
        // shown.
        let is_cut =
            serde_json::to_writer(&mut text, &self.0.serializable(Secrets::Masked)).is_err();
        let text = String::from_utf8_lossy(&text.bytes);
        let mut characters = text.chars();
        for character in characters.by_ref().take(SHORT_VALUE) {
            write_escaped(f, character)?;
        }
        f.write_str(if is_cut || characters.next().is_some() {
            "…"
        } else {
            ""
        })
    }
}

/// Stops a serialiser once the limit is reached, so that a 50 MB string costs nothing.
struct LimitedBuffer {
    bytes: Vec<u8>,
}

impl std::io::Write for LimitedBuffer {
    fn write(&mut self, buffer: &[u8]) -> std::io::Result<usize> {
        let room = (SHORT_VALUE * 4 + 4).saturating_sub(self.bytes.len());
        if room == 0 {
            return Err(std::io::ErrorKind::StorageFull.into());
        }
        let taken = buffer.len().min(room);
        self.bytes.extend_from_slice(&buffer[..taken]);
        Ok(taken)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
