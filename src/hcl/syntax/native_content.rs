//! The content of a body in the native syntax.

use std::collections::BTreeSet;

use super::body::{Attribute, Block, BlockSchema, Body, BodyContent, BodySchema};
use super::diagnostic::{Diagnostic, Diagnostics};

/// Attributes and blocks in the order of the file.
#[derive(Debug, Default)]
pub struct NativeBody {
    pub attributes: Vec<Attribute>,
    pub blocks: Vec<Block>,
}

/// Reads attributes and blocks of a schema.
pub fn read(
    body: &NativeBody,
    of: &Body,
    schema: &BodySchema,
    content: &mut BodyContent,
    diagnostics: &mut Diagnostics,
) {
    for attribute in &body.attributes {
        if schema.attribute(&attribute.name).is_some() && !of.hidden.contains(&attribute.name) {
            content
                .attributes
                .insert(attribute.name.clone(), attribute.clone());
        }
    }
    for block in &body.blocks {
        if of.hidden.contains(&block.name) {
            continue;
        }
        if let Some(schema) = schema.block(&block.name) {
            match label_problem(block, schema) {
                Some(diagnostic) => diagnostics.push(diagnostic),
                None => content.blocks.push(block.clone()),
            }
        }
    }
}

fn label_problem(block: &Block, schema: &BlockSchema) -> Option<Diagnostic> {
    if let Some(extra) = block.labels.get(schema.labels.len()) {
        let detail = match schema.labels.as_slice() {
            [] => format!("A block `{}` has no labels.", block.name),
            names => format!(
                "The labels of a block `{}` are: {}.",
                block.name,
                names.join(", ")
            ),
        };
        return Some(Diagnostic::error(
            "A label is not expected here",
            detail,
            &extra.span,
        ));
    }
    let missing = schema.labels.get(block.labels.len())?;
    let detail = format!("A block `{}` needs a label for its {missing}.", block.name);
    Some(Diagnostic::error("A label is missing", detail, &block.span))
}

/// Refuses what is neither in the schema nor hidden.
pub fn refuse_rest(
    body: &NativeBody,
    hidden: &BTreeSet<String>,
    schema: &BodySchema,
    diagnostics: &mut Diagnostics,
) {
    for attribute in &body.attributes {
        let name = &attribute.name;
        let is_block = schema.block(name).is_some() && schema.attribute(name).is_none();
        if hidden.contains(name) && !is_block {
            continue;
        }
        let detail = match is_block {
            true => format!("`{name}` is a block here: write it without an equals sign."),
            false => format!(
                "An argument `{name}` is not expected here.{}",
                schema.suggestion(name)
            ),
        };
        diagnostics.push(Diagnostic::error(
            "The argument is not supported",
            detail,
            &attribute.name_span,
        ));
    }
    for block in &body.blocks {
        let name = &block.name;
        let is_attribute = schema.attribute(name).is_some() && schema.block(name).is_none();
        if hidden.contains(name) && !is_attribute {
            continue;
        }
        let detail = match is_attribute {
            true => format!("`{name}` is an argument here: write an equals sign after it."),
            false => format!(
                "Blocks `{name}` are not expected here.{}",
                schema.suggestion(name)
            ),
        };
        diagnostics.push(Diagnostic::error(
            "The block is not supported",
            detail,
            &block.name_span,
        ));
    }
}

/// All attributes; blocks are refused.
pub fn attributes(body: &NativeBody, hidden: &BTreeSet<String>) -> (Vec<Attribute>, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    for block in body.blocks.iter().filter(|it| !hidden.contains(&it.name)) {
        let detail = "Blocks are not allowed here.";
        let summary = format!("A block `{}` is not expected here", block.name);
        diagnostics.push(Diagnostic::error(summary, detail, &block.name_span));
    }
    let attributes = body
        .attributes
        .iter()
        .filter(|it| !hidden.contains(&it.name));
    (attributes.cloned().collect(), diagnostics)
}
