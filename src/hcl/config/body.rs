//! The body of a block with what overrides set in it.

use std::collections::BTreeSet;

use crate::syntax::{Body, BodyContent, BodySchema, Diagnostic, Diagnostics, Span};

/// A body in parts. Overrides replace attributes, and all blocks of a name that they have one of.
#[derive(Clone, Debug)]
pub struct ConfigBody {
    base: Body,
    /// The header of its block.
    header: Span,
    /// The content of the block `_`, in which names have no meaning for the language itself.
    escaped: Vec<Body>,
    overrides: Vec<Body>,
}

impl ConfigBody {
    pub fn new(base: Body, header: &Span) -> Self {
        Self {
            base,
            header: header.clone(),
            escaped: Vec::new(),
            overrides: Vec::new(),
        }
    }

    /// Adds the content of the block `_`.
    pub fn add_escaped(&mut self, body: Body) {
        self.escaped.push(body);
    }

    /// Adds what an override file has.
    pub fn add_override(&mut self, other: &Self) {
        self.overrides.push(other.base.clone());
        self.overrides.extend(other.escaped.iter().cloned());
    }

    /// The place where something is reported that is missing.
    pub fn end(&self) -> &Span {
        &self.header
    }

    /// The content by a schema; everything else is refused.
    pub fn content(&self, schema: &BodySchema) -> (BodyContent, Diagnostics) {
        let mut optional = schema.clone();
        for attribute in &mut optional.attributes {
            attribute.is_required = false;
        }
        let (mut content, mut diagnostics) = self.base.content(&optional);
        for body in &self.escaped {
            let (more, found) = body.content(&optional);
            diagnostics.extend(found);
            for (name, attribute) in more.attributes {
                if let Some(first) = content.attributes.get(&name) {
                    let (line, _) = first.span.position();
                    let detail = format!("the argument `{name}` is set in line {line} already");
                    diagnostics.push(Diagnostic::error(
                        "an argument is set twice",
                        detail,
                        &attribute.name_span,
                    ));
                    continue;
                }
                content.attributes.insert(name, attribute);
            }
            content.blocks.extend(more.blocks);
        }
        for body in &self.overrides {
            let (more, found) = body.content(&optional);
            diagnostics.extend(found);
            merge(&mut content, more);
        }
        for attribute in schema.attributes.iter().filter(|it| it.is_required) {
            if !content.attributes.contains_key(&attribute.name) {
                let detail = format!(
                    "the argument `{}` is required, and is not set",
                    attribute.name
                );
                diagnostics.push(Diagnostic::error(
                    "an argument is missing",
                    detail,
                    self.end(),
                ));
            }
        }
        (content, diagnostics)
    }
}

/// Applies an override.
fn merge(content: &mut BodyContent, over: BodyContent) {
    content.attributes.extend(over.attributes);
    let names: BTreeSet<&String> = over.blocks.iter().map(dynamic_name).collect();
    content
        .blocks
        .retain(|it| !names.contains(dynamic_name(it)));
    content.blocks.extend(over.blocks);
}

/// The name of the blocks that a block makes.
fn dynamic_name(block: &crate::syntax::Block) -> &String {
    match (block.name.as_str(), block.labels.first()) {
        ("dynamic", Some(label)) => &label.text,
        _ => &block.name,
    }
}

impl ConfigBody {
    /// Its parts.
    pub fn bodies(&self) -> impl Iterator<Item = &Body> {
        [&self.base]
            .into_iter()
            .chain(&self.escaped)
            .chain(&self.overrides)
    }
}
