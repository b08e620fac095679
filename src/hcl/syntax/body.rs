//! Bodies of both syntaxes: attributes and blocks by a schema.
//!
//! A property of a JSON object is an attribute or a block as the schema says; bodies of the native syntax are read
//! in the same way.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use lumi_graph::nearest;

use super::diagnostic::{Diagnostic, Diagnostics};
use super::expression::Expression;
use super::json::{self, JsonBody};
use super::native_content::{self, NativeBody};
use super::source_file::Span;

/// The body of a file or block.
#[derive(Clone, Debug)]
pub struct Body {
    pub(super) kind: Arc<BodyKind>,
    /// Names that were read already, of a rest.
    pub(super) hidden: Arc<BTreeSet<String>>,
    pub(super) end: Span,
}

#[derive(Debug)]
pub(super) enum BodyKind {
    Native(NativeBody),
    Json(JsonBody),
}

/// A named value in a body.
#[derive(Clone, Debug)]
pub struct Attribute {
    pub name: String,
    pub name_span: Span,
    pub expression: Expression,
    /// From the name to the end of the value.
    pub span: Span,
}

/// A block in a body.
#[derive(Clone, Debug)]
pub struct Block {
    /// The type, such as `resource`.
    pub name: String,
    pub name_span: Span,
    pub labels: Vec<Label>,
    pub body: Body,
    /// From the type to the last label.
    pub span: Span,
}

/// A label of a block.
#[derive(Clone, Debug)]
pub struct Label {
    pub text: String,
    pub span: Span,
}

/// The attributes and blocks that a body can have.
#[derive(Clone, Debug, Default)]
pub struct BodySchema {
    pub attributes: Vec<AttributeSchema>,
    pub blocks: Vec<BlockSchema>,
}

/// An attribute of a schema.
#[derive(Clone, Debug)]
pub struct AttributeSchema {
    pub name: String,
    pub is_required: bool,
}

/// A block of a schema.
#[derive(Clone, Debug)]
pub struct BlockSchema {
    pub name: String,
    /// Names of the labels, for messages.
    pub labels: Vec<String>,
}

/// The parts of a body that a schema names.
#[derive(Clone, Debug)]
pub struct BodyContent {
    pub attributes: BTreeMap<String, Attribute>,
    /// In the order of the file.
    pub blocks: Vec<Block>,
    /// The place where a missing item would be.
    pub end: Span,
}

impl BodySchema {
    /// A schema of attributes, whose names end in `!` where they are required, and of blocks with the names of
    /// their labels.
    pub fn new(attributes: &[&str], blocks: &[(&str, &[&str])]) -> Self {
        let attributes = attributes.iter().map(|it| AttributeSchema {
            name: it.trim_end_matches('!').to_owned(),
            is_required: it.ends_with('!'),
        });
        let blocks = blocks.iter().map(|(name, labels)| BlockSchema {
            name: (*name).to_owned(),
            labels: labels.iter().map(|it| (*it).to_owned()).collect(),
        });
        Self {
            attributes: attributes.collect(),
            blocks: blocks.collect(),
        }
    }

    pub(super) fn attribute(&self, name: &str) -> Option<&AttributeSchema> {
        self.attributes.iter().find(|it| it.name == name)
    }

    pub(super) fn block(&self, name: &str) -> Option<&BlockSchema> {
        self.blocks.iter().find(|it| it.name == name)
    }

    /// A sentence with the name of the schema that is nearest to another one.
    pub(super) fn suggestion(&self, name: &str) -> String {
        let attributes = self.attributes.iter().map(|it| it.name.as_str());
        let names = attributes.chain(self.blocks.iter().map(|it| it.name.as_str()));
        match nearest(name, names, 0.8) {
            Some(name) => format!(" Did you mean `{name}`?"),
            None => String::new(),
        }
    }
}

impl Body {
    pub(super) fn new(kind: BodyKind, end: Span) -> Self {
        Self {
            kind: Arc::new(kind),
            hidden: Arc::default(),
            end,
        }
    }

    /// A body without content.
    pub fn empty(end: &Span) -> Self {
        let native = NativeBody::default();
        Self::new(BodyKind::Native(native), end.clone())
    }

    /// The place where a missing item would be.
    pub fn end(&self) -> &Span {
        &self.end
    }

    /// The content by a schema; anything else is refused.
    pub fn content(&self, schema: &BodySchema) -> (BodyContent, Diagnostics) {
        let (content, rest, mut diagnostics) = self.partial_content(schema);
        match &*self.kind {
            BodyKind::Native(body) => {
                native_content::refuse_rest(body, &rest.hidden, schema, &mut diagnostics)
            }
            BodyKind::Json(body) => json::refuse_rest(body, &rest.hidden, schema, &mut diagnostics),
        }
        (content, diagnostics)
    }

    /// The content by a schema, and a body of all else.
    pub fn partial_content(&self, schema: &BodySchema) -> (BodyContent, Body, Diagnostics) {
        let mut diagnostics = Diagnostics::default();
        let mut content = BodyContent {
            attributes: BTreeMap::new(),
            blocks: Vec::new(),
            end: self.end.clone(),
        };
        match &*self.kind {
            BodyKind::Native(body) => {
                native_content::read(body, self, schema, &mut content, &mut diagnostics)
            }
            BodyKind::Json(body) => json::read(body, self, schema, &mut content, &mut diagnostics),
        }
        for attribute in schema.attributes.iter().filter(|it| it.is_required) {
            if !content.attributes.contains_key(&attribute.name) {
                let detail = format!("The argument `{}` is required.", attribute.name);
                diagnostics.push(Diagnostic::error(
                    "An argument is missing",
                    detail,
                    &self.end,
                ));
            }
        }
        let mut hidden = (*self.hidden).clone();
        hidden.extend(schema.attributes.iter().map(|it| it.name.clone()));
        hidden.extend(schema.blocks.iter().map(|it| it.name.clone()));
        let rest = Self {
            hidden: Arc::new(hidden),
            ..self.clone()
        };
        (content, rest, diagnostics)
    }

    /// All attributes; blocks are refused.
    pub fn just_attributes(&self) -> (Vec<Attribute>, Diagnostics) {
        match &*self.kind {
            BodyKind::Native(body) => native_content::attributes(body, &self.hidden),
            BodyKind::Json(body) => json::attributes(body, &self.hidden),
        }
    }
}
