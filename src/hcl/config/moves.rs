//! The blocks `moved`, `import` and `removed`.

use crate::syntax::{Block, Diagnostic, Diagnostics, Expression, Span, Traversal};

use super::blocks;
use super::reading::{flag, refuse, single, traversal};

/// A block `moved`.
#[derive(Clone, Debug)]
pub struct Moved {
    pub from: Traversal,
    pub to: Traversal,
    pub span: Span,
}

impl Moved {
    pub fn read(block: &Block, diagnostics: &mut Diagnostics) -> Option<Self> {
        let (content, found) = block.body.content(&blocks::moved());
        diagnostics.extend(found);
        let mut address =
            |name: &str| traversal(&content.attributes.get(name)?.expression, diagnostics);
        Some(Self {
            from: address("from")?,
            to: address("to")?,
            span: block.span.clone(),
        })
    }
}

/// A block `import`.
#[derive(Clone, Debug)]
pub struct ImportBlock {
    pub to: Traversal,
    pub id: Expression,
    pub span: Span,
}

impl ImportBlock {
    pub fn read(block: &Block, diagnostics: &mut Diagnostics) -> Option<Self> {
        let (content, found) = block.body.content(&blocks::import());
        diagnostics.extend(found);
        for (name, advice) in [
            ("for_each", "write a block `import` for each instance"),
            ("identity", "give the `id`"),
            ("provider", "the provider of the resource reads it"),
        ] {
            if let Some(attribute) = content.attributes.get(name) {
                refuse(
                    &format!("`{name}` of the block `import`"),
                    advice,
                    &attribute.span,
                    diagnostics,
                );
            }
        }
        let to = traversal(&content.attributes.get("to")?.expression, diagnostics)?;
        let Some(id) = content.attributes.get("id") else {
            if !content.attributes.contains_key("identity") {
                let detail = "the argument `id` is required, and is not set";
                diagnostics.push(Diagnostic::error(
                    "an argument is missing",
                    detail,
                    &block.span,
                ));
            }
            return None;
        };
        Some(Self {
            to,
            id: id.expression.clone(),
            span: block.span.clone(),
        })
    }
}

/// A block `removed`: what its address names is deleted.
#[derive(Clone, Debug)]
pub struct Removed {
    pub from: Traversal,
    pub span: Span,
}

impl Removed {
    pub fn read(block: &Block, diagnostics: &mut Diagnostics) -> Option<Self> {
        let (content, found) = block.body.content(&blocks::removed());
        diagnostics.extend(found);
        let lifecycle = single(&content, "lifecycle", diagnostics).cloned();
        let destroy = lifecycle.as_ref().and_then(|it| {
            let (inner, unexpected) = it.body.content(&blocks::removed_lifecycle());
            diagnostics.extend(unexpected);
            flag(&inner, "destroy", diagnostics)
        });
        // Without a word, OpenTofu keeps the object.
        if destroy != Some(true) {
            refuse(
                "the block `removed` without `lifecycle { destroy = true }`",
                "`lumi stack forget` keeps an object, and forgets it",
                lifecycle.as_ref().map_or(&block.span, |it| &it.span),
                diagnostics,
            );
        }
        for inner in content.blocks.iter().filter(|it| it.name == "provisioner") {
            refuse(
                "the block `provisioner`",
                "remove it",
                &inner.span,
                diagnostics,
            );
        }
        let from = traversal(&content.attributes.get("from")?.expression, diagnostics)?;
        if from.root == "data" {
            let detail = "data sources are not removed: nothing is stored of them";
            diagnostics.push(Diagnostic::error(
                "an address is not valid",
                detail,
                &from.span,
            ));
        }
        Some(Self {
            from,
            span: block.span.clone(),
        })
    }
}
