//! Provider configurations, and references to them.

use crate::syntax::{
    Attribute, Block, Diagnostic, Diagnostics, Expression, Literal, Span, StepKind, Traversal,
};

use super::blocks;
use super::body::ConfigBody;
use super::reading::{is_identifier, refuse, single, text, traversal};

/// A configuration of a provider, as a module names it.
#[derive(Clone, Debug)]
pub struct ProviderReference {
    /// The local name of the provider.
    pub name: String,
    pub alias: Option<String>,
    pub span: Span,
}

impl ProviderReference {
    pub fn read(expression: &Expression, diagnostics: &mut Diagnostics) -> Option<Self> {
        let traversal = traversal(expression, diagnostics)?;
        let reference = Self::of_traversal(&traversal);
        if reference.is_none() {
            let detail = "a provider is named by its local name, or by that and an alias, such as `aws.west`";
            diagnostics.push(Diagnostic::error(
                "a reference to a provider is not valid",
                detail,
                &traversal.span,
            ));
        }
        reference
    }

    fn of_traversal(traversal: &Traversal) -> Option<Self> {
        let alias = match traversal.steps.as_slice() {
            [] => None,
            [step] => match &step.kind {
                StepKind::Attribute(name) | StepKind::Index(Literal::Text(name)) => {
                    Some(name.clone())
                }
                StepKind::Index(_) => return None,
            },
            _ => return None,
        };
        Some(Self {
            name: traversal.root.clone(),
            alias,
            span: traversal.span.clone(),
        })
    }

    /// The name and the alias.
    pub fn key(&self) -> (String, Option<String>) {
        (self.name.clone(), self.alias.clone())
    }

    /// As the language writes it.
    pub fn text(&self) -> String {
        match &self.alias {
            Some(alias) => format!("{}.{alias}", self.name),
            None => self.name.clone(),
        }
    }
}

/// A block `provider`.
#[derive(Clone, Debug)]
pub struct ProviderBlock {
    pub name: String,
    pub alias: Option<String>,
    /// A range of versions, as old modules have it here.
    pub version: Option<(String, Span)>,
    pub body: ConfigBody,
    pub span: Span,
}

impl ProviderBlock {
    pub fn read(block: &Block, diagnostics: &mut Diagnostics) -> Option<Self> {
        let label = block.labels.first()?;
        let (content, rest, found) = block.body.partial_content(&blocks::provider());
        diagnostics.extend(found);
        if label.text != label.text.to_lowercase() || !is_identifier(&label.text) {
            let detail = format!(
                "`{}` is no name of a provider: they are in lower case",
                label.text
            );
            diagnostics.push(Diagnostic::error(
                "the name of a provider is not valid",
                detail,
                &label.span,
            ));
        }
        for name in ["count", "depends_on", "source"] {
            if let Some(attribute) = content.attributes.get(name) {
                reserved(name, &attribute.name_span, diagnostics);
            }
        }
        if let Some(attribute) = content.attributes.get("for_each") {
            let advice = "write a block `provider` with an alias for each";
            refuse(
                "`for_each` of a provider",
                advice,
                &attribute.span,
                diagnostics,
            );
        }
        let mut body = ConfigBody::new(rest, &block.span);
        if let Some(escaped) = single(&content, "_", diagnostics) {
            body.add_escaped(escaped.body.clone());
        }
        for inner in content.blocks.iter().filter(|it| it.name != "_") {
            reserved(&inner.name, &inner.span, diagnostics);
        }
        Some(Self {
            name: label.text.clone(),
            alias: alias(
                &content.attributes.get("alias").cloned(),
                &content,
                diagnostics,
            ),
            version: version(content.attributes.get("version"), &content, diagnostics),
            body,
            span: block.span.clone(),
        })
    }

    pub fn key(&self) -> (String, Option<String>) {
        (self.name.clone(), self.alias.clone())
    }
}

fn alias(
    attribute: &Option<Attribute>,
    content: &crate::syntax::BodyContent,
    diagnostics: &mut Diagnostics,
) -> Option<String> {
    let alias = text(content, "alias", diagnostics)?;
    if let (false, Some(attribute)) = (is_identifier(&alias), attribute) {
        let detail = format!("`{alias}` is no name");
        let span = &attribute.expression.span;
        diagnostics.push(Diagnostic::error(
            "the alias of a provider is not valid",
            detail,
            span,
        ));
    }
    Some(alias)
}

fn version(
    attribute: Option<&Attribute>,
    content: &crate::syntax::BodyContent,
    diagnostics: &mut Diagnostics,
) -> Option<(String, Span)> {
    let attribute = attribute?;
    let version = text(content, "version", diagnostics)?;
    let detail = "write it in `required_providers` of the block `terraform`";
    let message = "versions in a block `provider` are deprecated";
    diagnostics.push(Diagnostic::warning(message, detail, &attribute.span));
    Some((version, attribute.expression.span.clone()))
}

fn reserved(name: &str, span: &Span, diagnostics: &mut Diagnostics) {
    let detail = format!("`{name}` has no meaning in a block `provider`, and is reserved");
    diagnostics.push(Diagnostic::error("a name is reserved", detail, span));
}
