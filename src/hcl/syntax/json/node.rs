//! JSON values with their places.

use crate::syntax::source_file::Span;

/// A JSON value with its place.
#[derive(Clone, Debug)]
pub struct Node {
    pub kind: NodeKind,
    pub span: Span,
}

/// The kinds of JSON values.
#[derive(Clone, Debug)]
pub enum NodeKind {
    Null,
    Bool(bool),
    /// The digits as they are written.
    Number(String),
    Text(String),
    Array(Vec<Node>),
    Object(Vec<Property>),
}

/// A member of an object.
#[derive(Clone, Debug)]
pub struct Property {
    pub name: String,
    pub name_span: Span,
    pub value: Node,
}

impl Node {
    /// The place of a missing property.
    pub fn end(&self) -> Span {
        let range = self.span.range();
        match self.kind {
            NodeKind::Object(_) if range.end > range.start => self.span.tail(1),
            _ => self.span.point(),
        }
    }
}
