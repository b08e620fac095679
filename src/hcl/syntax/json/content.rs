//! The content of a body by a schema.

use std::collections::BTreeSet;

use super::expressions::expression;
use super::node::{Node, NodeKind, Property};
use crate::syntax::body::{
    Attribute, Block, BlockSchema, Body, BodyContent, BodyKind, BodySchema, Label,
};
use crate::syntax::diagnostic::{Diagnostic, Diagnostics};

/// A JSON value as a body: an object, or a list of objects.
#[derive(Debug)]
pub struct JsonBody {
    pub node: Node,
}

/// The property that is a comment.
const COMMENT: &str = "//";

/// Reads attributes and blocks of a schema.
pub fn read(
    body: &JsonBody,
    of: &Body,
    schema: &BodySchema,
    content: &mut BodyContent,
    diagnostics: &mut Diagnostics,
) {
    for property in properties(&body.node, "arguments and blocks", diagnostics) {
        let name = &property.name;
        if of.hidden.contains(name) {
            continue;
        }
        if schema.attribute(name).is_some() {
            match content.attributes.get(name) {
                Some(other) => diagnostics.push(set_twice(property, other)),
                None => {
                    content.attributes.insert(name.clone(), attribute(property));
                }
            }
        } else if let Some(schema) = schema.block(name) {
            blocks(
                &property.value,
                property,
                schema,
                &mut Vec::new(),
                content,
                diagnostics,
            );
        }
    }
}

fn set_twice(property: &Property, other: &Attribute) -> Diagnostic {
    let detail = format!("`{}` is set at {} already.", property.name, other.name_span);
    Diagnostic::error("An argument is set twice", detail, &property.name_span)
}

fn attribute(property: &Property) -> Attribute {
    Attribute {
        name: property.name.clone(),
        name_span: property.name_span.clone(),
        expression: expression(&property.value),
        span: property.name_span.to(&property.value.span),
    }
}

/// The properties of an object, or of all objects of a list.
fn properties<'a>(node: &'a Node, holds: &str, diagnostics: &mut Diagnostics) -> Vec<&'a Property> {
    let mut all = Vec::new();
    let mut add = |node: &'a Node| match &node.kind {
        NodeKind::Object(properties) => all.extend(properties),
        _ => {
            let detail = format!("A JSON object with {holds} is required here.");
            diagnostics.push(Diagnostic::error(
                "The JSON value has a wrong type",
                detail,
                &node.span,
            ));
        }
    };
    match &node.kind {
        NodeKind::Null => {}
        NodeKind::Array(elements) => elements.iter().for_each(add),
        _ => add(node),
    }
    all
}

/// Reads the blocks of a property: an object for each label, then an object or a list of objects.
fn blocks(
    node: &Node,
    property: &Property,
    schema: &BlockSchema,
    labels: &mut Vec<Label>,
    content: &mut BodyContent,
    diagnostics: &mut Diagnostics,
) {
    if let Some(label) = schema.labels.get(labels.len()) {
        let holds = format!("the {label} of a block `{}` as names", schema.name);
        let properties = properties(node, &holds, diagnostics);
        if properties.is_empty() && !diagnostics.has_errors() {
            let detail = format!("A block `{}` needs a label for its {label}.", schema.name);
            diagnostics.push(Diagnostic::error("A label is missing", detail, &node.span));
        }
        for inner in properties {
            labels.push(Label {
                text: inner.name.clone(),
                span: inner.name_span.clone(),
            });
            blocks(&inner.value, property, schema, labels, content, diagnostics);
            labels.pop();
        }
        return;
    }
    let mut add = |node: &Node| {
        let end = node.end();
        content.blocks.push(Block {
            name: schema.name.clone(),
            name_span: property.name_span.clone(),
            labels: labels.clone(),
            body: Body::new(BodyKind::Json(JsonBody { node: node.clone() }), end),
            span: node.span.point(),
        });
    };
    match &node.kind {
        NodeKind::Null => {}
        NodeKind::Object(_) => add(node),
        NodeKind::Array(elements) => elements.iter().for_each(add),
        _ => {
            let detail = format!(
                "An object or a list of objects is required for blocks `{}`.",
                schema.name
            );
            diagnostics.push(Diagnostic::error(
                "The JSON value has a wrong type",
                detail,
                &node.span,
            ));
        }
    }
}

/// Refuses what is neither in the schema nor hidden.
pub fn refuse_rest(
    body: &JsonBody,
    hidden: &BTreeSet<String>,
    schema: &BodySchema,
    diagnostics: &mut Diagnostics,
) {
    // Wrong types are reported by the reader already.
    let mut reported = Diagnostics::default();
    for property in properties(&body.node, "arguments and blocks", &mut reported) {
        let name = &property.name;
        if name != COMMENT && !hidden.contains(name) {
            let suggestion = schema.suggestion(name);
            let detail = format!("No argument or block is named `{name}` here.{suggestion}");
            diagnostics.push(Diagnostic::error(
                "The property is not supported",
                detail,
                &property.name_span,
            ));
        }
    }
}

/// All properties as attributes.
pub fn attributes(body: &JsonBody, hidden: &BTreeSet<String>) -> (Vec<Attribute>, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    let mut attributes: Vec<Attribute> = Vec::new();
    let NodeKind::Object(properties) = &body.node.kind else {
        let detail = "A JSON object with arguments is required here.";
        diagnostics.push(Diagnostic::error(
            "The JSON value has a wrong type",
            detail,
            &body.node.span,
        ));
        return (attributes, diagnostics);
    };
    for property in properties {
        if property.name == COMMENT || hidden.contains(&property.name) {
            continue;
        }
        match attributes.iter().find(|it| it.name == property.name) {
            Some(other) => diagnostics.push(set_twice(property, other)),
            None => attributes.push(attribute(property)),
        }
    }
    (attributes, diagnostics)
}
